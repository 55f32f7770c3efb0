package approvals

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/ident"
)

// person names who decides: a JWT's or session's subject.
func person(p *ident.Principal) string { return "user:" + p.Subject }

// Who counts as whom. Keys that descend from one another are one person's, across rotation; a key made on the command
// line is a person of its own. The person who registered an issuer can be anyone whom its tokens name: a token counts as
// the line of keys that registered its issuer, and that line counts as each of the issuer's people. Two people of
// one issuer stay two. That is why what an action keeps of its actor (names) and what a decider is looked up by
// (people) differ: a token keeps issued:<root> and is looked up by user:<root>.

// names returns who the caller is, as requests, drafts and reviews keep it.
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

// people returns the names that are the caller's when others' requests are compared.
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
