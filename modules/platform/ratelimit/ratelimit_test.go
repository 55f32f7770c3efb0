package ratelimit_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/pg/pgtest"
	"github.com/platenhq/platen/modules/platform/ratelimit"
)

func caller(kind ident.Kind, mode ident.Mode) *ident.Principal {
	return &ident.Principal{Workspace: ident.NewWorkspace(), Kind: kind, Mode: mode, Subject: "u"}
}

// slow returns rates at which no bucket refills during a test.
func slow() ratelimit.Config {
	c := ratelimit.Defaults()
	c.Admin = ratelimit.Rate{PerSecond: 0.1, Burst: 20}
	return c
}

func TestBurstThenExactRetryAfter(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l, p := ratelimit.New(db, slow()), caller(ident.KindKey, ident.Live)
	for i := range 20 {
		d := l.Take(t.Context(), p, ratelimit.Admin)
		if !d.Allowed || d.Remaining != 19-i || d.Limit != 20 {
			t.Fatalf("request %d: %+v", i, d)
		}
	}
	d := l.Take(t.Context(), p, ratelimit.Admin)
	if d.Allowed || d.RetryAfter <= 0 || d.RetryAfter > 10*time.Second || d.Remaining != 0 {
		t.Fatalf("request 21: %+v", d)
	}
	// A client that waits for Retry-After is always admitted.
	if err := db.Advance(t.Context(), time.Duration(d.RetrySeconds())*time.Second); err != nil {
		t.Fatal(err)
	}
	if d := l.Take(t.Context(), p, ratelimit.Admin); !d.Allowed {
		t.Errorf("after the announced wait: %+v", d)
	}
	if d := l.Take(t.Context(), p, ratelimit.Admin); d.Allowed {
		t.Errorf("one wait admits two: %+v", d)
	}
}

func TestConcurrentCallersGetExactlyTheBurst(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	p := caller(ident.KindKey, ident.Live)
	var allowed atomic.Int32
	var wg sync.WaitGroup
	for range 4 { // four limiters, as in four processes
		l := ratelimit.New(db, slow())
		l.OnFallback = func(err error) { t.Errorf("fell back: %v", err) }
		l.DatabaseDeadline = time.Minute
		for range 3 {
			wg.Go(func() {
				for range 5 {
					if l.Take(t.Context(), p, ratelimit.Admin).Allowed {
						allowed.Add(1)
					}
				}
			})
		}
	}
	wg.Wait()
	if got := allowed.Load(); got != 20 {
		t.Errorf("%d of 60 requests admitted, want the burst of 20", got)
	}
}

func TestModesCategoriesAndUsersHaveTheirOwnBuckets(t *testing.T) {
	t.Parallel()
	l := ratelimit.New(pgtest.New(t), slow())
	live, test := caller(ident.KindKey, ident.Live), caller(ident.KindKey, ident.Test)
	if d := l.Take(t.Context(), live, ratelimit.Admin); d.Limit != 20 {
		t.Errorf("live limit %d, want 20", d.Limit)
	}
	if d := l.Take(t.Context(), test, ratelimit.Admin); d.Limit != 5 {
		t.Errorf("test limit %d, want a quarter", d.Limit)
	}
	user := caller(ident.KindJWT, ident.Live)
	for i := range 4 {
		if d := l.Take(t.Context(), user, ratelimit.Admin); !d.Allowed || d.Limit != 4 {
			t.Errorf("user request %d: %+v, want a bucket of 4", i, d)
		}
	}
	if d := l.Take(t.Context(), user, ratelimit.Admin); d.Allowed {
		t.Error("a user takes more than a fifth of the workspace's bucket")
	}
	other := *user
	other.Subject = "v"
	if d := l.Take(t.Context(), &other, ratelimit.Admin); !d.Allowed {
		t.Error("a user's exhaustion stops another user")
	}
}

func TestLostDatabaseDoesNotStopTheService(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.URL(t), pg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	var cause error
	l := ratelimit.New(db, slow())
	l.OnFallback = func(err error) { cause = errors.Join(cause, err) }
	p := caller(ident.KindKey, ident.Live)
	admitted := 0
	for range 25 {
		if l.Take(context.Background(), p, ratelimit.Admin).Allowed {
			admitted++
		}
	}
	if admitted != 20 || cause == nil {
		t.Errorf("admitted %d with cause %v, want the burst of 20 and a cause", admitted, cause)
	}
}

func TestFailuresBlockTemporarily(t *testing.T) {
	t.Parallel()
	c := clock.NewFake(time.Unix(1e9, 0))
	f := ratelimit.NewFailures(20, c)
	for range 20 {
		if f.Blocked("a") {
			t.Fatal("blocked too early")
		}
		f.Add("a")
	}
	if !f.Blocked("a") || f.Blocked("b") {
		t.Error("want a blocked and b free")
	}
	c.Advance(4 * time.Second)
	if f.Blocked("a") {
		t.Error("still blocked after a failure's worth of time")
	}
}

func TestSweepRemovesFullBucketsOnly(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	l, p := ratelimit.New(db, slow()), caller(ident.KindKey, ident.Live)
	l.Take(t.Context(), p, ratelimit.Admin)
	for _, step := range []struct {
		by   time.Duration
		want int64
	}{{0, 0}, {time.Hour, 0}, {time.Minute, 1}} {
		if err := db.Advance(t.Context(), step.by); err != nil {
			t.Fatal(err)
		}
		if n, err := ratelimit.Sweep(t.Context(), db); n != step.want || err != nil {
			t.Errorf("swept %d, %v; want %d", n, err, step.want)
		}
	}
}

func TestRateText(t *testing.T) {
	t.Parallel()
	var r ratelimit.Rate
	if err := r.UnmarshalText([]byte("0.5/10")); err != nil || r.String() != "0.5/10" {
		t.Errorf("got %v, %v", r, err)
	}
	for _, bad := range []string{"", "5", "5/0", "0/5", "a/b", "5/5/5"} {
		if err := r.UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// TestFailuresOfManyKeysForgetTheOldestOnly: a flood of 100,000 addresses does not unblock the one that keeps trying.
func TestFailuresOfManyKeysForgetTheOldestOnly(t *testing.T) {
	t.Parallel()
	f := ratelimit.NewFailures(2, clock.NewFake(time.Unix(1.8e9, 0)))
	for range 2 {
		f.Add("keeps trying")
	}
	f.Add("tried once")
	f.Add("tried once")
	for i := range 150_000 {
		f.Add(strconv.Itoa(i))
		if i%1000 == 0 && !f.Blocked("keeps trying") {
			t.Fatalf("free after %d others", i)
		}
	}
	if f.Blocked("tried once") {
		t.Error("every key is remembered: the memory is not bounded")
	}
}
