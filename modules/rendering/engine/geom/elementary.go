package geom

import "math"

// Exp returns e raised to x with the same bits on every architecture and a
// relative error below 1e-15. It returns 0 below −745 and +Inf above 709.78.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.782712893384:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	// x = k·ln 2 + r, |r| ≤ ln2/2, with ln 2 in two parts.
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
	)
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	r := x - float64(k*ln2Hi)
	r -= float64(k * ln2Lo)
	// Taylor series to the 14th power; |r| ≤ 0.35.
	p := 1.0
	for i := 14; i >= 1; i-- {
		p = 1 + float64(float64(r*p)/float64(i))
	}
	return math.Ldexp(p, int(k))
}

// Log returns the natural logarithm of x with the same bits on every
// architecture and an error below 1e-15 of max(1, |result|). It returns −Inf for
// 0 and NaN below.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	f, e := math.Frexp(x) // f in [0.5, 1)
	if f < math.Sqrt2/2 {
		f *= 2
		e--
	}
	// log f = 2 atanh(s), s = (f−1)/(f+1), |s| ≤ 0.172.
	s := (f - 1) / (f + 1)
	z := float64(s * s)
	p := 0.0
	for k := 11; k >= 0; k-- {
		p = float64(p*z) + 1/float64(2*k+1)
	}
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
	)
	k := float64(e)
	return float64(k*ln2Hi) + (float64(2*float64(s*p)) + float64(k*ln2Lo))
}

// Pow returns x raised to y with the same bits on every architecture. Whole
// exponents up to 64 are exact products; otherwise the relative error is below
// 1e-13 for results between 1e-100 and 1e100. A negative x with a fractional y is NaN.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return math.NaN()
	}
	if y == math.Floor(y) && math.Abs(y) <= 64 {
		v, base := 1.0, x
		for n := int(math.Abs(y)); n > 0; n >>= 1 {
			if n&1 == 1 {
				v = float64(v * base)
			}
			base = float64(base * base)
		}
		if y < 0 {
			return 1 / v
		}
		return v
	}
	if x < 0 {
		if y != math.Floor(y) {
			return math.NaN()
		}
		v := Exp(float64(y * Log(-x)))
		if math.Mod(y, 2) != 0 {
			return -v
		}
		return v
	}
	if x == 0 {
		if y < 0 {
			return math.Inf(1)
		}
		return 0
	}
	return Exp(float64(y * Log(x)))
}

// Cbrt returns the cube root of x with the same bits on every architecture and a
// relative error below 1e-15.
func Cbrt(x float64) float64 {
	if x == 0 || x != x || math.IsInf(x, 0) {
		return x
	}
	a := math.Abs(x)
	f, e := math.Frexp(a)
	// Make the exponent a multiple of three: f is in [1/8, 1).
	for e%3 != 0 {
		f /= 2
		e++
	}
	// A quadratic initial estimate and four Newton iterations.
	r := 0.45 + float64(f*(0.9-float64(0.35*f)))
	for range 6 {
		r -= (r - f/float64(r*r)) / 3
	}
	return math.Copysign(math.Ldexp(r, e/3), x)
}
