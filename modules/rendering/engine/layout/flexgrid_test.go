package layout_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
)

// TestFlexAndGridAgreeWithChromium lays out every document in testdata/flex and testdata/grid and compares its boxes
// with those of Chromium.
func TestFlexAndGridAgreeWithChromium(t *testing.T) {
	t.Parallel()
	engine := layouttest.New()
	for _, dir := range []string{"flex", "grid"} {
		files, err := filepath.Glob(filepath.Join("testdata", dir, "*.html"))
		if err != nil || len(files) < 50 {
			t.Fatalf("got %d fixtures in %s (%v), want at least 50", len(files), dir, err)
		}
		for _, file := range files {
			t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(file), ".html"), func(t *testing.T) {
				t.Parallel()
				want, err := layouttest.Read(strings.TrimSuffix(file, ".html") + ".json")
				if err != nil {
					t.Fatal(err)
				}
				src, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				got, err := engine.Boxes(string(src), want.Width, want.Height)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range layouttest.Compare(want.Boxes, got, 0.1) {
					t.Errorf("%v", d)
				}
			})
		}
	}
}
