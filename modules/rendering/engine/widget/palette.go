package widget

import (
	"math"
	"slices"
	"strconv"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// defaultPalette is used without the attribute colors, the properties --chart-1…, and a chromatic color property.
var defaultPalette = []display.Color{
	{R: 0x63, G: 0x66, B: 0xF1, A: 255}, {R: 0x14, G: 0xB8, B: 0xA6, A: 255}, {R: 0xF5, G: 0x9E, B: 0x0B, A: 255}, {R: 0xF4, G: 0x3F, B: 0x5E, A: 255},
	{R: 0x0E, G: 0xA5, B: 0xE9, A: 255}, {R: 0xA8, G: 0x55, B: 0xF7, A: 255}, {R: 0x84, G: 0xCC, B: 0x16, A: 255}, {R: 0xFB, G: 0x92, B: 0x3C, A: 255},
}

// palette returns the colours of a chart: the attribute colors, or the custom properties --chart-1, --chart-2…, or shades
// of the color property if it is chromatic.
func (c *canvas) palette() []display.Color {
	if own := c.colors("colors", 64); len(own) > 0 {
		return own
	}
	var out []display.Color
	for i := 1; i <= 24; i++ {
		name := "--chart-" + strconv.Itoa(i)
		v, ok := c.style.Vars[name]
		if !ok {
			break
		}
		col, ok := c.parseColor(v)
		if !ok {
			c.invalid(name, v, "a CSS colour", "left out")
			continue
		}
		out = append(out, col)
	}
	if n := len(out); n > 0 {
		if n > 1 {
			out = extended(out)
		}
		return out
	}
	base := c.screen(c.style.Color)
	lab := oklabOf(base)
	if geom.Hypot(lab[1], lab[2]) < 0.05 {
		return extended(slices.Clone(defaultPalette))
	}
	// The same hue and its neighbours, alternately lighter and darker.
	out = append(out, base)
	for _, s := range [][2]float64{{30, 0.12}, {-28, -0.08}, {58, 0.05}, {-56, 0.14}, {90, -0.05}, {-90, 0.06}} {
		sin, cos := geom.SinCosDeg(s[0])
		turned := [3]float64{
			min(max(lab[0]+s[1], 0.35), 0.88),
			float64(lab[1]*cos) - float64(lab[2]*sin), float64(lab[1]*sin) + float64(lab[2]*cos),
		}
		col := colorOf(turned)
		col.A = base.A
		out = append(out, col)
	}
	return extended(out)
}

// extended adds lighter and darker variants of the colours for as many series as a chart has.
func extended(out []display.Color) []display.Color {
	for i := 0; len(out) < 12; i++ {
		lab := oklabOf(out[i])
		if lab[0] > 0.62 {
			lab[0] -= 0.2
		} else {
			lab[0] += 0.18
		}
		col := colorOf(lab)
		col.A = out[i].A
		out = append(out, col)
	}
	return out
}

// oklabOf converts a colour to OKLab (CSS Color 4 §9.2).
func oklabOf(c display.Color) [3]float64 {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	l := geom.Cbrt(float64(0.4122214708*r) + float64(0.5363325363*g) + float64(0.0514459929*b))
	m := geom.Cbrt(float64(0.2119034982*r) + float64(0.6806995451*g) + float64(0.1073969566*b))
	s := geom.Cbrt(float64(0.0883024619*r) + float64(0.2817188376*g) + float64(0.6299787005*b))
	return [3]float64{
		float64(0.2104542553*l) + float64(0.7936177850*m) - float64(0.0040720468*s),
		float64(1.9779984951*l) - float64(2.4285922050*m) + float64(0.4505937099*s),
		float64(0.0259040371*l) + float64(0.7827717662*m) - float64(0.8086757660*s),
	}
}

// srgbOf converts OKLab to sRGB channels, clipped to [0, 1].
func srgbOf(lab [3]float64) [3]float64 {
	l := lab[0] + float64(0.3963377774*lab[1]) + float64(0.2158037573*lab[2])
	m := lab[0] - float64(0.1055613458*lab[1]) - float64(0.0638541728*lab[2])
	s := lab[0] - float64(0.0894841775*lab[1]) - float64(1.2914855480*lab[2])
	l, m, s = float64(l*l)*l, float64(m*m)*m, float64(s*s)*s
	return [3]float64{
		encoded(float64(4.0767416621*l) - float64(3.3077115913*m) + float64(0.2309699292*s)),
		encoded(float64(2.6097574011*m) - float64(1.2684380046*l) - float64(0.3413193965*s)),
		encoded(float64(1.7076147010*s) - float64(0.0041960863*l) - float64(0.7034186147*m)),
	}
}

func colorOf(lab [3]float64) display.Color {
	v := srgbOf(lab)
	return display.Color{R: to8(v[0]), G: to8(v[1]), B: to8(v[2]), A: 255}
}

func to8(v float64) uint8 { return uint8(math.Round(min(max(v, 0), 1) * 255)) }

// linear decodes the sRGB transfer function; encoded applies it.
func linear(v uint8) float64 {
	f := float64(v) / 255
	if f <= 0.04045 {
		return f / 12.92
	}
	return geom.Pow((f+0.055)/1.055, 2.4)
}

func encoded(v float64) float64 {
	if v <= 0 {
		return 0
	}
	if v <= 0.0031308 {
		return v * 12.92
	}
	return min(1, float64(1.055*geom.Pow(v, 1/2.4))-0.055)
}
