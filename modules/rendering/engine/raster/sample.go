package raster

import "encoding/binary"

// picture is premultiplied pixels to sample from.
type picture struct {
	w, h, stride int
	pix          []byte
	opaque       bool
}

func (p *picture) at(x, y int) uint32 {
	return binary.LittleEndian.Uint32(p.pix[y*p.stride+x*4:])
}

// sampler paints a picture under an affine map. Positions are 32.32 fixed point in
// picture pixels; (x, y) maps to (u0 + x·ux + y·uy, v0 + x·vx + y·vy), which is the
// position of the device pixel's centre.
type sampler struct {
	src                    *picture
	u0, ux, uy, v0, vx, vy int64
	smooth                 bool
	x, y                   axis
}

// axis is how positions along u or v become pixels. With period > 0 the picture
// repeats; with bounded set it ends at size, and beyond that nothing is painted
// (gaps, or everything around a picture that does not repeat).
type axis struct {
	lo, hi  int   // the pixels that may be read, half open
	period  int64 // 32.32; 0: none
	size    int64 // 32.32; 0: unbounded, edges are continued
	joined  bool  // the last pixel is followed by the first
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
	fu, fv := uint64(u>>24&255), uint64(v>>24&255)
	x0, y0 := s.x.pixel(iu), s.y.pixel(iv)
	if fu|fv == 0 {
		return s.src.at(x0, y0)
	}
	x1, y1 := s.x.pixel(iu+1), s.y.pixel(iv+1)
	top := mix256(spread(s.src.at(x0, y0)), spread(s.src.at(x1, y0)), fu)
	if fv == 0 {
		return pack(top)
	}
	bottom := mix256(spread(s.src.at(x0, y1)), spread(s.src.at(x1, y1)), fu)
	return pack(mix256(top, bottom, fv))
}

// mix256 mixes four lanes, b with weight f/256.
func mix256(a, b, f uint64) uint64 {
	return (a*(256-f) + b*f + laneHalf) >> 8 & laneMask
}

// place brings a position into the first repetition; ok is false in a gap.
func (a *axis) place(u int64) (int64, bool) {
	if a.period > 0 && (u < 0 || u >= a.period) {
		u %= a.period
		if u < 0 {
			u += a.period
		}
	}
	return u, !a.bounded || (u >= 0 && u < a.size)
}

// pixel returns the pixel to read for index i, which may be one off either end.
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

// shrink returns the part [x0, x1) × [y0, y1) of p averaged down to w × h pixels,
// each the mean of the area it covers. w and h are at most the part's size.
func (p *picture) shrink(x0, y0, x1, y1, w, h int) *picture {
	cols, rows := boxWeights(x1-x0, w), boxWeights(y1-y0, h)
	out := &picture{w: w, h: h, stride: w * 4, pix: make([]byte, w*h*4), opaque: p.opaque}
	// Rows come in order: average each one across, then add it to the (at most
	// two) result rows it belongs to.
	line := make([]uint64, 2*w)
	sum := make([]uint64, 2*w)
	averaged := -1 // the source row that line holds
	for y := range h {
		clear(sum)
		r := &rows[y]
		for k, weight := range r.weights {
			if n := r.first + k; n != averaged {
				averageRow(line, p.pix[(y0+n)*p.stride+x0*4:], cols)
				averaged = n
			}
			for i, v := range line {
				sum[i] += v * uint64(weight)
			}
		}
		dst := out.pix[y*out.stride : (y+1)*out.stride]
		for x := range w {
			// line holds 8.8 in 32-bit lanes, sum 8.24.
			a, b := sum[2*x]+0x0080000000800000, sum[2*x+1]+0x0080000000800000
			lo := uint32(a>>24)&255 | uint32(a>>56)<<16
			hi := uint32(b>>24)&255 | uint32(b>>56)<<16
			binary.LittleEndian.PutUint32(dst[x*4:], lo|hi<<8)
		}
	}
	return out
}

// averageRow averages a row of pixels across; each result is two words of two
// 32-bit lanes (R, B and G, A) in 8.8.
func averageRow(line []uint64, src []byte, cols []boxWeight) {
	for x := range cols {
		c := &cols[x]
		var a, b uint64
		px := src[c.first*4 : (c.first+len(c.weights))*4]
		for k, w := range c.weights {
			p := binary.LittleEndian.Uint32(px[k*4 : k*4+4])
			a += (uint64(p&255) | uint64(p>>16&255)<<32) * uint64(w)
			b += (uint64(p>>8&255) | uint64(p>>24)<<32) * uint64(w)
		}
		const half = 0x0000008000000080
		line[2*x] = (a + half) >> 8 & 0x0000ffff0000ffff
		line[2*x+1] = (b + half) >> 8 & 0x0000ffff0000ffff
	}
}

// boxWeight says which inputs make one output; the weights sum to 65536.
type boxWeight struct {
	first   int
	weights []uint32
}

// boxWeights averages n inputs down to m ≤ n outputs.
func boxWeights(n, m int) []boxWeight {
	out := make([]boxWeight, m)
	for i := range out {
		lo, hi := int64(i)*int64(n), int64(i+1)*int64(n) // in 1/m input
		first, last := lo/int64(m), (hi-1)/int64(m)
		w := make([]uint32, last-first+1)
		total := uint32(0)
		for k := range w {
			a := max(lo, (first+int64(k))*int64(m))
			b := min(hi, (first+int64(k)+1)*int64(m))
			w[k] = uint32((b - a) * 65536 / int64(n))
			total += w[k]
		}
		w[len(w)/2] += 65536 - total
		out[i] = boxWeight{int(first), w}
	}
	return out
}
