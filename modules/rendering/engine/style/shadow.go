package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// lightPlace is the position of an element child of a shadow host in its own tree; in the arena it is below its slot.
type lightPlace struct{ host, prev, next dom.NodeID }

func lightPlaces(doc *dom.Document) map[dom.NodeID]lightPlace {
	out := map[dom.NodeID]lightPlace{}
	for i := range doc.Shadows {
		sh := &doc.Shadows[i]
		for k, id := range sh.Light {
			p := lightPlace{sh.Host, dom.None, dom.None}
			if k > 0 {
				p.prev = sh.Light[k-1]
			}
			if k+1 < len(sh.Light) {
				p.next = sh.Light[k+1]
			}
			out[id] = p
		}
	}
	return out
}

// depth returns the number of shadow trees around a tree.
func (m *matcher) depth(tree int32) int32 {
	n := int32(0)
	for tree > 0 {
		tree = m.doc.Nodes[m.doc.Shadows[tree-1].Host].Tree
		n++
	}
	return n
}

// host returns the host of a tree, dom.None for that of the document.
func (m *matcher) host(tree int32) dom.NodeID {
	if tree <= 0 {
		return dom.None
	}
	return m.doc.Shadows[tree-1].Host
}

// reaches reports whether a selector can match elements outside the tree of its sheet.
func reaches(sel *css.Selector) bool {
	c := &sel.Compounds[0]
	return c.Host || c.Combinator == css.SlotOf || c.Combinator == css.HostOf
}

// matchesForeign matches an element of another tree than the sheet's: the host, for compounds with :host, slotted elements,
// and parts.
func (m *matcher) matchesForeign(c *css.Compound, id, anchor dom.NodeID) bool {
	n := &m.doc.Nodes[id]
	switch {
	case c.Combinator == css.SlotOf, c.Combinator == css.HostOf:
		was := m.tree
		m.tree = n.Tree
		defer func() { m.tree = was }()
		return m.features(c, n, id, anchor)
	case c.Host && id == m.host(m.tree):
		// The host is featureless in its own shadow tree (CSS Scoping 1 §3.2.1).
		return c.ID == "" && len(c.Classes) == 0 && c.Tag == "" && m.features(c, n, id, anchor)
	}
	return false
}

// isHost matches :host, :host() and :host-context().
func (m *matcher) isHost(s *css.Simple, id dom.NodeID) bool {
	if m.tree <= 0 || id != m.host(m.tree) {
		return false
	}
	if s.Sel == nil {
		return true
	}
	was := m.tree
	defer func() { m.tree = was }()
	for p := id; p != dom.None; p = m.doc.Nodes[p].Parent {
		m.tree = m.doc.Nodes[p].Tree
		if m.any(s.Sel, p) {
			return true
		}
		if s.Kind == css.Host {
			return false
		}
	}
	return false
}

// throughShadow continues from a slotted element at its slot, or from a part at the host, and matches the compounds to
// the left there.
func (m *matcher) throughShadow(sel *css.Selector, i int, id, anchor dom.NodeID) bool {
	if sel.Compounds[i].Combinator == css.SlotOf {
		for id := id; ; {
			// A slot can itself be assigned to the slot of an inner tree.
			p := m.doc.Nodes[id].Parent
			if p == dom.None || m.doc.Nodes[p].Tag != "slot" || m.doc.Nodes[p].Tree == m.doc.Nodes[id].Tree {
				return false
			}
			if m.doc.Nodes[p].Tree == m.tree {
				return m.from(sel, i+1, p, anchor)
			}
			id = p
		}
	}
	v, _ := m.doc.Nodes[id].Attr("part")
	names := strings.Fields(v)
	for tree := m.doc.Nodes[id].Tree; tree > 0 && len(names) > 0; {
		h := m.host(tree)
		if tree = m.doc.Nodes[h].Tree; tree == m.tree {
			for _, want := range sel.Compounds[i].Names {
				if !slices.Contains(names, want) {
					return false
				}
			}
			return m.from(sel, i+1, h, anchor)
		}
		names = exported(&m.doc.Nodes[h], names)
	}
	return false
}

// exported returns the names under which parts are exposed outside a host's own tree, by its exportparts attribute.
func exported(host *dom.Node, names []string) []string {
	v, _ := host.Attr("exportparts")
	var out []string
	for _, item := range strings.Split(v, ",") {
		inner, outer, renamed := strings.Cut(strings.TrimSpace(item), ":")
		inner, outer = strings.TrimSpace(inner), strings.TrimSpace(outer)
		if !renamed {
			outer = inner
		}
		if slices.Contains(names, inner) && outer != "" {
			out = append(out, outer)
		}
	}
	return out
}

// children returns the element children of an element in its own tree: neither those of its shadow tree nor slotted
// elements.
func (m *matcher) children(id dom.NodeID) []dom.NodeID {
	for i := range m.doc.Shadows {
		if m.doc.Shadows[i].Host == id {
			return m.doc.Shadows[i].Light
		}
	}
	var out []dom.NodeID
	for c := m.doc.Nodes[id].FirstChild; c != dom.None; c = m.doc.Nodes[c].Next {
		if n := &m.doc.Nodes[c]; n.Type == dom.Element && n.Tree == m.doc.Nodes[id].Tree {
			out = append(out, c)
		}
	}
	return out
}

func (m *matcher) hasLight(id dom.NodeID) bool { return len(m.children(id)) > 0 }

// hasBelowLight is hasBelow for a document with shadow trees.
func (m *matcher) hasBelowLight(sel *css.Selector, top, anchor dom.NodeID) bool {
	for _, c := range m.children(top) {
		if m.budget--; m.budget < 0 {
			return false
		}
		if m.from(sel, 0, c, anchor) || m.hasBelowLight(sel, c, anchor) {
			return true
		}
	}
	return false
}

// undrawn is a selector of a pseudo-element that browsers draw inside a control, or of parts.
type undrawn struct {
	sel  *css.Selector
	tree int32
	at   string
}

// warnUndrawn warns about styles for the inner parts of controls in the document, and about ::part() in documents
// without shadow trees.
func (c *computer) warnUndrawn() {
	for i := range c.author.undrawn {
		u := &c.author.undrawn[i]
		if u.sel.Pseudo != css.PseudoOther {
			if len(c.doc.Shadows) == 0 {
				c.warn("unsupported_selector", u.at, "::part() matches nothing: the document has no shadow tree")
			}
			continue
		}
		for j := range c.doc.Nodes {
			n, id := &c.doc.Nodes[j], dom.NodeID(j)
			if n.Type != dom.Element || c.tree.Styles[j] == nil || c.tree.Styles[j].Display == DisplayNone || !hasInside(n, u.sel.Name) {
				continue
			}
			if c.m.tree = u.tree; c.m.matches(u.sel, id) {
				c.warn("unsupported_selector", u.at, "::"+u.sel.Name+" of <"+n.Tag+"> is not styled; the rule was ignored")
				break
			}
		}
	}
}

// hasInside reports whether browsers render a pseudo-element in an element.
func hasInside(n *dom.Node, name string) bool {
	kind, _ := n.Attr("type")
	kind = strings.ToLower(kind)
	_, list := n.Attr("list")
	switch name {
	case "-webkit-details-marker":
		return false // Chromium uses ::marker instead
	case "checkmark":
		return n.Tag == "option" || n.Tag == "input" && (kind == "checkbox" || kind == "radio")
	case "picker-icon":
		return n.Tag == "select"
	case "scroll-marker", "scroll-marker-group", "scroll-button", "column":
		return true
	case "-webkit-calendar-picker-indicator":
		return n.Tag == "input" && (list || slices.Contains([]string{"date", "time", "month", "week", "datetime-local"}, kind))
	case "-webkit-search-cancel-button", "-webkit-search-decoration", "-webkit-search-results-button", "-webkit-search-results-decoration":
		return false // the button appears while the field is hovered
	case "-webkit-inner-spin-button", "-webkit-outer-spin-button", "-webkit-clear-button":
		return false
	}
	switch {
	case strings.HasPrefix(name, "-webkit-color-swatch"):
		return n.Tag == "input" && kind == "color"
	case strings.HasPrefix(name, "-webkit-datetime-edit"), strings.HasPrefix(name, "-webkit-date"):
		return n.Tag == "input"
	}
	return false
}
