package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// openFragment is the fragment of an inline box while leaves are added to it.
type openFragment struct {
	state *boxState
	frag  *Fragment
	at    geom.Point // of its border box on the line
	left  bool
	right bool
}

// build creates the line's fragment and places it in the container.
func (b *lineBuilder) build() *Fragment {
	f, c := b.f, b.f.c
	order := b.visual()
	b.order = order
	b.countGroups(order)
	width := b.ln.width - b.indent
	if j := b.justified(); j != 0 {
		width += j
	}
	x := b.startX(width)
	line := &Fragment{
		Kind: LineFragment, Size: geom.Size{W: max(0, f.right-f.left), H: b.extent.ascent + b.extent.descent},
		FirstBaseline: b.extent.ascent, LastBaseline: b.extent.ascent,
	}
	mark := b.ellipsis(order, x)
	stack := []openFragment{{state: b.root, frag: line}}
	closeTop := func() {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		b.close(&top, &stack[len(stack)-1], &x)
	}
	for _, i := range order {
		lf := &b.leaves[i]
		for !isWithin(lf.state, stack[len(stack)-1].state) {
			closeTop()
		}
		var chain []*boxState
		for s := lf.state; s != stack[len(stack)-1].state; s = s.parent {
			chain = append(chain, s)
		}
		for k := len(chain) - 1; k >= 0; k-- {
			stack = append(stack, b.open(chain[k], &x))
		}
		b.place(lf, &stack[len(stack)-1], &x)
	}
	for len(stack) > 1 {
		closeTop()
	}
	if mark != nil {
		f.l.place(line, mark, mark.Offset, c.space.Percent)
	}
	f.makeRoom(line)
	f.l.place(c.frag, line, geom.Point{X: f.left - c.origin.X, Y: f.top - c.origin.Y}, c.space.Percent)
	inheritBaselines(c.frag, line, geom.Point{Y: f.top - c.origin.Y})
	return line
}

// justified returns the width that justification added to the line.
func (b *lineBuilder) justified() geom.Unit {
	if b.textAlign() != style.AlignJustify {
		return 0
	}
	var sum geom.Unit
	for i := range b.leaves {
		sum += b.leaves[i].width
	}
	for _, s := range b.states[1:] {
		if s.opens {
			sum += startEdge(s.box, s.edges)
		}
		if s.closes {
			sum += endEdge(s.box, s.edges)
		}
	}
	return sum - b.hang - (b.ln.width - b.indent)
}

// startX returns the line's visual start, from the line box's left.
func (b *lineBuilder) startX(width geom.Unit) geom.Unit {
	room := b.f.right - b.f.left - b.indent
	free := room - width - b.ln.overs
	rtl := b.rtl()
	var x geom.Unit
	switch b.textAlign() {
	case style.AlignCenter:
		x = free / 2
	case style.AlignRight:
		x = free
	case style.AlignJustify:
		if rtl {
			x = free
		}
	}
	// Lines that are too wide overflow at the end edge.
	if free < 0 {
		x = 0
		if rtl {
			x = free
		}
	}
	if rtl {
		return x - b.hang
	}
	return x + b.indent
}

func isWithin(s, ancestor *boxState) bool {
	for ; s != nil; s = s.parent {
		if s == ancestor {
			return true
		}
	}
	return false
}

// countGroups counts the fragments of each box on the line.
func (b *lineBuilder) countGroups(order []int) {
	cur := b.root
	for _, i := range order {
		s := b.leaves[i].state
		for p := s; p != nil && p.parent != nil; p = p.parent {
			if !isWithin(cur, p) {
				p.groups++
			}
		}
		cur = s
	}
}

func (b *lineBuilder) open(s *boxState, x *geom.Unit) openFragment {
	ltr := s.box.Style.Direction != style.RTL
	o := openFragment{state: s, left: s.seen == 0 && (ltr && s.opens || !ltr && s.closes)}
	s.seen++
	o.right = s.seen == s.groups && (ltr && s.closes || !ltr && s.opens)
	e := s.edges
	if !o.left {
		e.Margin.Left, e.Border.Left, e.Padding.Left = 0, 0, 0
	}
	if !o.right {
		e.Margin.Right, e.Border.Right, e.Padding.Right = 0, 0, 0
	}
	*x += e.Margin.Left
	over, under := s.metrics.Ascent, s.metrics.Descent
	if trim := s.box.Style.TextBoxTrim; trim != 0 {
		cut, low := b.f.l.textBoxEdges(s.box.Style)
		if trim&style.TrimStart != 0 {
			over = cut
		}
		if trim&style.TrimEnd != 0 {
			under = low
		}
	}
	y := b.extent.ascent + baselineOf(s) - over - e.Border.Top - e.Padding.Top
	o.at = geom.Point{X: *x, Y: y}
	o.frag = &Fragment{
		Kind: InlineFragment, Box: s.box, Border: e.Border, Padding: e.Padding, Margin: e.Margin,
		Size:          geom.Size{H: over + under + e.inner().Vertical()},
		FirstBaseline: over + e.Border.Top + e.Padding.Top, LastBaseline: NoBaseline,
		OmitLeft: !o.left, OmitRight: !o.right,
	}
	*x += e.Border.Left + e.Padding.Left
	return o
}

func (b *lineBuilder) close(o, parent *openFragment, x *geom.Unit) {
	*x += o.frag.Padding.Right + o.frag.Border.Right
	o.frag.Size.W = max(0, *x-o.at.X)
	*x += o.frag.Margin.Right
	at := o.at.Sub(parent.at)
	if o.state.box.Style.Position == style.PositionRelative {
		at = at.Add(insetOffset(o.state.box, b.f.c.space.Percent))
	}
	b.f.l.place(parent.frag, o.frag, at, b.f.c.space.Percent)
}

// place adds a leaf at x to the innermost open fragment.
func (b *lineBuilder) place(lf *leaf, in *openFragment, x *geom.Unit) {
	l, c := b.f.l, b.f.c
	baseline := b.extent.ascent + baselineOf(lf.state)
	switch lf.kind {
	case leafText:
		m := l.fontMetrics(lf.box.Style)
		at := geom.Point{X: *x, Y: baseline - m.Ascent}.Sub(in.at)
		if n := len(in.frag.Children); n > 0 {
			if prev := in.frag.Children[n-1]; prev.Kind == TextFragment && prev.Box == lf.box && !prev.Hidden && !lf.hidden && lf.shown == nil && prev.Offset.X+prev.Size.W == at.X {
				prev.Runs = append(prev.Runs, PlacedRun{Run: lf.run, X: prev.Size.W, Source: b.f.ic.para.Text})
				prev.Size.W += lf.width
				*x += lf.width
				return
			}
		}
		frag := &Fragment{
			Kind: TextFragment, Box: lf.box, Size: geom.Size{W: lf.width, H: m.Ascent + m.Descent},
			FirstBaseline: l.alphabeticMetrics(lf.box.Style).Ascent, LastBaseline: NoBaseline, Hidden: lf.hidden,
			Runs: []PlacedRun{{Run: lf.run, Source: b.f.ic.para.Text}},
		}
		if lf.shown != nil {
			frag.Runs = lf.shown
		}
		if l.fit.keepsLengths {
			frag.TextScale = l.fit.scale
		}
		l.place(in.frag, frag, at, c.space.Percent)
	case leafAtomic:
		y := baseline + lf.align.shift
		at := geom.Point{X: *x + lf.frag.Margin.Left, Y: y - lf.align.extent.ascent + lf.frag.Margin.Top}.Sub(in.at)
		before := len(in.frag.pending)
		l.place(in.frag, lf.frag, at, c.space.Percent).Hidden = lf.hidden
		for i := before; i < len(in.frag.pending); i++ {
			b.setInlineContainer(&in.frag.pending[i], lf.state)
		}
	case leafBreak:
		m := l.fontMetrics(lf.box.Style)
		frag := &Fragment{
			Kind: InlineFragment, Box: lf.box, Size: geom.Size{H: m.Ascent + m.Descent},
			FirstBaseline: m.Ascent, LastBaseline: NoBaseline,
		}
		l.place(in.frag, frag, geom.Point{X: *x, Y: baseline - m.Ascent}.Sub(in.at), c.space.Percent)
	case leafOutOfFlow:
		b.outOfFlow(lf, in, *x)
	}
	*x += lf.width
}

// setInlineContainer makes the nearest positioned inline ancestor of a leaf the containing block of an absolutely positioned box.
func (b *lineBuilder) setInlineContainer(o *outOfFlow, s *boxState) {
	if o.inline != nil {
		return
	}
	for ; s != nil && s.parent != nil; s = s.parent {
		if isFixedContainer(s.box) || (o.Box.Style.Position == style.PositionAbsolute && isAbsoluteContainer(s.box)) {
			o.inline = s.box
			return
		}
	}
}

// outOfFlow registers an absolutely positioned box on the line at its static position: an inline-level one in place, a
// block-level one at the start of its own line.
func (b *lineBuilder) outOfFlow(lf *leaf, in *openFragment, x geom.Unit) {
	o := outOfFlow{Box: lf.box, Static: geom.Point{X: x}}
	if lf.box.Style.WasInline {
		if lf.level%2 == 1 {
			o.AlignX = staticEnd
		}
	} else {
		o.Static.X = b.f.c.left - b.f.left
		if b.rtl() {
			o.Static.X, o.AlignX = b.f.c.right-b.f.left, staticEnd
		}
		if b.contentBefore(lf) {
			o.Static.Y = b.extent.ascent + b.extent.descent
		}
	}
	o.SafeX, o.SafeY = lf.box.Style.JustifySelf.Safe, lf.box.Style.AlignSelf.Safe
	alignAtPoint(lf.box, &o, b.rtl())
	alignInLine(lf.box, &o, b.extent.ascent+b.extent.descent)
	o.Static = o.Static.Sub(in.at)
	b.setInlineContainer(&o, lf.state)
	b.f.l.addOutOfFlow(in.frag, o)
}

// alignInLine applies align-self to a static position: on the block axis, it is aligned in the height of the line.
func alignInLine(child *Box, o *outOfFlow, height geom.Unit) {
	switch child.Style.AlignSelf.Kind {
	case style.AlignCenterBox:
		o.Static.Y, o.AlignY = o.Static.Y+height/2, staticCenter
	case style.AlignEndBox, style.AlignFlexEnd, style.AlignSelfEnd, style.AlignLastBaseline:
		o.Static.Y, o.AlignY = o.Static.Y+height, staticEnd
	}
}

// alignAtPoint applies justify-self to a static position on a line, which is a point.
func alignAtPoint(child *Box, o *outOfFlow, rtl bool) {
	side := func(end bool) staticAlign {
		if end {
			return staticEnd
		}
		return staticStart
	}
	switch child.Style.JustifySelf.Kind {
	case style.AlignCenterBox:
		o.AlignX = staticCenter
	case style.AlignStartBox, style.AlignFlexStart:
		o.AlignX = side(rtl)
	case style.AlignEndBox, style.AlignFlexEnd:
		o.AlignX = side(!rtl)
	case style.AlignSelfStart:
		o.AlignX = side(child.Style.Direction == style.RTL)
	case style.AlignSelfEnd:
		o.AlignX = side(child.Style.Direction != style.RTL)
	case style.AlignLeftBox, style.AlignRightBox:
		o.AlignX = side((child.Style.JustifySelf.Kind == style.AlignRightBox) != rtl)
	}
}

// contentBefore reports whether content precedes a leaf on its line in visual order.
func (b *lineBuilder) contentBefore(lf *leaf) bool {
	for k := range b.order {
		i := b.order[k]
		if b.rtl() {
			i = b.order[len(b.order)-1-k]
		}
		if &b.leaves[i] == lf {
			break
		}
		switch c := &b.leaves[i]; c.kind {
		case leafText, leafTab, leafAtomic:
			return true
		case leafEmpty:
			if startEdge(c.state.box, c.state.edges) != 0 || endEdge(c.state.box, c.state.edges) != 0 {
				return true
			}
		}
	}
	return false
}
