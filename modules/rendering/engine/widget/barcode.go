package widget

import (
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawBarcode draws a bar code across the whole box in color, with the text below it unless the attribute text is
// false.
func drawBarcode(c *canvas) {
	value := strings.TrimSpace(c.value())
	format := c.choice("format", "code128", "ean13", "ean8", "upca", "code39", "itf")
	b, err := encodeBarcode(format, value)
	if err != nil {
		c.warn("invalid_attribute", fmt.Sprintf("bar-code: the value %q cannot be encoded as %s: %v; nothing is drawn", shorten(value), format, err))
		return
	}
	quiet := b.quiet
	if _, ok := c.text("margin"); ok {
		m := int(c.number("margin", 0, 50, 10))
		quiet = [2]int{m, m}
	}
	count := float64(b.modules() + quiet[0] + quiet[1])
	module := c.w / count
	if whole := math.Floor(float64(module*c.ctx.Scale)) / c.ctx.Scale; whole > 0 {
		module = whole // bars of whole device pixels have uniform widths
	} else {
		c.warn("unreadable", fmt.Sprintf("bar-code: %d modules do not fit into %s pixels one by one; make it wider", int(count), trimFloat(math.Floor(c.w))))
	}
	left := c.snap(float64((c.w-float64(module*count))/2) + float64(module*float64(quiet[0])))
	size := c.number("text-size", 4, 200, max(8, min(c.style.Font.Size, float64(module*9), c.h*0.3)))
	showText := c.flag("text", true)
	bottom, guard := c.h, c.h
	var labels []label
	if showText {
		for _, p := range b.parts {
			labels = append(labels, c.label(p.text, size, 0))
		}
		cap := size * 0.75
		if labels[0].cap > 0 {
			cap = labels[0].cap
		}
		bottom = max(c.h*0.4, math.Floor(c.h-cap-max(3, size*0.3)))
		guard = bottom
		if len(b.guards) > 0 {
			guard = min(c.h, bottom+float64(cap*0.6))
		}
	}
	path := &display.Path{}
	at := 0
	for i, w := range b.widths {
		if i%2 == 0 {
			end := bottom
			for _, g := range b.guards {
				if at >= g[0] && at < g[1] {
					end = guard
				}
			}
			box(path, left+float64(module*float64(at)), 0, left+float64(module*float64(at+w)), end)
		}
		at += w
	}
	c.push(display.FillPath{Path: path, Brush: c.current()})
	for i, l := range labels {
		p := b.parts[i]
		c.drawLabelIn(l, left+float64(module*float64(p.from+p.to)/2), c.h-0.5, 0.5, c.current())
	}
}
