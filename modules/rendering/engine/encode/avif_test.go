package encode_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// scene returns a random image: gradients, boxes, thin lines and, if it is not opaque, translucent and empty parts.
// Colours are premultiplied.
func scene(w, h int, opaque bool, seed uint64) *raster.Pixmap {
	r := rand.New(rand.NewPCG(seed, 8))
	pm := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, w*h*4), Opaque: opaque}
	for y := range h {
		for x := range w {
			p := pm.Pix[(y*w+x)*4:]
			p[0], p[1], p[2], p[3] = byte(x*200/w), byte(y*200/h), 120, 255
		}
	}
	for range 12 {
		x0, y0 := r.IntN(w), r.IntN(h)
		x1, y1 := min(w, x0+1+r.IntN(w/3+2)), min(h, y0+1+r.IntN(h/3+2))
		red, green, blue := byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())
		alpha := 255
		if !opaque {
			alpha = r.IntN(3) * 127
		}
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				p := pm.Pix[(y*w+x)*4:]
				for c, v := range [3]byte{red, green, blue} {
					p[c] = byte(int(v) * alpha / 255)
				}
				p[3] = byte(alpha)
			}
		}
	}
	return pm
}

func decodeAVIF(t *testing.T, data []byte) *image.Bitmap {
	t.Helper()
	b, err := image.Decode(t.Context(), data, image.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLosslessAVIFIsExact(t *testing.T) {
	t.Parallel()
	for i, size := range [][2]int{{1, 1}, {5, 3}, {70, 90}, {200, 33}} {
		pm := scene(size[0], size[1], true, uint64(i))
		data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.AVIF, Lossless: true})
		if err != nil {
			t.Fatal(err)
		}
		got := decodeAVIF(t, data)
		if got.Width != pm.Width || got.Height != pm.Height || !got.Opaque {
			t.Fatalf("%v: decoded as %d×%d, opaque %v", size, got.Width, got.Height, got.Opaque)
		}
		if !bytes.Equal(got.Pix, pm.Pix) {
			t.Errorf("%v: pixels differ", size)
		}
	}
}

func TestAVIFIsCloseToTheSource(t *testing.T) {
	t.Parallel()
	// Maximum mean squared differences of red, green and blue.
	bars := map[int]int{20: 600, 50: 60, 80: 12, 100: 2}
	for i, size := range [][2]int{{1, 1}, {17, 33}, {150, 100}} {
		pm := scene(size[0], size[1], true, uint64(10+i))
		last := 0
		for _, q := range []int{20, 50, 80, 100} {
			data, err := encode.Encode(context.Background(), pm, encode.Options{Format: encode.AVIF, Quality: q})
			if err != nil {
				t.Fatal(err)
			}
			got := decodeAVIF(t, data)
			sum := 0
			for k, v := range got.Pix {
				d := int(v) - int(pm.Pix[k])
				sum += d * d
			}
			if n := size[0] * size[1] * 3; sum > bars[q]*n {
				t.Errorf("%v, quality %d: mean squared difference %d, at most %d allowed", size, q, sum/n, bars[q])
			}
			if len(data) < last {
				t.Errorf("%v: quality %d takes %d bytes, a lower quality %d", size, q, len(data), last)
			}
			last = len(data)
		}
	}
}

func TestAVIFKeepsTransparency(t *testing.T) {
	t.Parallel()
	pm := scene(90, 70, false, 3)
	for _, o := range []encode.Options{{Format: encode.AVIF, Lossless: true}, {Format: encode.AVIF, Quality: 30}} {
		data, err := encode.Encode(context.Background(), pm, o)
		if err != nil {
			t.Fatal(err)
		}
		got := decodeAVIF(t, data)
		for k := 3; k < len(pm.Pix); k += 4 {
			if got.Pix[k] != pm.Pix[k] {
				t.Fatalf("lossless %v: alpha of pixel %d is %d, want %d", o.Lossless, k/4, got.Pix[k], pm.Pix[k])
			}
		}
	}
}

func TestAVIFBytesDoNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	// Changing these hashes changes the files users get and requires a new engine version.
	for _, c := range []struct {
		o      encode.Options
		opaque bool
		want   string
	}{
		{encode.Options{Format: encode.AVIF}, true, "b1954968b885a4a6"},
		{encode.Options{Format: encode.AVIF, Quality: 35}, false, "87c0870d8ba362c5"},
		{encode.Options{Format: encode.AVIF, Lossless: true}, true, "43cc5b64a3fc0765"},
	} {
		pm := scene(60, 700, c.opaque, 5)
		for workers := range 4 {
			c.o.Workers = workers
			data, err := encode.Encode(context.Background(), pm, c.o)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(data)
			if got := hex.EncodeToString(sum[:8]); got != c.want {
				t.Fatalf("%+v: got %s, want %s", c.o, got, c.want)
			}
		}
	}
}

func TestCancelledAVIFStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := encode.Encode(ctx, scene(300, 300, true, 1), encode.Options{Format: encode.AVIF}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
