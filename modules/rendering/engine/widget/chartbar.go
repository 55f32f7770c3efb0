package widget

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// charts maps tags to the functions that draw data charts.
var charts = map[string]func(*canvas){
	"chart-bar": drawBarChart, "chart-combo": drawBarChart, "chart-line": drawLineChart, "chart-area": drawLineChart, "chart-sparkline": drawSparkline,
	"chart-pie": drawPieChart, "chart-donut": drawPieChart, "chart-scatter": drawScatter, "chart-heatmap": drawHeatmap, "chart-radar": drawRadar,
	"chart-gauge": drawGauge, "chart-gantt": drawGantt, "chart-candlestick": drawCandles, "chart-sparklines": drawSparklines,
	"chart-map": drawMap,
}

// stacking parses the attribute stacked: none, stacked values, or shares of the category's sum.
func (c *canvas) stacking() (stacked, shares bool) {
	v, ok := c.text("stacked")
	switch strings.ToLower(v) {
	case "100%", "percent", "100":
		return true, true
	case "", "true", "yes", "on", "stacked":
		return ok, false
	case "false", "no", "off", "none", "0":
		return false, false
	}
	c.invalid("stacked", v, "100%, yes or no", "using yes")
	return true, false
}

// parts converts values to shares of the sum of their category.
func (c *canvas) parts(d *data) *data {
	out := &data{labels: d.labels, series: make([]series, len(d.series))}
	for k := range d.series {
		out.series[k] = series{name: d.series[k].name, values: append([]float64(nil), d.series[k].values...)}
	}
	for i := range d.count() {
		sum := 0.0
		for k := range d.series {
			if v, ok := d.value(k, i); ok {
				if v < 0 {
					c.invalid("values", trimFloat(v), "zero or more, as parts of a whole are", "left out")
					out.series[k].values[i] = missing
					continue
				}
				sum += v
			}
		}
		for k := range d.series {
			if v, ok := out.value(k, i); ok {
				out.series[k].values[i] = 0
				if sum > 0 {
					out.series[k].values[i] = v / sum
				}
			}
		}
	}
	return out
}

// bars is the state of a bar chart: grouped or stacked bars, with lines over them in a chart-combo.
type bars struct {
	*canvas
	d          *data
	p          *frame
	stacked    bool
	shares     bool
	types      []string // of the series: bar, line or area
	onSecond   []bool
	width      float64
	inner, gap float64
	radius     float64
	numbers    float64 // font size of the value labels; 0 when they do not fit
	columns    []int   // position of each series within its group
	labels     []barLabel
	over       []overlay // the lines drawn over the bars
	onAxis     *format   // number format of the secondary axis
}

// drawBarChart draws vertical bars or, with direction="horizontal", horizontal ones. In a chart-combo some series are
// lines.
func drawBarChart(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	b := &bars{canvas: c, d: d}
	b.stacked, b.shares = c.stacking()
	if b.shares {
		b.d = c.parts(d)
		d = b.d
	}
	log := c.positive(d, b.stacked)
	b.kinds()
	horizontal := c.choice("direction", "vertical", "horizontal") == "horizontal"
	if horizontal && c.node.Tag == "chart-combo" {
		c.warn("invalid_attribute", "chart-combo: direction=\"horizontal\" is not drawn with lines; using vertical, or use chart-bar")
		horizontal = false
	}
	lo, hi, second := b.extents()
	if log {
		lo, hi = b.logExtents()
	}
	labels, _ := c.dates(d.labels)
	show := c.flag("show-values", false)
	o := plan{lo: lo, hi: hi, labels: labels, n: d.count(), slots: true, horizontal: horizontal, shares: b.shares, log: log, above: show && !b.stacked || c.totals(), second: second}
	o.entries = seriesEntries(d, c.palette(), false)
	for i := range o.entries {
		o.entries[i].line = len(o.entries) == len(b.types) && b.types[i] == "line"
	}
	if second != nil {
		b.onAxis = c.secondFormat()
		o.onSecond = b.onAxis
	}
	b.p = c.frame(o)
	b.measure()
	if o.above && !horizontal {
		b.sizeNumbers()
	}
	for i := range d.count() {
		b.category(i, show)
	}
	b.lines()
	for i := range b.labels {
		b.drawBarLabel(&b.labels[i])
	}
	c.drawMarks(b.p, labels)
}

// totals reports whether the sums of stacks are labelled.
func (c *canvas) totals() bool {
	v, _ := c.text("show-values")
	return v == "total" || v == "totals"
}

// kinds parses the attributes types and secondary of a chart-combo.
func (b *bars) kinds() {
	n := len(b.d.series)
	b.types, b.onSecond = make([]string, n), make([]bool, n)
	for k := range b.types {
		b.types[k] = "bar"
	}
	if b.node.Tag != "chart-combo" {
		return
	}
	if n > 1 {
		b.types[n-1] = "line"
	}
	if v, ok := b.text("types"); ok && v != "" {
		for k, t := range splitList(v) {
			switch {
			case k >= n:
			case t == "bar" || t == "line" || t == "area":
				b.types[k] = t
			default:
				b.invalid("types", t, "one of bar, line, area", "using "+b.types[k])
			}
		}
	}
	if v, ok := b.text("secondary"); ok && v != "" {
		for _, name := range b.names(v) {
			k := -1
			for i := range b.d.series {
				if b.d.series[i].name == name || trimFloat(float64(i+1)) == name {
					k = i
				}
			}
			if k < 0 {
				b.invalid("secondary", name, "the name or the number of a series", "left out")
				continue
			}
			b.onSecond[k] = true
		}
	}
}

// secondFormat returns the number format of the secondary axis.
func (c *canvas) secondFormat() *format {
	f := *c.format()
	f.kind, f.currency = "auto", ""
	if c.choice("second-format", "auto", "number", "compact", "percent") != "auto" {
		f.kind = c.choice("second-format", "auto", "number", "compact", "percent")
	}
	f.prefix, _ = c.node.Attr("second-prefix")
	f.suffix, _ = c.node.Attr("second-suffix")
	return &f
}

// extents returns the extent of the values on the primary axis and the scale of the secondary one, if any series uses
// it.
func (b *bars) extents() (lo, hi float64, second *scale) {
	s := scale{}
	for i := range b.d.count() {
		up, down := 0.0, 0.0
		for k := range b.d.series {
			v, ok := b.d.value(k, i)
			switch {
			case !ok:
			case b.onSecond[k]:
				s.lo, s.hi = min(s.lo, v), max(s.hi, v)
				second = &s
			case !b.stacked || b.types[k] != "bar":
				lo, hi = min(lo, v), max(hi, v)
			case v > 0:
				up += v
			default:
				down += v
			}
		}
		lo, hi = min(lo, down), max(hi, up)
	}
	if b.shares {
		return 0, 1, second
	}
	lo, hi = b.span(lo, hi, "y")
	return lo, hi, second
}

// logExtents returns the extent of a logarithmic value axis, with room for the smallest bar.
func (b *bars) logExtents() (lo, hi float64) {
	primary := data{}
	for k := range b.d.series {
		if !b.onSecond[k] {
			primary.series = append(primary.series, b.d.series[k])
		}
	}
	lo, hi, ok := primary.extent()
	if !ok {
		lo, hi = 1, 10
	}
	return b.spanAbove(lo/2, hi)
}

// measure computes the width of the bars.
func (b *bars) measure() {
	slot := b.p.pitch()
	b.columns = make([]int, len(b.types))
	columns := 0
	for k, t := range b.types {
		if t == "bar" {
			b.columns[k] = columns
			columns++
		}
	}
	if b.stacked {
		clear(b.columns)
		columns = min(columns, 1)
	}
	columns = max(columns, 1)
	along := b.p.w
	if b.p.horizontal {
		along = b.p.h
	}
	// A few bars are narrower than their slots.
	b.gap = min(b.number("gap", 0, 1000, max(min(slot*0.32, max(24, slot*0.2)), slot-float64(along*0.26))), slot*0.95)
	if columns > 1 {
		b.inner = min(4, (slot-b.gap)*0.06)
	}
	b.width = max(0.5, (slot-b.gap-float64(b.inner*float64(columns-1)))/float64(columns))
	b.radius = b.number("radius", 0, 1000, min(8, b.width*0.28))
}

// sizeNumbers computes the font size at which all value labels fit beside each other.
func (b *bars) sizeNumbers() {
	p := b.p
	room := p.pitch()
	if !b.stacked && len(b.d.series) > 1 {
		room = b.width + b.inner
	}
	wide := 0.0
	for i := range b.d.count() {
		sum := 0.0
		for k := range b.d.series {
			v, ok := b.d.value(k, i)
			if sum += v; ok && !b.stacked {
				sum = v
				wide = max(wide, b.label(p.format.text(v, p.scale.largest()), p.size, 600).width)
			}
		}
		if b.stacked {
			wide = max(wide, b.label(p.format.text(sum, p.scale.largest()), p.size, 600).width)
		}
		if wide > room*2 {
			break
		}
	}
	switch {
	case wide <= room:
		b.numbers = p.size
	case wide*0.78 <= room && p.size*0.78 >= 8:
		b.numbers = p.size * 0.78
	default:
		if v, _ := b.text("show-values"); v == "fit" {
			return
		}
		b.warn("invalid_attribute", b.node.Tag+`: the numbers that show-values asks for have no room beside each other and are left out; make the chart wider, use direction="horizontal" or format="compact"`)
	}
}

// category draws the bars of one category and records their labels.
func (b *bars) category(i int, show bool) {
	d, p := b.d, b.p
	perBar := len(d.series) == 1 && len(b.colors("colors", 64)) > 1
	up, down, sums := 0.0, 0.0, false
	for k := range d.series {
		v, ok := d.value(k, i)
		if !ok || b.types[k] != "bar" {
			continue
		}
		color := p.palette[k%len(p.palette)]
		if perBar {
			color = p.palette[i%len(p.palette)]
		}
		s := &p.scale
		if b.onSecond[k] && p.second != nil {
			s = p.second
		}
		at := p.place(i) - float64((p.pitch()-b.gap)/2) + float64((b.width+b.inner)*float64(b.columns[k]))
		from, to := min(max(0, s.lo), s.hi), v
		if b.stacked {
			if v >= 0 {
				from, to, up = up, up+v, up+v
			} else {
				from, to, down = down, down+v, down+v
			}
			sums = true
		}
		b.bar(s, at, from, to, color, !b.stacked || outermost(d, i, k))
		if show {
			b.labels = append(b.labels, barLabel{scale: s, at: at, from: from, to: to, value: v, color: color, below: v < 0, inside: b.stacked})
		}
	}
	if b.totals() && sums {
		at := p.place(i) - float64((p.pitch()-b.gap)/2)
		if up > 0 || down == 0 {
			b.labels = append(b.labels, barLabel{scale: &p.scale, at: at, to: up, value: up, color: b.ink()})
		}
		if down < 0 {
			b.labels = append(b.labels, barLabel{scale: &p.scale, at: at, to: down, value: down, color: b.ink(), below: true})
		}
	}
}

// bar draws a bar with a rounded far end.
func (b *bars) bar(s *scale, at, from, to float64, color display.Color, round bool) {
	a, z := s.pos(from), s.pos(to)
	if a == z {
		return
	}
	t0, t1 := b.snap(at), b.snap(at+b.width)
	if t1-t0 < 0.5 {
		t0, t1 = at, at+b.width
	}
	near := max(a, z)
	if b.p.horizontal {
		near = min(a, z)
	}
	near = b.snap(near)
	far := min(a, z)
	if b.p.horizontal {
		far = max(a, z)
	}
	long := max(near-far, far-near, 0.5)
	r := float64(min(b.radius, (t1-t0)/2, long))
	if !round {
		r = 0
	}
	var shape display.RRect
	q := display.Point{X: display.FromFloat(r), Y: display.FromFloat(r)}
	if b.p.horizontal {
		shape.Rect = rect(near, t0, long, t1-t0)
		if z > a {
			shape.Radii[1], shape.Radii[2] = q, q
		} else {
			shape.Radii[0], shape.Radii[3] = q, q
		}
	} else {
		shape.Rect = rect(t0, min(near, far), t1-t0, long)
		if z < a {
			shape.Radii[0], shape.Radii[1] = q, q
		} else {
			shape.Radii[2], shape.Radii[3] = q, q
		}
	}
	b.push(display.FillRRect{RRect: shape, Brush: solid(color)})
}

// outermost reports whether no later series extends the same end of a stack.
func outermost(d *data, i, k int) bool {
	v, _ := d.value(k, i)
	for n := k + 1; n < len(d.series); n++ {
		if w, ok := d.value(n, i); ok && (w > 0 && v >= 0 || w < 0 && v < 0) {
			return false
		}
	}
	return true
}
