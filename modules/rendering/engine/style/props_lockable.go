package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Longhands returns the longhands of a shorthand, or the property itself if it is a longhand. It is nil for an unknown
// property.
func Longhands(property string) []string {
	if a, ok := props.aliases[property]; ok {
		property = a
	}
	if s, ok := props.shorthands[property]; ok {
		out := make([]string, len(s.longhands))
		for i, id := range s.longhands {
			out[i] = props.props[id].name
		}
		return out
	}
	if props.byName[property] != 0 {
		return []string{property}
	}
	return nil
}

// Supports reports whether a declaration is valid.
func Supports(property, value string) bool {
	toks, _ := css.Tokenize(value)
	toks = css.Trim(toks)
	return len(toks) > 0 && supports(property, toks)
}

// CanonicalText returns a value as [Computed.Text] serializes it when it is declared on an element of an otherwise
// empty document; false if the value is invalid for the longhand.
func CanonicalText(longhand, value string) (string, bool) {
	if !Written(longhand) || !Supports(longhand, value) || strings.ContainsAny(value, ";{}") {
		return "", false
	}
	doc, err := dom.ParseHTML("<div></div>", dom.Limits{})
	if err != nil {
		return "", false
	}
	div := doc.Node(doc.Body).FirstChild
	doc.Node(div).Inline = longhand + ":" + value
	tree, err := Compute(doc, Options{Width: 1200, Height: 630})
	if err != nil {
		return "", false
	}
	return tree.Styles[div].Text(longhand)
}
