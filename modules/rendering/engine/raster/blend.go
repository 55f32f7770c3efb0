package raster

import (
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// Pixels are little-endian words of premultiplied colours, R lowest; four channels are blended together in 16-bit lanes
// of a uint64.
//
// Source over destination is s + ⌊d·(256−α)/256⌋, and a colour with coverage c/255 is ⌊s·(c+1)/256⌋: at most one level
// below the exact result. Skia's 8-bit blitters compute the same, so translucent panels and shadows match browsers
// exactly.

const (
	laneMask = 0x00ff00ff00ff00ff
	laneHalf = 0x0080008000800080
)

// div255 divides four 16-bit lanes ≤ 255·255 by 255, rounding to nearest.
func div255(v uint64) uint64 {
	v += laneHalf
	return (v + v>>8&laneMask) >> 8 & laneMask
}

// spread unpacks a pixel's channels into lanes R, B, G, A, lowest first.
func spread(p uint32) uint64 {
	return uint64(p&0x00ff00ff) | uint64(p>>8&0x00ff00ff)<<32
}

// pack returns the inverse of spread.
func pack(v uint64) uint32 { return uint32(v) | uint32(v>>32)<<8 }

// scalePixel multiplies a premultiplied pixel by c/255.
func scalePixel(p uint32, c uint32) uint32 { return pack(div255(spread(p) * uint64(c))) }

// overPixel composites s over d.
func overPixel(s, d uint32) uint32 {
	ia := uint64(256 - s>>24)
	return s + pack(spread(d)*ia>>8&laneMask)
}

// premultiply converts a display colour to a pixel.
func premultiply(c display.Color) uint32 {
	a := uint32(c.A)
	if a == 255 {
		return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | 255<<24
	}
	return scalePixel(uint32(c.R)|uint32(c.G)<<8|uint32(c.B)<<16|255<<24, a)
}

// Premultiplied returns the pixel of a display colour.
func Premultiplied(c display.Color) (pixel [4]byte) {
	binary.LittleEndian.PutUint32(pixel[:], premultiply(c))
	return pixel
}

// fillPixels sets every pixel of dst.
func fillPixels(dst []byte, p uint32) {
	w := uint64(p) | uint64(p)<<32
	for len(dst) >= 32 {
		d := dst[:32]
		binary.LittleEndian.PutUint64(d, w)
		binary.LittleEndian.PutUint64(d[8:], w)
		binary.LittleEndian.PutUint64(d[16:], w)
		binary.LittleEndian.PutUint64(d[24:], w)
		dst = dst[32:]
	}
	for len(dst) >= 4 {
		binary.LittleEndian.PutUint32(dst, p)
		dst = dst[4:]
	}
}

// plainOverSolid composites one translucent pixel over all of dst.
func plainOverSolid(dst []byte, p uint32) {
	ia := uint64(256 - p>>24)
	even := uint64(p & 0x00ff00ff)
	even |= even << 32
	odd := uint64(p >> 8 & 0x00ff00ff)
	odd |= odd << 32
	for len(dst) >= 8 {
		d := binary.LittleEndian.Uint64(dst)
		e := d&laneMask*ia>>8&laneMask + even
		o := d>>8&laneMask*ia>>8&laneMask + odd
		binary.LittleEndian.PutUint64(dst, e|o<<8)
		dst = dst[8:]
	}
	if len(dst) >= 4 {
		binary.LittleEndian.PutUint32(dst, overPixel(p, binary.LittleEndian.Uint32(dst)))
	}
}

// plainOverSolidMask composites p × cov over dst.
func plainOverSolidMask(dst []byte, p uint32, cov []uint8) {
	dst = dst[:len(cov)*4]
	s := spread(p)
	if p>>24 == 255 {
		for i, c := range cov {
			switch c {
			case 0:
			case 255:
				binary.LittleEndian.PutUint32(dst[i*4:i*4+4], p)
			default:
				mixCovered(dst[i*4:i*4+4], s, c)
			}
		}
		return
	}
	for i, c := range cov {
		if c != 0 {
			overCovered(dst[i*4:i*4+4], s, c)
		}
	}
}

// mixCovered composites an opaque colour s (see spread) with coverage c/255 over the pixel d.
func mixCovered(d []byte, s uint64, c uint8) {
	binary.LittleEndian.PutUint32(d, pack(div255(s*uint64(c)+spread(binary.LittleEndian.Uint32(d))*uint64(255-c))))
}

// overCovered composites a translucent colour s (see spread) with coverage c/255 over the pixel d.
func overCovered(d []byte, s uint64, c uint8) {
	v := s * (uint64(c) + 1) >> 8 & laneMask
	binary.LittleEndian.PutUint32(d, pack(v+spread(binary.LittleEndian.Uint32(d))*(256-v>>48)>>8&laneMask))
}

// plainOver composites a row of pixels over dst.
func plainOver(dst, src []byte) {
	src = src[:len(dst)]
	for i := 0; i+4 <= len(dst); i += 4 {
		s := binary.LittleEndian.Uint32(src[i : i+4])
		switch s >> 24 {
		case 0:
			if s == 0 {
				continue
			}
		case 255:
			binary.LittleEndian.PutUint32(dst[i:i+4], s)
			continue
		}
		d := dst[i : i+4]
		binary.LittleEndian.PutUint32(d, overPixel(s, binary.LittleEndian.Uint32(d)))
	}
}

// plainOverNearest composites a row of pixels over dst, rounding to nearest: browsers compute gradients at higher
// precision with dithering, whose average this matches.
func plainOverNearest(dst, src []byte) {
	src = src[:len(dst)]
	for i := 0; i+4 <= len(dst); i += 4 {
		s := binary.LittleEndian.Uint32(src[i : i+4])
		if s == 0 {
			continue
		}
		d := dst[i : i+4]
		binary.LittleEndian.PutUint32(d, s+pack(div255(spread(binary.LittleEndian.Uint32(d))*uint64(255-s>>24))))
	}
}

// overScaled composites src × c/255 over dst.
func overScaled(dst, src []byte, c uint32) {
	src = src[:len(dst)]
	for i := 0; i+4 <= len(dst); i += 4 {
		s := binary.LittleEndian.Uint32(src[i : i+4])
		if s == 0 {
			continue
		}
		v := div255(spread(s) * uint64(c))
		d := dst[i : i+4]
		w := div255(spread(binary.LittleEndian.Uint32(d)) * (255 - v>>48))
		binary.LittleEndian.PutUint32(d, pack(v+w))
	}
}

// overMask composites src × cov over dst.
func overMask(dst, src []byte, cov []uint8) {
	dst = dst[:len(cov)*4]
	src = src[:len(dst)]
	for i, c := range cov {
		s := binary.LittleEndian.Uint32(src[i*4 : i*4+4])
		if c == 0 || s == 0 {
			continue
		}
		d := dst[i*4 : i*4+4]
		v := div255(spread(s) * uint64(c))
		w := div255(spread(binary.LittleEndian.Uint32(d)) * (255 - v>>48))
		binary.LittleEndian.PutUint32(d, pack(v+w))
	}
}

// mul255 returns a·b/255, rounded to nearest, for a, b ≤ 255.
func mul255(a, b uint32) uint32 {
	v := a*b + 128
	return (v + v>>8) >> 8
}

// mulMask multiplies dst by m, entry by entry.
func mulMask(dst, m []uint8) {
	m = m[:len(dst)]
	for i, v := range m {
		if v != 255 {
			dst[i] = uint8(mul255(uint32(dst[i]), uint32(v)))
		}
	}
}

// scaleMask multiplies dst by c/255.
func scaleMask(dst []uint8, c uint32) {
	if c == 255 {
		return
	}
	for i, v := range dst {
		dst[i] = uint8(mul255(uint32(v), c))
	}
}
