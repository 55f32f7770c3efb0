package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// shapePath returns the outline of a basic shape in a reference box and its fill rule.
func shapePath(s *style.Shape, box geom.Rect) (*display.Path, display.FillRule) {
	switch op := shapeClip(s, box).(type) {
	case display.PushClipRRect:
		return rrectPath(op.RRect), display.NonZero
	case display.PushClipPath:
		return op.Path, op.Rule
	}
	return &display.Path{}, display.NonZero
}

// borderShapeBox returns the reference box of a shape of border-shape, on the canvas, which is not snapped to pixels.
func (p *painter) borderShapeBox(it item, b style.Box) geom.Rect {
	box, e := geom.RectAt(it.at, it.frag.Size), it.frag.Border
	switch b {
	case style.HalfBorderArea:
		return box.Inset(geom.Edges{Top: e.Top / 2, Right: e.Right / 2, Bottom: e.Bottom / 2, Left: e.Left / 2})
	case style.PaddingBoxArea:
		return box.Inset(e)
	case style.ContentBoxArea, style.FillBoxArea:
		return box.Inset(e.Add(it.frag.Padding))
	case style.MarginBoxArea:
		return box.Outset(it.frag.Margin)
	}
	return box
}

// borderShapeSide returns the side whose width and colour a border-shape has: the first of block-start, inline-start,
// block-end and inline-end with a visible style.
func borderShapeSide(s *style.Computed) int {
	order := [4]int{style.Top, style.Left, style.Bottom, style.Right}
	switch {
	case s.WritingMode == style.VerticalRL || s.WritingMode == style.SidewaysRL:
		order = [4]int{style.Right, style.Top, style.Left, style.Bottom}
	case s.WritingMode != style.HorizontalTB:
		order = [4]int{style.Left, style.Top, style.Right, style.Bottom}
	}
	if back := s.Direction == style.RTL; back != (s.WritingMode == style.SidewaysLR) {
		order[1], order[3] = order[3], order[1]
	}
	for _, side := range order {
		if b := s.Border[side]; b.Style != style.LineNone && b.Style != style.LineHidden {
			return side
		}
	}
	return order[0]
}

// paintBorderShape paints the decorations of a box with border-shape (CSS Borders 4 §5): a shape whose outline is stroked,
// or the area between two shapes.
func (p *painter) paintBorderShape(it item, box geom.Rect) {
	s, bs := it.frag.Box.Style, it.frag.Box.Style.BorderShape
	outer, rule := shapePath(&bs.Outer, p.borderShapeBox(it, bs.OuterBox))
	side := borderShapeSide(s)
	line := s.Border[side]
	width := it.frag.Border.Sides()[side]
	stroke, inside, insideRule := width, outer, rule
	if bs.Inner != nil {
		stroke = 0
		inside, insideRule = shapePath(bs.Inner, p.borderShapeBox(it, bs.InnerBox))
	}
	visible := line.Style != style.LineNone && line.Style != style.LineHidden && line.Color.A > 0
	p.borderShapeShadows(it.clip, s, outer, rule, stroke, box, false)
	on := it
	on.clip = it.clip.with(display.PushClipPath{Path: outer, Rule: rule})
	// An opaque background inside an opaque border is painted over it: under it, its colour would show at the outer edge.
	below := bs.Inner != nil && visible && line.Color.A == 255 && s.BackgroundColor.A == 255
	if below {
		p.emit(it.clip, display.FillPath{Path: outer, Rule: rule, Brush: solid(line.Color)})
		on.clip = on.clip.with(display.PushClipPath{Path: inside, Rule: insideRule})
	}
	if it.frag.Box != p.canvasBox && hasBackground(s) {
		p.paintBackground(on, box, [4]display.Point{})
	}
	p.borderShapeShadows(it.clip, s, inside, insideRule, stroke, box, true)
	if !visible || below {
		return
	}
	if bs.Inner != nil {
		far := growRect(display.RectFrom(box), display.FromUnit(box.W+box.H+geom.Px(shadowReach)))
		p.emit(on.clip, display.FillPath{Path: around(far, inside), Rule: display.EvenOdd, Brush: solid(line.Color)})
		return
	}
	if width > 0 {
		p.emit(it.clip, display.StrokePath{Path: outer, Stroke: shapeStroke(width), Brush: solid(line.Color)})
	}
}

// borderShapeShadows paints the outer or inset shadows along the outline of a border-shape, the last one first.
func (p *painter) borderShapeShadows(clip *clipChain, s *style.Computed, path *display.Path, rule display.FillRule, stroke geom.Unit, box geom.Rect, inset bool) {
	for i := p.layers("box-shadow", len(s.BoxShadow)) - 1; i >= 0; i-- {
		sh := &s.BoxShadow[i]
		if sh.Inset != inset || sh.Color.A == 0 {
			continue
		}
		far := growRect(display.RectFrom(box), display.FromUnit(sh.Blur*4+geom.Px(64)+stroke+box.W+box.H+max(sh.Spread, -sh.Spread)+max(sh.X, -sh.X)+max(sh.Y, -sh.Y)))
		shape := moved(&display.Path{Verbs: path.Verbs, Points: append([]display.Point(nil), path.Points...)}, sh.X, sh.Y)
		full := sh.Color
		full.A = 255
		on := clip.with(display.PushClipPath{Path: around(far, path), Rule: display.EvenOdd})
		fill := display.FillPath{Path: shape, Rule: rule, Brush: solid(full)}
		if inset {
			on = clip.with(display.PushClipPath{Path: path, Rule: rule})
			fill = display.FillPath{Path: around(far, shape), Rule: display.EvenOdd, Brush: solid(full)}
		}
		layer := display.PushLayer{Bounds: far, Opacity: sh.Color.A}
		if sh.Blur > 0 {
			sigma := display.FromUnit(sh.Blur) / 2
			layer.Filters = []display.Filter{{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma, Round: true}}
		}
		p.group(on, layer, func() {
			p.emit(p.base, fill)
			if w := stroke + 2*sh.Spread; w > 0 {
				p.emit(p.base, display.StrokePath{Path: shape, Stroke: shapeStroke(w), Brush: solid(full)})
			}
		})
	}
}

// offsetShape returns the outline of a shape whose edges are moved outwards, and whether it is a shape that follows its
// reference box so: a circle, an ellipse or an inset rectangle without fixed radii.
func offsetShape(s *style.Shape, box geom.Rect, by geom.Unit) (*display.Path, bool) {
	grown := box.Outset(geom.Edges{Top: by, Right: by, Bottom: by, Left: by})
	switch s.Kind {
	case style.ShapeInset:
		for side := range 4 {
			if s.Inset[side].HasPercent() {
				return nil, false
			}
		}
		inner, _ := shapePath(s, box)
		if op, ok := shapeClip(s, box).(display.PushClipRRect); ok && len(inner.Points) > 0 {
			r := op.RRect
			return rrectPath(display.RRect{Rect: growRect(r.Rect, display.FromUnit(by)), Radii: growRadii(r.Radii, display.FromUnit(by))}), true
		}
	case style.ShapeCircle, style.ShapeEllipse:
		_, _, rx, ry := s.Ellipse(box.W.Float(), box.H.Float())
		_, _, wide, high := s.Ellipse(grown.W.Float(), grown.H.Float())
		if abs(wide-rx-by.Float()) > 0.5 || abs(high-ry-by.Float()) > 0.5 {
			return nil, false
		}
		path, _ := shapePath(s, grown)
		return path, true
	}
	return nil, false
}

// borderShapeOutline paints a solid outline along the outer edge of a border-shape, and reports whether it can.
func (p *painter) borderShapeOutline(it item) bool {
	s, bs := it.frag.Box.Style, it.frag.Box.Style.BorderShape
	if s.Outline.Style != style.LineSolid {
		return false
	}
	at := s.OutlineOffset
	if bs.Inner == nil {
		at += it.frag.Border.Sides()[borderShapeSide(s)] / 2
	}
	reference := p.borderShapeBox(it, bs.OuterBox)
	hole, ok := offsetShape(&bs.Outer, reference, at)
	if !ok {
		return false
	}
	edge, ok := offsetShape(&bs.Outer, reference, at+s.Outline.Width)
	if !ok {
		return false
	}
	edge.Verbs, edge.Points = append(edge.Verbs, hole.Verbs...), append(edge.Points, hole.Points...)
	p.emit(it.clip, display.FillPath{Path: edge, Rule: display.EvenOdd, Brush: solid(s.Outline.Color)})
	return true
}

// borderShapeClip returns the clip of the content of a box with border-shape: its padding box, and in it the inner shape or
// the inner edge of the stroke.
func (p *painter) borderShapeClip(it item) *clipChain {
	s, bs := it.frag.Box.Style, it.frag.Box.Style.BorderShape
	padding := display.RectFrom(geom.RectAt(it.at, it.frag.Size).Inset(it.frag.Border))
	clip := it.clip.with(display.PushClipRRect{RRect: display.RRect{Rect: padding}})
	if bs.Inner != nil {
		path, rule := shapePath(bs.Inner, p.borderShapeBox(it, bs.InnerBox))
		return clip.with(display.PushClipPath{Path: path, Rule: rule})
	}
	reference, stroke := p.borderShapeBox(it, bs.OuterBox), it.frag.Border.Sides()[borderShapeSide(s)]
	if path, ok := offsetShape(&bs.Outer, reference, -stroke/2); ok {
		return clip.with(display.PushClipPath{Path: path})
	}
	path, rule := shapePath(&bs.Outer, reference)
	if stroke <= 0 {
		return clip.with(display.PushClipPath{Path: path, Rule: rule})
	}
	mask := p.sublist(func() {
		p.emit(nil, display.FillPath{Path: path, Rule: rule, Brush: solid(style.Color{A: 255})})
		p.group(nil, display.PushLayer{Bounds: padding, Opacity: 255, Blend: display.DestinationOut}, func() {
			p.emit(p.base, display.StrokePath{Path: path, Stroke: shapeStroke(stroke), Brush: solid(style.Color{A: 255})})
		})
	})
	return clip.with(display.PushLayer{Bounds: padding, Opacity: 255, Mask: mask})
}

// shapeStroke returns the stroke of the outline of a border-shape.
func shapeStroke(width geom.Unit) display.Stroke {
	return display.Stroke{Width: display.FromUnit(width), MiterLimit: 4}
}
