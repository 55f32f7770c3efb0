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
		if c.Node == dom.None || !c.InFlow() || t.doc.Node(c.Node).Tag != "legend" {
			continue
		}
		switch c.Kind {
		case BlockBox, FlexBox, GridBox, TableBox:
			b.legend = c
			return
		}
	}
}

// fieldsetContent divides the content of a fieldset that is a flex, grid or multi-column container and has a rendered
// legend: the container is an anonymous box beside the legend (HTML §15.3.13).
func (t *treeBuilder) fieldsetContent(node *dom.Node, st *style.Computed, raw []*Box) ([]*Box, bool) {
	if node.Tag != "fieldset" || node.Namespace != dom.HTML || !isMulticol(st) && kindOf(st.Display) == BlockBox {
		return nil, false
	}
	for i, c := range raw {
		if c.Node == dom.None || !c.InFlow() || c.Style.FloatIgnored || t.doc.Node(c.Node).Tag != "legend" {
			continue
		}
		inner := inheritedStyle(st, style.DisplayBlock)
		switch kindOf(st.Display) {
		case FlexBox:
			inner.Display = style.DisplayFlex
		case GridBox:
			inner.Display = style.DisplayGrid
		}
		inner.FlexDirection, inner.FlexWrap, inner.FlexBalance = st.FlexDirection, st.FlexWrap, st.FlexBalance
		inner.JustifyContent, inner.AlignContent, inner.JustifyItems, inner.AlignItems = st.JustifyContent, st.AlignContent, st.JustifyItems, st.AlignItems
		inner.RowGap, inner.ColumnGap, inner.Grid, inner.GapRules = st.RowGap, st.ColumnGap, st.Grid, st.GapRules
		inner.ColumnCount, inner.ColumnWidth, inner.ColumnFillAuto = st.ColumnCount, st.ColumnWidth, st.ColumnFillAuto
		inner.ColumnHeight, inner.ColumnWrap = st.ColumnHeight, st.ColumnWrap
		inner.Height = style.Percentage(100)
		rest := append(append([]*Box(nil), raw[:i]...), raw[i+1:]...)
		return append([]*Box{c}, t.finish(Box{Style: inner, Node: dom.None}, rest)...), true
	}
	return nil, false
}

// asBlock returns a container's style as that of a block container.
func asBlock(st *style.Computed) *style.Computed {
	c := *st
	c.ColumnCount, c.ColumnWidth = 0, style.Length{}
	switch st.Display {
	case style.DisplayInlineFlex, style.DisplayInlineGrid, style.DisplayInlineBlock:
		c.Display = style.DisplayInlineBlock
	default:
		c.Display = style.DisplayBlock
	}
	return &c
}

// layoutFieldset lays out a fieldset with a legend, which overlaps the top border: the content begins below both.
func (l *layouter) layoutFieldset(b *Box, s Space, e boxEdges, w geom.Unit) *Fragment {
	cs := l.childSpace(b, s, e, w)
	cs.ShrinkToFit, cs.Available.H = true, Indefinite
	legend := l.layout(b.legend, cs)
	m := legend.Margin
	// The border box of the legend is centred over a thicker border; its upper margin has no effect.
	y := max(0, (e.Border.Top-legend.Size.H)/2)
	around := e
	around.Border.Top = max(e.Border.Top, y+legend.Size.H+m.Bottom)
	f := l.layoutBelowLegend(b, s, e, around, w)
	f.legendEnd = around.Border.Top
	f.Border.Top = e.Border.Top
	in := e.inner()
	x, free := in.Left+m.Left, cs.Available.W-legend.Size.W-m.Horizontal()
	auto := [2]bool{b.legend.Style.Margin[style.Left].IsAuto(), b.legend.Style.Margin[style.Right].IsAuto()}
	align := b.legend.Style.TextAlign // positions the legend itself, as in browsers
	switch {
	case auto[0] && auto[1]:
		x += max(0, free/2)
	case auto[0]:
		x += max(0, free)
	case auto[1], align == style.AlignLeft, align == style.AlignWebkitLeft:
	case align == style.AlignCenter, align == style.AlignWebkitCenter:
		x += free / 2
	case align == style.AlignRight, align == style.AlignWebkitRight, b.Style.Direction == style.RTL:
		x += free
	}
	placed := l.place(f, legend, geom.Point{X: x, Y: y}, cs.Percent)
	f.Legend = geom.RectAt(placed.Offset, placed.Size)
	f.LegendShift = max(0, (legend.Size.H-e.Border.Top)/2)
	return f
}

// layoutBelowLegend lays out the content of a fieldset of border-box width w below its legend. around holds the edges
// with the legend in place of the top border; heights refer to e, the edges without it.
func (l *layouter) layoutBelowLegend(b *Box, s Space, e, around boxEdges, w geom.Unit) *Fragment {
	at := func(s Space) *Fragment { return l.layoutFlow(b, s, around, w, &flow{}, geom.Point{}, true).frag }
	if h, ok := l.definiteHeight(b, s, e, w); ok {
		s.FixedHeight, s.Available.H = true, h
		return at(s)
	}
	if s.FixedHeight || s.IgnoreMinMax {
		return at(s)
	}
	free := s
	free.IgnoreMinMax = true
	f := at(free)
	lo, hi := l.heightLimits(b, s, e)
	if h := clampSize(f.Size.H, lo, hi); h != f.Size.H {
		s.FixedHeight, s.IndefiniteFixedHeight, s.Available.H = true, true, h
		return at(s)
	}
	return f
}
