package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// staticAlign selects the edge of an absolutely positioned box's margin box that is at its static position.
type staticAlign uint8

const (
	staticStart  staticAlign = iota // left or top edge
	staticCenter                    // middle
	staticEnd                       // right or bottom edge
)

// outOfFlow is an absolutely positioned or fixed box passed up the fragment tree to its containing block.
type outOfFlow struct {
	Box *Box
	// Static is the static position from the corner of the border box of the fragment that holds this entry, and the
	// edge that is there.
	Static         geom.Point
	AlignX, AlignY staticAlign
	// SafeX and SafeY align the box to the start of the available space in the containing block when it overflows.
	SafeX, SafeY bool
	// Area, when HasArea, is the containing block if that fragment is the containing block (a grid area), from the
	// corner of its border box. StaticArea reports whether alignment in the area also applies to auto insets.
	Area    geom.Rect
	HasArea bool
	// inline is the relatively positioned inline box that is the containing
	// block, nil when it is a block.
	inline *Box
	// turned is set for a box inside an orthogonal one, the corner of whose content is at Static.
	turned *turnedOutOfFlow
	// marginBase, if set, is the base of percentages in margins instead of the containing block's width.
	marginBase geom.Unit
	// axes, if set, are those of a containing block outside the space that the box is laid out in.
	axes *outerAxes
}

// outerAxes describes a containing block in the rotated space of an absolutely positioned box's layout.
type outerAxes struct {
	// crossed reports whether the containing block's lines run along y there.
	crossed bool
	// endX and endY report whether the containing block's line-left or block-start side is at the end of x and y.
	endX, endY bool
	rtl        bool // the containing block's direction
}

// axesIn returns the axes of the containing block f of a box in the content of an orthogonal box, given those in the
// space around that one, if they are rotated.
func (t *turnedOutOfFlow) axesIn(f *Fragment, around *outerAxes) *outerAxes {
	rtl := f.Box != nil && f.Box.Style.Direction == style.RTL
	if f.Box == t.by {
		return &outerAxes{rtl: rtl} // its own content has its axes
	}
	if around == nil {
		around = &outerAxes{rtl: rtl}
	}
	// The corner of the space around is at the end of an axis whose direction changes.
	corner := t.by.unturnRect(geom.Rect{}, geom.Size{W: geom.One, H: geom.One})
	if t.by.isMirrored() {
		return &outerAxes{crossed: around.crossed, endX: t.by.mirrored[0] != around.endX, endY: t.by.mirrored[1] != around.endY, rtl: around.rtl}
	}
	return &outerAxes{crossed: !around.crossed, endX: (corner.X > 0) != around.endY, endY: (corner.Y > 0) != around.endX, rtl: around.rtl}
}

// turnedOutOfFlow is an absolutely positioned box in the rotated space of an orthogonal box's content, of the given size.
type turnedOutOfFlow struct {
	by    *Box
	size  geom.Size
	inner outOfFlow
}

// layoutTurned lays out a box in the space of an orthogonal box, in a containing block outside it.
func (l *layouter) layoutTurned(f *Fragment, o outOfFlow, area, padding geom.Rect) {
	at, t := o.Static, o.turned
	local := func(r geom.Rect) geom.Rect { return t.by.unturnRect(r.Move(geom.Point{X: -at.X, Y: -at.Y}), t.size) }
	content, inner := &Fragment{Box: t.by.content(), Size: t.size}, t.inner
	inner.axes = t.axesIn(f, o.axes)
	switch {
	case f.Box == t.by:
		inner.marginBase = 0 // the containing block has the axes of the box's space
	case o.marginBase > 0:
		inner.marginBase = o.marginBase
	case !t.by.isMirrored():
		inner.marginBase = area.W
	}
	l.layoutInArea(content, inner, local(area), local(padding))
	for _, child := range content.Children {
		c := t.by.turnFragment(child)
		c.Offset = t.by.turnRect(geom.RectAt(child.Offset, child.Size), t.size).Min().Add(at)
		f.Children = append(f.Children, c)
	}
	for _, o := range content.pending {
		f.pending = append(f.pending, outOfFlow{Box: o.Box, Static: at, turned: &turnedOutOfFlow{by: t.by, size: t.size, inner: o}})
	}
}

// content returns the box whose fragment is rotated or mirrored into the space around b.
func (b *Box) content() *Box {
	if b.Kind == OrthogonalBox {
		return b.Children[0]
	}
	return b
}

// addOutOfFlow registers an absolutely positioned child with the fragment of its parent. It is laid out once its
// containing block is known.
func (l *layouter) addOutOfFlow(f *Fragment, o outOfFlow) { f.pending = append(f.pending, o) }

type outOfFlowFilter uint8

const (
	absoluteOnly outOfFlowFilter = iota
	allOutOfFlow
)

// placeOutOfFlow lays out the pending boxes whose containing block is f's padding box, of the given size, and adds them
// to f; others stay pending.
func (l *layouter) placeOutOfFlow(f *Fragment, padding geom.Size, which outOfFlowFilter) {
	// Placed boxes may have fixed descendants, which join the queue.
	for done := 0; done < len(f.pending) && l.err == nil; {
		o := f.pending[done]
		if o.inline != nil || (which == absoluteOnly && o.Box.Style.Position == style.PositionFixed) {
			done++
			continue
		}
		f.pending = append(f.pending[:done:done], f.pending[done+1:]...)
		box := geom.Rect{X: f.Border.Left, Y: f.Border.Top, W: padding.W, H: padding.H}
		if below := f.legendEnd - f.Border.Top; below > 0 {
			box.Y, box.H = f.legendEnd, max(0, box.H-below)
		}
		area := box
		switch {
		case o.HasArea:
			area = o.Area
		case f.grid != nil:
			area = f.grid.absoluteArea(o.Box, f)
		}
		l.layoutOutOfFlow(f, o, area, box)
	}
}

// layoutOutOfFlow lays out one box in its containing block, a rectangle in f whose
// padding box is padding.
func (l *layouter) layoutOutOfFlow(f *Fragment, o outOfFlow, area, padding geom.Rect) {
	if o.Box.Style.Anchoring.Positions() {
		l.layoutAnchored(f, o, area, padding)
		return
	}
	l.layoutInArea(f, o, area, padding)
}

// layoutInArea is [layouter.layoutOutOfFlow] once the box's position does not depend on anchors.
func (l *layouter) layoutInArea(f *Fragment, o outOfFlow, area, padding geom.Rect) {
	if o.turned != nil {
		l.layoutTurned(f, o, area, padding)
		return
	}
	b := o.Box
	percent := area.Size()
	e := l.edges(b, percent.W)
	if o.marginBase > 0 {
		e.Margin = l.edges(b, o.marginBase).Margin
	}
	in := &b.Style.Inset
	rtl := f.Box != nil && f.Box.Style.Direction == style.RTL

	x := newInsetAxis(in[style.Left], in[style.Right], area.W, o.Static.X-area.X, o.AlignX, b.Style.Margin[style.Left].IsAuto(), b.Style.Margin[style.Right].IsAuto(), e.Margin.Left, e.Margin.Right)
	y := newInsetAxis(in[style.Top], in[style.Bottom], area.H, o.Static.Y-area.Y, o.AlignY, b.Style.Margin[style.Top].IsAuto(), b.Style.Margin[style.Bottom].IsAuto(), e.Margin.Top, e.Margin.Bottom)
	axes := o.axes
	if axes == nil {
		axes = &outerAxes{rtl: rtl}
	}
	inline, block := &x, &y
	if axes.crossed {
		inline, block = &y, &x
	}
	x.lineEnd, y.lineEnd = axes.endX, axes.endY
	inline.alignSelf(b.Style.JustifySelf, axes.rtl)
	block.alignSelf(b.Style.AlignSelf, false)
	block.block = true
	x.turned, y.turned = b.ownStartAtEnd()
	x.boundStart, x.boundEnd = padding.X-area.X, padding.MaxX()-area.X
	y.boundStart, y.boundEnd = padding.Y-area.Y, padding.MaxY()-area.Y
	x.weaken()
	y.weaken()

	s := Space{
		Available:   geom.Size{W: max(0, x.size()+e.Margin.Horizontal()), H: max(0, y.size()+e.Margin.Vertical())},
		Percent:     percent,
		ShrinkToFit: true, NewContext: true,
	}
	var frag *Fragment
	if b.Kind == ReplacedBox {
		fills := func(k style.AlignKind) bool {
			return k == style.AlignStretch || (k == style.AlignNormal || k == style.AlignAutoSelf) && b.Replaced.Fills
		}
		if fills(x.self) && x.stretches() && b.Style.Width.IsAuto() {
			lo, hi := l.widthLimits(b, s, e)
			s.FixedWidth, s.Available.W = true, clampSize(max(0, x.size()), lo, hi)
		}
		if fills(y.self) && y.stretches() && b.Style.Height.IsAuto() {
			lo, hi := l.heightLimits(b, s, e)
			s.FixedHeight, s.Available.H = true, clampSize(max(0, y.size()), lo, hi)
		}
		frag = l.layout(b, s)
	} else {
		// A table shrinks to fit its content unless it is stretched explicitly.
		fills := func(a *insetAxis) bool { return a.stretches() && (b.Kind != TableBox || a.self == style.AlignStretch) }
		stretchY := fills(&y) && b.Style.Height.IsAuto()
		stretchX := fills(&x) && b.Style.Width.IsAuto()
		rw, _, _ := l.ratio(b)
		if _, definite := l.borderBoxHeight(b, b.Style.Height, s, e); definite && rw > 0 && x.self != style.AlignStretch {
			stretchX = false
		}
		// A size from an explicit stretch takes precedence over one that fills by default.
		named := stretchY && rw > 0 && y.self == style.AlignStretch && x.self != style.AlignStretch
		if named && b.Style.Width.IsAuto() {
			stretchX = false
		}
		byHeight := b.Style.Width.IsAuto() || isContentKeyword(b.Style.Width)
		filled := stretchY && (x.startAuto || x.endAuto)
		if stretchY && rw > 0 && (stretchX || !byHeight) && !(named && !stretchX) {
			stretchY = false
		}
		var w geom.Unit
		switch {
		case stretchX:
			t := s
			t.ShrinkToFit = false
			lo, hi := l.widthLimits(b, s, e)
			w = clampSize(l.calculatedWidth(b, max(0, x.size()), s, e), lo, hi)
			if b.Style.Height.IsAuto() {
				lo, hi = l.transferLimits(b, s, e, lo, hi)
				w = clampSize(w, lo, hi)
			}
		case stretchY && rw > 0 && byHeight:
			lo, hi := l.heightLimits(b, s, e)
			w, _ = l.widthFromHeight(b, clampSize(max(0, y.size()), lo, hi), e)
			wlo, whi := l.widthLimits(b, s, e)
			if b.Style.MinWidth.IsAuto() && b.Style.Overflow[0] == style.OverflowVisible {
				if need := min(whi, l.intrinsicSizes(b, percent).Min); need > w {
					// The automatic minimum takes precedence, and the height follows from the ratio.
					wlo, stretchY = max(wlo, need), named
				}
			}
			if v := clampSize(w, wlo, whi); v != w {
				// Limits of the width apply to the height through the ratio.
				w, stretchY = v, named
			}
		default:
			w = l.resolveWidth(b, s, e)
			if _, definite := l.specifiedHeight(b, s, e); (definite || filled) && rw > 0 && b.Style.MinWidth.IsAuto() && b.Style.Overflow[0] == style.OverflowVisible {
				_, hi := l.widthLimits(b, s, e)
				w = max(w, min(hi, l.intrinsicSizes(b, percent).Min))
			}
		}
		fixed := s
		fixed.FixedWidth, fixed.Available.W = true, w
		fixed.ShrinkToFit = false
		if stretchY {
			lo, hi := l.heightLimitsAt(b, s, e, w)
			if rw > 0 && !named && b.Style.Width.IsAuto() && b.Style.MinHeight.IsAuto() && b.Style.Overflow[1] == style.OverflowVisible {
				t := fixed
				t.AutoHeight, t.IgnoreMinMax = true, true
				lo = max(lo, min(hi, l.layout(b, t).Size.H)) // the automatic minimum
			}
			fixed.FixedHeight, fixed.Available.H = true, clampSize(l.calculatedHeight(b, max(0, y.size()), s, e), lo, hi)
		}
		frag = l.layout(b, fixed)
	}
	c := *frag
	var at geom.Point
	at.X, c.Margin.Left, c.Margin.Right = x.place(c.Size.W)
	at.Y, c.Margin.Top, c.Margin.Bottom = y.place(c.Size.H)
	if o.SafeX && x.static && c.Size.W+c.Margin.Horizontal() > x.end-x.start {
		at.X = x.start + c.Margin.Left
		if rtl {
			at.X = x.end - c.Margin.Right - c.Size.W
		}
	}
	if o.SafeY && y.static && c.Size.H+c.Margin.Vertical() > y.end-y.start {
		at.Y = y.start + c.Margin.Top
	}
	c.Offset = at.Add(area.Min())
	for _, p := range c.pending {
		p.Static = p.Static.Add(c.Offset)
		p.HasArea = false
		f.pending = append(f.pending, p)
	}
	c.pending = nil
	c.Hidden = c.Hidden || b.Style.Running != "" || l.anchors.isUnshown(b)
	f.Children = append(f.Children, &c)
}

// insetAxis resolves one axis of absolute positioning (CSS Positioned Layout 3 §4): the inset-modified containing
// block, then margins and alignment in it.
type insetAxis struct {
	start, end         geom.Unit // the inset-modified containing block, from the containing block's start
	startAuto, endAuto bool
	static             bool // both insets are auto
	align              staticAlign
	point              geom.Unit
	autoStart, autoEnd bool // auto margins
	marginStart        geom.Unit
	marginEnd          geom.Unit
	reversed           bool // the containing block starts at the end: the end inset takes precedence when over-constrained
	self               style.AlignKind
	safe, unsafe       bool
	turned             bool // the start side of the box's own writing mode is at the end
	lineEnd            bool // the containing block's line-left or block-start side is at the end
	block              bool // the block axis: auto margins share a negative free space too
	// boundStart and boundEnd are the edges of the container's padding box, which an overflowing box stays within if
	// possible.
	boundStart, boundEnd geom.Unit
}

// alignSelf sets the alignment of the box in this axis of its containing block.
func (a *insetAxis) alignSelf(self style.Alignment, rtl bool) {
	a.self, a.safe, a.unsafe = self.Kind, self.Safe, self.Unsafe
	a.reversed = a.lineEnd != rtl && !a.static
}

// ownStartAtEnd reports for each axis of the space around a box whether the start side of the box's own writing mode is
// at its end.
func (b *Box) ownStartAtEnd() (x, y bool) {
	rtl := b.Style.Direction == style.RTL
	if b.Kind != OrthogonalBox {
		return rtl != b.mirrored[0], b.mirrored[1]
	}
	corner := b.turnRect(geom.Rect{}, geom.Size{W: geom.One, H: geom.One})
	return corner.X > 0, (corner.Y > 0) != rtl
}

// weaken reduces the weaker inset when the insets leave a negative size (CSS Positioned Layout 3 §4.1).
func (a *insetAxis) weaken() {
	switch {
	case a.end >= a.start || a.static:
	case a.startAuto || (a.reversed && !a.endAuto):
		a.start = a.end
	default:
		a.end = a.start
	}
}

// toEnd reports whether the box is aligned to the end edge.
func (a *insetAxis) toEnd() bool {
	switch a.self {
	case style.AlignCenterBox:
		return false
	case style.AlignLeftBox:
		return a.lineEnd
	case style.AlignEndBox, style.AlignFlexEnd, style.AlignLastBaseline:
		return !a.reversed
	case style.AlignSelfStart:
		return a.turned
	case style.AlignSelfEnd:
		return !a.turned
	case style.AlignRightBox:
		return !a.lineEnd
	}
	return a.reversed
}

func newInsetAxis(start, end style.Length, size, point geom.Unit, align staticAlign, autoStart, autoEnd bool, marginStart, marginEnd geom.Unit) insetAxis {
	a := insetAxis{
		startAuto: !start.IsDefinite(), endAuto: !end.IsDefinite(), align: align, point: point,
		autoStart: autoStart, autoEnd: autoEnd, marginStart: marginStart, marginEnd: marginEnd,
		end: size,
	}
	a.static = a.startAuto && a.endAuto
	switch {
	case a.static && align == staticStart:
		a.start = point
	case a.static && align == staticEnd:
		a.end = point
	case a.static:
		half := min(point, size-point)
		a.start, a.end = point-half, point+half
	}
	if !a.startAuto {
		a.start = bounded(start.Resolve(size))
	}
	if !a.endAuto {
		a.end = size - bounded(end.Resolve(size))
	}
	return a
}

// size returns the available size of the border box.
func (a *insetAxis) size() geom.Unit { return a.end - a.start - a.marginStart - a.marginEnd }

// stretches reports whether an auto size fills the inset-modified containing block.
func (a *insetAxis) stretches() bool {
	if a.startAuto || a.endAuto {
		return false
	}
	return a.self == style.AlignNormal || a.self == style.AlignAutoSelf || a.self == style.AlignStretch
}

// place returns the border box's start and the used margins.
func (a *insetAxis) place(size geom.Unit) (at, marginStart, marginEnd geom.Unit) {
	ms, me := a.marginStart, a.marginEnd
	free := a.end - a.start - size - ms - me
	if !a.startAuto && !a.endAuto && (a.autoStart || a.autoEnd) {
		switch {
		case a.autoStart && a.autoEnd && free < 0 && !a.block:
			if a.reversed {
				ms = free
			} else {
				me = free
			}
		case a.autoStart && a.autoEnd:
			ms = free / 2
			me = free - ms
		case a.autoStart:
			ms += free
		default:
			me += free
		}
		return a.start + ms, ms, me
	}
	switch {
	case a.static && a.align == staticStart:
		return a.start + ms, ms, me
	case a.static && a.align == staticEnd:
		return a.end - me - size, ms, me
	case a.static:
		return a.point - (size+ms+me)/2 + ms, ms, me
	case a.startAuto:
		return a.end - me - size, ms, me
	case a.endAuto:
		return a.start + ms, ms, me
	}
	if free < 0 && !a.unsafe && a.self != style.AlignNormal && a.self != style.AlignAutoSelf && a.self != style.AlignBaseline {
		return a.placeOverflowing(size), ms, me
	}
	if a.self == style.AlignCenterBox {
		return a.start + ms + free/2, ms, me
	}
	if a.toEnd() {
		return a.end - me - size, ms, me
	}
	return a.start + ms, ms, me
}

// placeOverflowing aligns a box that is larger than its inset-modified containing block: it stays within the containing
// block if possible, else it is aligned to its start (CSS Align 3 §4.4).
func (a *insetAxis) placeOverflowing(size geom.Unit) geom.Unit {
	ms, me := a.marginStart, a.marginEnd
	outer := size + ms + me
	at := a.start
	switch {
	case a.safe && a.reversed:
		return a.end - outer + ms
	case a.safe:
		return a.start + ms
	case a.self == style.AlignCenterBox:
		at += (a.end - a.start - outer) / 2
	case a.toEnd():
		at = a.end - outer
	}
	lo, hi := min(a.boundStart, a.start), max(a.boundEnd, a.end)
	if a.reversed {
		return max(min(at, hi-outer), min(lo, hi-outer)) + ms
	}
	return max(lo, min(at, hi-outer)) + ms
}
