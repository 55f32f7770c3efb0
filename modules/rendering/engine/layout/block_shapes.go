package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// floated is the margin box of a float, and the shape that lines flow around instead (CSS Shapes 1 §2).
type floated struct {
	geom.Rect
	shape outside
}

// outside is the float area of shape-outside, in coordinates of the float's formatting context and in CSS pixels.
type outside interface {
	// extent returns how far the shape extends to the left and right between two heights.
	extent(y0, y1 float64) (lo, hi float64, ok bool)
}

// lineBand is band for a line of the given height: it excludes the shapes of floats.
func (f *flow) lineBand(y, height, left, right geom.Unit) (geom.Unit, geom.Unit) {
	if !f.shaped {
		return f.band(y, height, left, right)
	}
	bottom := addSat(y, max(1, height))
	plain := flow{}
	lo, hi := left, right
	for side, list := range [2][]floated{f.left, f.right} {
		for _, r := range list {
			if r.shape == nil {
				if side == 0 {
					plain.left = append(plain.left, r)
				} else {
					plain.right = append(plain.right, r)
				}
				continue
			}
			if r.W <= 0 || r.Y >= bottom || r.MaxY() <= y {
				continue
			}
			x0, x1, ok := r.shape.extent(y.Float(), bottom.Float())
			switch {
			case !ok:
			case side == 0:
				lo = max(lo, min(geom.FromFloat(x1), r.MaxX()))
			default:
				hi = min(hi, max(geom.FromFloat(x0), r.X))
			}
		}
	}
	pl, pr := plain.band(y, height, left, right)
	return max(lo, pl), min(hi, pr)
}

// nextLineY is nextY for a line: next to a shape, space may become available at any height.
func (f *flow) nextLineY(y geom.Unit) (geom.Unit, bool) {
	next, ok := f.nextY(y)
	for _, list := range [2][]floated{f.left, f.right} {
		for _, r := range list {
			if r.shape != nil && r.Y <= y && r.MaxY() > y {
				return min(next, y+geom.One), true
			}
		}
	}
	return next, ok
}

// floatShape returns the float area of a float with a shape, whose border box has its corner at at.
func (l *layouter) floatShape(f *Fragment, at geom.Point, percent geom.Unit) outside {
	s := f.Box.Style
	if s.ShapeOutside == nil {
		return nil
	}
	margin := max(0, s.ShapeMargin.Resolve(max(0, percent)).Float())
	border := geom.RectAt(at, f.Size)
	box := border
	switch s.ShapeOutside.Box {
	case style.PaddingBoxArea:
		box = border.Inset(f.Border)
	case style.ContentBoxArea:
		box = border.Inset(f.Border.Add(f.Padding))
	case style.MarginBoxArea:
		box = border.Outset(f.Margin)
	}
	if s.ShapeOutside.Shape == nil {
		return boxShape(s, border, box, margin)
	}
	x, y, w, h := box.X.Float(), box.Y.Float(), box.W.Float(), box.H.Float()
	switch sh := s.ShapeOutside.Shape; sh.Kind {
	case style.ShapeInset:
		t, r := sh.Inset[style.Top].ResolveFine(h), sh.Inset[style.Right].ResolveFine(w)
		b, le := sh.Inset[style.Bottom].ResolveFine(h), sh.Inset[style.Left].ResolveFine(w)
		out := &roundShape{x0: x + le, y0: y + t, x1: max(x+le, x+w-r), y1: max(y+t, y+h-b)}
		for i := range out.radii {
			out.radii[i] = [2]float64{sh.Radius[i][0].ResolveFine(w), sh.Radius[i][1].ResolveFine(h)}
		}
		return out.grow(margin)
	case style.ShapeCircle, style.ShapeEllipse:
		cx, cy, rx, ry := sh.Ellipse(w, h)
		out := &roundShape{x0: x + cx - rx, y0: y + cy - ry, x1: x + cx + rx, y1: y + cy + ry}
		for i := range out.radii {
			out.radii[i] = [2]float64{rx, ry}
		}
		return out.grow(margin)
	case style.ShapePolygon:
		out := &polygonShape{margin: margin}
		for _, p := range sh.Points {
			out.points = append(out.points, [2]float64{x + p[0].ResolveFine(w), y + p[1].ResolveFine(h)})
		}
		return out
	}
	return nil
}

// boxShape returns the shape of a box with the corners of border-radius.
func boxShape(s *style.Computed, border, box geom.Rect, margin float64) outside {
	out := &roundShape{x0: box.X.Float(), y0: box.Y.Float(), x1: box.MaxX().Float(), y1: box.MaxY().Float()}
	dx := [4]float64{(border.X - box.X).Float(), (box.MaxX() - border.MaxX()).Float()}
	dy := [4]float64{(border.Y - box.Y).Float(), (box.MaxY() - border.MaxY()).Float()}
	w, h := border.W.Float(), border.H.Float()
	own := &roundShape{x1: w, y1: h}
	for i := range own.radii {
		own.radii[i] = [2]float64{s.Radius[i][0].ResolveFine(w), s.Radius[i][1].ResolveFine(h)}
	}
	own.fit()
	for i, r := range own.radii {
		right, bottom := i == 1 || i == 2, i >= 2
		gx, gy := dx[0], dy[0]
		if right {
			gx = dx[1]
		}
		if bottom {
			gy = dy[1]
		}
		if r[0] > 0 && r[1] > 0 {
			out.radii[i] = [2]float64{grownRadius(r[0], gx), grownRadius(r[1], gy)}
		}
	}
	return out.grow(margin)
}

// grownRadius returns a radius of the border box for a box that is larger by g: small radii grow by less (CSS Shapes 1
// §2.1).
func grownRadius(r, g float64) float64 {
	if g > 0 && r < g {
		q := r/g - 1
		return r + float64(g*(1+float64(float64(q*q)*q)))
	}
	return max(0, r+g)
}

// roundShape is a rectangle with elliptical corners: top left, top right, bottom right, bottom left.
type roundShape struct {
	x0, y0, x1, y1 float64
	radii          [4][2]float64
}

// fit scales the radii down so that they fit their sides.
func (r *roundShape) fit() {
	f := 1.0
	limit := func(side, sum float64) {
		if sum > side && sum > 0 {
			f = min(f, side/sum)
		}
	}
	w, h := r.x1-r.x0, r.y1-r.y0
	limit(w, r.radii[0][0]+r.radii[1][0])
	limit(w, r.radii[3][0]+r.radii[2][0])
	limit(h, r.radii[0][1]+r.radii[3][1])
	limit(h, r.radii[1][1]+r.radii[2][1])
	for i := range r.radii {
		r.radii[i] = [2]float64{r.radii[i][0] * f, r.radii[i][1] * f}
	}
}

// grow extends the shape by shape-margin.
func (r *roundShape) grow(by float64) *roundShape {
	r.fit()
	if by <= 0 {
		return r
	}
	r.x0, r.y0, r.x1, r.y1 = r.x0-by, r.y0-by, r.x1+by, r.y1+by
	for i := range r.radii {
		r.radii[i] = [2]float64{r.radii[i][0] + by, r.radii[i][1] + by}
	}
	return r
}

func (r *roundShape) extent(y0, y1 float64) (lo, hi float64, ok bool) {
	y0, y1 = max(y0, r.y0), min(y1, r.y1)
	if y0 >= y1 || r.x0 >= r.x1 {
		return 0, 0, false
	}
	// The edge is closest to the box's at the height closest to its straight part.
	inset := func(top, bottom [2]float64) float64 {
		switch {
		case top[1] > 0 && y1 < r.y0+top[1]:
			return cornerInset(top, r.y0+top[1]-y1)
		case bottom[1] > 0 && y0 > r.y1-bottom[1]:
			return cornerInset(bottom, y0-(r.y1-bottom[1]))
		}
		return 0
	}
	return r.x0 + inset(r.radii[0], r.radii[3]), r.x1 - inset(r.radii[1], r.radii[2]), true
}

// cornerInset returns the distance of an elliptical corner from the side, at a distance from the start of the corner.
func cornerInset(radius [2]float64, d float64) float64 {
	q := min(1, d/radius[1])
	return radius[0] - float64(radius[0]*math.Sqrt(max(0, 1-float64(q*q))))
}

// polygonShape is a polygon extended by shape-margin.
type polygonShape struct {
	points [][2]float64
	margin float64
}

func (p *polygonShape) extent(y0, y1 float64) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	add := func(x float64) { lo, hi, ok = min(lo, x), max(hi, x), true }
	segment := func(a, b [2]float64) {
		if a[1] > b[1] {
			a, b = b, a
		}
		if b[1] <= y0 || a[1] >= y1 {
			return // an edge that only touches the line does not count
		}
		at := func(y float64) float64 {
			if b[1] == a[1] {
				return a[0]
			}
			return a[0] + float64((b[0]-a[0])*((y-a[1])/(b[1]-a[1])))
		}
		if b[1] == a[1] {
			add(a[0])
			add(b[0])
			return
		}
		add(at(max(y0, a[1])))
		add(at(min(y1, b[1])))
	}
	for i, a := range p.points {
		b := p.points[(i+1)%len(p.points)]
		segment(a, b)
		if p.margin <= 0 {
			continue
		}
		if n := geom.Hypot(b[0]-a[0], b[1]-a[1]); n > 0 {
			nx, ny := float64(p.margin*(b[1]-a[1]))/n, float64(p.margin*(a[0]-b[0]))/n
			segment([2]float64{a[0] + nx, a[1] + ny}, [2]float64{b[0] + nx, b[1] + ny})
			segment([2]float64{a[0] - nx, a[1] - ny}, [2]float64{b[0] - nx, b[1] - ny})
		}
		c := roundShape{x0: a[0] - p.margin, y0: a[1] - p.margin, x1: a[0] + p.margin, y1: a[1] + p.margin}
		for k := range c.radii {
			c.radii[k] = [2]float64{p.margin, p.margin}
		}
		if l, h, hit := c.extent(y0, y1); hit {
			add(l)
			add(h)
		}
	}
	return lo, hi, ok
}
