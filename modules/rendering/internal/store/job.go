package store

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Job is a row of rendering.job.
type Job struct {
	bun.BaseModel   `bun:"table:rendering.job,alias:j"`
	ID              string          `bun:"id,pk"`
	WorkspaceID     string          `bun:"workspace_id"`
	Livemode        bool            `bun:"livemode"`
	BrandID         string          `bun:"brand_id,nullzero"`
	Status          string          `bun:"status"`
	Request         []byte          `bun:"request"`
	RequestHash     string          `bun:"request_hash"`
	EngineName      string          `bun:"engine_name"`
	EngineVersion   string          `bun:"engine_version"`
	Seed            int32           `bun:"seed"`
	Total           int             `bun:"total"`
	Completed       int             `bun:"completed"`
	FramesCompleted int             `bun:"frames_completed"`
	FramesTotal     int             `bun:"frames_total"`
	Outputs         json.RawMessage `bun:"outputs,type:jsonb"`
	Warnings        json.RawMessage `bun:"warnings,type:jsonb"`
	Error           json.RawMessage `bun:"error,type:jsonb,nullzero"`
	Attempts        int             `bun:"attempts"`
	Deaths          int             `bun:"deaths"`
	Failures        int             `bun:"failures"`
	Outages         int             `bun:"outages"`
	Sequence        int64           `bun:"sequence"`
	AttemptToken    string          `bun:"attempt_token,nullzero"`
	LeaseUntil      *time.Time      `bun:"lease_until"`
	HoldID          string          `bun:"hold_id,nullzero"`
	CreditsReserved int             `bun:"credits_reserved"`
	CreditsCharged  int             `bun:"credits_charged"`
	Metadata        json.RawMessage `bun:"metadata,type:jsonb"`
	Pins            json.RawMessage `bun:"pins,type:jsonb"`
	WebhookIDs      []string        `bun:"webhook_ids,array"`
	Actor           string          `bun:"actor"`
	DecisionID      string          `bun:"decision_id,nullzero"`
	CreatedAt       time.Time       `bun:"created_at,nullzero,default:svc_now()"`
	StartedAt       *time.Time      `bun:"started_at"`
	FinishedAt      *time.Time      `bun:"finished_at"`
	ExpiresAt       *time.Time      `bun:"expires_at"`
	NotBefore       *time.Time      `bun:"not_before"`
	Trace           json.RawMessage `bun:"trace,type:jsonb,nullzero"`
}

// InsertJob stores a queued job that expires after the given time, and sets the fields determined by the database.
func (s *Store) InsertJob(ctx context.Context, j *Job, expiry time.Duration) error {
	err := s.db.Do(ctx, pg.Statement{
		SQL: `INSERT INTO rendering.job (id, workspace_id, livemode, brand_id, status, request, request_hash, engine_name, engine_version, seed,
			total, outputs, warnings, sequence, hold_id, credits_reserved, metadata, pins, webhook_ids, actor, trace, expires_at)
		VALUES ($1, $2, $3, nullif($4, ''), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, nullif($15, ''), $16, $17, $18, $19, $20, $21, svc_now() + $22 * interval '1 microsecond')
		RETURNING created_at, expires_at`,
		Args: []any{j.ID, j.WorkspaceID, j.Livemode, j.BrandID, j.Status, j.Request, j.RequestHash, j.EngineName, j.EngineVersion, j.Seed,
			j.Total, string(j.Outputs), string(j.Warnings), j.Sequence, j.HoldID, j.CreditsReserved, string(j.Metadata), string(j.Pins), j.WebhookIDs, j.Actor, text(j.Trace),
			expiry.Microseconds()},
		Rows: func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&j.CreatedAt, &j.ExpiresAt}, func() error { return nil })
			return err
		},
	})
	return wrap("storing a job", err)
}

// text returns JSON as a statement argument, nil if there is none.
func text(data json.RawMessage) *string {
	if len(data) == 0 {
		return nil
	}
	s := string(data)
	return &s
}

// jobColumns lists the columns that scanJob reads, in order.
const jobColumns = `id, workspace_id, livemode, coalesce(brand_id, ''), status, NULL::bytea, ` + afterRequest

// jobWithRequest is jobColumns with the request, which only the worker of a job needs.
const jobWithRequest = `id, workspace_id, livemode, coalesce(brand_id, ''), status, request, ` + afterRequest

const afterRequest = `request_hash, engine_name, engine_version, seed, total, completed, frames_completed, frames_total,
	outputs, warnings, error, attempts, deaths, failures, outages, sequence, coalesce(attempt_token, ''), lease_until, coalesce(hold_id, ''), credits_reserved,
	credits_charged, metadata, pins, webhook_ids, actor, coalesce(decision_id, ''), created_at, started_at, finished_at, expires_at, not_before, trace`

func (j *Job) fields() []any {
	return []any{&j.ID, &j.WorkspaceID, &j.Livemode, &j.BrandID, &j.Status, &j.Request, &j.RequestHash, &j.EngineName, &j.EngineVersion, &j.Seed, &j.Total, &j.Completed, &j.FramesCompleted, &j.FramesTotal,
		(*[]byte)(&j.Outputs), (*[]byte)(&j.Warnings), (*[]byte)(&j.Error), &j.Attempts, &j.Deaths, &j.Failures, &j.Outages, &j.Sequence, &j.AttemptToken, &j.LeaseUntil, &j.HoldID, &j.CreditsReserved,
		&j.CreditsCharged, (*[]byte)(&j.Metadata), (*[]byte)(&j.Pins), &j.WebhookIDs, &j.Actor, &j.DecisionID, &j.CreatedAt, &j.StartedAt, &j.FinishedAt, &j.ExpiresAt, &j.NotBefore, (*[]byte)(&j.Trace)}
}

// job executes a statement that returns at most one job, with jobColumns; ErrGone for none.
func (s *Store) job(ctx context.Context, doing, sql string, args ...any) (*Job, error) {
	var j *Job
	err := s.db.Do(ctx, pg.Statement{SQL: sql, Args: args, Rows: func(rows pgx.Rows) (err error) {
		j, err = scanJob(rows)
		return err
	}})
	if err == nil && j == nil {
		return nil, ErrGone
	}
	return j, wrap(doing, err)
}

// scanJob reads the job of a result with jobColumns and the columns after them, nil if it is empty.
func scanJob(rows pgx.Rows, others ...any) (*Job, error) {
	if !rows.Next() {
		return nil, rows.Err()
	}
	j := new(Job)
	return j, rows.Scan(append(j.fields(), others...)...)
}

// Job returns a tenant's job without its request; ident.ErrBrand for one of another brand.
func (s *Store) Job(ctx context.Context, t ident.Tenant, id string) (*Job, error) {
	cond, args := t.WholeAt(2, rows)
	j, err := s.job(ctx, "reading a job", "SELECT "+jobColumns+" FROM rendering.job WHERE id = $1 AND "+cond, append([]any{id}, args...)...)
	if err == nil {
		err = t.Check(j.BrandID)
	}
	return j, err
}

// RequestOf returns the request of a job for the attempt with a token. ErrGone: the attempt no longer holds the job.
func (s *Store) RequestOf(ctx context.Context, id, token string) (request []byte, err error) {
	err = s.db.SQL(ctx).QueryRowContext(ctx, "SELECT request FROM rendering.job WHERE id = $1 AND attempt_token = $2", id, token).Scan(&request)
	return request, wrap("reading a job's request", err)
}

// JobFilter restricts a list; zero values do not.
type JobFilter struct {
	Status       string
	CreatedAfter *time.Time
	Metadata     map[string]string
}

// Jobs returns the rows of a page.
func (s *Store) Jobs(ctx context.Context, t ident.Tenant, f JobFilter, p page.Request) ([]*Job, error) {
	var list []*Job
	mine, whose := t.Where(rows)
	cond, args, order := p.Where()
	q := s.db.Conn(ctx).NewSelect().Model(&list).ExcludeColumn("request").Where(mine, whose...).
		Where(cond, args...).OrderExpr(order).Limit(int64(p.Fetch()))
	if f.Status != "" {
		q = q.Where("status = ?", f.Status)
	}
	if f.CreatedAfter != nil {
		q = q.Where("created_at > ?", *f.CreatedAfter)
	}
	if len(f.Metadata) > 0 {
		want, err := json.Marshal(f.Metadata)
		if err != nil {
			return nil, err
		}
		q = q.Where("metadata @> ?::jsonb AND metadata <> '{}'", string(want)) // the index has no jobs without metadata
	}
	return list, wrap("listing jobs", q.Scan(ctx))
}

// Begin claims a queued job for one attempt: it is processing under token until the lease expires. ErrGone: it is no
// longer queued.
func (s *Store) Begin(ctx context.Context, id, token string, lease time.Duration) (*Job, error) {
	j := new(Job)
	err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET status = 'processing', attempts = attempts + 1,
		sequence = sequence + 1, attempt_token = ?, lease_until = svc_now() + ?::interval,
		started_at = coalesce(started_at, svc_now()), expires_at = NULL
		WHERE id = ? AND status = 'queued' RETURNING *`, token, interval(lease), id).Scan(ctx, j)
	return j, wrap("beginning a job", err)
}

// Beat renews the lease. ErrGone: the attempt no longer holds the job.
func (s *Store) Beat(ctx context.Context, id, token string, lease time.Duration) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET lease_until = svc_now() + ?::interval
		WHERE id = ? AND attempt_token = ? AND status = 'processing'`, interval(lease), id, token).Exec(ctx)
	return requireRow("renewing a lease", res, err)
}

// Progress records the number of rendered outputs, and of frames rendered and in total. ErrGone: the attempt no longer
// holds the job.
func (s *Store) Progress(ctx context.Context, id, token string, completed, frames, of int) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET completed = ?, frames_completed = ?, frames_total = ?, sequence = sequence + 1
		WHERE id = ? AND attempt_token = ? AND status = 'processing'`, completed, frames, of, id, token).Exec(ctx)
	return requireRow("recording progress", res, err)
}

// Outcome is the result of an attempt that ended a job.
type Outcome struct {
	Status         string
	Outputs        any
	Warnings       any
	Error          any
	Completed      int
	Frames         int // of all animations
	CreditsCharged int
	DecisionID     string
}

// Finish ends a job under its attempt's token, in the transaction of ctx. Done is called with the job once the statement
// has been executed: with the next one that is waited for, or at the commit. The error, which may only be returned by the
// transaction later, is ErrGone when the attempt no longer holds the job, and its result must be discarded.
func (s *Store) Finish(ctx context.Context, id, token string, o Outcome, done func(*Job)) error {
	outputs, warnings, failure, err := o.encode()
	if err != nil {
		return err
	}
	return s.db.Send(ctx, pg.Statement{SQL: finish,
		Args: []any{id, token, o.Status, outputs, warnings, failure, o.Completed, o.CreditsCharged, o.DecisionID, o.Frames, pg.Gone},
		Rows: func(rows pgx.Rows) error {
			j, err := scanJob(rows, nil)
			if err == nil && j != nil {
				done(j)
			}
			return err
		},
		Failed: func(err error) error {
			if pg.Code(err) == pg.Gone {
				return ErrGone
			}
			return wrap("finishing a job", err)
		}})
}

const finish = `WITH done AS (UPDATE rendering.job SET status = $3, outputs = $4, warnings = $5, error = $6, completed = $7, credits_charged = $8, decision_id = nullif($9, ''),
		frames_completed = CASE $3 WHEN 'completed' THEN $10 ELSE frames_completed END, frames_total = CASE $3 WHEN 'completed' THEN $10 ELSE frames_total END,
		sequence = sequence + 1, attempt_token = NULL, lease_until = NULL, finished_at = svc_now()
		WHERE id = $1 AND attempt_token = $2 AND status = 'processing' RETURNING *)
	SELECT ` + jobColumns + `, svc_require(EXISTS (SELECT FROM done), $11) FROM (SELECT) one LEFT JOIN done ON true`

func (o *Outcome) encode() (outputs, warnings string, failure *string, err error) {
	enc := func(v any, empty string) string {
		if v == nil {
			return empty
		}
		b, e := json.Marshal(v)
		if e != nil {
			err = e
		}
		return string(b)
	}
	outputs, warnings = enc(o.Outputs, "[]"), enc(o.Warnings, "[]")
	if o.Error != nil {
		f := enc(o.Error, "null")
		failure = &f
	}
	return outputs, warnings, failure, err
}

// RequeueReason is the reason why a job is queued again.
type RequeueReason string

// The reasons. Only the first two count against the job: two deaths or renderer failures end it, otherwise three
// attempts.
const (
	Died         RequeueReason = "deaths"
	Errored      RequeueReason = "failures"
	Stopped      RequeueReason = "stops"   // the process is stopping: the attempt does not count
	OutOfService RequeueReason = "outages" // the database or the content store failed: the attempt does not count
)

// Requeue configures how a job is queued again.
type Requeue struct {
	Kind RequeueReason
	// Pause is the delay before the next attempt; Expiry is the time after that by which it must have begun.
	Pause, Expiry time.Duration
	// Life bounds the job's age: no attempt begins later than this after its creation.
	Life time.Duration
}

// Requeue queues a job again after a failed attempt. ErrGone: the attempt no longer holds the job.
func (s *Store) Requeue(ctx context.Context, id, token string, r Requeue) error {
	set := map[RequeueReason]string{Died: "deaths = deaths + 1", Errored: "failures = failures + 1", Stopped: "attempts = attempts - 1",
		OutOfService: "attempts = attempts - 1, outages = outages + 1"}[r.Kind]
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET status = 'queued', attempt_token = NULL, lease_until = NULL, completed = 0,
		not_before = svc_now() + ?::interval, expires_at = least(svc_now() + ?::interval, created_at + ?::interval),
		sequence = sequence + 1, `+set+` WHERE id = ? AND attempt_token = ? AND status = 'processing'`,
		interval(r.Pause), interval(r.Pause+r.Expiry), interval(r.Life), id, token).Exec(ctx)
	return requireRow("queueing a job again", res, err)
}

// Cancel ends a job that has not ended. ErrGone: it has, or is not the tenant's.
func (s *Store) Cancel(ctx context.Context, t ident.Tenant, id string) (*Job, error) {
	j := new(Job)
	cond, args := t.Where(rows)
	err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET status = 'canceled', attempt_token = NULL, lease_until = NULL,
		sequence = sequence + 1, finished_at = svc_now(), expires_at = NULL
		WHERE `+cond+` AND id = ? AND status IN ('queued', 'processing') RETURNING *`, append(args, id)...).Scan(ctx, j)
	return j, wrap("canceling a job", err)
}

// Lapsed locks and returns the processing job whose lease expired first; jobs locked by another sweeper and those in
// except are skipped. ErrGone: there is none.
func (s *Store) Lapsed(ctx context.Context, except []string) (*Job, error) {
	return s.abandoned(ctx, "status = 'processing' AND lease_until <= svc_now()", "lease_until", except)
}

// Stale locks and returns the queued job that expired first, with the same exceptions.
func (s *Store) Stale(ctx context.Context, except []string) (*Job, error) {
	return s.abandoned(ctx, "status = 'queued' AND expires_at <= svc_now()", "expires_at", except)
}

func (s *Store) abandoned(ctx context.Context, where, order string, except []string) (*Job, error) {
	j := new(Job)
	q := s.db.Conn(ctx).NewSelect().Model(j).Where(where)
	if len(except) > 0 {
		q = q.Where("id NOT IN (?)", bun.List(except))
	}
	return j, wrap("finding abandoned jobs", q.OrderExpr(order).Limit(1).For("UPDATE SKIP LOCKED").Scan(ctx))
}

// Take marks a lapsed or stale job as processing under token, so that Finish or
// Requeue can settle it.
func (s *Store) Take(ctx context.Context, id, token string) error {
	res, err := s.db.Conn(ctx).NewRaw(`UPDATE rendering.job SET status = 'processing', attempt_token = ? WHERE id = ?`, token, id).Exec(ctx)
	return requireRow("taking a job", res, err)
}

// interval formats a duration as a Postgres interval.
func interval(d time.Duration) string {
	return strconv.FormatInt(d.Microseconds(), 10) + " microseconds"
}
