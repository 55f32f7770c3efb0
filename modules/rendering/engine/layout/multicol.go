package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxColumns bounds the columns of a multi-column container.
const maxColumns = 1000

// columns splits the children of a multi-column container (CSS Multi-column Layout 1 §6) into anonymous blocks, whose
// content is divided into columns, and the children between them that span all columns.
func (t *treeBuilder) columns(b *Box) {
	var marker []*Box
	children := b.Children
	if len(children) > 0 && children[0].Kind == MarkerBox {
		marker, children = children[:1], children[1:]
	}
	out := marker
	var run []*Box
	flush := func() {
		if len(run) > 0 {
			out = append(out, t.newBox(Box{Kind: BlockBox, Style: inheritedStyle(b.Style, style.DisplayBlock), Node: dom.None,
				InlineChildren: b.InlineChildren, Children: run, columnRun: true}))
		}
		run = nil
	}
	for _, c := range children {
		t.warnClones(c)
		for _, piece := range t.aroundSpanners(c) {
			if isSpanner(piece) && !b.InlineChildren {
				flush()
				out = append(out, piece)
				continue
			}
			run = append(run, piece)
		}
	}
	flush()
	b.Children, b.InlineChildren, b.multicol = out, false, true
}

// isSpanner reports whether a box spans the columns of the container whose formatting context it is in.
func isSpanner(b *Box) bool {
	switch b.Kind {
	case BlockBox, FlexBox, GridBox, TableBox:
		return b.Style.ColumnSpanAll && b.InFlow() && !b.IsInlineLevel()
	}
	return false
}

// aroundSpanners divides a block of a multi-column container around the spanners inside it, and returns the pieces and the
// spanners.
func (t *treeBuilder) aroundSpanners(b *Box) []*Box {
	if b.Kind != BlockBox || b.InlineChildren || b.Style.ColumnSpanAll || !b.InFlow() || b.multicol || startsContext(b) {
		return []*Box{b}
	}
	var out, run []*Box
	first := true
	flush := func(last bool) {
		st := *b.Style
		if !first {
			st.Margin[style.Top], st.Padding[style.Top], st.Border[style.Top].Width = style.Pixels(0), style.Pixels(0), 0
		}
		if !last {
			st.Margin[style.Bottom], st.Padding[style.Bottom], st.Border[style.Bottom].Width = style.Pixels(0), style.Pixels(0), 0
		}
		piece := *b
		piece.Style, piece.Children = &st, run
		out = append(out, t.newBox(piece))
		run, first = nil, false
	}
	for _, c := range b.Children {
		for _, piece := range t.aroundSpanners(c) {
			if isSpanner(piece) {
				flush(false)
				out = append(out, piece)
				continue
			}
			run = append(run, piece)
		}
	}
	if first {
		return []*Box{b}
	}
	flush(true)
	return out
}

// isMulticol reports whether a style establishes a multi-column container.
func isMulticol(st *style.Computed) bool { return st.ColumnCount > 0 || !st.ColumnWidth.IsAuto() }

// columnRow is the division of a width into columns.
type columnRow struct {
	n          int
	width, gap geom.Unit
}

// columnsIn returns the columns of a style in a content width (CSS Multi-column Layout 1 §3.4).
func columnsIn(st *style.Computed, room geom.Unit) columnRow {
	r := columnRow{n: min(st.ColumnCount, maxColumns), gap: geom.Px(geom.FromFloat(st.Font.Size).Round())} // in whole pixels, as in Chromium
	if st.ColumnGap.IsDefinite() {
		r.gap = max(0, st.ColumnGap.Resolve(room))
	}
	if !st.ColumnWidth.IsAuto() {
		each := max(geom.One, st.ColumnWidth.Resolve(0))
		fit := max(1, min(maxColumns, int((room+r.gap)/(each+r.gap))))
		if r.n == 0 || fit < r.n {
			r.n = fit
		}
	}
	r.width = max(0, (room+r.gap)/geom.Unit(r.n)-r.gap)
	return r
}

// columnSizes returns the intrinsic content widths of a multi-column container: its columns side by side, or for the
// min-content size a single column if a column width is specified.
func (l *layouter) columnSizes(b *Box, percent geom.Size) Sizes {
	var column, across Sizes
	for _, c := range b.Children {
		if b.isContained(0) {
			break // as without content
		}
		switch cs := l.contentSizes(c, percent).plus(l.edges(c, percent.W).Margin.Horizontal()); {
		case c.columnRun:
			column = column.union(cs)
		case c.Kind != MarkerBox:
			across = across.union(cs)
		}
	}
	st := b.Style
	n := geom.Unit(max(1, min(st.ColumnCount, maxColumns)))
	gaps := columnsIn(st, 0).gap * (n - 1)
	if st.ColumnWidth.IsAuto() {
		column.Min = addSat(mulSat(column.Min, n), gaps)
	} else {
		width := st.ColumnWidth.Resolve(0)
		column.Min = min(column.Min, width)
		column.Max = max(column.Max, width)
	}
	column.Max = addSat(mulSat(column.Max, n), gaps)
	column = column.union(across)
	return Sizes{column.Min, max(column.Min, column.Max)}
}

// mulSat multiplies with saturation at MaxUnit.
func mulSat(v, n geom.Unit) geom.Unit { return geom.Unit(min(int64(v)*int64(n), int64(geom.MaxUnit))) }

// layoutColumns lays out a multi-column container.
func (l *layouter) layoutColumns(b *Box, s Space, e boxEdges, w geom.Unit) *Fragment {
	f := l.newFragment(b, geom.Size{W: w}, e)
	cs := l.childSpace(b, s, e, w)
	in := e.inner()
	c := &container{
		l: l, box: b, frag: f, space: cs, flow: &flow{}, left: in.Left, right: in.Left + cs.Available.W,
		y: in.Top, rtl: b.Style.Direction == style.RTL,
	}
	limit := cs.Available.H
	if _, most := l.heightLimits(b, s, e); limit == Indefinite && most < geom.MaxUnit && !s.IgnoreMinMax && !b.Style.ColumnFillAuto {
		limit = max(0, most-in.Vertical())
	}
	row := columnsIn(b.Style, cs.Available.W)
	for i, child := range b.Children {
		switch {
		case child.columnRun:
			c.fillColumns(child, row, limit, i == len(b.Children)-1)
		case child.Kind != MarkerBox:
			c.contextChild(child)
		}
	}
	l.placeMarker(c)
	height := addSat(max(0, c.top()-in.Top), in.Vertical())
	f.contentHeight = height
	f.Size.H = l.resolveHeight(b, s, e, w, height)
	f.Rules = c.columnRules(row)
	return f
}

// fillColumns lays out a run of content in one strip and places sections of it side by side. last is set when no
// spanner follows: the content before one is balanced.
func (c *container) fillColumns(run *Box, row columnRow, limit geom.Unit, last bool) {
	l := c.l
	strip := l.layout(run, Space{Available: geom.Size{W: row.width, H: Indefinite}, Percent: geom.Size{W: row.width, H: c.space.Percent.H}})
	at := c.top()
	st := c.box.Style
	if height, wraps := c.columnHeight(limit); wraps {
		c.wrapColumns(strip, row, height)
		return
	}
	fillAuto := st.ColumnFillAuto && last
	if limit != Indefinite {
		limit = max(geom.One, limit-(at-c.frag.Border.Top-c.frag.Padding.Top))
	}
	height := strip.Size.H
	switch {
	case limit != Indefinite && fillAuto:
		height = limit
	case fillAuto:
		height = max(height, stripEnd(strip))
	default:
		height = c.balanceColumns(strip, row.n, limit)
	}
	div := l.divideColumns(strip, height, maxColumns)
	used, filled := geom.Unit(0), 1
	record := columnStrip{strip: strip, row: row, left: c.left, right: c.right, rtl: c.rtl, at: at, from: len(c.frag.Children), auto: fillAuto}
	var columns slicer
	for k := range div.n {
		if !l.spend(c.box, 32*len(strip.Children)) {
			break
		}
		move := geom.Point{X: record.x(k), Y: at - div.top(k)}
		from, to := div.top(k), div.top(k+1)
		if k == 0 {
			from = -geom.MaxUnit
		}
		if k == div.n-1 {
			to = geom.MaxUnit
		}
		for _, piece := range columns.children(div.strip, from, to, columnEnd{to, to}) {
			piece.Offset = piece.Offset.Add(move)
			c.frag.Children = append(c.frag.Children, piece)
			filled = k + 1
		}
		for _, o := range strip.pending {
			if y := div.moved(o.Static.Y); y >= from && y < to {
				o.Static.Y, o.HasArea = y, false
				o.Static = o.Static.Add(move)
				c.frag.pending = append(c.frag.pending, o)
			}
		}
		used = max(used, min(height, div.strip.Size.H-div.top(k)))
	}
	switch {
	case fillAuto && limit != Indefinite:
		used = limit
	case !fillAuto:
		used = height // not the tallest column's height: margins at the end count, as in Chromium
		if strip.Size.H == 0 && stripEnd(strip) == 0 {
			used = 0
		}
	}
	c.placed = append(c.placed, columnsPlaced{at: at, end: at + used, n: filled})
	if record.to, record.used, record.n = len(c.frag.Children), used, filled; limit == Indefinite {
		c.frag.strips = append(c.frag.strips, record)
	}
	if c.frag.FirstBaseline == NoBaseline && strip.FirstBaseline != NoBaseline {
		c.frag.FirstBaseline = at + strip.FirstBaseline
		c.frag.LastBaseline, c.frag.lineBaseline = c.frag.FirstBaseline, c.frag.FirstBaseline
	}
	c.y, c.strut, c.absorbing, c.filled = addSat(at, used), strut{}, false, true
}

// columnStrip is content divided into columns, with the position of the columns in their container and the range of
// children that they form.
type columnStrip struct {
	strip       *Fragment
	row         columnRow
	left, right geom.Unit
	rtl         bool
	at, used    geom.Unit
	from, to    int
	n           int  // of columns with content
	auto        bool // columns are filled sequentially
}

// x returns the start of column k.
func (s *columnStrip) x(k int) geom.Unit {
	if s.rtl {
		return s.right - s.row.width - geom.Unit(k)*(s.row.width+s.row.gap)
	}
	return s.left + geom.Unit(k)*(s.row.width+s.row.gap)
}

// columnBreaker determines where a strip of content breaks into columns.
type columnBreaker struct {
	paginator
	total geom.Unit
	shows []span // boxes with a visible start and end
	edges []span // border and padding at the top or the bottom of boxes
	// spend charges columns to the limits of a layout.
	spend func(places int) bool
}

func newColumnBreaker(strip *Fragment, spend func(places int) bool) *columnBreaker {
	b := &columnBreaker{paginator: paginator{columns: true}, spend: spend}
	for _, c := range strip.Children {
		b.walk(c, geom.Point{}, geom.MaxUnit)
		b.shown(c, 0)
	}
	for i := 1; i < len(strip.Children); i++ {
		if b.avoids(strip.Children[i-1], after) || b.avoids(strip.Children[i], before) {
			b.keep(strip.Children[i-1].Offset.Y, strip.Children[i].Offset.Y+1)
		}
	}
	b.lines(strip, geom.Point{})
	b.joinEdges()
	slices.SortFunc(b.whole, func(x, y span) int { return int(x.top) - int(y.top) })
	slices.Sort(b.forced)
	b.total = max(b.bottom, 0)
	for _, s := range b.shows {
		b.total = max(b.total, s.bottom)
	}
	b.paginator.first = b.firstTop()
	return b
}

// shown collects the boxes with edges or a background, and empty ones.
func (b *columnBreaker) shown(f *Fragment, y geom.Unit) {
	y += f.Offset.Y - flowShift(f).Y
	if f.Kind == BoxFragment && f.Box != nil && !f.Box.IsOutOfFlow() {
		e := f.Border.Add(f.Padding)
		b.keepEdges(f, e, y)
		if e.Vertical() > 0 || f.Box.Style.BackgroundColor.A > 0 || len(f.Box.Style.Background) > 0 || len(f.Children) == 0 {
			b.shows = append(b.shows, span{y, y + f.Size.H})
		} else if end := contentBottom(f); end < f.Size.H {
			b.shows = append(b.shows, span{y + end, y + f.Size.H}) // a specified height
		}
		for _, c := range f.Children {
			b.shown(c, y)
		}
	}
}

// keepEdges keeps the border and padding of a box unbroken, the top ones together with the start of its content.
func (b *columnBreaker) keepEdges(f *Fragment, e geom.Edges, y geom.Unit) {
	switch bottom := y + f.Size.H; {
	case e.Vertical() == 0:
	case f.Size.H <= e.Vertical():
		b.keep(y, bottom)
	default:
		if e.Top > 0 {
			b.edges = append(b.edges, span{y, y + e.Top + 1})
		}
		if e.Bottom > 0 {
			b.edges = append(b.edges, span{bottom - e.Bottom - 1, bottom})
		}
	}
}

// joinEdges extends border and padding to the unbreakable content at their inner side.
func (b *columnBreaker) joinEdges() {
	for range 3 { // nested boxes; lines and images are short, so that few of them are examined
		all := append(slices.Clone(b.solid), b.edges...)
		slices.SortFunc(all, func(x, y span) int { return int(x.top) - int(y.top) })
		lowest := make([]geom.Unit, len(all)) // lowest bottom of the sections that begin up to here
		for i, s := range all {
			lowest[i] = s.bottom
			if i > 0 {
				lowest[i] = max(lowest[i], lowest[i-1])
			}
		}
		for i, e := range b.edges {
			n, _ := slices.BinarySearchFunc(all, e.bottom, func(s span, at geom.Unit) int { return int(s.top) - int(at) })
			for k := n - 1; k >= 0 && lowest[k] > e.top && b.spend(1); k-- {
				if s := all[k]; s.bottom > e.top {
					b.edges[i] = span{min(b.edges[i].top, s.top), max(b.edges[i].bottom, s.bottom)}
				}
			}
		}
	}
	b.whole = append(b.whole, b.edges...)
}

// contentBottom returns the bottom of a fragment's content.
func contentBottom(f *Fragment) (bottom geom.Unit) {
	for _, c := range f.Children {
		if c.Box == nil || !c.Box.IsOutOfFlow() {
			bottom = max(bottom, c.Offset.Y+c.Size.H)
		}
	}
	return bottom
}

// stretchesFrom divides the strip below a height into at most n columns of at most a height. Margins at a break are dropped.
func (b *columnBreaker) stretchesFrom(at, height geom.Unit, n int) []span {
	var out []span
	for len(out) < n {
		if !b.spend(len(b.whole) + len(b.shows) + len(b.widows)) {
			return append(out, span{at, max(at, b.total)})
		}
		end := b.end(at, height, b.total)
		if end >= b.total {
			return append(out, span{at, max(at, b.total)})
		}
		for _, w := range b.widows {
			if w.top < end && end < w.bottom && at <= w.latest {
				end = w.top
			}
		}
		if end <= at {
			end = at + max(height, geom.One)
		}
		end = b.aroundSolid(at, end)
		if end >= b.total {
			return append(out, span{at, max(at, b.total)})
		}
		last := at
		next, inside := b.total, false
		for _, list := range [][]span{b.whole, b.shows} {
			for _, s := range list {
				switch {
				case s.top < end && end < s.bottom:
					inside = true
				case s.bottom <= end:
					last = max(last, s.bottom)
				case s.top >= end:
					next = min(next, s.top)
				}
			}
		}
		switch {
		case inside:
			last, next = end, end
		case slices.Contains(b.kept, end):
			next = end
		}
		out = append(out, span{at, last})
		if next <= at {
			return out
		}
		at = next
	}
	return out
}

// aroundSolid moves the end of a column out of unbreakable content: before it, or after it when the column has no other
// content.
func (b *columnBreaker) aroundSolid(at, end geom.Unit) geom.Unit {
	for range 4 {
		moved := false
		for _, s := range b.solid {
			if s.top < end && end < s.bottom {
				if end = s.top; s.top <= at {
					end = s.bottom
				}
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	return end
}

// firstTop returns the start of the first box or line.
func (b *columnBreaker) firstTop() geom.Unit {
	first := b.total
	for _, list := range [][]span{b.whole, b.shows} {
		for _, s := range list {
			first = min(first, s.top)
		}
	}
	return first
}

// firstEnd returns the minimum height of the first column: up to the end of the first line or unbreakable box, and to
// the start of any other box above it.
func (b *columnBreaker) firstEnd() geom.Unit {
	first := b.firstTop()
	end := first
	for _, s := range b.shows {
		if s.top == first && s.bottom == first {
			return first // an empty box, after which a column may end
		}
	}
	for _, s := range b.whole {
		if s.top == first {
			end = max(end, s.bottom)
		}
	}
	return end
}

// shortage returns the smallest additional height with which a column that ends at limit could include more content.
func (b *columnBreaker) shortage(limit geom.Unit) geom.Unit {
	least, next := b.total, b.total
	for _, list := range [][]span{b.whole, b.shows} {
		for _, s := range list {
			switch {
			case s.top < limit && s.bottom > limit:
				least = min(least, s.bottom-limit)
			case s.top >= limit:
				next = min(next, s.bottom-limit)
			}
		}
	}
	return min(least, next)
}
