package deflate

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestNearMatchesThePlainVersion searches rows that repeat with few differences, position by position, with both versions
// and compares keys, candidates and tables.
func TestNearMatchesThePlainVersion(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	all := 0
	for round := range 60 {
		pixel := []int{2, 3, 4}[r.IntN(3)]
		row := 1 + pixel*(8+r.IntN(900))
		src := make([]byte, row*(3+r.IntN(60)))
		for i := range src {
			switch r.IntN(30) {
			case 0:
				src[i] = byte(r.IntN(3))
			case 1:
				src[i] = byte(r.Uint32())
			default:
				src[i] = src[max(i-[]int{1, pixel, row, row + pixel}[r.IntN(4)], 0)]
			}
		}
		fast, plain := new(finder), new(finder)
		far := [2]int{2*row + pixel, r.IntN(2) * (3*row - pixel)}
		for _, f := range []*finder{fast, plain} {
			f.reset(Shape{Pixel: pixel, Row: row})
			f.far = far
			f.know(1)
		}
		full := 0
		for i := 8; i+nearBytes <= len(src); i++ {
			if i >= fast.next {
				fast.know(i)
			}
			if i >= plain.next {
				plain.know(i)
			}
			s := viewOf(src)
			key, set := near(fast, s.p, i)
			wantKey, wantSet := plainNear(plain, s, i)
			if key != wantKey || set != wantSet || fast.back != plain.back || fast.price != plain.price {
				t.Fatalf("round %d, position %d: key %x and candidates %b of %v, want %x and %b of %v", round, i, key, set, fast.back, wantKey, wantSet, plain.back)
			}
			if set != 0 {
				full++
			}
			fast.add(i)
			plain.add(i)
			if r.IntN(200) == 0 {
				i += r.IntN(3000)
			}
		}
		if fast.short != plain.short || fast.long != plain.long {
			t.Fatalf("round %d: the tables differ", round)
		}
		all += full
	}
	if all == 0 {
		t.Fatalf("nothing matches for %d bytes", nearBytes)
	}
}

// TestBestFindsTheMatch checks that a repetition is found through the tables, in its full length.
func TestBestFindsTheMatch(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 2))
	noise := make([]byte, 900)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for n := 24; n < 300; n++ {
		at := 100 + r.IntN(400)
		src := append(bytes.Clone(noise), noise[at:at+n]...)
		src = append(src, ^noise[at+n], 1, 2, 3, 4, 5, 6, 7, 8)
		f := new(finder)
		f.reset(Shape{Pixel: 3, Row: 700})
		f.know(1)
		for i := 8; i < len(noise); i++ {
			f.best(src, i)
		}
		if m := f.best(src, len(noise)); m.length != n || m.dist != len(noise)-at {
			t.Fatalf("%d bytes, %d back: found %d bytes, %d back", n, len(noise)-at, m.length, m.dist)
		}
	}
}
