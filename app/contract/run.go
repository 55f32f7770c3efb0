package contract

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// Env is the service under test. The functions are its further abilities; nil ones are needs that it
// does not meet. It is safe for concurrent use.
type Env struct {
	// BaseURL is the address of the service, without a trailing slash.
	BaseURL string
	// Key is the key that checks use.
	Key string
	// Client sends the requests; it must not follow redirects.
	Client *http.Client
	// Mint creates a key of Key's workspace; without scopes it has the default ones.
	Mint func(ctx context.Context, mode string, scopes ...string) (string, error)
	// OtherKey is a key of another workspace, "" when there is none.
	OtherKey string
	// Import imports a key issued elsewhere, as the operator can.
	Import func(ctx context.Context, text string) error
	// Workspace creates a workspace with credits and returns a live key of it.
	Workspace func(ctx context.Context, credits int64) (string, error)
	// Advance moves database time.
	Advance func(d time.Duration) error
	// Exec runs SQL on the service's database.
	Exec func(sql string, args ...any) error
	// Loopback is true if the service may reach this machine.
	Loopback bool
	// Rights is set by Reach: checks that need more are skipped. nil means all rights.
	Rights *Rights

	api    *api
	lines  lines
	minted struct {
		sync.Mutex
		keys []mintedKey
	}
	once
}

type once struct {
	sync.Once
	err error
}

// Meets reports whether the service meets a need.
func (e *Env) Meets(n Need) bool {
	switch n {
	case Keys:
		return e.Mint != nil
	case Foreign:
		return e.OtherKey != ""
	case Clock:
		return e.Advance != nil
	case Loopback:
		return e.Loopback
	case Database:
		return e.Exec != nil
	case Workspaces:
		return e.Workspace != nil
	default:
		return false
	}
}

// Lacks returns the unmet need of a clause, "" for none.
func (e *Env) Lacks(c *Clause) string {
	var lacks []string
	if len(c.Settings) > 0 && e.Exec == nil {
		lacks = append(lacks, "settings of its own")
	}
	for _, n := range c.Needs {
		if !e.Meets(n) {
			lacks = append(lacks, n.String())
		}
	}
	return strings.Join(lacks, ", ")
}

// T is a running check on one surface. Its methods that end the check panic.
type T struct {
	Env     *Env
	Surface Surface

	ctx      context.Context //nolint:containedctx // T is the context of the check, like testing.T
	own      string          // the token of a workspace of the check's own, "" for the environment's key
	failures []string
	cleanups []func()
}

// stop is the panic value that ends a check.
type stop struct{ skip string }

// Errorf records a failure and continues.
func (t *T) Errorf(format string, args ...any) {
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

// isolate gives the check a separate workspace where the service can create one, so that no other check's
// data appears in its lists and receivers.
func (t *T) isolate(credits int64) {
	if t.Env.Workspace == nil {
		return
	}
	k, err := t.Env.Workspace(t.ctx, credits)
	if err != nil {
		t.Fatalf("making a workspace: %v", err)
	}
	t.own = k
}

// Fatalf records a failure and ends the check.
func (t *T) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(stop{})
}

// Skipf ends the check without a verdict.
func (t *T) Skipf(format string, args ...any) { panic(stop{skip: fmt.Sprintf(format, args...)}) }

// Cleanup runs f when the check ends, the last first.
func (t *T) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// Is fails the check unless got is want.
func (t *T) Is(what string, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// True fails the check unless ok.
func (t *T) True(ok bool, format string, args ...any) {
	if !ok {
		t.Errorf(format, args...)
	}
}

// Verdict is the outcome of a clause on a surface.
type Verdict string

// The verdicts.
const (
	Passed  Verdict = "passed"
	Failed  Verdict = "failed"
	Skipped Verdict = "skipped"
)

// The time limits of one check's cleanup: after an interruption, and otherwise, when it waits for rate limits.
const (
	hastyCleanup = 30 * time.Second
	cleanupTime  = 5 * time.Minute
)

// Result is the result of a check.
type Result struct {
	ID      string   `json:"id"`
	Says    string   `json:"says"`
	Surface Surface  `json:"surface"`
	Verdict Verdict  `json:"verdict"`
	Why     []string `json:"why,omitempty"`
}

// Run checks one clause on one surface. It never panics.
func Run(ctx context.Context, e *Env, c *Clause, s Surface) (r Result) {
	r = Result{ID: c.ID, Says: c.Says, Surface: s, Verdict: Passed}
	if lacks := e.Lacks(c); lacks != "" {
		r.Verdict, r.Why = Skipped, []string{"needs " + lacks}
		return r
	}
	if err := e.open(); err != nil {
		r.Verdict, r.Why = Failed, []string{err.Error()}
		return r
	}
	if ctx.Err() != nil {
		r.Verdict, r.Why = Skipped, []string{interrupted(ctx)}
		return r
	}
	t := &T{Env: e, Surface: s, ctx: ctx}
	defer func() {
		if v := recover(); v != nil {
			end, ours := v.(stop)
			switch {
			case !ours:
				t.Errorf("the check panicked: %v\n%s", v, debug.Stack())
			case end.skip != "" && len(t.failures) == 0:
				r.Verdict, r.Why = Skipped, []string{end.skip}
			}
		}
		switch {
		case ctx.Err() != nil:
			r.Verdict, r.Why = Skipped, []string{interrupted(ctx)}
		case len(t.failures) > 0:
			r.Verdict, r.Why = Failed, t.failures
		}
		// Objects are also removed after an interruption.
		most := cleanupTime
		if ctx.Err() != nil {
			most = hastyCleanup
		}
		var cancel context.CancelFunc
		t.ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), most)
		defer cancel()
		for _, f := range slices.Backward(t.cleanups) {
			t.tidy(f)
		}
	}()
	c.Run(t)
	return r
}

// interrupted says why the run has ended before its time.
func interrupted(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the run's time was over"
	}
	return "the run was interrupted"
}

// tidy runs a cleanup, whose errors do not count as failures of the clause.
func (t *T) tidy(f func()) {
	defer func() { _ = recover() }()
	f()
}

// open reads the OpenAPI document, once.
func (e *Env) open() error {
	e.once.Do(func() {
		if e.Client == nil {
			e.Client = NewClient()
		}
		e.api, e.once.err = readAPI()
	})
	return e.once.err
}

// NewClient returns a client that follows no redirect.
func NewClient() *http.Client {
	return &http.Client{Timeout: 90 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// RunAll checks every clause that needs no separate service, a few at a time, and calls tell with each
// result as it completes. After ctx's end the other clauses are skipped, and the error is ctx's.
func RunAll(ctx context.Context, e *Env, parts []Part, tell func(Result)) error {
	type job struct {
		c *Clause
		s Surface
	}
	work := make(chan job)
	e.lines.places = make(chan struct{}, atWork)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range underWay {
		all.Go(func() {
			for j := range work {
				e.lines.enter()
				r := Run(ctx, e, j.c, j.s)
				e.lines.leave()
				mu.Lock()
				tell(r)
				mu.Unlock()
			}
		})
	}
	for _, p := range parts {
		for i := range p.Clauses {
			for _, s := range p.Clauses[i].Surfaces() {
				work <- job{&p.Clauses[i], s}
			}
		}
	}
	close(work)
	all.Wait()
	e.lines.places = nil // what follows the checks, such as Close, takes no place
	return ctx.Err()
}
