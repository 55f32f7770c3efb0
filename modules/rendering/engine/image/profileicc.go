package image

import (
	"encoding/binary"
	"math"
)

// maxCurve bounds the entries of a profile's curve.
const maxCurve = 65536

// readICC reads a profile of the International Color Consortium that has curves and, for RGB, a matrix. ok is false for
// other profiles, such as tables for printing inks; a profile that is damaged is nil and ok, browsers ignore it.
func readICC(data []byte) (p *profile, ok bool) {
	const header = 128
	if len(data) < header+4 || string(data[36:40]) != "acsp" || data[8] > 4 || uint64(binary.BigEndian.Uint32(data)) > uint64(len(data)) {
		return nil, true
	}
	for i, want := range [3]float64{0.9642, 1, 0.8249} { // the illuminant is D50
		if math.Abs(fixed16(data[68+4*i:])-want) > 0.01 {
			return nil, true
		}
	}
	n := int(binary.BigEndian.Uint32(data[header:]))
	if n > 1000 || len(data) < header+4+12*n {
		return nil, true
	}
	tag := func(name string) []byte {
		for i := range n {
			e := data[header+4+12*i:]
			at, size := uint64(binary.BigEndian.Uint32(e[4:])), uint64(binary.BigEndian.Uint32(e[8:]))
			if string(e[:4]) == name && at+size <= uint64(len(data)) {
				return data[at : at+size]
			}
		}
		return nil
	}
	p = &profile{}
	names := [3]string{"rTRC", "gTRC", "bTRC"}
	switch string(data[16:20]) {
	case "RGB ":
		for c, name := range [3]string{"rXYZ", "gXYZ", "bXYZ"} {
			t := tag(name)
			if len(t) < 20 || string(t[:4]) != "XYZ " {
				return nil, false
			}
			for row := range 3 {
				p.xyz[row][c] = fixed16(t[8+4*row:])
			}
		}
	case "GRAY":
		p.gray = true
		names = [3]string{"kTRC", "kTRC", "kTRC"}
	default:
		return nil, false
	}
	for c, name := range names {
		if p.curves[c] = readCurve(tag(name)); p.curves[c] == nil {
			return nil, false
		}
	}
	return p, true
}

// fixed16 reads a number of 16 bits before and after the point.
func fixed16(b []byte) float64 { return float64(float64(int32(binary.BigEndian.Uint32(b))) / 65536) }

// readCurve reads a curv or para element; nil if it is neither.
func readCurve(t []byte) curve {
	if len(t) < 12 {
		return nil
	}
	switch string(t[:4]) {
	case "curv":
		n := int(binary.BigEndian.Uint32(t[8:]))
		if n > maxCurve || len(t) < 12+2*n {
			return nil
		}
		table := t[12 : 12+2*n]
		switch n {
		case 0:
			return power(1)
		case 1:
			return power(float64(binary.BigEndian.Uint16(table)) / 256)
		}
		return func(v float64) float64 {
			at := float64(min(max(v, 0), 1) * float64(n-1))
			i := min(int(math.Floor(at)), n-2)
			a, b := float64(binary.BigEndian.Uint16(table[2*i:])), float64(binary.BigEndian.Uint16(table[2*i+2:]))
			return (a + float64((b-a)*(at-float64(i)))) / 65535
		}
	case "para":
		kind := binary.BigEndian.Uint16(t[8:])
		counts := [5]int{1, 3, 4, 5, 7}
		if kind > 4 || len(t) < 12+4*counts[kind] {
			return nil
		}
		var v [7]float64
		for i := range counts[kind] {
			v[i] = fixed16(t[12+4*i:])
		}
		g, a, b, c, d := v[0], v[1], v[2], v[3], v[4]
		if kind > 0 && kind < 3 && !(math.Abs(a) > 1e-6) {
			return nil
		}
		switch kind {
		case 0:
			return power(g)
		case 1:
			return parametric(g, a, b, 0, -b/a, 0, 0)
		case 2:
			return parametric(g, a, b, 0, -b/a, c, c)
		case 3:
			return parametric(g, a, b, c, d, 0, 0)
		}
		return parametric(g, a, b, c, d, v[5], v[6])
	}
	return nil
}
