package vector

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
)

// textFont is a subset of a face in which every character has exactly one glyph, so that no shaping is needed to show a
// text as it was laid out. A character that has several glyphs, as in Arabic or in a ligature, is in several fonts of the
// face.
type textFont struct {
	face    *font.Face
	oblique int32
	// placeholder stands for the font's name in the body.
	placeholder string
	codes       map[rune]int // glyph by character
	numbers     map[string]int
	outlines    []*font.Outline
	advances    []float64 // by glyph, in thousandths of an em, rounded
}

// The limits of the fonts of one face; runs that need more are outlines.
const (
	maxTextFonts  = 24
	maxTextGlyphs = 60000
)

// blankGlyph stands for the characters of a cluster after the first; glyph 0 for those that the font lacks. Both are
// empty.
const blankGlyph = 1

// encode returns a font in which the cluster is encoded, preferring the font last; nil if there is none.
func (w *svgWriter) encode(o *display.Glyphs, c *textCluster, last *textFont) *textFont {
	key := partsKey(o, c)
	if last != nil && last.accept(o, c, key) {
		return last
	}
	n := 0
	for _, f := range w.fonts {
		if f.face != o.Face || f.oblique != o.Oblique {
			continue
		}
		if n++; f.accept(o, c, key) {
			return f
		}
	}
	if n == maxTextFonts {
		return nil
	}
	f := &textFont{
		face: o.Face, oblique: o.Oblique, placeholder: placeholderMark + strconv.Itoa(len(w.fonts)) + placeholderMark,
		codes: map[rune]int{}, numbers: map[string]int{}, outlines: make([]*font.Outline, 2), advances: make([]float64, 2),
	}
	if !f.accept(o, c, key) {
		return nil
	}
	w.fonts = append(w.fonts, f)
	return f
}

// offset returns the distance of a glyph from the cluster's first in 1/500 em.
func offset(o *display.Glyphs, a, b display.Coord) int {
	return int(math.Round(float64((a.Float()-b.Float())*500) / o.Size.Float()))
}

// partsKey identifies the image of a cluster.
func partsKey(o *display.Glyphs, c *textCluster) string {
	var b []byte
	for _, g := range c.parts {
		b = binary.AppendUvarint(b, uint64(g.ID))
		b = binary.AppendVarint(b, int64(offset(o, g.X, c.x)))
		b = binary.AppendVarint(b, int64(offset(o, g.Y, c.y)))
	}
	return string(b)
}

// accept encodes a cluster unless the font has other glyphs for its characters.
func (f *textFont) accept(o *display.Glyphs, c *textCluster, key string) bool {
	number, known := f.numbers[key]
	if !known {
		number = -1
	}
	blanks := c.runes[1:]
	for _, r := range c.runes {
		// Renderers split these vowels in two, of which the second is theirs.
		switch r {
		case 0xe33:
			blanks = append(slices.Clone(blanks), 0xe4d, 0xe32)
		case 0xeb3:
			blanks = append(slices.Clone(blanks), 0xecd, 0xeb2)
		}
	}
	if have, ok := f.codes[c.runes[0]]; ok && have != number {
		return false
	}
	for _, r := range blanks {
		if have, ok := f.codes[r]; ok && have != blankGlyph || r == c.runes[0] {
			return false
		}
	}
	if !known {
		if len(f.outlines) == maxTextGlyphs {
			return false
		}
		number = len(f.outlines)
		f.numbers[key] = number
		f.compose(o, c)
	}
	f.codes[c.runes[0]] = number
	for _, r := range blanks {
		f.codes[r] = blankGlyph
	}
	c.number = number
	return true
}

// compose adds the cluster's glyphs as one.
func (f *textFont) compose(o *display.Glyphs, c *textCluster) {
	upem := unitsPerEm(f.face)
	sum, width := &font.Outline{}, 0.0
	for _, g := range c.parts {
		dx, dy := offset(o, g.X, c.x), -offset(o, g.Y, c.y)
		width = max(width, float64(2*dx)+float64(float64(f.face.Advance(g.ID))*emUnits)/upem)
		mx, my := int32(math.Round(float64(float64(dx)*upem)*64/500)), int32(math.Round(float64(float64(dy)*upem)*64/500))
		outline := f.face.Outline(g.ID)
		if outline == nil {
			continue
		}
		for _, s := range outline.Segments {
			for i := range s.Args {
				p := &s.Args[i]
				p.X += mx + int32(int64(p.Y)*int64(f.oblique)>>16)
				p.Y += my
			}
			sum.Segments = append(sum.Segments, s)
		}
	}
	f.outlines = append(f.outlines, sum)
	f.advances = append(f.advances, math.Round(min(max(width, 0), 32000)))
}

// file returns the font as a WOFF file.
func (f *textFont) file(compress func(data []byte, pixel, row int) []byte) []byte {
	m := f.face.Metrics()
	em := func(v int32) uint16 {
		return uint16(int16(math.Round(min(max(float64(float64(v)*emUnits)/unitsPerEm(f.face), -16000), 16000))))
	}
	ascent, descent := em(m.Ascent), em(-m.Descent)
	name := "Text"
	metrics := make([]byte, 0, 4*len(f.advances))
	widest := uint16(0)
	for _, v := range f.advances {
		metrics = append(be16(metrics, uint16(v)), 0, 0)
		widest = max(widest, uint16(v))
	}
	runes := make([]rune, 0, len(f.codes))
	for r := range f.codes {
		runes = append(runes, r)
	}
	slices.Sort(runes)
	first, last := min(runes[0], 0xffff), min(runes[len(runes)-1], 0xffff)
	return woff([]fontTable{
		{"CFF ", compactFont(name, f.outlines, f.advances, unitsPerEm(f.face))},
		{"GSUB", defaultScript},
		// Version 4: Regular, installable.
		{"OS/2", be16(nil, 4, 500, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0, 0, 0, 0, 0, 0,
			0, 0, 0, 0, 0, 0, 0, 0, 0x504c, 0x544e, 0x40, uint16(first), uint16(last), ascent, descent, 0, ascent, -descent, 0, 0, 0, 0,
			em(m.XHeight), em(m.CapHeight), 0, 0x20, 0)},
		{"cmap", characterMap(runes, f.codes)},
		// No dates: the file depends on the text alone.
		{"head", be16(nil, 1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 3, emUnits, 0, 0, 0, 0, 0, 0, 0, 0, 0, descent, emUnits, ascent, 0, 8, 2, 0, 0)},
		{"hhea", be16(nil, 1, 0, ascent, descent, 0, widest, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, uint16(len(f.advances)))},
		{"hmtx", metrics},
		{"maxp", be16(nil, 0, 0x5000, uint16(len(f.outlines)))},
		{"name", nameTable(name)},
		{"post", be16(nil, 3, 0, 0, 0, 0xff9c, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)},
	}, compress)
}

// defaultScript is a GSUB table with the default script and no feature. With it shapers treat all text as simple: they
// neither reorder nor join characters.
var defaultScript = be16(nil, 1, 0, 10, 28, 30, 1, 0x4446, 0x4c54, 8, 4, 0, 0, 0xffff, 0, 0, 0)

func be16(dst []byte, values ...uint16) []byte {
	for _, v := range values {
		dst = binary.BigEndian.AppendUint16(dst, v)
	}
	return dst
}

func nameTable(name string) []byte {
	ids := []uint16{1, 2, 4, 6}
	texts := []string{name, "Regular", name, name}
	head, data := be16(nil, 0, uint16(len(ids)), uint16(6+12*len(ids))), []byte(nil)
	for i, id := range ids {
		head = be16(head, 3, 1, 0x409, id, uint16(2*len(texts[i])), uint16(len(data)))
		for _, c := range []byte(texts[i]) {
			data = append(data, 0, c)
		}
	}
	return append(head, data...)
}

// codeRange is a range of characters whose glyphs are consecutive.
type codeRange struct {
	first, last rune
	glyph       int
}

// characterMap builds a cmap table: format 4, and format 12 if there are characters outside the basic plane.
func characterMap(runes []rune, codes map[rune]int) []byte {
	var ranges []codeRange
	for _, r := range runes {
		if n := len(ranges); n > 0 && ranges[n-1].last == r-1 && ranges[n-1].glyph+int(r-ranges[n-1].first) == codes[r] {
			ranges[n-1].last = r
			continue
		}
		ranges = append(ranges, codeRange{r, r, codes[r]})
	}
	var ends, starts, deltas []uint16
	for _, g := range ranges {
		if g.last < 0xffff {
			ends, starts, deltas = append(ends, uint16(g.last)), append(starts, uint16(g.first)), append(deltas, uint16(g.glyph-int(g.first)))
		}
	}
	ends, starts, deltas = append(ends, 0xffff), append(starts, 0xffff), append(deltas, 1)
	n := uint16(len(ends))
	power, log := uint16(1), uint16(0)
	for power*2 <= n {
		power, log = power*2, log+1
	}
	four := be16(nil, 4, 16+8*n, 0, 2*n, 2*power, log, 2*(n-power))
	four = be16(be16(be16(be16(four, ends...), 0), starts...), deltas...)
	four = append(four, make([]byte, 2*n)...)
	if runes[len(runes)-1] <= 0xffff {
		return append(be16(nil, 0, 1, 3, 1, 0, 12), four...)
	}
	twelve := be16(nil, 12, 0)
	for _, v := range []int{16 + 12*len(ranges), 0, len(ranges)} {
		twelve = binary.BigEndian.AppendUint32(twelve, uint32(v))
	}
	for _, g := range ranges {
		for _, v := range []int{int(g.first), int(g.last), g.glyph} {
			twelve = binary.BigEndian.AppendUint32(twelve, uint32(v))
		}
	}
	out := be16(nil, 0, 2, 3, 1, 0, 20, 3, 10)
	out = binary.BigEndian.AppendUint32(out, uint32(20+len(four)))
	return append(append(out, four...), twelve...)
}

// fontTable is a table of an OpenType font.
type fontTable struct {
	tag  string
	data []byte
}

// woff builds a WOFF 1.0 file of tables in the order of their tags.
func woff(tables []fontTable, compress func(data []byte, pixel, row int) []byte) []byte {
	for i := range tables {
		if tables[i].tag == "head" {
			// checkSumAdjustment is that of the uncompressed font (OpenType, head).
			binary.BigEndian.PutUint32(tables[i].data[8:], 0xb1b0afba-fontChecksum(tables))
		}
	}
	total := 12 + 16*len(tables)
	at := 44 + 20*len(tables)
	var directory, body []byte
	for _, t := range tables {
		data := compress(t.data, 1, 0)
		if len(data) >= len(t.data) {
			data = t.data
		}
		directory = append(directory, t.tag...)
		sum := checksum(t.data)
		if t.tag == "head" {
			head := slices.Clone(t.data)
			clear(head[8:12])
			sum = checksum(head)
		}
		for _, v := range []uint32{uint32(at + len(body)), uint32(len(data)), uint32(len(t.data)), sum} {
			directory = binary.BigEndian.AppendUint32(directory, v)
		}
		body = append(body, data...)
		for len(body)%4 > 0 {
			body = append(body, 0)
		}
		total += (len(t.data) + 3) &^ 3
	}
	out := []byte("wOFFOTTO")
	out = binary.BigEndian.AppendUint32(out, uint32(at+len(body)))
	out = be16(out, uint16(len(tables)), 0)
	out = binary.BigEndian.AppendUint32(out, uint32(total))
	out = append(out, make([]byte, 24)...)
	return append(append(out, directory...), body...)
}

// fontChecksum returns the checksum of the OpenType file with the tables.
func fontChecksum(tables []fontTable) uint32 {
	n := uint16(len(tables))
	power, log := uint16(1), uint16(0)
	for power*2 <= n {
		power, log = power*2, log+1
	}
	head := be16([]byte("OTTO"), n, 16*power, log, 16*(n-power))
	at, sum := 12+16*int(n), uint32(0)
	for _, t := range tables {
		part := checksum(t.data)
		sum += part
		head = append(head, t.tag...)
		for _, v := range []uint32{part, uint32(at), uint32(len(t.data))} {
			head = binary.BigEndian.AppendUint32(head, v)
		}
		at += (len(t.data) + 3) &^ 3
	}
	return sum + checksum(head)
}

// checksum returns the sum of big-endian words, the last padded with zeros.
func checksum(data []byte) (sum uint32) {
	for ; len(data) >= 4; data = data[4:] {
		sum += binary.BigEndian.Uint32(data)
	}
	for i, b := range data {
		sum += uint32(b) << (24 - 8*i)
	}
	return sum
}
