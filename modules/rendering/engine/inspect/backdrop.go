package inspect

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxBackdrops bounds the colours a backdrop is described by.
const maxBackdrops = 32

// Backdrop returns the colours that may stand behind an element's text, each opaque:
// the colours of what is painted before it where its letters are, a gradient giving
// each of its stops. The canvas is white below all. known is false when an image is
// behind the text, whose colours are not looked at. replace, unless nil, changes the
// colours of elements, by their index, before they are mixed.
//
// Of what is painted before, only what holds all of the letters counts.
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
		if j != i && !holds(e.Box, letters) || e.Opacity == 0 || e.Style.Visibility != style.Visible || e.Shape {
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
		if e.Picture != "" || e.Tag == "svg" || e.Tag == "mesh-gradient" {
			known = false
		}
	}
	return colors, known
}

// holds reports whether an area contains another, but for half a pixel.
func holds(a, b Area) bool {
	return !a.Empty() && !b.Empty() && a.X <= b.X+0.5 && a.Y <= b.Y+0.5 && a.X+a.W >= b.X+b.W-0.5 && a.Y+a.H >= b.Y+b.H-0.5
}

// Over lays a colour, faded by opacity, over an opaque one.
func Over(c, below style.Color, opacity float64) style.Color {
	a := float64(float64(c.A) / 255 * opacity)
	mix := func(top, under uint8) uint8 {
		return uint8(min(max(float64(float64(top)*a)+float64(float64(under)*(1-a))+0.5, 0), 255))
	}
	return style.Color{R: mix(c.R, below.R), G: mix(c.G, below.G), B: mix(c.B, below.B), A: 255}
}

// Recolored writes the background images of an element with every colour replaced,
// as a value of background-image; false when that cannot be written.
func (v *View) Recolored(i int, replace func(style.Color) style.Color) (string, bool) {
	return style.Recolored(v.Elements[i].Style.Background, replace)
}
