package svg

import (
	"math"
	"strings"
	"unicode"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// character is an addressable character of a text element with what its
// attributes say of its place (SVG 2 §11.8).
type character struct {
	r            rune
	upright      bool // stands upright in a vertical line
	style        *style.Computed
	node         dom.NodeID // the element it is in
	x, y, dx, dy float64
	hasX, hasY   bool
	rotate       float64
	path         *textTrack // of a textPath
	anchored     bool       // begins a chunk
}

// textTrack is the path of a textPath element.
type textTrack struct {
	line  *flattened
	start float64
	shift geom.Matrix // of the referenced element
}

// placedRun is a glyph run at its place: the origin of its first glyph in user
// units and its angle.
type placedRun struct {
	run                    text.Run
	source                 string
	style                  *style.Computed
	node                   dom.NodeID
	at                     point
	rotate                 float64
	first                  int // glyph range, for text on a path
	last                   int
	ascent, descent, width float64
	stretch                float64 // lengthAdjust="spacingAndGlyphs"; 0 means 1
}

// maxTextRunes bounds the characters of one text element.
const maxTextRunes = 20_000

// layoutText places the runs of a text element. k is the scale at which glyphs
// are shaped: their advances are hinted by no grid, but rounded to 1/64 px.
func (p *painter) layoutText(id dom.NodeID, e env, k float64) []placedRun {
	if p.ctx.Text == nil || p.ctx.Fonts == nil || k <= 0 {
		return nil
	}
	c := &collector{p: p, e: e}
	c.element(id, e, nil)
	c.trim()
	if isVertical(e.style) {
		turnCharacters(c.chars)
	}
	runs := p.placeText(c.chars, e, k, 0)
	n := p.node(id)
	want := e.length(n, "textLength", horizontal, -1)
	if adjust, _ := n.Attr("lengthAdjust"); want > 0 && adjust != "spacingAndGlyphs" && len(c.chars) > 1 {
		width := 0.0
		for _, r := range runs {
			width += r.width
		}
		runs = p.placeText(c.chars, e, k, (want-width)/float64(len(c.chars)-1))
	} else if want > 0 && adjust == "spacingAndGlyphs" && len(runs) > 0 {
		stretch(runs, want, e.style)
	}
	return runs
}

// stretch makes runs want wide, glyphs and gaps, about their anchor.
func stretch(runs []placedRun, want float64, st *style.Computed) {
	from, to := runs[0].at.x, runs[0].at.x
	for _, r := range runs {
		from, to = min(from, r.at.x), max(to, r.at.x+r.width)
	}
	if to <= from {
		return
	}
	f, fixed := want/(to-from), from
	if st.SVG != nil {
		switch a := st.SVG.TextAnchor; {
		case a == 1:
			fixed = (from + to) / 2
		case (a == 2) != (st.Direction == style.RTL):
			fixed = to
		}
	}
	for i := range runs {
		r := &runs[i]
		r.at.x, r.width, r.stretch = fixed+float64((r.at.x-fixed)*f), r.width*f, f
	}
}

// collector gathers the characters of a text element.
type collector struct {
	p     *painter
	e     env
	chars []character
	// lists are the position attributes of the open elements, innermost last.
	lists []positions
	space bool // the last character was a collapsible space
}

// positions are the position attributes of an element; at is how many of its
// characters have passed.
type positions struct {
	x, y, dx, dy, rotate []float64
	at                   int
}

func (c *collector) element(id dom.NodeID, e env, track *textTrack) {
	n := c.p.node(id)
	c.lists = append(c.lists, positions{
		x: numbers(n, "x", &e, horizontal), y: numbers(n, "y", &e, vertical),
		dx: numbers(n, "dx", &e, horizontal), dy: numbers(n, "dy", &e, vertical), rotate: numbers(n, "rotate", &e, horizontal),
	})
	preserve := e.style.WhiteSpace == style.WSPreserve
	if v, ok := n.Attr("xml:space"); ok {
		preserve = v == "preserve"
	}
	for ch := n.FirstChild; ch != dom.None; ch = c.p.node(ch).Next {
		m := c.p.node(ch)
		if m.Type == dom.Text {
			c.text(m.Text, e.style, id, preserve, track)
			continue
		}
		if !c.p.count() {
			break
		}
		c.p.depth++
		switch m.Tag {
		case "tspan", "a", "textPath":
			inner, ok := c.p.enter(ch, e)
			if ok && inner.style.Display != style.DisplayNone {
				t := track
				if m.Tag == "textPath" {
					if t = c.track(m, &inner); t == nil {
						break
					}
				}
				before := len(c.chars)
				c.element(ch, inner, t)
				if m.Tag == "textPath" && before < len(c.chars) {
					c.chars[before].anchored = true
				}
			}
		}
		c.p.depth--
	}
	c.lists = c.lists[:len(c.lists)-1]
}

// numbers reads a list of lengths.
func numbers(n *dom.Node, name string, e *env, d direction) []float64 {
	v, ok := n.Attr(name)
	if !ok {
		return nil
	}
	var out []float64
	for _, f := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' }) {
		x, ok := parseLength(f, e.view.base(d), e.style)
		if !ok || len(out) >= maxTextRunes {
			break
		}
		out = append(out, x)
	}
	return out
}

// track resolves the path of a textPath element.
func (c *collector) track(n *dom.Node, e *env) *textTrack {
	var o *outline
	shift := geom.Identity()
	if d, ok := n.Attr("path"); ok {
		o, _ = parseOutline(d)
	} else if ref, ok := c.p.target(href(n)); ok {
		inner, entered := c.p.enter(ref, env{m: geom.Identity(), view: e.view, style: e.style, parent: e.parent, instance: e.instance})
		if !entered {
			return nil
		}
		switch c.p.node(ref).Tag {
		case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
			o, shift = c.p.shapeOutline(c.p.node(ref), &inner), inner.m
		}
	}
	if o == nil || len(o.points) < 2 {
		return nil
	}
	for i, q := range o.points {
		o.points[i].x, o.points[i].y = shift.Apply(q.x, q.y)
	}
	t := &textTrack{line: o.flatten(), shift: shift}
	if v, ok := n.Attr("startOffset"); ok {
		t.start, _ = parseLength(v, t.line.length, e.style)
	}
	return t
}

// text adds the characters of a text node, white space collapsed.
func (c *collector) text(s string, st *style.Computed, node dom.NodeID, preserve bool, track *textTrack) {
	for _, r := range s {
		if len(c.chars) >= maxTextRunes {
			return
		}
		switch r {
		case '\n', '\r', '\t':
			if !preserve && r == '\r' {
				continue
			}
			r = ' '
		}
		if r == ' ' && !preserve {
			if c.space || len(c.chars) == 0 {
				continue
			}
			c.space = true
		} else {
			c.space = false
		}
		ch := character{r: r, style: st, node: node, path: track}
		c.position(&ch)
		c.chars = append(c.chars, ch)
	}
}

// position takes the next values of the position attributes: the innermost
// element that has one for this character wins.
func (c *collector) position(ch *character) {
	for i := range c.lists {
		l := &c.lists[i]
		if l.at < len(l.x) {
			ch.x, ch.hasX = l.x[l.at], true
		}
		if l.at < len(l.y) {
			ch.y, ch.hasY = l.y[l.at], true
		}
		if l.at < len(l.dx) {
			ch.dx = l.dx[l.at]
		}
		if l.at < len(l.dy) {
			ch.dy = l.dy[l.at]
		}
		if len(l.rotate) > 0 {
			ch.rotate = l.rotate[min(l.at, len(l.rotate)-1)]
		}
		l.at++
	}
	ch.anchored = ch.hasX || ch.hasY
}

// trim removes a collapsible space at the end.
func (c *collector) trim() {
	if c.space && len(c.chars) > 0 {
		c.chars = c.chars[:len(c.chars)-1]
	}
}

// placeText lays characters out chunk by chunk. spacing is added after every one.
func (p *painter) placeText(chars []character, e env, k, spacing float64) []placedRun {
	var out []placedRun
	pen := point{}
	for i := 0; i < len(chars); {
		j := i + 1
		for j < len(chars) && !chars[j].anchored && chars[j].path == chars[i].path {
			j++
		}
		chunk := chars[i:j]
		if chunk[0].hasX {
			pen.x = chunk[0].x
		}
		if chunk[0].hasY {
			pen.y = chunk[0].y
		}
		track := chunk[0].path
		origin := pen
		if track != nil {
			origin, pen = point{}, point{}
			if chunk[0].hasX {
				origin.x, pen.x = chunk[0].x, chunk[0].x
			}
		}
		from := len(out)
		for s := 0; s < len(chunk); {
			t := s + 1
			for t < len(chunk) && chunk[t].dx == 0 && chunk[t].dy == 0 && chunk[t].rotate == chunk[s].rotate && !chunk[s].upright && !chunk[t].upright && (chunk[s].rotate == 0 || t == s) {
				t++
			}
			pen.x += chunk[s].dx
			pen.y += chunk[s].dy
			out = p.segment(out, chunk[s:t], &pen, k, spacing)
			s = t
		}
		p.anchor(out[from:], chunk[0].style, origin, point{pen.x - spacing, pen.y})
		if track != nil {
			out = append(out[:from], onTrack(out[from:], track, k)...)
		}
		i = j
	}
	return out
}

// anchor moves a chunk by text-anchor.
func (p *painter) anchor(runs []placedRun, st *style.Computed, origin, end point) {
	if st.SVG == nil {
		return
	}
	shift := 0.0
	switch a := st.SVG.TextAnchor; {
	case a == 1:
		shift = -(end.x - origin.x) / 2
	case (a == 2) != (st.Direction == style.RTL):
		shift = -(end.x - origin.x)
	}
	for i := range runs {
		runs[i].at.x += shift
	}
}

// segment shapes characters that follow each other without a jump.
func (p *painter) segment(out []placedRun, chars []character, pen *point, k, spacing float64) []placedRun {
	var b strings.Builder
	para := &text.Paragraph{}
	var styles []*style.Computed
	var nodes []dom.NodeID
	for i := range chars {
		ch := &chars[i]
		start := b.Len()
		b.WriteRune(ch.r)
		if n := len(para.Spans); n > 0 && styles[n-1] == ch.style && nodes[n-1] == ch.node {
			para.Spans[n-1].End = b.Len()
			continue
		}
		para.Spans = append(para.Spans, text.Span{Start: start, End: b.Len(), Style: textStyle(ch.style, k, spacing), NoWrap: true})
		styles, nodes = append(styles, ch.style), append(nodes, ch.node)
	}
	para.Text = b.String()
	if chars[0].style.Direction == style.RTL {
		para.Base = text.RTL
	}
	shaped := p.ctx.Text.ShapeUntil(p.ctx.Stop, para, p.ctx.Fonts)
	for _, run := range shaped.Line(0, len(para.Text), text.LineOptions{}) {
		si := 0
		for si < len(para.Spans)-1 && run.Start >= para.Spans[si].End {
			si++
		}
		st := styles[si]
		m := p.ctx.Text.Metrics(para.Spans[si].Style, p.ctx.Fonts)
		r := placedRun{
			run: run, source: para.Text, style: st, node: nodes[si], rotate: chars[0].rotate, last: len(run.Glyphs),
			at: *pen, ascent: m.Ascent.Float() / k, descent: m.Descent.Float() / k, width: run.Width.Float() / k,
		}
		switch {
		case chars[0].upright:
			// The em box begins at the pen, its middle on the line.
			em := st.Font.Size
			if sum := r.ascent + r.descent; sum > 0 {
				r.at.x += em * r.ascent / sum
			}
			r.at.y += float64(r.width / 2)
			r.rotate, r.width = r.rotate-90, em+spacing
		case isVertical(st) && (st.SVG == nil || st.SVG.DominantBaseline == "" || st.SVG.DominantBaseline == "auto"):
			r.at.y += float64((r.ascent - r.descent) / 2)
		default:
			r.at.y += baselineOffset(st, m) / k
		}
		out = append(out, r)
		pen.x += r.width
	}
	return out
}

// textStyle converts a computed style for shaping at a scale.
func textStyle(st *style.Computed, k, spacing float64) *text.Style {
	f := &st.Font
	t := &text.Style{
		Families: f.Families, Size: geom.FromFloatRound(min(f.Size*k, 4096)), Weight: f.Weight, Stretch: f.Stretch, Lang: st.Lang,
		LetterSpacing: text.SpacingOf((resolve(st.LetterSpacing, f.Size) + spacing) * k),
		WordSpacing:   text.SpacingOf(resolve(st.WordSpacing, f.Size) * k),
		NoKerning:     f.KerningNone, Caps: text.Caps(f.Caps), OpticalSizing: f.Optical, SizeAdjust: text.SizeAdjust(f.SizeAdjust), NoSynthesis: !f.Synthesis,
	}
	switch f.Slant {
	case style.SlantItalic:
		t.Slant = text.Italic
	case style.SlantOblique:
		t.Slant = text.Oblique
	}
	for _, x := range f.Features {
		t.Features = append(t.Features, text.Feature{Tag: x.Tag, Value: x.Value})
	}
	for _, x := range f.Variations {
		t.Variations = append(t.Variations, text.Variation{Tag: x.Tag, Value: x.Value})
	}
	return t
}

// baselineOffset is how far below the current point the alphabetic baseline lies,
// at the scale of the metrics (CSS Inline 3 §3).
func baselineOffset(st *style.Computed, m text.Metrics) float64 {
	sv := st.SVG
	if sv == nil {
		return 0
	}
	kind := sv.DominantBaseline
	if sv.AlignmentBaseline != "" && sv.AlignmentBaseline != "baseline" {
		kind = sv.AlignmentBaseline
	}
	a, d := m.Ascent.Float(), m.Descent.Float()
	off := 0.0
	switch kind {
	case "middle":
		off = m.XHeight.Float() / 2
	case "central":
		off = (a - d) / 2
	case "hanging":
		off = a * 0.8
	case "mathematical":
		off = a / 2
	case "text-before-edge", "before-edge", "text-top":
		off = a
	case "text-after-edge", "after-edge", "text-bottom", "ideographic":
		off = -d
	}
	size := m.Size.Float()
	k := 1.0
	if st.Font.Size > 0 {
		k = size / st.Font.Size
	}
	return off - float64(resolve(sv.BaselineShift, st.Font.Size)*k)
}

// onTrack places the glyphs of runs along a path, each turned to the direction at
// the middle of its advance; glyphs beyond its ends are not drawn.
func onTrack(runs []placedRun, t *textTrack, k float64) []placedRun {
	var out []placedRun
	for _, r := range runs {
		pen := r.at.x
		for i := 0; i < len(r.run.Glyphs); {
			j, width := i, 0.0
			cluster := r.run.Glyphs[i].Cluster
			for j < len(r.run.Glyphs) && r.run.Glyphs[j].Cluster == cluster {
				width += r.run.Glyphs[j].Advance.Float() / k
				j++
			}
			distance := t.start + pen + float64(width/2)
			if t.line.closed && t.line.length > 0 && distance > t.line.length {
				distance -= t.line.length
			}
			if p, angle, ok := t.line.along(distance); ok {
				q := r
				q.first, q.last = i, j
				q.rotate = angle + r.rotate
				sin, cos := geom.SinCosDeg(angle)
				q.at = point{
					p.x - float64(cos*width/2) - float64(sin*r.at.y),
					p.y - float64(sin*width/2) + float64(cos*r.at.y),
				}
				q.width = width
				out = append(out, q)
			}
			pen += width
			i = j
		}
	}
	return out
}

// text draws a text element.
func (p *painter) text(id dom.NodeID, e env) {
	k, _, _ := uniform(e.m)
	runs := p.layoutText(id, e, k)
	if isVertical(e.style) {
		e.m = e.m.Mul(geom.Rotate(90))
	}
	p.textRuns(id, runs, e, k, boundsOf(runs))
}

// textRuns draws the runs inside an element of a text, those of children with effects in
// layers of their own.
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
		p.effects(c, inner, func(env) { p.textRuns(c, part, e, k, box) })
		p.pageNode, p.pageBox = node, was
	}
}

// childOf returns the child of an element that holds a node or is it; None when the node
// is the element itself.
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

// isVertical reports whether text runs from top to bottom.
func isVertical(s *style.Computed) bool { return s.WritingMode != style.HorizontalTB }

// turnCharacters gives characters the places they have in a frame turned so that vertical
// lines run along x; those of East Asian scripts stand upright.
func turnCharacters(chars []character) {
	for i := range chars {
		c := &chars[i]
		c.x, c.y, c.hasX, c.hasY = c.y, -c.x, c.hasY, c.hasX
		c.dx, c.dy = c.dy, -c.dx
		c.upright = unicode.In(c.r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
			c.r >= 0x3000 && c.r <= 0x303f || c.r >= 0xff01 && c.r <= 0xff60
	}
}

// textRun fills and strokes one run with its decorations.
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

// glyphs makes the operation of a run with its origin at zero.
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

// decorate draws the lines of text-decoration along a run.
func (p *painter) decorate(r *placedRun, e env, k float64, inv geom.Matrix, box bounds, want style.DecorationLine) {
	st := r.style
	var lines style.DecorationLine
	for i := range st.Decorations {
		lines |= st.Decorations[i].Line
	}
	if lines&want == 0 {
		return
	}
	n := p.node(r.node)
	fill, _, filled := p.brush(n, &st.SVG.Fill, st.SVG.FillOpacity, box, &e)
	line, _, stroked := p.brush(n, &st.SVG.Stroke, st.SVG.StrokeOpacity, box, &e)
	width := resolve(st.SVG.StrokeWidth, e.view.base(diagonal)) * k
	m := p.ctx.Text.FaceMetrics(r.run.Face, r.run.Size)
	thick := max(1, m.Size.Float()/10) // as browsers draw text-decoration-thickness: auto
	draw := func(top float64) {
		path := rectangle(0, top, r.width*k, thick).mapped(geom.Identity())
		if filled {
			p.push(display.FillPath{Path: path, Brush: moved(fill, inv)})
		}
		if stroked && width > 0 {
			p.push(display.StrokePath{Path: path, Brush: moved(line, inv), Stroke: display.Stroke{Width: display.FromFloat(width), MiterLimit: 4}})
		}
	}
	if lines&want&style.Underline != 0 {
		draw(max(1, math.Ceil(thick/2)))
	}
	if lines&want&style.Overline != 0 {
		draw(-m.Ascent.Float() - thick)
	}
	if lines&want&style.LineThrough != 0 {
		draw(-float64(m.Ascent.Float()/3) - float64(thick/2))
	}
}

// boundsOf is the union of the runs' cells.
func boundsOf(runs []placedRun) bounds {
	var b bounds
	for i := range runs {
		r := &runs[i]
		m := geom.Translate(r.at.x, r.at.y).Mul(geom.Rotate(r.rotate))
		b.union(bounds{0, -r.ascent, r.width, r.descent, true}.through(m))
	}
	return b
}

// textBounds is the object bounding box of a text element.
func (p *painter) textBounds(id dom.NodeID, e env) bounds {
	e.m = geom.Identity()
	box := boundsOf(p.layoutText(id, e, 1))
	if isVertical(e.style) {
		box = box.through(geom.Rotate(90))
	}
	return box
}
