// Package num provides the arithmetic of the image generator: sines, roots, random numbers and noise with the same bits
// on every machine. It uses only operations that IEEE 754 rounds exactly.
package num

import "math"

// SinCos returns the sine and cosine of an angle in turns.
func SinCos(turns float64) (sin, cos float64) {
	t := turns - math.Floor(turns)
	q := math.Floor(float64(t*4) + 0.5)
	x := float64((t - float64(q/4)) * (2 * math.Pi))
	z := float64(x * x)
	s := float64(x * (1 + float64(z*(-1.0/6+float64(z*(1.0/120+float64(z*(-1.0/5040+float64(z*(1.0/362880+float64(z*(-1.0/39916800))))))))))))
	c := 1 + float64(z*(-0.5+float64(z*(1.0/24+float64(z*(-1.0/720+float64(z*(1.0/40320+float64(z*(-1.0/3628800+float64(z*(1.0/479001600))))))))))))
	switch int(q) & 3 {
	case 1:
		return c, -s
	case 2:
		return -s, -c
	case 3:
		return -c, s
	}
	return s, c
}

// Sin returns the sine of an angle in turns.
func Sin(turns float64) float64 {
	s, _ := SinCos(turns)
	return s
}

// Cbrt returns the cube root of x.
func Cbrt(x float64) float64 {
	if x == 0 {
		return 0
	}
	a := math.Abs(x)
	y := math.Sqrt(math.Sqrt(a)) // a start close enough for Newton's method to converge
	for range 24 {
		next := (float64(2*y) + a/(y*y)) / 3
		if next == y {
			break
		}
		y = next
	}
	if x < 0 {
		return -y
	}
	return y
}

// Pow24 returns x to the power of 2.4, the exponent of sRGB, for x from 0 to 1.
func Pow24(x float64) float64 {
	if x <= 0 {
		return 0
	}
	z := float64(x * x) // x^2.4 = x² · (x²)^(1/5)
	y := math.Sqrt(math.Sqrt(z))
	for range 40 {
		y4 := float64(y * y * y * y)
		next := (float64(4*y) + z/y4) / 5
		if next == y {
			break
		}
		y = next
	}
	return float64(z * y)
}

// Root24 returns x to the power of 1/2.4 for x from 0 to 1.
func Root24(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return Cbrt(math.Sqrt(math.Sqrt(x * x * x * x * x)))
}

// Clamp returns x within lo and hi.
func Clamp(x, lo, hi float64) float64 { return max(lo, min(hi, x)) }

// Mix returns the point at t between a and b.
func Mix(a, b, t float64) float64 {
	// The conversions prevent fusing when an argument is a product.
	return float64(a) + float64((float64(b)-float64(a))*t)
}

// Smooth returns the smoothstep (cubic Hermite) of x between lo and hi: 0 below, 1 above.
func Smooth(lo, hi, x float64) float64 {
	t := Clamp((x-lo)/(hi-lo), 0, 1)
	return float64(t * t * (3 - float64(2*t)))
}

// Hypot returns the length of the vector x, y.
func Hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }
