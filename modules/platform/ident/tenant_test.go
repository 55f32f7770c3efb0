package ident_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

func tenant(t *testing.T, brands ...string) ident.Tenant {
	t.Helper()
	list := []string{"render:write"}
	for _, b := range brands {
		list = append(list, "brand:"+b)
	}
	s, err := ident.ParseScopes(list)
	if err != nil {
		t.Fatal(err)
	}
	return (&ident.Principal{Workspace: "ws_1", Mode: ident.Live, Kind: ident.KindKey, Scopes: s}).Tenant()
}

func TestTenantHolds(t *testing.T) {
	t.Parallel()
	a, b, c := ident.New(ident.Brand), ident.New(ident.Brand), ident.New(ident.Brand)
	full, one, two := tenant(t), tenant(t, a), tenant(t, b, a)
	for name, tc := range map[string]struct {
		tenant ident.Tenant
		brands []string
		want   bool
	}{
		"full, a brand":               {full, []string{a}, true},
		"full, no brand":              {full, nil, true},
		"limited, its brand":          {one, []string{a}, true},
		"limited, another brand":      {one, []string{b}, false},
		"limited, no brand":           {one, nil, false},
		"limited, an empty brand":     {one, []string{""}, false},
		"limited, its and another":    {one, []string{a, b}, false},
		"limited to two, both":        {two, []string{a, b}, true},
		"limited to two, a third too": {two, []string{a, c}, false},
		"the zero value":              {ident.Tenant{}, []string{a}, false},
		"the zero value, no brand":    {ident.Tenant{}, nil, false},
	} {
		if got := tc.tenant.Holds(tc.brands...); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
		if err := tc.tenant.Check(tc.brands...); (err == nil) != tc.want || err != nil && fault.CodeOf(err) != fault.Forbidden {
			t.Errorf("%s: Check returns %v", name, err)
		}
	}
	if one.CheckShared("") != nil || one.CheckShared(b) == nil || (ident.Tenant{}).CheckShared("") == nil {
		t.Error("CheckShared does not tell shared objects from those of other brands")
	}
	if full.CheckWhole() != nil || one.CheckWhole() == nil {
		t.Error("CheckWhole does not tell limited credentials from others")
	}
	if !slices.Equal(two.Brands(), slices.Sorted(slices.Values([]string{a, b}))) || full.Brands() != nil || two != tenant(t, a, b) {
		t.Error("the brands of a tenant are not in order")
	}
}

func TestTenantChoosesTheBrandOfNewObjects(t *testing.T) {
	t.Parallel()
	a, b, c := ident.New(ident.Brand), ident.New(ident.Brand), ident.New(ident.Brand)
	for name, tc := range map[string]struct {
		tenant      ident.Tenant
		named, want string
		forbidden   bool
	}{
		"full":                   {tenant(t), "", "", false},
		"full, named":            {tenant(t), a, a, false},
		"one":                    {tenant(t, a), "", a, false},
		"one, named":             {tenant(t, a), a, a, false},
		"one, another named":     {tenant(t, a), b, "", true},
		"several":                {tenant(t, a, b), "", "", true},
		"several, named":         {tenant(t, a, b), b, b, false},
		"several, another named": {tenant(t, a, b), c, "", true},
	} {
		got, err := tc.tenant.Choose("/brand_id", tc.named)
		if got != tc.want || (fault.CodeOf(err) == fault.Forbidden) != tc.forbidden {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if tc.forbidden && fault.From(err).Details[0].Path != "/brand_id" {
			t.Errorf("%s: the error does not name the field", name)
		}
	}
}

func TestTenantCondition(t *testing.T) {
	t.Parallel()
	a := ident.New(ident.Brand)
	for name, tc := range map[string]struct {
		tenant ident.Tenant
		rows   ident.Rows
		want   string
	}{
		"full":                 {tenant(t), ident.Rows{Workspace: "w", Livemode: "l", Brand: "b"}, "w = ? AND l = ?"},
		"limited":              {tenant(t, a), ident.Rows{Workspace: "w", Livemode: "l", Brand: "b"}, "w = ? AND l = ? AND b = ANY (string_to_array(?, ','))"},
		"limited, shared":      {tenant(t, a), ident.Rows{Workspace: "w", Brand: "b", Shared: true}, "w = ? AND (b IS NULL OR b = ANY (string_to_array(?, ',')))"},
		"limited, arrays":      {tenant(t, a), ident.Rows{Workspace: "w", Brands: "b"}, "w = ? AND b <@ string_to_array(?, ',') AND cardinality(b) > 0"},
		"limited, no column":   {tenant(t, a), ident.Rows{Workspace: "w", Mode: "m"}, "w = ? AND m = ? AND FALSE"},
		"limited, all shared":  {tenant(t, a), ident.Rows{Workspace: "w", Shared: true}, "w = ? AND TRUE"},
		"the zero value":       {ident.Tenant{}, ident.Rows{Workspace: "w", Brand: "b"}, "FALSE"},
		"the zero value, none": {ident.Tenant{}, ident.Rows{Workspace: "w"}, "FALSE"},
	} {
		cond, args := tc.tenant.Where(tc.rows)
		if cond != tc.want || strings.Count(cond, "?") != len(args) {
			t.Errorf("%s: %q with %d arguments, want %q", name, cond, len(args), tc.want)
		}
	}
}
