package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Draft is a row of approvals.draft.
type Draft struct {
	bun.BaseModel `bun:"table:approvals.draft,alias:d"`
	ID            string     `bun:"id,pk"`
	WorkspaceID   string     `bun:"workspace_id"`
	Livemode      bool       `bun:"livemode"`
	Title         string     `bun:"title"`
	Status        string     `bun:"status,nullzero,default:'draft'"`
	Author        string     `bun:"author"`
	People        []string   `bun:"people,array"`
	BrandID       string     `bun:"brand_id,nullzero"`
	Revision      int        `bun:"revision,nullzero,default:1"`
	Request       []byte     `bun:"request"`
	Render        []byte     `bun:"render,nullzero"`
	CreatedAt     time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt     time.Time  `bun:"updated_at,nullzero,default:svc_now()"`
	PublishedAt   *time.Time `bun:"published_at"`
	// Comments are set only by the queries that document it.
	Comments []*Comment `bun:"-"`
}

// Comment is a row of approvals.draft_comment.
type Comment struct {
	bun.BaseModel `bun:"table:approvals.draft_comment,alias:c"`
	DraftID       string    `bun:"draft_id,pk"`
	Number        int64     `bun:"number,scanonly"`
	Author        string    `bun:"author"`
	Body          string    `bun:"body"`
	Status        string    `bun:"status,nullzero"`
	Revision      int       `bun:"revision"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
}

// drafts selects from a tenant's rows of all brands: the caller checks the brand.
func (s *Store) drafts(ctx context.Context, rows any, t ident.Tenant) *bun.SelectQuery {
	cond, args := t.Whole(brandRows)
	return s.db.Conn(ctx).NewSelect().Model(rows).Where(cond, args...)
}

// InsertDraft stores a draft and fills in the columns that the database sets.
func (s *Store) InsertDraft(ctx context.Context, d *Draft) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(d).Returning("status, revision, created_at, updated_at").Exec(ctx)
	return wrap("storing a draft", err)
}

// Draft returns a tenant's draft with its comments; ident.ErrBrand for one of another brand.
func (s *Store) Draft(ctx context.Context, t ident.Tenant, id string) (*Draft, error) {
	d := new(Draft)
	if err := s.drafts(ctx, d, t).Where("id = ?", id).Scan(ctx); err != nil {
		return d, wrap("reading a draft", err)
	}
	if err := t.Check(d.BrandID); err != nil {
		return d, err
	}
	err := s.db.Conn(ctx).NewSelect().Model(&d.Comments).Where("draft_id = ?", id).OrderExpr("number").Scan(ctx)
	return d, wrap("reading comments", err)
}

// LockDraft locks a tenant's draft until the transaction ends and returns it.
func (s *Store) LockDraft(ctx context.Context, t ident.Tenant, id string) (*Draft, error) {
	d := new(Draft)
	err := s.drafts(ctx, d, t).Where("id = ?", id).For("UPDATE").Scan(ctx)
	if err == nil {
		err = t.Check(d.BrandID)
	}
	return d, wrap("reading a draft", err)
}

// Drafts returns the rows of a page, without requests and comments. An empty status excludes archived drafts.
func (s *Store) Drafts(ctx context.Context, t ident.Tenant, status string, p page.Request) ([]*Draft, error) {
	var rows []*Draft
	mine, whose := t.Where(brandRows)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&rows).Where(mine, whose...).ExcludeColumn("request", "render")
	if status != "" {
		q = q.Where("status = ?", status)
	} else {
		q = q.Where("status <> 'archived'")
	}
	err := q.Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return rows, wrap("listing drafts", err)
}

// UpdateDraft updates a locked draft.
func (s *Store) UpdateDraft(ctx context.Context, d *Draft) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(d).Column("title", "status", "brand_id", "revision", "request", "render").
		Set("updated_at = svc_now()").Set("published_at = CASE WHEN ? = 'published' AND published_at IS NULL THEN svc_now() ELSE published_at END", d.Status).
		WherePK().Returning("updated_at, published_at").Exec(ctx)
	return wrap("changing a draft", err)
}

// InsertComment stores a comment.
func (s *Store) InsertComment(ctx context.Context, c *Comment) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(c).Returning("created_at").Exec(ctx)
	return wrap("storing a comment", err)
}
