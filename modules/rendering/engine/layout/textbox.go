package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// trimTextBox applies text-box-trim (CSS Inline 3 §5.1) to a block container whose children are placed: it removes the
// space above the first line's text-box-edge and below the last one's.
func (c *container) trimTextBox() {
	trim := c.box.Style.TextBoxTrim
	if trim&style.TrimStart != 0 {
		if chain := lineChain(c.frag, false); chain != nil {
			c.y -= c.l.trimStart(chain)
		}
	}
	if trim&style.TrimEnd != 0 {
		if chain := lineChain(c.frag, true); chain != nil {
			c.y -= c.l.trimEnd(chain)
		}
	}
}

// lineChain returns the fragments from a block container to its first or last in-flow line; nil if there is none.
func lineChain(f *Fragment, last bool) []*Fragment {
	chain := []*Fragment{f}
	side := style.TrimStart
	if last {
		side = style.TrimEnd
	}
	for {
		var next *Fragment
		for _, child := range f.Children {
			if child.Kind == LineFragment || child.Kind == BoxFragment && child.Box.InFlow() && child.Box.Kind != MarkerBox {
				if next = child; !last {
					break
				}
			}
		}
		switch {
		case next == nil:
			return nil
		case next.Kind == LineFragment:
			return append(chain, next)
		case next.Box.Kind != BlockBox || next.Box.multicol:
			return nil
		case next.Box.Style.TextBoxTrim&side != 0:
			return nil // the line is trimmed already
		case last && next.Border.Bottom+next.Padding.Bottom != 0, !last && next.Border.Top+next.Padding.Top != 0:
			return nil // the line is not at the edge of the block container
		}
		chain = append(chain, next)
		f = next
	}
}

// trimStart moves the content of every block of a chain up by the space above the first line's edge, and returns that
// amount.
func (l *layouter) trimStart(chain []*Fragment) geom.Unit {
	n := len(chain)
	line, block := chain[n-1], chain[n-2].Box.Style
	over, _ := l.textBoxEdges(block)
	by := line.FirstBaseline - over
	for i := n - 2; i >= 0; i-- {
		f := chain[i]
		shiftContent(f, -by)
		if i < n-2 {
			chain[i+1].Offset.Y += by
		}
		if i > 0 && !f.Box.Style.Height.IsAuto() {
			return 0
		}
		if i > 0 {
			f.Size.H = max(0, f.Size.H-by)
		}
	}
	return by
}

// trimEnd removes the space below the last line's edge from the blocks of a chain and returns that amount.
func (l *layouter) trimEnd(chain []*Fragment) geom.Unit {
	n := len(chain)
	line, block := chain[n-1], chain[n-2].Box.Style
	_, under := l.textBoxEdges(block)
	by := line.Size.H - line.FirstBaseline - under
	for i := n - 2; i > 0; i-- {
		if !chain[i].Box.Style.Height.IsAuto() {
			return 0
		}
		chain[i].Size.H = max(0, chain[i].Size.H-by)
	}
	return by
}

// textBoxEdges returns the distances of a style's text-box-edge from the baseline.
func (l *layouter) textBoxEdges(s *style.Computed) (over, under geom.Unit) {
	m := l.fontMetrics(s)
	over, under = m.Ascent, m.Descent
	switch s.TextBoxOver {
	case style.EdgeCap:
		over = m.CapHeight
	case style.EdgeEx:
		over = m.XHeight
	}
	if s.TextBoxUnder == style.EdgeAlphabetic {
		under = 0
	}
	return over, under
}
