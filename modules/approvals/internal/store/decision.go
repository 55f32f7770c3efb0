package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/hashchain"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Decision is a row of approvals.decision.
type Decision struct {
	bun.BaseModel `bun:"table:approvals.decision,alias:d"`
	ID            string          `bun:"id,pk"`
	WorkspaceID   string          `bun:"workspace_id"`
	Number        int64           `bun:"number"`
	Livemode      bool            `bun:"livemode"`
	BrandID       string          `bun:"brand_id,nullzero"`
	Actor         string          `bun:"actor"`
	Action        string          `bun:"action"`
	Subject       string          `bun:"subject"`
	Outcome       string          `bun:"outcome"`
	Facts         json.RawMessage `bun:"facts,type:jsonb"`
	Body          []byte          `bun:"body"`
	Previous      []byte          `bun:"previous"`
	Hash          []byte          `bun:"hash"`
	CreatedAt     time.Time       `bun:"created_at"`
}

// Head is the end of a workspace's chain.
type Head struct {
	Number int64
	Hash   []byte
}

// chainRows are the tenant columns of a chain, which holds the entries of both modes and all brands.
var chainRows = ident.Rows{Workspace: "workspace_id"}

// Head returns the head of the chain; an empty chain has number 0.
func (s *Store) Head(ctx context.Context, t ident.Tenant) (Head, error) {
	h := Head{Hash: hashchain.Zero()}
	if err := t.CheckWhole(); err != nil {
		return h, err
	}
	cond, args := t.Whole(chainRows)
	err := s.db.Conn(ctx).NewRaw(`SELECT number, hash FROM approvals.chain WHERE `+cond, args...).Scan(ctx, &h.Number, &h.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return h, fmt.Errorf("reading a decision chain: %w", err)
	}
	return h, nil
}

// Append stores an entry and advances the head to it, in the transaction of ctx. The database sets number, hashes and
// time.
func (s *Store) Append(ctx context.Context, d *Decision, body hashchain.Text) error {
	failed := func(err error) error { return fmt.Errorf("storing a decision: %w", err) }
	// The first statement locks the head, so the second one's time is later than that of the previous entry.
	err := s.db.Send(ctx, pg.Statement{SQL: lockHead, Args: []any{d.WorkspaceID, hashchain.Zero()}, Failed: failed})
	if err != nil {
		return err
	}
	return s.db.Send(ctx, pg.Statement{SQL: appendDecision, Failed: failed, Args: []any{
		d.WorkspaceID, body.BeforeTime, body.BeforeNumber, body.Rest, d.ID, d.Livemode, d.BrandID, d.Actor, d.Action, d.Subject, d.Outcome, string(d.Facts)}})
}

var (
	lockHead       = hashchain.Lock("approvals.chain")
	appendDecision = hashchain.Append("approvals.chain", `INSERT INTO approvals.decision (id, workspace_id, number, livemode, brand_id, actor, action, subject, outcome, facts, body, previous, hash, created_at)
	SELECT $5, $1, e.number, $6, nullif($7, ''), $8, $9, $10, $11, $12, e.body, e.previous, sha256(e.previous || e.body), e.now FROM entry e`)
)

// Each calls visit with every entry of a workspace in chain order.
func (s *Store) Each(ctx context.Context, t ident.Tenant, visit func(*Decision) error) error {
	const batch = 1000
	if err := t.CheckWhole(); err != nil {
		return err
	}
	cond, args := t.Whole(chainRows)
	for after := int64(0); ; {
		var rows []*Decision
		err := s.db.Conn(ctx).NewSelect().Model(&rows).Where(cond, args...).Where("number > ?", after).OrderExpr("number").Limit(batch).Scan(ctx)
		if err != nil {
			return fmt.Errorf("reading decisions: %w", err)
		}
		for _, r := range rows {
			if err := visit(r); err != nil {
				return err
			}
			after = r.Number
		}
		if len(rows) < batch {
			return nil
		}
	}
}

// After returns up to limit entries of a workspace after entry number after, in chain order.
func (s *Store) After(ctx context.Context, t ident.Tenant, after int64, limit int) ([]*Decision, error) {
	var rows []*Decision
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	cond, args := t.Whole(chainRows)
	err := s.db.Conn(ctx).NewSelect().Model(&rows).Where(cond, args...).Where("number > ?", after).OrderExpr("number").Limit(int64(limit)).Scan(ctx)
	return rows, wrap("reading decisions", err)
}

// DecisionFilter filters a list; zero values match everything.
type DecisionFilter struct {
	Action, Subject, Actor, Outcome string
	CreatedAfter                    *time.Time
}

// Decisions returns the rows of a page.
func (s *Store) Decisions(ctx context.Context, t ident.Tenant, f DecisionFilter, p page.Request) ([]*Decision, error) {
	var rows []*Decision
	mine, whose := t.Where(brandRows)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&rows).ExcludeColumn("body").Where(mine, whose...)
	for column, value := range map[string]string{"action": f.Action, "subject": f.Subject, "actor": f.Actor, "outcome": f.Outcome} {
		if value != "" {
			q = q.Where("? = ?", bun.Ident(column), value)
		}
	}
	if f.CreatedAfter != nil {
		q = q.Where("created_at > ?", *f.CreatedAfter)
	}
	err := q.Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch())).Scan(ctx)
	return rows, wrap("listing decisions", err)
}

// Decision returns a tenant's entry; ident.ErrBrand for one of another brand.
func (s *Store) Decision(ctx context.Context, t ident.Tenant, id string) (*Decision, error) {
	d := new(Decision)
	cond, args := t.Whole(brandRows)
	err := s.db.Conn(ctx).NewSelect().Model(d).Where(cond, args...).Where("id = ?", id).Scan(ctx)
	if err == nil {
		err = t.Check(d.BrandID)
	}
	return d, wrap("reading a decision", err)
}
