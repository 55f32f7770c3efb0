package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mentions finds commands in texts: between backquotes, in <code>, and as lines of examples.
var mentions = regexp.MustCompile("`(?:\\$ )?platen ([a-z-][^`\n]*)`|<code>platen ([^\n]*?)</code>|(?m:^(?:  |\\$ )?platen ([a-z-][^\n]*)$)")

// TestCommandsThatTextsNameExist: every command of the documentation, of messages and of the console is one that the program
// has, with flags that it knows and those that it needs.
func TestCommandsThatTextsNameExist(t *testing.T) {
	t.Parallel()
	root, found := rootCommand(), 0
	check := func(name, line string) {
		line = regexp.MustCompile(`\s*([|<>#;]|&&|\)|\\\\$|" \+).*`).ReplaceAllString(line, "")
		var words []string
		for _, w := range strings.Fields(line) {
			words = append(words, strings.Trim(w, "`\"'.,"))
		}
		if len(words) == 0 || strings.ContainsAny(words[0], "=…{") || slices.Contains([]string{"dev", "is", "version"}, words[0]) && len(words) > 1 {
			return // a sentence about the program
		}
		found++
		cmd, _, err := root.Find(words)
		if err != nil || cmd == root && !strings.HasPrefix(words[0], "-") || cmd.RunE == nil && cmd.Run == nil {
			t.Errorf("%s: there is no command platen %s", name, line)
			return
		}
		cmd.InitDefaultHelpFlag()
		root.InitDefaultVersionFlag()
		for _, w := range words {
			flag, isFlag := strings.CutPrefix(w, "--")
			if flag, _, _ = strings.Cut(flag, "="); isFlag && flag != "" && cmd.Flags().Lookup(flag) == nil && cmd.InheritedFlags().Lookup(flag) == nil && root.Flags().Lookup(flag) == nil {
				t.Errorf("%s: platen %s: there is no flag --%s", name, line, flag)
			}
		}
		if cmd.CommandPath() == "platen keys create" && len(words) > 2 && !slices.Contains(words, "--mode") {
			t.Errorf("%s: platen %s needs --mode", name, line)
		}
	}
	top := filepath.Join("..", "..", "..")
	for _, dir := range []string{"README.md", "docs", "app", "modules", "sdk", "deploy", ".github", "tools"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && slices.Contains([]string{"node_modules", "dist", "gen", "oas", "testdata", "builtin"}, e.Name()):
				return fs.SkipDir
			case e.IsDir() || strings.HasSuffix(name, "_test.go") || !slices.Contains([]string{".go", ".md", ".tsx", ".ts", ".py", ".yml", ".yaml", ".txt"}, filepath.Ext(name)):
				return nil
			}
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for _, m := range mentions.FindAllStringSubmatch(string(data), -1) {
				check(strings.TrimPrefix(name, top+"/"), m[1]+m[2]+m[3])
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 100 {
		t.Errorf("found only %d commands", found)
	}
}
