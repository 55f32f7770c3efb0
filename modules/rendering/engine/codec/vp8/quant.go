package vp8

// indexOf maps quality 0–100 to a quantiser index, by the cube-root curve of libwebp.
var indexOf = [101]uint8{
	127, 103, 96, 92, 89, 86, 83, 81, 79, 77, 75, 73, 72, 70, 69, 68, 66, 65, 64, 63,
	62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 51, 50, 49, 48, 48, 47, 46, 45,
	45, 44, 43, 43, 42, 41, 41, 40, 40, 39, 38, 38, 37, 37, 36, 36, 35, 35, 34, 33,
	33, 32, 32, 31, 31, 30, 30, 29, 29, 28, 28, 28, 27, 27, 26, 26, 24, 23, 22, 21,
	19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
	0,
}

// block is a coded block of coefficients in natural order: the levels and the dequantised coefficients.
type block struct {
	levels, coef [16]int16
}

// quantizer divides the coefficients of one kind of block. The assembly depends on its layout.
type quantizer struct {
	inverse [16]uint16 // 2¹⁷ / step
	step    [16]int16
	bias    [2][4]uint32 // rounding, where 2¹⁷ is one; for the first four coefficients and for the others
	// still is the sum of absolute differences up to which all levels of a 4×4 block are certainly 0.
	still int
}

const quantBits = 17

// newQuantizer takes the rounding in 1/256 of a step: less than 128 favours zero.
func newQuantizer(dc, ac, roundDC, roundAC int) (q quantizer) {
	for i := range q.step {
		step, round := ac, roundAC
		if i == 0 {
			step, round = dc, roundDC
		}
		q.step[i] = int16(step)
		q.inverse[i] = uint16((1 << quantBits) / step)
		if i < 8 {
			q.bias[i/4][i%4] = uint32(round) << (quantBits - 8)
		}
	}
	// No coefficient exceeds 7/8 of that sum (the transform's largest weight is cos²(π/8), rounding adds less than 2),
	// and DC no more than half of it.
	zeroDC := (1<<quantBits - 1 - roundDC<<(quantBits-8)) * dc >> quantBits
	zeroAC := (1<<quantBits - 1 - roundAC<<(quantBits-8)) * ac >> quantBits
	q.still = max(min((zeroAC-2)*8/7, (zeroDC-1)*2), 0)
	return q
}

// withoutDC returns q with every DC level forced to 0.
func (q quantizer) withoutDC() quantizer {
	q.inverse[0], q.bias[0][0] = 0, 0
	return q
}
