package font

// cmap maps characters to glyphs (OpenType cmap: formats 0, 4, 6, 10, 12 and 13; 14 for variation sequences). It reads
// the table in place.
type cmap struct {
	best   []byte // the chosen subtable
	format int
	symbol bool
	vs     []byte // format 14
}

func parseCmap(table []byte) cmap {
	var c cmap
	n := u16(table, 2)
	bestRank := 0
	for i := range n {
		e := 4 + 8*i
		if e+8 > len(table) {
			break
		}
		platform, encoding := u16(table, e), u16(table, e+2)
		sub := from(table, u32(table, e+4))
		if len(sub) < 6 {
			continue
		}
		format := u16(sub, 0)
		if format == 14 {
			if platform == 0 && encoding == 5 {
				c.vs = sub
			}
			continue
		}
		rank := 0
		switch {
		case platform == 3 && encoding == 10, platform == 0 && (encoding == 4 || encoding == 6):
			rank = 5
		case platform == 3 && encoding == 1, platform == 0 && encoding <= 3:
			rank = 4
		case platform == 3 && encoding == 0:
			rank = 3
		case platform == 1 && encoding == 0:
			rank = 1
		}
		switch format {
		case 0, 4, 6, 10, 12, 13:
		default:
			rank = 0
		}
		if rank > bestRank {
			bestRank = rank
			c.best, c.format, c.symbol = sub, format, rank == 3
		}
	}
	return c
}

// glyph returns the nominal glyph of r, 0 when it has none.
func (c *cmap) glyph(r rune) GlyphID {
	g := c.lookup(r)
	if g == 0 && c.symbol && r <= 0xFF {
		g = c.lookup(0xF000 + r)
	}
	return g
}

func (c *cmap) lookup(r rune) GlyphID {
	b, v := c.best, int(r)
	switch c.format {
	case 0:
		if v < 256 && 6+v < len(b) {
			return GlyphID(b[6+v])
		}
	case 4:
		if v <= 0xFFFF {
			return c.lookup4(v)
		}
	case 6:
		if i := v - u16(b, 6); i >= 0 && i < u16(b, 8) {
			return GlyphID(u16(b, 10+2*i))
		}
	case 10:
		if i := v - u32(b, 12); i >= 0 && i < u32(b, 16) {
			return GlyphID(u16(b, 20+2*i))
		}
	case 12, 13:
		n := min(u32(b, 12), (len(b)-16)/12)
		lo, hi := 0, n
		for lo < hi {
			m := (lo + hi) / 2
			if u32(b, 16+12*m+4) < v {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo < n {
			if first := u32(b, 16+12*lo); first <= v {
				g := u32(b, 16+12*lo+8)
				if c.format == 12 {
					g += v - first
				}
				return GlyphID(g)
			}
		}
	}
	return 0
}

func (c *cmap) lookup4(v int) GlyphID {
	b := c.best
	n := u16(b, 6) / 2
	ends, starts, deltas, offsets := 14, 16+2*n, 16+4*n, 16+6*n
	lo, hi := 0, n
	for lo < hi {
		m := (lo + hi) / 2
		if u16(b, ends+2*m) < v {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= n || u16(b, starts+2*lo) > v {
		return 0
	}
	delta, off := u16(b, deltas+2*lo), u16(b, offsets+2*lo)
	if off == 0 || off == 0xFFFF {
		return GlyphID((v + delta) & 0xFFFF)
	}
	g := u16(b, offsets+2*lo+off+2*(v-u16(b, starts+2*lo)))
	if g == 0 {
		return 0
	}
	return GlyphID((g + delta) & 0xFFFF)
}

// each calls f for every mapped character in increasing order, at most limit of them.
func (c *cmap) each(limit int, f func(r rune, g GlyphID)) {
	b := c.best
	emit := func(first, last int) bool {
		for v := first; v <= last; v++ {
			if limit--; limit < 0 {
				return false
			}
			if g := c.lookup(rune(v)); g != 0 {
				f(rune(v), g)
			}
		}
		return true
	}
	switch c.format {
	case 0:
		emit(0, 255)
	case 4:
		n := u16(b, 6) / 2
		for i := range n {
			end, start := u16(b, 14+2*i), u16(b, 16+2*n+2*i)
			if start == 0xFFFF {
				break
			}
			if !emit(start, end) {
				return
			}
		}
	case 6:
		emit(u16(b, 6), u16(b, 6)+u16(b, 8)-1)
	case 10:
		emit(u32(b, 12), min(u32(b, 12)+u32(b, 16)-1, 0x10FFFF))
	case 12, 13:
		n := min(u32(b, 12), (len(b)-16)/12)
		for i := range n {
			if !emit(u32(b, 16+12*i), min(u32(b, 16+12*i+4), 0x10FFFF)) {
				return
			}
		}
	}
}

// variation looks up the sequence r, selector (format 14). ok is false when the font does not support the sequence;
// glyph 0 with ok means the nominal glyph.
func (c *cmap) variation(r, selector rune) (g GlyphID, ok bool) {
	b := c.vs
	if b == nil {
		return 0, false
	}
	n := min(u32(b, 6), (len(b)-10)/11)
	lo, hi := 0, n
	for lo < hi {
		m := (lo + hi) / 2
		if u24(b, 10+11*m) < int(selector) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= n || u24(b, 10+11*lo) != int(selector) {
		return 0, false
	}
	rec := 10 + 11*lo
	if d := from(b, u32(b, rec+3)); len(d) >= 4 {
		k := min(u32(d, 0), (len(d)-4)/4)
		lo, hi := 0, k
		for lo < hi {
			m := (lo + hi) / 2
			if u24(d, 4+4*m)+int(d[4+4*m+3]) < int(r) {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo < k && u24(d, 4+4*lo) <= int(r) {
			return 0, true
		}
	}
	if d := from(b, u32(b, rec+7)); len(d) >= 4 {
		k := min(u32(d, 0), (len(d)-4)/5)
		lo, hi := 0, k
		for lo < hi {
			m := (lo + hi) / 2
			if u24(d, 4+5*m) < int(r) {
				lo = m + 1
			} else {
				hi = m
			}
		}
		if lo < k && u24(d, 4+5*lo) == int(r) {
			return GlyphID(u16(d, 4+5*lo+3)), true
		}
	}
	return 0, false
}
