package ident_test

import (
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/platform/ident"
)

func scopes(t *testing.T, list ...string) ident.Scopes {
	t.Helper()
	s, err := ident.ParseScopes(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMissingReportsUncoveredScopes(t *testing.T) {
	t.Parallel()
	a, b := "brand:"+ident.New(ident.Brand), "brand:"+ident.New(ident.Brand)
	for name, c := range map[string]struct{ has, wants, missing []string }{
		"the same":                     {[]string{"render:write"}, []string{"render:write"}, nil},
		"write gives read":             {[]string{"render:write"}, []string{"render:read"}, nil},
		"read does not give write":     {[]string{"render:read"}, []string{"render:write"}, []string{"render:write"}},
		"one name for read and write":  {nil, []string{"render:read", "render:write"}, []string{"render:write"}},
		"scopes without a write":       {[]string{"approvals:write"}, []string{"approvals:decide", "decisions:read"}, []string{"approvals:decide", "decisions:read"}},
		"a brand within no limit":      {[]string{"render:read"}, []string{"render:read", a}, nil},
		"no limit within a brand":      {[]string{"render:read", a}, []string{"render:read"}, []string{ident.EveryBrand}},
		"another brand":                {[]string{"render:read", a}, []string{"render:read", b}, []string{b}},
		"one brand of two":             {[]string{a, b}, []string{a}, nil},
		"two brands within one":        {[]string{a}, []string{a, b}, []string{b}},
		"nothing within a brand limit": {[]string{a}, nil, []string{ident.EveryBrand}},
	} {
		if got := scopes(t, c.has...).Missing(scopes(t, c.wants...)); !slices.Equal(got, c.missing) {
			t.Errorf("%s: %v, want %v", name, got, c.missing)
		}
	}
	if got := ident.AllScopes().Missing(scopes(t, ident.KnownScopes()...)); got != nil {
		t.Errorf("every scope lacks %v", got)
	}
}

func TestWithinNeverWidens(t *testing.T) {
	t.Parallel()
	a, b := ident.New(ident.Brand), ident.New(ident.Brand)
	for name, c := range map[string]struct{ claim, ceiling []string }{
		"scopes":             {[]string{"render:write", "keys:write"}, []string{"render:read", "images:read"}},
		"a limit below":      {[]string{"render:read", "brand:" + a}, []string{"render:read"}},
		"a limit above":      {[]string{"render:read"}, []string{"render:read", "brand:" + a}},
		"one brand in both":  {[]string{"render:read", "brand:" + a, "brand:" + b}, []string{"render:read", "brand:" + a}},
		"brands of no match": {[]string{"render:read", "brand:" + b}, []string{"render:read", "brand:" + a}},
	} {
		claim, ceiling := scopes(t, c.claim...), scopes(t, c.ceiling...)
		got := claim.Within(ceiling)
		if m := ceiling.Missing(got); len(m) > 0 {
			t.Errorf("%s: beyond the ceiling by %v", name, m)
		}
		for _, s := range got.List() {
			if s != "brand:"+a && !claim.Allow(s) {
				t.Errorf("%s: %s was not claimed", name, s)
			}
		}
	}
	none := scopes(t, "render:read", "brand:"+b).Within(scopes(t, "render:read", "brand:"+a))
	if none.Allow("render:read") || none.AllowBrand(b) || none.AllowBrand(ident.New(ident.Brand)) {
		t.Errorf("limits without a common brand allow %v", none.List())
	}
}
