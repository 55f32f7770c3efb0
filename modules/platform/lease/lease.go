// Package lease renews claims on table rows while their owners work.
//
// The table and the statements belong to the owner: a row holds a token that proves the claim (fencing) and the time,
// by the database's clock, at which the claim expires. A Keeper only runs the heartbeat, logs and counts it.
package lease

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Lease is a claim in a table that its owner renews while it works.
type Lease struct {
	// Name labels metrics and logs, such as "rendering.job"; ID identifies the claimed row in logs and may be empty.
	Name, ID string
	// Every is the interval of renewals, a fraction of the time after which the claim expires.
	Every time.Duration
	// Renew extends the claim. Its context ends after Every.
	Renew func(ctx context.Context) error
	// Gone is the error that Renew returns when another owner has claimed the row.
	Gone error
	// Lost, if set, is called once when the lease is lost.
	Lost func()
}

// Keeper renews leases and counts the renewals. It is safe for concurrent use.
type Keeper struct {
	log      *slog.Logger
	renewals *prometheus.CounterVec
}

// NewKeeper returns a keeper that logs failed renewals; log may be nil.
func NewKeeper(log *slog.Logger) *Keeper {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Keeper{log: log, renewals: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "platen_lease_renewals_total", Help: "Renewals of leases, by outcome (ok, lost, error).",
	}, []string{"lease", "outcome"})}
}

// Observe registers the keeper's metrics.
func (k *Keeper) Observe(r prometheus.Registerer) { r.MustRegister(k.renewals) }

// Keep renews a lease until ctx ends or the lease is lost. A renewal that fails for another reason is logged,
// counted and retried after the interval; one that hangs is canceled then, so that it cannot delay the next.
func (k *Keeper) Keep(ctx context.Context, l Lease) {
	tick := time.NewTicker(l.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		limited, stop := context.WithTimeout(ctx, l.Every)
		err := l.Renew(limited)
		stop()
		switch {
		case err == nil:
			k.renewals.WithLabelValues(l.Name, "ok").Inc()
		case errors.Is(err, l.Gone):
			k.renewals.WithLabelValues(l.Name, "lost").Inc()
			k.log.WarnContext(ctx, "a lease was lost; its work is dropped", "lease", l.Name, "id", l.ID)
			if l.Lost != nil {
				l.Lost()
			}
			return
		case ctx.Err() != nil:
			return
		default:
			k.renewals.WithLabelValues(l.Name, "error").Inc()
			k.log.WarnContext(ctx, "a lease could not be renewed; the renewal is retried", "lease", l.Name, "id", l.ID, "error", err)
		}
	}
}

// Start renews a lease in the background. stop ends the renewals and waits for a running one; it may be called more
// than once.
func (k *Keeper) Start(ctx context.Context, l Lease) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.Keep(ctx, l)
	}()
	return func() { cancel(); <-done }
}
