package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// outcome is how a request ended.
type outcome int

const (
	succeeded outcome = iota
	rejected          // 429 or 503: the service is at capacity
	failed
)

// do sends request n and returns its outcome.
type do func(ctx context.Context, n int64) outcome

// result holds the outcomes of the requests of a kind.
type result struct {
	offered, failed       int
	span                  time.Duration
	latencies, rejections []time.Duration // sorted
}

// serial numbers every request of the program, so that no two are the same.
var serial atomic.Int64

// offer sends requests as a Poisson process with the given rate for span, and waits for all of them. A request holds
// pause for reading while it is in progress: who locks it for writing interrupts the process.
func offer(ctx context.Context, rnd *rand.Rand, rate float64, span time.Duration, pause *sync.RWMutex, send do) result {
	var mu sync.Mutex
	var r result
	var all sync.WaitGroup
	began := time.Now()
	for due := began; due.Sub(began) < span && ctx.Err() == nil; due = due.Add(time.Duration(rnd.ExpFloat64() / rate * float64(time.Second))) {
		time.Sleep(time.Until(due))
		if !pause.TryRLock() {
			pause.RLock()
			due = time.Now()
		}
		r.offered++
		n := serial.Add(1)
		all.Go(func() {
			defer pause.RUnlock()
			o := send(ctx, n)
			took := time.Since(due)
			mu.Lock()
			defer mu.Unlock()
			r.add(o, took)
		})
	}
	all.Wait()
	r.span = time.Since(began)
	slices.Sort(r.latencies)
	slices.Sort(r.rejections)
	return r
}

func (r *result) add(o outcome, took time.Duration) {
	switch o {
	case succeeded:
		r.latencies = append(r.latencies, took)
	case rejected:
		r.rejections = append(r.rejections, took)
	default:
		r.failed++
	}
}

// closed returns the rate of successful requests per second of clients that each send one request after another.
func closed(ctx context.Context, clients int, span time.Duration, send do) float64 {
	var done atomic.Int64
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for end := time.Now().Add(span); time.Now().Before(end) && ctx.Err() == nil; {
				if send(ctx, serial.Add(1)) == succeeded {
					done.Add(1)
				}
			}
		})
	}
	all.Wait()
	return float64(done.Load()) / span.Seconds()
}

// within returns the rate of requests per second that succeeded with a latency of at most d.
func (r *result) within(d time.Duration) float64 {
	n, _ := slices.BinarySearch(r.latencies, d)
	return float64(n) / r.span.Seconds()
}

func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(q*float64(len(sorted)-1))].Round(10 * time.Microsecond)
}

func (r *result) print(name string, resident int64) {
	fmt.Printf("%-22s %9.0f %9.0f %9d %9d %9s %9s %9s %9s %9d\n", name, float64(r.offered)/r.span.Seconds(), float64(len(r.latencies))/r.span.Seconds(), len(r.rejections), r.failed,
		quantile(r.latencies, 0.5), quantile(r.latencies, 0.9), quantile(r.latencies, 0.99), quantile(r.latencies, 1), resident>>20)
}
