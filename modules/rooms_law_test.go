package modules_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// roomRow matches a row of the table of rooms in docs/architecture.md.
var roomRow = regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\|")

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
