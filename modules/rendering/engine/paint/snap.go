package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// snapUnit rounds a position to whole CSS pixels, halves up. Chromium does so at every scale of a screenshot, since
// scaling is applied after painting, as a transform of the page.
func (p *painter) snapUnit(u geom.Unit) geom.Unit {
	s := p.snapStep
	n := u + s/2
	q := n / s
	if n%s < 0 {
		q--
	}
	return q * s
}

// snap rounds the edges of a rectangle to whole CSS pixels, as in Chromium. An extent of more than a sixteenth of a pixel
// becomes one pixel at least.
func (p *painter) snap(r geom.Rect) geom.Rect {
	x, y := p.snapUnit(r.X), p.snapUnit(r.Y)
	return geom.Rect{X: x, Y: y, W: p.snapExtent(r.W, p.snapUnit(r.MaxX())-x), H: p.snapExtent(r.H, p.snapUnit(r.MaxY())-y)}
}

func (p *painter) snapExtent(exact, snapped geom.Unit) geom.Unit {
	if snapped == 0 && exact > p.snapStep/16 {
		return p.snapStep
	}
	return snapped
}

// outerRadii returns an element's corner radii for its border box, reduced by
// the rule of CSS Backgrounds 3 §5.5 so that they do not overlap.
func outerRadii(s *style.Computed, size geom.Size) [4]display.Point {
	var r [4]display.Point
	for i := range r {
		r[i].X = display.FromFloat(lengthFloat(s.Radius[i][0], size.W))
		r[i].Y = display.FromFloat(lengthFloat(s.Radius[i][1], size.H))
		if r[i].X <= 0 || r[i].Y <= 0 {
			r[i] = display.Point{}
		}
	}
	return fitRadii(r, display.FromUnit(size.W), display.FromUnit(size.H))
}

// fitRadii scales all radii by one factor so that adjacent radii fit their side.
func fitRadii(r [4]display.Point, w, h display.Coord) [4]display.Point {
	f := 1.0
	limit := func(side, a, b display.Coord) {
		if sum := float64(a) + float64(b); sum > float64(side) && sum > 0 {
			f = math.Min(f, float64(side)/sum)
		}
	}
	limit(w, r[0].X, r[1].X)
	limit(w, r[3].X, r[2].X)
	limit(h, r[0].Y, r[3].Y)
	limit(h, r[1].Y, r[2].Y)
	if f < 1 {
		for i := range r {
			r[i].X = display.Coord(math.Floor(float64(r[i].X) * f))
			r[i].Y = display.Coord(math.Floor(float64(r[i].Y) * f))
		}
	}
	return r
}

// innerRadii returns the radii of a box inset by edges.
func innerRadii(r [4]display.Point, e geom.Edges) [4]display.Point {
	t, ri, b, l := display.FromUnit(e.Top), display.FromUnit(e.Right), display.FromUnit(e.Bottom), display.FromUnit(e.Left)
	dx, dy := [4]display.Coord{l, ri, ri, l}, [4]display.Coord{t, t, b, b}
	for i := range r {
		if r[i].X == 0 || r[i].Y == 0 {
			continue // a square corner stays square in an inset or outset box
		}
		r[i].X, r[i].Y = r[i].X-dx[i], r[i].Y-dy[i]
		if r[i].X <= 0 || r[i].Y <= 0 {
			r[i] = display.Point{}
		}
	}
	return r
}

func hasRadius(r [4]display.Point) bool { return r != [4]display.Point{} }

// lengthFloat resolves a length in CSS pixels without rounding to layout units.
func lengthFloat(l style.Length, base geom.Unit) float64 {
	switch l.Kind {
	case style.Px:
		return l.Px
	case style.Percent:
		return base.Float() * l.Pct / 100
	case style.Calc:
		return l.Calc.Eval(base.Float())
	}
	return 0
}

func toColor(c style.Color) display.Color { return display.Color{R: c.R, G: c.G, B: c.B, A: c.A} }

func solid(c style.Color) display.Brush { return display.Solid{Color: toColor(c), Ink: c.Ink} }
