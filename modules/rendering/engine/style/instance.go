package style

import (
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// instances computes the styles of the copies that svg use elements make. It is safe for concurrent use.
type instances struct {
	mu sync.Mutex
	c  *computer
	// matches holds the rules of the elements copied so far.
	matches map[copied][]match
}

// copied identifies an element in a copy of top.
type copied struct{ id, top dom.NodeID }

// keepForInstances lets the tree compute the styles of copies, in a document that has use elements.
func (c *computer) keepForInstances() {
	if !hasUse(c.doc) {
		return
	}
	c.tree.instances = &instances{c: c, matches: map[copied][]match{}}
	c.shared, c.opts.Stop = nil, nil
	c.m.budget = max(c.m.budget, matchBudget/2)
	own := *c.tree // the warnings of copies are those of the originals
	c.tree = &own
}

// hasUse reports whether a document has SVG use elements.
func hasUse(doc *dom.Document) bool {
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Namespace == dom.SVG && n.Tag == "use" {
			return true
		}
	}
	return false
}

// Instance returns the style of an element in a copy of top that inherits from parent: selectors see no elements around
// top, as in browsers (SVG 2 §5.6.3). It is nil in a document without use elements.
func (t *Tree) Instance(id, top dom.NodeID, parent *Computed) *Computed {
	if t.instances == nil {
		return nil
	}
	t.instances.mu.Lock()
	defer t.instances.mu.Unlock()
	c := t.instances.c
	c.vars, c.at = varCache{}, id
	key := copied{id, top}
	matches, ok := t.instances.matches[key]
	if !ok {
		c.m.top = top
		matches = slices.Clone(c.collect(id, css.PseudoNone))
		c.m.top = dom.None
		t.instances.matches[key] = matches
	}
	n := c.doc.Node(id)
	lang := parent.Lang
	if v, ok := langOf(n); ok {
		lang = v
	}
	return c.build(n, parent, matches, byte(n.Namespace), lang)
}
