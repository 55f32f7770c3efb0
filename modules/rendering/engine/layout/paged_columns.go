package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// columns breaks a multi-column container: on each page the columns extend to its end, and on the last one they are
// balanced (CSS Multi-column Layout 1 §8.1).
func (p *pager) columns(own, f *Fragment, y geom.Unit) {
	own.Rules = nil
	var shift geom.Unit
	strips := f.strips
	for i := 0; i < len(f.Children); i++ {
		if len(strips) > 0 && strips[0].from == i && strips[0].to > i {
			s := &strips[0]
			strips = strips[1:]
			bottom := p.strip(own, f, s, y, y+s.at+shift)
			shift = bottom - y - s.at - s.used
			i = s.to - 1
			continue
		}
		c := f.Children[i]
		if !inFlow(c) {
			own.Children = append(own.Children, c)
			continue
		}
		relative := relativeY(c)
		at := y + c.Offset.Y - relative + shift
		if page := p.at(at); at > p.start(page) && at+p.need(c, page) > p.end(page) {
			at = p.avoidNotes(p.start(page+1), p.need(c, page))
		}
		moved := p.copyTo(c, at)
		moved.Offset.Y = at - y + relative
		shift = moved.Offset.Y - relative + moved.Size.H - c.Offset.Y + relative - c.Size.H
		own.Children = append(own.Children, moved)
	}
	finishHeight(own, shift)
	own.strips = nil
}

// strip places the columns of a strip on pages, from at on, and returns their end.
func (p *pager) strip(own, f *Fragment, s *columnStrip, y, at geom.Unit) geom.Unit {
	page := p.at(at)
	notes := p.notesOf(&Fragment{Children: f.Children[s.from:s.to]})
	if at+s.used+p.notesHeight(notes, page) <= p.end(page) {
		p.recordPlaced(&Fragment{Size: geom.Size{H: s.used}, Children: f.Children[s.from:s.to]}, at)
		for _, c := range f.Children[s.from:s.to] {
			moved := *c
			moved.Offset.Y += at - y - s.at
			own.Children = append(own.Children, &moved)
		}
		own.Rules = append(own.Rules, stripRules(f, s, s.n, at-y, s.used)...)
		return at + s.used
	}
	var columns slicer
	b := newColumnBreaker(s.strip, func(int) bool { return true })
	for from := geom.Unit(0); ; {
		room := p.end(page) - at
		if least := b.firstHeight(from); room < least && at > p.start(page) {
			page++
			at = p.start(page)
			continue
		}
		var all, list []span
		last := false
		for range 8 {
			all = b.stretchesFrom(from, room, s.row.n+1)
			list, last = all, len(all) <= s.row.n || p.full()
			if last && !s.auto {
				list = b.balancedFrom(from, room, s.row.n)
			}
			list = list[:min(len(list), s.row.n)]
			// The footnotes of these columns reduce their height.
			notes = p.notesBetween(s.strip, from, list[len(list)-1].bottom)
			height := geom.Unit(0)
			for _, span := range list {
				height = max(height, span.bottom-span.top)
			}
			over := at + height + p.notesLeast(notes, page) - p.end(page)
			if over <= 0 || room-over < b.firstHeight(from) {
				break
			}
			room = min(room, height) - over
		}
		used := geom.Unit(0)
		for k, span := range list {
			top, bottom := span.top, span.bottom
			if from == 0 && k == 0 {
				top = -geom.MaxUnit
			}
			if last && k == len(list)-1 {
				bottom = geom.MaxUnit
			}
			for _, piece := range columns.children(s.strip, top, bottom, columnEnd{bottom, bottom}) {
				piece.Offset = piece.Offset.Add(geom.Point{X: s.x(k), Y: at - y - span.top})
				own.Children = append(own.Children, piece)
			}
			used = max(used, span.bottom-span.top)
		}
		own.Rules = append(own.Rules, stripRules(f, s, len(list), at-y, used)...)
		p.recordPlaced(&Fragment{Size: geom.Size{H: used}}, at)
		for _, n := range notes {
			p.placeNote(n, page)
		}
		if last {
			return at + used
		}
		from = all[s.row.n].top
		page++
		at = p.start(page)
	}
}

// firstHeight returns the height of the unbreakable content at the start of a strip from a height on.
func (b *columnBreaker) firstHeight(from geom.Unit) geom.Unit {
	least := geom.One
	for _, s := range b.whole {
		if s.top <= from && s.bottom > from {
			least = max(least, s.bottom-from)
		}
	}
	return least
}

// balancedFrom returns at most n balanced columns, each at most most high, of the strip below a height.
func (b *columnBreaker) balancedFrom(from, most geom.Unit, n int) []span {
	height := max(geom.One, (b.total-from+geom.Unit(n)-1)/geom.Unit(n))
	for range 200 {
		list := b.stretchesFrom(from, min(height, most), n+1)
		if len(list) <= n || height >= most {
			return list
		}
		least := b.total
		for _, s := range list[:n] {
			least = min(least, b.shortage(s.top+height))
		}
		height += max(1, least)
	}
	return slices.Clone(b.stretchesFrom(from, most, n))
}

// notesBetween returns the footnotes whose calls are in the lines of a strip between two heights.
func (p *pager) notesBetween(strip *Fragment, from, to geom.Unit) []*footnote {
	if len(p.notesOf(strip)) == 0 {
		return nil
	}
	var out []*footnote
	var walk func(f *Fragment, y geom.Unit)
	walk = func(f *Fragment, y geom.Unit) {
		if divisible(f) {
			for _, c := range f.Children {
				walk(c, y+c.Offset.Y)
			}
		} else if y >= from && y < to {
			out = append(out, p.notesOf(f)...)
		}
	}
	for _, c := range strip.Children {
		walk(c, c.Offset.Y)
	}
	return out
}
