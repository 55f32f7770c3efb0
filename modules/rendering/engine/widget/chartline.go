package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawLineChart draws lines, in a chart-area with translucent areas below them, or stacked areas.
func drawLineChart(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	filled := c.node.Tag == "chart-area"
	stacked, shares := c.stacking()
	stacked = stacked && filled
	if shares = shares && filled; shares {
		d = c.parts(d)
	}
	log := c.positive(d, stacked)
	lo, hi, _ := d.extent()
	if stacked {
		lo, hi = 0, 0
		for i := range d.count() {
			hi = max(hi, stackTop(d, i, len(d.series)))
		}
		for k := range d.series {
			for i, v := range d.series[k].values {
				if v < 0 {
					c.invalid("values", trimFloat(v), "zero or more, as areas on top of each other need", "drawn as 0")
					d.series[k].values[i] = 0
				}
			}
		}
	}
	if shares {
		lo, hi = 0, 1
	}
	if log {
		lo, hi = c.spanAbove(lo, hi)
	} else {
		lo, hi = c.span(lo, hi, "y")
		if lo == hi {
			lo, hi = min(lo, 0), max(hi, 0)
		}
		// The axis begins at zero unless the values are far from it.
		if filled || lo > 0 && lo < hi/2 {
			lo = min(lo, 0)
		}
		if hi < 0 && filled {
			hi = 0
		}
	}
	stroke := c.number("stroke", 0.25, 40, max(2, min(3, c.h/80)))
	dots := c.flag("points", false)
	labels, at := c.dates(d.labels)
	o := plan{lo: lo, hi: hi, labels: labels, n: d.count(), shares: shares, log: log, inset: stroke / 2, at: c.proportional(at, d.count())}
	if dots {
		o.inset = stroke * 1.6
	}
	o.entries = seriesEntries(d, c.palette(), !filled)
	p := c.frame(o)
	if stacked {
		c.stack(d, p, stroke)
	} else {
		for k := len(d.series) - 1; k >= 0; k-- {
			run := curve{values: d.series[k].values, place: p.place, scale: &p.scale, color: p.palette[k%len(p.palette)], stroke: stroke, fill: filled, dots: dots}
			c.curve(&run)
		}
	}
	c.drawMarks(p, labels)
}

// proportional converts times to positions from 0 to 1; nil if they do not increase, or are nearly evenly spaced.
func (c *canvas) proportional(at []float64, n int) []float64 {
	if len(at) != n || n < 3 || c.choice("spacing", "auto", "even", "time") == "even" {
		return nil
	}
	least, most := at[1]-at[0], at[1]-at[0]
	for i := 1; i < n; i++ {
		least, most = min(least, at[i]-at[i-1]), max(most, at[i]-at[i-1])
	}
	if least <= 0 || most < least*1.25 {
		return nil // months count as even although their lengths differ
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = (at[i] - at[0]) / (at[n-1] - at[0])
	}
	return out
}

// stackTop returns the sum of the first k series at i.
func stackTop(d *data, i, k int) float64 {
	sum := 0.0
	for n := range k {
		if v, ok := d.value(n, i); ok {
			sum += v
		}
	}
	return sum
}

// stack draws stacked areas.
func (c *canvas) stack(d *data, p *frame, stroke float64) {
	n := d.count()
	edge := func(k int) (xs, ys []float64) {
		for i := range n {
			xs, ys = append(xs, p.place(i)), append(ys, p.scale.pos(stackTop(d, i, k)))
		}
		return xs, ys
	}
	for k := range d.series {
		color := p.palette[k%len(p.palette)]
		xs, low := edge(k)
		_, top := edge(k + 1)
		if n == 1 {
			xs, low, top = []float64{p.x, p.x + p.w}, []float64{low[0], low[0]}, []float64{top[0], top[0]}
		}
		shape, line := &display.Path{}, &display.Path{}
		c.through(shape, xs, top, true)
		c.through(line, xs, top, true)
		reverse(xs)
		reverse(low)
		c.through(shape, xs, low, false)
		shape.Close()
		c.push(display.FillPath{Path: shape, Brush: solid(fade(color, 205))})
		c.push(display.StrokePath{Path: line, Brush: solid(color), Stroke: display.Stroke{Width: display.FromFloat(min(stroke, 2)), Join: display.RoundJoin, MiterLimit: 4}})
	}
}

func reverse(v []float64) {
	for i, j := 0, len(v)-1; i < j; i, j = i+1, j-1 {
		v[i], v[j] = v[j], v[i]
	}
}

// drawSparkline draws a line without axes, with a translucent area unless fill is false, and a dot at its end.
func drawSparkline(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	lo, hi, _ := d.extent()
	palette := c.palette()
	for k := len(d.series) - 1; k >= 0; k-- {
		c.sparkline(d.series[k].values, d.count(), area{0, 0, c.w, c.h}, lo, hi, palette[k%len(palette)])
	}
}

// area is a rectangle of a canvas.
type area struct{ x, y, w, h float64 }

// sparkline draws values in an area.
func (c *canvas) sparkline(values []float64, n int, b area, lo, hi float64, color display.Color) {
	lo, hi = c.number("min", -greatest, greatest, lo), c.number("max", -greatest, greatest, hi)
	if hi <= lo {
		lo, hi = lo-max(1, math.Abs(lo)), lo+max(1, math.Abs(lo))
	}
	stroke := c.number("stroke", 0.25, 40, max(1.5, min(2.5, b.h/24)))
	dot := c.flag("dot", true)
	pad := stroke / 2
	if dot {
		pad = stroke * 1.7
	}
	s := scale{lo: lo, hi: hi, from: b.y + max(pad+1, b.h-pad), to: b.y + pad}
	place := func(i int) float64 {
		if n <= 1 {
			return b.x + float64(b.w/2)
		}
		return b.x + pad + float64((b.w-2*pad)*float64(i)/float64(n-1))
	}
	c.curve(&curve{values: values, place: place, scale: &s, color: color, stroke: stroke, fill: c.flag("fill", true)})
	for i := len(values) - 1; dot && i >= 0; i-- {
		if !isMissing(values[i]) {
			c.dot(place(i), s.pos(values[i]), stroke*1.7, color)
			break
		}
	}
}

// curve describes one line of a chart.
type curve struct {
	values     []float64
	place      func(i int) float64
	scale      *scale
	color      display.Color
	stroke     float64
	fill, dots bool
}

// piece holds the points of a line between gaps.
type piece struct{ xs, ys []float64 }

// pieces splits a series at its missing values, which connect bridges.
func (c *canvas) pieces(r *curve) []piece {
	connect := c.flag("connect", false)
	var out []piece
	var last piece
	for i, v := range r.values {
		if !isMissing(v) {
			last.xs, last.ys = append(last.xs, r.place(i)), append(last.ys, r.scale.pos(v))
		} else if !connect && len(last.xs) > 0 {
			out, last = append(out, last), piece{}
		}
	}
	if len(last.xs) > 0 {
		out = append(out, last)
	}
	return out
}

// curve draws a series, with gaps at missing values unless connect is set.
func (c *canvas) curve(r *curve) {
	for _, p := range c.pieces(r) {
		c.piece(r, p.xs, p.ys)
	}
}

// piece draws a line through consecutive points.
func (c *canvas) piece(r *curve, xs, ys []float64) {
	if len(xs) == 1 {
		c.dot(xs[0], ys[0], r.stroke*1.7, r.color)
		return
	}
	line := &display.Path{}
	c.through(line, xs, ys, true)
	if r.fill {
		c.below(r, line, xs, ys)
	}
	c.push(display.StrokePath{
		Path: line, Brush: solid(r.color),
		Stroke: display.Stroke{Width: display.FromFloat(r.stroke), Cap: display.RoundCap, Join: display.RoundJoin, MiterLimit: 4},
	})
	if r.dots {
		for i := range xs {
			c.dot(xs[i], ys[i], r.stroke*1.6, r.color)
		}
	}
}

// reach returns the vertical extent of a line between left and right, with points of the radius dot; ok is false when it
// has no part there. A smooth line is monotone between its points, so the extent is that of its ends and points.
func (c *canvas) reach(p *piece, left, right, dot float64) (top, bottom float64, ok bool) {
	top, bottom = math.Inf(1), math.Inf(-1)
	var tangent []float64
	if c.smooth(p.xs) {
		tangent = tangents(p.xs, p.ys)
	}
	for i, x := range p.xs {
		if x+dot >= left && x-dot <= right {
			top, bottom = min(top, p.ys[i]-dot), max(bottom, p.ys[i]+dot)
		}
		if i+1 == len(p.xs) || p.xs[i+1] < left || x > right {
			continue
		}
		for _, at := range [2]float64{max(left, x), min(right, p.xs[i+1])} {
			y := between(p, tangent, i, at)
			top, bottom = min(top, y), max(bottom, y)
		}
	}
	return top, bottom, top <= bottom
}

// between returns the height of a line at x between its points i and i+1; tangent is nil for a straight line.
func between(p *piece, tangent []float64, i int, x float64) float64 {
	dx := p.xs[i+1] - p.xs[i]
	if dx <= 0 {
		return p.ys[i]
	}
	t := (x - p.xs[i]) / dx
	a, d := p.ys[i], p.ys[i+1]
	if tangent == nil {
		return a + float64((d-a)*t)
	}
	b, c, u := a+float64(tangent[i]*dx/3), d-float64(tangent[i+1]*dx/3), 1-t
	return float64(u*u*u*a) + float64(3*u*u*t*b) + float64(3*u*t*t*c) + float64(t*t*t*d)
}

// below fills the area between a line and zero.
func (c *canvas) below(r *curve, line *display.Path, xs, ys []float64) {
	s := r.scale
	base := s.from
	if s.lo < 0 && s.hi > 0 {
		base = s.pos(0)
	}
	shape := &display.Path{Verbs: append([]display.Verb(nil), line.Verbs...), Points: append([]display.Point(nil), line.Points...)}
	shape.LineTo(pt(xs[len(xs)-1], base))
	shape.LineTo(pt(xs[0], base))
	shape.Close()
	top := ys[0]
	for _, y := range ys {
		top = min(top, y)
	}
	stops := []display.Stop{{Offset: 0, Color: fade(r.color, 105)}, {Offset: 1 << 16, Color: fade(r.color, 5)}}
	from, to := top, base
	if base < s.from-0.5 {
		to = max(base+1, s.from)
		stops = []display.Stop{{Offset: 0, Color: fade(r.color, 105)}, {Offset: 1 << 15, Color: fade(r.color, 20)}, {Offset: 1 << 16, Color: fade(r.color, 105)}}
	}
	if to-from > 0.1 {
		c.push(display.FillPath{Path: shape, Brush: &display.Gradient{Kind: display.Linear, P0: pt(0, from), P1: pt(0, to), Stops: stops}})
	}
}

// through adds a line through points to a path, smooth unless the attribute smooth is false. begin starts a new subpath
// at the first point; otherwise the path continues to it.
func (c *canvas) through(p *display.Path, xs, ys []float64, begin bool) {
	if begin {
		p.MoveTo(pt(xs[0], ys[0]))
	} else {
		p.LineTo(pt(xs[0], ys[0]))
	}
	if c.smooth(xs) {
		monotone(p, xs, ys)
		return
	}
	for i := 1; i < len(xs); i++ {
		p.LineTo(pt(xs[i], ys[i]))
	}
}

// smooth reports whether a line through points is curved.
func (c *canvas) smooth(xs []float64) bool {
	return c.flag("smooth", true) && len(xs) > 1 && len(xs) <= 400
}

// monotone continues a path through points by monotone cubic interpolation, which does not overshoot (Fritsch and
// Carlson, 1980). x is monotonic.
func monotone(p *display.Path, xs, ys []float64) {
	n := len(xs)
	tangent := tangents(xs, ys)
	for i := range n - 1 {
		dx := (xs[i+1] - xs[i]) / 3
		p.CubicTo(pt(xs[i]+dx, ys[i]+float64(tangent[i]*dx)), pt(xs[i+1]-dx, ys[i+1]-float64(tangent[i+1]*dx)), pt(xs[i+1], ys[i+1]))
	}
}

// tangents returns the slope of the monotone line at each of at least two points.
func tangents(xs, ys []float64) []float64 {
	n := len(xs)
	slope := make([]float64, n-1)
	for i := range slope {
		if dx := xs[i+1] - xs[i]; dx != 0 {
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
	return tangent
}
