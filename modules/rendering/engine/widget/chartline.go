package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawLineChart draws lines, and with chart-area the soft areas below them.
func drawLineChart(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	area := c.node.Tag == "chart-area"
	lo, hi := extent(d)
	// An axis begins at zero unless the values are far from it.
	if area || lo > 0 && lo < hi/2 {
		lo = min(lo, 0)
	}
	if hi < 0 && area {
		hi = 0
	}
	p := c.plot(d, lo, hi, false)
	stroke := c.number("stroke", 0.25, 40, max(2, min(3, c.h/80)))
	dots := c.flag("points", false)
	pad := stroke / 2
	if dots {
		pad = stroke * 1.6
	}
	x, w := p.x+pad, p.w-2*pad
	for k := len(d.series) - 1; k >= 0; k-- {
		c.curve(d.series[k].values, d.count(), x, w, &p.scale, p.palette[k%len(p.palette)], stroke, area, dots)
	}
}

// drawSparkline draws a line without axes, with a soft area unless fill says no,
// and a dot at its end.
func drawSparkline(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	lo, hi := extent(d)
	lo, hi = c.number("min", -1e15, 1e15, lo), c.number("max", -1e15, 1e15, hi)
	if hi <= lo {
		lo, hi = lo-1, lo+1
	}
	stroke := c.number("stroke", 0.25, 40, max(1.5, min(2.5, c.h/24)))
	dot := c.flag("dot", true)
	pad := stroke / 2
	if dot {
		pad = stroke * 1.7
	}
	s := scale{lo: lo, hi: hi, top: pad, bottom: max(pad+1, c.h-pad)}
	palette := c.palette()
	for k := len(d.series) - 1; k >= 0; k-- {
		values, color := d.series[k].values, palette[k%len(palette)]
		if len(values) == 0 {
			continue
		}
		c.curve(values, d.count(), pad, c.w-2*pad, &s, color, stroke, c.flag("fill", true), false)
		if dot {
			x, y := pad+float64((c.w-2*pad)*float64(len(values)-1)/float64(max(1, d.count()-1))), s.y(values[len(values)-1])
			c.dot(x, y, stroke*1.7, color)
		}
	}
}

func extent(d *data) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range d.series {
		for _, v := range d.series[i].values {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// curve draws one series of n points over [x, x+w].
func (c *canvas) curve(values []float64, n int, x, w float64, s *scale, color display.Color, stroke float64, area, dots bool) {
	if len(values) == 0 || w <= 0 {
		return
	}
	xs, ys := make([]float64, len(values)), make([]float64, len(values))
	for i, v := range values {
		xs[i], ys[i] = x+float64(w/2), s.y(v)
		if n > 1 {
			xs[i] = x + float64(w*float64(i)/float64(n-1))
		}
	}
	line := &display.Path{}
	line.MoveTo(pt(xs[0], ys[0]))
	if c.flag("smooth", true) {
		monotone(line, xs, ys)
	} else {
		for i := 1; i < len(xs); i++ {
			line.LineTo(pt(xs[i], ys[i]))
		}
	}
	if area && len(values) > 1 {
		base := s.bottom
		if s.lo < 0 && s.hi > 0 {
			base = s.y(0)
		}
		shape := &display.Path{Verbs: append([]display.Verb(nil), line.Verbs...), Points: append([]display.Point(nil), line.Points...)}
		shape.LineTo(pt(xs[len(xs)-1], base))
		shape.LineTo(pt(xs[0], base))
		shape.Close()
		top := ys[0]
		for _, y := range ys {
			top = min(top, y)
		}
		stops := []display.Stop{{Offset: 0, Color: fade(color, 105)}, {Offset: 1 << 16, Color: fade(color, 5)}}
		from, to := top, base
		if base < s.bottom-0.5 {
			to = max(base+1, s.bottom)
			stops = []display.Stop{{Offset: 0, Color: fade(color, 105)}, {Offset: 1 << 15, Color: fade(color, 20)}, {Offset: 1 << 16, Color: fade(color, 105)}}
		}
		if to-from > 0.1 {
			c.push(display.FillPath{Path: shape, Brush: &display.Gradient{Kind: display.Linear, P0: pt(0, from), P1: pt(0, to), Stops: stops}})
		}
	}
	if len(values) == 1 {
		c.dot(xs[0], ys[0], stroke*1.7, color)
		return
	}
	c.push(display.StrokePath{
		Path: line, Brush: solid(color),
		Stroke: display.Stroke{Width: display.FromFloat(stroke), Cap: display.RoundCap, Join: display.RoundJoin, MiterLimit: 4},
	})
	if dots {
		for i := range xs {
			c.dot(xs[i], ys[i], stroke*1.6, color)
		}
	}
}

// monotone continues a path through points with cubics that never go beyond the
// values on either side (Fritsch and Carlson, 1980).
func monotone(p *display.Path, xs, ys []float64) {
	n := len(xs)
	if n < 2 {
		return
	}
	slope := make([]float64, n-1)
	for i := range slope {
		if dx := xs[i+1] - xs[i]; dx > 0 {
			slope[i] = (ys[i+1] - ys[i]) / dx
		}
	}
	tangent := make([]float64, n)
	tangent[0], tangent[n-1] = slope[0], slope[n-2]
	for i := 1; i < n-1; i++ {
		a, b := slope[i-1], slope[i]
		if a*b <= 0 {
			continue
		}
		// The harmonic mean keeps the curve monotone.
		tangent[i] = 2 * a * b / (a + b)
	}
	for i := range n - 1 {
		dx := (xs[i+1] - xs[i]) / 3
		p.CubicTo(pt(xs[i]+dx, ys[i]+float64(tangent[i]*dx)), pt(xs[i+1]-dx, ys[i+1]-float64(tangent[i+1]*dx)), pt(xs[i+1], ys[i+1]))
	}
}
