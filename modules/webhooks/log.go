package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	queue "github.com/platenhq/platen/modules/webhooks/internal/jobs"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// Test sends an example of render.completed with test: true and waits for the response; a user waits for it.
// It is one attempt, also to a disabled webhook. respond stores the reply in the transaction that records
// the attempt. The error is ErrWebhookNotFound: a receiver that rejects the event is not an error.
func (m *Module) Test(ctx context.Context, id string, respond func(ctx context.Context, d Delivery) error) (Delivery, error) {
	who := ident.Must(ctx)
	turn := &store.Turn{}
	token := ident.New(ident.Lease)
	err := m.db.InTx(ctx, func(ctx context.Context) (err error) {
		if turn.Endpoint, err = m.store.Endpoint(ctx, tenant(ctx), id); err != nil {
			return storeFault(err)
		}
		ident.Belongs(ctx, turn.Endpoint.BrandID)
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if turn.Endpoint.Sequence, err = m.store.Next(ctx, turn.Endpoint); err != nil {
			return storeFault(err)
		}
		fact := Fact{Workspace: who.Workspace, Mode: who.Mode, Event: RenderCompleted, BrandID: turn.Endpoint.BrandID,
			Data: func(int) (json.RawMessage, error) { return m.needs.Examples.Completed(ctx, who.Workspace, who.Mode) }}
		p, err := m.payload(ctx, fact)
		if err != nil {
			return err
		}
		p.Test = true
		if turn.Delivery, err = p.freeze(fact, turn.Endpoint); err != nil {
			return err
		}
		return m.store.InsertTest(ctx, turn.Delivery, token, leaseTime)
	})
	if err != nil {
		return Delivery{}, err
	}
	a, came, err := m.attempt(ctx, turn, token)
	if err != nil {
		return Delivery{}, err
	}
	var out Delivery
	err = m.db.InTx(context.WithoutCancel(ctx), func(ctx context.Context) error {
		row, err := m.record(ctx, turn.Delivery, token, a, came)
		if err != nil {
			return err
		}
		if row == nil {
			return ErrWebhookNotFound // deleted while it was sent
		}
		out = delivery(row, []*store.Attempt{a})
		return respond(ctx, out)
	})
	return out, errors.Join(err, m.wake(context.WithoutCancel(ctx), id))
}

// Deliveries pages through the deliveries of a webhook, newest first, each with its attempts; an empty
// status means every. The error is ErrWebhookNotFound.
func (m *Module) Deliveries(ctx context.Context, webhookID string, status Status, limit *int32, cursor *string) (page.Page[Delivery], error) {
	t := tenant(ctx)
	if _, err := m.store.Endpoint(ctx, t, webhookID); err != nil {
		return page.Page[Delivery]{}, storeFault(err)
	}
	req, err := m.cursors.Request(page.Scope{Route: "webhooks.deliveries", Tenant: t, Filters: webhookID + "|" + string(status)}, limit, cursor)
	if err != nil {
		return page.Page[Delivery]{}, err
	}
	rows, err := m.store.Deliveries(ctx, t, webhookID, string(status), req)
	if err != nil {
		return page.Page[Delivery]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(d *store.Delivery) page.Position { return page.Position{CreatedAt: d.CreatedAt, ID: d.ID} })
	attempts, err := m.store.Attempts(ctx, p.Items...)
	if err != nil {
		return page.Page[Delivery]{}, err
	}
	return page.Map(p, func(d *store.Delivery) Delivery { return delivery(d, attempts) }), nil
}

// Redeliver sends a delivery again, soon, with the same id and bytes. It needs an open transaction. The
// errors are ErrWebhookNotFound, ErrDeliveryNotFound, ErrDisabled and ErrInFlight.
func (m *Module) Redeliver(ctx context.Context, webhookID, id string) (Delivery, error) {
	e, err := m.store.Endpoint(ctx, tenant(ctx), webhookID)
	if err != nil {
		return Delivery{}, storeFault(err)
	}
	if _, err := m.store.Delivery(ctx, tenant(ctx), webhookID, id); errors.Is(err, store.ErrGone) {
		return Delivery{}, ErrDeliveryNotFound
	} else if err != nil {
		return Delivery{}, err
	}
	ident.Belongs(ctx, e.BrandID)
	if !e.Enabled {
		return Delivery{}, ErrDisabled
	}
	if err := m.replay(ctx, id); errors.Is(err, store.ErrGone) {
		return Delivery{}, ErrInFlight
	} else if err != nil {
		return Delivery{}, err
	}
	return m.read(ctx, webhookID, id)
}

func (m *Module) replay(ctx context.Context, id string) error {
	if err := m.store.Replay(ctx, id, wakeTime); err != nil {
		return err
	}
	return queue.Enqueue(ctx, m.queue, id, 0)
}

func (m *Module) read(ctx context.Context, webhookID, id string) (Delivery, error) {
	d, err := m.store.Delivery(ctx, tenant(ctx), webhookID, id)
	if err != nil {
		return Delivery{}, err
	}
	attempts, err := m.store.Attempts(ctx, d)
	return delivery(d, attempts), err
}

// DeadLetters pages through the events that no retry delivered in the last 14 days, newest first.
func (m *Module) DeadLetters(ctx context.Context, limit *int32, cursor *string) (page.Page[DeadLetterEvent], error) {
	t := tenant(ctx)
	req, err := m.cursors.Request(page.Scope{Route: "webhooks.dlq", Tenant: t}, limit, cursor)
	if err != nil {
		return page.Page[DeadLetterEvent]{}, err
	}
	rows, err := m.store.DeadLetters(ctx, t, Retention, req)
	if err != nil {
		return page.Page[DeadLetterEvent]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(d *store.Delivery) page.Position { return page.Position{CreatedAt: d.CreatedAt, ID: d.ID} })
	return page.Map(p, deadLetter), nil
}

// Retry sends a dead-letter event again, soon, to every webhook that missed it, each with the same delivery
// id and bytes, and returns the first of the deliveries. When that fails too, the event is back in the
// queue. It needs an open transaction. The errors are ErrEventNotFound, ErrReplayed and ErrDisabled.
func (m *Module) Retry(ctx context.Context, eventID string) (Delivery, error) {
	dead, replayed, err := m.store.LockEvent(ctx, tenant(ctx), eventID, Retention)
	switch {
	case err != nil:
		return Delivery{}, err
	case len(dead) == 0 && replayed > 0:
		return Delivery{}, ErrReplayed
	case len(dead) == 0:
		return Delivery{}, ErrEventNotFound
	}
	var first *store.Delivery
	for _, d := range dead {
		if !d.Enabled {
			continue
		}
		if err := m.replay(ctx, d.ID); err != nil {
			return Delivery{}, fmt.Errorf("replaying a dead letter: %w", err)
		}
		if first == nil {
			first = &store.Delivery{ID: d.ID, WebhookID: d.WebhookID}
		}
	}
	if first == nil {
		return Delivery{}, ErrDisabled
	}
	return m.read(ctx, first.WebhookID, first.ID)
}
