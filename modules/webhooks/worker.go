package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/platform/lease"
	queue "github.com/platenhq/platen/modules/webhooks/internal/jobs"
	"github.com/platenhq/platen/modules/webhooks/internal/sender"
	"github.com/platenhq/platen/modules/webhooks/internal/store"
)

// deliver makes one attempt of a delivery that is due. It returns an error only when the queue itself
// should retry the job.
func (m *Module) deliver(ctx context.Context, id string) error {
	token := ident.New(ident.Lease)
	var turn *store.Turn
	err := m.db.InTx(ctx, func(ctx context.Context) (err error) {
		turn, err = m.store.Begin(ctx, id, token, leaseTime, inFlight)
		if errors.Is(err, store.ErrGone) {
			turn, err = nil, nil // sent, deleted, not due, or its endpoint is busy: the end of an attempt wakes the next
		}
		return err
	})
	if err != nil || turn == nil {
		return err
	}
	a, response, err := m.attempt(ctx, turn, token)
	switch {
	case ctx.Err() != nil: // the process stops: release the delivery immediately
		return m.release(context.WithoutCancel(ctx), turn.Delivery, token)
	case errors.Is(err, store.ErrGone):
		return nil
	case err != nil:
		return err
	}
	killpoint.Reach(killpoint.AfterWebhook2xxBeforeMark)
	ctx = context.WithoutCancel(ctx)
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		_, err := m.record(ctx, turn.Delivery, token, a, response)
		return err
	})
	return errors.Join(err, m.wake(ctx, turn.Endpoint.ID))
}

// wake enqueues the deliveries that wait for capacity of an endpoint. It runs outside of the transaction that
// records an attempt, which therefore never locks one delivery while waiting for another.
func (m *Module) wake(ctx context.Context, webhookID string) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		ids, err := m.store.Waiting(ctx, webhookID, inFlight, wakeTime)
		if err != nil {
			return err
		}
		return m.enqueue(ctx, ids)
	})
}

// attempt sends a delivery under its lease and returns the record of it. The error is ErrGone when the
// lease was lost, or that of ctx.
func (m *Module) attempt(ctx context.Context, t *store.Turn, token string) (*store.Attempt, *sender.Response, error) {
	d := t.Delivery
	signers, err := m.signers(t.Endpoint)
	if err != nil { // never sent unsigned
		m.log.ErrorContext(ctx, "a webhook could not be signed", "webhook", t.Endpoint.ID, "error", err)
		const reason = "the event could not be signed"
		return &store.Attempt{DeliveryID: d.ID, Number: d.Attempts + 1, SentAt: d.Now, RequestHeaders: json.RawMessage("{}"), Error: reason},
			&sender.Response{Err: reason}, nil
	}
	message := &sender.Message{URL: t.Endpoint.URL, DeliveryID: d.ID, Event: d.Event, Attempt: d.Attempts + 1, Time: d.Now, Body: d.Body, Signers: signers}
	headers := sender.Headers(message)
	limited, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go m.queue.Leases.Keep(limited, lease.Lease{Name: "webhooks.delivery", ID: d.ID, Every: leaseBeat, Gone: store.ErrGone,
		Renew: func(ctx context.Context) error { return m.store.Beat(ctx, d.ID, token, leaseTime) },
		Lost:  func() { stop(store.ErrGone) }})
	killpoint.Reach(killpoint.BeforeWebhookSend)
	response, err := m.sender.Send(limited, message, headers)
	if errors.Is(context.Cause(limited), store.ErrGone) {
		return nil, nil, fmt.Errorf("the delivery %s was taken over: %w", d.ID, store.ErrGone)
	}
	if err != nil {
		return nil, nil, err
	}
	shown, err := json.Marshal(flat(headers))
	if err != nil {
		return nil, nil, err
	}
	a := &store.Attempt{DeliveryID: d.ID, Number: message.Attempt, SentAt: d.Now, DurationMS: int(response.Duration.Milliseconds()),
		RequestHeaders: shown, ResponseStatus: response.Status, ResponseBody: response.Body, Error: response.Err}
	if a.Error == "" && !response.OK() {
		a.Error = fmt.Sprintf("the receiver responded with %d", response.Status)
	}
	return a, response, nil
}

func flat(h http.Header) map[string]string {
	out := make(map[string]string, len(h))
	for name := range h {
		out[name] = h.Get(name)
	}
	return out
}

// record stores an attempt and its outcome, in the transaction of ctx. nil without an error means that the
// delivery was deleted or taken over by another worker meanwhile.
func (m *Module) record(ctx context.Context, d *store.Delivery, token string, a *store.Attempt, response *sender.Response) (*store.Delivery, error) {
	outcome := after(d, a.Number, response)
	row, err := m.store.Finish(ctx, token, a, outcome)
	if errors.Is(err, store.ErrGone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if outcome.Next >= 0 {
		if err := queue.Enqueue(ctx, m.queue, d.ID, outcome.Next); err != nil {
			return nil, err
		}
	}
	if outcome.Dead {
		m.log.WarnContext(ctx, "a webhook event went to the dead-letter queue", "webhook", d.WebhookID, "host", host(d.URL), "event", d.EventID, "attempts", a.Number)
	}
	return row, nil
}

func (m *Module) enqueue(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := queue.Enqueue(ctx, m.queue, id, 0); err != nil {
			return err
		}
	}
	return nil
}

// release releases a delivery whose process stops.
func (m *Module) release(ctx context.Context, d *store.Delivery, token string) error {
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := m.store.Release(ctx, d.ID, token, wakeTime); err != nil {
			return err
		}
		return queue.Enqueue(ctx, m.queue, d.ID, time.Second)
	})
	if errors.Is(err, store.ErrGone) {
		return nil
	}
	return err
}

// sweep wakes due deliveries that have no queue entry: their worker crashed, the clock of the database was
// ahead of the queue's, or their webhook was enabled again.
func (m *Module) sweep(ctx context.Context) error {
	if err := m.store.FailAbandonedTests(ctx); err != nil {
		return err
	}
	return m.db.InTx(ctx, func(ctx context.Context) error {
		ids, err := m.store.Due(ctx, inFlight, wakeTime)
		if err != nil {
			return err
		}
		return m.enqueue(ctx, ids)
	})
}

// clean removes old deliveries.
func (m *Module) clean(ctx context.Context) error { return m.store.Clean(ctx, logFor) }
