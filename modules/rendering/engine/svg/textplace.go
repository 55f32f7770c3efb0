package svg

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// textChunk is a range of characters with an absolute position, and its pieces.
type textChunk struct {
	from, to       int
	pieces, beyond int
}

// wantedLength is the textLength of an element over a range of characters.
type wantedLength struct {
	from, to int
	want     float64
	glyphs   bool // lengthAdjust="spacingAndGlyphs"
}

// placeText positions characters by the algorithm of SVG 2 §11.5: line layout, adjustment by dx and dy, textLength,
// absolute positions x and y, anchoring, and text on a path.
func (p *painter) placeText(c *collector, e env, k float64) []placedRun {
	chars := c.chars
	marks := divide(chars, c.lengths)
	var out []placedRun
	var chunks []textChunk
	pen := 0.0
	for i := 0; i < len(chars); {
		j := i + 1
		for j < len(chars) && !chars[j].anchored && chars[j].path == chars[i].path {
			j++
		}
		chunk := textChunk{from: i, to: j, pieces: len(out)}
		out = p.segment(out, chars, marks, i, j, &pen, k)
		chunk.beyond = len(out)
		chunks = append(chunks, chunk)
		i = j
	}
	for _, l := range c.lengths {
		l.apply(out, chunks)
	}
	placed := make([]placedRun, 0, len(out))
	var shift point
	for _, chunk := range chunks {
		pieces := out[chunk.pieces:chunk.beyond]
		if len(pieces) == 0 {
			continue
		}
		shift = chunk.settle(pieces, chars, shift)
		anchor(pieces, chars[chunk.from].style, pieces[firstPiece(pieces)].at.x)
		for i := range pieces {
			pieces[i].at.y += pieces[i].base
		}
		if track := chars[chunk.from].path; track != nil {
			placed = append(placed, onTrack(pieces, track, k)...)
			continue
		}
		placed = append(placed, pieces...)
	}
	return placed
}

// mark tells how a character may be combined with its neighbours: it is drawn together with those of the same group
// unless it is alone. x and y are the cumulative dx and dy.
type mark struct {
	group int
	alone bool
	x, y  float64
}

func divide(chars []character, lengths []wantedLength) []mark {
	out := make([]mark, len(chars))
	group := 0
	var sum point
	for i := range chars {
		ch := &chars[i]
		if i > 0 && (ch.dx != 0 || ch.dy != 0 || ch.rotate != chars[i-1].rotate) {
			group++
		}
		sum.x, sum.y = sum.x+ch.dx, sum.y+ch.dy
		out[i] = mark{group: group, alone: ch.rotate != 0, x: sum.x, y: sum.y}
	}
	for _, l := range lengths {
		for i := l.from; i < min(l.to, len(out)); i++ {
			out[i].alone = true
		}
	}
	return out
}

// firstPiece returns the piece that contains the first character of the text.
func firstPiece(pieces []placedRun) int {
	first := 0
	for i := range pieces {
		if pieces[i].from < pieces[first].from {
			first = i
		}
	}
	return first
}

// settle moves the pieces of a chunk to its x and y, or by shift, the displacement of the chunk before. It returns the
// displacement of the chunk.
func (c textChunk) settle(pieces []placedRun, chars []character, shift point) point {
	ch, first := &chars[c.from], &pieces[firstPiece(pieces)]
	move := shift
	switch {
	case ch.path != nil:
		move = point{ch.dx - first.at.x, ch.dy - first.at.y}
		if ch.hasX {
			move.x += ch.x
		}
	default:
		if ch.hasX {
			move.x = ch.x + ch.dx - first.at.x
		}
		if ch.hasY {
			move.y = ch.y + ch.dy - first.at.y
		}
	}
	for i := range pieces {
		pieces[i].at.x, pieces[i].at.y = pieces[i].at.x+move.x, pieces[i].at.y+move.y
	}
	return move
}

// anchor applies text-anchor to a chunk about x.
func anchor(pieces []placedRun, st *style.Computed, x float64) {
	if st.SVG == nil {
		return
	}
	from, to := pieces[0].at.x, pieces[0].at.x
	for i := range pieces {
		from, to = min(from, pieces[i].at.x), max(to, pieces[i].at.x+pieces[i].width)
	}
	shift := x - from
	switch a := st.SVG.TextAnchor; {
	case a == 1:
		shift = x - float64((from+to)/2)
	case (a == 2) != (st.Direction == style.RTL):
		shift = x - to
	}
	for i := range pieces {
		pieces[i].at.x += shift
	}
}

// apply stretches the pieces of its characters from left to right; those of elements with a textLength of their own
// stay together. The rest of the chunk is moved along.
func (l *wantedLength) apply(all []placedRun, chunks []textChunk) {
	var mine []int
	low, high := 0.0, 0.0
	for i := range all {
		r := &all[i]
		if r.from < l.from || r.from >= l.to {
			continue
		}
		if len(mine) == 0 {
			low, high = r.at.x, r.at.x
		}
		low, high = min(low, r.at.x), max(high, r.at.x+r.width)
		mine = append(mine, i)
	}
	if len(mine) == 0 || high <= low {
		return
	}
	slices.SortStableFunc(mine, func(a, b int) int {
		switch {
		case all[a].at.x < all[b].at.x:
			return -1
		case all[a].at.x > all[b].at.x:
			return 1
		}
		return 0
	})
	grow := l.want - (high - low)
	if l.glyphs {
		f := l.want / (high - low)
		for _, i := range mine {
			r := &all[i]
			r.at.x, r.width = low+float64((r.at.x-low)*f), r.width*f
			if r.stretch == 0 {
				r.stretch = 1
			}
			r.stretch *= f
		}
	} else {
		gaps := 0
		for n := 1; n < len(mine); n++ {
			if !sameUnit(&all[mine[n-1]], &all[mine[n]]) {
				gaps++
			}
		}
		if gaps == 0 {
			return
		}
		shift := 0.0
		for n, i := range mine {
			if n > 0 && !sameUnit(&all[mine[n-1]], &all[i]) {
				shift += grow / float64(gaps)
			}
			all[i].at.x += shift
		}
		grow += grow / float64(gaps) // as browsers move the text that follows
	}
	for _, i := range mine {
		all[i].unit = l
	}
	for _, c := range chunks {
		if l.from < c.from || l.from >= c.to {
			continue
		}
		for i := c.pieces; i < c.beyond; i++ {
			if all[i].from >= l.to {
				all[i].at.x += grow
			}
		}
	}
}

// sameUnit reports whether two pieces are stretched by the same textLength.
func sameUnit(a, b *placedRun) bool { return a.unit != nil && a.unit == b.unit }

// segment shapes characters as one paragraph and splits its runs into pieces.
func (p *painter) segment(out []placedRun, chars []character, marks []mark, from, to int, pen *float64, k float64) []placedRun {
	var b strings.Builder
	para := &text.Paragraph{}
	var styles []*style.Computed
	var nodes []dom.NodeID
	var owner []int // the character index of each byte
	for i := from; i < to; i++ {
		ch := &chars[i]
		start := b.Len()
		b.WriteString(ch.before)
		b.WriteRune(ch.r)
		b.WriteString(ch.after)
		for len(owner) < b.Len() {
			owner = append(owner, i)
		}
		if n := len(para.Spans); n > 0 && styles[n-1] == ch.style && nodes[n-1] == ch.node {
			para.Spans[n-1].End = b.Len()
			continue
		}
		para.Spans = append(para.Spans, text.Span{Start: start, End: b.Len(), Style: textStyle(ch.style, k), NoWrap: true})
		styles, nodes = append(styles, ch.style), append(nodes, ch.node)
	}
	para.Text = b.String()
	if chars[from].style.Direction == style.RTL {
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
		whole := placedRun{
			run: run, source: para.Text, style: st, node: nodes[si],
			ascent: m.Ascent.Float() / k, descent: m.Descent.Float() / k,
		}
		switch {
		case run.Upright:
			f := p.ctx.Text.FaceMetrics(run.Face, run.Size)
			whole.base = float64((f.Ascent-f.Descent).Float()/2)/k - p.shiftOf(nodes[si])
		case isVertical(st) && (st.SVG == nil || st.SVG.DominantBaseline == "" || st.SVG.DominantBaseline == "auto"):
			whole.base = float64((whole.ascent-whole.descent)/2) - p.shiftOf(nodes[si])
		default:
			whole.base = baselineOffset(st, m)/k - p.shiftOf(nodes[si])
		}
		out = pieces(out, whole, chars, marks, owner, pen, k)
	}
	return out
}

// pieces splits a run where characters are moved or rotated.
func pieces(out []placedRun, whole placedRun, chars []character, marks []mark, owner []int, pen *float64, k float64) []placedRun {
	glyphs := whole.run.Glyphs
	begun := len(out)
	for g := 0; g < len(glyphs); {
		h, width := g, 0.0
		cluster := glyphs[g].Cluster
		for h < len(glyphs) && glyphs[h].Cluster == cluster {
			width += glyphs[h].Advance.Float() / k
			h++
		}
		ci := owner[min(max(cluster, 0), len(owner)-1)]
		m := &marks[ci]
		if n := len(out) - 1; n >= begun && !m.alone && out[n].group == m.group && !marks[out[n].from].alone {
			out[n].last, out[n].width = h, out[n].width+width
			out[n].from = min(out[n].from, ci)
		} else {
			r := whole
			r.first, r.last, r.width, r.from, r.group, r.rotate = g, h, width, ci, m.group, chars[ci].rotate
			r.at = point{*pen + m.x, m.y}
			out = append(out, r)
		}
		*pen += width
		g = h
	}
	return out
}

// shiftOf returns the sum of baseline-shift of an element and its ancestors up to the text element.
func (p *painter) shiftOf(id dom.NodeID) float64 {
	sum := 0.0
	for ; id != dom.None; id = p.node(id).Parent {
		if s := p.tree.Styles[id]; s != nil && s.SVG != nil {
			sum += resolve(s.SVG.BaselineShift, s.Font.Size)
		}
		if p.node(id).Tag == "text" {
			break
		}
	}
	return sum
}
