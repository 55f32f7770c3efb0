package svg

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// ParseTransform parses a transform attribute (SVG 2 §8.5); an invalid one is the identity.
func ParseTransform(value string) geom.Matrix {
	m := geom.Identity()
	s := scanner{s: value}
	for {
		s.commaSpace()
		if s.done() {
			return m
		}
		start := s.i
		for !s.done() && isNameByte(s.s[s.i]) {
			s.i++
		}
		name := s.s[start:s.i]
		s.space()
		if name == "" || s.done() || s.s[s.i] != '(' {
			return geom.Identity()
		}
		s.i++
		var a []float64
		for {
			s.commaSpace()
			v, ok := s.number()
			if !ok {
				break
			}
			a = append(a, v)
		}
		s.space()
		if s.done() || s.s[s.i] != ')' {
			return geom.Identity()
		}
		s.i++
		f, ok := transformFunction(name, a)
		if !ok {
			return geom.Identity()
		}
		m = m.Mul(f)
	}
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func transformFunction(name string, a []float64) (geom.Matrix, bool) {
	arg := func(i int, missing float64) float64 {
		if i < len(a) {
			return a[i]
		}
		return missing
	}
	counts, known := transformCounts[name]
	if !known || !slices.Contains(counts, len(a)) {
		return geom.Matrix{}, false
	}
	switch name {
	case "translate":
		return geom.Translate(a[0], arg(1, 0)), true
	case "scale":
		return geom.Scale(a[0], arg(1, a[0])), true
	case "rotate":
		x, y := arg(1, 0), arg(2, 0)
		return geom.Translate(x, y).Mul(geom.Rotate(a[0])).Mul(geom.Translate(-x, -y)), true
	case "skewX":
		s, c := geom.SinCosDeg(a[0])
		return geom.Matrix{A: 1, C: s / c, D: 1}, c != 0
	case "skewY":
		s, c := geom.SinCosDeg(a[0])
		return geom.Matrix{A: 1, B: s / c, D: 1}, c != 0
	}
	return geom.Matrix{A: a[0], B: a[1], C: a[2], D: a[3], E: a[4], F: a[5]}, true
}

// transformCounts holds the permitted argument counts of the transform functions.
var transformCounts = map[string][]int{"translate": {1, 2}, "scale": {1, 2}, "rotate": {1, 3}, "skewX": {1}, "skewY": {1}, "matrix": {6}}
