package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// ParseColor reads text as a <color> (CSS Color 4); currentcolor is current.
// Colours that depend on more of an element's style than that are refused.
func ParseColor(text string, current Color) (Color, bool) {
	if len(text) > 1000 {
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
		return current, true
	}
	return Color{}, false
}
