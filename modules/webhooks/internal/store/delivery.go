package store

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"
)

// Delivery is a row of webhooks.delivery.
type Delivery struct {
	bun.BaseModel  `bun:"table:webhooks.delivery,alias:d"`
	ID             string     `bun:"id,pk"`
	WebhookID      string     `bun:"webhook_id"`
	WorkspaceID    string     `bun:"workspace_id"`
	Livemode       bool       `bun:"livemode"`
	BrandID        string     `bun:"brand_id,nullzero"`
	EventID        string     `bun:"event_id"`
	Event          string     `bun:"event"`
	Body           []byte     `bun:"body"`
	Test           bool       `bun:"test"`
	Status         string     `bun:"status,nullzero,default:'pending'"`
	Attempts       int        `bun:"attempts"`
	Replays        int        `bun:"replays"`
	Replaying      bool       `bun:"replaying"`
	Token          string     `bun:"token,nullzero"`
	LeaseUntil     *time.Time `bun:"lease_until"`
	WokenUntil     *time.Time `bun:"woken_until"`
	NextAttemptAt  *time.Time `bun:"next_attempt_at"`
	CreatedAt      time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	FirstAttemptAt *time.Time `bun:"first_attempt_at"`
	LastAttemptAt  *time.Time `bun:"last_attempt_at"`
	LastStatus     int        `bun:"last_status,nullzero"`
	LastError      string     `bun:"last_error,nullzero"`
	DeliveredAt    *time.Time `bun:"delivered_at"`
	DeadAt         *time.Time `bun:"dead_at"`
	// URL and EndpointBrand are the endpoint's, Leased whether a worker is sending it, Now the database time of the read.
	URL           string    `bun:"url,scanonly"`
	EndpointBrand string    `bun:"endpoint_brand,scanonly"`
	Leased        bool      `bun:"leased,scanonly"`
	Now           time.Time `bun:"now,scanonly"`
}

// InsertTest stores a delivery leased under token, which no other worker takes.
func (s *Store) InsertTest(ctx context.Context, d *Delivery, token string, lease time.Duration) error {
	d.Token = token
	_, err := s.db.Conn(ctx).NewInsert().Model(d).Value("lease_until", "svc_now() + ?::interval", interval(lease)).
		Returning("created_at, status, svc_now() AS now").Exec(ctx)
	return wrap("storing a delivery", err)
}

const (
	readColumns = "d.*, e.url, coalesce(e.brand_id, '') AS endpoint_brand, coalesce(d.lease_until > svc_now(), false) AS leased, svc_now() AS now"
	isDue       = "d.next_attempt_at <= svc_now() AND (d.lease_until IS NULL OR d.lease_until <= svc_now())"
)

// InsertDelivery stores a delivery that is due immediately and marked as woken for the given time.
func (s *Store) InsertDelivery(ctx context.Context, d *Delivery, woken time.Duration) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(d).Value("next_attempt_at", "svc_now()").
		Value("woken_until", "svc_now() + ?::interval", interval(woken)).Returning("created_at, next_attempt_at, status").Exec(ctx)
	return wrap("storing a delivery", err)
}

// Turn is an attempt that has begun: the delivery and its endpoint under a lease.
type Turn struct {
	Delivery *Delivery
	Endpoint *Endpoint
}

// Begin leases a due delivery of an enabled endpoint under token, unless the endpoint has reached its limit of
// deliveries in flight. ErrGone: there is nothing to do now. It needs an open transaction.
func (s *Store) Begin(ctx context.Context, id, token string, lease time.Duration, most int) (*Turn, error) {
	var webhook string
	if err := s.db.Conn(ctx).NewRaw("SELECT webhook_id FROM webhooks.delivery WHERE id = ?", id).Scan(ctx, &webhook); err != nil {
		return nil, wrap("reading a delivery", err)
	}
	// Attempts of one endpoint begin one after another, so that the count of those in flight is exact.
	if _, err := s.db.Conn(ctx).NewRaw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", webhook).Exec(ctx); err != nil {
		return nil, wrap("taking an endpoint's turn", err)
	}
	t := &Turn{Delivery: new(Delivery), Endpoint: new(Endpoint)}
	err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery d SET token = ?0, lease_until = svc_now() + ?1::interval, woken_until = NULL
		FROM webhooks.endpoint e
		WHERE d.id = ?2 AND e.id = d.webhook_id AND e.enabled AND `+isDue+`
			AND ?3 > (SELECT count(*) FROM webhooks.delivery o WHERE o.webhook_id = d.webhook_id AND o.lease_until > svc_now())
		RETURNING `+readColumns, token, interval(lease), id, most).Scan(ctx, t.Delivery)
	if err != nil {
		return nil, s.clearWake(ctx, id, wrap("beginning an attempt", err))
	}
	err = s.db.Conn(ctx).NewSelect().Model(t.Endpoint).ColumnExpr("e.*").ColumnExpr(inGrace).Where("id = ?", webhook).Scan(ctx)
	return t, wrap("reading a webhook", err)
}

// clearWake lets a delivery that could not begin be woken again as soon as its endpoint is free.
func (s *Store) clearWake(ctx context.Context, id string, cause error) error {
	if !errors.Is(cause, ErrGone) {
		return cause
	}
	if _, err := s.db.Conn(ctx).NewRaw("UPDATE webhooks.delivery SET woken_until = NULL WHERE id = ? AND woken_until IS NOT NULL", id).Exec(ctx); err != nil {
		return wrap("putting a delivery back", err)
	}
	return ErrGone
}

// Beat renews the lease. ErrGone: the attempt has lost the delivery.
func (s *Store) Beat(ctx context.Context, id, token string, lease time.Duration) error {
	res, err := s.db.Conn(ctx).NewRaw("UPDATE webhooks.delivery SET lease_until = svc_now() + ?::interval WHERE id = ? AND token = ?",
		interval(lease), id, token).Exec(ctx)
	return requireRow("renewing a lease", res, err)
}

// Release ends the lease without an outcome and marks the delivery as woken for the given time. ErrGone: the attempt
// has lost it.
func (s *Store) Release(ctx context.Context, id, token string, woken time.Duration) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery SET token = NULL, lease_until = NULL, woken_until = svc_now() + ?::interval
		WHERE id = ? AND token = ?`, interval(woken), id, token).Exec(ctx)
	return requireRow("giving a delivery back", res, err)
}

// Outcome is the effect of an attempt on its delivery.
type Outcome struct {
	Status string
	// Next is the time to the next attempt; negative means none.
	Next time.Duration
	// Dead moves the delivery to the dead-letter queue now.
	Dead bool
}

// Finish records an attempt under its token. ErrGone: the attempt has lost the delivery.
func (s *Store) Finish(ctx context.Context, token string, a *Attempt, o Outcome) (*Delivery, error) {
	d := new(Delivery)
	err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery d SET status = ?0, attempts = ?1, token = NULL, lease_until = NULL, replaying = false,
		woken_until = NULL, next_attempt_at = CASE WHEN ?2 THEN svc_now() + ?3::interval END,
		first_attempt_at = coalesce(first_attempt_at, ?4), last_attempt_at = ?4, last_status = nullif(?5, 0), last_error = nullif(?6, ''),
		delivered_at = CASE WHEN ?0 = 'delivered' THEN coalesce(delivered_at, svc_now()) ELSE delivered_at END,
		dead_at = CASE WHEN ?7 THEN svc_now() WHEN ?0 = 'dead_letter' THEN dead_at END
		FROM webhooks.endpoint e WHERE d.id = ?8 AND d.token = ?9 AND e.id = d.webhook_id RETURNING `+readColumns,
		o.Status, a.Number, o.Next >= 0, interval(max(0, o.Next)), a.SentAt, a.ResponseStatus, a.Error, o.Dead, a.DeliveryID, token).Scan(ctx, d)
	if err != nil {
		return nil, wrap("recording an attempt", err)
	}
	_, err = s.db.Conn(ctx).NewInsert().Model(a).Exec(ctx)
	return d, wrap("storing an attempt", err)
}

// Waiting returns the endpoint's due deliveries that no worker has and that do not wait in the queue, oldest
// first, at most as many as the endpoint may have in flight besides those it has, and marks them as woken for
// the given time.
func (s *Store) Waiting(ctx context.Context, webhookID string, most int, woken time.Duration) ([]string, error) {
	return s.wake(ctx, "AND e.id = ?2", []any{webhookID}, most, woken)
}

// Due is Waiting for every enabled endpoint.
func (s *Store) Due(ctx context.Context, most int, woken time.Duration) ([]string, error) {
	return s.wake(ctx, "AND e.id IN (SELECT webhook_id FROM webhooks.delivery WHERE next_attempt_at <= svc_now())", nil, most, woken)
}

func (s *Store) wake(ctx context.Context, narrowed string, args []any, most int, woken time.Duration) ([]string, error) {
	var ids []string
	err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery SET woken_until = svc_now() + ?0::interval WHERE id IN (
		SELECT w.id FROM webhooks.endpoint e CROSS JOIN LATERAL (
			SELECT d.id FROM webhooks.delivery d
			WHERE d.webhook_id = e.id AND `+isDue+` AND (d.woken_until IS NULL OR d.woken_until <= svc_now())
			ORDER BY d.next_attempt_at
			LIMIT (SELECT greatest(0, ?1 - count(*)) FROM webhooks.delivery o WHERE o.webhook_id = e.id AND o.lease_until > svc_now())) w
		WHERE e.enabled `+narrowed+` LIMIT 1000) RETURNING id`, append([]any{interval(woken), most}, args...)...).Scan(ctx, &ids)
	return ids, wrap("finding due deliveries", err)
}

// FailAbandonedTests ends test calls whose process crashed: no caller waits for them any more.
func (s *Store) FailAbandonedTests(ctx context.Context) error {
	_, err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.delivery SET status = 'failed', token = NULL, lease_until = NULL,
		last_error = 'the service stopped while it waited for the response'
		WHERE test AND next_attempt_at IS NULL AND lease_until <= svc_now()`).Exec(ctx)
	return wrap("ending abandoned test calls", err)
}

// Clean removes at most 10,000 finished deliveries older than age.
func (s *Store) Clean(ctx context.Context, age time.Duration) error {
	_, err := s.db.Conn(ctx).NewRaw(`DELETE FROM webhooks.delivery WHERE id IN (SELECT id FROM webhooks.delivery
		WHERE created_at < svc_now() - ?0::interval AND next_attempt_at IS NULL AND lease_until IS NULL
			AND (dead_at IS NULL OR dead_at < svc_now() - ?0::interval) ORDER BY created_at LIMIT 10000)`, interval(age)).Exec(ctx)
	return wrap("cleaning the delivery log", err)
}
