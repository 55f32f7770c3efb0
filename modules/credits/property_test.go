package credits_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/credits"
)

// A failure prints its seed; -credits.seed repeats it.
var seedFlag = flag.Uint64("credits.seed", 0, "repeat the property test of one seed")

// TestRecordedChargesAreTheLedger runs random sequences of holds, captures, voids, sweeps and clock changes
// against a model. The results that callers received match the ledger: a successful capture is recorded with its
// amount, a failed one is not, and each hold is resolved once.
func TestRecordedChargesAreTheLedger(t *testing.T) {
	t.Parallel()
	seeds := []uint64{*seedFlag}
	if *seedFlag == 0 {
		seeds = nil
		for range 6 {
			seeds = append(seeds, rand.Uint64())
		}
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			playHolds(t, rand.New(rand.NewPCG(seed, 1)))
		})
	}
}

// modelHold is the expected state of a hold.
type modelHold struct {
	id      string
	amount  int64
	expires time.Duration // on the model's clock
	open    bool
	charged int64 // as reported to the caller
}

func playHolds(t *testing.T, rnd *rand.Rand) {
	m, db := newModule(t)
	ws := grant(t, m, 60)
	var now time.Duration
	granted := int64(60)
	var holds []*modelHold
	for step := range 120 {
		what := ""
		var h *modelHold
		if len(holds) > 0 {
			h = holds[rnd.IntN(len(holds))]
		}
		switch op := rnd.IntN(12); {
		case op < 4 || h == nil:
			n, ttl := 1+rnd.IntN(5), time.Duration(1+rnd.IntN(40))*time.Minute
			subject := fmt.Sprintf("job_%d", step)
			id, err := m.HoldFor(t.Context(), ws, n, subject, ttl)
			b := balance(t, m, ws)
			what = fmt.Sprintf("hold %d for %v: %v", n, ttl, err)
			if err == nil {
				holds = append(holds, &modelHold{id: id, amount: int64(n), expires: now + ttl, open: true})
			} else if !errors.Is(err, credits.ErrInsufficient) || b.Available >= int64(n) {
				t.Fatalf("step %d: %s with %+v", step, what, b)
			}
		case op < 7:
			n := rnd.IntN(7)
			err := m.Capture(t.Context(), h.id, n)
			what = fmt.Sprintf("capture %d of %s: %v", n, h.id, err)
			if h.open != (err == nil) || err != nil && !errors.Is(err, credits.ErrHoldClosed) {
				t.Fatalf("step %d: %s; the hold was open: %v", step, what, h.open)
			}
			if err == nil {
				h.open, h.charged = false, min(int64(n), h.amount)
			}
		case op < 9:
			what = "void " + h.id
			if err := m.Void(t.Context(), h.id); err != nil {
				t.Fatalf("step %d: %s: %v", step, what, err)
			}
			h.open = false
		case op < 10:
			d := time.Duration(rnd.IntN(25)) * time.Minute
			what = fmt.Sprint("advance ", d)
			if err := db.Advance(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			now += d
		case op < 11:
			n, err := m.Sweep(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range holds {
				// Real time passes in addition to the model's: a hold that expires within this minute may already have
				// expired.
				if h.open && h.expires <= now {
					h.open, n = false, n-1
				}
			}
			what = "sweep"
			if n != 0 {
				t.Fatalf("step %d: the sweep and the model differ by %d holds", step, n)
			}
		default:
			n := int64(1 + rnd.IntN(10))
			if _, err := m.Grant(t.Context(), ws, n, "more"); err != nil {
				t.Fatal(err)
			}
			granted += n
			what = "grant"
		}
		var held, spent int64
		for _, h := range holds {
			spent += h.charged
			if h.open {
				held += h.amount
			}
		}
		if got, want := balance(t, m, ws), (credits.Balance{Granted: granted, Available: granted - held - spent, Held: held, Spent: spent}); got != want {
			t.Fatalf("step %d (%s): the account is %+v, want %+v", step, what, got, want)
		}
	}
	var captured, resolved, opened, spent int64
	for _, h := range holds {
		spent += h.charged
		opened += h.amount
		if !h.open {
			resolved += h.amount
		}
	}
	var ledgerHeld, ledgerResolved int64
	err := db.SQL(t.Context()).QueryRowContext(t.Context(), `SELECT coalesce(sum(amount) FILTER (WHERE kind = 'hold'), 0),
		coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0), coalesce(sum(amount) FILTER (WHERE kind IN ('capture', 'void')), 0)
		FROM credits.ledger`).Scan(&ledgerHeld, &captured, &ledgerResolved)
	if err != nil {
		t.Fatal(err)
	}
	if captured != spent || ledgerHeld != opened || ledgerResolved != resolved {
		t.Errorf("the ledger captured %d, held %d and resolved %d; the module reported %d, %d and %d", captured, ledgerHeld, ledgerResolved, spent, opened, resolved)
	}
	var twice int
	err = db.SQL(t.Context()).QueryRowContext(t.Context(), `SELECT count(*) FROM (SELECT subject FROM credits.ledger WHERE kind <> 'grant' GROUP BY subject
		HAVING sum(amount) FILTER (WHERE kind IN ('capture', 'void')) > sum(amount) FILTER (WHERE kind = 'hold')) x`).Scan(&twice)
	if err != nil || twice != 0 {
		t.Errorf("%d holds were resolved more than once (%v)", twice, err)
	}
}
