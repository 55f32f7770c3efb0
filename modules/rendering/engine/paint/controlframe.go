package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// framed paints the face and outline of a text field or menu. Browsers paint the outline without antialiasing: it covers
// whole device pixels.
func (p *painter) framed(clip *clipChain, box geom.Rect, face, line style.Color) {
	half := geom.One / 2
	p.fill(clip, box.Inset(geom.Edges{Top: half, Right: half, Bottom: half, Left: half}), corners(2), solid(face))
	if path := aliasedRing(display.RectFrom(box), 2.5, p.in.Tree.Scale); path != nil {
		p.emit(clip, display.FillPath{Path: path, Brush: solid(line)})
	}
}

// aliasedRing returns the device pixels whose centres lie between a rounded rectangle and the one that is a CSS pixel
// inside it. Its size depends on the radius and the scale only.
func aliasedRing(box display.Rect, radius, scale float64) *display.Path {
	const most = 64 // rows of a corner
	if scale <= 0 || float64(radius*scale) > most {
		scale = 1
	}
	outer := roundArea{float64(box.X0.Float() * scale), float64(box.Y0.Float() * scale), float64(box.X1.Float() * scale), float64(box.Y1.Float() * scale), float64(radius * scale)}
	if outer.x1-outer.x0 < float64(2*outer.r) || outer.y1-outer.y0 < float64(2*outer.r) {
		outer.r = max(min(outer.x1-outer.x0, outer.y1-outer.y0)/2, 0)
	}
	inner := roundArea{outer.x0 + scale, outer.y0 + scale, outer.x1 - scale, outer.y1 - scale, max(outer.r-scale, 0)}
	path := &display.Path{}
	rect := func(x0, y0, x1, y1 float64) {
		if x1 <= x0 || y1 <= y0 {
			return
		}
		at := func(x, y float64) display.Point {
			return display.Point{X: display.FromFloat(x / scale), Y: display.FromFloat(y / scale)}
		}
		path.MoveTo(at(x0, y0))
		path.LineTo(at(x1, y0))
		path.LineTo(at(x1, y1))
		path.LineTo(at(x0, y1))
		path.Close()
	}
	from, to := pixel(outer.y0), pixel(outer.y1)
	for y := from; y < to; {
		next := y + 1
		if straight := pixel(outer.y1 - outer.r); y >= pixel(outer.y0+outer.r) && y < straight {
			next = straight // rows without a curve are alike
		}
		a, b, _ := outer.row(y)
		if c, d, ok := inner.row(y); ok {
			rect(a, y, c, next)
			rect(d, y, b, next)
		} else {
			rect(a, y, b, next)
		}
		y = next
	}
	if len(path.Verbs) == 0 {
		return nil
	}
	return path
}

// roundArea is a rectangle with round corners, in device pixels.
type roundArea struct{ x0, y0, x1, y1, r float64 }

// row returns the range of pixels of a row whose centres lie in the area.
func (a roundArea) row(y float64) (from, to float64, ok bool) {
	if y < pixel(a.y0) || y >= pixel(a.y1) || a.x1 <= a.x0 {
		return 0, 0, false
	}
	in := 0.0
	if d := max(a.y0+a.r-(y+0.5), (y+0.5)-(a.y1-a.r)); d > 0 {
		in = a.r - math.Sqrt(max(float64(a.r*a.r)-float64(d*d), 0))
	}
	from, to = pixel(a.x0+in), pixel(a.x1-in)
	return from, to, to > from
}

// pixel returns the first pixel whose centre lies behind a coordinate.
func pixel(v float64) float64 { return math.Floor(v + 0.5) }
