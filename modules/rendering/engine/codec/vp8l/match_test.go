package vp8l

import (
	"math/rand/v2"
	"testing"
)

func TestSameMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 1))
	for range 5000 {
		pix := make([]uint32, 2+r.IntN(60))
		period := 1 + r.IntN(len(pix))
		for i := range pix {
			if pix[i] = r.Uint32(); i >= period {
				pix[i] = pix[i-period]
			}
		}
		pix[r.IntN(len(pix))]++
		b := 1 + r.IntN(len(pix)-1)
		a := r.IntN(b)
		if got, want := same(pix, a, b), plainSame(pix, a, b); got != want {
			t.Fatalf("%d pixels, %d and %d: %d, want %d", len(pix), a, b, got, want)
		}
	}
}

// plainSame is same in its simplest form.
func plainSame(pix []uint32, a, b int) int {
	n := 0
	for b+n < len(pix) && pix[a+n] == pix[b+n] {
		n++
	}
	return n
}
