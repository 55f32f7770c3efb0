package vp8

// difference16 is the sum of absolute differences of 16×16 samples, whose rows are
// srcStride bytes and stride bytes apart. There are 15 rows and 16 bytes behind both
// pointers. It is written in assembly.
//
//go:noescape
func difference16(src *byte, srcStride int, area *byte) int

// difference8 is the same of 8×8 samples, with 7 rows and 8 bytes.
//
//go:noescape
func difference8(src *byte, srcStride int, area *byte) int

// difference is the sum of absolute differences of n×n samples, n being 8 or 16.
func difference(src []byte, srcStride int, area []byte, n int) int {
	_, _ = src[(n-1)*srcStride+n-1], area[(n-1)*stride+n-1]
	if n == 16 {
		return difference16(&src[0], srcStride, &area[0])
	}
	return difference8(&src[0], srcStride, &area[0])
}

// distance is the sum of absolute differences of two 4×4 blocks. It is written in
// assembly.
//
//go:noescape
func distance(a, b *[16]byte) int
