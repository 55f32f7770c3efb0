package raster

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// plainList returns a random list of uniform colours and text inside axis-aligned clips; words overlap and cross the
// canvas edges.
func plainList(r *rand.Rand, face *font.Face) *display.List {
	w, h := 20+r.IntN(300), 20+r.IntN(200)
	l := &display.List{Width: w, Height: h}
	inks := []uint32{0xffffff, 0x111827, r.Uint32N(1 << 24)}
	brush := func() display.Solid {
		c := rgb(inks[r.IntN(len(inks))])
		if r.IntN(6) == 0 {
			c.A = uint8(r.Uint32())
		}
		return display.Solid{Color: c}
	}
	at := func(n int) float64 {
		v := float64(r.IntN(n+40) - 20)
		if r.IntN(4) == 0 {
			v += r.Float64()
		}
		return v
	}
	if r.IntN(3) > 0 {
		l.Ops = append(l.Ops, display.FillRect{Rect: rectOf(0, 0, float64(w), float64(h)), Brush: solid(inks[0])})
	}
	for range 1 + r.IntN(8) {
		area := rectOf(at(w), at(h), float64(r.IntN(w)), float64(r.IntN(h)))
		switch r.IntN(6) {
		case 0:
			l.Ops = append(l.Ops, display.FillRect{Rect: area, Brush: brush()})
		case 1:
			l.Ops = append(l.Ops, display.FillRRect{RRect: rounded(at(w), at(h), 30, 20, float64(r.IntN(9))), Brush: brush()})
		case 2:
			l.Ops = append(l.Ops, display.PushClipRRect{RRect: display.RRect{Rect: area}},
				textOf(face, "clipped words", 20, at(w), at(h), brush()), display.Pop{})
		case 3:
			l.Ops = append(l.Ops, display.PushTransform{Matrix: geom.Rotate(7)}, textOf(face, "turned", 20, at(w), at(h), brush()), display.Pop{})
		default:
			l.Ops = append(l.Ops, textOf(face, loremText, float64(8+r.IntN(30)), at(w), at(h), brush()))
		}
	}
	return l
}

// checkIndexed compares an image painted as palette indices with the same image painted as pixels, and reports whether
// indices were used.
func checkIndexed(t *testing.T, l *display.List, o Options) bool {
	t.Helper()
	plainly := o
	plainly.Memory = nil
	want, err := Draw(t.Context(), l, plainly)
	if err != nil {
		return false // random lists may be too complex
	}
	o.Indexed = true
	got := mustDraw(t, l, o)
	if got.Colors == nil {
		return false
	}
	if len(got.Colors) > maxColors || len(got.Indices) != got.Width*got.Height || got.Pix != nil {
		t.Fatalf("%d colours, %d palette indices, %d bytes of pixels", len(got.Colors), len(got.Indices), len(got.Pix))
	}
	plain := got.Plain()
	if !bytes.Equal(plain.Pix, want.Pix) || got.Opaque != want.Opaque || !slices.Equal(got.Text, want.Text) {
		t.Fatalf("indices and pixels differ at %v (opaque %v, want %v)", firstDifference(plain, want), got.Opaque, want.Opaque)
	}
	for y := 1; y < got.Height; y++ {
		if got.Repeats[y] && !bytes.Equal(plain.Pix[y*4*got.Width:(y+1)*4*got.Width], plain.Pix[(y-1)*4*got.Width:y*4*got.Width]) {
			t.Fatalf("row %d is marked Same but differs from the one above", y)
		}
	}
	return true
}

func TestIndexedImagesEqualPixels(t *testing.T) {
	t.Parallel()
	face := sans(t)
	cache := NewCache(0)
	indexed := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 11))
		l := plainList(r, face)
		o := Options{Cache: cache}
		if r.IntN(4) == 0 {
			o.Background = &display.Color{R: 9, G: 8, B: 7, A: uint8(r.Uint32())}
		}
		if r.IntN(3) == 0 {
			o.Memory = given(bytes.Repeat([]byte{7}, l.Width*l.Height*r.IntN(5)))
		}
		if checkIndexed(t, l, o) {
			indexed++
		}
	}
	if indexed < 80 {
		t.Fatalf("only %d of 200 images were painted as palette indices", indexed)
	}
	for seed := range uint64(200) {
		checkIndexed(t, randomList(rand.New(rand.NewPCG(seed, 3)), 0), Options{Cache: cache})
	}
}

func TestInvisibleColorsAreDropped(t *testing.T) {
	t.Parallel()
	l := &display.List{Width: 40, Height: 40}
	for i := range uint32(30) {
		l.Ops = append(l.Ops, display.FillRect{Rect: rectOf(1, 0, 39, 40), Brush: solid(i)})
	}
	l.Ops = append(l.Ops, display.FillRect{Rect: rectOf(0, 0, 1, 40), Brush: solid(0xffffff)})
	p := mustDraw(t, l, Options{Indexed: true})
	if want := []uint32{0xffffffff, 0xff1d0000}; !slices.Equal(p.Colors, want) || !p.Opaque {
		t.Fatalf("colours %x, opaque %v; want %x", p.Colors, p.Opaque, want)
	}
}

func TestIndexedDrawingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	l := &display.List{Width: 40, Height: 40, Ops: []display.Op{display.FillRect{Rect: rectOf(0, 0, 9, 9), Brush: solid(1)}}}
	ctx, cancel := context.WithCancel(t.Context())
	p := &Pixmap{Width: 40, Height: 40, Repeats: make([]bool, 40)}
	c := &compiler{cache: NewCache(0)}
	cmds, err := c.list(t.Context(), l, transform{geom.Scale(1, 1)}, irect{0, 0, 40, 40})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := drawIndexed(ctx, cmds, 0, p, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want %v", err, context.Canceled)
	}
}

func FuzzIndexed(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		checkIndexed(t, plainList(rand.New(rand.NewPCG(seed, 12)), sans(t)), Options{})
	})
}
