package png

import (
	"math/rand/v2"
	"testing"
)

func TestResidualsMatchThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 5))
	for n := range 300 {
		a, b := make([]byte, 4*n), make([]byte, 4*n+4*r.IntN(2))
		reach := 1 << r.IntN(9)
		for i := range a {
			a[i] = byte(r.Uint32())
			b[i] = a[i] + byte(r.IntN(reach)-reach/2)
		}
		for i := 0; i < len(a); i += 4 {
			if r.IntN(3) == 0 {
				copy(b[i:i+4], a[i:])
			}
		}
		if got, want := residuals(a, b), plainResiduals(a, b); got != want {
			t.Fatalf("%d pixels, differences of up to %d: %d bits, want %d", n, reach/2, got, want)
		}
	}
}
