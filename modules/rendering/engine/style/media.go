package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// MediaFor returns the environment of media queries for the canvas and the preferences of o. Lengths and math functions
// are relative to the initial font.
func MediaFor(o Options) css.MediaEnv {
	env := css.MediaEnv{Width: float64(o.Width), Height: float64(o.Height), Scale: o.Scale, Print: o.Print, Dark: o.Dark}
	if env.Scale <= 0 {
		env.Scale = 1
	}
	c := &computer{scale: env.Scale, width: env.Width, height: env.Height}
	c.initial = c.initialStyle()
	env.Math = c.mediaMath(c.initial)
	return env
}

// mediaMath returns an evaluator for values of media and container features; font-relative units are those of s.
func (c *computer) mediaMath(s *Computed) func(kind css.MediaKind, toks []css.Token) (float64, bool) {
	b := &builder{c: c, out: s, parent: s}
	return func(kind css.MediaKind, toks []css.Token) (float64, bool) {
		p := &parser{Stream: css.NewStream(toks)}
		var v value[float64]
		var ok bool
		switch kind {
		case css.MediaLength:
			v, ok = p.pixels(allowNegative)
		case css.MediaResolution:
			v, ok = p.quantity(catResolution)
		default:
			v, ok = p.quantity(catNumber)
		}
		if !ok || !p.AtEnd() {
			return 0, false
		}
		return v(b), true
	}
}
