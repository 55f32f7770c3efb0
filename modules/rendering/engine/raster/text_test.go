package raster

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// emoji returns a bundled face with colour glyphs for text.
func emoji(t testing.TB, text string) *font.Face {
	t.Helper()
	m, ok := font.Bundled().Lookup(&font.Query{Families: []string{"Inter"}, Weight: 400, Stretch: 100}, text)
	if !ok || !m.Face.HasColor() {
		t.Fatalf("no bundled face with colours for %q", text)
	}
	return m.Face
}

func TestTextDraws(t *testing.T) {
	t.Parallel()
	face := sans(t)
	l := &display.List{Width: 700, Height: 420}
	add := func(ops ...display.Op) { l.Ops = append(l.Ops, ops...) }
	add(display.FillRect{Rect: rectOf(0, 0, 700, 420), Brush: solid(0xffffff)})
	for i, size := range []float64{10, 12, 14, 16, 20, 28} {
		add(textOf(face, loremText, size, 10, 20+float64(i*i)*5+float64(i)*14, solid(0x111827)))
	}
	bold := textOf(face, "Emboldened text", 28, 10, 280, solid(0x111827))
	bold.Embolden = px(1)
	slanted := textOf(face, "Oblique text", 28, 280, 280, solid(0x111827))
	slanted.Oblique = 13930
	outlined := textOf(face, "Stroked", 48, 480, 280, solid(0xdb2777))
	outlined.Stroke = &display.Stroke{Width: px(1.5), Join: display.Miter}
	add(bold, slanted, outlined)
	add(display.PushTransform{Matrix: geom.Translate(10, 330).Mul(geom.Rotate(-4))},
		textOf(face, "Turned by four degrees", 24, 0, 20, solid(0x4f46e5)), display.Pop{})
	g := textOf(face, "Gradient", 60, 330, 350, &display.Gradient{P0: point(330, 0), P1: point(600, 0), Stops: stops(rgb(0x4f46e5), rgb(0xdb2777))})
	add(g)
	p := mustDraw(t, l, Options{})
	dark := 0
	for i := 0; i < len(p.Pix); i += 4 {
		if p.Pix[i] < 100 {
			dark++
		}
	}
	if dark < 3000 {
		t.Errorf("%d dark pixels: the text is missing", dark)
	}
	save(t, "text", p)
}

func TestColorGlyphsDraw(t *testing.T) {
	t.Parallel()
	l := &display.List{Width: 500, Height: 130, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 500, 130), Brush: solid(0xffffff)}}}
	face := emoji(t, "😀")
	l.Ops = append(l.Ops, textOf(face, "😀🦊🌈🍕🚀🎨", 64, 10, 80, solid(0)), textOf(face, "😀🦊🌈🍕🚀🎨", 20, 10, 120, display.Solid{Color: rgba(0, 128)}))
	p := mustDraw(t, l, Options{})
	colors := map[[3]byte]bool{}
	for i := 0; i < len(p.Pix); i += 4 {
		colors[[3]byte(p.Pix[i:i+3])] = true
	}
	if len(colors) < 200 {
		t.Errorf("%d colours in a row of emoji", len(colors))
	}
	save(t, "emoji", p)
}
