package style

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// mixSpaces maps interpolation spaces to colour spaces.
var mixSpaces = [...]colorSpace{
	InSRGB: spaceSRGB, InSRGBLinear: spaceLinear, InOKLab: spaceOKLab, InOKLCH: spaceOKLCH, InLab: spaceLab,
	InLCH: spaceLCH, InHSL: spaceHSL, InHWB: spaceHWB, InXYZ: spaceXYZ65,
	InXYZ50: spaceXYZ50, InDisplayP3: spaceP3, InDisplayP3Linear: spaceP3Linear, InA98RGB: spaceA98, InProPhotoRGB: spaceProPhoto,
	InRec2020: spaceRec2020,
}

func floating(c Color) fcolor {
	return fcolor{space: spaceSRGB, c: [3]float64{float64(c.R) / 255, float64(c.G) / 255, float64(c.B) / 255}, a: float64(c.A) / 255, ink: c.Ink}
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
	return mixColors(g.Stops[i].full(), g.Stops[i+1].full(), mixSpaces[g.Space], g.Hue, t).color()
}

func (s *GradientStop) full() fcolor {
	if s.exact != nil {
		return *s.exact
	}
	return floating(s.Color)
}

// WithoutHints returns the gradient with its colour hints replaced by stops, at the given positions of its stops, and
// the positions of the new stops. Like Chromium it approximates the curve of CSS Images 4 §3.5.3, weight =
// position^(log ½ / log hint), with nine stops, seven of them in the longer part, and mixes their colours in sRGB unless
// the gradient specifies an interpolation space.
func (g *Gradient) WithoutHints(pos []float64) (*Gradient, []float64) {
	out, at := *g, make([]float64, 0, len(pos))
	out.Stops = make([]GradientStop, 0, len(g.Stops))
	space := mixSpaces[g.Space]
	if g.Implied {
		space = spaceSRGB
	}
	for i, s := range g.Stops {
		if !s.Hint {
			out.Stops, at = append(out.Stops, s), append(at, pos[i])
			continue
		}
		if i == 0 || i == len(g.Stops)-1 || pos[i-1] == pos[i+1] {
			continue
		}
		a, b := &g.Stops[i-1], &g.Stops[i+1]
		left, right := pos[i]-pos[i-1], pos[i+1]-pos[i]
		switch {
		case left == 0:
			out.Stops, at = append(out.Stops, GradientStop{Color: b.Color, exact: b.exact}), append(at, pos[i])
			continue
		case right == 0:
			out.Stops, at = append(out.Stops, GradientStop{Color: a.Color, exact: a.exact}), append(at, pos[i])
			continue
		}
		exponent := geom.Log2(0.5) / geom.Log2(left/(left+right))
		for k := range 9 {
			var d float64 // from the stop before the hint
			switch {
			case left > right && k < 7:
				d = left * float64(7+k) / 13
			case left > right:
				d = left + right*float64(k-6)/3
			case k < 2:
				d = left * float64(k+1) / 3
			default:
				d = left + right*float64(k-2)/13
			}
			c := mixColors(a.full(), b.full(), space, g.Hue, geom.Pow(d/(left+right), exponent))
			out.Stops, at = append(out.Stops, GradientStop{Color: c.color(), exact: c.inexact()}), append(at, pos[i-1]+d)
		}
	}
	return &out, at
}
