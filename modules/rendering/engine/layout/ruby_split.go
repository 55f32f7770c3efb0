package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// spot is a position in the content of a ruby base or annotation.
type spot struct{ item, pos int }

func (s spot) cursor() cursor { return cursor{item: s.item, pos: s.pos} }

func (c cursor) spot() spot { return spot{c.item, c.pos} }

// rubyPart is the part of a base and its annotation that is on one line.
type rubyPart struct{ base, note lineSpan }

func (p *rubyPart) width() geom.Unit { return max(p.base.width, p.note.width) }

// rubyBreaker returns the breaker of the content of a base or annotation; ruby in it does not break.
func (l *layouter) rubyBreaker(b *Box) *breaker {
	br := &breaker{l: l, ic: l.shapedInline(b), box: b, percent: geom.Size{W: Indefinite, H: Indefinite}}
	br.atomic = func(c *Box) geom.Unit {
		return addSat(l.contentSizes(c, br.percent).Max, l.edges(c, br.percent.W).Margin.Horizontal())
	}
	return br
}

// maxDividedRuby is the length in bytes of the longest base and annotation that are divided between lines: every line
// measures the rest of both.
const maxDividedRuby = 768

// rubyLengths returns the lengths of a base and its annotation in bytes, 0 for blocks.
func (l *layouter) rubyLengths(b *Box) (base, note int) {
	length := func(c *Box) int {
		if !c.InlineChildren {
			return 0
		}
		return len(l.shapedInline(c).para.Text)
	}
	return length(b.Children[0]), length(b.Children[1])
}

// rubyRest returns the part of a ruby box from a position to its end.
func (l *layouter) rubyRest(b *Box, base, note spot) rubyPart {
	return rubyPart{l.restOf(b.Children[0], base), l.restOf(b.Children[1], note)}
}

func (l *layouter) restOf(b *Box, from spot) lineSpan {
	br := l.rubyBreaker(b)
	if from.item >= len(br.ic.items) {
		return lineSpan{start: from.cursor(), end: from.cursor(), textEnd: from.pos, hidden: from.pos, last: true, empty: true}
	}
	return br.next(from.cursor(), geom.MaxUnit, 0)
}

// rubyHeads returns the parts of a ruby box from a position up to each opportunity to break its base, except the end:
// the annotation is divided in the ratio of the base (CSS Ruby 1 §3.4 leaves it open; this is what browsers do).
func (l *layouter) rubyHeads(b *Box, base, note spot) []rubyPart {
	if !b.Children[0].InlineChildren || !b.Children[1].InlineChildren {
		return nil
	}
	if base, note := l.rubyLengths(b); max(base, note) > maxDividedRuby {
		l.warnOnce(b, "text_wrap_limit", "the lines are not broken inside the ruby: its base or annotation is too long")
		return nil
	}
	rest := l.rubyRest(b, base, note)
	if rest.base.empty || rest.base.width <= 0 {
		return nil
	}
	var notes []lineSpan
	if !rest.note.empty {
		notes = l.rubyBreaker(b.Children[1]).shorter(note.cursor(), rest.note, 0)
	}
	var out []rubyPart
	i := 0 // both get wider
	for _, head := range l.rubyBreaker(b.Children[0]).shorter(base.cursor(), rest.base, 0) {
		share := geom.Unit(int64(rest.note.width) * int64(head.width) / int64(rest.base.width))
		n := rest.note
		if len(notes) > 0 {
			for i+1 < len(notes) && notes[i+1].width <= share {
				i++
			}
			n = notes[i]
		}
		out = append(out, rubyPart{head, n})
	}
	return out
}

// splitRuby returns the line from c that ends inside the base of a ruby in the content between good, the end of what
// fits, and trial. If nothing fits, it may end behind the first part of a ruby that overflows.
func (br *breaker) splitRuby(c cursor, good, trial lineState, available geom.Unit, fits bool) (lineSpan, bool) {
	items := br.ic.items
	place := br.float
	br.float = nil
	defer func() { br.float = place }()
	var forced *lineSpan
	st := good
	for i := st.at.item; i < len(items) && i <= trial.at.item; i++ {
		it := &items[i]
		if it.kind != itemAtomic || it.box.Kind != RubyBox {
			continue
		}
		if it.start > st.at.pos {
			br.advance(&st, it.start, false, available)
		}
		for ; st.at.item < i; st.at.item++ {
			if o := &items[st.at.item]; o.kind == itemOpen && o.edge {
				st.width = addSat(st.width, startEdge(o.box, br.l.edges(o.box, br.percent.W)))
			}
		}
		if st.at.item != i {
			return lineSpan{}, false
		}
		room := available - st.width
		if base, note := br.l.rubyLengths(it.box); !br.l.work.takeRuby(base + note) {
			br.l.warnOnce(br.box, "text_wrap_limit", "the lines are not broken inside ruby: the document has too much of it")
			return lineSpan{}, false
		}
		heads := br.l.rubyHeads(it.box, st.at.base, st.at.note)
		for k := len(heads) - 1; k >= 0; k-- {
			h := &heads[k]
			if h.width()-1 > room && (k > 0 || fits || forced != nil) {
				continue
			}
			end := cursor{item: i, pos: it.start, base: h.base.end.spot(), note: h.note.end.spot()}
			ln := lineSpan{start: c, end: end, textEnd: it.start, hidden: it.start, width: addSat(st.width, h.width())}
			if h.width()-1 <= room {
				return ln, true
			}
			forced = &ln
		}
		br.advance(&st, it.end, false, available)
	}
	if forced == nil {
		return lineSpan{}, false
	}
	return *forced, true
}

// rubyPiece lays out the part of a ruby box between two positions on a line; an end without a position is the end of
// the ruby.
func (l *layouter) rubyPiece(b *Box, from, to cursor) *Fragment {
	part := l.rubyRest(b, from.base, from.note)
	if to.base != (spot{}) {
		for _, h := range l.rubyHeads(b, from.base, from.note) {
			if h.base.end.spot() == to.base {
				part = h
			}
		}
	}
	width := part.width()
	piece := func(c *Box, ln lineSpan, note bool) (*Fragment, geom.Unit) {
		x, w := l.rubyInset(c, ln.width, width, note, ln.start.pos, ln.textEnd)
		return l.layoutLine(c, ln, w), x
	}
	bf, bx := piece(b.Children[0], part.base, false)
	nf, nx := piece(b.Children[1], part.note, true)
	return l.finish(l.annotated(b, width, bf, bx, l.annotation(nf, nx, width), boxEdges{}))
}

// layoutLine lays out one line of a block container's content in a width.
func (l *layouter) layoutLine(b *Box, ln lineSpan, width geom.Unit) *Fragment {
	f := l.newFragment(b, geom.Size{W: width}, boxEdges{})
	if ln.empty {
		return f
	}
	size := geom.Size{W: width, H: Indefinite}
	c := &container{l: l, box: b, frag: f, space: Space{Available: size, Percent: size}, flow: &flow{}, right: width, rtl: b.Style.Direction == style.RTL}
	fl := &inlineFlow{c: c, l: l, ic: l.shapedInline(b), root: b, placed: map[*Box]bool{}, right: width}
	fl.br = &breaker{l: l, ic: fl.ic, box: b, percent: size, atomic: fl.atomicWidth}
	lb := newLineBuilder(fl, ln, 0)
	lb.verticalAlign()
	f.Size.H = lb.build().Size.H
	f.contentHeight = f.Size.H
	fl.resolveInlineContainers()
	return l.finish(f)
}

// rubySizes returns the widths of a ruby box: its lines may break between the segments of its base.
func (l *layouter) rubySizes(b *Box) Sizes {
	p := l.rubyOf(b)
	s := Sizes{p.width, p.width}
	var before geom.Unit
	heads := l.rubyHeads(b, spot{}, spot{})
	if len(heads) == 0 {
		return s
	}
	s.Min = 0
	for _, h := range heads {
		s.Min = max(s.Min, h.base.width-before)
		before = h.base.width
	}
	s.Min = max(s.Min, p.base-before)
	if p.note > p.base && p.base > 0 {
		s.Min = geom.Unit(int64(s.Min) * int64(p.note) / int64(p.base))
	}
	return s
}
