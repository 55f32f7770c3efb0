package layout_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/layout/layouttest"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// FuzzLayout checks that layout of arbitrary documents does not panic, keeps sizes within limits, and places every
// glyph cluster of a paragraph on at most one line.
func FuzzLayout(f *testing.F) {
	files, _ := filepath.Glob("testdata/layout/*.html")
	for _, path := range files {
		if src, err := os.ReadFile(path); err == nil {
			f.Add(string(src))
		}
	}
	f.Add("<div style='width:1e30px;margin:-1e30px;padding:1e9%'>x<span style='margin:1e20px'>y</span></div>")
	f.Add("<table><tr><td colspan=1000 rowspan=65534>" + strings.Repeat("<table><td>", 30))
	f.Add(strings.Repeat("<div style='float:left'>", 200) + "x")
	f.Add(strings.Repeat("<div style='display:flex'>", 60) + "x")
	f.Add(strings.Repeat("<div style='display:grid'>", 60) + "x")
	f.Add(strings.Repeat("<span style='position:absolute'>", 60) + "x")
	engine := layouttest.New()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<16 {
			return
		}
		start := time.Now()
		r, _, err := engine.Layout(src, 400, 300)
		if took := time.Since(start); took > 20*time.Second {
			t.Fatalf("took %v", took)
		}
		if err != nil {
			return
		}
		check(t, r.Root)
	})
}

// check checks the invariants of a fragment tree.
func check(t *testing.T, root *layout.Fragment) {
	t.Helper()
	type cluster struct {
		source string
		at     int
		box    *layout.Box
	}
	seen := map[cluster]*layout.Fragment{}
	limit := geom.MaxUnit
	var walk func(f *layout.Fragment)
	walk = func(f *layout.Fragment) {
		for _, v := range []geom.Unit{f.Size.W, f.Size.H} {
			if v < 0 || v > limit {
				t.Fatalf("a fragment of %v has size %v", f.Kind, f.Size)
			}
		}
		if f.Kind == layout.TextFragment && !f.Ellipsis {
			for _, run := range f.Runs {
				for _, g := range run.Glyphs {
					if run.Hyphen {
						continue
					}
					key := cluster{run.Source, g.Cluster, f.Box}
					if other, ok := seen[key]; ok && other != f {
						t.Fatalf("cluster %d of %q is placed twice", g.Cluster, run.Source)
					}
					seen[key] = f
				}
			}
		}
		for _, c := range f.Children {
			walk(c)
		}
	}
	walk(root)
}

// TestEveryClusterPlaced lays out text with many properties and compares the characters on the lines with the source.
func TestEveryClusterPlaced(t *testing.T) {
	t.Parallel()
	words := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau")
	for _, css := range []string{"", "width:100px", "width:30px", "text-align:justify;width:120px", "direction:rtl;width:90px", "text-wrap:balance;width:200px", "columns:2", "word-break:break-all;width:25px", "white-space:pre-wrap;width:70px", "display:flex", "display:grid", "float:right", "position:absolute"} {
		t.Run(css, func(t *testing.T) {
			t.Parallel()
			src := fmt.Sprintf("<div style='%s'>%s</div>", css, strings.Join(words, " "))
			r, _, err := layouttest.New().Layout(src, 400, 300)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			var walk func(f *layout.Fragment)
			walk = func(f *layout.Fragment) {
				if f.Kind == layout.TextFragment {
					for _, run := range f.Runs {
						got.WriteString(run.Source[run.Start:run.End])
					}
				}
				for _, c := range f.Children {
					walk(c)
				}
			}
			walk(r.Root)
			if g, want := strings.Join(strings.Fields(got.String()), ""), strings.Join(words, ""); g != want {
				t.Errorf("got %q, want %q", g, want)
			}
			check(t, r.Root)
		})
	}
}

// TestNestingIsLinear checks that the cost of measuring does not grow exponentially with depth.
func TestNestingIsLinear(t *testing.T) {
	t.Parallel()
	for _, open := range []string{
		"<div style='display:flex'>", "<div style='display:flex;flex-direction:column'>", "<div style='display:grid'>",
		"<div style='display:inline-block'>", "<div style='float:left'>", "<div style='margin:1px'>", "<table><tr><td>",
		"<div style='display:flex;align-items:center;padding:1px'>", "<span style='position:absolute'>",
	} {
		src := strings.Repeat(open, 80) + "some text"
		start := time.Now()
		if _, _, err := layouttest.New().Layout(src, 800, 600); err != nil {
			t.Errorf("%s: %v", open, err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s nested 80 deep took %v", open, took)
		}
	}
}

func TestContextStopsLayout(t *testing.T) {
	t.Parallel()
	doc, err := dom.ParseHTML(strings.Repeat("<div>text</div>", 900), dom.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 800, Height: 600})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = layout.Layout(ctx, layout.Input{Tree: tree, Text: text.NewEngine(), Fonts: font.Bundled(), Width: 800, Height: 600})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	_, err = layout.Layout(context.Background(), layout.Input{Tree: tree, Text: text.NewEngine(), Fonts: font.Bundled(), Width: 800, Height: 600, MaxBoxes: 100})
	if err == nil || !strings.Contains(err.Error(), "100 boxes") {
		t.Errorf("got %v, want an error that names the limit", err)
	}
}

// page returns a document of about n elements: cards of headings, text and tables.
func page(n int) string {
	var b strings.Builder
	for range n / 10 {
		b.WriteString("<section style='margin:10px;padding:5px;border:1px solid'><h3>A title</h3><p>Some <b>bold</b> text that <i>wraps</i> over a few lines of the card it is in.</p>" +
			"<div style='display:flex;gap:5px'><div style='flex:1'>one</div><div>two</div></div><p>And more text.</p></section>")
	}
	return b.String()
}

func BenchmarkLayout2000(b *testing.B) {
	doc, err := dom.ParseHTML(page(2000), dom.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	tree, err := style.Compute(doc, style.Options{Width: 1200, Height: 800})
	if err != nil {
		b.Fatal(err)
	}
	in := layout.Input{Tree: tree, Text: text.NewEngine(), Fonts: font.Bundled(), Width: 1200, Height: 800}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := layout.Layout(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}
