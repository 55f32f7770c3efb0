package encode

import (
	"context"
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/palette"
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/rgba"
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/vp8"
	"github.com/platenhq/platen/modules/rendering/engine/encode/internal/vp8l"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// webP writes the WebP container (RFC 9649 §2) around a lossless or a lossy frame;
// transparency of a lossy one is kept without loss.
func webP(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	data, err := webPFrame(ctx, pm, o)
	if err != nil {
		return nil, err
	}
	if o.Lossless || pm.Opaque {
		return riff(data), nil
	}
	const hasAlpha = 0x10
	head := append24(append24([]byte{hasAlpha, 0, 0, 0}, pm.Width-1), pm.Height-1)
	return riff(chunk("VP8X", head), data), nil
}

// webPFrame returns the chunks of one frame: VP8L, VP8, or ALPH and VP8.
func webPFrame(ctx context.Context, pm *raster.Pixmap, o Options) ([]byte, error) {
	if o.Lossless {
		data, err := lossless(ctx, pm)
		if err != nil {
			return nil, err
		}
		return chunk("VP8L", data), nil
	}
	pic := &vp8.Picture{Width: pm.Width, Height: pm.Height, Row: straightRows(pm)}
	frame, err := vp8.Encode(ctx, pic, o.Quality)
	if err != nil {
		return nil, err
	}
	if pm.Opaque {
		return chunk("VP8 ", frame), nil
	}
	alpha := make([]byte, pm.Width*pm.Height)
	for i := range alpha {
		alpha[i] = pm.Pix[i*4+3]
	}
	packed, err := vp8l.EncodeAlpha(ctx, alpha, pm.Width, pm.Height)
	if err != nil {
		return nil, err
	}
	// No filter, no preprocessing; lossless compression or, where that does not
	// help, none.
	alph := append([]byte{1}, packed...)
	if len(packed) > len(alpha) {
		alph = append([]byte{0}, alpha...)
	}
	return append(chunk("ALPH", alph), chunk("VP8 ", frame)...), nil
}

// lossless returns a VP8L stream.
func lossless(ctx context.Context, pm *raster.Pixmap) ([]byte, error) {
	p := palette.Exact(&palette.Source{Width: pm.Width, Height: pm.Height, Pix: pm.Pix, Opaque: pm.Opaque, Same: pm.Same})
	if p == nil {
		return vp8l.Encode(ctx, straightARGB(pm), pm.Width, pm.Height)
	}
	for i, v := range p.Colors {
		p.Colors[i] = argb(v)
	}
	return vp8l.EncodeIndexed(ctx, p.Index, p.Colors, pm.Width, pm.Height)
}

func append24(b []byte, v int) []byte { return append(b, byte(v), byte(v>>8), byte(v>>16)) }

// chunk frames data, padded to an even size.
func chunk(name string, data []byte) []byte {
	out := make([]byte, 0, 8+len(data)+1)
	out = append(out, name...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data)))
	out = append(out, data...)
	if len(data)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

func riff(chunks ...[]byte) []byte {
	size := 4
	for _, c := range chunks {
		size += len(c)
	}
	out := make([]byte, 0, 8+size)
	out = append(out, "RIFF"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(size))
	out = append(out, "WEBP"...)
	for _, c := range chunks {
		out = append(out, c...)
	}
	return out
}

// argb swaps red and blue.
func argb(v uint32) uint32 { return v&0xff00ff00 | v&0xff<<16 | v>>16&0xff }

// straightARGB returns pm's pixels un-premultiplied, alpha in the high byte.
func straightARGB(pm *raster.Pixmap) []uint32 {
	out := make([]uint32, pm.Width*pm.Height)
	for i := range out {
		v := binary.LittleEndian.Uint32(pm.Pix[i*4:])
		if v>>24 != 255 {
			v = rgba.Straight(v)
		}
		out[i] = argb(v)
	}
	return out
}

// straightRows returns a function that gives pm's rows un-premultiplied. Invisible
// pixels repeat the visible one before them, which is cheaper to code than a hole.
func straightRows(pm *raster.Pixmap) func(y int, scratch []byte) []byte {
	n := pm.Width * 4
	return func(y int, scratch []byte) []byte {
		src := pm.Pix[y*n : (y+1)*n]
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
