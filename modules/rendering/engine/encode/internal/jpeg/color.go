package jpeg

import "encoding/binary"

// Colour conversion (JFIF 1.02) sums three table entries a pixel. An entry packs
// the channel's share of Y, Cb and Cr, each with fracBits fractional bits; four
// pixels' sums still fit their fields.
const (
	fracBits = 11
	cbShift  = 21
	crShift  = 42
	field    = 1<<21 - 1
)

// shares are the packed shares of every value of R, G and B; those of R carry
// the offsets and the halves that make truncation round.
var shares = func() (t [3][256]uint64) {
	// 0.299, 0.587, 0.114; −0.168736, −0.331264, 0.5; 0.5, −0.418688, −0.081312
	// times 2048; each row sums to 2048 or 0, so that grey stays exactly grey.
	coef := [3][3]int{{612, -346, 1024}, {1202, -678, -857}, {234, 1024, -167}}
	for c := range t {
		for v := range t[c] {
			y, cb, cr := v*coef[c][0], v*coef[c][1], v*coef[c][2]
			if c == 0 {
				y += 1 << (fracBits - 1)
				cb += 128<<fracBits + 1<<(fracBits-1) - 1
				cr += 128<<fracBits + 1<<(fracBits-1) - 1
			}
			t[c][v] = uint64(y) + uint64(cb)<<cbShift + uint64(cr)<<crShift
		}
	}
	return t
}()

func sums(v uint32) uint64 {
	return shares[0][v&0xff] + shares[1][v>>8&0xff] + shares[2][v>>16&0xff]
}

// convertFull writes a row of RGBA pixels as Y, Cb and Cr samples.
func convertFull(src, y, cb, cr []byte) {
	n := len(src) / 4
	y, cb, cr = y[:n], cb[:n], cr[:n]
	last := ^binary.LittleEndian.Uint32(src)
	var s uint64
	for i := range n {
		if v := binary.LittleEndian.Uint32(src[i*4:]); v != last {
			last = v
			s = sums(v)
		}
		y[i] = byte(s >> fracBits)
		cb[i] = byte(s >> (cbShift + fracBits))
		cr[i] = byte(s >> (crShift + fracBits))
	}
}

// convertHalf writes two rows of RGBA pixels of even width as two rows of Y and
// one of 2×2 means of Cb and Cr.
func convertHalf(src0, src1, y0, y1, cb, cr []byte) {
	n := len(src0) / 8
	src1 = src1[:len(src0)]
	y0, y1 = y0[:2*n], y1[:2*n]
	cb, cr = cb[:n], cr[:n]
	var last uint64
	flat := false
	var s uint64
	for i := range n {
		p, q := binary.LittleEndian.Uint64(src0[i*8:]), binary.LittleEndian.Uint64(src1[i*8:])
		if p == last && q == last && flat {
			y0[2*i], y0[2*i+1] = byte(s>>fracBits), byte(s>>fracBits)
			y1[2*i], y1[2*i+1] = byte(s>>fracBits), byte(s>>fracBits)
			cb[i], cr[i] = cb[i-1], cr[i-1]
			continue
		}
		a, b := sums(uint32(p)), sums(uint32(p>>32))
		c, d := sums(uint32(q)), sums(uint32(q>>32))
		y0[2*i], y0[2*i+1] = byte(a>>fracBits), byte(b>>fracBits)
		y1[2*i], y1[2*i+1] = byte(c>>fracBits), byte(d>>fracBits)
		// Y of four pixels overflows its field: it is masked out first.
		const chroma = ^uint64(field)
		t := a&chroma + b&chroma + c&chroma + d&chroma
		cb[i] = byte(t >> (cbShift + fracBits + 2))
		cr[i] = byte(t >> (crShift + fracBits + 2))
		last, s = p, a
		flat = p == q && uint32(p) == uint32(p>>32)
	}
}
