package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Image is a row of rendering.image: a stored image or PDF.
type Image struct {
	bun.BaseModel `bun:"table:rendering.image,alias:i"`
	ID            string          `bun:"id,pk"`
	WorkspaceID   string          `bun:"workspace_id"`
	Livemode      bool            `bun:"livemode"`
	BrandID       string          `bun:"brand_id,nullzero"`
	Kind          string          `bun:"kind"` // image or pdf
	RenderID      string          `bun:"render_id,nullzero"`
	JobID         string          `bun:"job_id,nullzero"`
	Name          string          `bun:"name"`
	Format        string          `bun:"format"`
	MIMEType      string          `bun:"mime_type"`
	Width         int             `bun:"width"`
	Height        int             `bun:"height"`
	Pages         int             `bun:"pages"`
	Bytes         int             `bun:"bytes"`
	SHA256        string          `bun:"sha256"`
	RequestHash   string          `bun:"request_hash"`
	EngineName    string          `bun:"engine_name"`
	EngineVersion string          `bun:"engine_version"`
	Seed          int32           `bun:"seed"`
	Watermarked   bool            `bun:"watermarked"`
	Metadata      json.RawMessage `bun:"metadata,type:jsonb"`
	Receipt       []byte          `bun:"receipt"`
	CreatedAt     time.Time       `bun:"created_at,nullzero,default:svc_now()"`
	DeletedAt     *time.Time      `bun:"deleted_at"`
}

// InsertImages stores rows, in the transaction of ctx.
func (s *Store) InsertImages(ctx context.Context, rows []*Image) error {
	for _, r := range rows {
		var created *time.Time
		if !r.CreatedAt.IsZero() {
			created = &r.CreatedAt
		}
		err := s.db.Send(ctx, pg.Statement{
			SQL: `INSERT INTO rendering.image (id, workspace_id, livemode, brand_id, kind, render_id, job_id, name, format, mime_type, width, height, pages, bytes,
					sha256, request_hash, engine_name, engine_version, seed, watermarked, metadata, receipt, created_at)
				VALUES ($1, $2, $3, nullif($4, ''), $5, nullif($6, ''), nullif($7, ''), $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, coalesce($23, svc_now()))`,
			Args: []any{r.ID, r.WorkspaceID, r.Livemode, r.BrandID, r.Kind, r.RenderID, r.JobID, r.Name, r.Format, r.MIMEType, r.Width, r.Height, r.Pages, r.Bytes,
				r.SHA256, r.RequestHash, r.EngineName, r.EngineVersion, r.Seed, r.Watermarked, string(r.Metadata), r.Receipt, created},
			Failed: func(err error) error { return wrap("storing images", err) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Image returns a tenant's image or PDF that is not deleted; ident.ErrBrand for one of another brand.
func (s *Store) Image(ctx context.Context, t ident.Tenant, kind, id string) (*Image, error) {
	r := new(Image)
	cond, args := t.Whole(rows)
	err := s.db.Conn(ctx).NewSelect().Model(r).Where(cond, args...).Where("id = ? AND kind = ? AND deleted_at IS NULL", id, kind).Scan(ctx)
	if err == nil {
		err = t.Check(r.BrandID)
	}
	return r, wrap("reading an image", err)
}

// ImageInfo is Image without the receipt.
func (s *Store) ImageInfo(ctx context.Context, t ident.Tenant, kind, id string) (*Image, error) {
	var r *Image
	cond, args := t.WholeAt(3, rows)
	err := s.db.Do(ctx, pg.Statement{
		SQL: `SELECT id, workspace_id, livemode, coalesce(brand_id, ''), kind, coalesce(render_id, ''), coalesce(job_id, ''), name, format, mime_type, width, height, pages, bytes,
				sha256, request_hash, engine_name, engine_version, seed, watermarked, metadata, created_at
			FROM rendering.image WHERE id = $1 AND kind = $2 AND deleted_at IS NULL AND ` + cond,
		Args: append([]any{id, kind}, args...),
		Rows: func(rows pgx.Rows) error {
			if !rows.Next() {
				return nil
			}
			r = new(Image)
			return rows.Scan(&r.ID, &r.WorkspaceID, &r.Livemode, &r.BrandID, &r.Kind, &r.RenderID, &r.JobID, &r.Name, &r.Format, &r.MIMEType, &r.Width, &r.Height, &r.Pages, &r.Bytes,
				&r.SHA256, &r.RequestHash, &r.EngineName, &r.EngineVersion, &r.Seed, &r.Watermarked, (*[]byte)(&r.Metadata), &r.CreatedAt)
		},
	})
	if err != nil {
		return nil, wrap("reading an image", err)
	}
	if r == nil {
		return nil, ErrGone
	}
	return r, t.Check(r.BrandID)
}

// PublicImage returns an image or PDF of any tenant by its unguessable id.
func (s *Store) PublicImage(ctx context.Context, id string) (*Image, error) {
	r := new(Image)
	err := s.db.Conn(ctx).NewSelect().Model(r).Column("id", "mime_type", "format", "bytes", "sha256", "created_at").
		Where("id = ? AND deleted_at IS NULL", id).Scan(ctx)
	return r, wrap("reading an image", err)
}

// Receipt returns an image or PDF by its id, with its owner and its receipt.
func (s *Store) Receipt(ctx context.Context, id string) (*Image, error) {
	r := new(Image)
	err := s.db.Conn(ctx).NewSelect().Model(r).Column("id", "workspace_id", "livemode", "mime_type", "sha256", "receipt").
		Where("id = ? AND deleted_at IS NULL", id).Scan(ctx)
	return r, wrap("reading a receipt", err)
}

// DeleteImage replaces an image by a tombstone. ErrGone: the tenant has no such image that is not deleted.
func (s *Store) DeleteImage(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(rows)
	res, err := s.db.Conn(ctx).NewUpdate().Model((*Image)(nil)).Set("deleted_at = svc_now()").
		Where(cond, args...).Where("id = ? AND deleted_at IS NULL", id).Exec(ctx)
	return requireRow("deleting an image", res, err)
}

// ImageFilter restricts a list; zero values do not.
type ImageFilter struct {
	Format       string
	CreatedAfter *time.Time
}

// Images returns the rows of a page.
func (s *Store) Images(ctx context.Context, t ident.Tenant, f ImageFilter, p page.Request) ([]*Image, error) {
	var list []*Image
	mine, whose := t.Where(rows)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&list).ExcludeColumn("receipt").
		Where(mine, whose...).Where("kind = 'image' AND deleted_at IS NULL").
		Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch()))
	if f.Format != "" {
		q = q.Where("format = ?", f.Format)
	}
	if f.CreatedAfter != nil {
		q = q.Where("created_at > ?", *f.CreatedAfter)
	}
	return list, wrap("listing images", q.Scan(ctx))
}

// Alive returns how many of the ids are the tenant's and not deleted.
func (s *Store) Alive(ctx context.Context, t ident.Tenant, ids []string) (int, error) {
	cond, args := t.Where(rows)
	n, err := s.db.Conn(ctx).NewSelect().Model((*Image)(nil)).Where(cond, args...).Where("id IN (?) AND deleted_at IS NULL", bun.List(ids)).Count(ctx)
	return int(n), wrap("counting images", err)
}
