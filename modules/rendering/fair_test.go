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
		row, more, err := b.store.BeginNext(b.ctx, plan.Native, ident.New(ident.Lease), queue.LeaseTime, queue.ChangedChannel)
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
	if _, _, err := b.store.BeginNext(b.ctx, plan.Native, "t", queue.LeaseTime, queue.ChangedChannel); !errors.Is(err, store.ErrGone) {
		t.Errorf("claiming without a queued job: %v", err)
	}
}
