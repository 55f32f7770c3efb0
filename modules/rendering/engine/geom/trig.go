package geom

import "math"

// SinCosDeg returns the sine and cosine of an angle in degrees. Multiples of 90
// are exact. It reduces to [0, 45] degrees and evaluates fixed polynomials with
// separately rounded products, so the bits are the same on every architecture;
// the error is below 1e-15.
func SinCosDeg(deg float64) (sin, cos float64) {
	if deg != deg || math.IsInf(deg, 0) {
		return 0, 1
	}
	d := math.Mod(deg, 360)
	if d < 0 {
		d += 360
	}
	quarter := math.Floor(d / 90)
	r := d - float64(quarter*90)
	var s, c float64
	if r <= 45 {
		s, c = sinCosSmall(r * (math.Pi / 180))
	} else {
		c, s = sinCosSmall((90 - r) * (math.Pi / 180))
	}
	switch int(quarter) & 3 {
	case 1:
		return c, -s
	case 2:
		return -s, -c
	case 3:
		return -c, s
	}
	return s, c
}

// sinCosSmall evaluates the Taylor series for x in [0, π/4].
func sinCosSmall(x float64) (sin, cos float64) {
	z := float64(x * x)
	sin, cos = 0, 0
	for i := len(sinTerms) - 1; i >= 0; i-- {
		sin = float64(sin*z) + sinTerms[i]
		cos = float64(cos*z) + cosTerms[i]
	}
	return float64(sin * x), cos
}

var sinTerms = [...]float64{1, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000}
var cosTerms = [...]float64{1, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200}

// AtanDeg2 returns the angle of the vector (x, y) in degrees in (−180, 180],
// 0 for the zero vector, with an error below 1e-13 and the same bits everywhere.
func AtanDeg2(y, x float64) float64 {
	if x == 0 && y == 0 {
		return 0
	}
	ax, ay := math.Abs(x), math.Abs(y)
	swap := ay > ax
	if swap {
		ax, ay = ay, ax
	}
	a := float64(atanUnit(ay/ax) * (180 / math.Pi))
	if swap {
		a = 90 - a
	}
	if x < 0 {
		a = 180 - a
	}
	if y < 0 {
		a = -a
	}
	return a
}

// atanUnit returns the arc tangent of t in [0, 1], in radians, by halving the
// argument three times (atan t = 2 atan(t / (1 + sqrt(1 + t²)))) and a series.
func atanUnit(t float64) float64 {
	for range 3 {
		t = t / (1 + math.Sqrt(1+float64(t*t)))
	}
	z := float64(t * t)
	s := 0.0
	for k := 12; k >= 0; k-- {
		c := 1 / float64(2*k+1)
		if k%2 == 1 {
			c = -c
		}
		s = float64(s*z) + c
	}
	return 8 * float64(s*t)
}
