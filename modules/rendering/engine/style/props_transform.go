package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// defineTransform defines the transform properties.
func defineTransform(r *registry) {
	list := func(name string, get func(*Computed) *[]TransformFunc, parse func(p *parser) (value[[]TransformFunc], bool)) {
		def(r, name, noInherits, get, func(p *parser) (value[[]TransformFunc], bool) {
			if p.Ident("none") {
				return constant([]TransformFunc(nil)), true
			}
			return parse(p)
		})
	}
	list("transform", func(s *Computed) *[]TransformFunc { return &s.inner.transform }, (*parser).transforms)
	r.alias("-webkit-transform", "transform")
	list("translate", func(s *Computed) *[]TransformFunc { return &s.inner.translate }, func(p *parser) (value[[]TransformFunc], bool) {
		x, ok := p.length(allowPercent | allowNegative)
		if !ok {
			return nil, false
		}
		y, ok := p.length(allowPercent | allowNegative)
		if !ok {
			y = constant(Pixels(0))
		} else if z, ok := p.pixels(allowNegative); ok {
			_ = z
			p.note = "the z part of translate has no effect"
		}
		return func(b *builder) []TransformFunc {
			return []TransformFunc{{Kind: TransformTranslate, X: x(b), Y: y(b)}}
		}, true
	})
	list("scale", func(s *Computed) *[]TransformFunc { return &s.inner.scale }, func(p *parser) (value[[]TransformFunc], bool) {
		x, ok := p.numberOrPercent()
		if !ok {
			return nil, false
		}
		y, ok := p.numberOrPercent()
		if !ok {
			y = x
		} else if _, ok := p.numberOrPercent(); ok {
			p.note = "the z part of scale has no effect"
		}
		return func(b *builder) []TransformFunc {
			return []TransformFunc{{Kind: TransformScale, N: [6]float64{x(b), y(b)}}}
		}, true
	})
	list("rotate", func(s *Computed) *[]TransformFunc { return &s.inner.rotate }, (*parser).rotation)
	def(r, "transform-origin", noInherits, func(s *Computed) *[2]Length { return &s.TransformOrigin }, func(p *parser) (value[[2]Length], bool) {
		v, ok := p.positionOf(2)
		if ok && !p.AtEnd() {
			// The third value is a length along z; it has no effect on a 2-D transform.
			_, ok = p.pixels(allowNegative)
		}
		return v, ok
	})
	r.alias("-webkit-transform-origin", "transform-origin")
	kw(r, "transform-box", noInherits, func(s *Computed) *Box { return &s.TransformBox }, geometryBoxes)
}

// rotation reads the rotate property: an angle with an axis before or behind it.
func (p *parser) rotation() (value[[]TransformFunc], bool) {
	axis := func() (z float64, plane, ok bool) {
		if id, ok := p.oneOf("x", "y", "z"); ok {
			return 1, id == "z", true
		}
		save := p.I
		v, ok := args3(p)
		if !ok {
			p.I = save
			return 0, false, false
		}
		return v[2], v[0] == 0 && v[1] == 0, true
	}
	z, plane, given := axis()
	a, ok := p.angle(zeroNeeds)
	if !ok {
		return nil, false
	}
	if !given {
		if z, plane, given = axis(); !given {
			z, plane = 1, true
		}
	}
	if !plane {
		p.note = "rotation out of the plane is not supported"
		return constant([]TransformFunc(nil)), true
	}
	sign := math.Copysign(1, z)
	return func(b *builder) []TransformFunc {
		return []TransformFunc{{Kind: TransformRotate, N: [6]float64{sign * a(b)}}}
	}, true
}

// args3 reads three plain numbers.
func args3(p *parser) (v [3]float64, ok bool) {
	for i := range v {
		t := p.Next()
		if t.Kind != css.Number {
			return v, false
		}
		v[i] = t.Num
	}
	return v, true
}

func (p *parser) transforms() (value[[]TransformFunc], bool) {
	var list []value[TransformFunc]
	for !p.AtEnd() {
		t := p.Peek()
		if t.Kind != css.Function {
			return nil, false
		}
		q := p.in(p.Block())
		f, ok := q.transformFunc(css.Lower(t.Value))
		if !ok || !q.AtEnd() {
			return nil, false
		}
		if q.note != "" {
			p.note = q.note
		}
		list = append(list, f)
	}
	return func(b *builder) []TransformFunc {
		out := make([]TransformFunc, len(list))
		for i, f := range list {
			out[i] = f(b)
		}
		return out
	}, len(list) > 0
}

// args reads n comma-separated values with read.
func args[T any](p *parser, least, most int, read func() (value[T], bool)) ([]value[T], bool) {
	var out []value[T]
	for len(out) < most {
		v, ok := read()
		if !ok {
			return nil, false
		}
		out = append(out, v)
		if !p.Comma() {
			break
		}
	}
	return out, len(out) >= least
}

func (p *parser) transformFunc(name string) (value[TransformFunc], bool) {
	const threeD = "only the two-dimensional part has an effect"
	switch name {
	case "translate", "translatex", "translatey", "translatez", "translate3d":
		return p.translateFunc(name)
	case "scale", "scalex", "scaley", "scalez", "scale3d":
		most := map[string]int{"scale": 2, "scale3d": 3}[name]
		v, ok := args(p, max(1, most-1), max(1, most), p.numberOrPercent)
		if name == "scale" && !ok || name == "scale3d" && len(v) != 3 || !ok {
			return nil, false
		}
		if name == "scalez" || name == "scale3d" {
			p.note = threeD
		}
		return func(b *builder) TransformFunc {
			x := v[0](b)
			f := TransformFunc{Kind: TransformScale, N: [6]float64{x, x}}
			switch {
			case name == "scalex":
				f.N[1] = 1
			case name == "scaley":
				f.N[0] = 1
			case name == "scalez":
				f.N[0], f.N[1] = 1, 1
			case len(v) > 1:
				f.N[1] = v[1](b)
			}
			return f
		}, true
	case "rotate", "rotatez":
		a, ok := p.angle(zeroAllowed)
		return func(b *builder) TransformFunc {
			return TransformFunc{Kind: TransformRotate, N: [6]float64{a(b)}}
		}, ok
	case "rotatex", "rotatey":
		a, ok := p.angle(zeroAllowed)
		p.note = threeD
		// Seen from the front without perspective, a turn about x squeezes y.
		return func(b *builder) TransformFunc {
			_, c := geom.SinCosDeg(a(b))
			if name == "rotatex" {
				return TransformFunc{Kind: TransformScale, N: [6]float64{1, c}}
			}
			return TransformFunc{Kind: TransformScale, N: [6]float64{c, 1}}
		}, ok
	case "skew", "skewx", "skewy":
		most := 1
		if name == "skew" {
			most = 2
		}
		v, ok := args(p, 1, most, func() (value[float64], bool) { return p.angle(zeroAllowed) })
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformSkew}
			f.N[0] = v[0](b)
			if name == "skewy" {
				f.N[0], f.N[1] = 0, f.N[0]
			}
			if len(v) > 1 {
				f.N[1] = v[1](b)
			}
			return f
		}, ok
	case "matrix", "matrix3d":
		n := 6
		if name == "matrix3d" {
			n = 16
			p.note = threeD
		}
		v, ok := args(p, n, n, p.anyNumber)
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformMatrix}
			index := [6]int{0, 1, 2, 3, 4, 5}
			if n == 16 {
				index = [6]int{0, 1, 4, 5, 12, 13}
			}
			for i, j := range index {
				f.N[i] = v[j](b)
			}
			return f
		}, ok
	case "rotate3d":
		v, ok := args(p, 3, 3, p.anyNumber)
		if !ok {
			return nil, false
		}
		a, ok := p.angle(zeroAllowed)
		p.note = threeD
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformRotate}
			if x, y, z := v[0](b), v[1](b), v[2](b); x == 0 && y == 0 && z != 0 {
				f.N[0] = math.Copysign(1, z) * a(b)
			}
			return f
		}, ok
	case "perspective":
		p.note = threeD
		if !p.Ident("none") {
			if _, ok := p.pixels(0); !ok {
				return nil, false
			}
		}
		return constant(TransformFunc{Kind: TransformScale, N: [6]float64{1, 1}}), true
	}
	return nil, false
}

func (p *parser) translateFunc(name string) (value[TransformFunc], bool) {
	most := map[string]int{"translate": 2, "translate3d": 3}[name]
	least := 1
	if most == 3 {
		least = 3
	}
	v, ok := args(p, least, max(1, most), func() (value[Length], bool) { return p.length(allowPercent | allowNegative) })
	if name == "translatez" || name == "translate3d" {
		p.note = "only the two-dimensional part has an effect"
	}
	return func(b *builder) TransformFunc {
		f := TransformFunc{Kind: TransformTranslate, X: Pixels(0), Y: Pixels(0)}
		switch name {
		case "translatey":
			f.Y = v[0](b)
		case "translatez":
		default:
			f.X = v[0](b)
		}
		if len(v) > 1 {
			f.Y = v[1](b)
		}
		return f
	}, ok
}
