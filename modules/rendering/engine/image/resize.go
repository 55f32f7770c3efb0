package image

import "encoding/binary"

// Resize returns b scaled to w × h pixels, both at least 1. Shrinking averages the
// area each new pixel covers, enlarging interpolates between the two nearest; each
// axis by itself. Premultiplied values are averaged, in fixed point of 14 bits, so
// the result is the same on every machine. A bitmap of that size already is
// returned as it is; a new one has no Hash, for it has no file.
func Resize(b *Bitmap, w, h int) *Bitmap {
	w, h = max(w, 1), max(h, 1)
	if b.Width == w && b.Height == h {
		return b
	}
	out := &Bitmap{Width: w, Height: h, Opaque: b.Opaque, Pix: make([]byte, w*h*4)}
	if b.Width == 0 || b.Height == 0 {
		out.Opaque = false
		return out
	}
	cols, rows := weights(b.Width, w), weights(b.Height, h)

	// Rows scaled horizontally wait in a ring until no new row needs them: pixels of
	// four 16-bit lanes holding 8.8 fixed point.
	depth := 1
	for _, t := range rows {
		depth = max(depth, len(t.weight))
	}
	ring := make([]uint64, depth*w)
	low, high := make([]uint64, w), make([]uint64, w)
	ready := 0
	for y, t := range rows {
		for ; ready < t.first+len(t.weight); ready++ {
			scaleRow(ring[ready%depth*w:][:w], b.Pix[ready*b.Width*4:][:b.Width*4], cols)
		}
		clear(low)
		clear(high)
		for i, k := range t.weight {
			row := ring[(t.first+i)%depth*w:][:w]
			accumulate(low, high, row, uint64(k))
		}
		dst := out.Pix[y*w*4:][:w*4]
		for x := range low {
			// 8.8 times 14 bits: 22 fractional bits.
			const half = 1<<21 | 1<<(21+32)
			a, c := low[x]+half, high[x]+half
			binary.LittleEndian.PutUint32(dst[x*4:], uint32(a>>22&0xff)|uint32(c>>22&0xff)<<8|
				uint32(a>>54&0xff)<<16|uint32(c>>54&0xff)<<24)
		}
	}
	return out
}

// taps are the source pixels that make one new pixel.
type taps struct {
	first  int
	weight []uint16 // adds up to one
}

const (
	weightBits = 14
	one        = 1 << weightBits
)

// weights returns the taps for scaling n pixels to m.
func weights(n, m int) []taps {
	out := make([]taps, m)
	if n > m {
		all := make([]uint16, 0, n+2*m)
		for i := range out {
			// New pixel i covers [i·n, (i+1)·n) where a source pixel is m long.
			from, to := int64(i)*int64(n), int64(i+1)*int64(n)
			first, last := from/int64(m), (to-1)/int64(m)
			start := len(all)
			for j := first; j <= last; j++ {
				cover := min(to, (j+1)*int64(m)) - max(from, j*int64(m))
				// Rounding the running total spreads the error and keeps the sum exact.
				done := min(to, (j+1)*int64(m)) - from
				all = append(all, uint16(portion(done, int64(n))-portion(done-cover, int64(n))))
			}
			out[i] = taps{int(first), all[start:len(all):len(all)]}
		}
		return out
	}
	all := make([]uint16, 0, 2*m)
	for i := range out {
		// The centre of new pixel i, in half source pixels times m.
		centre := int64(2*i+1)*int64(n) - int64(m)
		start := len(all)
		first := int64(0)
		if centre > 0 {
			first = centre / int64(2*m)
		}
		if centre <= 0 || first >= int64(n-1) {
			first = min(first, int64(n-1))
			all = append(all, one)
		} else {
			k := portion(centre-first*int64(2*m), int64(2*m))
			all = append(all, uint16(one-k), uint16(k))
		}
		out[i] = taps{int(first), all[start:len(all):len(all)]}
	}
	return out
}

// portion is part/whole in weight units, to the nearest.
func portion(part, whole int64) int64 { return (part*one + whole/2) / whole }

// scaleRow scales RGBA pixels along a row.
func scaleRow(dst []uint64, src []byte, cols []taps) {
	const lanes = 0x000000ff000000ff
	for x := range dst {
		t := &cols[x]
		var even, odd uint64 // R and B, G and A
		p := src[t.first*4:]
		for _, k := range t.weight {
			v := uint64(binary.LittleEndian.Uint32(p))
			v |= v << 16 // R in bits 0–7, B in 32–39; G in 8–15, A in 40–47
			even += v & lanes * uint64(k)
			odd += v >> 8 & lanes * uint64(k)
			p = p[4:]
		}
		const drop, half = weightBits - 8, 1<<(weightBits-9) | 1<<(weightBits-9+32)
		const keep = 0x0000ffff0000ffff
		even, odd = (even+half)>>drop&keep, (odd+half)>>drop&keep
		dst[x] = even | odd<<16
	}
}

// accumulate adds a row times k: lanes 0 and 2 to low, 1 and 3 to high.
func accumulate(low, high, row []uint64, k uint64) {
	const lanes = 0x0000ffff0000ffff
	low, high = low[:len(row)], high[:len(row)]
	for x, v := range row {
		low[x] += v & lanes * k
		high[x] += v >> 16 & lanes * k
	}
}
