package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// interpolateAs interpolates two values of a property: a registered custom property by its syntax, others as
// interpolate does. Unregistered custom properties switch half-way.
func interpolateAs(r *registered, name, from, to string, p float64) string {
	if !strings.HasPrefix(name, "--") || r == nil || r.syntax == "*" {
		return interpolate(name, from, to, p)
	}
	// The syntax restricts the values, which are interpolated like those of any property.
	out := interpolate("registered", from, to, p)
	if strings.Contains(r.syntax, "<integer>") {
		if v, ok := css.Tokenize(out); ok && len(v) == 1 && v[0].Kind == css.Number {
			return num(roundHalfUp(v[0].Num))
		}
	}
	return out
}

// mixesInSRGB reports whether a colour is in a legacy syntax, which is interpolated in sRGB: names, #hex, rgb(), hsl()
// and hwb().
func mixesInSRGB(text string) bool {
	name, _, function := strings.Cut(text, "(")
	if !function {
		return true
	}
	switch css.Lower(strings.TrimSpace(name)) {
	case "rgb", "rgba", "hsl", "hsla", "hwb", "device-cmyk", "-platen-spot":
		return true
	}
	return false
}

// staticColor parses a colour that does not depend on the element; nil if it does.
func staticColor(text string) *fcolor {
	toks, _ := css.Tokenize(text)
	p := &parser{Stream: css.NewStream(css.Trim(toks))}
	if v, ok := p.fullColor(); ok && p.AtEnd() {
		return v.fixed
	}
	return nil
}

// twoScales returns the scale property with an explicit vertical factor.
func twoScales(t []css.Token) []css.Token {
	switch {
	case len(t) == 1 && t[0].Is("none"):
		t, _ = css.Tokenize("1 1")
	case len(t) == 1:
		v := css.Serialize(t)
		t, _ = css.Tokenize(v + " " + v)
	}
	return t
}

// padValues extends the shorter of two lists of lengths with zero lengths; none is zero.
func padValues(a, b []css.Token) (x, y []css.Token) {
	pad := func(t []css.Token, n int) []css.Token {
		text := css.Serialize(t)
		if len(t) == 1 && t[0].Is("none") {
			text, t = "0px", t[:1]
		}
		for i := values(t); i < n; i++ {
			text += " 0px"
		}
		out, _ := css.Tokenize(text)
		return out
	}
	n := max(values(a), values(b))
	return pad(a, n), pad(b, n)
}

// values returns the number of components of a value.
func values(t []css.Token) (n int) {
	s := css.NewStream(t)
	for !s.AtEnd() {
		s.SkipValue()
		n++
	}
	return n
}

// The sides of a box in the order of shorthands.
var boxSides = [4]string{"top", "right", "bottom", "left"}

// boxShorthands maps shorthands of one to four values, one per side, to the prefix and suffix of their longhands around
// the side's name.
var boxShorthands = map[string][2]string{
	"margin": {"margin-", ""}, "padding": {"padding-", ""}, "inset": {"", ""},
	"border-width": {"border-", "-width"}, "border-color": {"border-", "-color"}, "border-style": {"border-", "-style"},
}

// pairShorthands maps shorthands of one or two values to their longhands.
var pairShorthands = map[string][2]string{
	"gap": {"row-gap", "column-gap"}, "overflow": {"overflow-x", "overflow-y"}, "margin-block": {"margin-block-start", "margin-block-end"},
	"margin-inline": {"margin-inline-start", "margin-inline-end"}, "padding-block": {"padding-block-start", "padding-block-end"},
	"padding-inline": {"padding-inline-start", "padding-inline-end"}, "inset-block": {"inset-block-start", "inset-block-end"},
	"inset-inline": {"inset-inline-start", "inset-inline-end"}, "place-content": {"align-content", "justify-content"}, "place-items": {"align-items", "justify-items"},
}

// longhands expands the shorthands of keyframes to their longhands, which are animated individually. Unknown shorthands
// are unchanged.
func longhands(list []css.Declaration) []css.Declaration {
	var out []css.Declaration
	for _, d := range list {
		out = append(out, expandKeyframe(d)...)
	}
	return out
}

func expandKeyframe(d css.Declaration) []css.Declaration {
	var out []css.Declaration
	add := func(name, value string) {
		toks, _ := css.Tokenize(value)
		out = append(out, css.Declaration{Name: name, Text: value, Value: css.Trim(toks), Important: d.Important, Pos: d.Pos})
	}
	parts := components(d.Value)
	n := len(parts)
	if n == 0 || hasSubstitution(d.Value) {
		return []css.Declaration{d}
	}
	if around, ok := boxShorthands[d.Name]; ok && n <= 4 {
		for i, side := range boxSides {
			add(around[0]+side+around[1], parts[[4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}[n-1][i]])
		}
		return out
	}
	if pair, ok := pairShorthands[d.Name]; ok && n <= 2 {
		add(pair[0], parts[0])
		add(pair[1], parts[n-1])
		return out
	}
	switch name := d.Name; name {
	case "background":
		layers, ok := backgroundLayers(d.Value)
		if !ok {
			return []css.Declaration{d}
		}
		for _, l := range layers {
			add(l[0], l[1])
		}
	case "border-radius":
		if n > 4 || strings.Contains(d.Text, "/") {
			return []css.Declaration{d}
		}
		for i, corner := range []string{"top-left", "top-right", "bottom-right", "bottom-left"} {
			add("border-"+corner+"-radius", parts[[4][4]int{{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 1}, {0, 1, 2, 3}}[n-1][i]])
		}
	case "border", "border-top", "border-right", "border-bottom", "border-left", "outline", "column-rule", "row-rule", "rule":
		if strings.ContainsAny(d.Text, ",") && strings.HasSuffix(name, "rule") {
			return []css.Declaration{d}
		}
		width, line, color := lineParts(parts)
		prefixes := []string{name}
		if name == "border" {
			prefixes = []string{"border-top", "border-right", "border-bottom", "border-left"}
		}
		if name == "rule" {
			prefixes = []string{"column-rule", "row-rule"}
		}
		for _, p := range prefixes {
			add(p+"-width", width)
			add(p+"-style", line)
			add(p+"-color", color)
		}
	case "flex":
		var grow string
		shrink, basis := "1", "0px"
		switch {
		case n == 3:
			grow, shrink, basis = parts[0], parts[1], parts[2]
		case n == 1 && d.Value[0].Kind == css.Number:
			grow = parts[0]
		default:
			return []css.Declaration{d}
		}
		add("flex-grow", grow)
		add("flex-shrink", shrink)
		add("flex-basis", basis)
	default:
		return []css.Declaration{d}
	}
	return out
}

// components returns the components of a value as text.
func components(t []css.Token) []string {
	s := css.NewStream(t)
	var out []string
	for !s.AtEnd() {
		s.Peek()
		start := s.I
		s.SkipValue()
		out = append(out, css.Serialize(css.Trim(s.T[start:s.I])))
	}
	return out
}

func isColor(text string) bool {
	toks, _ := css.Tokenize(text)
	_, end := colorAt(css.NewStream(css.Trim(toks)))
	return end > 0
}

// lineParts assigns the components of a border or an outline; omitted ones are initial.
func lineParts(parts []string) (width, line, color string) {
	width, line, color = "medium", "none", "currentcolor"
	for _, v := range parts {
		toks, _ := css.Tokenize(v)
		switch {
		case isColor(v):
			color = v
		case len(toks) == 1 && toks[0].Kind == css.Ident && !toks[0].Is("thin") && !toks[0].Is("medium") && !toks[0].Is("thick"):
			line = v
		default:
			width = v
		}
	}
	return width, line, color
}
