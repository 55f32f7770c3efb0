package png

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// lines marks random rows as containing text.
func lines(h int, r *rand.Rand) []bool {
	text := make([]bool, h)
	for y := r.IntN(60); y < h; y += 1 + r.IntN(120) {
		for n := 1 + r.IntN(40); n > 0 && y < h; n, y = n-1, y+1 {
			text[y] = true
		}
	}
	return text
}

func TestStripesCoverTheImage(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		h, most := 1+r.IntN(900), 1+r.IntN(80)
		text := lines(h, r)
		next := 0
		for _, s := range cut(h, most, text) {
			if s.from != next || s.to <= s.from || s.to-s.from > most {
				t.Fatalf("seed %d: stripe %+v after row %d", seed, s, next)
			}
			for y := max(s.from-2, 0); s.textless && y < s.to; y++ {
				if text[y] {
					t.Fatalf("seed %d: textless stripe %+v depends on row %d, which contains text", seed, s, y)
				}
			}
			next = s.to
		}
		if next != h {
			t.Fatalf("seed %d: %d of %d rows", seed, next, h)
		}
	}
}

func TestMemoDoesNotChangeOutput(t *testing.T) {
	t.Parallel()
	var memo Memo // shared: must not confuse the stripes of different images
	for kind := range kinds {
		for seed := range uint64(2) {
			r := rand.New(rand.NewPCG(seed, 9))
			text := lines(700, r)
			for try := range 3 {
				p := scene(kind, 600, 700, seed)
				p.Text = text
				for y, yes := range text {
					if yes { // different text each time
						r.Int64()
						p.Pix[(y*600+r.IntN(600))*4] ^= byte(try * 3 & int(p.Pix[3]))
					}
				}
				want, err := Encode(t.Context(), p, 1)
				if err != nil {
					t.Fatal(err)
				}
				if p.Opaque {
					checkSame(t, p, want)
				}
				p.Memo = &memo
				for workers := range 2 {
					got, err := Encode(t.Context(), p, workers+1)
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(got, want) {
						t.Fatalf("kind %d, seed %d, try %d, %d workers: the memo changes the bytes", kind, seed, try, workers+1)
					}
				}
			}
		}
	}
	if len(memo.young.parts)+len(memo.old.parts) < 10 {
		t.Fatalf("the memo holds only %d stripes", len(memo.young.parts)+len(memo.old.parts))
	}
}

func TestMemoDistinguishesRepeatedRows(t *testing.T) {
	t.Parallel()
	var memo Memo
	const w, h = 500, 900
	rows := scene(2, w, 2, 3).Pix
	for at := 30; at < 60; at += 10 { // boundary between the two row contents
		p := &Image{Width: w, Height: h, Opaque: true, Repeats: make([]bool, h), Text: make([]bool, h)}
		for y := range h {
			k := 0
			if y >= at {
				k = 1
			}
			p.Pix = append(p.Pix, rows[k*w*4:(k+1)*w*4]...)
			p.Repeats[y] = y > 0 && y != at
			p.Text[y] = y == 700
		}
		want, err := Encode(t.Context(), p, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Memo = &memo
		for range 3 {
			if got, err := Encode(t.Context(), p, 1); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("rows change at %d: the memo changes the bytes (%v)", at, err)
			}
		}
	}
}
