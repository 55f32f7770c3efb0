package paint

import (
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintDecorations paints the outer shadows, background, inset shadows and borders of a box.
func (p *painter) paintDecorations(it item) {
	f := it.frag
	s := f.Box.Style
	if p.textOnly || s.Visibility != style.Visible && !isTablePart(f.Box) {
		return
	}
	if pieces := f.Pieces(); pieces != nil {
		for _, piece := range pieces {
			own := it
			own.frag = piece
			own.at.Y += piece.Offset.Y - f.Offset.Y
			p.paintDecorations(own)
		}
		p.paintRules(it)
		return
	}
	if s.Visibility != style.Visible {
		p.paintInCells(it, cellsOf(it, nil)) // cells may be visible in a hidden part
		return
	}
	defer p.paintRules(it)
	p.visit(f.Box, Decorations)
	if f.Box.Kind == layout.TableCellBox && s.EmptyCellsHide && !s.BorderCollapse && len(f.Children) == 0 {
		return
	}
	whole := geom.RectAt(it.at, f.Size)
	whole.Y, whole.H = whole.Y+f.LegendShift, whole.H-f.LegendShift
	box := p.snap(whole)
	border := f.Border
	radii := outerRadii(s, box.Size())
	if isPiece(f) && (f.Kind != layout.InlineFragment || !s.BoxDecoClone) {
		radii = openRadii(radii, f)
	}
	if s.BorderShape != nil {
		p.paintBorderShape(it, box)
		return
	}
	if isShaped(s, radii) {
		p.paintShaped(it, box, radii)
		return
	}
	rr := display.RRect{Rect: display.RectFrom(box), Radii: radii}
	if len(s.BoxShadow) > 0 {
		p.paintOuterShadows(it, rr, border)
	}
	defer p.paintArrow(it, box)
	defer p.paintGrip(it, box)
	if p.paintNative(it, box) {
		return
	}
	switch {
	case f.Box.Kind == layout.TableRowBox || f.Box.Kind == layout.TableSectionBox:
		p.paintInCells(it, cellsOf(it, nil))
	case f.Box != p.canvasBox:
		p.paintBackground(it, box, radii)
	}
	if len(s.BoxShadow) > 0 {
		inside := extendOpen(rr, f) // there is no inset shadow at a side that is open
		p.paintShadows(cutShadow(it.clip, f, rr.Rect), s, inside, inside, border, true)
	}
	if f.Collapsed == nil && !isCollapsedPart(f.Box) {
		p.paintBorders(legendClip(it, box), s, box, radii, border, openSides(f))
	}
}

// legendClip returns the clip of a fieldset's border: everything but its legend.
func legendClip(it item, box geom.Rect) *clipChain {
	if it.frag.Legend.Empty() {
		return it.clip
	}
	gap := it.frag.Legend.Move(it.at)
	bottom := max(gap.MaxY(), box.Y+it.frag.Border.Top)
	gap.Y, gap.H = box.Y, bottom-box.Y
	path := &display.Path{}
	for _, r := range [2]geom.Rect{box, gap.Intersect(box)} {
		o := display.RectFrom(r)
		path.MoveTo(display.Point{X: o.X0, Y: o.Y0})
		path.LineTo(display.Point{X: o.X1, Y: o.Y0})
		path.LineTo(display.Point{X: o.X1, Y: o.Y1})
		path.LineTo(display.Point{X: o.X0, Y: o.Y1})
		path.Close()
	}
	return it.clip.with(display.PushClipPath{Path: path, Rule: display.EvenOdd})
}

// isCollapsedPart reports whether the borders of a box are painted by its table.
func isCollapsedPart(b *layout.Box) bool {
	return isTablePart(b) || b.Kind == layout.TableCellBox && b.Style.BorderCollapse
}

// isPiece reports whether a fragment is a part of a box that is broken over lines or columns.
func isPiece(f *layout.Fragment) bool { return f.OmitLeft || f.OmitRight || f.OmitTop || f.OmitBottom }

// openSides reports the sides at which a fragment continues on another line or in another column.
func openSides(f *layout.Fragment) [4]bool {
	return [4]bool{style.Top: f.OmitTop, style.Right: f.OmitRight, style.Bottom: f.OmitBottom, style.Left: f.OmitLeft}
}

func openRadii(r [4]display.Point, f *layout.Fragment) [4]display.Point {
	if f.OmitLeft {
		r[0], r[3] = display.Point{}, display.Point{}
	}
	if f.OmitRight {
		r[1], r[2] = display.Point{}, display.Point{}
	}
	if f.OmitTop {
		r[0], r[1] = display.Point{}, display.Point{}
	}
	if f.OmitBottom {
		r[2], r[3] = display.Point{}, display.Point{}
	}
	return r
}

// paintOuterShadows paints the outer layers of box-shadow. Under an opaque background colour they extend one pixel into
// the box, as in Chromium, so that the backdrop does not show through the antialiased edges.
func (p *painter) paintOuterShadows(it item, rr display.RRect, border geom.Edges) {
	hole := rr
	if s := it.frag.Box.Style; s.BackgroundColor.A == 255 && it.frag.Box != p.canvasBox {
		hole = ring(rr, geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One})
	}
	p.paintShadows(cutShadow(it.clip, it.frag, rr.Rect), it.frag.Box.Style, rr, hole, border, false)
}

// cutShadow clips a shadow at the sides where a block continues in another column, as in Chromium.
func cutShadow(clip *clipChain, f *layout.Fragment, box display.Rect) *clipChain {
	if !f.OmitTop && !f.OmitBottom {
		return clip
	}
	r := growRect(box, display.FromUnit(geom.Px(shadowReach)))
	if f.OmitTop {
		r.Y0 = box.Y0
	}
	if f.OmitBottom {
		r.Y1 = box.Y1
	}
	return clip.with(display.PushClipRRect{RRect: display.RRect{Rect: r}})
}

// extendOpen extends a box at the sides where it continues in another column.
func extendOpen(r display.RRect, f *layout.Fragment) display.RRect {
	if f.OmitTop {
		r.Y0 -= display.FromUnit(geom.Px(shadowReach))
	}
	if f.OmitBottom {
		r.Y1 += display.FromUnit(geom.Px(shadowReach))
	}
	return r
}

// shadowReach is more than shadows extend beyond their box.
const shadowReach = 10000

// paintShadows paints the layers of box-shadow, the last first: outer ones outside of hole, or inset ones.
func (p *painter) paintShadows(clip *clipChain, s *style.Computed, rr, hole display.RRect, border geom.Edges, inset bool) {
	for i := p.layers("box-shadow", len(s.BoxShadow)) - 1; i >= 0; i-- {
		sh := &s.BoxShadow[i]
		if sh.Inset != inset || sh.Color.A == 0 {
			continue
		}
		edge, clipped := rr, hole
		spread := display.FromUnit(sh.Spread)
		if inset {
			edge = display.RRect{Rect: insetRect(rr.Rect, border), Radii: innerRadii(rr.Radii, border)}
			clipped = edge
			spread = -spread
		}
		shape := display.RRect{Rect: growRect(edge.Rect, spread), Radii: growRadii(edge.Radii, spread)}
		dx, dy := display.FromUnit(sh.X), display.FromUnit(sh.Y)
		shape.X0, shape.X1, shape.Y0, shape.Y1 = shape.X0+dx, shape.X1+dx, shape.Y0+dy, shape.Y1+dy
		if shape.Empty() {
			if !inset {
				continue
			}
			shape = display.RRect{Rect: display.Rect{X0: edge.X0, Y0: edge.Y0, X1: edge.X0, Y1: edge.Y0}}
		}
		p.emit(clip, display.Shadow{RRect: shape, Clip: clipped, Inset: inset, Sigma: display.FromUnit(sh.Blur) / 2, Color: toColor(sh.Color), Ink: sh.Color.Ink})
	}
}

// maxLayers is the number of layers of one property that are drawn.
const maxLayers = 100

// layers limits the number of layers of a property and warns about the omitted ones.
func (p *painter) layers(property string, n int) int {
	if n > maxLayers {
		p.warn("too_many_layers", "", fmt.Sprintf("%s has %d layers; the first %d are drawn", property, n, maxLayers))
		return maxLayers
	}
	return n
}

func insetRect(r display.Rect, e geom.Edges) display.Rect {
	r.X0 += display.FromUnit(e.Left)
	r.X1 = max(r.X0, r.X1-display.FromUnit(e.Right))
	r.Y0 += display.FromUnit(e.Top)
	r.Y1 = max(r.Y0, r.Y1-display.FromUnit(e.Bottom))
	return r
}

func growRect(r display.Rect, by display.Coord) display.Rect {
	return display.Rect{X0: r.X0 - by, Y0: r.Y0 - by, X1: r.X1 + by, Y1: r.Y1 + by}
}

// growRadii grows corner radii by a spread; sharp corners stay sharp, and small
// radii grow by less (CSS Backgrounds 3 §7.1.1: 1 + (r − 1)³ with r = radius ÷ spread).
func growRadii(r [4]display.Point, by display.Coord) [4]display.Point {
	grow := func(v display.Coord) display.Coord {
		if v <= 0 {
			return 0
		}
		if by > 0 && v < by {
			ratio := float64(v)/float64(by) - 1
			return max(0, v+display.Coord(float64(by)*(1+float64(float64(ratio*ratio)*ratio))))
		}
		return max(0, v+by)
	}
	for i := range r {
		r[i] = display.Point{X: grow(r[i].X), Y: grow(r[i].Y)}
		if r[i].X == 0 || r[i].Y == 0 {
			r[i] = display.Point{}
		}
	}
	return r
}
