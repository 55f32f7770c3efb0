package font

import (
	"unicode/utf16"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// readMetrics selects vertical metrics like FreeType and Skia: OS/2 typographic ones if USE_TYPO_METRICS is set, else
// hhea, else typographic, else Windows'.
func readMetrics(f *Face) Metrics {
	hhea, os2, post := f.sfnt.table("hhea"), f.sfnt.table("OS/2"), f.sfnt.table("post")
	if u16(os2, 0) == 0xFFFF || len(os2) < 68 {
		os2 = nil
	}
	m := Metrics{UnitsPerEm: f.upem}
	m.Ascent, m.Descent, m.LineGap = int32(i16(hhea, 4)), -int32(i16(hhea, 6)), int32(i16(hhea, 8))
	typo := func() {
		m.Ascent, m.Descent, m.LineGap = int32(i16(os2, 68)), -int32(i16(os2, 70)), int32(i16(os2, 72))
	}
	switch {
	case os2 != nil && u16(os2, 62)&(1<<7) != 0:
		typo()
	case m.Ascent == 0 && m.Descent == 0 && os2 != nil:
		typo()
		if m.Ascent == 0 && m.Descent == 0 {
			m.Ascent, m.Descent, m.LineGap = int32(u16(os2, 74)), int32(u16(os2, 76)), 0
		}
	}
	if u16(os2, 0) >= 2 && len(os2) >= 90 {
		m.XHeight, m.CapHeight = int32(i16(os2, 86)), int32(i16(os2, 88))
	}
	if m.XHeight <= 0 {
		m.XHeight = f.heightOf('x')
	}
	if m.CapHeight <= 0 {
		m.CapHeight = f.heightOf('H')
	}
	m.UnderlinePosition = -int32(i16(post, 8))
	m.UnderlineThickness = int32(i16(post, 10))
	if os2 != nil {
		m.StrikeoutThickness = int32(i16(os2, 26))
		m.StrikeoutPosition = int32(i16(os2, 28))
		m.SubscriptOffset = int32(i16(os2, 16))
		m.SuperscriptOffset = int32(i16(os2, 24))
	}
	return m
}

// EmBox returns the extent of the em box above and below the baseline at a size: the typographic metrics of OS/2, else
// the font's metrics, scaled so that they sum to one em.
func (f *Face) EmBox(size geom.Unit) (ascent, descent geom.Unit) {
	up, down := int32(0), int32(0)
	if os2 := f.sfnt.table("OS/2"); len(os2) >= 72 {
		up, down = int32(i16(os2, 68)), -int32(i16(os2, 70))
	}
	valid := func() bool { return up+down > 0 && up >= 0 && up <= up+down }
	if !valid() {
		m := f.Metrics()
		if up, down = m.Ascent, m.Descent; !valid() {
			return size, 0
		}
	}
	ascent = geom.FromFloatRound(float64(up) * size.Float() / float64(up+down))
	return ascent, size - ascent
}

// heightOf returns the top of a character's outline in font units, 0 when missing.
func (f *Face) heightOf(r rune) int32 {
	g, ok := f.Glyph(r)
	if !ok {
		return 0
	}
	if o := f.Outline(g); o != nil {
		return (o.YMax + 32) >> 6
	}
	return 0
}

// readName returns the full name (id 4), else the family (id 1).
func readName(b []byte) string {
	n, storage := u16(b, 2), u16(b, 4)
	best, rank := "", 0
	for i := range n {
		p := 6 + 12*i
		platform, encoding, lang, id := u16(b, p), u16(b, p+2), u16(b, p+4), u16(b, p+6)
		length, off := u16(b, p+8), storage+u16(b, p+10)
		if off+length > len(b) || length == 0 {
			continue
		}
		r := 0
		switch {
		case id == 4 && platform == 3 && lang == 0x409:
			r = 4
		case id == 4 && (platform == 3 || platform == 0):
			r = 3
		case id == 4 && platform == 1 && encoding == 0:
			r = 2
		case id == 1:
			r = 1
		}
		if r <= rank {
			continue
		}
		rank = r
		raw := b[off : off+length]
		if platform == 1 {
			best = string(raw)
			continue
		}
		units := make([]uint16, length/2)
		for k := range units {
			units[k] = uint16(u16(raw, 2*k))
		}
		best = string(utf16.Decode(units))
	}
	return best
}
