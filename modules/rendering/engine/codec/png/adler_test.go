package png

import (
	"bytes"
	stdadler "hash/adler32"
	"math/rand/v2"
	"testing"
)

func TestAdlerByWordsAndByBlocks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 2))
	for i := range 300 {
		p := make([]byte, r.IntN(200))
		if i%20 == 0 {
			p = make([]byte, 1<<19+r.IntN(1<<19)+16)
		}
		for k := range p {
			p[k] = byte(r.Uint32())
		}
		if i%3 == 0 {
			p = bytes.Repeat([]byte{255}, len(p)) // the largest sums
		}
		want := adler(stdadler.Checksum(p))
		if got, plain := adlerOf(p), wordAdler(p); got != want || plain != want {
			t.Fatalf("%d bytes: got %08x, wordAdler %08x, want %08x", len(p), got, plain, want)
		}
	}
}

func TestAdlerOfRowsThatRepeat(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 3))
	for _, stride := range []int{2, 17, 3601, 70001} {
		for range 20 {
			rows, zero := make([]byte, 0, 12*stride), make([]bool, 12)
			for y := range zero {
				line := make([]byte, stride)
				line[0] = filterUp
				if zero[y] = r.IntN(3) > 0; !zero[y] {
					for i := range line {
						line[i] = byte(r.Uint32())
					}
				}
				rows = append(rows, line...)
			}
			if got, want := rowsAdler(rows, stride, zero), adler(stdadler.Checksum(rows)); got != want {
				t.Fatalf("rows of %d bytes, %v repeat: got %08x, want %08x", stride, zero, got, want)
			}
		}
	}
}
