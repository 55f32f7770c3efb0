package svg

import (
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
	var changed []string
	for name, value := range here.Vars {
		if before, ok := there.Vars[name]; !ok || before != value {
			changed = append(changed, name)
		}
	}
	for name := range there.Vars {
		if _, ok := here.Vars[name]; !ok {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		return
	}
	own, sheets := p.variablesOf(ref), p.variablesOf(dom.None)
	slices.Sort(changed)
	for _, name := range changed {
		if own[name] || sheets[name] {
			p.warn("unsupported_value", n, "<use> does not pass the custom property "+name+" to the element it refers to")
		}
	}
}

// variablesOf returns the names of the custom properties in the attributes of an element and its descendants, or for
// [dom.None] in the style sheets of an image.
func (p *painter) variablesOf(root dom.NodeID) map[string]bool {
	if found, ok := p.variables[root]; ok {
		return found
	}
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
	switch {
	case root != dom.None:
		visit(root)
	case p.file:
		for _, s := range p.tree.Doc.Sheets {
			collectVariables(s.Text, found)
		}
	}
	if p.variables == nil {
		p.variables = map[dom.NodeID]map[string]bool{}
	}
	p.variables[root] = found
	return found
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
