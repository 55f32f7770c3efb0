// Load sends requests to a running service at given rates and reports how it responds. Arrivals do not depend on earlier
// responses (an open model), and latency counts from the moment a request was due, so that a stalled service does not
// hide the requests that it delayed (coordinated omission).
//
//	go run ./e2e/bench/load                       # every kind of request at its rate, then three times the capacity
//	go run ./e2e/bench/load -soak 30m             # a mixture with a fault every minute; reports what grows
//	go run ./e2e/bench/load -only preview -rate preview=120
//
// It builds the program and starts it with a database of its own.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	log.SetFlags(0)
	span := flag.Duration("span", 20*time.Second, "how long each kind of request is offered")
	soak := flag.Duration("soak", 0, "run the mixture for this time instead")
	only := flag.String("only", "", "the kinds to offer, separated by commas; all when empty")
	rates := flag.String("rate", "", "requests a second by kind, such as preview=100,read=1000")
	seed := flag.Uint64("seed", 1, "of the arrivals")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *span, *soak, *only, *rates, *seed); err != nil {
		log.Fatal("load: ", err)
	}
}

func run(ctx context.Context, span, soak time.Duration, only, rates string, seed uint64) error {
	s, err := start(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	kinds, err := s.kinds(ctx)
	if err != nil {
		return err
	}
	for pair := range strings.SplitSeq(rates, ",") {
		name, value, ok := strings.Cut(pair, "=")
		k := kinds[name]
		if pair == "" {
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		if !ok || k == nil || err != nil {
			return fmt.Errorf("-rate %q: write a kind and a number, such as preview=100", pair)
		}
		k.rate = n
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	if soak > 0 {
		return s.soak(ctx, rnd, kinds, soak)
	}
	fmt.Printf("%-22s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "", "offered/s", "done/s", "rejected", "failed", "p50", "p90", "p99", "max", "RSS MiB")
	for _, name := range order {
		if only != "" && !strings.Contains(","+only+",", ","+name+",") {
			continue
		}
		k := kinds[name]
		r := offer(ctx, rnd, k.rate, span, &sync.RWMutex{}, k.do)
		r.print(name, s.resident())
	}
	if only == "" || strings.Contains(only, "overload") {
		return s.overload(ctx, rnd, kinds["preview"], span)
	}
	return ctx.Err()
}

// overload measures the preview throughput with closed-loop clients, then offers three times that rate together with a
// few previews from another workspace.
func (s *service) overload(ctx context.Context, rnd *rand.Rand, preview *kind, span time.Duration) error {
	capacity := closed(ctx, 8, span/2, preview.do)
	fmt.Printf("\ncapacity of previews: %.0f/s; three times as many:\n", capacity)
	neighbour := s.preview(s.neighbour)
	done := make(chan result)
	go func() { done <- offer(ctx, rand.New(rand.NewPCG(2, 0)), 5, span, &sync.RWMutex{}, neighbour) }()
	r := offer(ctx, rnd, 3*capacity, span, &sync.RWMutex{}, preview.do)
	r.print("preview at 3×", s.resident())
	n := <-done
	n.print("another workspace", s.resident())
	fmt.Printf("goodput within 2 s: %.0f %% of the capacity; rejected requests: p50 %s, p99 %s\n",
		100*r.within(2*time.Second)/capacity, quantile(r.rejections, 0.5), quantile(r.rejections, 0.99))
	return ctx.Err()
}
