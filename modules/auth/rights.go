package auth

import (
	"context"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Mint is a caller's request for a new key.
type Mint struct {
	Mode ident.Mode
	Name string
	// Scopes are the requested scopes; nil requests the default scopes that the caller has.
	Scopes []string
	// Brand limits the key to one brand; "" keeps the caller's limit.
	Brand string
}

// MintKey creates a key for the caller in ctx and returns it with its text. The key has at most the caller's rights,
// and the caller's roots.
func (m *Module) MintKey(ctx context.Context, n Mint) (Key, string, error) {
	p := ident.Must(ctx)
	if n.Mode == ident.Live && p.Mode != ident.Live {
		return Key{}, "", fault.New(fault.Forbidden, "A test key cannot make a live key.").With(fault.Detail{Path: "/mode", Rule: "mode", Expected: string(ident.Live),
			Actual: string(p.Mode), Message: "Use a live key to make a live key."})
	}
	list := slices.Clone(n.Scopes)
	if n.Scopes == nil {
		list = slices.DeleteFunc(ident.DefaultScopes(), func(s string) bool { return !p.Scopes.Allow(s) })
	}
	if n.Brand != "" {
		list = append(list, "brand:"+n.Brand)
	}
	want, err := parseScopes(list)
	if err != nil {
		return Key{}, "", err
	}
	if len(want.Brands()) == 0 {
		for _, b := range p.Scopes.Brands() {
			list = append(list, "brand:"+b)
		}
		if want, err = parseScopes(list); err != nil {
			return Key{}, "", err
		}
	}
	err = p.Covers(want, "make a key that has it", func(scope string) string {
		if strings.HasPrefix(scope, "brand:") && n.Brand != "" {
			return "/brand_id"
		}
		return fault.Pointer("scopes", max(0, slices.Index(n.Scopes, scope)))
	})
	if err != nil {
		return Key{}, "", err
	}
	text := newToken(n.Mode)
	k, err := m.insert(ctx, NewKey{Workspace: p.Workspace, Mode: n.Mode, Name: n.Name, Scopes: want.List(), CreatedBy: p.Actor()}, text, "", p.Roots)
	return k, text, err
}

func parseScopes(list []string) (ident.Scopes, error) {
	scopes, err := ident.ParseScopes(list)
	if err != nil {
		return scopes, fault.Rules(fault.Detail{Path: "/scopes", Rule: "scope_unknown", Message: err.Error()})
	}
	return scopes, nil
}
