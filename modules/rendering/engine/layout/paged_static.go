package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// brokenFragment is a fragment and its copy that is broken at the ends of pages.
type brokenFragment struct {
	from, to *Fragment
	moves    []move
	// children holds the children by their boxes, originals and copies.
	children map[*Box][2]*Fragment
}

// child returns the original and the copy of the fragment of a child box.
func (b *brokenFragment) child(box *Box) (from, to *Fragment) {
	if b.children == nil {
		b.children = make(map[*Box][2]*Fragment, len(b.from.Children))
		for side, f := range [2]*Fragment{b.from, b.to} {
			for _, c := range f.Children {
				if c.Kind != BoxFragment || c.Box == nil {
					continue
				}
				if pair := b.children[c.Box]; pair[side] == nil {
					pair[side] = c
					b.children[c.Box] = pair
				}
			}
		}
	}
	pair := b.children[box]
	return pair[0], pair[1]
}

// record keeps how the children of f moved in own, for positioned boxes whose containing block is further out.
func (p *pager) record(own, f *Fragment, moves []move) *brokenFragment {
	b := &brokenFragment{from: f, to: own, moves: moves}
	p.broken[f] = b
	return b
}

// positionedShift returns how far a positioned child of a fragment moves: a box with an anchor follows it, and one with a
// static position the content around it.
func (p *pager) positionedShift(in *brokenFragment, c *Fragment) geom.Unit {
	inset := &c.Box.Style.Inset
	if a := c.follows; a != nil {
		anchor := &Fragment{Box: a.box, Offset: a.rect.Min(), Size: a.rect.Size()}
		if a.outer == nil {
			return p.staticShift(in, anchor)
		}
		for _, o := range in.from.Children { // which is before c in tree order, so that this ends
			if o.Box == a.outer && o != c {
				return p.positionedShift(in, o)
			}
		}
	}
	switch {
	case inset[style.Top].IsDefinite():
		return 0
	case inset[style.Bottom].IsDefinite():
		return in.to.Size.H - in.from.Size.H
	}
	return p.staticShift(in, c)
}

// staticShift returns how far the static position of c, a child of a fragment by its containing block, moved with the content
// around it: that of the boxes between the two in the document.
func (p *pager) staticShift(in *brokenFragment, c *Fragment) geom.Unit {
	var path []*Box
	for b := c.Box.Parent; b != nil && b != in.from.Box; b = b.Parent {
		path = append(path, b)
	}
	// The box's margin separates it from its static position.
	y := c.Offset.Y - c.Margin.Top
	shift := geom.Unit(0)
	for i := len(path) - 1; i >= 0; i-- {
		from, to := in.child(path[i])
		if from == nil || to == nil {
			continue // an inline box: its content is in the lines
		}
		shift += to.Offset.Y - from.Offset.Y
		y -= from.Offset.Y
		next := p.broken[from]
		if next == nil {
			return shift
		}
		in = next
	}
	for _, m := range in.moves {
		if y >= m.from {
			shift += m.by
		}
	}
	return shift
}
