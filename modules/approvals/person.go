package approvals

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
)

// person names who decides: a JWT's or session's subject.
func person(p *ident.Principal) string { return "user:" + p.Subject }

// people returns everybody who counts as the caller: the person, and for an API key the key itself and whoever
// made it. Operators at the command line are nobody in particular.
func people(p *ident.Principal) []string {
	var out []string
	if p.Subject != "" {
		out = append(out, "user:"+p.Subject)
	}
	if p.KeyID != "" {
		out = append(out, "user:"+p.KeyID)
	}
	if made, id, ok := strings.Cut(p.CreatedBy, ":"); ok && (made == "user" || made == "key") && !slices.Contains(out, "user:"+id) {
		out = append(out, "user:"+id)
	}
	return out
}

// isPerson reports whether a human being stands behind the token.
func isPerson(p *ident.Principal) bool { return p.Kind == ident.KindJWT || p.Kind == ident.KindSession }

// overlap reports whether two lists share a name.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// mayDecide reports whether the caller is among the approvers.
func mayDecide(p *ident.Principal, approvers []string) bool {
	return slices.ContainsFunc(approvers, func(a string) bool {
		if scope, ok := strings.CutPrefix(a, "scope:"); ok {
			return p.Scopes.Allow(scope)
		}
		return a == person(p)
	})
}
