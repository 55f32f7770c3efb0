package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// closingWords returns the widest word of a text including the end edges of the inline boxes that close directly after
// it: Blink's min-content includes them for every word that is not followed by unbreakable content.
func (l *layouter) closingWords(ic *inlineContent, br *breaker) geom.Unit {
	var widest geom.Unit
	next := 0 // break
	for i := range ic.items {
		it := &ic.items[i]
		if it.kind != itemText || it.end <= it.start {
			continue
		}
		for next < len(ic.breaks) && ic.breaks[next].Pos <= it.start {
			next++
		}
		edges, j := geom.Unit(0), i+1
		for ; j < len(ic.items); j++ {
			if c := &ic.items[j]; c.kind == itemClose && c.edge {
				edges += endEdge(c.box, l.edges(c.box, br.percent.W))
			} else if c.kind != itemClose && (c.kind != itemOpen || c.edge) {
				break
			}
		}
		if edges <= 0 {
			continue
		}
		if j < len(ic.items) && br.trimmed(it.start, it.end) == it.end {
			if k := ic.items[j].kind; k != itemNewline && k != itemAtomic {
				continue
			}
		}
		from := it.start
		for k := next; from < it.end; k++ {
			to := it.end
			if k < len(ic.breaks) {
				if !br.isRegular(k) {
					continue
				}
				to = min(to, ic.breaks[k].Pos)
			}
			widest = max(widest, addSat(ic.shaped.Advance(from, br.trimmed(from, to)), edges))
			from = to
		}
	}
	return widest
}

// inlineContentSizes returns the min- and max-content sizes of inline content (CSS Sizing 3 §5.1): the widest
// unbreakable piece, and the widest line between forced breaks including floats.
func (l *layouter) inlineContentSizes(b *Box, percent geom.Size) Sizes {
	content := b
	if b.first != nil {
		content, b.first.Parent = b.first, b.Parent // like Blink, measure all lines with the styles of the first one
	}
	ic := l.shapedInline(content)
	indent := l.textIndent(b, 0)
	minWidths := map[*Box]Sizes{}
	sizeOf := func(c *Box) Sizes {
		s, ok := minWidths[c]
		if !ok {
			s = l.contentSizes(c, percent).plus(l.edges(c, percent.W).Margin.Horizontal())
			minWidths[c] = s
		}
		return s
	}
	var r Sizes
	br := &breaker{l: l, ic: ic, box: b, percent: geom.Size{W: Indefinite, H: percent.H}, minContent: true}
	br.atomic = func(c *Box) geom.Unit { return sizeOf(c).Min }
	br.float = func(c *Box, _ geom.Unit) geom.Unit {
		r.Min = max(r.Min, sizeOf(c).Min)
		return 0
	}
	in := indent
	for c := (cursor{}); c.item < len(ic.items) && l.step(b); {
		ln := br.next(c, 0, in)
		in = 0
		r.Min = max(r.Min, ln.width)
		if ln.end == c {
			break
		}
		c = ln.end
	}
	r.Min = max(r.Min, l.closingWords(ic, br))
	mx := &breaker{l: l, ic: ic, box: b, percent: br.percent}
	mx.atomic = func(c *Box) geom.Unit { return sizeOf(c).Max }
	var floats, left, right geom.Unit
	mx.float = func(c *Box, _ geom.Unit) geom.Unit {
		w := max(0, sizeOf(c).Max)
		switch c.Style.Clear {
		case style.ClearLeft:
			left = 0
		case style.ClearRight:
			right = 0
		case style.ClearBoth:
			left, right = 0, 0
		}
		if c.Style.Float == style.FloatLeft {
			left = addSat(left, w)
		} else {
			right = addSat(right, w)
		}
		floats = max(floats, left+right)
		return geom.MaxUnit
	}
	in = indent
	for c := (cursor{}); c.item < len(ic.items) && l.step(b); {
		left, right, floats = 0, 0, 0
		ln := mx.next(c, geom.MaxUnit, in)
		in = 0
		// Preserved spaces at the end of a line hang, but are included here.
		if it := mx.itemAt(ln.hidden); ln.hidden < ln.textEnd && it != nil && !collapses(it.box.Style) {
			ln.width += ic.shaped.Advance(ln.hidden, ln.textEnd)
		}
		r.Max = max(r.Max, addSat(ln.width, floats))
		if ln.end == c {
			break
		}
		c = ln.end
	}
	r.Min = max(0, r.Min)
	r.Max = max(r.Max, r.Min)
	return r
}
