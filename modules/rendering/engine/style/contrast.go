package style

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Contrast returns the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2).
func Contrast(a, b Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns the relative luminance of an opaque colour.
func luminance(c Color) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return geom.Pow((x+0.055)/1.055, 2.4)
	}
	return float64(0.2126*linear(c.R)) + float64(0.7152*linear(c.G)) + float64(0.0722*linear(c.B))
}

// contrastColor parses the argument of contrast-color(): black or white, whichever has more contrast (CSS Color 5 §8).
// Alpha does not count.
func (p *parser) contrastColor() (colorValue, bool) {
	of, ok := p.fullColor()
	if !ok || !p.AtEnd() {
		return colorValue{}, false
	}
	choose := func(f fcolor) fcolor {
		c := f.color()
		if white := (Color{R: 255, G: 255, B: 255, A: 255}); Contrast(c, white) >= Contrast(c, Color{A: 255}) {
			return rgba8(255, 255, 255, 255)
		}
		return rgba8(0, 0, 0, 255)
	}
	if of.fixed != nil {
		return fixedColor(choose(*of.fixed)), true
	}
	return colorValue{at: func(b *builder) fcolor { return choose(of.at(b)) }}, true
}
