package vector

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// plane is a rectangle that contains every canvas.
var plane = display.Rect{X0: display.FromFloat(-32000), Y0: display.FromFloat(-32000), X1: display.FromFloat(32000), Y1: display.FromFloat(32000)}

// shadow writes a shadow: as an outline if it is sharp, otherwise as a small single-colour image, clipped sharply at
// the box.
func (c *pdfContent) shadow(ctx context.Context, o *display.Shadow, at place) error {
	if o.Color.A == 0 || o.Inset && o.Clip.Empty() || !o.Inset && o.RRect.Empty() {
		return nil
	}
	if o.Sigma <= 0 && c.ring(o) {
		return nil
	}
	c.save()
	defer c.restore()
	if o.Inset {
		traceRRect(o.Clip, &pdfPath{b: &c.b})
		c.b.WriteString("W n\n")
	} else if !o.Clip.Empty() {
		c.rectangle(plane)
		traceRRect(o.Clip, &pdfPath{b: &c.b})
		c.b.WriteString("W* n\n")
	}
	if o.Sigma <= 0 {
		c.setFill(display.Solid{Color: o.Color, Ink: o.Ink})
		if o.Inset {
			c.rectangle(plane)
		}
		if !o.RRect.Empty() {
			traceRRect(o.RRect, &pdfPath{b: &c.b})
		}
		c.b.WriteString("f*\n")
		return nil
	}
	m := at.full
	sigma := float64(o.Sigma.Float() * math.Sqrt(math.Abs(float64(m.A*m.D)-float64(m.B*m.C))))
	scale := blurResolution(sigma, c.p.o.scale())
	whole := *o
	whole.Color = display.Color{A: 255}
	if o.Inset {
		// Include pixels beyond the clip's edge for interpolation.
		e := display.FromFloat(float64(4/scale) + 2)
		r := o.Clip.Rect
		whole.Clip = display.RRect{Rect: display.Rect{X0: r.X0 - e, Y0: r.Y0 - e, X1: r.X1 + e, Y1: r.Y1 + e}}
	} else {
		whole.Clip = display.RRect{}
	}
	return c.tint(ctx, at, []display.Op{whole}, display.Solid{Color: o.Color, Ink: o.Ink}, scale)
}

// ring fills a sharp shadow with a hole as a single outline, without a clip, whose edges would be visible. It returns
// false for other shadows.
func (c *pdfContent) ring(o *display.Shadow) bool {
	outer, hole := o.RRect, o.Clip
	if o.Inset {
		outer, hole = hole, outer
	}
	inside := display.Rect{X0: max(outer.X0, hole.X0), Y0: max(outer.Y0, hole.Y0), X1: min(outer.X1, hole.X1), Y1: min(outer.Y1, hole.Y1)}
	if inside != hole.Rect && (outer.Radii != [4]display.Point{} || hole.Radii != [4]display.Point{}) {
		return false
	}
	c.setFill(display.Solid{Color: o.Color, Ink: o.Ink})
	traceRRect(outer, &pdfPath{b: &c.b})
	if hole.Rect = inside; !inside.Empty() {
		traceRRect(hole, &pdfPath{b: &c.b})
	}
	c.b.WriteString("f*\n")
	return true
}

// dropShadows reports whether all filters of a layer are drop shadows.
func dropShadows(filters []display.Filter) bool {
	for i := range filters {
		if filters[i].Kind != display.DropShadow {
			return false
		}
	}
	return len(filters) > 0
}

// shadowed writes a layer's content over its drop shadows.
func (c *pdfContent) shadowed(ctx context.Context, filters []display.Filter, ops []display.Op, at place, depth int) error {
	for i := len(filters) - 1; i >= 0; i-- {
		f := filters[i]
		huge := display.Rect{X0: -1 << 30, Y0: -1 << 30, X1: 1<<30 - 1, Y1: 1<<30 - 1}
		cast := []display.Op{
			display.PushTransform{Matrix: geom.Translate(f.DX.Float(), f.DY.Float())},
			display.PushLayer{Bounds: huge, Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: f.SigmaX, SigmaY: f.SigmaY}}},
			display.PushLayer{Bounds: huge, Opacity: 255, Filters: filters[:i]},
		}
		cast = append(append(cast, ops...), display.Pop{}, display.Pop{}, display.Pop{})
		c.artifact()
		if err := c.tint(ctx, at, cast, display.Solid{Color: f.Color, Ink: f.Ink}, c.layerBlurResolution(at, f.SigmaX, f.SigmaY)); err != nil {
			return err
		}
	}
	c.endArtifact()
	return c.list(ctx, ops, at, depth+1)
}

// layerBlurResolution returns the resolution at which a blurred shape is rasterised.
func (c *pdfContent) layerBlurResolution(at place, sx, sy display.Coord) float64 {
	m := at.full
	zoom := math.Sqrt(math.Abs(float64(m.A*m.D) - float64(m.B*m.C)))
	return blurResolution(float64(min(sx, sy).Float()*zoom), c.p.o.scale())
}

// filterScale returns the resolution at which a filtered layer is rasterised: reduced if it has only blurs and colour
// filters.
func (c *pdfContent) filterScale(filters []display.Filter, at place) float64 {
	scale := float64(2 * c.p.o.scale())
	for i := range filters {
		switch f := &filters[i]; f.Kind {
		case display.Blur:
			scale = min(scale, c.layerBlurResolution(at, f.SigmaX, f.SigmaY))
		case display.ColorMatrix, display.ComponentTransfer:
		default:
			return float64(2 * c.p.o.scale())
		}
	}
	return scale
}
