package vector

import (
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// layer writes a layer as a transparency group; one with filters as an image with its text over it.
func (c *pdfContent) layer(ctx context.Context, o *display.PushLayer, ops []display.Op, at place, depth int) error {
	if c.hidden > 0 {
		return c.list(ctx, ops, at, depth+1)
	}
	blend := "Normal"
	if int(o.Blend) < len(blendNames) {
		blend = blendNames[o.Blend][1]
	}
	alpha := num(float64(o.Opacity) / 255)
	state := fmt.Sprintf("/ca %s /CA %s /BM /%s", alpha, alpha, blend)
	c.save()
	defer c.restore()
	if dropShadows(o.Filters) && o.Mask == nil {
		inner := c.inside(false)
		if err := inner.shadowed(ctx, o.Filters, ops, place{at.full, geom.Identity()}, depth); err != nil {
			return err
		}
		c.gs(state)
		c.b.WriteString(c.use(resObject, inner.finished()) + " Do\n")
		return nil
	}
	if len(o.Filters) > 0 {
		plain := *o
		plain.Opacity, plain.Blend, plain.Backdrop = 255, display.Normal, nil
		c.gs(state)
		c.state.translucent = false // the opacity applies to the whole image
		group := append([]display.Op{plain}, ops...)
		c.artifact()
		if err := c.pixels(ctx, at, append(group, display.Pop{}), c.filterScale(o.Filters, at)); err != nil {
			return err
		}
		c.endArtifact()
		c.hidden++
		defer func() { c.hidden-- }()
		return c.list(ctx, ops, at, depth+1)
	}
	if o.Mask != nil {
		kind, maskOf := "Alpha", c.alphaMask
		if o.MaskLuminance {
			kind, maskOf = "Luminosity", c.luminanceMask
		}
		mask, err := maskOf(ctx, o.Mask.Ops, at)
		if err != nil {
			return err
		}
		form, err := c.form(ctx, mask, at, depth, true)
		if err != nil {
			return err
		}
		state += fmt.Sprintf(" /SMask << /S /%s /G %d 0 R >>", kind, form)
	}
	form, err := c.form(ctx, ops, at, depth, false)
	if err != nil {
		return err
	}
	c.gs(state)
	c.b.WriteString(c.use(resObject, form) + " Do\n")
	return nil
}
