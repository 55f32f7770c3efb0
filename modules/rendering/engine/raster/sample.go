package raster

import "encoding/binary"

// texture is a source of premultiplied pixels to sample.
type texture struct {
	w, h, stride int
	pix          []byte
	opaque       bool
}

func (p *texture) at(x, y int) uint32 {
	return binary.LittleEndian.Uint32(p.pix[y*p.stride+x*4:])
}

// sampler paints an image under an affine map. A smooth one interpolates bilinearly like Skia's samplers: for upright
// images in sixteenths of a pixel, rounding down; for rotated ones at high precision, rounding to nearest. Positions
// are 32.32 fixed point in image pixels; (x, y) maps to (u0 + x·ux + y·uy, v0 + x·vx + y·vy), the position of the
// device pixel's centre.
type sampler struct {
	src                    *texture
	u0, ux, uy, v0, vx, vy int64
	smooth                 bool
	x, y                   axis
}

// axis describes how positions along u or v select pixels. With period > 0 the image repeats; with bounded set nothing
// is painted beyond size (gaps between repetitions, or the surroundings of a single image).
type axis struct {
	lo, hi  int   // readable pixels, half open
	period  int64 // 32.32; 0: none
	size    int64 // 32.32; 0: unbounded, edge pixels are extended
	joined  bool  // the last pixel is adjacent to the first
	bounded bool
}

func (s *sampler) opaque() bool { return s.src.opaque && !s.x.bounded && !s.y.bounded }

func (s *sampler) fill(dst []byte, x, y int) {
	u := s.u0 + int64(x)*s.ux + int64(y)*s.uy
	v := s.v0 + int64(x)*s.vx + int64(y)*s.vy
	for ; len(dst) >= 4; dst = dst[4:] {
		binary.LittleEndian.PutUint32(dst, s.color(u, v))
		u += s.ux
		v += s.vx
	}
}

func (s *sampler) color(u, v int64) uint32 {
	u, okX := s.x.place(u)
	v, okY := s.y.place(v)
	if !okX || !okY {
		return 0
	}
	if !s.smooth {
		return s.src.at(s.x.pixel(int(u>>32)), s.y.pixel(int(v>>32)))
	}
	u -= unit / 2
	v -= unit / 2
	iu, iv := int(u>>32), int(v>>32)
	x0, y0 := s.x.pixel(iu), s.y.pixel(iv)
	x1, y1 := s.x.pixel(iu+1), s.y.pixel(iv+1)
	if s.uy|s.vx != 0 {
		fu, fv := uint64(u>>24&255), uint64(v>>24&255)
		top := mix256(spread(s.src.at(x0, y0)), spread(s.src.at(x1, y0)), fu)
		bottom := mix256(spread(s.src.at(x0, y1)), spread(s.src.at(x1, y1)), fu)
		return pack(mix256(top, bottom, fv))
	}
	fu, fv := uint64(u>>28&15), uint64(v>>28&15)
	if fu|fv == 0 {
		return s.src.at(x0, y0)
	}
	both := fu * fv
	sum := spread(s.src.at(x0, y0)) * (256 - 16*fu - 16*fv + both)
	sum += spread(s.src.at(x1, y0)) * (16*fu - both)
	sum += spread(s.src.at(x0, y1)) * (16*fv - both)
	sum += spread(s.src.at(x1, y1)) * both
	return pack(sum >> 8 & laneMask)
}

// mix256 interpolates four lanes, b with weight f/256.
func mix256(a, b, f uint64) uint64 {
	return (a*(256-f) + b*f + laneHalf) >> 8 & laneMask
}

// place reduces a position to the first repetition; ok is false in a gap.
func (a *axis) place(u int64) (int64, bool) {
	if a.period > 0 && (u < 0 || u >= a.period) {
		u %= a.period
		if u < 0 {
			u += a.period
		}
	}
	return u, !a.bounded || (u >= 0 && u < a.size)
}

// pixel returns the pixel for index i, which may be one beyond either end.
func (a *axis) pixel(i int) int {
	if i < a.lo {
		if a.joined {
			return a.hi - 1
		}
		return a.lo
	}
	if i >= a.hi {
		if a.joined {
			return a.lo
		}
		return a.hi - 1
	}
	return i
}
