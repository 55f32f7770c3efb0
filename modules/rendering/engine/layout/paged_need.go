package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// forces reports whether a fragment contains a forced break or a page of another type.
func (p *pager) forces(f *Fragment) bool {
	if f.Kind != BoxFragment || f.Box == nil {
		return false
	}
	if v, ok := p.forced[f]; ok {
		return v
	}
	v := false
	var placed *Fragment
	for _, c := range f.Children {
		if c.Kind != BoxFragment || c.Box == nil {
			continue
		}
		if p.forces(c) {
			v = true
			break
		}
		if !inFlow(c) {
			continue
		}
		if placed != nil && (p.forcedBetween(placed, c) != style.BreakAuto || p.startName(c) != p.endName(placed)) {
			v = true
			break
		}
		placed = c
	}
	p.forced[f] = v
	return v
}

// withNotes returns a height including footnotes: all of them if a page has room for that, else the minimum.
func (p *pager) withNotes(h geom.Unit, notes []*footnote, page int) geom.Unit {
	room := p.room(page)
	if v := h + p.notesHeight(notes, page); v <= room {
		return v
	}
	return h + min(p.notesLeast(notes, page), max(0, room-h))
}

// hasLines reports whether a block's own content is lines.
func hasLines(f *Fragment) bool {
	return slices.ContainsFunc(f.Children, func(c *Fragment) bool { return c.Kind == LineFragment })
}

// chain returns the height that child i of a block container requires on a page for its unbreakable start, including
// the siblings that must not be separated from it.
func (p *pager) chain(children []*Fragment, i int, page int) geom.Unit {
	c := children[i]
	own := p.need(c, page)
	if p.columnar && own < c.Size.H {
		return own
	}
	for k := i; ; {
		next := k + 1
		for next < len(children) && !inFlow(children[next]) {
			next++
		}
		if next >= len(children) || children[next].Kind == LineFragment || !p.avoidedBetween(children[k], children[next]) {
			return own
		}
		together := children[next].Offset.Y - c.Offset.Y + p.need(children[next], page)
		if together > p.room(page) {
			return own
		}
		own = max(own, together)
		k = next
	}
}

// need returns the height from the top of a fragment that must be on one page.
func (p *pager) need(f *Fragment, page int) geom.Unit {
	if v, ok := p.needs[f]; ok {
		return v
	}
	v := p.leastHeight(f, page)
	p.needs[f] = v
	return v
}

func (p *pager) leastHeight(f *Fragment, page int) geom.Unit {
	room := p.room(page)
	notes := p.notesOf(f)
	if !p.breakable(f) {
		return p.withNotes(f.Size.H, notes, page)
	}
	blocked := false
	for _, n := range notes {
		blocked = blocked || n.policy == style.NoteBlock && hasLines(f)
	}
	if blocked && f.Size.H <= room || p.avoids(f.Box.Style.BreakInside) && (f.Size.H <= room || p.columnar) {
		return p.withNotes(f.Size.H, notes, page)
	}
	switch f.Box.Kind {
	case TableRowBox:
		v := geom.Unit(0)
		for _, c := range p.group(f.Children, 0) {
			v = max(v, p.need(c, page)-p.lowered(c))
		}
		return v
	case FlexBox, GridBox:
		children := flowOrder(f)
		if len(children) == 0 {
			return min(f.Size.H, geom.One)
		}
		g := p.group(children, 0)
		return g[0].Offset.Y + p.rowChain(children, g, page)
	case TableBox, TableSectionBox:
		return p.tableNeed(f, page)
	}
	if lines := newLineCounter(f); len(lines.lines) > 0 {
		n := len(lines.lines)
		last := lines.lines[min(lines.orphans, n)-1]
		v := last.Offset.Y + last.Size.H - p.clearance(f, lines.lines[0])
		if n <= lines.orphans && (n == 1 || !p.columnar) {
			v += p.trailing(f) // in columns, orphans are less important, as in browsers
		}
		notes = nil
		for _, l := range lines.lines {
			if l == last {
				break
			}
			notes = append(notes, p.notesOf(l)...)
		}
		least := p.notesUpTo(notes, p.notesOf(last), page)
		if v+least > room {
			v = lines.lines[0].Offset.Y + lines.lines[0].Size.H
			least = p.notesLeast(p.notesOf(lines.lines[0]), page)
		}
		return v + min(least, max(0, room-v))
	}
	for i, c := range f.Children {
		if inFlow(c) {
			need := p.chain(f.Children, i, page)
			if i == lastFlowing(f) && need >= c.Size.H && !(p.columnar && severalLines(c)) {
				need += p.trailing(f)
			}
			return c.Offset.Y - p.clearance(f, c) + need
		}
	}
	edges := f.Border.Add(f.Padding)
	if p.columnar && f.Size.H <= edges.Vertical() {
		return f.Size.H
	}
	return min(f.Size.H, edges.Top+geom.One)
}

// clearance returns the space above the first content c of a block that floats have moved it down by: a column may end
// there.
func (p *pager) clearance(f, c *Fragment) geom.Unit {
	if !p.columnar || f.Box == nil || f.Box.Kind != BlockBox {
		return 0
	}
	top := f.Border.Top + f.Padding.Top
	if c.Kind == BoxFragment {
		top += collapsedTop(c)
	}
	for _, o := range f.Children {
		if !inFlow(o) && o.Kind == BoxFragment && o.Box.IsFloat() {
			return max(0, c.Offset.Y-relativeY(c)-top)
		}
	}
	return 0
}

// tableNeed returns the required height of a table or a row group: its first row, with the header.
func (p *pager) tableNeed(f *Fragment, page int) geom.Unit {
	children := flowOrder(f)
	for i, c := range children {
		if c.Size.H == 0 && len(c.Children) == 0 {
			continue
		}
		if f.Box.Kind == TableBox && isHeader(c) && i+1 < len(children) {
			next := children[i+1]
			if together := next.Offset.Y + p.need(next, page); together <= p.room(page) {
				return together
			}
		}
		return c.Offset.Y + p.need(c, page)
	}
	return min(f.Size.H, geom.One)
}

// groupNeed returns the required height of fragments side by side, from the top of the highest.
func (p *pager) groupNeed(g []*Fragment, page int) geom.Unit {
	v := geom.Unit(0)
	for _, c := range g {
		v = max(v, c.Offset.Y-g[0].Offset.Y+p.need(c, page))
	}
	return v
}
