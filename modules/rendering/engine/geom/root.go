package geom

import "math"

// Log2 returns the base-2 logarithm of x > 0 with the same bits on every
// architecture; anything else gives 0.
func Log2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	return Log(x) / math.Ln2
}

// Hypot returns the length of the vector (x, y); it may overflow where
// math.Hypot would not, which no image's coordinates reach.
func Hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
