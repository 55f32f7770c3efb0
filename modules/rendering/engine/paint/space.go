package paint

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// spot is the position of a fragment's border box on the canvas.
type spot struct {
	frag *layout.Fragment
	at   geom.Point
}

// space holds the positions that painting needs for documents with 3-D transforms or motion paths.
type space struct {
	// boxes holds the positions of the boxes, containers those of their containing blocks.
	boxes      map[*layout.Box]spot
	containers map[*layout.Fragment]spot
	deep       bool // an element has a 3-D transform
}

// findSpace returns nil for documents without 3-D transforms and motion paths.
func (p *painter) findSpace(t *style.Tree, root *layout.Fragment) *space {
	deep, offset := false, false
	look := func(s *style.Computed) {
		if s != nil {
			deep = deep || s.HasDepth()
			offset = offset || s.Offset != nil
		}
	}
	for _, s := range t.Styles {
		look(s)
	}
	for _, generated := range []map[dom.NodeID]*style.Pseudo{t.Before, t.After} {
		for _, g := range generated {
			if g != nil {
				look(g.Style)
			}
		}
	}
	if !deep && !offset {
		return nil
	}
	s := &space{boxes: map[*layout.Box]spot{}, containers: map[*layout.Fragment]spot{}, deep: deep}
	s.walk(p, root, root.Offset, spot{root, root.Offset})
	return s
}

func (s *space) walk(p *painter, f *layout.Fragment, at geom.Point, container spot) {
	at = p.origin(f, at)
	if f.Kind == layout.BoxFragment && f.Box != nil {
		s.containers[f] = container
		s.boxes[f.Box] = spot{f, at}
		container = spot{f, at}
	}
	for _, c := range f.Children {
		s.walk(p, c, at.Add(c.Offset), container)
	}
}

// parentOf returns the box of the parent element of a box.
func parentOf(b *layout.Box) *layout.Box {
	for p := b.Parent; p != nil; p = p.Parent {
		if p.Node != dom.None || p.Pseudo != layout.NoPseudo {
			return p
		}
	}
	return nil
}

// isInSpace reports whether a fragment is in the 3-D rendering context of its parent element.
func isInSpace(f *layout.Fragment) bool {
	if f.Kind != layout.BoxFragment || f.Box == nil {
		return false
	}
	s := f.Box.Style
	if len(s.Transform) == 0 && !s.Preserves3D() && !s.BackfaceHidden {
		return false
	}
	p := parentOf(f.Box)
	return p != nil && p.Style.Preserves3D()
}

// local returns the transform of an element relative to its parent element, including the parent's perspective.
func (p *painter) local(it item) geom.Matrix4 {
	s := it.frag.Box.Style
	m := geom.Identity4()
	if parent := parentOf(it.frag.Box); parent != nil && parent.Style.Perspective > 0 {
		if at, ok := p.space.boxes[parent]; ok {
			o := parent.Style.PerspectiveOrigin
			x, y := at.at.X.Float()+lengthFloat(o[0], at.frag.Size.W), at.at.Y.Float()+lengthFloat(o[1], at.frag.Size.H)
			m = geom.Translate4(x, y, 0).Mul(geom.Perspective4(parent.Style.Perspective)).Mul(geom.Translate4(-x, -y, 0))
		}
	}
	if len(s.Transform) == 0 || !isTransformable(it.frag) {
		return m
	}
	box, x, y := p.transformBox(it)
	m = m.Mul(geom.Translate4(x, y, s.TransformOriginZ))
	for i := range s.Transform {
		f := &s.Transform[i]
		if f.Kind == style.TransformOffset {
			m = m.Mul(p.offset(it, x, y).Space())
			continue
		}
		m = m.Mul(f.Matrix(box.W.Float(), box.H.Float()))
	}
	return m.Mul(geom.Translate4(-x, -y, -s.TransformOriginZ))
}

// paintInSpace paints a stacking context that may have 3-D transforms.
func (p *painter) paintInSpace(ctx context.Context, it item) {
	var planes []plane
	p.planes(ctx, it, p.local(it), &planes)
	p.mark(it.frag.Box)
	for _, pl := range sortPlanes(planes) {
		p.paintPlane(it.clip, pl)
	}
}

// plane is the drawing of an element in a 3-D rendering context.
type plane struct {
	matrix geom.Matrix4
	bounds geom.Rect
	order  int
	draw   func(*clipChain)
	// cuts are the half-spaces that this part of a split plane is clipped to.
	cuts [][3]float64
	// polygon holds its corners after projection, with depth z.
	polygon [][3]float64
}

// planes collects the planes of an element and of its descendants in the same 3-D rendering context, in painting order.
func (p *painter) planes(ctx context.Context, it item, m geom.Matrix4, out *[]plane) {
	s := it.frag.Box.Style
	if s.BackfaceHidden && m.ShowsBack() {
		if !s.Preserves3D() {
			return
		}
	}
	var inside []item
	own := plane{matrix: m, bounds: p.inkBounds(it.frag, it.at), order: len(*out)}
	if !s.Preserves3D() {
		own.draw = func(clip *clipChain) {
			p.withLayer(it, clip, func(clip *clipChain) {
				here := it
				here.clip = clip
				p.paintContents(ctx, here, p.deferred(here))
			})
		}
		*out = append(*out, own)
		return
	}
	var flat []item
	for _, d := range p.deferred(item{frag: it.frag, at: it.at}) {
		if isInSpace(d.frag) && parentOf(d.frag.Box) == it.frag.Box {
			inside = append(inside, d)
		} else {
			flat = append(flat, d)
		}
	}
	own.draw = func(clip *clipChain) {
		here := it
		here.clip = clip
		var at []item
		if len(flat) > 0 {
			for _, d := range p.deferred(here) { // with the clips currently in force
				if !isInSpace(d.frag) || parentOf(d.frag.Box) != it.frag.Box {
					at = append(at, d)
				}
			}
		}
		if !p.groups.blended[it.frag] {
			p.paintContents(ctx, here, at)
			return
		}
		p.group(clip, display.PushLayer{Bounds: everywhere, Opacity: 255}, func() {
			here.clip = p.base
			for i := range at {
				at[i].clip = p.base
			}
			p.paintContents(ctx, here, at)
		})
	}
	if !s.BackfaceHidden || !m.ShowsBack() {
		*out = append(*out, own)
	}
	inner := m
	for _, d := range inside {
		d.at = p.origin(d.frag, d.at)
		p.planes(ctx, d, inner.Mul(p.local(d)), out)
	}
}

// deferred returns the items that a stacking context paints outside of the flow, in order.
func (p *painter) deferred(it item) []item {
	var deferred []item
	p.collect(it, &deferred)
	slices.SortStableFunc(deferred, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.z, b.z), cmp.Compare(a.frag.Box.Index, b.frag.Box.Index))
	})
	return deferred
}

// paintPlane draws a projected plane.
func (p *painter) paintPlane(clip *clipChain, pl plane) {
	if flat, ok := pl.matrix.Flat(); ok && len(pl.cuts) == 0 {
		if _, ok := flat.Invert(); !ok {
			return
		}
		if flat.IsIdentity() {
			pl.draw(clip)
			return
		}
		p.group(clip, display.PushTransform{Matrix: flat}, func() { pl.draw(p.base) })
		return
	}
	bounds := pl.bounds
	if bounds.Empty() || bounds.W > geom.Px(maxPlane) || bounds.H > geom.Px(maxPlane) {
		if bounds = bounds.Intersect(geom.Rect{X: geom.Px(-maxPlane / 4), Y: geom.Px(-maxPlane / 4), W: geom.Px(maxPlane), H: geom.Px(maxPlane)}); bounds.Empty() {
			return
		}
	}
	outline := projectedOutline(pl.matrix, bounds)
	if outline == nil {
		return
	}
	list := p.sublist(func() { pl.draw(nil) })
	list.Width, list.Height = bounds.W.Ceil(), bounds.H.Ceil()
	list.Ops = slices.Concat([]display.Op{display.PushTransform{Matrix: geom.Translate(-bounds.X.Float(), -bounds.Y.Float())}}, list.Ops, []display.Op{display.Pop{}})
	list.Marks = nil
	p.emit(clip, display.FillPath{Path: outline, Brush: &display.Pattern{
		List: list, Tile: display.RectFrom(bounds), Step: display.Point{X: display.FromUnit(bounds.W), Y: display.FromUnit(bounds.H)},
		Transform: geom.Identity(), Projection: &display.Projection{Matrix: pl.matrix.Plane(), Cuts: pl.cuts},
	}})
}

// maxPlane bounds the drawn part of a plane in perspective, in CSS pixels per axis.
const maxPlane = 8192

// nearest is the smallest distance from the eye that is drawn, as a fraction of the perspective.
const nearest = 1.0 / 256

// visibleCorners returns the corners of the part of a rectangle in front of the eye, in homogeneous coordinates.
func visibleCorners(m geom.Matrix4, r geom.Rect) [][4]float64 {
	x0, y0, x1, y1 := r.X.Float(), r.Y.Float(), r.MaxX().Float(), r.MaxY().Float()
	in := [][4]float64{m.Apply(x0, y0), m.Apply(x1, y0), m.Apply(x1, y1), m.Apply(x0, y1)}
	var out [][4]float64
	for i, a := range in {
		b := in[(i+1)%len(in)]
		if a[3] >= nearest {
			out = append(out, a)
		}
		if (a[3] >= nearest) != (b[3] >= nearest) {
			t := (nearest - a[3]) / (b[3] - a[3])
			var c [4]float64
			for k := range c {
				c[k] = a[k] + float64((b[k]-a[k])*t)
			}
			c[3] = nearest
			out = append(out, c)
		}
	}
	return out
}

// projectedOutline returns the outline of a projected rectangle; nil if no part is visible.
func projectedOutline(m geom.Matrix4, r geom.Rect) *display.Path {
	corners := visibleCorners(m, r)
	if len(corners) < 3 {
		return nil
	}
	path := &display.Path{}
	for i, c := range corners {
		q := display.Point{X: display.FromFloat(c[0] / c[3]), Y: display.FromFloat(c[1] / c[3])}
		if i == 0 {
			path.MoveTo(q)
		} else {
			path.LineTo(q)
		}
	}
	path.Close()
	return path
}

// inkBounds returns, in whole pixels, the area that a fragment and its content may paint.
func (p *painter) inkBounds(f *layout.Fragment, at geom.Point) geom.Rect {
	r := p.ink(f, at)
	x, y := geom.Px(r.X.Floor()), geom.Px(r.Y.Floor())
	return geom.Rect{X: x, Y: y, W: geom.Px(r.MaxX().Ceil()) - x, H: geom.Px(r.MaxY().Ceil()) - y}
}

func (p *painter) ink(f *layout.Fragment, at geom.Point) geom.Rect {
	r := geom.RectAt(at, f.Size)
	if f.Box == nil || f.Kind == layout.TextFragment || f.Kind == layout.LineFragment {
		if f.Kind == layout.TextFragment {
			r = outset(r, f.Size.H/4)
			for _, sh := range f.Box.Style.TextShadow {
				r = r.Union(outset(r.Move(geom.Point{X: sh.X, Y: sh.Y}), sh.Blur))
			}
		}
		for _, c := range f.Children {
			r = r.Union(p.ink(c, at.Add(c.Offset)))
		}
		return r
	}
	s := f.Box.Style
	box := r
	for _, sh := range s.BoxShadow {
		if !sh.Inset {
			r = r.Union(outset(box.Move(geom.Point{X: sh.X, Y: sh.Y}), sh.Blur+sh.Spread))
		}
	}
	if s.Outline.Width > 0 {
		r = r.Union(outset(box, s.Outline.Width+max(0, s.OutlineOffset)))
	}
	if s.Overflow == [2]style.Overflow{} {
		for _, c := range f.Children {
			inner := p.ink(c, at.Add(c.Offset))
			if c.Kind == layout.BoxFragment && c.Box != nil && len(c.Box.Style.Transform) > 0 {
				inner = seenBounds(p.local(item{frag: c, at: p.origin(c, at.Add(c.Offset))}), inner)
			}
			r = r.Union(inner)
		}
	}
	for _, fl := range s.Filter {
		switch fl.Kind {
		case style.FilterBlur:
			r = outset(r, 3*fl.Blur)
		case style.FilterDropShadow:
			r = r.Union(outset(r.Move(geom.Point{X: fl.Shadow.X, Y: fl.Shadow.Y}), 3*fl.Shadow.Blur))
		}
	}
	if m := reflection(f); m != nil {
		r = r.Union(mirrored(m, box, r))
	}
	return r
}

// seenBounds returns the bounding box of a projected rectangle.
func seenBounds(m geom.Matrix4, r geom.Rect) geom.Rect {
	corners := visibleCorners(m, r)
	if len(corners) == 0 {
		return geom.Rect{}
	}
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range corners {
		x, y := c[0]/c[3], c[1]/c[3]
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	const most = maxPlane
	x0, y0, x1, y1 = max(x0, -most), max(y0, -most), min(x1, most), min(y1, most)
	return geom.Rect{X: geom.FromFloat(x0), Y: geom.FromFloat(y0), W: geom.FromFloat(max(0, x1-x0)), H: geom.FromFloat(max(0, y1-y0))}
}
