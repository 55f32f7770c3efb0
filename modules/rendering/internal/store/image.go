package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
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

// InsertImages stores rows.
func (s *Store) InsertImages(ctx context.Context, rows []*Image) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(&rows).Exec(ctx)
	return wrap("storing images", err)
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

// PublicImage returns an image or PDF by its unguessable id, of any tenant.
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

// DeleteImage leaves a tombstone. ErrGone: the tenant has no such image that is not deleted.
func (s *Store) DeleteImage(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(rows)
	res, err := s.db.Conn(ctx).NewUpdate().Model((*Image)(nil)).Set("deleted_at = svc_now()").
		Where(cond, args...).Where("id = ? AND deleted_at IS NULL", id).Exec(ctx)
	return one("deleting an image", res, err)
}

// ImageFilter narrows a list; zero values do not.
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

// Alive reports how many of the ids are the tenant's and not deleted.
func (s *Store) Alive(ctx context.Context, t ident.Tenant, ids []string) (int, error) {
	cond, args := t.Where(rows)
	n, err := s.db.Conn(ctx).NewSelect().Model((*Image)(nil)).Where(cond, args...).Where("id IN (?) AND deleted_at IS NULL", bun.List(ids)).Count(ctx)
	return int(n), wrap("counting images", err)
}
