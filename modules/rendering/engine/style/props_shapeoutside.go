package style

import "math"

// defineShapeOutside defines shape-outside and related properties (CSS Shapes 1 §3).
func defineShapeOutside(r *registry) {
	def(r, "shape-outside", noInherits, func(s *Computed) **ClipPath { return &s.ShapeOutside }, func(p *parser) (value[*ClipPath], bool) {
		if p.Ident("none") {
			return constant((*ClipPath)(nil)), true
		}
		save := p.I
		if _, ok := p.image(); ok {
			p.note = "lines do not follow the shapes of images; they keep clear of the float's margin box"
			return constant((*ClipPath)(nil)), true
		}
		p.I = save
		v, ok := p.clipPath()
		if !ok {
			return nil, false
		}
		named := hasBoxName(p)
		return func(b *builder) *ClipPath {
			c := *v(b)
			if !named {
				c.Box = MarginBoxArea
			}
			return &c
		}, true
	})
	def(r, "shape-margin", noInherits, func(s *Computed) *Length { return &s.ShapeMargin }, func(p *parser) (value[Length], bool) {
		return p.length(allowPercent)
	})
	// Applies to shapes from images only, which are not supported.
	r.add(property{name: "shape-image-threshold", phase: phaseRest, copy: func(_, _ *Computed) {}, parse: func(p *parser) (setter, bool) {
		_, ok := p.numberOrPercent()
		return func(*builder) {}, ok
	}})
}

// hasBoxName reports whether the value specifies a reference box.
func hasBoxName(p *parser) bool {
	q := *p
	q.I = 0
	for !q.AtEnd() {
		if _, ok := geometryBoxes.parse(&q); ok {
			return true
		}
		if _, ok := q.shape(); !ok {
			return false
		}
	}
	return false
}

// Ellipse returns the centre and radii of a circle or ellipse in a reference box (CSS Shapes 1 §3.1).
func (s *Shape) Ellipse(w, h float64) (cx, cy, rx, ry float64) {
	cx, cy = s.Center[0].ResolveFine(w), s.Center[1].ResolveFine(h)
	axis := func(e RadialExtent, r Length, size, c float64) float64 {
		near, far := math.Abs(c), math.Abs(size-c)
		switch e {
		case ExtentExplicit:
			return math.Max(0, r.ResolveFine(size))
		case FarthestSide:
			return math.Max(near, far)
		}
		return math.Min(near, far)
	}
	if s.Kind == ShapeEllipse {
		return cx, cy, axis(s.ExtentX, s.RadiusX, w, cx), axis(s.ExtentY, s.RadiusY, h, cy)
	}
	if s.ExtentX == ExtentExplicit {
		rx = math.Max(0, s.RadiusX.ResolveFine(math.Sqrt((float64(w*w)+float64(h*h))/2)))
		return cx, cy, rx, rx
	}
	x, y := axis(s.ExtentX, s.RadiusX, w, cx), axis(s.ExtentX, s.RadiusX, h, cy)
	if rx = math.Min(x, y); s.ExtentX == FarthestSide {
		rx = math.Max(x, y)
	}
	return cx, cy, rx, rx
}
