package modules_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
)

var packageRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| .+ \\|$")

// TestEveryPackageIsListed compares the rows of docs/packages.md with the package directories of the tree.
func TestEveryPackageIsListed(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/packages.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, row := range packageRow.FindAllSubmatch(text, -1) {
		listed[string(row[1])] = true
	}
	found := map[string]bool{}
	for _, f := range readTree(t) {
		if f.ast != nil && !within(f.dir(), "proto/gen") && !within(f.dir(), "app/surface/rest/internal/oas") {
			found[f.dir()] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		if !listed[dir] {
			t.Errorf("docs/packages.md lacks a row for %s", dir)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(listed)) {
		if !found[dir] {
			t.Errorf("docs/packages.md has a row for %s, which is not a package", dir)
		}
	}
}
