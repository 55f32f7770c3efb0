package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/page"
)

// Attempt is a row of webhooks.attempt.
type Attempt struct {
	bun.BaseModel  `bun:"table:webhooks.attempt"`
	DeliveryID     string          `bun:"delivery_id,pk"`
	Number         int             `bun:"number,pk"`
	SentAt         time.Time       `bun:"sent_at"`
	DurationMS     int             `bun:"duration_ms"`
	RequestHeaders json.RawMessage `bun:"request_headers,type:jsonb"`
	ResponseStatus int             `bun:"response_status,nullzero"`
	ResponseBody   []byte          `bun:"response_body,nullzero"`
	Error          string          `bun:"error,nullzero"`
}

// Delivery returns a delivery of an endpoint.
func (s *Store) Delivery(ctx context.Context, webhookID, id string) (*Delivery, error) {
	d := new(Delivery)
	err := s.db.Conn(ctx).NewRaw("SELECT "+readColumns+` FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE d.id = ? AND d.webhook_id = ?`, id, webhookID).Scan(ctx, d)
	return d, wrap("reading a delivery", err)
}

// Deliveries returns the rows of a page; an empty status means every.
func (s *Store) Deliveries(ctx context.Context, webhookID, status string, p page.Request) ([]*Delivery, error) {
	var rows []*Delivery
	cond, args, order := p.Where()
	args = append([]any{webhookID, status, status}, append(args, p.Fetch())...)
	err := s.db.Conn(ctx).NewRaw("SELECT * FROM (SELECT "+readColumns+` FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE d.webhook_id = ? AND ('' = ? OR d.status = ?)) l WHERE `+cond+" ORDER BY "+order+" LIMIT ?", args...).Scan(ctx, &rows)
	return rows, wrap("listing deliveries", err)
}

// Attempts returns the attempts of deliveries in order.
func (s *Store) Attempts(ctx context.Context, deliveryIDs []string) ([]*Attempt, error) {
	var rows []*Attempt
	if len(deliveryIDs) == 0 {
		return nil, nil
	}
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where("delivery_id IN (?)", bun.In(deliveryIDs)).OrderExpr("delivery_id, number").Scan(ctx)
	return rows, wrap("reading attempts", err)
}

// DeadLetters returns the rows of a page of the dead-letter queue, the time of death as CreatedAt.
func (s *Store) DeadLetters(ctx context.Context, o Owner, keep time.Duration, p page.Request) ([]*Delivery, error) {
	var rows []*Delivery
	cond, args, order := p.Where()
	inner, first := s.dead(o, keep)
	args = append(first, append(args, p.Fetch())...)
	err := s.db.Conn(ctx).NewRaw(`SELECT * FROM (SELECT d.id, d.webhook_id, d.event_id, d.event, d.attempts, d.first_attempt_at, d.last_attempt_at,
		d.last_status, d.last_error, d.dead_at, d.dead_at AS created_at, e.url `+inner+") l WHERE "+cond+" ORDER BY "+order+" LIMIT ?", args...).Scan(ctx, &rows)
	return rows, wrap("listing dead letters", err)
}

// dead is the part of a query that selects a tenant's dead letters.
func (s *Store) dead(o Owner, keep time.Duration) (string, []any) {
	text := ` FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE d.workspace_id = ? AND d.livemode = ? AND d.status = 'dead_letter' AND d.dead_at > svc_now() - ?::interval`
	args := []any{o.Workspace, o.Livemode, interval(keep)}
	if o.Brands != nil {
		text, args = text+" AND e.brand_id IN (?)", append(args, bun.In(o.Brands))
	}
	return text, args
}

// Dead is a delivery in the dead-letter queue, and whether its endpoint is enabled.
type Dead struct {
	ID, WebhookID string
	Enabled       bool
}

// LockEvent locks a tenant's deliveries of an event that are in the dead-letter queue or were replayed: it
// returns the ones in the queue and how many others there are.
func (s *Store) LockEvent(ctx context.Context, o Owner, eventID string, keep time.Duration) (dead []Dead, replayed int, err error) {
	var rows []struct {
		Dead
		Lies bool
		Past bool
	}
	brands, args := "", []any{interval(keep), o.Workspace, o.Livemode, eventID}
	if o.Brands != nil {
		brands, args = " AND e.brand_id IN (?4)", append(args, bun.In(o.Brands))
	}
	err = s.db.Conn(ctx).NewRaw(`SELECT d.id, d.webhook_id, e.enabled, d.status = 'dead_letter' AND d.dead_at > svc_now() - ?0::interval AS lies,
			d.status <> 'dead_letter' AND d.replays > 0 AS past
		FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE d.workspace_id = ?1 AND d.livemode = ?2 AND d.event_id = ?3`+brands+" ORDER BY d.id FOR UPDATE OF d", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, wrap("reading a dead letter", err)
	}
	for _, r := range rows {
		if r.Lies {
			dead = append(dead, r.Dead)
		}
		if r.Past {
			replayed++
		}
	}
	return dead, replayed, nil
}

// Replay makes a delivery due at once, for one attempt outside the schedule. ErrGone: somebody is sending
// it or has asked for the same already.
func (s *Store) Replay(ctx context.Context, id string, woken time.Duration) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery SET status = 'pending', replaying = true, replays = replays + 1,
		next_attempt_at = svc_now(), woken_until = svc_now() + ?::interval
		WHERE id = ? AND NOT replaying AND (lease_until IS NULL OR lease_until <= svc_now())`, interval(woken), id).Exec(ctx)
	return touched("replaying a delivery", res, err)
}
