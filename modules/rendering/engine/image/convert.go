package image

import (
	stdimage "image"
	"image/color"
)

// adopt converts a newly decoded image to a bitmap, reusing its buffer if the layout matches: a large image is not held
// twice.
func adopt(img stdimage.Image) *Bitmap {
	r := img.Bounds()
	b := &Bitmap{Width: r.Dx(), Height: r.Dy()}
	n := b.Width * b.Height * 4
	switch img := img.(type) {
	case *stdimage.RGBA:
		if len(img.Pix) == n {
			b.Pix = img.Pix
			return b
		}
	case *stdimage.NRGBA:
		if len(img.Pix) == n {
			b.Pix = img.Pix
			for i := 0; i < n; i += 4 {
				p := b.Pix[i : i+4]
				premultiply(p, p[0], p[1], p[2], p[3])
			}
			return b
		}
	}
	b.Pix = make([]byte, n)
	fill(b, img, 0, 0)
	return b
}

// fill writes img premultiplied into b with its corner at (x0, y0), clipped to b.
func fill(b *Bitmap, img stdimage.Image, x0, y0 int) {
	r := img.Bounds()
	w, h := min(r.Dx(), b.Width-x0), min(r.Dy(), b.Height-y0)
	for y := range h {
		dst := b.Pix[((y0+y)*b.Width+x0)*4:][:w*4]
		fillRow(dst, img, r.Min.X, r.Min.Y+y)
	}
}

// fillRow writes pixels of img starting at (x, y).
func fillRow(dst []byte, img stdimage.Image, x, y int) {
	switch img := img.(type) {
	case *stdimage.NRGBA:
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			premultiply(dst[i:i+4], src[i], src[i+1], src[i+2], src[i+3])
		}
	case *stdimage.RGBA:
		copy(dst, img.Pix[img.PixOffset(x, y):])
	case *stdimage.Gray:
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			v := src[i/4]
			dst[i], dst[i+1], dst[i+2], dst[i+3] = v, v, v, 255
		}
	case *stdimage.Paletted:
		var table [256][4]byte
		for i, c := range img.Palette {
			n := straight(c)
			premultiply(table[i][:], n.R, n.G, n.B, n.A)
		}
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			*(*[4]byte)(dst[i:]) = table[src[i/4]]
		}
	case *stdimage.NRGBA64:
		// The high byte approximates the 8-bit value.
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			s := src[i*2:]
			premultiply(dst[i:i+4], narrow(s), narrow(s[2:]), narrow(s[4:]), narrow(s[6:]))
		}
	case *stdimage.RGBA64:
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			s := src[i*2:]
			dst[i], dst[i+1], dst[i+2], dst[i+3] = narrow(s), narrow(s[2:]), narrow(s[4:]), narrow(s[6:])
		}
	case *stdimage.Gray16:
		src := img.Pix[img.PixOffset(x, y):]
		for i := 0; i < len(dst); i += 4 {
			v := narrow(src[i/2:])
			dst[i], dst[i+1], dst[i+2], dst[i+3] = v, v, v, 255
		}
	default:
		for i := 0; i < len(dst); i += 4 {
			n := straight(img.At(x+i/4, y))
			premultiply(dst[i:i+4], n.R, n.G, n.B, n.A)
		}
	}
}

// straight converts a colour to straight alpha, without a detour over premultiplied values where it is already
// straight.
func straight(c color.Color) color.NRGBA {
	if n, ok := c.(color.NRGBA); ok {
		return n
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}

// narrow rounds a 16-bit value, high byte first, to 8 bits.
func narrow(b []byte) uint8 {
	return uint8(((uint32(b[0])<<8|uint32(b[1]))*255 + 32767) / 65535)
}

// premultiply writes a straight pixel to dst.
func premultiply(dst []byte, r, g, b, a uint8) {
	switch a {
	case 255:
		dst[0], dst[1], dst[2], dst[3] = r, g, b, 255
	case 0:
		dst[0], dst[1], dst[2], dst[3] = 0, 0, 0, 0
	default:
		dst[0], dst[1], dst[2], dst[3] = mul255(r, a), mul255(g, a), mul255(b, a), a
	}
}

// mul255 returns (c·a+127)/255.
func mul255(c, a uint8) uint8 { return uint8((uint32(c)*uint32(a) + 127) / 255) }

// orient applies the EXIF orientation o (Exif 2.3 §4.6.4), the visual positions of the first row and column.
func orient(b *Bitmap, o int) *Bitmap {
	if o <= 1 || o > 8 {
		return b
	}
	w, h := b.Width, b.Height
	out := &Bitmap{Width: w, Height: h, Pix: make([]byte, len(b.Pix)), Repaired: b.Repaired}
	if o > 4 {
		out.Width, out.Height = h, w
	}
	for y := range out.Height {
		for x := range out.Width {
			sx, sy := x, y
			switch o {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			case 8:
				sx, sy = w-1-y, x
			}
			*(*[4]byte)(out.Pix[(y*out.Width+x)*4:]) = *(*[4]byte)(b.Pix[(sy*w+sx)*4:])
		}
	}
	return out
}
