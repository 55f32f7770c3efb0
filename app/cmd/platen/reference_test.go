package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestReferenceMatchesTheCommands(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := writeReference(&b, rootCommand()); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/reference/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, b.Bytes()) {
		t.Error("docs/reference/cli.md is old; write it again: go run ./app/cmd/platen reference > docs/reference/cli.md")
	}
}

func TestEveryCommandHelps(t *testing.T) {
	t.Parallel()
	every(rootCommand(), func(c *cobra.Command) {
		if c.Example == "" && !c.HasSubCommands() {
			t.Errorf("%s has no example", c.CommandPath())
		}
		if c.Args == nil {
			t.Errorf("%s does not check its arguments", c.CommandPath())
		}
		for line := range strings.SplitSeq(c.Example, "\n") {
			if line != "" && !strings.HasPrefix(line, "  ") {
				t.Errorf("%s: the example %q is not indented", c.CommandPath(), line)
			}
		}
	})
}

func TestShellCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		root := rootCommand()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetArgs([]string{"completion", shell})
		if err := root.Execute(); err != nil || !strings.Contains(out.String(), "platen") {
			t.Errorf("%s: %v, %d bytes", shell, err, out.Len())
		}
	}
}
