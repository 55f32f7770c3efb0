package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// Style sheets carry declarations and rules for browsers of other vendors beside those that count here. They are ignored
// without a warning.

// vendorPrefixes are the prefixes of other vendors, and -webkit- names that Safari alone reads.
var vendorPrefixes = strings.Fields("-moz- -ms- -o- -khtml- mso- -webkit-text-decoration -webkit-sticky")

// isOtherVendor reports whether a name of a property, value or pseudo-class is one of another vendor.
func isOtherVendor(name string) bool {
	name = css.Lower(name)
	for _, prefix := range vendorPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// hasOtherVendor reports whether a value contains a keyword or function of another vendor.
func hasOtherVendor(toks []css.Token) bool {
	for _, t := range toks {
		if (t.Kind == css.Ident || t.Kind == css.Function) && isOtherVendor(t.Value) {
			return true
		}
	}
	return false
}

// selectsOtherVendors reports whether each selector of a list contains a pseudo-class or pseudo-element of another vendor.
func selectsOtherVendors(prelude []css.Token) bool {
	depth, found := 0, false
	for i, t := range prelude {
		switch t.Kind {
		case css.Function, css.LeftParen, css.LeftBracket:
			depth++
		case css.RightParen, css.RightBracket:
			depth--
		case css.Comma:
			if depth == 0 {
				if !found {
					return false
				}
				found = false
			}
		}
		found = found || i > 0 && prelude[i-1].Kind == css.Colon && (t.Kind == css.Ident || t.Kind == css.Function) && isOtherVendor(t.Value)
	}
	return found
}
