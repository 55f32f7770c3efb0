package contract

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/app/contract"
	"github.com/platenhq/platen/e2e/harness"
	"github.com/platenhq/platen/proto/openapi/conformance"
)

var update = flag.Bool("update", false, "write docs/reference/contract.md")

// roomy are rate limits that no check reaches unintentionally.
var roomy = map[string]string{
	"PLATEN_ALLOW_LOOPBACK": "1", "PLATEN_AUTH_FAILURES": "1000000", "PLATEN_RATE_READ": "10000/10000", "PLATEN_RATE_PREVIEW": "10000/10000",
	"PLATEN_RATE_RENDER": "10000/10000", "PLATEN_RATE_SIGN": "10000/10000", "PLATEN_RATE_AI": "10000/10000", "PLATEN_RATE_WEBHOOK": "10000/10000",
	"PLATEN_RATE_MANAGE": "10000/10000", "PLATEN_RATE_ADMIN": "10000/10000", "PLATEN_RATE_STREAM": "10000/10000", "PLATEN_RATE_SIGNED": "10000/10000",
}

// environment starts a service for checks. Every REST response is validated against the OpenAPI document.
func environment(t *testing.T, settings map[string]string) *contract.Env {
	t.Helper()
	all := maps.Clone(roomy)
	maps.Copy(all, settings)
	s := harness.Start(t, all)
	other, err := s.App().MintWorkspace(t.Context(), "other", 1000)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	client := contract.NewClient()
	client.Transport = &conformance.Transport{Document: doc, Next: http.DefaultTransport, Report: func(problem string) { t.Error(problem) }}
	return &contract.Env{
		BaseURL: s.URL, Key: s.Key(t, "live", strings.Fields("render:write sign:write ai:write images:write brands:write brand_kits:write templates:write assets:write fonts:write drafts:write approvals:write licenses:write webhooks:write usage:read keys:write decisions:read")...),
		OtherKey: other, Loopback: true, Client: client,
		Mint:   s.App().MintKey,
		Import: s.App().ImportDefault,
		Workspace: func(ctx context.Context, credits int64) (string, error) {
			return s.App().MintWorkspace(ctx, uuid.NewString(), credits)
		},
		Advance: func(d time.Duration) error {
			return exec(s.DatabaseURL(), `INSERT INTO platform.clock AS c (skew) VALUES ($1 * interval '1 microsecond')
				ON CONFLICT (one) DO UPDATE SET skew = c.skew + excluded.skew`, d.Microseconds())
		},
		Exec: func(sql string, args ...any) error { return exec(s.DatabaseURL(), sql, args...) },
	}
}

func exec(url, sql string, args ...any) error {
	db, err := pgx.Connect(context.Background(), url)
	if err != nil {
		return err
	}
	defer db.Close(context.Background())
	_, err = db.Exec(context.Background(), sql, args...)
	return err
}

// TestContract checks every clause on every surface it applies to, and that the report is current.
func TestContract(t *testing.T) {
	parts := contract.Parts()
	if err := contract.Check(parts); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	failed := map[string]bool{}
	t.Run("clauses", func(t *testing.T) {
		shared := environment(t, nil)
		// Checks that need the same settings share a service; those that move its clock, break its database or
		// exhaust its limits have one each.
		bySettings := map[string]*contract.Env{}
		environmentFor := func(t *testing.T, c *contract.Clause) *contract.Env {
			switch {
			case !c.Alone():
				return shared
			case c.Own():
				return environment(t, c.Settings)
			}
			return bySettings[fmt.Sprint(c.Settings)]
		}
		for _, p := range parts {
			for i := range p.Clauses {
				c := &p.Clauses[i]
				if key := fmt.Sprint(c.Settings); c.Alone() && !c.Own() && bySettings[key] == nil {
					bySettings[key] = environment(t, c.Settings)
				}
				for _, s := range c.Surfaces() {
					t.Run(c.ID+"/"+strings.ReplaceAll(string(s), " ", ""), func(t *testing.T) {
						t.Parallel()
						r := contract.Run(t.Context(), environmentFor(t, c), c, s)
						if r.Verdict != contract.Passed {
							mu.Lock()
							failed[c.ID] = true
							mu.Unlock()
							t.Errorf("%s: %s\n%s", r.Verdict, c.Says, strings.Join(r.Why, "\n"))
						}
					})
				}
			}
		}
	})
	ids := slices.Sorted(maps.Keys(failed))
	text := contract.Report(parts, func(id string) bool { return failed[id] })
	const path = "../../docs/reference/contract.md"
	if *update {
		if err := os.MkdirAll("../../docs/reference", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(ids) == 0 && string(have) != string(text) {
		t.Errorf("docs/reference/contract.md does not tell what the table holds; write it with\n\tgo test ./e2e/contract -run TestContract -args -update")
	}
}
