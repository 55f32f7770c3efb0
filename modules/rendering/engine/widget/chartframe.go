package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// frame is the plot area of a chart with axes.
type frame struct {
	x, y, w, h float64
	size       float64 // font size of labels
	scale      scale   // of the primary value axis
	second     *scale  // of the secondary value axis
	across     *scale  // of a numeric horizontal axis
	palette    []display.Color
	format     *format
	n          int       // number of categories
	at         []float64 // their positions from 0 to 1; nil if evenly spaced
	slots      bool      // categories are equal slots, as for bars, instead of points from edge to edge
	horizontal bool      // the value axis is horizontal
	inset      float64   // of the first and the last point
	edge       float64   // end of the labels of a horizontal chart
}

// plan holds the parameters of a frame.
type plan struct {
	lo, hi     float64
	second     *scale // only lo and hi are set
	across     *scale // only lo and hi are set
	labels     []string
	n          int
	at         []float64
	slots      bool
	horizontal bool
	shares     bool // the values are shares
	log        bool // the value axis is logarithmic
	above      bool // there are value labels beyond the ends of bars
	inset      float64
	entries    []entry // of the legend
	numbers    *format
	onSecond   *format
}

// labelSize returns the font size of a chart's text: the element's, at most 9 % of the height.
func (c *canvas) labelSize() float64 { return max(9, min(c.style.Font.Size, c.h*0.09, 96)) }

// ink returns the colour of text and axes.
func (c *canvas) ink() display.Color { return c.screen(c.style.Color) }

// frame lays out and draws the legend, titles, axes and grid, and returns the remaining plot area.
func (c *canvas) frame(o plan) *frame {
	p := &frame{w: c.w, h: c.h, palette: c.palette(), size: c.labelSize(), n: o.n, at: o.at, slots: o.slots, horizontal: o.horizontal, inset: o.inset}
	p.format = o.numbers
	if p.format == nil {
		p.format = c.format()
	}
	if o.shares {
		shares := *p.format
		shares.kind = "percent"
		p.format = &shares
	}
	axis := c.flag("axis", c.w >= 120 && c.h >= 80)
	if o.above && o.lo < 0 && !o.log {
		// Room for the value labels below negative bars.
		o.lo -= float64((o.hi - o.lo) * 0.09)
	}
	lo, hi, fixLo, fixHi := c.ends(o.lo, o.hi, o.log)
	c.drawLegend(&p.x, &p.y, &p.w, &p.h, o.entries, p.size)
	if axis {
		c.titles(p)
		p.y += float64(p.size * 0.5)
		p.h -= float64(p.size * 0.5)
	}
	var cats categories
	if o.horizontal {
		cats = c.layHorizontal(p, o, lo, hi, fixLo, fixHi, axis)
	} else {
		cats = c.layVertical(p, o, lo, hi, fixLo, fixHi, axis)
	}
	c.drawGrid(p, axis)
	c.drawBands(p)
	if axis {
		c.drawNumbers(p, o)
	}
	cats.draw(c, p)
	return p
}

// ends parses min and max.
func (c *canvas) ends(lo, hi float64, log bool) (float64, float64, bool, bool) {
	_, fixLo := c.text("min")
	_, fixHi := c.text("max")
	lowest := -greatest
	if log {
		lowest = smallest
	}
	lo = c.number("min", lowest, greatest, lo)
	hi = c.number("max", lowest, greatest, hi)
	if fixLo && fixHi && lo >= hi {
		c.warn("invalid_attribute", c.node.Tag+": the attribute min is not below max; max is not used")
		fixHi = false
	}
	return lo, hi, fixLo, fixHi
}

// titles draws the titles of the axes and reserves their space.
func (c *canvas) titles(p *frame) {
	col := fade(c.ink(), 190)
	if s, ok := c.text("x-title"); ok && s != "" && p.h > p.size*6 {
		l := c.fit(s, p.size, 600, p.w)
		p.h -= float64(p.size * 1.6)
		c.drawLabel(l, p.x+float64(p.w/2), p.y+p.h+float64(p.size*1.3), 0.5, col)
	}
	if s, ok := c.text("y-title"); ok && s != "" && p.w > p.size*10 {
		l := c.fit(s, p.size, 600, p.h)
		c.drawTurned(l, p.x+float64(p.size*0.95), p.y+float64(p.h/2), -90, 0.5, col)
		p.x += float64(p.size * 1.6)
		p.w -= float64(p.size * 1.6)
	}
	if s, ok := c.text("second-title"); ok && s != "" && p.w > p.size*10 {
		l := c.fit(s, p.size, 600, p.h)
		c.drawTurned(l, p.x+p.w-float64(p.size*0.95), p.y+float64(p.h/2), 90, 0.5, col)
		p.w -= float64(p.size * 1.6)
	}
}

// layVertical lays out a plot with a vertical value axis.
func (c *canvas) layVertical(p *frame, o plan, lo, hi float64, fixLo, fixHi, axis bool) categories {
	if o.above {
		p.y += float64(p.size * 0.9)
		p.h -= float64(p.size * 0.9)
	}
	x, w, full := p.x, p.w, p.h
	var cats categories
	below := 0.0
	if len(o.labels) > 0 || o.across != nil && axis {
		below = float64(p.size * 1.7)
	}
	for range 2 { // the height of the category labels depends on the width, and the width on the tick labels
		p.h = max(1, full-below-1)
		p.scale = axisScale(lo, hi, int(min(max(p.h/max(32, p.size*2.6), 2), 6)), fixLo, fixHi, o.log)
		p.scale.from, p.scale.to = p.y+p.h, p.y
		p.x, p.w = x, w
		if axis {
			if inset := c.widest(p.format, &p.scale, p.size) + float64(p.size*0.7); inset < w/2 {
				p.x, p.w = x+inset, w-inset
			}
		}
		if o.second != nil {
			steps := max(1, len(p.scale.ticks())-1)
			s := matched(o.second.lo, o.second.hi, steps)
			s.from, s.to = p.scale.from, p.scale.to
			p.second = &s
			if inset := c.widest(o.onSecond, p.second, p.size) + float64(p.size*0.7); axis && inset < p.w/2 {
				p.w -= inset
			}
		}
		if o.across != nil {
			s := scale{}
			for n := int(min(max(p.w/max(48, p.size*4.5), 2), 8)); n > 0; n-- {
				s = axisScale(o.across.lo, o.across.hi, n, o.across.step < 0, o.across.step < 0, o.across.log)
				if c.widest(c.acrossFormat(), &s, p.size)+float64(p.size*0.9) <= s.gap(p.w) {
					break
				}
			}
			p.across = &s
			last := c.label(c.acrossFormat().tick(&s, s.hi), p.size, 0)
			p.w -= min(last.width/2, p.w/4)
			s.from, s.to = p.x, p.x+p.w
			continue
		}
		if n := len(o.labels); n > 1 && !o.slots && n >= o.n {
			// The last label ends at the edge of the box.
			p.w -= max(0, min(c.label(o.labels[n-1], p.size, 0).width/2, p.w/4)-(w+x-p.x-p.w))
		}
		cats = c.planCategories(p, o.labels, full)
		if len(o.labels) > 0 {
			below = cats.height
		}
	}
	return cats
}

// matched returns a scale over [lo, hi] with exactly n steps, so that its grid coincides with that of another axis.
func matched(lo, hi float64, n int) scale {
	if hi <= lo {
		hi = lo + max(1, math.Abs(lo))
	}
	s := niceScale(lo, hi, n, false, false)
	for range 60 {
		first := float64(s.step * math.Floor(lo/s.step+1e-9))
		if first+float64(s.step*float64(n)) >= hi-float64(s.step*1e-9) {
			s.lo, s.hi = first, first+float64(s.step*float64(n))
			break
		}
		s.step = niceStep(float64(s.step * 1.01))
	}
	return s
}

// layHorizontal lays out a plot with a horizontal value axis.
func (c *canvas) layHorizontal(p *frame, o plan, lo, hi float64, fixLo, fixHi, axis bool) categories {
	cats := categories{names: o.labels, size: p.size}
	if axis {
		p.h -= float64(p.size * 1.5)
	}
	p.h = max(1, p.h)
	if len(o.labels) > 0 {
		wide := 0.0
		if tight := p.h / float64(max(1, p.n)) / 1.2; tight < cats.size && tight >= min(cats.size, 8) {
			cats.size = tight // every bar has its name
		}
		cats.labels = make([]label, len(o.labels))
		for i, s := range o.labels {
			cats.labels[i] = c.fit(s, cats.size, 0, c.w*0.38)
			wide = max(wide, cats.labels[i].width)
		}
		p.x += wide + float64(p.size*0.7)
		p.w -= wide + float64(p.size*0.7)
	}
	end := 0.0
	if o.above {
		end = c.label(p.format.text(max(hi, -lo), max(hi, -lo)), p.size, 600).width + float64(p.size*0.6)
	}
	end = min(end, p.w/3)
	n := int(min(max(p.w/max(48, p.size*4.5), 1), 7))
	for ; ; n-- {
		p.scale = axisScale(lo, hi, n, fixLo, fixHi, o.log)
		last := c.label(p.format.tick(&p.scale, p.scale.hi), p.size, 0).width / 2
		room := p.w - max(end, last)
		gap := p.scale.gap(room)
		if n <= 1 || c.widest(p.format, &p.scale, p.size)+float64(p.size*0.9) <= gap {
			if axis {
				end = max(end, min(last, p.w/4))
			}
			break
		}
	}
	left := 0.0
	if axis {
		left = max(0, float64(c.label(p.format.tick(&p.scale, p.scale.lo), p.size, 0).width/2)-p.x)
	}
	if o.above && lo < 0 {
		left = max(left, min(end, p.w/4))
	}
	p.edge = p.x
	p.x += left
	p.w = max(1, p.w-end-left)
	p.scale.from, p.scale.to = p.x, p.x+p.w
	return cats
}

// widest returns the width of the widest tick label of an axis.
func (c *canvas) widest(f *format, s *scale, size float64) float64 {
	wide := 0.0
	for _, v := range s.ticks() {
		wide = max(wide, c.label(f.tick(s, v), size, 0).width)
	}
	return wide
}

// drawGrid draws the grid lines at the ticks of the axes.
func (c *canvas) drawGrid(p *frame, axis bool) {
	if !c.flag("grid", axis) {
		return
	}
	for _, v := range p.scale.minor() {
		if at := c.snap(p.scale.pos(v)); p.horizontal {
			c.push(display.FillRect{Rect: rect(at, p.y, 1, p.h), Brush: solid(fade(c.ink(), 11))})
		} else {
			c.push(display.FillRect{Rect: rect(p.x, at, p.w, 1), Brush: solid(fade(c.ink(), 11))})
		}
	}
	for _, v := range p.scale.ticks() {
		weight := 28
		if v == 0 {
			weight = 70
		}
		at, brush := c.snap(p.scale.pos(v)), solid(fade(c.ink(), weight))
		if p.horizontal {
			c.push(display.FillRect{Rect: rect(at, p.y, 1, p.h), Brush: brush})
		} else {
			c.push(display.FillRect{Rect: rect(p.x, at, p.w, 1), Brush: brush})
		}
	}
	if p.across != nil {
		for _, v := range p.across.ticks() {
			c.push(display.FillRect{Rect: rect(c.snap(p.across.pos(v)), p.y, 1, p.h), Brush: solid(fade(c.ink(), 28))})
		}
	}
}

// drawNumbers draws the tick labels of the axes.
func (c *canvas) drawNumbers(p *frame, o plan) {
	col := fade(c.ink(), 150)
	end := math.Inf(-1) // of the last label on a horizontal axis: labels that would overlap it are left out
	beside := func(l label, x float64) bool {
		if x-float64(l.width/2) < end+float64(p.size*0.3) {
			return false
		}
		end = x + float64(l.width/2)
		return true
	}
	for _, v := range p.scale.ticks() {
		l := c.label(p.format.tick(&p.scale, v), p.size, 0)
		if p.horizontal {
			if x := p.scale.pos(v); beside(l, x) {
				c.drawLabel(l, x, p.y+p.h+float64(p.size*0.55)+l.cap, 0.5, col)
			}
		} else if p.x > 0 {
			c.drawLabel(l, p.x-float64(p.size*0.7), p.scale.pos(v)+float64(l.cap/2), 1, col)
		}
	}
	if p.second != nil {
		for _, v := range p.second.ticks() {
			l := c.label(o.onSecond.tick(p.second, v), p.size, 0)
			c.drawLabel(l, p.x+p.w+float64(p.size*0.7), p.second.pos(v)+float64(l.cap/2), 0, col)
		}
	}
	if p.across != nil {
		f := c.acrossFormat()
		for _, v := range p.across.ticks() {
			l := c.label(f.tick(p.across, v), p.size, 0)
			if x := min(max(p.across.pos(v), l.width/2), c.w-float64(l.width/2)); beside(l, x) {
				c.drawLabel(l, x, p.y+p.h+float64(p.size*0.65)+l.cap, 0.5, col)
			}
		}
	}
}

// acrossFormat returns the number format of a horizontal axis, with x-prefix and x-suffix.
func (c *canvas) acrossFormat() *format {
	f := *c.format()
	f.kind = "auto"
	f.prefix, _ = c.node.Attr("x-prefix")
	f.suffix, _ = c.node.Attr("x-suffix")
	return &f
}

// pitch returns the distance between evenly spaced categories.
func (p *frame) pitch() float64 {
	along := p.w
	if p.horizontal {
		along = p.h
	}
	if !p.slots && p.n > 1 {
		return (along - 2*p.inset) / float64(p.n-1)
	}
	return along / float64(max(1, p.n))
}

// place returns the position of category i, the middle of a slot.
func (p *frame) place(i int) float64 {
	start, along := p.x, p.w
	if p.horizontal {
		start, along = p.y, p.h
	}
	switch {
	case p.slots:
		return start + float64(p.pitch()*float64(i)) + float64(p.pitch()/2)
	case p.n <= 1:
		return start + float64(along/2)
	case p.at != nil && i < len(p.at):
		return start + p.inset + float64((along-2*p.inset)*p.at[i])
	}
	return start + p.inset + float64(p.pitch()*float64(i))
}
