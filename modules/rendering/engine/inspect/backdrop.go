package inspect

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxBackdrops bounds the number of colours that describe a backdrop.
const maxBackdrops = 32

// Backdrop returns the opaque colours that may be behind the text of an element: those painted before it in the area of
// its glyphs, with each stop of a gradient as a colour, over a white canvas. known is false when an image is behind the
// text, since its colours are not analysed. replace, unless nil, maps the colours of elements, by index, before they
// are blended.
//
// Only parts that cover all of the text count.
func (v *View) Backdrop(i int, replace func(j int, c style.Color, stop bool) style.Color) (colors []style.Color, known bool) {
	letters := v.Elements[i].Letters
	if replace == nil {
		replace = func(_ int, c style.Color, _ bool) style.Color { return c }
	}
	colors, known = []style.Color{{R: 255, G: 255, B: 255, A: 255}}, true
	over := func(list []style.Color, opacity float64) {
		var next []style.Color
		for _, below := range colors {
			for _, c := range list {
				mixed := Over(c, below, opacity)
				if !slices.Contains(next, mixed) && len(next) < maxBackdrops {
					next = append(next, mixed)
				}
			}
		}
		if !slices.ContainsFunc(list, func(c style.Color) bool { return c.A < 255 }) && opacity >= 1 {
			known = true
		}
		colors = next
	}
	for _, j := range v.before(i) {
		e := &v.Elements[j]
		if j != i && !contains(e.Box, letters) || e.Opacity == 0 || e.Style.Visibility != style.Visible || e.Shape {
			continue
		}
		if c := replace(j, e.Style.BackgroundColor, false); c.A > 0 && e.Style.BackgroundClip != style.TextArea {
			over([]style.Color{c}, e.Opacity)
		}
		for k := len(e.Style.Background) - 1; k >= 0; k-- {
			layer := &e.Style.Background[k]
			if layer.Image == nil || layer.Clip == style.TextArea {
				continue
			}
			var list []style.Color
			stops(layer.Image, func(c style.Color) { list = append(list, replace(j, c, true)) })
			if len(list) == 0 {
				known = false
				continue
			}
			over(list, e.Opacity)
		}
		if e.Image != "" || e.Tag == "svg" || e.Tag == "mesh-gradient" {
			known = false
		}
	}
	return colors, known
}

// contains reports whether an area contains another, with a tolerance of half a pixel.
func contains(a, b Area) bool {
	return !a.Empty() && !b.Empty() && a.X <= b.X+0.5 && a.Y <= b.Y+0.5 && a.X+a.W >= b.X+b.W-0.5 && a.Y+a.H >= b.Y+b.H-0.5
}

// Over composites a colour, multiplied by opacity, over an opaque one.
func Over(c, below style.Color, opacity float64) style.Color {
	a := float64(float64(c.A) / 255 * opacity)
	mix := func(top, under uint8) uint8 {
		return uint8(min(max(float64(float64(top)*a)+float64(float64(under)*(1-a))+0.5, 0), 255))
	}
	return style.Color{R: mix(c.R, below.R), G: mix(c.G, below.G), B: mix(c.B, below.B), A: 255}
}

// Recolored serializes the background images of an element with every colour replaced, as a value of background-image;
// it returns false when they cannot be serialized.
func (v *View) Recolored(i int, replace func(style.Color) style.Color) (string, bool) {
	return style.Recolored(v.Elements[i].Style.Background, replace)
}
