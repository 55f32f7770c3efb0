package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// flowOrder returns the in-flow children of a container, from top to bottom.
func flowOrder(f *Fragment) []*Fragment {
	var out []*Fragment
	for _, c := range f.Children {
		if c.Kind == BoxFragment && c.Box != nil && !c.Box.IsOutOfFlow() && c.Box.Kind != TableColumnBox {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *Fragment) int { return int(a.Offset.Y) - int(b.Offset.Y) })
	return out
}

// group returns the fragments from i on that are side by side: each overlaps one before it.
func (p *pager) group(children []*Fragment, i int) []*Fragment {
	if len(children) == 0 {
		return nil
	}
	bottom := groupBottom(children[i])
	k := i + 1
	for k < len(children) && children[k].Offset.Y < bottom {
		bottom = max(bottom, groupBottom(children[k]))
		k++
	}
	return children[i:k]
}

func groupBottom(c *Fragment) geom.Unit { return c.Offset.Y + max(c.Size.H, 1) }

// rows breaks a container whose children form rows: flex lines, grid rows, table rows and the cells of a row.
func (p *pager) rows(own, f *Fragment, y geom.Unit) {
	copies := map[*Fragment]*Fragment{}
	var shift geom.Unit
	var moves []move
	var begin []geom.Unit // former positions of the rows that begin a page
	var placed *Fragment
	var bottom geom.Unit
	children := flowOrder(f)
	p.tail = 0
	for i := 0; i < len(children); {
		g := p.group(children, i)
		at := y + g[0].Offset.Y + shift
		to := at
		if i > 0 {
			to = p.beforeRow(children[i:], g, placed, bottom, at)
			if p.at(to) > p.at(max(bottom-1, 0)) {
				begin = append(begin, g[0].Offset.Y)
			}
			p.violated = p.violated || p.columnar && p.at(to) > p.at(max(bottom-1, 0)) && p.avoidedBetween(placed, g[0]) && p.forcedBetween(placed, g[0]) == style.BreakAuto
		}
		reached := p.place(copies, f, g, y, to)
		old := geom.Unit(0)
		for _, c := range g {
			old = max(old, c.Offset.Y+c.Size.H)
		}
		grown := reached - (to + old - g[0].Offset.Y)
		for _, c := range g {
			// An item that was as high as its row stays so.
			if d := copies[c]; c.Offset.Y+c.Size.H == old && c.Size.H > 0 && stretches(c) {
				d.Size.H = reached - y - d.Offset.Y
			}
		}
		if to != at {
			moves = append(moves, move{g[0].Offset.Y, to - at})
		}
		if grown != 0 {
			moves = append(moves, move{g[0].Offset.Y + 1, grown})
		}
		shift += to - at + grown
		placed, bottom = g[len(g)-1], reached
		i += len(g)
	}
	p.adopt(own, f, y, copies, shift, moves)
	own.Rules = movedRules(f, moves, begin)
	if f.Box.Kind == TableSectionBox {
		spanRows(own, f, copies)
	}
}

// place places fragments side by side at a height and returns the end of the lowest.
func (p *pager) place(copies map[*Fragment]*Fragment, f *Fragment, g []*Fragment, y, to geom.Unit) (reached geom.Unit) {
	divided := y+f.Size.H > p.end(p.at(y))
	for _, c := range g {
		at := to + c.Offset.Y - g[0].Offset.Y
		content := c
		if divided || at+c.Size.H > p.end(p.at(at)) {
			content = p.raised(c)
		}
		spans := p.spans
		p.spans = f.Box.Kind == TableRowBox && c.Offset.Y+c.Size.H > f.Size.H
		d := p.copyTo(content, at)
		p.spans = spans
		d.Offset.Y = at - y
		copies[c] = d
		reached = max(reached, at+d.Size.H)
	}
	return reached
}

// lowered returns how far vertical-align moves the content of a table cell down in its row, 0 for other boxes.
func (p *pager) lowered(c *Fragment) geom.Unit {
	if c.Box == nil || c.Box.Kind != TableCellBox || !p.breakable(c) {
		return 0
	}
	switch c.Box.Style.VerticalAlign.Kind {
	case style.VAMiddle:
		return max(0, (c.Size.H-c.contentHeight)/2)
	case style.VABottom:
		return max(0, c.Size.H-c.contentHeight)
	}
	return 0
}

// raised returns a cell with its content at the top: a row that is divided between pages aligns its cells there, as in
// Chromium.
func (p *pager) raised(c *Fragment) *Fragment {
	dy := p.lowered(c)
	if dy == 0 {
		return c
	}
	own := *c
	cloneChildren(&own)
	shiftContent(&own, -dy)
	own.Overflow = scrollableOverflow(&own)
	return &own
}

// adopt sets the children of own to the copies of f's children in their order, and updates its height.
func (p *pager) adopt(own, f *Fragment, y geom.Unit, copies map[*Fragment]*Fragment, shift geom.Unit, moves []move) {
	finishHeight(own, shift)
	in := p.record(own, f, moves)
	var waiting []int
	for _, c := range f.Children {
		switch d := copies[c]; {
		case d != nil:
			own.Children = append(own.Children, d)
		case c.Kind == BoxFragment && c.Box != nil && c.Box.IsOutOfFlow():
			waiting = append(waiting, len(own.Children))
			own.Children = append(own.Children, c)
		default:
			moved := *c
			if c.Box != nil && c.Box.Kind == TableColumnBox && c.Size.H > 0 {
				moved.Size.H += shift
			}
			own.Children = append(own.Children, &moved)
		}
	}
	for _, i := range waiting {
		own.Children[i] = p.outOfFlow(in, own.Children[i], y)
	}
}

// stretches reports whether an item is stretched to its row.
func stretches(c *Fragment) bool {
	return c.Box.Kind == TableCellBox || c.Box.Kind == TableRowBox || c.Box.Style.Height.IsAuto() && c.Box.Replaced == nil
}

// beforeRow returns the position of a row g, the first of children, that would begin at y.
func (p *pager) beforeRow(children, g []*Fragment, placed *Fragment, bottom, y geom.Unit) geom.Unit {
	here := p.at(max(bottom-1, 0))
	for _, c := range g {
		if kind := p.forcedBetween(placed, c); kind != style.BreakAuto {
			return p.advance(here, kind, p.name)
		}
	}
	there := p.at(y)
	switch {
	case there > here && y > p.start(there) && bottom <= p.start(there):
		p.lacks(here, y+p.rowChain(children, g, here))
		return p.avoidNotes(p.start(there), p.rowChain(children, g, there))
	case y <= p.start(there):
		return p.avoidNotes(p.start(there), p.rowChain(children, g, there))
	case y+p.rowChain(children, g, there) > p.end(there) || p.endsInEdges(g[0], y, there):
		p.lacks(there, y+p.rowChain(children, g, there))
		return p.avoidNotes(p.start(there+1), p.rowChain(children, g, there))
	}
	return y
}

// rowChain returns the height that the row of fragments g at the start of children requires on a page, including the rows
// that must not be separated from it.
func (p *pager) rowChain(children, g []*Fragment, page int) geom.Unit {
	own := p.groupNeed(g, page)
	if !p.columnar || own < groupBottom(g[len(g)-1])-g[0].Offset.Y {
		return own
	}
	top := g[0].Offset.Y
	for len(g) < len(children) {
		children = children[len(g):]
		next := p.group(children, 0)
		if !p.avoidedBetween(g[len(g)-1], next[0]) {
			break
		}
		together := next[0].Offset.Y - top + p.groupNeed(next, page)
		if together > p.room(page) {
			break
		}
		own, g = max(own, together), next
	}
	return own
}

// endsInEdges reports whether a table row at y would be divided in the padding below its content: it is on one page then,
// as in browsers.
func (p *pager) endsInEdges(row *Fragment, y geom.Unit, page int) bool {
	if row.Box.Kind != TableRowBox || y+row.Size.H <= p.end(page) || row.Size.H > p.room(page) {
		return false
	}
	ends := false
	for _, c := range row.Children {
		if c.Box == nil || c.Box.Kind != TableCellBox {
			continue
		}
		bottom := y + c.Offset.Y + c.contentHeight
		if bottom-c.Padding.Bottom-c.Border.Bottom > p.end(page) {
			return false
		}
		ends = ends || bottom > p.end(page)
	}
	return ends // else it is divided below its content, in the height that it specifies
}

// spanRows sets the heights of row-spanning cells to the new heights of their rows.
func spanRows(own, f *Fragment, copies map[*Fragment]*Fragment) {
	for _, row := range f.Children {
		if row.Box == nil || row.Box.Kind != TableRowBox {
			continue
		}
		for k, cell := range row.Children {
			end := row.Offset.Y + cell.Offset.Y + cell.Size.H
			if end <= row.Offset.Y+row.Size.H {
				continue
			}
			for _, last := range f.Children {
				if last.Offset.Y+last.Size.H == end && copies[last] != nil && k < len(copies[row].Children) {
					from, to := copies[row], copies[last]
					c := *from.Children[k]
					c.Size.H = max(c.Size.H, to.Offset.Y+to.Size.H-from.Offset.Y-c.Offset.Y)
					if from.Children[k] != cell {
						from.Children[k] = &c
						continue
					}
					from.Children = slices.Clone(from.Children)
					from.Children[k] = &c
				}
			}
		}
	}
}
