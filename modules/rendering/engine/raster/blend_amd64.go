package raster

// The functions without the prefix plain, four pixels at a time in assembly.

// overSolid composites one translucent pixel over all of dst.
func overSolid(dst []byte, p uint32) {
	if n := len(dst) / 16; n > 0 {
		overSolid4(&dst[0], n, p)
		dst = dst[16*n:]
	}
	plainOverSolid(dst, p)
}

// overSolidMask composites p × cov over dst.
func overSolidMask(dst []byte, p uint32, cov []uint8) {
	if n := len(cov) / 4; n > 0 {
		_ = dst[16*n-1]
		if p>>24 == 255 {
			mixMask4(&dst[0], &cov[0], n, p)
		} else {
			overMask4(&dst[0], &cov[0], n, p)
		}
		dst, cov = dst[16*n:], cov[4*n:]
	}
	plainOverSolidMask(dst, p, cov)
}

// over composites a row of pixels over dst.
func over(dst, src []byte) {
	if n := len(dst) / 16; n > 0 {
		_ = src[16*n-1]
		over4(&dst[0], &src[0], n)
		dst, src = dst[16*n:], src[16*n:]
	}
	plainOver(dst, src)
}

// overNearest composites a row of pixels over dst, rounding to nearest.
func overNearest(dst, src []byte) {
	if n := len(dst) / 16; n > 0 {
		_ = src[16*n-1]
		overNearest4(&dst[0], &src[0], n)
		dst, src = dst[16*n:], src[16*n:]
	}
	plainOverNearest(dst, src)
}

// overSolid4 is overSolid for 4n pixels, n > 0; likewise the other functions. They are written in assembly.
//
//go:noescape
func overSolid4(dst *byte, n int, p uint32)

//go:noescape
func over4(dst, src *byte, n int)

//go:noescape
func overNearest4(dst, src *byte, n int)

// mixMask4 is overSolidMask for opaque colours, overMask4 for translucent ones.
//
//go:noescape
func mixMask4(dst, cov *byte, n int, p uint32)

//go:noescape
func overMask4(dst, cov *byte, n int, p uint32)
