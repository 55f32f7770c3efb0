package style

import (
	"slices"
	"strconv"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// tryTactic is a change of a box's position by position-try-fallbacks (CSS Anchor Positioning 1 §5.1).
type tryTactic uint8

const (
	flipBlock tryTactic = iota
	flipInline
	flipX
	flipY
	flipStart
)

// tryFallback is a specified entry of position-try-fallbacks: an area, or a rule and tactics.
type tryFallback struct {
	area    PositionArea
	rule    string
	tactics []tryTactic
}

// TryOption is a computed entry of position-try-fallbacks: the values of the properties that it may change.
type TryOption struct {
	inset, margin [4]Length
	sizes         [6]Length // width, height and their limits
	align         [2]Alignment
	anchoring     *Anchoring
	tactics       []tryTactic
	important     []propID
}

// maxTryOptions bounds the number of fallbacks of a box.
const maxTryOptions = 16

// tryOptionOf takes the values of an option from a style.
func tryOptionOf(s *Computed) TryOption {
	return TryOption{
		inset: s.Inset, margin: s.Margin, sizes: [6]Length{s.Width, s.Height, s.MinWidth, s.MinHeight, s.MaxWidth, s.MaxHeight},
		align: [2]Alignment{s.JustifySelf, s.AlignSelf}, anchoring: s.Anchoring,
	}
}

// applyTo sets the values of the option in a style.
func (o *TryOption) applyTo(s *Computed) {
	s.Inset, s.Margin, s.Anchoring = o.inset, o.margin, o.anchoring
	s.Width, s.Height, s.MinWidth, s.MinHeight, s.MaxWidth, s.MaxHeight = o.sizes[0], o.sizes[1], o.sizes[2], o.sizes[3], o.sizes[4], o.sizes[5]
	s.JustifySelf, s.AlignSelf = o.align[0], o.align[1]
}

// tryFallbacks parses position-try-fallbacks.
func (p *parser) tryFallbacks() ([]tryFallback, bool) {
	if p.Ident("none") {
		return nil, true
	}
	var list []tryFallback
	for {
		f, ok := p.tryFallback()
		if !ok {
			return nil, false
		}
		list = append(list, f)
		if !p.Comma() {
			return list, true
		}
	}
}

func (p *parser) tryFallback() (f tryFallback, ok bool) {
	save := p.I
	if area, ok := p.positionArea(); ok {
		return tryFallback{area: area}, true
	}
	p.I = save
	for {
		if name, ok := p.dashed(); ok {
			if f.rule != "" {
				return f, false
			}
			f.rule = name
			continue
		}
		t, ok := (words[tryTactic]{"flip-block": flipBlock, "flip-inline": flipInline, "flip-x": flipX, "flip-y": flipY, "flip-start": flipStart}).parse(p)
		if !ok {
			return f, f.rule != "" || len(f.tactics) > 0
		}
		if slices.Contains(f.tactics, t(nil)) {
			return f, false
		}
		f.tactics = append(f.tactics, t(nil))
	}
}

// inPositionTry reports whether a property is allowed in @position-try.
func inPositionTry(name string) bool {
	switch name {
	case "top", "right", "bottom", "left", "width", "height", "min-width", "min-height", "max-width", "max-height",
		"align-self", "justify-self", "position-anchor", "position-area":
		return true
	}
	for _, group := range []string{"inset", "inset-block", "inset-inline", "margin", "margin-block", "margin-inline", "place-self"} {
		if name == group || slices.Contains(props.shorthands[group].longhands, props.byName[name]) && props.byName[name] != 0 {
			return true
		}
	}
	return slices.Contains([]string{"inline-size", "block-size", "min-inline-size", "min-block-size", "max-inline-size", "max-block-size"}, name)
}

// treeName is a name in the document or in a shadow tree.
type treeName struct {
	tree int32
	name string
}

// positionTryRule compiles @position-try.
func (sb *sheetBuilder) positionTryRule(r *css.Rule, cx sheetContext) {
	s := css.NewStream(r.Prelude)
	p := &parser{Stream: s}
	name, ok := p.dashed()
	if !ok || !p.AtEnd() {
		sb.warn("unsupported_rule", cx.at(r.Pos), "@position-try "+clipText(css.Serialize(r.Prelude))+" needs a name that begins with two hyphens; it was ignored", "@position-try")
		return
	}
	allowed := make([]css.Declaration, 0, len(r.Decls))
	for _, d := range r.Decls {
		if d.Important || !inPositionTry(d.Name) {
			sb.warn("unsupported_value", cx.at(d.Pos), "@position-try: "+d.Name+": "+clipText(d.Text)+" has no effect there; it was ignored", d.Name, d.Text)
			continue
		}
		allowed = append(allowed, d)
	}
	if sb.positionTry == nil {
		sb.positionTry = map[treeName]*block{}
	}
	sb.positionTry[treeName{sb.tree, name}] = sb.decls.block(allowed, cx.at)
}

// tryOptions computes the options of a finished style. The author's important declarations override them.
func (b *builder) tryOptions(list []tryFallback, important []propID) []TryOption {
	var out []TryOption
	for i, f := range list {
		if i == maxTryOptions {
			b.c.warn("unsupported_value", b.el.Path, "position-try-fallbacks: only the first "+strconv.Itoa(maxTryOptions)+" fallbacks are tried", "position-try-fallbacks")
			break
		}
		alt := *b.out
		n := *b
		n.out, n.anchoringOwned = &alt, false
		n.anchoring().Options = nil
		if f.rule != "" {
			tree := b.out.Anchoring.tree
			rule := b.c.sb.positionTry[treeName{tree, f.rule}]
			if rule == nil {
				b.c.warn("unsupported_value", "", "position-try-fallbacks: there is no rule @position-try "+f.rule+"; this fallback is skipped", "position-try-fallbacks", f.rule)
				continue
			}
			n.tree = tree
			n.applyTry(rule, b.out)
		}
		if !f.area.IsNone() {
			n.anchoring().Area = f.area
		}
		n.anchoring().Functions = alt.isAnchored()
		restore(&alt, b.out, important)
		o := tryOptionOf(&alt)
		o.tactics, o.important = f.tactics, important
		out = append(out, o)
	}
	return out
}

// applyTry applies the declarations of a rule to the style.
func (b *builder) applyTry(rule *block, base *Computed) {
	for i := range rule.decls {
		d := &rule.decls[i]
		if d.id == 0 {
			continue
		}
		p := &props.props[b.physical(d.id)]
		w, set := d.wide, d.set
		if d.pending != nil {
			if x, ok := b.c.substitute(b, d.pending, d.id); ok {
				w, set = x.wide, x.set
			} else {
				w, set = wideUnset, nil
			}
		}
		switch w {
		case wideNone:
			set(b)
		case wideInherit:
			p.copy(b.out, b.parent)
		case wideInitial, wideUnset: // none of the properties is inherited
			b.setInitial(p)
		default:
			p.copy(b.out, base)
		}
		b.anchoringOwned = false // copying may have shared it
	}
}

// restore sets the properties with an important declaration to their values of the base style.
func restore(s, base *Computed, important []propID) {
	for _, id := range important {
		props.props[id].copy(s, base)
	}
}

// Style returns the style of the option for a box with the style base, with its tactics applied, in a containing block of
// the given style.
func (o *TryOption) Style(base, container *Computed) *Computed {
	s := *base
	o.applyTo(&s)
	if len(o.tactics) == 0 {
		return &s
	}
	if s.Anchoring != nil {
		a := *s.Anchoring
		if !a.Area.IsNone() {
			a.Area = physicalArea(a.Area.Spans(container, &s))
		}
		s.Anchoring = &a
	}
	for _, t := range o.tactics {
		if t = t.flowRelative(container.WritingMode); t == flipStart {
			s.transpose(container)
		} else {
			s.flip(t == flipInline, container)
		}
	}
	restore(&s, base, o.important)
	return &s
}

// flowRelative converts flip-x and flip-y to the axes of the containing block.
func (t tryTactic) flowRelative(mode WritingMode) tryTactic {
	switch {
	case t != flipX && t != flipY:
		return t
	case (t == flipX) == (mode == HorizontalTB):
		return flipInline
	}
	return flipBlock
}

// axisSides returns the start and end sides, left and right or top and bottom, of a flow-relative axis.
func axisSides(mode WritingMode, inline bool) (start, end int) {
	if inline == (mode == HorizontalTB) {
		return Left, Right
	}
	return Top, Bottom
}

// flip mirrors the position in one axis. As in Chromium, the sides of anchors and the area are those of the containing
// block's axis, and the properties those of the box's own.
func (s *Computed) flip(inline bool, container *Computed) {
	start, end := axisSides(container.WritingMode, inline)
	opposite := func(r AnchorRef) AnchorRef {
		switch r.Side {
		case AnchorSide(start):
			r.Side = AnchorSide(end)
		case AnchorSide(end):
			r.Side = AnchorSide(start)
		case AnchorStart:
			r.Side = AnchorEnd
		case AnchorEnd:
			r.Side = AnchorStart
		case AnchorSelfStart:
			r.Side = AnchorSelfEnd
		case AnchorSelfEnd:
			r.Side = AnchorSelfStart
		case AnchorPercent:
			r.Percent = 100 - r.Percent
		}
		return r
	}
	axis, self := 0, &s.JustifySelf // in Chromium, justify-self is that of the horizontal axis in vertical modes too
	if start == Top {
		axis, self = 1, &s.AlignSelf
	}
	*self = self.opposite()
	if a := s.Anchoring; a != nil && !a.Area.IsNone() {
		t := &a.Area.axes[axis]
		t.span = t.span.reversed(true)
	}
	from, to := axisSides(s.WritingMode, inline)
	s.Inset[from], s.Inset[to] = s.Inset[to].mapAnchors(opposite), s.Inset[from].mapAnchors(opposite)
	s.Margin[from], s.Margin[to] = s.Margin[to], s.Margin[from]
}

// opposite returns the alignment to the other side.
func (a Alignment) opposite() Alignment {
	pairs := [...][2]AlignKind{{AlignStartBox, AlignEndBox}, {AlignSelfStart, AlignSelfEnd}, {AlignFlexStart, AlignFlexEnd}, {AlignLeftBox, AlignRightBox}}
	for _, p := range pairs {
		switch a.Kind {
		case p[0]:
			a.Kind = p[1]
			return a
		case p[1]:
			a.Kind = p[0]
			return a
		}
	}
	return a
}

// transposedSides maps the sides to those after a swap of the axes about the corner of block-start and inline-start.
func transposedSides(mode WritingMode, dir Direction) (to [4]int, crossed bool) {
	if StartsAtEnd(mode, dir, false) != StartsAtEnd(mode, dir, true) {
		return [4]int{Top: Right, Right: Top, Bottom: Left, Left: Bottom}, true
	}
	return [4]int{Top: Left, Right: Bottom, Bottom: Right, Left: Top}, false
}

// transpose swaps the axes, see flip.
func (s *Computed) transpose(container *Computed) {
	sides, crossed := transposedSides(container.WritingMode, container.Direction)
	to, _ := transposedSides(s.WritingMode, s.Direction)
	turn := func(r AnchorRef) AnchorRef {
		if !r.Size && r.Side <= AnchorLeft {
			r.Side = AnchorSide(sides[r.Side])
		}
		r.Dimension = [...]AnchorDimension{AnchorAxis, AnchorHeight, AnchorWidth, AnchorInline, AnchorBlock, AnchorSelfInline, AnchorSelfBlock}[r.Dimension]
		return r
	}
	var inset, margin [4]Length
	for side, other := range to {
		inset[other], margin[other] = s.Inset[side].mapAnchors(turn), s.Margin[side].mapAnchors(turn)
	}
	s.Inset, s.Margin = inset, margin
	s.Width, s.Height = s.Height.mapAnchors(turn), s.Width.mapAnchors(turn)
	s.MinWidth, s.MinHeight = s.MinHeight.mapAnchors(turn), s.MinWidth.mapAnchors(turn)
	s.MaxWidth, s.MaxHeight = s.MaxHeight.mapAnchors(turn), s.MaxWidth.mapAnchors(turn)
	s.AlignSelf, s.JustifySelf = s.JustifySelf.relative(container.Direction), s.AlignSelf
	if a := s.Anchoring; a != nil && !a.Area.IsNone() {
		x, y := a.Area.axes[0].span, a.Area.axes[1].span
		a.Area = physicalArea(y.reversed(crossed), x.reversed(crossed))
	}
}

// relative returns the alignment without the keywords of the inline axis only.
func (a Alignment) relative(dir Direction) Alignment {
	switch {
	case a.Kind == AlignLeftBox:
		a.Kind = AlignStartBox
	case a.Kind == AlignRightBox:
		a.Kind = AlignEndBox
	default:
		return a
	}
	if dir == RTL {
		return a.opposite()
	}
	return a
}

// importantWinners returns the properties whose winning declaration is an important one of the document.
func (c *computer) importantWinners(w *winnersList, entries []entry) (out []propID) {
	for _, id := range w.order[phaseRest] {
		if e := &entries[c.winners[id]-1]; e.d.important && e.m.origin != originUA {
			out = append(out, id)
		}
	}
	return out
}
