package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Approval is a row of approvals.approval.
type Approval struct {
	bun.BaseModel     `bun:"table:approvals.approval,alias:a"`
	ID                string     `bun:"id,pk"`
	WorkspaceID       string     `bun:"workspace_id"`
	Livemode          bool       `bun:"livemode"`
	PolicyID          string     `bun:"policy_id"`
	Action            string     `bun:"action"`
	Fingerprint       []byte     `bun:"fingerprint"`
	Status            string     `bun:"status,nullzero,default:'pending'"`
	RequiredApprovals int        `bun:"required_approvals"`
	Received          int        `bun:"received"`
	Approvers         []string   `bun:"approvers,array"`
	PreventSelf       bool       `bun:"prevent_self"`
	ExpiresAfter      string     `bun:"expires_after"` // a PostgreSQL interval
	Requester         string     `bun:"requester"`
	People            []string   `bun:"people,array"`
	Brands            []string   `bun:"brands,array"`
	RequesterBrands   []string   `bun:"requester_brands,array"`
	Subject           string     `bun:"subject"`
	Request           []byte     `bun:"request"`
	RequestHash       string     `bun:"request_hash"`
	Execute           bool       `bun:"execute"`
	ExecutionError    string     `bun:"execution_error,nullzero"`
	ReservedFor       string     `bun:"reserved_for,nullzero"`
	ReservedUntil     *time.Time `bun:"reserved_until"`
	UsedBy            string     `bun:"used_by,nullzero"`
	UsedAt            *time.Time `bun:"used_at"`
	DecidedAt         *time.Time `bun:"decided_at"`
	CreatedAt         time.Time  `bun:"created_at,nullzero,default:svc_now()"`
	ExpiresAt         time.Time  `bun:"expires_at"`
	// Lapsed reports whether the approval is open but past its expiry, by database time.
	Lapsed bool `bun:"lapsed,scanonly"`
	// Reviews are set only by the queries that document it.
	Reviews []*Review `bun:"-"`
}

// Review is a row of approvals.review.
type Review struct {
	bun.BaseModel `bun:"table:approvals.review,alias:r"`
	ApprovalID    string    `bun:"approval_id,pk"`
	Reviewer      string    `bun:"reviewer,pk"`
	People        []string  `bun:"people,array"`
	Verdict       string    `bun:"verdict"`
	Comment       string    `bun:"comment"`
	CreatedAt     time.Time `bun:"created_at,nullzero,default:svc_now()"`
}

const lapsed = "(a.status IN ('pending', 'approved') AND a.expires_at <= svc_now()) AS lapsed"

// approvals selects from a tenant's rows of all brands: the caller checks the brands.
func (s *Store) approvals(ctx context.Context, rows any, t ident.Tenant) *bun.SelectQuery {
	cond, args := t.Whole(approvalRows)
	return s.db.Conn(ctx).NewSelect().Model(rows).ColumnExpr("a.*").ColumnExpr(lapsed).Where(cond, args...)
}

// Hours returns an interval for Approval.ExpiresAfter.
func Hours(n int) string { return strconv.Itoa(n) + " hours" }

// InsertApproval stores a pending approval and fills in the columns that the database sets. It returns false when the
// request already has an open approval.
func (s *Store) InsertApproval(ctx context.Context, a *Approval) (bool, error) {
	res, err := s.db.Conn(ctx).NewInsert().Model(a).Value("expires_at", "svc_now() + ?::interval", a.ExpiresAfter).
		On("CONFLICT (workspace_id, livemode, fingerprint) WHERE status IN ('pending', 'approved') DO NOTHING").
		Returning("status, created_at, expires_at").Exec(ctx)
	if err != nil {
		return false, wrap("storing an approval", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Latest returns the newest approval of a request regardless of its brands: the fingerprint proves knowledge of the
// whole request. ErrGone: there is none.
func (s *Store) Latest(ctx context.Context, t ident.Tenant, fingerprint []byte) (*Approval, error) {
	a := new(Approval)
	err := s.approvals(ctx, a, t).Where("fingerprint = ?", fingerprint).OrderExpr("created_at DESC, id DESC").Limit(1).Scan(ctx)
	return a, wrap("reading an approval", err)
}

// Approval returns a tenant's approval with its reviews.
// ident.ErrBrand: it belongs to another brand.
func (s *Store) Approval(ctx context.Context, t ident.Tenant, id string) (*Approval, error) {
	a := new(Approval)
	if err := s.approvals(ctx, a, t).Where("id = ?", id).Scan(ctx); err != nil {
		return a, wrap("reading an approval", err)
	}
	if err := t.Check(a.Brands...); err != nil {
		return a, err
	}
	return a, s.reviews(ctx, a)
}

// LockApproval is like Approval and locks the row until the transaction ends.
func (s *Store) LockApproval(ctx context.Context, t ident.Tenant, id string) (*Approval, error) {
	a := new(Approval)
	if err := s.approvals(ctx, a, t).Where("id = ?", id).For("UPDATE").Scan(ctx); err != nil {
		return a, wrap("reading an approval", err)
	}
	if err := t.Check(a.Brands...); err != nil {
		return a, err
	}
	return a, s.reviews(ctx, a)
}

func (s *Store) reviews(ctx context.Context, list ...*Approval) error {
	if len(list) == 0 {
		return nil
	}
	byID := make(map[string]*Approval, len(list))
	ids := make([]string, len(list))
	for i, a := range list {
		byID[a.ID], ids[i] = a, a.ID
	}
	var rows []*Review
	if err := s.db.Conn(ctx).NewSelect().Model(&rows).Where("approval_id IN (?)", bun.List(ids)).OrderExpr("created_at, reviewer").Scan(ctx); err != nil {
		return fmt.Errorf("reading reviews: %w", err)
	}
	for _, r := range rows {
		byID[r.ApprovalID].Reviews = append(byID[r.ApprovalID].Reviews, r)
	}
	return nil
}

// Approvals returns the rows of a page, with their reviews and without their requests. status and action filter them
// unless empty; lapsed approvals count as expired.
func (s *Store) Approvals(ctx context.Context, t ident.Tenant, status, action string, p page.Request) ([]*Approval, error) {
	var rows []*Approval
	mine, whose := t.Where(approvalRows)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&rows).ExcludeColumn("request").ColumnExpr(lapsed).Where(mine, whose...)
	if status != "" {
		q = q.Where("CASE WHEN a.status IN ('pending', 'approved') AND a.expires_at <= svc_now() THEN 'expired' ELSE a.status END = ?", status)
	}
	if action != "" {
		q = q.Where("action = ?", action)
	}
	if err := q.Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx); err != nil {
		return nil, wrap("listing approvals", err)
	}
	return rows, s.reviews(ctx, rows...)
}

// Review stores a person's decision; false when that person has already decided.
func (s *Store) Review(ctx context.Context, r *Review) (bool, error) {
	res, err := s.db.Conn(ctx).NewInsert().Model(r).On("CONFLICT DO NOTHING").Returning("created_at").Exec(ctx)
	if err != nil {
		return false, wrap("storing a review", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Settle writes the status that results from a review and the number of approvals. A granted approval remains valid for
// the same duration that it could be pending.
func (s *Store) Settle(ctx context.Context, a *Approval) error {
	err := s.db.Conn(ctx).NewRaw(`UPDATE approvals.approval a SET status = ?0, received = ?1, execution_error = nullif(?2, ''),
		decided_at = CASE WHEN ?0 = 'pending' THEN NULL ELSE svc_now() END,
		expires_at = CASE WHEN ?0 = 'approved' THEN svc_now() + expires_after ELSE expires_at END
		WHERE id = ?3 RETURNING decided_at, expires_at`, a.Status, a.Received, a.ExecutionError, a.ID).Scan(ctx, &a.DecidedAt, &a.ExpiresAt)
	return wrap("settling an approval", err)
}

// Execute sets a pending approval to run its request when it is granted.
func (s *Store) Execute(ctx context.Context, a *Approval) error {
	_, err := s.db.Conn(ctx).NewRaw("UPDATE approvals.approval SET execute = true WHERE id = ? AND status = 'pending'", a.ID).Exec(ctx)
	return wrap("changing an approval", err)
}

// Expire closes a lapsed approval, so that the request can get a new one.
func (s *Store) Expire(ctx context.Context, a *Approval) error {
	_, err := s.db.Conn(ctx).NewRaw("UPDATE approvals.approval SET status = 'expired' WHERE id = ? AND status IN ('pending', 'approved') AND expires_at <= svc_now()", a.ID).Exec(ctx)
	return wrap("expiring an approval", err)
}

// free is the condition that the approval is not reserved for another subject.
const free = "(reserved_until IS NULL OR reserved_until <= svc_now() OR reserved_for = ?)"

// Reserve leases a granted approval to a subject. ErrGone: it is not available.
func (s *Store) Reserve(ctx context.Context, t ident.Tenant, id, subject string, lease time.Duration) error {
	cond, args := t.Whole(approvalRows)
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE approvals.approval SET reserved_for = ?, reserved_until = svc_now() + ?::interval
		WHERE id = ? AND `+cond+` AND status = 'approved' AND expires_at > svc_now() AND `+free,
		slices.Concat([]any{subject, strconv.FormatInt(lease.Microseconds(), 10) + " microseconds", id}, args, []any{subject})...).Exec(ctx)
	return requireRow("reserving an approval", res, err)
}

// Release ends a reservation.
func (s *Store) Release(ctx context.Context, t ident.Tenant, id, subject string) error {
	cond, args := t.Whole(approvalRows)
	_, err := s.db.Conn(ctx).NewRaw(`UPDATE approvals.approval SET reserved_for = NULL, reserved_until = NULL
		WHERE id = ? AND `+cond+` AND status = 'approved' AND reserved_for = ?`, slices.Concat([]any{id}, args, []any{subject})...).Exec(ctx)
	return wrap("releasing an approval", err)
}

// Use marks a granted approval as used. ErrGone: it was used, or is reserved for another subject. An approval reserved
// for the subject may have expired in the meantime.
func (s *Store) Use(ctx context.Context, t ident.Tenant, id, subject string) error {
	cond, args := t.Whole(approvalRows)
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE approvals.approval SET status = 'used', used_by = ?, used_at = svc_now(), reserved_for = NULL, reserved_until = NULL
		WHERE id = ? AND `+cond+` AND status = 'approved' AND (expires_at > svc_now() OR reserved_for = ?) AND `+free,
		slices.Concat([]any{subject, id}, args, []any{subject, subject})...).Exec(ctx)
	return requireRow("using an approval", res, err)
}

// LastApproved returns the most recent approval granted for the same action and subject as another one, before that one
// was requested. ErrGone: there is none.
func (s *Store) LastApproved(ctx context.Context, t ident.Tenant, a *Approval) (*Approval, error) {
	b := new(Approval)
	cond, args := t.Where(approvalRows)
	err := s.db.Conn(ctx).NewSelect().Model(b).ColumnExpr("a.*").ColumnExpr(lapsed).Where(cond, args...).
		Where("action = ? AND subject = ? AND id <> ?", a.Action, a.Subject, a.ID).Where("status IN ('approved', 'used')").
		Where("decided_at IS NOT NULL AND (?::timestamptz IS NULL OR decided_at <= ?)", a.DecidedAt, a.DecidedAt).
		OrderExpr("decided_at DESC").Limit(1).Scan(ctx)
	return b, wrap("reading the approval before", err)
}
