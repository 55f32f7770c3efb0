package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// boxEdges holds a box's used margins, borders and paddings. Auto margins are 0; code that distributes free space
// checks Style.Margin.
type boxEdges struct{ Margin, Border, Padding geom.Edges }

// inner returns border + padding.
func (e boxEdges) inner() geom.Edges { return e.Border.Add(e.Padding) }

// edges returns the used edges of a box; percentages refer to percentWidth, the
// containing block's width, and are 0 when that is Indefinite.
func (l *layouter) edges(b *Box, percentWidth geom.Unit) boxEdges {
	if b.Kind == TextBox {
		return boxEdges{}
	}
	base := max(0, percentWidth)
	s := b.Style
	e := boxEdges{
		Margin:  resolveEdges(&s.Margin, base, false),
		Border:  geom.Edges{Top: s.Border[style.Top].Width, Right: s.Border[style.Right].Width, Bottom: s.Border[style.Bottom].Width, Left: s.Border[style.Left].Width},
		Padding: resolveEdges(&s.Padding, base, true),
	}
	switch b.Kind {
	case TableBox:
		if s.BorderCollapse {
			e.Padding = geom.Edges{}
		}
	case TableRowBox, TableSectionBox, TableColumnBox, RubyBox:
		return boxEdges{}
	case TableCellBox:
		e.Margin = geom.Edges{}
	}
	if b.collapsed != nil {
		e.Border = *b.collapsed
	}
	return e
}

func resolveEdges(v *[4]style.Length, base geom.Unit, positive bool) geom.Edges {
	r := geom.Edges{Top: bounded(v[style.Top].Resolve(base)), Right: bounded(v[style.Right].Resolve(base)), Bottom: bounded(v[style.Bottom].Resolve(base)), Left: bounded(v[style.Left].Resolve(base))}
	if positive {
		r = geom.Edges{Top: max(0, r.Top), Right: max(0, r.Right), Bottom: max(0, r.Bottom), Left: max(0, r.Left)}
	}
	return r
}

// borderBoxWidth resolves a width-like value (width, min-width, max-width, flex-basis) to a border-box width. ok is
// false when the value is auto, none or content, or a percentage of an indefinite base: the caller then applies the
// property's own rule.
func (l *layouter) borderBoxWidth(b *Box, v style.Length, s Space, e boxEdges) (w geom.Unit, ok bool) {
	inner := l.wrapped(b, e, s.Percent.W).Horizontal()
	switch v.Kind {
	case style.Px, style.Percent, style.Calc:
		if v.HasPercent() && s.Percent.W == Indefinite {
			return 0, false
		}
		return l.toBorderBox(b, v.Resolve(s.Percent.W), inner), true
	case style.MinContent:
		return l.calculated(b, v, l.keywordSizes(b, s, e).Min, inner, s.Percent.W), true
	case style.MaxContent:
		return l.calculated(b, v, l.keywordSizes(b, s, e).Max, inner, s.Percent.W), true
	case style.FitContent:
		sizes := l.keywordSizes(b, s, e)
		available := s.Available.W - e.Margin.Horizontal()
		if v.Calc != nil {
			available = l.toBorderBox(b, geom.FromFloat(v.Calc.Eval(max(0, s.Percent.W).Float())), inner)
		} else if s.Available.W == Indefinite {
			return l.calculated(b, v, sizes.Max, inner, s.Percent.W), true
		}
		return l.calculated(b, v, sizes.fit(available), inner, s.Percent.W), true
	case style.StretchLength:
		if s.Available.W == Indefinite {
			return 0, false
		}
		return l.calculated(b, v, max(inner, s.Available.W-e.Margin.Horizontal()), inner, s.Percent.W), true
	}
	return 0, false
}

// wrapped returns the border and padding to add to the sizes of a box: for a table wrapper, those of the table.
func (l *layouter) wrapped(b *Box, e boxEdges, percentWidth geom.Unit) geom.Edges {
	if b.wrapper {
		return l.edges(b.innerTable(), percentWidth).inner()
	}
	return e.inner()
}

// cellBase returns the base of percentage heights of a replaced box in a table cell with a specified height: that
// height, regardless of the row's.
func (l *layouter) cellBase(b *Box) (geom.Unit, bool) {
	p := b.Parent
	for p != nil && (p.Kind == InlineBox || p.isAnonymousFlow()) {
		p = p.Parent
	}
	if p == nil || p.Kind != TableCellBox {
		return 0, false
	}
	h, ok := pixels(p.Style.Height)
	if !ok {
		return 0, false
	}
	inner := l.edges(p, Indefinite).inner().Vertical()
	h = l.toBorderBox(p, h, inner)
	if v, ok := pixels(p.Style.MaxHeight); ok {
		h = min(h, l.toBorderBox(p, v, inner))
	}
	if v, ok := pixels(p.Style.MinHeight); ok {
		h = max(h, l.toBorderBox(p, v, inner))
	}
	return max(0, h-inner), true
}

// keywordSizes returns the sizes of min-content, max-content and fit-content: an aspect ratio with a definite height
// takes precedence over the content (CSS Sizing 4 §4.2).
func (l *layouter) keywordSizes(b *Box, s Space, e boxEdges) Sizes {
	if r := b.Replaced; r != nil && !r.HasWidth && !r.HasHeight && s.Available.W != Indefinite && l.hasRatio(b) {
		w := l.replacedSize(b, s, e, true).W // with only a ratio it fills the available width
		return Sizes{w, w}
	}
	if b.Kind == TableBox && !b.wrapper && s.Available.W != Indefinite {
		g := l.tableOf(b)
		return g.sizes(true).plus(g.gaps() + e.inner().Horizontal()) // in layout, percentages of columns count
	}
	if rw, _, _ := l.ratio(b); rw > 0 && b.Kind != ReplacedBox {
		if h, ok := l.clampedHeight(b, s, e); ok {
			w, _ := l.widthFromHeight(b, h, e)
			return Sizes{w, w}
		}
		lo, hi := l.transferLimits(b, s, e, 0, geom.MaxUnit)
		c := l.contentWidths(b, s)
		return Sizes{clampSize(c.Min, lo, hi), clampSize(c.Max, lo, hi)}
	}
	return l.contentWidths(b, s)
}

// clampedHeight is [layouter.specifiedHeight] clamped to min- and max-height.
func (l *layouter) clampedHeight(b *Box, s Space, e boxEdges) (geom.Unit, bool) {
	h, ok := l.specifiedHeight(b, s, e)
	if !ok || s.IgnoreMinMax {
		return h, ok
	}
	lo, hi := l.heightLimits(b, s, e)
	return clampSize(h, lo, hi), true
}

// toBorderBox adds border and padding to a specified size unless box-sizing includes them; the result is at least
// border and padding.
func (l *layouter) toBorderBox(b *Box, v, inner geom.Unit) geom.Unit {
	v = bounded(max(0, v))
	if b.Style.BoxSizing == style.BorderBox {
		return max(v, inner)
	}
	return addSat(v, inner)
}

// widthLimits returns the border-box min-width and max-width of a box in a
// space; a min-width of auto is 0 (aspect-ratio's automatic minimum is applied
// by [layouter.resolveWidth]).
func (l *layouter) widthLimits(b *Box, s Space, e boxEdges) (lo, hi geom.Unit) {
	lo, hi = e.inner().Horizontal(), geom.MaxUnit
	if v, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e); ok {
		lo = max(lo, v)
	} else if v := b.Style.MinWidth; v.Kind == style.Calc {
		lo = max(lo, l.toBorderBox(b, v.Resolve(0), e.inner().Horizontal()))
	}
	if v, ok := l.borderBoxWidth(b, b.Style.MaxWidth, s, e); ok {
		hi = v
	}
	return lo, hi
}

// heightLimits returns the border-box min-height and max-height of a box in a
// space. Percentages of an indefinite height count as auto and none, those within a
// math function of a minimum as 0, and intrinsic keywords as auto and none until the content is known: [layouter.resolveHeight] applies
// those. A min-height of auto is 0.
func (l *layouter) heightLimits(b *Box, s Space, e boxEdges) (lo, hi geom.Unit) {
	if s.Quirky && b.Kind == ReplacedBox {
		s.Percent.H = Indefinite
	}
	lo, hi = e.inner().Vertical(), geom.MaxUnit
	if v, ok := l.borderBoxHeight(b, b.Style.MinHeight, s, e); ok {
		lo = max(lo, v)
	} else if v := b.Style.MinHeight; v.Kind == style.Calc {
		lo = max(lo, l.toBorderBox(b, v.Resolve(0), e.inner().Vertical()))
	}
	if v, ok := l.borderBoxHeight(b, b.Style.MaxHeight, s, e); ok {
		hi = v
	}
	return lo, hi
}

// heightLimitsAt is [layouter.heightLimits] for a known border-box width, which resolves intrinsic keywords.
func (l *layouter) heightLimitsAt(b *Box, s Space, e boxEdges, width geom.Unit) (lo, hi geom.Unit) {
	lo, hi = l.heightLimits(b, s, e)
	least, most := isContentKeyword(b.Style.MinHeight), isContentKeyword(b.Style.MaxHeight)
	if !least && !most {
		return lo, hi
	}
	natural, ok := l.heightFromWidth(b, width, e)
	if !ok {
		s.Available = geom.Size{W: width, H: Indefinite}
		s.Percent.H = Indefinite
		s.FixedWidth, s.FixedHeight, s.ShrinkToFit, s.StretchHeight = true, false, false, false
		s.AutoHeight, s.IgnoreMinMax = true, true
		natural = l.layout(b, s).Size.H
	}
	if least {
		lo = max(lo, natural)
	}
	if most {
		hi = min(hi, natural)
	}
	return lo, hi
}

// borderBoxHeight is [layouter.borderBoxWidth] for heights; ok is false for intrinsic keywords, which behave as auto.
func (l *layouter) borderBoxHeight(b *Box, v style.Length, s Space, e boxEdges) (h geom.Unit, ok bool) {
	inner := l.wrapped(b, e, s.Percent.W).Vertical()
	switch v.Kind {
	case style.Px, style.Percent, style.Calc:
		base := s.Percent.H
		if b.Kind == ReplacedBox && v.HasPercent() {
			if h, ok := l.cellBase(b); ok {
				base = h
			}
		}
		if base == Indefinite && b.Kind == OrthogonalBox && b.Parent.Kind != GridBox {
			base = l.orthogonalRoom(b) // as in Blink
		}
		if v.HasPercent() && base == Indefinite {
			return 0, false
		}
		return l.toBorderBox(b, v.Resolve(base), inner), true
	case style.StretchLength:
		if s.Available.H == Indefinite {
			return 0, false
		}
		return l.calculated(b, v, max(inner, s.Available.H-l.outerMargins(b, s, e)), inner, s.Percent.H), true
	}
	return 0, false
}

// outerMargins returns the sum of the vertical margins of a box of height stretch, without those at edges of a parent
// that they may collapse with (CSS Sizing 4 §4.1).
func (l *layouter) outerMargins(b *Box, s Space, e boxEdges) geom.Unit {
	m, p := e.Margin, b.Parent
	if p == nil || p.Kind != BlockBox || p.InlineChildren || isContext(p) || !b.InFlow() {
		return m.Vertical()
	}
	around := l.edges(p, s.Percent.W).inner()
	if around.Top == 0 {
		m.Top = 0
	}
	if around.Bottom == 0 {
		m.Bottom = 0
	}
	return m.Vertical()
}

// clampSize applies limits; the minimum takes precedence.
func clampSize(v, lo, hi geom.Unit) geom.Unit { return max(lo, min(v, hi)) }

// maxLength bounds specified lengths: about a million pixels, so that sums of a few lengths fit in a Unit.
const maxLength = geom.Unit(1 << 26)

// bounded clamps a length to ±maxLength.
func bounded(v geom.Unit) geom.Unit { return max(-maxLength, min(v, maxLength)) }

// isContained reports whether size containment makes the intrinsic width (axis 0) or height (1) of a box independent of
// its content (CSS Containment 2 §3.1 and §3.2). In a vertical writing mode, the inline axis is the height.
func (b *Box) isContained(axis int) bool {
	along := style.ContainInlineSize
	if axis == 1 || b.Kind == OrthogonalBox {
		along = 0
	}
	if axis == 1 && b.Kind == OrthogonalBox {
		along = style.ContainInlineSize
	}
	return b.Style.Contain&(style.ContainSize|along) != 0
}

// containedWidths returns the content-box widths of a box with size containment: its intrinsic size, else those of an
// empty box, which has the tracks of its grid and its columns.
func (l *layouter) containedWidths(b *Box, percent geom.Size, e boxEdges, height geom.Unit) Sizes {
	w := containedSize(b, 0)
	if b.Style.ContainIntrinsic[0].IsAuto() {
		switch {
		case b.Kind == GridBox:
			return l.gridContentSizes(b, l.childPercent(b, percent, e, height), percent)
		case b.multicol:
			return l.columnSizes(b, percent)
		}
	}
	return Sizes{w, w}
}

// containedSize returns the intrinsic width (axis 0) or height (1) of a box with size containment.
func containedSize(b *Box, axis int) geom.Unit {
	return bounded(max(0, b.Style.ContainIntrinsic[axis].Resolve(0)))
}

// addSat adds with saturation at ±MaxUnit.
func addSat(a, b geom.Unit) geom.Unit {
	v := int64(a) + int64(b)
	return geom.Unit(min(max(v, -int64(geom.MaxUnit)), int64(geom.MaxUnit)))
}

// ratio returns the preferred aspect ratio (width, height) of a box and whether it applies to the border box; w is 0
// when there is none.
func (l *layouter) ratio(b *Box) (w, h float64, borderBox bool) {
	a := b.Style.AspectRatio
	contained := b.Style.Contain&(style.ContainSize|style.ContainInlineSize) != 0
	if b.Replaced != nil && !contained && (a.Auto || a.W <= 0 || a.H <= 0) && b.Replaced.RatioW > 0 && b.Replaced.RatioH > 0 {
		return b.Replaced.RatioW, b.Replaced.RatioH, false
	}
	if a.W > 0 && a.H > 0 {
		return a.W, a.H, b.Style.BoxSizing == style.BorderBox && !a.Auto
	}
	return 0, 0, false
}

// hasRatio reports whether a box has a preferred aspect ratio.
func (l *layouter) hasRatio(b *Box) bool {
	w, _, _ := l.ratio(b)
	return w > 0
}

// widthFromHeight and heightFromWidth transfer a border-box size through the
// preferred aspect ratio; ok is false when the box has none.
func (l *layouter) widthFromHeight(b *Box, height geom.Unit, e boxEdges) (geom.Unit, bool) {
	rw, rh, border := l.ratio(b)
	if rw <= 0 {
		return 0, false
	}
	in := e.inner()
	if border {
		return max(in.Horizontal(), geom.FromFloat(height.Float()*rw/rh)), true
	}
	return addSat(geom.FromFloat(max(0, height-in.Vertical()).Float()*rw/rh), in.Horizontal()), true
}

func (l *layouter) heightFromWidth(b *Box, width geom.Unit, e boxEdges) (geom.Unit, bool) {
	rw, rh, border := l.ratio(b)
	if rw <= 0 {
		return 0, false
	}
	in := e.inner()
	if b.Kind == TableBox {
		width = max(0, width-in.Horizontal()) // Blink subtracts the edges whatever the box-sizing is
	}
	if border {
		return max(in.Vertical(), geom.FromFloat(width.Float()*rh/rw)), true
	}
	return addSat(geom.FromFloat(max(0, width-in.Horizontal()).Float()*rh/rw), in.Vertical()), true
}

// resolveWidth returns the used border-box width of a non-replaced box in a space: imposed, specified, from the aspect
// ratio, shrink-to-fit or filling, clamped to min-width and max-width.
func (l *layouter) resolveWidth(b *Box, s Space, e boxEdges) geom.Unit {
	if s.FixedWidth {
		if b.Kind == TableCellBox {
			return s.Available.W
		}
		return max(s.Available.W, e.inner().Horizontal())
	}
	w, ok := l.borderBoxWidth(b, b.Style.Width, s, e)
	fromRatio := false
	if !ok {
		if h, definite := l.clampedHeight(b, s, e); definite {
			w, ok = l.widthFromHeight(b, h, e)
			fromRatio = ok
		}
	}
	calculated := !ok || fromRatio
	unnamed := s.StretchHeight && !s.NamedStretch && b.Style.Height.IsAuto()
	imposed := s.FixedHeight && b.Style.Height.IsAuto()
	if unnamed || imposed {
		fromRatio = false // a stretched height implies no automatic minimum
	}
	switch {
	case ok:
	case s.Available.W == Indefinite:
		w = l.contentWidths(b, s).Max
	case s.ShrinkToFit || (b.Kind == TableBox && b.Style.Display != style.DisplayTable):
		w = l.contentWidths(b, s).fit(s.Available.W - e.Margin.Horizontal())
	default:
		w = max(e.inner().Horizontal(), s.Available.W-e.Margin.Horizontal())
	}
	if calculated {
		w = l.calculatedWidth(b, w, s, e)
	}
	if s.IgnoreMinMax {
		return w
	}
	lo, hi := l.widthLimits(b, s, e)
	own := hi // a limit transferred from the height does not cap the automatic minimum
	if l.widthFromContent(b, s.Percent) {
		lo, hi = l.transferLimits(b, s, e, lo, hi)
	}
	switch b.Style.Width.Kind {
	case style.MinContent, style.MaxContent, style.FitContent:
		if rw, _, _ := l.ratio(b); rw > 0 && !unnamed && !imposed {
			_, fromRatio = l.specifiedHeight(b, s, e)
		}
	}
	if fromRatio && b.Style.MinWidth.IsAuto() && !clips(b.Style) {
		lo = max(lo, min(own, l.contentWidths(b, s).Min))
	}
	return clampSize(w, lo, hi)
}

// widthFromContent reports whether the width of a box is auto, behaves as auto, or is an intrinsic keyword.
func (l *layouter) widthFromContent(b *Box, percent geom.Size) bool {
	switch b.Style.Width.Kind {
	case style.MinContent, style.MaxContent, style.FitContent:
		return true
	}
	return behavesAuto(b.Style.Width, percent.W)
}

// behavesAuto reports whether a preferred size is auto or a percentage of an indefinite base (CSS Sizing 3 §5.2.1).
func behavesAuto(v style.Length, base geom.Unit) bool {
	return v.IsAuto() || (base == Indefinite && v.HasPercent())
}

// transferLimits transfers definite min-/max-height through the aspect ratio to the width limits (CSS Sizing 4 §4.4);
// explicit width limits take precedence.
func (l *layouter) transferLimits(b *Box, s Space, e boxEdges, lo, hi geom.Unit) (geom.Unit, geom.Unit) {
	if rw, _, _ := l.ratio(b); rw <= 0 {
		return lo, hi
	}
	tlo, thi := l.heightLimits(b, s, e)
	if v, ok := l.widthFromHeight(b, tlo, e); ok && tlo > 0 {
		lo = max(lo, min(v, hi))
	}
	if v, ok := l.widthFromHeight(b, thi, e); ok && thi < geom.MaxUnit {
		hi = min(hi, max(v, lo))
	}
	return lo, hi
}

// specifiedHeight returns the definite border-box height from the height property or the space, before min- and
// max-height; ok is false for auto heights.
func (l *layouter) specifiedHeight(b *Box, s Space, e boxEdges) (geom.Unit, bool) {
	if s.FixedHeight {
		return max(s.Available.H, e.inner().Vertical()), true
	}
	if s.AutoHeight {
		return 0, false
	}
	if h, ok := l.borderBoxHeight(b, b.Style.Height, s, e); ok {
		return h, true
	}
	if s.StretchHeight && b.Style.Height.IsAuto() && s.Available.H != Indefinite {
		return l.calculatedHeight(b, max(e.inner().Vertical(), s.Available.H-e.Margin.Vertical()), s, e), true
	}
	return 0, false
}

// definiteHeight returns the border-box height of a box if it is independent of the content, the base of its children's
// percentages; ok is false otherwise.
func (l *layouter) definiteHeight(b *Box, s Space, e boxEdges, width geom.Unit) (geom.Unit, bool) {
	if s.FixedHeight {
		return max(s.Available.H, e.inner().Vertical()), !s.IndefiniteFixedHeight
	}
	h, ok := l.specifiedHeight(b, s, e)
	if !ok && !s.AutoHeight && b.Kind != TableCellBox {
		h, ok = l.heightFromWidth(b, width, e)
	}
	if !ok || s.IgnoreMinMax {
		return h, ok
	}
	lo, hi := l.heightLimits(b, s, e)
	if r, has := l.heightFromWidth(b, width, e); has && isContentKeyword(b.Style.MinHeight) {
		lo = max(lo, r)
	}
	return clampSize(h, lo, hi), true
}

// isContentKeyword reports whether a height is an intrinsic keyword, which depends on the content, or on the width
// through an aspect ratio.
func isContentKeyword(v style.Length) bool {
	return v.Kind == style.MinContent || v.Kind == style.MaxContent || v.Kind == style.FitContent
}

// resolveHeight returns the used border-box height of a box; content is the height of its content with border and
// padding.
func (l *layouter) resolveHeight(b *Box, s Space, e boxEdges, width, content geom.Unit) geom.Unit {
	if s.FixedHeight {
		return max(s.Available.H, e.inner().Vertical())
	}
	content = max(content, e.inner().Vertical())
	if b.isContained(1) && (b.Kind != GridBox || !b.Style.ContainIntrinsic[1].IsAuto()) {
		content = addSat(e.inner().Vertical(), containedSize(b, 1))
	}
	lo, hi := l.heightLimits(b, s, e)
	h, ok := l.specifiedHeight(b, s, e)
	fromRatio, hasRatio := l.heightFromWidth(b, width, e)
	natural := content
	if hasRatio {
		natural = fromRatio
	}
	if isContentKeyword(b.Style.MinHeight) {
		lo = max(lo, l.calculated(b, b.Style.MinHeight, natural, e.inner().Vertical(), s.Percent.H))
	}
	if isContentKeyword(b.Style.MaxHeight) && b.Kind != TableBox && !(ok && b.Kind == GridBox && !b.Style.Height.IsAuto()) {
		hi = min(hi, l.calculated(b, b.Style.MaxHeight, natural, e.inner().Vertical(), s.Percent.H))
	}
	if !ok {
		h = content
		if !s.AutoHeight {
			if hasRatio {
				h = fromRatio
				if !b.Style.Height.IsDefinite() && b.Style.MinHeight.IsAuto() && !clips(b.Style) {
					lo = max(lo, min(hi, content))
				}
			}
			h = l.calculatedHeight(b, h, s, e)
		}
	}
	if ok && s.StretchHeight && !s.NamedStretch && hasRatio && !s.FixedWidth && b.Style.Height.IsAuto() && b.Style.MinHeight.IsAuto() && !clips(b.Style) && b.Kind != ReplacedBox {
		lo = max(lo, min(hi, content))
	}
	if s.IgnoreMinMax {
		return h
	}
	if ok && hasRatio && s.StretchHeight && !s.NamedStretch && !s.FixedWidth && b.Style.Height.IsAuto() {
		// A stretched height respects the limits transferred from the width.
		if _, most := l.widthLimits(b, s, e); most < geom.MaxUnit {
			v, _ := l.heightFromWidth(b, most, e)
			hi = min(hi, max(v, lo))
		}
	}
	return clampSize(h, lo, hi)
}
