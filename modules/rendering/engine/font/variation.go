package font

import "math"

// axis is a variation axis (OpenType fvar), in 16.16 design units.
type axis struct {
	tag           string
	min, def, max int32
}

// parseFvar reads the axes; at most 64.
func parseFvar(b []byte) []axis {
	n, size := min(u16(b, 8), 64), u16(b, 10)
	start := u16(b, 4)
	if size < 20 {
		return nil
	}
	var axes []axis
	for i := range n {
		p := start + i*size
		if p+20 > len(b) {
			return nil
		}
		a := axis{tag: string(b[p : p+4]), min: int32(i32(b, p+4)), def: int32(i32(b, p+8)), max: int32(i32(b, p+12))}
		if a.min > a.def || a.def > a.max {
			a.min, a.max = a.def, a.def
		}
		axes = append(axes, a)
	}
	return axes
}

// normalize converts design coordinates (16.16) to normalised 2.14 coordinates (OpenType "Coordinate scales and
// normalization", avar version 1).
func normalize(axes []axis, design []int32, avar []byte) []int16 {
	out := make([]int16, len(axes))
	p := 8
	for i, a := range axes {
		v := min(max(design[i], a.min), a.max)
		var n int64 // 16.16
		switch {
		case v < a.def && a.def > a.min:
			n = -divRound(int64(a.def-v)<<16, int64(a.def)-int64(a.min))
		case v > a.def && a.max > a.def:
			n = divRound((int64(v)-int64(a.def))<<16, int64(a.max)-int64(a.def))
		}
		if u16(avar, 0) == 1 && i < u16(avar, 6) {
			n, p = avarMap(avar, p, n)
		}
		out[i] = int16((n + 2) >> 2)
	}
	return out
}

// avarMap applies the segment map at p to a 16.16 value and returns the next map's position.
func avarMap(b []byte, p int, n int64) (int64, int) {
	count := u16(b, p)
	p += 2
	end := p + 4*count
	if end > len(b) || count < 2 {
		return n, end
	}
	v := n >> 2
	if n&3 >= 2 {
		v++
	}
	for i := 1; i < count; i++ {
		f0, t0 := int64(i16(b, p+4*i-4)), int64(i16(b, p+4*i-2))
		f1, t1 := int64(i16(b, p+4*i)), int64(i16(b, p+4*i+2))
		if v <= f1 || i == count-1 {
			if f1 == f0 {
				return t1 << 2, end
			}
			return t0<<2 + divRound((v-f0)*(t1-t0)<<2, f1-f0), end
		}
	}
	return n, end
}

// divRound divides, rounding to nearest, halves away from zero; b must be positive.
func divRound(a, b int64) int64 {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}

// axisScalar returns one axis' factor in 16.16 (OpenType "Algorithm for interpolation of instance values").
func axisScalar(c, start, peak, end int64) int64 {
	switch {
	case peak == 0 || c == peak:
		return 1 << 16
	case start > peak || peak > end || (start < 0 && end > 0):
		return 1 << 16
	case c <= start || c >= end:
		return 0
	case c < peak:
		return ((c - start) << 16) / (peak - start)
	}
	return ((end - c) << 16) / (end - peak)
}

// varStore reads the deltas of an ItemVariationStore.
type varStore struct {
	b      []byte
	coords []int16
}

// delta returns the sum of the scaled deltas of an item, in 16.16.
func (s varStore) delta(outer, inner int) int64 {
	b := s.b
	if outer >= u16(b, 6) {
		return 0
	}
	data := from(b, u32(b, 8+4*outer))
	regions := from(b, u32(b, 2))
	if data == nil || regions == nil || inner >= u16(data, 0) {
		return 0
	}
	words, n := u16(data, 2), u16(data, 4)
	long := words&0x8000 != 0
	words &= 0x7FFF
	small, big := 1, 2
	if long {
		small, big = 2, 4
	}
	row := 6 + 2*n + inner*(words*big+(n-min(words, n))*small)
	var sum int64
	for i := range n {
		var d int
		switch {
		case i < words && long:
			d = i32(data, row)
		case i < words || long:
			d = i16(data, row)
		case row < len(data):
			d = int(int8(data[row]))
		}
		if i < words {
			row += big
		} else {
			row += small
		}
		if d == 0 {
			continue
		}
		sum += int64(d) * s.region(regions, u16(data, 6+2*i))
	}
	return sum
}

func (s varStore) region(b []byte, index int) int64 {
	axes, count := u16(b, 0), u16(b, 2)
	if index >= count {
		return 0
	}
	p := 4 + index*axes*6
	scalar := int64(1 << 16)
	for i := range axes {
		var c int64
		if i < len(s.coords) {
			c = int64(s.coords[i])
		}
		v := axisScalar(c, int64(i16(b, p)), int64(i16(b, p+2)), int64(i16(b, p+4)))
		if v == 0 {
			return 0
		}
		if v != 1<<16 {
			scalar = (scalar*v + 1<<15) >> 16
		}
		p += 6
	}
	return scalar
}

// advanceDelta returns a glyph's HVAR advance delta in font units.
func advanceDelta(hvar []byte, coords []int16, g GlyphID) int32 {
	store := from(hvar, u32(hvar, 4))
	if store == nil {
		return 0
	}
	outer, inner := 0, int(g)
	if m := from(hvar, u32(hvar, 8)); m != nil {
		format, entry := int(m[0]), u16(m, 0)&0xFF
		n, p := u16(m, 2), 4
		if format == 1 {
			n, p = u32(m, 2), 6
		}
		if n == 0 {
			return 0
		}
		i := min(int(g), n-1)
		size := entry>>4&3 + 1
		if p+(i+1)*size > len(m) || i < 0 {
			return 0
		}
		v := 0
		for k := range size {
			v = v<<8 | int(m[p+i*size+k])
		}
		bits := entry&15 + 1
		outer, inner = v>>bits, v&(1<<bits-1)
	}
	d := varStore{store, coords}.delta(outer, inner)
	return clamp32((d + 1<<15) >> 16)
}

// toFixed converts a CSS axis value to 16.16, saturating.
func toFixed(v float64) int32 {
	if v != v {
		return 0
	}
	v = math.Round(v * 65536)
	return int32(min(max(v, -1<<31), 1<<31-1))
}
