package modules_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// generatedPatterns are the patterns of .gitattributes that mark generated files.
func generatedPatterns(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../.gitattributes")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] != "#" && f[1] == "linguist-generated" {
			out = append(out, f[0])
		}
	}
	return out
}

// attributes reports whether a pattern of .gitattributes matches a file. It supports the forms in use: a file name
// anywhere, or a path from the root in which ** matches any number of folders.
func attributes(pattern, file string) bool {
	rooted, ok := strings.CutPrefix(pattern, "/")
	if !ok {
		matched, _ := path.Match(pattern, path.Base(file))
		return matched
	}
	re := regexp.QuoteMeta(rooted)
	re = strings.NewReplacer(`/\*\*/`, "/(.*/)?", `/\*\*`, "/.*", `\*`, "[^/]*").Replace(re)
	return regexp.MustCompile("^" + re + "$").MatchString(file)
}

var generatedNotice = regexp.MustCompile(`(?m)^(// Code generated .* DO NOT EDIT\.|<!-- Generated |# Generated from )`)

// TestGeneratedFilesAreMarked checks that .gitattributes marks every generated file, so that reviews collapse it, and
// that no mark is left of a file that was removed.
func TestGeneratedFilesAreMarked(t *testing.T) {
	t.Parallel()
	patterns := generatedPatterns(t)
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".."; hidden || d.Name() == "node_modules" || d.Name() == "data" {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".md", ".yaml", ".json", ".ts", ".js", ".sum"}, path.Ext(p)) {
			return nil
		}
		rel := strings.TrimPrefix(filepath.ToSlash(p), "../")
		marked := false
		for _, pattern := range patterns {
			if attributes(pattern, rel) {
				marked, used[pattern] = true, true
			}
		}
		if marked {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if generatedNotice.Match(text[:min(len(text), 400)]) {
			t.Errorf("%s is generated: mark it in .gitattributes with linguist-generated", rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range patterns {
		if !used[pattern] {
			t.Errorf(".gitattributes marks %s, which matches no file", pattern)
		}
	}
}
