package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// sizesKey is the cache key of intrinsic sizes.
type sizesKey struct {
	percent      geom.Size
	contribution bool
	// height is the imposed border-box height of the box, Indefinite if it is not imposed.
	height geom.Unit
}

type sizesEntry struct {
	key   sizesKey
	sizes Sizes
}

// contentSizes returns a box' min-content and max-content contributions (CSS Sizing 3 §5.2): border-box widths without
// margins, with its own width, min-width, max-width, box-sizing and aspect-ratio taken into account. Percentages
// resolve against percent where that is definite and behave as auto (none) where it is Indefinite. Results are cached.
func (l *layouter) contentSizes(b *Box, percent geom.Size) Sizes {
	return l.contentSizesAt(b, percent, Indefinite)
}

// contentSizesAt is [layouter.contentSizes] of a box stretched to a height, which is the base of percentages inside.
func (l *layouter) contentSizesAt(b *Box, percent geom.Size, height geom.Unit) Sizes {
	key := sizesKey{percent, true, l.imposed(b, height)}
	if s, ok := l.cachedSizes(b, key); ok {
		return s
	}
	s := l.computeContribution(b, percent, key.height)
	l.storeSizes(b, key, s)
	return s
}

// imposed returns the height if it affects the widths inside a box, else Indefinite.
func (l *layouter) imposed(b *Box, height geom.Unit) geom.Unit {
	if height != Indefinite && !b.heightSensitive() {
		return Indefinite
	}
	return height
}

// heightSensitive reports whether the widths of a box's content may depend on its height: there are percentage heights,
// or aspect ratios to transfer.
func (b *Box) heightSensitive() bool {
	if b.cache.sensitive == 0 {
		b.cache.sensitive = 1
		if b.Kind == FlexBox && b.Style.FlexWrap != style.FlexNoWrap && (b.Style.FlexDirection == style.FlexColumn || b.Style.FlexDirection == style.FlexColumnReverse) {
			b.cache.sensitive = 2 // the number of its columns depends on the height
			return true
		}
		for _, c := range b.Children {
			if c.Kind == TextBox {
				continue
			}
			s := c.Style
			if c.Kind == OrthogonalBox || s.Height.HasPercent() || s.MinHeight.HasPercent() || s.MaxHeight.HasPercent() || s.AspectRatio.W > 0 || c.Replaced != nil && b.Kind != BlockBox || c.heightSensitive() {
				b.cache.sensitive = 2
				break
			}
		}
	}
	return b.cache.sensitive == 2
}

// intrinsicSizes returns the min-content and max-content widths of a box as border-box widths, from its content alone:
// width, min-width, max-width and aspect-ratio of the box itself are ignored. These are the used values of width:
// min-content and max-content. Results are cached.
func (l *layouter) intrinsicSizes(b *Box, percent geom.Size) Sizes {
	return l.intrinsicSizesAt(b, percent, Indefinite)
}

// intrinsicSizesAt is [layouter.intrinsicSizes] of a box stretched to a height.
func (l *layouter) intrinsicSizesAt(b *Box, percent geom.Size, height geom.Unit) Sizes {
	key := sizesKey{percent, false, l.imposed(b, height)}
	height = key.height
	if s, ok := l.cachedSizes(b, key); ok {
		return s
	}
	if b.Style.TextFit != style.FitNone {
		defer l.suspendFitting(b)()
	}
	e := l.edges(b, percent.W)
	inner := e.inner().Horizontal()
	var s Sizes
	switch {
	case b.Kind == ReplacedBox:
		w := l.replacedSize(b, Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: geom.Size{W: Indefinite, H: percent.H}}, e, true).W
		s = Sizes{w, w}
	case b.isContained(0):
		s = l.containedWidths(b, percent, e, height).plus(inner)
	case b.Kind == FlexBox:
		s = l.flexContentSizes(b, l.childPercent(b, percent, e, height)).plus(inner)
	case b.Kind == GridBox:
		s = l.gridContentSizes(b, l.childPercent(b, percent, e, height), percent).plus(inner)
	case b.Kind == TableBox:
		s = l.tableContentSizes(b, percent)
	case b.Kind == MathBox:
		w := l.mathFragment(b).Size.W
		s = Sizes{w, w}
	case b.Kind == RubyBox:
		s = l.rubySizes(b)
	case b.Kind == OrthogonalBox:
		around := Space{Available: geom.Size{W: Indefinite, H: percent.H}, Percent: percent}
		s = l.orthogonalSizes(b, around, e).plus(inner)
	default:
		s = l.flowContentSizes(b, l.childPercent(b, percent, e, height)).plus(inner)
	}
	s.Min = min(max(0, s.Min), geom.MaxUnit)
	s.Max = min(max(s.Min, s.Max), geom.MaxUnit)
	l.storeSizes(b, key, s)
	return s
}

// childPercent returns the percentage base of a box's children while its width is measured: the width is unknown, the
// height may be known.
func (l *layouter) childPercent(b *Box, percent geom.Size, e boxEdges, height geom.Unit) geom.Size {
	h := Indefinite
	if height != Indefinite {
		h = max(0, height-e.inner().Vertical())
	} else if b.isAnonymousFlow() {
		h = percent.H
	} else if v, ok := l.clampedHeight(b, Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: percent}, e); ok {
		h = max(0, v-e.inner().Vertical())
	}
	return geom.Size{W: Indefinite, H: h}
}

func (l *layouter) computeContribution(b *Box, percent geom.Size, height geom.Unit) Sizes {
	e := l.edges(b, percent.W)
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: percent}
	if b.Kind == ReplacedBox {
		w := l.replacedSize(b, s, e, false).W
		if p := b.Replaced; percent.W == Indefinite && b.Style.Width.HasPercent() && !p.HasWidth && !p.HasHeight {
			if _, definite := l.specifiedHeight(b, s, e); !definite {
				_, most := l.transferLimits(b, s, e, 0, geom.MaxUnit)
				w = max(w, min(most, addSat(p.naturalWidth(), e.inner().Horizontal()))) // a percentage of the default size
			}
		}
		r := Sizes{w, w}
		// A replaced box of percentage width or max-width may shrink to zero (CSS Sizing 3 §5.2.2, compressible
		// replaced elements).
		if percent.W == Indefinite && (b.Style.Width.HasPercent() || b.Style.MaxWidth.HasPercent()) {
			r.Min = e.inner().Horizontal()
			if lo, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e); ok && !isContentKeyword(b.Style.MinWidth) {
				r.Min = max(r.Min, min(lo, w))
			}
		}
		return r
	}
	var r Sizes
	fromRatio := false
	if w, ok := l.borderBoxWidth(b, b.Style.Width, s, e); ok && b.Style.Width.Kind != style.FitContent {
		r = Sizes{w, w}
		if _, definite := l.specifiedHeight(b, s, e); isContentKeyword(b.Style.Width) && l.hasRatio(b) {
			fromRatio = definite
		}
		if b.Kind == TableBox {
			r.Min = max(r.Min, l.intrinsicSizesAt(b, percent, height).Min)
			r.Max = max(r.Max, r.Min)
		}
	} else if h, ok := l.clampedHeight(b, s, e); ok && b.Style.AspectRatio.W > 0 {
		w, _ := l.widthFromHeight(b, h, e)
		r, fromRatio = Sizes{w, w}, true
	} else {
		r = l.intrinsicSizesAt(b, percent, height)
		r = Sizes{l.calculatedWidth(b, r.Min, s, e), l.calculatedWidth(b, r.Max, s, e)}
	}
	if percent.W == Indefinite && b.compressible && b.Style.Width.HasPercent() {
		// Like replaced elements, text fields and menus of percentage width shrink to that of a container without width.
		base := s
		base.Percent.W = 0
		if w, ok := l.borderBoxWidth(b, b.Style.Width, base, e); ok {
			r.Min = min(r.Min, max(w, e.inner().Horizontal()))
		}
	}
	lo, hi := l.widthLimits(b, s, e)
	own := hi
	if l.widthFromContent(b, percent) {
		lo, hi = l.transferLimits(b, s, e, lo, hi)
	}
	if fromRatio && b.Style.MinWidth.IsAuto() && !clips(b.Style) {
		lo = max(lo, min(own, l.intrinsicSizesAt(b, percent, height).Min))
	}
	if b.Kind == TableBox {
		lo = max(lo, l.intrinsicSizesAt(b, percent, height).Min) // a table is at least this wide
	}
	least := lo
	if b.Style.MinWidth.Kind == style.FitContent && b.Style.MinWidth.Calc == nil {
		least = max(e.inner().Horizontal(), min(lo, l.keywordSizes(b, s, e).Min))
	}
	most := hi
	if b.Style.MaxWidth.Kind == style.FitContent && b.Style.MaxWidth.Calc == nil {
		most = min(hi, l.keywordSizes(b, s, e).Min)
	}
	return Sizes{clampSize(r.Min, least, most), clampSize(r.Max, lo, hi)}
}

func (l *layouter) cachedSizes(b *Box, key sizesKey) (Sizes, bool) {
	for i := range b.cache.sizes {
		if b.cache.sizes[i].key == key {
			return b.cache.sizes[i].sizes, true
		}
	}
	return Sizes{}, false
}

func (l *layouter) storeSizes(b *Box, key sizesKey, s Sizes) {
	if len(b.cache.sizes) >= maxCached {
		b.cache.sizes = b.cache.sizes[:0]
	}
	b.cache.sizes = append(b.cache.sizes, sizesEntry{key, s})
}

// flowContentSizes returns the content-box min- and max-content sizes of a block container. The widths of adjacent
// floats add up (CSS Sizing 3 §5.1).
func (l *layouter) flowContentSizes(b *Box, percent geom.Size) Sizes {
	if !l.step(b) {
		return Sizes{}
	}
	if b.InlineChildren {
		return l.inlineContentSizes(b, percent)
	}
	if b.multicol {
		return l.columnSizes(b, percent)
	}
	var r Sizes
	var left, right geom.Unit
	for _, c := range b.Children {
		if c.IsOutOfFlow() || c.Kind == TableColumnBox || c.Kind == MarkerBox {
			continue
		}
		switch c.Style.Clear {
		case style.ClearLeft:
			r.Max = max(r.Max, left+right)
			left = 0
		case style.ClearRight:
			r.Max = max(r.Max, left+right)
			right = 0
		case style.ClearBoth:
			r.Max = max(r.Max, left+right)
			left, right = 0, 0
		}
		cs := l.contentSizes(c, percent)
		m := l.edges(c, percent.W).Margin
		if c.IsFloat() {
			r.Min = max(r.Min, cs.Min+m.Horizontal())
			if c.Style.Float == style.FloatLeft {
				left = addSat(left, max(0, cs.Max+m.Horizontal()))
			} else {
				right = addSat(right, max(0, cs.Max+m.Horizontal()))
			}
			continue
		}
		r.Min = max(r.Min, cs.Min+m.Horizontal())
		if isContext(c) {
			if left > 0 {
				m.Left = max(m.Left, left)
			}
			if right > 0 {
				m.Right = max(m.Right, right)
			}
			r.Max = max(r.Max, addSat(cs.Max, m.Horizontal()))
		} else {
			r.Max = max(r.Max, addSat(cs.Max, m.Horizontal()), left+right)
		}
		left, right = 0, 0
	}
	r.Max = max(r.Max, left+right)
	r.Min = max(0, r.Min)
	r.Max = max(r.Min, r.Max)
	return r
}
