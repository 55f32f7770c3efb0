package geom

import (
	"math"
	"testing"
)

// close reports whether got is within a relative error of want.
func close(got, want, rel float64) bool {
	return got == want || math.Abs(got-want) <= rel*max(math.Abs(want), 1e-300)
}

func TestElementaryFunctions(t *testing.T) {
	t.Parallel()
	for x := -700.0; x < 700; x += 0.371 {
		if got, want := Exp(x), math.Exp(x); !close(got, want, 2e-15) {
			t.Fatalf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	for x := 1e-300; x < 1e300; x *= 1.37 {
		if got, want := Log(x), math.Log(x); math.Abs(got-want) > 2e-15*max(1, math.Abs(want)) {
			t.Fatalf("Log(%v) = %v, want %v", x, got, want)
		}
		if got, want := Cbrt(x), math.Cbrt(x); !close(got, want, 1e-15) {
			t.Fatalf("Cbrt(%v) = %v, want %v", x, got, want)
		}
	}
	for x := 1e-6; x < 1e6; x *= 1.7 {
		for _, y := range []float64{-3.5, -1, 0, 0.45, 1 / 2.4, 0.5, 1, 1.8, 2, 2.4, 7, 65.5} {
			if got, want := Pow(x, y), math.Pow(x, y); want > 1e-100 && want < 1e100 && !close(got, want, 1e-13) {
				t.Fatalf("Pow(%v, %v) = %v, want %v", x, y, got, want)
			}
		}
	}
}

func TestElementaryFunctionsAtTheirEdges(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(0)", Exp(0), 1}, {"Exp(800)", Exp(800), inf}, {"Exp(-800)", Exp(-800), 0}, {"Log(1)", Log(1), 0}, {"Log(0)", Log(0), -inf}, {"Log(Inf)", Log(inf), inf},
		{"Pow(2, 10)", Pow(2, 10), 1024}, {"Pow(-2, 3)", Pow(-2, 3), -8}, {"Pow(0, 0)", Pow(0, 0), 1}, {"Pow(0, -1)", Pow(0, -1), inf}, {"Pow(0, 0.5)", Pow(0, 0.5), 0},
		{"Cbrt(-27)", Cbrt(-27), -3}, {"Cbrt(0)", Cbrt(0), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	for name, v := range map[string]float64{"Log(-1)": Log(-1), "Pow(-1, 0.5)": Pow(-1, 0.5), "Exp(NaN)": Exp(math.NaN())} {
		if !math.IsNaN(v) {
			t.Errorf("%s = %v, want NaN", name, v)
		}
	}
}
