package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// layoutItems lays out every item with its main size and its own cross size (CSS Flexbox §9.4, step 7).
func (f *flexer) layoutItems() {
	for _, it := range f.items {
		it.frag = f.layoutItem(it, Indefinite)
	}
}

// layoutItem lays out an item with its used main size. cross is the imposed border-box cross size, Indefinite for the
// item's own.
func (f *flexer) layoutItem(it *flexItem, cross geom.Unit) *Fragment {
	return f.layoutWithin(it, cross, f.inner.W)
}

// layoutWithin is [flexer.layoutItem] with the available width room.
func (f *flexer) layoutWithin(it *flexItem, cross, room geom.Unit) *Fragment {
	if cross == Indefinite && f.fillsCross(it) {
		cross = f.stretched(it, f.crossSize())
	}
	s := f.itemSpace()
	s.Available.W = room
	if f.row {
		s.FixedWidth, s.Available.W = true, it.main
		if cross != Indefinite {
			s.FixedHeight, s.Available.H = true, cross
		}
		return f.l.layout(it.box, s)
	}
	s.FixedHeight, s.Available.H = true, it.main
	s.IndefiniteFixedHeight = f.percent.H == Indefinite && !it.mainDefinite
	if cross != Indefinite {
		s.FixedWidth, s.Available.W = true, cross
	}
	return f.l.layout(it.box, s)
}

// stretched returns the border-box cross size of an item stretched to a line.
func (f *flexer) stretched(it *flexItem, line geom.Unit) geom.Unit {
	s := f.itemSpace()
	if f.row {
		lo, hi := f.l.heightLimits(it.box, s, it.e)
		if it.sized {
			lo, hi = f.l.heightLimitsAt(it.box, s, it.e, it.main)
		}
		return clampSize(f.l.calculatedHeight(it.box, line-it.e.Margin.Vertical(), s, it.e), lo, hi)
	}
	if !f.l.hasRatio(it.box) {
		s.Available.W = line // keywords fit the line
	}
	lo, hi := f.l.widthLimits(it.box, s, it.e)
	return clampSize(f.l.calculatedWidth(it.box, line-it.e.Margin.Horizontal(), s, it.e), lo, hi)
}

// crossOf returns an item's border-box cross size.
func (f *flexer) crossOf(it *flexItem) geom.Unit {
	if f.row {
		return it.frag.Size.H
	}
	return it.frag.Size.W
}

// baselineAligned reports whether an item participates in baseline alignment.
func (f *flexer) baselineAligned(it *flexItem) bool {
	start, end := sides(!f.row, f.crossBack)
	return (it.align == style.AlignBaseline || it.align == style.AlignLastBaseline) && !hasAuto(it.box, start, end)
}

// baselineGroup is the extent of a baseline-sharing group around the baseline.
type baselineGroup struct {
	above, below geom.Unit // either may be negative
	used         bool
}

func (g *baselineGroup) add(above, below geom.Unit) {
	if g.used {
		above, below = max(above, g.above), max(below, g.below)
	}
	g.above, g.below, g.used = above, below, true
}

// sizeLines computes the cross size of each line (CSS Flexbox §9.4, step 8).
func (f *flexer) sizeLines() {
	for i := range f.lines {
		ln := &f.lines[i]
		for _, it := range ln.items {
			outer := f.crossOf(it) + f.crossMargins(it)
			if f.baselineAligned(it) {
				group := &ln.first
				if it.align == style.AlignLastBaseline {
					group = &ln.last
				}
				it.ascent = it.e.Margin.Left // the baseline in a column is the left edge
				if f.row {
					it.ascent = it.e.Margin.Top + synthesizedBaseline(it.frag, it.align == style.AlignLastBaseline)
				}
				group.add(it.ascent, outer-it.ascent)
			}
			ln.cross = max(ln.cross, outer)
		}
		ln.cross = max(ln.cross, ln.first.above+ln.first.below, ln.last.above+ln.last.below)
		ln.natural = ln.cross
	}
	if !f.wrap && len(f.lines) == 1 {
		if f.row {
			f.lines[0].cross = max(0, f.finalHeight()-f.e.inner().Vertical())
		} else {
			f.lines[0].cross = f.inner.W
		}
	}
}

// placeLines distributes the lines along the cross axis by align-content (CSS
// Flexbox §9.6, step 16) and stretches them (§9.4, step 9).
func (f *flexer) placeLines() {
	if len(f.lines) == 0 {
		return
	}
	free := f.crossSize() - f.crossGap*geom.Unit(len(f.lines)-1)
	for i := range f.lines {
		free -= f.lines[i].cross
	}
	n := geom.Unit(len(f.lines))
	at, between := geom.Unit(0), f.crossGap
	if f.wrap {
		a := f.b.Style.AlignContent
		turned := f.b.Style.FlexWrap == style.FlexWrapReverse
		k := contentSide(a.Kind, turned, f.crossBack)
		switch {
		case (k == style.AlignNormal || k == style.AlignStretch) && free > 0:
			for i := range f.lines {
				f.lines[i].cross += free / n
			}
		default:
			var extra geom.Unit
			at, extra = distributeContent(k, a.Safe, turned, free, n)
			between += extra
		}
	}
	f.lineGap = between
	for i := range f.lines {
		f.lines[i].at = at
		at += f.lines[i].cross + between
	}
}

// contentSide converts the writing-mode and physical values of justify-content and align-content to flex-relative ones.
// turned is set when the flex direction is opposite to the writing mode, back when it runs to the left or top.
func contentSide(k style.AlignKind, turned, back bool) style.AlignKind {
	side := func(start bool) style.AlignKind {
		if start {
			return style.AlignFlexStart
		}
		return style.AlignFlexEnd
	}
	switch k {
	case style.AlignStartBox, style.AlignSelfStart:
		return side(!turned)
	case style.AlignEndBox, style.AlignSelfEnd:
		return side(turned)
	case style.AlignBaseline, style.AlignLastBaseline:
		return side(k == style.AlignBaseline) // Blink's fallback
	case style.AlignLeftBox:
		return side(!back)
	case style.AlignRightBox:
		return side(back)
	}
	return k
}

// distributeContent returns the offset of the first of n alignment subjects and the space between them for a
// flex-relative content-distribution value (CSS Align 3 §4.3). The fallbacks of distributed values overflow at the end.
func distributeContent(k style.AlignKind, safe, turned bool, free, n geom.Unit) (at, between geom.Unit) {
	start := geom.Unit(0) // the position of overflowing content with safe alignment
	if turned {
		start = free
	}
	if free < 0 && safe {
		switch k {
		case style.AlignCenterBox, style.AlignFlexEnd, style.AlignFlexStart:
			return start, 0
		}
	}
	switch k {
	case style.AlignCenterBox:
		return free / 2, 0
	case style.AlignFlexEnd:
		return free, 0
	case style.AlignSpaceBetween:
		if free > 0 && n > 1 {
			return 0, free / (n - 1)
		}
	case style.AlignSpaceAround:
		if free > 0 {
			return free / (2 * n), free / n
		}
		return start, 0
	case style.AlignSpaceEvenly:
		if free > 0 {
			return free / (n + 1), free / (n + 1)
		}
		return start, 0
	}
	return 0, 0
}

// alignLine stretches a line's items and aligns them on both axes.
func (f *flexer) alignLine(ln *flexLine) {
	for _, it := range ln.items {
		switch {
		case f.stretches(it) && !f.fillsCross(it):
			cross := f.stretched(it, ln.cross)
			if f.row && cross == f.crossOf(it) && f.l.hasRatio(it.box) {
				break // as in Blink: percentages inside remain those of the height from the aspect ratio
			}
			it.frag = f.layoutItem(it, cross)
		case !f.row && f.wrap && ln.cross > f.inner.W && (it.box.Style.Width.IsAuto() || it.align == style.AlignStretch && fitsContent(it.box.Style)):
			// A line wider than the container gives its items more width.
			it.frag = f.layoutWithin(it, Indefinite, ln.cross)
		}
		f.alignCross(it, ln)
	}
	f.justify(ln)
}

// fitsContent reports whether a width or its maximum is fit-content, which depends on the available width.
func fitsContent(s *style.Computed) bool {
	return s.Width.Kind == style.FitContent || s.MaxWidth.Kind == style.FitContent
}

// alignCross aligns an item in its line (CSS Flexbox §9.6).
func (f *flexer) alignCross(it *flexItem, ln *flexLine) {
	startSide, endSide := sides(!f.row, f.crossBack)
	m := &it.e.Margin
	free := ln.cross - f.crossOf(it) - f.crossMargins(it)
	autoStart, autoEnd := it.box.Style.Margin[startSide].IsAuto(), it.box.Style.Margin[endSide].IsAuto()
	if autoStart || autoEnd {
		// Overflow is at the end side of the writing mode.
		switch room := max(0, free); {
		case autoStart && autoEnd:
			*edge(m, startSide) = room / 2
			*edge(m, endSide) = room - room/2
		case autoStart:
			*edge(m, startSide) = room
		default:
			*edge(m, endSide) = room
		}
		it.crossAt = ln.at + *edge(m, startSide)
		if free < 0 && f.b.Style.FlexWrap == style.FlexWrapReverse {
			it.crossAt += free
		}
		return
	}
	turned := f.b.Style.FlexWrap == style.FlexWrapReverse
	var shift geom.Unit
	k := it.align
	if it.safe && free < 0 {
		k = style.AlignFlexStart
		if turned {
			k = style.AlignFlexEnd
		}
	}
	switch k {
	case style.AlignCenterBox:
		shift = free / 2
	case style.AlignFlexEnd:
		shift = free
	case style.AlignBaseline:
		// Ascents are measured from the top or left edge, which may be cross-end.
		shift = ln.first.above - it.ascent
		if f.crossBack {
			shift = ln.first.below - (f.crossOf(it) + f.crossMargins(it) - it.ascent)
		}
	case style.AlignLastBaseline:
		outer := f.crossOf(it) + f.crossMargins(it)
		shift = ln.cross - ln.last.below - it.ascent
		if f.crossBack {
			shift = ln.cross - ln.last.above - (outer - it.ascent)
		}
	}
	it.crossAt = ln.at + shift + *edge(m, startSide)
}

// justify positions a line's items along the main axis: auto margins, then justify-content (CSS Flexbox §9.5).
func (f *flexer) justify(ln *flexLine) {
	startSide, endSide := sides(f.row, f.mainBack)
	free := f.mainSize() - f.lineMain(ln.items)
	autos := geom.Unit(0)
	for _, it := range ln.items {
		for _, side := range [2]int{startSide, endSide} {
			if it.box.Style.Margin[side].IsAuto() {
				autos++
			}
		}
	}
	at, between := geom.Unit(0), f.mainGap
	if autos > 0 && free > 0 {
		for _, it := range ln.items {
			for _, side := range [2]int{startSide, endSide} {
				if it.box.Style.Margin[side].IsAuto() {
					v := free / autos
					*edge(&it.e.Margin, side) = v
					free -= v
					autos--
				}
			}
		}
	} else {
		j, turned := f.b.Style.JustifyContent, f.mainTurned()
		left := f.mainBack
		k := j.Kind
		if !f.row && (k == style.AlignLeftBox || k == style.AlignRightBox) {
			k = style.AlignStartBox
		}
		var extra geom.Unit
		at, extra = distributeContent(contentSide(k, turned, left), j.Safe, turned, free, geom.Unit(len(ln.items)))
		between += extra
	}
	if ln.gap = between; len(ln.items) == 2 && autos == 0 && f.b.Style.JustifyContent.Kind == style.AlignSpaceBetween {
		ln.gap = f.mainGap // as in Blink: the space of the only gap does not widen it for its rule
	}
	for _, it := range ln.items {
		at += *edge(&it.e.Margin, startSide)
		it.mainAt = at
		at += it.main + *edge(&it.e.Margin, endSide) + between
	}
}

// mainTurned reports whether the main axis is opposite to the writing mode.
func (f *flexer) mainTurned() bool {
	d := f.b.Style.FlexDirection
	return d == style.FlexRowReverse || d == style.FlexColumnReverse
}

// emit places the items' fragments and sets the container's baselines.
func (f *flexer) emit(frag *Fragment) {
	for _, it := range f.items {
		p := f.l.place(frag, it.frag, f.corner(it), f.percent)
		p.Margin = it.e.Margin
	}
	if len(f.lines) == 0 {
		return
	}
	top, bottom := &f.lines[0], &f.lines[len(f.lines)-1]
	if f.row && f.crossBack {
		top, bottom = bottom, top
	}
	frag.FirstBaseline, frag.LastBaseline = f.baseline(top.items, false), f.baseline(bottom.items, true)
}

// baseline returns the first or last baseline of the container from a line (CSS Flexbox §8.5): that of the items
// aligned to it, else of those aligned to the other one, else of the first or last item along the main axis.
func (f *flexer) baseline(items []*flexItem, last bool) geom.Unit {
	it, own := items[0], last
	if last != f.mainTurned() {
		it = items[len(items)-1]
	}
	if f.row {
		rank := 0
		for _, c := range items {
			if !f.baselineAligned(c) {
				continue
			}
			r := 1
			if (c.align == style.AlignLastBaseline) == last {
				r = 2
			}
			if r > rank {
				it, own, rank = c, c.align == style.AlignLastBaseline, r
			}
		}
	}
	return f.corner(it).Y + synthesizedBaseline(it.frag, own)
}

// corner returns the corner of an item's border box in the container's border box.
func (f *flexer) corner(it *flexItem) geom.Point {
	main, cross := it.mainAt, it.crossAt
	if f.mainBack {
		main = f.mainSize() - main - it.main
	}
	if f.crossBack {
		cross = f.crossSize() - cross - f.crossOf(it)
	}
	in := f.e.inner()
	if f.row {
		return geom.Point{X: in.Left + main, Y: in.Top + cross}
	}
	return geom.Point{X: in.Left + cross, Y: in.Top + main}
}

// outOfFlow registers the absolutely positioned children at their static position, that of an only item (CSS Flexbox
// §4.1).
func (f *flexer) outOfFlow(frag *Fragment) {
	in := f.e.inner()
	area := geom.Rect{X: in.Left, Y: in.Top, W: f.inner.W, H: f.inner.H}
	for _, c := range f.b.Children {
		if !c.IsOutOfFlow() {
			continue
		}
		it := f.newItem(c)
		if it.align == style.AlignBaseline {
			it.align = f.alignment(c, style.AlignStartBox)
		}
		j := f.b.Style.JustifyContent.Kind
		if !f.row && (j == style.AlignLeftBox || j == style.AlignRightBox) {
			j = style.AlignStartBox
		}
		main := staticSide(contentSide(j, f.mainTurned(), f.mainBack), f.mainBack)
		k := it.align
		if k == style.AlignLastBaseline {
			k = f.alignment(c, style.AlignEndBox)
		}
		cross := staticSide(k, f.crossBack)
		o := outOfFlow{Box: c, AlignX: main, AlignY: cross}
		// Blink uses the overflow position of justify-self for the main axis.
		o.SafeX, o.SafeY = c.Style.JustifySelf.Safe, c.Style.AlignSelf.Safe
		if !f.row {
			o.AlignX, o.AlignY = cross, main
			o.SafeX, o.SafeY = o.SafeY, o.SafeX
		}
		o.Static = geom.Point{X: alignPoint(o.AlignX, area.X, area.W), Y: alignPoint(o.AlignY, area.Y, area.H)}
		f.l.addOutOfFlow(frag, o)
	}
}

// staticSide converts a flex-relative alignment to the physical edge of a static position.
func staticSide(k style.AlignKind, back bool) staticAlign {
	switch k {
	case style.AlignCenterBox, style.AlignSpaceAround, style.AlignSpaceEvenly:
		return staticCenter
	case style.AlignFlexEnd:
		if !back {
			return staticEnd
		}
		return staticStart
	}
	if back {
		return staticEnd
	}
	return staticStart
}

// alignPoint returns the position of the edge or middle of an area that a selects.
func alignPoint(a staticAlign, start, size geom.Unit) geom.Unit {
	switch a {
	case staticCenter:
		return start + size/2
	case staticEnd:
		return start + size
	}
	return start
}
