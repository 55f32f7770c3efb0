package image

import stdimage "image"

// ycc converts one Y, Cb, Cr sample to opaque RGBA.
type ycc func(dst []byte, y, cb, cr uint8)

// jfif is the full-range conversion of JPEG (JFIF 1.02), 16 fractional bits.
var jfif ycc = func(dst []byte, y, cb, cr uint8) {
	const half = 1 << 15
	l := int32(y)<<16 + half
	u, v := int32(cb)-128, int32(cr)-128
	dst[0] = clip(l+91881*v, 16)
	dst[1] = clip(l-22554*u-46802*v, 16)
	dst[2] = clip(l+116130*u, 16)
	dst[3] = 255
}

// video is the limited-range conversion of WebP (RFC 9649 refers to BT.601; the
// constants are the 14-bit ones decoders use).
var video ycc = func(dst []byte, y, cb, cr uint8) {
	l := int32(y) * 19077 >> 8
	u, v := int32(cb), int32(cr)
	dst[0] = clip(l+v*26149>>8-14234, 6)
	dst[1] = clip(l-u*6419>>8-v*13320>>8+8708, 6)
	dst[2] = clip(l+u*33050>>8-17685, 6)
	dst[3] = 255
}

func clip(v int32, shift uint) uint8 { return uint8(min(max(v>>shift, 0), 255)) }

// upsample converts img into b, which has its size. Chroma of half resolution is
// interpolated with weights 3:1 towards the nearer sample, as libjpeg and libwebp
// do and therefore browsers; other ratios repeat samples.
func upsample(b *Bitmap, img *stdimage.YCbCr, convert *ycc) {
	w := b.Width
	cw := (img.Rect.Max.X+1)/2 - img.Rect.Min.X/2
	ch := (img.Rect.Max.Y+1)/2 - img.Rect.Min.Y/2
	cbRow, crRow := make([]uint8, w+1), make([]uint8, w+1)
	sum := make([]uint16, cw)
	for y := range b.Height {
		switch img.SubsampleRatio {
		case stdimage.YCbCrSubsampleRatio420:
			near := y / 2
			far := near - 1 + y%2*2
			far = min(max(far, 0), ch-1)
			for i, plane := range [2][]uint8{img.Cb, img.Cr} {
				n, f := plane[near*img.CStride:][:cw], plane[far*img.CStride:][:cw]
				for x := range sum {
					sum[x] = 3*uint16(n[x]) + uint16(f[x])
				}
				widen([2][]uint8{cbRow, crRow}[i], sum, w, 8, 7, 4)
			}
		case stdimage.YCbCrSubsampleRatio422:
			for i, plane := range [2][]uint8{img.Cb, img.Cr} {
				n := plane[y*img.CStride:][:cw]
				for x := range sum {
					sum[x] = uint16(n[x])
				}
				widen([2][]uint8{cbRow, crRow}[i], sum, w, 1, 2, 2)
			}
		default:
			for x := range w {
				o := img.COffset(img.Rect.Min.X+x, img.Rect.Min.Y+y)
				cbRow[x], crRow[x] = img.Cb[o], img.Cr[o]
			}
		}
		luma := img.Y[img.YOffset(img.Rect.Min.X, img.Rect.Min.Y+y):][:w]
		dst := b.Pix[y*w*4:][:w*4]
		for x, l := range luma {
			(*convert)(dst[x*4:x*4+4], l, cbRow[x], crRow[x])
		}
	}
}

// widen doubles a row: each sample becomes two, three parts itself and one part
// its neighbour on that side; the row's ends have no neighbour. Left and right
// results are rounded by different amounts, which cancels a drift.
func widen(dst []uint8, src []uint16, w int, left, right uint32, shift uint) {
	last := len(src) - 1
	for i, s := range src {
		v := 3 * uint32(s)
		a, c := uint32(src[max(i-1, 0)]), uint32(src[min(i+1, last)])
		dst[2*i] = uint8((v + a + left) >> shift)
		if 2*i+1 < w {
			dst[2*i+1] = uint8((v + c + right) >> shift)
		}
	}
}
