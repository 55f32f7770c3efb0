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

// roomRow matches a row of the table of rooms in docs/architecture.md.
var roomRow = regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\|")

// fuzzTarget matches the declaration of a fuzz target.
var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// TestArchitecturePageListsEveryPackage: every folder of the repository and every module has one row in the table, and
// every row is a folder.
func TestArchitecturePageListsEveryPackage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(string(page), "## ")
	var rows []string
	for _, m := range roomRow.FindAllStringSubmatch(table, -1) {
		rows = append(rows, m[1])
		if info, err := os.Stat("../" + m[1]); err != nil || !info.IsDir() {
			t.Errorf("docs/architecture.md names %s, which is not a folder", m[1])
		}
	}
	ignored := ignoredFolders(t)
	for _, parent := range []string{"", "modules/"} {
		entries, err := os.ReadDir("../" + parent)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			room := parent + e.Name()
			// modules has a row for each of its folders; hidden folders and what git ignores are not rooms.
			if !e.IsDir() || strings.HasPrefix(e.Name(), ".") || room == "modules" || ignored[room] {
				continue
			}
			if n := len(slices.DeleteFunc(slices.Clone(rows), func(r string) bool { return r != room })); n != 1 {
				t.Errorf("docs/architecture.md has %d rows for %s, want 1", n, room)
			}
		}
	}
}

// ignoredFolders returns the folders of the repository's root that .gitignore names: what a run of the program, the
// setup or a build leaves there is not part of the tree.
func ignoredFolders(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if name, folder := strings.CutSuffix(strings.TrimSpace(line), "/"); folder {
			out[strings.TrimPrefix(name, "/")] = true
		}
	}
	return out
}

// TestCorporaHaveATarget: every folder testdata/fuzz/FuzzName stands in the package that declares FuzzName, else no run
// replays its inputs.
func TestCorporaHaveATarget(t *testing.T) {
	t.Parallel()
	targets := map[string]bool{}
	for _, f := range readTree(t) {
		for _, m := range fuzzTarget.FindAllStringSubmatch(f.text, -1) {
			targets[path.Dir(f.path)+"/testdata/fuzz/"+m[1]] = true
		}
	}
	corpora := 0
	for _, top := range []string{"app", "modules", "sdk", "e2e"} {
		err := filepath.WalkDir(filepath.Join("..", top), func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			if d.Name() == "node_modules" {
				return fs.SkipDir
			}
			if name, _ := filepath.Rel("..", p); path.Base(path.Dir(filepath.ToSlash(p))) == "fuzz" && path.Base(path.Dir(path.Dir(filepath.ToSlash(p)))) == "testdata" {
				corpora++
				if !targets[filepath.ToSlash(name)] {
					t.Errorf("%s: no such fuzz target in this package", name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if corpora < 40 {
		t.Errorf("%d corpora were found: the pattern matches nothing", corpora)
	}
}
