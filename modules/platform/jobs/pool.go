package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"
)

// Work is one piece of work that was taken; its context ends when the process must.
type Work func(ctx context.Context)

// Take takes the next piece of work that waits and returns it, nil when nothing does. What it took is the caller's
// until the Work returns.
type Take func(ctx context.Context) (Work, error)

// Pool is a number of workers on work that a module keeps in a table of its own. The module's rows are the only
// record of what waits: a pool looks when it is woken and once a second besides, so that work whose process crashed, or
// whose wake-up was lost, is found without anything else being repaired first.
type Pool struct {
	name    string
	workers int
	take    Take
	wake    chan struct{}
	log     *slog.Logger
	metrics *metrics
}

// poolPoll is how often an idle pool looks for work that nothing woke it for.
const poolPoll = time.Second

// Pull makes a pool of as many workers as the queue of that name is configured to have. They work from Start to
// Stop. It must be called before Start.
func (q *Queue) Pull(name string, take Take) *Pool {
	if q.running != nil {
		panic("jobs.Pull: the queue works already")
	}
	n := q.cfg.workers()[name]
	p := &Pool{name: name, workers: n, take: take, wake: make(chan struct{}, max(1, n)), log: q.log, metrics: q.metrics}
	q.pools = append(q.pools, p)
	return p
}

// Wake makes the pool look for work. It never blocks.
func (p *Pool) Wake() {
	select {
	case p.wake <- struct{}{}:
	default: // as many wake-ups wait as there are workers
	}
}

// start runs the workers: they take until taking ends, and what they have taken may run until working ends.
func (p *Pool) start(taking, working context.Context, running *sync.WaitGroup) {
	for range p.workers {
		running.Go(func() { p.loop(taking, working) })
	}
	running.Go(func() {
		p.Wake()
		for pause(taking, jitter(poolPoll)) {
			p.Wake()
		}
	})
}

func (p *Pool) loop(taking, working context.Context) {
	for failures := 0; taking.Err() == nil; {
		// Taking is not cancelled when taking ends: work would be claimed and not done.
		work, err := p.take(working)
		switch {
		case err != nil:
			failures++
			p.metrics.errors.WithLabelValues(p.name, "take").Inc()
			p.log.WarnContext(working, "looking for work failed; it is tried again", "pool", p.name, "failures", failures, "error", err)
			pause(taking, jitter(min(time.Duration(failures)*500*time.Millisecond, 5*time.Second)))
		case work == nil:
			failures = 0
			select {
			case <-taking.Done():
			case <-p.wake:
			}
		default:
			failures = 0
			p.metrics.taken.WithLabelValues(p.name).Inc()
			p.Wake() // there may be more, for another worker
			p.do(working, work)
		}
	}
}

func (p *Pool) do(ctx context.Context, work Work) {
	defer func() {
		if v := recover(); v != nil {
			p.metrics.errors.WithLabelValues(p.name, "panic").Inc()
			p.log.ErrorContext(ctx, "work panicked", "pool", p.name, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
		}
	}()
	work(ctx)
}

// pause waits for d; false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// jitter returns d ± 20 %, so that processes that started together do not stay together.
func jitter(d time.Duration) time.Duration {
	return d*8/10 + time.Duration(rand.Int64N(int64(d)*4/10+1))
}
