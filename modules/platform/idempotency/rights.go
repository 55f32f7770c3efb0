package idempotency

import (
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// rights is what reading a stored response takes.
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

// check says why a caller may not read the stored response. The keys of a workspace share one space, so that the
// caller may have other rights than the caller that executed the request: the response of the same key, whose rights never
// change, is always readable; otherwise the response must be within the caller's brand limit, or have been made
// within it, and the caller must have the scopes.
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
