package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
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

// Delivery returns a delivery of an endpoint; ident.ErrBrand when either is another brand's.
func (s *Store) Delivery(ctx context.Context, t ident.Tenant, webhookID, id string) (*Delivery, error) {
	d := new(Delivery)
	cond, args := t.Whole(deliveries)
	err := s.db.Conn(ctx).NewRaw("SELECT "+readColumns+` FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE `+cond+" AND d.id = ? AND d.webhook_id = ?", append(args, id, webhookID)...).Scan(ctx, d)
	if err == nil {
		err = errors.Join(t.Check(d.EndpointBrand), t.Check(d.BrandID))
	}
	return d, wrap("reading a delivery", err)
}

// Deliveries returns the rows of a page; an empty status means every.
func (s *Store) Deliveries(ctx context.Context, t ident.Tenant, webhookID, status string, p page.Request) ([]*Delivery, error) {
	var rows []*Delivery
	mine, whose := t.Where(deliveries)
	cond, args, order := p.Where()
	args = slices.Concat(whose, []any{webhookID, status, status}, args, []any{p.Fetch()})
	err := s.db.Conn(ctx).NewRaw("SELECT * FROM (SELECT "+readColumns+` FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE `+mine+` AND d.webhook_id = ? AND ('' = ? OR d.status = ?)) l WHERE `+cond+" ORDER BY "+order+" LIMIT ?", args...).Scan(ctx, &rows)
	return rows, wrap("listing deliveries", err)
}

// Attempts returns the attempts of deliveries that were read for a tenant, in order.
func (s *Store) Attempts(ctx context.Context, of ...*Delivery) ([]*Attempt, error) {
	var rows []*Attempt
	if len(of) == 0 {
		return nil, nil
	}
	ids := make([]string, len(of))
	for i, d := range of {
		ids[i] = d.ID
	}
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where("delivery_id IN (?)", bun.List(ids)).OrderExpr("delivery_id, number").Scan(ctx)
	return rows, wrap("reading attempts", err)
}

// DeadLetters returns the rows of a page of the dead-letter queue, the time of death as CreatedAt.
func (s *Store) DeadLetters(ctx context.Context, t ident.Tenant, keep time.Duration, p page.Request) ([]*Delivery, error) {
	var rows []*Delivery
	mine, whose := t.Where(deliveries)
	cond, args, order := p.Where()
	args = slices.Concat(whose, []any{interval(keep)}, args, []any{p.Fetch()})
	err := s.db.Conn(ctx).NewRaw(`SELECT * FROM (SELECT d.id, d.webhook_id, d.event_id, d.event, d.attempts, d.first_attempt_at, d.last_attempt_at,
		d.last_status, d.last_error, d.dead_at, d.dead_at AS created_at, e.url
		FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE `+mine+" AND d.status = 'dead_letter' AND d.dead_at > svc_now() - ?::interval) l WHERE "+cond+" ORDER BY "+order+" LIMIT ?", args...).Scan(ctx, &rows)
	return rows, wrap("listing dead letters", err)
}

// Dead is a delivery in the dead-letter queue, and whether its endpoint is enabled.
type Dead struct {
	ID, WebhookID string
	Enabled       bool
}

// LockEvent locks a tenant's deliveries of an event that are in the dead-letter queue or were replayed: it
// returns the ones in the queue and how many others there are. Those to endpoints of other brands are left out;
// ident.ErrBrand when there are no others.
func (s *Store) LockEvent(ctx context.Context, t ident.Tenant, eventID string, keep time.Duration) (dead []Dead, replayed int, err error) {
	var rows []struct {
		Dead
		EndpointBrand string
		EventBrand    string
		Lies          bool
		Past          bool
	}
	cond, args := t.Whole(deliveries)
	err = s.db.Conn(ctx).NewRaw(`SELECT d.id, d.webhook_id, e.enabled, coalesce(e.brand_id, '') AS endpoint_brand, coalesce(d.brand_id, '') AS event_brand,
			d.status = 'dead_letter' AND d.dead_at > svc_now() - ?::interval AS lies, d.status <> 'dead_letter' AND d.replays > 0 AS past
		FROM webhooks.delivery d JOIN webhooks.endpoint e ON e.id = d.webhook_id
		WHERE `+cond+" AND d.event_id = ? ORDER BY d.id FOR UPDATE OF d", slices.Concat([]any{interval(keep)}, args, []any{eventID})...).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, wrap("reading a dead letter", err)
	}
	others := error(nil)
	for _, r := range rows {
		if e := errors.Join(t.Check(r.EndpointBrand), t.Check(r.EventBrand)); e != nil {
			others = e
			continue
		}
		if r.Lies {
			dead = append(dead, r.Dead)
		}
		if r.Past {
			replayed++
		}
	}
	if len(dead)+replayed == 0 && others != nil {
		return nil, 0, others
	}
	return dead, replayed, nil
}

// Replay makes a delivery due immediately, for one attempt outside the schedule. ErrGone: it is being sent, or its
// replay was requested already.
func (s *Store) Replay(ctx context.Context, id string, woken time.Duration) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery SET status = 'pending', replaying = true, replays = replays + 1,
		next_attempt_at = svc_now(), woken_until = svc_now() + ?::interval
		WHERE id = ? AND NOT replaying AND (lease_until IS NULL OR lease_until <= svc_now())`, interval(woken), id).Exec(ctx)
	return requireRow("replaying a delivery", res, err)
}
