// Package tint provides colours for the image generator: sRGB bytes, OKLab for computation (Björn Ottosson, "A
// perceptual color space for image processing"), and WCAG contrast.
package tint

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// Color is an opaque sRGB colour.
type Color struct{ R, G, B uint8 }

// Hex returns the colour 0xRRGGBB; it is for literals.
func Hex(rgb uint32) Color { return Color{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb)} }

// String returns the colour as #RRGGBB.
func (c Color) String() string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }

// Lab is a colour in OKLab: L from 0 to 1, A and B about -0.4 to 0.4.
type Lab struct{ L, A, B float64 }

// linear maps sRGB bytes to linear light.
var linear = sync.OnceValue(func() *[256]float64 {
	var t [256]float64
	for k := range t {
		v := float64(k) / 255
		if v <= 0.04045 {
			t[k] = v / 12.92
		} else {
			t[k] = num.Pow24((v + 0.055) / 1.055)
		}
	}
	return &t
})

// encode maps linear light from 0 to 1, in 4096 steps, to sRGB values from 0 to 65535.
var encode = sync.OnceValue(func() *[4097]float64 {
	var t [4097]float64
	for k := range t {
		v := float64(float64(k) / 4096)
		if v <= 0.0031308 {
			t[k] = float64(12.92 * v)
		} else {
			t[k] = float64(1.055*num.Root24(v)) - 0.055
		}
	}
	return &t
})

// gamma returns the sRGB value from 0 to 1 of linear light v.
func gamma(t *[4097]float64, v float64) float64 {
	if v <= 0 {
		return 0
	}
	if v >= 1 {
		return 1
	}
	if v < 1.0/256 { // the table is too coarse where the curve is steep
		if v <= 0.0031308 {
			return float64(12.92 * v)
		}
		return float64(1.055*num.Root24(v)) - 0.055
	}
	x := float64(v * 4096)
	i := int(x)
	f := x - float64(i)
	return t[i] + float64((t[i+1]-t[i])*f)
}

// Lab returns the colour in OKLab.
func (c Color) Lab() Lab {
	t := linear()
	r, g, b := t[c.R], t[c.G], t[c.B]
	l := num.Cbrt(float64(0.4122214708*r) + float64(0.5363325363*g) + float64(0.0514459929*b))
	m := num.Cbrt(float64(0.2119034982*r) + float64(0.6806995451*g) + float64(0.1073969566*b))
	s := num.Cbrt(float64(0.0883024619*r) + float64(0.2817188376*g) + float64(0.6299787005*b))
	return Lab{
		float64(0.2104542553*l) + float64(0.7936177850*m) - float64(0.0040720468*s),
		float64(1.9779984951*l) - float64(2.4285922050*m) + float64(0.4505937099*s),
		float64(0.0259040371*l) + float64(0.7827717662*m) - float64(0.8086757660*s),
	}
}

// light returns the linear sRGB components, which may be outside 0 to 1.
func (o Lab) light() (r, g, b float64) {
	l := o.L + float64(0.3963377774*o.A) + float64(0.2158037573*o.B)
	m := o.L - float64(0.1055613458*o.A) - float64(0.0638541728*o.B)
	s := o.L - float64(0.0894841775*o.A) - float64(1.2914855480*o.B)
	l, m, s = float64(l*l*l), float64(m*m*m), float64(s*s*s)
	return float64(4.0767416621*l) - float64(3.3077115913*m) + float64(0.2309699292*s),
		float64(-1.2684380046*l) + float64(2.6097574011*m) - float64(0.3413193965*s),
		float64(-0.0041960863*l) - float64(0.7034186147*m) + float64(1.7076147010*s)
}

// inside reports whether the colour is within the sRGB gamut.
func (o Lab) inside() bool {
	r, g, b := o.light()
	const e = 0.0005
	return r >= -e && g >= -e && b >= -e && r <= 1+e && g <= 1+e && b <= 1+e
}

// RGB16 returns the sRGB channels from 0 to 65535, clipped to the gamut.
func (o Lab) RGB16() (r, g, b uint16) {
	t := encode()
	x, y, z := o.light()
	to := func(v float64) uint16 { return uint16(float64(gamma(t, v)*65535) + 0.5) }
	return to(x), to(y), to(z)
}

// Color returns the nearest sRGB colour: a colour outside the gamut loses chroma but keeps its hue.
func (o Lab) Color() Color {
	o.L = num.Clamp(o.L, 0, 1)
	if !o.inside() {
		lo, hi := 0.0, 1.0
		for range 18 {
			mid := float64((lo + hi) / 2)
			if (Lab{o.L, o.A * mid, o.B * mid}).inside() {
				lo = mid
			} else {
				hi = mid
			}
		}
		o.A, o.B = float64(o.A*lo), float64(o.B*lo)
	}
	r, g, b := o.RGB16()
	to := func(v uint16) uint8 { return uint8((uint32(v)*255 + 32767) / 65535) }
	return Color{to(r), to(g), to(b)}
}

// Chroma returns the distance from grey.
func (o Lab) Chroma() float64 { return num.Hypot(o.A, o.B) }

// Mix returns the colour at t between a and b in OKLab.
func (o Lab) Mix(p Lab, t float64) Lab {
	return Lab{num.Mix(o.L, p.L, t), num.Mix(o.A, p.A, t), num.Mix(o.B, p.B, t)}
}

// Mix returns the colour at t between c and d in OKLab.
func (c Color) Mix(d Color, t float64) Color { return c.Lab().Mix(d.Lab(), t).Color() }

// Light returns the colour with its lightness increased by by.
func (c Color) Light(by float64) Color {
	o := c.Lab()
	o.L = num.Clamp(o.L+by, 0, 1)
	return o.Color()
}

// At returns the colour with lightness l.
func (c Color) At(l float64) Color {
	o := c.Lab()
	o.L = num.Clamp(l, 0, 1)
	return o.Color()
}

// Vivid returns the colour with its chroma multiplied by k.
func (c Color) Vivid(k float64) Color {
	o := c.Lab()
	o.A, o.B = float64(o.A*k), float64(o.B*k)
	return o.Color()
}

// Turn returns the colour with its hue rotated, in turns.
func (c Color) Turn(turns float64) Color {
	o := c.Lab()
	s, k := num.SinCos(turns)
	o.A, o.B = float64(o.A*k)-float64(o.B*s), float64(o.A*s)+float64(o.B*k)
	return o.Color()
}

// Luminance returns the relative luminance of WCAG 2.2.
func (c Color) Luminance() float64 {
	t := linear()
	return float64(0.2126*t[c.R]) + float64(0.7152*t[c.G]) + float64(0.0722*t[c.B])
}

// Contrast returns the contrast ratio of WCAG 2.2, 1 to 21.
func Contrast(a, b Color) float64 {
	x, y := a.Luminance(), b.Luminance()
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// Distance returns the Euclidean distance in OKLab.
func Distance(a, b Lab) float64 {
	dl, da, db := a.L-b.L, a.A-b.A, a.B-b.B
	return math.Sqrt(float64(dl*dl) + float64(da*da) + float64(db*db))
}

// Ramp is a sequence of colours from dark to light.
type Ramp []Lab

// NewRamp returns the colours sorted by lightness. A single colour gets a darker and a lighter end of the same hue.
func NewRamp(colors []Color) Ramp {
	var r Ramp
	for _, c := range ByLightness(colors) {
		r = append(r, c.Lab())
	}
	if len(r) == 0 {
		return Ramp{{L: 0.2}, {L: 0.95}}
	}
	if r[0].L > 0.36 {
		d := r[0]
		r = append(Ramp{{0.26, d.A * 0.6, d.B * 0.6}}, r...)
	}
	if last := r[len(r)-1]; last.L < 0.86 {
		r = append(r, Lab{0.95, last.A * 0.25, last.B * 0.25})
	}
	return r
}

// At returns the colour with lightness l, interpolated between the two neighbouring colours of the ramp.
func (r Ramp) At(l float64) Color {
	if l <= r[0].L {
		return r[0].Color()
	}
	for k := 1; k < len(r); k++ {
		if l <= r[k].L {
			d := r[k].L - r[k-1].L
			if d < 1e-6 {
				return r[k].Color()
			}
			return r[k-1].Mix(r[k], (l-r[k-1].L)/d).Color()
		}
	}
	return r[len(r)-1].Color()
}

// ByLightness returns the colours sorted from dark to light.
func ByLightness(colors []Color) []Color {
	out := slices.Clone(colors)
	slices.SortStableFunc(out, func(a, b Color) int {
		switch d := a.Lab().L - b.Lab().L; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	return out
}

// ByChroma returns a copy of the colours from the most to the least chromatic; colours of equal chroma keep their order.
func ByChroma(colors []Color) []Color {
	out := slices.Clone(colors)
	slices.SortStableFunc(out, func(a, b Color) int { return cmp.Compare(b.Lab().Chroma(), a.Lab().Chroma()) })
	return out
}
