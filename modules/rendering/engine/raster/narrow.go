package raster

import (
	"context"
	"encoding/binary"
)

// Blurs with a standard deviation below 6 run at full size on pixels in four 16-bit lanes: a kernel of weights that sum
// to 256, or three boxes whose sums just fit.

// narrowLimit is the standard deviation from which a blur is computed on downsampled pixels.
const narrowLimit = 6

// narrowBlur holds the parameters of a narrow blur along one axis.
type narrowBlur struct {
	half    []uint64 // the right half of the kernel, from its centre; nil: boxes
	windows [3]window
	drop    uint   // right shift of the second sum before the third
	scale   uint64 // 2^(22+drop) / product of the windows' sizes
}

func newNarrowBlur(sigma float64) narrowBlur {
	if sigma < 0.05 {
		return narrowBlur{half: []uint64{256}}
	}
	if sigma < 2 {
		k := gaussian(sigma)
		r := len(k) / 2
		b := narrowBlur{half: make([]uint64, r+1)}
		rest := uint64(256)
		for i := r; i > 0; i-- {
			b.half[i] = (k[r+i] + 8) / 16
			rest -= 2 * b.half[i]
		}
		b.half[0] = rest
		return b
	}
	b := narrowBlur{windows: boxes(sigma)}
	n := 1
	for _, w := range b.windows {
		n *= w.size()
	}
	b.drop = 2
	if b.windows[0].size() > 8 {
		b.drop = 3
	}
	b.scale = (1<<(22+b.drop) + uint64(n)/2) / uint64(n)
	return b
}

func (b *narrowBlur) pad() int {
	if b.half != nil {
		return len(b.half) - 1
	}
	n := 0
	for _, w := range b.windows {
		n += max(w.l, w.r)
	}
	return n
}

// narrow blurs s in place; pixels outside s are mirrored if mirror is set, otherwise transparent.
func (e *executor) narrow(ctx context.Context, s *surface, sx, sy float64, mirror bool) {
	x, y := newNarrowBlur(sx), newNarrowBlur(sy)
	w, h := s.area.w(), s.area.h()
	if x.pad() > 0 {
		e.rows(ctx, 0, h, func(y0, y1 int) {
			pad := x.pad()
			a, c := make([]uint64, w+2*pad), make([]uint64, w+2*pad)
			for i := y0; i < y1; i++ {
				row := s.row(s.area.y0+i, s.area.x0, s.area.x1)
				clear(a[:pad])
				clear(a[pad+w:])
				for k := range w {
					a[pad+k] = spread(binary.LittleEndian.Uint32(row[4*k : 4*k+4]))
				}
				if mirror {
					for k := range pad {
						a[pad-1-k] = a[pad+mirrored(-1-k, w)]
						a[pad+w+k] = a[pad+mirrored(w+k, w)]
					}
				}
				for k, v := range x.run(a, c, 1) {
					binary.LittleEndian.PutUint32(row[4*k:4*k+4], pack(v))
				}
			}
		})
	}
	const strip = 32
	pad := y.pad()
	if pad == 0 {
		return
	}
	e.each((w+strip-1)/strip, func(wk *worker, i int) {
		if ctx.Err() != nil {
			return
		}
		x0 := s.area.x0 + i*strip
		x1 := min(x0+strip, s.area.x1)
		n, total := x1-x0, h+2*pad
		if cap(wk.columns) < 2*n*total {
			wk.columns = make([]uint64, 2*n*total)
		}
		a, c := wk.columns[:n*total], wk.columns[n*total:2*n*total]
		for k := range total {
			out, from := a[k*n:(k+1)*n], k-pad
			if from < 0 || from >= h {
				if !mirror {
					clear(out)
					continue
				}
				from = mirrored(from, h)
			}
			row := s.row(s.area.y0+from, x0, x1)
			for j := range out {
				out[j] = spread(binary.LittleEndian.Uint32(row[4*j : 4*j+4]))
			}
		}
		out := y.run(a, c, n)
		for k := range h {
			row := s.row(s.area.y0+k, x0, x1)
			for j, v := range out[k*n : (k+1)*n] {
				binary.LittleEndian.PutUint32(row[4*j:4*j+4], pack(v))
			}
		}
	})
}

// run blurs lines of pixels that are step words apart; a and c hold the padded input and scratch. The result has the
// length of the unpadded input.
func (b *narrowBlur) run(a, c []uint64, step int) []uint64 {
	pad := b.pad() * step
	n := len(a) - 2*pad
	if b.half != nil {
		out := c[:n]
		mid := a[pad : pad+n]
		for i, v := range mid {
			out[i] = v*b.half[0] + laneHalf
		}
		for k, w := range b.half[1:] {
			d := (k + 1) * step
			lo, hi := a[pad-d:pad-d+n], a[pad+d:pad+d+n]
			for i := range out {
				out[i] += (lo[i] + hi[i]) * w
			}
		}
		for i, v := range out {
			out[i] = v >> 8 & laneMask
		}
		return out
	}
	for pass, w := range b.windows {
		if pass == 2 {
			// Sixteen bits hold two sums; the third needs headroom.
			half, keep := uint64(0x0001000100010001)<<(b.drop-1), uint64(0xffff>>b.drop)*0x0001000100010001
			for i, v := range a {
				a[i] = (v + half) >> b.drop & keep
			}
		}
		boxSum(c, a, w, step)
		a, c = c, a
	}
	out := a[pad : pad+n]
	for i, v := range out {
		const half = 1<<21 | 1<<53
		even := (v&0x0000ffff0000ffff*b.scale + half) >> 22 & 0x000000ff000000ff
		odd := (v>>16&0x0000ffff0000ffff*b.scale + half) >> 22 & 0x000000ff000000ff
		out[i] = even | odd<<16
	}
	return out
}

// boxSum sums a window along lines of pixels that are step words apart; pixels outside are 0.
func boxSum(dst, src []uint64, w window, step int) {
	total := len(src) / step
	if step == 1 {
		var sum uint64
		for i := 0; i < min(w.r, total); i++ {
			sum += src[i]
		}
		for i := range dst {
			if j := i + w.r; j < total {
				sum += src[j]
			}
			if j := i - w.l - 1; j >= 0 {
				sum -= src[j]
			}
			dst[i] = sum
		}
		return
	}
	sum := make([]uint64, step)
	for i := 0; i < min(w.r, total); i++ {
		for k, v := range src[i*step : (i+1)*step] {
			sum[k] += v
		}
	}
	for i := range total {
		out := dst[i*step : (i+1)*step]
		if j := i + w.r; j < total {
			for k, v := range src[j*step : (j+1)*step] {
				sum[k] += v
			}
		}
		if j := i - w.l - 1; j >= 0 {
			for k, v := range src[j*step : (j+1)*step] {
				sum[k] -= v
			}
		}
		copy(out, sum)
	}
}
