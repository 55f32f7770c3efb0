package font

// VerticalMetrics returns the vertical advance of an upright glyph, and the height of its vertical origin above the
// baseline, in font units, from vmtx and VORG; ok is false if the font has neither.
func (f *Face) VerticalMetrics(g GlyphID) (advance, origin int32, ok bool) {
	if f.chunks != nil {
		// The bundled ideographs have no vertical tables: they are square, with the origin at the top of the em box.
		return f.upem, f.upem * 88 / 100, true
	}
	vhea, vmtx := f.sfnt.table("vhea"), f.sfnt.table("vmtx")
	long := u16(vhea, 34)
	if len(vhea) < 36 || long == 0 || len(vmtx) < 4*long {
		return 0, 0, false
	}
	i := min(int(g), long-1)
	advance = int32(u16(vmtx, 4*i))
	if vorg := f.sfnt.table("VORG"); len(vorg) >= 8 {
		return advance, verticalOrigin(vorg, g), true
	}
	bearing := int32(i16(vmtx, 4*i+2))
	if int(g) >= long {
		at := 4*long + 2*(int(g)-long)
		if at+2 > len(vmtx) {
			return advance, f.metrics.Ascent, true
		}
		bearing = int32(i16(vmtx, at))
	}
	if o := f.Outline(g); o != nil {
		return advance, (o.YMax+32)>>6 + bearing, true
	}
	return advance, f.metrics.Ascent, true
}

// verticalOrigin looks a glyph up in a VORG table.
func verticalOrigin(vorg []byte, g GlyphID) int32 {
	lo, hi := 0, min(u16(vorg, 6), (len(vorg)-8)/4)
	for lo < hi {
		m := (lo + hi) / 2
		switch id := u16(vorg, 8+4*m); {
		case id == int(g):
			return int32(i16(vorg, 10+4*m))
		case id < int(g):
			lo = m + 1
		default:
			hi = m
		}
	}
	return int32(i16(vorg, 4))
}
