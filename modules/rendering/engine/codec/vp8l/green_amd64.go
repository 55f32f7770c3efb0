package vp8l

// subtractGreen4 is subtractGreen for 4n pixels, n > 0. It is written in assembly.
//
//go:noescape
func subtractGreen4(pix *uint32, n int)

// subtractGreen applies the subtract green transform (§3.5.3).
func subtractGreen(pix []uint32) {
	if n := len(pix) / 4; n > 0 {
		subtractGreen4(&pix[0], n)
		pix = pix[4*n:]
	}
	plainSubtractGreen(pix)
}
