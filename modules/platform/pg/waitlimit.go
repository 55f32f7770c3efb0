package pg

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
)

// waitLimit bounds how long one request waits for a database that does not respond: for connections and statements
// together, from the first one without a response. A response resets it.
type waitLimit struct {
	limit time.Duration

	mu    sync.Mutex
	since time.Time // the start of the first wait without a response; zero for none
	err   error     // of the last wait, if the database caused it
	cause cause     // of err
}

// cause is why a wait ended without a response.
type cause int

const (
	silent cause = iota // the database responded to no client
	slow                // the database responded to others, but not to the statement
	queued              // no connection of the pool was free while the database responded to others
)

type waitLimitKey struct{}

// WithWaitLimit returns a context in which waits for the database end after limit without a response. Waits in other
// contexts, such as those of workers, end with the context.
func WithWaitLimit(ctx context.Context, limit time.Duration) context.Context {
	return context.WithValue(ctx, waitLimitKey{}, &waitLimit{limit: limit})
}

// LimitWaits returns a handler whose requests wait for the database for at most limit without a response.
func LimitWaits(limit time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(WithWaitLimit(r.Context(), limit)))
	})
}

// retryDatabase is when a request that found the database unavailable may be retried.
const retryDatabase = 5 * time.Second

// IsUnavailable reports whether f is the fault that Fault returns for a database that responds to no client.
func IsUnavailable(f *fault.Error) bool { return fault.Rule(f) == "database_unavailable" }

// Fault returns err as a fault. An internal error of a request whose wait for the database ended without a response, or
// to which the database responded that it cannot serve now (see [Outage]), becomes a retryable fault: with the rule
// database_unavailable if the database responded to no client or cannot serve, database_timeout if it did not respond to
// the statement, and overloaded if no connection was free.
func Fault(ctx context.Context, err error) *fault.Error {
	f := fault.From(err)
	p, _ := ctx.Value(waitLimitKey{}).(*waitLimit)
	if p == nil || f == nil || f.Code != fault.InternalError || f.RetryAfter > 0 {
		return f
	}
	why, ended := p.outcome()
	refused := !ended && Code(err) != "" && Outage(err)
	if !ended && !refused {
		return f
	}
	switch {
	case refused:
		f = fault.New(fault.InternalError, "The database is not available at the moment. Retry with the same Idempotency-Key.").
			With(fault.Detail{Rule: "database_unavailable", Message: "The database cannot serve requests at the moment: it lacks space or memory, or is restarting."})
	case why == queued:
		f = fault.Newf(fault.RateLimitExceeded, "The service is overloaded. Retry after %d s.", int(retryDatabase.Seconds())).
			With(fault.Detail{Rule: "overloaded", Message: "No connection of this process to the database was free in time."})
	case why == slow:
		f = fault.New(fault.InternalError, "The database is overloaded at the moment. Retry with the same Idempotency-Key.").
			With(fault.Detail{Rule: "database_timeout", Message: "The database did not execute a statement of this request in time."})
	default:
		f = fault.New(fault.InternalError, "The database is not available at the moment. Retry with the same Idempotency-Key.").
			With(fault.Detail{Rule: "database_unavailable", Message: "The database did not respond in time."})
	}
	return f.After(retryDatabase).Because(err)
}

// outcome returns why the last wait ended, if it ended without a response.
func (p *waitLimit) outcome() (why cause, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cause, p.err != nil
}

// begin returns the deadline of a wait that begins now.
func (p *waitLimit) begin() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() {
		p.since = clock.Now()
	}
	return p.since.Add(p.limit)
}

// end ends a wait with its error; why is the cause if the database responded to others in the second half of the wait.
func (p *waitLimit) end(err error, a *alive, why cause) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil || responded(err):
		p.since, p.err = time.Time{}, nil
	case !errors.Is(err, context.Canceled):
		p.err, p.cause = err, silent
		if errors.Is(err, context.DeadlineExceeded) && a.since(p.since.Add(p.limit/2)) {
			p.cause = why
		}
	}
}

// responded reports whether an error is a response of an available database.
func responded(err error) bool {
	var e *pgconn.PgError
	if errors.Is(err, pgx.ErrNoRows) {
		return true
	}
	// 57P: it is shutting down, starting or recovering; 53: it lacks connections, memory or disk; 08: connection lost.
	return errors.As(err, &e) && !strings.HasPrefix(e.Code, "57P") && !strings.HasPrefix(e.Code, "53") && !strings.HasPrefix(e.Code, "08")
}

// tracer applies the wait limits of contexts to statements and to the pool, records responses, and passes statements on
// to another tracer.
type tracer struct {
	next  pgx.QueryTracer
	alive *alive
}

var (
	_ pgx.QueryTracer       = tracer{}
	_ pgx.BatchTracer       = tracer{}
	_ pgxpool.AcquireTracer = tracer{}
)

// waiting is the state of a wait in its context.
type waiting struct {
	limit *waitLimit
	stop  context.CancelFunc
	alive *alive
}

type waitingKey struct{}

func (t tracer) begin(ctx context.Context) context.Context {
	p, _ := ctx.Value(waitLimitKey{}).(*waitLimit)
	if p == nil {
		return ctx
	}
	ctx, stop := context.WithDeadline(ctx, p.begin())
	return context.WithValue(ctx, waitingKey{}, waiting{p, stop, t.alive})
}

func end(ctx context.Context, err error, why cause) {
	if w, ok := ctx.Value(waitingKey{}).(waiting); ok {
		w.stop()
		w.limit.end(err, w.alive, why)
	}
}

func (t tracer) TraceQueryStart(ctx context.Context, c *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	ctx = t.begin(ctx)
	if t.next != nil {
		ctx = t.next.TraceQueryStart(ctx, c, d)
	}
	return ctx
}

func (t tracer) TraceQueryEnd(ctx context.Context, c *pgx.Conn, d pgx.TraceQueryEndData) {
	if t.next != nil {
		t.next.TraceQueryEnd(ctx, c, d)
	}
	t.ended(ctx, d.Err)
}

// TraceBatchStart implements pgx.BatchTracer.
func (t tracer) TraceBatchStart(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	ctx = t.begin(ctx)
	if next, ok := t.next.(pgx.BatchTracer); ok {
		ctx = next.TraceBatchStart(ctx, c, d)
	}
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (t tracer) TraceBatchQuery(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchQueryData) {
	if next, ok := t.next.(pgx.BatchTracer); ok {
		next.TraceBatchQuery(ctx, c, d)
	}
}

// TraceBatchEnd implements pgx.BatchTracer.
func (t tracer) TraceBatchEnd(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchEndData) {
	if next, ok := t.next.(pgx.BatchTracer); ok {
		next.TraceBatchEnd(ctx, c, d)
	}
	t.ended(ctx, d.Err)
}

// ended records the end of a statement.
func (t tracer) ended(ctx context.Context, err error) {
	if err == nil || responded(err) {
		t.alive.responded()
	}
	end(ctx, err, slow)
}

// TraceAcquireStart implements pgxpool.AcquireTracer.
func (t tracer) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return t.begin(ctx)
}

// TraceAcquireEnd implements pgxpool.AcquireTracer. An acquired connection does not count as a response.
func (t tracer) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, d pgxpool.TraceAcquireEndData) {
	if d.Err == nil {
		if w, ok := ctx.Value(waitingKey{}).(waiting); ok {
			w.stop()
		}
		return
	}
	end(ctx, d.Err, queued)
}
