package style

import "sync"

// blank is the style of initial values with the defaults of [Options].
var blank = sync.OnceValue(func() *Computed { return (&computer{scale: 1}).initialStyle() })

// Anonymous returns the style of an anonymous box: what its parent's style hands
// down, initial values for everything else (CSS 2 §9.2.1.1), and the given
// display. The parent's text decorations go on.
func Anonymous(parent *Computed, display Display) *Computed {
	out := new(Computed)
	*out = *blank()
	for _, id := range props.inherited {
		props.props[id].copy(out, parent)
	}
	for i := range out.Border {
		out.Border[i].Color = out.Color
	}
	out.Outline.Color = out.Color
	out.Lang, out.Vars, out.Decorations = parent.Lang, parent.Vars, parent.Decorations
	out.Display, out.inner.specified = display, display
	return out
}
