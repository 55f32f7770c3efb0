package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// hiddenValues maps properties whose interpolation shows an element as long as possible to the value that hides it.
var hiddenValues = map[string]string{"visibility": "hidden", "display": "none", "content-visibility": "hidden"}

// discrete holds the properties whose values cannot be interpolated: they switch half-way, as in browsers.
var discrete = map[string]bool{
	"background-image": true, "mask-image": true, "border-image-source": true, "list-style-image": true, "content": true, "font-family": true,
	"grid-template-areas": true,
}

// interpolate interpolates two values of a property, as text, by p, which may lie outside 0…1. Values of the same
// structure are interpolated number by number, lengths of different units as calc(), colours as color-mix(); other
// values switch half-way.
func interpolate(name, from, to string, p float64) string {
	if from == to {
		return to
	}
	half := from
	if p >= 0.5 {
		half = to
	}
	if hidden, ok := hiddenValues[name]; ok { // shown except at the hidden end
		switch {
		case name == "visibility" && (from == "visible" && p < 1 || to == "visible" && p > 0):
			return "visible"
		case name != "visibility" && to == hidden && p < 1:
			return from
		case name != "visibility" && from == hidden && p > 0:
			return to
		}
		return half
	}
	if discrete[name] || strings.HasPrefix(name, "--") {
		return half
	}
	a, okA := css.Tokenize(from)
	b, okB := css.Tokenize(to)
	if !okA || !okB {
		return half
	}
	a, b = css.Trim(a), css.Trim(b)
	switch name {
	case "font-palette":
		share := float64(min(max(p, 0), 1) * 100)
		return "palette-mix(in oklab, " + from + " " + num(100-share) + "%, " + to + " " + num(share) + "%)"
	case "scale":
		a, b = twoScales(a), twoScales(b)
	case "translate":
		a, b = padValues(a, b)
	case "rotate":
		if out, ok := mixRotations(a, b, p); ok {
			return out
		}
		return half
	case "transform", "-webkit-transform":
		if out, ok := mixTransforms(a, b, p); ok {
			return out
		}
		return half
	case "filter", "backdrop-filter":
		a, b = padFunctions(a, b)
	case "box-shadow", "text-shadow":
		if out, ok := mixShadows(a, b, name == "box-shadow", p); ok {
			return out
		}
		return half
	case "font-weight":
		a, b = weights(a), weights(b)
	case "clip-path", "-webkit-clip-path", "shape-outside", "offset-path":
		a, b = fullShapes(a), fullShapes(b)
	}
	out, ok := mixTokens(a, b, p)
	if !ok {
		return half
	}
	if name == "z-index" || name == "order" || name == "-webkit-line-clamp" {
		if v, ok := css.Tokenize(out); ok && len(v) > 0 && v[0].Kind == css.Number {
			return num(roundHalfUp(v[0].Num))
		}
	}
	return out
}

func roundHalfUp(v float64) float64 {
	if v < 0 {
		return -roundHalfUp(-v)
	}
	return float64(int64(min(v, 1e15) + 0.5))
}

// mixTokens interpolates two token lists of the same structure.
func mixTokens(a, b []css.Token, p float64) (string, bool) {
	var out strings.Builder
	x, y := css.NewStream(a), css.NewStream(b)
	for first := true; ; first = false {
		if x.AtEnd() || y.AtEnd() {
			return out.String(), x.AtEnd() && y.AtEnd()
		}
		if !first {
			out.WriteByte(' ')
		}
		// Two colours, in any syntax.
		if ca, na := colorAt(x); na > 0 {
			if cb, nb := colorAt(y); nb > 0 {
				out.WriteString(mixAnimated(ca, cb, p))
				x.I, y.I = na, nb
				continue
			}
		}
		s, t := x.Peek(), y.Peek()
		switch {
		case s.Kind == css.Function && t.Kind == css.Function && css.EqualFold(s.Value, css.Lower(t.Value)):
			name := css.Lower(s.Value)
			if name == "calc" || name == "min" || name == "max" || name == "clamp" || name == "var" || name == "env" || name == "url" {
				v, ok := mixCalc(&x, &y, p)
				if !ok {
					return "", false
				}
				out.WriteString(v)
				continue
			}
			inner, ok := mixArguments(name, x.Block().T, y.Block().T, p)
			if !ok {
				return "", false
			}
			out.WriteString(name + "(" + inner + ")")
		case isQuantity(s) && isQuantity(t) && (s.Kind == t.Kind && s.Value == t.Value || s.Kind == css.Number && s.Num == 0 || t.Kind == css.Number && t.Num == 0):
			x.Next()
			y.Next()
			unit := s
			if s.Kind == css.Number {
				unit = t
			}
			out.WriteString(num(lerp(s.Num, t.Num, p)) + suffix(unit))
		case isQuantity(s) && isQuantity(t), isQuantity(s) && t.Kind == css.Function, isQuantity(t) && s.Kind == css.Function:
			v, ok := mixCalc(&x, &y, p)
			if !ok {
				return "", false
			}
			out.WriteString(v)
		case s.Kind == t.Kind && s.Value == t.Value && (s.Kind == css.Ident || s.Kind == css.Comma || s.Kind == css.Delim || s.Kind == css.String):
			x.Next()
			y.Next()
			out.WriteString(css.Serialize([]css.Token{s}))
		default:
			return "", false
		}
	}
}

// mixArguments interpolates the arguments of two functions of a name.
func mixArguments(name string, a, b []css.Token, p float64) (string, bool) {
	if strings.HasSuffix(name, "-gradient") || name == "image-set" {
		return "", false
	}
	if name != "path" {
		return mixTokens(a, b, p)
	}
	a, b = css.Trim(a), css.Trim(b)
	if len(a) == 0 || len(a) != len(b) || css.Serialize(a[:len(a)-1]) != css.Serialize(b[:len(b)-1]) || a[len(a)-1].Kind != css.String || b[len(b)-1].Kind != css.String {
		return "", false
	}
	data, ok := mixPathData(a[len(a)-1].Value, b[len(b)-1].Value, p)
	return css.Serialize(a[:len(a)-1]) + css.Serialize([]css.Token{{Kind: css.String, Value: data}}), ok
}

// mixCalc interpolates two components whose sum requires calc().
func mixCalc(x, y *css.Stream, p float64) (string, bool) {
	take := func(s *css.Stream) (string, bool) {
		t := s.Peek()
		if t.Kind == css.Ident || t.Kind == css.Function && (css.EqualFold(t.Value, "var") || css.EqualFold(t.Value, "url") || css.EqualFold(t.Value, "env")) {
			return "", false
		}
		start := s.I
		s.SkipValue()
		text := css.Serialize(css.Trim(s.T[start:s.I]))
		if t.Kind == css.Number && t.Num == 0 {
			text = "0px"
		}
		return text, true
	}
	a, okA := take(x)
	b, okB := take(y)
	return "calc(" + a + " * " + num(1-p) + " + " + b + " * " + num(p) + ")", okA && okB
}

func lerp(a, b, p float64) float64 { return a + float64((b-a)*p) }

func isQuantity(t css.Token) bool {
	return t.Kind == css.Number || t.Kind == css.Dimension || t.Kind == css.Percentage
}

func suffix(t css.Token) string {
	switch t.Kind {
	case css.Dimension:
		return t.Value
	case css.Percentage:
		return "%"
	}
	return ""
}

// colorAt parses a colour at the stream's position and returns its text and the index after it, or 0 if there is none.
func colorAt(s css.Stream) (text string, end int) {
	s.Peek()
	start := s.I
	p := &parser{Stream: s}
	if _, ok := p.color(); !ok {
		return "", 0
	}
	return css.Serialize(css.Trim(s.T[start:p.I])), p.I
}

// mixAnimated returns the interpolation of two colours: in sRGB, premultiplied, when both are in a legacy syntax or in
// printing inks, else in Oklab (CSS Color 4 §12.1).
func mixAnimated(a, b string, p float64) string {
	if a == b {
		return b
	}
	p = min(max(p, 0), 1)
	space := "srgb"
	x, y := staticColor(a), staticColor(b)
	if !mixesInSRGB(a) || !mixesInSRGB(b) {
		space = "oklab"
	} else if x != nil && y != nil && x.ink == (ink.Ink{}) && y.ink == (ink.Ink{}) {
		// The result is in the legacy syntax too, which matters where it is interpolated again.
		c := mixColors(*x, *y, spaceSRGB, hue.Shorter, p)
		v := c.color()
		return "rgb(" + num(float64(v.R)) + " " + num(float64(v.G)) + " " + num(float64(v.B)) + " / " + num(c.a) + ")"
	}
	return "color-mix(in " + space + ", " + a + " " + num(float64((1-p)*100)) + "%, " + b + " " + num(float64(p*100)) + "%)"
}

// planar rewrites a transform list with translate, scale and rotate only, as far as possible, so that equivalent lists
// in different functions can be interpolated.
func planar(t []css.Token) []css.Token {
	fs := functions(t)
	if len(fs) == 0 {
		return t
	}
	parts := make([]string, len(fs))
	for i, f := range fs {
		args := arguments(f)
		arg := func(i int, otherwise string) string {
			if i < len(args) {
				return args[i]
			}
			return otherwise
		}
		switch name := css.Lower(f[0].Value); name {
		case "translate3d", "scale3d": // 3-D functions are unchanged
			if z := arg(2, "0"); name == "translate3d" && (z == "0" || z == "0px") || name == "scale3d" && z == "1" {
				parts[i] = strings.TrimSuffix(name, "3d") + "(" + arg(0, "0px") + "," + arg(1, "0px") + ")"
			} else {
				parts[i] = css.Serialize(f)
			}
		case "translate":
			parts[i] = "translate(" + arg(0, "0px") + "," + arg(1, "0px") + ")"
		case "translatex":
			parts[i] = "translate(" + arg(0, "0px") + ",0px)"
		case "translatey":
			parts[i] = "translate(0px," + arg(0, "0px") + ")"
		case "scale":
			parts[i] = "scale(" + arg(0, "1") + "," + arg(1, arg(0, "1")) + ")"
		case "scalex":
			parts[i] = "scale(" + arg(0, "1") + ",1)"
		case "scaley":
			parts[i] = "scale(1," + arg(0, "1") + ")"
		case "rotatez":
			parts[i] = "rotate(" + arg(0, "0deg") + ")"
		default:
			parts[i] = css.Serialize(f)
		}
	}
	out, _ := css.Tokenize(strings.Join(parts, " "))
	return out
}

// identities maps the functions that one list may lack to their identity.
var identities = map[string]string{
	"translate": "0px", "translatex": "0px", "translatey": "0px", "scale": "1", "scalex": "1", "scaley": "1", "rotate": "0deg", "rotatez": "0deg",
	"skew": "0deg", "skewx": "0deg", "skewy": "0deg", "matrix": "1,0,0,1,0,0", "translate3d": "0px,0px,0px", "scale3d": "1,1,1", "translatez": "0px", "scalez": "1", "rotatex": "0deg", "rotatey": "0deg",
	"blur": "0px", "brightness": "1", "contrast": "1", "grayscale": "0", "hue-rotate": "0deg", "invert": "0", "opacity": "1", "saturate": "1", "sepia": "0",
	"drop-shadow": "0px 0px 0px transparent",
}

// padFunctions extends the shorter of two function lists with identities if it is a prefix of the other (CSS Transforms
// 2 §13).
func padFunctions(a, b []css.Token) (x, y []css.Token) {
	fa, fb := functions(a), functions(b)
	for i := len(fa); i < len(fb); i++ {
		a = append(clip(a), identity(fb[i], a)...)
	}
	for i := len(fb); i < len(fa); i++ {
		b = append(clip(b), identity(fa[i], b)...)
	}
	return css.Trim(a), css.Trim(b)
}

func clip(t []css.Token) []css.Token {
	if len(t) == 1 && t[0].Is("none") {
		return nil
	}
	return t[:len(t):len(t)]
}

// functions splits a list into its functions, each as its tokens.
func functions(t []css.Token) [][]css.Token {
	s := css.NewStream(t)
	var out [][]css.Token
	for !s.AtEnd() {
		k := s.Peek()
		start := s.I
		s.SkipValue()
		if k.Kind == css.Function {
			out = append(out, s.T[start:s.I])
		}
	}
	return out
}

// identity returns the identity function with the structure of another one.
func identity(like, before []css.Token) []css.Token {
	name := css.Lower(like[0].Value)
	args, known := identities[name]
	if !known {
		return like // unchanged
	}
	if name == "translate" || name == "scale" || name == "skew" {
		for _, t := range like {
			if t.Kind == css.Comma {
				args += "," + args
				break
			}
		}
	}
	if name == "drop-shadow" {
		args = shadowLike(like[1:])
	}
	text := name + "(" + args + ")"
	if len(before) > 0 {
		text = " " + text
	}
	out, _ := css.Tokenize(text)
	return out
}

// shadowLike returns a transparent shadow with the structure of another one.
func shadowLike(t []css.Token) string {
	var parts []string
	s := css.NewStream(t)
	for !s.AtEnd() {
		if _, end := colorAt(s); end > 0 {
			parts = append(parts, "transparent")
			s.I = end
			continue
		}
		k := s.Peek()
		if k.Kind == css.RightParen {
			break
		}
		s.SkipValue()
		switch {
		case k.Is("inset"):
			parts = append(parts, "inset")
		default:
			parts = append(parts, "0px")
		}
	}
	return strings.Join(parts, " ")
}

// weights replaces the keywords of font weights by numbers.
func weights(t []css.Token) []css.Token {
	if len(t) == 1 && t[0].Kind == css.Ident {
		if n := map[string]string{"normal": "400", "bold": "700"}[css.Lower(t[0].Value)]; n != "" {
			out, _ := css.Tokenize(n)
			return out
		}
	}
	return t
}
