package ycc

// Half writes two rows of RGBA pixels of even width as two rows of Y and one of
// 2×2 means of Cb and Cr.
func (m *Matrix) Half(src0, src1, y0, y1, cb, cr []byte) {
	n := len(src0) / 16
	if n > 0 {
		_, _, _, _, _ = src1[16*n-1], y0[4*n-1], y1[4*n-1], cb[2*n-1], cr[2*n-1]
		halve(&m.factors, &src0[0], &src1[0], &y0[0], &y1[0], &cb[0], &cr[0], n)
	}
	m.plainHalf(src0[16*n:], src1[16*n:], y0[4*n:], y1[4*n:], cb[2*n:], cr[2*n:])
}

// halve is Half for 4n pixels. It is written in assembly.
//
//go:noescape
func halve(f *factors, src0, src1, y0, y1, cb, cr *byte, n int)
