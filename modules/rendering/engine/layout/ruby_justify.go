package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// rubySpread is a ruby box on a justified line. A base that is as wide as its annotation is expanded like the text around
// it, at inner opportunities; others are closed: there is none in them.
type rubySpread struct {
	item, start, end int
	inner            int
	closed           bool
}

func (r *rubySpread) object() text.Object {
	return text.Object{Start: r.start, End: r.end, Closed: r.closed}
}

// justifiedRuby is the space that justification adds in a base and after it.
type justifiedRuby struct{ base, after geom.Unit }

// rubySpreads returns the ruby boxes on a line.
func (l *layouter) rubySpreads(ic *inlineContent, ln lineSpan) []rubySpread {
	var out []rubySpread
	for i := ln.start.item; i < len(ic.items) && i <= ln.end.item; i++ {
		it := &ic.items[i]
		if it.kind != itemAtomic || it.box.Kind != RubyBox || i == ln.end.item && ln.end.base == (spot{}) && ln.end.pos <= it.start {
			continue
		}
		var from, to cursor
		if i == ln.start.item {
			from = ln.start
		}
		if i == ln.end.item {
			to = ln.end
		}
		part := l.rubyOf(it.box).whole()
		if from.base != (spot{}) || to.base != (spot{}) {
			part = l.rubyPartOf(it.box, from, to)
		}
		r := rubySpread{item: i, start: it.start, end: it.end}
		if base := it.box.Children[0]; part.note.width > part.base.width || !base.InlineChildren {
			r.closed = true
		} else {
			inner := l.shapedInline(base)
			end := min(part.base.textEnd, len(inner.para.Text))
			if part.base.hidden > 0 && part.base.textEnd != math.MaxInt {
				end = min(end, part.base.hidden)
			}
			r.inner = inner.shaped.JustifyCount(part.base.start.pos, end, nil)
			r.closed = base.Style.TextAlignLast != style.AlignJustify && r.inner > 0
			if r.closed {
				r.inner = 0
			}
		}
		out = append(out, r)
	}
	return out
}

// spreadOf returns the space that justification adds to the ruby box at an item.
func (b *lineBuilder) spreadOf(item int, each geom.Unit) justifiedRuby {
	for _, r := range b.spread {
		if r.item == item && each > 0 {
			after := b.f.ic.shaped.ExpansionsAfter(b.ln.start.pos, b.justifiedEnd(), r.object())
			return justifiedRuby{base: each * geom.Unit(r.inner), after: each * geom.Unit(after)}
		}
	}
	if ic := b.f.ic; ic.para.Justify == text.JustifyCharacters && ic.items[item].box.Kind != RubyBox && ic.items[item].end < b.justifiedEnd() {
		return justifiedRuby{after: each} // a box is like a letter
	}
	return justifiedRuby{}
}
