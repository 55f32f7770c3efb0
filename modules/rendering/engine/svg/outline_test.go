package svg

import (
	"math"
	"testing"
)

func TestBoundsAreTight(t *testing.T) {
	t.Parallel()
	cases := map[string]bounds{
		"M10 10h30v-5z":             {10, 5, 40, 10, true},
		"M0 0C0 10 10 10 10 0":      {0, 0, 10, 7.5, true},
		"M0 0Q5 10 10 0":            {0, 0, 10, 5, true},
		"M0 5A5 5 0 0 1 10 5":       {0, 0, 10, 5, true},
		"M0 5A5 5 0 1 0 10 5":       {0, 5, 10, 10, true},
		"M0 0A1 1 0 0 1 10 0":       {0, -5, 10, 0, true}, // radii too small are scaled up
		"M5 5m1 1 1 1":              {5, 5, 7, 7, true},
		"M0 0A10 5 90 0 1 0 20L0 0": {0, 0, 5, 20, true},
	}
	for d, want := range cases {
		o, err := parseOutline(d)
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		got := o.bounds()
		for _, v := range [4][2]float64{{got.x0, want.x0}, {got.y0, want.y0}, {got.x1, want.x1}, {got.y1, want.y1}} {
			if math.Abs(v[0]-v[1]) > 0.01 {
				t.Errorf("%s: got %+v, want %+v", d, got, want)
				break
			}
		}
	}
}

func TestMeasureAlongAPath(t *testing.T) {
	t.Parallel()
	o, _ := parseOutline("M0 0h10v10M20 20h10")
	f := o.measured()
	if math.Abs(f.length-30) > 1e-9 {
		t.Errorf("got length %v, want 30", f.length)
	}
	for _, c := range []struct{ at, x, y, angle float64 }{{0, 0, 0, 0}, {5, 5, 0, 0}, {15, 10, 5, 90}, {25, 25, 20, 0}} {
		p, angle, ok := f.along(c.at)
		if !ok || math.Abs(p.x-c.x) > 1e-9 || math.Abs(p.y-c.y) > 1e-9 || math.Abs(angle-c.angle) > 1e-9 {
			t.Errorf("at %v: got %v %v %v, want %v,%v at %v°", c.at, p, angle, ok, c.x, c.y, c.angle)
		}
	}
	if _, _, ok := f.along(31); ok {
		t.Error("got a position beyond the end")
	}
	circle, _ := parseOutline("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0")
	// Chords of a sixteenth of the circle.
	if got, want := circle.measured().length, 320*math.Sin(math.Pi/16); math.Abs(got-want) > 0.02 {
		t.Errorf("got circumference %v, want %v", got, want)
	}
}

func TestMarkerDirections(t *testing.T) {
	t.Parallel()
	cases := map[string][]float64{
		"M0 0h10v10":         {0, 45, 90},
		"M0 0h10v10h-10z":    {315, 45, 135, 225, 315},
		"M0 0C0 0 5 0 10 10": {0, 63.434948822922},
		"M5 5":               {45}, // the direction from the origin
		"M5 5z":              {0},
		"M0 0h10h-10":        {0, 270, 180},
		"M0 0h-10h10":        {180, 90, 0},
		"M0 0h0v10":          {0, 45, 90},
	}
	for d, want := range cases {
		o, _ := parseOutline(d)
		list := vertices(o)
		if len(list) != len(want) {
			t.Errorf("%s: got %d vertices, want %d", d, len(list), len(want))
			continue
		}
		for i, v := range list {
			if got := math.Mod(v.angle()+720, 360); math.Abs(got-want[i]) > 1e-6 {
				t.Errorf("%s: got angle %v at vertex %d, want %v", d, got, i, want[i])
			}
		}
	}
}
