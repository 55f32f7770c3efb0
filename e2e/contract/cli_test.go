package contract

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/e2e/harness"
)

// TestDeploymentPassesContractTest runs the table as `platen contract-test` does: with a URL and a key, against a
// service with its default limits. Only checks that need more are skipped.
func TestDeploymentPassesContractTest(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, nil)
	key, err := s.App().MintWorkspace(t.Context(), "checked", 1000)
	if err != nil {
		t.Fatal(err)
	}
	e := &contract.Env{BaseURL: s.URL, Key: key, Client: contract.NewClient()}
	if err := e.Reach(t.Context()); err != nil {
		t.Fatal(err)
	}
	var parts []contract.Part
	for _, p := range contract.Parts() {
		switch p.Title { // the rate limits determine how long the whole table takes
		case "Common headers", "Audit", "Versions and retired routes", "Stored objects, health and admin":
			parts = append(parts, p)
		}
	}
	count := map[contract.Verdict]int{}
	if err := contract.RunAll(t.Context(), e, parts, func(r contract.Result) {
		count[r.Verdict]++
		if r.Verdict == contract.Failed {
			t.Errorf("%s on %s: %v", r.ID, r.Surface, r.Why)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if count[contract.Passed] < 40 || count[contract.Skipped] == 0 {
		t.Errorf("counted %v", count)
	}
	if err := (&contract.Env{BaseURL: s.URL, Key: key[:len(key)-1] + "!", Client: contract.NewClient()}).Reach(t.Context()); err == nil {
		t.Error("a wrong key reaches the service")
	}
}

// TestContractTestLeavesTheDeploymentUnchanged runs with a test key, which has fewer rights, with a key of every scope,
// and interrupted: no failure is caused by the key's lack of rights, and no created key remains.
func TestContractTestLeavesTheDeploymentUnchanged(t *testing.T) {
	t.Parallel()
	s := harness.Start(t, map[string]string{"PLATEN_RATE_MANAGE": "5000/5000", "PLATEN_RATE_READ": "5000/5000", "PLATEN_RATE_PREVIEW": "5000/5000", "PLATEN_RATE_ADMIN": "5000/5000"})
	operations, err := contract.Operations()
	if err != nil {
		t.Fatal(err)
	}
	// usage:write is a scope that no operation needs; keys of the default scopes have it.
	everything, err := s.App().MintKey(t.Context(), "live", append(allScopes(operations), "usage:write")...)
	if err != nil {
		t.Fatal(err)
	}
	var parts []contract.Part
	for _, p := range contract.Parts() {
		switch p.Title {
		case "Common headers", "Authentication", "Idempotency", "Brands, kits and style locks":
			parts = append(parts, p)
		}
		for _, c := range p.Clauses {
			if c.ID == "O-09" { // creates a key by another route
				parts = append(parts, contract.Part{Title: p.Title, Clauses: []contract.Clause{c}})
			}
		}
	}
	for name, c := range map[string]struct {
		key       string
		mode      string
		lacks     bool
		interrupt bool
	}{"a test key": {s.Test, "test", true, false}, "every scope": {everything, "live", false, false}, "interrupted": {everything, "live", false, true}} {
		e := &contract.Env{BaseURL: s.URL, Key: c.key, Client: contract.NewClient()}
		if err := e.Reach(t.Context()); err != nil {
			t.Fatal(err)
		}
		if e.Rights.Mode != c.mode || slices.Contains(e.Rights.Lacking, "keys:write") != c.lacks || !c.lacks && len(e.Rights.Lacking) > 0 {
			t.Errorf("%s has the rights %+v", name, e.Rights)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		n := 0
		_ = contract.RunAll(ctx, e, parts, func(r contract.Result) {
			if n++; c.interrupt && n == 20 {
				interrupt()
			}
			if r.Verdict == contract.Failed {
				t.Errorf("%s: %s on %s: %v", name, r.ID, r.Surface, r.Why)
			}
		})
		interrupt()
		if left := e.Close(t.Context()); len(left) > 0 {
			t.Errorf("%s leaves %v", name, left)
		}
	}
	testKey, err := s.App().MintKey(t.Context(), "test", append(allScopes(operations), "usage:write")...)
	if err != nil {
		t.Fatal(err)
	}
	for mode, key := range map[string]string{"live": everything, "test": testKey} {
		made, path := 0, "/api/v1/api-keys?limit=50"
		for cursor := ""; ; {
			var keys struct {
				Data []struct{ ID, Name, Status string }
				Page struct {
					HasMore    bool   `json:"has_more"`
					NextCursor string `json:"next_cursor"`
				}
			}
			s.Do(t, "GET", path+cursor, key, "").JSON(t, &keys)
			for _, k := range keys.Data {
				if made++; slices.ContainsFunc([]string{"contract-test", "A-", "made by"}, func(of string) bool { return strings.HasPrefix(k.Name, of) }) && k.Status == "active" {
					t.Errorf("the %s key %s %s is left", mode, k.ID, k.Name)
				}
			}
			if cursor = "&cursor=" + keys.Page.NextCursor; !keys.Page.HasMore {
				break
			}
		}
		if made < 3 {
			t.Errorf("the checks made %d %s keys", made, mode)
		}
	}
}

// allScopes returns the sorted scopes that the operations need.
func allScopes(operations []*contract.Operation) []string {
	scopes := map[string]bool{}
	for _, o := range operations {
		if o.Scope != "" {
			scopes[o.Scope] = true
		}
	}
	return slices.Sorted(maps.Keys(scopes))
}
