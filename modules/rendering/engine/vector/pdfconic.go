package vector

import (
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// conicStep is the maximum angle, in turns, of a triangle of a conic gradient.
const conicStep = 1.0 / 96

// conic prepares a conic gradient as a mesh of triangles around its centre (ISO 32000-1 §8.7.4.5.5) that covers reach;
// nil if that takes too many.
func (p *pdfWriter) conic(g *display.Gradient, stops []gradientStop, reach box) shading {
	if stops = unrolled(stops, g.Spread, 0, 1); stops == nil {
		return nil
	}
	cx, cy := g.P0.X.Float(), g.P0.Y.Float()
	radius := 1.0
	for _, x := range [2]float64{reach.x0, reach.x1} {
		for _, y := range [2]float64{reach.y0, reach.y1} {
			radius = max(radius, geom.Hypot(x-cx, y-cy))
		}
	}
	// The triangles form a polygon that contains the circle.
	radius = math.Ceil(float64(radius*1.01) + 1)
	if !(radius < 1e6) {
		return nil
	}
	pieces := turn(stops)
	return func(space string, value func(*gradientStop) []float64) int {
		var data []byte
		vertex := func(x, y float64, c []float64) {
			data = append(data, 0) // edge flag 0: a separate triangle
			for _, v := range [2]float64{x, y} {
				n := uint32(math.Round(float64((v/radius + 1) / 2 * (1<<24 - 1))))
				data = append(data, byte(n>>16), byte(n>>8), byte(n))
			}
			for _, v := range c {
				data = append(data, byte(math.Round(float64(v*255))))
			}
		}
		rim := func(at float64) (x, y float64) {
			sin, cos := geom.SinCosDeg(float64(at*360) + g.Angle)
			return float64(radius * sin), -float64(radius * cos)
		}
		components := 0
		for _, q := range pieces {
			a, b := value(&q.from), value(&q.to)
			components = len(a)
			middle := make([]float64, len(a))
			for i := range a {
				middle[i] = (a[i] + b[i]) / 2
			}
			ax, ay := rim(q.from.at)
			bx, by := rim(q.to.at)
			vertex(0, 0, middle)
			vertex(ax, ay, a)
			vertex(bx, by, b)
		}
		decode := []float64{cx - radius, cx + radius, cy - radius, cy + radius}
		for range components {
			decode = append(decode, 0, 1)
		}
		return p.stream(fmt.Sprintf("/ShadingType 4 /ColorSpace %s /BitsPerCoordinate 24 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [%s]", space, numbers(decode)), data, 7+components, 0)
	}
}

// wedge is an angular interval between two colours.
type wedge struct{ from, to gradientStop }

// turn divides one turn of stops into narrow wedges. Before the first and after the last stop their colours continue.
func turn(stops []gradientStop) []wedge {
	ends := append([]gradientStop{stops[0].moved(min(stops[0].at, 0))}, stops...)
	last := stops[len(stops)-1]
	ends = append(ends, last.moved(max(last.at, 1)))
	var out []wedge
	for i := 1; i < len(ends); i++ {
		a, b := ends[i-1], ends[i]
		lo, hi := max(a.at, 0), min(b.at, 1)
		if hi-lo < 1e-7 {
			continue
		}
		n := math.Ceil(float64((hi - lo) / conicStep))
		cut := func(k float64) gradientStop {
			return mixed(a, b, lo+float64((hi-lo)*k/n))
		}
		for k := 0.0; k < n; k++ {
			out = append(out, wedge{cut(k), cut(k + 1)})
		}
	}
	return out
}
