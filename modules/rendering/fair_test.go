package rendering

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// TestNoWorkspaceOccupiesAllWorkers queues many jobs of one workspace and then a few of two others: the next job is
// the oldest of the workspace with the fewest jobs in progress.
func TestNoWorkspaceOccupiesAllWorkers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	enqueue := func(ws ident.Workspace, n int) (ids []string) {
		ctx := ident.With(context.Background(), ident.System(ws, ident.Live))
		for i := range n {
			r, err := b.Generate(ctx, simpleRequest(fmt.Sprint(ws, i)), func(context.Context, Result) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, r.Job.ID)
		}
		return ids
	}
	flood, two, one := enqueue("ws_flood", 12), enqueue("ws_two", 2), enqueue("ws_one", 1)
	all := append(append(append([]string{}, flood...), two...), one...)
	var began []*store.Job
	begin := func() *store.Job {
		t.Helper()
		row, more, err := b.store.BeginNext(b.ctx, store.Claim{Engine: plan.Native, Token: ident.New(ident.Lease), Lease: queue.LeaseTime, Changed: queue.ChangedChannel})
		if err != nil {
			t.Fatal(err)
		}
		began = append(began, row)
		if waiting := len(began) < len(all); more != waiting {
			t.Errorf("after claim %d of %d jobs, others are waiting: %v", len(began), len(all), more)
		}
		return row
	}
	busy := func() map[string]int {
		n := map[string]int{}
		for _, r := range began {
			n[r.WorkspaceID]++
		}
		return n
	}
	// Four slots: the first workspace may have two while others wait, although its jobs are older.
	for range 4 {
		begin()
	}
	if got := busy(); got["ws_flood"] != 2 || got["ws_two"] != 1 || got["ws_one"] != 1 {
		t.Errorf("the four slots were given to %v", got)
	}
	if got := begin(); got.ID != two[1] {
		t.Errorf("the fifth slot was given to %s of %s, want the waiting workspace with the fewest jobs in progress", got.ID, got.WorkspaceID)
	}
	// No other workspace waits: the remaining slots belong to the first one, oldest first.
	for i := 5; i < len(all); i++ {
		if got, want := begin().ID, flood[i-3]; got != want {
			t.Errorf("slot %d was given to %s, want %s", i, got, want)
		}
	}
	if _, _, err := b.store.BeginNext(b.ctx, store.Claim{Engine: plan.Native, Token: "t", Lease: queue.LeaseTime, Changed: queue.ChangedChannel}); !errors.Is(err, store.ErrGone) {
		t.Errorf("claiming without a queued job: %v", err)
	}
}

// TestARequestIsTakenFromItsSubmissionOrItsRow: a claim may leave out the request of a job. Its worker then has it from the
// submission in its process, once, or reads it from the row while it holds the job.
func TestARequestIsTakenFromItsSubmissionOrItsRow(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	claim := func() *store.Job {
		t.Helper()
		row, _, err := b.store.BeginNext(b.ctx, store.Claim{Engine: plan.Native, Token: "t", Lease: queue.LeaseTime, Changed: queue.ChangedChannel, Bare: b.submitted.Any()})
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	b.queued(t, "before a worker")
	if row := claim(); len(row.Request) == 0 {
		t.Error("no request was kept, and the claim has none either")
	}
	b.queued(t, "one")
	row := claim()
	if len(row.Request) != 0 {
		t.Errorf("the claim has a request of %d bytes that was kept", len(row.Request))
	}
	for range 2 { // kept, and from the row
		if req, err := b.requestOf(b.ctx, row, "t"); err != nil || req.HTML != "one" {
			t.Errorf("the request is %+v, %v", req, err)
		}
	}
	if b.submitted.Any() {
		t.Error("the request is still kept")
	}
	if _, err := b.requestOf(b.ctx, row, "another"); !errors.Is(err, store.ErrGone) {
		t.Errorf("for an attempt that does not hold the job: %v", err)
	}
}
