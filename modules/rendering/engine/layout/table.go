package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableContentSizes returns a table's min- and max-content widths with border
// and padding.
func (l *layouter) tableContentSizes(b *Box, percent geom.Size) Sizes {
	if b.wrapper {
		var r Sizes
		for _, c := range b.Children {
			if c.Kind == TableBox {
				r = r.union(l.intrinsicSizes(c, percent))
				continue
			}
			least := l.contentSizes(c, percent).Min + l.edges(c, percent.W).Margin.Horizontal()
			r = r.union(Sizes{least, least})
		}
		return r
	}
	g := l.tableOf(b)
	r := g.sizes(percentsWiden(b)).plus(g.gaps() + l.edges(b, percent.W).inner().Horizontal())
	if g.fixed && b.Style.Width.HasPercent() {
		r.Max = max(r.Max, geom.Px(tableInfinity))
	}
	return r
}

// percentsWiden reports whether percentages of columns widen a table until they are satisfied: not when a flexible box
// or a cell around it sizes it.
func percentsWiden(b *Box) bool {
	for ; b.Parent != nil; b = b.Parent {
		if b.IsOutOfFlow() {
			for b.Parent.Parent != nil && !isAbsoluteContainer(b.Parent) {
				b = b.Parent
			}
		}
		switch {
		case b.Parent.Kind == FlexBox || b.Parent.Kind == GridBox || b.Parent.Kind == TableCellBox:
			return false
		}
	}
	return true
}

// innerTable returns the table in a table wrapper.
func (b *Box) innerTable() *Box {
	for _, c := range b.Children {
		if c.Kind == TableBox {
			return c
		}
	}
	return b
}

// sized returns the style with the width and height properties of a box: for a wrapper, that of its table.
func (b *Box) sized() *style.Computed {
	if b.wrapper {
		return b.innerTable().Style
	}
	return b.Style
}

// layoutTable lays out a table, or the wrapper of a table and its captions.
func (l *layouter) layoutTable(b *Box, s Space) *Fragment {
	if b.wrapper {
		return l.layoutCaptioned(b, s)
	}
	g := l.tableOf(b)
	e := l.edges(b, s.Percent.W)
	w := l.tableWidth(g, s, e)
	f := l.newFragment(b, geom.Size{W: w}, e)
	t := &tableLayout{l: l, g: g, frag: f, space: s, edges: e, width: w}
	t.columns()
	t.rows()
	t.collapseColumns()
	t.rowPlaces()
	t.place()
	return f
}

// tableWidth returns the border-box width of a table, at least its min-content width.
func (l *layouter) tableWidth(g *tableGrid, s Space, e boxEdges) geom.Unit {
	b := g.box
	inner := e.inner().Horizontal()
	if s.FixedWidth {
		if len(g.columns) == 0 {
			return max(s.Available.W, inner)
		}
		return max(s.Available.W, g.gaps()+inner)
	}
	need := g.sizes(b.Style.Width.Kind != style.MaxContent).plus(g.gaps() + inner)
	w, ok := l.borderBoxWidth(b, b.Style.Width, s, e)
	switch b.Style.Width.Kind {
	case style.MaxContent:
		w = need.Max
	case style.MinContent:
		w = need.Min
	case style.FitContent:
		if b.Style.Width.Calc == nil && s.Available.W != Indefinite {
			w = need.fit(s.Available.W - e.Margin.Horizontal())
		}
	}
	if h, definite := l.specifiedHeight(b, s, e); !ok && definite {
		w, ok = l.widthFromHeight(b, h, e)
	}
	if !ok {
		if s.Available.W == Indefinite {
			w = need.Max
		} else {
			w = need.fit(s.Available.W - e.Margin.Horizontal())
		}
	}
	if !ok || isContentKeyword(b.Style.Width) {
		w = l.calculatedWidth(b, w, s, e)
	}
	if !s.IgnoreMinMax {
		lo, hi := l.widthLimits(b, s, e)
		if !ok && b.Style.Width.IsAuto() {
			lo, hi = l.transferLimits(b, s, e, lo, hi)
		}
		w = clampSize(w, lo, hi)
	}
	w = max(w, need.Min)
	if len(g.columns) > 0 || ok || !b.Style.MinWidth.IsAuto() {
		return w
	}
	// A table without columns consists of its border and padding.
	if b.Style.BorderCollapse {
		return 0
	}
	return max(inner, w-g.gaps())
}

// raiseColumns moves the boxes of columns without cells to the top of the wrapper, as in Chromium.
func raiseColumns(f *Fragment, by geom.Unit) {
	for i, c := range f.Children {
		if by == 0 || c.Box == nil || c.Box.Kind != TableColumnBox || c.Size.H != 0 || c.Offset.Y != 0 {
			continue
		}
		own := *c
		own.Offset.Y -= by
		f.Children = slices.Clone(f.Children)
		f.Children[i] = &own
	}
}

// layoutCaptioned stacks captions and the table; the wrapper is as wide as the
// table, or as the widest caption's longest word.
func (l *layouter) layoutCaptioned(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	var table *Box
	var captionMin geom.Unit
	for _, c := range b.Children {
		if c.Kind == TableBox {
			table = c
			continue
		}
		captionMin = max(captionMin, l.contentSizes(c, geom.Size{W: Indefinite, H: Indefinite}).Min+l.edges(c, 0).Margin.Horizontal())
	}
	inner := s
	inner.NewContext = true
	if !s.FixedWidth && s.Available.W != Indefinite {
		inner.Available.W = s.Available.W - e.Margin.Horizontal()
	}
	if s.FixedHeight {
		inner.FixedHeight, inner.Available.H = false, Indefinite
	}
	inner.StretchHeight = false
	tf := l.layout(table, inner)
	w := max(tf.Size.W, captionMin)
	if tf.Size.W < w && !s.FixedWidth {
		inner.FixedWidth, inner.Available.W = true, w
		tf = l.layout(table, inner)
	}
	captions := Space{Available: geom.Size{W: w, H: Indefinite}, Percent: geom.Size{W: w, H: Indefinite}, NewContext: true}
	if height := s.Available.H; s.FixedHeight || s.StretchHeight && height != Indefinite && table.Style.Height.IsAuto() {
		// The table fills the height left by its captions.
		if !s.FixedHeight {
			height -= e.Margin.Vertical()
		}
		for _, c := range b.Children {
			if c.Kind != TableBox {
				height -= l.layout(c, captions).Size.H + l.edges(c, w).Margin.Vertical()
			}
		}
		lo, hi := l.heightLimits(table, s, l.edges(table, s.Percent.W))
		if height = clampSize(height, lo, hi); height > tf.Size.H {
			inner.FixedHeight, inner.Available.H = true, height
			inner.FixedWidth, inner.Available.W = true, tf.Size.W
			tf = l.layout(table, inner)
		}
	}
	f := l.newFragment(b, geom.Size{W: w}, e)
	var y geom.Unit
	for _, c := range b.Children {
		if c.Kind == TableBox {
			at := geom.Point{Y: y}
			if b.Style.Direction == style.RTL {
				at.X = w - tf.Size.W
			}
			p := l.place(f, tf, at, s.Percent)
			raiseColumns(p, y)
			inheritBaselines(f, p, at)
			y += tf.Size.H
			continue
		}
		ce := l.edges(c, w)
		cf := l.layout(c, captions)
		y += ce.Margin.Top
		x := ce.Margin.Left
		if b.Style.Direction == style.RTL {
			x = w - cf.Size.W - ce.Margin.Right
		}
		if free := w - cf.Size.W - ce.Margin.Horizontal(); free > 0 && c.Style.Margin[style.Left].IsAuto() {
			x += free
			if c.Style.Margin[style.Right].IsAuto() {
				x = ce.Margin.Left + free/2
			}
		}
		l.place(f, cf, geom.Point{X: x, Y: y}, captions.Percent)
		y += cf.Size.H + ce.Margin.Bottom
	}
	f.Size.H = max(0, y)
	if s.FixedHeight {
		f.Size.H = max(f.Size.H, s.Available.H)
	}
	return f
}
