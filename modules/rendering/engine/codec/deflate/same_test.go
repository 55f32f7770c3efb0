package deflate

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestSameBytesMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 1))
	for n := range 200 {
		a := make([]byte, n+1) // not empty, so that &a[0] is valid
		for i := range a {
			a[i] = byte(r.Uint32())
		}
		b := bytes.Clone(a)
		if got := sameBytes(&a[0], &b[0], n); got != n {
			t.Fatalf("%d equal bytes: %d", n, got)
		}
		// The byte after the end differs and must not count; then each position in turn, with more differences after
		// it.
		b[n] ^= 1
		for at := n; at >= 0; at-- {
			b[at] ^= byte(1 + r.UintN(255))
			got, want := sameBytes(&a[0], &b[0], n), plainSame(&a[0], &b[0], n)
			if got != want {
				t.Fatalf("%d bytes, %d differs: %d, want %d", n, at, got, want)
			}
		}
	}
}
