package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// PageKind describes a page for the rules that choose its size (CSS Paged Media 3 §4).
type PageKind struct {
	// Name is the page type: the page property of the content that begins on it.
	Name string
	// Index counts from 0; Named is the number of directly preceding pages of the same name.
	Index, Named int
	// Left is set for a left page, Blank for one left empty by a forced break.
	Left, Blank bool
}

// Page is a page of a paginated document.
type Page struct {
	PageKind
	// Top is the start of the page's area in the paginated document, Height the height of the area, and Notes the part
	// of it at its end that footnotes occupy, including the edges of their area.
	Top, Height, Notes geom.Unit
}

func (p *Page) bottom() geom.Unit { return p.Top + p.Height }

// pager moves the fragments of a document so that pages, which are adjacent in the document, break between and inside
// them by CSS Fragmentation 3. Modified fragments are copied.
type pager struct {
	height func(PageKind) geom.Unit
	pages  []Page
	rtl    bool
	max    int
	name   string // the type of the pages to be added
	// head and foot are the space for repeated table headers and footers and cloned edges on every page.
	head, foot geom.Unit
	// tail is the height of the edges of enclosing boxes that end with the current content: they stay on its page.
	tail geom.Unit
	// spans is set in a table cell that spans rows: its height is that of its rows.
	spans  bool
	needs  map[*Fragment]geom.Unit
	forced map[*Fragment]bool
	broken map[*Fragment]*brokenFragment
	// forcedLast is the last page that begins with a forced break.
	forcedLast int
	notes      pagedNotes
	clones     []cloned
	floats     pagedFloats
	// columnar is set for columns, which are divided like pages; counted is the number of those whose shortage counts,
	// and short the smallest additional height with which one of them would include more content.
	columnar bool
	counted  int
	violated bool // a column begins where that was to be avoided
	retries  int  // how often a column began earlier, see [blockBreaker.earlier]
	reached  int  // the last column that content was moved to
	short    geom.Unit
}

// move records that the content of a fragment from a height on moved down.
type move struct{ from, by geom.Unit }

func newPager(height func(PageKind) geom.Unit, limit int) *pager {
	return &pager{height: height, max: limit, needs: map[*Fragment]geom.Unit{}, forced: map[*Fragment]bool{}, broken: map[*Fragment]*brokenFragment{}}
}

// Paginate breaks the document into pages of the given heights; it creates at most limit+1 pages. It modifies the
// result's fragments: a page begins at its Top on the canvas. area returns the footnote area of a page.
func (r *Result) Paginate(height func(PageKind) geom.Unit, area func(PageKind) NoteArea, limit int) []Page {
	p := newPager(height, limit+1)
	root := r.Root
	if root.Box != nil {
		p.rtl = root.Box.Style.Direction == style.RTL
		p.name = startName(root, "")
	}
	p.page(0)
	p.beginNotes(r.notes, area)
	if r.hasFloats {
		p.floats = pagedFloats{placed: map[*Fragment]geom.Unit{}, height: map[*Fragment]geom.Unit{}, forced: map[int]bool{}, held: map[int]geom.Unit{}}
	}
	var fixed []*Fragment
	if root.Box != nil {
		var flow []*Fragment
		for _, c := range root.Children {
			if c.Box != nil && c.Box.Style.Position == style.PositionFixed {
				fixed = append(fixed, c)
				continue
			}
			flow = append(flow, c)
		}
		own := *root
		own.Children = flow
		r.Root = p.fragment(&own, own.Offset.Y)
	}
	b := &paginator{}
	b.walk(r.Root, geom.Point{}, 1<<30)
	total := max(b.bottom, geom.One)
	p.finishNotes(p.at(total - 1))
	n := min(max(p.at(total-1), p.forcedLast, p.lastNotes())+1, p.max)
	p.pages = p.pages[:min(n, len(p.pages))]
	if r.hasFloats && len(p.pages) > 1 && !p.full() {
		r.Floats = p.floatFixes(root)
	}
	p.adoptNotes(r)
	p.finishClones()
	if len(fixed) > 0 {
		own := *r.Root
		own.Children = slices.Clone(own.Children)
		for i := range p.pages {
			for _, c := range fixed {
				copied := *c
				copied.Offset.Y += p.pages[i].Top
				copied.repeated = i > 0
				own.Children = append(own.Children, &copied)
			}
		}
		r.Root = &own
	}
	return p.pages
}

// page returns the page of an index; missing pages up to it are added.
func (p *pager) page(i int) *Page {
	for len(p.pages) <= i {
		p.add(false)
	}
	return &p.pages[i]
}

func (p *pager) add(blank bool) {
	n := len(p.pages)
	k := PageKind{Name: p.name, Index: n, Left: n%2 == 1 != p.rtl, Blank: blank}
	top := geom.Unit(0)
	if n > 0 {
		if before := &p.pages[n-1]; before.Name == k.Name {
			k.Named = before.Named + 1
		}
		top = p.pages[n-1].bottom()
	}
	p.pages = append(p.pages, Page{PageKind: k, Top: top, Height: max(geom.One, p.height(k))})
}

// at returns the index of the page that contains a vertical offset.
func (p *pager) at(y geom.Unit) int {
	if y < 0 {
		return 0
	}
	for p.pages[len(p.pages)-1].bottom() <= y && len(p.pages) < p.max {
		p.add(false)
	}
	i, _ := slices.BinarySearchFunc(p.pages, y, func(g Page, y geom.Unit) int {
		if g.bottom() <= y {
			return -1
		}
		return 1
	})
	return min(i, len(p.pages)-1)
}

// start and end return where the content of a page begins and ends at the current nesting.
func (p *pager) start(i int) geom.Unit { return p.page(i).Top + p.head }
func (p *pager) end(i int) geom.Unit {
	end := p.page(i).bottom() - p.foot - p.notesAt(i)
	if held, ok := p.floats.held[i]; ok {
		return min(end, held)
	}
	return end
}

// room returns the height for content of page i at the current nesting.
func (p *pager) room(i int) geom.Unit { return max(geom.One, p.page(i).Height-p.head-p.foot) }

// full reports whether the limit of pages is reached.
func (p *pager) full() bool { return len(p.pages) >= p.max }

// advance returns the start of the page after the one of index i, on the side required by a break and of a type; a
// forced break leaves a page blank if necessary.
func (p *pager) advance(i int, kind style.Break, name string) geom.Unit {
	if i+1 < len(p.pages) {
		// Floats or positioned boxes have already reached these pages; the flow determines their types.
		p.pages = p.pages[:i+1]
	}
	p.name = name
	if kind == style.BreakLeft || kind == style.BreakRight {
		if left := (i+1)%2 == 1 != p.rtl; left != (kind == style.BreakLeft) {
			p.add(true)
			i++
		}
	}
	p.forcedLast = max(p.forcedLast, i+1)
	if p.floats.forced != nil {
		p.floats.forced[i+1] = true
	}
	return p.start(i + 1)
}

// fragment returns f moved so that its border box begins at y, broken at the ends of pages.
func (p *pager) fragment(f *Fragment, y geom.Unit) *Fragment {
	if p.full() {
		return f
	}
	i := p.at(y)
	if !p.forces(f) && !(f.Box != nil && f.Box.holds) && y+max(p.reach(f), f.Size.H+p.tail)+p.notesHeight(p.notesOf(f), i) <= p.end(i) || !p.breakable(f) {
		p.recordPlaced(f, y)
		return f
	}
	own := *f
	own.Children = nil
	defer p.clone(&own, y)()
	defer func(tail geom.Unit) { p.tail = tail }(p.tail)
	switch {
	case len(f.strips) > 0:
		p.tail = 0
		p.columns(&own, f, y)
	case f.Box.Kind == TableBox && !f.Box.wrapper:
		p.tail = 0
		p.table(&own, f, y)
	case f.Box.Kind == FlexBox || f.Box.Kind == GridBox || f.Box.Kind == TableRowBox || f.Box.Kind == TableSectionBox:
		p.rows(&own, f, y)
	default:
		p.flow(&own, f, y)
		p.lengthened(&own, f, y)
	}
	own.Overflow = scrollableOverflow(&own)
	return &own
}

// reach returns the extent of content below the top of a fragment.
func (p *pager) reach(f *Fragment) geom.Unit {
	if clipsOnPages(f.Box) {
		return f.Size.H
	}
	return max(f.Size.H, f.Overflow.MaxY())
}

// clipsOnPages reports whether a box clips its content. The overflow of the root is that of the viewport, which the pages
// replace.
func clipsOnPages(b *Box) bool { return b.Parent != nil && clips(b.Style) }

// breakable reports whether a page break may be inside a fragment.
func (p *pager) breakable(f *Fragment) bool {
	if f.Kind != BoxFragment || f.Box == nil || f.Box.Replaced != nil || f.Turned {
		return false
	}
	switch f.Box.Kind {
	case BlockBox, FlexBox, GridBox, TableBox, TableSectionBox, TableRowBox, TableCellBox, TableCaptionBox:
	default:
		return false
	}
	if f.Box.multicol && len(f.strips) == 0 || f.Box.Style.LineClamp > 0 {
		return false
	}
	// Clipped content does not continue on the next page.
	return !clipsOnPages(f.Box) || f.contentHeight <= f.Size.H && !p.columnar
}

// inFlow reports whether a child is in its parent's flow.
func inFlow(c *Fragment) bool {
	return c.Box == nil || c.Kind == LineFragment || c.Kind == BoxFragment && c.Box.InFlow()
}

// finishHeight sets the height of a fragment whose content moved. grown is the increase of its content's height.
func finishHeight(own *Fragment, grown geom.Unit) {
	if grown == 0 {
		return
	}
	if s := own.Box.Style; s.Height.IsAuto() || own.Box.Kind == TableBox || own.Box.Kind == TableCellBox || own.Box.Kind == TableRowBox || own.Box.Kind == TableSectionBox {
		own.Size.H = max(0, own.Size.H+grown)
	}
}

// outOfFlow moves a positioned child of a fragment: one with a static position moves with the content around it.
func (p *pager) outOfFlow(in *brokenFragment, c *Fragment, y geom.Unit) *Fragment {
	moved := *c
	moved.Offset.Y += p.positionedShift(in, c)
	p.notes.positioned++
	out := p.fragment(&moved, y+moved.Offset.Y)
	p.notes.positioned--
	if out == &moved {
		return out
	}
	out.Offset = moved.Offset
	return out
}
