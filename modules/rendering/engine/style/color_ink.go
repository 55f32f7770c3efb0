package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// maxSpotName is the maximum length of the name of a spot ink: that of names in PDF/A (ISO 19005-2 §6.1.13).
const maxSpotName = 127

// inked returns the colour of a recipe on screens, with the recipe. It counts as legacy, so that gradients interpolate as
// a printing press mixes.
func inked(r ink.Recipe, alpha float64) fcolor {
	return fcolor{space: spaceSRGB, c: r.Screen(), a: alpha, legacy: true, ink: ink.New(r)}
}

// inInk returns the colour with inks that have it: like a colour that is specified in them, or with the reference Lost.
func (f fcolor) inInk(i ink.Ink) fcolor {
	if i.IsZero() {
		f.ink = i
		return f
	}
	return inked(i.Recipe(), f.a)
}

// inkText serializes a colour in inks.
func inkText(c Color) string {
	r := c.Ink.Recipe()
	alpha := ""
	if c.A < 255 {
		alpha = " / " + num(float64(c.A)/255)
	}
	v := [4]string{}
	for i := range v {
		v[i] = num(r.Values[i])
	}
	text := "device-cmyk(" + strings.Join(v[:], " ") + alpha + ")"
	if r.RGB {
		text = "color(srgb " + strings.Join(v[:3], " ") + alpha + ")"
	}
	if r.Spot != "" {
		text = "-platen-spot(" + css.Serialize([]css.Token{{Kind: css.String, Value: r.Spot}}) + ", " + num(r.Tint) + ", " + text + ")"
	}
	return text
}

// mixedInk returns the inks of the mixture out of two colours, where the inks that the press mixes have its colour.
func mixedInk(a, b fcolor, t float64, out fcolor) ink.Ink {
	if a.ink == (ink.Ink{}) && b.ink == (ink.Ink{}) {
		return ink.Ink{}
	}
	part := func(c fcolor, share float64) ink.Part {
		rgb := c.in(spaceSRGB).c
		return ink.Part{Ink: c.ink, Share: float64(c.a * share), White: min(rgb[0], rgb[1], rgb[2]) > 1-1.0/510}
	}
	return ink.Mix(part(a, 1-t), part(b, t)).For(out.in(spaceSRGB).c)
}

// deviceCMYK parses the arguments of device-cmyk() in modern or legacy syntax (CSS Color 5 §10.1).
func (p *parser) deviceCMYK() (colorValue, bool) {
	cx := mathContext{percentIs: catPercent}
	var comps [5]component
	comps[4] = component{num: 1}
	legacy := false
	for i := range 4 {
		if i == 1 {
			legacy = p.Comma()
		} else if i > 1 && p.Comma() != legacy {
			return colorValue{}, false
		}
		c, ok := p.component(cx)
		if !ok || c.ang {
			return colorValue{}, false
		}
		comps[i] = c
	}
	if legacy && slices.ContainsFunc(comps[:4], func(c component) bool { return c.none || c.pct }) {
		return colorValue{}, false
	}
	if !p.AtEnd() {
		if legacy || !p.Slash() {
			return colorValue{}, false
		}
		c, ok := p.component(cx)
		if !ok || c.ang {
			return colorValue{}, false
		}
		comps[4] = c
	}
	if !p.AtEnd() {
		return colorValue{}, false
	}
	resolve := func(env mathEnv) fcolor {
		var r ink.Recipe
		for i := range r.Values {
			r.Values[i] = comps[i].share(env)
		}
		return inked(r, comps[4].share(env))
	}
	for _, c := range comps {
		if c.expr != nil {
			return colorValue{legacy: true, at: func(b *builder) fcolor { return resolve(mathEnv{b: b}) }}, true
		}
	}
	return fixedColor(resolve(mathEnv{})), true
}

// share returns a component that is a number or percentage from 0 to 1; none is 0.
func (c component) share(env mathEnv) float64 {
	v := c.num
	if c.expr != nil {
		v = finite(c.expr.eval(env))
	}
	if c.pct {
		v /= 100
	}
	if c.none || !(v > 0) {
		return 0
	}
	return min(v, 1)
}

// spot parses the arguments of -platen-spot(<string>, [<number> | <percentage>,]? <color>): the name of an ink, its tint
// and the colour that replaces it, which is absolute. The opacity is that of the replacement.
func (p *parser) spot() (colorValue, bool) {
	t := p.Peek()
	name := strings.TrimSpace(t.Value)
	if t.Kind != css.String || name == "" || len(name) > maxSpotName || name == "None" || strings.ContainsRune(name, 0) {
		return colorValue{}, false
	}
	p.I++
	if !p.Comma() {
		return colorValue{}, false
	}
	r := ink.Recipe{Spot: name, Tint: 1}
	if k := p.Peek().Kind; k == css.Number || k == css.Percentage {
		c, ok := p.component(mathContext{percentIs: catPercent})
		if !ok || !p.Comma() {
			return colorValue{}, false
		}
		r.Tint = c.share(mathEnv{})
	}
	v, ok := p.fullColor()
	if !ok || v.fixed == nil || !p.AtEnd() {
		return colorValue{}, false
	}
	if process := v.fixed.ink.Recipe(); process.Spot != "" {
		return colorValue{}, false
	} else if !v.fixed.ink.IsZero() {
		r.Values = process.Values
	} else {
		rgb := v.fixed.in(spaceSRGB)
		for i, c := range rgb.c {
			r.Values[i] = min(max(c, 0), 1)
		}
		r.RGB = true
	}
	return fixedColor(inked(r, v.fixed.a)), true
}
