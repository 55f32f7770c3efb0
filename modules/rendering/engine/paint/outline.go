package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// The focus ring of outline-style: auto, as in Chromium: a line of two pixels on the edge with a white line of one
// pixel around it, and corner radii of at least three.
const (
	ringWidth  = 2 * geom.One
	ringAround = geom.One
	ringRadius = 3
)

// paintOutline paints the outline around the border box; an inline box on several lines has one contour, painted with
// its first fragment.
func (p *painter) paintOutline(it item) {
	f := it.frag
	if f.Box == nil || f.Kind == layout.TextFragment || f.Kind == layout.LineFragment || p.textOnly {
		return
	}
	s := f.Box.Style
	if s.Outline.Style == style.LineNone || s.Outline.Style != style.LineAuto && s.Outline.Width <= 0 || s.Outline.Color.A == 0 || s.Visibility != style.Visible {
		return
	}
	rects := []geom.Rect{p.snap(geom.RectAt(it.at, f.Size))}
	if f.Kind == layout.InlineFragment && (f.OmitLeft || f.OmitRight) {
		pieces := p.outlinedPieces(f.Box)
		if len(pieces) > 0 && pieces[0].frag != f {
			return
		}
		if n := len(pieces); n > 1 && n <= maxOutlined {
			rects = rects[:0]
			for _, q := range pieces {
				rects = append(rects, p.snap(geom.RectAt(q.at, q.frag.Size)))
			}
		}
	}
	switch {
	case s.Outline.Style == style.LineAuto:
		p.focusRing(it.clip, s, rects)
	case len(rects) > 1:
		p.contour(it.clip, s, rects)
	default:
		if s.BorderShape != nil {
			if p.borderShapeOutline(it) {
				return
			}
			p.warn("unsupported_value", p.path(it.frag.Box), "the outline of a box with border-shape follows the box, not the shape")
		}
		p.boxOutline(it.clip, s, rects[0])
	}
}

// maxOutlined bounds the fragments of an inline box that share an outline.
const maxOutlined = 256

// boxOutline paints the outline of one rectangle as a border outside of it.
func (p *painter) boxOutline(clip *clipChain, s *style.Computed, box geom.Rect) {
	w := s.Outline.Width
	if radii := outerRadii(s, box.Size()); isShaped(s, radii) {
		all := func(by geom.Unit) geom.Edges { return geom.Edges{Top: by, Right: by, Bottom: by, Left: by} }
		path, hole := contour(s, display.RectFrom(box), radii, all(-s.OutlineOffset-w)), contour(s, display.RectFrom(box), radii, all(-s.OutlineOffset))
		path.Verbs, path.Points = append(path.Verbs, hole.Verbs...), append(path.Points, hole.Points...)
		p.emit(clip, display.FillPath{Path: path, Rule: display.EvenOdd, Brush: solid(s.Outline.Color)})
		return
	}
	radii := growRadii(outerRadii(s, box.Size()), display.FromUnit(s.OutlineOffset+w))
	line := *s
	line.BorderImage = nil
	line.Border = [4]style.Border{s.Outline, s.Outline, s.Outline, s.Outline}
	p.paintBorders(clip, &line, outset(box, s.OutlineOffset+w), radii, geom.Edges{Top: w, Right: w, Bottom: w, Left: w}, [4]bool{})
}

// contour paints an outline around the union of rectangles.
func (p *painter) contour(clip *clipChain, s *style.Computed, rects []geom.Rect) {
	w, brush := s.Outline.Width, solid(s.Outline.Color)
	between := func(outer, inner geom.Unit) {
		path := &display.Path{}
		appendContours(path, union(outsetAll(rects, s.OutlineOffset+outer)), 0)
		appendContours(path, union(outsetAll(rects, s.OutlineOffset+inner)), 0)
		p.emit(clip, display.FillPath{Path: path, Rule: display.EvenOdd, Brush: brush})
	}
	switch s.Outline.Style {
	case style.LineDouble:
		line := third(w, 1)
		between(w, w-line)
		between(line, 0)
	case style.LineDotted, style.LineDashed:
		for _, c := range union(outsetAll(rects, s.OutlineOffset)) {
			for i := range c {
				p.contourSide(clip, s.Outline, c, i)
			}
		}
	default:
		between(w, 0)
	}
}

// contourSide strokes one edge of a contour on its outer side, extended at convex corners to meet the adjacent edges.
func (p *painter) contourSide(clip *clipChain, b style.Border, c []geom.Point, i int) {
	n, w := len(c), b.Width
	before, from, to, after := c[(i+n-1)%n], c[i], c[(i+1)%n], c[(i+2)%n]
	dx, dy := sign(to.X-from.X), sign(to.Y-from.Y)
	convex := func(a, b, c geom.Point) bool {
		return int64(b.X-a.X)*int64(c.Y-b.Y)-int64(b.Y-a.Y)*int64(c.X-b.X) > 0
	}
	if convex(before, from, to) {
		from.X, from.Y = from.X-dx*w, from.Y-dy*w
	}
	if convex(from, to, after) {
		to.X, to.Y = to.X+dx*w, to.Y+dy*w
	}
	// Outside is to the left of a clockwise edge.
	r := geom.Rect{X: min(from.X, to.X), Y: min(from.Y, to.Y), W: max(from.X-to.X, to.X-from.X), H: max(from.Y-to.Y, to.Y-from.Y)}
	switch {
	case dx > 0:
		r.Y, r.H = r.Y-w, w
	case dx < 0:
		r.H = w
	case dy > 0:
		r.W = w
	default:
		r.X, r.W = r.X-w, w
	}
	p.strokeSide(clip, b, r, dx != 0)
}

func sign(u geom.Unit) geom.Unit {
	switch {
	case u > 0:
		return 1
	case u < 0:
		return -1
	}
	return 0
}

// focusRing paints an outline of style auto.
func (p *painter) focusRing(clip *clipChain, s *style.Computed, rects []geom.Rect) {
	offset := s.OutlineOffset
	if slices.ContainsFunc(s.Border[:], func(b style.Border) bool { return b.Width > 0 && b.Style != style.LineNone }) {
		offset -= geom.One // Chromium moves the ring onto borders
	}
	lines := [2]struct {
		at, width geom.Unit
		color     style.Color
	}{
		{(ringWidth + ringAround) / 2, ringAround, style.Color{R: 255, G: 255, B: 255, A: s.Outline.Color.A}},
		{0, ringWidth, s.Outline.Color},
	}
	for _, l := range lines {
		if len(rects) == 1 {
			width := geom.Edges{Top: l.width, Right: l.width, Bottom: l.width, Left: l.width}
			radii := outerRadii(s, rects[0].Size())
			for i := range radii {
				radii[i].X = ringCorner(radii[i].X, offset, l.at+l.width/2)
				radii[i].Y = ringCorner(radii[i].Y, offset, l.at+l.width/2)
			}
			box := outset(rects[0], offset+l.at+l.width/2)
			outer := display.RRect{Rect: display.RectFrom(box), Radii: fitRadii(radii, display.FromUnit(box.W), display.FromUnit(box.H))}
			hole := ring(outer, width)
			p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: solid(l.color)})
			continue
		}
		path := &display.Path{}
		appendContours(path, union(outsetAll(rects, offset+l.at)), display.FromUnit(ringRadius*geom.One+l.at))
		p.emit(clip, display.StrokePath{Path: path, Stroke: display.Stroke{Width: display.FromUnit(l.width), MiterLimit: 4}, Brush: solid(l.color)})
	}
}

// ringCorner returns a corner radius of a focus ring at a distance from its centre line.
func ringCorner(r display.Coord, offset, out geom.Unit) display.Coord {
	return max(display.FromUnit(ringRadius*geom.One), r+display.FromUnit(offset)) + display.FromUnit(out)
}

func outset(r geom.Rect, by geom.Unit) geom.Rect {
	return r.Outset(geom.Edges{Top: by, Right: by, Bottom: by, Left: by})
}

func outsetAll(rects []geom.Rect, by geom.Unit) []geom.Rect {
	out := make([]geom.Rect, len(rects))
	for i, r := range rects {
		out[i] = outset(r, by)
	}
	return out
}

// outlinedPieces returns the fragments of an outlined inline box on all its lines with their positions on the canvas.
func (p *painter) outlinedPieces(b *layout.Box) []item {
	if p.outlines == nil {
		p.outlines = map[*layout.Box][]item{}
		p.collectOutlines(p.in.Layout.Root, p.in.Layout.Root.Offset)
	}
	return p.outlines[b]
}

func (p *painter) collectOutlines(f *layout.Fragment, at geom.Point) {
	if f.Kind == layout.InlineFragment && (f.OmitLeft || f.OmitRight) && f.Box.Style.Outline.Style != style.LineNone {
		p.outlines[f.Box] = append(p.outlines[f.Box], item{frag: f, at: at})
	}
	for _, c := range f.Children {
		p.collectOutlines(c, at.Add(c.Offset))
	}
}
