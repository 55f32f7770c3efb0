package geom

import (
	"math"
	"testing"
)

func TestElementaryFunctionsMatchTheMathPackage(t *testing.T) {
	t.Parallel()
	near := func(name string, x, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got-want) > tolerance*max(1, math.Abs(want)) {
			t.Fatalf("%s(%v) = %v, want %v", name, x, got, want)
		}
	}
	for i := 1; i < 5000; i++ {
		x := float64(i) / 97
		near("Log2", x, Log2(x), math.Log2(x), 1e-14)
		near("Cbrt", x, Cbrt(x), math.Cbrt(x), 1e-14)
		near("Cbrt", -x, Cbrt(-x), math.Cbrt(-x), 1e-14)
		near("Pow 2.4", x, Pow(x, 2.4), math.Pow(x, 2.4), 1e-12)
		near("Pow 1/2.4", x, Pow(x, 1/2.4), math.Pow(x, 1/2.4), 1e-12)
		y := (float64(i) - 2500) / 83
		near("Exp", y, Exp(y), math.Exp(y), 1e-12)
		near("Hypot", x, Hypot(x, y), math.Hypot(x, y), 1e-15)
	}
}

func TestElementaryFunctionsAreTotal(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64} {
		if math.IsNaN(Log2(x)) {
			t.Errorf("Log2 of %v is not a number", x)
		}
	}
}
