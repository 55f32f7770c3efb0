package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// layoutBlock lays out a block container as the root of a block formatting context.
func (l *layouter) layoutBlock(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	w := l.resolveWidth(b, s, e)
	if b.Style.TextFit != style.FitNone {
		return l.fitText(b, s, e, w)
	}
	if b.legend != nil {
		return l.layoutFieldset(b, s, e, w)
	}
	if b.multicol {
		return l.layoutColumns(b, s, e, w)
	}
	return l.layoutFlow(b, s, e, w, &flow{}, geom.Point{}, true).frag
}

// flowResult is a laid-out block with the margins that adjoin its bottom edge.
type flowResult struct {
	frag *Fragment
	end  strut
	// through is set when the block's top and bottom margins adjoin each other (it has zero height).
	through bool
}

// childSpace returns the space that a block container of border-box width w offers its children.
func (l *layouter) childSpace(b *Box, s Space, e boxEdges, w geom.Unit) Space {
	in := e.inner()
	cs := Space{
		Available: geom.Size{W: max(0, w-in.Horizontal()), H: Indefinite},
		TableCell: s.TableCell,
	}
	cs.Percent = geom.Size{W: cs.Available.W, H: Indefinite}
	switch h, ok := l.definiteHeight(b, s, e, w); {
	case b.isAnonymousFlow():
		cs.Percent.H, cs.Available.H, cs.Quirky = s.Percent.H, s.Available.H, s.Quirky
	case ok:
		cs.Percent.H = max(0, h-in.Vertical())
		cs.Available.H = cs.Percent.H
	case l.quirks && b.Kind == BlockBox && b.Style.Height.IsAuto() && !b.IsOutOfFlow() && !b.fits && b.legend == nil:
		cs.Percent.H = s.Percent.H // percentages skip auto heights in quirks mode
		cs.Quirky = cs.Percent.H != Indefinite
		if h := l.quirkyHeight(b, s, e, quirkyEdges{}); h > 0 {
			cs.Percent.H = max(0, h-in.Vertical())
		}
	}
	return cs
}

// isAnonymousFlow reports whether a box is an anonymous block, which is transparent to percentage heights (CSS 2.1
// §9.2.1.1).
func (b *Box) isAnonymousFlow() bool {
	return b.Kind == BlockBox && b.Node < 0 && b.Pseudo == NoPseudo && b.Style.Display == style.DisplayBlock
}

// layoutFlow lays out a block container of border-box width w whose border box has its corner at origin in the
// formatting context fl; root is true if it establishes that context.
func (l *layouter) layoutFlow(b *Box, s Space, e boxEdges, w geom.Unit, fl *flow, origin geom.Point, root bool) flowResult {
	f := l.newFragment(b, geom.Size{W: w}, e)
	r := flowResult{frag: f}
	cs := l.childSpace(b, s, e, w)
	in := e.inner()
	if root {
		fl.clamp.limit = b.Style.LineClamp
	}
	c := &container{
		l: l, box: b, frag: f, space: cs, flow: fl, origin: origin,
		left: origin.X + in.Left, right: origin.X + in.Left + cs.Available.W,
		y: in.Top, absorbing: !root && adjoinsTop(b, e), rtl: b.Style.Direction == style.RTL,
	}
	quirky := l.quirkyContainer(b)
	c.strut.start = quirky
	whole := !fl.clamp.cut
	if b.InlineChildren {
		c.inlineChildren()
		if whole && fl.clamp.cut && !root && fl.clamp.bottom > origin.Y {
			c.y = fl.clamp.bottom - origin.Y // a clamped block ends after the last line that is shown
		}
	} else {
		c.blockChildren()
	}
	if root && fl.clamp.cut && !fl.clamp.marked && !fl.clamp.forced && l.step(b) {
		// The content that is cut off is in another block than the last line, which was laid out without an ellipsis.
		*fl = flow{clamp: lineClamp{forced: true}}
		return l.layoutFlow(b, s, e, w, fl, origin, root)
	}
	if b.Style.TextBoxTrim != 0 {
		c.trimTextBox()
	}
	l.placeMarker(c)

	keepsEnd := !root && e.Border.Bottom == 0 && e.Padding.Bottom == 0 && !s.FixedHeight
	if _, definite := l.specifiedHeight(b, s, e); definite {
		keepsEnd = false
	}
	empty := c.absorbing
	content := c.y - in.Top
	if (!keepsEnd || c.clearedEnd) && !c.absorbing {
		if quirky {
			c.strut.quirky = 0
		}
		content += c.strut.sum()
	}
	content = max(0, content)
	if root {
		if bottom, ok := fl.bottom(); ok {
			content = max(content, bottom-origin.Y-in.Top)
		}
	}
	if root && fl.clamp.cut {
		content = max(0, fl.clamp.bottom-origin.Y-in.Top)
		f.Clamped = true
	}
	height := addSat(content, in.Vertical())
	f.contentHeight = height
	f.Size.H = l.resolveHeight(b, s, e, w, height)
	if l.quirks && b.Style.Height.IsAuto() {
		f.Size.H = max(f.Size.H, l.quirkyHeight(b, s, e, quirkyEdges{origin.Y, c.strut, keepsEnd}))
	}
	if root {
		l.alignContent(b, f, height)
	}
	r.through = !root && empty && !c.clearedEnd && in.Vertical() == 0 && f.Size.H == 0
	switch {
	case r.through:
		r.end = c.strut
		r.end.addOf(b, style.Bottom, e.Margin.Bottom)
	case keepsEnd && (f.Size.H == height || b.isContained(1)) && !c.clearedEnd && !l.hasRatio(b):
		r.end = c.strut
		r.end.addOf(b, style.Bottom, e.Margin.Bottom)
	default:
		r.end.addOf(b, style.Bottom, e.Margin.Bottom)
	}
	return r
}

// quirkyEdges holds the position of body in html and the margins that its own bottom margin collapses with.
type quirkyEdges struct {
	top    geom.Unit
	bottom strut
	placed bool // they are set, and the bottom margin collapses
}

// quirkyHeight returns the minimum height of html and body in quirks mode, where they fill the canvas; 0 for other
// boxes.
func (l *layouter) quirkyHeight(b *Box, s Space, e boxEdges, at quirkyEdges) geom.Unit {
	doc := l.in.Tree.Doc
	if b.Node == dom.None || b.Pseudo != NoPseudo || b.Node != doc.Root && b.Node != doc.Body || b.IsFloat() || b.IsOutOfFlow() {
		return 0
	}
	if l.boxes[0].Kind == OrthogonalBox {
		return 0 // neither applies in vertical documents
	}
	room := geom.Px(l.in.Height) - e.Margin.Vertical()
	if b.Node == doc.Body && b.Parent != nil && b.Parent.Node == doc.Root {
		around := l.edges(b.Parent, s.Percent.W)
		room -= around.Margin.Vertical() + around.inner().Vertical()
		if at.placed {
			at.bottom.addOf(b, style.Bottom, e.Margin.Bottom)
			room += e.Margin.Vertical() - (at.top - around.inner().Top) - at.bottom.sum()
		}
	}
	return max(0, room)
}

// alignContent applies align-content to a block container's content when its height leaves free space (CSS Align 3
// §5.1.1).
func (l *layouter) alignContent(b *Box, f *Fragment, height geom.Unit) {
	free := f.Size.H - height
	if b.Kind == TableCellBox || free == 0 {
		return
	}
	var dy geom.Unit
	switch b.Style.AlignContent.Kind {
	case style.AlignCenterBox, style.AlignSpaceAround, style.AlignSpaceEvenly:
		dy = free / 2
	case style.AlignEndBox, style.AlignFlexEnd:
		dy = free
	}
	if free < 0 && (!b.Style.AlignContent.Unsafe || b.Style.AlignContent.Kind == style.AlignSpaceAround || b.Style.AlignContent.Kind == style.AlignSpaceEvenly) {
		dy = 0 // overflowing content stays at the start unless specified otherwise
	}
	shiftContent(f, dy)
}

// shiftContent moves the content of a fragment, which must not be shared yet, down by dy.
func shiftContent(f *Fragment, dy geom.Unit) {
	if dy == 0 {
		return
	}
	for _, c := range f.Children {
		if b := c.Box; c.Kind == BoxFragment && b != nil && b.IsOutOfFlow() && (b.Style.Inset[style.Top].IsDefinite() || b.Style.Inset[style.Bottom].IsDefinite()) {
			continue // its position is relative to the padding box
		}
		c.Offset.Y += dy
	}
	f.Rules = shiftRules(f.Rules, dy)
	for i := range f.pending {
		f.pending[i].Static.Y += dy
	}
	if f.FirstBaseline != NoBaseline {
		f.FirstBaseline += dy
	}
	if f.LastBaseline != NoBaseline {
		f.LastBaseline += dy
	}
	if f.lineBaseline != NoBaseline {
		f.lineBaseline += dy
	}
}

// container is the state of placing the children of a block container.
type container struct {
	l      *layouter
	box    *Box
	frag   *Fragment
	space  Space // the space offered to children
	flow   *flow
	origin geom.Point // of the border box in context coordinates
	left   geom.Unit  // content edges in context coordinates
	right  geom.Unit
	rtl    bool

	y     geom.Unit // bottom edge of the placed content, from the border box's top
	strut strut     // margins below y that have not been applied
	// absorbing is set while nothing separates this block's top margin from the next child's: the block's position
	// already includes that child's margins.
	absorbing bool
	// clearedEnd is set when the last margins belong to a box with clearance and do not adjoin this block's bottom
	// margin.
	clearedEnd bool
	filled     bool // an in-flow child was placed
	// adjoining holds the sides with floats that adjoin this block's top margin: clearing them always separates margins.
	adjoining style.Clear
	// placed holds the rows of columns of a multi-column container.
	placed []columnsPlaced
}

// top returns the position of a box without margins at this point, from the border box's top.
func (c *container) top() geom.Unit {
	if c.absorbing {
		return c.y
	}
	return c.y + c.strut.sum()
}

func (c *container) blockChildren() {
	for _, child := range c.box.Children {
		if c.l.err != nil {
			return
		}
		switch {
		case child.Kind == MarkerBox || child.Kind == TableColumnBox || child == c.box.legend:
		case child.IsOutOfFlow():
			c.outOfFlow(child)
		case child.IsFloat():
			if c.absorbing && child.Style.Float == style.FloatLeft {
				c.adjoining |= style.ClearLeft
			} else if c.absorbing {
				c.adjoining |= style.ClearRight
			}
			c.l.layoutFloat(c.frag, child, c.space, c.flow, c.origin, c.origin.Y+c.top(), c.left, c.right)
		case c.l.in.PageWidth != nil && child.Style.Page != "":
			c.pageChild(child)
		default:
			c.flow.clamp.cut = c.flow.clamp.cut || c.flow.clamp.full()
			from := len(c.frag.pending)
			c.inFlowChild(child)
			setSplitContainers(c.frag, from, child)
		}
	}
	if !c.box.isAnonymousFlow() {
		c.l.resolveSplitContainers(c.frag)
	}
}

func (c *container) inFlowChild(child *Box) {
	if isContext(child) {
		c.contextChild(child)
	} else {
		c.flowChild(child)
	}
}

// pageChild lays out a child with a page type of its own, at the width of those pages.
func (c *container) pageChild(child *Box) {
	around := ""
	for b := c.box; b != nil && around == ""; b = b.Parent {
		around = b.Style.Page
	}
	by := c.l.in.PageWidth(child.Style.Page) - c.l.in.PageWidth(around)
	space, right := c.space, c.right
	c.space.Available.W, c.space.Percent.W, c.right = max(0, addSat(space.Available.W, by)), max(0, addSat(space.Percent.W, by)), addSat(right, by)
	c.inFlowChild(child)
	c.space, c.right = space, right
}

// outOfFlow registers an absolutely positioned child at its static position.
func (c *container) outOfFlow(child *Box) {
	o := outOfFlow{Box: child, Static: geom.Point{X: c.left - c.origin.X, Y: c.top()}}
	if c.rtl {
		o.Static.X, o.AlignX = c.right-c.origin.X, staticEnd
	}
	if child.Style.WasInline {
		// An inline-level box would have been on a line, next to the floats.
		left, right := c.flow.lineBand(c.origin.Y+c.top(), 0, c.left, c.right)
		left, right = left-c.origin.X, right-c.origin.X
		o.Static.X = left
		if c.rtl {
			o.Static.X = right
		}
		switch c.box.Style.TextAlign {
		case style.AlignCenter, style.AlignWebkitCenter:
			o.Static.X = (left + right) / 2
		case style.AlignRight, style.AlignWebkitRight:
			o.Static.X = right
		case style.AlignLeft, style.AlignWebkitLeft:
			o.Static.X = left
		case style.AlignEnd:
			o.Static.X = left + right - o.Static.X
		default:
			indent := c.l.textIndent(c.box, c.space.Percent.W)
			switch {
			case c.rtl:
				o.Static.X -= indent
			default:
				o.Static.X += indent
			}
		}
	} else {
		c.alignStatic(child, &o)
	}
	c.l.addOutOfFlow(c.frag, o)
}

// flowChild lays out a block of the same formatting context.
func (c *container) flowChild(child *Box) {
	l := c.l
	e := l.edges(child, c.space.Percent.W)
	w := l.resolveWidth(child, c.childSpace(child), e)
	clearance := false
	if child.Style.Clear != style.ClearNone {
		if bottom, ok := c.flow.clearY(child.Style.Clear); ok {
			hypothetical := c.y
			if !c.absorbing {
				t := c.strut
				l.openMargins(child, c.space, c.flow, c.origin.Y+c.y, &t)
				hypothetical += t.sum()
			}
			if bottom > c.origin.Y+hypothetical || c.absorbing && c.adjoining&child.Style.Clear != 0 {
				clearance = true
				c.y, c.strut, c.absorbing = bottom-c.origin.Y, strut{}, false
			}
		}
	}
	at := c.y
	switch {
	case clearance:
		c.flow.margin = 0
	case c.absorbing:
	default:
		l.openMargins(child, c.space, c.flow, c.origin.Y+c.y, &c.strut)
		c.flow.margin = c.strut.sum()
		at = c.y + c.flow.margin
	}
	x := c.alignChild(child, w, &e.Margin)
	r := l.layoutFlow(child, c.space, e, w, c.flow, geom.Point{X: c.origin.X + x, Y: c.origin.Y + at}, false)
	l.finish(r.frag)
	r.frag.Margin = e.Margin
	at += c.markerPush(r.frag)
	l.place(c.frag, r.frag, geom.Point{X: x, Y: at}, c.containing())
	inheritBaselines(c.frag, r.frag, geom.Point{X: x, Y: at})
	if r.through {
		switch {
		case clearance:
			c.y = at - e.Margin.Top
			c.strut = strut{}
			c.strut.add(e.Margin.Top)
			c.strut.merge(r.end)
			c.clearedEnd, c.filled = true, true
		case !c.absorbing:
			c.strut.merge(r.end)
		}
		return
	}
	c.y = addSat(at, r.frag.Size.H)
	c.strut = r.end
	c.absorbing, c.clearedEnd, c.filled = false, false, true
}

// containing returns the base of percentages of a child's insets.
func (c *container) containing() geom.Size {
	size := c.space.Percent
	if c.space.Quirky {
		size.H = Indefinite
	}
	return size
}

// childSpace returns the space of a child: an aligned child shrinks to fit (CSS Align 3 §6.1).
func (c *container) childSpace(child *Box) Space {
	s := c.space
	if k := c.justifySelf(child).Kind; k != style.AlignNormal && k != style.AlignStretch || child.fits {
		s.ShrinkToFit = true
	}
	return s
}

// contextChild lays out a child with a formatting context of its own: next to floats it moves down until its border box
// fits (CSS 2.1 §9.5).
func (c *container) contextChild(child *Box) {
	l := c.l
	e := l.edges(child, c.space.Percent.W)
	if c.absorbing {
		// A box pushed down by floats excludes its margin from those that determined this block's position.
		left, right := c.flow.band(c.origin.Y+c.y, 0, c.left, c.right)
		if taken := left - c.left + c.right - right; e.Margin.Top > 0 && taken > 0 && l.passesFloats(child, c.space, taken) {
			c.absorbing, c.strut = false, strut{}
		}
	}
	if !c.absorbing {
		c.strut.addOf(child, style.Top, e.Margin.Top)
	}
	begin := c.top()
	y := c.origin.Y + begin
	if child.Style.Clear != style.ClearNone {
		if bottom, ok := c.flow.clearY(child.Style.Clear); ok && bottom > y {
			y = bottom
		}
	}
	var f *Fragment
	var x geom.Unit
	offered := c.childSpace(child)
	margin := e.Margin
	for {
		left, right := c.flow.band(y, 0, c.left, c.right)
		if left == c.left && right == c.right {
			// Floats further down may still overlap a tall box.
			f = l.layout(child, offered)
			lo, hi := c.flow.band(y, f.Size.H, c.left, c.right)
			if lo == c.left && hi == c.right {
				margin = e.Margin
				x = c.alignChild(child, f.Size.W, &margin)
				break
			}
			left, right = lo, hi
		}
		// Margins may overlap the floats: only the border box must fit.
		lo := max(left, c.left+e.Margin.Left)
		hi := min(right, c.right-e.Margin.Right)
		cs := offered
		cs.Available.W = max(0, hi-lo+e.Margin.Horizontal())
		f = l.layout(child, cs)
		l2, r2 := c.flow.band(y, f.Size.H, c.left, c.right)
		lo2, hi2 := max(l2, c.left+e.Margin.Left), min(r2, c.right-e.Margin.Right)
		for child.Style.Width.IsAuto() && l2 <= r2 && hi2-lo2 < hi-lo && f.Size.W > hi2-lo2 {
			// Floats further down narrow a box of auto width.
			lo, hi = lo2, hi2
			cs.Available.W = max(0, hi-lo+e.Margin.Horizontal())
			f = l.layout(child, cs)
			l2, r2 = c.flow.band(y, f.Size.H, c.left, c.right)
			lo2, hi2 = max(l2, c.left+e.Margin.Left), min(r2, c.right-e.Margin.Right)
		}
		next, ok := c.flow.nextY(y)
		room := hi2 - lo2
		if !child.Style.Width.IsAuto() {
			// The end margin of a box with a specified width may extend beyond the container.
			if c.rtl {
				room = hi2 - l2
			} else {
				room = r2 - lo2
			}
		}
		if f.Size.W <= max(0, room) || !ok {
			margin = e.Margin
			x = c.alignIn(child, f.Size.W, &margin, lo2-e.Margin.Left, hi2+e.Margin.Right)
			break
		}
		y = next
	}
	at := geom.Point{X: x, Y: y - c.origin.Y + c.markerPush(f)}
	p := l.place(c.frag, f, at, c.containing())
	p.Margin = margin
	if child.splitParent != nil {
		p.lowered = at.Y - begin
	}
	inheritBaselines(c.frag, f, at)
	c.y = addSat(at.Y, f.Size.H)
	c.strut = strut{}
	c.strut.addOf(child, style.Bottom, e.Margin.Bottom)
	c.absorbing, c.clearedEnd, c.filled = false, false, true
}
