package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// flexContentSizes returns the content-box min- and max-content sizes of a flex container. Rows follow CSS Flexbox
// §9.9.1 as Chromium implements it: an item that cannot flex towards its contribution contributes its hypothetical
// size.
func (l *layouter) flexContentSizes(b *Box, percent geom.Size) Sizes {
	if !l.step(b) {
		return Sizes{}
	}
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: percent}
	f := l.newFlexer(b, s, l.edges(b, Indefinite), Indefinite)
	f.inner = geom.Size{W: Indefinite, H: percent.H}
	f.percent = f.inner
	if !f.row {
		f.mainGap = gap(b.Style.RowGap, percent.H)
	}
	f.definiteCross = f.definiteCross || percent.H != Indefinite
	if f.row {
		return f.rowContentSizes()
	}
	return f.columnContentSizes()
}

func (f *flexer) rowContentSizes() Sizes {
	f.collect()
	var r Sizes
	var largest geom.Unit
	for i, it := range f.items {
		c := f.contribution(it)
		margins := it.e.Margin.Horizontal()
		largest = max(largest, c.Min+margins)
		fixed := func(v geom.Unit) bool {
			return (v > it.base && it.grow == 0) || (v < it.base && it.shrink == 0)
		}
		if fixed(c.Min) && !f.wrap && !it.contentBase {
			c.Min = it.hypothetical
		}
		if fixed(c.Max) && !it.contentBase {
			c.Max = it.hypothetical
		}
		if i > 0 {
			margins += f.mainGap
		}
		r.Min = addSat(r.Min, c.Min+margins)
		r.Max = addSat(r.Max, c.Max+margins)
	}
	if f.wrap {
		r.Min = largest
	}
	r.Min = max(0, r.Min)
	return Sizes{r.Min, max(r.Min, r.Max)}
}

// contribution returns an item's min- and max-content contribution: a stretched item with an aspect ratio has the width
// that corresponds to its height.
func (f *flexer) contribution(it *flexItem) Sizes {
	l, b := f.l, it.box
	if rw, _, _ := l.ratio(b); rw > 0 && l.widthFromContent(b, f.percent) && f.fillsCross(it) {
		s := f.itemSpace()
		w, _ := l.widthFromHeight(b, f.stretched(it, f.crossSize()), it.e)
		lo, hi := l.widthLimits(b, s, it.e)
		least := max(lo, it.e.inner().Horizontal())
		if isContentKeyword(b.Style.MinWidth) {
			least = it.e.inner().Horizontal()
		}
		if b.Style.MinWidth.IsAuto() && !clips(b.Style) {
			lo = max(lo, min(hi, l.intrinsicSizes(b, f.percent).Min))
		}
		w = clampSize(w, lo, hi)
		if b.Kind == ReplacedBox && (b.Style.Width.HasPercent() || b.Style.MaxWidth.HasPercent()) {
			return Sizes{min(w, least), w} // it may shrink to zero
		}
		return Sizes{w, w}
	}
	return l.contentSizesAt(b, f.percent, f.crossHeight(it))
}

// columnContentSizes returns the largest contributions; wrapped columns are side by side in the max-content size.
func (f *flexer) columnContentSizes() Sizes {
	var r Sizes
	for _, c := range f.b.Children {
		if c.IsOutOfFlow() {
			continue
		}
		it := f.newItem(c)
		r = r.union(f.l.contentSizes(c, f.percent).plus(it.e.Margin.Horizontal()))
	}
	if f.wrap && f.lineLength() < geom.MaxUnit {
		f.inner.W, f.percent.W = r.Max, r.Max
		f.collect()
		f.breakLines(f.lineLength())
		size := f.usedMainSize()
		for i := range f.lines {
			f.resolveLengths(f.lines[i].items, size)
		}
		sum := geom.Unit(0)
		for i := range f.lines {
			widest := geom.Unit(0)
			for _, it := range f.lines[i].items {
				percent := geom.Size{W: Indefinite, H: f.percent.H}
				margins := f.l.edges(it.box, Indefinite).Margin.Horizontal()
				widest = max(widest, f.l.contentSizes(it.box, percent).Max+margins)
			}
			sum = addSat(sum, widest)
		}
		if n := len(f.lines); n > 1 {
			sum = addSat(sum, f.crossGap*geom.Unit(n-1))
		}
		r.Max = max(r.Min, sum)
	}
	r.Min = max(0, r.Min)
	return Sizes{r.Min, max(r.Min, r.Max)}
}
