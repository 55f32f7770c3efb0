package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Vertical writing modes (CSS Writing Modes 4 §7) are laid out rotated: where the writing mode changes between
// horizontal and vertical, the box becomes an OrthogonalBox in its parent's space around an inner box whose lines run
// along x like all others. Inside, the axes of styles are swapped, and the finished fragments are rotated back. Layout
// itself thus only handles horizontal text.

// turner swaps the axes of the styles below a change of the writing mode.
type turner struct {
	t *treeBuilder
	// styles maps computed styles to rotated ones.
	styles map[turnedKey]*style.Computed
	// onLine maps computed styles of inline boxes to those with another baseline.
	onLine map[baselineKey]*style.Computed
}

type baselineKey struct {
	style   *style.Computed
	central bool
}

type turnedKey struct {
	style *style.Computed
	// around is the mode of the box's parent, to which its margins and insets belong.
	mode, around style.WritingMode
}

// keptBox holds the original values of a box before its axes were swapped, which painting needs.
type keptBox struct {
	box      *Box
	style    *style.Computed
	replaced *Replaced
	// mode is the mode of the space of the box's content, around that of the space around it.
	mode, around style.WritingMode
}

// turnVertical creates orthogonal boxes where the writing mode changes below b, whose parent's space has the given
// mode.
func (u *turner) turnVertical(b *Box, mode style.WritingMode) {
	own := b.Style.WritingMode
	if (own == style.HorizontalTB) != (mode == style.HorizontalTB) && turnable(b) {
		u.orthogonal(b, mode)
		return
	}
	if (own == style.HorizontalTB) != (mode == style.HorizontalTB) && b.Kind == TableCellBox {
		u.turnCell(b, mode)
		own = mode
	}
	inner := mode
	if own != mode && turnable(b) {
		inner = own
		b.mirrored[0] = (own == style.SidewaysLR) != (mode == style.SidewaysLR)
		b.mirrored[1] = isRightToLeft(own) != isRightToLeft(mode)
	} else {
		u.warn(b, own, mode)
	}
	u.turnChildren(b, inner)
	u.turn(b, inner, mode)
}

// turnChildren is turnVertical for the children of b, in its content's mode.
func (u *turner) turnChildren(b *Box, mode style.WritingMode) {
	for i, c := range b.Children {
		if w := u.wrapped(c, b, mode); w != nil {
			b.Children[i] = w
			c = w
		}
		u.keepBaseline(c, b.Style)
		u.turnVertical(c, mode)
	}
}

// isRightToLeft reports whether the lines of a vertical mode follow each other from right to left.
func isRightToLeft(mode style.WritingMode) bool {
	return mode == style.VerticalRL || mode == style.SidewaysRL
}

// keepBaseline gives an inline box the baseline of the line it is on, which is that of the line's block container
// whatever the box's own text-orientation is.
func (u *turner) keepBaseline(c *Box, parent *style.Computed) {
	central := isCentred(parent)
	if c.Kind != InlineBox && c.Kind != TextBox || c.Style.WritingMode == style.HorizontalTB || isCentred(c.Style) == central {
		return
	}
	key := baselineKey{c.Style, central}
	st, ok := u.onLine[key]
	if !ok {
		kept := *c.Style
		kept.LineBaseline = style.AlphabeticBaseline
		if central {
			kept.LineBaseline = style.CentralBaseline
		}
		st = &kept
		u.onLine[key] = st
	}
	c.Style = st
}

// wrapped creates a box with the other writing mode around a box that cannot have one itself: a table, and horizontal
// text combined in a vertical line; nil for other boxes.
func (u *turner) wrapped(c, parent *Box, mode style.WritingMode) *Box {
	st := parent.Style
	if c.Kind == TableBox && c.Style.WritingMode != mode {
		own, inner := c.Style, *c.Style
		w := inheritedStyle(own, style.DisplayBlock)
		if c.IsInlineLevel() {
			w.Display = style.DisplayInlineBlock
		}
		w.Float, w.Clear, w.Position, w.Inset, w.Margin, w.ZIndex, w.ZAuto = own.Float, own.Clear, own.Position, own.Inset, own.Margin, own.ZIndex, own.ZAuto
		w.Anchoring = own.Anchoring
		w.AlignSelf, w.JustifySelf, w.FlexGrow, w.FlexShrink, w.FlexBasis, w.Order = own.AlignSelf, own.JustifySelf, own.FlexGrow, own.FlexShrink, own.FlexBasis, own.Order
		for i := range inner.Margin {
			inner.Margin[i] = style.Pixels(0)
		}
		inner.Float, inner.Position, inner.Display = style.FloatNone, style.PositionStatic, style.DisplayTable
		if parent.Kind == FlexBox || parent.Kind == GridBox {
			// The box around it is stretched, and it fills that box.
			for _, v := range [...]*style.Length{&inner.Width, &inner.Height} {
				if v.IsAuto() {
					*v = style.Percentage(100)
				}
			}
		}
		c.Style = &inner
		return u.t.newBox(Box{Kind: BlockBox, Style: w, Node: dom.None, Children: []*Box{c}, fits: true})
	}
	if c.Kind == TextBox && st.TextCombine && mode != style.HorizontalTB && !st.IsSideways() && strings.TrimSpace(c.Text) != "" {
		return u.combined(c, st)
	}
	return nil
}

// turnCell moves the content of a table cell into a block with the cell's writing mode, since the cell itself is laid out
// in that of the table.
func (u *turner) turnCell(b *Box, mode style.WritingMode) {
	content := inheritedStyle(b.Style, style.DisplayBlock)
	if b.Style.Height.HasPercent() || b.Style.MaxHeight.IsDefinite() {
		u.t.l.warnOnce(b, "unsupported_property", "percentages of height and max-height have no effect on a cell with a writing mode that differs from its table's")
	}
	if own := b.Style.Height; mode == style.HorizontalTB && own.Kind == style.Px {
		content.Height = contentLength(b.Style, own) // which is the length of its lines
	}
	inner := u.t.newBox(Box{Kind: BlockBox, Style: content, Node: dom.None, Children: b.Children, InlineChildren: b.InlineChildren})
	st := *b.Style
	st.WritingMode = mode
	// The cell's alignment is across the lines, in its own block axis.
	content.VerticalAlign, st.VerticalAlign.Kind = b.Style.VerticalAlign, style.VATop
	b.crossed = inner
	b.Style, b.Children, b.InlineChildren = &st, []*Box{inner}, false
}

// contentLength returns the height of the content of a box with a height in pixels.
func contentLength(s *style.Computed, height style.Length) style.Length {
	if s.BoxSizing != style.BorderBox {
		return height
	}
	height.Px -= (s.Border[style.Top].Width + s.Border[style.Bottom].Width).Float()
	for _, side := range [...]int{style.Top, style.Bottom} {
		height.Px -= s.Padding[side].Resolve(0).Float()
	}
	height.Px = max(0, height.Px)
	return height
}

// combined sets a text horizontally in one em of a vertical line (CSS Writing Modes 4 §9.1).
func (u *turner) combined(c *Box, st *style.Computed) *Box {
	em := u.t.l.fontSize(st)
	line := inheritedStyle(st, style.DisplayInlineBlock)
	line.WritingMode, line.TextCombine, line.NoWrap, line.TextAlign = style.HorizontalTB, false, true, style.AlignCenter
	line.LineHeight, line.LetterSpacing, line.TextIndent = style.LineHeight{Px: em}, style.Length{}, style.Pixels(0)
	line.LetterSpacing = style.Pixels(0)
	c.Text = strings.TrimSpace(c.Text)
	width := u.t.textWidth(line, c.Text).Float()
	line.Width, line.Height = style.Pixels(max(em, width)), style.Pixels(em)
	text := *line
	text.Display, text.Width, text.Height = style.DisplayInline, style.Length{}, style.Length{}
	c.Style = &text
	box := u.t.newBox(Box{Kind: BlockBox, Style: line, Node: dom.None, Children: []*Box{c}, InlineChildren: true})
	if width > em*1.1 {
		// A wider text is compressed to one em.
		line.Transform = []style.TransformFunc{{Kind: style.TransformScale, N: [6]float64{em / width, 1, 1}}}
		line.TransformOrigin[0], line.TransformOrigin[1] = style.Percentage(50), style.Percentage(50)
		line.Margin[style.Left], line.Margin[style.Right] = style.Pixels((em-width)/2), style.Pixels((em-width)/2)
	}
	return box
}

// warn reports unsupported effects of a vertical writing mode.
func (u *turner) warn(b *Box, own, mode style.WritingMode) {
	message := ""
	switch {
	case b.Kind != TextBox && own != mode && b.Node != dom.None:
		message = "writing-mode: this element keeps the writing mode around it"
	default:
		return
	}
	if u.t.warned[message] {
		return
	}
	u.t.warned[message] = true
	path := ""
	for n := b.Node; n != dom.None && path == ""; n = u.t.doc.Node(n).Parent {
		path = u.t.doc.Node(n).Path
	}
	u.t.l.warnings = append(u.t.l.warnings, dom.Warning{Code: "unsupported_property", Path: path, Message: message})
}

// turnable reports whether a box may have a writing mode of its own: tables and inline boxes keep their parent's.
func turnable(b *Box) bool {
	switch b.Kind {
	case BlockBox, FlexBox, GridBox:
		return true
	}
	return false
}

// orthogonal converts b, in a space of the given mode, to an OrthogonalBox.
func (u *turner) orthogonal(b *Box, mode style.WritingMode) {
	st := b.Style
	inner := u.t.newBox(Box{Kind: b.Kind, Node: dom.None, Style: innerStyle(st), Children: b.Children, InlineChildren: b.InlineChildren})
	u.turnChildren(inner, st.WritingMode)
	b.Kind, b.Children, b.InlineChildren = OrthogonalBox, []*Box{inner}, false
	b.mode = st.WritingMode
	if mode != style.HorizontalTB {
		b.mode = mode
	}
	b.inverse = mode != style.HorizontalTB
	u.turn(b, mode, mode)
}

// innerStyle returns the style of the inner box of an orthogonal one: the properties for layout of the content, without
// those of the box itself.
func innerStyle(st *style.Computed) *style.Computed {
	d := style.DisplayFlowRoot
	switch kindOf(st.Display) {
	case FlexBox:
		d = style.DisplayFlex
	case GridBox:
		d = style.DisplayGrid
	}
	c := inheritedStyle(st, d)
	c.FlexDirection, c.FlexWrap, c.FlexBalance = st.FlexDirection, st.FlexWrap, st.FlexBalance
	c.JustifyContent, c.AlignContent, c.JustifyItems, c.AlignItems = st.JustifyContent, st.AlignContent, st.JustifyItems, st.AlignItems
	c.RowGap, c.ColumnGap, c.Grid, c.GapRules = st.RowGap, st.ColumnGap, st.Grid, st.GapRules
	c.LineClamp, c.TextOverflow = st.LineClamp, st.TextOverflow
	return c
}

// turn sets the style of a box for a space of a vertical mode; around is that of its parent's space.
func (u *turner) turn(b *Box, mode, around style.WritingMode) {
	if mode == style.HorizontalTB {
		return
	}
	l := u.t.l
	l.kept = append(l.kept, keptBox{b, b.Style, b.Replaced, mode, around})
	key := turnedKey{b.Style, mode, around}
	s, ok := u.styles[key]
	if !ok {
		s = turnedBoxStyle(b.Style, mode, around)
		u.styles[key] = s
	}
	b.Style = s
	if r := b.Replaced; r != nil && r.Element != "marker" {
		c := *r
		c.Width, c.Height, c.HasWidth, c.HasHeight = r.Height, r.Width, r.HasHeight, r.HasWidth
		c.RatioW, c.RatioH = r.RatioH, r.RatioW
		b.Replaced = &c
	}
}

// turnedBoxStyle returns the style of a box for a space of the given mode, with the margins and insets for that of its
// parent.
func turnedBoxStyle(st *style.Computed, mode, around style.WritingMode) *style.Computed {
	s := turnedStyle(st, mode)
	for side, from := range turnedSides(around) {
		s.Margin[side], s.Inset[side] = st.Margin[from], st.Inset[from]
	}
	return s
}

// turnedStyle swaps the axes of a style's physical properties: x becomes the inline axis of a vertical mode, from top
// to bottom, and y the block axis.
func turnedStyle(st *style.Computed, mode style.WritingMode) *style.Computed {
	c := *st
	c.Width, c.Height = st.Height, st.Width
	c.MinWidth, c.MinHeight = st.MinHeight, st.MinWidth
	c.MaxWidth, c.MaxHeight = st.MaxHeight, st.MaxWidth
	c.AspectRatio.W, c.AspectRatio.H = st.AspectRatio.H, st.AspectRatio.W
	c.Overflow = [2]style.Overflow{st.Overflow[1], st.Overflow[0]}
	c.ObjectPosition = [2]style.Length{st.ObjectPosition[1], st.ObjectPosition[0]}
	for side, from := range turnedSides(mode) {
		c.Margin[side], c.Padding[side], c.Inset[side], c.Border[side] = st.Margin[from], st.Padding[from], st.Inset[from], st.Border[from]
	}
	return &c
}

// turnedSides returns the physical sides of top, right, bottom and left in the rotated space.
func turnedSides(mode style.WritingMode) [4]int {
	switch mode {
	case style.VerticalRL, style.SidewaysRL:
		return [4]int{style.Right, style.Bottom, style.Left, style.Top}
	case style.SidewaysLR:
		return [4]int{style.Left, style.Top, style.Right, style.Bottom}
	}
	return [4]int{style.Left, style.Bottom, style.Right, style.Top}
}

// restoreStyles restores the original styles of rotated boxes: the painter works in physical directions.
func (l *layouter) restoreStyles() {
	for _, k := range l.kept {
		k.box.Style, k.box.Replaced = k.style, k.replaced
	}
}

// layoutOrthogonal lays out a box whose content is orthogonal to its own space.
func (l *layouter) layoutOrthogonal(b *Box, s Space) *Fragment {
	e := l.edges(b, s.Percent.W)
	in := e.inner()
	if k := b.Style.JustifySelf.Kind; b.inFlow() && k != style.AlignStretch {
		s.ShrinkToFit = true
	}
	length := l.orthogonalLength(b, s, e)
	w := l.resolveWidth(b, s, e)
	_, definite := l.borderBoxWidth(b, b.Style.Width, s, e)
	definite = definite || s.FixedWidth || !s.ShrinkToFit
	if isContentKeyword(b.Style.Width) {
		// A keyword depends on the content, except as the main size of a flex item.
		definite = s.FixedWidth && b.Parent != nil && b.Parent.Kind == FlexBox && b.Parent.Style.FlexDirection <= style.FlexRowReverse
	}
	inner := b.Children[0]
	content := geom.Size{W: max(0, length-in.Vertical()), H: max(0, w-in.Horizontal())}
	f := l.layout(inner, Space{Available: content, Percent: content, FixedWidth: true, FixedHeight: true, IndefiniteFixedHeight: !definite})
	height := l.resolveHeight(b, s, e, w, length)
	frag := l.newFragment(b, geom.Size{W: w, H: height}, e)
	p := b.turnFragment(f)
	p.Offset = geom.Point{X: in.Left, Y: in.Top}
	frag.Children = append(frag.Children, p)
	for _, o := range f.pending {
		frag.pending = append(frag.pending, outOfFlow{Box: o.Box, Static: p.Offset, turned: &turnedOutOfFlow{by: b, size: f.Size, inner: o}})
	}
	frag.contentHeight = length
	return frag
}

// inFlow reports whether an orthogonal box is a child of a block container.
func (b *Box) inFlow() bool {
	if b.Parent == nil {
		return false
	}
	switch b.Parent.Kind {
	case BlockBox, TableCellBox, TableCaptionBox:
		return true
	}
	return false
}

// orthogonalLength returns the border-box height of an orthogonal box, along its lines: the specified height, or
// fit-content (CSS Writing Modes 4 §7.3.1).
func (l *layouter) orthogonalLength(b *Box, s Space, e boxEdges) geom.Unit {
	in := e.inner().Vertical()
	lo, hi := l.heightLimits(b, s, e)
	available := l.orthogonalRoom(b)
	if s.Available.H != Indefinite {
		available = s.Available.H
	} else if v := b.Parent; v != nil && v.Kind == BlockBox && v.Style.MaxHeight.Kind == style.Px {
		available = min(available, geom.FromFloat(v.Style.MaxHeight.Px))
	}
	h, ok := l.specifiedHeight(b, s, e)
	if !ok {
		sizes := l.intrinsicSizes(b.Children[0], geom.Size{W: Indefinite, H: Indefinite}).plus(in)
		switch kind := b.Style.Height.Kind; {
		case kind == style.MinContent && !s.AutoHeight:
			h = sizes.Min
		case kind == style.MaxContent && !s.AutoHeight:
			h = sizes.Max
		case b.Parent == nil:
			h = available - e.Margin.Vertical() // the root fills the canvas
		default:
			h = sizes.fit(min(available-e.Margin.Vertical(), hi))
		}
	}
	if s.IgnoreMinMax {
		return h
	}
	if least, most := b.Style.MinHeight, b.Style.MaxHeight; isContentKeyword(least) || isContentKeyword(most) {
		sizes := l.intrinsicSizes(b.Children[0], geom.Size{W: Indefinite, H: Indefinite}).plus(in)
		of := func(v style.Length) geom.Unit {
			switch v.Kind {
			case style.MinContent:
				return sizes.Min
			case style.MaxContent:
				return sizes.Max
			}
			return sizes.fit(available - e.Margin.Vertical())
		}
		if isContentKeyword(least) {
			lo = max(lo, of(least))
		}
		if isContentKeyword(most) {
			hi = min(hi, of(most))
		}
	}
	return clampSize(h, lo, hi)
}

// orthogonalRoom returns the available length of lines in an orthogonal box without a definite containing block: the
// canvas size.
func (l *layouter) orthogonalRoom(b *Box) geom.Unit {
	if b.inverse {
		return geom.Px(l.in.Width)
	}
	return geom.Px(l.in.Height)
}

// contentWidths is [layouter.intrinsicSizes] in a space, whose height determines the width of an orthogonal box.
func (l *layouter) contentWidths(b *Box, s Space) Sizes {
	if b.Kind != OrthogonalBox {
		if s.StretchHeight && b.Style.Height.IsAuto() && s.Available.H != Indefinite {
			e := l.edges(b, s.Percent.W)
			lo, hi := l.heightLimits(b, s, e)
			return l.intrinsicSizesAt(b, s.Percent, clampSize(max(e.inner().Vertical(), s.Available.H-e.Margin.Vertical()), lo, hi))
		}
		return l.intrinsicSizes(b, s.Percent)
	}
	e := l.edges(b, s.Percent.W)
	return l.orthogonalSizes(b, s, e).plus(e.inner().Horizontal())
}

// orthogonalLengths returns the intrinsic heights of an orthogonal box, along its lines.
func (l *layouter) orthogonalLengths(b *Box) Sizes {
	none := geom.Size{W: Indefinite, H: Indefinite}
	return l.intrinsicSizes(b.Children[0], none).plus(l.edges(b, Indefinite).inner().Vertical())
}

// orthogonalSizes returns the intrinsic widths of an orthogonal box, across its lines.
func (l *layouter) orthogonalSizes(b *Box, s Space, e boxEdges) Sizes {
	if b.isContained(0) {
		w := containedSize(b, 0)
		return Sizes{w, w}
	}
	length := max(0, l.orthogonalLength(b, s, e)-e.inner().Vertical())
	size := geom.Size{W: length, H: Indefinite}
	f := l.layout(b.Children[0], Space{Available: size, Percent: size, FixedWidth: true})
	w := f.Size.H
	if r, ok := l.widthFromHeight(b, length+e.inner().Vertical(), e); ok {
		w = max(w, r-e.inner().Horizontal()) // the content is the automatic minimum
	}
	return Sizes{w, w}
}

// turnEdges rotates edges of this orthogonal box into the space of its content, or back when into is false.
func (b *Box) turnEdges(e geom.Edges, into bool) geom.Edges {
	if b.isMirrored() {
		if b.mirrored[0] {
			e.Left, e.Right = e.Right, e.Left
		}
		if b.mirrored[1] {
			e.Top, e.Bottom = e.Bottom, e.Top
		}
		return e
	}
	from := e.Sides()
	var to [4]geom.Unit
	for side, physical := range turnedSides(b.mode) {
		if into != b.inverse {
			to[side] = from[physical]
		} else {
			to[physical] = from[side]
		}
	}
	return geom.Edges{Top: to[style.Top], Right: to[style.Right], Bottom: to[style.Bottom], Left: to[style.Left]}
}

// turnRect rotates a rectangle from the content's space, in a box of the given size there, to the space around this
// orthogonal box.
func (b *Box) turnRect(r geom.Rect, in geom.Size) geom.Rect {
	if b.isMirrored() {
		return b.mirrorRect(r, in)
	}
	t := geom.Rect{X: r.Y, Y: r.X, W: r.H, H: r.W}
	switch rl, up := b.mode == style.VerticalRL || b.mode == style.SidewaysRL, b.mode == style.SidewaysLR; {
	case rl && b.inverse, up && !b.inverse:
		t.Y = in.W - r.X - r.W
	case rl, up:
		t.X = in.H - r.Y - r.H
	}
	return t
}

// unturnRect is the inverse of turnRect.
func (b *Box) unturnRect(t geom.Rect, in geom.Size) geom.Rect {
	if b.isMirrored() {
		return b.mirrorRect(t, in)
	}
	r := geom.Rect{X: t.Y, Y: t.X, W: t.H, H: t.W}
	switch rl, up := b.mode == style.VerticalRL || b.mode == style.SidewaysRL, b.mode == style.SidewaysLR; {
	case rl && b.inverse, up && !b.inverse:
		r.X = in.W - t.Y - t.H
	case rl, up:
		r.Y = in.H - t.X - t.W
	}
	return r
}

// turnFragment returns a rotated copy of a fragment of the content with its descendants; its own offset is zero.
func (b *Box) turnFragment(f *Fragment) *Fragment {
	c := *f
	if !b.isMirrored() {
		c.Size = geom.Size{W: f.Size.H, H: f.Size.W}
	}
	c.Border, c.Padding, c.Margin = b.turnEdges(f.Border, false), b.turnEdges(f.Padding, false), b.turnEdges(f.Margin, false)
	c.Content, c.Overflow = b.turnRect(f.Content, f.Size), b.turnRect(f.Overflow, f.Size)
	switch {
	case f.Kind == TextFragment && b.isMirrored(): // its glyphs are not mirrored
	case f.Kind == TextFragment:
		c.Turned, c.TurnedLeft = !f.Turned, f.Box.Style.WritingMode == style.SidewaysLR
	default:
		c.FirstBaseline, c.LastBaseline, c.lineBaseline = NoBaseline, NoBaseline, NoBaseline
	}
	if f.Collapsed != nil {
		edges := make([]CollapsedEdge, len(f.Collapsed.Edges))
		for i, g := range f.Collapsed.Edges {
			g.Rect = b.turnRect(g.Rect, f.Size)
			edges[i] = g
		}
		c.Collapsed = &CollapsedBorders{Edges: edges}
	}
	c.Rules = b.turnRules(f.Rules, f.Size)
	c.pending = nil
	c.Children = make([]*Fragment, len(f.Children))
	for i, child := range f.Children {
		t := b.turnFragment(child)
		t.Offset = b.turnRect(geom.RectAt(child.Offset, child.Size), f.Size).Min()
		c.Children[i] = t
	}
	return &c
}

// isMirrored reports whether the content of a box has another vertical mode than the space around it.
func (b *Box) isMirrored() bool { return b.mirrored[0] || b.mirrored[1] }

// mirrorRect converts a rectangle from the space of a mirrored box's content to the space around it, or back.
func (b *Box) mirrorRect(r geom.Rect, in geom.Size) geom.Rect {
	if b.mirrored[0] {
		r.X = in.W - r.X - r.W
	}
	if b.mirrored[1] {
		r.Y = in.H - r.Y - r.H
	}
	return r
}

// mirror returns the fragment of a box whose content was laid out in another vertical mode than that of the space
// around it, for that space. It has no baseline there, as in Blink.
func (b *Box) mirror(f *Fragment) *Fragment {
	c := b.turnFragment(f)
	c.Margin = f.Margin
	for _, o := range f.pending {
		c.pending = append(c.pending, outOfFlow{Box: o.Box, turned: &turnedOutOfFlow{by: b, size: f.Size, inner: o}})
	}
	return c
}
