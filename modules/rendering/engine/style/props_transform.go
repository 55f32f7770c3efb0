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
		}
		z, ok := p.pixels(allowNegative)
		return func(b *builder) []TransformFunc {
			f := TransformFunc{Kind: TransformTranslate, X: x(b), Y: y(b)}
			if ok {
				f.N[0] = z(b)
			}
			return []TransformFunc{f}
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
		}
		z, ok := p.numberOrPercent()
		if !ok {
			z = constant(1.0)
		}
		return func(b *builder) []TransformFunc {
			return []TransformFunc{{Kind: TransformScale, N: [6]float64{x(b), y(b), z(b)}}}
		}, true
	})
	list("rotate", func(s *Computed) *[]TransformFunc { return &s.inner.rotate }, (*parser).rotation)
	r.add(property{name: "transform-origin", phase: phaseRest, parse: func(p *parser) (setter, bool) {
		v, ok := p.positionOf(2, false)
		if !ok {
			return nil, false
		}
		z := constant(0.0)
		if !p.AtEnd() {
			if z, ok = p.pixels(allowNegative); !ok {
				return nil, false
			}
		}
		return func(b *builder) { b.out.TransformOrigin, b.out.TransformOriginZ = v(b), z(b) }, true
	}, copy: func(dst, src *Computed) {
		dst.TransformOrigin, dst.TransformOriginZ = src.TransformOrigin, src.TransformOriginZ
	}})
	r.alias("-webkit-transform-origin", "transform-origin")
	defineDepth(r)
	kw(r, "transform-box", noInherits, func(s *Computed) *Box { return &s.TransformBox }, geometryBoxes)
}

// rotation parses the rotate property: an angle with an axis before or after it.
func (p *parser) rotation() (value[[]TransformFunc], bool) {
	read := func() (v [3]float64, ok bool) {
		if id, ok := p.oneOf("x", "y", "z"); ok {
			v[id[0]-'x'] = 1
			return v, true
		}
		save := p.I
		if v, ok = args3(p); !ok {
			p.I = save
		}
		return v, ok
	}
	axis, given := read()
	a, ok := p.angle(zeroNeeds)
	if !ok {
		return nil, false
	}
	if !given {
		if axis, given = read(); !given {
			axis = [3]float64{2: 1}
		}
	}
	return func(b *builder) []TransformFunc { return []TransformFunc{turn(axis, a(b))} }, true
}

// turn returns the rotation about an axis through the origin (CSS Transforms 2 §13.2).
func turn(axis [3]float64, degrees float64) TransformFunc {
	x, y, z := axis[0], axis[1], axis[2]
	if x == 0 && y == 0 {
		if z == 0 {
			return TransformFunc{Kind: TransformRotate}
		}
		return TransformFunc{Kind: TransformRotate, N: [6]float64{math.Copysign(1, z) * degrees}}
	}
	return TransformFunc{Kind: TransformTurn, N: [6]float64{x, y, z, degrees}}
}

// args3 parses three plain numbers.
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

// args parses least to most comma-separated values with read.
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
	switch name {
	case "translate", "translatex", "translatey", "translatez", "translate3d":
		return p.translateFunc(name)
	case "scale", "scalex", "scaley", "scalez", "scale3d":
		most := map[string]int{"scale": 2, "scale3d": 3}[name]
		v, ok := args(p, max(1, most-1), max(1, most), p.numberOrPercent)
		if name == "scale" && !ok || name == "scale3d" && len(v) != 3 || !ok {
			return nil, false
		}
		return func(b *builder) TransformFunc {
			x := v[0](b)
			f := TransformFunc{Kind: TransformScale, N: [6]float64{x, x, 1}}
			switch {
			case name == "scalex":
				f.N[1] = 1
			case name == "scaley":
				f.N[0] = 1
			case name == "scalez":
				f.N[0], f.N[1], f.N[2] = 1, 1, x
			case len(v) > 1:
				f.N[1] = v[1](b)
				if len(v) > 2 {
					f.N[2] = v[2](b)
				}
			}
			return f
		}, true
	case "rotate", "rotatez":
		a, ok := p.angle(zeroAllowed)
		return func(b *builder) TransformFunc {
			return TransformFunc{Kind: TransformRotate, N: [6]float64{a(b)}}
		}, ok
	case "rotatex", "rotatey":
		axis := [3]float64{1}
		if name == "rotatey" {
			axis = [3]float64{1: 1}
		}
		a, ok := p.angle(zeroAllowed)
		return func(b *builder) TransformFunc { return turn(axis, a(b)) }, ok
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
		}
		v, ok := args(p, n, n, p.anyNumber)
		return func(b *builder) TransformFunc {
			if n == 16 {
				var m geom.Matrix4
				for i := range m {
					m[i] = v[i](b)
				}
				m[12], m[13], m[14] = b.zoomed(m[12]), b.zoomed(m[13]), b.zoomed(m[14])
				return TransformFunc{Kind: TransformMatrix3D, M: &m}
			}
			f := TransformFunc{Kind: TransformMatrix}
			for i := range f.N {
				f.N[i] = v[i](b)
			}
			f.N[4], f.N[5] = b.zoomed(f.N[4]), b.zoomed(f.N[5])
			return f
		}, ok
	case "rotate3d":
		v, ok := args(p, 3, 3, p.anyNumber)
		if !ok {
			return nil, false
		}
		a, ok := p.angle(zeroAllowed)
		return func(b *builder) TransformFunc { return turn([3]float64{v[0](b), v[1](b), v[2](b)}, a(b)) }, ok
	case "perspective":
		d := constant(0.0)
		if !p.Ident("none") {
			var ok bool
			if d, ok = p.pixels(0); !ok {
				return nil, false
			}
			return func(b *builder) TransformFunc {
				return TransformFunc{Kind: TransformPerspective, N: [6]float64{max(1, d(b))}}
			}, true
		}
		return constant(TransformFunc{Kind: TransformScale, N: [6]float64{1, 1, 1}}), true
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
	return func(b *builder) TransformFunc {
		f := TransformFunc{Kind: TransformTranslate, X: Pixels(0), Y: Pixels(0)}
		switch name {
		case "translatey":
			f.Y = v[0](b)
		case "translatez":
			f.N[0] = v[0](b).Px
		default:
			f.X = v[0](b)
		}
		if len(v) > 1 {
			f.Y = v[1](b)
		}
		if len(v) > 2 {
			f.N[0] = v[2](b).Px
		}
		return f
	}, ok
}
