package css

// MediaEnv is the environment that media queries are evaluated in: a still image on a screen, Width × Height CSS pixels
// with Scale device pixels each.
type MediaEnv struct {
	Width, Height float64
	Scale         float64
	// Print makes the medium "print" instead of "screen".
	Print bool
	// Container evaluates a container query, which adds the features inline-size and block-size.
	Container bool
	// Dark is the preference of prefers-color-scheme: dark.
	Dark bool
	// Math evaluates one component, including math functions and units, to a length in pixels, a number or a resolution
	// in dppx; if nil, only plain numbers and dimensions are accepted.
	Math func(kind MediaKind, toks []Token) (float64, bool)
}

// MediaKind is the type of a media feature's value.
type MediaKind uint8

// The kinds of values.
const (
	MediaLength MediaKind = iota
	MediaNumber
	MediaResolution
)

// Matches evaluates a media query list (Media Queries 4); an empty list is true. An unsupported query is false.
func (e MediaEnv) Matches(toks []Token) bool {
	s := Stream{T: toks}
	parts := s.SplitCommas()
	if len(parts) == 0 {
		return true
	}
	for _, p := range parts {
		if e.query(p) {
			return true
		}
	}
	return false
}

func (e MediaEnv) query(s Stream) bool {
	t := s.Peek()
	if t.Kind == LeftParen || t.Kind == Function || t.Is("not") && s.conditionFollows() {
		v, ok := Condition(&s, e.leaf)
		return ok && v == True
	}
	negate := s.Ident("not")
	if !negate {
		s.Ident("only")
	}
	typ := s.AnyIdent()
	match := false
	switch typ {
	case "all":
		match = true
	case "screen":
		match = !e.Print
	case "print":
		match = e.Print
	case "", "not", "only", "and", "or", "layer":
		return false
	}
	v := truth(match)
	if !s.AtEnd() {
		if !s.Ident("and") {
			return false
		}
		c, ok := Condition(&s, e.leaf)
		if !ok {
			return false
		}
		v = and(v, c)
	}
	if negate {
		v = not(v)
	}
	return v == True
}

// conditionFollows reports whether "not" is followed by a parenthesis.
func (s Stream) conditionFollows() bool {
	s.Next()
	k := s.Peek().Kind
	return k == LeftParen || k == Function
}

func (e MediaEnv) leaf(name string, body Stream) Truth {
	if name != "" {
		return Unknown
	}
	first := body
	if id := first.AnyIdent(); id != "" {
		if first.AtEnd() {
			return e.boolean(id)
		}
		if first.Peek().Kind == Colon {
			first.Next()
			prefix, feature := "", id
			if len(id) > 4 && (id[:4] == "min-" || id[:4] == "max-") {
				prefix, feature = id[:3], id[4:]
			}
			return e.plain(prefix, feature, first)
		}
	}
	return e.rangeQuery(body)
}

// boolean evaluates "(feature)".
func (e MediaEnv) boolean(f string) Truth {
	switch f {
	case "inline-size":
		return truth(e.Container && e.Width > 0)
	case "block-size":
		return truth(e.Container && e.Height > 0)
	case "width", "device-width":
		return truth(e.Width > 0)
	case "height", "device-height":
		return truth(e.Height > 0)
	case "aspect-ratio", "device-aspect-ratio", "resolution", "orientation", "color", "-webkit-device-pixel-ratio",
		"prefers-color-scheme", "color-gamut", "scripting", "display-mode", "dynamic-range", "-webkit-transform-3d":
		return True
	case "update", "overflow-inline":
		return truth(!e.Print)
	case "overflow-block", "device-posture", "horizontal-viewport-segments", "vertical-viewport-segments":
		return True
	case "hover", "any-hover", "pointer", "any-pointer", "grid", "monochrome", "color-index",
		"prefers-contrast", "prefers-reduced-motion", "prefers-reduced-transparency", "forced-colors":
		return False
	}
	return Unknown
}

func (e MediaEnv) plain(prefix, f string, s Stream) Truth {
	if v, ok := e.value(f); ok {
		w, ok := e.number(f, &s)
		if !ok || !s.AtEnd() {
			return Unknown
		}
		switch prefix {
		case "min":
			return truth(v >= w)
		case "max":
			return truth(v <= w)
		}
		return truth(v == w)
	}
	if prefix != "" {
		return Unknown
	}
	id := s.AnyIdent()
	if id == "" || !s.AtEnd() {
		if f == "grid" {
			return truth(s.Next().Num == 0)
		}
		return Unknown
	}
	want, ok := map[string]string{
		"prefers-color-scheme": "light", "prefers-reduced-motion": "no-preference", "prefers-contrast": "no-preference",
		"prefers-reduced-transparency": "no-preference", "hover": "none", "any-hover": "none", "pointer": "none",
		"any-pointer": "none", "update": "fast", "scripting": "enabled", "forced-colors": "none",
		"color-gamut": "srgb", "display-mode": "browser", "dynamic-range": "standard",
		"overflow-block": "scroll", "overflow-inline": "scroll", "device-posture": "continuous",
	}[f]
	if media, differs := map[string]string{"update": "none", "overflow-block": "paged", "overflow-inline": "none"}[f]; differs && e.Print {
		want = media
	}
	if f == "prefers-color-scheme" && e.Dark {
		want = "dark"
	}
	if f == "orientation" {
		want, ok = "landscape", true
		if e.Height >= e.Width {
			want = "portrait"
		}
	}
	if !ok {
		return Unknown
	}
	return truth(id == want)
}

// value parses the value of a range feature: px, dppx or a ratio.
func (e MediaEnv) value(f string) (float64, bool) {
	switch f {
	case "width", "device-width":
		return e.Width, true
	case "height", "device-height":
		return e.Height, true
	case "inline-size":
		return e.Width, e.Container
	case "block-size":
		return e.Height, e.Container
	case "aspect-ratio", "device-aspect-ratio":
		if e.Height == 0 {
			return 0, true
		}
		return e.Width / e.Height, true
	case "resolution", "-webkit-device-pixel-ratio":
		return e.Scale, true
	case "color":
		return 8, true
	case "color-index", "monochrome":
		return 0, true
	case "horizontal-viewport-segments", "vertical-viewport-segments":
		return 1, true
	}
	return 0, false
}

// mediaUnits are CSS pixels per unit; font-relative ones use the initial 16 px.
var mediaUnits = map[string]float64{
	"px": 1, "em": 16, "rem": 16, "ex": 8, "ch": 8, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72, "pc": 16,
}

func (e MediaEnv) number(f string, s *Stream) (float64, bool) {
	if t := s.Peek(); e.Math != nil && (t.Kind == Function || t.Kind == Dimension && f != "resolution") && f != "aspect-ratio" && f != "device-aspect-ratio" {
		kind := MediaNumber
		switch f {
		case "width", "height", "device-width", "device-height", "inline-size", "block-size":
			kind = MediaLength
		case "resolution":
			kind = MediaResolution
		}
		start := s.I
		s.SkipValue()
		return e.Math(kind, s.T[start:s.I])
	}
	t := s.Next()
	switch f {
	case "width", "height", "device-width", "device-height", "inline-size", "block-size":
		if t.Kind == Number && t.Num == 0 {
			return 0, true
		}
		if t.Kind != Dimension {
			return 0, false
		}
		switch t.Value {
		case "vw":
			return float64(t.Num*e.Width) / 100, true
		case "vh":
			return float64(t.Num*e.Height) / 100, true
		}
		u, ok := mediaUnits[t.Value]
		return t.Num * u, ok
	case "resolution":
		if t.Is("infinite") {
			return maxNumber, true
		}
		if t.Kind != Dimension {
			return 0, false
		}
		switch t.Value {
		case "dppx", "x":
			return t.Num, true
		case "dpi":
			return t.Num / 96, true
		case "dpcm":
			return t.Num * 2.54 / 96, true
		}
		return 0, false
	}
	if t.Kind != Number {
		return 0, false
	}
	v := t.Num
	if (f == "aspect-ratio" || f == "device-aspect-ratio") && s.Slash() {
		d := s.Next()
		if d.Kind != Number {
			return 0, false
		}
		if d.Num == 0 {
			return maxNumber, true
		}
		v /= d.Num
	}
	return v, true
}

// rangeQuery evaluates "width >= 600px", "600px < width" and "a < width <= b".
func (e MediaEnv) rangeQuery(s Stream) Truth {
	if f := s.AnyIdent(); f != "" {
		v, ok := e.value(f)
		if !ok {
			return Unknown
		}
		op := comparison(&s)
		w, ok := e.number(f, &s)
		if op == "" || !ok || !s.AtEnd() {
			return Unknown
		}
		return Compare(v, op, w)
	}
	// The value comes first: find the feature's name, which determines the type of the value.
	probe, f := s, ""
	for !probe.AtEnd() {
		if t := probe.Next(); t.Kind == Ident {
			f = Lower(t.Value)
			break
		}
	}
	v, ok := e.value(f)
	if !ok {
		return Unknown
	}
	w, ok := e.number(f, &s)
	op := comparison(&s)
	if !ok || op == "" || s.AnyIdent() != f {
		return Unknown
	}
	r := Compare(w, op, v)
	if s.AtEnd() {
		return r
	}
	op2 := comparison(&s)
	w2, ok := e.number(f, &s)
	if !ok || op2 == "" || op2[0] != op[0] || op == "=" || !s.AtEnd() {
		return Unknown
	}
	return and(r, Compare(v, op2, w2))
}

func comparison(s *Stream) string {
	t := s.Next()
	switch {
	case t.IsDelim('='):
		return "="
	case t.IsDelim('<'), t.IsDelim('>'):
		if s.Raw().IsDelim('=') {
			s.NextRaw()
			return t.Value + "="
		}
		return t.Value
	}
	return ""
}

// Compare evaluates "a < b" and the like.
func Compare(a float64, op string, b float64) Truth {
	switch op {
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	}
	return truth(a == b)
}

// Feature evaluates the feature between parentheses, such as width > 400px.
func (e MediaEnv) Feature(body Stream) Truth { return e.leaf("", body) }
