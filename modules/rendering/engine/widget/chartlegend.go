package widget

import "github.com/platenhq/platen/modules/rendering/engine/display"

// entry is an item of the legend: name, colour and symbol.
type entry struct {
	name  string
	color display.Color
	line  bool
}

// seriesEntries returns the legend entries of named series.
func seriesEntries(d *data, palette []display.Color, line bool) []entry {
	var out []entry
	for i := range d.series {
		if d.series[i].name != "" {
			out = append(out, entry{d.series[i].name, palette[i%len(palette)], line})
		}
	}
	return out
}

// drawLegend draws the entries in rows above or below the area and removes their space from the area.
func (c *canvas) drawLegend(x, y, w, h *float64, entries []entry, size float64) {
	place := "top"
	if v, ok := c.text("legend"); ok && (v == "bottom" || v == "top") {
		place = v
	} else if !c.flag("legend", c.h >= 100) {
		return
	}
	if len(entries) == 0 || *w < size*4 {
		return
	}
	mark, gap, line := float64(size*0.72), float64(size*0.45), float64(size*1.5)
	rows := max(1, int(c.h*0.34/line))
	type placed struct {
		label
		x     float64
		row   int
		entry entry
	}
	var out []placed
	at, row := 0.0, 0
	for i, e := range entries {
		l := c.fit(e.name, size, 0, *w-mark-gap)
		if wide := mark + gap + l.width; at > 0 && at+wide > *w {
			if row+1 == rows {
				c.warn("invalid_attribute", c.node.Tag+": the legend has no room for "+trimFloat(float64(len(entries)-i))+" of its names; make the chart wider or higher, or the names shorter")
				break
			}
			at, row = 0, row+1
		}
		out = append(out, placed{l, at, row, e})
		at += mark + gap + l.width + float64(size*1.3)
	}
	block := float64(line*float64(row)) + float64(size*1.9)
	top := *y
	if place == "bottom" {
		top = *y + *h - float64(line*float64(row)) - float64(size*1.35)
	}
	for _, l := range out {
		base := top + float64(size*0.95) + float64(line*float64(l.row))
		left := *x + l.x
		if l.entry.line {
			c.fillRounded(left, base-float64(l.cap/2)-float64(size*0.1), mark, float64(size*0.2), size*0.1, solid(l.entry.color))
		} else {
			c.dot(left+float64(mark/2), base-float64(l.cap/2), mark/2, l.entry.color)
		}
		c.drawLabel(l.label, left+mark+gap, base, 0, fade(c.ink(), 200))
	}
	if place == "top" {
		*y += block
	}
	*h -= block
}

// legendColumn draws the entries in a column at the left and returns its width.
func (c *canvas) legendColumn(entries []entry, size, most float64) float64 {
	row, mark := float64(size*1.7), float64(size*0.72)
	top := float64((c.h - float64(row*float64(len(entries)))) / 2)
	wide := 0.0
	for i, e := range entries {
		l := c.fit(e.name, size, 0, most-float64(size*1.2))
		mid := top + float64(row*(float64(i)+0.5))
		c.dot(mark/2, mid, mark/2, e.color)
		c.drawLabel(l, mark+float64(size*0.45), mid+float64(l.cap/2), 0, fade(c.ink(), 200))
		wide = max(wide, l.width)
	}
	return wide + float64(size*2.2)
}
