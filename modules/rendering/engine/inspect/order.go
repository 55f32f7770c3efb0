package inspect

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/paint"
)

// paintedPart is a painted part of an element or of a generated box.
type paintedPart struct {
	owner owner
	part  paint.Part
}

// Order records the painting order.
type Order struct {
	doc   *dom.Document
	parts []paintedPart
}

// NewOrder returns an empty painting order for a document.
func NewOrder(doc *dom.Document) *Order { return &Order{doc: doc} }

// Visit records a part; it is [paint.Input]'s Visit.
func (o *Order) Visit(b *layout.Box, part paint.Part) {
	p := paintedPart{owner{b.Node, b.Pseudo}, part}
	if part == paint.Letters {
		p.owner.node, p.owner.pseudo = b.TextOwner(o.doc)
	}
	if n := len(o.parts); p.owner.node != dom.None && (n == 0 || o.parts[n-1] != p) {
		o.parts = append(o.parts, p)
	}
}

// before returns the indexes of the elements painted before the first glyphs of an element, in painting order; the
// element itself is included if it paints a background.
func (v *View) before(i int) []int {
	var out []int
	seen := map[int]bool{}
	text := v.ownerOf(i)
	for _, p := range v.order {
		if p.part == paint.Letters {
			if p.owner == text {
				break
			}
			continue
		}
		if j, ok := v.byOwner[p.owner]; ok && !seen[j] {
			seen[j] = true
			out = append(out, j)
		}
	}
	return out
}

var pseudoKinds = map[string]layout.PseudoKind{"": layout.NoPseudo, "before": layout.BeforePseudo, "after": layout.AfterPseudo, "marker": layout.MarkerPseudo}

func (v *View) ownerOf(i int) owner {
	return owner{v.Elements[i].node, pseudoKinds[v.Elements[i].Pseudo]}
}
