package audit

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Filter narrows a list; the zero value lists everything.
type Filter struct {
	Action, Subject, Actor string
	CreatedAfter           time.Time
	// Mode lists the entries of one mode; "" lists both.
	Mode ident.Mode
}

// String identifies the filter, for cursors.
func (f Filter) String() string {
	return fmt.Sprintf("%q %q %q %d %s", f.Action, f.Subject, f.Actor, f.CreatedAfter.UnixMicro(), f.Mode)
}

const columns = "id, workspace_id, number, livemode, actor, action, subject, request_id, ip, facts, body, previous, hash, created_at"

// rows are the tenant columns of the log; Filter selects the mode.
var rows = ident.Rows{Workspace: "workspace_id", Brand: "brand_id"}

// List returns the rows of one page of a tenant's entries of both modes, newest first, and one more when others follow.
func (l *Log) List(ctx context.Context, t ident.Tenant, f Filter, req page.Request) ([]Entry, error) {
	mine, args := t.Where(rows)
	where := []string{mine}
	and := func(cond string, values ...any) { where, args = append(where, cond), append(args, values...) }
	if f.Action != "" {
		and("action = ?", f.Action)
	}
	if f.Subject != "" {
		and("subject = ?", f.Subject)
	}
	if f.Actor != "" {
		and("actor = ?", f.Actor)
	}
	if !f.CreatedAfter.IsZero() {
		and("created_at > ?", f.CreatedAfter)
	}
	if f.Mode != "" {
		and("livemode = ?", f.Mode.Livemode())
	}
	cond, values, order := req.Where()
	and(cond, values...)
	query := "SELECT " + columns + " FROM platform.audit WHERE " + strings.Join(where, " AND ") + " ORDER BY " + order + " LIMIT " + strconv.Itoa(req.Fetch())
	for i := range args {
		query = strings.Replace(query, "?", "$"+strconv.Itoa(i+1), 1)
	}
	var out []Entry
	err := l.each(ctx, func(e Entry) error { out = append(out, e); return nil }, query, args...)
	return out, err
}

// Each calls visit with every entry of a workspace in chain order.
func (l *Log) Each(ctx context.Context, ws ident.Workspace, visit func(Entry) error) error {
	const batch = 1000
	for after := int64(0); ; {
		n := 0
		err := l.each(ctx, func(e Entry) error { after = e.Number; n++; return visit(e) },
			"SELECT "+columns+" FROM platform.audit WHERE workspace_id = $1 AND number > $2 ORDER BY number LIMIT "+strconv.Itoa(batch), string(ws), after)
		if err != nil || n < batch {
			return err
		}
	}
}

func (l *Log) each(ctx context.Context, visit func(Entry) error, query string, args ...any) error {
	rows, err := l.db.SQL(ctx).QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var livemode bool
		var facts []byte
		if err := rows.Scan(&e.ID, &e.Workspace, &e.Number, &livemode, &e.Actor, &e.Action, &e.Subject, &e.RequestID, &e.IP,
			&facts, &e.Canonical, &e.Previous, &e.Hash, &e.CreatedAt); err != nil {
			return fmt.Errorf("reading an audit entry: %w", err)
		}
		e.Mode = ident.Test
		if livemode {
			e.Mode = ident.Live
		}
		var decoded struct{ Before, After map[string]any }
		if err := json.Unmarshal(facts, &decoded); err != nil {
			return fmt.Errorf("reading an audit entry's facts: %w", err)
		}
		e.Before, e.After = decoded.Before, decoded.After
		if err := visit(e); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading the audit log: %w", err)
	}
	return nil
}

// Verify checks a workspace's chain from its first entry to its last and returns how many entries are intact. The
// error wraps ErrBroken and names the first entry that does not match.
func (l *Log) Verify(ctx context.Context, ws ident.Workspace) (Check, error) {
	var c Check
	var number int64
	var hash []byte
	// The end is read first: entries that are appended meanwhile are not an error.
	err := l.db.SQL(ctx).QueryRowContext(ctx, "SELECT number, hash FROM platform.audit_chain WHERE workspace_id = $1", string(ws)).Scan(&number, &hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return c, fmt.Errorf("reading the audit chain: %w", err)
	}
	at := []byte(nil)
	if err := l.Each(ctx, ws, func(e Entry) error {
		if err := c.Next(e); err != nil {
			return err
		}
		if e.Number == number {
			at = e.Hash
		}
		return nil
	}); err != nil {
		return c, err
	}
	if number > 0 && string(at) != string(hash) {
		return c, fmt.Errorf("the chain ends with entry %d, which is not there: %w", number, ErrBroken)
	}
	return c, nil
}
