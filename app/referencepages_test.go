package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/platenhq/platen/app"
)

// TestTheReferenceIsCurrent compares the generated pages with what the code says now.
func TestTheReferenceIsCurrent(t *testing.T) {
	t.Parallel()
	pages, err := app.ReferencePages(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pages {
		if got, err := os.ReadFile(filepath.Join("..", name)); err != nil || string(got) != want {
			t.Errorf("%s is old (%v); write it again: go run ./app/cmd/reference", name, err)
		}
	}
}
