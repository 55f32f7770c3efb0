package idempotency

import (
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// rights are the rights that reading a stored response requires.
type rights struct {
	// actor executed the request, with a credential limited to limit; limited is false for no limit.
	actor   string
	limited bool
	limit   []string
	// brands are those that the response belongs to, none for a response that belongs to no brand.
	brands []string
	// scopes are needed besides that of the route.
	scopes []string
}

// check returns an error if a caller may not read the stored response. The API keys of a workspace share one key space,
// so that the caller may have other rights than the caller that executed the request. The same API key, whose rights
// never change, may always read its response; otherwise the response must be within the caller's brand limit, or have
// been created within it, and the caller must have the scopes.
func (r *rights) check(p *ident.Principal) error {
	if p.Kind == ident.KindKey && r.actor == p.Actor() {
		return nil
	}
	t := p.Tenant()
	if !t.Holds(r.brands...) && !(r.limited && t.Holds(r.limit...)) {
		return ident.ErrBrand
	}
	for _, scope := range r.scopes {
		if !strings.HasPrefix(scope, "brand:") && !p.Scopes.Allow(scope) {
			return fault.New(fault.Forbidden, "The stored response takes a scope that this credential lacks: "+scope+".").With(fault.Detail{
				Path: "header:Authorization", Rule: "scope", Expected: scope, Message: "Another credential executed this request; reading its response takes the scope " + scope + "."})
		}
	}
	return nil
}

// split is the inverse of strings.Join with commas.
func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}
