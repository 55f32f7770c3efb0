package vp8l

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPredictorsFromGreenAreFound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	const w, h = 40, 40
	for range 50 {
		red, blue := int32(r.IntN(120)-60), int32(r.IntN(120)-60)
		pix := make([]uint32, w*h)
		for i := range pix {
			// Some differences have wrapped around.
			g := int32(r.IntN(60) - 30)
			if r.IntN(4) == 0 {
				g = int32(100 + r.IntN(100))
			}
			pix[i] = 0xff000000 | uint32(uint8(red*g>>5))<<16 | uint32(uint8(g))<<8 | uint32(uint8(blue*g>>5))
		}
		shares := crossAll(pix, w, h)
		for i, s := range shares {
			gotBlue, gotRed := int32(int8(s>>8)), int32(int8(s))
			if abs(int(gotRed-red)) > 1 || abs(int(gotBlue-blue)) > 1 {
				t.Fatalf("tile %d: shares %d and %d, want %d and %d", i, gotRed, gotBlue, red, blue)
			}
		}
	}
	if crossAll(make([]uint32, w*h), w, h) != nil {
		t.Error("uncorrelated pixels have nonzero multipliers")
	}
}

func TestGradientsWithTextCompressWell(t *testing.T) {
	t.Parallel()
	// In a gradient at 45°, each row equals the previous one shifted by one pixel; at the edges of letters all channels
	// change together.
	const w, h = 400, 300
	r := rand.New(rand.NewPCG(8, 8))
	pix := make([]uint32, w*h)
	blend := func(a, b, share int) uint32 { return uint32((a*(255-share)+b*share+127)/255) & 0xff }
	cover := make([]int, w*h)
	for range 120 {
		x, y, tall, edge := r.IntN(w-8), r.IntN(h-24), 10+r.IntN(12), r.IntN(255)
		for j := range tall {
			copy(cover[(y+j)*w+x:], []int{edge, 255, 255, 255 - edge})
		}
	}
	for i := range pix {
		v := (i%w + i/w) * 120 / (w + h)
		pix[i] = 0xff000000 | blend(30+v, 255, cover[i])<<16 | blend(30+v/2, 250, cover[i])<<8 | blend(130+v/2, 240, cover[i])
	}
	want := append([]uint32(nil), pix...)
	data, err := Encode(context.Background(), pix, w, h, false)
	if err != nil {
		t.Fatal(err)
	}
	checkSame(t, data, want, w, h)
	if most := 9000; len(data) > most {
		t.Errorf("%d bytes, at most %d expected", len(data), most)
	}
}

func TestGroupsSeparateDifferentAreas(t *testing.T) {
	t.Parallel()
	// Noise of few colours on the left and of different ones on the right.
	const w, h = 256, 256
	r := rand.New(rand.NewPCG(7, 7))
	draw := func() []uint32 {
		pix := make([]uint32, w*h)
		for i := range pix {
			if pix[i] = 0xff000000 | uint32(r.IntN(4))<<8; i%w >= w/2 {
				pix[i] = 0xff000000 | uint32(100+r.IntN(4))<<8
			}
		}
		return pix
	}
	pix := draw()
	e := new(encoder)
	var err error
	p := &e.main
	e.matcher.guess(pix, w)
	if p.seqs, err = e.matcher.find(context.Background(), p.seqs, pix, w); err != nil {
		t.Fatal(err)
	}
	e.take(p, pix, w, true)
	whole := e.groups[0].bits(nil)
	n := e.split(p)
	if n < 2 {
		t.Fatalf("%d groups", n)
	}
	sum := 0
	for i := range n {
		sum += e.groups[i].bits(nil)
	}
	if sum > whole*94/100 {
		t.Errorf("several groups take %d bits, one group %d", sum>>8, whole>>8)
	}
}

func TestSubtractGreenMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 7))
	for n := range 70 {
		pix := make([]uint32, n)
		for i := range pix {
			pix[i] = r.Uint32()
		}
		want := slices.Clone(pix)
		plainSubtractGreen(want)
		if subtractGreen(pix); !slices.Equal(pix, want) {
			t.Fatalf("%d pixels: %x, want %x", n, pix, want)
		}
	}
}
