package encode_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/encode"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// canvases returns an animated PNG's colour type and its canvas after each frame, without disposal.
func canvases(t *testing.T, data []byte) (color byte, out []*image.NRGBA) {
	t.Helper()
	chunk := func(out []byte, name string, data []byte) []byte {
		out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
		named := append([]byte(name), data...)
		return binary.BigEndian.AppendUint32(append(out, named...), crc32.ChecksumIEEE(named))
	}
	var head, control, shared []byte
	var canvas *image.NRGBA
	for at := 8; at < len(data); {
		n := int(binary.BigEndian.Uint32(data[at:]))
		name, body := string(data[at+4:at+8]), data[at+8:at+8+n]
		at += 12 + n
		switch name {
		case "IHDR":
			head = bytes.Clone(body)
			canvas = image.NewNRGBA(image.Rect(0, 0, int(binary.BigEndian.Uint32(head)), int(binary.BigEndian.Uint32(head[4:]))))
		case "PLTE", "tRNS":
			shared = chunk(shared, name, body)
		case "fcTL":
			control = body
		case "fdAT", "IDAT":
			if name == "fdAT" {
				body = body[4:]
			}
			copy(head, control[4:12])
			one := chunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", head)
			one = chunk(chunk(append(one, shared...), "IDAT", body), "IEND", nil)
			img, err := png.Decode(bytes.NewReader(one))
			if err != nil {
				t.Fatalf("frame %d: %v", len(out), err)
			}
			p := image.Pt(int(binary.BigEndian.Uint32(control[12:])), int(binary.BigEndian.Uint32(control[16:])))
			op := draw.Src
			if control[25] == 1 {
				op = draw.Over
			}
			draw.Draw(canvas, img.Bounds().Add(p), img, image.Point{}, op)
			out = append(out, &image.NRGBA{Pix: bytes.Clone(canvas.Pix), Stride: canvas.Stride, Rect: canvas.Rect})
		}
	}
	return head[9], out
}

// TestAnimatedPNGTakesTheSmallestColourType adds frames whose colours need ever more general colour types: few, up to 256,
// more, the colour that stands for transparency, and transparency.
func TestAnimatedPNGTakesTheSmallestColourType(t *testing.T) {
	t.Parallel()
	const w, h = 64, 48
	blank := func() *raster.Pixmap {
		pm := &raster.Pixmap{Width: w, Height: h, Pix: make([]byte, 4*w*h), Opaque: true}
		for i := range w * h {
			copy(pm.Pix[4*i:], []byte{byte(i%w/32) * 200, 90, 40, 255})
		}
		return pm
	}
	paint := func(pm *raster.Pixmap, colors int) *raster.Pixmap {
		next := &raster.Pixmap{Width: w, Height: h, Pix: bytes.Clone(pm.Pix), Opaque: pm.Opaque}
		for i := range colors {
			if k := w*4 + i; i%5 != 4 { // every fifth pixel stays
				copy(next.Pix[4*k:], []byte{byte(i), byte(i >> 4), byte(i>>8) * 60, 255})
			}
		}
		return next
	}
	frames := []*raster.Pixmap{blank()}
	add := func(f *raster.Pixmap) { frames = append(frames, f) }
	last := func() *raster.Pixmap { return frames[len(frames)-1] }
	check := func(want byte) {
		t.Helper()
		color, got := canvases(t, film(t, encode.Options{Format: encode.PNG}, frames...))
		if color != want {
			t.Errorf("%d frames have colour type %d, want %d", len(frames), color, want)
		}
		if len(got) != len(frames) {
			t.Fatalf("%d frames, want %d", len(got), len(frames))
		}
		for i, f := range frames {
			for k := range w * h {
				if a, b := got[i].Pix[4*k:4*k+4], f.Pix[4*k:4*k+4]; !bytes.Equal(a, b) && (a[3] != 0 || b[3] != 0) {
					t.Fatalf("frame %d of %d, pixel %d: %v, want %v", i, len(frames), k, a, b)
				}
			}
		}
	}
	const indexed, rgb, rgba = 3, 2, 6
	for _, colors := range []int{3, 12, 60, 200} {
		add(paint(last(), colors))
		check(indexed)
	}
	add(paint(last(), 1000))
	check(rgb)
	key := paint(last(), 3)
	copy(key.Pix[4*900:], []byte{1, 253, 2, 255})
	add(key)
	check(rgba)
	hole := paint(last(), 1200)
	clear(hole.Pix[4*700 : 4*760])
	hole.Opaque = false
	frames = append(frames[:5:5], hole) // straight from palette indices
	check(rgba)
	add(paint(hole, 1300))
	check(rgba)
}
