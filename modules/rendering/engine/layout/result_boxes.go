package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ElementBox is an element's border box in canvas coordinates, after layout and before transforms; for an inline
// element, the union of its fragments.
type ElementBox struct {
	Node dom.NodeID
	Rect geom.Rect
}

// ElementBoxes returns the border box of every element that has one, in document
// order. Positions are not snapped to pixels. Elements with display: none or
// contents have none.
func (r *Result) ElementBoxes() []ElementBox {
	boxes := map[dom.NodeID]geom.Rect{}
	collectBoxes(r.Root, geom.Point{}, boxes)
	list := make([]ElementBox, 0, len(boxes))
	for n, rect := range boxes {
		list = append(list, ElementBox{n, rect})
	}
	slices.SortFunc(list, func(a, b ElementBox) int { return int(a.Node) - int(b.Node) })
	return list
}

func collectBoxes(f *Fragment, origin geom.Point, boxes map[dom.NodeID]geom.Rect) {
	if f.repeated {
		return
	}
	at := origin.Add(f.Offset)
	if f.Box != nil && (f.Kind == BoxFragment || f.Kind == InlineFragment) {
		rect := geom.RectAt(at, f.Size)
		if f.Kind == InlineFragment && f.Box.bare {
			rect = bareRect(f, at, rect)
		}
		if p := f.Box.Parent; p == nil || !p.wrapper || f.Box.Kind != TableBox {
			addBox(boxes, f.Box, rect) // the element's box is the wrapper around table and captions
		}
	}
	in := f.Border.Add(f.Padding)
	for _, c := range f.Children {
		if b := c.Box; b != nil && b.splitParent != nil && c.Kind == BoxFragment {
			// A line containing a block that split inline boxes is one of their rectangles.
			line := geom.Rect{X: at.X + in.Left, Y: at.Y + c.Offset.Y - c.lowered, W: max(0, f.Size.W-in.Horizontal()), H: c.Size.H + c.lowered}
			for p := b.splitParent; p != nil && p.Kind == InlineBox; p = p.Parent {
				if p.Style.Position == style.PositionRelative {
					line.X += insetOffset(p, geom.Size{W: line.W, H: Indefinite}).X
				}
			}
			for p := b.splitParent; p != nil && p.Kind == InlineBox; p = p.Parent {
				addBox(boxes, p, line)
			}
		}
		collectBoxes(c, at, boxes)
	}
}

// bareRect returns the union of the rectangles inside a bare inline box.
func bareRect(f *Fragment, at geom.Point, own geom.Rect) geom.Rect {
	var r geom.Rect
	found := false
	for _, c := range f.Children {
		rect := geom.RectAt(at.Add(c.Offset), c.Size)
		switch {
		case c.Box != nil && (c.Box.IsOutOfFlow() || c.Box.IsFloat()):
			continue
		case c.Kind == InlineFragment && c.Box.bare:
			if len(c.Children) == 0 {
				continue
			}
			rect = bareRect(c, at.Add(c.Offset), rect)
		}
		if !found {
			r, found = rect, true
		} else {
			r = unionAll(r, rect)
		}
	}
	if !found {
		return own
	}
	return r
}

func addBox(boxes map[dom.NodeID]geom.Rect, b *Box, rect geom.Rect) {
	if b.Node == dom.None || b.Pseudo != NoPseudo {
		return
	}
	if have, ok := boxes[b.Node]; ok {
		rect = unionAll(have, rect)
	}
	boxes[b.Node] = rect
}

// unionAll returns the smallest rectangle that contains both; empty ones are ignored as by getBoundingClientRect,
// unless all are empty, where the last one is returned.
func unionAll(a, b geom.Rect) geom.Rect {
	if a.W == 0 || a.H == 0 {
		return b
	}
	if b.W == 0 || b.H == 0 {
		return a
	}
	return a.Union(b)
}
