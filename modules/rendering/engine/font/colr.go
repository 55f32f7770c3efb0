package font

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

const (
	maxPaintDepth = 24
	maxPaintNodes = 8192
)

// paintReader reads the paint tables of COLR version 1.
type paintReader struct {
	t     *colorTables
	vary  varStore
	index []byte // DeltaSetIndexMap
	nodes int
	glyph []GlyphID // stack of the base glyphs being painted, to detect cycles
}

// paintOf returns a glyph's paint tree: of version 1 if present, else of version 0.
func (t *colorTables) paintOf(g GlyphID, coords []int16) *ColorGlyph {
	b := t.colr
	if u16(b, 0) >= 1 && len(b) >= 34 {
		r := &paintReader{t: t}
		if store := from(b, u32(b, 30)); store != nil && coords != nil {
			r.vary = varStore{store, coords}
			r.index = from(b, u32(b, 26))
		}
		if paint := r.base(g, 0); paint != nil {
			c := &ColorGlyph{Paint: paint}
			c.Clip, c.HasClip = t.clipOf(g)
			return c
		}
	}
	return t.layersV0(g)
}

// base reads a BaseGlyphPaintRecord.
func (r *paintReader) base(g GlyphID, depth int) ColorPaint {
	for _, have := range r.glyph {
		if have == g {
			return nil
		}
	}
	list := from(r.t.colr, u32(r.t.colr, 14))
	n := min(u32(list, 0), (len(list)-4)/6)
	lo, hi := 0, n
	for lo < hi {
		m := (lo + hi) / 2
		if u16(list, 4+6*m) < int(g) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= n || u16(list, 4+6*lo) != int(g) {
		return nil
	}
	r.glyph = append(r.glyph, g)
	p := r.paint(from(list, u32(list, 4+6*lo+2)), depth)
	r.glyph = r.glyph[:len(r.glyph)-1]
	return p
}

// clipOf returns the ClipBox of a glyph (its default, without variation).
func (t *colorTables) clipOf(g GlyphID) (box [4]float64, ok bool) {
	list := from(t.colr, u32(t.colr, 22))
	n := min(u32(list, 1), (len(list)-5)/7)
	lo, hi := 0, n
	for lo < hi {
		m := (lo + hi) / 2
		if u16(list, 5+7*m+2) < int(g) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo >= n || u16(list, 5+7*lo) > int(g) {
		return box, false
	}
	c := from(list, u24(list, 5+7*lo+4))
	if len(c) < 9 {
		return box, false
	}
	for i := range box {
		box[i] = float64(i16(c, 1+2*i))
	}
	return box, true
}

// num reads an i16 at off with a variation delta of index base+i, divided by unit.
func (r *paintReader) num(b []byte, off int, base, i int, unit float64) float64 {
	v := float64(i16(b, off))
	if base >= 0 && r.vary.b != nil {
		v += float64(float64(r.delta(base+i)) / 65536)
	}
	return v / unit
}

func (r *paintReader) delta(i int) int64 {
	outer, inner := i>>16, i&0xFFFF
	if m := r.index; m != nil {
		entry := u16(m, 0) & 0xFF
		n, p := u16(m, 2), 4
		if m[0] == 1 {
			n, p = u32(m, 2), 6
		}
		if n == 0 {
			return 0
		}
		i = min(i, n-1)
		size := entry>>4&3 + 1
		if p+(i+1)*size > len(m) {
			return 0
		}
		v := 0
		for k := range size {
			v = v<<8 | int(m[p+i*size+k])
		}
		bits := entry&15 + 1
		outer, inner = v>>bits, v&(1<<bits-1)
	}
	return r.vary.delta(outer, inner)
}

// varBase returns the index of a variable paint's first delta at off, −1 when it has none.
func varBase(b []byte, variable bool, off int) int {
	if !variable || off+4 > len(b) {
		return -1
	}
	if v := u32(b, off); v != 0xFFFFFFFF {
		return v
	}
	return -1
}

// paint reads a Paint table; nil when it is malformed or nested too deeply.
func (r *paintReader) paint(b []byte, depth int) ColorPaint {
	if r.nodes++; len(b) < 3 || depth > maxPaintDepth || r.nodes > maxPaintNodes {
		return nil
	}
	format := int(b[0])
	switch format {
	case 1: // PaintColrLayers
		return r.layers(int(b[1]), u32(b, 2), depth)
	case 2, 3: // PaintSolid
		return &PaintSolid{r.t.colorAt(u16(b, 1), r.num(b, 3, varBase(b, format == 3, 5), 0, 16384))}
	case 4, 5, 6, 7, 8, 9:
		return r.gradient(b, format)
	case 10: // PaintGlyph
		p := r.child(b, depth)
		if p == nil {
			return nil
		}
		return &PaintGlyph{Glyph: GlyphID(u16(b, 4)), Paint: p}
	case 11: // PaintColrGlyph
		g := GlyphID(u16(b, 1))
		p := r.base(g, depth+1)
		if p == nil {
			return nil
		}
		// The other glyph's clip box is ignored: it is inside this one's.
		return p
	case 32: // PaintComposite
		src, dst := r.child(b, depth), r.paint(from(b, u24(b, 5)), depth+1)
		if src == nil || dst == nil || b[4] > byte(CompositeLuminosity) {
			return nil
		}
		return &PaintComposite{Source: src, Backdrop: dst, Mode: CompositeMode(b[4])}
	}
	if format >= 12 && format <= 31 {
		m := r.matrix(b, format)
		if p := r.child(b, depth); p != nil {
			return &PaintTransform{Matrix: m, Paint: p}
		}
	}
	return nil
}

func (r *paintReader) child(b []byte, depth int) ColorPaint {
	return r.paint(from(b, u24(b, 1)), depth+1)
}

func (r *paintReader) layers(n, first, depth int) ColorPaint {
	list := from(r.t.colr, u32(r.t.colr, 18))
	count := min(u32(list, 0), (len(list)-4)/4)
	out := &PaintLayers{}
	for i := first; i < first+n && i < count; i++ {
		if p := r.paint(from(list, u32(list, 4+4*i)), depth+1); p != nil {
			out.Layers = append(out.Layers, p)
		}
	}
	return out
}

// gradient reads formats 4 to 9: linear, radial and sweep, each also variable.
func (r *paintReader) gradient(b []byte, format int) ColorPaint {
	variable := format%2 == 1
	stops, extend := r.colorLine(from(b, u24(b, 1)), variable)
	if len(stops) == 0 {
		return nil
	}
	fields, size := 6, 16
	if format >= 8 {
		fields, size = 4, 12
	}
	base := varBase(b, variable, size)
	var v [6]float64
	for i := range fields {
		unit := 1.0
		if format >= 8 && i >= 2 {
			unit = 16384
		}
		v[i] = r.num(b, 4+2*i, base, i, unit)
	}
	switch {
	case format <= 5:
		return &PaintLinear{Stops: stops, Extend: extend, X0: v[0], Y0: v[1], X1: v[2], Y1: v[3], X2: v[4], Y2: v[5]}
	case format <= 7:
		unsigned := func(i int) float64 {
			if v[i] < 0 && u16(b, 4+2*i) >= 0x8000 {
				return v[i] + 65536 // radii are UFWORD
			}
			return v[i]
		}
		return &PaintRadial{Stops: stops, Extend: extend, X0: v[0], Y0: v[1], R0: unsigned(2), X1: v[3], Y1: v[4], R1: unsigned(5)}
	}
	return &PaintSweep{Stops: stops, Extend: extend, X: v[0], Y: v[1], Start: (v[2] + 1) * 180, End: (v[3] + 1) * 180}
}

func (r *paintReader) colorLine(b []byte, variable bool) ([]ColorStop, Extend) {
	if len(b) < 3 {
		return nil, ExtendPad
	}
	size := 6
	if variable {
		size = 10
	}
	n := min(u16(b, 1), (len(b)-3)/size)
	stops := make([]ColorStop, 0, n)
	for i := range n {
		p := 3 + i*size
		base := varBase(b, variable, p+6)
		s := ColorStop{Offset: r.num(b, p, base, 0, 16384), Color: r.t.colorAt(u16(b, p+2), r.num(b, p+4, base, 1, 16384))}
		if n := len(stops); n > 0 && s.Offset < stops[n-1].Offset {
			// Stops must be sorted; equal offsets keep their order.
			k := n
			for k > 0 && stops[k-1].Offset > s.Offset {
				k--
			}
			stops = append(stops, ColorStop{})
			copy(stops[k+1:], stops[k:])
			stops[k] = s
			continue
		}
		stops = append(stops, s)
	}
	return stops, Extend(min(b[0], 2))
}

// matrix reads the transforms, formats 12 to 31.
func (r *paintReader) matrix(b []byte, format int) geom.Matrix {
	variable := format%2 == 1
	val := func(off, size, i int, unit float64) float64 {
		return r.num(b, off, varBase(b, variable, size), i, unit)
	}
	around := func(m geom.Matrix, size, i int) geom.Matrix {
		x, y := val(size-4, size, i, 1), val(size-2, size, i+1, 1)
		return geom.Translate(x, y).Mul(m).Mul(geom.Translate(-x, -y))
	}
	const f2 = 16384
	switch format {
	case 12, 13: // PaintTransform
		t := from(b, u24(b, 4))
		base := varBase(t, variable, 24)
		f := func(i int) float64 {
			v := float64(i32(t, 4*i))
			if base >= 0 && r.vary.b != nil {
				v += float64(float64(r.delta(base+i)) / 65536)
			}
			return v / 65536
		}
		return geom.Matrix{A: f(0), B: f(1), C: f(2), D: f(3), E: f(4), F: f(5)}
	case 14, 15: // PaintTranslate
		return geom.Translate(val(4, 8, 0, 1), val(6, 8, 1, 1))
	case 16, 17: // PaintScale
		return geom.Scale(val(4, 8, 0, f2), val(6, 8, 1, f2))
	case 18, 19: // PaintScaleAroundCenter
		return around(geom.Scale(val(4, 12, 0, f2), val(6, 12, 1, f2)), 12, 2)
	case 20, 21: // PaintScaleUniform
		s := val(4, 6, 0, f2)
		return geom.Scale(s, s)
	case 22, 23: // PaintScaleUniformAroundCenter
		s := val(4, 10, 0, f2)
		return around(geom.Scale(s, s), 10, 1)
	case 24, 25: // PaintRotate
		return geom.Rotate(val(4, 6, 0, f2) * 180)
	case 26, 27: // PaintRotateAroundCenter
		return around(geom.Rotate(val(4, 10, 0, f2)*180), 10, 1)
	case 28, 29: // PaintSkew
		return skew(val(4, 8, 0, f2)*180, val(6, 8, 1, f2)*180)
	}
	// 30, 31: PaintSkewAroundCenter
	return around(skew(val(4, 12, 0, f2)*180, val(6, 12, 1, f2)*180), 12, 2)
}

// skew returns a skew transform by two angles in degrees, counter-clockwise.
func skew(x, y float64) geom.Matrix {
	tan := func(d float64) float64 {
		s, c := geom.SinCosDeg(d)
		if c == 0 {
			return 0
		}
		return s / c
	}
	return geom.Matrix{A: 1, B: tan(y), C: -tan(x), D: 1}
}
