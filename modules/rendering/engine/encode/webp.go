package encode

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/codec/palette"
	"github.com/platenhq/platen/modules/rendering/engine/codec/rgba"
	"github.com/platenhq/platen/modules/rendering/engine/codec/vp8"
	"github.com/platenhq/platen/modules/rendering/engine/codec/vp8l"
	"github.com/platenhq/platen/modules/rendering/engine/codec/webp"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// webPFrame holds the chunks of one frame: VP8L, VP8, or ALPH and VP8.
type webPFrame struct {
	lossy bool
	data  []byte
}

// file wraps a frame in the container (RFC 9649 §2); nil stays nil.
func (f *webPFrame) file(pm *raster.Pixmap) []byte {
	switch {
	case f == nil:
		return nil
	case !f.lossy || pm.Opaque:
		return webp.File(f.data)
	}
	return webp.WithAlpha(pm.Width, pm.Height, f.data)
}

// encodeWebP returns the frame for the options o.
func encodeWebP(ctx context.Context, pm *raster.Pixmap, o Options) (*webPFrame, error) {
	f, err := losslessWebP(ctx, pm, o)
	if f != nil || err != nil {
		return f, err
	}
	return lossyWebP(ctx, pm.Plain())(o.Quality)
}

// losslessWebP returns a lossless frame, or nil if a lossy one is to be used. A palette image is lossless whenever that
// is smaller: it is also exact, and text on a uniform background usually takes a fraction of the size.
func losslessWebP(ctx context.Context, pm *raster.Pixmap, o Options) (*webPFrame, error) {
	p := paletteOf(pm)
	var data []byte
	var err error
	switch {
	case p != nil:
		for i, v := range p.Colors {
			p.Colors[i] = argb(v)
		}
		data, err = vp8l.EncodeIndexed(ctx, p.Indices, p.Colors, pm.Width, pm.Height)
	case o.Lossless:
		pix := straightARGB(pm)
		data, err = vp8l.Encode(ctx, *pix, pm.Width, pm.Height, pm.Opaque)
		straightPool.Put(pix)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !o.Lossless {
		limit, err := lossySize(ctx, pm, o.Quality)
		if err != nil || len(data) > limit {
			return nil, err
		}
	}
	return &webPFrame{data: webp.Chunk("VP8L", data)}, nil
}

// paletteOf returns pm as a palette image, or nil if it has more than 256 colours.
func paletteOf(pm *raster.Pixmap) *palette.Palette {
	if pm.Colors == nil {
		return palette.Exact(&palette.Source{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque, Repeats: pm.Repeats})
	}
	var used [256]bool
	for y := range pm.Height {
		if y > 0 && pm.Repeats != nil && pm.Repeats[y] {
			continue
		}
		row := pm.Indices[y*pm.Width:][:pm.Width]
		for ; len(row) >= 8; row = row[8:] {
			const ones = 0x0101010101010101
			if w := binary.LittleEndian.Uint64(row); w == w&0xff*ones {
				used[row[0]] = true
				continue
			}
			for _, n := range row[:8] {
				used[n] = true
			}
		}
		for _, n := range row {
			used[n] = true
		}
	}
	p := palette.FromIndices(slices.Clone(pm.Colors), pm.Indices, pm.Opaque)
	for i := range p.Colors {
		if !used[i] {
			p.Colors[i] = p.Colors[pm.Indices[0]]
		}
	}
	return p
}

// lossySize estimates the size of a lossy frame from a sample of macroblock rows.
func lossySize(ctx context.Context, pm *raster.Pixmap, quality int) (int, error) {
	const side = 16
	rows := (pm.Height + side - 1) / side
	every := min(max(rows/5, 1), 16)
	pic := &vp8.Image{Width: pm.Width, Height: rows / every * side}
	row := straightRows(pm)
	pic.Row = func(y int, scratch []byte) []byte {
		return row(min((y/side*every+every/2)*side+y%side, pm.Height-1), scratch)
	}
	data, err := vp8.Encode(ctx, pic, quality)
	return len(data) * rows / (rows / every), err
}

// lossyWebP returns a function that writes a frame at a given quality. Alpha is lossless.
func lossyWebP(ctx context.Context, pm *raster.Pixmap) func(quality int) (*webPFrame, error) {
	pic := &vp8.Image{Width: pm.Width, Height: pm.Height, Row: straightRows(pm)}
	var alpha []byte
	return func(quality int) (*webPFrame, error) {
		data, err := vp8.Encode(ctx, pic, quality)
		if err != nil {
			return nil, err
		}
		if !pm.Opaque && alpha == nil {
			if alpha, err = webPAlpha(ctx, pm); err != nil {
				return nil, err
			}
		}
		return &webPFrame{lossy: true, data: append(alpha[:len(alpha):len(alpha)], webp.Chunk("VP8 ", data)...)}, nil
	}
}

// webPAlpha returns the ALPH chunk of the pixels' alpha (RFC 9649 §2.7.1.2).
func webPAlpha(ctx context.Context, pm *raster.Pixmap) ([]byte, error) {
	alpha := make([]byte, pm.Width*pm.Height)
	for i := range alpha {
		alpha[i] = pm.Pix[i*4+3]
	}
	packed, err := vp8l.EncodeAlpha(ctx, alpha, pm.Width, pm.Height)
	if err != nil {
		return nil, err
	}
	// No filter, no preprocessing; lossless compression, or none if that is smaller.
	if len(packed) > len(alpha) {
		return webp.Chunk("ALPH", append([]byte{0}, alpha...)), nil
	}
	return webp.Chunk("ALPH", append([]byte{1}, packed...)), nil
}

// argb swaps red and blue.
func argb(v uint32) uint32 { return v&0xff00ff00 | v&0xff<<16 | v>>16&0xff }

// straightPool recycles the buffers of straightARGB's results.
var straightPool = sync.Pool{New: func() any { return new([]uint32) }}

// straightARGB returns pm's pixels un-premultiplied, alpha in the high byte, in a buffer from straightPool.
func straightARGB(pm *raster.Pixmap) *[]uint32 {
	buf := straightPool.Get().(*[]uint32)
	n := pm.Width * pm.Height
	if cap(*buf) < n {
		*buf = make([]uint32, n)
	}
	out := (*buf)[:n]
	*buf = out
	w := pm.Width
	for y := range pm.Height {
		row := out[y*w : (y+1)*w]
		if y > 0 && pm.Repeats != nil && pm.Repeats[y] {
			copy(row, out[(y-1)*w:])
			continue
		}
		straightRow(row, pm.Pix[4*y*w:4*(y+1)*w], pm.Opaque)
	}
	return buf
}

// straightRow writes the pixels of pix to out as straightARGB does.
func straightRow(out []uint32, pix []byte, opaque bool) {
	if opaque {
		for ; len(out) >= 8 && len(pix) >= 32; out, pix = out[8:], pix[32:] {
			dst, src := (*[8]uint32)(out), (*[32]byte)(pix)
			for k := 0; k < 8; k += 2 {
				// Swap red and blue of two pixels at a time.
				v := binary.LittleEndian.Uint64(src[4*k : 4*k+8])
				v = v&0xff00ff00ff00ff00 | v&0x000000ff000000ff<<16 | v>>16&0x000000ff000000ff
				dst[k], dst[k+1] = uint32(v), uint32(v>>32)
			}
		}
	}
	last, straight := uint32(0), uint32(0)
	for i := range out {
		if v := binary.LittleEndian.Uint32(pix[i*4:]); v != last {
			last, straight = v, argb(rgba.Straight(v))
		}
		out[i] = straight
	}
}

// straightRows returns a function that provides pm's rows un-premultiplied. Invisible pixels repeat the preceding
// visible one, which is cheaper to code than a hole.
func straightRows(pm *raster.Pixmap) func(y int, scratch []byte) []byte {
	n := pm.Width * 4
	return func(y int, scratch []byte) []byte {
		var src []byte
		if pm.Colors == nil {
			src = pm.Pix[y*n : (y+1)*n]
		} else {
			src = scratch[:n]
			for x, i := range pm.Indices[y*pm.Width:][:pm.Width] {
				binary.LittleEndian.PutUint32(src[4*x:], pm.Colors[i])
			}
		}
		if pm.Opaque {
			return src
		}
		last := uint32(0)
		for i := 0; i < n; i += 4 {
			if v := binary.LittleEndian.Uint32(src[i:]); v>>24 != 0 {
				last = rgba.Straight(v)
			}
			binary.LittleEndian.PutUint32(scratch[i:], last)
		}
		return scratch[:n]
	}
}
