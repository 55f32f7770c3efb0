package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// alignment is the vertical alignment of an inline box or atomic inline.
type alignment struct {
	extent extent
	// shift is the baseline's distance below the parent's, or below the line's top
	// baseline for top- and bottom-aligned subtrees once resolved.
	shift geom.Unit
	edge  style.VerticalAlignKind // VATop or VABottom, else VABaseline
	// absent is set for a box that does not contribute to the line height: one without text in quirks mode (Quirks Mode
	// Standard §3.3).
	absent bool
}

// unite extends the alignment's extent by another; it replaces that of an absent box.
func (a *alignment) unite(e extent) {
	if a.absent {
		a.extent, a.absent = e, false
		return
	}
	a.extent.unite(e)
}

// verticalAlign computes the line's height and the shifts of all boxes on it
// (CSS 2.1 §10.8).
func (b *lineBuilder) verticalAlign() geom.Unit {
	l := b.f.l
	for i, s := range b.states {
		s.align.extent = l.strutOf(s.box.Style)
		s.align.absent = l.quirkyLines && !(i > 0 && (s.edges.Margin.Horizontal() != 0 || s.edges.inner().Horizontal() != 0))
	}
	for i := range b.leaves {
		lf := &b.leaves[i]
		if lf.kind == leafText || lf.kind == leafTab || lf.kind == leafBreak && len(b.leaves) == 1 {
			lf.state.align.absent = false
		}
		switch lf.kind {
		case leafText:
			b.addFallback(lf)
		case leafAtomic:
			lf.align.extent = atomicExtent(lf.frag, lf.state.box.Style)
			r := lf.box.Replaced
			lf.align.absent = r != nil && r.Element == "marker" // a symbol is a character, for which the line has a strut
		}
	}
	// States are ordered outermost first: inner ones are accumulated before outer ones.
	for i := range b.leaves {
		lf := &b.leaves[i]
		if lf.kind == leafAtomic {
			b.shift(&lf.align, lf.box.Style, lf.state)
		}
	}
	for i := len(b.states) - 1; i > 0; i-- {
		s := b.states[i]
		b.shift(&s.align, s.box.Style, s.parent)
	}
	if b.root.align.absent && b.root.leaves == 0 {
		b.root.align.absent = false
	}
	if !b.f.lined && hasOutsideMarker(b.f.c.box) && !b.ln.empty {
		b.root.align.absent = false
		if e, ok := l.markerExtent(b.f.c); ok {
			b.root.align.extent.unite(e)
		}
	}
	line := b.root.align.extent
	if b.root.align.absent {
		line = extent{}
	}
	b.edges(style.VATop, &line)
	b.edges(style.VABottom, &line)
	b.extent = line
	b.resolveEdges(line)
	return addSat(line.ascent, line.descent)
}

// shift positions one box in its parent and extends the parent's extent by it.
func (b *lineBuilder) shift(a *alignment, st *style.Computed, parent *boxState) {
	l := b.f.l
	pm := parent.metrics
	size := geom.FromFloat(l.fontSize(parent.box.Style))
	va := st.VerticalAlign
	// In vertical-lr, the over side of a line is after its under side.
	flipped := parent.box.Style.WritingMode == style.VerticalLR
	if flipped {
		va.Kind = flippedAlign(va.Kind)
	}
	switch va.Kind {
	case style.VATop, style.VABottom:
		a.edge = va.Kind
		return
	case style.VASub:
		a.shift = size/5 + geom.One
		if flipped {
			a.shift = -a.shift
		}
	case style.VASuper:
		a.shift = -(size/3 + geom.One)
		if flipped {
			a.shift = -a.shift
		}
	case style.VATextTop:
		a.shift = a.extent.ascent - pm.Ascent
	case style.VATextBottom:
		a.shift = pm.Descent - a.extent.descent
	case style.VAMiddle:
		x := (pm.XHeight + 1) / 2
		if flipped {
			x = -x
		}
		a.shift = (a.extent.ascent-a.extent.descent)/2 - x
	case style.VABaselineMiddle:
		a.shift = (a.extent.ascent - a.extent.descent) / 2
	case style.VALength:
		a.shift = -l.scaled(parent.box.Style, va.Raise)
		if flipped {
			a.shift = -a.shift
		}
	}
	if !a.absent {
		parent.align.unite(extent{a.extent.ascent - a.shift, a.extent.descent + a.shift})
	}
}

// flippedAlign returns the equivalent of a vertical alignment in a line with swapped sides.
func flippedAlign(k style.VerticalAlignKind) style.VerticalAlignKind {
	switch k {
	case style.VATop:
		return style.VABottom
	case style.VABottom:
		return style.VATop
	case style.VATextTop:
		return style.VATextBottom
	case style.VATextBottom:
		return style.VATextTop
	}
	return k
}

// edges extends the line by the boxes aligned to one of its edges.
func (b *lineBuilder) edges(kind style.VerticalAlignKind, line *extent) {
	grow := func(a *alignment) {
		if a.edge != kind || a.absent {
			return
		}
		h := a.extent.ascent + a.extent.descent
		if kind == style.VATop {
			line.descent = max(line.descent, h-line.ascent)
		} else {
			line.ascent = max(line.ascent, h-line.descent)
		}
	}
	for _, s := range b.states {
		grow(&s.align)
	}
	for i := range b.leaves {
		grow(&b.leaves[i].align)
	}
}

// resolveEdges converts edge alignment to shifts from the root baseline.
func (b *lineBuilder) resolveEdges(line extent) {
	set := func(a *alignment) {
		switch a.edge {
		case style.VATop:
			a.shift = a.extent.ascent - line.ascent
		case style.VABottom:
			a.shift = line.descent - a.extent.descent
		}
	}
	for _, s := range b.states {
		set(&s.align)
	}
	for i := range b.leaves {
		set(&b.leaves[i].align)
	}
}

// baselineOf returns a state's baseline below the root's.
func baselineOf(s *boxState) geom.Unit {
	var y geom.Unit
	// Blink adds the shifts of all ancestors even for boxes aligned to the line's edges; this matches it.
	for ; s.parent != nil; s = s.parent {
		y += s.align.shift
	}
	return y
}

// strutOf returns the extent of a style's font with its leading.
func (l *layouter) strutOf(st *style.Computed) extent {
	m := l.fontMetrics(st)
	return withLeading(st, m.Ascent, m.Descent, l.lineHeight(st))
}

// addFallback extends a box by the fallback fonts of its text, which count where line-height is normal. So does its own
// font, as in Blink, where the box's orientation has another baseline than the line.
func (b *lineBuilder) addFallback(lf *leaf) {
	st := lf.box.Style
	if !st.LineHeight.Normal || lf.run.Face == nil || st.LineBaseline == style.OwnBaseline && lf.run.Face == b.primaryFace(lf) {
		return
	}
	lf.state.align.extent.unite(b.f.l.fallbackExtent(st, &lf.run))
}

// fallbackExtent returns the extent of a fallback font in lines of normal height.
func (l *layouter) fallbackExtent(st *style.Computed, run *text.Run) extent {
	m := l.in.Text.RunMetrics(run)
	over, under := fontSides(st, hasUpright(st), m.Ascent, m.Descent)
	return withLeading(st, over, under, m.LineSpacing)
}

func (b *lineBuilder) primaryFace(lf *leaf) *font.Face { return b.f.l.fontMetrics(lf.box.Style).Face }

// atomicExtent returns the extent of an atomic inline's margin box around its baseline: that of the last line for
// inline-blocks that do not clip, the margin edge for others, or the middle in vertical lines.
func atomicExtent(f *Fragment, line *style.Computed) extent {
	base := f.Size.H + f.Margin.Bottom
	switch {
	case isCentred(line):
		whole := base + f.Margin.Top
		base = whole - whole/2 - f.Margin.Top
	case line.WritingMode == style.VerticalLR:
		base = -f.Margin.Top // the over side is after the under side
	}
	switch b := f.Box; {
	case b.Kind == ReplacedBox:
		if f.lineBaseline != NoBaseline { // a form control
			base = f.lineBaseline
		}
	case b.Kind == FlexBox || b.Kind == GridBox || b.Kind == TableBox:
		if f.FirstBaseline != NoBaseline {
			base = synthesizedBaseline(f, false)
		}
	case clips(b.Style) && b.Kind != MarkerBox:
	case f.lineBaseline != NoBaseline:
		base = f.lineBaseline
	case b.fits && b.Style.Contain&style.ContainLayout != 0: // a control without a baseline
		base = f.Size.H
	case b.fits: // a button without text: the lower edge of its content box
		base = f.Size.H - f.Border.Bottom - f.Padding.Bottom
	}
	return extent{base + f.Margin.Top, f.Size.H - base + f.Margin.Bottom}
}
