package svg

import (
	"maps"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// warnVariables warns when a use element changes custom properties that the referenced element uses: styles are computed
// once, where the element is in the document.
func (p *painter) warnVariables(n *dom.Node, ref dom.NodeID, there, here *style.Computed) {
	if there == nil || here == nil || len(there.Vars) == 0 && len(here.Vars) == 0 {
		return
	}
	if p.variables == nil {
		p.variables = map[dom.NodeID][]string{}
	}
	names, known := p.variables[ref]
	if !known {
		names = p.variablesOf(ref)
		p.variables[ref] = names
	}
	for _, name := range names {
		a, hasA := there.Vars[name]
		if b, hasB := here.Vars[name]; a != b || hasA != hasB {
			p.warn("unsupported_value", n, "<use> does not pass the custom property "+name+" to the element it refers to")
		}
	}
}

// variablesOf returns the names of the custom properties in the attributes of an element and its descendants, and in the
// style sheets of an image, in order.
func (p *painter) variablesOf(root dom.NodeID) []string {
	found := map[string]bool{}
	var visit func(id dom.NodeID)
	visit = func(id dom.NodeID) {
		n := p.node(id)
		for _, a := range n.Attrs {
			collectVariables(a.Value, found)
		}
		for c := n.FirstChild; c != dom.None; c = p.node(c).Next {
			visit(c)
		}
	}
	visit(root)
	if p.file {
		for _, s := range p.tree.Doc.Sheets {
			collectVariables(s.Text, found)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// collectVariables adds the names of the var() functions of a text.
func collectVariables(text string, found map[string]bool) {
	for {
		_, rest, ok := strings.Cut(text, "var(")
		if !ok {
			return
		}
		text = rest
		name := strings.TrimLeft(rest, " \t\r\n\f")
		if end := strings.IndexAny(name, ",) \t\r\n\f"); end > 2 && strings.HasPrefix(name, "--") {
			found[name[:end]] = true
		}
	}
}
