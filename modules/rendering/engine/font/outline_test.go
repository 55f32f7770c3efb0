package font

import (
	"bytes"
	"math"
	"testing"

	otfont "github.com/go-text/typesetting/font"
)

// TestOutlinesAgreeWithAnotherReader compares every outline of TrueType and CFF faces with those of an independent
// reader.
func TestOutlinesAgreeWithAnotherReader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Inter", "Inter Bold Italic", "JetBrains Mono", "Noto Sans Arabic", "Noto Sans Devanagari Bold", "Noto Serif Italic"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := openSource(Source{Local: name})
			if err != nil {
				t.Fatal(err)
			}
			other, err := otfont.ParseTTF(bytes.NewReader(f.Data()))
			if err != nil {
				t.Fatal(err)
			}
			bad := 0
			for g := range f.GlyphCount() {
				data, ok := other.GlyphData(otfont.GID(g)).(otfont.GlyphOutline)
				if !ok {
					continue
				}
				if diff := compareOutline(f.Outline(GlyphID(g)), data.Segments); diff != "" && bad < 5 {
					bad++
					t.Errorf("glyph %d: %s", g, diff)
				}
				if got, want := f.Advance(GlyphID(g)), other.HorizontalAdvance(otfont.GID(g)); float32(got) != want {
					t.Errorf("glyph %d: got advance %d, want %v", g, got, want)
				}
			}
		})
	}
}

// compareOutline compares bounds and areas: the readers may start contours at different points.
func compareOutline(got *Outline, want []otfont.Segment) string {
	if got == nil {
		got = &Outline{}
	}
	box := func(add func(func(x, y float64))) [4]float64 {
		b := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		add(func(x, y float64) {
			b[0], b[1], b[2], b[3] = min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)
		})
		return b
	}
	n := [4]int{1, 1, 2, 3}
	a := box(func(f func(x, y float64)) {
		for _, s := range got.Segments {
			for _, p := range s.Args[:n[s.Op]] {
				f(float64(p.X)/64, float64(p.Y)/64)
			}
		}
	})
	b := box(func(f func(x, y float64)) {
		for _, s := range want {
			for _, p := range s.ArgsSlice() {
				f(float64(p.X), float64(p.Y))
			}
		}
	})
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1 {
			return "bounds differ"
		}
	}
	return areaDiff(got, want)
}

// areaDiff compares the signed area of the control polygons.
func areaDiff(got *Outline, want []otfont.Segment) string {
	area := func(pts [][][2]float64) float64 {
		sum := 0.0
		for _, c := range pts {
			for i := range c {
				j := (i + 1) % len(c)
				sum += c[i][0]*c[j][1] - c[j][0]*c[i][1]
			}
		}
		return sum / 2
	}
	n := [4]int{1, 1, 2, 3}
	var a, b [][][2]float64
	for _, s := range got.Segments {
		if s.Op == SegmentMove {
			a = append(a, nil)
		}
		for _, p := range s.Args[:n[s.Op]] {
			a[len(a)-1] = append(a[len(a)-1], [2]float64{float64(p.X) / 64, float64(p.Y) / 64})
		}
	}
	for _, s := range want {
		if s.Op == 0 {
			b = append(b, nil)
		}
		for _, p := range s.ArgsSlice() {
			b[len(b)-1] = append(b[len(b)-1], [2]float64{float64(p.X), float64(p.Y)})
		}
	}
	x, y := area(a), area(b)
	if math.Abs(x-y) > 64+math.Abs(y)*1e-3 {
		return "areas differ"
	}
	return ""
}

func TestCatalogueOpens(t *testing.T) {
	t.Parallel()
	for _, b := range catalogueFaces {
		f := b.open()
		if f.Name() == "" || f.GlyphCount() == 0 {
			t.Errorf("%s %d: no name or no glyphs", b.family, b.weight)
		}
		if got := f.Coverage().Encode(); got != b.coverage {
			t.Errorf("%s %d: the catalogue's coverage differs from the face's", b.family, b.weight)
		}
		if _, _, err := f.Shaping(); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
	}
}
