package style

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// method parses the interpolation method into g.
func (p *parser) method(g *Gradient, set *bool) bool {
	if *set || !p.Peek().Is("in") {
		return true
	}
	space, hue, ok := p.interpolation()
	if !ok {
		return false
	}
	g.Space, g.Hue, *set = InterpolationSpace(slices.Index(mixSpaces[:], space)), hue, true
	return true
}

func (p *parser) linearGradient() (value[Gradient], bool) {
	g := Gradient{Kind: GradientLinear, Angle: 180}
	angle := value[float64](nil)
	spaceSet, dir := false, false
	for range 2 {
		if !p.method(&g, &spaceSet) {
			return nil, false
		}
		if dir {
			continue
		}
		if p.Ident("to") {
			x, y, ok := p.sides()
			if !ok {
				return nil, false
			}
			g.setSides(x, y)
			dir = true
			continue
		}
		if a, ok := p.angle(zeroAllowed); ok {
			angle, dir = a, true
		}
	}
	if (dir || spaceSet) && !p.Comma() {
		return nil, false
	}
	return p.finishGradient(g, spaceSet, catLength, func(b *builder, g *Gradient) {
		if angle != nil {
			g.Angle = angle(b)
		}
	})
}

// setSides stores "to <side or corner>".
func (g *Gradient) setSides(x, y int8) {
	g.ToX, g.ToY = x, y
	switch {
	case x != 0 && y != 0:
		g.ByCorner = true
	case x > 0:
		g.Angle = 90
	case x < 0:
		g.Angle = 270
	case y < 0:
		g.Angle = 0
	default:
		g.Angle = 180
	}
}

func (p *parser) sides() (x, y int8, ok bool) {
	for range 2 {
		id, found := p.oneOf("left", "right", "top", "bottom")
		if !found {
			break
		}
		switch {
		case id == "left" && x == 0:
			x = -1
		case id == "right" && x == 0:
			x = 1
		case id == "top" && y == 0:
			y = -1
		case id == "bottom" && y == 0:
			y = 1
		default:
			return 0, 0, false
		}
	}
	return x, y, x != 0 || y != 0
}

// prefixedLinear parses -webkit-linear-gradient: the side is the starting side, and angles are anticlockwise from the
// right.
func (p *parser) prefixedLinear() (value[Gradient], bool) {
	g := Gradient{Kind: GradientLinear, Angle: 180}
	angle := value[float64](nil)
	if x, y, ok := p.sides(); ok {
		g.setSides(-x, -y)
		if !p.Comma() {
			return nil, false
		}
	} else if a, ok := p.angle(zeroAllowed); ok {
		angle = a
		if !p.Comma() {
			return nil, false
		}
	}
	return p.finishGradient(g, true, catLength, func(b *builder, g *Gradient) {
		if angle != nil {
			g.Angle = 90 - angle(b)
		}
	})
}

func (p *parser) radialGradient() (value[Gradient], bool) {
	g := Gradient{Kind: GradientRadial, Extent: FarthestCorner}
	spaceSet, shape, size, any := false, "", false, false
	var rx, ry value[Length]
	if !p.method(&g, &spaceSet) {
		return nil, false
	}
	for {
		if id, ok := p.oneOf("circle", "ellipse"); ok && shape == "" {
			shape, any = id, true
			continue
		}
		if v, ok := extentWords.parse(p); ok && !size {
			g.Extent, size, any = v(nil), true, true
			continue
		}
		if !size {
			if l, ok := p.length(allowPercent); ok {
				rx, size, any = l, true, true
				if l2, ok := p.length(allowPercent); ok {
					ry = l2
				}
				continue
			}
		}
		break
	}
	center, ok := p.gradientCenter(&g, &spaceSet, any)
	if !ok {
		return nil, false
	}
	if rx != nil {
		g.Extent = ExtentExplicit
		if shape == "circle" && ry != nil || shape == "ellipse" && ry == nil {
			return nil, false
		}
		g.Circle = ry == nil
	} else {
		g.Circle = shape == "circle"
	}
	return p.finishGradient(g, spaceSet, catLength, func(b *builder, g *Gradient) {
		g.Center = center(b)
		if rx != nil {
			g.Radius[0] = rx(b)
			g.Radius[1] = g.Radius[0]
			if ry != nil {
				g.Radius[1] = ry(b)
			}
		}
	})
}

// gradientCenter parses the part of a gradient between its shape or angle and its colours: the centre, the
// interpolation method, and a comma if anything precedes the colours.
func (p *parser) gradientCenter(g *Gradient, spaceSet *bool, given bool) (value[[2]Length], bool) {
	center := constant([2]Length{Percentage(50), Percentage(50)})
	if p.Ident("at") {
		c, ok := p.position()
		if !ok {
			return nil, false
		}
		center, given = c, true
	}
	if !p.method(g, spaceSet) || (given || *spaceSet) && !p.Comma() {
		return nil, false
	}
	return center, true
}

// sideWords holds the extents of circle() and ellipse(), for which browsers do not support the corner keywords.
var sideWords = words[RadialExtent]{"closest-side": ClosestSide, "farthest-side": FarthestSide}

var extentWords = words[RadialExtent]{"closest-side": ClosestSide, "farthest-side": FarthestSide, "closest-corner": ClosestCorner, "farthest-corner": FarthestCorner}

func (p *parser) conicGradient() (value[Gradient], bool) {
	g := Gradient{Kind: GradientConic}
	spaceSet, any := false, false
	from := constant(0.0)
	if !p.method(&g, &spaceSet) {
		return nil, false
	}
	if p.Ident("from") {
		a, ok := p.angle(zeroAllowed)
		if !ok {
			return nil, false
		}
		from, any = a, true
	}
	center, ok := p.gradientCenter(&g, &spaceSet, any)
	if !ok {
		return nil, false
	}
	return p.finishGradient(g, spaceSet, catAngle, func(b *builder, g *Gradient) { g.Angle, g.Center = from(b), center(b) })
}

// specStop is a specified colour stop or hint.
type specStop struct {
	color  colorValue
	pos    []value[Length]
	isHint bool
}

// finishGradient parses the colour stops. fill completes the gradient's geometry.
func (p *parser) finishGradient(g Gradient, spaceSet bool, unit category, fill func(*builder, *Gradient)) (value[Gradient], bool) {
	var stops []specStop
	legacy := true
	for {
		var s specStop
		pos, hasPos := p.stopPosition(unit)
		c, ok := p.fullColor()
		switch {
		case !ok && !hasPos:
			return nil, false
		case !ok:
			s.isHint, s.pos = true, []value[Length]{pos}
		default:
			s.color = c
			legacy = legacy && c.isLegacy()
			if hasPos {
				s.pos = append(s.pos, pos)
			}
			for len(s.pos) < 2 {
				q, ok := p.stopPosition(unit)
				if !ok {
					break
				}
				s.pos = append(s.pos, q)
			}
		}
		if s.isHint && (len(stops) == 0 || stops[len(stops)-1].isHint) {
			return nil, false
		}
		stops = append(stops, s)
		if len(stops) > 512 {
			return nil, false
		}
		if !p.Comma() {
			break
		}
	}
	if len(stops) == 0 || stops[len(stops)-1].isHint {
		return nil, false
	}
	if !spaceSet && !legacy {
		g.Space, g.Implied = InOKLab, true // colours that are not legacy sRGB interpolate in OKLab
	}
	return func(b *builder) Gradient {
		out := g
		out.Stops = make([]GradientStop, 0, len(stops))
		for _, s := range stops {
			if s.isHint {
				out.Stops = append(out.Stops, GradientStop{Hint: true, Pos: s.pos[0](b)})
				continue
			}
			full := s.color.at(b)
			c, exact := full.color(), full.inexact()
			if len(s.pos) == 0 {
				out.Stops = append(out.Stops, GradientStop{Color: c, exact: exact})
			}
			for _, pos := range s.pos {
				out.Stops = append(out.Stops, GradientStop{Color: c, Pos: pos(b), exact: exact})
			}
		}
		if len(out.Stops) == 1 { // a single stop fills everything
			out.Stops = append(out.Stops, out.Stops[0])
		}
		fill(b, &out)
		return out
	}, true
}

// stopPosition parses a position: a length or percentage, or in conic gradients an angle or percentage, as a percentage
// of the turn.
func (p *parser) stopPosition(unit category) (value[Length], bool) {
	if unit == catLength {
		return p.length(allowPercent | allowNegative)
	}
	if t := p.Peek(); t.Kind == css.Percentage {
		p.I++
		return constant(Percentage(t.Num)), true
	}
	if a, ok := p.angle(zeroAllowed); ok {
		return func(b *builder) Length { return Percentage(a(b) / 3.6) }, true
	}
	if v, ok := p.quantity(catPercent); ok {
		return func(b *builder) Length { return Percentage(v(b)) }, true
	}
	return nil, false
}
