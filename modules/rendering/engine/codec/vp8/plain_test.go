package vp8

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// fillBytes generates samples: noise, extremes, or values close to other.
func fillBytes(r *rand.Rand, p, other []byte) {
	kind := r.IntN(4)
	for i := range p {
		switch kind {
		case 0:
			p[i] = byte(r.Uint32())
		case 1:
			p[i] = byte(255 * r.IntN(2))
		case 2:
			p[i] = byte(min(max(int(other[i%len(other)])+r.IntN(9)-4, 0), 255))
		case 3:
			p[i] = 255 - other[i%len(other)]
		}
	}
}

// naive returns the sum of absolute differences between n×n samples and those in the working area.
func naive(src []byte, srcStride int, pred []byte, n int) (sum int) {
	for y := range n {
		for x := range n {
			a, b := int(src[y*srcStride+x]), int(pred[y*stride+x])
			sum += max(a-b, b-a)
		}
	}
	return sum
}

func TestDistancesOfWholeModesMatchThePlainVersions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		srcStride := 16 + r.IntN(40)
		// Exactly the required length: reading further is an error.
		luma, u, v := make([]byte, 15*srcStride+16), make([]byte, 7*srcStride+8), make([]byte, 7*srcStride+8)
		var area [areaSize]byte
		fillBytes(r, area[:], area[:])
		for _, p := range [][]byte{luma, u, v} {
			fillBytes(r, p, area[:])
		}
		dc := [2]byte{byte(r.Uint32()), byte(r.Uint32())}
		plain := area
		var got, want, sums [wholeModes]int32
		wholeDistances(&got, luma, srcStride, &area, dc[0])
		plainWholeDistances(&want, luma, srcStride, &plain, dc[0])
		for mode := range sums {
			predictBlock(plain[:], yAt, 16, mode, dc[0])
			sums[mode] = int32(naive(luma, srcStride, plain[yAt:], 16))
		}
		if got != want || got != sums {
			t.Fatalf("luma: %v, plain %v, want %v", got, want, sums)
		}
		src := [2][]byte{u, v}
		chromaDistances(&got, &src, srcStride, &area, dc)
		plainChromaDistances(&want, &src, srcStride, &plain, dc)
		for mode := range sums {
			predictBlock(plain[:], uAt, 8, mode, dc[0])
			predictBlock(plain[:], vAt, 8, mode, dc[1])
			sums[mode] = int32(naive(u, srcStride, plain[uAt:], 8) + naive(v, srcStride, plain[vAt:], 8))
		}
		if got != want || got != sums {
			t.Fatalf("chroma: %v, plain %v, want %v", got, want, sums)
		}
	}
}

func TestDistancesMatchThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		var block [16]byte
		var g guesses
		var got, want [modes]int32
		fillBytes(r, block[:], block[:])
		for i := range g {
			fillBytes(r, g[i][:], block[:])
		}
		distances(&got, &block, &g)
		plainDistances(&want, &block, &g)
		if got != want {
			t.Fatalf("%v, %v: %v, want %v", block, g, got, want)
		}
		for k := range g {
			sum := 0
			for i, v := range g[k] {
				sum += max(int(v)-int(block[i]), int(block[i])-int(v))
			}
			if int(got[k]) != sum {
				t.Fatalf("%v, %v: %d, want %d", block, g[k], got[k], sum)
			}
		}
	}
}

func TestCodingMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 128 * 100 {
		q := newQuantizer(int(dcStep[i%128]), int(acStep[i%128]), 96, 110)
		if r.IntN(3) == 0 {
			q = q.withoutDC()
		}
		srcStride, predStride := 4+r.IntN(40), 4+r.IntN(40)
		src, pred := make([]byte, 3*srcStride+4), make([]byte, 3*predStride+4)
		fillBytes(r, src, src)
		fillBytes(r, pred, src)
		var got, want block
		gotNonzero, gotDC := q.code(&got, src, srcStride, pred, predStride)
		wantNonzero, wantDC := q.plainCode(&want, src, srcStride, pred, predStride)
		if got != want || gotNonzero != wantNonzero || gotDC != wantDC {
			t.Fatalf("index %d: %v %b %d, want %v %b %d", i%128, got, gotNonzero, gotDC, want, wantNonzero, wantDC)
		}
		// The inverse transform, on arbitrary samples.
		a := make([]byte, 3*stride+4)
		fillBytes(r, a, src)
		b := bytes.Clone(a)
		inverse4(a, &got.coef)
		plainInverse4(b, &got.coef)
		if !bytes.Equal(a, b) {
			t.Fatalf("index %d, %v: inverse %v, want %v", i%128, got.coef, a, b)
		}
	}
}

func TestDifferencesWithinTheToleranceAreIgnored(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for index := range 128 {
		q := newQuantizer(int(dcStep[index]), int(acStep[index]), 96, 110)
		met := 0
		for range 400 {
			var a, b [16]byte
			sum := 0
			for i := range a {
				a[i] = byte(r.IntN(256))
				b[i] = byte(min(max(int(a[i])+r.IntN(2*index/8+3)-index/8-1, 0), 255))
				sum += max(int(a[i])-int(b[i]), int(b[i])-int(a[i]))
			}
			if sum > q.still {
				continue
			}
			met++
			var out block
			if nonzero, _ := q.code(&out, a[:], 4, b[:], 4); nonzero != 0 {
				t.Fatalf("index %d: difference %d is within the zero bound but gave levels %v", index, sum, out.levels)
			}
		}
		if index > 60 && met == 0 {
			t.Errorf("index %d: no difference was within the zero bound", index)
		}
	}
}

// reference4 returns the prediction of a 4×4 block by the formulas of RFC 6386 §12.3; edge runs from the bottom of the
// left column to the end of the row above.
func reference4(mode int, e [13]int) (out [16]byte) {
	two := func(i int) int { return (e[i] + e[i+1] + 1) >> 1 }
	three := func(i int) int { // the mean of three around e[i]
		return (e[max(i-1, 0)] + 2*e[i] + e[min(i+1, 12)] + 2) >> 2
	}
	for i := range out {
		x, y := i%4, i/4
		v := 0
		switch mode {
		case modeDC:
			v = (e[0] + e[1] + e[2] + e[3] + e[5] + e[6] + e[7] + e[8] + 4) >> 3
		case modeTM:
			v = min(max(e[5+x]+e[3-y]-e[4], 0), 255)
		case modeV:
			v = three(5 + x)
		case modeH:
			v = three(3 - y)
		case modeLD:
			v = three(6 + x + y)
		case modeRD:
			v = three(4 + x - y)
		case modeVR:
			switch k := 2*x - y; {
			case k >= 0 && k%2 == 0:
				v = two(4 + k/2)
			case k >= 0:
				v = three(4 + (k+1)/2)
			case k == -1:
				v = three(4)
			case k == -2:
				v = three(3)
			default:
				v = three(2)
			}
		case modeVL:
			switch {
			case y == 3 && x == 3:
				v = three(11)
			case y == 2 && x == 3:
				v = three(10)
			case y%2 == 0:
				v = two(5 + x + y/2)
			default:
				v = three(6 + x + y/2)
			}
		case modeHD:
			switch k := 2*y - x; {
			case k >= 0 && k%2 == 0:
				v = two(3 - k/2)
			case k >= 0:
				v = three(3 - k/2)
			case k == -1:
				v = three(4)
			case k == -2:
				v = three(5)
			default:
				v = three(6)
			}
		case modeHU:
			switch k := x + 2*y; {
			case k > 5:
				v = e[0]
			case k == 5:
				v = (e[1] + 3*e[0] + 2) >> 2
			case k%2 == 0:
				v = two(2 - k/2)
			default:
				v = three(2 - k/2)
			}
		}
		out[i] = byte(v)
	}
	return out
}

func TestSmallPredictionsMatchTheFormat(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	for range 3000 {
		area := make([]byte, 6*stride)
		fillBytes(r, area, area)
		const at = stride + 8
		var edge [13]int
		for i := range 4 {
			edge[i] = int(area[at+(3-i)*stride-1])
		}
		for i := range 9 {
			edge[4+i] = int(area[at-stride-1+i])
		}
		var near small4
		var g guesses
		near.gather(area, at)
		near.predict(&g)
		for mode := range modes {
			if want := reference4(mode, edge); g[mode] != want {
				t.Fatalf("mode %d of %v: %v, want %v", mode, edge, g[mode], want)
			}
		}
	}
}

func TestWholePredictionsAreClamped(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for range 500 {
		area := make([]byte, areaSize)
		fillBytes(r, area, area)
		at, size := yAt, 16
		if r.IntN(2) == 0 {
			at, size = vAt, 8
		}
		predictBlock(area, at, size, modeTM, 0)
		for y := range size {
			for x := range size {
				want := clip8(int32(area[at+y*stride-1]) + int32(area[at-stride+x]) - int32(area[at-stride-1]))
				if got := area[at+y*stride+x]; got != want {
					t.Fatalf("(%d, %d): %d, want %d", x, y, got, want)
				}
			}
		}
	}
}
