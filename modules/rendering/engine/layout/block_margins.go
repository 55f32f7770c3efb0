package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// strut is a set of adjoining margins: the largest positive and the most
// negative one (CSS 2.1 §8.3.1).
type strut struct {
	pos, neg geom.Unit
	// quirky is the largest margin that quirks mode drops at the end of a body or table cell; start is set while such
	// margins are dropped at its start.
	quirky geom.Unit
	start  bool
	// taken is the width of the floats passed while margins are collected.
	taken geom.Unit
}

// add adds a margin to the set.
func (s *strut) add(v geom.Unit) {
	s.pos = max(s.pos, v)
	s.neg = min(s.neg, v)
}

// addOf adds a margin of a box to the set.
func (s *strut) addOf(b *Box, side int, v geom.Unit) {
	switch {
	case v <= 0 || !b.Style.QuirkMargin[side]:
		s.add(v)
	case !s.start:
		s.quirky = max(s.quirky, v)
	}
}

// merge adds another set.
func (s *strut) merge(t strut) {
	s.pos = max(s.pos, t.pos)
	s.neg = min(s.neg, t.neg)
	s.quirky = max(s.quirky, t.quirky)
}

// sum returns the collapsed margin.
func (s strut) sum() geom.Unit { return max(s.pos, s.quirky) + s.neg }

// quirkyContainer reports whether user-agent margins are dropped at the edges of a box: those of body and table cells
// in quirks mode.
func (l *layouter) quirkyContainer(b *Box) bool {
	return l.quirks && (b.Kind == TableCellBox || b.Node != dom.None && b.Node == l.in.Tree.Doc.Body && b.Pseudo == NoPseudo)
}

// isContext reports whether a box establishes an independent formatting context, which excludes outside floats and
// contains its children's margins.
func isContext(b *Box) bool { return startsContext(b) || b.Parent == nil && !b.isText() }

func (b *Box) isText() bool {
	return b.Kind == TextBox || b.Kind == InlineBox || b.Kind == LineBreakBox
}

// startsContext is [isContext] for a box other than the root.
func startsContext(b *Box) bool {
	switch b.Kind {
	case ReplacedBox, FlexBox, GridBox, TableBox, TableCellBox, TableCaptionBox, MarkerBox, OrthogonalBox, RubyBox, MathBox:
		return true
	}
	if b.isText() {
		return false
	}
	s := b.Style
	switch s.Display {
	case style.DisplayFlowRoot, style.DisplayInlineBlock:
		return true
	}
	return b.isMirrored() || s.Container != style.NoContainer || b.legend != nil || s.Float != style.FloatNone || b.IsOutOfFlow() || clips(s) ||
		s.Contain&(style.ContainLayout|style.ContainPaint) != 0 || isMulticol(s) || s.ColumnSpanAll ||
		s.LineClamp > 0 || s.TextFit != style.FitNone || s.AlignContent.Kind != style.AlignNormal
}

// clips reports whether overflow makes a box a scroll container (clip does not).
func clips(s *style.Computed) bool {
	for _, o := range s.Overflow {
		if o == style.OverflowHidden || o == style.OverflowScroll || o == style.OverflowAuto {
			return true
		}
	}
	return false
}

// scrolls reports whether a box is a scroll container for automatic minimum sizes, which are then zero; an image is one
// when it clips equally on both axes.
func scrolls(b *Box) bool {
	if b.Kind == ReplacedBox && b.Style.Overflow[0] != b.Style.Overflow[1] {
		return false
	}
	return clips(b.Style)
}

// adjoinsTop reports whether a flow block's top margin adjoins its first child's.
func adjoinsTop(b *Box, e boxEdges) bool {
	return !isContext(b) && e.Border.Top == 0 && e.Padding.Top == 0
}

// topMargins collects the margins that adjoin the top of a block-level child: its own, those of its first in-flow
// descendants and, when it collapses through, its bottom ones. It reports whether something stopped the collapsing. y
// is the bottom edge that the collected margins are applied to, in context coordinates: a descendant with clearance
// there ends the set.
func (l *layouter) topMargins(c *Box, s Space, fl *flow, y geom.Unit, acc *strut) (stopped bool) {
	if stopped = l.openMargins(c, s, fl, y, acc); !stopped {
		acc.addOf(c, style.Bottom, l.edges(c, s.Percent.W).Margin.Bottom)
	}
	return stopped
}

// openMargins is topMargins without the box's own bottom margin: these margins determine the position of a box that
// collapses through (CSS 2.1 §8.3.1).
func (l *layouter) openMargins(c *Box, s Space, fl *flow, y geom.Unit, acc *strut) (stopped bool) {
	if !l.step(c) {
		return true
	}
	e := l.edges(c, s.Percent.W)
	acc.addOf(c, style.Top, e.Margin.Top)
	acc.start = acc.start || l.quirkyContainer(c)
	if isContext(c) || e.Border.Top != 0 || e.Padding.Top != 0 {
		return true
	}
	if c.InlineChildren {
		if l.hasLines(c) {
			return true
		}
	} else {
		cs := l.childSpace(c, s, e, l.resolveWidth(c, s, e))
		floated := style.ClearNone
		for _, g := range c.Children {
			if g.IsOutOfFlow() || g.Kind == MarkerBox || g.Kind == TableColumnBox {
				continue
			}
			if g.IsFloat() {
				acc.taken = addSat(acc.taken, l.floatWidth(g, cs))
				if g.Style.Float == style.FloatLeft {
					floated |= style.ClearLeft
				} else {
					floated |= style.ClearRight
				}
				continue
			}
			if g.Style.Clear != style.ClearNone {
				if g.Style.Clear&floated != 0 {
					return true
				}
				trial := *acc
				trial.addOf(g, style.Top, l.edges(g, cs.Percent.W).Margin.Top)
				if bottom, ok := fl.clearY(g.Style.Clear); ok && bottom > y+trial.sum() {
					return true
				}
			}
			if acc.taken > 0 && isContext(g) && l.passesFloats(g, cs, acc.taken) {
				// It is placed below the preceding floats, which determines this block's position.
				return true
			}
			if l.topMargins(g, cs, fl, y, acc) {
				return true
			}
		}
	}
	if hasOutsideMarker(c) || e.Border.Bottom != 0 || e.Padding.Bottom != 0 {
		return true
	}
	if h, ok := l.definiteHeight(c, s, e, l.resolveWidth(c, s, e)); ok && h > 0 && !isContentKeyword(c.Style.MaxHeight) { // there is no content
		return true
	}
	if lo, _ := l.heightLimits(c, s, e); lo > 0 {
		return true
	}
	return false
}

// passesFloats reports whether a formatting context is placed below floats that occupy a width.
func (l *layouter) passesFloats(g *Box, s Space, taken geom.Unit) bool {
	if !g.Style.Width.IsAuto() {
		return addSat(taken, l.layout(g, s).Size.W) > s.Available.W
	}
	// It fills the remaining width, extended by negative margins.
	left := max(0, s.Available.W-taken)
	e := l.edges(g, s.Percent.W)
	return max(e.inner().Horizontal(), left-e.Margin.Horizontal()) > left
}

func hasOutsideMarker(b *Box) bool {
	return len(b.Children) > 0 && b.Children[0].Kind == MarkerBox
}
