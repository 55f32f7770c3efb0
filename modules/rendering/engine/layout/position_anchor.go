package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// anchorPlacement is the placement of an absolutely positioned box relative to anchors (CSS Anchor Positioning 1). Its
// rectangles are in physical directions, from the corner of the fragment that contains the box.
type anchorPlacement struct {
	l         *layouter
	f         *Fragment
	o         outOfFlow
	space     anchorSpace
	anchors   *anchorIndex
	container *style.Computed // of the containing block
	area      geom.Rect       // the containing block
	// scrolled is the containing block with its scrollable overflow, in which areas are placed.
	scrolled geom.Rect
	// bounds is the padding box and where it can be scrolled to, in which a box of an area stays if possible.
	bounds  geom.Rect
	padding geom.Rect // the padding box, in the fragment's space
}

// layoutAnchored lays out one box whose position may depend on anchors, trying its position-try-fallbacks.
func (l *layouter) layoutAnchored(f *Fragment, o outOfFlow, area, padding geom.Rect) {
	p := &anchorPlacement{l: l, f: f, o: o, space: l.physicalSpace(f), padding: padding}
	p.anchors = l.anchorsIn(f, p.space)
	if !l.spend(o.Box, p.anchors.boxes) {
		return
	}
	p.anchors.boxes = 0
	p.container = l.boxes[0].Style
	if f.Box != nil {
		p.container = f.Box.Style
	}
	p.area = p.space.physical(area)
	p.scrolled, p.bounds = p.area, p.space.physical(padding)
	if f.Box == nil && o.Box.Style.Position != style.PositionFixed || f.Box != nil && f.Box.Parent != nil && clips(f.Box.Style) {
		p.scrolled = p.scrollableArea(padding)
		const far = geom.MaxUnit / 2 // content may overflow where it can be scrolled to
		p.bounds = p.atScrollableEnds(p.bounds, geom.Rect{X: -far, Y: -far, W: 2 * far, H: 2 * far})
	}
	p.try()
}

// scrollableArea returns a containing block with the content of f that overflows it where it can be scrolled to, in
// physical directions.
func (p *anchorPlacement) scrollableArea(padding geom.Rect) geom.Rect {
	r := padding
	in := p.f.Padding
	for _, c := range p.f.Children {
		if c.Box != nil && c.Box.IsOutOfFlow() {
			continue
		}
		own := geom.RectAt(c.Offset, c.Size)
		m := geom.Edges{Top: max(0, c.Margin.Top), Right: max(0, c.Margin.Right), Bottom: max(0, c.Margin.Bottom), Left: max(0, c.Margin.Left)}
		r = r.Union(own.Outset(m.Add(in)))
		if c.Box == nil || !clips(c.Box.Style) {
			r = r.Union(c.Overflow.Move(c.Offset))
		}
	}
	return p.atScrollableEnds(p.area, p.space.physical(r))
}

// atScrollableEnds returns the rectangle r with the sides of r that content overflows from replaced by those of by.
func (p *anchorPlacement) atScrollableEnds(r, by geom.Rect) geom.Rect {
	x, right, y, bottom := r.X, max(r.MaxX(), by.MaxX()), r.Y, max(r.MaxY(), by.MaxY())
	mode, dir := p.container.WritingMode, p.container.Direction
	if style.StartsAtEnd(mode, dir, false) {
		x, right = min(r.X, by.X), r.MaxX()
	}
	if style.StartsAtEnd(mode, dir, true) {
		y, bottom = min(r.Y, by.Y), r.MaxY()
	}
	return geom.Rect{X: x, Y: y, W: right - x, H: bottom - y}
}

// anchoredStyle is a style of a box with its anchors resolved: one option of its position.
type anchoredStyle struct {
	style *style.Computed // physical
	// region is the containing block, inset-modified in available.
	region, available geom.Rect
	// centers are set in the axes of anchor-center.
	centers [2]*anchorCenter
	follows *anchorBox // the default anchor, or the first one of a function
	areaSet bool
}

// anchorCenter is the centre of an anchor in one axis, at which a box is aligned.
type anchorCenter struct {
	at           geom.Unit
	safe, unsafe bool
}

// resolve resolves the anchors of a physical style.
func (p *anchorPlacement) resolve(st *style.Computed) anchoredStyle {
	s := *st
	r := anchoredStyle{style: &s, region: p.area}
	if p.f.Box == nil {
		p.alignInCanvas(&s)
	}
	a := s.Anchoring
	var target *anchorBox
	if a != nil && a.Target != "" {
		target = p.anchors.find(a.Target, p.o.Box)
	}
	r.follows = target
	if r.areaSet = target != nil && !a.Area.IsNone(); r.areaSet {
		r.region = p.cell(&s, target.rect)
	}
	s.SetAnchors(func(prop style.AnchorProperty, ref *style.AnchorRef) (float64, bool) {
		to := target
		if ref.Name != "" {
			to = p.anchors.find(ref.Name, p.o.Box)
		}
		if to == nil {
			return 0, false
		}
		if r.follows == nil {
			r.follows = to
		}
		return p.value(&s, prop, ref, to.rect, r.region)
	})
	if target != nil {
		p.align(&r, target)
	}
	p.measure(&r)
	return r
}

// cell returns the part of the grid around an anchor that position-area selects (CSS Anchor Positioning 1 §3.1).
func (p *anchorPlacement) cell(s *style.Computed, anchor geom.Rect) geom.Rect {
	x, y := s.Anchoring.Area.Spans(p.container, s)
	left, w := selectSpan(x, p.scrolled.X, p.scrolled.MaxX(), anchor.X, anchor.MaxX())
	top, h := selectSpan(y, p.scrolled.Y, p.scrolled.MaxY(), anchor.Y, anchor.MaxY())
	return geom.Rect{X: left, Y: top, W: w, H: h}
}

// selectSpan returns the start and the size of a selection between the ends of the containing block and of the anchor.
func selectSpan(span style.AreaSpan, from, to, start, end geom.Unit) (at, size geom.Unit) {
	lo, hi := min(from, start), max(to, end)
	switch span {
	case style.AreaCenter:
		lo, hi = start, end
	case style.AreaStart:
		hi = start
	case style.AreaEnd:
		lo = end
	case style.AreaSpanStart:
		hi = end
	case style.AreaSpanEnd:
		lo = start
	}
	return lo, hi - lo
}

// value returns the value of an anchor function in pixels; ok is false if its keyword does not match the property's
// axis.
func (p *anchorPlacement) value(s *style.Computed, prop style.AnchorProperty, ref *style.AnchorRef, anchor, region geom.Rect) (px float64, ok bool) {
	if ref.Size {
		if p.isHeight(s, ref.Dimension, prop.Vertical) {
			return anchor.H.Float(), true
		}
		return anchor.W.Float(), true
	}
	start, end := anchor.X, anchor.MaxX()
	from, to := region.X, region.MaxX()
	if prop.Vertical {
		start, end, from, to = anchor.Y, anchor.MaxY(), region.Y, region.MaxY()
	}
	at := start
	of := p.container
	switch ref.Side {
	case style.AnchorSelfStart, style.AnchorSelfEnd:
		of = s
	}
	reversed := style.StartsAtEnd(of.WritingMode, of.Direction, prop.Vertical)
	atEnd := false
	switch ref.Side {
	case style.AnchorTop, style.AnchorBottom, style.AnchorLeft, style.AnchorRight:
		if vertical := ref.Side == style.AnchorTop || ref.Side == style.AnchorBottom; vertical != prop.Vertical {
			return 0, false
		}
		atEnd = ref.Side == style.AnchorBottom || ref.Side == style.AnchorRight
	case style.AnchorInside:
		atEnd = prop.End
	case style.AnchorOutside:
		atEnd = !prop.End
	case style.AnchorStart, style.AnchorSelfStart:
		atEnd = reversed
	case style.AnchorEnd, style.AnchorSelfEnd:
		atEnd = !reversed
	case style.AnchorPercent:
		part := geom.FromFloat((end - start).Float() * ref.Percent / 100)
		if at = start + part; reversed {
			at = end - part
		}
	}
	if atEnd {
		at = end
	}
	if prop.End {
		return (to - at).Float(), true
	}
	return (at - from).Float(), true
}

// isHeight reports whether anchor-size() refers to the anchor's height.
func (p *anchorPlacement) isHeight(s *style.Computed, d style.AnchorDimension, vertical bool) bool {
	switch d {
	case style.AnchorWidth:
		return false
	case style.AnchorHeight:
		return true
	case style.AnchorBlock, style.AnchorInline:
		return (d == style.AnchorBlock) == (p.container.WritingMode == style.HorizontalTB)
	case style.AnchorSelfBlock, style.AnchorSelfInline:
		return (d == style.AnchorSelfBlock) == (s.WritingMode == style.HorizontalTB)
	}
	return vertical
}

// align sets the alignment of the box in its area, and finds the axes in which it is centred on its anchor. There, auto
// insets and margins are zero.
func (p *anchorPlacement) align(r *anchoredStyle, target *anchorBox) {
	s := r.style
	var spans [2]style.AreaSpan
	if r.areaSet {
		spans[0], spans[1] = s.Anchoring.Area.Spans(p.container, s)
	}
	for axis, span := range spans {
		start, end := [2]int{style.Left, style.Top}[axis], [2]int{style.Right, style.Bottom}[axis]
		self := &s.JustifySelf
		if horizontal := p.f.Box == nil || p.container.WritingMode == style.HorizontalTB; (axis == 1) == horizontal {
			self = &s.AlignSelf
		}
		if !r.areaSet && !self.Anchor {
			continue
		}
		if r.areaSet && (self.Kind == style.AlignNormal || self.Kind == style.AlignAutoSelf) {
			*self = p.areaAlignment(span, axis == 1, s.Inset[start].IsAuto(), s.Inset[end].IsAuto())
		}
		for _, side := range [...]int{start, end} {
			if s.Inset[side].IsAuto() {
				s.Inset[side] = style.Pixels(0)
			}
			if s.Margin[side].IsAuto() {
				s.Margin[side] = style.Pixels(0)
			}
		}
		if self.Anchor {
			at := target.rect.X + target.rect.W/2
			if axis == 1 {
				at = target.rect.Y + target.rect.H/2
			}
			r.centers[axis] = &anchorCenter{at: at, safe: self.Safe, unsafe: self.Unsafe}
			*self = style.Alignment{Kind: style.AlignStartBox, Unsafe: true}
		}
	}
}

// areaAlignment returns the alignment that normal means in an area: towards the anchor, or towards the only inset that is
// not auto, which the box then overflows from.
func (p *anchorPlacement) areaAlignment(span style.AreaSpan, vertical, autoStart, autoEnd bool) style.Alignment {
	end, alone := span == style.AreaStart || span == style.AreaSpanStart, autoStart != autoEnd
	switch {
	case alone:
		end = autoStart
	case span == style.AreaAll:
		return style.Alignment{Kind: style.AlignCenterBox, Anchor: true}
	case span == style.AreaCenter:
		return style.Alignment{Kind: style.AlignCenterBox}
	}
	if end == p.startsAtEnd(vertical) {
		return style.Alignment{Kind: style.AlignStartBox, Unsafe: alone}
	}
	return style.Alignment{Kind: style.AlignEndBox, Unsafe: alone}
}

// startsAtEnd reports whether the start side of the containing block is at the right or bottom, as far as alignment is
// concerned: that of the canvas is always at the left and top.
func (p *anchorPlacement) startsAtEnd(vertical bool) bool {
	return p.f.Box != nil && style.StartsAtEnd(p.container.WritingMode, p.container.Direction, vertical)
}

// alignInCanvas converts the alignments of a box from the writing mode of the root element to that of the canvas.
func (p *anchorPlacement) alignInCanvas(s *style.Computed) {
	mode, dir := p.container.WritingMode, p.container.Direction
	if mode != style.HorizontalTB {
		s.JustifySelf, s.AlignSelf = s.AlignSelf, s.JustifySelf
	}
	for axis, self := range [...]*style.Alignment{&s.JustifySelf, &s.AlignSelf} {
		if !style.StartsAtEnd(mode, dir, axis == 1) {
			continue
		}
		switch self.Kind {
		case style.AlignStartBox, style.AlignFlexStart:
			self.Kind = style.AlignEndBox
		case style.AlignEndBox, style.AlignFlexEnd:
			self.Kind = style.AlignStartBox
		}
	}
}

// measure sets the inset-modified containing block, in which a box with fallbacks has to fit.
func (p *anchorPlacement) measure(r *anchoredStyle) {
	outer := r.region
	if !r.areaSet {
		outer = outer.Union(p.scrolled)
	}
	at := p.space.physical(geom.RectAt(p.o.Static, geom.Size{}))
	axis := func(start, end style.Length, from, to, least, most, static geom.Unit, align staticAlign) (lo, hi geom.Unit) {
		lo, hi = least, most
		if start.IsDefinite() {
			lo = from + bounded(start.Resolve(to-from))
		}
		if end.IsDefinite() {
			hi = to - bounded(end.Resolve(to-from))
		}
		if start.IsDefinite() || end.IsDefinite() || p.o.turned != nil || p.space.turn != nil {
			return lo, hi
		}
		switch align {
		case staticStart:
			lo = static
		case staticEnd:
			hi = static
		}
		return lo, hi
	}
	in := &r.style.Inset
	x, right := axis(in[style.Left], in[style.Right], r.region.X, r.region.MaxX(), outer.X, outer.MaxX(), at.X, p.o.AlignX)
	y, bottom := axis(in[style.Top], in[style.Bottom], r.region.Y, r.region.MaxY(), outer.Y, outer.MaxY(), at.Y, p.o.AlignY)
	r.available = geom.Rect{X: x, Y: y, W: right - x, H: bottom - y}
}
