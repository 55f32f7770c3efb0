package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// legend returns the rendered legend of a fieldset's box (HTML §15.3.13): its first in-flow legend.
func (t *treeBuilder) legend(node *dom.Node, b *Box) {
	if node.Tag != "fieldset" || node.Namespace != dom.HTML || b.Kind != BlockBox || b.InlineChildren {
		return
	}
	for _, c := range b.Children {
		if c.Node != dom.None && c.Kind == BlockBox && c.InFlow() && t.doc.Node(c.Node).Tag == "legend" {
			b.legend = c
			return
		}
	}
}

// layoutFieldset lays out a fieldset with a legend, which overlaps the top border: the content begins below both.
func (l *layouter) layoutFieldset(b *Box, s Space, e boxEdges, w geom.Unit) *Fragment {
	cs := l.childSpace(b, s, e, w)
	cs.ShrinkToFit, cs.Available.H = true, Indefinite
	legend := l.layout(b.legend, cs)
	m := legend.Margin
	height := legend.Size.H + m.Vertical()
	around := e
	around.Border.Top = max(e.Border.Top, height)
	f := l.layoutFlow(b, s, around, w, &flow{}, geom.Point{}, true).frag
	f.Border.Top = e.Border.Top
	in := e.inner()
	x, free := in.Left+m.Left, cs.Available.W-legend.Size.W-m.Horizontal()
	auto := [2]bool{b.legend.Style.Margin[style.Left].IsAuto(), b.legend.Style.Margin[style.Right].IsAuto()}
	switch {
	case auto[0] && auto[1]:
		x += free / 2
	case auto[0], !auto[1] && b.Style.Direction == style.RTL:
		x += free
	}
	y := m.Top
	if height < e.Border.Top {
		y += (e.Border.Top - height) / 2
	}
	placed := l.place(f, legend, geom.Point{X: x, Y: y}, cs.Percent)
	f.Legend = geom.RectAt(placed.Offset, placed.Size)
	f.LegendShift = max(0, (height-e.Border.Top)/2)
	return f
}
