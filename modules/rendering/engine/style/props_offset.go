package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// Offset holds the offset properties of an element (CSS Motion Path 1).
type Offset struct {
	Path     OffsetPath
	Distance Length
	Rotate   OffsetRotate
	Anchor   *[2]Length // nil: the transform origin
	Position OffsetPosition
}

// OffsetPath is offset-path: a ray, a shape in a box of the containing block, the outline of an SVG shape, or the edge of
// that box.
type OffsetPath struct {
	// URL refers to an SVG shape of the document by a #fragment.
	URL   string
	Ray   *Ray
	Shape *Shape
	// Placed is set when a circle or an ellipse specifies its centre.
	Placed bool
	Box    Box
}

// Ray is ray(): an angle in degrees from the top, clockwise, and a length.
type Ray struct {
	Angle   float64
	Size    RaySize
	Contain bool
	At      *[2]Length // nil: offset-position
}

// RaySize is the size keyword of a ray.
type RaySize uint8

// The sizes.
const (
	RayClosestSide RaySize = iota
	RayClosestCorner
	RayFarthestSide
	RayFarthestCorner
	RaySides
)

// OffsetRotate is offset-rotate: Angle in degrees, relative to the path's direction if Auto.
type OffsetRotate struct {
	Auto  bool
	Angle float64
}

// OffsetPosition is offset-position: At, or the element's own position if Auto, else the centre (normal).
type OffsetPosition struct {
	Auto bool
	At   *[2]Length
}

// offsetValues holds the offset properties before they are combined; a nil path is none.
type offsetValues struct {
	path     *OffsetPath
	distance Length
	rotate   OffsetRotate
	anchor   *[2]Length
	position OffsetPosition
}

var raySizes = words[RaySize]{"closest-side": RayClosestSide, "closest-corner": RayClosestCorner, "farthest-side": RayFarthestSide,
	"farthest-corner": RayFarthestCorner, "sides": RaySides}

// coordBoxes maps the keywords of coord-box.
var coordBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea,
	"fill-box": ContentBoxArea, "stroke-box": BorderBoxArea, "view-box": BorderBoxArea}

func defineOffset(r *registry) {
	def(r, "offset-path", noInherits, func(s *Computed) **OffsetPath { return &s.inner.offset.path }, (*parser).offsetPath)
	def(r, "offset-distance", noInherits, func(s *Computed) *Length { return &s.inner.offset.distance }, func(p *parser) (value[Length], bool) {
		return p.length(allowPercent | allowNegative)
	})
	def(r, "offset-rotate", noInherits, func(s *Computed) *OffsetRotate { return &s.inner.offset.rotate }, (*parser).offsetRotate)
	def(r, "offset-anchor", noInherits, func(s *Computed) **[2]Length { return &s.inner.offset.anchor }, func(p *parser) (value[*[2]Length], bool) {
		if p.Ident("auto") {
			return constant((*[2]Length)(nil)), true
		}
		v, ok := p.position()
		return func(b *builder) *[2]Length { at := v(b); return &at }, ok
	})
	def(r, "offset-position", noInherits, func(s *Computed) *OffsetPosition { return &s.inner.offset.position }, func(p *parser) (value[OffsetPosition], bool) {
		if id, ok := p.oneOf("auto", "normal"); ok {
			return constant(OffsetPosition{Auto: id == "auto"}), true
		}
		v, ok := p.position()
		return func(b *builder) OffsetPosition { at := v(b); return OffsetPosition{At: &at} }, ok
	})
	r.short("offset", "offset-position offset-path offset-distance offset-rotate offset-anchor", func(p *parser, set func(string, setter)) bool {
		any := false
		take := func(name string) bool {
			f, ok := p.longhand(name)
			if ok {
				set(name, f)
				any = true
			}
			return ok
		}
		take("offset-position")
		if take("offset-path") {
			for n := 0; n < 2; n++ {
				if !take("offset-distance") && !take("offset-rotate") {
					break
				}
			}
		}
		if any && p.Slash() {
			return take("offset-anchor")
		}
		return any
	})
}

func (p *parser) offsetPath() (value[*OffsetPath], bool) {
	if p.Ident("none") {
		return constant((*OffsetPath)(nil)), true
	}
	var out OffsetPath
	var ray value[Ray]
	var shape value[Shape]
	found := false
	for !p.AtEnd() {
		if v, ok := coordBoxes.parse(p); ok {
			out.Box = v(nil)
		} else if f, ok := p.Func("ray"); ok && ray == nil && shape == nil && out.URL == "" {
			q := p.in(f)
			if ray, ok = q.ray(); !ok || !q.AtEnd() {
				return nil, false
			}
		} else if u, ok := p.url(); ok && ray == nil && shape == nil && out.URL == "" {
			out.URL = u
		} else if t := p.Peek(); ray == nil && shape == nil && out.URL == "" && t.Kind == css.Function {
			inner := *p
			block := inner.Block()
			for _, tok := range block.Rest() {
				out.Placed = out.Placed || tok.Is("at")
			}
			if shape, ok = p.shape(); !ok {
				return nil, false
			}
		} else {
			break
		}
		found = true
	}
	return func(b *builder) *OffsetPath {
		o := out
		if ray != nil {
			v := ray(b)
			o.Ray = &v
		}
		if shape != nil {
			v := shape(b)
			o.Shape = &v
		}
		return &o
	}, found
}

func (p *parser) ray() (value[Ray], bool) {
	var angle value[float64]
	var at value[[2]Length]
	var out Ray
	for !p.AtEnd() {
		if v, ok := raySizes.parse(p); ok {
			out.Size = v(nil)
		} else if p.Ident("contain") {
			out.Contain = true
		} else if p.Ident("at") && at == nil {
			if at, ok = p.position(); !ok {
				return nil, false
			}
		} else if angle == nil {
			if angle, ok = p.angle(zeroNeeds); !ok {
				return nil, false
			}
		} else {
			return nil, false
		}
	}
	return func(b *builder) Ray {
		r := out
		r.Angle = angle(b)
		if at != nil {
			v := at(b)
			r.At = &v
		}
		return r
	}, angle != nil
}

func (p *parser) offsetRotate() (value[OffsetRotate], bool) {
	var angle value[float64]
	base, word := OffsetRotate{}, false
	for n := 0; n < 2; n++ {
		if id, ok := p.oneOf("auto", "reverse"); ok && !word {
			word, base.Auto = true, true
			if id == "reverse" {
				base.Angle = 180
			}
		} else if angle == nil {
			if v, ok := p.angle(zeroNeeds); ok {
				angle = v
			}
		}
	}
	return func(b *builder) OffsetRotate {
		o := base
		if angle != nil {
			o.Angle += angle(b)
		}
		return o
	}, word || angle != nil
}
