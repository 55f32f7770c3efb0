//go:build !amd64

package ycc

// Half writes two rows of RGBA pixels of even width as two rows of Y and one of
// 2×2 means of Cb and Cr.
func (m *Matrix) Half(src0, src1, y0, y1, cb, cr []byte) { m.plainHalf(src0, src1, y0, y1, cb, cr) }
