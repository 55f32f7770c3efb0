package ident_test

import (
	"context"
	"testing"

	"github.com/platenhq/platen/modules/platform/ident"
)

func TestNewIsValidSortedByTimeAndUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		id := ident.New(ident.Job)
		if !ident.Valid(ident.Job, id) || seen[id] {
			t.Fatalf("%q is malformed or repeated", id)
		}
		if ident.Valid(ident.Image, id) {
			t.Fatalf("%q passes as an image id", id)
		}
		seen[id] = true
	}
	// The first ten characters hold the 48-bit time: all ids of this test share the leading ones.
	if a, b := ident.New(ident.Job), ident.New(ident.Job); a[4:10] != b[4:10] {
		t.Errorf("%q and %q do not begin with the time", a, b)
	}
}

func TestValidRefuses(t *testing.T) {
	t.Parallel()
	good := ident.New(ident.Job)
	for _, id := range []string{"", "job_", good[:29], good + "0", "job_8" + good[5:], "job_" + "I" + good[5:], "JOB" + good[3:]} {
		if ident.Valid(ident.Job, id) {
			t.Errorf("%q is accepted", id)
		}
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	brand := ident.New(ident.Brand)
	s, err := ident.ParseScopes([]string{"render:write", "brands:read", "brand:" + brand})
	if err != nil {
		t.Fatal(err)
	}
	for scope, want := range map[string]bool{
		"render:write": true, "render:read": true, "brands:read": true, "brands:write": false, "admin:read": false, "": true,
	} {
		if got := s.Allow(scope); got != want {
			t.Errorf("Allow(%q) = %v, want %v", scope, got, want)
		}
	}
	if !s.AllowBrand(brand) || s.AllowBrand(ident.New(ident.Brand)) {
		t.Error("the brand limit does not narrow")
	}
	if _, err := ident.ParseScopes([]string{"render:rite"}); err == nil {
		t.Error("an unknown scope is accepted")
	}
	var zero ident.Scopes
	if zero.Allow("render:read") {
		t.Error("the zero set allows something")
	}
}

func TestClassSharesKeysAndSeparatesPeople(t *testing.T) {
	t.Parallel()
	a, b := &ident.Principal{Kind: ident.KindKey, KeyID: "a"}, &ident.Principal{Kind: ident.KindKey, KeyID: "b"}
	if a.Class() != b.Class() {
		t.Error("two keys of a workspace have different idempotency spaces")
	}
	u, v := &ident.Principal{Kind: ident.KindJWT, Subject: "u"}, &ident.Principal{Kind: ident.KindJWT, Subject: "v"}
	if u.Class() == v.Class() || u.Class() == a.Class() {
		t.Error("people share an idempotency space")
	}
	if ident.From(context.Background()) != nil || ident.From(ident.With(context.Background(), u)) != u {
		t.Error("the principal does not travel in the context")
	}
}
