package widget

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// scale maps values to positions along the height of a plot.
type scale struct {
	lo, hi, step float64
	top, bottom  float64 // y of hi and of lo
}

func (s *scale) y(v float64) float64 {
	v = min(max(v, s.lo), s.hi)
	return s.bottom - float64((v-s.lo)/(s.hi-s.lo)*(s.bottom-s.top))
}

// niceStep returns the smallest 1, 2 or 5 times a power of ten not below v.
func niceStep(v float64) float64 {
	if v <= 0 {
		return 1
	}
	unit := 1.0
	for unit > v && unit > 1e-15 {
		unit /= 10
	}
	for unit*10 <= v {
		unit *= 10
	}
	for _, k := range [3]float64{1, 2, 5} {
		if k*unit >= v-float64(unit*1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}

// niceScale covers [lo, hi] with about n steps of a nice size; a fixed end stays.
func niceScale(lo, hi float64, n int, fixLo, fixHi bool) scale {
	if hi <= lo {
		hi = lo + max(1, math.Abs(lo))
	}
	s := scale{lo: lo, hi: hi, step: niceStep((hi - lo) / float64(max(1, n)))}
	if !fixLo {
		s.lo = s.step * math.Floor(lo/s.step+1e-9)
	}
	if !fixHi {
		s.hi = s.step * math.Ceil(hi/s.step-1e-9)
	}
	return s
}

// ticks returns the multiples of the step inside of the scale, at most 50.
func (s *scale) ticks() []float64 {
	var out []float64
	for k := math.Ceil(s.lo/s.step - 1e-9); len(out) < 50; k++ {
		v := float64(s.step*k) + 0 // no minus before a zero
		if v > s.hi+float64(s.step*1e-9) {
			break
		}
		out = append(out, v)
	}
	return out
}

// plot is the area of a chart with axes.
type plot struct {
	x, y, w, h float64
	scale      scale
	size       float64 // of labels
	palette    []display.Color
}

// plot lays out the axis, the labels below and the legend, and draws the grid. Slots
// says that labels stand below the middle of equal slots, as of bars, instead of
// below points from edge to edge.
func (c *canvas) plot(d *data, lo, hi float64, slots bool) plot {
	p := plot{w: c.w, h: c.h, palette: c.palette()}
	p.size = max(9, min(c.style.Font.Size, c.h*0.09, 96))
	axis := c.flag("axis", c.w >= 120 && c.h >= 80)
	grid := c.flag("grid", axis)
	ink := display.Color(c.style.Color)
	_, fixLo := c.text("min")
	_, fixHi := c.text("max")
	lo = c.number("min", -1e15, 1e15, lo)
	hi = c.number("max", -1e15, 1e15, hi)
	if fixLo && fixHi && lo >= hi {
		c.warn("invalid_attribute", c.node.Tag+": the attribute min is not below max; max is not used")
		fixHi = false
	}
	p.legend(c, d)
	if axis {
		p.y += float64(p.size * 0.5)
		p.h -= float64(p.size * 0.5)
	}
	if slots && c.flag("show-values", false) {
		p.y += float64(p.size * 0.9)
		p.h -= float64(p.size * 0.9)
	}
	hasLabels := len(d.labels) > 0
	if hasLabels {
		p.h -= float64(p.size * 1.7)
	}
	p.h = max(1, p.h-1)
	p.scale = niceScale(lo, hi, int(min(max(p.h/max(32, p.size*2.6), 2), 6)), fixLo, fixHi)
	p.scale.top, p.scale.bottom = p.y, p.y+p.h
	ticks := p.scale.ticks()
	if axis {
		var labels []label
		wide := 0.0
		for _, v := range ticks {
			l := c.label(c.valueText(v, p.scale.step), p.size, 0)
			labels = append(labels, l)
			wide = max(wide, l.width)
		}
		if inset := wide + float64(p.size*0.7); inset < c.w/2 {
			p.x, p.w = inset, p.w-inset
			for i, l := range labels {
				c.drawLabel(l, wide, p.scale.y(ticks[i])+float64(l.cap/2), 1, fade(ink, 150))
			}
		}
	}
	if n := d.count(); hasLabels && !slots && n > 1 && len(d.labels) >= n {
		// The last label ends where the box does.
		p.w -= min(c.label(d.labels[n-1], p.size, 0).width/2, p.w/4)
	}
	if grid {
		for _, v := range ticks {
			y := c.snap(p.scale.y(v))
			weight := 28
			if v == 0 {
				weight = 70
			}
			c.push(display.FillRect{Rect: rect(p.x, y, p.w, 1), Brush: solid(fade(ink, weight))})
		}
	}
	if hasLabels {
		p.below(c, d, slots, fade(ink, 165))
	}
	return p
}

// below draws the labels under the plot, every nth when they would touch.
func (p *plot) below(c *canvas, d *data, slots bool, col display.Color) {
	n := d.count()
	pitch := p.w / float64(max(1, n))
	if !slots && n > 1 {
		pitch = p.w / float64(n-1)
	}
	labels := make([]label, min(n, len(d.labels)))
	wide := 0.0
	for i := range labels {
		labels[i] = c.label(d.labels[i], p.size, 0)
		wide = max(wide, labels[i].width)
	}
	every := max(1, int(math.Ceil((wide+float64(p.size*0.6))/max(pitch, 0.01))))
	if every > 1 && slots && n <= 8 {
		// A few long names are shortened rather than left out.
		every = 1
		for i := range labels {
			labels[i] = c.fit(d.labels[i], p.size, 0, pitch-float64(p.size*0.4))
		}
	}
	y := p.y + p.h + float64(p.size*0.65)
	for i := 0; i < len(labels); i += every {
		x := p.x + float64(pitch*float64(i))
		if slots {
			x += float64(pitch / 2)
		}
		half := float64(labels[i].width / 2)
		x = min(max(x, half), c.w-half)
		c.drawLabel(labels[i], x, y+labels[i].cap, 0.5, col)
	}
}

// legend draws the names of the series at the top.
func (p *plot) legend(c *canvas, d *data) {
	named := false
	for i := range d.series {
		named = named || d.series[i].name != ""
	}
	if !c.flag("legend", named && c.h >= 100) || !named {
		return
	}
	x, r := 0.0, float64(p.size*0.36)
	base := float64(p.size * 0.95)
	for i := range d.series {
		l := c.label(d.series[i].name, p.size, 0)
		if x > 0 && x+l.width+p.size > c.w {
			break
		}
		c.dot(x+r, base-float64(l.cap/2), r, p.palette[i%len(p.palette)])
		c.drawLabel(l, x+float64(2*r)+float64(p.size*0.45), base, 0, fade(display.Color(c.style.Color), 200))
		x += float64(2*r) + float64(p.size*0.45) + l.width + float64(p.size*1.3)
	}
	p.y += float64(p.size * 1.9)
	p.h -= float64(p.size * 1.9)
}

// valueText writes a number for people: with the attributes prefix and suffix, and
// thousands and millions by letter where the step allows.
func (c *canvas) valueText(v, step float64) string {
	sign := ""
	if v < 0 {
		sign, v = "−", -v
	}
	unit, letter := 1.0, ""
	switch {
	case v >= 1e9 && step >= 1e7:
		unit, letter = 1e9, "B"
	case v >= 1e6 && step >= 1e4:
		unit, letter = 1e6, "M"
	case v >= 1e4 && step >= 100, v >= 1e3 && step >= 500:
		unit, letter = 1e3, "k"
	}
	places := 0
	for s := step / unit; places < 6 && s > 0 && math.Abs(s-math.Round(s)) > 1e-6; places++ {
		s *= 10
	}
	s := fixed(v/unit, places)
	prefix, _ := c.node.Attr("prefix")
	suffix, _ := c.node.Attr("suffix")
	return sign + prefix + s + letter + suffix
}

// fixed writes v with at most places decimals and no zeros at the end.
func fixed(v float64, places int) string {
	k := 1.0
	for range places {
		k *= 10
	}
	s := trimFloat(math.Round(v*k) / k)
	if whole, part, ok := strings.Cut(s, "."); ok && len(part) > places {
		return strings.TrimSuffix(whole+"."+part[:places], ".")
	}
	return s
}
