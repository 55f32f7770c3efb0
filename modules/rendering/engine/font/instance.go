package font

// Variable reports whether the face has variation axes.
func (f *Face) Variable() bool { return len(f.axes) > 0 }

// AxisRange returns an axis' range and default in design units; ok is false when
// the face does not have it.
func (f *Face) AxisRange(tag string) (lo, def, hi float64, ok bool) {
	for _, a := range f.axes {
		if a.tag == tag {
			return float64(a.min) / 65536, float64(a.def) / 65536, float64(a.max) / 65536, true
		}
	}
	return 0, 0, 0, false
}

// Instance returns the face at the given axis values; other axes keep their default and unknown ones are ignored. Later
// values take precedence. A static face returns itself. Every call returns a different face, so callers should cache
// instances.
func (f *Face) Instance(values []Variation) *Face {
	if len(f.axes) == 0 {
		return f
	}
	design := make([]int32, len(f.axes))
	for i, a := range f.axes {
		design[i] = a.def
		for _, v := range values {
			if v.Tag == a.tag {
				design[i] = toFixed(v.Value)
			}
		}
	}
	coords := normalize(f.axes, design, f.sfnt.table("avar"))
	return f.withCoords(coords)
}

func (f *Face) withCoords(coords []int16) *Face {
	g := *f
	g.coords, g.plain = nil, &plainFace{}
	g.shaping = &shapingFont{}
	for _, c := range coords {
		if c != 0 {
			g.coords = coords
		}
	}
	if g.coords == nil {
		g.shaping = f.shaping
	}
	if f.glyf != nil {
		t := *f.glyf
		t.coords, t.vary, t.face = g.coords, nil, &g
		if g.coords != nil {
			t.vary = parseGvar(f.sfnt.table("gvar"), len(f.axes))
		}
		g.glyf = &t
	}
	if f.cff != nil {
		t := *f.cff
		t.coords = g.coords
		g.cff = &t
	}
	g.metrics = readMetrics(&g)
	if g.coords != nil {
		g.metrics.vary(f.sfnt.table("MVAR"), g.coords)
	}
	return &g
}

// vary applies the metrics variations (OpenType MVAR).
func (m *Metrics) vary(mvar []byte, coords []int16) {
	size, n := u16(mvar, 6), u16(mvar, 8)
	store := from(mvar, u16(mvar, 10))
	if store == nil || size < 8 {
		return
	}
	s := varStore{store, coords}
	for i := range n {
		p := 12 + i*size
		if p+8 > len(mvar) {
			return
		}
		d := clamp32((s.delta(u16(mvar, p+4), u16(mvar, p+6)) + 1<<15) >> 16)
		switch string(mvar[p : p+4]) {
		case "hasc":
			m.Ascent += d
		case "hdsc":
			m.Descent -= d
		case "hlgp":
			m.LineGap += d
		case "xhgt":
			m.XHeight += d
		case "cpht":
			m.CapHeight += d
		case "undo":
			m.UnderlinePosition -= d
		case "unds":
			m.UnderlineThickness += d
		case "stro":
			m.StrikeoutPosition += d
		case "strs":
			m.StrikeoutThickness += d
		}
	}
}
