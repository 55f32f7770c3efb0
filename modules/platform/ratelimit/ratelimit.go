// Package ratelimit admits requests at a sustained rate with a burst, per workspace, mode and category.
//
// It is the generic cell rate algorithm (ITU-T I.371) in one Postgres statement on an unlogged table with
// the database's clock, so that all processes share one bucket. Retry-After is exact: a client alone in its
// bucket that respects it is admitted. A process that takes many requests from a bucket takes several with one
// statement, which count whether they are used or not, so that the processes together never admit more than
// the bucket allows. When the database does not respond in time, a local limiter with the same rates decides
// instead, and OnFallback is called.
package ratelimit

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Category is the kind of traffic that shares a bucket.
type Category string

// The categories.
const (
	Read    Category = "read"
	Preview Category = "preview"
	Render  Category = "render"
	Sign    Category = "sign"
	AI      Category = "ai"
	Webhook Category = "webhook"
	Manage  Category = "manage"
	Admin   Category = "admin"
	Stream  Category = "stream"
	// Signed is the first fetch of a signed image URL.
	Signed Category = "signed"
)

// Rate is requests per second, sustained, and how many may come in a burst.
type Rate struct {
	PerSecond float64
	Burst     int
}

// UnmarshalText parses "50/100": sustained per second, then burst.
func (r *Rate) UnmarshalText(text []byte) error {
	sustained, burst, ok := strings.Cut(string(text), "/")
	s, err1 := strconv.ParseFloat(strings.TrimSpace(sustained), 64)
	b, err2 := strconv.Atoi(strings.TrimSpace(burst))
	if !ok || err1 != nil || err2 != nil || s <= 0 || s > 1e6 || b < 1 || b > 1e6 {
		return fmt.Errorf(`"sustained per second/burst" such as "50/100"`)
	}
	*r = Rate{s, b}
	return nil
}

// String returns the form that UnmarshalText reads.
func (r Rate) String() string {
	return strconv.FormatFloat(r.PerSecond, 'g', -1, 64) + "/" + strconv.Itoa(r.Burst)
}

// scale returns the rate times f, at least one request.
func (r Rate) scale(f float64) Rate {
	return Rate{PerSecond: r.PerSecond * f, Burst: max(1, int(float64(r.Burst)*f))}
}

// interval is the time between requests at the sustained rate.
func (r Rate) interval() time.Duration {
	return time.Duration(math.Ceil(1e6/r.PerSecond)) * time.Microsecond
}

// Config holds the live rates; test mode gets a quarter.
type Config struct {
	Read    Rate `env:"PLATEN_RATE_READ" default:"50/100" doc:"Reads per second and workspace, sustained/burst."`
	Preview Rate `env:"PLATEN_RATE_PREVIEW" default:"10/20" doc:"Previews per second and workspace, sustained/burst."`
	Render  Rate `env:"PLATEN_RATE_RENDER" default:"25/100" doc:"Render jobs per second and workspace, sustained/burst."`
	Sign    Rate `env:"PLATEN_RATE_SIGN" default:"10/20" doc:"Signing calls per second and workspace, sustained/burst."`
	AI      Rate `env:"PLATEN_RATE_AI" default:"2/10" doc:"AI calls per second and workspace, sustained/burst."`
	Webhook Rate `env:"PLATEN_RATE_WEBHOOK" default:"2/10" doc:"Webhook test and retry calls per second and workspace, sustained/burst."`
	Manage  Rate `env:"PLATEN_RATE_MANAGE" default:"5/20" doc:"Management calls per second and workspace, sustained/burst."`
	Admin   Rate `env:"PLATEN_RATE_ADMIN" default:"1/5" doc:"Admin calls per second and workspace, sustained/burst."`
	Stream  Rate `env:"PLATEN_RATE_STREAM" default:"2/10" doc:"Event streams opened per second and workspace, sustained/burst."`
	Signed  Rate `env:"PLATEN_RATE_SIGNED" default:"10/50" doc:"First fetches of signed URLs per second and workspace, sustained/burst."`
}

// Defaults returns the documented rates.
func Defaults() Config {
	return Config{Read: Rate{50, 100}, Preview: Rate{10, 20}, Render: Rate{25, 100}, Sign: Rate{10, 20}, AI: Rate{2, 10},
		Webhook: Rate{2, 10}, Manage: Rate{5, 20}, Admin: Rate{1, 5}, Stream: Rate{2, 10}, Signed: Rate{10, 50}}
}

// For returns the live rate of a category; an unknown one gets Manage's.
func (c Config) For(cat Category) Rate {
	switch cat {
	case Read:
		return c.Read
	case Preview:
		return c.Preview
	case Render:
		return c.Render
	case Sign:
		return c.Sign
	case AI:
		return c.AI
	case Webhook:
		return c.Webhook
	case Admin:
		return c.Admin
	case Stream:
		return c.Stream
	case Signed:
		return c.Signed
	default:
		return c.Manage
	}
}

// Decision is the outcome for one request.
type Decision struct {
	Allowed  bool
	Category Category
	// Limit is the burst of the bucket, Remaining how many more requests would be admitted now.
	Limit, Remaining int
	// Reset is the time until the bucket is full again.
	Reset time.Duration
	// RetryAfter is the time until the next request is admitted; 0 when this one was.
	RetryAfter time.Duration
}

// RetrySeconds returns RetryAfter in whole seconds, rounded up, at least 1.
func (d Decision) RetrySeconds() int { return max(1, int(math.Ceil(d.RetryAfter.Seconds()))) }

// Limiter admits or rejects requests. It is safe for concurrent use.
type Limiter struct {
	db  *pg.DB
	cfg Config
	// OnFallback is called with the cause when the database did not decide; nil does nothing.
	OnFallback func(error)
	// DatabaseDeadline bounds the wait for the shared bucket; a slow database must not cause slow responses.
	DatabaseDeadline time.Duration
	local            local
	leases           leases
}

// databaseDeadline is the DatabaseDeadline of a new limiter.
const databaseDeadline = 500 * time.Millisecond

// New returns a limiter on db. A nil db decides locally only, for processes without one and tests.
func New(db *pg.DB, cfg Config) *Limiter {
	return &Limiter{db: db, cfg: cfg, DatabaseDeadline: databaseDeadline}
}

// jwtShare is the fraction of a workspace's bucket that one end user may use.
const jwtShare = 0.2

// Take admits or rejects one request of p in the category. An end user's token also draws from a bucket
// of its own; the stricter decision is returned.
func (l *Limiter) Take(ctx context.Context, p *ident.Principal, cat Category) Decision {
	rate := l.cfg.For(cat)
	if p.Mode == ident.Test {
		rate = rate.scale(0.25)
	}
	key := string(p.Workspace) + "|" + string(p.Mode) + "|" + string(cat)
	if p.Kind == ident.KindJWT {
		d := l.take(ctx, key+"|"+p.Subject, rate.scale(jwtShare))
		d.Category = cat
		if !d.Allowed {
			return d
		}
		whole := l.take(ctx, key, rate)
		whole.Category = cat
		if whole.Allowed && d.Remaining < whole.Remaining {
			return d
		}
		return whole
	}
	d := l.take(ctx, key, rate)
	d.Category = cat
	return d
}

// Sweep deletes buckets that have been full for an hour and returns how many. It may run concurrently with Take: a
// deleted bucket begins full.
func Sweep(ctx context.Context, db *pg.DB) (int64, error) {
	res, err := db.SQL(ctx).ExecContext(ctx, "DELETE FROM platform.rate_limits WHERE tat < svc_now() - interval '1 hour'")
	if err != nil {
		return 0, fmt.Errorf("sweeping rate limits: %w", err)
	}
	return res.RowsAffected()
}

func (l *Limiter) take(ctx context.Context, key string, r Rate) Decision {
	if l.db == nil {
		return l.local.take(clock.Now(), key, r)
	}
	want := 1
	if d, ok := l.leases.take(clock.Now(), key, r, &want); ok {
		return d
	}
	limited, cancel := context.WithTimeout(ctx, l.DatabaseDeadline)
	defer cancel()
	var now, tat time.Time
	var granted int
	err := l.db.Do(limited, pg.Statement{SQL: takeSQL, Args: []any{key, r.interval().Microseconds(), r.tolerance().Microseconds(), want, min(want, max(1, r.Burst/leaseShare)), leaseShare},
		Rows: func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&now, &tat, &granted}, func() error { return nil })
			return err
		}})
	if err != nil {
		if ctx.Err() == nil && l.OnFallback != nil {
			l.OnFallback(err)
		}
		return l.local.take(clock.Now(), key, r)
	}
	d := r.decide(now, tat, granted > 0)
	if granted > 1 {
		l.leases.add(clock.Now(), key, granted-1, d)
		d.Remaining += granted - 1
	}
	return d
}

// takeSQL takes up to $4 requests from the bucket, at most one in $6 of those it has left but at least one. A new
// bucket, which is full, grants $5.
const takeSQL = `
INSERT INTO platform.rate_limits AS r (key, tat, allowed, granted)
SELECT $1, svc_now() + $5::int * ($2::bigint * interval '1 microsecond'), true, $5
ON CONFLICT (key) DO UPDATE SET (tat, allowed, granted) = (
	SELECT CASE WHEN r.tat - tolerance <= now THEN begin + n * step ELSE r.tat END, r.tat - tolerance <= now, CASE WHEN r.tat - tolerance <= now THEN n ELSE 0 END
	FROM (SELECT now, step, tolerance, begin,
			greatest(1, least($4::int, floor((date_part('epoch', now + tolerance - begin) * 1e6 / $2 + 1) / $6::int)))::int AS n
		FROM (SELECT now, step, tolerance, greatest(r.tat, now) AS begin
			FROM (SELECT excluded.tat - $5::int * ($2::bigint * interval '1 microsecond') AS now, $2::bigint * interval '1 microsecond' AS step, $3::bigint * interval '1 microsecond' AS tolerance) a) b) c)
RETURNING svc_now(), tat, granted`

// tolerance is how far the theoretical arrival time may be ahead of now: the burst less the request itself.
func (r Rate) tolerance() time.Duration { return time.Duration(r.Burst-1) * r.interval() }

// decide turns a bucket's state after the request into the numbers that clients see.
func (r Rate) decide(now, tat time.Time, allowed bool) Decision {
	d := Decision{Allowed: allowed, Limit: r.Burst, Reset: max(0, tat.Sub(now))}
	room := now.Add(r.tolerance()).Sub(tat)
	if allowed {
		if room >= 0 {
			d.Remaining = int(room/r.interval()) + 1
		}
		return d
	}
	d.RetryAfter = -room
	return d
}

// local is the limiter of one process. The zero value is ready.
type local struct {
	mu      sync.Mutex
	buckets *cache.Cache[string, time.Time]
}

// maxLocal bounds the memory that an attacker with many keys or addresses can occupy. The least recently used bucket
// is evicted first, so that a caller that keeps trying stays limited.
const maxLocal = 100_000

// at returns the theoretical arrival time of a bucket. The caller holds the lock.
func (l *local) at(key string) time.Time {
	if l.buckets == nil {
		l.buckets = cache.New[string](cache.Options[time.Time]{Entries: maxLocal})
	}
	tat, _ := l.buckets.Get(key)
	return tat
}

func (l *local) take(now time.Time, key string, r Rate) Decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	tat := l.at(key)
	if tat.Add(-r.tolerance()).After(now) {
		return r.decide(now, tat, false)
	}
	if tat.Before(now) {
		tat = now
	}
	tat = tat.Add(r.interval())
	l.buckets.Add(key, tat)
	return r.decide(now, tat, true)
}

// Failures limits failed attempts by key in this process, such as failed authentications by address. The
// zero value is not usable; use NewFailures. It is safe for concurrent use.
type Failures struct {
	rate  Rate
	clock clock.Clock
	local local
}

// NewFailures returns a limiter that blocks a key after n failures in a minute.
func NewFailures(n int, c clock.Clock) *Failures {
	return &Failures{rate: Rate{PerSecond: float64(n) / 60, Burst: n}, clock: c}
}

// Blocked reports whether the key has used up its failures.
func (f *Failures) Blocked(key string) bool {
	f.local.mu.Lock()
	defer f.local.mu.Unlock()
	return f.local.at(key).Add(-f.rate.tolerance()).After(f.clock.Now())
}

// Add counts one failure of the key.
func (f *Failures) Add(key string) { f.local.take(f.clock.Now(), key, f.rate) }
