package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// ramp is a colour scale from low to high values, interpolated in OKLab.
type ramp struct {
	stops  []display.Color
	lo, hi float64
}

// ramp parses colors as a scale over [lo, hi]. The default goes from a faint to the full first colour of the chart, or,
// for values of both signs, from red through a faint middle to that colour.
func (c *canvas) ramp(lo, hi float64) ramp {
	own := c.colors("colors", 16)
	lo, hi = c.number("min", -greatest, greatest, lo), c.number("max", -greatest, greatest, hi)
	both := lo < 0 && hi > 0
	if hi <= lo {
		hi = lo + max(1, math.Abs(lo))
	}
	if len(own) >= 2 {
		return ramp{own, lo, hi}
	}
	full := c.palette()[0]
	// The faint end contrasts with the text: light for dark text, dark for light text.
	ink := oklabOf(c.ink())
	lab := oklabOf(full)
	faint := [3]float64{0.955, lab[1] * 0.12, lab[2] * 0.12}
	deep := [3]float64{min(lab[0], 0.42), lab[1], lab[2]}
	if ink[0] > 0.6 {
		faint = [3]float64{0.27, lab[1] * 0.25, lab[2] * 0.25}
		deep = [3]float64{max(lab[0], 0.82), lab[1], lab[2]}
	}
	if both {
		most := max(-lo, hi)
		return ramp{[]display.Color{{R: 0xE1, G: 0x1D, B: 0x48, A: 255}, colorOf(faint), full}, -most, most}
	}
	return ramp{[]display.Color{colorOf(faint), full, colorOf(deep)}, lo, hi}
}

// at returns the colour of a value.
func (r *ramp) at(v float64) display.Color {
	t := float64(min(max((v-r.lo)/(r.hi-r.lo), 0), 1) * float64(len(r.stops)-1))
	i := min(int(t), len(r.stops)-2)
	f := t - float64(i)
	a, b := oklabOf(r.stops[i]), oklabOf(r.stops[i+1])
	var m [3]float64
	for k := range m {
		m[k] = a[k] + float64((b[k]-a[k])*f)
	}
	col := colorOf(m)
	col.A = uint8(math.Round(float64(r.stops[i].A) + float64((float64(r.stops[i+1].A)-float64(r.stops[i].A))*f)))
	return col
}

// rampLegend draws the colour scale with its ends at the top right.
func (c *canvas) rampLegend(r *ramp, size float64, f *format) float64 {
	if !c.flag("legend", c.h >= 100 && c.w >= 160) {
		return 0
	}
	lo, hi := c.label(f.text(r.lo, max(math.Abs(r.lo), math.Abs(r.hi))), size*0.9, 0), c.label(f.text(r.hi, max(math.Abs(r.lo), math.Abs(r.hi))), size*0.9, 0)
	w := min(size*9, c.w*0.4)
	x, base := c.w-hi.width-float64(size*0.5)-w, float64(size*0.95)
	if x-lo.width < 0 {
		return 0
	}
	var stops []display.Stop
	const n = 12
	for i := range n + 1 {
		t := float64(i) / n
		stops = append(stops, display.Stop{Offset: int32(i * (1 << 16) / n), Color: r.at(r.lo + float64((r.hi-r.lo)*t))})
	}
	c.fillRounded(x, base-float64(size*0.7), w, size*0.7, size*0.2, &display.Gradient{Kind: display.Linear, P0: pt(x, 0), P1: pt(x+w, 0), Stops: stops})
	c.drawLabel(lo, x-float64(size*0.5), base, 1, fade(c.ink(), 190))
	c.drawLabel(hi, x+w+float64(size*0.5), base, 0, fade(c.ink(), 190))
	return float64(size * 1.9)
}

// drawHeatmap draws one cell per value: series are rows, labels are columns.
func drawHeatmap(c *canvas) {
	d, ok := c.dataOf(60)
	if !ok {
		return
	}
	lo, hi, _ := d.extent()
	r := c.ramp(lo, hi)
	rows, n := len(d.series), d.count()
	size := c.labelSize()
	f := c.format()
	top := c.rampLegend(&r, size, f)
	p := &frame{x: 0, y: top, w: c.w, h: c.h - top, size: size, n: n, slots: true, format: f}
	labels, _ := c.dates(d.labels)
	if c.flag("axis", c.w >= 120 && c.h >= 80) {
		c.titles(p)
		wide := 0.0
		for k := range d.series {
			wide = max(wide, c.fit(d.series[k].name, size, 0, c.w*0.3).width)
		}
		if wide > 0 {
			p.x += wide + float64(size*0.7)
			p.w -= wide + float64(size*0.7)
		}
		full := p.h
		if len(labels) > 0 {
			cats := c.planCategories(p, labels, full)
			p.h = max(1, full-cats.height)
			cats.draw(c, p)
		}
		every := max(1, int(math.Ceil(size*1.15/max(p.h/float64(rows), 0.01))))
		for k := 0; k < rows; k += every {
			l := c.fit(d.series[k].name, size, 0, c.w*0.3)
			c.drawLabel(l, p.x-float64(size*0.7), p.y+float64(p.h*(float64(k)+0.5)/float64(rows))+float64(l.cap/2), 1, fade(c.ink(), 165))
		}
	}
	cellW, cellH := p.w/float64(n), p.h/float64(rows)
	gap := c.number("gap", 0, 40, min(2, cellW*0.12, cellH*0.12))
	radius := c.number("radius", 0, 400, min(3, cellW*0.15, cellH*0.15))
	numbers := c.cellNumbers(d, size, cellW, cellH, max(math.Abs(lo), math.Abs(hi)))
	for k := range d.series {
		for i := range n {
			x0, x1 := c.snap(p.x+float64(cellW*float64(i))), c.snap(p.x+float64(cellW*float64(i+1)))
			y0, y1 := c.snap(p.y+float64(cellH*float64(k))), c.snap(p.y+float64(cellH*float64(k+1)))
			if cellW < 1.5 || cellH < 1.5 {
				x0, x1, y0, y1 = p.x+float64(cellW*float64(i)), p.x+float64(cellW*float64(i+1)), p.y+float64(cellH*float64(k)), p.y+float64(cellH*float64(k+1))
			}
			v, ok := d.value(k, i)
			col := fade(c.ink(), 16) // a missing value
			if ok {
				col = r.at(v)
			}
			c.fillRounded(x0+float64(gap/2), y0+float64(gap/2), x1-x0-gap, y1-y0-gap, radius, solid(col))
			if ok && numbers > 0 {
				l := c.label(f.text(v, max(math.Abs(lo), math.Abs(hi))), numbers, 500)
				c.drawLabel(l, float64((x0+x1)/2), float64((y0+y1)/2)+float64(l.cap/2), 0.5, onColor(col))
			}
		}
	}
}

// cellNumbers returns the font size at which the numbers of show-values fit their cells, 0 for none: numbers in some of
// the cells only would look like marks.
func (c *canvas) cellNumbers(d *data, size, cellW, cellH, largest float64) float64 {
	if !c.flag("show-values", false) {
		return 0
	}
	size = min(size, cellH*0.5)
	wide, high := 0.0, 0.0
	for k := range d.series {
		for i := range d.count() {
			if v, ok := d.value(k, i); ok {
				l := c.label(c.format().text(v, largest), size, 500)
				wide, high = max(wide, l.width), l.cap
			}
		}
	}
	if wide > cellW-4 {
		shrink := (cellW - 4) / wide
		size, high = float64(size*shrink), float64(high*shrink)
	}
	if size < min(8, c.labelSize()) || float64(high*1.4) > cellH {
		if v, _ := c.text("show-values"); v != "fit" {
			c.warn("invalid_attribute", c.node.Tag+`: the numbers that show-values asks for have no room in the cells and are left out; make the chart larger or use format="compact"`)
		}
		return 0
	}
	return size
}
