package av1enc

import (
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/av1/tables"
)

// squareTypes returns the transform types allowed for a square of n samples.
func squareTypes(n int) []tables.TxType {
	switch {
	case n > 32:
		return tables.TxTypes[tables.SetDCTOnly]
	case n == 32:
		return tables.TxTypes[tables.SetInter2]
	}
	return tables.TxTypes[tables.SetIntra7]
}

func TestStraightLineTransformsFollowTheSpecification(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []kernel{kernelDCT, kernelADST, kernelIdentity} {
		for n := 4; n <= 64; n *= 2 {
			if k == kernelADST && n > 16 || k == kernelIdentity && n > 32 {
				continue
			}
			for range 200 {
				in := make([]int32, 3*n)
				for i := range n {
					in[3*i] = int32(r.IntN(1<<14/n*2)) - 1<<14/int32(n)
				}
				var got, want [64]int32
				inverseLine(in, 3, &got, n, k)
				clampedLine(in, 3, &want, n, k)
				if got != want {
					t.Fatalf("kernel %d of %d: got %v, want %v", k, n, got, want)
				}
			}
		}
	}
}

func TestInverseUndoesForward(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	s := new(workspace)
	for tx := range tables.TxSizes {
		w, h := tx.Width(), tx.Height()
		for _, typ := range squareTypes(max(w, h)) {
			residual, coef := make([]int16, w*h), make([]int32, 32*32)
			dst := make([]uint8, w*h)
			for i := range residual {
				// Only part of a 64-point transform is coded, so the residual must be smooth.
				residual[i] = int16(r.IntN(200) - 100)
				if max(w, h) == 64 {
					residual[i] = int16(i%w - i/w)
				}
				dst[i] = 128
			}
			s.forward(coef, residual, tx, typ)
			s.inverse(dst, w, coef, tx, typ)
			for i, v := range residual {
				if d := int(dst[i]) - 128 - int(v); d < -1 || d > 1 {
					t.Fatalf("size %d type %d: sample %d is off by %d", tx, typ, i, d)
				}
			}
		}
	}
}

func TestWalshIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var residual [16]int16
		var coef [16]int32
		dst, want := make([]uint8, 16), make([]uint8, 16)
		for i := range residual {
			dst[i], want[i] = uint8(r.IntN(256)), uint8(r.IntN(256))
			residual[i] = int16(want[i]) - int16(dst[i])
		}
		forwardWalsh(coef[:], residual[:])
		inverseWalsh(dst, 4, coef[:])
		for i := range dst {
			if dst[i] != want[i] {
				t.Fatalf("sample %d: got %d, want %d", i, dst[i], want[i])
			}
		}
	}
}
