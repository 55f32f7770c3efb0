package svg

import (
	"math"
	"slices"
	"unicode"

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

// turnCharacters rotates the positions of characters to a frame in which vertical lines run along x, and marks those of
// East Asian scripts as upright.
func turnCharacters(chars []character) {
	for i := range chars {
		c := &chars[i]
		c.x, c.y, c.hasX, c.hasY = c.y, -c.x, c.hasY, c.hasX
		c.dx, c.dy = c.dy, -c.dx
		c.upright = unicode.In(c.r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
			c.r >= 0x3000 && c.r <= 0x303f || c.r >= 0xff01 && c.r <= 0xff60
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
		p.push(op)
		return
	}
	n := p.node(r.node)
	p.decorate(r, inner, k, inv, box, style.Underline|style.Overline)
	for _, part := range st.SVG.PaintOrder {
		switch part {
		case 0:
			if b, opacity, ok := p.brush(n, &st.SVG.Fill, st.SVG.FillOpacity, box, &inner); ok {
				fill := op
				fill.Brush = moved(b, inv)
				p.translucent(opacity, func() { p.push(fill) })
			}
		case 1:
			width := resolve(st.SVG.StrokeWidth, e.view.base(diagonal)) * k
			if b, opacity, ok := p.brush(n, &st.SVG.Stroke, st.SVG.StrokeOpacity, box, &inner); ok && width > 0 {
				line := op
				line.Brush = moved(b, inv)
				line.Stroke = &display.Stroke{
					Width: display.FromFloat(width), Cap: display.Cap(st.SVG.StrokeLinecap), Join: display.Join(st.SVG.StrokeLinejoin),
					MiterLimit: max(1, st.SVG.StrokeMiterlimit),
				}
				line.Stroke.Dash, line.Stroke.DashOffset = p.dashes(n, nil, &inner, k)
				p.translucent(opacity, func() { p.push(line) })
			}
		}
	}
	p.decorate(r, inner, k, inv, box, style.LineThrough)
}

// obliqueTangent is the slant of synthesised obliques: tan 14°, in 1/65536.
const obliqueTangent = 16340

// glyphs returns the operation of a run with its origin at zero.
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
		op.Glyphs = append(op.Glyphs, display.Glyph{
			ID: g.ID, X: pen + display.FromUnit(g.XOffset) + display.Coord(g.Fine>>6), Y: -display.FromUnit(g.YOffset),
			Cluster: int32(min(max(g.Cluster-r.run.Start, 0), len(op.Text))),
		})
		pen += display.FromUnit(g.Advance)
	}
	return op
}

// decorate draws the text-decoration lines along a run, each with the paint of the element that declares it.
func (p *painter) decorate(r *placedRun, e env, k float64, inv geom.Matrix, box bounds, want style.DecorationLine) {
	st := r.style
	var lines style.DecorationLine
	for i := range st.Decorations {
		lines |= st.Decorations[i].Line
	}
	if lines&want == 0 {
		return
	}
	for _, id := range p.declaring(r.node) {
		s := p.tree.Styles[id]
		if id == r.node {
			s = st
		}
		own := s.Decorations[len(s.Decorations)-1].Line & want
		if own == 0 || s.SVG == nil {
			continue
		}
		inner := e
		inner.style = s
		p.lines(id, r, inner, k, inv, box, own)
	}
}

// declaring returns an element and its ancestors that declare text decorations, outermost first.
func (p *painter) declaring(id dom.NodeID) []dom.NodeID {
	var out []dom.NodeID
	for ; id != dom.None; id = p.node(id).Parent {
		s := p.tree.Styles[id]
		if s == nil || len(s.Decorations) == 0 {
			break
		}
		if up := p.node(id).Parent; up == dom.None || p.tree.Styles[up] == nil || len(p.tree.Styles[up].Decorations) < len(s.Decorations) {
			out = append(out, id)
		}
	}
	slices.Reverse(out)
	return out
}

// lines draws the decorations of one element.
func (p *painter) lines(id dom.NodeID, r *placedRun, e env, k float64, inv geom.Matrix, box bounds, want style.DecorationLine) {
	n, sv := p.node(id), e.style.SVG
	fill, _, filled := p.brush(n, &sv.Fill, sv.FillOpacity, box, &e)
	line, _, stroked := p.brush(n, &sv.Stroke, sv.StrokeOpacity, box, &e)
	width := resolve(sv.StrokeWidth, e.view.base(diagonal)) * k
	length := r.width * k
	if r.stretch > 0 {
		length /= r.stretch
	}
	m := p.ctx.Text.FaceMetrics(r.run.Face, r.run.Size)
	thick := max(1, m.Size.Float()/10) // as in browsers for text-decoration-thickness: auto
	draw := func(top float64) {
		path := rectangle(0, top, length, thick).mapped(geom.Identity())
		if filled {
			p.push(display.FillPath{Path: path, Brush: moved(fill, inv)})
		}
		if stroked && width > 0 {
			p.push(display.StrokePath{Path: path, Brush: moved(line, inv), Stroke: display.Stroke{Width: display.FromFloat(width), MiterLimit: 4}})
		}
	}
	if want&style.Underline != 0 {
		draw(max(1, math.Ceil(thick/2)))
	}
	if want&style.Overline != 0 {
		draw(-m.Ascent.Float() - thick)
	}
	if want&style.LineThrough != 0 {
		draw(-float64(m.Ascent.Float()/3) - float64(thick/2))
	}
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
