package raster

import (
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// trueType returns a bundled Latin face with quadratic outlines.
func trueType(t testing.TB) *font.Face {
	t.Helper()
	for _, family := range []string{"JetBrains Mono", "Noto Sans", "Noto Serif", "Inter"} {
		f := font.Bundled().Primary(&font.Query{Families: []string{family}, Weight: 400, Stretch: 100}).Face
		if f != nil && !f.IsCFF() && f.HasGlyph('z') && f.HasGlyph('x') {
			t.Logf("testing with %s", f.Name())
			return f
		}
	}
	t.Skip("no bundled TrueType face")
	return nil
}

func TestHintedTextStandsOnPixelRows(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	h := newFaceHints(face)
	rows := func(r rune, size int32) (m *glyphMask, first, last uint8) {
		g, ok := face.Glyph(r)
		if !ok {
			t.Fatalf("no %c", r)
		}
		m = newGlyphMask(glyphKey{face: face, id: g, ppem: size * 1024, hints: h}, &accumulator{})
		for x := range m.w {
			first, last = max(first, m.pix[x]), max(last, m.pix[(m.h-1)*m.w+x])
		}
		return m, first, last
	}
	for size := int32(12); size <= 40; size++ {
		z, first, last := rows('z', size)
		if first < 250 || last < 250 {
			t.Errorf("%d px: z's bars cover %d and %d of their outer rows", size, first, last)
		}
		if o, _, _ := rows('o', size); size <= 30 && (o.y != z.y || o.h != z.h) {
			t.Errorf("%d px: o stands on rows %d to %d, z on %d to %d", size, o.y, o.y+o.h, z.y, z.y+z.h)
		}
		if e, f, l := rows('E', size); f < 250 || l < 250 || e.y+e.h != 0 {
			t.Errorf("%d px: E covers %d and %d of its outer rows and ends at %d", size, f, l, e.y+e.h)
		}
	}
}

func TestHintingKeepsWidths(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	h := newFaceHints(face)
	for _, r := range "Hamburgefonstiv" {
		g, _ := face.Glyph(r)
		a := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024, hints: h}, &accumulator{})
		b := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024}, &accumulator{})
		if a.x != b.x || a.w != b.w {
			t.Errorf("%c: %d+%d wide hinted, %d+%d without", r, a.x, a.w, b.x, b.w)
		}
	}
}

func TestOnlyPlainScaleIsHinted(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	one := &display.List{Width: 100, Height: 40, Ops: []display.Op{textOf(face, "zoom", 26, 5, 30, solid(0))}}
	half := &display.List{Width: 50, Height: 20, Ops: []display.Op{textOf(face, "zoom", 13, 2.5, 15, solid(0))}}
	a, b := mustDraw(t, one, Options{}), mustDraw(t, half, Options{Scale: 2})
	if string(a.Pix) == string(b.Pix) {
		t.Error("text at two device pixels a CSS pixel is hinted")
	}
}

// randomOutline makes contours of lines and quadratic curves, sane or not.
func randomOutline(r *rand.Rand) *font.Outline {
	o := &font.Outline{}
	pt := func() font.SegmentPoint {
		p := font.SegmentPoint{X: int32(r.IntN(1200)-100) * 64, Y: int32(r.IntN(8)*150-200) * 64}
		if r.IntN(20) == 0 {
			p.X, p.Y = int32(r.Uint32())/4, int32(r.Uint32())/4
		}
		return p
	}
	for range r.IntN(4) {
		o.Segments = append(o.Segments, font.Segment{Op: font.SegmentMove, Args: [3]font.SegmentPoint{pt()}})
		for range r.IntN(12) {
			if r.IntN(2) == 0 {
				o.Segments = append(o.Segments, font.Segment{Op: font.SegmentLine, Args: [3]font.SegmentPoint{pt()}})
			} else {
				o.Segments = append(o.Segments, font.Segment{Op: font.SegmentQuad, Args: [3]font.SegmentPoint{pt(), pt()}})
			}
		}
	}
	return o
}

// checkHint hints a random outline: no panic, no endless loop, every contour closed.
func checkHint(t *testing.T, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	h := newHintOutline(randomOutline(r), 1000)
	if h == nil {
		return
	}
	s := &script{width: 80, maxWidth: 90, reach: 1000, blues: []blueZone{{ref: 0, shoot: -10}, {ref: 500, shoot: 510, top: true, xHeight: true}, {ref: 700, shoot: 711, top: true}}}
	h.hint(s, s.fit(int64(8+r.IntN(60))*64*65536/1000), r.IntN(4) > 0)
	var b shapeBuilder
	h.draw(&b, 64)
	b.close()
	sum := [2]int64{}
	for _, l := range b.lines {
		sum[0] += int64(l.x1) - int64(l.x0)
		sum[1] += int64(l.y1) - int64(l.y0)
	}
	if sum != [2]int64{} {
		t.Fatalf("seed %d: contours do not close: %v", seed, sum)
	}
}

func TestHintingRandomOutlines(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		checkHint(t, seed)
	}
}

func FuzzHint(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkHint(t, seed) })
}
