package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// trackFn is a track sizing function with percentages resolved.
type trackFn uint8

const (
	trackFixed trackFn = iota
	trackMinContent
	trackMaxContent
	trackAuto
	trackFitContent // as a maximum: max-content up to a limit
	trackFlex
)

func (k trackFn) intrinsic() bool { return k != trackFixed && k != trackFlex }

// gridTrack is a track in the sizing algorithm (CSS Grid 2 §12).
type gridTrack struct {
	min, max trackFn
	flex     float64
	// fit is the argument of fit-content().
	fit geom.Unit
	// fixedMax is the maximum of a fixed sizing function.
	fixedMax geom.Unit

	base, limit geom.Unit // limit is geom.MaxUnit while infinite
	growable    bool      // infinitely growable, in §12.5 step 3
	// planned and incurred are the increases during the distribution of extra space.
	planned, incurred geom.Unit
	frozen            bool

	// collapsed is set on empty auto-fit tracks, whose track and gap have zero size.
	collapsed bool
	at        geom.Unit // position of its start edge in the content box
}

const infinite = geom.MaxUnit

// newTrack resolves a track size; percentages of an Indefinite size are auto.
func newTrack(t style.TrackSize, percent geom.Unit) gridTrack {
	var r gridTrack
	var lo geom.Unit
	r.min, lo = sizingFunction(t.Min, percent)
	var hi geom.Unit
	r.max, hi = sizingFunction(t.Max, percent)
	switch r.min {
	case trackFixed:
		r.base = lo
	case trackFlex, trackFitContent:
		r.min = trackAuto
	}
	r.limit = infinite
	switch r.max {
	case trackFixed:
		r.limit = max(hi, r.base)
		r.fixedMax = r.limit
	case trackFitContent:
		r.fit = hi
	case trackFlex:
		r.flex = t.Max.Pct
	}
	return r
}

func sizingFunction(v style.Length, percent geom.Unit) (trackFn, geom.Unit) {
	switch v.Kind {
	case style.Px, style.Percent, style.Calc:
		if w, ok := fixedLength(v, percent); ok {
			return trackFixed, w
		}
	case style.MinContent:
		return trackMinContent, 0
	case style.MaxContent:
		return trackMaxContent, 0
	case style.FitContent:
		if v.Calc == nil {
			return trackAuto, 0
		}
		if len(v.Calc.Args) == 0 && v.Calc.Pct != 0 && percent == Indefinite {
			return trackMaxContent, 0
		}
		return trackFitContent, max(0, geom.FromFloat(v.Calc.Eval(max(0, percent).Float())))
	case style.Fraction:
		return trackFlex, 0
	}
	return trackAuto, 0
}

// dependsOnSize reports whether a track's size depends on the grid's size: percentages do, and flexible tracks whose
// factors do not sum to one.
func dependsOnSize(t style.TrackSize) bool {
	dep := func(v style.Length) bool {
		return v.HasPercent() || v.Kind == style.Fraction || (v.Kind == style.FitContent && v.Calc != nil && v.Calc.Pct != 0)
	}
	return dep(t.Min) || dep(t.Max)
}

// constraint is the constraint that a grid is sized under.
type constraint uint8

const (
	forLayout constraint = iota
	forMinContent
	forMaxContent
)

// gridAxis is one axis of a grid with the parameters of its sizing.
type gridAxis struct {
	template *gridTemplate
	auto     []style.TrackSize
	tracks   []gridTrack
	// first is the line number of the first track's start: minus the number of implicit tracks before the explicit
	// grid.
	first int
	gap   geom.Unit
	// gutter is the distance of placed tracks: the gap with the space of content distribution.
	gutter geom.Unit
	// origin is the start of the first track in the content box.
	origin geom.Unit
	// available is the content-box size, Indefinite when it depends on the content; lo and hi are then the limits of
	// the content box.
	available, lo, hi geom.Unit
	constraint        constraint
	// stretch is set when content distribution is normal or stretch.
	stretch bool
	percent geom.Unit
	// fixed holds the track sizes of a subgrid, determined by its parent; nil for other grids. unsized is set while the
	// parent sizes these tracks for the items of the subgrid.
	fixed   []geom.Unit
	unsized bool
}

// track returns an unsized track.
func (a *gridAxis) track(i int) gridTrack {
	if a.fixed == nil {
		return newTrack(a.sizeOf(i), a.percent)
	}
	size := geom.Unit(0)
	if line := i + a.first; line >= 0 && line < len(a.fixed) {
		size = a.fixed[line]
	}
	return gridTrack{base: size, limit: size, fixedMax: size}
}

// build creates the axis's tracks for the lines first to last.
func (a *gridAxis) build(first, last int) {
	a.first = first
	a.tracks = make([]gridTrack, last-first)
	for i := range a.tracks {
		a.tracks[i] = a.track(i)
	}
}

// rebuild resets the tracks for another sizing, keeping the collapsed ones collapsed.
func (a *gridAxis) rebuild() {
	for i := range a.tracks {
		c := a.tracks[i].collapsed
		a.tracks[i] = a.track(i)
		a.tracks[i].collapsed = c
		if c {
			a.tracks[i] = gridTrack{collapsed: true}
		}
	}
}

// sizeOf returns the specified size of a track (CSS Grid 2 §7.6).
func (a *gridAxis) sizeOf(i int) style.TrackSize {
	line := i + a.first
	if line >= 0 && line < len(a.template.sizes) {
		return a.template.sizes[line]
	}
	n := len(a.auto)
	if n == 0 {
		return style.TrackSize{}
	}
	if line < 0 {
		return a.auto[n-1-(-line-1)%n]
	}
	return a.auto[(line-max(0, len(a.template.sizes)))%n]
}

// dependsOnSize reports whether a track size depends on the grid's size.
func (a *gridAxis) dependsOnSize() bool {
	for i := range a.tracks {
		if dependsOnSize(a.sizeOf(i)) {
			return true
		}
	}
	return false
}

// total returns the sum of base sizes and gaps.
func (a *gridAxis) total() geom.Unit {
	return a.spanSize(0, len(a.tracks))
}

// spanSize returns the size of the tracks from to to with the gaps between them.
func (a *gridAxis) spanSize(from, to int) geom.Unit {
	var sum geom.Unit
	any := false
	for i := from; i < to; i++ {
		if a.tracks[i].collapsed {
			continue
		}
		if any {
			sum = addSat(sum, a.gap)
		}
		any = true
		sum = addSat(sum, a.tracks[i].base)
	}
	return sum
}

// spanGaps returns the sum of the gaps inside a span.
func (a *gridAxis) spanGaps(from, to int) geom.Unit {
	n := geom.Unit(-1)
	for i := from; i < to; i++ {
		if !a.tracks[i].collapsed {
			n++
		}
	}
	return a.gap * max(0, n)
}

// trackRange returns the indexes of the tracks that an item spans.
func (a *gridAxis) trackRange(s gridSpan) (from, to int) { return s.start - a.first, s.end() - a.first }

// fixedSpan returns the size of a span of tracks with a single fixed size each.
func (a *gridAxis) fixedSpan(s gridSpan) (geom.Unit, bool) {
	from, to := a.trackRange(s)
	if a.fixed != nil {
		return a.spanSize(from, to), !a.unsized
	}
	var sum geom.Unit
	for i := from; i < to; i++ {
		t := &a.tracks[i]
		if t.collapsed {
			continue
		}
		size, ok := fixedLength(a.sizeOf(i).Max, a.percent)
		if t.min != trackFixed || t.max != trackFixed || !ok {
			return 0, false
		}
		lo, _ := fixedLength(a.sizeOf(i).Min, a.percent)
		if max(size, lo) != lo {
			return 0, false
		}
		sum = addSat(sum, lo)
	}
	return addSat(sum, a.spanGaps(from, to)), true
}
