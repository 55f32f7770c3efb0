package vp8

import (
	"math/rand/v2"
	"testing"
)

func TestDifferenceIsThePlainOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 8 + 8*r.IntN(2)
		srcStride := n + r.IntN(40)
		// Not a byte more than is needed: reading further is a fault of its own.
		src, area := make([]byte, (n-1)*srcStride+n), make([]byte, (n-1)*stride+n)
		for _, p := range [][]byte{src, area} {
			for i := range p {
				if p[i] = byte(r.Uint32()); r.IntN(4) == 0 {
					p[i] = byte(255 * r.IntN(2))
				}
			}
		}
		if got, want := difference(src, srcStride, area, n), plainDifference(src, srcStride, area, n); got != want {
			t.Fatalf("%d×%d, rows %d apart: %d, want %d", n, n, srcStride, got, want)
		}
	}
	for range 2000 {
		var a, b [16]byte
		for i := range a {
			a[i], b[i] = byte(r.Uint32()), byte(r.Uint32())
		}
		if got, want := distance(&a, &b), plainDistance(&a, &b); got != want {
			t.Fatalf("%v, %v: %d, want %d", a, b, got, want)
		}
	}
}
