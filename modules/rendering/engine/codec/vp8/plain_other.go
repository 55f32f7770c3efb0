//go:build !amd64

package vp8

// difference returns the sum of absolute differences of n×n samples, n being 8 or 16.
func difference(src []byte, srcStride int, pred []byte, predStride, n int) int {
	return plainDifference(src, srcStride, pred, predStride, n)
}

// distances writes the sums of absolute differences between a 4×4 block and each prediction.
func distances(out *[modes]int32, want *[16]byte, from *guesses) { plainDistances(out, want, from) }

// code is plainCode.
func (q *quantizer) code(out *block, src []byte, srcStride int, pred []byte, predStride int) (nonzero uint, dc int32) {
	return q.plainCode(out, src, srcStride, pred, predStride)
}

// inverse4 adds the inverse transform of in to the prediction in dst (§14.3).
func inverse4(dst []byte, in *[16]int16) { plainInverse4(dst, in) }
