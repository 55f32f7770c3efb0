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
