package vector

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxBands bounds the bands of one gradient.
const maxBands = 1000

// band is a part of a gradient that has one colour.
type band struct {
	from, to float64
	color    display.Color
}

// bands fills an outline with a gradient that consists of bands, such as stripes. Readers draw shadings from samples,
// which blurs or displaces the edges of bands; paths are exact. It reports false, and writes nothing, for other gradients.
func (c *pdfContent) bands(ctx context.Context, g *display.Gradient, rule display.FillRule, at place, reach box, trace func(pen)) (bool, error) {
	concentric := g.Kind == display.Radial && g.P0 == g.P1 && g.R0 >= 0 && g.R1 > g.R0
	if !concentric && (g.Kind != display.Linear || g.P0 == g.P1) || !isBanded(g) {
		return false, nil
	}
	m := orIdentity(g.Transform)
	inv, ok := m.Invert()
	if !ok || !usable(at.local.Mul(m)) {
		return false, nil
	}
	reach = reach.through(inv)
	list := bandsOf(g, reach)
	if list == nil {
		return false, nil
	}
	c.clip(trace, rule)
	c.matrix(m)
	opaque, length := isOpaque(list), g.R1.Float()-g.R0.Float()
	if !concentric {
		length = geom.Hypot(g.P1.X.Float()-g.P0.X.Float(), g.P1.Y.Float()-g.P0.Y.Float())
	}
	for _, b := range list {
		if b.color.A == 0 {
			continue
		}
		if opaque {
			b.to = min(b.to+1/length, list[len(list)-1].to) // under the next one, so that there is no seam
		}
		c.setFill(display.Solid{Color: b.color})
		if concentric {
			c.annulus(g, b)
		} else {
			c.stripe(g, b, reach)
		}
	}
	c.restore()
	return true, ctx.Err()
}

// isBanded reports whether a gradient has at least two colours and none between them.
func isBanded(g *display.Gradient) bool {
	edges := 0
	for i := 1; i < len(g.Stops); i++ {
		a, b := g.Stops[i-1], g.Stops[i]
		if !a.Ink.IsZero() || !b.Ink.IsZero() || a.Color != b.Color && b.Offset > a.Offset || a.Color == b.Color && goesAround(g) {
			return false
		}
		if a.Color != b.Color {
			edges++
		}
	}
	return edges > 0
}

// bandsOf returns the bands that cover reach, nil if there are too many or two translucent ones meet.
func bandsOf(g *display.Gradient, reach box) (list []band) {
	var stops []gradientStop
	for _, s := range g.Stops {
		stops = append(stops, gradientStop{at: float64(s.Offset) / 65536, color: s.Color})
	}
	lo, hi := reach.along(g)
	if stops = unrolled(stops, g.Spread, lo, hi); stops == nil {
		return nil
	}
	color, from := stops[0].color, lo
	end := func(at float64) {
		if at = min(max(at, lo), hi); at > from {
			list = append(list, band{from, at, color})
			from = at
		}
	}
	for _, s := range stops {
		if s.color != color {
			end(s.at)
			color = s.color
		}
	}
	end(hi)
	if len(list) > maxBands {
		return nil
	}
	if !isOpaque(list) {
		for i := 1; i < len(list); i++ {
			if list[i-1].color.A != 0 && list[i].color.A != 0 {
				return nil
			}
		}
	}
	return list
}

func isOpaque(list []band) bool {
	for _, b := range list {
		if b.color.A != 255 {
			return false
		}
	}
	return true
}

// stripe fills the band of a linear gradient across reach.
func (c *pdfContent) stripe(g *display.Gradient, b band, reach box) {
	x, y := g.P0.X.Float(), g.P0.Y.Float()
	dx, dy := g.P1.X.Float()-x, g.P1.Y.Float()-y
	// The range across the gradient's line, in units of its length.
	left, right := reach.along(&display.Gradient{P0: g.P0, P1: display.Point{X: g.P0.X - (g.P1.Y - g.P0.Y), Y: g.P0.Y + (g.P1.X - g.P0.X)}})
	point := func(along, across float64) (float64, float64) {
		return x + float64(dx*along) - float64(dy*across), y + float64(dy*along) + float64(dx*across)
	}
	d := pdfPath{b: &c.b}
	d.move(point(b.from, left))
	d.line(point(b.to, left))
	d.line(point(b.to, right))
	d.line(point(b.from, right))
	c.b.WriteString("f\n")
}

// annulus fills the band of a concentric gradient.
func (c *pdfContent) annulus(g *display.Gradient, b band) {
	d := pdfPath{b: &c.b}
	for _, t := range [2]float64{b.from, b.to} {
		if r := g.R0.Float() + float64((g.R1.Float()-g.R0.Float())*t); r > 0 {
			circle(&d, g.P0.X.Float(), g.P0.Y.Float(), r)
		}
	}
	if d.any {
		c.b.WriteString("f*\n")
	}
}

// circle traces a circle as four curves.
func circle(d pen, x, y, r float64) {
	k := float64(r * kappa)
	d.move(x+r, y)
	d.cube(x+r, y+k, x+k, y+r, x, y+r)
	d.cube(x-k, y+r, x-r, y+k, x-r, y)
	d.cube(x-r, y-k, x-k, y-r, x, y-r)
	d.cube(x+k, y-r, x+r, y-k, x+r, y)
	d.closed()
}
