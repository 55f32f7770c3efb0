package widget

import (
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// drawQR draws a QR code (ISO/IEC 18004) of the value attribute or the element's text, at the largest size that fits
// the box, in color on the element's background. The quiet zone is margin modules wide, by default 4 as the standard
// requires.
func drawQR(c *canvas) {
	value := c.value()
	if value == "" {
		c.warn("invalid_attribute", "qr-code: there is no value attribute and no text; nothing is drawn")
		return
	}
	level := qrMedium
	switch c.choice("level", "M", "L", "Q", "H") {
	case "L":
		level = qrLow
	case "Q":
		level = qrQuartile
	case "H":
		level = qrHigh
	}
	q, err := encodeQR(value, level)
	if err != nil {
		c.warn("invalid_attribute", fmt.Sprintf("qr-code: the value is too long: %v; nothing is drawn", err))
		return
	}
	margin := int(c.number("margin", 0, 20, 4))
	c.drawModules(q, margin, c.choice("shape", "square", "dot", "rounded"))
}

func (c *canvas) drawModules(q *qrSymbol, margin int, shape string) {
	side := min(c.w, c.h)
	count := float64(q.size + 2*margin)
	// Modules of whole device pixels are sharp and uniform; where that would reduce the size too much, edges are
	// snapped individually instead.
	module := side / count
	if whole := math.Floor(float64(module*c.ctx.Scale)) / c.ctx.Scale; whole > 0 && whole >= 0.9*module {
		module = whole
	}
	size := float64(module * float64(q.size))
	x0, y0 := c.snap((c.w-size)/2), c.snap((c.h-size)/2)
	brush := c.current()
	path := &display.Path{}
	switch shape {
	case "dot":
		for y := range q.size {
			for x := range q.size {
				if q.at(x, y) && !finder(q, x, y) {
					circle(path, x0+float64((float64(x)+0.5)*module), y0+float64((float64(y)+0.5)*module), module*0.46)
				}
			}
		}
		c.finderPatterns(q, x0, y0, module, brush)
	case "rounded":
		for y := range q.size {
			for x := range q.size {
				if q.at(x, y) && !finder(q, x, y) {
					roundedModule(path, q, x, y, x0, y0, module)
				}
			}
		}
		c.finderPatterns(q, x0, y0, module, brush)
	default:
		// One rectangle per run of modules.
		for y := range q.size {
			for x := 0; x < q.size; x++ {
				if !q.at(x, y) {
					continue
				}
				end := x
				for end < q.size && q.at(end, y) {
					end++
				}
				edge := func(at float64, n int) float64 { return c.snap(at + float64(module*float64(n))) }
				box(path, edge(x0, x), edge(y0, y), edge(x0, end), edge(y0, y+1))
				x = end
			}
		}
	}
	if len(path.Verbs) > 0 {
		c.push(display.FillPath{Path: path, Brush: brush})
	}
}

func box(p *display.Path, x0, y0, x1, y1 float64) {
	p.MoveTo(pt(x0, y0))
	p.LineTo(pt(x1, y0))
	p.LineTo(pt(x1, y1))
	p.LineTo(pt(x0, y1))
	p.Close()
}

// finder reports whether a module belongs to a finder pattern.
func finder(q *qrSymbol, x, y int) bool {
	return x < 7 && y < 7 || x >= q.size-7 && y < 7 || x < 7 && y >= q.size-7
}

// finderPatterns draws the finder patterns as rounded rings with a rounded centre.
func (c *canvas) finderPatterns(q *qrSymbol, x0, y0, m float64, b display.Brush) {
	for _, at := range [3][2]int{{0, 0}, {q.size - 7, 0}, {0, q.size - 7}} {
		x, y := x0+float64(m*float64(at[0])), y0+float64(m*float64(at[1]))
		r, in := 2*m, 1.2*m
		outer := rounded(x, y, 7*m, 7*m, [4]float64{r, r, r, r})
		hole := rounded(x+m, y+m, 5*m, 5*m, [4]float64{in, in, in, in})
		c.push(display.FillRRect{RRect: outer, Hole: &hole, Brush: b})
		c.fillRounded(x+2*m, y+2*m, 3*m, 3*m, 0.9*m, b)
	}
}

// roundedModule appends a module whose corners are rounded where no neighbour touches them.
func roundedModule(p *display.Path, q *qrSymbol, x, y int, x0, y0, m float64) {
	on := func(dx, dy int) bool {
		i, k := x+dx, y+dy
		return i >= 0 && k >= 0 && i < q.size && k < q.size && q.at(i, k)
	}
	up, down, left, right := on(0, -1), on(0, 1), on(-1, 0), on(1, 0)
	corner := func(a, b bool) float64 {
		if a || b {
			return 0
		}
		return m / 2
	}
	l, t := x0+float64(m*float64(x)), y0+float64(m*float64(y))
	roundBox(p, l, t, l+m, t+m, [4]float64{corner(up, left), corner(up, right), corner(down, right), corner(down, left)})
}

// roundBox appends a rectangle with circular corners of the radii r: top left, top right, bottom right, bottom left.
func roundBox(p *display.Path, x0, y0, x1, y1 float64, r [4]float64) {
	p.MoveTo(pt(x0+r[0], y0))
	p.LineTo(pt(x1-r[1], y0))
	if r[1] > 0 {
		arcTo(p, x1-r[1], y0+r[1], r[1], 0, 90)
	}
	p.LineTo(pt(x1, y1-r[2]))
	if r[2] > 0 {
		arcTo(p, x1-r[2], y1-r[2], r[2], 90, 180)
	}
	p.LineTo(pt(x0+r[3], y1))
	if r[3] > 0 {
		arcTo(p, x0+r[3], y1-r[3], r[3], 180, 270)
	}
	p.LineTo(pt(x0, y0+r[0]))
	if r[0] > 0 {
		arcTo(p, x0+r[0], y0+r[0], r[0], 270, 360)
	}
	p.Close()
}
