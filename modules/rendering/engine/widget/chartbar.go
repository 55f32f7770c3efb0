package widget

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawBarChart draws bars side by side, or on top of each other when stacked.
func drawBarChart(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	stacked := c.flag("stacked", false)
	lo, hi := 0.0, 0.0
	for i := range d.count() {
		up, down := 0.0, 0.0
		for k := range d.series {
			v := valueAt(&d.series[k], i)
			if !stacked {
				lo, hi = min(lo, v), max(hi, v)
			} else if v > 0 {
				up += v
			} else {
				down += v
			}
		}
		lo, hi = min(lo, down), max(hi, up)
	}
	p := c.plot(d, lo, hi, true)
	n := d.count()
	slot := p.w / float64(n)
	gap := min(c.number("gap", 0, 1000, slot*0.32), slot*0.95)
	columns := len(d.series)
	if stacked {
		columns = 1
	}
	inner := 0.0
	if columns > 1 {
		inner = min(4, (slot-gap)*0.06)
	}
	width := max(0.5, (slot-gap-float64(inner*float64(columns-1)))/float64(columns))
	radius := c.number("radius", 0, 1000, min(8, width*0.28))
	perBar := len(d.series) == 1 && len(c.colors("colors", 64)) > 1
	show := c.flag("show-values", false)
	for i := range n {
		up, down := 0.0, 0.0
		for k := range d.series {
			s := &d.series[k]
			if i >= len(s.values) {
				continue
			}
			v := s.values[i]
			color := p.palette[k%len(p.palette)]
			if perBar {
				color = p.palette[i%len(p.palette)]
			}
			x := p.x + float64(slot*float64(i)) + float64(gap/2)
			from, to := min(max(0, p.scale.lo), p.scale.hi), v
			if stacked {
				if v >= 0 {
					from, to, up = up, up+v, up+v
				} else {
					from, to, down = down, down+v, down+v
				}
			} else {
				x += float64((width + inner) * float64(k))
			}
			last := !stacked || outermost(d, i, k)
			c.bar(&p, x, width, from, to, radius, color, last)
			if show && !stacked {
				l := c.label(c.valueText(v, niceStep(max(v, -v)/100)), p.size, 600)
				y := p.scale.y(max(v, from)) - float64(p.size*0.4)
				if v < 0 {
					y = p.scale.y(v) + float64(p.size*0.4) + l.cap
				}
				if l.width <= slot {
					c.drawLabel(l, x+float64(width/2), max(y, l.cap), 0.5, display.Color(c.style.Color))
				}
			}
		}
	}
}

// bar draws a bar with its far end rounded.
func (c *canvas) bar(p *plot, x, width, from, to, radius float64, color display.Color, round bool) {
	y0, y1 := p.scale.y(from), p.scale.y(to)
	x0, x1 := c.snap(x), c.snap(x+width)
	if x1-x0 < 0.5 {
		x0, x1 = x, x+width
	}
	if y0 == y1 {
		return
	}
	r := [4]float64{}
	if round && y1 < y0 {
		r[0], r[1] = radius, radius
	} else if round {
		r[2], r[3] = radius, radius
	}
	top, bottom := min(y0, y1), c.snap(max(y0, y1))
	h := max(bottom-top, 0.5)
	rr := display.RRect{Rect: rect(x0, top, x1-x0, h)}
	for i, v := range r {
		q := display.FromFloat(min(v, (x1-x0)/2, h))
		rr.Radii[i] = display.Point{X: q, Y: q}
	}
	c.push(display.FillRRect{RRect: rr, Brush: solid(color)})
}

// outermost reports whether no later series adds to the same end of a stack.
func outermost(d *data, i, k int) bool {
	up := valueAt(&d.series[k], i) >= 0
	for n := k + 1; n < len(d.series); n++ {
		if v := valueAt(&d.series[n], i); v > 0 && up || v < 0 && !up {
			return false
		}
	}
	return true
}

func valueAt(s *series, i int) float64 {
	if i < len(s.values) {
		return s.values[i]
	}
	return 0
}
