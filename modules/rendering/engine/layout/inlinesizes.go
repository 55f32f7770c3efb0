package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// edgesAround returns the start edges of the inline boxes that are open all along
// a piece of text: Blink's min-content counts them with every word inside. open
// is their sum so far.
func (l *layouter) edgesAround(ic *inlineContent, from, to cursor, percent geom.Size, open *geom.Unit) geom.Unit {
	inside, tags := *open, false
	for i := from.item; i < to.item && i < len(ic.items); i++ {
		it := &ic.items[i]
		if !it.edge && it.kind != itemAtomic {
			continue
		}
		switch it.kind {
		case itemOpen:
			*open += startFrame(it.box, l.edges(it.box, percent.W))
			tags = true
		case itemClose:
			*open -= startFrame(it.box, l.edges(it.box, percent.W))
			tags = true
		case itemAtomic:
			tags = true
		}
	}
	if tags || inside < 0 {
		return 0
	}
	return inside
}

// startFrame is an inline box' border and padding at its inline start.
func startFrame(b *Box, e boxEdges) geom.Unit {
	if b.Style.Direction == style.RTL {
		return e.Border.Right + e.Padding.Right
	}
	return e.Border.Left + e.Padding.Left
}

// inlineContentSizes returns the min- and max-content sizes of inline content
// (CSS Sizing 3 §5.1): the widest unbreakable piece, and the widest line between
// forced breaks with the floats beside it.
func (l *layouter) inlineContentSizes(b *Box, percent geom.Size) Sizes {
	ic := l.shapedInline(b)
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
	first := indent
	var around geom.Unit
	for c := (cursor{}); c.item < len(ic.items) && l.step(); {
		ln := br.next(c, 0, first)
		first = 0
		r.Min = max(r.Min, ln.width+l.edgesAround(ic, c, ln.end, br.percent, &around))
		if ln.end == c {
			break
		}
		c = ln.end
	}
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
	first = indent
	for c := (cursor{}); c.item < len(ic.items) && l.step(); {
		left, right, floats = 0, 0, 0
		ln := mx.next(c, geom.MaxUnit, first)
		first = 0
		// Preserved spaces at the end of a line hang, but count here.
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
