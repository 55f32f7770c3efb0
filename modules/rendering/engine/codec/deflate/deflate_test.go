package deflate

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"testing"
)

// inflate decodes data with the standard library.
func inflate(t *testing.T, data []byte) []byte {
	t.Helper()
	out, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		t.Fatalf("inflate: %v", err)
	}
	return out
}

// sample returns n bytes with near and far repetitions.
func sample(n int, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	p := make([]byte, 0, n)
	for len(p) < n {
		switch r.IntN(4) {
		case 0:
			p = append(p, byte(r.Uint32()))
		case 1:
			p = append(p, bytes.Repeat([]byte{byte(r.IntN(4))}, r.IntN(700))...)
		default:
			if len(p) == 0 {
				continue
			}
			d := 1 + r.IntN(min(len(p), 40000))
			for range r.IntN(400) {
				p = append(p, p[len(p)-d])
			}
		}
	}
	return p[:n]
}

func TestBlocksInflateToTheirInput(t *testing.T) {
	t.Parallel()
	var c Compressor
	for n := 0; n < 300; n++ {
		p := sample(n, uint64(n))
		if got := inflate(t, c.Block(nil, p, 0, Shape{Pixel: 3, Row: 30}, true)); !bytes.Equal(got, p) {
			t.Fatalf("%d bytes: round trip differs", n)
		}
	}
	for seed := range uint64(30) {
		p := sample(100000, seed)
		for _, unit := range []int{1, 3, 4} {
			if got := inflate(t, c.Block(nil, p, 0, Shape{Pixel: unit, Row: 1000}, true)); !bytes.Equal(got, p) {
				t.Fatalf("seed %d unit %d: round trip differs", seed, unit)
			}
		}
	}
}

func TestConsecutiveBlocksFormOneStream(t *testing.T) {
	t.Parallel()
	var c Compressor
	p := sample(50000, 3)
	out := c.Block(nil, p[:20000], 0, Shape{Pixel: 3, Row: 0}, false)
	out = c.Block(out, p[15000:30000], 5000, Shape{Pixel: 3, Row: 0}, false)
	out = c.Block(out, p[20000:], 10000, Shape{Pixel: 3, Row: 0}, true)
	if got := inflate(t, out); !bytes.Equal(got, p) {
		t.Fatal("joined blocks differ from their input")
	}
}

func TestRowsLongerThanTheWindowAreNotMatched(t *testing.T) {
	t.Parallel()
	var c Compressor
	for _, unit := range []int{1, 3} {
		for _, row := range []int{window - 50, window - 10, window, window + 1, 50000} {
			line := sample(row, 8)
			p := bytes.Repeat(line, 4)
			if got := inflate(t, c.Block(nil, p, 0, Shape{Pixel: unit, Row: row}, true)); !bytes.Equal(got, p) {
				t.Fatalf("rows of %d bytes, pixels of %d: round trip differs", row, unit)
			}
		}
	}
}

func TestSlantedRowsAreFound(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 7))
	for _, pixels := range []int{-9, -1, 0, 2, 16} {
		p := make([]byte, 200*900)
		for i := range p {
			p[i] = byte(r.Uint32())
			if from := i - 900 - 3*pixels; from >= 0 {
				p[i] = p[from]
			}
		}
		if got, want := viewOf(p).slant(900, Shape{Pixel: 3, Row: 900}), 900+3*pixels; got != want {
			t.Errorf("shifted by %d pixels a row: got %d, want %d", pixels, got, want)
		}
	}
}

func TestBestBlocksInflateToTheirInput(t *testing.T) {
	t.Parallel()
	var b Best
	var c Compressor
	for n := 0; n < 300; n++ {
		p := sample(n, uint64(n))
		if got := inflate(t, b.Block(nil, p, 0, Shape{Pixel: 3, Row: 30}, true)); !bytes.Equal(got, p) {
			t.Fatalf("%d bytes: round trip differs", n)
		}
	}
	for seed := range uint64(12) {
		p := sample(100000, seed)
		for _, pixel := range []int{1, 3, 4} {
			shape := Shape{Pixel: pixel, Row: 1000, Slants: [2]int{2998, 40000}}
			best := b.Block(nil, p, 40000, shape, true)
			joined := append(c.Block(nil, p[:40000], 0, shape, false), best...)
			if got := inflate(t, joined); !bytes.Equal(got, p) {
				t.Fatalf("seed %d, pixels of %d bytes: round trip differs", seed, pixel)
			}
			if quick := c.Block(nil, p, 40000, shape, true); len(best) > len(quick) {
				t.Errorf("seed %d, pixels of %d bytes: Best takes %d bytes, Compressor %d", seed, pixel, len(best), len(quick))
			}
		}
	}
}

func FuzzBlock(f *testing.F) {
	f.Add([]byte("aaaaaaaaabcabcabcabc"), uint8(3))
	f.Fuzz(func(t *testing.T, p []byte, unit uint8) {
		var c Compressor
		if got := inflate(t, c.Block(nil, p, 0, Shape{Pixel: int(unit%4) + 1, Row: int(unit)}, true)); !bytes.Equal(got, p) {
			t.Fatal("round trip differs")
		}
	})
}

// TestBestCodesNoiseAsLiterals compresses noise of few bits, in which short matches are frequent but save nothing.
func TestBestCodesNoiseAsLiterals(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 1))
	src := make([]byte, 60000)
	for i := range src {
		src[i] = byte(r.IntN(4) + r.IntN(4) + r.IntN(4) + r.IntN(4) + r.IntN(4))
	}
	var b Best
	got := b.Block(nil, src, 0, Shape{Pixel: 3, Row: 600}, true)
	if most := Entropy(src) * 103 / 100; len(got) > most {
		t.Errorf("%d bytes, want at most %d", len(got), most)
	}
	if out, err := io.ReadAll(flate.NewReader(bytes.NewReader(got))); err != nil || !bytes.Equal(out, src) {
		t.Errorf("the block inflates to %d other bytes, %v", len(out), err)
	}
}
