package approvals

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
)

// person returns the identity of a decider: the subject of a JWT or session.
func person(p *ident.Principal) string { return "user:" + p.Subject }

// Identities, for the rule that people do not decide their own request. Keys created or rotated from one another share
// a root and count as one person; a key created on the command line is its own root. The person who registered a JWT
// issuer could obtain a token for any of its subjects, so a token counts as the same person as the root that registered
// its issuer, and that root counts as every subject of the issuer. Two subjects of one issuer remain distinct. Hence a
// token is stored as issued:<root> (names) but compared as user:<root> (people).

// names returns the caller's identities as requests, drafts and reviews store them.
func names(p *ident.Principal) []string {
	var out []string
	if p.Subject != "" {
		out = append(out, "user:"+p.Subject)
	}
	if p.KeyID != "" {
		out = append(out, "user:"+p.KeyID)
	}
	if made, id, ok := strings.Cut(p.CreatedBy, ":"); ok && (made == "user" || made == "key") {
		out = append(out, "user:"+id)
	}
	as := "issued:"
	if p.KeyID != "" {
		as = "user:"
	}
	for _, r := range p.Roots {
		out = append(out, as+r)
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}

// people returns the caller's identities for comparison with the stored names of others' requests.
func people(p *ident.Principal) []string {
	var out []string
	for _, name := range names(p) {
		if !strings.HasPrefix(name, "issued:") {
			out = append(out, name)
		}
	}
	for _, r := range p.Roots {
		out = append(out, "user:"+r)
		if p.KeyID != "" {
			out = append(out, "issued:"+r)
		}
	}
	return out
}

// isPerson reports whether the token belongs to a human being.
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
