package engine_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/encode"
)

// BenchmarkThroughput encodes cards a as PNG, each with a distinct text, with one engine on one processor and on two.
func BenchmarkThroughput(b *testing.B) {
	card, err := os.ReadFile("testdata/bench/card-a.html")
	if err != nil {
		b.Fatal(err)
	}
	before, after, ok := strings.Cut(string(card), "Rendering social")
	if !ok {
		b.Fatal("the card has another title")
	}
	ctx := context.Background()
	for _, n := range []int{1, 2} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
			e := engine.New(engine.Options{})
			var count atomic.Int64
			one := func() bool {
				i := count.Add(1)
				doc, err := e.Open(ctx, engine.Source{HTML: fmt.Sprint(before, "Rendering ", i, " social", after)}, engine.Settings{Width: 1200, Height: 630})
				if err != nil {
					b.Error(err)
					return false
				}
				pic, err := doc.Draw(ctx, nil)
				if err != nil {
					b.Error(err)
					return false
				}
				if _, err = e.Encode(ctx, pic, engine.Output{Format: encode.PNG}); err != nil {
					b.Error(err)
				}
				return err == nil
			}
			for range 4 {
				one()
			}
			count.Store(0)
			b.ResetTimer()
			var all sync.WaitGroup
			for range n {
				all.Go(func() {
					for int(count.Load()) < b.N && one() {
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(count.Load())/b.Elapsed().Seconds(), "images/s")
		})
	}
}
