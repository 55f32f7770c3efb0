package layout

import (
	"iter"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// try lays out the box with its own style, and with its fallbacks in order as long as it does not fit (CSS Anchor
// Positioning 1 §5).
func (p *anchorPlacement) try() {
	b := p.o.Box
	table := innerTable(b)
	laidOut, tableStyle := b.Style, table.Style
	own := p.l.physicalStyle(b)
	children, pending := len(p.f.Children), len(p.f.pending)
	undo := func() { p.f.Children, p.f.pending = p.f.Children[:children], p.f.pending[:pending] }
	var used anchoredStyle
	fits, tried := false, 0
	for r := range p.options(own) {
		if tried++; tried > 1 {
			undo()
		}
		used = r
		if fits = p.place(&used); fits || p.l.err != nil {
			break
		}
	}
	if !fits && p.l.err == nil && tried > 1 {
		undo()
		used = p.resolve(own)
		p.place(&used)
	}
	p.hide(&used, fits)
	b.Style, table.Style = laidOut, tableStyle
}

// options yields the box's own style and its fallbacks in the order in which they are tried.
func (p *anchorPlacement) options(own *style.Computed) iter.Seq[anchoredStyle] {
	list := own.Anchoring.Options
	resolve := func(i int) anchoredStyle {
		if i == 0 {
			return p.resolve(own)
		}
		return p.resolve(list[i-1].Style(own, p.container))
	}
	if own.Anchoring.Order == style.TryInOrder || len(list) == 0 {
		return func(yield func(anchoredStyle) bool) {
			for i := 0; i <= len(list) && yield(resolve(i)); i++ {
			}
		}
	}
	options := make([]anchoredStyle, len(list)+1)
	for i := range options {
		options[i] = resolve(i)
	}
	p.sort(options, own.Anchoring.Order)
	return slices.Values(options)
}

// innerTable returns the table that a box wraps, whose sizes are those of the element, or the box itself.
func innerTable(b *Box) *Box {
	for _, c := range b.Children {
		if c.Kind == TableBox && b.wrapper {
			return innerTable(c)
		}
	}
	return b
}

// setStyle sets the style of a box for one layout. The results of layouts with the same sizes and margins are kept:
// otherwise nested boxes with fallbacks would take a time exponential in their depth.
func (l *layouter) setStyle(b *Box, s *style.Computed) {
	b.Style = s
	sizes := anchoredSizes{s.Margin, [6]style.Length{s.Width, s.Height, s.MinWidth, s.MinHeight, s.MaxWidth, s.MaxHeight}}
	if l.anchors.sized == nil {
		l.anchors.sized = map[*Box]anchoredSizes{}
	}
	if l.anchors.sized[b] != sizes {
		l.anchors.sized[b] = sizes
		b.cache.sizes, b.cache.fragments = nil, nil
	}
}

// anchoredSizes holds the properties with anchor functions on which the layout of a box in a given space depends.
type anchoredSizes struct {
	margin [4]style.Length
	sizes  [6]style.Length
}

// sort puts the options into descending order of the available size.
func (p *anchorPlacement) sort(options []anchoredStyle, order style.TryOrder) {
	width := order == style.TryMostWidth || (order == style.TryMostInlineSize) == (p.container.WritingMode == style.HorizontalTB) && order != style.TryMostHeight
	size := func(o *anchoredStyle) geom.Unit {
		if width {
			return max(0, o.available.W)
		}
		return max(0, o.available.H)
	}
	slices.SortStableFunc(options, func(a, b anchoredStyle) int { return int(size(&b)) - int(size(&a)) })
}

// place lays out the box with one option and reports whether it fits its inset-modified containing block.
func (p *anchorPlacement) place(r *anchoredStyle) bool {
	b := p.o.Box
	p.l.setStyle(b, p.l.styleInSpace(b, r.style))
	if table := innerTable(b); table != b {
		s, sizes := *table.Style, b.Style
		s.Width, s.Height, s.MinWidth, s.MinHeight, s.MaxWidth, s.MaxHeight = sizes.Width, sizes.Height, sizes.MinWidth, sizes.MinHeight, sizes.MaxWidth, sizes.MaxHeight
		p.l.setStyle(table, &s)
	}
	bounds := p.padding
	if r.areaSet {
		bounds = p.space.local(p.bounds)
	}
	from, waiting := len(p.f.Children), len(p.f.pending)
	p.l.layoutInArea(p.f, p.o, p.space.local(r.region), bounds)
	if len(p.f.Children) == from {
		return true // after an error
	}
	c := p.f.Children[from]
	c.follows = r.follows
	margin := p.space.edges(c.Margin)
	box := p.space.physical(geom.RectAt(c.Offset, c.Size))
	for axis, center := range r.centers {
		if center == nil {
			continue
		}
		box = box.Move(p.centered(center, box, margin, r, axis == 1))
		to := p.space.local(box).Min()
		by := to.Sub(c.Offset)
		c.Offset = to
		for i := waiting; i < len(p.f.pending); i++ {
			p.f.pending[i].Static = p.f.pending[i].Static.Add(by)
		}
	}
	in := r.available // negative margins may leave nothing of the margin box
	return box.X-margin.Left >= in.X && box.MaxX()+margin.Right <= in.MaxX() && box.Y-margin.Top >= in.Y && box.MaxY()+margin.Bottom <= in.MaxY()
}

// centered returns the movement of a box whose margin box is aligned to the centre of its anchor: inside the inset-modified
// containing block if the box fits it, else inside the containing block. A safe alignment only keeps the start side inside.
func (p *anchorPlacement) centered(c *anchorCenter, box geom.Rect, margin geom.Edges, r *anchoredStyle, vertical bool) geom.Point {
	at, size, lo, hi, from, to := box.X-margin.Left, box.W+margin.Horizontal(), r.available.X, r.available.MaxX(), p.bounds.X, p.bounds.MaxX()
	if vertical {
		at, size, lo, hi, from, to = box.Y-margin.Top, box.H+margin.Vertical(), r.available.Y, r.available.MaxY(), p.bounds.Y, p.bounds.MaxY()
	}
	want := c.at - size/2
	switch reversed := p.startsAtEnd(vertical); {
	case c.unsafe:
	case c.safe && reversed:
		want = min(want, hi-size)
	case c.safe:
		want = max(want, lo)
	case size <= hi-lo:
		want = max(lo, min(want, hi-size))
	default:
		lo, hi = min(lo, from), max(hi, to)
		if reversed {
			want = max(min(want, hi-size), min(lo, hi-size))
		} else {
			want = max(lo, min(want, hi-size))
		}
	}
	if vertical {
		return geom.Point{Y: want - at}
	}
	return geom.Point{X: want - at}
}

// hide applies position-visibility to the placed box.
func (p *anchorPlacement) hide(r *anchoredStyle, fits bool) {
	a := r.style.Anchoring
	if len(p.f.Children) == 0 || a == nil {
		return
	}
	c := p.f.Children[len(p.f.Children)-1]
	if c.Box == nil || !isSameBox(c.Box, p.o.Box) {
		return
	}
	hides := a.HidesOverflow && !fits
	if !hides && a.Target != "" && !a.ShowsClipped {
		target := p.anchors.find(a.Target, p.o.Box)
		hides = target != nil && !target.visible
	}
	key := element{c.Box.Node, c.Box.Pseudo}
	delete(p.l.anchors.unshown, key)
	if !hides {
		return
	}
	c.Hidden = true
	if p.l.anchors.unshown == nil {
		p.l.anchors.unshown = map[element]bool{}
	}
	p.l.anchors.unshown[key] = true
}

// isUnshown reports whether a box is inside one that position-visibility hides, although its containing block is outside.
func (s *anchorState) isUnshown(b *Box) bool {
	for p := b.Parent; p != nil && len(s.unshown) > 0; p = p.Parent {
		if p.Node != dom.None && s.unshown[element{p.Node, p.Pseudo}] {
			return true
		}
	}
	return false
}
