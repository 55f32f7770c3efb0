package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawSparklines draws one cell per series: its name, its last value with the change, and a sparkline.
func drawSparklines(c *canvas) {
	d, ok := c.dataOf(36)
	if !ok {
		return
	}
	n := len(d.series)
	size := max(8, min(c.style.Font.Size, 96))
	columns := int(c.number("columns", 1, 12, float64(gridColumns(n, c.w, c.h))))
	rows := (n + columns - 1) / columns
	gap := c.number("gap", 0, 200, size*1.4)
	w := (c.w - float64(gap*float64(columns-1))) / float64(columns)
	h := (c.h - float64(gap*float64(rows-1))) / float64(rows)
	if w < 8 || h < 8 {
		c.warn("invalid_attribute", "chart-sparklines: there is no room for "+trimFloat(float64(n))+" cells; make the element larger")
		return
	}
	palette := c.palette()
	// All cells share one axis by default, so that they are comparable.
	lo, hi, _ := d.extent()
	shared := c.flag("shared", false)
	many := len(c.colors("colors", 64)) > 1
	for k := range d.series {
		cell := area{float64((w + gap) * float64(k%columns)), float64((h + gap) * float64(k/columns)), w, h}
		col := palette[0]
		if many {
			col = palette[k%len(palette)]
		}
		values := d.series[k].values
		a, b := lo, hi
		if !shared {
			a, b = math.Inf(1), math.Inf(-1)
			for _, v := range values {
				if !isMissing(v) {
					a, b = min(a, v), max(b, v)
				}
			}
			if a > b {
				a, b = 0, 1
			}
		}
		c.sparkCell(d.series[k].name, values, cell, a, b, min(size, h*0.2), col)
	}
}

// gridColumns returns the number of columns for cells of an aspect ratio of about two to one.
func gridColumns(n int, w, h float64) int {
	best, at := math.Inf(1), 1
	for k := 1; k <= min(n, 12); k++ {
		rows := (n + k - 1) / k
		ratio := (w / float64(k)) / (h / float64(rows))
		off := math.Abs(ratio-2) + float64(0.4*float64(rows*k-n))
		if off < best {
			best, at = off, k
		}
	}
	return at
}

func (c *canvas) sparkCell(name string, values []float64, b area, lo, hi, size float64, col display.Color) {
	f := c.format()
	first, last := missing, missing
	for _, v := range values {
		if !isMissing(v) {
			if isMissing(first) {
				first = v
			}
			last = v
		}
	}
	top := b.y
	if b.h >= size*3.2 && size >= 7 {
		l := c.fit(name, size*0.92, 0, b.w)
		big := min(size*1.55, b.h*0.24)
		base := top + float64(size*0.9)
		if name != "" {
			c.drawLabel(l, b.x, base, 0, fade(c.ink(), 180))
			top += float64(size * 1.35)
		}
		if !isMissing(last) {
			v := c.fit(f.text(last, max(math.Abs(lo), math.Abs(hi))), big, 650, b.w*0.7)
			base = top + v.cap + float64(size*0.15)
			c.drawLabel(v, b.x, base, 0, c.ink())
			if c.flag("change", true) && first != 0 && first == first && first*last > 0 {
				change := (last - first) / math.Abs(first)
				sign, tone := "+", display.Color{R: 0x16, G: 0xA3, B: 0x4A, A: 255}
				if change < 0 {
					sign, tone = "", display.Color{R: 0xDC, G: 0x26, B: 0x26, A: 255}
				}
				if light := oklabOf(c.ink())[0] > 0.6; light {
					tone = display.Color{R: 0x4A, G: 0xDE, B: 0x80, A: 255}
					if change < 0 {
						tone = display.Color{R: 0xF8, G: 0x71, B: 0x71, A: 255}
					}
				}
				if math.Round(change*100) == 0 {
					sign, tone = "", fade(c.ink(), 160)
				}
				if part := c.label(sign+f.share(change), size*0.9, 600); v.width+part.width+float64(size*0.6) <= b.w {
					c.drawLabel(part, b.x+v.width+float64(size*0.6), base, 0, tone)
				}
			}
			top = base + float64(size*0.6)
		}
	}
	if rest := b.y + b.h - top; rest > 4 {
		c.sparkline(values, len(values), area{b.x, top, b.w, rest}, lo, hi, col)
	}
}
