package ident

import (
	"fmt"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// No credential may create, change, read or decide more than its own rights allow. Covers enforces that for objects
// that carry rights of their own: keys, JWT issuers, signing keys.

// Covers returns nil when the caller has every right in want, and otherwise a FORBIDDEN fault that names what is
// missing. doing completes "A token without … cannot", such as "revoke this key"; place is the path of a refused
// value in the request, nil when the token is what it takes.
func (p *Principal) Covers(want Scopes, doing string, place func(scope string) string) error {
	missing := p.Scopes.Missing(want)
	if len(missing) == 0 {
		return nil
	}
	details := make([]fault.Detail, len(missing))
	for i, s := range missing {
		d := fault.Detail{Path: "header:Authorization", Rule: "scope", Expected: s, Message: fmt.Sprintf("The token does not have %s, so it cannot %s.", s, doing)}
		if s == EveryBrand {
			d.Rule, d.Message = "brand", fmt.Sprintf("The token is limited to a brand; to %s takes one that is not.", doing)
		} else if brand, ok := strings.CutPrefix(s, "brand:"); ok {
			d.Rule, d.Message = "brand", fmt.Sprintf("The token is limited to other brands than %s, so it cannot %s.", brand, doing)
		}
		if place != nil {
			d.Path = place(s)
		}
		details[i] = d
	}
	return fault.Newf(fault.Forbidden, "A token without %s cannot %s.", strings.Join(missing, ", "), doing).With(details...)
}

// EveryBrand is what Missing names when the other set is not limited to brands and this one is.
const EveryBrand = "brand:*"

// Missing returns what other allows and s does not, in the order of List: scopes, brand:<id> for brands, EveryBrand
// when other is not limited to brands. A missing x:write includes x:read. It is empty when other is within s.
func (s Scopes) Missing(other Scopes) []string {
	var missing []string
	for _, scope := range KnownScopes() {
		if !other.Allow(scope) || s.Allow(scope) {
			continue
		}
		if r, ok := strings.CutSuffix(scope, ":read"); ok && slices.Contains(KnownScopes(), r+":write") && other.Allow(r+":write") {
			continue // its :write follows
		}
		missing = append(missing, scope)
	}
	if len(s.brands) == 0 {
		return missing
	}
	if len(other.brands) == 0 {
		return append(missing, EveryBrand)
	}
	for _, b := range other.brands {
		if !slices.Contains(s.brands, b) {
			missing = append(missing, "brand:"+b)
		}
	}
	return missing
}

// Limit returns the set that allows everything within the brands that s is limited to.
func (s Scopes) Limit() Scopes { return Scopes{all: true, brands: slices.Clone(s.brands)} }

// Within returns what both sets allow. When both are limited to brands and share none, it allows nothing: a limit
// is never lifted by another one.
func (s Scopes) Within(ceiling Scopes) Scopes {
	out := Scopes{grants: map[string]bool{}}
	switch {
	case len(ceiling.brands) == 0:
		out.brands = slices.Clone(s.brands)
	case len(s.brands) == 0:
		out.brands = slices.Clone(ceiling.brands)
	default:
		out.brands = slices.DeleteFunc(slices.Clone(s.brands), func(b string) bool { return !slices.Contains(ceiling.brands, b) })
		if len(out.brands) == 0 {
			return Scopes{brands: slices.Clone(ceiling.brands)}
		}
	}
	for _, scope := range KnownScopes() {
		if s.Allow(scope) && ceiling.Allow(scope) {
			out.grants[scope] = true
		}
	}
	return out
}
