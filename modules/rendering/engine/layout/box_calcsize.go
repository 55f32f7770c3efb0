package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// calculated returns what calc-size() makes of the border-box size of its basis; v without calc-size() leaves it as it
// is. inner is the border and padding on the axis, base the base of percentages, which are 0 if it is Indefinite.
func (l *layouter) calculated(b *Box, v style.Length, size, inner, base geom.Unit) geom.Unit {
	if v.Sized == nil {
		return size
	}
	if b.Style.BoxSizing == style.ContentBox {
		size -= inner
	}
	return l.toBorderBox(b, geom.FromFloat(v.SizeFor(max(0, size).Float(), max(0, base).Float())), inner)
}

// calculatedWidth and calculatedHeight are calculated for the width and the height of a box.
func (l *layouter) calculatedWidth(b *Box, w geom.Unit, s Space, e boxEdges) geom.Unit {
	return l.calculated(b, b.Style.Width, w, e.inner().Horizontal(), s.Percent.W)
}

func (l *layouter) calculatedHeight(b *Box, h geom.Unit, s Space, e boxEdges) geom.Unit {
	return l.calculated(b, b.Style.Height, h, e.inner().Vertical(), s.Percent.H)
}
