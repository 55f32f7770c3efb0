package app_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"github.com/platenhq/platen/app"
	"github.com/platenhq/platen/modules/platform/pg"
)

// A failure prints its seed; -charges.seed repeats the steps.
var chargesSeed = flag.Uint64("charges.seed", 0, "seed of TestRecordedChargesAreTheLedger; 0 takes a new one")

// TestRecordedChargesAreTheLedger runs random sequences of renders, cancellations, database clock changes,
// expiring leases and expiring holds on a running service whose worker starts and stops. When all jobs have ended,
// the charge that each records is the amount captured in the ledger, and the account balances.
func TestRecordedChargesAreTheLedger(t *testing.T) {
	t.Parallel()
	seed := *chargesSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 3))
	s := settings(t)
	s["PLATEN_WORKERS_NATIVE"] = "1"
	for _, rate := range []string{"PLATEN_RATE_RENDER", "PLATEN_RATE_PREVIEW", "PLATEN_RATE_READ"} {
		s[rate] = "5000/5000"
	}
	db, err := pg.Open(t.Context(), s["PLATEN_DATABASE_URL"], pg.Options{MaxConns: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	a, out, _, _ := start(t, s, app.API)
	var stopWorker func() // nil while no worker runs
	work := func(on bool) {
		switch {
		case on && stopWorker == nil:
			_, _, _, stopWorker = start(t, s, app.Worker)
		case !on && stopWorker != nil:
			stopWorker()
			stopWorker = nil
		}
	}
	key := keyText.FindString(out.String())
	exec := func(query string) {
		t.Helper()
		if _, err := db.SQL(t.Context()).ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	var ids []string
	for step := range 40 {
		switch op := rnd.IntN(22); {
		case op < 8 || len(ids) == 0:
			for i := range 1 + rnd.IntN(5) { // some of them wait
				body := fmt.Sprintf(`{"operation":"render","html":"<p style='filter:blur(%dpx)'>%d.%d</p>","outputs":[{"width":%d,"height":1400}]}`, rnd.IntN(12), step, i, 100+rnd.IntN(1400))
				status, response := send(t, http.MethodPost, a.URL()+"/api/v1/facade/generate", key, body, "application/json")
				var job struct{ ID string }
				if err := json.Unmarshal(response, &job); status != http.StatusAccepted || err != nil {
					t.Fatalf("step %d: %d %s", step, status, response)
				}
				ids = append(ids, job.ID)
			}
		case op < 11:
			send(t, http.MethodPost, a.URL()+"/api/v1/facade/render-jobs/"+ids[len(ids)-1-rnd.IntN(min(3, len(ids)))]+"/cancel", key, "", "application/json")
		case op < 13:
			body := fmt.Sprintf(`{"operation":"preview","html":"<p>%d</p>","outputs":[{"width":64,"height":64}]}`, rnd.IntN(6))
			send(t, http.MethodPost, a.URL()+"/api/v1/facade/generate", key, body, "application/json")
		case op < 15:
			if err := db.Advance(t.Context(), time.Duration(rnd.IntN(1200))*time.Second); err != nil {
				t.Fatal(err)
			}
		case op < 17: // as if its worker had died
			exec("UPDATE rendering.job SET lease_until = svc_now() WHERE status = 'processing'")
		case op < 18: // an operator's mistake, or a clock's
			exec("UPDATE credits.holds SET expires_at = svc_now() WHERE id = (SELECT id FROM credits.holds WHERE state = 'open' ORDER BY id DESC LIMIT 1)")
			if _, err := a.SweepCredits(t.Context()); err != nil {
				t.Fatal(err)
			}
		default:
			work(stopWorker == nil)
		}
	}
	work(true)
	// Jobs that the clock changes left queued end when they expire; there is nothing else to wait for.
	for _, id := range ids {
		for status := "queued"; status == "queued" || status == "processing"; {
			var job struct{ Status string }
			if _, body := get(t, a.URL()+"/api/v1/facade/render-jobs/"+id+"?wait=20", key); json.Unmarshal(body, &job) == nil {
				status = job.Status
			}
		}
	}
	compareCharges(t, db, len(ids))
}

func compareCharges(t *testing.T, db *pg.DB, jobs int) {
	t.Helper()
	ctx := context.Background()
	rows, err := db.SQL(ctx).QueryContext(ctx, `SELECT j.id, j.status, coalesce(j.error->>'code', ''), j.credits_charged,
		(SELECT coalesce(sum(amount), 0) FROM credits.ledger l WHERE l.subject = j.id AND l.kind = 'capture'),
		(SELECT coalesce(sum(amount), 0) FROM credits.ledger l WHERE l.subject = j.id AND l.kind IN ('capture', 'void')),
		(SELECT coalesce(sum(amount), 0) FROM credits.ledger l WHERE l.subject = j.id AND l.kind = 'hold') FROM rendering.job j`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ended := map[string]int{}
	n := 0
	for ; rows.Next(); n++ {
		var id, status, code string
		var charged, captured, resolved, held int
		if err := rows.Scan(&id, &status, &code, &charged, &captured, &resolved, &held); err != nil {
			t.Fatal(err)
		}
		ended[status]++
		if charged != captured || resolved != held || (status == "completed") != (charged > 0) {
			t.Errorf("%s is %s %s and says it was charged %d; the ledger held %d, captured %d, resolved %d", id, status, code, charged, held, captured, resolved)
		}
	}
	if err := rows.Err(); err != nil || n != jobs {
		t.Errorf("%d jobs, want %d (%v)", n, jobs, err)
	}
	t.Logf("the jobs ended as %v", ended)
	var odd int
	err = db.SQL(ctx).QueryRowContext(ctx, `SELECT count(*) FROM credits.accounts a WHERE held <> 0 OR granted <> available + spent
		OR spent <> (SELECT coalesce(sum(amount), 0) FROM credits.ledger l WHERE l.workspace = a.workspace AND l.kind = 'capture')`).Scan(&odd)
	if err != nil || odd != 0 {
		t.Errorf("%d accounts do not add up (%v)", odd, err)
	}
}
