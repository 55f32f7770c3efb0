package num

import (
	"math"
	"testing"
)

func TestAgreesWithTheMathPackage(t *testing.T) {
	t.Parallel()
	for k := -2000; k <= 2000; k++ {
		x := float64(k) / 317
		s, c := SinCos(x)
		if math.Abs(s-math.Sin(2*math.Pi*x)) > 1e-8 || math.Abs(c-math.Cos(2*math.Pi*x)) > 1e-8 {
			t.Fatalf("SinCos(%v) = %v, %v", x, s, c)
		}
		if got := Cbrt(x); math.Abs(got-math.Cbrt(x)) > 1e-12 {
			t.Fatalf("Cbrt(%v) = %v", x, got)
		}
		if v := math.Abs(x) / 7; v > 0 && v <= 1 {
			if got := Pow24(v); math.Abs(got-math.Pow(v, 2.4)) > 1e-9 {
				t.Fatalf("Pow24(%v) = %v, want %v", v, got, math.Pow(v, 2.4))
			}
			if got := Root24(v); math.Abs(got-math.Pow(v, 1/2.4)) > 1e-9 {
				t.Fatalf("Root24(%v) = %v, want %v", v, got, math.Pow(v, 1/2.4))
			}
		}
	}
}

func TestNoiseStaysInBounds(t *testing.T) {
	t.Parallel()
	r := NewRand(1)
	for range 10000 {
		if v := Fractal(r.Range(-100, 100), r.Range(-100, 100), 5, uint32(r.Uint64())); v < -1 || v > 1 {
			t.Fatalf("Fractal = %v", v)
		}
	}
}
