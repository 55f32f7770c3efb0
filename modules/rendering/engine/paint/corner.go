package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// cornerSteps is the number of line segments that approximate a corner.
const cornerSteps = 24

// contour returns the outline of a box with the corners of corner-shape, inset by edges (outset where they are
// negative).
func contour(s *style.Computed, box display.Rect, radii [4]display.Point, e geom.Edges) *display.Path {
	x0, y0, x1, y1 := box.X0.Float(), box.Y0.Float(), box.X1.Float(), box.Y1.Float()
	t, r, b, l := e.Top.Float(), e.Right.Float(), e.Bottom.Float(), e.Left.Float()
	var pts [][2]float64
	corners := [4]struct{ x, y, sx, sy, wx, wy float64 }{
		{x0, y0, 1, 1, l, t}, {x1, y0, -1, 1, r, t}, {x1, y1, -1, -1, r, b}, {x0, y1, 1, -1, l, b},
	}
	for i, c := range corners {
		rx, ry := radii[i].X.Float(), radii[i].Y.Float()
		bend := s.Corner(i)
		curve := cornerCurve(bend)
		if bend < 0 { // the ends of a concave corner are as thick as the adjacent sides
			c.wx, c.wy = c.wy, c.wx
		}
		if rx <= 0 || ry <= 0 || len(curve) == 1 {
			curve = [][4]float64{{0, 0, -1, -1}}
			rx, ry = 0, 0
		}
		for k := range curve {
			q := curve[k]
			if i%2 == 1 { // clockwise around the box
				q = curve[len(curve)-1-k]
			}
			nx, ny := float64(q[2]*ry), float64(q[3]*rx) // normals scale inversely
			if n := geom.Hypot(nx, ny); n > 0 && rx > 0 && len(curve) != len(notch) {
				nx, ny = nx/n, ny/n
			} else {
				nx, ny = q[2], q[3]
			}
			x := c.x + float64(c.sx*(float64(q[0]*rx)-float64(nx*c.wx)))
			y := c.y + float64(c.sy*(float64(q[1]*ry)-float64(ny*c.wy)))
			pts = append(pts, [2]float64{x, y})
		}
		if n := len(curve); bend < 1 && rx > 0 && (l < 0 || t < 0) { // an outline extends to its box next to the corner
			first, last := pts[len(pts)-n], pts[len(pts)-1]
			ends := [2][2]float64{{c.x + float64(c.sx*c.wy), first[1]}, {last[0], c.y + float64(c.sy*c.wx)}}
			if bend >= 0 {
				ends = [2][2]float64{{c.x + float64(c.sx*c.wx), first[1]}, {last[0], c.y + float64(c.sy*c.wy)}}
			}
			if i%2 == 1 {
				ends[0], ends[1] = [2]float64{first[0], ends[1][1]}, [2]float64{ends[0][0], last[1]}
			}
			pts = append(pts[:len(pts)-n], append([][2]float64{ends[0]}, append(pts[len(pts)-n:len(pts):len(pts)], ends[1])...)...)
		}
	}
	pts = within(pts, x0+l, y0+t, x1-r, y1-b)
	path := &display.Path{}
	for i, q := range pts {
		at := display.Point{X: display.FromFloat(q[0]), Y: display.FromFloat(q[1])}
		if i == 0 {
			path.MoveTo(at)
		} else {
			path.LineTo(at)
		}
	}
	path.Close()
	return path
}

// notch is the corner of curvature −∞; its normals are those of the two adjacent edges.
var notch = [3][4]float64{{0, 1, 0, -1}, {1, 1, -1, -1}, {1, 0, -1, 0}}

// cornerCurve returns a top left corner of radius 1 from its left end to its top end: points relative to the box's
// corner, and outward normals.
func cornerCurve(k float64) [][4]float64 {
	switch {
	case math.IsInf(k, 1) || k > 10:
		return [][4]float64{{0, 0, -1, -1}}
	case math.IsInf(k, -1) || k < -10:
		return notch[:]
	case k == 0:
		return [][4]float64{{0, 1, -1, -1}, {1, 0, -1, -1}}
	}
	n := geom.Pow(2, math.Abs(k))
	var out [][4]float64
	for i := range cornerSteps + 1 {
		sin, cos := geom.SinCosDeg(90 * float64(i) / cornerSteps)
		// On u^n + v^n = 1, u towards the left and v towards the top; the gradient is the normal.
		u, v := power(cos, 2/n), power(sin, 2/n)
		gu, gv := power(u, n-1), power(v, n-1)
		if k > 0 {
			out = append(out, [4]float64{1 - u, 1 - v, -gu, -gv})
		} else { // the same curve mirrored around the box's corner
			out = append(out, [4]float64{v, u, -gv, -gu})
		}
	}
	return out
}

func power(v, e float64) float64 {
	if v <= 0 {
		return 0
	}
	return geom.Pow(v, e)
}

// within clips a polygon to a rectangle.
func within(pts [][2]float64, x0, y0, x1, y1 float64) [][2]float64 {
	side := func(pts [][2]float64, axis int, limit, sign float64) [][2]float64 {
		var out [][2]float64
		for i, a := range pts {
			b := pts[(i+1)%len(pts)]
			da, db := float64(sign*(a[axis]-limit)), float64(sign*(b[axis]-limit))
			if da >= 0 {
				out = append(out, a)
			}
			if da > 0 && db < 0 || da < 0 && db > 0 {
				t := da / (da - db)
				c := [2]float64{a[0] + float64((b[0]-a[0])*t), a[1] + float64((b[1]-a[1])*t)}
				c[axis] = limit
				out = append(out, c)
			}
		}
		return out
	}
	return side(side(side(side(pts, 0, x0, 1), 0, x1, -1), 1, y0, 1), 1, y1, -1)
}

// isShaped reports whether corner-shape has a visible effect on a box with these radii.
func isShaped(s *style.Computed, radii [4]display.Point) bool {
	return s.CornerShape != nil && hasRadius(radii)
}

// paintShaped paints the decorations of a box with shaped corners.
func (p *painter) paintShaped(it item, box geom.Rect, radii [4]display.Point) {
	s, border := it.frag.Box.Style, it.frag.Border
	rect := display.RectFrom(box)
	p.shapedShadows(it.clip, s, rect, radii, border, false)
	if it.frag.Box != p.canvasBox && hasBackground(s) {
		edges := geom.Edges{}
		switch s.BackgroundClip {
		case style.PaddingBoxArea:
			edges = border
		case style.ContentBoxArea:
			edges = border.Add(it.frag.Padding)
		}
		inside := it
		inside.clip = it.clip.with(display.PushClipPath{Path: contour(s, rect, radii, edges)})
		p.paintBackground(inside, box, [4]display.Point{})
	}
	p.shapedShadows(it.clip, s, rect, radii, border, true)
	p.shapedBorders(it, box, radii)
}

// shapedShadows paints the outer or inset shadows of a box with shaped corners, the last one first.
func (p *painter) shapedShadows(clip *clipChain, s *style.Computed, box display.Rect, radii [4]display.Point, border geom.Edges, inset bool) {
	for i := p.layers("box-shadow", len(s.BoxShadow)) - 1; i >= 0; i-- {
		sh := &s.BoxShadow[i]
		if sh.Inset != inset || sh.Color.A == 0 {
			continue
		}
		spread := geom.Edges{Top: -sh.Spread, Right: -sh.Spread, Bottom: -sh.Spread, Left: -sh.Spread}
		var edge, shape *display.Path
		far := growRect(box, display.FromUnit(sh.Blur*4+geom.Px(64)+max(sh.Spread, -sh.Spread)+max(sh.X, -sh.X)+max(sh.Y, -sh.Y)))
		if inset {
			edge = contour(s, box, radii, border)
			shape = around(far, moved(contour(s, box, radii, border.Add(geom.Edges{Top: sh.Spread, Right: sh.Spread, Bottom: sh.Spread, Left: sh.Spread})), sh.X, sh.Y))
		} else {
			edge = around(far, contour(s, box, radii, geom.Edges{}))
			shape = moved(contour(s, box, radii, spread), sh.X, sh.Y)
		}
		on := clip.with(display.PushClipPath{Path: edge, Rule: display.EvenOdd})
		fill := display.FillPath{Path: shape, Rule: display.EvenOdd, Brush: solid(sh.Color)}
		if sh.Blur == 0 {
			p.emit(on, fill)
			continue
		}
		sigma := display.FromUnit(sh.Blur) / 2
		layer := display.PushLayer{Bounds: far, Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma, Round: true}}}
		p.group(on, layer, func() { p.emit(p.base, fill) })
	}
}

func moved(path *display.Path, x, y geom.Unit) *display.Path {
	for i := range path.Points {
		path.Points[i].X += display.FromUnit(x)
		path.Points[i].Y += display.FromUnit(y)
	}
	return path
}

// around returns a rectangle with a hole, by the even-odd rule.
func around(r display.Rect, hole *display.Path) *display.Path {
	path := rrectPath(display.RRect{Rect: r})
	path.Verbs, path.Points = append(path.Verbs, hole.Verbs...), append(path.Points, hole.Points...)
	return path
}

// shapedBorders paints the borders of a box with shaped corners.
func (p *painter) shapedBorders(it item, box geom.Rect, radii [4]display.Point) {
	s, widths := it.frag.Box.Style, it.frag.Border
	if widths == (geom.Edges{}) {
		return
	}
	if s.BorderImage != nil && p.paintBorderImage(it.clip, s, box, widths) {
		return
	}
	rect := display.RectFrom(box)
	outer := display.RRect{Rect: rect, Radii: radii}
	inner := ring(outer, widths)
	edge := contour(s, rect, radii, geom.Edges{})
	hole := contour(s, rect, radii, widths)
	edge.Verbs, edge.Points = append(edge.Verbs, hole.Verbs...), append(edge.Points, hole.Points...)
	w := widths.Sides()
	same := true
	for i := range 4 {
		b := s.Border[i]
		same = same && b.Color == s.Border[0].Color && b.Style == s.Border[0].Style
		if w[i] > 0 && b.Style != style.LineSolid && b.Style != style.LineNone && b.Style != style.LineHidden {
			p.warn("unsupported_value", p.path(it.frag.Box), "borders of boxes with a corner-shape are drawn solid")
		}
	}
	if same && s.Border[0].Color.A > 0 && s.Border[0].Style > style.LineHidden {
		p.emit(it.clip, display.FillPath{Path: edge, Rule: display.EvenOdd, Brush: solid(s.Border[0].Color)})
		return
	}
	for i := range 4 {
		b := s.Border[i]
		if w[i] <= 0 || b.Color.A == 0 || b.Style == style.LineNone || b.Style == style.LineHidden {
			continue
		}
		on := it.clip.with(display.PushClipPath{Path: mitrePath(i, outer, inner)})
		p.emit(on, display.FillPath{Path: edge, Rule: display.EvenOdd, Brush: solid(b.Color)})
	}
}
