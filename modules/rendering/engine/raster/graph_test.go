package raster

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// filteredBy draws a half transparent square of 20 × 20 at (20, 20) through steps.
func filteredBy(t *testing.T, workers int, steps ...display.Step) *Pixmap {
	t.Helper()
	area := rectOf(0, 0, 100, 100)
	for i := range steps {
		if steps[i].Area.Empty() {
			steps[i].Area = area
		}
	}
	l := &display.List{Width: 100, Height: 100, Ops: []display.Op{
		display.PushLayer{Bounds: area, Opacity: 255, Filters: []display.Filter{{Kind: display.GraphFilter, Graph: &display.Graph{Region: area, Steps: steps}}}},
		display.FillRect{Rect: rectOf(20, 20, 20, 20), Brush: display.Solid{Color: rgba(0xff0000, 128)}},
		display.Pop{},
	}}
	return mustDraw(t, l, Options{Workers: workers})
}

func pixelAt(p *Pixmap, x, y int) [4]uint8 { return [4]uint8(p.Pix[(y*p.Width+x)*4:]) }

func TestFilterSteps(t *testing.T) {
	t.Parallel()
	source := []int{display.SourceGraphic}
	both := []int{display.SourceGraphic, 0}
	flood := display.Step{Do: display.Flood{Color: rgb(0x0000ff)}, Area: rectOf(30, 0, 100, 100)}
	for _, c := range []struct {
		name  string
		steps []display.Step
		x, y  int
		want  [4]uint8
	}{
		{"no steps are transparent", nil, 25, 25, [4]uint8{}},
		{"move", []display.Step{{Inputs: source, Do: display.Move{DX: px(10)}}}, 45, 25, [4]uint8{128, 0, 0, 128}},
		{"move leaves", []display.Step{{Inputs: source, Do: display.Move{DX: px(10)}}}, 25, 25, [4]uint8{}},
		{"alpha", []display.Step{{Inputs: []int{display.SourceAlpha}, Do: display.Merge{}}}, 25, 25, [4]uint8{0, 0, 0, 128}},
		{"flood inside its area", []display.Step{flood}, 29, 5, [4]uint8{}},
		{"flood", []display.Step{flood}, 30, 5, [4]uint8{0, 0, 255, 255}},
		{"over", []display.Step{flood, {Inputs: both, Do: display.Combine{}}}, 35, 25, [4]uint8{128, 0, 127, 255}},
		{"in", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceIn}}}, 25, 25, [4]uint8{}},
		{"in keeps", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceIn}}}, 35, 25, [4]uint8{128, 0, 0, 128}},
		{"out", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceOut}}}, 25, 25, [4]uint8{128, 0, 0, 128}},
		{"out clears", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceOut}}}, 35, 5, [4]uint8{}},
		{"atop", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceAtop}}}, 35, 25, [4]uint8{128, 0, 127, 255}},
		{"atop keeps inside", []display.Step{flood, {Inputs: both, Do: display.Combine{Mode: display.SourceAtop}}}, 25, 25, [4]uint8{}},
		{"arithmetic", []display.Step{flood, {Inputs: both, Do: display.Arithmetic{K: [4]float64{0, 0.5, 0.5, 0}}}}, 35, 25, [4]uint8{64, 0, 128, 192}},
		{"dilate", []display.Step{{Inputs: source, Do: display.Morphology{RadiusX: px(3), Dilate: true}}}, 17, 25, [4]uint8{128, 0, 0, 128}},
		{"dilate ends", []display.Step{{Inputs: source, Do: display.Morphology{RadiusX: px(3), Dilate: true}}}, 16, 25, [4]uint8{}},
		{"erode", []display.Step{{Inputs: source, Do: display.Morphology{RadiusX: px(3), RadiusY: px(3)}}}, 22, 30, [4]uint8{}},
		{"tile", []display.Step{{Inputs: source, Do: display.Tile{From: rectOf(15, 15, 10, 10)}}}, 68, 68, [4]uint8{}},
		{"tile repeats", []display.Step{{Inputs: source, Do: display.Tile{From: rectOf(15, 15, 10, 10)}}}, 62, 62, [4]uint8{128, 0, 0, 128}},
		{"convolve", []display.Step{{Inputs: source, Do: display.Convolve{Columns: 3, Rows: 1, TargetX: 1, Kernel: []float64{1, 0, 0}}}}, 40, 25, [4]uint8{128, 0, 0, 128}},
		{"displace", []display.Step{flood, {Inputs: []int{display.SourceGraphic, 0}, Do: display.Displace{Scale: 18, X: 2, Y: 0}}}, 30, 35, [4]uint8{128, 0, 0, 128}},
		{"light from above", []display.Step{{Inputs: source, Do: display.Lighting{Color: rgb(0xffffff), Depth: 5, Constant: 1, Direction: [3]float64{0, 0, 1}}}}, 80, 80, [4]uint8{255, 255, 255, 255}},
		{"picture", []display.Step{{Do: display.Paint{List: &display.List{Width: 100, Height: 100, Ops: []display.Op{display.FillRect{Rect: rectOf(50, 50, 5, 5), Brush: solid(0x00ff00)}}}}}}, 52, 52, [4]uint8{0, 255, 0, 255}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := pixelAt(filteredBy(t, 1, c.steps...), c.x, c.y); got != c.want {
				t.Errorf("(%d, %d) is %v, want %v", c.x, c.y, got, c.want)
			}
		})
	}
}

func TestFiltersDoNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	steps := []display.Step{
		{Do: display.Turbulence{FrequencyX: 0.07, FrequencyY: 0.05, Octaves: 3, Seed: 7, Matrix: geom.Identity()}, Linear: true},
		{Inputs: []int{display.SourceGraphic, 0}, Linear: true, Do: display.Displace{Scale: 15, X: 0, Y: 1}},
		{Inputs: []int{1}, Linear: true, Do: display.Filter{Kind: display.Blur, SigmaX: px(2), SigmaY: px(2)}},
		{Inputs: []int{2}, Do: display.Lighting{Color: rgb(0xffcc88), Depth: 4, Constant: 1, Light: display.PointLight, Position: [3]float64{10, 10, 30}}},
	}
	if one, four := filteredBy(t, 1, steps...), filteredBy(t, 4, steps...); !bytes.Equal(one.Pix, four.Pix) {
		t.Error("one and four workers draw different pixels")
	}
}

// TestExtremeAgreesWithItsDefinition compares the extremes of a moving window with a naive implementation.
func TestExtremeAgreesWithItsDefinition(t *testing.T) {
	t.Parallel()
	values := make([]uint32, 97)
	seed := int64(1)
	for i := range values {
		seed = random(seed)
		values[i] = uint32(seed*3) ^ uint32(seed>>7)
	}
	get := func(i int) uint32 {
		if i < 0 || i >= len(values) {
			return 0
		}
		return values[i]
	}
	for _, r := range []int{0, 1, 2, 5, 40, 96, 200} {
		for _, dilate := range []bool{false, true} {
			var w extreme
			w.run(0, len(values), r, dilate, get, func(i int, got uint32) {
				want := get(i)
				for k := i - r; k <= i+r; k++ {
					if dilate {
						want = greatest(want, get(k))
					} else {
						want = least(want, get(k))
					}
				}
				if got != want {
					t.Errorf("radius %d dilate %t at %d: %08x, want %08x", r, dilate, i, got, want)
				}
			})
		}
	}
}

func TestCostlyFiltersAreRejected(t *testing.T) {
	t.Parallel()
	area := rectOf(0, 0, 2000, 2000)
	g := &display.Graph{Region: area}
	for range 60 {
		g.Steps = append(g.Steps, display.Step{Area: area, Do: display.Turbulence{FrequencyX: 1, FrequencyY: 1, Octaves: 10, Matrix: geom.Identity()}})
	}
	l := &display.List{Width: 2000, Height: 2000, Ops: []display.Op{
		display.PushLayer{Bounds: area, Opacity: 255, Filters: []display.Filter{{Kind: display.GraphFilter, Graph: g}}}, display.Pop{},
	}}
	if _, err := Draw(context.Background(), l, Options{}); !errors.Is(err, ErrTooComplex) {
		t.Errorf("got %v, want ErrTooComplex", err)
	}
}
