package brands

import "math"

// hex formats a colour as #RRGGBB, or #RRGGBBAA when it is not opaque.
func (c Color) hex() string {
	const digits = "0123456789ABCDEF"
	b := []byte{'#', digits[c.R>>4], digits[c.R&15], digits[c.G>>4], digits[c.G&15], digits[c.B>>4], digits[c.B&15]}
	if c.A != 255 {
		b = append(b, digits[c.A>>4], digits[c.A&15])
	}
	return string(b)
}

// neutral reports whether a colour is black, white or a grey.
func (c Color) neutral() bool {
	return max(c.R, c.G, c.B)-min(c.R, c.G, c.B) <= 4
}

// distance returns the perceptual difference of two colours: the weighted distance of CompuPhase's "Colour metric",
// extended by alpha.
func (c Color) distance(d Color) float64 {
	mean := (float64(c.R) + float64(d.R)) / 2
	r, g, b, a := float64(c.R)-float64(d.R), float64(c.G)-float64(d.G), float64(c.B)-float64(d.B), float64(c.A)-float64(d.A)
	return math.Sqrt((2+mean/256)*r*r + 4*g*g + (2+(255-mean)/256)*b*b + 4*a*a)
}

// luminance is the relative luminance of an opaque colour (WCAG 2.2).
func (c Color) luminance() float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is the contrast ratio of two opaque colours (WCAG 2.2), 1 to 21.
func contrast(a, b Color) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// over composites a colour with the given opacity over an opaque one.
func over(c, below Color, opacity float64) Color {
	a := float64(c.A) / 255 * opacity
	mix := func(top, under uint8) uint8 {
		return uint8(min(max(float64(top)*a+float64(under)*(1-a)+0.5, 0), 255))
	}
	return Color{mix(c.R, below.R), mix(c.G, below.G), mix(c.B, below.B), 255}
}

// worst returns the lowest contrast of text over any of the colours behind it, rounded to two decimals for display.
func worst(text Color, behind []Color, opacity float64) float64 {
	least := 21.0
	for _, b := range behind {
		least = min(least, contrast(over(text, b, opacity), b))
	}
	return least
}
