package store

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Usage is a row of credits.usage with its position in a list.
type Usage struct {
	bun.BaseModel `bun:"table:credits.usage"`

	Day        time.Time
	Actor      string
	Category   string
	Credits    int64
	Operations int64
	CreatedAt  time.Time `bun:",scanonly"` // the start of the day
	ID         string    `bun:",scanonly"` // actor and category
}

// UsageFilter narrows a list of usage; the zero value lists everything.
type UsageFilter struct {
	Actor, Category string
	After           time.Time
}

// UsageDays returns the rows of one page, plus one if more follow.
func (s *Store) UsageDays(ctx context.Context, t ident.Tenant, f UsageFilter, req page.Request) ([]Usage, error) {
	if err := t.CheckWhole(); err != nil {
		return nil, err
	}
	mine, whose := t.Whole(whole)
	cond, args, order := req.Where()
	inner := s.db.Conn(ctx).NewSelect().TableExpr("credits.usage").
		ColumnExpr("day, actor, category, credits, operations, day::timestamp AT TIME ZONE 'UTC' AS created_at, actor || ' ' || category AS id").
		Where(mine, whose...)
	if f.Actor != "" {
		inner = inner.Where("actor = ?", f.Actor)
	}
	if f.Category != "" {
		inner = inner.Where("category = ?", f.Category)
	}
	if !f.After.IsZero() {
		inner = inner.Where("day::timestamp AT TIME ZONE 'UTC' > ?", f.After)
	}
	var rows []Usage
	err := s.db.Conn(ctx).NewSelect().TableExpr("(?) AS u", inner).ColumnExpr("u.*").Where(cond, args...).OrderExpr(order).Limit(int64(req.Fetch())).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("reading usage: %w", err)
	}
	return rows, nil
}
