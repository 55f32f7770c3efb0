package widget

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawRadar draws series on radial axes.
func drawRadar(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	n := d.count()
	if n < 3 {
		c.warn("invalid_attribute", "chart-radar: there are fewer than three values, and a radar needs an axis for each of three or more; use chart-bar")
		return
	}
	lo, hi, _ := d.extent()
	lo, hi, fixLo, fixHi := c.ends(min(0, lo), hi, false)
	s := niceScale(lo, hi, 4, fixLo, fixHi)
	size := c.labelSize()
	palette := c.palette()
	x, y, w, h := 0.0, 0.0, c.w, c.h
	entries := seriesEntries(d, palette, false)
	if w > h*1.6 && len(entries) > 0 && c.flag("legend", c.h >= 100) && size*1.7*float64(len(entries)) <= h {
		beside := c.legendColumn(entries, size, w*0.3)
		x, w = x+beside, w-beside
	} else {
		c.drawLegend(&x, &y, &w, &h, entries, size)
	}
	axis := c.flag("axis", c.w >= 120 && c.h >= 120)
	cx, cy := x+float64(w/2), y+float64(h/2)
	r := min(w, h) / 2
	labels := make([]label, n)
	if axis && len(d.labels) > 0 {
		// The radius that remains between the labels at the sides and above.
		r = (h - float64(size*3.2)) / 2
		for i := range n {
			labels[i] = c.fit(d.label(i), size, 0, w*0.3)
			sin, _ := sinCos(i, n)
			if sin = math.Abs(sin); sin > 0.05 {
				r = min(r, (float64(w/2)-labels[i].width-float64(size*0.6))/sin)
			}
		}
		r = max(r, min(w, h)*0.2)
	}
	r -= 2
	if r <= 1 {
		return
	}
	s.from, s.to = 0, r
	corner := func(i int, at float64) (float64, float64) {
		return polar(cx, cy, at, 360*float64(i)/float64(n))
	}
	if c.flag("grid", true) {
		round := c.choice("shape", "polygon", "circle") == "circle"
		for _, v := range s.ticks() {
			ring := &display.Path{}
			if round {
				circle(ring, cx, cy, s.pos(v))
			} else {
				for i := range n {
					px, py := corner(i, s.pos(v))
					if i == 0 {
						ring.MoveTo(pt(px, py))
					} else {
						ring.LineTo(pt(px, py))
					}
				}
				ring.Close()
			}
			if s.pos(v) > 0.5 {
				c.push(display.StrokePath{Path: ring, Brush: solid(fade(c.ink(), 34)), Stroke: display.Stroke{Width: display.FromFloat(1), MiterLimit: 4}})
			}
		}
		for i := range n {
			spoke := &display.Path{}
			spoke.MoveTo(pt(cx, cy))
			px, py := corner(i, r)
			spoke.LineTo(pt(px, py))
			c.push(display.StrokePath{Path: spoke, Brush: solid(fade(c.ink(), 34)), Stroke: display.Stroke{Width: display.FromFloat(1), MiterLimit: 4}})
		}
	}
	stroke := c.number("stroke", 0.25, 40, max(1.75, min(2.5, c.h/120)))
	for k := range d.series {
		c.radarSeries(d, k, n, &s, corner, palette[k%len(palette)], stroke)
	}
	if !axis {
		return
	}
	var taken []area
	for i, l := range labels {
		sin, cos := sinCos(i, n)
		px, py := corner(i, r+float64(size*0.6))
		anchor := 0.5
		if sin > 0.05 {
			anchor = 0
		} else if sin < -0.05 {
			anchor = 1
		}
		base := py + float64(l.cap*(1-cos)/2)
		if b := (area{px - float64(l.width*anchor), base - l.cap - 1, l.width + float64(size*0.3), l.cap + 3}); !touches(b, taken) && b.x > -1 && b.x+l.width < c.w+1 {
			c.drawLabel(l, px, base, anchor, fade(c.ink(), 190))
			taken = append(taken, b)
		}
	}
	if c.flag("numbers", true) && r > size*5 {
		for _, v := range s.ticks()[1:] {
			l := c.label(c.format().axis(v, s.step, s.largest()), size*0.8, 0)
			if v < s.hi {
				c.drawLabel(l, cx-float64(size*0.3), cy-s.pos(v)+float64(l.cap/2), 1, fade(c.ink(), 140))
			}
		}
	}
}

// sinCos returns the direction of axis i of n, clockwise from the top.
func sinCos(i, n int) (sin, cos float64) {
	x, y := polar(0, 0, 1, 360*float64(i)/float64(n))
	return x, -y
}

func (c *canvas) radarSeries(d *data, k, n int, s *scale, corner func(int, float64) (float64, float64), col display.Color, stroke float64) {
	shape := &display.Path{}
	var dots [][2]float64
	for i := range n {
		v, ok := d.value(k, i)
		if !ok {
			v = s.lo
		}
		x, y := corner(i, s.pos(v))
		if len(shape.Verbs) == 0 {
			shape.MoveTo(pt(x, y))
		} else {
			shape.LineTo(pt(x, y))
		}
		if ok {
			dots = append(dots, [2]float64{x, y})
		}
	}
	shape.Close()
	if c.flag("fill", true) {
		c.push(display.FillPath{Path: shape, Brush: solid(fade(col, 46))})
	}
	c.push(display.StrokePath{Path: shape, Brush: solid(col), Stroke: display.Stroke{Width: display.FromFloat(stroke), Join: display.RoundJoin, MiterLimit: 4}})
	for _, p := range dots {
		if c.flag("points", true) {
			c.dot(p[0], p[1], stroke*1.4, col)
		}
	}
}

// drawGauge draws one value on an arc.
func drawGauge(c *canvas) {
	value, ok := parseNumber(strings.TrimSuffix(strings.TrimSpace(c.gaugeValue()), "%"))
	lo, hi := c.number("min", -greatest, greatest, 0), c.number("max", -greatest, greatest, 100)
	if hi <= lo {
		c.warn("invalid_attribute", "chart-gauge: the attribute min is not below max; using 0 and 100")
		lo, hi = 0, 100
	}
	if !ok {
		c.invalid("value", c.gaugeValue(), "a number", `drawn empty; write value="72"`)
		value = lo
	} else if value < lo || value > hi {
		c.invalid("value", trimFloat(value), "from min "+trimFloat(lo)+" to max "+trimFloat(hi), "drawn at the end; set min or max")
	}
	shown := value
	value = min(max(value, lo), hi)
	sweep := 240.0
	switch c.choice("shape", "arc", "half", "ring") {
	case "half":
		sweep = 180
	case "ring":
		sweep = 360
	}
	size := c.labelSize()
	ends := c.flag("axis", c.w >= 120 && c.h >= 80) && sweep < 360
	below := 0.0
	if ends {
		below = size * 1.5
	}
	// The bounding box of the arc: how far it extends below its centre.
	_, cos := sinCosOf(sweep / 2)
	depth := 1 - cos
	if sweep >= 360 {
		depth = 2
	}
	r := min(c.w/2, (c.h-below)/max(depth, 1)) - 1
	if r <= 2 {
		return
	}
	cx, cy := c.w/2, float64((c.h-below-float64(r*depth))/2)+r
	thick := c.number("thickness", 0.5, 4096, r*0.2)
	start := -float64(sweep / 2)
	turn := func(v float64) float64 { return start + float64((v-lo)/(hi-lo)*sweep) }
	round := min(thick/2, r/2)
	bounds, colors := c.ranges(lo, hi)
	palette := c.palette()
	col := palette[0]
	c.arc(cx, cy, r, thick, start, -start, fade(c.ink(), 26), round, sweep >= 360)
	if len(bounds) > 0 {
		from := lo
		for i, b := range bounds {
			if value >= from {
				col = colors[i%len(colors)]
			}
			// A thin inner ring shows the ranges.
			c.arc(cx, cy, r-thick-max(2, thick*0.12), max(2, thick*0.16), turn(from)+0.6, turn(b)-0.6, colors[i%len(colors)], 0, false)
			from = b
		}
	}
	if value > lo {
		c.arc(cx, cy, r, thick, start, turn(value), col, round, sweep >= 360 && value >= hi)
	}
	for i := range c.marks() {
		m := &c.marks()[i]
		if m.Value != nil && *m.Value >= lo && *m.Value <= hi {
			a := turn(*m.Value)
			x0, y0 := polar(cx, cy, r+1, a)
			x1, y1 := polar(cx, cy, r-thick-1, a)
			tick := &display.Path{}
			tick.MoveTo(pt(x0, y0))
			tick.LineTo(pt(x1, y1))
			c.push(display.StrokePath{Path: tick, Brush: solid(c.markColor(m)), Stroke: display.Stroke{Width: display.FromFloat(max(2, r*0.02)), MiterLimit: 4}})
		}
	}
	c.gaugeTexts(cx, cy, r, thick, sweep, shown, lo, hi, ends, size)
}

func sinCosOf(degrees float64) (sin, cos float64) {
	x, y := polar(0, 0, 1, degrees)
	return x, -y
}

func (c *canvas) gaugeValue() string {
	if v, ok := c.text("value"); ok {
		return v
	}
	return c.source()
}

// ranges parses the attribute ranges, the upper ends of sections of a gauge, and their colours.
func (c *canvas) ranges(lo, hi float64) (bounds []float64, colors []display.Color) {
	v, ok := c.text("ranges")
	if !ok || v == "" {
		return nil, nil
	}
	last := lo
	for _, s := range splitList(v) {
		f, ok := parseNumber(s)
		if !ok || f <= last || f > hi {
			c.invalid("ranges", s, "a number above "+trimFloat(last)+" and at most "+trimFloat(hi), "left out")
			continue
		}
		bounds, last = append(bounds, f), f
	}
	if len(bounds) > 0 && last < hi {
		bounds = append(bounds, hi)
	}
	colors = c.colors("colors", 16)
	if len(colors) == 0 {
		colors = []display.Color{{R: 0xDC, G: 0x26, B: 0x26, A: 255}, {R: 0xF5, G: 0x9E, B: 0x0B, A: 255}, {R: 0x16, G: 0xA3, B: 0x4A, A: 255}}
		if len(bounds) == 2 {
			colors = colors[1:]
		}
	}
	return bounds, colors
}

// arc fills a section of a ring from degrees a to b, its ends rounded by the given radius.
func (c *canvas) arc(cx, cy, r, thick, a, b float64, col display.Color, ends float64, closed bool) {
	mid := r - float64(thick/2)
	if b <= a || mid <= 0 {
		return
	}
	path := &display.Path{}
	if closed {
		circle(path, cx, cy, mid)
	} else {
		const degrees = 57.29577951308232
		in := min(ends/mid*degrees, (b-a)/2)
		x, y := polar(cx, cy, mid, a+in)
		path.MoveTo(pt(x, y))
		arcTo(path, cx, cy, mid, a+in, max(b-in, a+in+0.01))
	}
	stroke := display.Stroke{Width: display.FromFloat(thick), Join: display.RoundJoin, MiterLimit: 4}
	if ends > 0 {
		stroke.Cap = display.RoundCap
	}
	c.push(display.StrokePath{Path: path, Brush: solid(col), Stroke: stroke})
}

// gaugeTexts draws the value, its label, and the ends of the scale of a gauge.
func (c *canvas) gaugeTexts(cx, cy, r, thick, sweep, value, lo, hi float64, ends bool, size float64) {
	f := c.format()
	inner := r - float64(thick*1.35)
	text := f.text(value, max(math.Abs(lo), math.Abs(hi)))
	if v, ok := c.text("label"); ok {
		text = v
	}
	big := inner * 0.5
	l := c.label(text, big, 700)
	if room := inner * 1.5; l.width > room {
		big *= room / l.width
		l = c.label(text, big, 700)
	}
	base := cy + float64(l.cap/2)
	if sweep == 180 {
		base = cy - float64(r*0.1)
	}
	sub, _ := c.text("sublabel")
	if sub != "" {
		s := c.fit(sub, max(8, min(inner*0.2, c.style.Font.Size*1.2)), 0, inner*1.5)
		gap := float64(s.cap * 1.1)
		if sweep == 180 {
			base -= s.cap + gap - float64(r*0.08)
		} else {
			base -= float64((s.cap + gap) / 2)
		}
		c.drawLabel(s, cx, base+gap+s.cap, 0.5, fade(c.ink(), 170))
	}
	c.drawLabel(l, cx, base, 0.5, c.ink())
	if !ends {
		return
	}
	for i, v := range [2]float64{lo, hi} {
		e := c.label(f.axis(v, hi-lo, math.Abs(v)), min(size, max(8, r*0.16)), 0)
		x, y := polar(cx, cy, r-float64(thick/2), sweep*(float64(i)-0.5))
		if sweep == 180 {
			c.drawLabel(e, x, y+float64(size*0.5)+e.cap, 0.5, fade(c.ink(), 160))
			continue
		}
		c.drawLabel(e, x, min(y+float64(thick*0.62)+float64(size*0.4)+e.cap, c.h-1), 0.5, fade(c.ink(), 160))
	}
}
