package image_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// bmpOf returns a BMP file with a header of 40 bytes; body is the palette and the pixels.
func bmpOf(bits uint16, w, h int32, body []byte) []byte {
	palette := uint32(0)
	if bits <= 8 {
		palette = 4 << bits
	}
	out := binary.LittleEndian.AppendUint32([]byte("BM"), uint32(54+len(body)))
	out = binary.LittleEndian.AppendUint32(append(out, 0, 0, 0, 0), 54+palette)
	out = binary.LittleEndian.AppendUint32(out, 40)
	out = binary.LittleEndian.AppendUint32(out, uint32(w))
	out = binary.LittleEndian.AppendUint32(out, uint32(h))
	out = binary.LittleEndian.AppendUint16(append(out, 1, 0), bits)
	return append(append(out, make([]byte, 24)...), body...)
}

// icoOf returns an ICO file with images of the given side, the first one smaller than the others.
func icoOf(side byte, images ...[]byte) []byte {
	out := []byte{0, 0, 1, 0, byte(len(images)), 0}
	at := 6 + 16*len(images)
	for i, m := range images {
		s := side
		if i == 0 && len(images) > 1 {
			s = 1
		}
		out = binary.LittleEndian.AppendUint32(append(out, s, s, 0, 0, 1, 0, 24, 0), uint32(len(m)))
		out = binary.LittleEndian.AppendUint32(out, uint32(at))
		at += len(m)
	}
	return append(out, bytes.Join(images, nil)...)
}

// TestDecodeICOTakesTheLargestImage decodes an ICO with a small and a large image; the mask of the latter makes its
// second pixel transparent.
func TestDecodeICOTakesTheLargestImage(t *testing.T) {
	t.Parallel()
	small := bmpOf(24, 1, 2, make([]byte, 8))[14:]
	large := bmpOf(24, 2, 4, []byte{1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0})[14:]
	b, err := image.Decode(context.Background(), icoOf(2, small, large), image.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{9, 8, 7, 255, 0, 0, 0, 0, 3, 2, 1, 255, 6, 5, 4, 255}
	if b.Width != 2 || b.Height != 2 || !bytes.Equal(b.Pix, want) {
		t.Errorf("%d×%d %v, want %v", b.Width, b.Height, b.Pix, want)
	}
}

// TestLimitsOfBMP decodes files that are too large, cut or of an unknown kind: each has an error, before pixels are
// allocated.
func TestLimitsOfBMP(t *testing.T) {
	t.Parallel()
	good := bmpOf(24, 3, 2, make([]byte, 24))
	if _, err := image.Decode(context.Background(), good, image.Limits{}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"wide":           {bmpOf(1, 1<<30, 1, nil), image.ErrCorrupt},
		"wide, palette":  {bmpOf(1, 1<<30, 1, make([]byte, 64)), image.ErrTooLarge},
		"many pixels":    {bmpOf(24, 11_000, 11_000, nil), image.ErrTooLarge},
		"lowest height":  {bmpOf(24, 1, -1<<31, nil), image.ErrTooLarge},
		"negative width": {bmpOf(24, -3, 2, nil), image.ErrCorrupt},
		"7 bits":         {bmpOf(7, 3, 2, make([]byte, 1024)), image.ErrCorrupt},
		"large icon":     {icoOf(0, bmpOf(24, 11_000, 22_000, nil)[14:]), image.ErrTooLarge},
		"empty icon":     {icoOf(1), image.ErrCorrupt},
	} {
		if _, err := image.Decode(context.Background(), c.data, image.Limits{}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	for n := 18; n < len(good); n++ {
		if _, err := image.Decode(context.Background(), good[:n], image.Limits{}); !errors.Is(err, image.ErrCorrupt) {
			t.Errorf("%d of %d bytes: %v", n, len(good), err)
		}
	}
}
