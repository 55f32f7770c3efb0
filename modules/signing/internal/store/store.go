// Package store is the SQL of the signing module.
package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// ErrGone is returned when no row matched.
var ErrGone = errors.New("no such row")

// IsGone reports whether err is ErrGone.
func IsGone(err error) bool { return errors.Is(err, ErrGone) }

// Store runs statements in the transaction of their context.
type Store struct{ db *pg.DB }

// New returns a store on db.
func New(db *pg.DB) *Store { return &Store{db} }

// rows are the tenant columns of keys: a key signs for the whole workspace.
var rows = ident.Rows{Workspace: "workspace_id", Livemode: "livemode"}

// Key is a row of signing.key.
type Key struct {
	bun.BaseModel `bun:"table:signing.key,alias:k"`
	ID            string     `bun:"id,pk"`
	WorkspaceID   string     `bun:"workspace_id"`
	Livemode      bool       `bun:"livemode"`
	KID           string     `bun:"kid"`
	Sealed        []byte     `bun:"sealed"`
	CreatedBy     string     `bun:"created_by"`
	Replaces      string     `bun:"replaces,nullzero"`
	CreatedAt     time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	RetiredAt     *time.Time `bun:"retired_at"`
	RevokedAt     *time.Time `bun:"revoked_at"`
}

// InsertKey stores a key and fills in its time.
func (s *Store) InsertKey(ctx context.Context, k *Key) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(k).Returning("created_at").Exec(ctx)
	return wrap("storing a signing key", err)
}

// Access is the purpose of reading a row.
type Access string

// The kinds of access: only to read, or to change in the same transaction.
const (
	Read Access = ""
	Lock Access = "UPDATE"
)

// Key returns a tenant's key.
func (s *Store) Key(ctx context.Context, t ident.Tenant, id string, how Access) (*Key, error) {
	k := new(Key)
	if err := t.CheckWhole(); err != nil {
		return k, err
	}
	cond, args := t.Whole(rows)
	q := s.db.Conn(ctx).NewSelect().Model(k).Where(cond, args...).Where("id = ?", id)
	if how == Lock {
		q = q.For(string(Lock))
	}
	return k, wrap("reading a signing key", q.Scan(ctx))
}

// KeyByKID returns the key that a URL names, of any workspace.
func (s *Store) KeyByKID(ctx context.Context, kid string) (*Key, error) {
	k := new(Key)
	return k, wrap("reading a signing key", s.db.Conn(ctx).NewSelect().Model(k).Where("kid = ?", kid).Scan(ctx))
}

// NewestActive returns the key that signs, for every brand.
func (s *Store) NewestActive(ctx context.Context, t ident.Tenant) (*Key, error) {
	k := new(Key)
	cond, args := t.Whole(rows)
	err := s.db.Conn(ctx).NewSelect().Model(k).Where(cond, args...).Where("retired_at IS NULL AND revoked_at IS NULL").
		OrderExpr("created_at DESC, id DESC").Limit(1).Scan(ctx)
	return k, wrap("reading the signing key", err)
}

// LockTenant lets one transaction at a time make the first key of a workspace and mode.
func (s *Store) LockTenant(ctx context.Context, t ident.Tenant) error {
	_, err := s.db.SQL(ctx).ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 7))", fmt.Sprintf("signing.key %s %t", t.Workspace(), t.Livemode()))
	return wrap("locking the signing keys", err)
}

// Keys returns the rows of a page.
func (s *Store) Keys(ctx context.Context, t ident.Tenant, p page.Request) ([]*Key, error) {
	var list []*Key
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	mine, whose := t.Whole(rows)
	cond, args, order := p.Where()
	err := s.db.Conn(ctx).NewSelect().Model(&list).ExcludeColumn("sealed").
		Where(mine, whose...).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return list, wrap("listing signing keys", err)
}

// EndKey sets retired_at or revoked_at.
func (s *Store) EndKey(ctx context.Context, k *Key, column string) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(k).Set("? = svc_now()", bun.Ident(column)).WherePK().Returning("*").Exec(ctx)
	return wrap("ending a signing key", err)
}

// Image is a row of signing.image, with flags computed from database time.
type Image struct {
	bun.BaseModel `bun:"table:signing.picture,alias:p"`
	Ref           string          `bun:"ref,pk"`
	WorkspaceID   string          `bun:"workspace_id"`
	Livemode      bool            `bun:"livemode"`
	Content       []byte          `bun:"content"`
	RequestHash   string          `bun:"request_hash"`
	ImageID       string          `bun:"image_id"`
	RenderedAt    *time.Time      `bun:"rendered_at"`
	Failure       json.RawMessage `bun:"failure,type:jsonb,nullzero"`
	Failed        bool            `bun:"failed,scanonly"` // the cached failure is in force
	FailedUntil   *time.Time      `bun:"failed_until"`
}

// Upsert stores images, whose refs differ, and fills in the image ids of those that are known.
func (s *Store) Upsert(ctx context.Context, rows []*Image) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := s.db.Conn(ctx).NewInsert().Model(&rows).Column("ref", "workspace_id", "livemode", "content", "request_hash", "image_id").
		On("CONFLICT (ref) DO UPDATE").Set("content = coalesce(p.content, EXCLUDED.content)").Returning("ref, image_id").Exec(ctx)
	return wrap("storing images", err)
}

// Images returns the images of the refs that are known.
func (s *Store) Images(ctx context.Context, refs []string) ([]*Image, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	var rows []*Image
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Column("ref", "image_id").Where("ref IN (?)", bun.List(refs)).Scan(ctx)
	return rows, wrap("reading images", err)
}

// Image returns the image of a ref.
func (s *Store) Image(ctx context.Context, ref string) (*Image, error) {
	p := new(Image)
	err := s.db.Conn(ctx).NewSelect().Model(p).Column("ref", "workspace_id", "livemode", "content", "request_hash", "image_id", "rendered_at", "failure", "failed_until").
		ColumnExpr("coalesce(failed_until > svc_now(), false) AS failed").Where("ref = ?", ref).Scan(ctx)
	return p, wrap("reading an image", err)
}

// Claim gives the caller with the token the right to render an image for the lease; false while another
// caller holds it, or when the image exists.
func (s *Store) Claim(ctx context.Context, ref, token string, lease time.Duration) (bool, error) {
	res, err := s.db.SQL(ctx).ExecContext(ctx, `UPDATE signing.picture SET claim = $2, claimed_until = svc_now() + $3 * interval '1 second'
		WHERE ref = $1 AND rendered_at IS NULL AND coalesce(failed_until <= svc_now(), true) AND coalesce(claimed_until <= svc_now(), true)`,
		ref, token, lease.Seconds())
	return changed("claiming an image", res, err)
}

// Rendered ends a claim with success; false when the claim was lost.
func (s *Store) Rendered(ctx context.Context, ref, token string) (bool, error) {
	res, err := s.db.SQL(ctx).ExecContext(ctx, `UPDATE signing.picture SET rendered_at = svc_now(), claim = NULL, claimed_until = NULL, failed_until = NULL, failure = NULL
		WHERE ref = $1 AND claim = $2 AND rendered_at IS NULL`, ref, token)
	return changed("finishing an image", res, err)
}

// Failed ends a claim with a failure that is cached for the pause; a pause of 0 only releases the claim.
func (s *Store) Failed(ctx context.Context, ref, token string, failure []byte, pause time.Duration) error {
	_, err := s.db.SQL(ctx).ExecContext(ctx, `UPDATE signing.picture SET claim = NULL, claimed_until = NULL,
		failed_until = CASE WHEN $4 > 0 THEN svc_now() + $4 * interval '1 second' END, failure = $3 WHERE ref = $1 AND claim = $2`,
		ref, token, failure, pause.Seconds())
	return wrap("releasing an image", err)
}

func changed(doing string, res sql.Result, err error) (bool, error) {
	if err != nil {
		return false, wrap(doing, err)
	}
	n, err := res.RowsAffected()
	return n > 0, wrap(doing, err)
}

// wrap adds the operation to an error and turns an empty result into ErrGone.
func wrap(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return ErrGone
	}
	return fmt.Errorf("%s: %w", doing, err)
}
