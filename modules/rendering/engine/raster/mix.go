package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// mixer interpolates between a gradient's stops (CSS Color 4 §12): in the gradient's colour space, premultiplied except
// for hue.
type mixer struct {
	space    display.ColorSpace
	hue      int // index of the hue component; −1 for none
	straight bool
	// from[i] and to[i] are the prepared ends of the interval after stop i.
	from, to [][4]float64
}

// oppositeSlack is how far from 180° the hues of two opposite colours of 8-bit sRGB may be, in degrees.
const oppositeSlack = 1

func newMixer(g *display.Gradient) *mixer {
	m := &mixer{space: g.Space, hue: hueComponent(g.Space), straight: g.Straight}
	for i := 1; i < len(g.Stops); i++ {
		a, aPowerless := toSpace(g.Stops[i-1].Color, g.Space)
		b, bPowerless := toSpace(g.Stops[i].Color, g.Space)
		if m.hue >= 0 {
			switch {
			case aPowerless:
				a[m.hue] = b[m.hue]
			case bPowerless:
				b[m.hue] = a[m.hue]
			}
			a[m.hue], b[m.hue] = g.Hue.Fix(a[m.hue], b[m.hue], oppositeSlack)
		}
		m.from, m.to = append(m.from, m.premultiply(a)), append(m.to, m.premultiply(b))
	}
	return m
}

func (m *mixer) premultiply(c [4]float64) [4]float64 {
	if m.straight {
		return c
	}
	for k := range 3 {
		if k != m.hue {
			c[k] = float64(c[k] * c[3])
		}
	}
	return c
}

// mix returns the premultiplied pixel at fraction f of the interval after stop i.
func (m *mixer) mix(i int, f float64) uint32 {
	var c [4]float64
	for k := range c {
		c[k] = m.from[i][k] + float64((m.to[i][k]-m.from[i][k])*f)
	}
	if c[3] <= 0 {
		return 0
	}
	if !m.straight {
		for k := range 3 {
			if k != m.hue {
				c[k] /= c[3]
			}
		}
	}
	rgb := fromSpace([3]float64{c[0], c[1], c[2]}, m.space)
	var p uint32
	for k, v := range rgb {
		v = max(0, min(v, 1))
		p |= uint32(math.Floor(float64(float64(v*c[3])*255)+0.5)) << (8 * k)
	}
	return p | uint32(math.Floor(float64(c[3]*255)+0.5))<<24
}

func hueComponent(s display.ColorSpace) int {
	switch s {
	case display.OKLCH, display.LCH:
		return 2
	case display.HSL, display.HWB:
		return 0
	}
	return -1
}

// toSpace converts a colour; powerless reports whether its hue is powerless.
func toSpace(c display.Color, s display.ColorSpace) (v [4]float64, powerless bool) {
	rgb := [3]float64{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}
	gray := c.R == c.G && c.G == c.B
	var out [3]float64
	switch s {
	case display.SRGBLinear:
		out = linearized(rgb)
	case display.OKLab:
		out = oklab(linearized(rgb))
	case display.OKLCH:
		out = polar(oklab(linearized(rgb)))
	case display.Lab:
		out = lab(linearized(rgb))
	case display.LCH:
		out = polar(lab(linearized(rgb)))
	case display.HSL:
		out = hsl(rgb)
	case display.HWB:
		h := hsl(rgb)
		out = [3]float64{h[0], min(rgb[0], rgb[1], rgb[2]), 1 - max(rgb[0], rgb[1], rgb[2])}
	default:
		out = rgb
	}
	return [4]float64{out[0], out[1], out[2], float64(c.A) / 255}, gray
}

func fromSpace(v [3]float64, s display.ColorSpace) [3]float64 {
	switch s {
	case display.SRGBLinear:
		return encoded(v)
	case display.OKLab:
		return encoded(fromOKLab(v))
	case display.OKLCH:
		return encoded(fromOKLab(rectangular(v)))
	case display.Lab:
		return encoded(fromLab(v))
	case display.LCH:
		return encoded(fromLab(rectangular(v)))
	case display.HSL:
		return fromHSL(v)
	case display.HWB:
		w, b := v[1], v[2]
		if w+b >= 1 {
			g := w / (w + b)
			return [3]float64{g, g, g}
		}
		rgb := fromHSL([3]float64{v[0], 1, 0.5})
		for k := range rgb {
			rgb[k] = float64(rgb[k]*(1-w-b)) + w
		}
		return rgb
	}
	return v
}

// linearized undoes the sRGB transfer function.
func linearized(c [3]float64) [3]float64 {
	for k, v := range c {
		if v <= 0.04045 {
			c[k] = v / 12.92
		} else {
			c[k] = geom.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// encoded applies the sRGB transfer function.
func encoded(c [3]float64) [3]float64 {
	for k, v := range c {
		if v <= 0.0031308 {
			c[k] = float64(v * 12.92)
		} else {
			c[k] = float64(geom.Pow(v, 1/2.4)*1.055) - 0.055
		}
	}
	return c
}

type matrix3 [9]float64

func (m *matrix3) apply(v [3]float64) [3]float64 {
	row := func(i int) float64 {
		return float64(m[i]*v[0]) + float64(m[i+1]*v[1]) + float64(m[i+2]*v[2])
	}
	return [3]float64{row(0), row(3), row(6)}
}

// Björn Ottosson's OKLab from linear sRGB, and back (CSS Color 4 §9.2).
var (
	rgbToLMS = matrix3{
		0.4122214708, 0.5363325363, 0.0514459929,
		0.2119034982, 0.6806995451, 0.1073969566,
		0.0883024619, 0.2817188376, 0.6299787005,
	}
	lmsToOKLab = matrix3{
		0.2104542553, 0.7936177850, -0.0040720468,
		1.9779984951, -2.4285922050, 0.4505937099,
		0.0259040371, 0.7827717662, -0.8086757660,
	}
	oklabToLMS = matrix3{
		1, 0.3963377774, 0.2158037573,
		1, -0.1055613458, -0.0638541728,
		1, -0.0894841775, -1.2914855480,
	}
	lmsToRGB = matrix3{
		4.0767416621, -3.3077115913, 0.2309699292,
		-1.2684380046, 2.6097574011, -0.3413193965,
		-0.0041960863, -0.7034186147, 1.7076147010,
	}
	// Linear sRGB to XYZ D50 and back: the D65 matrices with the Bradford
	// adaptation of CSS Color 4 §10.7 multiplied in.
	rgbToXYZ = matrix3{
		0.4360657468, 0.3851514688, 0.1430784197,
		0.2224931610, 0.7168873420, 0.0606194970,
		0.0139239044, 0.0970812420, 0.7140994020,
	}
	xyzToRGB = matrix3{
		3.1341358529, -1.6173863322, -0.4906619460,
		-0.9787954766, 1.9162543774, 0.0334428740,
		0.0719763820, -0.2289938920, 1.4053864080,
	}
	whiteD50 = [3]float64{0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585}
)

func oklab(rgb [3]float64) [3]float64 {
	l := rgbToLMS.apply(rgb)
	for k := range l {
		l[k] = geom.Cbrt(l[k])
	}
	return lmsToOKLab.apply(l)
}

func fromOKLab(v [3]float64) [3]float64 {
	l := oklabToLMS.apply(v)
	for k := range l {
		l[k] = float64(float64(l[k]*l[k]) * l[k])
	}
	return lmsToRGB.apply(l)
}

const labEpsilon, labKappa = 216.0 / 24389, 24389.0 / 27

func lab(rgb [3]float64) [3]float64 {
	v := rgbToXYZ.apply(rgb)
	for k := range v {
		x := v[k] / whiteD50[k]
		if x > labEpsilon {
			v[k] = geom.Cbrt(x)
		} else {
			v[k] = (float64(x*labKappa) + 16) / 116
		}
	}
	return [3]float64{float64(116*v[1]) - 16, float64(500 * (v[0] - v[1])), float64(200 * (v[1] - v[2]))}
}

func fromLab(v [3]float64) [3]float64 {
	fy := (v[0] + 16) / 116
	f := [3]float64{v[1]/500 + fy, fy, fy - v[2]/200}
	for k, x := range f {
		c := float64(float64(x*x) * x)
		if c <= labEpsilon {
			c = (float64(116*x) - 16) / labKappa
		}
		f[k] = float64(c * whiteD50[k])
	}
	return xyzToRGB.apply(f)
}

// polar converts (L, a, b) to (L, chroma, hue in degrees).
func polar(v [3]float64) [3]float64 {
	h := geom.AtanDeg2(v[2], v[1])
	if h < 0 {
		h += 360
	}
	return [3]float64{v[0], geom.Hypot(v[1], v[2]), h}
}

func rectangular(v [3]float64) [3]float64 {
	s, c := geom.SinCosDeg(v[2])
	return [3]float64{v[0], float64(v[1] * c), float64(v[1] * s)}
}

func hsl(c [3]float64) [3]float64 {
	hi, lo := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	l, d := (hi+lo)/2, hi-lo
	if d == 0 {
		return [3]float64{0, 0, l}
	}
	s := d / (1 - math.Abs(hi+lo-1))
	var h float64
	switch hi {
	case c[0]:
		h = (c[1] - c[2]) / d
		if h < 0 {
			h += 6
		}
	case c[1]:
		h = (c[2]-c[0])/d + 2
	default:
		h = (c[0]-c[1])/d + 4
	}
	return [3]float64{h * 60, s, l}
}

func fromHSL(v [3]float64) [3]float64 {
	h := math.Mod(v[0], 360)
	if h < 0 {
		h += 360
	}
	a := float64(v[1] * min(v[2], 1-v[2]))
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		return v[2] - float64(a*max(-1, min(k-3, 9-k, 1)))
	}
	return [3]float64{f(0), f(8), f(4)}
}
