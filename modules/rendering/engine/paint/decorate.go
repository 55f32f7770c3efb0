package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Decorate returns the shadows, background and borders of a w × h box at the origin, without images loaded from files.
func Decorate(s *style.Computed, w, h geom.Unit) *display.List {
	f := &layout.Fragment{
		Kind: layout.BoxFragment, Box: &layout.Box{Kind: layout.BlockBox, Node: dom.None, Style: s}, Size: geom.Size{W: w, H: h},
		Border: geom.Edges{Top: s.Border[0].Width, Right: s.Border[1].Width, Bottom: s.Border[2].Width, Left: s.Border[3].Width},
	}
	p := &painter{in: Input{Tree: &style.Tree{}}, snapStep: 1, list: &display.List{Width: w.Ceil(), Height: h.Ceil()}}
	p.paintDecorations(item{frag: f})
	p.setClip(nil)
	return p.list
}
