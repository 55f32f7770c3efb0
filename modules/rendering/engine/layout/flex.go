package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// flexer lays out one flex container (CSS Flexbox 1 §9). Sizes along the axes are border-box sizes of items; positions
// are relative to the main-start and cross-start edges of the content box and become physical when items are placed.
type flexer struct {
	l     *layouter
	b     *Box
	s     Space
	e     boxEdges
	width geom.Unit // border box

	row bool // the main axis is horizontal
	// mainBack and crossBack are set when main-start and cross-start are the right or bottom edges.
	mainBack, crossBack bool
	wrap                bool
	// inner is the content box; H is Indefinite while it depends on the content.
	inner geom.Size
	// percent is the base of the items' percentages.
	percent geom.Size
	// definiteCross is set when the cross size is known before lines are sized.
	definiteCross     bool
	mainGap, crossGap geom.Unit
	// lineGap is the distance of lines, with the space of align-content.
	lineGap geom.Unit

	items []*flexItem
	lines []flexLine
}

// flexItem is the state of an item in the algorithm.
type flexItem struct {
	box  *Box
	e    boxEdges
	grow float64
	// shrink is the flex shrink factor.
	shrink float64
	align  style.AlignKind
	safe   bool

	base, hypothetical geom.Unit // along the main axis
	lo, hi             geom.Unit // min and max main size
	main               geom.Unit // the used size
	// mainDefinite is set when the main size is definite (CSS Flexbox §9.8).
	mainDefinite bool
	// contentBase is set when the flex base size is the max-content size.
	contentBase bool
	frozen      bool
	sized       bool // main is final

	frag    *Fragment
	mainAt  geom.Unit
	crossAt geom.Unit
	ascent  geom.Unit // cross-start margin edge to baseline, of baseline-aligned items
}

// flexLine is a flex line.
type flexLine struct {
	items []*flexItem
	cross geom.Unit
	// natural is the cross size before stretching.
	natural geom.Unit
	at      geom.Unit
	gap     geom.Unit // between items, with the space of justify-content
	// first and last are the extents of the baseline-sharing groups.
	first, last baselineGroup
}

// layoutFlex lays out a flex container.
func (l *layouter) layoutFlex(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	w := l.resolveWidth(b, s, e)
	f := l.newFlexer(b, s, e, w)
	f.collect()
	f.breakLines(f.lineLength())
	size := f.usedMainSize()
	for i := range f.lines {
		f.resolveLengths(f.lines[i].items, size)
	}
	f.layoutItems()
	f.sizeLines()
	if h := f.finalHeight() - e.inner().Vertical(); f.row && f.inner.H != Indefinite && h > f.inner.H {
		// The content overflowed a height from the aspect ratio: stretch to the actual one.
		f.inner.H = h
		f.layoutItems()
		f.sizeLines()
	}
	frag := l.newFragment(b, geom.Size{W: w, H: f.finalHeight()}, e)
	f.inner.H = max(0, frag.Size.H-e.inner().Vertical())
	f.placeLines()
	for i := range f.lines {
		f.alignLine(&f.lines[i])
	}
	f.emit(frag)
	frag.Rules = f.gapRules(frag)
	f.outOfFlow(frag)
	return frag
}

// newFlexer initializes the axes of a container of border-box width w.
func (l *layouter) newFlexer(b *Box, s Space, e boxEdges, w geom.Unit) *flexer {
	st := b.Style
	f := &flexer{l: l, b: b, s: s, e: e, width: w}
	f.row = st.FlexDirection == style.FlexRow || st.FlexDirection == style.FlexRowReverse
	f.wrap = st.FlexWrap != style.FlexNoWrap
	rtl, reverse := st.Direction == style.RTL, st.FlexDirection == style.FlexRowReverse || st.FlexDirection == style.FlexColumnReverse
	turned := st.FlexWrap == style.FlexWrapReverse
	if f.row {
		f.mainBack, f.crossBack = rtl != reverse, turned
	} else {
		f.mainBack, f.crossBack = reverse, rtl != turned
	}
	in := e.inner()
	f.inner = geom.Size{W: max(0, w-in.Horizontal()), H: Indefinite}
	if w == Indefinite {
		f.inner.W = Indefinite
	}
	f.percent = f.inner
	f.inner.H, f.percent.H = l.containerHeight(b, s, e, w, f.row)
	f.definiteCross = !f.row || f.inner.H != Indefinite && f.percent.H != Indefinite
	f.mainGap, f.crossGap = gap(st.ColumnGap, f.inner.W), gap(st.RowGap, f.percent.H)
	if !f.row {
		f.mainGap, f.crossGap = f.crossGap, f.mainGap
	}
	return f
}

// containerHeight returns the content-box height of a flex container: if it is known before layout, and as the base of
// percentages. A height from the aspect ratio is only the latter for columns whose content may exceed it.
func (l *layouter) containerHeight(b *Box, s Space, e boxEdges, w geom.Unit, row bool) (known, percent geom.Unit) {
	in := e.inner().Vertical()
	h, ok := l.definiteHeight(b, s, e, max(0, w))
	inner := max(0, h-in)
	_, specified := l.specifiedHeight(b, s, e)
	switch {
	case ok && !row && !s.FixedHeight && (isContentKeyword(b.Style.MinHeight) || isContentKeyword(b.Style.MaxHeight)):
		return Indefinite, inner
	case ok && (specified || row || clips(b.Style) || !b.Style.MinHeight.IsAuto()):
		return inner, inner
	case specified: // imposed, but not a base of percentages
		return inner, Indefinite
	case ok:
		return Indefinite, inner
	}
	return Indefinite, Indefinite
}

// gap returns a used gap; percentages of an indefinite size are 0.
func gap(v style.Length, base geom.Unit) geom.Unit {
	if v.HasPercent() && base == Indefinite {
		base = 0
	}
	return max(0, v.Resolve(base))
}

// mainSize returns the content-box main size to distribute, Indefinite for columns of content-based height.
func (f *flexer) mainSize() geom.Unit {
	if f.row {
		return f.inner.W
	}
	return f.inner.H
}

func (f *flexer) crossSize() geom.Unit {
	if f.row {
		return f.inner.H
	}
	return f.inner.W
}

// lineLength returns the length at which lines wrap.
func (f *flexer) lineLength() geom.Unit {
	if m := f.mainSize(); m != Indefinite {
		return m
	}
	if f.row {
		return geom.MaxUnit
	}
	if f.percent.H != Indefinite {
		return f.percent.H // from the aspect ratio; the content may exceed it
	}
	_, hi := f.l.heightLimits(f.b, f.s, f.e)
	if hi == geom.MaxUnit {
		return hi
	}
	return max(0, hi-f.e.inner().Vertical())
}

// collect creates the items in order-modified document order.
func (f *flexer) collect() {
	for _, c := range f.b.Children {
		if !c.IsOutOfFlow() {
			f.items = append(f.items, f.newItem(c))
		}
	}
	slices.SortStableFunc(f.items, func(a, b *flexItem) int { return compareOrder(a.box, b.box) })
	for _, it := range f.items {
		if f.row {
			f.measureRowItem(it)
		} else {
			f.measureColumnItem(it)
		}
	}
}

func compareOrder(a, b *Box) int {
	switch {
	case a.Style.Order < b.Style.Order:
		return -1
	case a.Style.Order > b.Style.Order:
		return 1
	}
	return 0
}

func (f *flexer) newItem(c *Box) *flexItem {
	it := &flexItem{box: c, e: f.l.edges(c, f.percent.W), grow: c.Style.FlexGrow, shrink: c.Style.FlexShrink}
	a := c.Style.AlignSelf
	if a.Kind == style.AlignAutoSelf {
		a = f.b.Style.AlignItems
	}
	it.align, it.safe = f.alignment(c, a.Kind), a.Safe
	return it
}

// alignment resolves an align-self value to stretch, baseline, last baseline, center, flex-start or flex-end.
func (f *flexer) alignment(c *Box, k style.AlignKind) style.AlignKind {
	turned := f.b.Style.FlexWrap == style.FlexWrapReverse
	side := func(start bool) style.AlignKind {
		if start != turned {
			return style.AlignFlexStart
		}
		return style.AlignFlexEnd
	}
	selfStart := f.row || c.Style.Direction == f.b.Style.Direction
	switch k {
	case style.AlignNormal, style.AlignAutoSelf, style.AlignStretch:
		return style.AlignStretch
	case style.AlignStartBox:
		return side(true)
	case style.AlignEndBox:
		return side(false)
	case style.AlignSelfStart:
		return side(selfStart)
	case style.AlignSelfEnd:
		return side(!selfStart)
	case style.AlignBaseline, style.AlignLastBaseline, style.AlignCenterBox, style.AlignFlexStart, style.AlignFlexEnd:
	default:
		return style.AlignFlexStart
	}
	return k
}

// finalHeight returns the container's border-box height after its lines are sized.
func (f *flexer) finalHeight() geom.Unit {
	var content geom.Unit
	for i := range f.lines {
		v := f.lines[i].natural
		if !f.row {
			v = f.lineMain(f.lines[i].items)
			content = max(content, v)
			continue
		}
		content = addSat(content, v)
	}
	if f.row && len(f.lines) > 1 {
		content = addSat(content, f.crossGap*geom.Unit(len(f.lines)-1))
	}
	return f.l.resolveHeight(f.b, f.s, f.e, f.width, addSat(max(0, content), f.e.inner().Vertical()))
}

// lineMain returns the sum of a line's outer main sizes and gaps.
func (f *flexer) lineMain(items []*flexItem) geom.Unit {
	var sum geom.Unit
	for i, it := range items {
		if i > 0 {
			sum = addSat(sum, f.mainGap)
		}
		sum = addSat(sum, it.main+f.mainMargins(it))
	}
	return sum
}

// mainMargins returns the sum of an item's margins along the main axis, with auto as 0.
func (f *flexer) mainMargins(it *flexItem) geom.Unit {
	if f.row {
		return it.e.Margin.Horizontal()
	}
	return it.e.Margin.Vertical()
}

func (f *flexer) crossMargins(it *flexItem) geom.Unit {
	if f.row {
		return it.e.Margin.Vertical()
	}
	return it.e.Margin.Horizontal()
}

// sides returns the indexes of an axis's start and end sides.
func sides(horizontal, back bool) (start, end int) {
	switch {
	case horizontal && back:
		return style.Right, style.Left
	case horizontal:
		return style.Left, style.Right
	case back:
		return style.Bottom, style.Top
	}
	return style.Top, style.Bottom
}

// edge returns a pointer to one of four lengths by its side.
func edge(e *geom.Edges, side int) *geom.Unit {
	switch side {
	case style.Top:
		return &e.Top
	case style.Right:
		return &e.Right
	case style.Bottom:
		return &e.Bottom
	}
	return &e.Left
}
