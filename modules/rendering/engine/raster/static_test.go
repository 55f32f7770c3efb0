package raster

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// withText returns a random prefix, possibly inside open clips and layers, followed by an operation that counts as text
// and a fill.
func withText(seed uint64) *display.List {
	r := rand.New(rand.NewPCG(seed, 7))
	l := randomList(r, 0)
	l.Ops = slices.Insert(slices.Clone(l.Ops), r.IntN(len(l.Ops)+1), display.Op(display.Glyphs{Brush: solid(0x123456)}))
	return l
}

func TestCachedPrefixesDoNotChangeOutput(t *testing.T) {
	t.Parallel()
	kept := 0
	for seed := range uint64(200) {
		cache := NewCache(0)
		l := withText(seed)
		want, err := Draw(t.Context(), l, Options{})
		if err != nil {
			continue // random lists may be too complex
		}
		for i := range 3 {
			got := mustDraw(t, l, Options{Cache: cache, Workers: 1 + i})
			if !bytes.Equal(got.Pix, want.Pix) || got.Opaque != want.Opaque || !slices.Equal(got.Repeats, want.Repeats) {
				t.Fatalf("seed %d, draw %d: the cached prefix changes the image at %v", seed, i, firstDifference(got, want))
			}
		}
		kept += len(cache.statics.kept.young)
	}
	if kept < 10 {
		t.Fatalf("only %d prefixes were cached", kept)
	}
}

func TestPrefixesAreDistinguished(t *testing.T) {
	t.Parallel()
	cache := NewCache(0)
	list := func(color uint32) *display.List {
		return &display.List{Width: 40, Height: 40, Ops: []display.Op{
			display.FillRect{Rect: rectOf(0, 0, 40, 40), Brush: solid(0xffffff)},
			display.FillRect{Rect: rectOf(5, 5, 20, 20), Brush: solid(color)},
			display.Glyphs{},
		}}
	}
	for range 3 {
		for _, color := range []uint32{0xff0000, 0x00ff00} {
			if got, want := mustDraw(t, list(color), Options{Cache: cache}), mustDraw(t, list(color), Options{}); !bytes.Equal(got.Pix, want.Pix) {
				t.Fatalf("colour %06x: the cached prefix of another list was used", color)
			}
		}
	}
	if n := len(cache.statics.kept.young); n != 2 {
		t.Fatalf("%d prefixes cached, want 2", n)
	}
}
