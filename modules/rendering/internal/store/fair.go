package store

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/pg"
)

// Claim is how a worker claims a job.
type Claim struct {
	Engine, Token string
	Lease         time.Duration
	// Changed is the channel on which the job's id is sent.
	Changed string
	// Bare permits to leave the request out of the job: it is large, and RequestOf returns it.
	Bare bool
}

// BeginNext claims a queued job of an engine for one attempt: the oldest of the workspace with the fewest jobs in
// progress. While other workspaces wait, none gets more than its share of the slots, regardless of how many jobs it
// queued earlier. Claims of one of several jobs of an engine are serialized. More reports whether another job of the engine
// may begin now. ErrGone: no queued job may begin now.
func (s *Store) BeginNext(ctx context.Context, c Claim) (j *Job, more bool, err error) {
	found := 0
	only := beginOnly
	if c.Bare {
		only = beginBare
	}
	args := []any{c.Engine, c.Token, c.Lease.Microseconds(), c.Changed}
	err = s.db.Do(ctx, pg.Statement{SQL: only, Args: args, Rows: func(rows pgx.Rows) (err error) {
		j, err = scanBegun(rows, &found)
		return err
	}})
	if err == nil && found > 0 && j == nil {
		err = s.db.InTx(ctx, func(ctx context.Context) error {
			if err := s.db.Send(ctx, pg.Statement{SQL: "SELECT pg_advisory_xact_lock(hashtext('rendering.begin'), hashtext($1))", Args: []any{c.Engine}}); err != nil {
				return err
			}
			return s.db.Send(ctx, pg.Statement{SQL: beginNext, Args: args, Rows: func(rows pgx.Rows) (err error) {
				j, err = scanJob(rows, &more)
				return err
			}})
		})
	}
	if err == nil && j == nil {
		return nil, false, ErrGone
	}
	return j, more, wrap("beginning a job", err)
}

// scanBegun reads the result of beginOnly: the number of jobs that it found, at most 2, and the claimed job or nil.
func scanBegun(rows pgx.Rows, found *int) (*Job, error) {
	if !rows.Next() {
		return nil, rows.Err()
	}
	j := new(Job)
	fields := j.fields()
	if rows.RawValues()[1] == nil { // the id
		j, fields = nil, make([]any, len(fields))
	}
	return j, rows.Scan(append(append([]any{found}, fields...), nil)...)
}

// beginOnly claims the job of an engine that may begin if there is only one, and notifies its watchers. This is all that is
// needed until more jobs wait than workers, and it needs no lock: there is nothing to choose from.
const beginOnly = begunOnly + jobWithRequest + begunFrom

// beginBare is beginOnly without the request.
const beginBare = begunOnly + jobColumns + begunFrom

const (
	begunOnly = `
	WITH found AS MATERIALIZED (SELECT id FROM rendering.job j WHERE status = 'queued' AND engine_name = $1 AND ` + ready + ` LIMIT 2),
	begun AS (UPDATE rendering.job SET ` + beginning + `
		WHERE id = (SELECT CASE count(*) WHEN 1 THEN min(id) END FROM found) AND status = 'queued' RETURNING *)
	SELECT (SELECT count(*) FROM found), `
	begunFrom = `, CASE WHEN id IS NOT NULL THEN pg_notify($4, id) END FROM (SELECT) one LEFT JOIN begun ON true`
)

// beginning are the changes of a job that begins under the token $2 and a lease of $3 microseconds.
const beginning = `status = 'processing', attempts = attempts + 1, sequence = sequence + 1, attempt_token = $2, lease_until = svc_now() + $3 * interval '1 microsecond',
			started_at = coalesce(started_at, svc_now()), expires_at = NULL, not_before = NULL`

// beginNext claims a job by the rule of BeginNext and notifies its watchers.
const beginNext = `
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
		UPDATE rendering.job SET ` + beginning + `
		WHERE id = (SELECT id FROM next) AND status = 'queued' RETURNING *
	)
	SELECT ` + jobWithRequest + `, EXISTS (SELECT FROM rendering.job j WHERE j.status = 'queued' AND j.engine_name = $1 AND ` + ready + ` AND j.id <> begun.id)
	FROM begun, pg_notify($4, begun.id)`

// ready is true for a queued job j whose pause is over and whose deadline to begin has not passed.
const ready = "(j.not_before IS NULL OR j.not_before <= svc_now()) AND (j.expires_at IS NULL OR j.expires_at > svc_now())"
