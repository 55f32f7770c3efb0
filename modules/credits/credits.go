package credits

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/platenhq/platen/modules/credits/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// sweepInterval is the interval of the sweep for expired holds.
const sweepInterval = time.Minute

// Module manages credit accounts. It is safe for concurrent use.
type Module struct {
	cfg     Config
	needs   Needs
	db      *pg.DB
	store   *store.Store
	cursors *page.Sealer
	queue   *jobs.Queue
}

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB      *pg.DB
	Queue   *jobs.Queue
	Cursors *page.Sealer
}

// New returns the module and registers its sweep on the queue. It starts nothing.
func New(cfg Config, needs Needs, d Deps) *Module {
	m := &Module{cfg: cfg, needs: needs, db: d.DB, store: store.New(d.DB), cursors: d.Cursors, queue: d.Queue}
	jobs.Handle(d.Queue, m.announceLow, jobs.HandleOptions[ranLow]{})
	d.Queue.Every("credits.sweep", sweepInterval, func(ctx context.Context, _ jobs.Tick) error {
		_, err := m.Sweep(ctx)
		return errors.Join(err, m.notifyAll(ctx))
	})
	return m
}

// Grant adds n credits to a workspace's account, creating the account if there is none.
func (m *Module) Grant(ctx context.Context, ws ident.Workspace, n int64, reason string) (Balance, error) {
	if n <= 0 {
		return Balance{}, fault.Rules(fault.Detail{Path: "/amount", Rule: "minimum", Expected: int64(1), Actual: n, Message: "The amount must be at least 1."})
	}
	var b Balance
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.store.Grant(ctx, ws, n); err != nil {
			return err
		}
		if err := m.recordEntry(ctx, ws, "grant", n, reason); err != nil {
			return err
		}
		row, err := m.store.Account(ctx, ws)
		b = balance(row)
		return err
	})
	return b, err
}

// HoldFor reserves n credits for the subject, such as a job id, and returns the hold's id. For n ≤ 0 it holds nothing
// and returns "". The error is ErrInsufficient when fewer than n are available. A hold that is not resolved within life
// expires: life is the longest time that the work can take.
func (m *Module) HoldFor(ctx context.Context, ws ident.Workspace, n int, subject string, life time.Duration) (string, error) {
	if n <= 0 {
		return "", nil
	}
	id := ident.New(ident.Hold)
	var left int64
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		m.db.AfterCommit(ctx, func() { observe(ctx, ws, left) })
		return m.hold(ctx, ws, n, subject, life, id, &left)
	})
	if err != nil {
		return "", err
	}
	killpoint.Reach(killpoint.AfterHold)
	return id, nil
}

// hold makes the hold id in the transaction of ctx; left receives the credits that are available afterwards.
func (m *Module) hold(ctx context.Context, ws ident.Workspace, n int, subject string, life time.Duration, id string, left *int64) error {
	return m.store.Hold(ctx, store.Hold{ID: id, Workspace: string(ws), Amount: int64(n), Subject: subject, Actor: actor(ctx)}, ident.New(ident.LedgerEntry), life,
		func(available int64) error {
			return ErrInsufficient.With(fault.Detail{Rule: "credits", Expected: int64(n), Actual: available,
				Message: fmt.Sprintf("The request needs %d credits and %d are available.", n, available)})
		}, left)
}

// Capture spends n of a hold and releases the rest. For a resolved hold it spends nothing, and the error, which may
// only be returned by the transaction of ctx later, is ErrHoldClosed. The id "" does nothing.
func (m *Module) Capture(ctx context.Context, hold string, n int) error {
	if hold == "" {
		return nil
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		var ws string
		var left int64
		due := false
		m.db.AfterCommit(ctx, func() {
			observe(ctx, ident.Workspace(ws), left)
			if due {
				m.notifyLow(pg.Outside(context.WithoutCancel(ctx)), ws)
			}
		})
		return m.store.Capture(ctx, store.Capture{
			Hold: hold, N: int64(n), Entries: [2]string{ident.New(ident.LedgerEntry), ident.New(ident.LedgerEntry)}, Categories: categoriesJSON, Low: m.cfg.Low,
			Closed: ErrHoldClosed, Done: func(w string, l int64, d bool) { ws, left, due = w, l, d },
		})
	})
}

// Void releases a hold. A resolved hold is unchanged; the id "" does nothing.
func (m *Module) Void(ctx context.Context, hold string) error {
	_, err := m.resolve(ctx, hold, "voided")
	return err
}

// Sweep voids the expired holds and returns their number. It is safe to run concurrently.
func (m *Module) Sweep(ctx context.Context) (int, error) {
	n := 0
	for {
		ids, err := m.store.Expired(ctx)
		if err != nil || len(ids) == 0 {
			return n, err
		}
		for _, id := range ids {
			ok, err := m.resolve(ctx, id, "expired")
			if err != nil {
				return n, err
			}
			if ok {
				n++
			}
		}
	}
}

// resolve closes an open hold and releases its credits; false when it was already resolved.
func (m *Module) resolve(ctx context.Context, hold, state string) (resolved bool, err error) {
	if hold == "" {
		return false, nil
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		h, ok, err := m.store.Resolve(ctx, hold, state)
		if err != nil || !ok {
			return err
		}
		resolved = true
		ws := ident.Workspace(h.Workspace)
		if err := m.store.Return(ctx, ws, h.Amount); err != nil {
			return err
		}
		return m.recordEntry(ctx, ws, "void", h.Amount, h.Subject)
	})
	return resolved, err
}

func (m *Module) recordEntry(ctx context.Context, ws ident.Workspace, kind string, n int64, subject string) error {
	return m.store.InsertEntry(ctx, store.Entry{ID: ident.New(ident.LedgerEntry), Workspace: string(ws), Kind: kind, Amount: n, Subject: subject})
}

// Balance is the state of an account. Granted = Available + Held + Spent.
type Balance struct{ Granted, Available, Held, Spent int64 }

// Available returns the credits that a workspace can spend: in a context of Observe, those after its last hold or
// capture, without a query.
func (m *Module) Available(ctx context.Context, ws ident.Workspace) (int64, error) {
	if o, ok := ctx.Value(observedKey{}).(*observed); ok {
		if left, ok := o.get(ws); ok {
			return left, nil
		}
	}
	return m.store.Available(ctx, ws)
}

// Observe returns a context that records the credits available after a hold or capture that was committed in it.
func (m *Module) Observe(ctx context.Context) context.Context {
	return context.WithValue(ctx, observedKey{}, &observed{})
}

type observedKey struct{}

// observed holds the available credits of a workspace, "" before they are known.
type observed struct {
	mu   sync.Mutex
	ws   ident.Workspace
	left int64
}

func (o *observed) get(ws ident.Workspace) (int64, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.left, ws != "" && o.ws == ws
}

// observe records the available credits of a workspace after a commit.
func observe(ctx context.Context, ws ident.Workspace, left int64) {
	if o, ok := ctx.Value(observedKey{}).(*observed); ok {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.ws, o.left = ws, left
	}
}

// Balance returns the workspace's account; all zero if nothing was ever granted.
func (m *Module) Balance(ctx context.Context, ws ident.Workspace) (Balance, time.Time, error) {
	now, err := m.db.Now(ctx)
	if err != nil {
		return Balance{}, time.Time{}, err
	}
	row, err := m.store.Account(ctx, ws)
	return balance(row), now, err
}

func balance(a store.Account) Balance {
	return Balance{Granted: a.Granted, Available: a.Available, Held: a.Held, Spent: a.Spent}
}

// Entry is one ledger entry: grant, hold, capture or void.
type Entry struct {
	ID, Kind, Subject string
	Amount            int64
	CreatedAt         time.Time
}

// Ledger pages through the workspace's ledger, newest first.
func (m *Module) Ledger(ctx context.Context, t ident.Tenant, limit *int32, cursor *string) (page.Page[Entry], error) {
	req, err := m.cursors.Request(page.Scope{Route: "credits.ledger", Tenant: t}, limit, cursor)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	rows, err := m.store.Ledger(ctx, t, req)
	if err != nil {
		return page.Page[Entry]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(e store.Entry) page.Position { return page.Position{CreatedAt: e.CreatedAt, ID: e.ID} })
	return page.Map(p, func(e store.Entry) Entry {
		return Entry{ID: e.ID, Kind: e.Kind, Subject: e.Subject, Amount: e.Amount, CreatedAt: e.CreatedAt}
	}), nil
}
