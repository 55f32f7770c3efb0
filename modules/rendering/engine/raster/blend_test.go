package raster

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// somePixels returns premultiplied pixels, many of them opaque or transparent.
func somePixels(r *rand.Rand, n int) []byte {
	out := make([]byte, 4*n)
	for i := 0; i < len(out); i += 4 {
		a := byte(r.Uint32())
		switch r.IntN(4) {
		case 0:
			a = 255
		case 1:
			a = 0
		}
		for k := range 3 {
			out[i+k] = byte(r.IntN(int(a) + 1))
		}
		out[i+3] = a
	}
	return out
}

func TestBlendingMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 12))
	for range 4000 {
		n := r.IntN(23)
		dst, src, cov := somePixels(r, n), somePixels(r, n), make([]uint8, n)
		p := binary.LittleEndian.Uint32(somePixels(r, 1))
		for i := range cov {
			switch cov[i] = uint8(r.Uint32()); r.IntN(3) {
			case 0:
				cov[i] = 0
			case 1:
				cov[i] = 255
			}
		}
		for name, f := range map[string][2]func(d []byte){
			"overSolid":     {func(d []byte) { overSolid(d, p) }, func(d []byte) { plainOverSolid(d, p) }},
			"overSolidMask": {func(d []byte) { overSolidMask(d, p, cov) }, func(d []byte) { plainOverSolidMask(d, p, cov) }},
			"over":          {func(d []byte) { over(d, src) }, func(d []byte) { plainOver(d, src) }},
			"overNearest":   {func(d []byte) { overNearest(d, src) }, func(d []byte) { plainOverNearest(d, src) }},
		} {
			got, want := bytes.Clone(dst), bytes.Clone(dst)
			f[0](got)
			f[1](want)
			if !bytes.Equal(got, want) {
				t.Fatalf("%s of %x and %x, coverage %v, over %v: %v, want %v", name, p, src, cov, dst, got, want)
			}
		}
	}
}
