package raster

import (
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/hint"
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
	t.Fatal("no bundled TrueType face")
	return nil
}

func TestHintedTextAlignsToPixelRows(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	h := hint.New(face)
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
			t.Errorf("%d px: o covers rows %d to %d, z rows %d to %d", size, o.y, o.y+o.h, z.y, z.y+z.h)
		}
		if e, f, l := rows('E', size); f < 250 || l < 250 || e.y+e.h != 0 {
			t.Errorf("%d px: E covers %d and %d of its outer rows and ends at %d", size, f, l, e.y+e.h)
		}
	}
}

func TestHintingKeepsWidths(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	h := hint.New(face)
	for _, r := range "Hamburgefonstiv" {
		g, _ := face.Glyph(r)
		a := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024, hints: h}, &accumulator{})
		b := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024}, &accumulator{})
		if a.x != b.x || a.w != b.w {
			t.Errorf("%c: x and width are %d+%d hinted, %d+%d unhinted", r, a.x, a.w, b.x, b.w)
		}
	}
}

// TestEveryScaleIsHinted compares text with the same text at half the size and twice the scale, which Chromium hints
// identically.
func TestEveryScaleIsHinted(t *testing.T) {
	t.Parallel()
	face := trueType(t)
	one := &display.List{Width: 100, Height: 40, Ops: []display.Op{textOf(face, "zoom", 26, 5, 30, solid(0))}}
	half := &display.List{Width: 50, Height: 20, Ops: []display.Op{textOf(face, "zoom", 13, 2.5, 15, solid(0))}}
	a, b := mustDraw(t, one, Options{}), mustDraw(t, half, Options{Scale: 2})
	if string(a.Pix) != string(b.Pix) {
		t.Error("text at two device pixels per CSS pixel is not hinted as text of twice the size")
	}
}

func cjkFace(t testing.TB) *font.Face {
	t.Helper()
	f := font.Bundled().Primary(&font.Query{Families: []string{"Noto Sans CJK"}, Weight: 400, Stretch: 100}).Face
	if f == nil || !f.IsCFF() {
		t.Fatal("no bundled CJK face")
	}
	return f
}

// bars counts the horizontal bars of a mask, at a third of its width, and those with a sharp edge.
func bars(m *glyphMask) (all, sharp int) {
	at := func(y int) uint8 {
		if y < 0 || y >= m.h {
			return 0
		}
		return m.pix[y*m.w+m.w/3]
	}
	for y := 0; y < m.h; y++ {
		if at(y) == 0 {
			continue
		}
		end := y
		for at(end) > 0 {
			end++
		}
		all++
		if end-y > 1 && (at(y) > 250 || at(end-1) > 250) {
			sharp++
		}
		y = end
	}
	return all, sharp
}

func TestIdeographStemsAlignToPixelRows(t *testing.T) {
	t.Parallel()
	face := cjkFace(t)
	h := hint.New(face)
	for _, r := range "三王日" {
		g, _ := face.Glyph(r)
		missed := 0
		for size := int32(30); size <= 64; size++ {
			key := glyphKey{face: face, id: g, ppem: size * 1024, hints: h}
			all, sharp := bars(newGlyphMask(key, &accumulator{}))
			if all != 3 || sharp != 3 {
				t.Errorf("%c at %d px: %d bars, %d with a sharp edge", r, size, all, sharp)
			}
			key.hints = nil
			if _, sharp := bars(newGlyphMask(key, &accumulator{})); sharp < 3 {
				missed++
			}
		}
		if missed < 10 {
			t.Errorf("%c has sharp bars without hints at all but %d sizes, so the test proves nothing", r, missed)
		}
	}
}

func TestStemHintsKeepWidths(t *testing.T) {
	t.Parallel()
	face := cjkFace(t)
	h := hint.New(face)
	for _, r := range "你好世界、かなA1" {
		g, _ := face.Glyph(r)
		a := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024, hints: h}, &accumulator{})
		b := newGlyphMask(glyphKey{face: face, id: g, ppem: 24 * 1024}, &accumulator{})
		if a.x != b.x || a.w != b.w {
			t.Errorf("%c: x and width are %d+%d hinted, %d+%d unhinted", r, a.x, a.w, b.x, b.w)
		}
	}
}
