package image_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// The files in testdata show red increasing to the right, green increasing downwards, blue 120, and from column 24 on
// an alpha that decreases by 10 per column.
const webpWidth, webpHeight = 48, 32

func webpPixel(x, y int) (r, g, b, a int) {
	a = 255
	if x >= 24 {
		a = 255 - (x-24)*10
	}
	return x * 255 / (webpWidth - 1), y * 255 / (webpHeight - 1), 120, a
}

func checkWebP(t *testing.T, name string, b *image.Bitmap, x0, y0, tolerance int, hasAlpha bool) {
	t.Helper()
	for y := range webpHeight {
		for x := range webpWidth {
			r, g, bl, a := webpPixel(x, y)
			if !hasAlpha {
				a = 255
			}
			p := b.Pix[((y0+y)*b.Width+x0+x)*4:][:4]
			if int(p[3]) != a {
				t.Fatalf("%s (%d,%d): alpha %d, want %d", name, x, y, p[3], a)
			}
			for c, v := range [3]int{r, g, bl} {
				if d := int(p[c]) - (v*a+127)/255; d > tolerance || d < -tolerance {
					t.Fatalf("%s (%d,%d): got %v, want %d %d %d at alpha %d", name, x, y, p, r, g, bl, a)
				}
			}
		}
	}
}

func TestDecodeWebP(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file      string
		tolerance int
		alpha     bool
	}{{"lossless.webp", 0, true}, {"lossy.webp", 8, false}, {"lossy-alpha.webp", 8, true}} {
		data, err := os.ReadFile("testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		b, err := image.Decode(context.Background(), data, image.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if b.Width != webpWidth || b.Height != webpHeight || b.Opaque == c.alpha {
			t.Fatalf("%s: %d×%d opaque %v", c.file, b.Width, b.Height, b.Opaque)
		}
		checkWebP(t, c.file, b, 0, 0, c.tolerance, c.alpha)
	}
}

func TestDecodeWebPAnimationShowsItsFirstFrame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lossless.webp", "lossy-alpha.webp"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		chunks := data[12:]
		if string(chunks[:4]) == "VP8X" {
			chunks = chunks[18:]
		}
		// A canvas of 60×40 with the frame at (6, 4).
		le24 := func(b []byte, v int) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16)) }
		chunk := func(b []byte, name string, body []byte) []byte {
			b = append(b, name...)
			b = binary.LittleEndian.AppendUint32(b, uint32(len(body)))
			return append(b, body...)
		}
		head := le24(le24([]byte{0x12, 0, 0, 0}, 59), 39)
		frame := le24(le24(le24(le24(nil, 3), 2), webpWidth-1), webpHeight-1)
		frame = append(le24(frame, 100), 0)
		frame = append(frame, chunks...)
		file := []byte("RIFF\x00\x00\x00\x00WEBP")
		file = chunk(file, "VP8X", head)
		file = chunk(file, "ANIM", make([]byte, 6))
		file = chunk(file, "ANMF", frame)
		binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))

		b, err := image.Decode(context.Background(), file, image.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b.Width != 60 || b.Height != 40 || b.Opaque {
			t.Fatalf("%s: %d×%d opaque %v", name, b.Width, b.Height, b.Opaque)
		}
		checkWebP(t, name, b, 6, 4, 8, true)
		if p := b.Pix[:4]; p[3] != 0 {
			t.Errorf("%s: the pixel outside the frame is %v", name, p)
		}
	}
}

// lossy.png is lossy.webp as decoded by libwebp's dwebp.
func TestDecodeWebPAsLibwebpDoes(t *testing.T) {
	t.Parallel()
	var maps [2]*image.Bitmap
	for i, name := range []string{"lossy.webp", "lossy.png"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if maps[i], err = image.Decode(context.Background(), data, image.Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(maps[0].Pix, maps[1].Pix) {
		t.Error("decoded pixels differ")
	}
}

func BenchmarkDecodeWebP(b *testing.B) {
	data, err := os.ReadFile("testdata/lossy.webp")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(webpWidth * webpHeight * 4)
	for b.Loop() {
		if _, err := image.Decode(context.Background(), data, image.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
