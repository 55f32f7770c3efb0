package style

var mixSpaces = [...]colorSpace{
	InSRGB: spaceSRGB, InSRGBLinear: spaceLinear, InOKLab: spaceOKLab, InOKLCH: spaceOKLCH, InLab: spaceLab,
	InLCH: spaceLCH, InHSL: spaceHSL, InHWB: spaceHWB, InXYZ: spaceXYZ65,
}

// Mix interpolates from a to b, t of the way from 0 to 1, in a gradient's space,
// premultiplied (CSS Color 4 §12).
func Mix(a, b Color, space InterpolationSpace, hue HueMethod, t float64) Color {
	return mixColors(floating(a), floating(b), mixSpaces[space], hue, t).color()
}

func floating(c Color) fcolor {
	return fcolor{space: spaceSRGB, c: [3]float64{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}, a: float64(c.A) / 255}
}
