package image

import (
	"context"
	"encoding/binary"
	stdimage "image"

	"golang.org/x/image/webp"
)

// decodeWebP decodes a still WebP file or the first frame of an animation.
func decodeWebP(ctx context.Context, data []byte, info Info) (*Bitmap, error) {
	b := &Bitmap{Width: info.Width, Height: info.Height}
	file, x, y, err := stillWebP(data, info)
	if err != nil {
		return nil, err
	}
	img, err := webp.Decode(reader(ctx, file))
	if err != nil {
		return nil, broken(WebP, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := img.Bounds()
	if r.Dx() > b.Width-x || r.Dy() > b.Height-y {
		return nil, corrupt(WebP, "a frame of %d×%d pixels does not fit into %d×%d", r.Dx(), r.Dy(), b.Width, b.Height)
	}
	b.Pix = make([]byte, b.Width*b.Height*4)
	switch img := img.(type) {
	case *stdimage.YCbCr:
		fillYCC(b, img, nil, x, y)
	case *stdimage.NYCbCrA:
		fillYCC(b, &img.YCbCr, img, x, y)
	default:
		fill(b, img, x, y)
	}
	return b, nil
}

// fillYCC writes a lossy frame and its alpha into b at (x0, y0).
func fillYCC(b *Bitmap, img *stdimage.YCbCr, alpha *stdimage.NYCbCrA, x0, y0 int) {
	f := b
	if img.Rect.Dx() != b.Width || img.Rect.Dy() != b.Height {
		f = &Bitmap{Width: img.Rect.Dx(), Height: img.Rect.Dy()}
		f.Pix = make([]byte, f.Width*f.Height*4)
	}
	upsampleVideo(f, img)
	if alpha != nil {
		for y := range f.Height {
			row := alpha.A[y*alpha.AStride:][:f.Width]
			dst := f.Pix[y*f.Width*4:]
			for x, a := range row {
				p := dst[x*4 : x*4+4]
				premultiply(p, p[0], p[1], p[2], a)
			}
		}
	}
	if f != b {
		for y := range f.Height {
			copy(b.Pix[((y0+y)*b.Width+x0)*4:], f.Pix[y*f.Width*4:][:f.Width*4])
		}
	}
}

// stillWebP returns a file that holds one picture, and where that stands on the
// canvas: data itself or, for an animation, its first frame.
func stillWebP(data []byte, info Info) (file []byte, x, y int, err error) {
	const animated = 0x02
	first, rest, ok := nextChunk(data[12:])
	if !ok {
		return nil, 0, 0, corrupt(WebP, "the file ends early")
	}
	if first.name != "VP8X" || len(first.data) < 10 || first.data[0]&animated == 0 {
		// The pixels' own header may announce another size than the container; the
		// limits were checked against the container's.
		for c, more := first, rest; ; {
			if c.name == "VP8 " || c.name == "VP8L" {
				w, h, err := chunkSize(c)
				if err != nil {
					return nil, 0, 0, err
				}
				if w != info.Width || h != info.Height {
					return nil, 0, 0, corrupt(WebP, "its headers disagree about the size")
				}
				return data, 0, 0, nil
			}
			if c, more, ok = nextChunk(more); !ok {
				return nil, 0, 0, corrupt(WebP, "the file ends early")
			}
		}
	}
	for {
		var c riffChunk
		if c, rest, ok = nextChunk(rest); !ok {
			return nil, 0, 0, corrupt(WebP, "the file ends early")
		}
		if c.name != "ANMF" {
			continue
		}
		if len(c.data) < 16 {
			return nil, 0, 0, corrupt(WebP, "a frame is too short")
		}
		return frameFile(c.data, info)
	}
}

// frameFile makes a file of an ANMF chunk's data.
func frameFile(frame []byte, info Info) (file []byte, x, y int, err error) {
	x, y = 2*u24(frame), 2*u24(frame[3:])
	w, h := 1+u24(frame[6:]), 1+u24(frame[9:])
	if x+w > info.Width || y+h > info.Height {
		return nil, 0, 0, corrupt(WebP, "a frame of %d×%d pixels does not fit into %d×%d", w, h, info.Width, info.Height)
	}
	var alph, pixels []byte
	for rest := frame[16:]; len(rest) > 0; {
		c, next, ok := nextChunk(rest)
		if !ok {
			return nil, 0, 0, corrupt(WebP, "the file ends early")
		}
		whole := rest[:len(rest)-len(next)]
		switch c.name {
		case "ALPH":
			alph = whole
		case "VP8 ", "VP8L":
			if cw, ch, err := chunkSize(c); err != nil {
				return nil, 0, 0, err
			} else if cw != w || ch != h {
				return nil, 0, 0, corrupt(WebP, "its headers disagree about the size")
			}
			pixels = whole
		}
		rest = next
	}
	if pixels == nil {
		return nil, 0, 0, corrupt(WebP, "a frame has no pixels")
	}
	file = append(file, "RIFF\x00\x00\x00\x00WEBP"...)
	if alph != nil {
		const hasAlpha = 0x10
		file = append(file, "VP8X\x0a\x00\x00\x00"...)
		file = append(file, hasAlpha, 0, 0, 0)
		file = append(file, frame[6:12]...)
		file = append(file, alph...)
	}
	file = append(file, pixels...)
	binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
	return file, x, y, nil
}
