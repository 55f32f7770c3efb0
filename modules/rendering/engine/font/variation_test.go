package font

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestVariationsAgreeWithFontTools compares instances of a face with five axes.
func TestVariationsAgreeWithFontTools(t *testing.T) {
	t.Parallel()
	f, err := Open(readTestdata(t, "recursive-cyrillic-ext-full-normal.woff2"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(readTestdata(t, "variations.txt")), "\n") {
		at, rest, ok := strings.Cut(line, ";")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var values []Variation
		for kv := range strings.FieldsSeq(at) {
			tag, v, _ := strings.Cut(kv, "=")
			x, _ := strconv.ParseFloat(v, 64)
			values = append(values, Variation{tag, x})
		}
		glyph, want := parseGlyphLine(t, rest)
		compareGlyph(t, at, f.Instance(values), glyph, want, 0.1)
	}
}

// areaOf integrates the area of the outline exactly, including curves.
func areaOf(o *Outline) float64 {
	sum := 0.0
	var start, at SegmentPoint
	cross := func(a, b SegmentPoint) float64 {
		return (float64(a.X)*float64(b.Y) - float64(b.X)*float64(a.Y)) / 4096
	}
	for _, s := range o.Segments {
		a := s.Args
		switch s.Op {
		case SegmentMove:
			sum += cross(at, start) / 2
			start, at = a[0], a[0]
		case SegmentLine:
			sum += cross(at, a[0]) / 2
			at = a[0]
		case SegmentQuad:
			sum += (2*cross(at, a[0]) + 2*cross(a[0], a[1]) + cross(at, a[1])) / 6
			at = a[1]
		case SegmentCube:
			sum += (6*cross(at, a[0]) + 3*cross(at, a[1]) + cross(at, a[2]) + 3*cross(a[0], a[1]) + 3*cross(a[0], a[2]) + 6*cross(a[1], a[2])) / 20
			at = a[2]
		}
	}
	return sum + cross(at, start)/2
}

// TestWOFFGlyphsAgreeWithFontTools compares the glyphs of a WOFF and a WOFF2 file.
func TestWOFFGlyphsAgreeWithFontTools(t *testing.T) {
	t.Parallel()
	faces := map[string]*Face{}
	for line := range strings.SplitSeq(string(readTestdata(t, "outlines.txt")), "\n") {
		name, rest, ok := strings.Cut(line, ";")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if faces[name] == nil {
			f, err := Open(readTestdata(t, name), 0)
			if err != nil {
				t.Fatal(err)
			}
			faces[name] = f
		}
		glyph, want := parseGlyphLine(t, rest)
		compareGlyph(t, name, faces[name], glyph, want, 0.02)
	}
}

// parseGlyphLine parses a glyph, its advance, control box and area.
func parseGlyphLine(t *testing.T, line string) (glyph GlyphID, want [6]float64) {
	t.Helper()
	if _, err := fmt.Sscan(line, &glyph, &want[0], &want[1], &want[2], &want[3], &want[4], &want[5]); err != nil {
		t.Fatal(err)
	}
	return glyph, want
}

func compareGlyph(t *testing.T, at string, face *Face, glyph GlyphID, want [6]float64, tolerance float64) {
	t.Helper()
	o := face.Outline(glyph)
	if o == nil {
		t.Errorf("%s glyph %d: no outline", at, glyph)
		return
	}
	u := func(v int32) float64 { return float64(v) / 64 }
	got := [6]float64{float64(face.Advance(glyph)), u(o.XMin), u(o.YMin), u(o.XMax), u(o.YMax), areaOf(o)}
	for i, d := range []float64{0.51, tolerance, tolerance, tolerance, tolerance, 60 + math.Abs(want[5])*1e-3} {
		if math.Abs(got[i]-want[i]) > d {
			t.Errorf("%s glyph %d: got %v, want %v", at, glyph, got, want)
			return
		}
	}
}

// TestAdvancesWithoutHVAR compares the advance deltas of HVAR and of gvar's phantom points.
func TestAdvancesWithoutHVAR(t *testing.T) {
	t.Parallel()
	plain, err := unwrap(readTestdata(t, "recursive-cyrillic-ext-full-normal.woff2"))
	if err != nil {
		t.Fatal(err)
	}
	with, err := Open(plain, 0)
	if err != nil {
		t.Fatal(err)
	}
	without, err := Open([]byte(strings.Replace(string(plain), "HVAR", "HVAx", 1)), 0)
	if err != nil {
		t.Fatal(err)
	}
	values := []Variation{{"wght", 777}, {"CASL", 0.4}}
	a, b := with.Instance(values), without.Instance(values)
	for g := range with.GlyphCount() {
		if x, y := a.Advance(GlyphID(g)), b.Advance(GlyphID(g)); x != y {
			t.Errorf("glyph %d: %d with HVAR, %d without", g, x, y)
		}
	}
}

func TestOpenRejects(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"nothing":  nil,
		"text":     []byte("this is certainly no font file at all, only words"),
		"cut off":  readTestdata(t, "playfair-display-vietnamese-400-normal.woff2")[:900],
		"too long": make([]byte, MaxFileBytes+1),
	} {
		if _, err := Open(data, 0); err == nil {
			t.Errorf("%s: Open accepted it", name)
		}
	}
}

// FuzzOpen checks that malformed fonts are rejected or yield finite, bounded glyphs.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"playfair-display-vietnamese-400-normal.woff", "playfair-display-vietnamese-400-normal.woff2", "recursive-cyrillic-ext-full-normal.woff2"} {
		b := readTestdata(f, name)
		f.Add(b)
		plain, err := unwrap(b)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(plain)
	}
	for _, b := range catalogueFaces {
		if len(*b.pack) < 9000 {
			f.Add(b.open().Data())
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		face, err := Open(data, 0)
		if err != nil {
			return
		}
		face.Shaping()
		face.WordRules()
		for _, face := range []*Face{face, face.Instance([]Variation{{"wght", 650}, {"slnt", -3}})} {
			for _, r := range "aА\u0301中" {
				g, _ := face.Glyph(r)
				if int(g) >= face.GlyphCount() && g != 0 {
					t.Fatalf("glyph %d of %d", g, face.GlyphCount())
				}
				face.Advance(g)
			}
			for g := range min(face.GlyphCount(), 40) {
				if o := face.Outline(GlyphID(g)); o != nil && len(o.Segments) > 4*maxGlyphPoints {
					t.Fatalf("glyph %d has %d segments", g, len(o.Segments))
				}
				face.ColorGlyph(GlyphID(g), 1024)
			}
		}
	})
}
