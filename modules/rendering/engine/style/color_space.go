package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// colorSpace is a colour space of CSS Color 4.
type colorSpace uint8

const (
	spaceSRGB colorSpace = iota
	spaceLinear
	spaceP3
	spaceP3Linear
	spaceA98
	spaceProPhoto
	spaceRec2020
	spaceXYZ65
	spaceXYZ50
	spaceHSL
	spaceHWB
	spaceLab
	spaceLCH
	spaceOKLab
	spaceOKLCH
)

func (s colorSpace) polar() bool {
	return s == spaceHSL || s == spaceHWB || s == spaceLCH || s == spaceOKLCH
}

// hueIndex returns the index of the hue component, −1 if there is none.
func (s colorSpace) hueIndex() int {
	switch s {
	case spaceHSL, spaceHWB:
		return 0
	case spaceLCH, spaceOKLCH:
		return 2
	}
	return -1
}

// fcolor is a colour in floating point. none has a bit for every missing component, 8 for alpha.
type fcolor struct {
	space  colorSpace
	c      [3]float64
	a      float64
	none   uint8
	legacy bool
	ink    ink.Ink // the colour in printing inks, if it is specified in them
}

// color converts to 8-bit sRGB; components out of gamut are clipped.
func (f fcolor) color() Color {
	s := f.in(spaceSRGB)
	return Color{to8(s.c[0]), to8(s.c[1]), to8(s.c[2]), to8(f.a), f.ink}
}

func to8(v float64) uint8 {
	if !(v > 0) {
		return 0
	}
	if v >= 1 {
		return 255
	}
	return uint8(float64(v*255) + 0.5)
}

type matrix3 [9]float64

func (m *matrix3) mul(v [3]float64) [3]float64 {
	var out [3]float64
	for i := range 3 {
		out[i] = float64(m[i*3]*v[0]) + float64(m[i*3+1]*v[1]) + float64(m[i*3+2]*v[2])
	}
	return out
}

// Conversion matrices of CSS Color 4 §18.
var (
	linToXYZ   = matrix3{506752.0 / 1228815, 87881.0 / 245763, 12673.0 / 70218, 87098.0 / 409605, 175762.0 / 245763, 12673.0 / 175545, 7918.0 / 409605, 87881.0 / 737289, 1001167.0 / 1053270}
	xyzToLin   = matrix3{12831.0 / 3959, -329.0 / 214, -1974.0 / 3959, -851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810, 705.0 / 12673, -2585.0 / 12673, 705.0 / 667}
	p3ToXYZ    = matrix3{608311.0 / 1250200, 189793.0 / 714400, 198249.0 / 1000160, 35783.0 / 156275, 247089.0 / 357200, 198249.0 / 2500400, 0, 32229.0 / 714400, 5220557.0 / 5000800}
	xyzToP3    = matrix3{446124.0 / 178915, -333277.0 / 357830, -72051.0 / 178915, -14852.0 / 17905, 63121.0 / 35810, 423.0 / 17905, 11844.0 / 330415, -50337.0 / 660830, 316169.0 / 330415}
	proToXYZ   = matrix3{0.79776664490064230, 0.13518129740053308, 0.03134773412839220, 0.28807482881940130, 0.71183523424187300, 0.00008993693872564, 0, 0, 0.82510460251046020}
	xyzToPro   = matrix3{1.34578688164715830, -0.25557208737979464, -0.05110186497554526, -0.54463070512490190, 1.50824774284514680, 0.02052744743642139, 0, 0, 1.21196754563894520}
	a98ToXYZ   = matrix3{573536.0 / 994567, 263643.0 / 1420810, 187206.0 / 994567, 591459.0 / 1989134, 6239551.0 / 9945670, 374412.0 / 4972835, 53769.0 / 1989134, 351524.0 / 4972835, 4929758.0 / 4972835}
	xyzToA98   = matrix3{1829569.0 / 896150, -506331.0 / 896150, -308931.0 / 896150, -851781.0 / 878810, 1648619.0 / 878810, 36519.0 / 878810, 16779.0 / 1248040, -147721.0 / 1248040, 1266979.0 / 1248040}
	r2020ToXYZ = matrix3{63426534.0 / 99577255, 20160776.0 / 139408157, 47086771.0 / 278816314, 26158966.0 / 99577255, 472592308.0 / 697040785, 8267143.0 / 139408157, 0, 19567812.0 / 697040785, 295819943.0 / 278816314}
	xyzToR2020 = matrix3{30757411.0 / 17917100, -6372589.0 / 17917100, -4539589.0 / 17917100, -19765991.0 / 29648200, 47925759.0 / 29648200, 467509.0 / 29648200, 792561.0 / 44930125, -1921689.0 / 44930125, 42328811.0 / 44930125}
	d50ToD65   = matrix3{0.955473421488075, -0.02309845494876471, 0.06325924320057072, -0.0283697093338637, 1.0099953980813041, 0.021041441191917323, 0.012314014864481998, -0.020507649298898964, 1.330365926242124}
	d65ToD50   = matrix3{1.0479297925449969, 0.022946870601609652, -0.05019226628920524, 0.02962780877005599, 0.9904344267538799, -0.017073799063418826, -0.009243040646204504, 0.015055191490298152, 0.7518742814281371}
	xyzToLMS   = matrix3{0.8190224379967030, 0.3619062600528904, -0.1288737815209879, 0.0329836539323885, 0.9292868615863434, 0.0361446663506424, 0.0481771893596242, 0.2642395317527308, 0.6335478284694309}
	lmsToOK    = matrix3{0.2104542683093140, 0.7936177747023054, -0.0040720430116193, 1.9779985324311684, -2.4285922420485799, 0.4505937096174110, 0.0259040424655478, 0.7827717124575296, -0.8086757549230774}
	lmsToXYZ   = matrix3{1.2268798758459243, -0.5578149944602171, 0.2813910456659647, -0.0405757452148008, 1.1122868032803170, -0.0717110580655164, -0.0763729366746601, -0.4214933324022432, 1.5869240198367816}
	okToLMS    = matrix3{1.0, 0.3963377773761749, 0.2158037573099136, 1.0, -0.1055613458156586, -0.0638541728258133, 1.0, -0.0894841775298119, -1.2914855480194092}
)

func each(v [3]float64, f func(float64) float64) [3]float64 {
	return [3]float64{f(v[0]), f(v[1]), f(v[2])}
}

func srgbToLinear(v float64) float64 {
	a := math.Abs(v)
	if a <= 0.04045 {
		return v / 12.92
	}
	return math.Copysign(geom.Pow((a+0.055)/1.055, 2.4), v)
}

func linearToSRGB(v float64) float64 {
	a := math.Abs(v)
	if a > 0.0031308 {
		return math.Copysign(float64(1.055*geom.Pow(a, 1/2.4))-0.055, v)
	}
	return 12.92 * v
}

func power(exp float64) func(float64) float64 {
	return func(v float64) float64 { return math.Copysign(geom.Pow(math.Abs(v), exp), v) }
}

func proToLinear(v float64) float64 {
	if math.Abs(v) <= 16.0/512 {
		return v / 16
	}
	return power(1.8)(v)
}

func linearToPro(v float64) float64 {
	if math.Abs(v) < 1.0/512 {
		return 16 * v
	}
	return power(1 / 1.8)(v)
}

// The transfer function of ITU-R BT.2020, which Chromium uses for rec2020.
const (
	rec2020Alpha = 1.09929682680944
	rec2020Beta  = 0.018053968510807
)

func rec2020ToLinear(v float64) float64 {
	a := math.Abs(v)
	if a < rec2020Beta*4.5 {
		return v / 4.5
	}
	return math.Copysign(geom.Pow((a+rec2020Alpha-1)/rec2020Alpha, 1/0.45), v)
}

func linearToRec2020(v float64) float64 {
	a := math.Abs(v)
	if a > rec2020Beta {
		return math.Copysign(float64(rec2020Alpha*geom.Pow(a, 0.45))-(rec2020Alpha-1), v)
	}
	return 4.5 * v
}

// toXYZ converts to CIE XYZ with a D65 white point.
func (f fcolor) toXYZ() [3]float64 {
	switch f.space {
	case spaceSRGB:
		return linToXYZ.mul(each(f.c, srgbToLinear))
	case spaceLinear:
		return linToXYZ.mul(f.c)
	case spaceP3:
		return p3ToXYZ.mul(each(f.c, srgbToLinear))
	case spaceP3Linear:
		return p3ToXYZ.mul(f.c)
	case spaceA98:
		return a98ToXYZ.mul(each(f.c, power(563.0/256)))
	case spaceProPhoto:
		return d50ToD65.mul(proToXYZ.mul(each(f.c, proToLinear)))
	case spaceRec2020:
		return r2020ToXYZ.mul(each(f.c, rec2020ToLinear))
	case spaceXYZ50:
		return d50ToD65.mul(f.c)
	case spaceHSL:
		return fcolor{space: spaceSRGB, c: hslToRGB(f.c)}.toXYZ()
	case spaceHWB:
		return fcolor{space: spaceSRGB, c: hwbToRGB(f.c)}.toXYZ()
	case spaceLab:
		return d50ToD65.mul(labToXYZ(f.c))
	case spaceLCH:
		return d50ToD65.mul(labToXYZ(toRectangular(f.c)))
	case spaceOKLab:
		return oklabToXYZ(f.c)
	case spaceOKLCH:
		return oklabToXYZ(toRectangular(f.c))
	}
	return f.c
}

// in converts a colour to a space; missing components become 0 and powerless hues stay 0 (interpolation detects them by
// [fcolor.powerless]).
func (f fcolor) in(space colorSpace) fcolor {
	if f.space == space {
		return f
	}
	out := fcolor{space: space, a: f.a, none: f.none & 8, legacy: false}
	switch {
	case f.space == spaceHSL && space == spaceSRGB:
		out.c = hslToRGB(f.c)
		return out
	case f.space == spaceHWB && space == spaceSRGB:
		out.c = hwbToRGB(f.c)
		return out
	case f.space == spaceSRGB && space == spaceHSL:
		out.c = rgbToHSL(f.c)
		return out
	case f.space == spaceSRGB && space == spaceHWB:
		out.c = rgbToHWB(f.c)
		return out
	case f.space == spaceSRGB && space == spaceLinear:
		out.c = each(f.c, srgbToLinear)
		return out
	case f.space == spaceLinear && space == spaceSRGB:
		out.c = each(f.c, linearToSRGB)
		return out
	}
	xyz := f.toXYZ()
	switch space {
	case spaceSRGB:
		out.c = each(xyzToLin.mul(xyz), linearToSRGB)
	case spaceLinear:
		out.c = xyzToLin.mul(xyz)
	case spaceP3:
		out.c = each(xyzToP3.mul(xyz), linearToSRGB)
	case spaceP3Linear:
		out.c = xyzToP3.mul(xyz)
	case spaceA98:
		out.c = each(xyzToA98.mul(xyz), power(256.0/563))
	case spaceProPhoto:
		out.c = each(xyzToPro.mul(d65ToD50.mul(xyz)), linearToPro)
	case spaceRec2020:
		out.c = each(xyzToR2020.mul(xyz), linearToRec2020)
	case spaceXYZ65:
		out.c = xyz
	case spaceXYZ50:
		out.c = d65ToD50.mul(xyz)
	case spaceHSL:
		out.c = rgbToHSL(each(xyzToLin.mul(xyz), linearToSRGB))
	case spaceHWB:
		out.c = rgbToHWB(each(xyzToLin.mul(xyz), linearToSRGB))
	case spaceLab:
		out.c = xyzToLab(d65ToD50.mul(xyz))
	case spaceLCH:
		out.c = toPolar(xyzToLab(d65ToD50.mul(xyz)), 0.0015)
	case spaceOKLab:
		out.c = xyzToOKLab(xyz)
	case spaceOKLCH:
		out.c = toPolar(xyzToOKLab(xyz), 0.000004)
	}
	return out
}

func oklabToXYZ(c [3]float64) [3]float64 {
	return lmsToXYZ.mul(each(okToLMS.mul(c), func(v float64) float64 { return float64(float64(v*v) * v) }))
}

func xyzToOKLab(xyz [3]float64) [3]float64 {
	return lmsToOK.mul(each(xyzToLMS.mul(xyz), geom.Cbrt))
}

var whiteD50 = [3]float64{0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585}

func labToXYZ(c [3]float64) [3]float64 {
	const kappa, epsilon = 24389.0 / 27, 216.0 / 24389
	fy := (c[0] + 16) / 116
	f := [3]float64{c[1]/500 + fy, fy, fy - c[2]/200}
	var out [3]float64
	for i, v := range f {
		cube := float64(float64(v*v) * v)
		switch {
		case i == 1 && c[0] > kappa*epsilon, i != 1 && cube > epsilon:
			out[i] = cube
		case i == 1:
			out[i] = c[0] / kappa
		default:
			out[i] = (float64(116*v) - 16) / kappa
		}
		out[i] *= whiteD50[i]
	}
	return out
}

func xyzToLab(xyz [3]float64) [3]float64 {
	const kappa, epsilon = 24389.0 / 27, 216.0 / 24389
	var f [3]float64
	for i, v := range xyz {
		v /= whiteD50[i]
		if v > epsilon {
			f[i] = geom.Cbrt(v)
		} else {
			f[i] = (float64(kappa*v) + 16) / 116
		}
	}
	return [3]float64{float64(116*f[1]) - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// toRectangular converts lightness, chroma, hue to lightness, a, b.
func toRectangular(c [3]float64) [3]float64 {
	s, co := geom.SinCosDeg(c[2])
	return [3]float64{c[0], float64(c[1] * co), float64(c[1] * s)}
}

// toPolar is the inverse; a chroma below epsilon makes the hue 0.
func toPolar(c [3]float64, epsilon float64) [3]float64 {
	chroma := math.Sqrt(float64(c[1]*c[1]) + float64(c[2]*c[2]))
	if chroma <= epsilon {
		return [3]float64{c[0], chroma, 0}
	}
	h := geom.AtanDeg2(c[2], c[1])
	if h < 0 {
		h += 360
	}
	return [3]float64{c[0], chroma, h}
}

func hslToRGB(c [3]float64) [3]float64 {
	h := math.Mod(c[0], 360)
	if h < 0 {
		h += 360
	}
	s, l := c[1], c[2]
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		a := float64(s * min(l, 1-l))
		return l - float64(a*max(-1, min(k-3, 9-k, 1)))
	}
	return [3]float64{f(0), f(8), f(4)}
}

func hwbToRGB(c [3]float64) [3]float64 {
	w, b := c[1], c[2]
	if w+b >= 1 {
		g := w / (w + b)
		return [3]float64{g, g, g}
	}
	rgb := hslToRGB([3]float64{c[0], 1, 0.5})
	return each(rgb, func(v float64) float64 { return float64(v*(1-w-b)) + w })
}

func rgbToHSL(c [3]float64) [3]float64 {
	mx, mn := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	l := float64((mx + mn) / 2)
	d := mx - mn
	if d == 0 {
		return [3]float64{0, 0, l}
	}
	s := 0.0
	if l != 0 && l != 1 {
		s = (mx - l) / min(l, 1-l)
	}
	h := 0.0
	switch mx {
	case c[0]:
		h = (c[1] - c[2]) / d
		if c[1] < c[2] {
			h += 6
		}
	case c[1]:
		h = (c[2]-c[0])/d + 2
	default:
		h = (c[0]-c[1])/d + 4
	}
	h = float64(h * 60)
	if s < 0 {
		h += 180
		s = -s
	}
	if h >= 360 {
		h -= 360
	}
	return [3]float64{h, s, l}
}

func rgbToHWB(c [3]float64) [3]float64 {
	hsl := rgbToHSL(c)
	return [3]float64{hsl[0], min(c[0], c[1], c[2]), 1 - max(c[0], c[1], c[2])}
}

// powerless reports whether the hue of a colour in a polar space is powerless.
func (f fcolor) powerless() bool {
	switch f.space {
	case spaceHSL:
		return f.c[1] <= 0.00001
	case spaceHWB:
		return f.c[1]+f.c[2] >= 0.999995
	case spaceLCH:
		return f.c[1] <= 0.0015
	case spaceOKLCH:
		return f.c[1] <= 0.000004
	}
	return false
}

// carriedForward returns the missing components of f that carry forward to another space, the analogous ones (CSS Color 4
// §12.2).
func (f fcolor) carriedForward(space colorSpace) uint8 {
	if f.space == space {
		return f.none
	}
	out := f.none & 8
	kind := func(s colorSpace, i int) byte {
		switch s {
		case spaceLab, spaceOKLab:
			return "Lab"[i]
		case spaceLCH, spaceOKLCH:
			return "LCh"[i]
		case spaceHSL:
			return "hCL"[i]
		case spaceHWB:
			return "hwk"[i]
		case spaceXYZ50, spaceXYZ65:
			return "rgb"[i]
		}
		return "rgb"[i]
	}
	for i := range 3 {
		if f.none&(1<<i) == 0 {
			continue
		}
		for j := range 3 {
			a, b := kind(f.space, i), kind(space, j)
			if a == b && (a != 'b' || (f.space == spaceLab || f.space == spaceOKLab) == (space == spaceLab || space == spaceOKLab)) {
				out |= 1 << j
			}
		}
	}
	return out
}

// prepare converts a colour for interpolation in a space, with its missing components marked.
func (f fcolor) prepare(space colorSpace) fcolor {
	out := f.in(space)
	out.none = f.carriedForward(space)
	if h := space.hueIndex(); h >= 0 && f.space != space && out.powerless() {
		out.none |= 1 << h
	}
	return out
}

// mixColors interpolates from a to b at t, premultiplied (CSS Color 4 §12).
func mixColors(a, b fcolor, space colorSpace, arc hue.Arc, t float64) fcolor {
	x, y := a.prepare(space), b.prepare(space)
	for i := range 3 {
		switch bit := uint8(1 << i); {
		case x.none&bit != 0 && y.none&bit == 0:
			x.c[i] = y.c[i]
		case y.none&bit != 0 && x.none&bit == 0:
			y.c[i] = x.c[i]
		}
	}
	switch {
	case x.none&8 != 0 && y.none&8 == 0:
		x.a = y.a
	case y.none&8 != 0 && x.none&8 == 0:
		y.a = x.a
	}
	h := space.hueIndex()
	if h >= 0 {
		// Opposite hues are not adjusted; conversions, and 8-bit sRGB in particular, leave them slightly off 180°.
		slack := 1e-6
		if a.space == spaceSRGB || b.space == spaceSRGB {
			slack = 1
		}
		x.c[h], y.c[h] = arc.Fix(normalHue(x.c[h]), normalHue(y.c[h]), slack)
	}
	out := fcolor{space: space, none: x.none & y.none}
	out.a = float64(x.a*(1-t)) + float64(y.a*t)
	for i := range 3 {
		if i == h {
			out.c[i] = float64(x.c[i]*(1-t)) + float64(y.c[i]*t)
			continue
		}
		v := float64(float64(x.c[i]*x.a)*(1-t)) + float64(float64(y.c[i]*y.a)*t)
		if out.a > 0 {
			v /= out.a
		}
		out.c[i] = v
	}
	return out.inInk(mixedInk(a, b, t, out))
}

// normalHue returns an angle in [0, 360).
func normalHue(v float64) float64 {
	v = math.Mod(v, 360)
	if v < 0 {
		v += 360
	}
	return v
}
