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

// keepsTogether reports whether the rest of a base and its annotation, in bytes of their text, is too short to be
// divided: browsers do not divide up to four characters with up to eight.
func keepsTogether(base, note string) bool {
	return utf16Length(base) <= 4 && utf16Length(note) <= 8
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// rubyHeads returns the parts of a ruby box from a position up to each opportunity to break its base, except the end,
// and the breaks of the annotation.
func (l *layouter) rubyHeads(b *Box, base, note spot) (rest rubyPart, bases, notes []lineSpan) {
	if !b.Children[0].InlineChildren || !b.Children[1].InlineChildren {
		return rest, nil, nil
	}
	if base, note := l.rubyLengths(b); max(base, note) > maxDividedRuby {
		l.warnOnce(b, "text_wrap_limit", "the lines are not broken inside the ruby: its base or annotation is too long")
		return rest, nil, nil
	}
	text := func(c *Box, from spot) string {
		t := l.shapedInline(c).para.Text
		return t[min(from.pos, len(t)):]
	}
	if keepsTogether(text(b.Children[0], base), text(b.Children[1], note)) {
		return rest, nil, nil
	}
	rest = l.rubyRest(b, base, note)
	if rest.base.empty || rest.base.width <= 0 {
		return rest, nil, nil
	}
	if !rest.note.empty {
		notes = l.rubyBreaker(b.Children[1]).shorter(note.cursor(), rest.note, 0)
	}
	return rest, l.rubyBreaker(b.Children[0]).shorter(base.cursor(), rest.base, 0), notes
}

// rubyHead returns the part of a ruby box from a position that is placed in a room: base and annotation are each broken
// in the ratio of the room to the width of the ruby (CSS Ruby 1 §3.4 leaves it open; this is what browsers do).
func (l *layouter) rubyHead(b *Box, base, note spot, room geom.Unit) (rubyPart, bool) {
	rest, bases, notes := l.rubyHeads(b, base, note)
	if len(bases) == 0 {
		return rubyPart{}, false
	}
	width := rest.width()
	pick := func(heads []lineSpan, whole lineSpan) lineSpan {
		if len(heads) == 0 {
			return whole
		}
		limit := geom.Unit(int64(max(0, room)) * int64(whole.width) / int64(width))
		i := 0 // they get wider
		for i+1 < len(heads) && heads[i+1].width <= limit {
			i++
		}
		return heads[i]
	}
	return rubyPart{pick(bases, rest.base), pick(notes, rest.note)}, true
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
		if h, ok := br.l.rubyHead(it.box, st.at.base, st.at.note, room); ok {
			over := geom.Unit(0)
			if st.at.base == (spot{}) {
				over, _ = br.l.overhangAt(br.ic, i, br.from, h)
			}
			end := cursor{item: i, pos: it.start, base: h.base.end.spot(), note: h.note.end.spot()}
			ln := lineSpan{start: c, end: end, textEnd: it.start, hidden: it.start, width: addSat(st.width, h.width()-over)}
			if h.width()-over-1 <= room {
				return ln, true
			}
			if !fits && forced == nil {
				forced = &ln
			}
		}
		br.advance(&st, it.end, false, available)
	}
	if forced == nil {
		return lineSpan{}, false
	}
	return *forced, true
}

// advanceRuby measures the rest of the ruby at the state's item.
func (br *breaker) advanceRuby(st *lineState) {
	b := br.ic.items[st.at.item].box
	divided := st.at.base != (spot{})
	part := rubyPart{}
	if divided {
		part = br.l.rubyRest(b, st.at.base, st.at.note)
	} else {
		part = br.l.rubyOf(b).whole()
	}
	start, end := br.l.overhangAt(br.ic, st.at.item, br.from, part)
	if divided {
		start = 0
	}
	st.width = addSat(st.width, part.width()-start)
	st.over, st.peak = end, st.width
	st.overs += start + end
}

// rubyPiece lays out the part of a ruby box between two positions on a line; an end without a position is the end of
// the ruby.
func (l *layouter) rubyPiece(b *Box, from, to cursor, wider geom.Unit) (*Fragment, rubyPart) {
	part := l.rubyPartOf(b, from, to)
	width := part.width() + wider
	piece := func(c *Box, ln lineSpan, note bool) (*Fragment, geom.Unit) {
		x, w := l.rubyInset(c, ln.width, width, note, ln.start.pos, ln.textEnd)
		if wider > 0 && !note {
			x, w = 0, width
		}
		return l.layoutLine(c, ln, w), x
	}
	bf, bx := piece(b.Children[0], part.base, false)
	nf, nx := piece(b.Children[1], part.note, true)
	return l.finish(l.annotated(b, width, bf, bx, l.annotation(nf, nx, width))), part
}

// rubyPartOf returns the part of a ruby box between two positions.
func (l *layouter) rubyPartOf(b *Box, from, to cursor) rubyPart {
	part := l.rubyRest(b, from.base, from.note)
	if to.base != (spot{}) {
		_, bases, notes := l.rubyHeads(b, from.base, from.note)
		for _, h := range bases {
			if h.end.spot() == to.base {
				part.base = h
			}
		}
		for _, h := range notes {
			if h.end.spot() == to.note {
				part.note = h
			}
		}
	}
	return part
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

// rubySizes returns the widths of a ruby box. Like Blink, it takes the first segment of the base and the whole annotation
// for the minimum.
func (l *layouter) rubySizes(b *Box) Sizes {
	p := l.rubyOf(b)
	s := Sizes{p.width, p.width}
	if _, heads, _ := l.rubyHeads(b, spot{}, spot{}); len(heads) > 0 {
		s.Min = max(heads[0].width, p.note)
	}
	return s
}
