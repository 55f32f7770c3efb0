package vector

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
	"github.com/platenhq/platen/modules/rendering/engine/vector/pdftest"
)

func testOptions() Options {
	return Options{
		PNG: func(context.Context, *raster.Pixmap) ([]byte, error) { return []byte("png"), nil },
		Compress: func(data []byte, _, _ int) []byte {
			var b bytes.Buffer
			w := zlib.NewWriter(&b)
			_, _ = w.Write(data)
			_ = w.Close()
			return b.Bytes()
		},
	}
}

func px(v int) display.Coord { return display.Coord(v * 1024) }

func square() display.FillRect {
	return display.FillRect{Rect: display.Rect{X0: px(1), Y0: px(2), X1: px(11), Y1: px(7)}, Brush: display.Solid{Color: display.Color{R: 255, A: 128}}}
}

func TestSVGIsExact(t *testing.T) {
	t.Parallel()
	l := &display.List{Width: 20, Height: 10, Ops: []display.Op{square()}, Links: []display.Link{{Area: square().Rect, URL: "https://a.example/?x=1&y=\""}, {Area: square().Rect, URL: "javascript:alert(1)"}}}
	got, err := SVG(t.Context(), l, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"><path d="M1 2L11 2L11 7L1 7Z" fill="#ff0000" fill-opacity="0.502"/>` +
		`<a href="https://a.example/?x=1&amp;y=&quot;"><rect x="1" y="2" width="10" height="5" fill-opacity="0"/></a></svg>` + "\n"
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDashesOfPDFStartInsideThePattern(t *testing.T) {
	t.Parallel()
	path := &display.Path{}
	path.MoveTo(display.Point{})
	path.LineTo(display.Point{X: px(20)})
	line := display.StrokePath{Path: path, Stroke: display.Stroke{Width: px(1), Dash: []display.Coord{px(5)}, DashOffset: px(-3)}, Brush: display.Solid{Color: display.Color{A: 255}}}
	got, err := PDF(t.Context(), []*display.List{{Width: 20, Height: 10, Ops: []display.Op{line}}}, testOptions())
	if err != nil || !strings.Contains(pdftest.Text(got), "[5 ] 7 d") {
		t.Errorf("%v; the file has no phase 7 of the dashes: %s", err, pdftest.Text(got))
	}
}

func TestGradientStopsHaveColors(t *testing.T) {
	t.Parallel()
	g := &display.Gradient{P1: display.Point{X: px(10)}, Stops: []display.Stop{{Color: display.Color{R: 255, A: 255}}, {Offset: 65536, Color: display.Color{B: 255, A: 255}}}}
	got, err := SVG(t.Context(), &display.List{Width: 20, Height: 10, Ops: []display.Op{display.FillRect{Rect: square().Rect, Brush: g}}}, testOptions())
	if err != nil || !strings.Contains(string(got), `<stop offset="1" stop-color="#0000ff"/>`) {
		t.Errorf("%v %s", err, got)
	}
}

// TestGradientGoesAroundToTheSameHue: the longer way between two equal hues is the whole circle.
func TestGradientGoesAroundToTheSameHue(t *testing.T) {
	t.Parallel()
	red := display.Stop{Color: display.Color{R: 255, A: 255}}
	end := red
	end.Offset = 65536
	g := &display.Gradient{P1: display.Point{X: px(10)}, Space: display.OKLCH, Hue: hue.Longer, Stops: []display.Stop{red, end}}
	got, err := SVG(t.Context(), &display.List{Width: 20, Height: 10, Ops: []display.Op{display.FillRect{Rect: square().Rect, Brush: g}}}, testOptions())
	if n := strings.Count(string(got), "<stop "); err != nil || n < 20 {
		t.Errorf("%d stops: %v %s", n, err, got)
	}
}

// TestStripesArePaths: a gradient of bands is drawn as paths, which readers draw exactly, unless two translucent ones meet.
func TestStripesArePaths(t *testing.T) {
	t.Parallel()
	stop := func(percent int32, a uint8) display.Stop {
		return display.Stop{Offset: percent * 65536 / 100, Color: display.Color{R: uint8(percent), A: a}}
	}
	for name, c := range map[string]struct {
		stops []display.Stop
		paths bool
	}{
		"opaque":                  {[]display.Stop{stop(0, 255), {Offset: 32768, Color: stop(0, 255).Color}, stop(50, 255), {Offset: 65536, Color: stop(50, 255).Color}}, true},
		"translucent and nothing": {[]display.Stop{stop(0, 90), {Offset: 32768, Color: stop(0, 90).Color}, stop(50, 0), {Offset: 65536, Color: stop(50, 0).Color}}, true},
		"two translucent":         {[]display.Stop{stop(0, 90), {Offset: 32768, Color: stop(0, 90).Color}, stop(50, 80), {Offset: 65536, Color: stop(50, 80).Color}}, false},
		"smooth":                  {[]display.Stop{stop(0, 255), stop(100, 255)}, false},
	} {
		g := &display.Gradient{P1: display.Point{X: px(10)}, Spread: display.Repeat, Stops: c.stops}
		got, err := PDF(t.Context(), []*display.List{{Width: 20, Height: 10, Ops: []display.Op{display.FillRect{Rect: square().Rect, Brush: g}}}}, testOptions())
		if err != nil {
			t.Fatal(err)
		}
		if shaded := strings.Contains(pdftest.Text(got), "/ShadingType"); shaded == c.paths {
			t.Errorf("%s: has a shading: %t", name, shaded)
		}
	}
}

func TestPDFTextCanBeSearched(t *testing.T) {
	t.Parallel()
	m, _ := font.Bundled().Lookup(&font.Query{Families: []string{"Inter"}}, "A")
	a, _ := m.Face.Glyph('A')
	op := display.Glyphs{Face: m.Face, Size: geom.FromFloatRound(16), Text: "Ä", Brush: display.Solid{Color: display.Color{A: 255}}, Glyphs: []display.Glyph{{ID: a, X: px(3), Y: px(9)}}}
	got, err := PDF(t.Context(), []*display.List{{Width: 40, Height: 20, Ops: []display.Op{op}}}, testOptions())
	if err != nil {
		t.Fatal(err)
	}
	text := pdftest.Text(got)
	if !strings.Contains(text, "<0001> <00C4>") || !strings.Contains(text, "1 0 0 -1 3 9 Tm\n[(\x00\x01)]TJ") {
		t.Errorf("no code for the text in:\n%s", text)
	}
	if !strings.Contains(text, "/MediaBox [0 0 30 15]") {
		t.Error("a pixel of the page is not 0.75 points")
	}
}

func TestUnbalancedListsFail(t *testing.T) {
	t.Parallel()
	for _, ops := range [][]display.Op{{display.Pop{}}, {display.PushTransform{Matrix: geom.Identity()}}} {
		l := &display.List{Width: 20, Height: 20, Ops: ops}
		if _, err := SVG(t.Context(), l, testOptions()); !errors.Is(err, ErrUnbalanced) {
			t.Errorf("SVG: %v", err)
		}
		if _, err := PDF(t.Context(), []*display.List{l}, testOptions()); !errors.Is(err, ErrUnbalanced) {
			t.Errorf("PDF: %v", err)
		}
	}
}

// randomOps returns operations from random numbers, valid or not.
func randomOps(r *rand.Rand, depth int) []display.Op {
	c := func() display.Coord {
		if r.IntN(10) == 0 {
			return display.Coord(r.Uint32())
		}
		return display.Coord(r.IntN(80*1024) - 10*1024)
	}
	pt := func() display.Point { return display.Point{X: c(), Y: c()} }
	rr := func() display.RRect {
		return display.RRect{Rect: display.Rect{X0: c(), Y0: c(), X1: c(), Y1: c()}, Radii: [4]display.Point{pt(), pt()}}
	}
	path := func() *display.Path {
		p := &display.Path{}
		for range r.IntN(8) {
			p.Verbs = append(p.Verbs, display.Verb(r.IntN(6)))
			p.Points = append(p.Points, pt(), pt())
		}
		return p
	}
	brush := func() display.Brush {
		if r.IntN(2) == 0 {
			return display.Solid{Color: display.Color{R: 9, A: uint8(r.Uint32())}}
		}
		g := &display.Gradient{Kind: display.GradientKind(r.IntN(3)), P0: pt(), P1: pt(), R1: c(), Space: display.ColorSpace(r.IntN(8)), Spread: display.Spread(r.IntN(3))}
		for i := range r.IntN(4) {
			g.Stops = append(g.Stops, display.Stop{Offset: int32(i * r.IntN(40000)), Color: display.Color{G: uint8(i), A: uint8(r.Uint32())}})
		}
		return g
	}
	var ops []display.Op
	for range r.IntN(6) {
		var push display.Op
		switch r.IntN(9) {
		case 0:
			ops = append(ops, display.FillRRect{RRect: rr(), Brush: brush()})
		case 1:
			ops = append(ops, display.FillPath{Path: path(), Brush: brush(), Rule: display.FillRule(r.IntN(2))})
		case 2:
			ops = append(ops, display.StrokePath{Path: path(), Brush: brush(), Stroke: display.Stroke{Width: c(), Dash: []display.Coord{c(), c()}}})
		case 3:
			push = display.PushTransform{Matrix: geom.Matrix{A: r.NormFloat64(), D: math.NaN()}}
		case 4:
			push = display.PushTransform{Matrix: geom.Rotate(r.Float64() * 360)}
		case 5:
			push = display.PushClipPath{Path: path()}
		case 6:
			push = display.PushLayer{Bounds: display.Rect{X1: px(60), Y1: px(60)}, Opacity: uint8(r.Uint32()), Blend: display.Blend(r.IntN(21))}
		case 7:
			push = display.PushLayer{Bounds: display.Rect{X1: px(60), Y1: px(60)}, Opacity: 255, Mask: &display.List{Width: 60, Height: 60, Ops: []display.Op{square()}}}
		default:
			ops = append(ops, square())
		}
		if push != nil && depth > 0 {
			ops = append(append(append(ops, push), randomOps(r, depth-1)...), display.Pop{})
		}
	}
	return ops
}

func TestRandomListsGiveFilesThatParse(t *testing.T) {
	t.Parallel()
	for seed := range uint64(150) {
		l := &display.List{Width: 60, Height: 60, Ops: randomOps(rand.New(rand.NewPCG(seed, 1)), 3)}
		one, err := SVG(t.Context(), l, testOptions())
		if errors.Is(err, raster.ErrTooComplex) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: SVG: %v", seed, err)
		}
		d := xml.NewDecoder(bytes.NewReader(one))
		for err == nil {
			_, err = d.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		two, _ := SVG(t.Context(), l, testOptions())
		a, err := PDF(t.Context(), []*display.List{l, l}, testOptions())
		if errors.Is(err, raster.ErrTooComplex) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: PDF: %v", seed, err)
		}
		b, _ := PDF(t.Context(), []*display.List{l, l}, testOptions())
		if !bytes.Equal(one, two) || !bytes.Equal(a, b) {
			t.Fatalf("seed %d: writing the same list again gives different bytes", seed)
		}
	}
}
