package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// referenceCommand writes docs/reference/cli.md.
func referenceCommand() *cobra.Command {
	return &cobra.Command{
		Use: "reference", Short: "Write the reference of all commands as Markdown", Hidden: true, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return writeReference(cmd.OutOrStdout(), cmd.Root()) },
	}
}

const referenceHead = `# The command line

Generated from the program: ` + "`platen reference > docs/reference/cli.md`" + `. Settings, which are environment variables, are listed by
` + "`platen config`" + `.

Every command takes ` + "`--json`" + `: the response on standard output and any error on standard error are then JSON. Progress bars are
drawn on terminals only. ` + "`platen completion bash|zsh|fish|powershell`" + ` prints a completion script.

## Exit codes

| code | meaning |
|---|---|
| 0 | success; for checks: no problem found |
| 1 | negative result (images differ, a rule is broken, a check failed), or failure |
| 2 | invalid usage, or the check could not be made |
| 130 | terminated by a signal |

An error is one line, followed by each broken rule with its path in the request and its fix. As JSON it is
` + "`{\"error\":{\"code\",\"message\",\"details\":[{\"path\",\"rule\",\"message\",\"fix_patch\"}],\"exit_code\"}}`" + `.
`

// writeReference writes every command with its flags and examples.
func writeReference(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	b.WriteString(referenceHead)
	b.WriteString("\n## Commands\n\n| command | description |\n|---|---|\n")
	every(root, func(c *cobra.Command) {
		name := c.CommandPath()
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", name, strings.ReplaceAll(name, " ", "-"), c.Short)
	})
	every(root, func(c *cobra.Command) { describeCommand(&b, c) })
	_, err := io.WriteString(w, b.String())
	return err
}

// every calls fn with every runnable command, in the order of help.
func every(root *cobra.Command, fn func(*cobra.Command)) {
	for _, c := range root.Commands() {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			continue
		}
		if c.Runnable() {
			fn(c)
		}
		every(c, fn)
	}
}

func describeCommand(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n### %s\n\n", c.CommandPath())
	text := c.Long
	if text == "" {
		text = c.Short + "."
	}
	fmt.Fprintf(b, "%s\n\n```\n%s\n```\n", text, strings.TrimSuffix(c.UseLine(), " [flags]"))
	if c.Example != "" {
		fmt.Fprintf(b, "\n```sh\n%s\n```\n", undent(c.Example))
	}
	rows := 0
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Name == jsonFlag || f.Hidden {
			return
		}
		if rows++; rows == 1 {
			b.WriteString("\n| flag | default | meaning |\n|---|---|---|\n")
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, defaultOf(f), strings.ReplaceAll(f.Usage, "|", "\\|"))
	})
}

// defaultOf returns a flag's default, "" for a zero value.
func defaultOf(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "[]", "false", "0", "0s":
		return ""
	}
	return "`" + f.DefValue + "`"
}

// undent removes the indentation of help texts.
func undent(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "  ")
	}
	return strings.Join(lines, "\n")
}
