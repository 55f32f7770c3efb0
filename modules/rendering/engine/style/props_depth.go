package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// defineDepth defines the properties of 3-D rendering contexts (CSS Transforms 2 §4).
func defineDepth(r *registry) {
	def(r, "perspective", noInherits, func(s *Computed) *float64 { return &s.Perspective }, func(p *parser) (value[float64], bool) {
		if p.Ident("none") {
			return constant(0.0), true
		}
		v, ok := p.pixels(0)
		return func(b *builder) float64 { return max(1, v(b)) }, ok
	})
	def(r, "perspective-origin", noInherits, func(s *Computed) *[2]Length { return &s.PerspectiveOrigin }, func(p *parser) (value[[2]Length], bool) {
		return p.positionOf(2, false)
	})
	kw(r, "transform-style", noInherits, func(s *Computed) *bool { return &s.Preserve3D }, words[bool]{"flat": false, "preserve-3d": true})
	kw(r, "backface-visibility", noInherits, func(s *Computed) *bool { return &s.BackfaceHidden }, words[bool]{"visible": false, "hidden": true})
	for _, n := range []string{"perspective", "perspective-origin", "transform-style", "backface-visibility"} {
		r.alias("-webkit-"+n, n)
	}
}

// Preserves3D reports whether an element establishes or extends a 3-D rendering context: transform-style: preserve-3d
// without a property that flattens it (CSS Transforms 2 §4.1.1).
func (s *Computed) Preserves3D() bool {
	return s.Preserve3D && s.Overflow == [2]Overflow{} && s.Opacity >= 1 && len(s.Filter) == 0 && len(s.BackdropFilter) == 0 &&
		s.ClipPath == nil && len(s.Mask) == 0 && s.MaskBorder == nil && s.Reflect == nil && s.Blend == BlendNormal && !s.Isolate && s.inner.clip == nil &&
		s.Contain&ContainPaint == 0
}

// HasDepth reports whether a style has a 3-D transform or perspective, or hides the backface.
func (s *Computed) HasDepth() bool {
	if s.Perspective > 0 || s.Preserve3D || s.BackfaceHidden {
		return true
	}
	for i := range s.Transform {
		switch f := &s.Transform[i]; f.Kind {
		case TransformTurn, TransformPerspective, TransformMatrix3D:
			return true
		case TransformTranslate:
			if f.N[0] != 0 {
				return true
			}
		}
	}
	return false
}

// Matrix returns the matrix of the function for a reference box of w × h; [TransformOffset] depends on more and gives
// the identity.
func (f *TransformFunc) Matrix(w, h float64) geom.Matrix4 {
	switch f.Kind {
	case TransformTranslate:
		return geom.Translate4(f.X.ResolveFine(w), f.Y.ResolveFine(h), f.N[0])
	case TransformScale:
		return geom.Scale4(f.N[0], f.N[1], f.N[2])
	case TransformRotate:
		return geom.Rotate(f.N[0]).Space()
	case TransformSkew:
		return geom.Matrix{A: 1, B: tangent(f.N[1]), C: tangent(f.N[0]), D: 1}.Space()
	case TransformMatrix:
		return geom.Matrix{A: f.N[0], B: f.N[1], C: f.N[2], D: f.N[3], E: f.N[4], F: f.N[5]}.Space()
	case TransformTurn:
		return geom.Rotate4(f.N[0], f.N[1], f.N[2], f.N[3])
	case TransformPerspective:
		return geom.Perspective4(f.N[0])
	case TransformMatrix3D:
		return *f.M
	}
	return geom.Identity4()
}

// tangent returns the tangent of an angle in degrees, clamped at its poles.
func tangent(deg float64) float64 {
	s, c := geom.SinCosDeg(deg)
	if c == 0 {
		return math.Copysign(1e6, s)
	}
	return s / c
}
