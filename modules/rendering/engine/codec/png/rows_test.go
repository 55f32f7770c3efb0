package png

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestRowsMatchThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	random := func(n int) []byte {
		p := make([]byte, n)
		for i := range p {
			p[i] = byte(r.Uint32())
		}
		return p
	}
	for n := range 120 {
		src := random(4 * n)
		got, want := make([]byte, 3*n+slack), make([]byte, 3*n+slack)
		packRGB(got, src)
		plainPack(want, src)
		if !bytes.Equal(got[:3*n], want[:3*n]) {
			t.Fatalf("%d pixels packed differ", n)
		}
		a, b := random(n), random(n+3)
		got, want = random(n), make([]byte, n)
		subtract(got, a, b)
		plainSubtract(want, a, b)
		if !bytes.Equal(got, want) {
			t.Fatalf("differences of %d bytes differ", n)
		}
	}
}
