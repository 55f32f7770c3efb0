package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

func isHeader(c *Fragment) bool {
	return c.Box != nil && c.Box.Kind == TableSectionBox && c.Box.Style.Display == style.DisplayTableHeaderGroup
}

func isFooter(c *Fragment) bool {
	return c.Box != nil && c.Box.Kind == TableSectionBox && c.Box.Style.Display == style.DisplayTableFooterGroup
}

// repeats reports whether a header or footer is small enough to be repeated on every page: as in browsers, at most a
// quarter of one. In columns they are not repeated.
func (p *pager) repeats(c *Fragment, page int) bool {
	return !p.columnar && c.Size.H > 0 && c.Size.H <= p.room(page)/4 && !p.forces(c)
}

// table breaks a table between its rows. A header and a footer are repeated on every page with rows.
func (p *pager) table(own, f *Fragment, y geom.Unit) {
	head, foot := p.head, p.foot
	defer func() { p.head, p.foot = head, foot }()
	copies := map[*Fragment]*Fragment{}
	children := flowOrder(f)
	var header, footer *Fragment
	page := p.at(y)
	if n := len(children); n > 1 {
		if isHeader(children[0]) && p.repeats(children[0], page) {
			header = children[0]
		}
		if isFooter(children[n-1]) && p.repeats(children[n-1], page) {
			footer = children[n-1]
		}
	}
	var headHeight, footHeight geom.Unit
	if header != nil {
		headHeight = children[1].Offset.Y - header.Offset.Y
	}
	if footer != nil {
		before := children[len(children)-2]
		footHeight = footer.Offset.Y + footer.Size.H - before.Offset.Y - before.Size.H
	}
	var shift geom.Unit
	var moves []move
	var placed *Fragment
	var bottom geom.Unit
	first := -1 // the page of the first row after the header
	for i, c := range children {
		p.head, p.foot = head, foot
		body := c != header && c != footer
		if body {
			p.head, p.foot = head+headHeight, foot+footHeight
		}
		at := y + c.Offset.Y + shift
		to := at
		switch {
		case i == 0 || c == footer:
		case placed == header && body:
			to = at
		default:
			to = p.beforeRow(children[i:], []*Fragment{c}, placed, bottom, at)
		}
		if c == footer && to+c.Size.H > p.end(p.at(to)) && bottom > p.start(p.at(to)) {
			to = p.start(p.at(to) + 1)
		}
		if body && first < 0 {
			first = p.at(to)
		}
		d := p.copyTo(c, to)
		d.Offset.Y = to - y
		copies[c] = d
		grown := d.Size.H - c.Size.H
		if to != at {
			moves = append(moves, move{c.Offset.Y, to - at})
		}
		if grown != 0 {
			moves = append(moves, move{c.Offset.Y + 1, grown})
		}
		shift += to - at + grown
		placed, bottom = c, to+d.Size.H
	}
	p.head, p.foot = head, foot
	p.adopt(own, f, y, copies, shift, moves)
	if end := p.end(p.at(max(bottom-1, 0))); p.columnar && own.Border.Bottom+own.Padding.Bottom == 0 && bottom <= end {
		own.Size.H = min(own.Size.H, end-y) // the spacing below the last row has no column of its own
	}
	if f.Collapsed != nil {
		own.Collapsed = movedBorders(f, own, copies)
		p.head, p.foot = head+headHeight, foot+footHeight
		p.interrupt(own.Collapsed, y)
		p.head, p.foot = head, foot
	}
	p.repeat(own, f, y, header, footer, first, p.at(max(bottom-1, 0)))
}

// interrupt divides the vertical borders of a table at y between pages, where something is repeated there.
func (p *pager) interrupt(b *CollapsedBorders, y geom.Unit) {
	if p.columnar || p.head+p.foot == 0 {
		return
	}
	for k := 0; k < len(b.Edges); k++ {
		e := &b.Edges[k]
		if e.Side != style.Left && e.Side != style.Right {
			continue
		}
		i := p.at(y + e.Rect.Y)
		if p.full() || y+e.Rect.MaxY() <= p.start(i+1) {
			continue
		}
		rest := *e
		if e.Rect.H = p.end(i) - y - e.Rect.Y; e.Rect.H < 0 {
			e.Rect.H = 0
		}
		rest.Rect.Y, rest.Rect.H = p.start(i+1)-y, rest.Rect.MaxY()-(p.start(i+1)-y)
		b.Edges = append(b.Edges, rest)
	}
}

// repeat places copies of the header and the footer of a table on the pages from first to last that lack them.
func (p *pager) repeat(own, f *Fragment, y geom.Unit, header, footer *Fragment, first, last int) {
	if first < 0 || first >= last {
		return
	}
	for page := first; page <= last; page++ {
		if header != nil && page > first {
			c := *header
			c.Offset.Y, c.repeated = p.start(page)-y, true
			own.Children = append([]*Fragment{&c}, own.Children...) // it precedes the rows in reading order
			repeatBorders(own, f, header, c.Offset.Y)
		}
		if footer != nil && page < last {
			c := *footer
			c.Offset.Y, c.repeated = p.rowsEnd(own, y, page, footer.Size.H)-y, true
			own.Children = append(own.Children, &c)
			repeatBorders(own, f, footer, c.Offset.Y)
		}
	}
}

// repeatBorders copies the collapsed borders of a table's row group to a copy of the group.
func repeatBorders(own, f, group *Fragment, y geom.Unit) {
	if f.Collapsed == nil {
		return
	}
	for _, e := range f.Collapsed.Edges {
		// Half of a border is outside the group.
		if e.Rect.Y+e.Rect.H >= group.Offset.Y && e.Rect.Y <= group.Offset.Y+group.Size.H && e.Rect.Y+e.Rect.H/2 >= group.Offset.Y-e.Rect.W && e.Rect.MaxY()-e.Rect.H/2 <= group.Offset.Y+group.Size.H {
			e.Rect.Y += y - group.Offset.Y
			own.Collapsed.Edges = append(own.Collapsed.Edges, e)
		}
	}
}

// rowsEnd returns the end of the last row of a table on a page, above a footer of a height.
func (p *pager) rowsEnd(own *Fragment, y geom.Unit, page int, footer geom.Unit) geom.Unit {
	end := p.start(page)
	limit := p.end(page)
	for _, s := range own.Children {
		if s.Box == nil || s.Box.Kind != TableSectionBox || s.repeated {
			continue
		}
		for _, r := range s.Children {
			top := y + s.Offset.Y + r.Offset.Y
			switch bottom := top + r.Size.H; {
			case bottom <= limit:
				end = max(end, bottom)
			case top < limit: // the row continues on the next page
				return limit - footer
			}
		}
	}
	return end
}

// movedBorders returns the collapsed borders of a table whose rows moved: a border between two rows that are now
// separated is drawn at both.
func movedBorders(f, own *Fragment, copies map[*Fragment]*Fragment) *CollapsedBorders {
	type row struct{ top, bottom, newTop, newBottom geom.Unit }
	var rows []row
	for _, s := range flowOrder(f) {
		d := copies[s]
		for k, r := range s.Children {
			if d == nil || r.Box == nil || r.Box.Kind != TableRowBox || k >= len(d.Children) {
				continue
			}
			m := d.Children[k]
			rows = append(rows, row{s.Offset.Y + r.Offset.Y, s.Offset.Y + r.Offset.Y + r.Size.H, d.Offset.Y + m.Offset.Y, d.Offset.Y + m.Offset.Y + m.Size.H})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return int(a.top) - int(b.top) })
	above := func(y geom.Unit) (geom.Unit, bool) { // the end of the row that ended at y
		for i := len(rows) - 1; i >= 0; i-- {
			if rows[i].top < y {
				return y - rows[i].bottom + rows[i].newBottom, true
			}
		}
		return y, false
	}
	below := func(y geom.Unit) (geom.Unit, bool) { // the start of the row that began at y
		for i := range rows {
			if rows[i].bottom > y {
				return y - rows[i].top + rows[i].newTop, true
			}
		}
		return y, false
	}
	out := &CollapsedBorders{}
	for _, e := range f.Collapsed.Edges {
		if e.Side == style.Left || e.Side == style.Right {
			top, ok := below(e.Rect.Y + e.Rect.W)
			if ok {
				top -= e.Rect.W
			}
			bottom, _ := above(e.Rect.Y + e.Rect.H - e.Rect.W)
			bottom += e.Rect.W
			if bottom > top {
				e.Rect.Y, e.Rect.H = top, bottom-top
			}
			out.Edges = append(out.Edges, e)
			continue
		}
		middle := e.Rect.Y + e.Rect.H/2
		a, okA := above(middle)
		b, okB := below(middle)
		if !okA {
			a = b
		}
		if !okB {
			b = a
		}
		upper := e
		upper.Rect.Y += a - middle
		out.Edges = append(out.Edges, upper)
		if b-a > e.Rect.H+geom.One {
			// Rows more than a pixel apart are separated by a page break.
			upper.Rect.Y = a - e.Rect.H
			out.Edges[len(out.Edges)-1] = upper
			e.Rect.Y = b
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}
