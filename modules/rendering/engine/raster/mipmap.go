package raster

import "encoding/binary"

// halved returns the part [x0, x1) × [y0, y1) of p at half its size, rounded down but at least one pixel: a mipmap
// level as in Skia. An even side averages pairs, an odd one triples weighted 1, 2, 1 that share their ends; results are
// rounded down.
func (p *texture) halved(x0, y0, x1, y1 int) *texture {
	cols, rows := tapsOf(x1-x0), tapsOf(y1-y0)
	w, h := max(1, (x1-x0)/2), max(1, (y1-y0)/2)
	out := &texture{w: w, h: h, stride: w * 4, pix: make([]byte, w*h*4), opaque: p.opaque}
	shift := cols.shift + rows.shift
	for y := range h {
		dst := out.pix[y*out.stride : (y+1)*out.stride]
		for x := range w {
			var sum uint64 // at most 16 × 255 in a lane
			for j, wy := range rows.weights {
				src := p.pix[(y0+2*y+j)*p.stride+(x0+2*x)*4:]
				for i, wx := range cols.weights {
					sum += spread(binary.LittleEndian.Uint32(src[4*i:])) * (wx * wy)
				}
			}
			binary.LittleEndian.PutUint32(dst[4*x:], pack(sum>>shift&laneMask))
		}
	}
	return out
}

// taps holds the weights of the source pixels of one pixel, which sum to 1 << shift.
type taps struct {
	weights []uint64
	shift   uint
}

func tapsOf(side int) taps {
	switch {
	case side == 1:
		return taps{[]uint64{1}, 0}
	case side%2 == 0:
		return taps{[]uint64{1, 1}, 1}
	}
	return taps{[]uint64{1, 2, 1}, 2}
}

// levelFor returns the exponent of the power of two by which an image is reduced before it is drawn at tw × th pixels:
// the largest at which both sides, rounded up, remain at least that large.
func levelFor(w, h, tw, th int) int {
	n := 0
	for reduced(w, n) > 1 && reduced(h, n) > 1 && reduced(w, n+1) >= max(1, tw) && reduced(h, n+1) >= max(1, th) {
		n++
	}
	return n
}

// reduced returns a side divided by a power of two, rounded up.
func reduced(side, level int) int { return (side + 1<<level - 1) >> level }

// mipmapFor returns the mipmap level from which an image of w × h pixels is resized to tw × th: the one at the geometric
// mean of both scales, rounded down.
func mipmapFor(w, h, tw, th int) int {
	n := 0
	for int64(w)*int64(h) >= int64(tw)*int64(th)<<(2*n+2) {
		n++
	}
	return n
}

// resized returns the part [x0, x1) × [y0, y1) of p at w × h pixels, interpolated bilinearly at full precision and
// rounded to nearest.
func (p *texture) resized(x0, y0, x1, y1, w, h int) *texture {
	out := &texture{w: w, h: h, stride: w * 4, pix: make([]byte, w*h*4), opaque: p.opaque}
	cols := make([]tap, w)
	for x := range cols {
		cols[x] = tapAt(x, w, x0, x1)
	}
	for y := range h {
		row := tapAt(y, h, y0, y1)
		top, bottom := p.pix[row.at*p.stride:], p.pix[row.next*p.stride:]
		dst := out.pix[y*out.stride : (y+1)*out.stride]
		for x, col := range cols {
			a, b := top[4*col.at:4*col.at+4], top[4*col.next:4*col.next+4]
			c, d := bottom[4*col.at:4*col.at+4], bottom[4*col.next:4*col.next+4]
			for i := range 4 {
				upper := uint64(a[i])*(1<<16-col.weight) + uint64(b[i])*col.weight
				lower := uint64(c[i])*(1<<16-col.weight) + uint64(d[i])*col.weight
				dst[4*x+i] = byte((upper*(1<<16-row.weight) + lower*row.weight + 1<<31) >> 32)
			}
		}
	}
	return out
}

// tap is a pair of neighbouring source pixels; weight is that of the second, in 65536ths.
type tap struct {
	at, next int
	weight   uint64
}

// tapAt returns the pair for the centre of pixel i of n, which cover the source pixels [lo, hi).
func tapAt(i, n, lo, hi int) tap {
	at := (int64(2*i+1)*int64(hi-lo)<<16/int64(n) - 1<<16) >> 1 // in 65536ths, from the centre of the first pixel
	whole := lo + int(at>>16)
	return tap{max(lo, min(whole, hi-1)), max(lo, min(whole+1, hi-1)), uint64(at & (1<<16 - 1))}
}
