package geom

import "math"

// Log2 returns the base-2 logarithm of x > 0; anything else gives 0. The error
// is below 1e-14 and the bits are the same on every architecture.
func Log2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	s := (m - 1) / (m + 1)
	z := float64(s * s)
	sum := 0.0
	for k := 12; k >= 0; k-- {
		sum = float64(sum*z) + 1/float64(2*k+1)
	}
	return float64(e) + float64(float64(2*s)*float64(sum*math.Log2E))
}

// Exp2 returns 2 to the power x with a relative error below 1e-14 and the same
// bits on every architecture; x is clamped to [-1000, 1000] and NaN gives 0.
func Exp2(x float64) float64 {
	if x != x {
		return 0
	}
	x = max(-1000, min(x, 1000))
	n := math.Floor(x + 0.5)
	f := float64((x - n) * math.Ln2)
	sum := 1.0
	for k := 16; k >= 1; k-- {
		sum = float64(sum*f)/float64(k) + 1
	}
	return math.Ldexp(sum, int(n))
}

// Pow returns x to the power y for x ≥ 0 (a negative x gives 0), with a relative
// error below 1e-12 for results of ordinary size and the same bits everywhere.
func Pow(x, y float64) float64 {
	switch {
	case y == 0:
		return 1
	case !(x > 0):
		return 0
	}
	return Exp2(float64(y * Log2(x)))
}

// Exp returns e to the power x, as [Exp2] does.
func Exp(x float64) float64 { return Exp2(float64(x * math.Log2E)) }

// Cbrt returns the cube root of x, of either sign, with the same bits everywhere.
func Cbrt(x float64) float64 {
	if x == 0 || x != x {
		return 0
	}
	a := math.Abs(x)
	r := Pow(a, 1.0/3)
	r -= (r - a/float64(r*r)) / 3 // one Newton step squares the relative error
	if x < 0 {
		return -r
	}
	return r
}

// Hypot returns the length of the vector (x, y); it may overflow where
// math.Hypot would not, which no picture's coordinates reach.
func Hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
