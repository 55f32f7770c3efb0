package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Policy is a row of approvals.policy.
type Policy struct {
	bun.BaseModel     `bun:"table:approvals.policy,alias:p"`
	ID                string    `bun:"id,pk"`
	WorkspaceID       string    `bun:"workspace_id"`
	Action            string    `bun:"action"`
	BrandID           string    `bun:"brand_id,nullzero"`
	Livemode          *bool     `bun:"livemode"`
	Format            string    `bun:"format,nullzero"`
	RequiredApprovals int       `bun:"required_approvals"`
	Approvers         []string  `bun:"approvers,array"`
	PreventSelf       bool      `bun:"prevent_self"`
	ExpiresAfterHours int       `bun:"expires_after_hours"`
	Live              bool      `bun:"live"`
	CreatedAt         time.Time `bun:"created_at,nullzero,default:svc_now()"`
	UpdatedAt         time.Time `bun:"updated_at,nullzero,default:svc_now()"`
}

// InsertPolicy stores a policy and fills in the columns that the database sets.
func (s *Store) InsertPolicy(ctx context.Context, p *Policy) error {
	_, err := s.db.Conn(ctx).NewInsert().Model(p).Returning("created_at, updated_at").Exec(ctx)
	return wrap("storing a policy", err)
}

// Policies returns the rows of a page.
func (s *Store) Policies(ctx context.Context, t ident.Tenant, p page.Request) ([]*Policy, error) {
	var rows []*Policy
	mine, whose := t.Where(policyRows)
	cond, args, order := p.Where()
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where(mine, whose...).Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return rows, wrap("listing policies", err)
}

// Policy returns a tenant's policy; ident.ErrBrand for one of another brand or of the whole workspace.
func (s *Store) Policy(ctx context.Context, t ident.Tenant, id string) (*Policy, error) {
	p := new(Policy)
	cond, args := t.Whole(policyRows)
	err := s.db.Conn(ctx).NewSelect().Model(p).Where(cond, args...).Where("id = ?", id).Scan(ctx)
	if err == nil {
		err = t.Check(p.BrandID)
	}
	return p, wrap("reading a policy", err)
}

// LockPolicy is like Policy and locks the row until the transaction ends.
func (s *Store) LockPolicy(ctx context.Context, t ident.Tenant, id string) (*Policy, error) {
	p := new(Policy)
	cond, args := t.Whole(policyRows)
	err := s.db.Conn(ctx).NewSelect().Model(p).Where(cond, args...).Where("id = ?", id).For("UPDATE").Scan(ctx)
	if err == nil {
		err = t.Check(p.BrandID)
	}
	return p, wrap("reading a policy", err)
}

// UpdatePolicy updates the columns that clients may change.
func (s *Store) UpdatePolicy(ctx context.Context, p *Policy) error {
	_, err := s.db.Conn(ctx).NewUpdate().Model(p).Column("brand_id", "livemode", "format", "required_approvals", "approvers", "prevent_self", "expires_after_hours", "live").
		Set("updated_at = svc_now()").WherePK().Returning("updated_at").Exec(ctx)
	return wrap("changing a policy", err)
}

// DeletePolicy removes a policy. ErrGone: it is not the tenant's.
func (s *Store) DeletePolicy(ctx context.Context, t ident.Tenant, id string) error {
	cond, args := t.Where(policyRows)
	res, err := s.db.Conn(ctx).NewDelete().Model((*Policy)(nil)).Where(cond, args...).Where("id = ?", id).Exec(ctx)
	return requireRow("deleting a policy", res, err)
}

// HasPolicies reports whether a workspace has any policy.
func (s *Store) HasPolicies(ctx context.Context, ws ident.Workspace) (some bool, err error) {
	err = s.db.SQL(ctx).QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM approvals.policy WHERE workspace_id = $1)", string(ws)).Scan(&some)
	return some, wrap("looking for policies", err)
}

// PolicyFor returns the policy that applies to an action: of those whose conditions match, the one that requires the
// most approvals, then the one with the most conditions, then the oldest. ErrGone: none applies.
//
// Policies apply to every caller, so a brand limit does not filter them.
func (s *Store) PolicyFor(ctx context.Context, t ident.Tenant, action string, brands, formats []string) (*Policy, error) {
	p := new(Policy)
	cond, args := t.Whole(policyRows)
	q := s.db.Conn(ctx).NewSelect().Model(p).Where(cond, args...).Where("action = ?", action).Where("livemode IS NULL OR livemode = ?", t.Livemode())
	if len(brands) > 0 {
		q = q.Where("brand_id IS NULL OR brand_id IN (?)", bun.List(brands))
	} else {
		q = q.Where("brand_id IS NULL")
	}
	if len(formats) > 0 {
		q = q.Where("format IS NULL OR format IN (?)", bun.List(formats))
	} else {
		q = q.Where("format IS NULL")
	}
	err := q.OrderExpr("required_approvals DESC, num_nonnulls(brand_id, livemode, format) DESC, created_at, id").Limit(1).Scan(ctx)
	return p, wrap("finding a policy", err)
}
