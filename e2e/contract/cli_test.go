package contract

import (
	"testing"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/e2e/harness"
)

// TestADeploymentCanBeChecked runs the table as `platen contract-test` does: with a URL and a key, against a
// service with its own limits. What needs more is skipped, nothing else is.
func TestADeploymentCanBeChecked(t *testing.T) {
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
		switch p.Title { // the whole table takes as long as the limits say
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
	if err := (&contract.Env{BaseURL: s.URL, Key: key[:len(key)-1] + "x", Client: contract.NewClient()}).Reach(t.Context()); err == nil {
		t.Error("a wrong key reaches the service")
	}
}
