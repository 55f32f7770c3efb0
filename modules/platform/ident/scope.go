package ident

import (
	"fmt"
	"slices"
	"strings"
)

// resources lists the resources that have scopes, :read and :write each.
var resources = []string{
	"render", "sign", "ai", "images", "brands", "brand_kits", "templates", "assets", "fonts",
	"drafts", "approvals", "licenses", "webhooks", "usage", "keys", "admin",
}

// KnownScopes returns every scope a key may have, in documented order; brand:<id> is not among them.
func KnownScopes() []string {
	var out []string
	for _, r := range resources {
		out = append(out, r+":read", r+":write")
	}
	return append(out, "approvals:decide", "decisions:read")
}

// DefaultScopes returns what a new key gets when the request names no scopes: everything but admin:*, keys:write,
// approvals:write and approvals:decide. They suffice for a server that renders; the rights to create credentials or to
// govern people must be requested by name.
func DefaultScopes() []string {
	return slices.DeleteFunc(KnownScopes(), func(s string) bool {
		return strings.HasPrefix(s, "admin:") || slices.Contains([]string{"keys:write", "approvals:write", "approvals:decide"}, s)
	})
}

// Scopes is an immutable set of rights. The zero value allows nothing.
type Scopes struct {
	all    bool
	grants map[string]bool
	brands []string
}

// AllScopes returns the set that allows everything.
func AllScopes() Scopes { return Scopes{all: true} }

// ParseScopes returns the set of the listed scopes, or an error that names the unknown ones.
func ParseScopes(list []string) (Scopes, error) {
	known := KnownScopes()
	s := Scopes{grants: map[string]bool{}}
	var unknown []string
	for _, v := range list {
		if id, ok := strings.CutPrefix(v, "brand:"); ok {
			if !Valid(Brand, id) {
				unknown = append(unknown, v)
				continue
			}
			if !slices.Contains(s.brands, id) {
				s.brands = append(s.brands, id)
			}
			continue
		}
		if !slices.Contains(known, v) {
			unknown = append(unknown, v)
			continue
		}
		s.grants[v] = true
	}
	if len(unknown) > 0 {
		return Scopes{}, fmt.Errorf("unknown scopes %s; known are %s and brand:<brand_id>",
			strings.Join(unknown, ", "), strings.Join(known, ", "))
	}
	return s, nil
}

// Allow reports whether the set holds scope; x:write implies x:read. The empty scope is always allowed.
func (s Scopes) Allow(scope string) bool {
	if s.all || scope == "" || s.grants[scope] {
		return true
	}
	if r, ok := strings.CutSuffix(scope, ":read"); ok {
		return s.grants[r+":write"]
	}
	return false
}

// Brands returns the brands that the set is limited to; nil means no limit. The caller owns it.
func (s Scopes) Brands() []string { return slices.Clone(s.brands) }

// AllowBrand reports whether the set allows the brand; a set without a brand limit allows every one.
func (s Scopes) AllowBrand(id string) bool {
	return len(s.brands) == 0 || slices.Contains(s.brands, id)
}

// List returns the scopes sorted, the brand limit last.
func (s Scopes) List() []string {
	if s.all {
		return KnownScopes()
	}
	out := make([]string, 0, len(s.grants)+len(s.brands))
	for _, k := range KnownScopes() {
		if s.grants[k] {
			out = append(out, k)
		}
	}
	for _, b := range s.brands {
		out = append(out, "brand:"+b)
	}
	return out
}
