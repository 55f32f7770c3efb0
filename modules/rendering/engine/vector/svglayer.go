package vector

import (
	"bytes"
	"context"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// blendNames holds the blend modes' names in CSS and PDF, in the order of the constants.
var blendNames = [...][2]string{
	{"normal", "Normal"}, {"multiply", "Multiply"}, {"screen", "Screen"}, {"overlay", "Overlay"}, {"darken", "Darken"}, {"lighten", "Lighten"},
	{"color-dodge", "ColorDodge"}, {"color-burn", "ColorBurn"}, {"hard-light", "HardLight"}, {"soft-light", "SoftLight"},
	{"difference", "Difference"}, {"exclusion", "Exclusion"}, {"hue", "Hue"}, {"saturation", "Saturation"}, {"color", "Color"}, {"luminosity", "Luminosity"},
}

// layer opens a layer's group.
func (w *svgWriter) layer(ctx context.Context, o *display.PushLayer, m geom.Matrix, depth int) error {
	filter, mask := "", ""
	if len(o.Filters) > 0 {
		filter = w.id("f")
		w.filter(filter, o)
	}
	if o.Mask != nil {
		mask = w.id("m")
		// The mask's content goes to the definitions, after the definitions it refers to.
		body := w.body
		w.body = bytes.Buffer{}
		w.masks++
		err := w.list(ctx, o.Mask.Ops, m, depth+1)
		w.masks--
		inner := w.body
		w.body = body
		if err != nil {
			return err
		}
		kind := "alpha"
		if o.MaskLuminance {
			kind = "luminance"
		}
		fmt.Fprintf(&w.defs, `<mask id="%s" maskUnits="userSpaceOnUse" x="-1000000" y="-1000000" width="2000000" height="2000000" style="mask-type:%s" color-interpolation="sRGB">%s</mask>`, mask, kind, inner.Bytes())
	}
	w.body.WriteString("<g")
	if o.Opacity != 255 {
		fmt.Fprintf(&w.body, ` opacity="%s"`, num(float64(o.Opacity)/255))
	}
	if filter != "" {
		fmt.Fprintf(&w.body, ` filter="url(#%s)"`, filter)
	}
	if mask != "" {
		fmt.Fprintf(&w.body, ` mask="url(#%s)"`, mask)
	}
	if o.Blend != display.Normal && int(o.Blend) < len(blendNames) {
		fmt.Fprintf(&w.body, ` style="mix-blend-mode:%s"`, blendNames[o.Blend][0])
	} else {
		w.body.WriteString(` style="isolation:isolate"`)
	}
	w.body.WriteByte('>')
	if o.Mask != nil && w.o.Text && w.masks == 0 {
		return w.maskedText(ctx, o.Mask.Ops, m, depth)
	}
	return nil
}

// hasGraph reports whether any filter is an SVG filter, which is rasterised.
func hasGraph(list []display.Filter) bool {
	for i := range list {
		if list[i].Kind == display.GraphFilter {
			return true
		}
	}
	return false
}

// filter defines the filters of a layer with a region that covers their reach.
func (w *svgWriter) filter(id string, o *display.PushLayer) {
	x0, y0, x1, y1 := o.Bounds.X0.Float(), o.Bounds.Y0.Float(), o.Bounds.X1.Float(), o.Bounds.Y1.Float()
	for _, f := range o.Filters {
		dx, dy := float64(3*max(0, f.SigmaX.Float())), float64(3*max(0, f.SigmaY.Float()))
		x0, y0, x1, y1 = x0-dx+min(0, f.DX.Float()), y0-dy+min(0, f.DY.Float()), x1+dx+max(0, f.DX.Float()), y1+dy+max(0, f.DY.Float())
	}
	d := &w.defs
	fmt.Fprintf(d, `<filter id="%s" filterUnits="userSpaceOnUse" x="%s" y="%s" width="%s" height="%s" color-interpolation-filters="sRGB">`, id, num(x0), num(y0), num(x1-x0), num(y1-y0))
	for _, f := range o.Filters {
		sigma := num(max(0, f.SigmaX.Float())) + " " + num(max(0, f.SigmaY.Float()))
		switch f.Kind {
		case display.Blur:
			fmt.Fprintf(d, `<feGaussianBlur stdDeviation="%s"/>`, sigma)
		case display.DropShadow:
			fmt.Fprintf(d, `<feDropShadow dx="%s" dy="%s" stdDeviation="%s"%s/>`, num(f.DX.Float()), num(f.DY.Float()), sigma, colorText("flood", f.Color))
		case display.ColorMatrix:
			d.WriteString(`<feColorMatrix values="`)
			for i, v := range f.Matrix {
				if i > 0 {
					d.WriteByte(' ')
				}
				d.Write(appendDecimal(nil, float64(v)/65536, 5))
			}
			d.WriteString(`"/>`)
		case display.ComponentTransfer:
			if f.Tables == nil {
				continue
			}
			d.WriteString(`<feComponentTransfer>`)
			for c, name := range []string{"R", "G", "B", "A"} {
				fmt.Fprintf(d, `<feFunc%s type="table" tableValues="`, name)
				for i, v := range f.Tables[c] {
					if i > 0 {
						d.WriteByte(' ')
					}
					d.Write(appendNum(nil, float64(v)/255))
				}
				d.WriteString(`"/>`)
			}
			d.WriteString(`</feComponentTransfer>`)
		}
	}
	d.WriteString(`</filter>`)
}
