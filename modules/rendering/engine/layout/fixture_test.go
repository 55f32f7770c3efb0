package layout_test

import (
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unsupported lists the fixtures with known differences, and the reason.
var unsupported = map[string]string{}

// TestBoxes lays out every fixture and compares the result with the stored boxes of Chromium.
func TestBoxes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/layout/*.html")
	if err != nil || len(files) < 150 {
		t.Fatalf("got %d fixtures, want at least 150 (%v)", len(files), err)
	}
	engine := layouttest.New()
	titles := map[string]string{}
	title := regexp.MustCompile(`<title>([^<]*)</title>`)
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".html")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := title.FindSubmatch(src)
		if m == nil {
			t.Errorf("%s has no title", name)
		} else if other, ok := titles[string(m[1])]; ok {
			t.Errorf("%s and %s have the same title", name, other)
		} else {
			titles[string(m[1])] = name
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := layouttest.Read(strings.TrimSuffix(path, ".html") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			got, err := engine.Boxes(string(src), want.Width, want.Height)
			if err != nil {
				t.Fatal(err)
			}
			diffs := layouttest.Compare(want.Boxes, got, 0.6)
			if reason, ok := unsupported[name]; ok {
				if len(diffs) == 0 {
					t.Errorf("matches now: remove it from unsupported (%s)", reason)
				}
				return
			}
			for _, d := range diffs {
				t.Error(d)
			}
		})
	}
}
