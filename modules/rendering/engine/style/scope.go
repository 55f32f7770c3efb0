package style

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// scope is an @scope rule (CSS Cascade 6 §2.5): its rules apply to the scoping root and its descendants, down to the
// limits.
type scope struct {
	roots, limits []css.Selector
	around        *scope // the enclosing scope
}

// unscoped is the distance of rules outside scopes, greater than any other.
const unscoped = 1<<31 - 1

// scopeRule adds the rules of an @scope.
func (sb *sheetBuilder) scopeRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	sc := &scope{around: cx.scope}
	list := func() ([]css.Selector, bool) {
		body := s.Block()
		toks := css.Trim(body.Rest())
		parse := css.ParseSelectors
		if cx.nested && slices.ContainsFunc(toks, func(t css.Token) bool { return t.IsDelim('&') }) {
			parse = func(toks []css.Token, names *css.Namespaces) ([]css.Selector, error) {
				return css.ParseNestedSelectors(toks, cx.parent, names)
			}
		}
		sels, err := parse(toks, cx.names)
		if err != nil {
			sb.warn("unsupported_selector", cx.at(r.Pos), "@scope "+clipText(css.Serialize(r.Prelude))+" was ignored: "+err.Error())
		}
		return sels, err == nil
	}
	var ok bool
	if s.Peek().Kind == css.LeftParen {
		if sc.roots, ok = list(); !ok {
			return
		}
	}
	if sc.roots == nil && cx.nested {
		sc.roots = cx.parent
	}
	if s.Ident("to") {
		if s.Peek().Kind != css.LeftParen {
			return
		}
		if sc.limits, ok = list(); !ok {
			return
		}
	}
	if !s.AtEnd() {
		return
	}
	scopeSelector, _ := css.Tokenize(":where(:scope)")
	parent, err := css.ParseSelectors(scopeSelector, nil)
	if err != nil {
		return
	}
	cx.scope, cx.parent, cx.nested = sc, parent, true
	if len(r.Decls) > 0 {
		sb.styleRule(parent, r.Decls, cx)
	}
	cx.nested = false
	sb.rules(r.Rules, cx)
}

// scopedSelectors parses the selector of a rule directly in a scope: relative and nesting selectors begin at :scope,
// others are unchanged.
func scopedSelectors(toks []css.Token, cx sheetContext) ([]css.Selector, error) {
	nesting := false
	for _, part := range css.NewStream(toks).SplitCommas() {
		first := part.Peek()
		nesting = nesting || first.IsDelim('>') || first.IsDelim('+') || first.IsDelim('~')
	}
	for _, t := range toks {
		nesting = nesting || t.IsDelim('&')
	}
	if nesting {
		return css.ParseNestedSelectors(toks, cx.parent, cx.names)
	}
	return css.ParseSelectors(toks, cx.names)
}

// matchesIn reports whether a selector matches an element in a scope, and the distance of the nearest root for which it
// does.
func (m *matcher) matchesIn(sc *scope, sel *css.Selector, id dom.NodeID) (distance int32, ok bool) {
	outer := m.scope
	defer func() { m.scope = outer }()
	for root := id; root != dom.None; root = m.parent(root) {
		m.scope = outer
		if sc.around != nil {
			if _, in := m.inScope(sc.around, root); !in {
				distance++
				continue
			}
		}
		if m.isRoot(sc, root) && !m.limited(sc, root, id) {
			m.scope = root
			if m.matches(sel, id) {
				return distance, true
			}
		}
		distance++
	}
	return 0, false
}

func (m *matcher) isRoot(sc *scope, id dom.NodeID) bool {
	if sc.roots == nil {
		return id == m.doc.Root
	}
	return m.any(sc.roots, id)
}

// inScope reports whether an element is in a scope.
func (m *matcher) inScope(sc *scope, id dom.NodeID) (root dom.NodeID, ok bool) {
	for root = id; root != dom.None; root = m.parent(root) {
		if m.isRoot(sc, root) && !m.limited(sc, root, id) {
			return root, true
		}
	}
	return dom.None, false
}

// limited reports whether an element is at or below a limit of the scope.
func (m *matcher) limited(sc *scope, root, id dom.NodeID) bool {
	if sc.limits == nil {
		return false
	}
	was := m.scope
	m.scope = root
	defer func() { m.scope = was }()
	for p := id; p != dom.None && p != root; p = m.parent(p) {
		if m.any(sc.limits, p) {
			return true
		}
	}
	return false
}
