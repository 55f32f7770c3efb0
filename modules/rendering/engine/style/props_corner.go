package style

import "math"

// defineCornerShape defines corner-shape (CSS Borders 4 §3): the curvature of each corner, 1 for round.
func defineCornerShape(r *registry) {
	names := [4]string{"corner-top-left-shape", "corner-top-right-shape", "corner-bottom-right-shape", "corner-bottom-left-shape"}
	for i, name := range names {
		r.add(property{name: name, phase: phaseRest, parse: func(p *parser) (setter, bool) {
			v, ok := p.curvature()
			return func(b *builder) { b.out.setCorner(i, v(b)) }, ok
		}, copy: func(dst, src *Computed) { dst.setCorner(i, src.Corner(i)) }})
	}
	group := func(name string, corners ...int) {
		list := ""
		for _, c := range corners {
			list += names[c] + " "
		}
		r.short(name, list, func(p *parser, set func(string, setter)) bool {
			var given []value[float64]
			for len(given) < len(corners) && !p.AtEnd() {
				v, ok := p.curvature()
				if !ok {
					return false
				}
				given = append(given, v)
			}
			for k, c := range corners {
				if len(given) == 0 {
					return false
				}
				at := sideIndex(len(given), k)
				if len(corners) == 2 {
					at = min(k, len(given)-1)
				}
				set(names[c], func(b *builder) { b.out.setCorner(c, given[at](b)) })
			}
			return true
		})
	}
	group("corner-shape", 0, 1, 2, 3)
	group("corner-top-shape", 0, 1)
	group("corner-right-shape", 1, 2)
	group("corner-bottom-shape", 3, 2)
	group("corner-left-shape", 0, 3)
}

var curvatures = map[string]float64{"round": 1, "squircle": 2, "square": math.Inf(1), "bevel": 0, "scoop": -1, "notch": math.Inf(-1)}

func (p *parser) curvature() (value[float64], bool) {
	if id, ok := p.oneOf("round", "squircle", "square", "bevel", "scoop", "notch"); ok {
		return constant(curvatures[id]), true
	}
	f, ok := p.Func("superellipse")
	if !ok {
		return nil, false
	}
	q := p.in(f)
	if q.Ident("infinity") {
		return constant(math.Inf(1)), q.AtEnd()
	}
	if q.Ident("-infinity") {
		return constant(math.Inf(-1)), q.AtEnd()
	}
	v, ok := q.anyNumber()
	return v, ok && q.AtEnd()
}

// Corner returns the curvature of corner i: top left, top right, bottom right, bottom left.
func (s *Computed) Corner(i int) float64 {
	if s.CornerShape == nil {
		return 1
	}
	return s.CornerShape[i]
}

func (s *Computed) setCorner(i int, k float64) {
	if s.Corner(i) == k {
		return
	}
	shape := [4]float64{1, 1, 1, 1}
	if s.CornerShape != nil {
		shape = *s.CornerShape
	}
	shape[i] = k
	s.CornerShape = &shape
}
