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

// levelFor returns how often an image is halved before it is drawn at tw × th pixels: as often as both sides remain at
// least that large.
func levelFor(w, h, tw, th int) int {
	n := 0
	for w > 1 && h > 1 && w/2 >= max(1, tw) && h/2 >= max(1, th) {
		w, h, n = w/2, h/2, n+1
	}
	return n
}
