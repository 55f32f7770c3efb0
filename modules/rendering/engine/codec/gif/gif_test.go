package gif_test

import (
	"bytes"
	"context"
	stdimage "image"
	stdgif "image/gif"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/gif"
	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
)

func checkSame(t *testing.T, p *palette.Palette, w, h int) {
	t.Helper()
	data, err := gif.Encode(context.Background(), p, w, h)
	if err != nil {
		t.Fatal(err)
	}
	img, err := stdgif.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("decode %d colours, %d×%d: %v", len(p.Colors), w, h, err)
	}
	m := img.(*stdimage.Paletted)
	if m.Rect.Dx() != w || m.Rect.Dy() != h || !bytes.Equal(m.Pix, p.Indices) {
		t.Fatalf("%d colours, %d×%d: the image differs", len(p.Colors), w, h)
	}
	for i, c := range p.Colors {
		r, g, b, a := m.Palette[i].RGBA()
		got := r>>8 | g>>8<<8 | b>>8<<16 | a>>8<<24
		if got != c {
			t.Fatalf("colour %d: got %08x, want %08x", i, got, c)
		}
	}
}

func TestEncodeKeepsEveryPixel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{1, 2, 3, 4, 5, 16, 17, 128, 129, 256} {
		for _, size := range [][2]int{{1, 1}, {1, 300}, {13, 7}, {100, 90}, {700, 300}} {
			for _, noisy := range []bool{false, true} {
				p := &palette.Palette{Indices: make([]byte, size[0]*size[1])}
				for i := range n {
					c := uint32(i)*0x010305 | 0xff000000
					if i == n/2 && n > 2 {
						c = 0
					}
					p.Colors = append(p.Colors, c)
				}
				for i := range p.Indices {
					p.Indices[i] = byte(i / 37 % n)
					if noisy {
						p.Indices[i] = byte(r.IntN(n))
					}
				}
				checkSame(t, p, size[0], size[1])
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(3), []byte("some indices of an image"))
	f.Fuzz(func(t *testing.T, width uint8, index []byte) {
		w := int(width)%30 + 1
		h := len(index) / w
		if h == 0 {
			return
		}
		p := &palette.Palette{Indices: index[:w*h]}
		for i := range 256 {
			p.Colors = append(p.Colors, uint32(i)|0xff000000)
		}
		checkSame(t, p, w, h)
	})
}

func BenchmarkEncode(b *testing.B) {
	p := &palette.Palette{Indices: make([]byte, 1200*630)}
	for i := range 256 {
		p.Colors = append(p.Colors, uint32(i)|0xff000000)
	}
	for i := range p.Indices {
		p.Indices[i] = byte(i / 7 * 3)
	}
	b.SetBytes(int64(len(p.Indices)))
	for b.Loop() {
		if _, err := gif.Encode(context.Background(), p, 1200, 630); err != nil {
			b.Fatal(err)
		}
	}
}
