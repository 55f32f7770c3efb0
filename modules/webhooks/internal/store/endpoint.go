package store

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Endpoint is a row of webhooks.endpoint.
type Endpoint struct {
	bun.BaseModel  `bun:"table:webhooks.endpoint,alias:e"`
	ID             string     `bun:"id,pk"`
	WorkspaceID    string     `bun:"workspace_id"`
	Livemode       bool       `bun:"livemode"`
	URL            string     `bun:"url"`
	URLKey         string     `bun:"url_key"`
	Events         []string   `bun:"events,array"`
	Description    string     `bun:"description"`
	BrandID        string     `bun:"brand_id,nullzero"`
	Enabled        bool       `bun:"enabled"`
	Secret         []byte     `bun:"secret"`
	PreviousSecret []byte     `bun:"previous_secret,nullzero"`
	PreviousUntil  *time.Time `bun:"previous_until"`
	Sequence       int64      `bun:"sequence"`
	CreatedAt      time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt      time.Time  `bun:"updated_at,nullzero,default:svc_now()"`
	// InGrace is true if the previous secret is still valid, by database time.
	InGrace bool `bun:"in_grace,scanonly"`
}

const inGrace = "coalesce(e.previous_until > svc_now(), false) AS in_grace"

// InsertEndpoint stores an endpoint and fills in the columns set by the database. ErrTaken: its URL is registered.
func (s *Store) InsertEndpoint(ctx context.Context, e *Endpoint) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(e).Returning("created_at, updated_at").Exec(ctx)
	return wrap("storing a webhook", err)
}

// endpoint selects a tenant's endpoint, of any brand: the caller checks the brand.
func (s *Store) endpoint(ctx context.Context, e *Endpoint, t ident.Tenant, id string) *bun.SelectQuery {
	cond, args := t.Whole(rows)
	return s.db.Conn(ctx).NewSelect().Model(e).ColumnExpr("e.*").ColumnExpr(inGrace).Where(cond, args...).Where("id = ?", id)
}

// Endpoint returns a tenant's endpoint; ident.ErrBrand for one of another brand.
func (s *Store) Endpoint(ctx context.Context, t ident.Tenant, id string) (*Endpoint, error) {
	e := new(Endpoint)
	err := s.endpoint(ctx, e, t, id).Scan(ctx)
	if err == nil {
		err = t.Check(e.BrandID)
	}
	return e, wrap("reading a webhook", err)
}

// LockEndpoint is Endpoint, locked until the transaction ends.
func (s *Store) LockEndpoint(ctx context.Context, t ident.Tenant, id string) (*Endpoint, error) {
	e := new(Endpoint)
	err := s.endpoint(ctx, e, t, id).For("UPDATE").Scan(ctx)
	if err == nil {
		err = t.Check(e.BrandID)
	}
	return e, wrap("reading a webhook", err)
}

// LockTenant locks every endpoint of a tenant's workspace and mode until the transaction ends, in order of id.
func (s *Store) LockTenant(ctx context.Context, t ident.Tenant) error {
	cond, args := t.Whole(rows)
	_, err := s.db.Conn(ctx).NewRaw("SELECT id FROM webhooks.endpoint WHERE "+cond+" ORDER BY id FOR UPDATE", args...).Exec(ctx)
	return wrap("locking webhooks", err)
}

// Endpoints returns the rows of a page.
func (s *Store) Endpoints(ctx context.Context, t ident.Tenant, p page.Request) ([]*Endpoint, error) {
	var list []*Endpoint
	mine, whose := t.Where(rows)
	cond, args, order := p.Where()
	err := s.db.Conn(ctx).NewSelect().Model(&list).ColumnExpr("e.*").ColumnExpr(inGrace).Where(mine, whose...).
		Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return list, wrap("listing webhooks", err)
}

// ExistingEndpoints returns those of the ids that are the tenant's; ident.ErrBrand when one is another brand's.
func (s *Store) ExistingEndpoints(ctx context.Context, t ident.Tenant, ids []string) ([]string, error) {
	var list []*Endpoint
	cond, args := t.Whole(rows)
	if err := s.db.Conn(ctx).NewSelect().Model(&list).Column("id", "brand_id").Where(cond, args...).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, wrap("reading webhooks", err)
	}
	found := make([]string, len(list))
	for i, e := range list {
		if err := t.Check(e.BrandID); err != nil {
			return nil, err
		}
		found[i] = e.ID
	}
	return found, nil
}

// UpdateEndpoint writes the columns that clients may change. ErrTaken: another endpoint has the URL.
func (s *Store) UpdateEndpoint(ctx context.Context, e *Endpoint) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(e).Column("url", "url_key", "events", "description", "brand_id", "enabled").
		Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a webhook", err)
}

// Rotate sets a new secret; the old one stays valid for the grace period, 0 ends it immediately. It fills in the
// columns set by the database.
func (s *Store) Rotate(ctx context.Context, e *Endpoint, secret []byte, grace time.Duration) error {
	err := s.db.Conn(ctx).NewRaw(`UPDATE webhooks.endpoint e SET updated_at = svc_now(), secret = ?0,
		previous_secret = CASE WHEN ?1 THEN secret END, previous_until = CASE WHEN ?1 THEN svc_now() + ?2::interval END
		WHERE id = ?3 RETURNING e.*, `+inGrace, secret, grace > 0, interval(grace), e.ID).Scan(ctx, e)
	return wrap("rotating a secret", err)
}

// DeleteEndpoint removes an endpoint and its deliveries. ErrGone: it is not the tenant's.
func (s *Store) DeleteEndpoint(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(rows)
	res, err := s.db.Conn(ctx).NewDelete().Model((*Endpoint)(nil)).Where(cond, args...).Where("id = ?", id).Exec(ctx)
	return requireRow("deleting a webhook", res, err)
}

// Listen increments the sequence of every enabled endpoint that subscribes to an event and returns these endpoints,
// whose sequence is the event's. only limits it to some endpoints; nil does not.
func (s *Store) Listen(ctx context.Context, t ident.Tenant, event, brandID string, only []string) ([]*Endpoint, error) {
	if some, err := s.listens(ctx, t, event); err != nil || !some {
		return nil, err
	}
	var list []*Endpoint
	cond, whose := t.Whole(rows)
	narrowed := "TRUE"
	var args []any
	if only != nil {
		narrowed, args = "id IN (?)", []any{bun.List(only)}
	}
	// Locked in order of id, so that two concurrent facts cannot wait for each other.
	args = slices.Concat(whose, []any{event, brandID}, args)
	err := s.db.Conn(ctx).NewRaw(`WITH due AS (
			SELECT id FROM webhooks.endpoint WHERE `+cond+` AND enabled AND ? = ANY(events)
				AND (brand_id IS NULL OR brand_id = ?) AND `+narrowed+` ORDER BY id FOR UPDATE)
		UPDATE webhooks.endpoint e SET sequence = sequence + 1 FROM due WHERE e.id = due.id RETURNING e.*`, args...).Scan(ctx, &list)
	return list, wrap("finding who listens", err)
}

// listens reports whether any endpoint may subscribe to an event. Most workspaces have none, and the query shares a
// round trip with the statements that the transaction has collected.
func (s *Store) listens(ctx context.Context, t ident.Tenant, event string) (some bool, err error) {
	cond, args := t.WholeAt(2, rows)
	err = s.db.Do(ctx, pg.Statement{SQL: "SELECT FROM webhooks.endpoint WHERE enabled AND $1 = ANY(events) AND " + cond + " LIMIT 1", Args: append([]any{event}, args...),
		Rows: func(found pgx.Rows) error { some = found.Next(); return nil }})
	return some, wrap("finding who listens", err)
}

// Next increments the sequence of an endpoint and returns it.
func (s *Store) Next(ctx context.Context, e *Endpoint) (int64, error) {
	var n int64
	err := s.db.Conn(ctx).NewRaw("UPDATE webhooks.endpoint SET sequence = sequence + 1 WHERE id = ? RETURNING sequence", e.ID).Scan(ctx, &n)
	return n, wrap("numbering an event", err)
}
