package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// entry is one declaration in the cascade of an element.
type entry struct {
	d *decl
	m *match
}

// build computes a style from the matching blocks in ascending order.
func (c *computer) build(n *dom.Node, parent *Computed, matches []match, flags byte, lang string) *Computed {
	out := new(Computed)
	*out = *c.initial
	for _, id := range props.inherited {
		props.props[id].copy(out, parent)
	}
	out.Lang, out.Zoom = lang, parent.Zoom
	out.Vars = parent.Vars
	out.inner.svg = parent.inner.svg
	out.inner.id = c.nextID
	c.nextID++
	b := &builder{c: c, out: out, parent: parent, el: n, from: c.at, pseudo: flags&flagPE != 0}
	ns := flags & 3

	entries := cascade(matches)
	svg := ns == flagSVG
	for i := range matches {
		svg = svg || matches[i].block.svg
	}
	if svg {
		resetSVG(b.svg())
	}
	c.customProperties(b, entries)
	w := c.pick(b, entries)
	native := hasNativeLook(n)
	for ph := phaseZoom; ph < phaseCount; ph++ {
		b.fontPhase, b.linePhase = ph == phaseFont, ph == phaseLine
		if ph == phaseRest {
			b.currentColors()
		}
		for _, id := range w.order[ph] {
			i := c.apply(b, entries, id, int(c.winners[id])-1)
			if native && i >= 0 {
				out.declared(&props.props[id], entries[i].m.origin)
			}
			if c.doc != nil && c.doc.Mode == dom.Quirks && n != nil && flags&(flagPE|3) == 0 {
				if both, ok := quirkyMargins[n.Tag]; ok {
					for side, margin := range marginIDs() {
						if margin == id {
							out.QuirkMargin[side] = (side == Top || both) && entries[c.winners[id]-1].m.origin == originUA
						}
					}
				}
			}
		}
		switch ph {
		case phaseZoom:
			b.enterZoom()
		case phaseFont:
			b.monospaceSize()
			b.features()
			b.fontPhase = false
			if flags&flagRoot != 0 && flags&flagPE == 0 && out.Dark {
				out.Color = Color{R: 255, G: 255, B: 255, A: 255} // the initial colour is that of the canvas's text
			}
			if f := out.inner.lineFactor; f != 0 || out.inner.lineNumber {
				out.LineHeight.Px = out.Font.Size * f
			}
		case phaseLine:
			c.absoluteProperties(b, entries)
		case phaseColor, phaseRest: // inherit and unset copy the parent's currentcolor resolved
			b.inheritedColors()
		}
	}
	var important []propID
	if out.Anchoring != nil && len(out.Anchoring.fallbacks) > 0 {
		important = c.importantWinners(&w, entries)
	}
	for ph := range w.order {
		for _, id := range w.order[ph] {
			c.winners[id] = 0
		}
	}
	for i := range matches {
		out.WillChange |= matches[i].block.animates
	}
	b.finish(flags)
	b.finishAnchors(important)
	return out
}

// cascade returns the declarations in ascending order: normal ones, then important ones with origins and layers
// reversed (CSS Cascade 5 §6.4).
func cascade(matches []match) []entry {
	n, important := 0, false
	for i := range matches {
		n += len(matches[i].block.decls)
		important = important || matches[i].block.important
	}
	out := make([]entry, 0, n)
	for i := range matches {
		for j := range matches[i].block.decls {
			if d := &matches[i].block.decls[j]; !d.important {
				out = append(out, entry{d, &matches[i]})
			}
		}
	}
	if !important {
		return out
	}
	// Author layers in reverse, then inline and override, then the user agent. The important declarations of the style
	// attribute take precedence over those of all layers.
	emit := func(m *match) {
		for j := range m.block.decls {
			if d := &m.block.decls[j]; d.important {
				out = append(out, entry{d, m})
			}
		}
	}
	end := len(matches)
	for end > 0 && matches[end-1].origin > originAuthor {
		end--
	}
	start := end
	for start > 0 && matches[start-1].origin == originAuthor {
		start--
	}
	for hi := end; hi > start; {
		lo := hi
		for lo > start && matches[lo-1].layer == matches[hi-1].layer && matches[lo-1].depth == matches[hi-1].depth {
			lo--
		}
		for i := lo; i < hi; i++ {
			emit(&matches[i])
		}
		hi = lo
	}
	for i := end; i < len(matches); i++ {
		emit(&matches[i])
	}
	for i := range start {
		emit(&matches[i])
	}
	return out
}

// winnersList holds the declared properties by phase, in order of first appearance.
type winnersList struct {
	order [phaseCount][]propID
}

// pick finds the winning entry of every property (c.winners holds index + 1).
func (c *computer) pick(b *builder, entries []entry) winnersList {
	var w winnersList
	put := func(id propID, i int) {
		if c.winners[id] == 0 {
			ph := props.props[id].phase
			w.order[ph] = append(w.order[ph], id)
		}
		c.winners[id] = int32(i + 1)
	}
	hasDirection := false
	for i := range entries {
		hasDirection = hasDirection || entries[i].m.block.direction
	}
	if hasDirection {
		for i := range entries {
			if id := entries[i].d.id; id != 0 && props.props[id].phase == phaseDirection {
				put(id, i)
			}
		}
		for _, id := range w.order[phaseDirection] {
			c.apply(b, entries, id, int(c.winners[id])-1)
		}
	}
	wm, dir := b.out.WritingMode, b.out.Direction
	for i := range entries {
		id := entries[i].d.id
		if id == 0 {
			continue
		}
		p := &props.props[id]
		if p.phase == phaseDirection {
			continue
		}
		if p.logical != nil {
			id = p.logical(wm, dir)
		}
		put(id, i)
	}
	return w
}

// physical returns the property of the style that an entry sets.
func (b *builder) physical(id propID) propID {
	if p := &props.props[id]; p.logical != nil {
		return p.logical(b.out.WritingMode, b.out.Direction)
	}
	return id
}

// apply sets a property from entry i, rolling back for revert and revert-layer, and returns the entry that took effect,
// -1 for none.
func (c *computer) apply(b *builder, entries []entry, id propID, i int) int {
	p := &props.props[id]
	for i >= 0 {
		e := &entries[i]
		w, set := e.d.wide, e.d.set
		if e.d.pending != nil {
			x, ok := c.substitute(b, e.d.pending, e.d.id)
			if !ok {
				w, set = wideUnset, nil // invalid at computed-value time
			} else {
				w, set = x.wide, x.set
			}
		}
		switch w {
		case wideNone:
			b.tree = e.m.tree
			set(b)
			return i
		case wideInherit:
			p.copy(b.out, b.parent)
			b.markSet(p)
			return i
		case wideInitial:
			b.setInitial(p)
			return i
		case wideUnset:
			if p.inherited {
				p.copy(b.out, b.parent)
				b.markSet(p)
			} else {
				b.setInitial(p)
			}
			return i
		}
		i = b.rollBack(entries, id, i, w)
	}
	if p.inherited {
		p.copy(b.out, b.parent)
		b.markSet(p)
	} else {
		b.setInitial(p)
	}
	return i
}

// rollBack returns the entry that wins without the origin (or layer) of entry i; −1 if there is none.
func (b *builder) rollBack(entries []entry, id propID, i int, w wide) int {
	from := entries[i].m
	author := func(o origin) bool { return o != originUA }
	for j := i - 1; j >= 0; j-- {
		e := &entries[j]
		if e.d.id == 0 || b.physical(e.d.id) != id {
			continue
		}
		same := false
		if w == wideRevert {
			same = author(e.m.origin) == author(from.origin)
		} else {
			same = e.m.origin == from.origin && e.m.layer == from.layer
		}
		if !same && !(e.d.important && e.m.origin == originUA) {
			return j
		}
	}
	return -1
}

// markSet records that a value was set, which ends the sharing of the SVG part and of the parent's font size.
func (b *builder) markSet(p *property) {
	if p.svg {
		b.svgOwned = true
	}
	if p.id == props.byName["font-size"] {
		b.sizeSet = true
	}
}

func (b *builder) setInitial(p *property) {
	if p.initial != nil {
		p.initial(b)
		return
	}
	p.copy(b.out, b.c.initial)
	b.markSet(p)
}

// currentColors sets the colours that are initially currentcolor and are not inherited.
func (b *builder) currentColors() {
	s := b.out
	for i := range s.Border {
		s.Border[i].Color, s.Border[i].Current = s.Color, true
	}
	s.Outline.Color = s.Color
	s.inner.decoColor, s.inner.decoCurrent = s.Color, true
}

// inheritedColors resolves inherited currentcolor values against this element's color.
func (b *builder) inheritedColors() {
	s := b.out
	if s.inner.fillCurrent {
		s.TextFill = s.Color
	}
	if s.inner.strokeCurrent {
		s.TextStroke.Color = s.Color
	}
	if s.inner.emphasisCurrent {
		s.EmphasisColor = s.Color
	}
	for i, cur := range s.inner.shadowCurrent {
		if cur && s.TextShadow[i].Color != s.Color {
			shadows := append([]Shadow(nil), s.TextShadow...)
			for j, cur := range s.inner.shadowCurrent {
				if cur {
					shadows[j].Color = s.Color
				}
			}
			s.TextShadow = shadows
			break
		}
	}
	if v := s.inner.svg; v != nil && (v.Fill.current && v.Fill.Color != s.Color || v.Stroke.current && v.Stroke.Color != s.Color) {
		own := b.svg()
		if own.Fill.current {
			own.Fill.Color = s.Color
		}
		if own.Stroke.current {
			own.Stroke.Color = s.Color
		}
	}
}

// finish computes the values that depend on several properties.
func (b *builder) finish(flags byte) {
	s := b.out
	in := &s.inner
	for i := range s.Border {
		s.Border[i].Width = usedWidth(in.borderWidth[i], s.Border[i].Style)
	}
	s.Outline.Width = usedWidth(in.borderWidth[4], s.Outline.Style)
	b.finishDisplay(flags)
	// visible computes to auto when the other axis scrolls (CSS Overflow 3 §3.1).
	scrolls := func(o Overflow) bool { return o != OverflowVisible && o != OverflowClip }
	for i := range s.Overflow {
		if s.Overflow[i] == OverflowVisible && scrolls(s.Overflow[1-i]) {
			s.Overflow[i] = OverflowAuto
		}
	}
	if b.el != nil && b.el.Tag == "table" && flags&(flagPE|3) == 0 && s.TextAlign >= AlignWebkitLeft {
		s.TextAlign = AlignStart // the block alignments of align and center do not apply inside tables
	}
	s.Background = in.backgrounds.layers(false)
	s.BackgroundClip = in.backgrounds.backgroundClip()
	s.Mask = in.masks.layers(true)
	s.Transform = joinTransforms(in)
	if in.offset.path != nil {
		s.Offset = &Offset{Path: *in.offset.path, Distance: in.offset.distance, Rotate: in.offset.rotate, Anchor: in.offset.anchor, Position: in.offset.position}
	}
	if in.borderSource != nil {
		bi := in.borderImage
		bi.Source = *in.borderSource
		s.BorderImage = &bi
	}
	s.MaskBorder = in.maskBorderImage()
	if in.clip != nil && s.ClipPath == nil && (s.Position == PositionAbsolute || s.Position == PositionFixed) {
		s.ClipPath = &ClipPath{Shape: &Shape{Kind: ShapeInset, Inset: *in.clip, Radius: squareCorners()}}
	}
	s.applyContainment()
	if len(in.animation.names) > 0 {
		s.Animations = in.animation.list()
	}
	s.StrokeFirst = strokeFirst(in.paintOrder)
	if flags&3 == flagSVG {
		v := b.svg()
		v.PaintOrder = in.paintOrder
		s.SVG = in.svg
	}
	b.decorations()
}

// maskBorderImage returns the nine-slice mask; nil without a source.
func (in *inner) maskBorderImage() *BorderImage {
	if in.maskSource == nil {
		return nil
	}
	m := in.maskBorder
	m.Source, m.Fill = *in.maskSource, true
	return &m
}

func strokeFirst(order [3]uint8) bool {
	for _, v := range order {
		if v == 1 {
			return true
		}
		if v == 0 {
			return false
		}
	}
	return false
}

func usedWidth(w float64, style LineStyle) geom.Unit {
	if style == LineNone || style == LineHidden {
		return 0
	}
	return geom.FromFloat(w)
}

func joinTransforms(in *inner) []TransformFunc {
	n := len(in.translate) + len(in.rotate) + len(in.scale) + len(in.transform)
	if in.offset.path != nil {
		n++
	}
	switch n {
	case 0:
		return nil
	case len(in.transform):
		return in.transform
	}
	out := make([]TransformFunc, 0, n)
	out = append(out, in.translate...)
	out = append(out, in.rotate...)
	out = append(out, in.scale...)
	if in.offset.path != nil {
		out = append(out, TransformFunc{Kind: TransformOffset})
	}
	return append(out, in.transform...)
}

// finishDisplay blockifies the element and resolves values that depend on position and float.
func (b *builder) finishDisplay(flags byte) {
	s := b.out
	spec := s.inner.specified
	s.Display = spec
	s.WasInline = inlineLevel(spec)
	if spec == DisplayContents && flags&(flagPE|3) == 0 && boxless(b.el.Tag) {
		// These have no content that could be shown without their box (CSS Display 3 §2.5).
		spec = DisplayNone
		s.Display = spec
	}
	if spec == DisplayNone || spec == DisplayContents && flags&flagRoot == 0 {
		return
	}
	out := s.Position == PositionAbsolute || s.Position == PositionFixed
	if s.Float == FloatFootnote {
		s.Float, s.Note = FloatNone, !out && flags&(flagItem|flagRoot|flagPE) == 0
	}
	note := s.Note && b.c.opts.Print
	if out {
		s.Float = FloatNone
	}
	if spec == DisplayContents {
		spec = DisplayBlock
	}
	if !s.inner.clampBox || !s.inner.boxVertical {
		s.LineClamp = 0 // applies to a vertical -webkit-box only
	}
	if s.LineClamp > 0 {
		// A -webkit-box with a line clamp is laid out as a clamped block.
		spec = DisplayFlowRoot
		if s.WasInline {
			spec = DisplayInlineBlock
		}
	} else if s.inner.clampBox && s.inner.boxVertical {
		s.FlexDirection = FlexColumn
	}
	if b.parent != nil && s.WritingMode != b.parent.WritingMode && spec == DisplayInline {
		spec = DisplayInlineBlock // (CSS Writing Modes 4 §3.2)
	}
	legend := flags&(flagPE|3) == 0 && b.el != nil && b.el.Tag == "legend" // (HTML §15.3.13)
	if out || note || legend || s.Float != FloatNone || flags&(flagItem|flagRoot) != 0 {
		s.Display = blockify(spec)
		s.Blockified = s.Display != s.inner.specified
	} else {
		s.Display = spec
	}
	if b.parent != nil && b.parent.inner.clampBox && b.parent.LineClamp == 0 && !s.Width.IsAuto() {
		s.FlexShrink = s.FlexGrow // the items of a -webkit-box are as flexible as -webkit-box-flex makes them
	}
	if flags&flagItem != 0 {
		if !out {
			s.FloatIgnored = s.Float != FloatNone
			s.Float = FloatNone // float and clear have no effect on items
			s.Clear = ClearNone
		}
	}
}

// boxless reports whether display: contents hides an HTML element.
func boxless(tag string) bool {
	switch tag {
	case "br", "wbr", "meter", "progress", "canvas", "embed", "object", "audio", "iframe", "img", "video", "frame", "frameset", "input", "textarea", "select",
		"lottie", "qr-code", "bar-code", "icon", "rating", "mesh-gradient", "chart-bar", "chart-line", "chart-area", "chart-pie", "chart-donut", "chart-sparkline",
		"chart-candlestick", "chart-combo", "chart-gantt", "chart-gauge", "chart-heatmap", "chart-map", "chart-radar", "chart-scatter", "chart-sparklines":
		return true
	}
	return false
}

// decorations computes the decorations of the element's text: its own last, after those propagated from its ancestors
// (CSS Text Decoration 4 §2.1).
func (b *builder) decorations() {
	s := b.out
	s.Decorations = nil
	if s.Display != DisplayNone && continuesDecoration(s) {
		s.Decorations = b.parent.Decorations
	}
	in := &s.inner
	if in.lines == 0 {
		return
	}
	if in.decoCurrent {
		// Decorations have the paint colour of the text, the stroke's first.
		in.decoColor = s.TextFill
		if s.TextStroke.Width > 0 && s.TextStroke.Color.A > 0 {
			in.decoColor = s.TextStroke.Color
		}
	}
	d := Decoration{Line: in.lines, Style: in.decoStyle, Color: in.decoColor, Thickness: in.decoThickness,
		Offset: in.underOffset, Position: in.underPosition, SkipInk: !in.skipInkNone, FontSize: s.Font.Size}
	s.Decorations = append(s.Decorations[:len(s.Decorations):len(s.Decorations)], d)
}

func continuesDecoration(s *Computed) bool {
	if s.Float != FloatNone || s.Note || s.Position == PositionAbsolute || s.Position == PositionFixed {
		return false
	}
	switch s.Display {
	case DisplayInlineBlock, DisplayInlineFlex, DisplayInlineGrid, DisplayInlineTable:
		return false
	}
	return true
}
