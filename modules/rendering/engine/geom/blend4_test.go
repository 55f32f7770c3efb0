package geom

import (
	"math"
	"testing"
)

func TestBlend4EndsAtItsTransforms(t *testing.T) {
	t.Parallel()
	list := []Matrix4{
		Identity4(),
		Translate4(10, 20, 0).Mul(Rotate(30).Space()),
		Matrix{A: 1, B: 0.2, C: 0.7, D: -2, E: 5, F: 6}.Space(),
		Rotate4(1, 2, 3, 70).Mul(Scale4(1, 2, 3)),
		Perspective4(200).Mul(Translate4(1, 2, 30)).Mul(Rotate4(0, 1, 0, 50)).Mul(Scale4(-1, 1, 1)),
	}
	near := func(a, b Matrix4) bool {
		for i := range a {
			if math.Abs(a[i]/a[15]-b[i]/b[15]) > 1e-9 {
				return false
			}
		}
		return true
	}
	for i, a := range list {
		for k, b := range list {
			for p, want := range map[float64]Matrix4{0: a, 1: b} {
				if got, ok := Blend4(a, b, p); !ok || !near(got, want) {
					t.Errorf("%d to %d at %v: %v, want %v", i, k, p, got, want)
				}
			}
		}
	}
	if got, _ := Blend4(Rotate(10).Space(), Rotate(50).Space(), 0.25); !near(got, Rotate(20).Space()) {
		t.Errorf("a quarter of the way from 10° to 50° is %v", got)
	}
	if _, ok := Blend4(Identity4(), Scale4(0, 1, 1), 0.5); ok {
		t.Error("a singular transform was decomposed")
	}
}
