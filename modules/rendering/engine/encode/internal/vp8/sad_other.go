//go:build !amd64

package vp8

// difference is the sum of absolute differences of n×n samples, n being 8 or 16.
func difference(src []byte, srcStride int, area []byte, n int) int {
	return plainDifference(src, srcStride, area, n)
}

// distance is the sum of absolute differences of two 4×4 blocks.
func distance(a, b *[16]byte) int { return plainDistance(a, b) }
