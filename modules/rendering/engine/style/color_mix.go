package style

import "github.com/platenhq/platen/modules/rendering/engine/hue"

// mixSpaces maps interpolation spaces to colour spaces.
var mixSpaces = [...]colorSpace{
	InSRGB: spaceSRGB, InSRGBLinear: spaceLinear, InOKLab: spaceOKLab, InOKLCH: spaceOKLCH, InLab: spaceLab,
	InLCH: spaceLCH, InHSL: spaceHSL, InHWB: spaceHWB, InXYZ: spaceXYZ65,
	InXYZ50: spaceXYZ50, InDisplayP3: spaceP3, InDisplayP3Linear: spaceP3Linear, InA98RGB: spaceA98, InProPhotoRGB: spaceProPhoto,
	InRec2020: spaceRec2020,
}

// Mix interpolates from a to b at t from 0 to 1 in a gradient's space, premultiplied (CSS Color 4 §12).
func Mix(a, b Color, space InterpolationSpace, arc hue.Arc, t float64) Color {
	return mixColors(floating(a), floating(b), mixSpaces[space], arc, t).color()
}

func floating(c Color) fcolor {
	return fcolor{space: spaceSRGB, c: [3]float64{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}, a: float64(c.A) / 255}
}

// inexact returns the colour if it is not representable in 8-bit sRGB apart from quantization: out of gamut, or with
// missing components; else nil.
func (f fcolor) inexact() *fcolor {
	if f.legacy && f.none == 0 {
		return nil
	}
	const slack = 1.0 / 512
	s := f.in(spaceSRGB)
	out := f.none != 0
	for _, v := range s.c {
		out = out || v < -slack || v > 1+slack
	}
	if !out {
		return nil
	}
	return &f
}

// Wide reports whether stops of a gradient have colours that Color cannot represent, or its interpolation space has a
// wider gamut than sRGB: the colours between the stops must then be computed by [Gradient.Between].
func (g *Gradient) Wide() bool {
	if g.Space >= InDisplayP3 {
		return true
	}
	for i := range g.Stops {
		if g.Stops[i].exact != nil {
			return true
		}
	}
	return false
}

// Between returns the colour at t from stop i to the next, interpolated in the gradient's space and then clipped to
// sRGB.
func (g *Gradient) Between(i int, t float64) Color {
	full := func(s *GradientStop) fcolor {
		if s.exact != nil {
			return *s.exact
		}
		return floating(s.Color)
	}
	return mixColors(full(&g.Stops[i]), full(&g.Stops[i+1]), mixSpaces[g.Space], g.Hue, t).color()
}
