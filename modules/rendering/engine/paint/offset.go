package paint

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// offset returns the transform of the offset properties for an element whose transform origin is (x, y) on the canvas,
// about that origin (CSS Motion Path 1 §3).
func (p *painter) offset(it item, x, y float64) geom.Matrix {
	s := it.frag.Box.Style
	o := s.Offset
	own := geom.RectAt(it.at, it.frag.Size)
	px, py, angle, ok := p.offsetPoint(it, o, own)
	if !ok {
		return geom.Identity()
	}
	if !o.Rotate.Auto {
		angle = 0
	}
	m := geom.Translate(px-x, py-y).Mul(geom.Rotate(angle + o.Rotate.Angle))
	anchor := o.Anchor
	if anchor == nil && o.Position.At != nil && o.Path.Ray == nil && o.Path.Shape == nil && o.Path.URL == "" {
		anchor = o.Position.At
	}
	if anchor != nil {
		m = m.Mul(geom.Translate(x-own.X.Float()-lengthFloat(anchor[0], own.W), y-own.Y.Float()-lengthFloat(anchor[1], own.H)))
	}
	return m
}

// offsetPoint returns the position on the canvas and the direction in degrees.
func (p *painter) offsetPoint(it item, o *style.Offset, own geom.Rect) (x, y, angle float64, ok bool) {
	place := p.space.containers[it.frag]
	box := p.referenceBox(item{frag: place.frag, at: place.at}, o.Path.Box)
	start := func(at *[2]style.Length) (x, y float64) {
		switch {
		case at != nil:
			return box.X.Float() + lengthFloat(at[0], box.W), box.Y.Float() + lengthFloat(at[1], box.H)
		case o.Position.At != nil:
			return box.X.Float() + lengthFloat(o.Position.At[0], box.W), box.Y.Float() + lengthFloat(o.Position.At[1], box.H)
		case o.Position.Auto:
			return own.X.Float(), own.Y.Float()
		}
		return box.X.Float() + float64(box.W.Float()/2), box.Y.Float() + float64(box.H.Float()/2)
	}
	if r := o.Path.Ray; r != nil {
		x, y := start(r.At)
		length := rayLength(r, box, x, y)
		if r.Contain {
			length = max(0, length-float64(max(own.W.Float(), own.H.Float())/2))
		}
		d := o.Distance.ResolveFine(length)
		sin, cos := geom.SinCosDeg(r.Angle)
		return x + float64(d*sin), y - float64(d*cos), r.Angle - 90, true
	}
	var path *display.Path
	if url := o.Path.URL; url == "" {
		path = p.offsetPath(it, place, box, o, own, start)
	} else if p.in.References != nil {
		path = p.in.References.Outline(url, own) // from the element's own position, as in Chromium
		p.warnings = append(p.warnings, p.in.References.Warnings()...)
		if path == nil {
			p.warn("unsupported_value", p.path(it.frag.Box), "offset-path: url("+url+") does not refer to a shape of the document")
		}
	}
	if path == nil {
		// A missing shape is a path of one point; references to other files are ignored.
		return own.X.Float(), own.Y.Float(), 0, strings.HasPrefix(o.Path.URL, "#")
	}
	m := svg.Measure(path)
	d := o.Distance.ResolveFine(m.Length())
	if m.Closed() && m.Length() > 0 {
		if d = math.Mod(d, m.Length()); d < 0 {
			d += m.Length()
		}
		if d == 0 && o.Distance.ResolveFine(m.Length()) != 0 {
			d = m.Length()
		}
	}
	return m.At(min(max(d, 0), m.Length()))
}

// offsetPath returns the path of a shape, or of the edge of the containing block.
func (p *painter) offsetPath(it item, place spot, box geom.Rect, o *style.Offset, own geom.Rect, start func(*[2]style.Length) (x, y float64)) *display.Path {
	sh := o.Path.Shape
	if sh == nil {
		outer := geom.RectAt(place.at, place.frag.Size)
		e := geom.Edges{Top: box.Y - outer.Y, Left: box.X - outer.X, Right: outer.MaxX() - box.MaxX(), Bottom: outer.MaxY() - box.MaxY()}
		return rrectPath(display.RRect{Rect: display.RectFrom(box), Radii: innerRadii(outerRadii(place.frag.Box.Style, outer.Size()), e)})
	}
	switch sh.Kind {
	case style.ShapePath:
		box = own // as in Chromium, whose paths start at the element
	case style.ShapeCircle, style.ShapeEllipse:
		if !o.Path.Placed {
			x, y := start(nil)
			moved := *sh
			moved.Center = [2]style.Length{style.Pixels(x - box.X.Float()), style.Pixels(y - box.Y.Float())}
			sh = &moved
		}
	}
	switch op := shapeClip(sh, box).(type) {
	case display.PushClipRRect:
		path := rrectPath(op.RRect)
		if sh.Kind != style.ShapeInset {
			return fromRight(path)
		}
		return path
	case display.PushClipPath:
		return op.Path
	}
	return &display.Path{}
}

// rayLength returns the length of a ray from (x, y) in a box.
func rayLength(r *style.Ray, box geom.Rect, x, y float64) float64 {
	x0, y0, x1, y1 := box.X.Float(), box.Y.Float(), box.MaxX().Float(), box.MaxY().Float()
	left, top, right, bottom := math.Abs(x-x0), math.Abs(y-y0), math.Abs(x1-x), math.Abs(y1-y)
	switch r.Size {
	case style.RayClosestSide:
		return min(left, top, right, bottom)
	case style.RayFarthestSide:
		return max(left, top, right, bottom)
	case style.RayClosestCorner:
		return geom.Hypot(min(left, right), min(top, bottom))
	case style.RayFarthestCorner:
		return geom.Hypot(max(left, right), max(top, bottom))
	}
	if x < x0 || x > x1 || y < y0 || y > y1 {
		return 0
	}
	sin, cos := geom.SinCosDeg(r.Angle)
	length := math.Inf(1)
	reach := func(d, room, back float64) {
		switch {
		case d > 0:
			length = min(length, room/d)
		case d < 0:
			length = min(length, back/-d)
		}
	}
	reach(sin, right, left)
	reach(-cos, bottom, top)
	return length
}

// fromRight makes the outline of an ellipse begin at its right instead of its top.
func fromRight(p *display.Path) *display.Path {
	out := &display.Path{}
	var arcs [][3]display.Point
	i := 0
	for _, v := range p.Verbs {
		switch v {
		case display.CubicTo:
			arcs = append(arcs, [3]display.Point{p.Points[i], p.Points[i+1], p.Points[i+2]})
			i += 3
		case display.MoveTo, display.LineTo:
			i++
		}
	}
	out.MoveTo(arcs[0][2])
	for k := range arcs {
		a := arcs[(k+1)%len(arcs)]
		out.CubicTo(a[0], a[1], a[2])
	}
	out.Close()
	return out
}
