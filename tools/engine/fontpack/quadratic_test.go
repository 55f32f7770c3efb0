package main

import (
	"math/cmplx"
	"testing"
)

// TestSplineApproximationIsClose samples the curves of a circle's quarter and of an S and their splines.
func TestSplineApproximationIsClose(t *testing.T) {
	t.Parallel()
	const tolerance = 2.0
	for _, c := range [][4]complex128{
		{0, 552i, complex(448, 1000), complex(1000, 1000)},
		{0, complex(900, 0), complex(100, 1000), complex(1000, 1000)},
		{0, complex(1, 0), complex(2, 0), complex(3, 0)},
	} {
		s := toQuadratic(c, tolerance)
		if s[0] != c[0] || s[len(s)-1] != c[3] {
			t.Fatalf("%v: the ends moved: %v", c, s)
		}
		for i := 0; i <= 200; i++ {
			p := slice(c, float64(i)/200, 1)[0]
			if d := distance(s, p); d > tolerance*1.05 {
				t.Errorf("%v: %v is %.2f away from the spline %v", c, p, d, s)
			}
		}
	}
}

// distance samples a spline finely for the point next to p.
func distance(s []complex128, p complex128) float64 {
	best := cmplx.Inf()
	from := s[0]
	for i := 1; i < len(s)-1; i++ {
		to := s[len(s)-1]
		if i+1 < len(s)-1 {
			to = (s[i] + s[i+1]) / 2
		}
		for k := 0; k <= 500; k++ {
			t := complex(float64(k)/500, 0)
			q := from*(1-t)*(1-t) + 2*s[i]*t*(1-t) + to*t*t
			if cmplx.Abs(q-p) < cmplx.Abs(best-p) {
				best = q
			}
		}
		from = to
	}
	return cmplx.Abs(best - p)
}
