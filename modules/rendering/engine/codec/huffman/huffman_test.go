package huffman_test

import (
	"container/heap"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/huffman"
)

// weights is a heap for the textbook construction.
type weights []uint64

func (w weights) Len() int           { return len(w) }
func (w weights) Less(i, j int) bool { return w[i] < w[j] }
func (w weights) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *weights) Push(v any)        { *w = append(*w, v.(uint64)) }
func (w *weights) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// plainCost returns the bits an unlimited optimal code takes: the sum of the weights of
// all inner nodes of a Huffman tree.
func plainCost(freq []uint32) uint64 {
	var w weights
	for _, f := range freq {
		if f > 0 {
			w = append(w, uint64(f))
		}
	}
	if len(w) == 1 {
		return w[0]
	}
	heap.Init(&w)
	total := uint64(0)
	for w.Len() > 1 {
		s := heap.Pop(&w).(uint64) + heap.Pop(&w).(uint64)
		total += s
		heap.Push(&w, s)
	}
	return total
}

func TestLengthsAreOptimalAndComplete(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	var scratch []uint64
	for range 400 {
		freq := make([]uint32, 1+r.IntN(700))
		used := 0
		for i := range freq {
			switch r.IntN(4) {
			case 0:
				freq[i] = uint32(r.IntN(5))
			case 1:
				freq[i] = uint32(r.IntN(1000))
			case 2:
				freq[i] = 1 << r.IntN(20)
			}
			if freq[i] > 0 {
				used++
			}
		}
		for _, limit := range []int{10, 15, 60} {
			lengths := make([]uint8, len(freq))
			scratch = huffman.Lengths(freq, limit, lengths, scratch)
			kraft, cost := uint64(0), uint64(0)
			for i, l := range lengths {
				if (l == 0) != (freq[i] == 0) || int(l) > limit {
					t.Fatalf("symbol %d: frequency %d has length %d, limit %d", i, freq[i], l, limit)
				}
				if l > 0 {
					kraft += 1 << (limit - int(l))
				}
				cost += uint64(freq[i]) * uint64(l)
			}
			if used > 1 && kraft != 1<<limit {
				t.Fatalf("limit %d: Kraft sum %d of %d", limit, kraft, uint64(1)<<limit)
			}
			best := plainCost(freq)
			if limit == 60 && used > 0 && cost != best {
				t.Fatalf("cost %d, optimum is %d", cost, best)
			}
			if limit == 15 && cost > best+best/50 {
				t.Fatalf("limit 15 costs %d, without limit %d", cost, best)
			}
		}
	}
}

func TestCodesAreCanonical(t *testing.T) {
	t.Parallel()
	// The example of RFC 1951 §3.2.2.
	var codes [8]uint16
	huffman.Codes([]uint8{3, 3, 3, 3, 3, 2, 4, 4}, codes[:])
	want := [8]uint16{2, 3, 4, 5, 6, 0, 14, 15}
	if codes != want {
		t.Errorf("got %v, want %v", codes, want)
	}
}

func BenchmarkLengths(b *testing.B) {
	freq := make([]uint32, 286)
	for i := range freq {
		freq[i] = uint32(i*i%997 + 1)
	}
	var out [286]uint8
	var scratch []uint64
	for b.Loop() {
		scratch = huffman.Lengths(freq, 15, out[:], scratch)
	}
}
