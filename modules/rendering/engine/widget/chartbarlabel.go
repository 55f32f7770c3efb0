package widget

import (
	"cmp"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// barLabel is the value label of a bar or the total of a stack. Labels are drawn after the lines of a chart-combo.
type barLabel struct {
	scale    *scale
	at       float64 // start of the bar across its direction
	from, to float64 // values at the ends of the bar
	value    float64
	color    display.Color
	below    bool // the label belongs below the bar, or to its left
	inside   bool // the label belongs inside a stacked bar
}

// overlay is a line drawn over bars.
type overlay struct {
	pieces []piece
	stroke float64
	dots   bool
}

// interval is a vertical extent that labels avoid.
type interval struct{ top, bottom float64 }

// lines draws the line series of a chart-combo over the bars.
func (b *bars) lines() {
	stroke := b.canvas.number("stroke", 0.25, 40, max(2, min(3, b.h/80)))
	for k, t := range b.types {
		if t == "bar" {
			continue
		}
		s := &b.p.scale
		if b.onSecond[k] && b.p.second != nil {
			s = b.p.second
		}
		run := curve{values: b.d.series[k].values, place: b.p.place, scale: s, color: b.p.palette[k%len(b.p.palette)], stroke: stroke, fill: t == "area", dots: b.flag("points", true)}
		b.curve(&run)
		b.over = append(b.over, overlay{pieces: b.pieces(&run), stroke: stroke, dots: run.dots})
	}
}

// avoid returns the reference lines and lines of series that cross the positions from left to right, from top to bottom.
func (b *bars) avoid(left, right float64) []interval {
	var out []interval
	for i := range b.marks() {
		m := &b.marks()[i]
		if s, along := b.p.scaleOf(m); s != nil && along == b.p.horizontal && m.Value != nil {
			at := s.pos(*m.Value)
			out = append(out, interval{at - 2, at + 2})
		}
	}
	for i := range b.over {
		o := &b.over[i]
		for k := range o.pieces {
			dot := 0.0
			if o.dots || len(o.pieces[k].xs) == 1 {
				dot = o.stroke * 1.7
			}
			if top, bottom, ok := b.reach(&o.pieces[k], left, right, dot); ok {
				out = append(out, interval{top - float64(o.stroke/2) - 1, bottom + float64(o.stroke/2) + 1})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b interval) int { return cmp.Compare(a.top, b.top) })
	return out
}

// crossing returns the first interval that overlaps the extent from top to bottom.
func crossing(all []interval, top, bottom float64) (interval, bool) {
	for _, v := range all {
		if v.bottom > top && v.top < bottom {
			return v, true
		}
	}
	return interval{}, false
}

// formatOf returns the number format of a scale.
func (b *bars) formatOf(s *scale) *format {
	if s == b.p.second {
		return b.onAxis
	}
	return b.p.format
}

func (b *bars) drawBarLabel(v *barLabel) {
	switch {
	case v.inside:
		b.labelInside(v)
	case b.p.horizontal:
		b.labelBeside(v)
	case b.numbers > 0:
		b.labelAbove(v)
	}
}

// labelInside draws the label of a part of a stack, if the part has room for it.
func (b *bars) labelInside(v *barLabel) {
	p := b.p
	text := b.formatOf(v.scale).text(v.value, v.scale.largest())
	if b.shares {
		text = p.format.part(v.value)
	}
	l := b.label(text, p.size*0.92, 600)
	a, z := v.scale.pos(v.from), v.scale.pos(v.to)
	mid, long := float64((a+z)/2), max(a-z, z-a)
	if p.horizontal {
		if l.width+float64(p.size*0.5) <= long && l.cap*1.5 <= b.width {
			b.drawLabel(l, mid, v.at+float64(b.width/2)+float64(l.cap/2), 0.5, onColor(v.color))
		}
		return
	}
	if l.cap*1.7 > long || l.width+2 > b.width {
		return
	}
	x := v.at + float64(b.width/2)
	if middle, ok := clearOf(b.lineExtents(x, l.width), min(a, z), max(a, z), l.cap); ok {
		b.drawLabel(l, x, middle+float64(l.cap/2), 0.5, onColor(v.color))
	}
}

// lineExtents is avoid without reference lines, for a label of a width around x.
func (b *bars) lineExtents(x, width float64) []interval {
	if len(b.over) == 0 {
		return nil
	}
	return b.avoid(x-float64(width/2), x+float64(width/2))
}

// clearOf returns the middle of the place between top and bottom where a text of a height crosses nothing: the middle of
// all, otherwise of the largest free part. ok is false when no part has room.
func clearOf(all []interval, top, bottom, height float64) (middle float64, ok bool) {
	middle = float64((top + bottom) / 2)
	if _, crossed := crossing(all, middle-float64(height/2), middle+float64(height/2)); !crossed {
		return middle, true
	}
	most, from := height*1.5, top
	for _, v := range append(slices.Clip(all), interval{bottom, bottom}) {
		if room := min(v.top, bottom) - from; room > most {
			most, middle, ok = room, float64((from+min(v.top, bottom))/2), true
		}
		from = max(from, v.bottom)
	}
	return middle, ok
}

// labelBeside draws the label of a horizontal bar past its end, if it fits between its neighbours.
func (b *bars) labelBeside(v *barLabel) {
	p, s := b.p, v.scale
	l := b.label(b.formatOf(s).text(v.value, s.largest()), p.size, 600)
	pos, mid := s.pos(v.to), v.at+float64(b.width/2)
	room := b.width + b.inner
	if b.stacked || len(b.d.series) == 1 {
		room = b.width + b.gap
	}
	if l.cap*1.2 > room {
		return
	}
	x, anchor := pos+float64(p.size*0.4), 0.0
	if v.below {
		x, anchor = pos-float64(p.size*0.4), 1
	}
	if line, crossed := b.crossed(x-float64(l.width*anchor), x+float64(l.width*(1-anchor))); crossed && !b.stacked {
		if max(pos-s.base(), s.base()-pos) > l.width+p.size {
			x, anchor = pos-float64(p.size*0.4), 1
			if v.below {
				x, anchor = pos+float64(p.size*0.4), 0
			}
			b.drawLabel(l, x, mid+float64(l.cap/2), anchor, onColor(v.color))
			return
		}
		x = line + float64(p.size*0.4)
		if v.below {
			x = line - float64(p.size*0.4)
		}
	}
	if start := x - float64(l.width*anchor); start >= p.edge-1 && start+l.width <= b.w {
		b.drawLabel(l, x, mid+float64(l.cap/2), anchor, b.ink())
	}
}

// crossed reports whether a reference line of a horizontal chart crosses a text between from and to.
func (b *bars) crossed(from, to float64) (at float64, ok bool) {
	for i := range b.marks() {
		m := &b.marks()[i]
		if s, along := b.p.scaleOf(m); s != nil && along == b.p.horizontal && m.Value != nil {
			if at := s.pos(*m.Value); at > from-2 && at < to+2 {
				return at, true
			}
		}
	}
	return 0, false
}

// labelAbove draws the label of a vertical bar past its end or, where a line crosses it there, inside the bar or past
// the line.
func (b *bars) labelAbove(v *barLabel) {
	p, s := b.p, v.scale
	l := b.label(b.formatOf(s).text(v.value, s.largest()), b.numbers, 600)
	pos, mid := s.pos(v.to), v.at+float64(b.width/2)
	space := float64(p.size * 0.4)
	y := pos - space
	if v.below {
		y = pos + space + l.cap
	}
	all := b.avoid(mid-float64(l.width/2), mid+float64(l.width/2))
	hit, crossed := crossing(all, y-l.cap, y)
	if crossed && !b.stacked && l.width+2 <= b.width && max(pos-s.base(), s.base()-pos) > l.cap*2.5 {
		inner := y + float64(l.cap*2.2)
		if v.below {
			inner = y - float64(l.cap*2.2)
		}
		if _, taken := crossing(all, inner-l.cap, inner); !taken {
			b.drawLabel(l, mid, inner, 0.5, onColor(v.color))
			return
		}
	}
	for range all {
		if !crossed {
			break
		}
		y = hit.top + 2 - space
		if v.below {
			y = hit.bottom - 2 + space + l.cap
		}
		hit, crossed = crossing(all, y-l.cap, y)
	}
	if y = max(y, l.cap); len(b.over) > 0 && !b.clearInside(v, l, all, y) {
		return
	}
	b.drawLabel(l, mid, y, 0.5, b.ink())
}

// clearInside reports whether a label has room at y. If a line crosses it there, it draws it in the free part of its bar
// or, without one, warns.
func (b *bars) clearInside(v *barLabel, l label, all []interval, y float64) bool {
	if _, crossed := crossing(all, y-l.cap, y); !crossed && y <= b.p.y+b.p.h {
		return true
	}
	a, z := v.scale.base(), v.scale.pos(v.to)
	if middle, ok := clearOf(all, min(a, z), max(a, z), l.cap); ok && !b.stacked && l.width+2 <= b.width {
		b.drawLabel(l, v.at+float64(b.width/2), middle+float64(l.cap/2), 0.5, onColor(v.color))
		return false
	}
	b.warn("invalid_attribute", b.node.Tag+": a number that show-values asks for has no room beside the lines and is left out; make the chart taller, or set max above the values")
	return false
}
