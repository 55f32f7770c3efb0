package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/pg"
)

// BeginNext claims a queued job of an engine for one attempt: the oldest of the workspace with the fewest jobs in
// progress. While other workspaces wait, none gets more than its share of the slots, regardless of how many jobs it
// queued earlier. Claims of jobs of one engine are serialized. The job's id is sent on the channel changed. More reports
// whether another job of the engine may begin now. ErrGone: no queued job may begin now.
func (s *Store) BeginNext(ctx context.Context, engine, token string, lease time.Duration, changed string) (j *Job, more bool, err error) {
	some := false
	err = s.db.Do(ctx, pg.Statement{SQL: "SELECT FROM rendering.job j WHERE status = 'queued' AND engine_name = $1 AND " + ready + " LIMIT 1", Args: []any{engine},
		Rows: func(rows pgx.Rows) error { some = rows.Next(); return nil }})
	if err != nil {
		return nil, false, wrap("looking for a job", err)
	}
	if !some {
		return nil, false, ErrGone
	}
	err = s.db.InTx(ctx, func(ctx context.Context) error {
		if err := s.db.Send(ctx, pg.Statement{SQL: "SELECT pg_advisory_xact_lock(hashtext('rendering.begin'), hashtext($1))", Args: []any{engine}}); err != nil {
			return err
		}
		return s.db.Send(ctx, pg.Statement{SQL: beginNext, Args: []any{engine, token, lease.Microseconds(), changed}, Rows: func(rows pgx.Rows) (err error) {
			j, err = scanJob(rows, &more)
			return err
		}})
	})
	if err == nil && j == nil {
		return nil, false, ErrGone
	}
	return j, more, wrap("beginning a job", err)
}

// beginNext claims a job and notifies its watchers.
var beginNext = `
	WITH RECURSIVE waiting AS ( -- the workspaces with queued jobs, one index step each
		(SELECT workspace_id FROM rendering.job WHERE status = 'queued' AND engine_name = $1 ORDER BY workspace_id LIMIT 1)
		UNION ALL
		SELECT (SELECT j.workspace_id FROM rendering.job j WHERE j.status = 'queued' AND j.engine_name = $1 AND j.workspace_id > w.workspace_id
			ORDER BY j.workspace_id LIMIT 1)
		FROM waiting w WHERE w.workspace_id IS NOT NULL
	), next AS (
		SELECT j.id FROM waiting w
		CROSS JOIN LATERAL (SELECT id, created_at FROM rendering.job j WHERE status = 'queued' AND engine_name = $1 AND workspace_id = w.workspace_id
			AND ` + ready + ` ORDER BY created_at, id LIMIT 1) j
		ORDER BY (SELECT count(*) FROM rendering.job b WHERE b.status = 'processing' AND b.engine_name = $1 AND b.workspace_id = w.workspace_id), j.created_at, j.id
		LIMIT 1
	), begun AS (
		UPDATE rendering.job SET status = 'processing', attempts = attempts + 1,
			sequence = sequence + 1, attempt_token = $2, lease_until = svc_now() + $3 * interval '1 microsecond',
			started_at = coalesce(started_at, svc_now()), expires_at = NULL, not_before = NULL
		WHERE id = (SELECT id FROM next) AND status = 'queued' RETURNING *
	)
	SELECT ` + jobWithRequest + `, EXISTS (SELECT FROM rendering.job j WHERE j.status = 'queued' AND j.engine_name = $1 AND ` + ready + ` AND j.id <> begun.id)
	FROM begun, pg_notify($4, begun.id)`

// ready is true for a queued job j whose pause is over and whose deadline to begin has not passed.
const ready = "(j.not_before IS NULL OR j.not_before <= svc_now()) AND (j.expires_at IS NULL OR j.expires_at > svc_now())"
