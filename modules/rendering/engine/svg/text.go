package svg

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
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
			if ok && inner.style.Display != style.DisplayNone && c.p.applies(m, inner.style.Lang) {
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
		x, ok := e.parse(f, d)
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
	f, t := &st.Font, layout.FontStyle(st)
	t.Size = geom.FromFloatRound(min(f.Size*k, 4096))
	t.LetterSpacing = text.SpacingOf((resolve(st.LetterSpacing, f.Size) + spacing) * k)
	t.WordSpacing = text.SpacingOf(resolve(st.WordSpacing, f.Size) * k)
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
