package webp_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/codec/webp"
)

// lossless returns the start of a VP8L chunk of a w×h image.
func lossless(w, h int) []byte {
	return webp.Chunk("VP8L", binary.LittleEndian.AppendUint32([]byte{0x2f}, uint32(w-1)|uint32(h-1)<<14))
}

func TestAnimationBeginsWithItsFirstFrame(t *testing.T) {
	t.Parallel()
	file := webp.Animate(100, 60, 3, false, []webp.Frame{
		{X: 10, Y: 20, Width: 7, Height: 5, Milliseconds: 40, Data: lossless(7, 5)},
		{Width: 100, Height: 60, Milliseconds: 80, Over: true, Data: lossless(100, 60)},
	})
	if w, h, err := webp.Size(file); w != 100 || h != 60 || err != nil {
		t.Errorf("size is %d×%d (%v), want the canvas of 100×60", w, h, err)
	}
	still, x, y, err := webp.Still(file, 100, 60)
	if err != nil || x != 10 || y != 20 {
		t.Fatalf("first frame at %d, %d (%v), want 10, 20", x, y, err)
	}
	if want := webp.File(lossless(7, 5)); !bytes.Equal(still, want) {
		t.Errorf("first frame is % x, want % x", still, want)
	}
	const hasAlpha, hasAnimation = 0x10, 0x02
	if flags := file[20]; flags != hasAnimation|hasAlpha {
		t.Errorf("flags are %#x: a frame over another needs transparency", flags)
	}
	if loops := binary.LittleEndian.Uint16(file[30+8+4:]); loops != 3 {
		t.Errorf("%d loops, want 3", loops)
	}
}

func TestStillImageIsTheFileItself(t *testing.T) {
	t.Parallel()
	file := webp.File(lossless(9, 4))
	if got, x, y, err := webp.Still(file, 9, 4); err != nil || x != 0 || y != 0 || !bytes.Equal(got, file) {
		t.Errorf("got % x at %d, %d (%v)", got, x, y, err)
	}
	if w, h, err := webp.Size(file); w != 9 || h != 4 || err != nil {
		t.Errorf("size is %d×%d (%v)", w, h, err)
	}
	if len(webp.Chunk("ABCD", []byte{1}))%2 != 0 {
		t.Error("a chunk of odd length is not padded")
	}
}

func TestBrokenFilesAreErrors(t *testing.T) {
	t.Parallel()
	whole := webp.Animate(100, 60, 0, true, []webp.Frame{{Width: 100, Height: 60, Data: lossless(100, 60)}})
	for n := 12; n < len(whole); n++ {
		if _, _, _, err := webp.Still(whole[:n], 100, 60); err == nil {
			t.Fatalf("a file truncated to %d of %d bytes is accepted", n, len(whole))
		}
	}
	if _, _, _, err := webp.Still(webp.File(lossless(9, 4)), 10, 4); err == nil {
		t.Error("a bitstream header that contradicts the container's size is accepted")
	}
	far := webp.Animate(20, 20, 0, false, []webp.Frame{{X: 16, Width: 8, Height: 8, Data: lossless(8, 8)}})
	if _, _, _, err := webp.Still(far, 20, 20); err == nil {
		t.Error("a frame that reaches beyond the canvas is accepted")
	}
}

func FuzzStill(f *testing.F) {
	f.Add(webp.File(lossless(9, 4)))
	f.Add(webp.Animate(20, 20, 0, true, []webp.Frame{{Width: 8, Height: 8, Data: lossless(8, 8)}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 12 {
			return
		}
		w, h, err := webp.Size(data)
		if err != nil {
			return
		}
		file, x, y, err := webp.Still(data, w, h)
		if err != nil {
			return
		}
		if fw, fh, err := webp.Size(file); err == nil && (x+fw > w || y+fh > h) {
			t.Errorf("a frame of %d×%d at %d, %d does not fit into %d×%d", fw, fh, x, y, w, h)
		}
	})
}
