// Package invariant checks a service's database against invariants that hold despite any faults and crashes.
package invariant

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// rule is an invariant as a query that returns one text per violation.
type rule struct{ name, query string }

// always are the invariants that hold at every commit.
var always = []rule{
	{"granted = available + held + spent, and nothing is negative", `
		SELECT format('%s: granted %s, available %s, held %s, spent %s', workspace, granted, available, held, spent)
		FROM credits.accounts WHERE granted <> available + held + spent OR least(granted, available, held, spent) < 0`},
	{"an account's figures are those of its ledger and its open holds", `
		SELECT format('%s: granted %s of %s, spent %s of %s, held %s of %s', a.workspace, a.granted, l.granted, a.spent, l.spent, a.held, h.held)
		FROM credits.accounts a
		CROSS JOIN LATERAL (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'grant'), 0) AS granted,
			coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0) AS spent FROM credits.ledger WHERE workspace = a.workspace) l
		CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS held FROM credits.holds WHERE workspace = a.workspace AND state = 'open') h
		WHERE (a.granted, a.spent, a.held) <> (l.granted, l.spent, h.held)`},
	{"holds, ledger entries and usage belong to accounts", `
		SELECT format('%s has no account', workspace) FROM (SELECT workspace FROM credits.holds UNION SELECT workspace FROM credits.ledger
			UNION SELECT workspace FROM credits.usage) w WHERE workspace NOT IN (SELECT workspace FROM credits.accounts)`},
	{"a workspace's usage is what it spent", `
		SELECT format('%s: spent %s, usage %s', a.workspace, a.spent, u.credits) FROM credits.accounts a
		CROSS JOIN LATERAL (SELECT coalesce(sum(credits), 0) AS credits FROM credits.usage WHERE workspace = a.workspace) u
		WHERE a.spent <> u.credits`},
	{"a resolved hold captured what the ledger says", `
		SELECT format('%s of %s: captured %s, ledger %s', h.id, h.subject, h.captured, l.captured) FROM credits.holds h
		CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS captured FROM credits.ledger
			WHERE workspace = h.workspace AND kind = 'capture' AND subject = h.subject) l
		WHERE h.captured > 0 AND l.captured < h.captured OR h.state IN ('voided', 'expired') AND h.captured > 0`},
	{"a job is charged what its hold captured, and an unfinished job has an open hold", `
		SELECT format('%s is %s: charged %s of %s, hold %s is %s and captured %s', j.id, j.status, j.credits_charged, j.credits_reserved, j.hold_id, h.state, h.captured)
		FROM rendering.job j LEFT JOIN credits.holds h ON h.id = j.hold_id
		WHERE coalesce(j.hold_id, '') <> '' AND (h.id IS NULL
			OR j.status IN ('queued', 'processing') AND h.state <> 'open' AND h.expires_at > svc_now()
			OR j.status NOT IN ('queued', 'processing') AND (h.state = 'open' OR h.captured <> j.credits_charged))`},
	{"a completed job has its outputs", `
		SELECT format('%s: %s of %s outputs', id, jsonb_array_length(outputs), total) FROM rendering.job
		WHERE status = 'completed' AND (jsonb_array_length(outputs) <> total OR completed <> total)`},
	{"a job leads to one event for each webhook", `
		SELECT format('%s: %s events for %s', j.id, count(DISTINCT d.event_id), d.webhook_id) FROM rendering.job j
		JOIN webhooks.delivery d ON d.workspace_id = j.workspace_id AND d.event LIKE 'render.%' AND position(convert_to(j.id, 'UTF8') IN d.body) > 0
		GROUP BY j.id, d.webhook_id HAVING count(DISTINCT d.event_id) > 1`},
	{"only ended jobs have events", `
		SELECT format('%s is %s', j.id, j.status) FROM rendering.job j
		JOIN webhooks.delivery d ON d.workspace_id = j.workspace_id AND d.event LIKE 'render.%' AND position(convert_to(j.id, 'UTF8') IN d.body) > 0
		WHERE j.status IN ('queued', 'processing')`},
	{"the audit log is one chain for each workspace", chain("platform.audit", "platform.audit_chain")},
	{"the decision log is one chain for each workspace", chain("approvals.decision", "approvals.chain")},
	{"a stored response has one audit entry at least", `
		SELECT format('%s has %s stored responses and %s audit entries', i.workspace, i.responses, count(a.id)) FROM
			(SELECT split_part(scope, '|', 1) AS workspace, count(*) AS responses FROM platform.idempotency WHERE state = 'stored' GROUP BY 1) i
		LEFT JOIN platform.audit a ON a.workspace_id = i.workspace GROUP BY i.workspace, i.responses HAVING count(a.id) < i.responses`},
}

// settled are the invariants that hold once nothing is in progress and due work has been done.
var settled = []rule{
	{"no hold is open past its end", `
		SELECT format('%s of %s holds %s until %s', id, subject, amount, expires_at) FROM credits.holds
		WHERE state = 'open' AND expires_at < svc_now() - interval '1 minute'`},
	{"no job is unfinished", `SELECT format('%s is %s after %s attempts', id, status, attempts) FROM rendering.job WHERE status IN ('queued', 'processing')`},
	{"no lease of a delivery expired more than 30 s ago", `
		SELECT format('%s of %s', id, webhook_id) FROM webhooks.delivery WHERE lease_until < svc_now() - interval '30 seconds'`},
	{"a due delivery waits for no more than a minute", `
		SELECT format('%s of %s is due since %s', d.id, d.webhook_id, d.next_attempt_at) FROM webhooks.delivery d
		JOIN webhooks.endpoint e ON e.id = d.webhook_id AND e.enabled WHERE d.status = 'pending' AND d.next_attempt_at < svc_now() - interval '1 minute'`},
}

// chain returns the query that verifies a hash chain: sequence numbers without gaps, each entry containing the hash of
// its predecessor, and the head being the last entry.
func chain(entries, heads string) string {
	return fmt.Sprintf(`
		SELECT format('entry %%s of %%s does not follow', number, workspace_id) FROM (
			SELECT workspace_id, number, previous, hash, body,
				lag(number, 1, 0::bigint) OVER w AS last_number, lag(hash, 1, decode(repeat('00', 32), 'hex')) OVER w AS last_hash
			FROM %[1]s WINDOW w AS (PARTITION BY workspace_id ORDER BY number)) e
		WHERE number <> last_number + 1 OR previous <> last_hash OR hash <> sha256(previous || body)
		UNION ALL
		SELECT format('the head of %%s is %%s, its last entry %%s', h.workspace_id, h.number, e.number) FROM %[2]s h
		LEFT JOIN LATERAL (SELECT number, hash FROM %[1]s WHERE workspace_id = h.workspace_id ORDER BY number DESC LIMIT 1) e ON true
		WHERE (h.number, h.hash) IS DISTINCT FROM (e.number, e.hash) AND h.number > 0`, entries, heads)
}

// Always returns the violations of the invariants that hold at every commit, in a separate snapshot.
func Always(ctx context.Context, db *pgx.Conn) ([]string, error) { return check(ctx, db, always) }

// Settled returns the violations of the invariants that hold once nothing is in progress, and those of Always.
func Settled(ctx context.Context, db *pgx.Conn) ([]string, error) {
	return check(ctx, db, append(append([]rule{}, always...), settled...))
}

func check(ctx context.Context, db *pgx.Conn, rules []rule) (violations []string, err error) {
	tx, err := db.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	for _, r := range rules {
		rows, err := tx.Query(ctx, r.query)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		for _, text := range found {
			violations = append(violations, r.name+": "+text)
		}
	}
	return violations, nil
}

// Files returns the recorded images whose content, as returned by read, differs from the recorded size or hash.
func Files(ctx context.Context, db *pgx.Conn, read func(sha256 string) ([]byte, error)) (violations []string, err error) {
	rows, err := db.Query(ctx, "SELECT id, sha256, bytes FROM rendering.image WHERE deleted_at IS NULL")
	if err != nil {
		return nil, err
	}
	var id, want string
	var size int64
	_, err = pgx.ForEachRow(rows, []any{&id, &want, &size}, func() error {
		content, err := read(want)
		sum := sha256.Sum256(content)
		switch {
		case err != nil:
			violations = append(violations, fmt.Sprintf("%s: %v", id, err))
		case int64(len(content)) != size || hex.EncodeToString(sum[:]) != want:
			violations = append(violations, fmt.Sprintf("%s has %d of %d bytes, hash %x", id, len(content), size, sum))
		}
		return nil
	})
	return violations, err
}
