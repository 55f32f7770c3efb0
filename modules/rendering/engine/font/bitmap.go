package font

import "bytes"

var pngSignature = []byte("\x89PNG\r\n\x1a\n")

// sbixBitmap returns a PNG of the best strike for ppem (OpenType sbix).
func (t *colorTables) sbixBitmap(g GlyphID, ppem int) *GlyphBitmap {
	n := min(u32(t.sbix, 4), 64)
	var best []byte
	for i := range n {
		s := from(t.sbix, u32(t.sbix, 8+4*i))
		if len(s) >= 4 && betterStrike(u16(s, 0), u16(best, 0), ppem) {
			best = s
		}
	}
	for range 4 { // "dupe" entries refer to another glyph
		a, b := u32(best, 4+4*int(g)), u32(best, 8+4*int(g))
		if int(g) >= t.glyphs || a+8 > b || b > len(best) {
			return nil
		}
		d := best[a:b]
		switch string(d[4:8]) {
		case "dupe":
			g = GlyphID(u16(d, 8))
			continue
		case "png ":
			h := pngHeight(d[8:])
			if h == 0 {
				return nil
			}
			return &GlyphBitmap{PNG: d[8:], PPEM: u16(best, 0), Left: i16(d, 0), Top: i16(d, 2) + h}
		}
		return nil
	}
	return nil
}

// betterStrike reports whether a strike of ppem have is better for want than best: the smallest that is large enough,
// otherwise the largest.
func betterStrike(have, best, want int) bool {
	switch {
	case have == 0:
		return false
	case best == 0:
		return true
	case best >= want:
		return have >= want && have < best
	}
	return have > best
}

func pngHeight(b []byte) int {
	if len(b) < 24 || !bytes.HasPrefix(b, pngSignature) {
		return 0
	}
	return u32(b, 20)
}

// cbdtBitmap returns a PNG of the best strike (OpenType CBLC and CBDT, index
// formats 1 to 5, image formats 17 to 19).
func (t *colorTables) cbdtBitmap(g GlyphID, ppem int) *GlyphBitmap {
	n := min(u32(t.cblc, 4), 64)
	var best []byte
	for i := range n {
		p := 8 + 48*i
		if p+48 > len(t.cblc) {
			break
		}
		if s := t.cblc[p : p+48]; betterStrike(int(s[45]), strikeSize(best), ppem) {
			best = s
		}
	}
	if best == nil || int(g) < u16(best, 40) || int(g) > u16(best, 42) {
		return nil
	}
	array := from(t.cblc, u32(best, 0))
	for i := range min(u32(best, 8), 4096) {
		first, last := u16(array, 8*i), u16(array, 8*i+2)
		if 8*i+8 > len(array) || int(g) < first || int(g) > last {
			continue
		}
		sub := from(array, u32(array, 8*i+4))
		data, big := t.cbdtData(sub, int(g)-first, int(g))
		return cbdtImage(data, u16(sub, 2), big, int(best[45]))
	}
	return nil
}

func strikeSize(s []byte) int {
	if s == nil {
		return 0
	}
	return int(s[45])
}

// cbdtData returns a glyph's data, and the shared metrics of formats 2 and 5.
func (t *colorTables) cbdtData(sub []byte, i, g int) (data, metrics []byte) {
	if len(sub) < 8 {
		return nil, nil
	}
	base := u32(sub, 4)
	cut := func(a, b int) []byte {
		if a < 0 || a >= b || b > len(t.cbdt) {
			return nil
		}
		return t.cbdt[a:b]
	}
	switch u16(sub, 0) {
	case 1:
		return cut(base+u32(sub, 8+4*i), base+u32(sub, 12+4*i)), nil
	case 2:
		size := u32(sub, 8)
		return cut(base+i*size, base+(i+1)*size), from(sub, 12)
	case 3:
		return cut(base+u16(sub, 8+2*i), base+u16(sub, 10+2*i)), nil
	case 4, 5:
		five := u16(sub, 0) == 5
		p, size, w := 12, 0, 4
		n := u32(sub, 8)
		if five {
			size, p, w = u32(sub, 8), 24, 2
			n = u32(sub, 20)
		}
		lo, hi := 0, min(n, len(sub)/w)
		for lo < hi {
			m := (lo + hi) / 2
			if u16(sub, p+w*m) < g {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo >= n || u16(sub, p+w*lo) != g {
			return nil, nil
		}
		if five {
			return cut(base+lo*size, base+(lo+1)*size), from(sub, 12)
		}
		return cut(base+u16(sub, p+4*lo+2), base+u16(sub, p+4*lo+6)), nil
	}
	return nil, nil
}

func cbdtImage(d []byte, format int, big []byte, ppem int) *GlyphBitmap {
	b := &GlyphBitmap{PPEM: ppem}
	skip := 0
	switch {
	case format == 17 && len(d) > 9:
		b.Left, b.Top, b.Advance, skip = int(int8(d[2])), int(int8(d[3])), int(d[4]), 5
	case format == 18 && len(d) > 12:
		b.Left, b.Top, b.Advance, skip = int(int8(d[2])), int(int8(d[3])), int(d[4]), 8
	case format == 19 && len(d) > 4 && len(big) >= 8:
		b.Left, b.Top, b.Advance = int(int8(big[2])), int(int8(big[3])), int(big[4])
	default:
		return nil
	}
	n := u32(d, skip)
	if n <= 0 || skip+4+n > len(d) || ppem == 0 {
		return nil
	}
	b.PNG = d[skip+4 : skip+4+n]
	if pngHeight(b.PNG) == 0 {
		return nil
	}
	return b
}
