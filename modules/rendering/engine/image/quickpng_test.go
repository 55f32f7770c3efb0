package image

import (
	"bytes"
	"compress/flate"
	"context"
	stdimage "image"
	"image/png"
	"math/rand/v2"
	"testing"
)

// pngOf returns a random image of various kinds, encoded by the standard library.
func pngOf(tb testing.TB, r *rand.Rand) []byte {
	tb.Helper()
	w, h := 1+r.IntN(70), 1+r.IntN(50)
	img := stdimage.NewNRGBA(stdimage.Rect(0, 0, w, h))
	kind := r.IntN(4)
	for i := range img.Pix {
		switch kind {
		case 0:
			img.Pix[i] = byte(r.Uint32())
		case 1:
			img.Pix[i] = byte(i/4%w + i/4/w*2)
		case 2:
			img.Pix[i] = byte(r.IntN(3) * 90)
		}
		if i%4 == 3 && (kind == 1 || kind == 3) {
			img.Pix[i] = 255
		}
	}
	var out bytes.Buffer
	levels := []png.CompressionLevel{png.DefaultCompression, png.NoCompression, png.BestSpeed, png.BestCompression}
	if err := (&png.Encoder{CompressionLevel: levels[r.IntN(4)]}).Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func TestQuickPNGMatchesTheStandardDecoder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 11))
	for range 600 {
		data := pngOf(t, r)
		info, err := Peek(data)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := quickPNG(data, info)
		if !ok {
			t.Fatalf("a well-formed file of %d×%d pixels was rejected", info.Width, info.Height)
		}
		want, err := decodePNG(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		if got.Width != want.Width || got.Height != want.Height || !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("%d×%d pixels differ", info.Width, info.Height)
		}
	}
}

// FuzzQuickPNG checks that the standard library decodes every file that quickPNG accepts to the same pixels.
func FuzzQuickPNG(f *testing.F) {
	r := rand.New(rand.NewPCG(4, 11))
	for range 8 {
		f.Add(pngOf(f, r))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := Peek(data)
		if err != nil || info.Format != PNG || info.Width*info.Height > 1<<20 {
			return
		}
		got, ok := quickPNG(data, info)
		if !ok {
			return
		}
		want, err := decodePNG(context.Background(), data)
		if err != nil {
			t.Fatalf("quickPNG accepts the file, but the standard library returns %v", err)
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatal("pixels differ")
		}
	})
}

// FuzzInflate checks that accepted data decodes to the same bytes as with the standard library.
func FuzzInflate(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 11))
	for n := range 12 {
		p := make([]byte, 40*n*n)
		for i := range p {
			p[i] = byte(r.IntN(1 + n*20))
		}
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, n%11-2)
		if err != nil {
			f.Fatal(err)
		}
		if _, err := w.Write(p); err != nil || w.Close() != nil {
			f.Fatal(err)
		}
		f.Add(out.Bytes(), len(p))
	}
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if size < 0 || size > 1<<20 {
			return
		}
		got := make([]byte, size)
		if _, ok := new(inflater).inflate(got, data); !ok {
			return
		}
		want := make([]byte, size+1)
		r := flate.NewReader(bytes.NewReader(data))
		n := 0
		for n < len(want) {
			k, err := r.Read(want[n:])
			n += k
			if err != nil {
				break
			}
		}
		if n != size || !bytes.Equal(got, want[:n]) {
			t.Fatalf("inflate returns %d bytes, the standard library %d, or the contents differ", size, n)
		}
	})
}

func BenchmarkPNG(b *testing.B) {
	img := stdimage.NewNRGBA(stdimage.Rect(0, 0, 192, 192))
	r := rand.New(rand.NewPCG(6, 11))
	for i := range img.Pix {
		if img.Pix[i] = byte(i/16%192 + r.IntN(11)); i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		b.Fatal(err)
	}
	info, _ := Peek(out.Bytes())
	b.Run("quick", func(b *testing.B) {
		for b.Loop() {
			if _, ok := quickPNG(out.Bytes(), info); !ok {
				b.Fatal("quickPNG rejected the file")
			}
		}
	})
	b.Run("standard", func(b *testing.B) {
		for b.Loop() {
			if _, err := decodePNG(context.Background(), out.Bytes()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
