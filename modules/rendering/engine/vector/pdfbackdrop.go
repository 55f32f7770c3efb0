package vector

import (
	"context"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// maxBackdrops is the maximum number of a page's filtered backdrops with images of their own: each requires drawing
// everything beneath it.
const maxBackdrops = 8

// withBackdrops replaces the filtered backdrops of layers by images of their area. Backdrops inside other layers, or
// too many, are left unchanged.
func (c *pdfContent) withBackdrops(ctx context.Context, ops []display.Op) ([]display.Op, error) {
	found := backdrops(ops)
	if len(found) == 0 || len(found) > maxBackdrops {
		return ops, nil
	}
	var out []display.Op
	from := 0
	for _, f := range found {
		o := ops[f.at].(display.PushLayer)
		shot, err := c.backdrop(ctx, ops[:f.at], f, &o)
		if err != nil {
			return nil, err
		}
		plain := o
		plain.Backdrop, plain.BackdropClip = nil, nil
		out = append(append(out, ops[from:f.at]...), plain)
		if inv, ok := f.full.Invert(); shot != nil && ok {
			if err := c.p.lossy(ctx, shot.bitmap); err != nil {
				return nil, err
			}
			out = append(out, display.PushClipRRect{RRect: *o.BackdropClip}, display.PushTransform{Matrix: inv}, *shot.whole(), display.Pop{}, display.Pop{})
		}
		from = f.at + 1
	}
	return append(out, ops[from:]...), nil
}

// backdropLayer is a layer with a filtered backdrop: its operation index, the number of open groups around it and its
// transform.
type backdropLayer struct {
	at, open int
	full     geom.Matrix
}

// backdrops returns the layers whose backdrop is the page itself, or none if any backdrop is not.
func backdrops(ops []display.Op) (out []backdropLayer) {
	at := []geom.Matrix{geom.Identity()}
	inLayer := []bool{false}
	for i, op := range ops {
		n := len(at) - 1
		switch o := op.(type) {
		case display.PushTransform:
			at, inLayer = append(at, at[n].Mul(o.Matrix)), append(inLayer, inLayer[n])
		case display.PushClipPath, display.PushClipRRect:
			at, inLayer = append(at, at[n]), append(inLayer, inLayer[n])
		case display.PushLayer:
			if len(o.Backdrop) > 0 {
				if inLayer[n] || o.BackdropClip == nil || len(o.Filters) > 0 || !usable(at[n]) {
					return nil
				}
				out = append(out, backdropLayer{i, n, at[n]})
			}
			at, inLayer = append(at, at[n]), append(inLayer, true)
		case display.Pop:
			if n == 0 {
				return nil
			}
			at, inLayer = at[:n], inLayer[:n]
		}
	}
	return out
}

// backdrop renders the filtered content beneath a layer over white paper; nil if it is empty.
func (c *pdfContent) backdrop(ctx context.Context, below []display.Op, f backdropLayer, o *display.PushLayer) (*snapshot, error) {
	list := &display.List{Width: c.width, Height: c.height}
	list.Ops = append(list.Ops, below...)
	list.Ops = append(list.Ops, display.PushLayer{Bounds: o.Bounds, Opacity: 255, Backdrop: o.Backdrop, BackdropClip: o.BackdropClip})
	for range f.open + 1 {
		list.Ops = append(list.Ops, display.Pop{})
	}
	scale := c.filterScale(o.Backdrop, place{full: f.full})
	for scale > 0.5 && float64(float64(c.width)*float64(c.height))*float64(scale*scale) > maxEmbedded {
		scale /= 2
	}
	c.p.lose(list.Ops)
	pm, err := raster.Draw(ctx, list, raster.Options{Scale: scale, Workers: 1, Spent: c.spent, Background: &display.Color{R: 255, G: 255, B: 255, A: 255}})
	if err != nil {
		return nil, fmt.Errorf("drawing a backdrop: %w", err)
	}
	p := &boxPen{emptyBox()}
	traceRect(o.BackdropClip.Rect, p)
	area := p.through(f.full)
	// Include a pixel around it for interpolation at the edge.
	x0, y0 := max(int(math.Floor(float64(area.x0*scale)))-1, 0), max(int(math.Floor(float64(area.y0*scale)))-1, 0)
	x1, y1 := min(int(math.Ceil(float64(area.x1*scale)))+1, pm.Width), min(int(math.Ceil(float64(area.y1*scale)))+1, pm.Height)
	if x0 >= x1 || y0 >= y1 {
		return nil, nil
	}
	b := &image.Bitmap{Width: x1 - x0, Height: y1 - y0, Opaque: true}
	for y := y0; y < y1; y++ {
		b.Pix = append(b.Pix, pm.Pix[(y*pm.Width+x0)*4:(y*pm.Width+x1)*4]...)
	}
	at := func(v int) display.Coord { return display.FromFloat(float64(v) / scale) }
	return &snapshot{b, display.Rect{X0: at(x0), Y0: at(y0), X1: at(x1), Y1: at(y1)}}, nil
}
