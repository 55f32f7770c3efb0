// Package ycc converts RGB to luma and chroma in integers. Each pixel costs three table lookups: an entry packs the
// channel's share of Y, Cb and Cr, so the sum of three entries is the pixel, and the sum over four pixels is four times
// their mean.
package ycc

import "encoding/binary"

// Fields of a packed sum: Y from bit 0, Cb from bit 21, Cr from bit 42, each with 11 fractional bits. The sums of Cb
// and Cr of four pixels still fit.
const (
	fracBits = 11
	cbShift  = 21
	crShift  = 42
	yField   = 1<<cbShift - 1
)

// Matrix is a conversion. Its tables are immutable and may be shared.
type Matrix struct {
	shares [3][256]uint64
	factors
}

// factors holds the coefficients for the assembly: those of red, green and blue twice, with 0 for alpha, and the
// offsets added to the Y of one pixel and to the Cb or Cr of four.
type factors struct {
	y, cb, cr   [8]int16
	addY, addUV [4]int32
}

// JFIF is the full-range conversion of JPEG (JFIF 1.02). Its coefficients sum to 2048 or 0, so that grey stays exactly
// grey: 0.299, 0.587, 0.114; −0.1687, −0.3313, 0.5; 0.5, −0.4187, −0.0813.
var JFIF = newMatrix(0, [3][3]int{{612, -346, 1024}, {1202, -678, -857}, {234, 1024, -167}})

// Video is the conversion of VP8 to 16–235 and 16–240 (ITU-R BT.601):
// 0.257, 0.504, 0.098; −0.148, −0.291, 0.439; 0.439, −0.368, −0.071.
var Video = newMatrix(16, [3][3]int{{526, -304, 900}, {1033, -596, -754}, {201, 900, -146}})

func newMatrix(black int, coef [3][3]int) *Matrix {
	m := &Matrix{}
	for i := range 4 {
		m.addY[i] = int32(black<<fracBits + 1<<(fracBits-1))
		m.addUV[i] = 4 * (128<<fracBits + 1<<(fracBits-1) - 1)
	}
	for c := range m.shares {
		for i := c; i < 8; i += 4 {
			m.y[i], m.cb[i], m.cr[i] = int16(coef[c][0]), int16(coef[c][1]), int16(coef[c][2])
		}
		for v := range m.shares[c] {
			y, cb, cr := v*coef[c][0], v*coef[c][1], v*coef[c][2]
			if c == 0 {
				// Offsets, plus one half so that truncation rounds.
				y += black<<fracBits + 1<<(fracBits-1)
				cb += 128<<fracBits + 1<<(fracBits-1) - 1
				cr += 128<<fracBits + 1<<(fracBits-1) - 1
			}
			m.shares[c][v] = uint64(y) + uint64(cb)<<cbShift + uint64(cr)<<crShift
		}
	}
	return m
}

func (m *Matrix) sum(v uint32) uint64 {
	return m.shares[0][v&0xff] + m.shares[1][v>>8&0xff] + m.shares[2][v>>16&0xff]
}

// Full writes a row of RGBA pixels as Y, Cb and Cr samples.
func (m *Matrix) Full(src, y, cb, cr []byte) {
	n := len(src) / 4
	y, cb, cr = y[:n], cb[:n], cr[:n]
	last := ^binary.LittleEndian.Uint32(src)
	var s uint64
	for i := range n {
		if v := binary.LittleEndian.Uint32(src[i*4:]); v != last {
			last = v
			s = m.sum(v)
		}
		y[i] = byte(s >> fracBits)
		cb[i] = byte(s >> (cbShift + fracBits))
		cr[i] = byte(s >> (crShift + fracBits))
	}
}

// plainHalf is Half in Go; it also handles the pixels that the assembly leaves.
func (m *Matrix) plainHalf(src0, src1, y0, y1, cb, cr []byte) {
	n := len(src0) / 8
	src1 = src1[:len(src0)]
	y0, y1 = y0[:2*n], y1[:2*n]
	cb, cr = cb[:n], cr[:n]
	var last uint64
	flat := false
	var s uint64
	for i := range n {
		p, q := binary.LittleEndian.Uint64(src0[i*8:]), binary.LittleEndian.Uint64(src1[i*8:])
		if flat && p == last && q == last {
			l := byte(s >> fracBits)
			y0[2*i], y0[2*i+1] = l, l
			y1[2*i], y1[2*i+1] = l, l
			cb[i], cr[i] = cb[i-1], cr[i-1]
			continue
		}
		a, b := m.sum(uint32(p)), m.sum(uint32(p>>32))
		c, d := m.sum(uint32(q)), m.sum(uint32(q>>32))
		y0[2*i], y0[2*i+1] = byte(a>>fracBits), byte(b>>fracBits)
		y1[2*i], y1[2*i+1] = byte(c>>fracBits), byte(d>>fracBits)
		// The Y of four pixels overflows its field, so it is masked out.
		const chroma = ^uint64(yField)
		t := a&chroma + b&chroma + c&chroma + d&chroma
		cb[i] = byte(t >> (cbShift + fracBits + 2))
		cr[i] = byte(t >> (crShift + fracBits + 2))
		last, s = p, a
		flat = p == q && uint32(p) == uint32(p>>32)
	}
}
