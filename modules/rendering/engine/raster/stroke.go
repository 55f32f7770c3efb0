package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// vec is a point or a direction in user space, in CSS pixels.
type vec struct{ x, y float64 }

func (a vec) add(b vec) vec                          { return vec{a.x + b.x, a.y + b.y} }
func (a vec) sub(b vec) vec                          { return vec{a.x - b.x, a.y - b.y} }
func (a vec) times(k float64) vec                    { return vec{float64(a.x * k), float64(a.y * k)} }
func (a vec) dot(b vec) float64                      { return float64(a.x*b.x) + float64(a.y*b.y) }
func (a vec) cross(b vec) float64                    { return float64(a.x*b.y) - float64(a.y*b.x) }
func (a vec) length() float64                        { return geom.Hypot(a.x, a.y) }
func (a vec) left() vec                              { return vec{a.y, -a.x} } // rotated by 90° to the left
func lerp(a, b vec, t float64) vec                   { return a.add(b.sub(a).times(t)) }
func fromPoint(p display.Point) vec                  { return vec{p.X.Float(), p.Y.Float()} }
func (b *shapeBuilder) at(v vec, t transform) fpoint { return t.float(v.x, v.y) }

// polyline is a flattened subpath. smooth[i] reports whether points i−1, i, i+1 belong to one curve, where no join must
// be visible.
type polyline struct {
	pts    []vec
	smooth []bool
	closed bool
}

// strokeShape returns the outline of a stroked path. The pen is circular in user space, so the transform distorts it as
// CSS and SVG require.
func strokeShape(p *display.Path, st display.Stroke, t transform) (*shape, error) {
	return (&stroker{t: t, half: st.Width.Float() / 2, st: st}).shape(p)
}

// shape returns the outline of a path.
func (s *stroker) shape(p *display.Path) (*shape, error) {
	if s.half <= 0 {
		return &shape{}, nil
	}
	st := s.st
	sx, sy := s.t.scales()
	scale := max(sx, sy)
	// Arc step of round joins: the sagitta of a chord is 1/32 device pixel.
	r := max(float64(s.half*scale), 0.1)
	cos := max(1-1/float64(32*r), 0)
	s.step = max(2*geom.AtanDeg2(math.Sqrt(max(0, 1-float64(cos*cos))), cos), 1)
	lines := flattenPath(p, scale)
	if len(st.Dash) > 0 {
		var err error
		if lines, err = dash(lines, st); err != nil {
			return nil, err
		}
	}
	for _, l := range lines {
		s.stroke(l)
	}
	return s.b.finish(display.NonZero), nil
}

// flattenPath converts a path to polylines whose chords stay within about 1/32 device pixel of the curves. Repeated
// points are dropped, as are those beyond maxLines, which no image may draw.
func flattenPath(p *display.Path, scale float64) []polyline {
	var out []polyline
	var cur polyline
	total := 0
	flush := func(closed bool) {
		if len(cur.pts) > 0 {
			cur.closed = closed
			out = append(out, cur)
		}
		cur = polyline{}
	}
	push := func(v vec, smooth bool) {
		if n := len(cur.pts); n > 0 && (cur.pts[n-1] == v || total > maxLines) {
			return
		}
		total++
		cur.pts, cur.smooth = append(cur.pts, v), append(cur.smooth, smooth)
	}
	pts := p.Points
	var start vec
	for _, v := range p.Verbs {
		n := verbPoints(v)
		if len(pts) < n {
			break
		}
		if n == 0 && v != display.Close {
			continue // unknown verb
		}
		if v != display.MoveTo && v != display.Close && len(cur.pts) == 0 {
			if len(out) == 0 {
				start = fromPoint(pts[0])
			}
			push(start, false)
		}
		switch v {
		case display.MoveTo:
			flush(false)
			start = fromPoint(pts[0])
			push(start, false)
		case display.LineTo:
			push(fromPoint(pts[0]), false)
		case display.QuadTo:
			a, c, e := cur.pts[len(cur.pts)-1], fromPoint(pts[0]), fromPoint(pts[1])
			d := a.add(e).sub(c.times(2)).length()
			k := pieces(float64(d*scale) * 8)
			for i := 1; i <= k; i++ {
				t := float64(i) / float64(k)
				push(lerp(lerp(a, c, t), lerp(c, e, t), t), i < k)
			}
		case display.CubicTo:
			a, c, e, f := cur.pts[len(cur.pts)-1], fromPoint(pts[0]), fromPoint(pts[1]), fromPoint(pts[2])
			d := max(a.add(e).sub(c.times(2)).length(), c.add(f).sub(e.times(2)).length())
			k := pieces(float64(d*scale) * 24)
			for i := 1; i <= k; i++ {
				t := float64(i) / float64(k)
				ab, bc, cd := lerp(a, c, t), lerp(c, e, t), lerp(e, f, t)
				push(lerp(lerp(ab, bc, t), lerp(bc, cd, t), t), i < k)
			}
		case display.Close:
			if m := len(cur.pts); m > 1 && cur.pts[m-1] == cur.pts[0] {
				cur.pts, cur.smooth = cur.pts[:m-1], cur.smooth[:m-1]
			}
			flush(true)
		}
		pts = pts[n:]
	}
	flush(false)
	return out
}

// pieces returns the number of chords, between 1 and 512, that bounds an error of d/n².
func pieces(d float64) int {
	if !(d > 1) {
		return 1
	}
	return int(min(math.Ceil(math.Sqrt(d)), 512))
}

// stroker builds the outline of polylines: along the left side, around the end, and back along the right side.
type stroker struct {
	b    shapeBuilder
	t    transform
	st   display.Stroke
	half float64
	hair bool    // a hairline
	step float64 // angle of one arc chord in degrees
}

func (s *stroker) stroke(l polyline) {
	n := len(l.pts)
	if n == 1 {
		s.dot(l)
		return
	}
	var dirs []vec
	segments := n - 1
	if l.closed {
		segments = n
	}
	for i := range segments {
		d := l.pts[(i+1)%n].sub(l.pts[i])
		dirs = append(dirs, d.times(1/d.length()))
	}
	if l.closed && n == 2 {
		l.closed = true // out and back: joins at both ends
	}
	// The left side, forwards.
	s.move(l.pts[0].add(s.offset(dirs[0])))
	for i := 1; i < segments; i++ {
		s.join(l.pts[i], dirs[i-1], dirs[i], l.pts[i].sub(l.pts[i-1]).length(), l.smooth[i])
	}
	if l.closed {
		s.join(l.pts[0], dirs[segments-1], dirs[0], l.pts[0].sub(l.pts[n-1]).length(), false)
		s.b.close()
		// The right side, backwards, is a separate contour.
		s.move(l.pts[0].sub(s.offset(dirs[0])))
		s.join(l.pts[0], dirs[0].times(-1), dirs[segments-1].times(-1), l.pts[1%n].sub(l.pts[0]).length(), false)
	} else {
		s.cap(l.pts[n-1], dirs[segments-1])
	}
	for i := segments - 1; i >= 1; i-- {
		s.join(l.pts[i], dirs[i].times(-1), dirs[i-1].times(-1), l.pts[(i+1)%n].sub(l.pts[i]).length(), l.smooth[i])
	}
	if !l.closed {
		s.cap(l.pts[0], dirs[0].times(-1))
	}
	s.b.close()
}

func (s *stroker) move(v vec) { s.b.moveTo(s.b.at(v, s.t)) }
func (s *stroker) line(v vec) { s.b.lineTo(s.b.at(v, s.t)) }

// dot draws a zero-length subpath, which shows round and square caps (SVG 2 §13.5.5).
func (s *stroker) dot(l polyline) {
	if s.st.Cap == display.Butt {
		return
	}
	d := vec{1, 0}
	s.move(l.pts[0].add(d.left().times(s.half)))
	s.cap(l.pts[0], d)
	s.cap(l.pts[0], d.times(-1))
	s.b.close()
}

// cap adds the cap at the end p of a line with direction d, from its left side to its right.
func (s *stroker) cap(p, d vec) {
	l := s.offset(d)
	switch s.st.Cap {
	case display.SquareCap:
		f := d.times(s.half)
		s.line(p.add(l))
		s.line(p.add(l).add(f))
		s.line(p.sub(l).add(f))
		s.line(p.sub(l))
	case display.RoundCap:
		s.line(p.add(l))
		s.arc(p, l, 180)
		s.line(p.sub(l))
	default:
		s.line(p.add(l))
		s.line(p.sub(l))
	}
}

// arc adds points around p starting at offset from, rotating by degrees (clockwise on the screen), without the last
// one.
func (s *stroker) arc(p, from vec, degrees float64) {
	n := int(math.Ceil(math.Abs(degrees) / s.step))
	for i := 1; i < n; i++ {
		sin, cos := geom.SinCosDeg(float64(degrees*float64(i)) / float64(n))
		s.line(p.add(vec{
			float64(from.x*cos) - float64(from.y*sin),
			float64(from.x*sin) + float64(from.y*cos),
		}))
	}
}

// join adds the left side's corner at p between directions a and b; before is the length of the preceding segment.
func (s *stroker) join(p, a, b vec, before float64, smooth bool) {
	la, lb := s.offset(a), s.offset(b)
	cross, dot := a.cross(b), a.dot(b)
	if cross >= -1e-9 && cross <= 1e-9 && dot > 0 {
		s.line(p.add(la))
		s.line(p.add(lb))
		return
	}
	if cross < 0 {
		// At a left turn the left side is the inner one. On a smooth curve its offset simply continues; elsewhere it
		// passes through the corner, so that the overlap keeps its winding.
		s.line(p.add(la))
		if !smooth || dot < 0.7 || before < s.half*-cross {
			s.line(p)
		}
		s.line(p.add(lb))
		return
	}
	s.line(p.add(la))
	join := s.st.Join
	if smooth {
		join = display.RoundJoin
	}
	switch join {
	case display.RoundJoin:
		s.arc(p, la, geom.AtanDeg2(cross, dot))
	case display.Miter:
		// 1/sin(θ/2) ≤ limit, θ the angle between the segments; 1 + cos of the
		// turn is 2·sin²(θ/2).
		limit := s.st.MiterLimit
		if limit == 0 {
			limit = 4
		}
		if dot > -0.9999 && float64(float64(limit*limit)*(1+dot)) >= 2 {
			s.line(p.add(la.add(lb).times(1 / (1 + dot))))
		}
	}
	s.line(p.add(lb))
}
