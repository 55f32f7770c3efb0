package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// ParseColor parses text as a <color> (CSS Color 4); currentcolor resolves to current. The colour scheme is light.
func ParseColor(text string, current Color) (Color, bool) {
	return ParseColorIn(text, &Computed{Color: current})
}

// ParseColorIn parses a colour in the context of a computed style, with its currentcolor and its colour scheme.
func ParseColorIn(text string, st *Computed) (Color, bool) {
	if len(text) > 8000 {
		return Color{}, false
	}
	toks, _ := css.Tokenize(text)
	p := &parser{Stream: css.NewStream(toks)}
	v, ok := p.fullColor()
	switch {
	case !ok || !p.AtEnd():
		return Color{}, false
	case v.fixed != nil:
		return v.fixed.color(), true
	case v.current:
		return st.Color, true
	}
	return v.at(&builder{out: st, c: &computer{opts: Options{Dark: st.Dark}}}).color(), true
}
