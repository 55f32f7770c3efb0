package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

func pt(x, y float64) display.Point {
	return display.Point{X: display.FromFloat(x), Y: display.FromFloat(y)}
}

func rect(x, y, w, h float64) display.Rect {
	return display.Rect{X0: display.FromFloat(x), Y0: display.FromFloat(y), X1: display.FromFloat(x + w), Y1: display.FromFloat(y + h)}
}

func solid(c display.Color) display.Brush { return display.Solid{Color: c} }

// plain returns a colour without its inks.
func plain(c style.Color) display.Color { return display.Color{R: c.R, G: c.G, B: c.B, A: c.A} }

// screen returns the fallback of a colour, with a warning for a colour in inks.
func (c *canvas) screen(k style.Color) display.Color {
	if !k.Ink.IsZero() {
		c.warn("unsupported_value", "colours in printing inks apply to bar codes, QR codes and icons; in the PDF this drawing has their screen colours")
	}
	return plain(k)
}

// current returns the brush of the element's color.
func (c *canvas) current() display.Brush {
	return display.Solid{Color: plain(c.style.Color), Ink: c.style.Color.Ink}
}

// fade multiplies a colour's alpha by num/255.
func fade(c display.Color, num int) display.Color {
	c.A = uint8((int(c.A)*num + 127) / 255)
	return c
}

// rounded returns a rectangle with radii: top left, top right, bottom right, bottom left, each reduced to fit.
func rounded(x, y, w, h float64, radii [4]float64) display.RRect {
	r := display.RRect{Rect: rect(x, y, w, h)}
	for i, v := range radii {
		d := display.FromFloat(max(0, min(v, w/2, h/2)))
		r.Radii[i] = display.Point{X: d, Y: d}
	}
	return r
}

func (c *canvas) fillRounded(x, y, w, h, radius float64, b display.Brush) {
	if w <= 0 || h <= 0 {
		return
	}
	if radius <= 0 {
		c.push(display.FillRect{Rect: rect(x, y, w, h), Brush: b})
		return
	}
	c.push(display.FillRRect{RRect: rounded(x, y, w, h, [4]float64{radius, radius, radius, radius}), Brush: b})
}

// polar returns the point of a circle at an angle in degrees, clockwise from the top.
func polar(cx, cy, r, degrees float64) (x, y float64) {
	sin, cos := geom.SinCosDeg(degrees)
	return float64(cx) + float64(r*sin), float64(cy) - float64(r*cos)
}

// arcTo continues a path along a circle from degrees a to b, clockwise from the top; for a > b anticlockwise. Each
// cubic spans at most 45°.
func arcTo(p *display.Path, cx, cy, r, a, b float64) {
	n := int(math.Ceil(math.Abs(b-a) / 45))
	if n == 0 || n > 64 {
		return
	}
	step := (b - a) / float64(n)
	sin, cos := geom.SinCosDeg(step / 4)
	k := r * 4 / 3 * sin / cos // tan(step/4)
	for i := range n {
		from := a + float64(step*float64(i))
		to := from + step
		s0, c0 := geom.SinCosDeg(from)
		s1, c1 := geom.SinCosDeg(to)
		x0, y0 := polar(cx, cy, r, from)
		x1, y1 := polar(cx, cy, r, to)
		p.CubicTo(pt(x0+float64(k*c0), y0+float64(k*s0)), pt(x1-float64(k*c1), y1-float64(k*s1)), pt(x1, y1))
	}
}

// circle appends a circle to a path.
func circle(p *display.Path, cx, cy, r float64) {
	x, y := polar(cx, cy, r, 0)
	p.MoveTo(pt(x, y))
	arcTo(p, cx, cy, r, 0, 360)
	p.Close()
}

// dot draws a filled circle.
func (c *canvas) dot(cx, cy, r float64, col display.Color) {
	r = float64(r) // the conversion rounds a product before it is added, which prevents a fused multiply-add
	c.fillRounded(cx-r, cy-r, 2*r, 2*r, r, solid(col))
}
