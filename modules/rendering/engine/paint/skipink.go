package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// skipInk returns the parts of a decoration line that do not touch glyphs: each glyph that crosses the band of the
// given height removes its horizontal extent there, widened by the line's thickness (at most 13 px).
func (p *painter) skipInk(it item, top, height, thick geom.Unit) [][2]geom.Unit {
	f := it.frag
	baseline := it.at.Y + f.FirstBaseline
	widen := min(thick, geom.Px(13))
	var cuts [][2]geom.Unit
	for i := range f.Runs {
		r := &f.Runs[i]
		cuts = r.InkCuts(cuts, r.Glyphs, it.at.X+r.X, top-baseline, height, widen)
	}
	return text.Without([2]geom.Unit{it.at.X, it.at.X + f.Size.W}, cuts)
}
