package svg

import (
	"strings"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// character is an addressable character of a text element with its position attributes (SVG 2 §11.8).
type character struct {
	r            rune
	style        *style.Computed
	node         dom.NodeID // the element it is in
	x, y, dx, dy float64
	hasX, hasY   bool
	rotate       float64
	path         *textTrack // of a textPath
	anchored     bool       // begins a text chunk
	// before and after are bidi controls.
	before, after string
}

// textTrack is the path of a textPath element.
type textTrack struct {
	line  *measure
	start float64
	shift geom.Matrix // of the referenced element
}

// placedRun is a positioned glyph run: the origin of its first glyph in user units and its angle.
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
	stretch                float64       // lengthAdjust="spacingAndGlyphs"; 0 means 1
	base                   float64       // offset of the glyphs' origin below the pen
	from                   int           // index of its first character in the text
	group                  int           // group of its characters, see mark
	unit                   *wantedLength // the textLength that stretches it
}

const (
	// maxTextRunes bounds the characters of a text element.
	maxTextRunes = 20_000
	// runesPerElement is the number of characters that count as one element, so that the expansion of use elements
	// bounds the text as well.
	runesPerElement = 20
)

// layoutText positions the runs of a text element. k is the scale at which glyphs are shaped: their advances are not
// hinted, but rounded to 1/64 px.
func (p *painter) layoutText(id dom.NodeID, e env, k float64) []placedRun {
	if p.ctx.Text == nil || p.ctx.Fonts == nil || k <= 0 {
		return nil
	}
	c := &collector{p: p, e: e}
	c.element(id, e, nil)
	c.trim()
	if p.left -= len(c.chars) / runesPerElement; p.left < 0 {
		return nil
	}
	if isVertical(e.style) {
		turnCharacters(c.chars)
	}
	return p.placeText(c, e, k)
}

// collector gathers the characters of a text element.
type collector struct {
	p     *painter
	e     env
	chars []character
	// lists holds the position attributes of the open elements, innermost last.
	lists []positions
	space bool // the last character was a collapsible space
	// lengths holds those of elements with textLength, inner ones first.
	lengths []wantedLength
	control string // bidi controls before the next character
}

// positions holds the position attributes of an element; at is the number of its characters so far.
type positions struct {
	x, y, dx, dy, rotate []float64
	at                   int
}

func (c *collector) element(id dom.NodeID, e env, track *textTrack) {
	n := c.p.node(id)
	var list positions
	if n.Tag != "textPath" { // browsers ignore these attributes on a textPath
		list.rotate = numbers(n, "rotate", &e, horizontal)
		list.x, list.y = numbers(n, "x", &e, horizontal), numbers(n, "y", &e, vertical)
		list.dx, list.dy = numbers(n, "dx", &e, horizontal), numbers(n, "dy", &e, vertical)
	}
	c.lists = append(c.lists, list)
	preserve := e.style.WhiteSpace == style.WSPreserve
	before, after := layout.BidiControls(e.style)
	c.control += before
	begun := len(c.chars)
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
		c.child(ch, id, e, track)
		c.p.depth--
	}
	c.lists = c.lists[:len(c.lists)-1]
	if len(c.chars) == begun {
		c.control = strings.TrimSuffix(c.control, before)
		return
	}
	c.chars[len(c.chars)-1].after += after
	if want := e.length(n, "textLength", horizontal, -1); want > 0 {
		adjust, _ := n.Attr("lengthAdjust")
		c.lengths = append(c.lengths, wantedLength{from: begun, to: len(c.chars), want: want, glyphs: adjust == "spacingAndGlyphs"})
	}
}

// child collects an element inside a text. A textPath applies only as a child of the text element.
func (c *collector) child(id, parent dom.NodeID, e env, track *textTrack) {
	n := c.p.node(id)
	switch n.Tag {
	case "tspan", "a":
	case "textPath":
		if c.p.node(parent).Tag != "text" {
			return
		}
	default:
		return
	}
	inner, ok := c.p.enter(id, e)
	if !ok || inner.style.Display == style.DisplayNone || !c.p.applies(n, inner.style.Lang) {
		return
	}
	if n.Tag == "textPath" {
		if track = c.track(n, &inner); track == nil {
			return
		}
	}
	begun := len(c.chars)
	c.element(id, inner, track)
	if n.Tag == "textPath" && begun < len(c.chars) {
		c.chars[begun].anchored = true
	}
}

// numbers parses a list of lengths, which an empty one ends; nil if one of them is invalid.
func numbers(n *dom.Node, name string, e *env, d direction) []float64 {
	v, ok := n.Attr(name)
	if !ok {
		return nil
	}
	var out []float64
	const space = " \t\n\r\f"
	for v = strings.Trim(v, space); v != "" && v[0] != ',' && len(out) < maxTextRunes; {
		end := strings.IndexAny(v, space+",")
		if end < 0 {
			end = len(v)
		}
		x, ok := e.parse(v[:end], d)
		if !ok {
			return nil
		}
		out = append(out, x)
		v = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(v[end:], space), ","), space)
	}
	return out
}

// track resolves the path of a textPath element.
func (c *collector) track(n *dom.Node, e *env) *textTrack {
	var o *outline
	shift, author := geom.Identity(), 0.0
	if d, ok := n.Attr("path"); ok {
		o, _ = parseOutline(d)
	}
	if ref, ok := c.p.target(href(n)); ok && (o == nil || len(o.points) == 0) && c.p.node(ref).Tag == "path" {
		inner, entered := c.p.enter(ref, env{m: geom.Identity(), view: e.view, style: e.style, parent: e.parent, instance: e.instance})
		if !entered {
			return nil
		}
		o, shift, author = c.p.shapeOutline(c.p.node(ref), &inner), inner.m, number(c.p.node(ref), "pathLength", 0)
	}
	if o == nil || len(o.points) < 2 {
		return nil
	}
	for i, q := range o.points {
		o.points[i].x, o.points[i].y = shift.Apply(q.x, q.y)
	}
	t := &textTrack{line: o.measured(), shift: shift}
	perAuthorUnit := 1.0
	if author > 0 {
		perAuthorUnit = t.line.length / author
	}
	if v, ok := n.Attr("startOffset"); ok {
		t.start, _ = parseLength(v, t.line.length, e.style)
		if !strings.HasSuffix(strings.TrimSpace(v), "%") {
			t.start *= perAuthorUnit
		}
	}
	return t
}

// text adds the characters of a text node, with collapsed white space.
func (c *collector) text(s string, st *style.Computed, node dom.NodeID, preserve bool, track *textTrack) {
	if st.TextTransform != style.TransformNone {
		var before []byte
		for _, ch := range c.chars {
			before = utf8.AppendRune(before, ch.r)
		}
		s = layout.TransformText(s, st, before)
	}
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
		ch := character{r: r, style: st, node: node, path: track, before: c.control}
		c.control = ""
		c.position(&ch)
		c.chars = append(c.chars, ch)
	}
}

// position assigns the next values of the position attributes to a character: the innermost element with a value takes
// precedence.
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
	if ch.path != nil && !isVertical(ch.style) {
		ch.hasY = false // as in browsers, only the position along a path begins a chunk
	}
	ch.anchored = ch.hasX || ch.hasY
}

// trim removes a trailing collapsible space.
func (c *collector) trim() {
	if c.space && len(c.chars) > 0 {
		c.chars = c.chars[:len(c.chars)-1]
		for i := range c.lengths {
			c.lengths[i].to = min(c.lengths[i].to, len(c.chars))
		}
	}
}

// textStyle converts a computed style for shaping at a scale.
func textStyle(st *style.Computed, k float64) *text.Style {
	f, t := &st.Font, layout.FontStyle(st)
	t.Size = geom.FromFloatRound(min(f.Size*k, 4096))
	t.LetterSpacing = text.SpacingOf(resolve(st.LetterSpacing, f.Size) * k)
	t.WordSpacing = text.SpacingOf(resolve(st.WordSpacing, f.Size) * k)
	if isVertical(st) && !st.IsSideways() {
		t.Orientation = text.MixedUpright
		if st.TextOrientation == style.OrientUpright {
			t.Orientation = text.AlwaysUpright
		}
	}
	return t
}

// baselineOffset returns the distance from the current point down to the alphabetic baseline, at the scale of the
// metrics (CSS Inline 3 §3).
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
	case "text-before-edge", "before-edge":
		off = a
	case "text-after-edge", "after-edge", "ideographic":
		off = -d
	}
	return off
}

// onTrack places the glyphs of runs along a path, each rotated to the direction at the middle of its advance; glyphs
// beyond the ends of the path are not drawn.
func onTrack(runs []placedRun, t *textTrack, k float64) []placedRun {
	var out []placedRun
	for _, r := range runs {
		pen := r.at.x
		scale := 1.0
		if r.stretch > 0 {
			scale = r.stretch
		}
		for i := r.first; i < r.last; {
			j, width := i, 0.0
			cluster := r.run.Glyphs[i].Cluster
			for j < r.last && r.run.Glyphs[j].Cluster == cluster {
				width += float64(r.run.Glyphs[j].Advance.Float() / k * scale)
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
