package image

import stdimage "image"

// ycc converts one Y, Cb, Cr sample to opaque RGBA.
type ycc func(dst []byte, y, cb, cr uint8)

// jfif is the full-range conversion of JPEG (JFIF 1.02), 16 fractional bits.
func jfif(dst []byte, y, cb, cr uint8) {
	const half = 1 << 15
	l := int32(y)<<16 + half
	u, v := int32(cb)-128, int32(cr)-128
	dst[0] = clip(l+91881*v, 16)
	dst[1] = clip(l-22554*u-46802*v, 16)
	dst[2] = clip(l+116130*u, 16)
	dst[3] = 255
}

// video is the limited-range conversion of WebP (RFC 9649 refers to BT.601; the constants are the 14-bit constants
// common in decoders).
func video(dst []byte, y, cb, cr uint8) {
	l := int32(y) * 19077 >> 8
	u, v := int32(cb), int32(cr)
	dst[0] = clip(l+v*26149>>8-14234, 6)
	dst[1] = clip(l-u*6419>>8-v*13320>>8+8708, 6)
	dst[2] = clip(l+u*33050>>8-17685, 6)
	dst[3] = 255
}

func clip(v int32, shift uint) uint8 { return uint8(min(max(v>>shift, 0), 255)) }

// upsample converts img into b, which has its size. Chroma of half resolution is interpolated with weights 3:1 towards
// the nearer sample, rounded like libjpeg, and therefore browsers; other ratios repeat samples.
func upsample(b *Bitmap, img *stdimage.YCbCr) {
	w := b.Width
	cw, ch := halfSize(img)
	rows := [2][]uint8{make([]uint8, w+1), make([]uint8, w+1)}
	sum := make([]uint16, cw)
	for y := range b.Height {
		for i, plane := range [2][]uint8{img.Cb, img.Cr} {
			switch img.SubsampleRatio {
			case stdimage.YCbCrSubsampleRatio420:
				near, far := nearRows(plane, img.CStride, y, cw, ch)
				for x := range sum {
					sum[x] = 3*uint16(near[x]) + uint16(far[x])
				}
				widen(rows[i], sum, w, 8, 7, 4)
			case stdimage.YCbCrSubsampleRatio422:
				for x, v := range plane[y*img.CStride:][:cw] {
					sum[x] = uint16(v)
				}
				widen(rows[i], sum, w, 1, 2, 2)
			default:
				for x := range w {
					rows[i][x] = plane[img.COffset(img.Rect.Min.X+x, img.Rect.Min.Y+y)]
				}
			}
		}
		convertRow(b, img, y, rows, jfif)
	}
}

// upsampleVideo does the same for WebP, whose 4:2:0 chroma is rounded like libwebp.
func upsampleVideo(b *Bitmap, img *stdimage.YCbCr) {
	w := b.Width
	cw, ch := halfSize(img)
	rows := [2][]uint8{make([]uint8, w+1), make([]uint8, w+1)}
	for y := range b.Height {
		for i, plane := range [2][]uint8{img.Cb, img.Cr} {
			near, far := nearRows(plane, img.CStride, y, cw, ch)
			widenVideo(rows[i], near, far, w)
		}
		convertRow(b, img, y, rows, video)
	}
}

// halfSize returns the size of half-resolution chroma.
func halfSize(img *stdimage.YCbCr) (w, h int) {
	return (img.Rect.Max.X+1)/2 - img.Rect.Min.X/2, (img.Rect.Max.Y+1)/2 - img.Rect.Min.Y/2
}

// nearRows returns the nearest and the second nearest chroma row to row y.
func nearRows(plane []uint8, stride, y, cw, ch int) (near, far []uint8) {
	n := y / 2
	f := min(max(n-1+y%2*2, 0), ch-1)
	return plane[n*stride:][:cw], plane[f*stride:][:cw]
}

func convertRow(b *Bitmap, img *stdimage.YCbCr, y int, chroma [2][]uint8, convert ycc) {
	luma := img.Y[img.YOffset(img.Rect.Min.X, img.Rect.Min.Y+y):][:b.Width]
	dst := b.Pix[y*b.Width*4:][:b.Width*4]
	for x, l := range luma {
		convert(dst[x*4:x*4+4], l, chroma[0][x], chroma[1][x])
	}
}

// widenVideo interpolates a row of chroma between the two rows nearest to it.
func widenVideo(dst, near, far []uint8, w int) {
	last := len(near) - 1
	for i := range near {
		n, f := uint32(near[i]), uint32(far[i])
		for k := range 2 {
			x, j := 2*i+k, i-1+2*k
			if x >= w {
				break
			}
			if j < 0 || j > last {
				dst[x] = uint8((3*n + f + 2) >> 2)
				continue
			}
			beside, across := uint32(near[j]), uint32(far[j])
			dst[x] = uint8(((n+beside+f+across+8+2*(beside+f))>>3 + n) >> 1)
		}
	}
}

// widen doubles the length of a row: each sample becomes two, weighted three parts itself and one part its neighbour on
// that side; the ends of the row are repeated. Left and right results are rounded differently to avoid a bias.
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
