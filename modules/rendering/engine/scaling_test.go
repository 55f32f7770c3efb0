package engine_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// load is a document that exercises one kind of work.
type load struct {
	html          string
	width, height int
}

// boxesLimit is the maximal number of elements of a document, without html and body.
const boxesLimit = 1998

// growing holds loads whose work is proportional to n, which is 1, 4 or 16.
var growing = []struct {
	name string
	unit string
	of   func(n int) (l load, units int)
}{
	{"pixels", "pixel", func(n int) (load, int) {
		side := map[int]int{1: 300, 4: 600, 16: 1200}[n]
		return load{"<body style='margin:0;height:100vh;background:linear-gradient(135deg,#4f46e5,#db2777,#f59e0b)'>", side, side}, side * side
	}},
	{"glyphs", "glyph", func(n int) (load, int) {
		words := 60 * n
		var b strings.Builder
		for i := range words {
			fmt.Fprintf(&b, "lorem%d ", i%7)
		}
		return load{"<body style='margin:0;font-size:10px'>" + b.String(), 1000, 600}, words * 6
	}},
	{"boxes", "box", func(n int) (load, int) {
		boxes := boxesLimit / 16 * n
		return load{"<body style='margin:0;display:flex;flex-wrap:wrap'>" + strings.Repeat("<i style='flex:none;width:18px;height:9px;margin:1px;background:#38bdf8'></i>", boxes), 1000, 600}, boxes
	}},
	{"nested boxes", "box", func(n int) (load, int) {
		groups := boxesLimit / 16 / 6 * n
		group := "<div style='display:grid;grid-template-columns:1fr 2fr auto'><p style='margin:2px'>x</p><div style='display:flex'><b style='flex:1'>y</b><b>z</b></div></div>"
		return load{"<body style='margin:0;font-size:6px'>" + strings.Repeat(group, groups), 1000, 600}, groups * 6
	}},
	{"blur", "pixel", func(n int) (load, int) {
		side := map[int]int{1: 250, 4: 500, 16: 1000}[n]
		return load{fmt.Sprintf("<body style='margin:0'><div style='width:%dpx;height:%dpx;filter:blur(20px);background:linear-gradient(#4f46e5,#f59e0b)'>", side, side), 1200, 1200}, side * side
	}},
	{"shadow", "pixel", func(n int) (load, int) {
		side := map[int]int{1: 250, 4: 500, 16: 1000}[n]
		return load{fmt.Sprintf("<body style='margin:0'><div style='width:%dpx;height:%dpx;border-radius:20px;box-shadow:0 0 40px #000a'>", side, side), 1200, 1200}, side * side
	}},
}

// pixels draws a load with a new engine.
func (l load) pixels(tb testing.TB) {
	tb.Helper()
	ctx := context.Background()
	e := engine.New(engine.Options{})
	pic := l.draw(tb, e)
	if _, err := e.Pixels(ctx, pic, nil); err != nil {
		tb.Fatal(err)
	}
}

func (l load) draw(tb testing.TB, e *engine.Engine) *engine.Drawing {
	tb.Helper()
	doc, err := e.Open(context.Background(), engine.Source{HTML: l.html}, engine.Settings{Width: l.width, Height: l.height})
	if err != nil {
		tb.Fatal(err)
	}
	pic, err := doc.Draw(context.Background(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return pic
}

// BenchmarkScaling measures one, four and sixteen times the work, the cost per unit, and the independence of a blur's
// cost from its radius.
func BenchmarkScaling(b *testing.B) {
	for _, g := range growing {
		for _, n := range []int{1, 4, 16} {
			b.Run(fmt.Sprintf("%s/%dx", g.name, n), func(b *testing.B) {
				l, units := g.of(n)
				for b.Loop() {
					l.pixels(b)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(units), "ns/"+g.unit)
			})
		}
	}
	for _, radius := range radii {
		b.Run(fmt.Sprintf("blur radius/%d", radius), func(b *testing.B) {
			for b.Loop() {
				blurred(radius).pixels(b)
			}
		})
	}
	b.Run("layout of 2000 elements", func(b *testing.B) {
		l, _ := growing[2].of(16)
		e := engine.New(engine.Options{})
		for b.Loop() {
			l.draw(b, e)
		}
	})
}

var radii = []int{4, 16, 64, 256}

// blurred returns a load with a layer that is larger than the canvas for every radius.
func blurred(radius int) load {
	return load{fmt.Sprintf("<body style='margin:0'><div style='margin:-800px;width:2200px;height:2200px;filter:blur(%dpx);background:linear-gradient(45deg,#4f46e5,#f59e0b)'>", radius), 600, 600}
}

// BenchmarkEncoders encodes card a in every format; MB/s refers to the bytes of the raw frame.
func BenchmarkEncoders(b *testing.B) {
	ctx := context.Background()
	card, err := os.ReadFile("testdata/bench/card-a.html")
	if err != nil {
		b.Fatal(err)
	}
	e := engine.New(engine.Options{})
	pm, err := e.Pixels(ctx, load{string(card), 1200, 630}.draw(b, e), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		o    encode.Options
	}{
		{"png", encode.Options{Format: encode.PNG}}, {"png palette", encode.Options{Format: encode.PNG, Palette: true}},
		{"jpeg 85", encode.Options{Format: encode.JPEG, Quality: 85}},
		{"webp 80", encode.Options{Format: encode.WebP, Quality: 80}}, {"webp lossless", encode.Options{Format: encode.WebP, Lossless: true}},
		{"avif 80", encode.Options{Format: encode.AVIF, Quality: 80}}, {"gif", encode.Options{Format: encode.GIF}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(pm.Pix)))
			for b.Loop() {
				if _, err := encode.Encode(ctx, pm, c.o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
