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

// Work executes one claimed piece of work; its context ends when the process must stop.
type Work func(ctx context.Context)

// Take claims the next piece of waiting work and returns it, nil if there is none; more reports whether other work waits.
// The caller holds the claim until the Work returns.
type Take func(ctx context.Context) (work Work, more bool, err error)

// Pool is a number of workers on work that a module keeps in a table of its own. The module's rows are the only
// record of what waits: a pool polls when it is woken and once a second besides, so that it finds work whose process
// crashed or whose wake-up was lost. A worker that has finished its work polls only if it is woken: the code that adds
// work which may be claimed immediately must wake the pool. A wake-up while all workers are busy is kept.
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

// Pull creates a pool with the number of workers that is configured for the queue of that name. They run from Start
// to Stop. It must be called before Start.
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

// start runs the workers: they claim work until taking ends, and claimed work may run until working ends.
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
		// The claim is not cancelled when taking ends: work could be claimed and not executed.
		work, more, err := p.take(working)
		switch {
		case err != nil:
			failures++
			p.metrics.errors.WithLabelValues(p.name, "take").Inc()
			p.log.WarnContext(working, "looking for work failed; it is tried again", "pool", p.name, "failures", failures, "error", err)
			pause(taking, jitter(min(time.Duration(failures)*500*time.Millisecond, 5*time.Second)))
		case work == nil:
			failures = 0
			p.sleep(taking)
		default:
			failures = 0
			p.metrics.taken.WithLabelValues(p.name).Inc()
			if more {
				p.Wake()
			}
			p.do(working, work)
			p.sleep(taking)
		}
	}
}

// sleep waits for a wake-up, or until ctx ends.
func (p *Pool) sleep(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-p.wake:
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

// jitter returns d ± 20 %, so that processes that started together do not stay synchronized.
func jitter(d time.Duration) time.Duration {
	return d*8/10 + time.Duration(rand.Int64N(int64(d)*4/10+1))
}
