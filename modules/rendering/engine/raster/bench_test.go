package raster

import (
	"context"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

func sans(t testing.TB) *font.Face {
	t.Helper()
	m := font.Bundled().Primary(&font.Query{Families: []string{"Inter"}, Weight: 400, Stretch: 100})
	if m.Face == nil {
		t.Fatal("no bundled font")
	}
	return m.Face
}

// textOf places characters by their advances.
func textOf(face *font.Face, text string, size, x, y float64, b display.Brush) display.Glyphs {
	g := display.Glyphs{Face: face, Size: geom.FromFloat(size), Brush: b, Text: text}
	for i, r := range text {
		id, _ := face.Glyph(r)
		g.Glyphs = append(g.Glyphs, display.Glyph{ID: id, X: px(x), Y: px(y), Cluster: int32(i)})
		x += float64(face.Advance(id)) * size / float64(face.Metrics().UnitsPerEm)
	}
	return g
}

const loremText = "The quick brown fox jumps over the lazy dog, and"

func cardGradient() display.Op {
	return display.FillRect{Rect: rectOf(0, 0, 1200, 630), Brush: &display.Gradient{P0: point(0, 0), P1: point(1200, 630), Stops: stops(rgb(0x4f46e5), rgb(0xdb2777), rgb(0xf59e0b))}}
}

func cardPanel() display.Op {
	return display.FillRRect{RRect: rounded(60, 60, 1080, 510, 24), Brush: display.Solid{Color: rgba(0xffffff, 220)}}
}

func cardShadow() display.Op {
	return display.Shadow{RRect: rounded(60, 80, 1080, 510, 24), Clip: rounded(60, 60, 1080, 510, 24), Sigma: px(30), Color: rgba(0, 90)}
}

func cardText(face *font.Face) []display.Op {
	return []display.Op{
		textOf(face, loremText[:24], 56, 110, 180, solid(0x111827)),
		textOf(face, loremText[24:], 56, 110, 250, solid(0x111827)),
		textOf(face, loremText, 26, 110, 330, solid(0x374151)),
		textOf(face, loremText, 26, 110, 370, solid(0x374151)),
		textOf(face, loremText, 26, 110, 410, solid(0x374151)),
	}
}

func benchList(b *testing.B, o Options, cold bool, ops ...display.Op) {
	b.Helper()
	l := &display.List{Width: 1200, Height: 630, Ops: ops}
	if !cold {
		o.Cache = NewCache(0)
	}
	b.ReportAllocs()
	o.Memory = given(make([]byte, 1200*630*4)) // as in a server that reuses buffers
	for b.Loop() {
		if _, err := Draw(context.Background(), l, o); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEmptyCanvas(b *testing.B) { benchList(b, Options{}, false) }

func BenchmarkGradient(b *testing.B) { benchList(b, Options{}, false, cardGradient()) }

func BenchmarkRadial(b *testing.B) {
	benchList(b, Options{}, false, display.FillRect{Rect: rectOf(0, 0, 1200, 630), Brush: &display.Gradient{Kind: display.Radial, P0: point(600, 300), P1: point(600, 300), R1: px(700), Stops: stops(rgb(0x4f46e5), rgb(0xdb2777))}})
}

func BenchmarkConic(b *testing.B) {
	benchList(b, Options{}, false, display.FillRect{Rect: rectOf(0, 0, 1200, 630), Brush: &display.Gradient{Kind: display.Conic, P0: point(600, 300), Stops: stops(rgb(0x4f46e5), rgb(0xdb2777))}})
}

func BenchmarkPanel(b *testing.B) { benchList(b, Options{}, false, cardPanel()) }

func BenchmarkShadowWarm(b *testing.B) { benchList(b, Options{}, false, cardShadow()) }

func BenchmarkShadowCold(b *testing.B) { benchList(b, Options{}, true, cardShadow()) }

func BenchmarkGlyphsWarm(b *testing.B) { benchList(b, Options{}, false, cardText(sans(b))...) }

func BenchmarkGlyphsCold(b *testing.B) { benchList(b, Options{}, true, cardText(sans(b))...) }

func BenchmarkCard(b *testing.B) {
	ops := append([]display.Op{cardGradient(), cardShadow(), cardPanel()}, cardText(sans(b))...)
	for _, workers := range []int{1, 2} {
		b.Run(map[int]string{1: "1", 2: "2"}[workers], func(b *testing.B) { benchList(b, Options{Workers: workers}, false, ops...) })
	}
}

func BenchmarkBlur(b *testing.B) {
	for _, sigma := range []float64{1, 3, 8, 30, 60} {
		b.Run(fmt.Sprint(sigma), func(b *testing.B) {
			benchList(b, Options{}, false, cardGradient(), display.PushLayer{Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: px(sigma), SigmaY: px(sigma)}}}, cardPanel(), display.Pop{})
		})
	}
}

func BenchmarkBackdropBlur(b *testing.B) {
	r := rounded(60, 60, 1080, 510, 24)
	benchList(b, Options{}, false, cardGradient(), display.PushLayer{Bounds: r.Rect, Opacity: 255, Backdrop: []display.Filter{{Kind: display.Blur, SigmaX: px(20), SigmaY: px(20)}}, BackdropClip: &r}, cardPanel(), display.Pop{})
}

func BenchmarkImageShrink(b *testing.B) {
	img := checkers(1600)
	benchList(b, Options{}, true, display.DrawImage{Image: img, Src: rectOf(0, 0, 1600, 1600), Dst: rectOf(0, 0, 480, 480)})
}

func BenchmarkOpacityLayer(b *testing.B) {
	benchList(b, Options{}, false, display.PushLayer{Opacity: 128}, cardGradient(), display.Pop{})
}
