//go:build !amd64

package vp8

// wholeDistances writes the sums of absolute differences between 16×16 samples of luma and each prediction, whose mean
// is dc.
func wholeDistances(out *[wholeModes]int32, src []byte, srcStride int, area *[areaSize]byte, dc byte) {
	plainWholeDistances(out, src, srcStride, area, dc)
}

// chromaDistances writes the sums for both planes of chroma, whose means are dc.
func chromaDistances(out *[wholeModes]int32, src *[2][]byte, srcStride int, area *[areaSize]byte, dc [2]byte) {
	plainChromaDistances(out, src, srcStride, area, dc)
}

// distances writes the sums of absolute differences between a 4×4 block and each prediction.
func distances(out *[modes]int32, want *[16]byte, from *guesses) { plainDistances(out, want, from) }

// code is plainCode.
func (q *quantizer) code(out *block, src []byte, srcStride int, pred []byte, predStride int) (nonzero uint, dc int32) {
	return q.plainCode(out, src, srcStride, pred, predStride)
}

// inverse4 adds the inverse transform of in to the prediction in dst (§14.3).
func inverse4(dst []byte, in *[16]int16) { plainInverse4(dst, in) }
