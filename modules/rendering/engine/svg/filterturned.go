package svg

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxTurned bounds the sides of the intermediate image of a rotated filter, in pixels.
const maxTurned = 4096

// filteredRotated draws a filtered element that is rotated or skewed. As in browsers, the filter is applied to the element drawn
// without rotation at its scale, and the result is transformed as an image.
func (p *painter) filteredRotated(id dom.NodeID, e env, box bounds, draw func(env)) {
	sx, sy := geom.Hypot(e.m.A, e.m.B), geom.Hypot(e.m.C, e.m.D)
	if !(sx > 0 && sy > 0) {
		return
	}
	turn := e.m.Mul(geom.Scale(1/sx, 1/sy))
	back, ok := turn.Invert()
	if !ok {
		return
	}
	upright := e
	upright.m = geom.Scale(sx, sy)
	upright.context = e.context.mapped(back)
	layer, region := p.filterLayer(upright, box)
	if region.Empty() {
		return
	}
	// Only the visible part of the region is drawn.
	shown := bounds{0, 0, float64(p.list.Width), float64(p.list.Height), true}.mapped(back)
	if p.list.Width <= 0 || p.list.Height <= 0 || p.clipping {
		shown = bounds{-maxTurned, -maxTurned, maxTurned, maxTurned, true}
	}
	if region == everywhere {
		// Filter functions can draw outside the element's bounds.
		region = display.Rect{X0: display.FromFloat(shown.x0), Y0: display.FromFloat(shown.y0), X1: display.FromFloat(shown.x1), Y1: display.FromFloat(shown.y1)}
	}
	x0, y0 := math.Floor(max(region.X0.Float(), shown.x0))-1, math.Floor(max(region.Y0.Float(), shown.y0))-1
	x1, y1 := math.Ceil(min(region.X1.Float(), shown.x1))+1, math.Ceil(min(region.Y1.Float(), shown.y1))+1
	x1, y1 = min(x1, x0+2*maxTurned), min(y1, y0+2*maxTurned)
	if x1-x0 <= 2 || y1-y0 <= 2 {
		return
	}
	list := p.sublist(func() {
		p.push(display.PushTransform{Matrix: geom.Translate(-x0, -y0)})
		p.push(layer)
		draw(upright)
		p.pop()
		p.pop()
	})
	list.Width, list.Height = int(x1-x0), int(y1-y0)
	area := display.Rect{X0: display.FromFloat(x0), Y0: display.FromFloat(y0), X1: display.FromFloat(x1), Y1: display.FromFloat(y1)}
	p.push(display.PushTransform{Matrix: turn})
	p.push(display.FillRect{Rect: area, Brush: &display.Pattern{List: list, Tile: area, Step: display.Point{X: area.X1 - area.X0, Y: area.Y1 - area.Y0}}})
	p.pop()
}

// mapped transforms context paints to another space.
func (c *contextPaint) mapped(m geom.Matrix) *contextPaint {
	if c == nil {
		return nil
	}
	d := *c
	d.m, d.outer = m.Mul(c.m), c.outer.mapped(m)
	return &d
}
