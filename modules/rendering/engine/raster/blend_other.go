//go:build !amd64

package raster

// overSolid composites one translucent pixel over all of dst.
func overSolid(dst []byte, p uint32) { plainOverSolid(dst, p) }

// overSolidMask composites p × cov over dst.
func overSolidMask(dst []byte, p uint32, cov []uint8) { plainOverSolidMask(dst, p, cov) }

// over composites a row of pixels over dst.
func over(dst, src []byte) { plainOver(dst, src) }

// overNearest composites a row of pixels over dst, rounding to nearest.
func overNearest(dst, src []byte) { plainOverNearest(dst, src) }
