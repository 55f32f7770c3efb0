package vp8

// difference16 returns the sum of absolute differences of 16×16 samples with row strides srcStride and predStride. It
// reads 15 rows and 16 bytes from both pointers. It is written in assembly.
//
//go:noescape
func difference16(src *byte, srcStride int, pred *byte, predStride int) int

// difference8 is the same for 8×8 samples; it reads 7 rows and 8 bytes.
//
//go:noescape
func difference8(src *byte, srcStride int, pred *byte, predStride int) int

// difference returns the sum of absolute differences of n×n samples, n being 8 or 16.
func difference(src []byte, srcStride int, pred []byte, predStride, n int) int {
	_, _ = src[(n-1)*srcStride+n-1], pred[(n-1)*predStride+n-1]
	if n == 16 {
		return difference16(&src[0], srcStride, &pred[0], predStride)
	}
	return difference8(&src[0], srcStride, &pred[0], predStride)
}

// distances writes the sums of absolute differences between a 4×4 block and each prediction. It is written in assembly.
//
//go:noescape
func distances(out *[modes]int32, want *[16]byte, from *guesses)

// code is plainCode.
func (q *quantizer) code(out *block, src []byte, srcStride int, pred []byte, predStride int) (nonzero uint, dc int32) {
	_, _ = src[3*srcStride+3], pred[3*predStride+3]
	both := transformQuantize(out, q, &src[0], srcStride, &pred[0], predStride)
	return uint(both & 0xffff), int32(both >> 16)
}

// transformQuantize is code; it reads 3 rows and 4 bytes from the pointers. It returns the mask in the low 16 bits and
// the DC coefficient above. It is written in assembly.
//
//go:noescape
func transformQuantize(out *block, q *quantizer, src *byte, srcStride int, pred *byte, predStride int) int

// inverse4 adds the inverse transform of in to the prediction in dst (§14.3).
func inverse4(dst []byte, in *[16]int16) {
	_ = dst[3*stride+3]
	inverseInto(&dst[0], in)
}

// inverseInto is inverse4; it accesses 3 rows and 4 bytes from dst. It is written in assembly.
//
//go:noescape
func inverseInto(dst *byte, in *[16]int16)
