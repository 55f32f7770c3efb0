package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// PageBreaks holds the breaks inside a box, from its border box's top.
type PageBreaks struct {
	List []PageBreak
	// Sliced is set when the pieces do not repeat the edges of the box: other things are between them, such as the repeated
	// header of a table.
	Sliced bool
}

// PageBreak is a break: a piece of a box ends at End and the next one begins at Next.
type PageBreak struct{ End, Next geom.Unit }

// cloned is a broken box that has pieces: it repeats its edges on every page, or something is between the pieces.
type cloned struct {
	frag       *Fragment
	y          geom.Unit
	head, foot geom.Unit // of the boxes around it
}

// clone reserves the border and the padding of a box with box-decoration-break: clone on every page that it is broken
// over (CSS Fragmentation 3 §5.4), until the function that it returns is called.
func (p *pager) clone(own *Fragment, y geom.Unit) (done func()) {
	if !own.Box.Style.BoxDecoClone {
		p.slice(own, y)
		return func() {}
	}
	e := own.Border.Add(own.Padding)
	if p.columnar || own.Collapsed != nil || own.Box.Parent == nil || own.Box.Kind == TableSectionBox || own.Box.Kind == TableRowBox {
		return func() {}
	}
	head, foot := p.head, p.foot
	if i := p.at(y); head+e.Top+foot+e.Bottom >= p.page(i).Height/2 {
		return func() {} // the edges would occupy most of a page
	}
	p.head, p.foot = head+e.Top, foot+e.Bottom
	own.Breaks = &PageBreaks{}
	p.clones = append(p.clones, cloned{own, y, head, foot})
	return func() { p.head, p.foot = head, foot }
}

// slice divides a box into pieces if something that is repeated on every page is between them.
func (p *pager) slice(own *Fragment, y geom.Unit) {
	switch own.Box.Kind {
	case BlockBox, FlexBox, GridBox, TableCellBox:
	default:
		return
	}
	if p.columnar || p.head+p.foot == 0 {
		return
	}
	own.Breaks = &PageBreaks{Sliced: true}
	p.clones = append(p.clones, cloned{own, y, p.head, p.foot})
}

// lengthened adds to the height of a box that is higher than its content what is repeated between its pieces.
func (p *pager) lengthened(own, f *Fragment, y geom.Unit) {
	if p.columnar || p.head+p.foot == 0 || own.Size.H != f.Size.H || own.Box.Kind == TableBox || own.Box.Kind == TableSectionBox || own.Box.Kind == TableRowBox ||
		p.spans && own.Box.Kind == TableCellBox {
		return
	}
	for i := p.at(y); y+own.Size.H > p.end(i) && !p.full(); i++ {
		own.Size.H += p.start(i+1) - p.end(i)
	}
}

// finishClones sets the ends of the pieces of cloned boxes, once the footnotes of all pages are known.
func (p *pager) finishClones() {
	for _, c := range p.clones {
		p.head, p.foot = c.head, c.foot
		bottom := c.y + c.frag.Size.H
		for i := p.at(c.y); i+1 < len(p.pages) && p.start(i+1) < bottom; i++ {
			c.frag.Breaks.List = append(c.frag.Breaks.List, PageBreak{p.end(i) - c.y, p.start(i+1) - c.y})
		}
	}
	p.head, p.foot = 0, 0
}

// Pieces returns the pieces of a box that repeats its edges on every page, from top to bottom.
func (f *Fragment) Pieces() []*Fragment {
	if f.Breaks == nil || len(f.Breaks.List) == 0 {
		return nil
	}
	var out []*Fragment
	top := geom.Unit(0)
	piece := func(to geom.Unit) {
		own := *f
		own.Breaks, own.Rules = nil, nil // rules are drawn once, between all pieces
		own.Offset.Y += top
		own.Size.H = max(0, to-top)
		if f.Breaks.Sliced {
			own.OmitTop, own.OmitBottom = f.OmitTop || top > 0, f.OmitBottom || to < f.Size.H
		}
		out = append(out, &own)
	}
	for _, b := range f.Breaks.List {
		piece(b.End)
		top = b.Next
	}
	piece(f.Size.H)
	return out
}

// warnClones warns about boxes in columns whose edges should be repeated in each column.
func (t *treeBuilder) warnClones(b *Box) {
	if b.Kind == BlockBox && b.Style.BoxDecoClone && b.Node != dom.None {
		// Only these edges: the margins of other boxes may depend on layout, which has not begun.
		if e := t.l.edges(b, 0); e.Border.Add(e.Padding).Vertical() > 0 {
			t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value", Path: t.doc.Node(b.Node).Path, Message: "box-decoration-break: clone has no effect between columns; the box is sliced there"})
		}
	}
	for _, c := range b.Children {
		t.warnClones(c)
	}
}
