package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// itemSpace returns the space in which an item's lengths are resolved.
func (f *flexer) itemSpace() Space {
	return Space{Available: f.inner, Percent: f.percent, ShrinkToFit: true}
}

// fillsCross reports whether an item's cross size is that of the container before lines are sized: a stretched item in
// a single line of definite cross size (CSS Flexbox §9.8, rule 1).
func (f *flexer) fillsCross(it *flexItem) bool {
	return !f.wrap && f.definiteCross && f.crossSize() != Indefinite && f.stretches(it)
}

// stretches reports whether an item is stretched to its line's cross size.
func (f *flexer) stretches(it *flexItem) bool {
	st := it.box.Style
	size, room := it.box.sized().Height, f.percent.H
	if !f.row {
		size, room = it.box.sized().Width, f.percent.W
	}
	if size.Kind == style.StretchLength && room == Indefinite {
		return true // however it is aligned
	}
	start, end := sides(!f.row, f.crossBack)
	return it.align == style.AlignStretch && !st.Margin[start].IsAuto() && !st.Margin[end].IsAuto() && size.IsAuto()
}

// measureRowItem computes the flex base size, the limits and the hypothetical size of a row item (CSS Flexbox §9.2,
// §4.5).
func (f *flexer) measureRowItem(it *flexItem) {
	l, b, s := f.l, it.box, f.itemSpace()
	inner := it.e.inner().Horizontal()
	s.ShrinkToFit = true
	crossLo, crossHi := l.heightLimits(b, s, it.e)
	if b.Kind == ReplacedBox && isContentKeyword(b.Style.MaxHeight) {
		_, natural := l.naturalSize(b, s, it.e)
		crossHi = min(crossHi, natural)
	}
	cross, hasCross := f.itemCross(it, s)
	if hasCross {
		cross = clampSize(cross, crossLo, crossHi)
	}
	ratioW, _, _ := l.ratio(b)
	free := s
	s.StretchHeight = b.Kind != ReplacedBox && f.fillsCross(it) // keywords resolve through the ratio
	specified, hasSpecified := l.borderBoxWidth(b, b.Style.Width, s, it.e)

	if r := b.Replaced; r != nil && isContentKeyword(b.Style.Width) && ratioW > 0 && !r.HasWidth && !r.HasHeight {
		hasSpecified = false // with only a ratio there is no content size
	}

	basis, known := specified, hasSpecified
	// While the container is measured, a percentage of its unknown width behaves as auto.
	if v := b.Style.FlexBasis; !v.IsAuto() && !(v.HasPercent() && s.Percent.W == Indefinite) {
		basis, known = 0, false
		if v.Kind != style.Content && !(b.Kind == ReplacedBox && isContentKeyword(v) && hasCross && ratioW > 0) {
			basis, known = l.borderBoxWidth(b, v, s, it.e)
		}
	}
	content := func() Sizes {
		if r := b.Replaced; r != nil && ratioW > 0 && !r.HasWidth && !r.HasHeight && f.inner.W != Indefinite {
			// With only a ratio, the box fills the available width (CSS Sizing 3 §5.1).
			w := l.replacedSize(b, free, it.e, b.Style.FlexBasis.Kind == style.Content).W
			return Sizes{w, w}
		}
		if b.Kind == ReplacedBox && b.Style.Width.IsAuto() {
			return l.contentSizes(b, s.Percent)
		}
		return l.intrinsicSizesAt(b, s.Percent, f.crossHeight(it))
	}
	it.contentBase = isContentKeyword(b.Style.FlexBasis) || b.Style.FlexBasis.IsAuto() && isContentKeyword(b.Style.Width)
	switch {
	case known:
	case ratioW > 0 && hasCross:
		basis, _ = l.widthFromHeight(b, cross, it.e)
	default:
		basis, it.contentBase = content().Max, true
		if r := b.Replaced; r != nil && (ratioW <= 0 || r.HasWidth || r.HasHeight) && b.Style.Width.IsAuto() && b.Style.MaxWidth.HasPercent() {
			basis = l.intrinsicSizes(b, s.Percent).Max // before the limits (CSS Flexbox §9.2 step 3E)
		}
	}
	basis = f.calculatedBasis(it, b.Style.Width, basis, known, inner, s.Percent.W)
	limits := s
	if b.Kind == TableBox && s.Percent.W != Indefinite && b.Style.MinWidth.Kind != style.FitContent && b.Style.MaxWidth.Kind != style.FitContent {
		limits.Available.W = Indefinite // keywords are those of the contribution, without percentages of columns
	}
	it.lo, it.hi = l.widthLimits(b, limits, it.e)
	if b.Kind == ReplacedBox && ratioW > 0 && hasCross {
		// The content size of an image of definite height follows from its ratio (CSS Sizing 3 §5.1).
		w, _ := l.widthFromHeight(b, cross, it.e)
		if isContentKeyword(b.Style.MinWidth) {
			it.lo = max(inner, w)
		}
		if isContentKeyword(b.Style.MaxWidth) {
			it.hi = w
		}
	}
	if s.Available.W == Indefinite && b.Style.MinWidth.Kind == style.FitContent {
		it.lo = max(inner, l.keywordSizes(b, s, it.e).Min) // there is no available width to fit
	}
	definite := hasSpecified && b.Style.Width.IsDefinite()
	if hasSpecified && ratioW > 0 && b.Kind != ReplacedBox {
		// A keyword resolves to the width that the ratio gives for a definite height.
		_, known := l.specifiedHeight(b, s, it.e)
		definite = definite || known
	}
	if b.Kind != ReplacedBox && (!known || l.widthFromContent(b, s.Percent) && b.Style.FlexBasis.IsAuto()) {
		basis = clampSize(basis, 0, geom.MaxUnit)
		lo, hi := l.transferLimits(b, s, it.e, 0, geom.MaxUnit)
		basis = clampSize(basis, lo, hi)
	}
	it.base = max(basis, inner)
	if b.Style.MinWidth.IsAuto() && !scrolls(b) && !(b.compressible && b.Style.Width.HasPercent()) {
		it.lo = max(it.lo, min(it.hi, f.autoMinimum(it, autoMin{
			content: content().Min, specified: specified, hasSpecified: definite,
			cross: cross, hasCross: hasCross, crossLo: crossLo, crossHi: crossHi,
			transfer: func(v geom.Unit) geom.Unit { w, _ := l.widthFromHeight(b, v, it.e); return w },
		})))
	}
	if b.Kind == TableBox {
		it.lo = max(it.lo, l.intrinsicSizes(b, s.Percent).Min) // a table is at least this wide
	}
	it.mainDefinite = true
	it.hypothetical = clampSize(it.base, it.lo, it.hi)
}

// calculatedBasis applies calc-size() of a main size and of flex-basis to a basis; known reports whether the basis is
// that of the property that applies.
func (f *flexer) calculatedBasis(it *flexItem, size style.Length, basis geom.Unit, known bool, inner, percent geom.Unit) geom.Unit {
	own := it.box.Style.FlexBasis
	if !known && own.IsAuto() {
		basis = f.l.calculated(it.box, size, basis, inner, percent)
	}
	if !known || own.IsAuto() {
		basis = f.l.calculated(it.box, own, basis, inner, percent)
	}
	return basis
}

// crossHeight returns the border-box height that a row item is stretched to before lines are sized, Indefinite if it is
// not.
func (f *flexer) crossHeight(it *flexItem) geom.Unit {
	if !f.row || !f.fillsCross(it) {
		return Indefinite
	}
	return max(it.e.inner().Vertical(), f.stretched(it, f.crossSize()))
}

// itemCross returns the definite border-box height of a row item before its limits.
func (f *flexer) itemCross(it *flexItem, s Space) (geom.Unit, bool) {
	if v, ok := f.l.borderBoxHeight(it.box, it.box.Style.Height, s, it.e); ok {
		return v, true
	}
	if f.fillsCross(it) {
		return f.l.calculatedHeight(it.box, max(it.e.inner().Vertical(), f.inner.H-it.e.Margin.Vertical()), s, it.e), true
	}
	return 0, false
}

// autoMin holds the size suggestions for an automatic minimum size.
type autoMin struct {
	content, specified, cross geom.Unit
	hasSpecified, hasCross    bool
	crossLo, crossHi          geom.Unit
	transfer                  func(geom.Unit) geom.Unit
}

// autoMinimum returns the content-based minimum size (CSS Flexbox §4.5), before the maximum is applied.
func (f *flexer) autoMinimum(it *flexItem, m autoMin) geom.Unit {
	ratioW, _, _ := f.l.ratio(it.box)
	content := m.content
	replaced := it.box.Kind == ReplacedBox && ratioW > 0 && m.hasCross
	switch {
	case replaced:
		content = m.transfer(m.cross)
	case ratioW > 0 && m.hasCross:
		content = max(content, m.transfer(m.cross))
	}
	if ratioW > 0 {
		// Blink does not clamp to the maximum of a definite height.
		if m.crossHi < geom.MaxUnit && (it.box.Kind == ReplacedBox || !f.row || !m.hasCross) {
			content = min(content, m.transfer(m.crossHi))
		}
		if m.crossLo > 0 {
			content = max(content, m.transfer(m.crossLo))
		}
	}
	switch {
	case m.hasSpecified:
		return min(m.specified, content)
	case replaced:
		return min(m.transfer(m.cross), content)
	}
	return content
}

// measureColumnItem is [flexer.measureRowItem] for columns: content sizes are measured by layout.
func (f *flexer) measureColumnItem(it *flexItem) {
	l, b, s := f.l, it.box, f.itemSpace()
	inner := it.e.inner().Vertical()
	width, hasCross := f.columnItemWidth(it)
	crossLo, crossHi := l.widthLimits(b, s, it.e)
	ratioW, _, _ := l.ratio(b)
	byRatio := ratioW > 0 && b.Kind != ReplacedBox
	if byRatio && !hasCross {
		// A width derived from the height implies nothing about the height.
		t := s
		t.AutoHeight = true
		width = l.resolveWidth(b, t, it.e)
	}
	content := func() geom.Unit {
		h := f.contentHeight(it, width)
		if byRatio {
			r, _ := l.heightFromWidth(b, width, it.e)
			h = max(h, r)
		}
		return h
	}
	length := func(v style.Length) (geom.Unit, bool) {
		switch v.Kind {
		case style.MinContent, style.MaxContent, style.FitContent:
			if b.Kind == OrthogonalBox && v.Kind == style.MinContent {
				return l.orthogonalLengths(b).Min, true
			}
			if byRatio {
				return l.heightFromWidth(b, width, it.e)
			}
			return l.calculated(b, v, content(), inner, s.Percent.H), true
		}
		return l.borderBoxHeight(b, v, s, it.e)
	}
	specified, hasSpecified := length(b.Style.Height)

	basis, known := specified, hasSpecified
	if v := b.Style.FlexBasis; !v.IsAuto() {
		basis, known = 0, false
		if v.Kind != style.Content {
			basis, known = length(v)
		}
	}
	switch {
	case known:
	case byRatio:
		basis, _ = l.heightFromWidth(b, width, it.e)
	default:
		basis = content()
	}
	basis = f.calculatedBasis(it, b.Style.Height, basis, known, inner, s.Percent.H)
	it.base = max(basis, inner)
	it.lo, it.hi = inner, geom.MaxUnit
	if v, ok := length(b.Style.MinHeight); ok {
		it.lo = max(it.lo, v)
	} else if v := b.Style.MinHeight; v.Kind == style.Calc {
		it.lo = max(it.lo, l.toBorderBox(b, v.Resolve(0), inner))
	}
	if v, ok := length(b.Style.MaxHeight); ok {
		it.hi = v
	}
	if b.Style.MinHeight.IsAuto() && !scrolls(b) {
		least := geom.Unit(0)
		if b.Kind == OrthogonalBox {
			least = l.orthogonalLengths(b).Min
		} else {
			least = content()
		}
		definite := hasSpecified && (b.Style.Height.IsDefinite() || byRatio)
		if r, ok := l.heightFromWidth(b, width, it.e); ok && !hasSpecified && b.Style.Height.HasPercent() {
			specified, definite = r, true // Blink: the ratio applied to a percentage of an indefinite size
		}
		it.lo = max(it.lo, min(it.hi, f.autoMinimum(it, autoMin{
			content: least, specified: specified, hasSpecified: definite,
			cross: width, hasCross: hasCross, crossLo: crossLo, crossHi: crossHi,
			transfer: func(v geom.Unit) geom.Unit { h, _ := l.heightFromWidth(b, v, it.e); return h },
		})))
	}
	if b.Kind == TableBox {
		it.lo = max(it.lo, content()) // a table is at least this high
	}
	mainSize := b.Style.FlexBasis
	if mainSize.IsAuto() {
		mainSize = b.Style.Height
	}
	it.mainDefinite = known && !isContentKeyword(mainSize) || ratioW > 0 && b.Kind != ReplacedBox
	it.hypothetical = clampSize(it.base, it.lo, it.hi)
}

// columnItemWidth returns the border-box width at which a column item is measured, and whether it is definite.
func (f *flexer) columnItemWidth(it *flexItem) (geom.Unit, bool) {
	l, b, s := f.l, it.box, f.itemSpace()
	if f.fillsCross(it) {
		lo, hi := l.widthLimits(b, s, it.e)
		return clampSize(l.calculatedWidth(b, max(it.e.inner().Horizontal(), f.inner.W-it.e.Margin.Horizontal()), s, it.e), lo, hi), true
	}
	if b.Kind == TableBox {
		return l.layout(b, s).Size.W, b.Style.Width.IsDefinite()
	}
	if b.Kind == ReplacedBox {
		s.AutoHeight = true // only the content is measured
		return l.replacedSize(b, s, it.e, false).W, b.Style.Width.IsDefinite()
	}
	return l.resolveWidth(b, s, it.e), b.Style.Width.IsDefinite()
}

// contentHeight returns the content-based border-box height of an item of border-box width w.
func (f *flexer) contentHeight(it *flexItem, w geom.Unit) geom.Unit {
	s := f.itemSpace()
	s.Available = geom.Size{W: w, H: Indefinite}
	s.Percent.H = Indefinite
	s.FixedWidth, s.ShrinkToFit = true, false
	s.AutoHeight, s.IgnoreMinMax = true, true
	return f.l.layout(it.box, s).Size.H
}
