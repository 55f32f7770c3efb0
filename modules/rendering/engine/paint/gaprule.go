package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintRules paints the rules in the gaps of a container: above its background and border, below its content, and
// clipped like the latter.
func (p *painter) paintRules(it item) {
	if len(it.frag.Rules) == 0 {
		return
	}
	clip := p.contentClip(it)
	for _, r := range it.frag.Rules {
		box := p.snap(r.Rect.Move(it.at))
		if r.Line.Style == style.LineSolid {
			p.emit(clip, display.FillRect{Rect: display.RectFrom(box), Brush: solid(r.Line.Color)})
			continue
		}
		var widths geom.Edges
		s := &style.Computed{Display: it.frag.Box.Style.Display}
		s.Border[r.Side] = r.Line
		switch r.Side {
		case style.Top:
			widths.Top = box.H
		case style.Bottom:
			widths.Bottom = box.H
		case style.Left:
			widths.Left = box.W
		default:
			widths.Right = box.W
		}
		p.paintBorders(clip, s, box, [4]display.Point{}, widths, [4]bool{})
	}
}
