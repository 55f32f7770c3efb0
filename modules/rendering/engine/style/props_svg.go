package style

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// initialSVG is the SVG part of the initial style.
var initialSVG = &SVGStyle{
	Fill:        Paint{Kind: PaintColor, Color: Color{A: 255}},
	FillOpacity: 1, StrokeOpacity: 1, StrokeWidth: Pixels(1), StrokeMiterlimit: 4, StrokeDashoffset: Pixels(0),
	StopColor: StopColor{Color: Color{A: 255}}, StopOpacity: 1, FloodColor: Color{A: 255}, FloodOpacity: 1,
	LightingColor: Color{R: 255, G: 255, B: 255, A: 255}, PaintOrder: [3]uint8{0, 1, 2},
	ColorInterpolationFiltersLinear: true, BaselineShift: Pixels(0),
}

// svg returns the SVG part of the style for writing.
func (b *builder) svg() *SVGStyle {
	if !b.svgOwned {
		s := *svgOf(b.out)
		b.out.inner.svg = &s
		b.svgOwned = true
	}
	return b.out.inner.svg
}

func svgOf(s *Computed) *SVGStyle {
	if s.inner.svg != nil {
		return s.inner.svg
	}
	return initialSVG
}

// resetSVG sets the SVG properties that are not inherited to their initial values.
func resetSVG(s *SVGStyle) {
	s.StopColor, s.StopOpacity = initialSVG.StopColor, 1
	s.FloodColor, s.FloodOpacity, s.LightingColor = initialSVG.FloodColor, 1, initialSVG.LightingColor
	s.AlignmentBaseline, s.BaselineShift = "", Pixels(0)
	s.VectorEffectNonScaling = false
	s.GeometryX, s.GeometryY, s.CX, s.CY, s.R, s.RX, s.RY = Length{}, Length{}, Length{}, Length{}, Length{}, Length{}, Length{}
	s.D = ""
}

// svgDef defines a property in the SVG part.
func svgDef[T any](r *registry, name string, inh inheritance, get func(*SVGStyle) *T, parse func(p *parser) (value[T], bool)) {
	r.add(property{
		name: name, inherited: bool(inh), phase: phaseRest, svg: true,
		parse: func(p *parser) (setter, bool) {
			v, ok := parse(p)
			return func(b *builder) { *get(b.svg()) = v(b) }, ok
		},
		copy: func(d, s *Computed) {
			own := *svgOf(d)
			*get(&own) = *get(svgOf(s))
			d.inner.svg = &own
		},
	})
}

// stopColor parses a stop-color.
func (p *parser) stopColor() (value[StopColor], bool) {
	v, ok := p.fullColor()
	if !ok {
		return nil, false
	}
	modern := !v.current && (v.fixed == nil || !v.fixed.legacy || v.fixed.none != 0)
	return func(b *builder) StopColor { return StopColor{v.at(b).color(), modern} }, true
}

func svgWords[T any](r *registry, name string, inh inheritance, get func(*SVGStyle) *T, w words[T]) {
	svgDef(r, name, inh, get, w.parse)
}

// defineSVG defines the SVG presentation properties (SVG 2 §6.6).
func defineSVG(r *registry) {
	svgDef(r, "fill", inherits, func(s *SVGStyle) *Paint { return &s.Fill }, (*parser).paint)
	svgDef(r, "stroke", inherits, func(s *SVGStyle) *Paint { return &s.Stroke }, (*parser).paint)
	opacity := func(p *parser) (value[float64], bool) {
		v, ok := p.numberOrPercent()
		return func(b *builder) float64 { return min(max(v(b), 0), 1) }, ok
	}
	svgDef(r, "fill-opacity", inherits, func(s *SVGStyle) *float64 { return &s.FillOpacity }, opacity)
	svgDef(r, "stroke-opacity", inherits, func(s *SVGStyle) *float64 { return &s.StrokeOpacity }, opacity)
	svgDef(r, "stop-opacity", noInherits, func(s *SVGStyle) *float64 { return &s.StopOpacity }, opacity)
	svgDef(r, "flood-opacity", noInherits, func(s *SVGStyle) *float64 { return &s.FloodOpacity }, opacity)
	rule := words[bool]{"nonzero": false, "evenodd": true}
	svgWords(r, "fill-rule", inherits, func(s *SVGStyle) *bool { return &s.FillEvenOdd }, rule)
	svgWords(r, "clip-rule", inherits, func(s *SVGStyle) *bool { return &s.ClipEvenOdd }, rule)
	length := func(k lengthKinds) func(p *parser) (value[Length], bool) {
		return func(p *parser) (value[Length], bool) { return p.length(k | allowNumber) }
	}
	svgDef(r, "stroke-width", inherits, func(s *SVGStyle) *Length { return &s.StrokeWidth }, length(allowPercent))
	svgDef(r, "stroke-dashoffset", inherits, func(s *SVGStyle) *Length { return &s.StrokeDashoffset }, length(allowPercent|allowNegative))
	svgDef(r, "stroke-dasharray", inherits, func(s *SVGStyle) *[]Length { return &s.StrokeDasharray }, parseDashes)
	svgWords(r, "stroke-linecap", inherits, func(s *SVGStyle) *uint8 { return &s.StrokeLinecap }, words[uint8]{"butt": 0, "round": 1, "square": 2})
	svgWords(r, "stroke-linejoin", inherits, func(s *SVGStyle) *uint8 { return &s.StrokeLinejoin }, words[uint8]{"miter": 0, "round": 1, "bevel": 2, "miter-clip": 0, "arcs": 0})
	svgDef(r, "stroke-miterlimit", inherits, func(s *SVGStyle) *float64 { return &s.StrokeMiterlimit }, func(p *parser) (value[float64], bool) { return p.number(0) })
	svgDef(r, "stop-color", noInherits, func(s *SVGStyle) *StopColor { return &s.StopColor }, (*parser).stopColor)
	svgDef(r, "flood-color", noInherits, func(s *SVGStyle) *Color { return &s.FloodColor }, (*parser).color)
	svgDef(r, "lighting-color", noInherits, func(s *SVGStyle) *Color { return &s.LightingColor }, (*parser).color)
	svgWords(r, "text-anchor", inherits, func(s *SVGStyle) *uint8 { return &s.TextAnchor }, words[uint8]{"start": 0, "middle": 1, "end": 2})
	keyword := func(name string, inh inheritance, get func(*SVGStyle) *string, list string) {
		w := words[string]{}
		for _, k := range strings.Fields(list) {
			w[k] = k
		}
		w["auto"] = ""
		svgWords(r, name, inh, get, w)
	}
	dominant := words[string]{"auto": "", "no-change": "alphabetic", "use-script": "alphabetic", "reset-size": "alphabetic"}
	for _, k := range strings.Fields("text-bottom text-after-edge text-before-edge alphabetic ideographic middle central mathematical hanging text-top") {
		dominant[k] = k
	}
	svgDef(r, "dominant-baseline", inherits, func(s *SVGStyle) *string { return &s.DominantBaseline }, func(p *parser) (value[string], bool) {
		v, ok := dominant.parse(p)
		if !ok {
			return nil, false
		}
		return func(b *builder) string {
			own := v(b)
			if own == "" && b.el != nil && b.parent != nil && b.parent.SVG != nil && (b.el.Tag == "tspan" || b.el.Tag == "textPath") {
				return b.parent.SVG.DominantBaseline // as in SVG 1.1, auto keeps the baseline of the enclosing text
			}
			return own
		}, true
	})
	keyword("alignment-baseline", noInherits, func(s *SVGStyle) *string { return &s.AlignmentBaseline },
		"baseline text-bottom before-edge text-before-edge after-edge text-after-edge alphabetic ideographic middle central mathematical hanging text-top")
	svgDef(r, "baseline-shift", noInherits, func(s *SVGStyle) *Length { return &s.BaselineShift }, func(p *parser) (value[Length], bool) {
		if id, ok := p.oneOf("baseline", "sub", "super"); ok {
			return func(b *builder) Length {
				switch id {
				case "sub": // half the font height, as in browsers
					return Pixels(-b.c.fontUnits(&b.out.Font).LineSpacing / 2)
				case "super":
					return Pixels(b.c.fontUnits(&b.out.Font).LineSpacing / 2)
				}
				return Pixels(0)
			}, true
		}
		return p.length(allowPercent | allowNegative | allowNumber)
	})
	marker := func(name string, get func(*SVGStyle) *string) { svgDef(r, name, inherits, get, parseFragment) }
	marker("marker-start", func(s *SVGStyle) *string { return &s.MarkerStart })
	marker("marker-mid", func(s *SVGStyle) *string { return &s.MarkerMid })
	marker("marker-end", func(s *SVGStyle) *string { return &s.MarkerEnd })
	svgWords(r, "vector-effect", noInherits, func(s *SVGStyle) *bool { return &s.VectorEffectNonScaling }, words[bool]{"none": false, "non-scaling-stroke": true})
	svgWords(r, "shape-rendering", inherits, func(s *SVGStyle) *bool { return &s.CrispEdges }, words[bool]{"auto": false, "geometricprecision": false, "optimizespeed": true, "crispedges": true})
	svgWords(r, "color-interpolation-filters", inherits, func(s *SVGStyle) *bool { return &s.ColorInterpolationFiltersLinear }, words[bool]{"auto": true, "linearrgb": true, "srgb": false})
	svgWords(r, "color-interpolation", inherits, func(s *SVGStyle) *bool { return &s.ColorInterpolationLinear }, words[bool]{"auto": false, "linearrgb": true, "srgb": false})
	svgWords(r, "mask-type", noInherits, func(s *SVGStyle) *bool { return &s.MaskAlpha }, words[bool]{"luminance": false, "alpha": true})
	geo := func(name string, get func(*SVGStyle) *Length, k lengthKinds) {
		svgDef(r, name, noInherits, get, length(k))
	}
	geo("x", func(s *SVGStyle) *Length { return &s.GeometryX }, allowPercent|allowNegative)
	geo("y", func(s *SVGStyle) *Length { return &s.GeometryY }, allowPercent|allowNegative)
	geo("cx", func(s *SVGStyle) *Length { return &s.CX }, allowPercent|allowNegative)
	geo("cy", func(s *SVGStyle) *Length { return &s.CY }, allowPercent|allowNegative)
	geo("r", func(s *SVGStyle) *Length { return &s.R }, allowPercent)
	geo("rx", func(s *SVGStyle) *Length { return &s.RX }, allowPercent|allowAuto)
	geo("ry", func(s *SVGStyle) *Length { return &s.RY }, allowPercent|allowAuto)
	svgDef(r, "d", noInherits, func(s *SVGStyle) *string { return &s.D }, func(p *parser) (value[string], bool) {
		if p.Ident("none") {
			return constant(""), true
		}
		f, ok := p.Func("path")
		if !ok {
			return nil, false
		}
		q := p.in(f)
		s, ok := q.str()
		return constant(s), ok && q.AtEnd()
	})
}

// paint parses an SVG <paint>.
func (p *parser) paint() (value[Paint], bool) {
	if id, ok := p.oneOf("none", "context-fill", "context-stroke"); ok {
		return constant(Paint{Kind: map[string]PaintKind{"none": PaintNone, "context-fill": PaintContextFill, "context-stroke": PaintContextStroke}[id]}), true
	}
	if u, ok := p.url(); ok {
		pt := Paint{Kind: PaintURL, URL: strings.TrimPrefix(u, "#")}
		if p.Ident("none") || p.AtEnd() {
			return constant(pt), true
		}
		c, ok := p.color()
		return func(b *builder) Paint {
			v := c(b)
			out := pt
			out.Fallback = &v
			return out
		}, ok
	}
	current := p.colorIsCurrent()
	c, ok := p.color()
	return func(b *builder) Paint { return Paint{Kind: PaintColor, Color: c(b), current: current} }, ok
}

func parseDashes(p *parser) (value[[]Length], bool) {
	if p.Ident("none") {
		return constant([]Length(nil)), true
	}
	var vs []value[Length]
	for !p.AtEnd() {
		l, ok := p.length(allowPercent | allowNumber)
		if !ok || len(vs) > 1000 {
			return nil, false
		}
		vs = append(vs, l)
		p.Comma()
	}
	return func(b *builder) []Length {
		out := make([]Length, len(vs))
		for i, v := range vs {
			out[i] = v(b)
		}
		return out
	}, len(vs) > 0
}

func parseFragment(p *parser) (value[string], bool) {
	if p.Ident("none") {
		return constant(""), true
	}
	u, ok := p.url()
	return constant(strings.TrimPrefix(u, "#")), ok
}

// svgAttributes holds the presentation attributes of SVG elements (SVG 2 §6.6), parsed as declarations below every
// author rule.
var svgAttributes = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
		direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
		font-stretch font-style font-variant font-weight image-rendering letter-spacing lighting-color marker-end marker-mid marker-start mask
		mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
		stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration transform-origin unicode-bidi
		vector-effect visibility white-space word-spacing writing-mode`) {
		m[n] = true
	}
	return m
}()

// svgAttributeValue converts unitless numbers of length attributes to pixels.
func svgAttributeValue(name, v string) string {
	switch name {
	case "transform-origin":
		fields := strings.Fields(v)
		for i, f := range fields {
			if _, err := strconv.ParseFloat(f, 64); err == nil {
				fields[i] = f + "px"
			}
		}
		return strings.Join(fields, " ")
	case "filter":
		return shadowPixels(v)
	case "font-size", "letter-spacing", "word-spacing":
		toks, _ := css.Tokenize(v)
		if t := css.Trim(toks); len(t) == 1 && t[0].Kind == css.Number {
			return strings.TrimSpace(v) + "px"
		}
	}
	return v
}

// shadowPixels converts unitless numbers of drop-shadow functions to pixels, which the attribute permits.
func shadowPixels(v string) string {
	const name = "drop-shadow("
	at := strings.Index(strings.ToLower(v), name)
	if at < 0 {
		return v
	}
	var b strings.Builder
	b.WriteString(v[:at+len(name)])
	rest := v[at+len(name):]
	depth, end := 1, 0
	for ; end < len(rest) && depth > 0; end++ {
		switch rest[end] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	for i, f := range strings.Fields(rest[:end]) {
		number, closing := strings.CutSuffix(f, ")")
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(number)
		if _, err := strconv.ParseFloat(number, 64); err == nil {
			b.WriteString("px")
		}
		if closing {
			b.WriteByte(')')
		}
	}
	return b.String() + shadowPixels(rest[end:])
}

// geometryAttributes maps elements to their geometry properties as attributes (SVG 2 §8.14).
var geometryAttributes = map[string][]string{
	"rect": {"x", "y", "width", "height", "rx", "ry"}, "circle": {"cx", "cy", "r"}, "ellipse": {"cx", "cy", "rx", "ry"},
	"image": {"x", "y", "width", "height"}, "foreignObject": {"x", "y", "width", "height"}, "use": {"x", "y"},
}

// geometryHint reports whether a geometry attribute must be parsed as its property: values with units that depend on a
// font or a viewport, and functions. Others are parsed when drawn.
func geometryHint(v string) bool {
	if v == "" || v[len(v)-1] == '%' {
		return false
	}
	if strings.HasSuffix(v, ")") {
		return true
	}
	unit := strings.ToLower(strings.TrimLeft(v, "+-.0123456789"))
	switch unit {
	case "ex", "ch", "cap", "ic", "lh", "rem", "rex", "rch", "rcap", "ric", "rlh", "vw", "vh", "vmin", "vmax", "vi", "vb", "svw", "svh", "lvw", "lvh", "dvw", "dvh":
		return true
	}
	return false
}

// transformProperty converts a transform attribute to the syntax of the property; "" if it is invalid.
func transformProperty(v string) string {
	var out []string
	for rest := strings.Trim(v, " \t\r\n,"); rest != ""; {
		name, after, ok := strings.Cut(rest, "(")
		args, tail, closed := strings.Cut(after, ")")
		if !ok || !closed {
			return ""
		}
		rest = strings.TrimLeft(tail, " \t\r\n,")
		a := strings.FieldsFunc(args, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) })
		for _, n := range a {
			if _, err := strconv.ParseFloat(n, 64); err != nil {
				return ""
			}
		}
		switch name = strings.TrimSpace(name); {
		case name == "translate" && (len(a) == 1 || len(a) == 2):
			out = append(out, "translate("+strings.Join(a, "px,")+"px)")
		case name == "scale" && (len(a) == 1 || len(a) == 2), name == "matrix" && len(a) == 6:
			out = append(out, name+"("+strings.Join(a, ",")+")")
		case (name == "rotate" || name == "skewX" || name == "skewY") && len(a) == 1:
			out = append(out, name+"("+a[0]+"deg)")
		case name == "rotate" && len(a) == 3:
			at := a[1] + "px," + a[2] + "px"
			out = append(out, "translate("+at+") rotate("+a[0]+"deg) translate(calc(-1*"+a[1]+"px),calc(-1*"+a[2]+"px))")
		default:
			return ""
		}
	}
	return strings.Join(out, " ")
}

// OverridesStyle reports whether an animated presentation attribute can override the property of its name in the syntax
// of the attribute: not for lengths and transforms, whose attributes permit numbers without units.
func OverridesStyle(name string) bool {
	switch name {
	case "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "transform", "d", "font-size", "letter-spacing", "word-spacing", "transform-origin":
		return false
	}
	return svgAttributes[name]
}
