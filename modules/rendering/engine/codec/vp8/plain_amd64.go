package vp8

// wholeDistances writes the sums of absolute differences between 16×16 samples of luma and each prediction, whose mean
// is dc.
func wholeDistances(out *[wholeModes]int32, src []byte, srcStride int, area *[areaSize]byte, dc byte) {
	_ = src[15*srcStride+15]
	sumsWhole(out, &src[0], srcStride, &area[yAt], int(dc))
}

// chromaDistances writes the sums for both planes of chroma, whose means are dc.
func chromaDistances(out *[wholeModes]int32, src *[2][]byte, srcStride int, area *[areaSize]byte, dc [2]byte) {
	_, _ = src[0][7*srcStride+7], src[1][7*srcStride+7]
	sumsChroma(out, &src[0][0], &src[1][0], srcStride, &area[uAt], int(dc[0]), int(dc[1]))
}

// sumsWhole is wholeDistances. It reads 15 rows and 16 bytes from src and, around at, the working area. It is written in
// assembly.
//
//go:noescape
func sumsWhole(out *[wholeModes]int32, src *byte, srcStride int, at *byte, dc int)

// sumsChroma is chromaDistances, likewise.
//
//go:noescape
func sumsChroma(out *[wholeModes]int32, u, v *byte, srcStride int, at *byte, dcU, dcV int)

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
