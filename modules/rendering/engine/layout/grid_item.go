package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// columnContributions returns an item's outer width contributions (CSS Grid 2 §12.5): percentages of the unknown area
// behave as auto.
func (g *gridder) columnContributions(it *gridItem, t *trackItem) contributions {
	l, b := g.l, it.box
	percent := g.columnPercent(it)
	e := l.edges(b, Indefinite)
	sizes := l.contentSizesAt(b, percent, g.rowHeight(it, percent.H))
	if h, ok := g.stretchedHeight(it, percent.H); ok {
		if w, has := l.widthFromHeight(b, h, e); has {
			s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: percent}
			lo, hi := l.widthLimits(b, s, e)
			if b.Style.MinWidth.IsAuto() && !clips(b.Style) {
				lo = max(lo, min(hi, l.intrinsicSizes(b, percent).Min))
			}
			w = clampSize(w, lo, hi)
			sizes = Sizes{w, w}
		}
	}
	if it.align[columns].Kind == style.AlignLastBaseline {
		sizes.Max = sizes.Min // as in Blink
	}
	margins := e.Margin.Horizontal() + it.shim[columns]
	c := contributions{min: sizes.Min + margins, max: sizes.Max + margins}
	c.minimum = c.min
	if !dependsOnArea(b.Style.Width) {
		return c
	}
	s := Space{Available: geom.Size{W: Indefinite, H: Indefinite}, Percent: percent}
	inner := e.inner().Horizontal()
	switch {
	case !b.Style.MinWidth.IsAuto():
		v, ok := l.borderBoxWidth(b, b.Style.MinWidth, s, e)
		switch {
		case !ok:
			v, _ = l.widthLimits(b, s, e)
		case b.Style.MinWidth.Kind == style.FitContent:
			v = c.min - margins
		}
		c.minimum = min(c.min, v+margins)
	case !g.axes[columns].automaticMinimum(t) || scrolls(b):
		c.minimum = min(c.min, inner+margins)
	default:
		c.minimum = max(inner+margins, g.axes[columns].clampToFixed(t, c.min))
	}
	return c
}

// columnPercent returns the percentage base of an item while its columns are sized: its rows may already be known.
func (g *gridder) columnPercent(it *gridItem) geom.Size {
	p := geom.Size{W: Indefinite, H: Indefinite}
	if g.rowsKnown {
		from, to := g.axes[rows].trackRange(it.span[rows])
		p.H = g.axes[rows].spanSize(from, to)
	} else if h, ok := g.axes[rows].fixedSpan(it.span[rows]); ok {
		p.H = h
	}
	return p
}

// rowHeight returns the border-box height that an item is stretched to in rows of known size, Indefinite if it is not.
func (g *gridder) rowHeight(it *gridItem, area geom.Unit) geom.Unit {
	b := it.box
	k := it.align[rows].Kind
	if area == Indefinite || b.Kind == ReplacedBox || !b.Style.Height.IsAuto() || hasAuto(b, style.Top, style.Bottom) ||
		k != style.AlignStretch && k != style.AlignNormal || g.l.hasRatio(b) {
		return Indefinite
	}
	e := g.l.edges(b, Indefinite)
	lo, hi := g.l.heightLimits(b, g.rowSpace(it), e)
	return clampSize(area-e.Margin.Vertical(), lo, hi)
}

// stretchedHeight returns the border-box height of an item of auto width and height that is stretched to rows of known
// size.
func (g *gridder) stretchedHeight(it *gridItem, area geom.Unit) (geom.Unit, bool) {
	b := it.box
	k := it.align[rows].Kind
	if area == Indefinite || !b.Style.Height.IsAuto() || !g.l.widthFromContent(b, geom.Size{W: Indefinite}) || hasAuto(b, style.Top, style.Bottom) ||
		(k != style.AlignStretch && (k != style.AlignNormal || b.Kind == ReplacedBox)) {
		return 0, false
	}
	e := g.l.edges(b, Indefinite)
	lo, hi := g.l.heightLimits(b, g.rowSpace(it), e)
	return clampSize(area-e.Margin.Vertical(), lo, hi), true
}

// dependsOnArea reports whether a preferred size behaves as auto or depends on the grid area, so that the minimum
// contribution is based on the minimum size.
func dependsOnArea(v style.Length) bool {
	return v.IsAuto() || v.HasPercent() || v.Kind == style.StretchLength || v.Kind == style.FitContent
}

// automaticMinimum reports whether an item's automatic minimum size is based on
// its content (CSS Grid 2 §6.6).
func (a *gridAxis) automaticMinimum(t *trackItem) bool {
	auto := false
	for i := t.from; i < t.to; i++ {
		auto = auto || a.tracks[i].min == trackAuto && !a.tracks[i].collapsed
	}
	return auto && (t.to-t.from == 1 || !t.spansFlex)
}

// clampToFixed clamps a content-based minimum to the area when all its tracks have a fixed maximum.
func (a *gridAxis) clampToFixed(t *trackItem, v geom.Unit) geom.Unit {
	var sum geom.Unit
	for i := t.from; i < t.to; i++ {
		switch tr := &a.tracks[i]; {
		case tr.collapsed:
		case tr.max == trackFixed:
			sum = addSat(sum, tr.fixedMax)
		default:
			return v
		}
	}
	return min(v, addSat(sum, a.spanGaps(t.from, t.to)))
}

// rowContributions returns an item's outer height contributions in its columns.
func (g *gridder) rowContributions(it *gridItem, t *trackItem) contributions {
	l, b := g.l, it.box
	f := g.measure(it)
	e := it.e
	margins := e.Margin.Vertical()
	h := f.Size.H + margins + it.shim[rows]
	c := contributions{minimum: h, min: h, max: h}
	height := b.Style.Height
	if b.Kind == OrthogonalBox && (height.IsAuto() || height.HasPercent()) {
		// Its lines run along the block axis: it has two intrinsic heights.
		lo, hi := l.heightLimits(b, g.rowSpace(it), e)
		lengths := l.orthogonalLengths(b)
		c.min = clampSize(lengths.Min, lo, hi) + margins
		c.max = clampSize(lengths.Max, lo, hi) + margins
		c.minimum, h = c.min, c.min
	}
	if !dependsOnArea(height) {
		return c
	}
	inner := e.inner().Vertical()
	switch {
	case !b.Style.MinHeight.IsAuto():
		v, _ := l.heightLimits(b, g.rowSpace(it), e)
		c.minimum = min(h, v+margins+it.shim[rows])
	case !g.axes[rows].automaticMinimum(t) || scrolls(b):
		c.minimum = min(h, inner+margins+it.shim[rows])
	default:
		c.minimum = max(inner+margins, g.axes[rows].clampToFixed(t, h))
	}
	return c
}

// rowSpace returns the space for measuring an item while its rows are unknown.
func (g *gridder) rowSpace(it *gridItem) Space {
	from, to := g.axes[columns].trackRange(it.span[columns])
	w := g.axes[columns].spanSize(from, to)
	if n := g.distributedGap(columns); n > 0 {
		w += n * max(0, g.axes[columns].liveTracks(from, to)-1)
	}
	s := Space{Available: geom.Size{W: w, H: Indefinite}, Percent: geom.Size{W: w, H: Indefinite}}
	if h, ok := g.axes[rows].fixedSpan(it.span[rows]); ok {
		s.Percent.H, s.Available.H = h, h
	}
	return s
}

// distributedGap returns the space that justify-content adds to every gap.
func (g *gridder) distributedGap(axis int) geom.Unit {
	a := &g.axes[axis]
	al := g.b.Style.JustifyContent
	if axis == rows {
		al = g.b.Style.AlignContent
	}
	if a.available == Indefinite {
		return 0
	}
	_, between := distributeContent(al.Kind, al.Safe, false, addSat(a.available, -a.total()), max(1, a.liveTracks(0, len(a.tracks))))
	return between
}

// liveTracks counts the tracks that are not collapsed.
func (a *gridAxis) liveTracks(from, to int) geom.Unit {
	n := geom.Unit(0)
	for i := from; i < to; i++ {
		if !a.tracks[i].collapsed {
			n++
		}
	}
	return n
}

// measure lays out an item in its columns with its own height.
func (g *gridder) measure(it *gridItem) *Fragment {
	s := g.rowSpace(it)
	it.e = g.l.edges(it.box, s.Percent.W)
	return g.layoutIn(it, s, false)
}

// layoutIn lays out an item in an area; stretchRows applies align-self: stretch.
func (g *gridder) layoutIn(it *gridItem, s Space, stretchRows bool) *Fragment {
	b := it.box
	s.Subgrid = g.subgridNumber(it)
	ratioW, _, _ := g.l.ratio(b)
	natural := b.Kind == ReplacedBox
	if stretchRows && b.sized().Height.IsAuto() && !hasAuto(b, style.Top, style.Bottom) {
		switch it.align[rows].Kind {
		case style.AlignStretch:
			s.StretchHeight, s.NamedStretch = true, true
		case style.AlignNormal:
			s.StretchHeight = !natural && (ratioW <= 0 || (b.Style.Width.IsAuto() && !g.fillsColumn(it)) || isContentKeyword(b.Style.Width))
		}
	}
	fills := false
	if b.sized().Width.IsAuto() && !hasAuto(b, style.Left, style.Right) {
		switch it.align[columns].Kind {
		case style.AlignStretch:
			fills = true
		case style.AlignNormal:
			s.ShrinkToFit = natural
			fills = b.Kind == TableBox
			if fills && ratioW > 0 {
				_, definite := g.l.borderBoxHeight(b, b.Style.Height, s, g.l.edges(b, s.Percent.W))
				fills = !definite // its width follows from the height
			}
		default:
			s.ShrinkToFit = true
		}
	} else {
		s.ShrinkToFit = true
	}
	if subgridded(b, columns) || subgridded(b, rows) {
		if subgridded(b, columns) && fills {
			fills = false
		}
		fillSubgrid(b, g.l.edges(b, s.Percent.W), &s, stretchRows)
	}
	if fills {
		// Stretching takes precedence over the aspect ratio.
		e := g.l.edges(b, s.Percent.W)
		lo, hi := g.l.widthLimits(b, s, e)
		s.FixedWidth = true
		w := clampSize(g.l.calculatedWidth(b, max(e.inner().Horizontal(), s.Available.W-e.Margin.Horizontal()), s, e), lo, hi)
		if s.StretchHeight || (b.Style.Height.HasPercent() && s.Available.H != Indefinite) {
			// Available.H remains that of the area.
			s.Available.W = w
			return g.l.layout(b, s)
		}
		s.Available.W = w
	}
	return g.l.layout(b, s)
}

// fillsColumn reports whether an item of auto width fills its columns.
func (g *gridder) fillsColumn(it *gridItem) bool {
	k := it.align[columns].Kind
	return (k == style.AlignStretch || k == style.AlignNormal) && !hasAuto(it.box, style.Left, style.Right)
}

// hasAuto reports whether one of two margins is auto.
func hasAuto(b *Box, start, end int) bool {
	return b.Style.Margin[start].IsAuto() || b.Style.Margin[end].IsAuto()
}

// alignBaselines computes the shims of the baseline-aligned items of each column or row (CSS Grid 2 §11.5). On the
// inline axis, the baseline of a box is its left edge.
func (g *gridder) alignBaselines(axis int) {
	type key struct {
		line int
		last bool
	}
	var most map[key]geom.Unit
	distance := func(it *gridItem) (k key, d geom.Unit, ok bool) {
		kind := it.align[axis].Kind
		last := kind == style.AlignLastBaseline
		if kind != style.AlignBaseline && !last {
			return k, 0, false
		}
		k = key{it.span[axis].start, last}
		if last {
			k.line = it.span[axis].end()
		}
		if axis == columns {
			st := it.box.Style
			if hasAuto(it.box, style.Left, style.Right) || g.dependsOnTracks(it, axis, st.Width, st.MinWidth, st.MaxWidth) {
				return k, 0, false
			}
			e := g.l.edges(it.box, Indefinite)
			if g.columnsKnown {
				_, w := g.axes[columns].extent(it.span[columns])
				e = g.l.edges(it.box, w)
			}
			if last == (g.b.Style.Direction == style.RTL) {
				return k, e.Margin.Left, true
			}
			if g.columnsKnown {
				return k, g.measure(it).Size.W + e.Margin.Right, true
			}
			return k, g.l.contentSizes(it.box, g.columnPercent(it)).Min + e.Margin.Right, true
		}
		if hasAuto(it.box, style.Top, style.Bottom) {
			return k, 0, false
		}
		if it.box.Kind == OrthogonalBox {
			g.l.warnOnce(it.box, "unsupported_property", "baseline alignment of a grid item with a writing mode that differs from its grid's is not exact")
		}
		f := g.measure(it)
		st := it.box.Style
		if g.columnsKnown && (st.Height.HasPercent() || st.MinHeight.HasPercent() || st.MaxHeight.HasPercent()) {
			area := g.area(it)
			f = g.layoutIn(it, Space{Available: area.Size(), Percent: area.Size()}, true)
		}
		if f.FirstBaseline == NoBaseline && g.dependsOnTracks(it, axis, st.Height, st.MinHeight, st.MaxHeight) {
			return k, 0, false
		}
		if last {
			return k, f.Size.H + it.e.Margin.Bottom - synthesizedBaseline(f, true), true
		}
		return k, it.e.Margin.Top + synthesizedBaseline(f, false), true
	}
	for _, it := range g.items {
		it.shim[axis], it.shared[axis] = 0, false
		if k, d, ok := distance(it); ok {
			it.shared[axis] = true
			if most == nil {
				most = map[key]geom.Unit{}
			}
			if v, have := most[k]; !have || d > v {
				most[k] = d
			}
		}
	}
	if most == nil {
		return
	}
	for _, it := range g.items {
		if k, d, ok := distance(it); ok {
			it.shim[axis] = most[k] - d
		}
	}
}

// dependsOnTracks reports whether a size of an item depends on content-sized tracks: it is then excluded from baseline alignment
// while they are sized (CSS Grid 2 §11.5).
func (g *gridder) dependsOnTracks(it *gridItem, axis int, sizes ...style.Length) bool {
	for _, v := range sizes {
		if v.HasPercent() {
			_, fixed := g.axes[axis].fixedSpan(it.span[axis])
			return !fixed
		}
	}
	return false
}
