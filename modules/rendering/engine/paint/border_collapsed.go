package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintCollapsed paints a table's collapsed borders. Each is drawn as the top or left border of a box, with inset as
// ridge and outset as groove (CSS 2.1 §17.6.3).
func (p *painter) paintCollapsed(it item) {
	if p.textOnly || it.frag.Box.Style.Visibility != style.Visible {
		return
	}
	for _, e := range it.frag.Collapsed.Edges {
		b := e.From.Style.Border[e.Side]
		if b.Color.A == 0 {
			continue
		}
		r := p.snap(e.Rect.Move(it.at))
		horizontal := e.Side == style.Top || e.Side == style.Bottom
		thickness := r.W
		if horizontal {
			thickness = r.H
		}
		fill := func(from, to geom.Unit, c style.Color) {
			part := r
			if horizontal {
				part.Y, part.H = r.Y+from, to-from
			} else {
				part.X, part.W = r.X+from, to-from
			}
			if !part.Empty() {
				p.emit(it.clip, display.FillRect{Rect: display.RectFrom(part), Brush: solid(c)})
			}
		}
		middle := geom.Px((thickness / 2).Ceil())
		line := b.Style
		if thickness <= geom.One && line > style.LineSolid && line != style.LineDotted && line != style.LineDashed {
			line = style.LineSolid
		}
		switch line {
		case style.LineDotted, style.LineDashed:
			p.strokeSide(it.clip, b, r, horizontal)
		case style.LineNone, style.LineHidden:
		case style.LineGroove, style.LineOutset:
			fill(0, middle, shade(b.Color, true))
			fill(middle, thickness, shade(b.Color, false))
		case style.LineRidge, style.LineInset:
			fill(0, middle, shade(b.Color, false))
			fill(middle, thickness, shade(b.Color, true))
		case style.LineDouble:
			each := min(third(thickness, 1), thickness/2)
			fill(0, each, b.Color)
			fill(thickness-each, thickness, b.Color)
		default:
			fill(0, thickness, b.Color)
		}
	}
}
