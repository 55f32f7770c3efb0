package av1enc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	decoder "github.com/platenhq/platen/modules/rendering/engine/codec/av1/av1dec"
)

// Kinds of images drawn by [drawn].
const (
	flat = iota
	gradient
	tiles
	noise
	letters
	kinds
)

// drawn makes an image of a kind.
func drawn(kind, w, h int, seed uint64) *Image {
	r := rand.New(rand.NewPCG(uint64(kind), seed))
	p := &Image{Width: w, Height: h}
	for i := range p.Planes {
		p.Planes[i] = NewPlane(w, h)
		tilt := r.IntN(7) + 1
		for y := range h {
			for x := range w {
				v := &p.Planes[i].Row(y)[x]
				switch kind {
				case flat:
					*v = uint8(200 - 50*i)
				case gradient:
					*v = uint8((x*tilt + y*3) * 255 / (w*tilt + h*3))
				case tiles:
					*v = uint8(40 + 50*((x/23+y/17*tilt)%4))
				case noise:
					*v = uint8(r.Uint32())
				case letters:
					// Bars and ramps with soft edges on a flat background.
					*v = uint8(230 - 20*i)
					if d := (x*tilt + y*2) % 29; d < 9 {
						*v = uint8(30 + 20*min(d, 8-min(d, 8)))
					}
				}
			}
		}
	}
	return p
}

// subsample drops every other chroma sample.
func subsample(p *Image) *Image {
	w, h := (p.Width+1)/2, (p.Height+1)/2
	for i := 1; i < 3; i++ {
		half := NewPlane(w, h)
		for y := range h {
			for x := range w {
				half.Row(y)[x] = p.Planes[i].Row(2 * y)[2*x]
			}
		}
		p.Planes[i] = half
	}
	p.Subsampled = true
	return p
}

// checkDecodes encodes p without in-loop filters and compares the decoded image with the encoder's reconstruction.
func checkDecodes(t *testing.T, name string, p *Image, qindex int) {
	t.Helper()
	f := newFrame(p, Options{QIndex: qindex}, [3]Plane{})
	f.unfiltered = true
	s, err := f.encode(context.Background(), p, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := decoder.Decode(context.Background(), append(s.Sequence, s.Frame...), 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if got.Width != p.Width || got.Height != p.Height {
		t.Fatalf("%s: decoded as %d×%d", name, got.Width, got.Height)
	}
	for i := range f.planes {
		want := &f.rec[i]
		if qindex == 0 {
			want = &f.src[i]
		}
		for y := range want.height {
			for x := range want.width {
				g, w := got.Planes[i].Pix[y*got.Planes[i].Stride+x], uint16(want.pix[y*want.stride+x])
				if g != w {
					t.Fatalf("%s: plane %d at (%d, %d) decodes to %d, want %d", name, i, x, y, g, w)
				}
			}
		}
	}
}

func TestDecoderMatchesTheReconstruction(t *testing.T) {
	t.Parallel()
	for kind := range kinds {
		for _, size := range [][2]int{{1, 1}, {17, 33}, {70, 90}} {
			for _, q := range []int{0, 1, 80, 255} {
				w, h := size[0], size[1]
				name := fmt.Sprintf("kind %d, %d×%d, quantiser %d", kind, w, h, q)
				checkDecodes(t, name, drawn(kind, w, h, 1), q)
				checkDecodes(t, name+", subsampled", subsample(drawn(kind, w, h, 2)), q)
				mono := drawn(kind, w, h, 3)
				mono.Mono = true
				checkDecodes(t, name+", monochrome", mono, q)
			}
		}
	}
	identity := drawn(letters, 100, 50, 4)
	identity.Identity = true
	checkDecodes(t, "identity", identity, 0)
	checkDecodes(t, "two tiles across", drawn(flat, 4200, 20, 5), 120)
}

func FuzzEncode(f *testing.F) {
	f.Add(uint16(20), uint16(30), uint8(40), uint8(4), uint64(1))
	f.Add(uint16(700), uint16(20), uint8(0), uint8(12), uint64(9))
	f.Fuzz(func(t *testing.T, w, h uint16, q, kind uint8, seed uint64) {
		p := drawn(int(kind)%kinds, int(w)%300+1, int(h)%300+1, seed)
		switch kind / kinds % 3 {
		case 1:
			p = subsample(p)
		case 2:
			p.Mono = true
		}
		checkDecodes(t, "fuzz", p, int(q))
	})
}

func TestWorkersDoNotChangeTheBytes(t *testing.T) {
	t.Parallel()
	p := drawn(gradient, 100, 700, 1)
	one, err := Encode(context.Background(), p, Options{QIndex: 60})
	if err != nil {
		t.Fatal(err)
	}
	if g := gridOf(newFrame(p, Options{}, [3]Plane{})); g.rows < 2 {
		t.Fatal("the image has only one tile")
	}
	for range 3 {
		many, err := Encode(context.Background(), p, Options{QIndex: 60, Workers: 8})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one.Frame, many.Frame) {
			t.Fatal("the frame depends on the number of workers")
		}
	}
}

func TestHigherQuantisersMakeFramesNoLarger(t *testing.T) {
	t.Parallel()
	p := drawn(letters, 100, 100, 1)
	last := 1 << 30
	for q := 1; q < 256; q += 60 {
		s, err := Encode(context.Background(), p, Options{QIndex: q})
		if err != nil {
			t.Fatal(err)
		}
		// A coarser quantiser can cost slightly more where palettes dominate.
		if len(s.Frame) > last+last/50 {
			t.Errorf("quantiser %d: %d bytes, %d with a finer one", q, len(s.Frame), last)
		}
		last = len(s.Frame)
	}
}

func TestCancelledEncodesStop(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Encode(ctx, drawn(noise, 100, 100, 1), Options{QIndex: 50}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestBadImagesAreRejected(t *testing.T) {
	t.Parallel()
	short := drawn(flat, 10, 10, 1)
	short.Planes[2] = NewPlane(10, 9)
	for name, c := range map[string]struct {
		p *Image
		o Options
	}{
		"empty":      {&Image{}, Options{}},
		"short":      {short, Options{}},
		"quantiser":  {drawn(flat, 10, 10, 1), Options{QIndex: 256}},
		"too wide":   {&Image{Width: 1<<16 + 1, Height: 1}, Options{}},
		"impossible": {&Image{Width: 1, Height: 1, Subsampled: true, Mono: true}, Options{}},
	} {
		if _, err := Encode(context.Background(), c.p, c.o); !errors.Is(err, ErrPicture) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	for _, c := range []struct {
		name    string
		kind, q int
	}{{"flat", flat, 51}, {"gradient", gradient, 51}, {"letters", letters, 51}, {"letters-lossless", letters, 0}, {"noise", noise, 51}} {
		b.Run(c.name, func(b *testing.B) {
			p := drawn(c.kind, 1200, 630, 1)
			b.SetBytes(1200 * 630 * 4)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Encode(context.Background(), p, Options{QIndex: c.q}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
