package credits_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/secret"
)

func newModule(t *testing.T) (*credits.Module, *pg.DB) {
	t.Helper()
	db := pgtest.New(t)
	q, err := jobs.New(db, jobs.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return credits.New(credits.Config{}, credits.Needs{}, credits.Deps{DB: db, Queue: q, Cursors: page.NewSealer(secret.New([32]byte{1}).AEAD("page"))}), db
}

// life is the lifetime of most holds in these tests.
const life = 20 * time.Minute

func grant(t *testing.T, m *credits.Module, n int64) ident.Workspace {
	t.Helper()
	ws := ident.NewWorkspace()
	if _, err := m.Grant(t.Context(), ws, n, "test"); err != nil {
		t.Fatal(err)
	}
	return ws
}

func balance(t *testing.T, m *credits.Module, ws ident.Workspace) credits.Balance {
	t.Helper()
	b, _, err := m.Balance(t.Context(), ws)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestHoldCaptureVoid(t *testing.T) {
	t.Parallel()
	m, _ := newModule(t)
	ws := grant(t, m, 10)
	hold, err := m.HoldFor(t.Context(), ws, 4, "job_1", life)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := balance(t, m, ws), (credits.Balance{Granted: 10, Available: 6, Held: 4}); got != want {
		t.Errorf("after the hold %+v, want %+v", got, want)
	}
	if _, err := m.HoldFor(t.Context(), ws, 7, "job_2", life); !errors.Is(err, credits.ErrInsufficient) || fault.From(err).Details[0].Actual != int64(6) {
		t.Errorf("a hold of more than is there: %v", err)
	}
	if err := m.Capture(t.Context(), hold, 3); err != nil {
		t.Fatal(err)
	}
	if err := m.Capture(t.Context(), hold, 3); !errors.Is(err, credits.ErrHoldClosed) {
		t.Errorf("a capture that captures nothing: %v, want ErrHoldClosed", err)
	}
	if err := m.Void(t.Context(), hold); err != nil {
		t.Fatal(err)
	}
	if got, want := balance(t, m, ws), (credits.Balance{Granted: 10, Available: 7, Spent: 3}); got != want {
		t.Errorf("after the capture %+v, want %+v", got, want)
	}
	if id, err := m.HoldFor(t.Context(), ws, 0, "free", life); id != "" || err != nil {
		t.Errorf("a hold of nothing: %q, %v", id, err)
	}
}

func TestHoldExpiresAfterItsLifetime(t *testing.T) {
	t.Parallel()
	m, db := newModule(t)
	ws := grant(t, m, 10)
	hold, err := m.HoldFor(t.Context(), ws, 4, "job_1", life)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		by   time.Duration
		want int
	}{{life - 10*time.Second, 0}, {10 * time.Second, 1}} {
		if err := db.Advance(t.Context(), step.by); err != nil {
			t.Fatal(err)
		}
		if n, err := m.Sweep(t.Context()); n != step.want || err != nil {
			t.Errorf("swept %d, %v; want %d", n, err, step.want)
		}
	}
	if err := m.Capture(t.Context(), hold, 4); !errors.Is(err, credits.ErrHoldClosed) || fault.Rule(err) != "hold_closed" {
		t.Errorf("a late capture: %v, want ErrHoldClosed", err)
	}
	if got, want := balance(t, m, ws), (credits.Balance{Granted: 10, Available: 10}); got != want {
		t.Errorf("a late capture changed an expired hold: %+v, want %+v", got, want)
	}
}

func TestRollbackMovesNoCredits(t *testing.T) {
	t.Parallel()
	m, db := newModule(t)
	ws := grant(t, m, 10)
	boom := errors.New("boom")
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		if _, err := m.HoldFor(ctx, ws, 4, "job_1", life); err != nil {
			return err
		}
		return boom
	})
	if got, want := balance(t, m, ws), (credits.Balance{Granted: 10, Available: 10}); !errors.Is(err, boom) || got != want {
		t.Errorf("%v, %+v; want boom and %+v", err, got, want)
	}
}

// TestManyRendersOnFewCredits: exactly as many renders run as there are credits.
func TestManyRendersOnFewCredits(t *testing.T) {
	t.Parallel()
	m, _ := newModule(t)
	ws := grant(t, m, 25)
	var ran atomic.Int32
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			for range 20 {
				hold, err := m.HoldFor(context.Background(), ws, 1, "job", life)
				if errors.Is(err, credits.ErrInsufficient) {
					continue
				}
				if err == nil {
					ran.Add(1)
					err = m.Capture(context.Background(), hold, 1)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got := ran.Load(); got != 25 {
		t.Errorf("%d of 200 ran on 25 credits", got)
	}
	if got, want := balance(t, m, ws), (credits.Balance{Granted: 25, Spent: 25}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestInvariantUnderConcurrency has workers hold, capture, void and sweep at random, several of them on the same hold,
// and compares the account with the ledger and the holds.
func TestInvariantUnderConcurrency(t *testing.T) {
	t.Parallel()
	m, db := newModule(t)
	ws := grant(t, m, 40)
	var wg sync.WaitGroup
	for seed := range uint64(6) {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(seed, 7))
			for range 40 {
				hold, err := m.HoldFor(context.Background(), ws, 1+rnd.IntN(5), "job", life)
				if errors.Is(err, credits.ErrInsufficient) {
					_, err = m.Sweep(context.Background())
				}
				if err != nil {
					t.Error(err)
					return
				}
				if hold == "" {
					continue
				}
				resolvers := []func() error{
					func() error {
						err := m.Capture(context.Background(), hold, rnd.IntN(7))
						if errors.Is(err, credits.ErrHoldClosed) { // the other resolver was first
							return nil
						}
						return err
					},
					func() error { return m.Void(context.Background(), hold) },
				}
				var both sync.WaitGroup
				n := rnd.IntN(3)
				if n == 2 {
					both.Go(func() {
						if err := m.Void(context.Background(), hold); err != nil {
							t.Error(err)
						}
					})
				}
				if n > 0 {
					if err := resolvers[rnd.IntN(2)](); err != nil {
						t.Error(err)
					}
				}
				both.Wait()
				if rnd.IntN(4) == 0 {
					if _, err := m.Grant(context.Background(), ws, 1, "more"); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if err := db.Advance(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := balance(t, m, ws)
	if b.Granted != b.Available+b.Held+b.Spent || b.Held != 0 {
		t.Errorf("the account does not add up: %+v", b)
	}
	var granted, held, resolved, spent int64
	err := db.SQL(t.Context()).QueryRowContext(t.Context(), `SELECT
		coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0), coalesce(sum(amount) FILTER (WHERE kind = 'hold'), 0),
		coalesce(sum(amount) FILTER (WHERE kind IN ('capture', 'void')), 0), coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0)
		FROM credits.ledger`).Scan(&granted, &held, &resolved, &spent)
	if err != nil {
		t.Fatal(err)
	}
	if granted != b.Granted || held != resolved || spent != b.Spent {
		t.Errorf("ledger: granted %d, held %d, resolved %d, spent %d; account %+v", granted, held, resolved, spent, b)
	}
	if _, err := db.SQL(t.Context()).ExecContext(t.Context(), "DELETE FROM credits.ledger"); err == nil {
		t.Error("the ledger can be rewritten")
	}
}

func TestLedgerPages(t *testing.T) {
	t.Parallel()
	m, _ := newModule(t)
	ws, other := grant(t, m, 5), grant(t, m, 5)
	for range 4 {
		if _, err := m.HoldFor(t.Context(), ws, 1, "job", life); err != nil {
			t.Fatal(err)
		}
	}
	two := int32(2)
	var cursor *string
	seen := 0
	for {
		p, err := m.Ledger(t.Context(), ident.System(ws, ident.Live).Tenant(), &two, cursor)
		if err != nil {
			t.Fatal(err)
		}
		seen += len(p.Items)
		if cursor = &p.Next; p.Next == "" {
			break
		}
		if _, err := m.Ledger(t.Context(), ident.System(other, ident.Live).Tenant(), nil, cursor); fault.Rule(err) != "cursor" {
			t.Errorf("another workspace's cursor: %v", err)
		}
	}
	if seen != 5 {
		t.Errorf("saw %d entries, want 5", seen)
	}
}
