package canvas

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// area returns the area in pixels covered by a scene of one opaque shape.
func area(t *testing.T, w, h int, s Shape) float64 {
	t.Helper()
	s.Brush = Flat(tint.Hex(0xFFFFFF))
	c, err := (&Scene{W: w, H: h, Shapes: []Shape{s}}).Raster(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for k := 3; k < len(c.Pix); k += 4 {
		sum += float64(c.Pix[k]) / 65535
	}
	return sum
}

func TestAreas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		shape Shape
		want  float64
	}{
		{"a rectangle between pixels", Shape{Path: Rect(3.25, 4.5, 10.5, 7.25)}, 10.5 * 7.25},
		{"a triangle", Shape{Path: Polygon(P(2, 2), P(30, 5), P(11, 37))}, (28*35 - 9*3) / 2.0},
		{"a circle", Shape{Path: Circle(20, 20, 13)}, math.Pi * 169},
		{"cut at the left and top", Shape{Path: Rect(-10, -10, 15, 18)}, 5 * 8},
		{"cut at the right and bottom", Shape{Path: Rect(35, 30, 50, 50)}, 5 * 10},
		{"a hole", Shape{Path: Rect(2, 2, 20, 20).Add(Polygon(P(5, 5), P(5, 15), P(15, 15), P(15, 5)))}, 300},
		{"a stroke with round ends", Shape{Path: (&Path{}).Move(10, 20).Line(30, 20), Width: 6}, 120 + math.Pi*9},
		{"a closed stroke", Shape{Path: Circle(20, 20, 12), Width: 4}, math.Pi * (14*14 - 10*10)},
		{"a clip", Shape{Clip: Rect(0, 0, 10, 40), Children: []Shape{{Path: Rect(5, 5, 20, 10), Brush: Flat(tint.Hex(0xFFFFFF))}}}, 50},
		{"outside", Shape{Path: Circle(-50, 20, 13)}, 0},
	} {
		if got := area(t, 40, 40, c.shape); math.Abs(got-c.want) > 0.02*c.want+0.05 {
			t.Errorf("%s covers %.2f, want %.2f", c.name, got, c.want)
		}
	}
}

func TestBlurPreservesTotalLight(t *testing.T) {
	t.Parallel()
	white := Flat(tint.Hex(0xFFFFFF))
	for _, sigma := range []float64{1, 4, 9} {
		got := area(t, 160, 160, Shape{Blur: sigma, Children: []Shape{{Path: Rect(60, 60, 40, 40), Brush: white}}})
		if math.Abs(got-1600) > 40 {
			t.Errorf("blur %v: the area is %.0f, want 1600", sigma, got)
		}
	}
}

func TestSVGOfAScene(t *testing.T) {
	t.Parallel()
	s := Scene{W: 10, H: 10}
	s.Add(Shape{Path: Circle(5, 5, 2), Brush: Linear(0, 0, 10, 0, Blend(tint.Hex(0x000000), tint.Hex(0xFFFFFF))...)},
		Shape{Clip: Rect(0, 0, 5, 5), Opacity: 0.5, Children: []Shape{{Path: (&Path{}).Move(1, 1).Line(4, 4), Width: 1.5, Brush: Clear(tint.Hex(0xFF0000), 0.25)}}})
	got := string(s.SVG())
	for _, want := range []string{`viewBox="0 0 10 10"`, `<linearGradient id="p1" gradientUnits="userSpaceOnUse"`, `fill="url(#p1)"`, `clip-path="url(#p2)"`, `opacity="0.5"`, `stroke="#FF0000" stroke-opacity="0.25"`, `stroke-width="1.5"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
