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

// Exp2 returns 2 to the power x with the same bits on every architecture; x is
// clamped to [-1000, 1000] and NaN gives 0.
func Exp2(x float64) float64 {
	if x != x {
		return 0
	}
	x = max(-1000, min(x, 1000))
	n := math.Floor(x + 0.5)
	return math.Ldexp(Exp(float64((x-n)*math.Ln2)), int(n))
}

// Hypot returns the length of the vector (x, y); it may overflow where
// math.Hypot would not, which no picture's coordinates reach.
func Hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
