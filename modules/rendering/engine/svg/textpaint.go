package svg

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// text draws a text element.
func (p *painter) text(id dom.NodeID, e env) {
	k, _, _ := uniform(e.m)
	runs := p.layoutText(id, e, k)
	if isVertical(e.style) {
		e.m = e.m.Mul(geom.Rotate(90))
	}
	p.textRuns(id, runs, e, k, boundsOf(runs))
}

// textRuns draws the runs of an element of a text; those of children with effects are drawn into separate layers.
func (p *painter) textRuns(id dom.NodeID, runs []placedRun, e env, k float64, box bounds) {
	for i := 0; i < len(runs); {
		c := p.childOf(id, runs[i].node)
		if c == dom.None {
			p.textRun(&runs[i], e, k, box)
			i++
			continue
		}
		j := i + 1
		for j < len(runs) && p.childOf(id, runs[j].node) == c {
			j++
		}
		part := runs[i:j]
		i = j
		s := p.tree.Styles[c]
		if s == nil || s.Opacity == 1 && len(s.Filter) == 0 && s.ClipPath == nil && len(s.Mask) == 0 && s.Blend == style.BlendNormal {
			p.textRuns(c, part, e, k, box)
			continue
		}
		inner := e
		inner.style = s
		node, was := p.pageNode, p.pageBox
		p.pageNode, p.pageBox = c, &box // the bounding box is that of the whole text
		p.effects(c, inner, func(at env) {
			turned := e
			turned.m, turned.context = at.m, at.context
			p.textRuns(c, part, turned, k, box)
		})
		p.pageNode, p.pageBox = node, was
	}
}

// childOf returns the child of an element that contains a node or is it; None when the node is the element itself.
func (p *painter) childOf(id, node dom.NodeID) dom.NodeID {
	child := dom.None
	for n := node; n != dom.None; n = p.node(n).Parent {
		if n == id {
			return child
		}
		child = n
	}
	return dom.None
}

// isVertical reports whether lines of text are vertical.
func isVertical(s *style.Computed) bool { return s.WritingMode != style.HorizontalTB }

// turnCharacters rotates the positions of characters to a frame in which vertical lines run along x.
func turnCharacters(chars []character) {
	for i := range chars {
		c := &chars[i]
		c.x, c.y, c.hasX, c.hasY = c.y, -c.x, c.hasY, c.hasX
		c.dx, c.dy = c.dy, -c.dx
	}
}

// textRun fills and strokes one run and its decorations.
func (p *painter) textRun(r *placedRun, e env, k float64, box bounds) {
	st := r.style
	if st.Visibility != style.Visible || st.SVG == nil || r.run.Object || r.run.Tab {
		return
	}
	place := e.m.Mul(geom.Translate(r.at.x, r.at.y))
	if r.rotate != 0 {
		place = place.Mul(geom.Rotate(r.rotate))
	}
	if r.stretch > 0 {
		place = place.Mul(geom.Scale(r.stretch, 1))
	}
	place = place.Mul(geom.Scale(1/k, 1/k))
	inv, ok := place.Invert()
	if !ok {
		return
	}
	inner := e
	inner.style = st
	op := p.glyphs(r)
	p.push(display.PushTransform{Matrix: place})
	defer p.pop()
	if p.clipping {
		op.Brush = display.Solid{Color: display.Color{A: 255}}
		p.upright(r, func(geom.Matrix) { p.push(op) })
		return
	}
	for i := len(st.TextShadow) - 1; i >= 0; i-- {
		p.textShadow(&st.TextShadow[i], func(c style.Color) { p.ink(r, op, inner, k, inv, box, &c) })
	}
	p.ink(r, op, inner, k, inv, box, nil)
}

// textShadow draws a shadow of text: draw paints it in the given colour (CSS Text Decoration 4 §4). As in Chromium, the
// scale of the user space does not apply to the lengths of shadows.
func (p *painter) textShadow(sh *style.Shadow, draw func(style.Color)) {
	if sh.Color.A == 0 {
		return
	}
	p.push(display.PushTransform{Matrix: geom.Translate(sh.X.Float(), sh.Y.Float())})
	sigma := display.FromFloat(sh.Blur.Float() / 2)
	if sigma > 0 {
		p.push(display.PushLayer{Bounds: everywhere, Opacity: 255, Filters: []display.Filter{{Kind: display.Blur, SigmaX: sigma, SigmaY: sigma}}})
	}
	draw(sh.Color)
	if sigma > 0 {
		p.pop()
	}
	p.pop()
}

// ink paints the glyphs op of a run, with its decorations; a shadow replaces the paints by its colour.
func (p *painter) ink(r *placedRun, op display.Glyphs, e env, k float64, inv geom.Matrix, box bounds, shadow *style.Color) {
	st, n := r.style, p.node(r.node)
	if shadow != nil {
		// Only whether there is a paint matters.
		plain, sv := *st, *st.SVG
		for _, paint := range []*style.Paint{&sv.Fill, &sv.Stroke} {
			if paint.Kind != style.PaintNone {
				*paint = style.Paint{Kind: style.PaintColor, Color: *shadow}
			}
		}
		plain.SVG, st, e.style = &sv, &plain, &plain
	}
	p.decorate(r, e, k, inv, box, style.Underline|style.Overline, shadow)
	p.upright(r, func(turn geom.Matrix) { p.inkGlyphs(n, st, op, e, k, turn.Mul(inv), box) })
	p.decorate(r, e, k, inv, box, style.LineThrough, shadow)
}

// upright calls draw in the space of a run's glyphs; turn is the inverse of that space.
func (p *painter) upright(r *placedRun, draw func(turn geom.Matrix)) {
	if !r.run.Upright {
		draw(geom.Identity())
		return
	}
	p.push(display.PushTransform{Matrix: uprightTurn})
	draw(geom.Rotate(90))
	p.pop()
}

// inkGlyphs fills and strokes glyphs in paint-order; inv maps the image to their space.
func (p *painter) inkGlyphs(n *dom.Node, st *style.Computed, op display.Glyphs, e env, k float64, inv geom.Matrix, box bounds) {
	for _, part := range st.SVG.PaintOrder {
		switch part {
		case 0:
			if b, opacity, ok := p.brush(n, &st.SVG.Fill, st.SVG.FillOpacity, box, &e); ok {
				fill := op
				fill.Brush = moved(b, inv)
				p.translucent(opacity, func() { p.push(fill) })
			}
		case 1:
			if st.SVG.VectorEffectNonScaling {
				k /= meanScale(e.m)
			}
			width := resolve(st.SVG.StrokeWidth, e.view.base(diagonal)) * k
			if b, opacity, ok := p.brush(n, &st.SVG.Stroke, st.SVG.StrokeOpacity, box, &e); ok && width > 0 {
				line := op
				line.Brush = moved(b, inv)
				line.Stroke = &display.Stroke{
					Width: display.FromFloat(width), Cap: display.Cap(st.SVG.StrokeLinecap), Join: display.Join(st.SVG.StrokeLinejoin),
					MiterLimit: max(1, st.SVG.StrokeMiterlimit),
				}
				line.Stroke.Dash, line.Stroke.DashOffset = p.dashes(n, nil, &e, k)
				p.translucent(opacity, func() { p.push(line) })
			}
		}
	}
}

// meanScale returns the scale of text in a transform as Chromium defines it, by which non-scaling strokes of text are
// divided: the root of the mean of the squared scales of both axes.
func meanScale(m geom.Matrix) float64 {
	sum := float64(m.A*m.A) + float64(m.B*m.B) + float64(m.C*m.C) + float64(m.D*m.D)
	return math.Sqrt(sum / 2)
}

// obliqueTangent is the slant of synthesised obliques: tan 14°, in 1/65536.
const obliqueTangent = 16340

// uprightTurn is the space of upright glyphs in vertical lines, rotated against the line.
var uprightTurn = geom.Matrix{B: -1, C: 1}

// glyphs returns the operation of a run with its origin at zero; that of an upright run is in the space [uprightTurn].
func (p *painter) glyphs(r *placedRun) display.Glyphs {
	op := display.Glyphs{
		Face: r.run.Face, Size: r.run.Size, Text: r.source[r.run.Start:r.run.End],
		Embolden: display.FromUnit(r.run.Embolden),
	}
	if r.run.Oblique {
		op.Oblique = obliqueTangent
	}
	pen := display.Coord(0)
	for _, g := range r.run.Glyphs[r.first:r.last] {
		x, y := pen+display.FromUnit(g.XOffset)+display.Coord(g.Fine>>6), -display.FromUnit(g.YOffset)
		if r.run.Upright {
			x, y = -y, x
		}
		op.Glyphs = append(op.Glyphs, display.Glyph{
			ID: g.ID, X: x, Y: y,
			Cluster: int32(min(max(g.Cluster-r.run.Start, 0), len(op.Text))),
		})
		pen += display.FromUnit(g.Advance)
	}
	return op
}

// boundsOf returns the union of the runs' glyph cells.
func boundsOf(runs []placedRun) bounds {
	var b bounds
	for i := range runs {
		r := &runs[i]
		m := geom.Translate(r.at.x, r.at.y).Mul(geom.Rotate(r.rotate))
		b.union(bounds{0, -r.ascent, r.width, r.descent, true}.mapped(m))
	}
	return b
}

// textBounds returns the object bounding box of a text element.
func (p *painter) textBounds(id dom.NodeID, e env) bounds {
	e.m = geom.Identity()
	box := boundsOf(p.layoutText(id, e, 1))
	if isVertical(e.style) {
		box = box.mapped(geom.Rotate(90))
	}
	return box
}
