package vector

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// pdfFont is a face as a Type 0 font: codes are CIDs, that is glyph numbers in the subset. A glyph has a separate code
// for each text that it represents, so that ToUnicode is exact.
type pdfFont struct {
	face   *font.Face
	ref    int
	codes  map[coded]int
	glyphs []coded // by code, from 1
	// widths holds the advances by code in thousandths of an em, as written.
	widths []float64
}

type coded struct {
	id   uint32
	text string
}

// maxCodes is the maximum number of codes per font.
const maxCodes = 65000

// font returns a font of the face with room for need codes, with its resource name.
func (p *pdfWriter) font(f *font.Face, need int) *pdfFont {
	for _, have := range slices.Backward(p.fonts) {
		if have.face == f && len(have.glyphs)+need < maxCodes {
			return have
		}
	}
	made := &pdfFont{face: f, ref: p.reserve(), codes: map[coded]int{}, glyphs: []coded{{}}, widths: []float64{0}}
	p.fonts = append(p.fonts, made)
	return made
}

func (f *pdfFont) code(c coded) int {
	if n, ok := f.codes[c]; ok {
		return n
	}
	f.glyphs = append(f.glyphs, c)
	f.widths = append(f.widths, roundTo(float64(float64(f.face.Advance(c.id))*emUnits)/unitsPerEm(f.face), 2))
	f.codes[c] = len(f.glyphs) - 1
	return len(f.glyphs) - 1
}

func (f *pdfFont) width(code int) float64 { return f.widths[code] }

// writeFont writes a font's objects (ISO 32000-1 §9.7).
func (p *pdfWriter) writeFont(f *pdfFont) {
	upem := unitsPerEm(f.face)
	name := subsetTag(p.fontCount()) + "+" + postscriptName(f.face.Name())
	outlines := make([]*font.Outline, len(f.glyphs))
	for i, g := range f.glyphs {
		outlines[i] = f.face.Outline(g.id)
	}
	program := p.stream("/Subtype /CIDFontType0C", compactFont(name, outlines, f.widths, upem), 1, 0)
	m := f.face.Metrics()
	em := func(v int32) string { return num(float64(float64(v)*emUnits) / upem) }
	descriptor := p.object(fmt.Sprintf("<< /Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%s %s %s %s] /ItalicAngle 0 /Ascent %s /Descent %s /CapHeight %s /StemV 80 /FontFile3 %d 0 R >>",
		name, "0", em(-m.Descent), em(m.UnitsPerEm*2), em(m.Ascent), em(m.Ascent), em(-m.Descent), em(m.CapHeight), program))
	var widths strings.Builder
	for i := range f.glyphs {
		if i > 0 {
			widths.WriteByte(' ')
		}
		widths.WriteString(num(f.widths[i]))
	}
	cid := p.object(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor %d 0 R /DW 0 /W [0 [%s]] >>",
		name, descriptor, widths.String()))
	unicode := p.stream("", toUnicode(f, p.o.Standard.accessible()), 1, 0)
	p.set(f.ref, fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", name, cid, unicode))
}

func (p *pdfWriter) fontCount() int { p.tags++; return p.tags }

// subsetTag returns the six-letter tag of a subset (§9.6.4).
func subsetTag(n int) string {
	b := []byte("AAAAAA")
	for i := 5; n > 0 && i >= 0; i-- {
		b[i] = byte('A' + n%26)
		n /= 26
	}
	return string(b)
}

func postscriptName(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}, s)
	if out == "" {
		return "Font"
	}
	return out[:min(len(out), 60)]
}

// toUnicode maps codes to text. With all, every code has an entry; those whose text is in an ActualText map to a
// zero-width space.
func toUnicode(f *pdfFont, all bool) []byte {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
	var lines []string
	for i, g := range f.glyphs {
		if i > 0 && g.text == "" && all {
			g.text = "\u200b"
		}
		if i > 0 && g.text != "" {
			lines = append(lines, fmt.Sprintf("<%04X> <%s>", i, utf16Hex(g.text)))
		}
	}
	for part := range slices.Chunk(lines, 100) {
		fmt.Fprintf(&b, "%d beginbfchar\n%s\nendbfchar\n", len(part), strings.Join(part, "\n"))
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return []byte(b.String())
}

func utf16Hex(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}

// clusterTexts returns the text of every glyph's cluster; the glyphs of a cluster are adjacent.
func clusterTexts(o *display.Glyphs) (texts []string) {
	starts := make([]int, 0, len(o.Glyphs)+1)
	at := func(g display.Glyph) int { return min(max(int(g.Cluster), 0), len(o.Text)) }
	for _, g := range o.Glyphs {
		starts = append(starts, at(g))
	}
	starts = append(starts, len(o.Text))
	slices.Sort(starts)
	starts = slices.Compact(starts)
	texts = make([]string, len(o.Glyphs))
	for i, g := range o.Glyphs {
		k, _ := slices.BinarySearch(starts, at(g))
		end := len(o.Text)
		if k+1 < len(starts) {
			end = starts[k+1]
		}
		texts[i] = strings.ToValidUTF8(o.Text[at(g):end], "")
		if len(texts[i]) > 60 {
			texts[i] = strings.ToValidUTF8(texts[i][:60], "")
		}
	}
	return texts
}
