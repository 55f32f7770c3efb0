package vector

import (
	"context"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// maxPlaced is the maximum number of tiles placed individually, which avoids seams in all readers; more become a tiling
// pattern.
const maxPlaced = 400

// pattern fills an outline with a repeated image or list; ok is false, and nothing is written, for patterns that PDF
// cannot express.
func (c *pdfContent) pattern(ctx context.Context, g *display.Pattern, rule display.FillRule, at place, reach box, trace func(pen)) (ok bool, err error) {
	if g == nil || g.Tile.Empty() {
		return true, nil
	}
	m := orIdentity(g.Transform)
	inv, ok := m.Invert()
	if !ok || g.Projection != nil || !usable(at.full.Mul(m)) || !usable(at.local.Mul(m)) {
		return false, nil
	}
	tile := box{g.Tile.X0.Float(), g.Tile.Y0.Float(), g.Tile.X1.Float(), g.Tile.Y1.Float()}
	area := reach.through(inv)
	xs := tiles(tile.x0, tile.x1, max(g.Step.X.Float(), tile.x1-tile.x0), area.x0, area.x1, g.RepeatX)
	ys := tiles(tile.y0, tile.y1, max(g.Step.Y.Float(), tile.y1-tile.y0), area.y0, area.y1, g.RepeatY)
	if xs.n*ys.n == 0 {
		return true, nil
	}
	if xs.n > 1e5 || ys.n > 1e5 {
		return false, nil
	}
	content, err := c.tile(ctx, g, at.mul(m))
	if err != nil || content == nil {
		return err == nil, err
	}
	c.clip(trace, rule)
	defer c.restore()
	c.setAlpha(255)
	if n := xs.n * ys.n; n > maxPlaced {
		ref := c.p.tiling(content, tile, xs.step, ys.step, at.local.Mul(m).Mul(geom.Translate(tile.x0, tile.y0)))
		fmt.Fprintf(&c.b, "/Pattern cs %s scn\n", c.use(resPattern, ref))
		c.state.filled = false
		p := &pdfPath{b: &c.b}
		p.move(reach.x0, reach.y0)
		p.line(reach.x1, reach.y0)
		p.line(reach.x1, reach.y1)
		p.line(reach.x0, reach.y1)
		c.b.WriteString("f\n")
		return true, nil
	}
	form := c.p.stream(content.formDict(fmt.Sprintf("0 0 %s %s", num(tile.x1-tile.x0), num(tile.y1-tile.y0))), content.b.Bytes(), 1, 0)
	name := c.use(resObject, form)
	for y := range ys.n {
		for x := range xs.n {
			c.save()
			c.matrix(m.Mul(geom.Translate(xs.first+float64(float64(x)*xs.step), ys.first+float64(float64(y)*ys.step))))
			c.b.WriteString(name + " Do\n")
			c.restore()
		}
	}
	return true, nil
}

// placements are the positions of tiles along an axis.
type placements struct {
	first, step float64
	n           int
}

// tiles returns the tiles along an axis that intersect [lo, hi].
func tiles(from, to, step, lo, hi float64, repeat bool) placements {
	if !repeat {
		if to <= lo || from >= hi {
			return placements{}
		}
		return placements{from, step, 1}
	}
	// A tile that only touches the edge, within rounding, does not count.
	const epsilon = 1.0 / 512
	k := math.Floor((lo + epsilon - to) / step)
	first := from + float64((k+1)*step)
	n := math.Ceil((hi - epsilon - first) / step)
	return placements{first, step, int(min(max(n, 0), 1e6))}
}

// tile returns the content of a pattern's tile with its corner at the origin; nil if it is empty.
func (c *pdfContent) tile(ctx context.Context, g *display.Pattern, at place) (*pdfContent, error) {
	w, h := g.Tile.X1-g.Tile.X0, g.Tile.Y1-g.Tile.Y0
	if g.List == nil {
		if g.Image == nil {
			return nil, nil
		}
		inner := &pdfContent{p: c.p, untagged: true}
		whole := display.Rect{X1: display.FromFloat(float64(g.Image.Width)), Y1: display.FromFloat(float64(g.Image.Height))}
		return inner, inner.image(&display.DrawImage{Image: g.Image, Src: whole, Dst: display.Rect{X1: w, Y1: h}, Sampling: g.Sampling})
	}
	l := g.List
	if l.Width <= 0 || l.Height <= 0 {
		return nil, nil
	}
	c.lists++
	defer func() { c.lists-- }()
	if c.lists > maxLists {
		return nil, ErrTooDeep
	}
	// Rasterised parts use the resolution at which the tile is shown.
	zoom := max(geom.Hypot(at.full.A, at.full.B), geom.Hypot(at.full.C, at.full.D))
	inner := &pdfContent{p: c.p, width: l.Width, height: l.Height, untagged: true, zoom: min(max(zoom, 0.1), 16), lists: c.lists}
	fit := geom.Scale(w.Float()/float64(l.Width), h.Float()/float64(l.Height))
	inner.matrix(fit)
	return inner, inner.list(ctx, l.Ops, place{geom.Identity(), fit}, 0)
}

// tiling writes a tiling pattern (ISO 32000-1 §8.7.3).
func (p *pdfWriter) tiling(content *pdfContent, tile box, stepX, stepY float64, m geom.Matrix) int {
	return p.stream(fmt.Sprintf("/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 %s %s] /XStep %s /YStep %s /Matrix [%s] /Resources << %s >>",
		num(tile.x1-tile.x0), num(tile.y1-tile.y0), num(stepX), num(stepY), matrixNumbers(m), content.resources()), content.b.Bytes(), 1, 0)
}
