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
	matches map[dom.NodeID][]match
}

// keepForInstances lets the tree compute the styles of copies, in a document that has use elements.
func (c *computer) keepForInstances() {
	if !slices.ContainsFunc(c.doc.Nodes, func(n dom.Node) bool { return n.Namespace == dom.SVG && n.Tag == "use" }) {
		return
	}
	c.tree.instances = &instances{c: c, matches: map[dom.NodeID][]match{}}
	c.shared, c.opts.Stop = nil, nil
	c.m.budget = max(c.m.budget, matchBudget/2)
	own := *c.tree // the warnings of copies are those of the originals
	c.tree = &own
}

// Instance returns the style of a copy of an element that inherits from parent: the rules that apply are those of the
// element in the document, its custom properties and inherited properties those of the copy (SVG 2 §5.6.3). It is nil in
// a document without use elements.
func (t *Tree) Instance(id dom.NodeID, parent *Computed) *Computed {
	if t.instances == nil {
		return nil
	}
	t.instances.mu.Lock()
	defer t.instances.mu.Unlock()
	c := t.instances.c
	c.vars, c.at = varCache{}, id
	matches, ok := t.instances.matches[id]
	if !ok {
		matches = slices.Clone(c.collect(id, css.PseudoNone))
		t.instances.matches[id] = matches
	}
	n := c.doc.Node(id)
	lang := parent.Lang
	if v, ok := langOf(n); ok {
		lang = v
	}
	return c.build(n, parent, matches, byte(n.Namespace), lang)
}
