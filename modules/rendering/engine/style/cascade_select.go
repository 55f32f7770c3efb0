package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Selectors is a parsed selector list.
type Selectors []css.Selector

// ParseSelectors parses a selector list (Selectors 4). The error names the invalid or unsupported part.
func ParseSelectors(text string) (Selectors, error) {
	toks, _ := css.Tokenize(text)
	return css.ParseSelectors(toks, nil)
}

// Specificity returns the specificity of the list's most specific selector.
func (s Selectors) Specificity() css.Specificity {
	var most css.Specificity
	for i := range s {
		most = max(most, s[i].Specificity)
	}
	return most
}

// Finder matches selectors against the elements of a document outside the cascade. It is not safe for concurrent use.
type Finder struct{ m *matcher }

// NewFinder returns a Finder for a document, which must not change afterwards.
func NewFinder(doc *dom.Document) *Finder { return &Finder{newMatcher(doc)} }

// Matches reports whether an element, or one of its pseudo-elements, matches the list.
func (f *Finder) Matches(s Selectors, id dom.NodeID, pe css.PseudoElement) bool {
	for i := range s {
		if s[i].Pseudo == pe && f.m.matches(&s[i], id) {
			return true
		}
	}
	return false
}
