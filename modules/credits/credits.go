package credits

import (
	"context"
	"fmt"
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

// Module moves credits. It is safe for concurrent use.
type Module struct {
	cfg     Config
	needs   Needs
	db      *pg.DB
	store   *store.Store
	cursors *page.Sealer
	queue   *jobs.Queue
}

// Deps are the parts of the infrastructure that the module uses.
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
		return err
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
		if err := m.note(ctx, ws, "grant", n, reason); err != nil {
			return err
		}
		row, err := m.store.Account(ctx, ws)
		b = balance(row)
		return err
	})
	return b, err
}

// HoldFor reserves n credits for the subject, such as a job id, and returns the hold's id. n of 0 or less
// costs nothing and returns "". The error is ErrInsufficient when fewer than n are available. A hold that is not
// resolved within life expires: life is as long as what it is for can take.
func (m *Module) HoldFor(ctx context.Context, ws ident.Workspace, n int, subject string, life time.Duration) (string, error) {
	if n <= 0 {
		return "", nil
	}
	id := ident.New(ident.Hold)
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		ok, err := m.store.Hold(ctx, ws, id, int64(n), subject, actor(ctx), life)
		if err != nil {
			return err
		}
		if !ok {
			return m.insufficient(ctx, ws, n)
		}
		return m.note(ctx, ws, "hold", int64(n), subject)
	})
	if err != nil {
		return "", err
	}
	killpoint.Reach(killpoint.AfterHold)
	return id, nil
}

func (m *Module) insufficient(ctx context.Context, ws ident.Workspace, n int) error {
	row, err := m.store.Account(ctx, ws)
	if err != nil {
		return err
	}
	return ErrInsufficient.With(fault.Detail{Rule: "credits", Expected: int64(n), Actual: row.Available,
		Message: fmt.Sprintf("The request needs %d credits and %d are available.", n, row.Available)})
}

// Capture spends n of a hold and releases the rest. For a hold that is already resolved nothing is
// spent, and the error is ErrHoldClosed. The id "" does nothing.
func (m *Module) Capture(ctx context.Context, hold string, n int) error {
	resolved, err := m.resolve(ctx, hold, "captured", int64(n))
	if err == nil && !resolved && hold != "" {
		return ErrHoldClosed
	}
	return err
}

// Void gives a hold back. A hold that is resolved already stays as it is; the id "" is nothing.
func (m *Module) Void(ctx context.Context, hold string) error {
	_, err := m.resolve(ctx, hold, "voided", 0)
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
			ok, err := m.resolve(ctx, id, "expired", 0)
			if err != nil {
				return n, err
			}
			if ok {
				n++
			}
		}
	}
}

// resolve closes an open hold and moves its credits; false when it was resolved before.
func (m *Module) resolve(ctx context.Context, hold, state string, n int64) (resolved bool, err error) {
	if hold == "" {
		return false, nil
	}
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		h, ok, err := m.store.Resolve(ctx, hold, state, n)
		if err != nil || !ok {
			return err
		}
		resolved = true
		return m.settle(ctx, h)
	})
	return resolved, err
}

// settle moves the credits of a hold that was just resolved.
func (m *Module) settle(ctx context.Context, h store.Hold) error {
	ws, spent := ident.Workspace(h.Workspace), h.Captured
	left, err := m.store.Settle(ctx, ws, h.Amount, spent)
	if err != nil {
		return err
	}
	if m.fell(left, spent) {
		if err := m.queue.Insert(ctx, ranLow{ws}, jobs.Options{}); err != nil {
			return err
		}
	}
	if spent > 0 {
		if err := m.note(ctx, ws, "capture", spent, h.Subject); err != nil {
			return err
		}
		if err := m.store.Spend(ctx, h.Workspace, h.Actor, categoryOf(h.Subject), spent); err != nil {
			return err
		}
	}
	if rest := h.Amount - spent; rest > 0 {
		return m.note(ctx, ws, "void", rest, h.Subject)
	}
	return nil
}

func (m *Module) note(ctx context.Context, ws ident.Workspace, kind string, n int64, subject string) error {
	return m.store.Note(ctx, store.Entry{ID: ident.New(ident.LedgerEntry), Workspace: string(ws), Kind: kind, Amount: n, Subject: subject})
}

// Balance is the state of an account. Granted = Available + Held + Spent.
type Balance struct{ Granted, Available, Held, Spent int64 }

// Balance returns the workspace's account; one that was never granted anything is all zero.
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

// Entry is one movement: grant, hold, capture or void.
type Entry struct {
	ID, Kind, Subject string
	Amount            int64
	CreatedAt         time.Time
}

// Ledger pages through the workspace's movements, newest first.
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
