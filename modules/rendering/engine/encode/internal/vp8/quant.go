package vp8

// indexOf is the quantiser index for each quality 0–100, the cube-root curve that
// WebP users know.
var indexOf = [101]uint8{
	127, 103, 96, 92, 89, 86, 83, 81, 79, 77, 75, 73, 72, 70, 69, 68, 66, 65, 64, 63,
	62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 51, 50, 49, 48, 48, 47, 46, 45,
	45, 44, 43, 43, 42, 41, 41, 40, 40, 39, 38, 38, 37, 37, 36, 36, 35, 35, 34, 33,
	33, 32, 32, 31, 31, 30, 30, 29, 29, 28, 28, 28, 27, 27, 26, 26, 24, 23, 22, 21,
	19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
	0,
}

// quantizer divides the coefficients of one kind of block.
type quantizer struct {
	step    [2]int32 // DC, AC
	inverse [2]int32 // 2¹⁷ / step
	bias    [2]int32 // rounding, 2¹⁷ being one
	// stillAC and still are sums of absolute differences up to which a 4×4 block
	// certainly has no AC, and nothing at all.
	stillAC, still int
}

const quantBits = 17

// newQuantizer takes rounding in 1/256 of a step: less than 128 prefers zero.
func newQuantizer(dc, ac, roundDC, roundAC int32) (q quantizer) {
	q.step = [2]int32{dc, ac}
	for i, r := range [2]int32{roundDC, roundAC} {
		q.inverse[i] = (1 << quantBits) / q.step[i]
		q.bias[i] = r << (quantBits - 8)
	}
	// No coefficient exceeds 7/8 of that sum (the transform's greatest weight is
	// cos²(π/8), rounding adds less than 2), and DC no more than half of it.
	zeroDC := ((1<<quantBits - 1) - q.bias[0]) / q.inverse[0]
	zeroAC := ((1<<quantBits - 1) - q.bias[1]) / q.inverse[1]
	q.stillAC = max(int(zeroAC-2)*8/7, 0)
	q.still = min(q.stillAC, max(int(zeroDC-1)*2, 0))
	return q
}

// block quantises c from coefficient first on into levels in sending order and
// puts what the decoder will see back into c. It returns the place of the last
// level that is not zero, −1 for none.
func (q *quantizer) block(levels *[16]int16, c *[16]int32, first int) int {
	last := -1
	inverse, bias, step := q.inverse[0], q.bias[0], q.step[0]
	if first > 0 {
		levels[0] = 0
		inverse, bias, step = q.inverse[1], q.bias[1], q.step[1]
	}
	for n := first; n < 16; n++ {
		i := zigzag[n]
		v := c[i]
		s := v >> 31
		a := (v ^ s) - s
		level := int32((int64(a)*int64(inverse) + int64(bias)) >> quantBits)
		if level != 0 {
			level = min(level, 2047)
			level = (level ^ s) - s
			last = n
		}
		levels[n] = int16(level)
		c[i] = level * step
		inverse, bias, step = q.inverse[1], q.bias[1], q.step[1]
	}
	return last
}
