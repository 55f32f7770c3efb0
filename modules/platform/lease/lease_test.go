package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/platenhq/platen/modules/platform/lease"
)

func renewals(t *testing.T, r *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := r.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if f.GetName() == "platen_lease_renewals_total" && l.GetName() == "outcome" {
					out[l.GetValue()] += m.GetCounter().GetValue()
				}
			}
		}
	}
	return out
}

// TestFailedRenewalIsCountedAndRetried checks also that a lost lease ends the renewals.
func TestFailedRenewalIsCountedAndRetried(t *testing.T) {
	t.Parallel()
	k, registry := lease.NewKeeper(nil), prometheus.NewRegistry()
	k.Observe(registry)
	gone, lost, n := errors.New("gone"), 0, 0
	k.Keep(t.Context(), lease.Lease{Name: "test", ID: "x", Every: time.Millisecond, Gone: gone, Lost: func() { lost++ },
		Renew: func(context.Context) error {
			switch n++; n {
			case 1, 2:
				return errors.New("the database is unavailable")
			case 3:
				return nil
			default:
				return gone
			}
		}})
	got := renewals(t, registry)
	for outcome, want := range map[string]float64{"error": 2, "ok": 1, "lost": 1} {
		if got[outcome] != want {
			t.Errorf("%v renewals with the outcome %s are counted, want %v", got[outcome], outcome, want)
		}
	}
	if lost != 1 || n != 4 {
		t.Errorf("lost %d times after %d renewals", lost, n)
	}
}

// TestHangingRenewalIsCanceled: it ends with the interval, and the next renewal runs.
func TestHangingRenewalIsCanceled(t *testing.T) {
	t.Parallel()
	gone, n := errors.New("gone"), 0
	lease.NewKeeper(nil).Keep(t.Context(), lease.Lease{Every: time.Millisecond, Gone: gone, Renew: func(ctx context.Context) error {
		if n++; n > 1 {
			return gone
		}
		<-ctx.Done()
		return ctx.Err()
	}})
	if n != 2 {
		t.Errorf("%d renewals ran, want 2", n)
	}
}

// TestStopWaitsForTheRenewal: after stop returns, no renewal runs.
func TestStopWaitsForTheRenewal(t *testing.T) {
	t.Parallel()
	began, running := make(chan struct{}, 1), false
	stop := lease.NewKeeper(nil).Start(t.Context(), lease.Lease{Every: time.Hour / 2, Renew: nil})
	stop()
	stop()
	stop = lease.NewKeeper(nil).Start(t.Context(), lease.Lease{Every: time.Millisecond, Gone: errors.New("gone"), Renew: func(ctx context.Context) error {
		running = true
		select {
		case began <- struct{}{}:
		default:
		}
		<-ctx.Done()
		running = false
		return ctx.Err()
	}})
	<-began
	stop()
	if running {
		t.Error("a renewal is running after stop returned")
	}
}
