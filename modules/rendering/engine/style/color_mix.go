package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
)

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

// colorMix parses color-mix(in <space> [<hue>]?, <color> <pct>?, <color> <pct>?).
func (p *parser) colorMix() (colorValue, bool) {
	space, arc, ok := p.interpolation()
	if !ok {
		space, arc = spaceOKLab, hue.Shorter
	} else if !p.Comma() {
		return colorValue{}, false
	}
	a, pa, computedA, ok := p.mixPart()
	if !ok || !p.Comma() {
		return colorValue{}, false
	}
	b2, pb, computedB, ok := p.mixPart()
	if !ok || !p.AtEnd() {
		return colorValue{}, false
	}
	computed := computedA || computedB
	mixed := func(b *builder) fcolor {
		share, total, ok := mixShares(b, [2]value[float64]{pa, pb})
		if !ok {
			return fcolor{space: space}
		}
		m := mixColors(a.at(b), b2.at(b), space, arc, share)
		m.a *= total
		return m
	}
	if !computed && pa != nil && pb != nil && pa(nil)+pb(nil) == 0 {
		return colorValue{}, false
	}
	if a.fixed != nil && b2.fixed != nil && !computed {
		return fixedColor(mixed(nil)), true
	}
	return colorValue{at: mixed}, true
}

// mixPart parses a colour with an optional percentage on either side, nil without one; computed is set for one that
// calc() or its like computes.
func (p *parser) mixPart() (c colorValue, weight value[float64], computed, ok bool) {
	read := func() bool {
		t := p.Peek()
		if weight != nil {
			return true
		}
		switch {
		case t.Kind == css.Percentage:
			if t.Num < 0 || t.Num > 100 {
				return false
			}
			weight = constant(t.Num)
			p.I++
		case t.Kind == css.Function && isMathFunction(t.Value):
			share, ok := p.numberOrPercent()
			if !ok {
				return false
			}
			computed = true
			weight = func(b *builder) float64 { return min(max(share(b), 0), 1) * 100 }
		}
		return true
	}
	if !read() {
		return c, nil, false, false
	}
	c, ok = p.fullColor()
	if !ok || !read() {
		return c, nil, false, false
	}
	return c, weight, computed, true
}

// interpolation parses "in <space> [shorter|longer|increasing|decreasing hue]?".
func (p *parser) interpolation() (colorSpace, hue.Arc, bool) {
	save := p.I
	if !p.Ident("in") {
		return 0, 0, false
	}
	space, ok := colorSpaces[p.AnyIdent()]
	if !ok {
		p.I = save
		return 0, 0, false
	}
	arc := hue.Shorter
	if h, ok := p.oneOf("shorter", "longer", "increasing", "decreasing"); ok {
		if !space.polar() || !p.Ident("hue") {
			p.I = save
			return 0, 0, false
		}
		arc = map[string]hue.Arc{"shorter": hue.Shorter, "longer": hue.Longer, "increasing": hue.Increasing, "decreasing": hue.Decreasing}[h]
	}
	return space, arc, true
}

// mixShares returns the share of the second part of a mix and the alpha multiplier of a sum below 100 %; ok is false if
// both percentages are 0.
func mixShares(b *builder, parts [2]value[float64]) (share, total float64, ok bool) {
	var v [2]float64
	for i, p := range parts {
		if p != nil {
			v[i] = min(max(p(b), 0), 100)
		}
	}
	switch {
	case parts[0] == nil && parts[1] == nil:
		v = [2]float64{50, 50}
	case parts[0] == nil:
		v[0] = 100 - v[1]
	case parts[1] == nil:
		v[1] = 100 - v[0]
	}
	sum := v[0] + v[1]
	if sum == 0 {
		return 0, 0, false
	}
	return v[1] / sum, min(sum/100, 1), true
}
