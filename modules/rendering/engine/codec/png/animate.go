package png

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
)

// Frame is one frame of an animation: a rectangle that replaces or is blended over the canvas.
type Frame struct {
	X, Y, Width, Height int
	Milliseconds        int
	Over                bool
	// Data is the result of Scanlines or IndexScanlines.
	Data []byte
}

// Animation is what all frames share.
type Animation struct {
	Width, Height int
	// Loops is the number of times the animation plays, 0 for endlessly.
	Loops int
	// Colors, if not nil, are the straight colours of frames written by IndexScanlines.
	Colors []uint32
	// Opaque frames are RGB, others RGBA.
	Opaque bool
	// Key, if not 0, is the opaque colour that is transparent in opaque frames.
	Key uint32
}

// Scanlines returns an image's scanlines, RGB or RGBA by whether it is opaque, as a zlib stream, for Animate.
func Scanlines(ctx context.Context, pic *Image, workers int) ([]byte, error) {
	return scanlines(ctx, newLayout(pic, nil), workers)
}

// IndexScanlines returns the scanlines of palette indices below colors as a zlib stream, for Animate.
func IndexScanlines(ctx context.Context, pic *Image, indices []byte, colors, workers int) ([]byte, error) {
	return scanlines(ctx, newLayout(pic, &palette.Palette{Colors: make([]uint32, colors), Indices: indices}), workers)
}

func scanlines(ctx context.Context, l *layout, workers int) ([]byte, error) {
	parts, err := l.compress(ctx, workers)
	if err != nil {
		return nil, err
	}
	out := stream(nil, parts)
	release(parts)
	if !l.pic.Smallest {
		return out, nil
	}
	if parts, err = l.smallest(ctx, workers); err != nil {
		return nil, err
	}
	defer release(parts)
	if small := stream(nil, parts); len(small) < len(out) {
		return small, nil
	}
	return out, nil
}

// Indices returns the palette indices of a result of IndexScanlines.
func Indices(data []byte, width, height, colors int) ([]byte, error) {
	depth := Depth(colors)
	stride := (width*depth + 7) / 8
	rows, err := unfiltered(data, stride, height, 1)
	if err != nil || depth == 8 {
		return rows, err
	}
	out := make([]byte, 0, width*height)
	for y := range height {
		row := rows[y*stride:]
		for x := range width {
			at := x * depth
			out = append(out, row[at/8]>>(8-depth-at%8)&(1<<depth-1))
		}
	}
	return out, nil
}

// Opaque returns the pixels, RGBA, of a result of Scanlines of an opaque image.
func Opaque(data []byte, width, height int) ([]byte, error) {
	rows, err := unfiltered(data, 3*width, height, 3)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, 4*width*height)
	for ; len(rows) >= 3; rows = rows[3:] {
		out = append(out, rows[0], rows[1], rows[2], 255)
	}
	return out, nil
}

// unfiltered returns the bytes of scanlines written by this package.
func unfiltered(data []byte, stride, height, unit int) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("reading scanlines: %w", err)
	}
	out := make([]byte, stride*height)
	var kind [1]byte
	for y := range height {
		row := out[y*stride:][:stride]
		if _, err := io.ReadFull(r, kind[:]); err != nil {
			return nil, fmt.Errorf("reading scanlines: %w", err)
		}
		if _, err := io.ReadFull(r, row); err != nil {
			return nil, fmt.Errorf("reading scanlines: %w", err)
		}
		unfilter(out, y*stride, stride, unit, kind[0])
	}
	return out, nil
}

// unfilter inverts a filter of the row at rows[at:].
func unfilter(rows []byte, at, stride, unit int, kind byte) {
	switch kind {
	case filterSub:
		for i := at + unit; i < at+stride; i++ {
			rows[i] += rows[i-unit]
		}
	case filterUp:
		for i := max(at, stride); i < at+stride; i++ {
			rows[i] += rows[i-stride]
		}
	}
}

// Animate writes an animated PNG (PNG, third edition, §4.9) of frames, the first of which covers the canvas.
func Animate(a *Animation, frames []Frame) []byte {
	out := append([]byte(nil), "\x89PNG\r\n\x1a\n"...)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(a.Width))
	binary.BigEndian.PutUint32(head[4:], uint32(a.Height))
	head[8], head[9] = 8, colorRGBA
	var plte, trns []byte
	switch {
	case a.Colors != nil:
		head[8], head[9] = byte(Depth(len(a.Colors))), colorPalette
		plte, trns = paletteChunks(&palette.Palette{Colors: a.Colors})
	case a.Opaque:
		if head[9] = colorRGB; a.Key != 0 {
			trns = []byte{0, byte(a.Key), 0, byte(a.Key >> 8), 0, byte(a.Key >> 16)}
		}
	}
	out = appendChunk(out, "IHDR", head[:])
	control := binary.BigEndian.AppendUint32(nil, uint32(len(frames)))
	out = appendChunk(out, "acTL", binary.BigEndian.AppendUint32(control, uint32(a.Loops)))
	if plte != nil {
		out = appendChunk(out, "PLTE", plte)
	}
	if trns != nil {
		out = appendChunk(out, "tRNS", trns)
	}
	sequence := uint32(0)
	for i, f := range frames {
		c := binary.BigEndian.AppendUint32(nil, sequence)
		sequence++
		for _, v := range []int{f.Width, f.Height, f.X, f.Y} {
			c = binary.BigEndian.AppendUint32(c, uint32(v))
		}
		c = binary.BigEndian.AppendUint16(c, uint16(min(f.Milliseconds, 65535)))
		c = binary.BigEndian.AppendUint16(c, 1000)
		blend := byte(0)
		if f.Over {
			blend = 1
		}
		out = appendChunk(out, "fcTL", append(c, 0, blend)) // APNG_DISPOSE_OP_NONE
		if i == 0 {
			out = appendChunk(out, "IDAT", f.Data)
			continue
		}
		out = appendChunk(out, "fdAT", append(binary.BigEndian.AppendUint32(nil, sequence), f.Data...))
		sequence++
	}
	return appendChunk(out, "IEND", nil)
}

// stream joins compressed stripes into a zlib stream (RFC 1950).
func stream(out []byte, parts []part) []byte {
	out = append(out, "\x78\x01"...) // DEFLATE, 32 KiB window, fastest level
	sum := adler(1)
	for _, p := range parts {
		out = append(out, p.data...)
		sum = sum.join(p.sum, p.size)
	}
	return binary.BigEndian.AppendUint32(out, uint32(sum))
}
