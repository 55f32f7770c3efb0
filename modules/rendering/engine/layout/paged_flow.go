package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// blockBreaker breaks the content of a block container f, which begins at y, into its copy own.
type blockBreaker struct {
	p      *pager
	own, f *Fragment
	y      geom.Unit
	last   int       // the index of the last child in the flow
	tail   geom.Unit // the height of the edges at the end of that child and of f
	lines  *lineCounter
	moves  []move
	flowState
}

// flowState is what placing a child changes.
type flowState struct {
	name   string    // the page type of the last child
	placed *Fragment // the original of the last in-flow child
	bottom geom.Unit // the end of its copy
	here   int       // the column that it begins in
	spill  geom.Unit // the part of it below the end of that column
	shift  geom.Unit
	floats geom.Unit // the extension of floats below their original end
}

// flow breaks the content of a block container: stacked lines or blocks.
func (p *pager) flow(own, f *Fragment, y geom.Unit) {
	b := &blockBreaker{p: p, own: own, f: f, y: y, last: lastFlowing(f), tail: p.tail, lines: newLineCounter(f)}
	b.name = p.name
	if !isItem(f) {
		b.tail += p.trailing(f)
	}
	b.lines.tail = b.tail
	if len(b.lines.lines) > 0 {
		b.lines.gap = p.clearance(f, b.lines.lines[0])
	}
	if p.columnar && b.tail > 0 && f.Box.Parent != nil && !isItem(f) {
		b.lines.margin = min(b.tail, max(0, f.Margin.Bottom))
	}
	if isContext(f.Box) {
		defer func(low [2]geom.Unit) { p.floats.low = low }(p.floats.low)
		p.floats.low = [2]geom.Unit{}
	}
	b.placeAll()
	grown := b.shift
	if grown >= 0 || b.floats > 0 {
		grown = max(grown, b.floats)
	}
	if s := f.Box.Style; grown > 0 && f.contentHeight > 0 && (s.AspectRatio.W > 0 || !s.MinHeight.IsAuto()) {
		grown = max(0, grown-max(0, f.Size.H-f.contentHeight)) // a height from a ratio or a minimum has room for it
	}
	if finishHeight(own, grown+b.spill); b.spill > 0 && f.Box.Style.Height.IsAuto() {
		own.spill = b.spill
	}
	if page := p.at(max(y, b.bottom)); y+own.Size.H > p.end(page) {
		p.lacks(page, y+own.Size.H)
	}
	in := p.record(own, f, b.moves)
	for i, c := range own.Children {
		if c.Kind == BoxFragment && c.Box != nil && c.Box.IsOutOfFlow() {
			own.Children[i] = p.outOfFlow(in, c, y)
		}
	}
}

// place places child i.
func (b *blockBreaker) place(i int) {
	p, c := b.p, b.f.Children[i]
	p.tail = 0
	if i == b.last {
		p.tail = b.tail
	}
	switch {
	case c.Kind == BoxFragment && c.Box != nil && c.Box.IsOutOfFlow():
		b.own.Children = append(b.own.Children, c)
		return
	case !inFlow(c):
		moved := p.float(c, b.y+c.Offset.Y+b.shift)
		moved.Offset.Y -= b.y
		if c.Offset.Y+c.Size.H <= b.f.Size.H-b.f.Border.Bottom-b.f.Padding.Bottom {
			b.floats = max(b.floats, moved.Offset.Y+moved.Size.H-c.Offset.Y-c.Size.H)
		}
		b.own.Children = append(b.own.Children, moved)
		return
	}
	relative := relativeY(c)
	at := b.y + c.Offset.Y - relative + b.shift
	var to geom.Unit
	if c.Kind == LineFragment {
		to = b.lines.place(p, c, at)
	} else {
		to = p.before(b.f, i, b.placed, b.bottom, at, b.here, b.name)
	}
	moved := p.copyTo(c, to)
	moved.Offset.Y = to - b.y + relative
	if to != at {
		b.moves = append(b.moves, move{c.Offset.Y, to - at})
	}
	if p.columnar && (to != at || b.spill > 0 || b.placed != nil && p.forcedBetween(b.placed, c) != style.BreakAuto) {
		moved.pushed = true
		p.reached = max(p.reached, p.at(to))
		b.here = p.at(to)
	}
	grown := moved.Size.H - c.Size.H
	end := to + moved.Size.H
	if b.spill = moved.spill; p.columnar && !p.breakable(c) {
		b.spill = max(0, end-p.end(p.at(to)))
	}
	// What is higher than a column is in one, as in browsers; what follows is in the next.
	moved.spill = b.spill
	grown -= b.spill
	end -= b.spill
	if grown != 0 {
		b.moves = append(b.moves, move{c.Offset.Y + 1, grown})
	}
	b.shift += to - at + grown
	b.own.Children = append(b.own.Children, moved)
	b.placed, b.bottom, b.name = c, end, p.endName(c)
}

// copyTo returns a copy of a child that begins at y, broken at the ends of pages.
func (p *pager) copyTo(c *Fragment, y geom.Unit) *Fragment {
	p.floats.place(c, y)
	moved := *c
	if c.Kind != BoxFragment {
		p.recordPlaced(c, y)
		return &moved
	}
	if out := p.fragment(c, y); out != c {
		return out
	}
	return &moved
}

// float places a float, which moves to the next page when it does not fit; its offset is on the canvas.
func (p *pager) float(c *Fragment, y geom.Unit) *Fragment {
	y -= c.Box.paged.Gap
	// As in browsers, its margin is not truncated at the start of a page.
	margin := max(0, c.Margin.Top)
	i := p.at(y - margin)
	if y-margin > p.start(i) && y+p.need(c, i) > p.end(i) && c.Size.H > 0 {
		p.lacks(i, y+p.need(c, i))
		if c.Box.paged.Hold && y-margin < p.end(i) {
			p.floats.held[i] = y - margin
		}
		y = p.avoidNotes(p.start(i+1), margin+p.need(c, i)) + margin
	}
	moved := p.copyTo(c, y)
	moved.Offset.Y = y
	if cut := c.Box.paged.Cut; cut > 0 && moved.Size.H == c.Size.H {
		p.floats.held[p.at(y)] = y - margin + cut // the lines below make no room for it
	}
	p.floats.lower(c, y+moved.Size.H)
	if p.floats.height != nil && moved.Size.H != c.Size.H {
		p.floats.height[c] = moved.Size.H
	}
	return moved
}

// before returns the position of child i, which would begin at y, after placed, which begins on page here or later and
// ends at bottom.
func (p *pager) before(parent *Fragment, i int, placed *Fragment, bottom, y geom.Unit, here int, name string) geom.Unit {
	children := parent.Children
	c := children[i]
	if placed == nil {
		if page := p.at(y); p.clearance(parent, c) > 0 && y > p.start(page) && y+p.chain(children, i, page) > p.end(page) {
			p.lacks(page, y+p.chain(children, i, page))
			return p.start(page + 1)
		}
		return y
	}
	y = p.floats.clear(c, y)
	here = max(here, p.at(max(bottom-1, 0)))
	kind := p.forcedBetween(placed, c)
	chain := func(page int) geom.Unit {
		need := p.chain(children, i, page)
		if need >= c.Size.H && need+p.tail <= p.room(page) {
			need += p.tail
		}
		return need
	}
	if next := p.startName(c); kind != style.BreakAuto || next != name {
		top := collapsedTop(c)
		return p.avoidNotes(p.advance(here, kind, next)+top, p.need(c, here))
	}
	there := p.at(y)
	if there > here && y > p.start(there) && bottom <= p.start(there) {
		p.lacks(here, y+chain(here))
		// The margin before an unforced break is dropped.
		to := p.avoidNotes(p.start(here+1), chain(there))
		if low := p.floats.clear(c, to); low > to && low+chain(there) <= p.end(p.at(low)) {
			return low
		}
		return to
	}
	if y <= p.start(there) {
		return p.avoidNotes(max(y, p.start(there)), chain(there))
	}
	if need := chain(there); y+need > p.end(there) {
		p.lacks(there, y+need)
		return p.avoidNotes(p.start(there+1), need)
	}
	return y
}

// isItem reports whether a fragment is laid out beside others: the edges at its end may be divided from its content, unless
// all of it is needed on one page, see [pager.need] and [pager.endsInEdges].
func isItem(f *Fragment) bool {
	if f.Box == nil {
		return false
	}
	parent := f.Box.Parent
	return f.Box.Kind == TableCellBox || parent != nil && (parent.Kind == FlexBox || parent.Kind == GridBox)
}

// lastFlowing returns the index of the last child in the flow, -1 if there is none.
func lastFlowing(f *Fragment) int {
	for i := len(f.Children) - 1; i >= 0; i-- {
		if inFlow(f.Children[i]) {
			return i
		}
	}
	return -1
}

// trailing returns the height of a box's edges and, on pages, its last child's margin if the box ends with that child: as in
// browsers, they are on the page of its end. A box that is higher than its content continues on the next page instead;
// cloned edges are in foot.
func (p *pager) trailing(f *Fragment) geom.Unit {
	last := lastFlowing(f)
	if last < 0 || f.Box == nil || f.Box.Style.BoxDecoClone {
		return 0
	}
	c := f.Children[last]
	edges := f.Padding.Bottom + f.Border.Bottom
	if c.Kind == BoxFragment && (!p.columnar || edges > 0) {
		edges += max(0, c.Margin.Bottom)
	}
	if rest := f.Size.H - c.Offset.Y - c.Size.H; rest > 0 && rest <= edges {
		return rest
	}
	return 0
}

// collapsedTop returns a block's top margin, collapsed with those of first children that adjoin it.
func collapsedTop(c *Fragment) geom.Unit {
	v := c.Margin.Top
	for c = firstInFlow(c); c != nil && c.Kind == BoxFragment && c.Offset.Y == 0; c = firstInFlow(c) {
		v = max(v, c.Margin.Top)
	}
	return max(0, v)
}

// inherited returns the page type of a box whose own page property is auto.
func (p *pager) inherited(c *Fragment) string {
	if c.Box == nil || c.Box.Parent == nil {
		return ""
	}
	for b := c.Box.Parent; b != nil; b = b.Parent {
		if b.Style.Page != "" {
			return b.Style.Page
		}
	}
	return ""
}

// startName and endName return the page types of a fragment's first and last content; columns have none.
func (p *pager) startName(c *Fragment) string {
	if p.columnar {
		return ""
	}
	return startName(c, p.inherited(c))
}

func (p *pager) endName(c *Fragment) string {
	if p.columnar {
		return ""
	}
	return endName(c, p.inherited(c))
}

// startName returns the page type of a fragment's first content.
func startName(f *Fragment, name string) string {
	for f != nil && f.Box != nil {
		if f.Kind == BoxFragment && f.Box.Style.Page != "" {
			name = f.Box.Style.Page
		}
		f = firstInFlow(f)
	}
	return name
}

// endName returns the page type of a fragment's last content.
func endName(f *Fragment, name string) string {
	for f != nil && f.Box != nil {
		if f.Kind == BoxFragment && f.Box.Style.Page != "" {
			name = f.Box.Style.Page
		}
		f = lastInFlow(f)
	}
	return name
}

func firstInFlow(f *Fragment) *Fragment {
	if f.Box == nil || f.Box.Kind != BlockBox {
		return nil
	}
	for _, c := range f.Children {
		if inFlow(c) {
			return c
		}
	}
	return nil
}

func lastInFlow(f *Fragment) *Fragment {
	if f.Box == nil || f.Box.Kind != BlockBox {
		return nil
	}
	for i := len(f.Children) - 1; i >= 0; i-- {
		if inFlow(f.Children[i]) {
			return f.Children[i]
		}
	}
	return nil
}

// forcedBetween returns the forced break between two siblings: their own, or those of their first and last children
// (CSS Fragmentation 3 §3.1).
func (p *pager) forcedBetween(placed, c *Fragment) style.Break {
	kind := style.BreakAuto
	for f := placed; f != nil && f.Box != nil && f.Kind == BoxFragment; f = lastInFlow(f) {
		if k := f.Box.Style.BreakAfter; p.forcesBreak(k) {
			kind = k
		}
	}
	for f := c; f != nil && f.Box != nil && f.Kind == BoxFragment; f = firstInFlow(f) {
		if k := f.Box.Style.BreakBefore; p.forcesBreak(k) && (kind == style.BreakAuto || kind == style.BreakPage || kind == style.BreakAlways) {
			kind = k
		}
	}
	return kind
}

func (p *pager) forcesBreak(k style.Break) bool {
	return p.columnar && k == style.BreakColumn || k == style.BreakPage || k == style.BreakAlways || k == style.BreakLeft || k == style.BreakRight
}

// avoidedBetween reports whether a break between two siblings is to be avoided.
func (p *pager) avoidedBetween(placed, c *Fragment) bool {
	for f := placed; f != nil && f.Box != nil && f.Kind == BoxFragment; f = lastInFlow(f) {
		if p.avoids(f.Box.Style.BreakAfter) {
			return true
		}
	}
	for f := c; f != nil && f.Box != nil && f.Kind == BoxFragment; f = firstInFlow(f) {
		if p.avoids(f.Box.Style.BreakBefore) {
			return true
		}
	}
	return false
}

// avoids reports whether a value of the break properties asks for no break.
func (p *pager) avoids(k style.Break) bool {
	return k == style.BreakAvoid || p.columnar && k == style.BreakAvoidColumn
}

// relativeY returns the vertical offset of a relatively positioned fragment.
func relativeY(c *Fragment) geom.Unit {
	if c.Kind != BoxFragment || c.Box == nil || c.Box.Style.Position != style.PositionRelative {
		return 0
	}
	return insetOffset(c.Box, geom.Size{H: Indefinite}).Y
}

// lineCounter determines which lines of a block move to the next page.
type lineCounter struct {
	lines           []*Fragment
	i               int // the line to place
	orphans, widows int
	breakAt         int       // the first line of the next page
	tail            geom.Unit // the edges below the last line
	margin          geom.Unit // the block's own margin among them
	gap             geom.Unit // the space above the first line that floats have made
}

func newLineCounter(f *Fragment) *lineCounter {
	n := &lineCounter{breakAt: -1, orphans: 1, widows: 1}
	for _, c := range f.Children {
		if c.Kind == LineFragment {
			n.lines = append(n.lines, c)
		}
	}
	if f.Box != nil {
		n.orphans, n.widows = max(f.Box.Style.Orphans, 1), max(f.Box.Style.Widows, 1)
	}
	return n
}

// place returns the position of the next line, which would begin at y.
func (n *lineCounter) place(p *pager, c *Fragment, y geom.Unit) geom.Unit {
	i := n.i
	n.i++
	page := p.at(y)
	if n.breakAt < i {
		// Look ahead to the line that does not fit on this page.
		n.breakAt = len(n.lines)
		var notes []*footnote
		for k := i; k < len(n.lines); k++ {
			top := y + n.lines[k].Offset.Y - c.Offset.Y
			bottom := top + n.lines[k].Size.H
			called := p.notesOf(n.lines[k])
			need := p.notesUpTo(notes, called, page)
			notes = append(notes, called...)
			if k == len(n.lines)-1 && (!p.columnar || bottom <= p.end(page)) {
				if need += n.tail; p.columnar && bottom == p.end(page) {
					need -= n.margin // truncated at the end of a column
				}
			}
			if bottom+need <= p.end(page) {
				continue
			}
			if k == 0 && p.columnar && top-n.lines[0].Offset.Y <= p.start(page) && n.gap == 0 {
				p.lacks(page, bottom+need)
				continue // no column ends between the edges of a block and its first line
			}
			if k == i && top <= p.start(page) && (p.notesAt(page) == 0 || bottom <= p.end(page) || p.full()) {
				continue // higher than a page, with its footnotes
			}
			p.lacks(page, bottom+need)
			n.breakAt = k
			if len(n.lines)-k < n.widows {
				// As in browsers, orphans come first where a paragraph is too short for both.
				if fewer := max(len(n.lines)-n.widows, n.orphans); i == 0 && fewer < k {
					n.breakAt = fewer
				} else if fewer := len(n.lines) - n.widows; i > 0 && fewer > i && (!p.columnar || fewer >= i+n.orphans) {
					n.breakAt = fewer
				}
			}
			break
		}
	}
	if i == n.breakAt {
		n.breakAt = -1
		n.i = i
		if y > p.start(page) || p.notesAt(page) > 0 {
			y = p.start(page + 1)
		}
		return n.place(p, c, y)
	}
	return max(y, p.start(page))
}
