package text

import (
	"sort"
)

// Orientation is the orientation of characters in vertical lines (CSS Writing Modes 4 §5.1). Such lines are set
// horizontally and then rotated clockwise.
type Orientation uint8

// The orientations.
const (
	Sideways      Orientation = iota // all rotated with the line; also for horizontal text
	MixedUpright                     // upright characters are upright, others rotated
	AlwaysUpright                    // all upright
)

// upright reports whether a cluster that starts with r is upright.
func (o Orientation) upright(r rune) bool {
	switch o {
	case MixedUpright:
		return IsUpright(r)
	case AlwaysUpright:
		return true
	}
	return false
}

// uprightRanges lists the characters that are upright in vertical lines, transformed or not (UAX #50: U, Tu and Tr), as
// sorted inclusive ranges.
var uprightRanges = [...][2]rune{
	{0xA7, 0xA7}, {0xA9, 0xA9}, {0xAE, 0xAE}, {0xB1, 0xB1}, {0xBC, 0xBE}, {0xD7, 0xD7}, {0xF7, 0xF7}, {0x2EA, 0x2EB}, {0x1100, 0x11FF},
	{0x1401, 0x167F}, {0x18B0, 0x18FF}, {0x2016, 0x2016}, {0x2020, 0x2021}, {0x2030, 0x2031}, {0x203B, 0x203C}, {0x2042, 0x2042},
	{0x2047, 0x2049}, {0x2051, 0x2051}, {0x20DD, 0x20E0}, {0x20E2, 0x20E4}, {0x2100, 0x2101}, {0x2103, 0x2109}, {0x210F, 0x210F},
	{0x2113, 0x2114}, {0x2116, 0x2117}, {0x211E, 0x2123}, {0x2125, 0x2125}, {0x2127, 0x2127}, {0x2129, 0x2129}, {0x212E, 0x212E},
	{0x2135, 0x213F}, {0x2145, 0x214A}, {0x214C, 0x214D}, {0x214F, 0x2189}, {0x218C, 0x218F}, {0x221E, 0x221E}, {0x2234, 0x2235},
	{0x2300, 0x2307}, {0x230C, 0x231F}, {0x2324, 0x232B}, {0x237D, 0x239A}, {0x23BE, 0x23CD}, {0x23CF, 0x23CF}, {0x23D1, 0x23DB},
	{0x23E2, 0x2422}, {0x2424, 0x24FF}, {0x25A0, 0x2619}, {0x2620, 0x2767}, {0x2776, 0x2793}, {0x2B12, 0x2B2F}, {0x2B50, 0x2B59},
	{0x2B97, 0x2B97}, {0x2BB8, 0x2BD1}, {0x2BD3, 0x2BEB}, {0x2BF0, 0x2BFF}, {0x2E50, 0x2E51}, {0x2E80, 0xA4CF}, {0xA960, 0xA97F}, {0xAC00, 0xD7FF},
	{0xE000, 0xFAFF}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE48}, {0xFE50, 0xFE57}, {0xFE59, 0xFE62}, {0xFE67, 0xFE6F}, {0xFF01, 0xFF0C},
	{0xFF0E, 0xFF60}, {0xFFE0, 0xFFE7}, {0xFFF0, 0xFFF8}, {0xFFFC, 0xFFFD}, {0x10980, 0x1099F}, {0x11580, 0x115FF}, {0x11A00, 0x11AAF},
	{0x13000, 0x1345F}, {0x14400, 0x1467F}, {0x16FE0, 0x18D8F}, {0x1AFF0, 0x1B2FF}, {0x1CF00, 0x1CFCF}, {0x1D000, 0x1D1FF}, {0x1D2E0, 0x1D37F},
	{0x1D800, 0x1DAAF}, {0x1F000, 0x1F7FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}, {0xF0000, 0x10FFFD},
}

// IsUpright reports whether a character is upright in vertical lines of mixed orientation.
func IsUpright(r rune) bool {
	i := sort.Search(len(uprightRanges), func(i int) bool { return uprightRanges[i][1] >= r })
	return i < len(uprightRanges) && r >= uprightRanges[i][0]
}

// uprightFeatures precede a style's own features in upright text: vertical forms on, features for horizontal text off.
var uprightFeatures = []Feature{{"vert", 1}, {"kern", 0}, {"liga", 0}, {"clig", 0}, {"calt", 0}, {"dist", 0}, {"rclt", 0}}

// uprightOf returns the features for upright text.
func (f *styleFont) uprightOf(family string) string {
	list := append(append([]Feature(nil), uprightFeatures...), f.before...)
	if alternates := f.style.Alternates.Features(family); len(alternates) > 0 {
		for _, x := range alternates {
			list = append(list, Feature(x))
		}
		return encodeFeatures(append(list, f.style.Features...))
	}
	if f.upright == "" {
		f.upright = encodeFeatures(append(list, f.style.Features...))
	}
	return f.upright
}

// placeUpright positions the glyphs of upright clusters for a line that is rotated clockwise: a cluster is set
// horizontally, rotated the other way, and centred on the line's centre line; its advance is its height. The offset dx
// of a glyph is then along the line, from the start of the cluster to the glyph's origin, and dy across it, to the
// right of the centre line.
func (sc *scaler) placeUpright(out []glyph, raw []rawGlyph, base int, it *item, text string) []glyph {
	letter, word := fixed(sc.style.LetterSpacing), fixed(sc.style.WordSpacing)
	face := it.match.Face
	above, below := extents(face, sc.style.exact(it.size))
	ascent, descent := fixed(above)<<10, fixed(below)<<10
	middle := (ascent - descent) / 2
	for i := 0; i < len(raw); {
		n, width := i, fixed(0)
		for ; n < len(raw) && raw[n].cluster == raw[i].cluster; n++ {
			width += sc.width(raw[n].advance)
		}
		advance, origin := ascent+descent, ascent
		if a, o, ok := face.VerticalMetrics(raw[i].id); ok {
			advance, origin = sc.px(a), sc.px(o)
		}
		pen := fixed(0)
		for k := i; k < n; k++ {
			r := &raw[k]
			g := glyph{id: r.id, cluster: int32(base) + r.cluster, unsafe: r.unsafe}
			g.dx = origin - sc.px(r.dy)
			g.dy = middle - width/2 + pen + sc.px(r.dx)
			pen += sc.width(r.advance)
			if k == n-1 {
				g.advance = advance
				if sc.emoji {
					g.advance = sc.bitmapWidth()
				}
				c := runeAt(text, int(g.cluster))
				g.advance += letter
				if c == ' ' || c == 0xA0 {
					g.advance += word
				}
			}
			out = append(out, g)
		}
		i = n
	}
	return out
}
