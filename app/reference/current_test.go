package reference_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/app/reference"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/conf"
	"github.com/platenhq/platen/proto/openapi"
)

// TestReferenceIsCurrent compares the committed pages with those generated from the code.
func TestReferenceIsCurrent(t *testing.T) {
	t.Parallel()
	_, settings, err := app.LoadConfig(conf.Map("defaults", nil))
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..")
	pages, err := reference.Pages(reference.Sources{Tree: os.DirFS(root), Settings: settings, OpenAPI: openapi.JSON, Status: rest.Status})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range pages {
		if got, err := os.ReadFile(filepath.Join(root, "docs", "reference", name)); err != nil || string(got) != want {
			t.Errorf("%s is out of date (%v); regenerate it: go run ./app/cmd/reference", name, err)
		}
	}
}
