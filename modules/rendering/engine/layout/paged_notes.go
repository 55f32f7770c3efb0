package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// NoteArea describes the area of a page's footnotes: its margin, border and padding, and its maximum height including
// them.
type NoteArea struct {
	Edges geom.Edges
	Max   geom.Unit
}

// pagedNotes holds the footnotes of a paginated document. A footnote is on the page of its call as far as it fits below
// the content of that page, and continues, before those of the next pages, on the following pages.
type pagedNotes struct {
	list  []*footnote
	of    map[dom.NodeID]*footnote
	area  func(PageKind) NoteArea
	pages []notedPage
	// called maps fragments to the footnotes called in them.
	called map[*Fragment][]*footnote
	// positioned is greater than 0 while out-of-flow content is placed, which footnotes do not avoid.
	positioned int
}

// notedPage holds the footnotes of a page, and the extent of its other content.
type notedPage struct {
	pieces []notePiece
	height geom.Unit // of the area, 0 without footnotes
	lowest geom.Unit
}

// notePiece is the part of a footnote between two heights of its strip.
type notePiece struct {
	note *footnote
	span
	first, last bool
}

func (p *pager) beginNotes(list []*footnote, area func(PageKind) NoteArea) {
	p.notes = pagedNotes{list: list, of: map[dom.NodeID]*footnote{}, area: area, called: map[*Fragment][]*footnote{}}
	for _, n := range list {
		n.taken, n.page = false, -1
		p.notes.of[n.node] = n
	}
}

// noted returns the footnotes of a page.
func (p *pager) noted(i int) *notedPage {
	for len(p.notes.pages) <= i {
		p.notes.pages = append(p.notes.pages, notedPage{})
	}
	return &p.notes.pages[i]
}

// notesAt returns the height of a page's footnotes.
func (p *pager) notesAt(i int) geom.Unit {
	if i >= len(p.notes.pages) {
		return 0
	}
	return p.notes.pages[i].height
}

// notesOf returns the footnotes called in a fragment, in order.
func (p *pager) notesOf(f *Fragment) []*footnote {
	if len(p.notes.list) == 0 {
		return nil
	}
	if f.Kind == InlineFragment && f.Box != nil && f.Box.Pseudo == FootnoteCallPseudo {
		if n := p.notes.of[f.Box.Node]; n != nil {
			return []*footnote{n}
		}
	}
	if len(f.Children) == 0 || f.repeated {
		return nil
	}
	if list, ok := p.notes.called[f]; ok {
		return list
	}
	var list []*footnote
	for _, c := range f.Children {
		for _, n := range p.notesOf(c) {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	p.notes.called[f] = list
	return list
}

// notesHeight returns the additional height of footnotes on a page; notesLeast is that with the last one continued on
// another page.
func (p *pager) notesHeight(list []*footnote, i int) geom.Unit { return p.heightOf(list, i, false) }
func (p *pager) notesLeast(list []*footnote, i int) geom.Unit  { return p.heightOf(list, i, true) }

// notesUpTo returns the minimum additional height of the footnotes called before a line and in it: the last of the
// line's own may continue on another page, those before it may not.
func (p *pager) notesUpTo(before, called []*footnote, i int) geom.Unit {
	if len(called) == 0 {
		return p.notesHeight(before, i)
	}
	return p.notesLeast(slices.Concat(before, called), i)
}

func (p *pager) heightOf(list []*footnote, i int, least bool) (h geom.Unit) {
	var last *footnote
	for _, n := range list {
		if !n.taken {
			h += n.full
			last = n
		}
	}
	if last == nil {
		return 0
	}
	if least {
		h += last.least - last.full
	}
	if p.notesAt(i) == 0 {
		h += p.notes.area(p.page(i).PageKind).Edges.Vertical()
	}
	return h
}

// recordPlaced records that a fragment is at y, and places its footnotes on that page.
func (p *pager) recordPlaced(f *Fragment, y geom.Unit) {
	if len(p.notes.list) == 0 {
		return
	}
	if p.notes.positioned == 0 && f.Size.H > 0 && !f.Hidden {
		bottom := y + f.Size.H
		for i := p.at(y); i <= p.at(bottom-1); i++ {
			g := p.noted(i)
			g.lowest = max(g.lowest, min(bottom, p.page(i).bottom()))
		}
	}
	for _, n := range p.notesOf(f) {
		p.placeNote(n, p.at(y))
	}
}

// noteRoom returns the remaining height for footnotes on a page.
func (p *pager) noteRoom(i int) geom.Unit {
	page, g := p.page(i), p.noted(i)
	a := p.notes.area(page.PageKind)
	used := g.height
	if used == 0 {
		used = a.Edges.Vertical()
	}
	return min(page.bottom()-p.foot-max(g.lowest, page.Top+p.head), a.Max) - used
}

// placeNote places a footnote on a page, and the part that does not fit on the following ones.
func (p *pager) placeNote(n *footnote, i int) {
	if n.taken {
		return
	}
	n.taken, n.page = true, i
	for from := geom.Unit(0); ; i++ {
		g, room, last := p.noted(i), p.noteRoom(i), i+1 >= p.max
		fresh := g.height == 0 && g.lowest <= p.page(i).Top+p.head
		if !last && !fresh && (room <= 0 || from == 0 && room < n.least) {
			continue
		}
		list := n.breaker.stretchesFrom(from, max(room, geom.One), 2)
		piece := notePiece{note: n, span: list[0], first: from == 0, last: last || len(list) == 1}
		if piece.last {
			piece.bottom = max(piece.bottom, n.full)
		}
		h := piece.bottom - piece.top
		if h > room && !last && !fresh {
			continue
		}
		if g.height == 0 {
			g.height = p.notes.area(p.page(i).PageKind).Edges.Vertical()
		}
		g.pieces = append(g.pieces, piece)
		g.height += h
		if piece.last {
			return
		}
		from = list[1].top
	}
}

// avoidNotes returns y, or the start of the first page whose footnotes leave the height that content at y needs.
func (p *pager) avoidNotes(y, need geom.Unit) geom.Unit {
	for i := p.at(y); p.notesAt(i) > 0 && y+need > p.end(i) && !p.full(); i++ {
		y = p.start(i + 1)
	}
	return y
}

// finishNotes places the footnotes whose calls are on no page, such as those of fixed boxes, on the last page.
func (p *pager) finishNotes(last int) {
	for _, n := range p.notes.list {
		p.placeNote(n, max(last, p.lastNotes()))
	}
}

// lastNotes returns the last page with footnotes.
func (p *pager) lastNotes() int {
	for i := len(p.notes.pages) - 1; i > 0; i-- {
		if p.notes.pages[i].height > 0 {
			return i
		}
	}
	return 0
}

// adoptNotes makes the footnotes children of the root, at the ends of their pages.
func (p *pager) adoptNotes(r *Result) {
	if len(p.notes.list) == 0 {
		return
	}
	own := *r.Root
	own.Children = slices.Clone(own.Children)
	for i := range p.pages {
		page := &p.pages[i]
		g := p.noted(i)
		page.Notes = g.height
		edges := p.notes.area(page.PageKind).Edges
		at := geom.Point{X: edges.Left, Y: page.bottom() - g.height + edges.Top}.Sub(own.Offset)
		for _, piece := range g.pieces {
			from, to := piece.top, piece.bottom
			if piece.first {
				from = -geom.MaxUnit
			}
			if piece.last {
				to = geom.MaxUnit
			}
			for _, c := range new(slicer).children(piece.note.frag, from, to, columnEnd{to, to}) {
				c.Offset = c.Offset.Add(at).Add(geom.Point{Y: -piece.top})
				own.Children = append(own.Children, c)
			}
			at.Y += piece.bottom - piece.top
		}
	}
	r.Root = &own
}

// NotePages returns the 0-based pages of the footnote calls, in document order.
func (r *Result) NotePages() (nodes []dom.NodeID, pages []int) {
	for _, n := range r.notes {
		nodes, pages = append(nodes, n.node), append(pages, n.page)
	}
	return nodes, pages
}
