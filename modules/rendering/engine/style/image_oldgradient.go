package style

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// oldGradient parses -webkit-gradient(), which browsers still support (Compatibility §3.2): linear gradients between
// two points, radial ones between two concentric circles.
func (p *parser) oldGradient() (value[Gradient], bool) {
	kind, ok := p.oneOf("linear", "radial")
	if !ok || !p.Comma() {
		return nil, false
	}
	var ends [2][2]Length
	var radii [2]float64
	for i := range ends {
		for axis := range 2 {
			if ends[i][axis], ok = p.oldCoordinate(axis); !ok {
				return nil, false
			}
		}
		if !p.Comma() && (i == 0 || kind == "radial") {
			return nil, false
		}
		if kind == "radial" {
			t := p.Peek()
			if t.Kind != css.Number || t.Num < 0 {
				return nil, false
			}
			p.I++
			if radii[i] = t.Num; !p.Comma() && i == 0 {
				return nil, false
			}
		}
	}
	if kind == "radial" && (ends[0] != ends[1] || radii[1] <= radii[0]) {
		return nil, false
	}
	stops, ok := p.oldStops()
	if !ok {
		return nil, false
	}
	return func(b *builder) Gradient {
		g := Gradient{Kind: GradientLinear, Angle: 180}
		from, length := 0.0, 1.0
		if kind == "radial" {
			g.Kind, g.Circle, g.Extent, g.Center = GradientRadial, true, ExtentExplicit, ends[0]
			g.Radius = [2]Length{Pixels(radii[1]), Pixels(radii[1])}
			from, length = radii[0]/radii[1], 1-radii[0]/radii[1]
		} else {
			g.Line = &ends
		}
		for _, s := range stops {
			g.Stops = append(g.Stops, GradientStop{Color: s.color(b), Pos: Percentage(100 * (from + float64(s.at*length)))})
		}
		return g
	}, true
}

// oldCoordinate parses a number of pixels, a percentage or a keyword.
func (p *parser) oldCoordinate(axis int) (Length, bool) {
	t := p.Peek()
	p.I++
	switch t.Kind {
	case css.Number:
		return Pixels(t.Num), true
	case css.Percentage:
		return Percentage(t.Num), true
	case css.Ident:
		words := [2][3]string{{"left", "center", "right"}, {"top", "center", "bottom"}}[axis]
		i := slices.Index(words[:], css.Lower(t.Value))
		return Percentage(50 * float64(max(i, 0))), i >= 0
	}
	return Length{}, false
}

// oldStop is from(), to() or color-stop().
type oldStop struct {
	at    float64
	color value[Color]
}

// oldStops parses the stops, sorted by position.
func (p *parser) oldStops() ([]oldStop, bool) {
	var out []oldStop
	for {
		t := p.Peek()
		if t.Kind != css.Function {
			return nil, false
		}
		q := p.in(p.Block())
		s := oldStop{}
		switch css.Lower(t.Value) {
		case "from":
		case "to":
			s.at = 1
		case "color-stop":
			at := q.Peek()
			q.I++
			switch at.Kind {
			case css.Number:
				s.at = at.Num
			case css.Percentage:
				s.at = at.Num / 100
			default:
				return nil, false
			}
			if !q.Comma() {
				return nil, false
			}
		default:
			return nil, false
		}
		c, ok := q.color()
		if !ok || !q.AtEnd() {
			return nil, false
		}
		s.color = c
		out = append(out, s)
		if !p.Comma() {
			break
		}
	}
	slices.SortStableFunc(out, func(a, b oldStop) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	return out, true
}
