package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// With box-decoration-break: clone an inline box has its margins, border and padding
// on every line it is broken over (CSS Fragmentation 3 §5.4).

// clonedEdges returns the widths at the start and the end of a line of the open inline boxes that repeat their edges.
func (br *breaker) clonedEdges(at cursor) (start, end geom.Unit) {
	if !br.ic.hasClone || at.item >= len(br.ic.items) {
		return 0, 0
	}
	it := &br.ic.items[at.item]
	p := it.box
	if it.kind != itemClose && it.kind != itemControl {
		p = p.Parent
	}
	for ; p != nil && p.Kind == InlineBox; p = p.Parent {
		if p.Style.BoxDecoClone {
			e := br.l.edges(p, br.percent.W)
			start, end = start+startEdge(p, e), end+endEdge(p, e)
		}
	}
	return start, end
}

// continued marks a box as continued from the previous line.
func (s *boxState) continued() {
	if s.box.Style.BoxDecoClone {
		s.opens = true
	}
}

// continues marks a box as continued on the next line.
func (s *boxState) continues() {
	if s.box.Style.BoxDecoClone {
		s.closes = true
	}
}
