package ycc

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestHalfMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 3))
	for i := range 3000 {
		m := []*Matrix{JFIF, Video}[i%2]
		n := 2 * (1 + r.IntN(40))
		src0, src1 := make([]byte, 4*n), make([]byte, 4*n)
		for _, p := range [][]byte{src0, src1} {
			for k := range p {
				if p[k] = byte(r.Uint32()); i%3 == 0 {
					p[k] = byte(255 * r.IntN(2))
				}
			}
		}
		var got, want [4][]byte
		for k, size := range []int{n, n, n / 2, n / 2} {
			got[k], want[k] = make([]byte, size), make([]byte, size)
		}
		m.Half(src0, src1, got[0], got[1], got[2], got[3])
		m.plainHalf(src0, src1, want[0], want[1], want[2], want[3])
		for k := range got {
			if !bytes.Equal(got[k], want[k]) {
				t.Fatalf("matrix %d, plane %d of %v and %v: %v, want %v", i%2, k, src0, src1, got[k], want[k])
			}
		}
	}
}
