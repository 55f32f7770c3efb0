package store

import (
	"context"
	"time"
)

// BeginNext takes a queued job of the ticket's engine for one attempt, as Begin does with a job of one's
// choice. The ticket is the id of any job: each queued job has one in the queue, and whichever ticket comes
// up, the job taken is the oldest of the workspace that has the fewest at work. So while others wait no
// workspace holds more than its share of the slots, however many jobs it has queued before theirs. Takers
// of one engine's jobs come one after another. ErrGone: nothing is queued any more.
func (s *Store) BeginNext(ctx context.Context, ticket, token string, lease time.Duration) (*Job, error) {
	j := new(Job)
	err := s.db.InTx(ctx, func(ctx context.Context) error {
		var engine string
		if err := s.db.Conn(ctx).NewRaw("SELECT engine_name FROM rendering.job WHERE id = ?", ticket).Scan(ctx, &engine); err != nil {
			return err
		}
		if _, err := s.db.Conn(ctx).NewRaw("SELECT pg_advisory_xact_lock(hashtext('rendering.begin'), hashtext(?))", engine).Exec(ctx); err != nil {
			return err
		}
		return s.db.Conn(ctx).NewRaw(`
			WITH RECURSIVE waiting AS ( -- the workspaces with queued jobs, one index step each
				(SELECT workspace_id FROM rendering.job WHERE status = 'queued' AND engine_name = ? ORDER BY workspace_id LIMIT 1)
				UNION ALL
				SELECT (SELECT j.workspace_id FROM rendering.job j WHERE j.status = 'queued' AND j.engine_name = ? AND j.workspace_id > w.workspace_id
					ORDER BY j.workspace_id LIMIT 1)
				FROM waiting w WHERE w.workspace_id IS NOT NULL
			), next AS (
				SELECT j.id FROM waiting w
				CROSS JOIN LATERAL (SELECT id, created_at FROM rendering.job WHERE status = 'queued' AND engine_name = ? AND workspace_id = w.workspace_id
					ORDER BY created_at, id LIMIT 1) j
				ORDER BY (SELECT count(*) FROM rendering.job b WHERE b.status = 'processing' AND b.engine_name = ? AND b.workspace_id = w.workspace_id), j.created_at, j.id
				LIMIT 1
			)
			UPDATE rendering.job SET status = 'processing', attempts = attempts + 1,
				sequence = sequence + 1, attempt_token = ?, lease_until = svc_now() + ?::interval,
				started_at = coalesce(started_at, svc_now()), expires_at = NULL
			WHERE id = (SELECT id FROM next) AND status = 'queued' RETURNING *`,
			engine, engine, engine, engine, token, interval(lease)).Scan(ctx, j)
	})
	return j, wrap("beginning a job", err)
}
