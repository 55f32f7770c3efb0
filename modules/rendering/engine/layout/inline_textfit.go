package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

const (
	// defaultMinFont and defaultMaxFont bound -svc-text-fit by default, in px.
	defaultMinFont = 1
	defaultMaxFont = 1000
	// fitSlack is the overflow tolerated for the rounding of an aligned line's pieces: 1/8 px.
	fitSlack = geom.Unit(8)
)

// fitState scales font sizes while text is fitted to its box (-svc-text-fit).
type fitState struct {
	active bool
	scale  float64
	lo, hi float64 // limits of the font size; a size outside them is not scaled
	// trial is set when only the size of the content is needed.
	trial bool
	// whole keeps words that overflow-wrap would break; kept is set when it did for any text.
	whole, kept bool
	// keepsLengths is set when only fonts are scaled, not lengths such as letter-spacing.
	keepsLengths bool
}

// wholeWords is the fraction of a text's own font size down to which it shrinks before words are broken.
const wholeWords = 0.4

// breaks reports whether words with a style may break anywhere.
func (f *fitState) breaks(st *style.Computed) bool {
	anywhere := st.OverflowWrap != style.WrapNormal || st.WordBreak == style.WordBreakWord
	f.kept = f.kept || f.whole && anywhere
	return anywhere && !f.whole
}

// size returns the scaled font size for a computed one.
func (f *fitState) size(px float64) float64 {
	v := px * f.scale
	if f.scale < 1 {
		return max(v, min(px, f.lo))
	}
	return min(v, max(px, f.hi))
}

// fitText lays out a box with -svc-text-fit: at the largest font size, up to its own (shrink) or from its own up
// (grow), at which its content overflows neither its width nor its definite or maximal height. Words that overflow-wrap
// may break are kept whole while the size is at least two fifths of its own. Sizes are multiples of 1/64 px, found by
// bisection, so the result depends only on the document.
func (l *layouter) fitText(b *Box, s Space, e boxEdges, w geom.Unit) *Fragment {
	outer := l.fit
	defer func() { l.fit = outer }()
	own := geom.FromFloatRound(b.Style.Font.Size)
	if own <= 0 {
		return l.layoutFlow(b, s, e, w, &flow{}, geom.Point{}, true).frag
	}
	if !l.work.fitting() {
		l.warnOnce(b, "text_fit_limit", "the text is not fitted to its box: the document fits too many texts inside each other")
		if outer.active {
			l.fit = fitState{}
			dropCaches(b)
		}
		return l.layoutFlow(b, s, e, w, &flow{}, geom.Point{}, true).frag
	}
	lo, hi := b.Style.MinFontSize, b.Style.MaxFontSize
	if lo <= 0 {
		lo = defaultMinFont
	}
	if hi <= 0 {
		hi = defaultMaxFont
	}
	room := l.fitHeight(b, s, e, w)
	whole := true
	at := func(size geom.Unit, trial bool) (*Fragment, bool) {
		l.fit = fitState{active: size != own, scale: size.Float() / own.Float(), lo: lo, hi: hi, trial: trial, whole: whole}
		dropCaches(b)
		f := l.layoutFlow(b, s, e, w, &flow{}, geom.Point{}, true).frag
		f.Fit = size.Float()
		return f, f.contentHeight <= room && contentRight(f) <= f.Size.W-e.Border.Right+fitSlack
	}
	f, fits := at(own, false)
	from, to := geom.FromFloatRound(lo), own // from is used if nothing fits
	if !fits && l.fit.kept {
		smallest := max(from, geom.FromFloatRound(own.Float()*wholeWords))
		if b.Style.TextFit != style.FitGrow && smallest < own {
			_, whole = at(smallest, true)
		} else {
			whole = false
		}
		if whole {
			from = smallest
		} else {
			f, fits = at(own, false)
		}
	}
	if b.Style.TextFit == style.FitGrow {
		if !fits {
			return f
		}
		from, to = own, max(own, geom.FromFloatRound(hi)+1)
	} else if fits || from >= own {
		return f
	}
	for to-from > 1 && l.step(b) {
		if !l.work.fitting() {
			l.warnOnce(b, "text_fit_limit", "the text is only roughly fitted to its box: the document fits too many texts inside each other")
			break
		}
		mid := from + (to-from)/2
		if _, ok := at(mid, true); ok {
			from = mid
		} else {
			to = mid
		}
	}
	f, _ = at(from, false)
	return f
}

// fitHeight returns the maximal border-box height of the content.
func (l *layouter) fitHeight(b *Box, s Space, e boxEdges, w geom.Unit) geom.Unit {
	if s.FixedHeight {
		return s.Available.H
	}
	if h, ok := l.definiteHeight(b, s, e, w); ok {
		return h
	}
	_, hi := l.heightLimits(b, s, e)
	return hi
}

// contentRight returns the right extent of the content from the border box's left edge; content that overflows on the
// left counts as overflow on the right.
func contentRight(f *Fragment) geom.Unit {
	right := geom.Unit(0)
	for _, c := range f.Children {
		o := scrollableOverflow(c).Move(c.Offset)
		right = max(right, o.MaxX())
		if o.X < 0 {
			right = max(right, f.Size.W-o.X)
		}
	}
	return right
}

// suspendFitting switches a box to measuring at its own font size; it returns a function that restores fitting.
func (l *layouter) suspendFitting(b *Box) func() {
	outer := l.fit
	l.fit = fitState{}
	dropCaches(b)
	return func() {
		l.fit = outer
		sizes := b.cache.sizes
		dropCaches(b)
		b.cache.sizes = sizes
	}
}

// dropCaches drops the cached results of a box and its descendants that depend on font sizes. The box's own fragments stay.
func dropCaches(b *Box) {
	for _, c := range b.Children {
		c.cache = boxCache{}
		dropCaches(c)
	}
	b.cache.inline = nil
	b.cache.table = nil
}
