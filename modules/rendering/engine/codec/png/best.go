package png

import (
	"context"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/deflate"
)

// bestStripe is the approximate number of scanline bytes per stripe, with its own filter and codes, when the smallest
// file is requested.
const bestStripe = 1 << 17

// noisy is the part of its size to which a stripe of a photograph can hardly be compressed.
const noisy = 8

// smallest produces the smallest file: every stripe is compressed with each filter, and then again with the best filter
// by [deflate.Best], with all preceding rows within the window as a dictionary.
func (l *layout) smallest(ctx context.Context, workers int) ([]part, error) {
	l.stripes = cut(l.pic.Height, max(bestStripe/l.stride, 1), nil)
	err := l.each(ctx, workers, func(w *worker, i int) {
		s := &l.stripes[i]
		least := 0
		try := func(kind byte) {
			// Without a dictionary, since the other stripes' filters are chosen concurrently.
			p := l.compressAlone(w, s.from, s.to, kind)
			n := len(p.data)
			if n > len(w.rows)/noisy {
				n = min(n, deflate.Entropy(w.rows)) // the quick compressor takes too many short matches
			}
			if kind == filterNone || n < least {
				least, s.kind = n, kind
			}
			release([]part{p})
		}
		for kind := byte(filterNone); kind <= filterUp; kind++ {
			try(kind)
		}
		if l.pal == nil && s.kind != filterNone && least > len(w.rows)/noisy {
			for kind := byte(filterAverage); kind <= filterEach; kind++ {
				try(kind)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	parts := make([]part, len(l.stripes))
	err = l.each(ctx, workers, func(w *worker, i int) {
		if w.best == nil {
			w.best = new(deflate.Best)
		}
		above := 0
		if i > 0 {
			above = min((deflate.Window+l.stride-1)/l.stride, l.stripes[i-1].to-l.stripes[i-1].from)
		}
		parts[i] = l.compressedBy(w, i, above, w.best)
	})
	return parts, err
}

// each calls do for every stripe on at most workers goroutines.
func (l *layout) each(ctx context.Context, workers int, do func(w *worker, i int)) error {
	next := make(chan int, len(l.stripes))
	for i := range l.stripes {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for range max(min(workers, len(l.stripes)), 1) {
		wg.Go(func() {
			w := new(worker)
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				do(w, i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// compressAlone returns rows from ≤ y < to compressed without a dictionary.
func (l *layout) compressAlone(w *worker, from, to int, kind byte) part {
	size := (to - from) * l.stride
	w.rows = slices.Grow(w.rows[:0], size+slack)[:size+slack]
	l.filter(w, w.rows, from, to, kind)
	room := partPool.Get().(*[]byte)
	shape := deflate.Shape{Pixel: l.unit, Row: l.stride, Slants: l.slantBytes()}
	return part{room: room, data: w.lz.Block((*room)[:0], w.rows[:size], 0, shape, false)}
}
