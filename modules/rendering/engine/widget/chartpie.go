package widget

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// drawPieChart draws the shares of the values as slices, clockwise from the top, or, for chart-donut, as a ring with an
// optional text in the middle.
func drawPieChart(c *canvas) {
	d, ok := c.data()
	if !ok {
		return
	}
	var values []float64
	sum := 0.0
	for _, v := range d.series[0].values {
		if isMissing(v) {
			v = 0
		}
		if v < 0 {
			c.invalid("values", trimFloat(v), "zero or more", "drawn as 0")
			v = 0
		}
		values = append(values, v)
		sum += v
	}
	whole := max(sum, c.number("max", 0, greatest, sum))
	palette := c.palette()
	side, cx, cy := min(c.w, c.h), c.w/2, c.h/2
	if c.flag("legend", len(d.labels) > 0 && c.w >= 160) && len(d.labels) > 0 {
		side, cx, cy = c.shares(d, values, whole, palette)
	}
	r := float64(side / 2)
	inner := 0.0
	if c.node.Tag == "chart-donut" {
		inner = r - min(c.number("thickness", 0.5, 4096, float64(r*0.34)), r)
	}
	if sum <= 0 || sum < whole {
		c.slice(cx, cy, r, inner, 0, 360, 0, fade(c.screen(c.style.Color), 30))
	}
	if sum > 0 {
		shown := 0
		for _, v := range values {
			if v > 0 {
				shown++
			}
		}
		gap := min(c.number("gap", 0, 100, max(1.5, r*0.025)), r/2)
		if shown == 1 && sum == whole {
			gap = 0
		}
		at := 0.0
		for i, v := range values {
			turn := 360 * v / whole
			c.slice(cx, cy, r, inner, at, at+turn, gap, palette[i%len(palette)])
			at += turn
		}
	}
	if inner > 0 {
		c.middle(cx, cy, inner)
	}
}

// slice fills a slice from degrees a to b, inset by half of the gap on both sides.
func (c *canvas) slice(cx, cy, r, inner, a, b, gap float64, color display.Color) {
	if b-a < 0.01 || r <= 0 {
		return
	}
	p := &display.Path{}
	if b-a >= 359.99 && gap == 0 {
		circle(p, cx, cy, r)
		if inner > 0 {
			circle(p, cx, cy, inner)
		}
		c.push(display.FillPath{Path: p, Rule: display.EvenOdd, Brush: solid(color)})
		return
	}
	const degrees = 57.29577951308232
	shave := func(radius float64) float64 { return min(gap/2/radius*degrees, (b-a)*0.4) }
	outer := shave(r)
	x, y := polar(cx, cy, r, a+outer)
	p.MoveTo(pt(x, y))
	arcTo(p, cx, cy, r, a+outer, b-outer)
	if inner > 0 {
		in := shave(inner)
		x, y = polar(cx, cy, inner, b-in)
		p.LineTo(pt(x, y))
		arcTo(p, cx, cy, inner, b-in, a+in)
	} else {
		// The tip is where both inset sides intersect.
		sin, _ := geom.SinCosDeg((b - a) / 2)
		x, y = polar(cx, cy, min(gap/2/max(sin, 0.01), r*0.6), (a+b)/2)
		p.LineTo(pt(x, y))
	}
	p.Close()
	c.push(display.FillPath{Path: p, Brush: solid(color)})
}

// middle draws the attributes label and sublabel inside a ring.
func (c *canvas) middle(cx, cy, inner float64) {
	big, _ := c.text("label")
	small, _ := c.text("sublabel")
	ink := c.screen(c.style.Color)
	room := inner * 1.6
	size := inner * 0.52
	l := c.label(big, size, 700)
	if l.width > room {
		size *= room / l.width
		l = c.label(big, size, 700)
	}
	if small == "" {
		c.drawLabel(l, cx, cy+float64(l.cap/2), 0.5, ink)
		return
	}
	under := max(8, min(inner*0.2, c.style.Font.Size))
	s := c.fit(small, under, 0, room)
	total := l.cap + float64(under*0.55) + s.cap
	c.drawLabel(l, cx, cy-float64(total/2)+l.cap, 0.5, ink)
	c.drawLabel(s, cx, cy+float64(total/2), 0.5, fade(ink, 165))
}

// share is a row of the legend of a pie.
type share struct {
	name  string
	value float64
	color display.Color
}

// legendRows returns the rows of the legend of a pie, at most most: without room for all, the largest and one row with
// the number and the sum of the others.
func (c *canvas) legendRows(d *data, values []float64, palette []display.Color, most int) []share {
	n := min(len(values), len(d.labels))
	all := make([]share, n)
	order := make([]int, n)
	for i := range n {
		all[i] = share{d.labels[i], values[i], palette[i%len(palette)]}
		order[i] = i
	}
	if n <= most {
		return all
	}
	c.warn("invalid_attribute", fmt.Sprintf(`%s: the legend has room for %d of %d names; combine the smallest values, make the chart larger, or omit it with legend="no"`, c.node.Tag, most-1, n))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	kept := order[:max(most-1, 0)]
	slices.Sort(kept)
	var out []share
	rest := 0.0
	for i := range n {
		if slices.Contains(kept, i) {
			out = append(out, all[i])
		} else {
			rest += values[i]
		}
	}
	return append(out, share{"+" + strconv.Itoa(n-len(out)), rest, fade(c.ink(), 90)})
}

// shares draws the legend with percentages, beside a wide chart or below a tall one, and returns the remaining area.
func (c *canvas) shares(d *data, values []float64, whole float64, palette []display.Color) (side, cx, cy float64) {
	n := min(len(values), len(d.labels))
	size := max(9, min(c.style.Font.Size, c.h*0.1, c.h/float64(n)/1.25))
	ink := c.screen(c.style.Color)
	row := float64(size * 1.75)
	r := float64(size * 0.36)
	beside := c.w >= c.h*1.25
	high, room := c.h, c.w
	if beside {
		room = c.w - min(c.h, c.w*0.45)
	} else {
		high = c.h * 0.6
	}
	// A little less than a row of space above and below the text may be missing.
	rows := c.legendRows(d, values, palette, max(1, int((high+float64(size*0.7))/row)))
	n = len(rows)
	names, parts := make([]label, n), make([]label, n)
	wideName, widePart := 0.0, 0.0
	for i := range n {
		share := 0.0
		if whole > 0 {
			share = rows[i].value / whole
		}
		parts[i] = c.label(c.format().part(share), size, 600)
		widePart = max(widePart, parts[i].width)
	}
	for i := range n {
		names[i] = c.fit(rows[i].name, size, 0, room-widePart-float64(size*4.4))
		wideName = max(wideName, names[i].width)
	}
	width := float64(2*r) + float64(size*0.6) + wideName + float64(size*1.2) + widePart
	block := float64(row * float64(n))
	var x, y float64
	if beside {
		side = min(c.h, c.w-width-float64(size*1.8))
		left := float64((c.w - side - float64(size*1.8) - width) / 2)
		cx, cy = left+float64(side/2), float64(c.h/2)
		x, y = left+side+float64(size*1.8), (c.h-block)/2
	} else {
		side = min(c.w, c.h-block-float64(size*1.2))
		cx, cy = c.w/2, side/2
		x, y = (c.w-width)/2, c.h-block
	}
	for i := range n {
		mid := y + float64(row*float64(i)) + float64(row/2)
		c.dot(x+r, mid, r, rows[i].color)
		c.drawLabel(names[i], x+float64(2*r)+float64(size*0.6), mid+float64(names[i].cap/2), 0, fade(ink, 205))
		c.drawLabel(parts[i], x+width, mid+float64(parts[i].cap/2), 1, ink)
	}
	return max(side, 1), cx, cy
}
