package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// matcher matches selectors against the elements of one document.
type matcher struct {
	doc *dom.Document
	// index is each element's 1-based position among its sibling elements, count their number, by node. Filled lazily.
	index, count []int32
	// blooms holds Bloom filters of the features of an element's ancestors, by node.
	blooms []bloom
	budget int
	// top is the element without parent and siblings, the copy of one that use refers to; dom.None for the document.
	top   dom.NodeID
	scope dom.NodeID // the root of the current scope, dom.None outside
	tree  int32      // the tree whose rules are being matched
	light map[dom.NodeID]lightPlace
	fold  bool // ids and classes are case-insensitive, as in quirks mode
}

// name returns an id or class in the case for comparison.
func (m *matcher) name(s string) string {
	if m.fold {
		return css.Lower(s)
	}
	return s
}

// bloom is a Bloom filter of hashed tags, ids and classes.
type bloom [2]uint64

func (b *bloom) add(h uint32) {
	b[h>>6&1] |= 1 << (h & 63)
	h >>= 8
	b[h>>6&1] |= 1 << (h & 63)
}

func (b *bloom) has(h uint32) bool {
	if b[h>>6&1]&(1<<(h&63)) == 0 {
		return false
	}
	h >>= 8
	return b[h>>6&1]&(1<<(h&63)) != 0
}

func hash(kind byte, s string) uint32 {
	h := uint32(2166136261) ^ uint32(kind)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// matchBudget bounds the steps of matching the selectors of a document.
const matchBudget = 50_000_000

func newMatcher(doc *dom.Document) *matcher {
	m := &matcher{doc: doc, index: make([]int32, len(doc.Nodes)), count: make([]int32, len(doc.Nodes)), blooms: make([]bloom, len(doc.Nodes)), budget: matchBudget, top: dom.None, scope: dom.None, fold: doc.Mode == dom.Quirks}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element || n.Parent == dom.None {
			continue
		}
		p := &doc.Nodes[n.Parent]
		b := m.blooms[n.Parent]
		b.add(hash('t', css.Lower(p.Tag)))
		if p.ID != "" {
			b.add(hash('i', m.name(p.ID)))
		}
		for _, c := range p.Classes {
			b.add(hash('c', m.name(c)))
		}
		m.blooms[i] = b
	}
	if len(doc.Shadows) > 0 {
		m.light = lightPlaces(doc)
	}
	return m
}

// parent returns the parent element in the node's tree; the parent of the top of a shadow tree is its host.
func (m *matcher) parent(id dom.NodeID) dom.NodeID {
	if id == m.top {
		return dom.None
	}
	if l, ok := m.light[id]; ok {
		return l.host
	}
	return m.doc.Nodes[id].Parent
}

func (m *matcher) prev(id dom.NodeID) dom.NodeID {
	if id == m.top {
		return dom.None
	}
	if l, ok := m.light[id]; ok {
		return l.prev
	}
	for id = m.doc.Nodes[id].Prev; id != dom.None; id = m.doc.Nodes[id].Prev {
		if m.doc.Nodes[id].Type == dom.Element {
			return id
		}
	}
	return dom.None
}

func (m *matcher) next(id dom.NodeID) dom.NodeID {
	if id == m.top {
		return dom.None
	}
	if l, ok := m.light[id]; ok {
		return l.next
	}
	for id = m.doc.Nodes[id].Next; id != dom.None; id = m.doc.Nodes[id].Next {
		if m.doc.Nodes[id].Type == dom.Element {
			return id
		}
	}
	return dom.None
}

// matches reports whether an element matches a complex selector.
func (m *matcher) matches(sel *css.Selector, id dom.NodeID) bool {
	return m.from(sel, 0, id, dom.None)
}

// from matches the compounds from i leftwards, with the subject of compound i at id. anchor is the element that a
// :has() argument is relative to.
func (m *matcher) from(sel *css.Selector, i int, id, anchor dom.NodeID) bool {
	if m.budget--; m.budget < 0 {
		return false
	}
	c := &sel.Compounds[i]
	if !m.compound(c, id, anchor) {
		return false
	}
	comb := c.Combinator
	last := i+1 == len(sel.Compounds)
	if last {
		return anchor == dom.None || m.matchesLeading(sel.Leading, id, anchor)
	}
	switch comb {
	case css.Descendant:
		if !m.mayHaveAncestor(&sel.Compounds[i+1], id) {
			return false
		}
		for p := m.parent(id); p != dom.None; p = m.parent(p) {
			if m.from(sel, i+1, p, anchor) {
				return true
			}
		}
	case css.Child:
		if p := m.parent(id); p != dom.None {
			return m.from(sel, i+1, p, anchor)
		}
	case css.SlotOf, css.HostOf:
		return m.throughShadow(sel, i, id, anchor)
	case css.NextSibling:
		if p := m.prev(id); p != dom.None {
			return m.from(sel, i+1, p, anchor)
		}
	case css.LaterSibling:
		for p := m.prev(id); p != dom.None; p = m.prev(p) {
			if m.from(sel, i+1, p, anchor) {
				return true
			}
		}
	}
	return false
}

// matchesLeading reports whether the leftmost element is related to the anchor by the leading combinator.
func (m *matcher) matchesLeading(comb css.Combinator, id, anchor dom.NodeID) bool {
	switch comb {
	case css.Child:
		return m.parent(id) == anchor
	case css.NextSibling:
		return m.prev(id) == anchor
	case css.LaterSibling:
		for p := m.prev(id); p != dom.None; p = m.prev(p) {
			if p == anchor {
				return true
			}
		}
		return false
	}
	for p := m.parent(id); p != dom.None; p = m.parent(p) {
		if p == anchor {
			return true
		}
	}
	return false
}

// mayHaveAncestor reports, by the Bloom filter, whether some ancestor may match c.
func (m *matcher) mayHaveAncestor(c *css.Compound, id dom.NodeID) bool {
	b := &m.blooms[id]
	if c.ID != "" && !b.has(hash('i', m.name(c.ID))) {
		return false
	}
	if c.TagLower != "" && !b.has(hash('t', c.TagLower)) {
		return false
	}
	for _, cl := range c.Classes {
		if !b.has(hash('c', m.name(cl))) {
			return false
		}
	}
	return true
}

func tagMatches(c *css.Compound, n *dom.Node) bool {
	if c.Space != css.AnyNamespace && c.Space != namespaceOf(n) {
		return false
	}
	if c.Tag == "" {
		return true
	}
	if n.Namespace == dom.HTML {
		return n.Tag == c.TagLower
	}
	return n.Tag == c.Tag
}

func namespaceOf(n *dom.Node) css.Namespace {
	switch n.Namespace {
	case dom.SVG:
		return css.SVGNamespace
	case dom.MathML:
		return css.MathMLNamespace
	}
	return css.HTMLNamespace
}

func (m *matcher) hasClass(n *dom.Node, class string) bool {
	for _, c := range n.Classes {
		if c == class || m.fold && css.Lower(c) == css.Lower(class) {
			return true
		}
	}
	return false
}

func (m *matcher) compound(c *css.Compound, id, anchor dom.NodeID) bool {
	n := &m.doc.Nodes[id]
	if n.Tree != m.tree {
		return m.matchesForeign(c, id, anchor)
	}
	if c.Host && m.light == nil {
		return false
	}
	return m.features(c, n, id, anchor)
}

// features matches an element against the simple selectors of a compound.
func (m *matcher) features(c *css.Compound, n *dom.Node, id, anchor dom.NodeID) bool {
	if c.Never || !tagMatches(c, n) || c.ID != "" && m.name(n.ID) != m.name(c.ID) {
		return false
	}
	for _, cl := range c.Classes {
		if !m.hasClass(n, cl) {
			return false
		}
	}
	for i := range c.Simples {
		if !m.simple(&c.Simples[i], id, n, anchor) {
			return false
		}
	}
	return true
}

func (m *matcher) any(sels []css.Selector, id dom.NodeID) bool {
	for i := range sels {
		if sels[i].Pseudo == css.PseudoNone && m.matches(&sels[i], id) {
			return true
		}
	}
	return false
}

func (m *matcher) simple(s *css.Simple, id dom.NodeID, n *dom.Node, anchor dom.NodeID) bool {
	switch s.Kind {
	case css.AttrExists, css.AttrEquals, css.AttrIncludes, css.AttrDash, css.AttrPrefix, css.AttrSuffix, css.AttrSubstring:
		return attrMatches(s, n)
	case css.ExtraID:
		return m.name(n.ID) == m.name(s.Value)
	case css.MatchesAny:
		return m.any(s.Sel, id)
	case css.MatchesNone:
		return !m.any(s.Sel, id)
	case css.Has:
		for i := range s.Sel {
			if m.has(&s.Sel[i], id) {
				return true
			}
		}
		return false
	case css.NthChild, css.NthLastChild, css.NthOfType, css.NthLastOfType:
		return m.nth(s, id, n)
	case css.OnlyChild:
		return m.prev(id) == dom.None && m.next(id) == dom.None
	case css.OnlyOfType:
		return m.place(id, n, s, forward) == 1 && m.place(id, n, s, backward) == 1
	case css.Empty:
		if m.light != nil && m.hasLight(id) {
			return false
		}
		for c := n.FirstChild; c != dom.None; c = m.doc.Nodes[c].Next {
			if ch := &m.doc.Nodes[c]; ch.Type == dom.Element || ch.Text != "" {
				return false
			}
		}
		return true
	case css.Root:
		return id == m.doc.Root
	case css.Host, css.HostContext:
		return m.isHost(s, id)
	case css.State:
		return m.inState(s.Name, id, n)
	case css.Scope:
		if anchor != dom.None {
			return id == anchor
		}
		if m.scope != dom.None {
			return id == m.scope
		}
		return id == m.doc.Root
	case css.Lang:
		return m.lang(s, id)
	case css.Dir:
		return m.direction(id) == s.Value
	case css.AnyLink:
		_, ok := n.Attr("href")
		return ok && (n.Tag == "a" || n.Tag == "area")
	case css.Checked:
		return m.checked(id, n)
	case css.Disabled, css.Enabled:
		switch n.Tag {
		case "button", "input", "select", "textarea", "optgroup", "option", "fieldset":
			return m.disabled(id, n) == (s.Kind == css.Disabled)
		}
		return false
	case css.Defined:
		// Elements with a dash in the name are custom elements, except the engine's own.
		return n.Namespace != dom.HTML || !strings.Contains(n.Tag, "-") || boxless(n.Tag) || n.Tag == "ai-background"
	}
	return false
}

func attrMatches(s *css.Simple, n *dom.Node) bool {
	name := s.Name
	if n.Namespace != dom.HTML {
		name = s.NameCase
	}
	v, ok := n.Attr(name)
	if !ok {
		return false
	}
	want := s.Value
	if s.Fold && (n.Namespace == dom.HTML || s.Value == "") {
		v, want = css.Lower(v), css.Lower(want)
	}
	switch s.Kind {
	case css.AttrExists:
		return true
	case css.AttrEquals:
		return v == want
	case css.AttrIncludes:
		if want == "" {
			return false
		}
		for _, w := range strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }) {
			if w == want {
				return true
			}
		}
		return false
	case css.AttrDash:
		return v == want || strings.HasPrefix(v, want+"-")
	case css.AttrPrefix:
		return want != "" && strings.HasPrefix(v, want)
	case css.AttrSuffix:
		return want != "" && strings.HasSuffix(v, want)
	}
	return want != "" && strings.Contains(v, want)
}

// has matches a :has() argument by searching the elements it can reach.
func (m *matcher) has(sel *css.Selector, anchor dom.NodeID) bool {
	siblings := sel.Leading == css.NextSibling || sel.Leading == css.LaterSibling
	if !siblings {
		return m.hasBelow(sel, anchor, anchor)
	}
	for s := m.next(anchor); s != dom.None; s = m.next(s) {
		if m.from(sel, 0, s, anchor) || m.hasBelow(sel, s, anchor) {
			return true
		}
	}
	return false
}

// hasBelow searches the descendants of top in tree order.
func (m *matcher) hasBelow(sel *css.Selector, top, anchor dom.NodeID) bool {
	if m.light != nil {
		return m.hasBelowLight(sel, top, anchor)
	}
	id := m.doc.Nodes[top].FirstChild
	for id != dom.None {
		n := &m.doc.Nodes[id]
		if n.Type == dom.Element && m.from(sel, 0, id, anchor) {
			return true
		}
		switch {
		case n.FirstChild != dom.None:
			id = n.FirstChild
		default:
			for id != top && m.doc.Nodes[id].Next == dom.None {
				id = m.doc.Nodes[id].Parent
			}
			if id == top {
				return false
			}
			id = m.doc.Nodes[id].Next
		}
	}
	return false
}

// number sets the index and count of an element and its siblings.
func (m *matcher) number(id dom.NodeID) {
	first := id
	for c := m.prev(first); c != dom.None; c = m.prev(first) {
		first = c
	}
	n := int32(0)
	for c := first; c != dom.None; c = m.next(c) {
		n++
		m.index[c] = n
	}
	for c := first; c != dom.None; c = m.next(c) {
		m.count[c] = n
	}
}

type travel bool

const (
	forward  travel = false
	backward travel = true
)

// place returns an element's 1-based position among siblings of its type, or among those that match s.Sel.
func (m *matcher) place(id dom.NodeID, n *dom.Node, s *css.Simple, way travel) int {
	at := 1
	step := m.prev
	if way == backward {
		step = m.next
	}
	for c := step(id); c != dom.None; c = step(c) {
		if m.budget--; m.budget < 0 {
			return 0
		}
		if s.Sel != nil {
			if m.any(s.Sel, c) {
				at++
			}
			continue
		}
		if o := &m.doc.Nodes[c]; o.Tag == n.Tag && o.Namespace == n.Namespace {
			at++
		}
	}
	return at
}

func (m *matcher) nth(s *css.Simple, id dom.NodeID, n *dom.Node) bool {
	at := 0
	switch {
	case s.Sel != nil:
		if !m.any(s.Sel, id) {
			return false
		}
		way := forward
		if s.Kind == css.NthLastChild {
			way = backward
		}
		at = m.place(id, n, s, way)
	case s.Kind == css.NthOfType:
		at = m.place(id, n, s, forward)
	case s.Kind == css.NthLastOfType:
		at = m.place(id, n, s, backward)
	default:
		at = 1
		if n.Parent != dom.None {
			if m.index[id] == 0 {
				m.number(id)
			}
			at = int(m.index[id])
			if s.Kind == css.NthLastChild {
				at = int(m.count[id]) - at + 1
			}
		}
	}
	if s.A == 0 {
		return at == s.B
	}
	d := at - s.B
	return d%s.A == 0 && d/s.A >= 0
}

// lang matches :lang() against the nearest lang attribute (extended filtering, RFC 4647 §3.3.2).
func (m *matcher) lang(s *css.Simple, id dom.NodeID) bool {
	lang := ""
	for p := id; p != dom.None; p = m.parent(p) {
		if v, ok := langOf(&m.doc.Nodes[p]); ok {
			lang = strings.ToLower(v)
			break
		}
	}
	for _, want := range s.Values {
		if langRange(want, lang) {
			return true
		}
	}
	return false
}

func langOf(n *dom.Node) (string, bool) {
	if v, ok := n.Attr("xml:lang"); ok {
		return v, true
	}
	return n.Attr("lang")
}

func langRange(want, lang string) bool {
	if want == "" {
		return lang == ""
	}
	if lang == "" {
		return false
	}
	ws, ls := strings.Split(want, "-"), strings.Split(lang, "-")
	if ws[0] != "*" && ws[0] != ls[0] {
		return false
	}
	i, j := 1, 1
	for i < len(ws) {
		switch {
		case ws[i] == "*":
			i++
		case j >= len(ls):
			return false
		case ws[i] == ls[j]:
			i++
			j++
		case len(ls[j]) == 1:
			return false
		default:
			j++
		}
	}
	return true
}

// direction returns the directionality of an element from dir attributes (HTML §3.2.6.4).
func (m *matcher) direction(id dom.NodeID) string {
	for p := id; p != dom.None; p = m.parent(p) {
		n := &m.doc.Nodes[p]
		v, ok := n.Attr("dir")
		if !ok {
			if n.Tag == "bdi" && n.Namespace == dom.HTML {
				return autoDirection(m.doc, p)
			}
			continue
		}
		switch strings.ToLower(v) {
		case "ltr":
			return "ltr"
		case "rtl":
			return "rtl"
		case "auto":
			return autoDirection(m.doc, p)
		}
	}
	return "ltr"
}
