package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// maxRetries bounds how often a division into columns begins a column earlier.
const maxRetries = 100

// placeAll places the children. Where a column would begin before a child that must not be separated from the one before
// it, it begins earlier: inside the latest of the siblings before that can be divided (CSS Fragmentation 3 §4.4).
func (b *blockBreaker) placeAll() {
	var marks []flowMark
	tried := false
	for i := 0; i < len(b.f.Children); i++ {
		c := b.f.Children[i]
		m := b.mark(i)
		b.place(i)
		if !b.p.columnar || c.Kind != BoxFragment || !inFlow(c) {
			continue
		}
		if m.placed != nil && !tried && len(marks) > 0 && b.separates(m, c) {
			if tried = b.earlier(marks, m); !tried {
				b.p.violated = true
			}
		}
		marks = append(marks, m)
	}
}

// flowMark is the state before a child.
type flowMark struct {
	flowState
	i, children, moves int
	low                [2]geom.Unit
}

func (b *blockBreaker) mark(i int) flowMark {
	return flowMark{b.flowState, i, len(b.own.Children), len(b.moves), b.p.floats.low}
}

func (b *blockBreaker) restore(m flowMark) {
	b.flowState, b.own.Children, b.moves, b.p.floats.low = m.flowState, b.own.Children[:m.children], b.moves[:m.moves], m.low
}

// separates reports whether a column that need not begin there begins before child c, which was placed in the state m,
// and which is to be in the column of the sibling before it.
func (b *blockBreaker) separates(m flowMark, c *Fragment) bool {
	p := b.p
	return p.at(b.top()) > p.at(max(m.bottom-1, 0)) && p.forcedBetween(m.placed, c) == style.BreakAuto && p.avoidedBetween(m.placed, c)
}

// top returns the start of the last placed child.
func (b *blockBreaker) top() geom.Unit {
	c := b.own.Children[len(b.own.Children)-1]
	return b.y + c.Offset.Y - relativeY(c)
}

// earlier begins the column of the child of m inside one of the siblings before it; it reports whether that succeeded. The
// children up to that of m are placed again.
func (b *blockBreaker) earlier(marks []flowMark, m flowMark) bool {
	p := b.p
	if p.retries++; p.retries > maxRetries {
		return false
	}
	page := p.at(max(m.bottom-1, 0))
	after := b.mark(m.i + 1)
	placed, moves := append([]*Fragment(nil), b.own.Children...), append([]move(nil), b.moves...)
	short, held := p.short, p.floats.held
	defer func() { p.floats.held = held }()
	end := m.bottom
	for k := len(marks) - 1; k >= 0 && k >= len(marks)-4 && p.at(max(end-1, 0)) == page; k-- {
		at := marks[k]
		b.restore(at)
		p.floats.held = map[int]geom.Unit{page: end - 1}
		b.place(at.i)
		p.floats.held, p.short = held, short
		if top := b.top(); p.at(top) == page && top >= at.bottom && b.bottom > p.end(page) {
			for i := at.i + 1; i <= m.i; i++ {
				b.place(i)
			}
			return true
		}
		if at.placed == nil || !p.avoidedBetween(at.placed, b.f.Children[at.i]) {
			break
		}
		end = at.bottom
	}
	b.flowState, b.own.Children, b.moves, p.floats.low = after.flowState, placed, moves, after.low
	return false
}
