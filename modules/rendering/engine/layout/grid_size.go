package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// contributions holds an item's outer size contributions on the axis being sized.
type contributions struct{ minimum, min, max geom.Unit }

// trackItem is an item in the track sizing algorithm.
type trackItem struct {
	from, to  int // tracks
	spansFlex bool
	intrinsic bool
	contributions
}

// sizeTracks runs the track sizing algorithm on an axis (CSS Grid 2 §12.3 step by step); only items that span
// content-sized tracks are needed.
func (a *gridAxis) sizeTracks(items []trackItem) {
	a.resolveIntrinsic(items)
	for i := range a.tracks {
		if t := &a.tracks[i]; t.limit == infinite {
			t.limit = t.base
		}
	}
	a.maximise()
	a.expandFlexible(items)
	a.stretchAuto()
}

// mark sets which kinds of tracks an item spans.
func (a *gridAxis) mark(it *trackItem) {
	for i := it.from; i < it.to; i++ {
		t := &a.tracks[i]
		if t.collapsed {
			continue
		}
		it.spansFlex = it.spansFlex || t.max == trackFlex
		it.intrinsic = it.intrinsic || t.min.intrinsic() || t.max != trackFixed
	}
}

// resolveIntrinsic resolves intrinsic track sizes (§12.5).
func (a *gridAxis) resolveIntrinsic(items []trackItem) {
	var spanning, flexible []trackItem
	for _, it := range items {
		switch {
		case it.spansFlex:
			flexible = append(flexible, it)
		case it.to-it.from == 1:
			a.fitSingle(&a.tracks[it.from], it)
		default:
			spanning = append(spanning, it)
		}
	}
	slices.SortStableFunc(spanning, func(x, y trackItem) int { return (x.to - x.from) - (y.to - y.from) })
	for len(spanning) > 0 {
		n := 1
		for n < len(spanning) && spanning[n].to-spanning[n].from == spanning[0].to-spanning[0].from {
			n++
		}
		a.accommodate(spanning[:n], false)
		spanning = spanning[n:]
	}
	if len(flexible) > 0 {
		a.accommodate(flexible, true)
	}
}

// fitSingle sizes a track for an item that spans only this track (§12.5 step 2).
func (a *gridAxis) fitSingle(t *gridTrack, it trackItem) {
	if t.collapsed {
		return
	}
	switch t.min {
	case trackMinContent:
		t.base = max(t.base, it.min)
	case trackMaxContent:
		t.base = max(t.base, it.max)
	case trackAuto:
		// Blink uses the minimum contribution under a min-content constraint too.
		t.base = max(t.base, it.minimum)
	}
	limit := t.limit
	if limit == infinite {
		limit = 0
	}
	switch t.max {
	case trackMinContent:
		t.limit = max(limit, it.min)
	case trackMaxContent, trackAuto:
		t.limit = max(limit, it.max)
	case trackFitContent:
		t.limit = max(limit, min(it.max, t.fit))
	}
	t.limit = max(t.limit, t.base)
}

// extraPhase is a step of distributing extra space for spanning items.
type extraPhase uint8

const (
	intrinsicMinimums extraPhase = iota
	contentMinimums
	maxContentMinimums
	intrinsicMaximums
	maxContentMaximums
)

// accommodate increases track sizes for items that span several tracks (§12.5 steps 3 and 4). flexible restricts growth
// to flexible tracks.
func (a *gridAxis) accommodate(items []trackItem, flexible bool) {
	for phase := intrinsicMinimums; phase <= maxContentMinimums; phase++ {
		a.runPhase(items, phase, flexible)
	}
	for _, it := range items {
		for i := it.from; i < it.to; i++ {
			t := &a.tracks[i]
			t.limit = max(t.limit, t.base)
		}
	}
	if flexible {
		return
	}
	for i := range a.tracks {
		a.tracks[i].growable = false
	}
	a.runPhase(items, intrinsicMaximums, false)
	a.runPhase(items, maxContentMaximums, false)
}

// affects reports whether a phase affects a track.
func (a *gridAxis) affects(t *gridTrack, p extraPhase, flexible bool) bool {
	if t.collapsed || flexible != (t.max == trackFlex) {
		return false
	}
	switch p {
	case intrinsicMinimums:
		return t.min.intrinsic()
	case contentMinimums:
		return t.min == trackMinContent || t.min == trackMaxContent
	case maxContentMinimums:
		return t.min == trackMaxContent
	case intrinsicMaximums:
		return t.max.intrinsic()
	}
	return t.max == trackMaxContent || t.max == trackAuto || t.max == trackFitContent
}

// contribution returns the contribution that a phase accommodates.
func (a *gridAxis) contribution(it trackItem, p extraPhase) geom.Unit {
	switch p {
	case intrinsicMinimums:
		return it.minimum
	case contentMinimums, intrinsicMaximums:
		return it.min
	case maxContentMinimums:
		return it.max
	}
	return it.max
}

// size returns the size that a phase affects: the base size, or the growth limit.
func (t *gridTrack) size(p extraPhase) geom.Unit {
	if p < intrinsicMaximums || t.limit == infinite {
		return t.base
	}
	return t.limit
}

// room returns how much a track can still grow within its limit in a phase.
func (t *gridTrack) room(p extraPhase) geom.Unit {
	if p < intrinsicMaximums {
		if t.limit == infinite {
			return infinite
		}
		return max(0, t.limit-t.base-t.incurred)
	}
	switch {
	case t.limit != infinite && !t.growable:
		return 0
	case t.max == trackFitContent && p == maxContentMaximums:
		return max(0, t.fit-t.size(p)-t.incurred)
	}
	return infinite
}

// runPhase distributes extra space for all items of a group (§12.5.1).
func (a *gridAxis) runPhase(items []trackItem, p extraPhase, flexible bool) {
	any := false
	for i := range a.tracks {
		a.tracks[i].planned = 0
		any = any || a.affects(&a.tracks[i], p, flexible)
	}
	if !any {
		return
	}
	var grow, beyond []*gridTrack
	for _, it := range items {
		grow, beyond = grow[:0], beyond[:0]
		space := addSat(a.contribution(it, p), -a.spanGaps(it.from, it.to))
		for i := it.from; i < it.to; i++ {
			t := &a.tracks[i]
			if !t.collapsed {
				space = addSat(space, -t.size(p))
			}
			if !a.affects(t, p, flexible) {
				continue
			}
			t.incurred = 0
			grow = append(grow, t)
			switch {
			case p <= contentMinimums && t.max.intrinsic(),
				p == maxContentMinimums && (t.max == trackMaxContent || t.max == trackAuto || t.max == trackFitContent),
				p >= intrinsicMaximums:
				beyond = append(beyond, t)
			}
		}
		if space <= 0 || len(grow) == 0 {
			continue
		}
		if len(beyond) == 0 && p != maxContentMaximums {
			beyond = grow
		}
		if flexible {
			shareByFlex(grow, space)
		} else {
			shareEqually(grow, beyond, space, p)
		}
		for _, t := range grow {
			t.planned = max(t.planned, t.incurred)
		}
	}
	for i := range a.tracks {
		t := &a.tracks[i]
		if !a.affects(t, p, flexible) || (p < intrinsicMaximums && t.planned == 0) {
			continue
		}
		switch {
		case p < intrinsicMaximums:
			t.base = addSat(t.base, t.planned)
			t.limit = max(t.limit, t.base)
		case a.crossed(items, i):
			if p == intrinsicMaximums {
				t.growable = t.limit == infinite
			}
			t.limit = addSat(t.size(p), t.planned)
		}
	}
}

// crossed reports whether an item of the group spans a track.
func (a *gridAxis) crossed(items []trackItem, i int) bool {
	for _, it := range items {
		if it.from <= i && i < it.to {
			return true
		}
	}
	return false
}

// shareEqually distributes space to tracks equally up to their limits, then beyond.
func shareEqually(grow, beyond []*gridTrack, space geom.Unit, p extraPhase) {
	space = shareWithin(grow, space, func(t *gridTrack) geom.Unit { return t.room(p) })
	shareWithin(beyond, space, func(t *gridTrack) geom.Unit {
		if t.max == trackFitContent && p == maxContentMaximums {
			return max(0, t.fit-t.size(p)-t.incurred) // beyond its limit, but not beyond the argument of fit-content()
		}
		return infinite
	})
}

// shareWithin distributes space to tracks equally up to the room of each, and returns the remainder.
func shareWithin(tracks []*gridTrack, space geom.Unit, room func(*gridTrack) geom.Unit) geom.Unit {
	sorted := slices.Clone(tracks)
	slices.SortStableFunc(sorted, func(x, y *gridTrack) int { return cmp.Compare(room(x), room(y)) })
	for i, t := range sorted {
		v := min(space/geom.Unit(len(sorted)-i), room(t))
		t.incurred += v
		space -= v
	}
	return space
}

// shareByFlex distributes space to flexible tracks by their factors, equally when those are all zero.
func shareByFlex(tracks []*gridTrack, space geom.Unit) {
	sum := 0.0
	for _, t := range tracks {
		sum += t.flex
	}
	if sum == 0 {
		for i, t := range tracks {
			v := space / geom.Unit(len(tracks)-i)
			t.incurred += v
			space -= v
		}
		return
	}
	for _, t := range tracks {
		if t.flex <= 0 {
			continue
		}
		v := geom.Unit(math.Floor(float64(space) * t.flex / sum))
		t.incurred += v
		space -= v
		sum -= t.flex
	}
}

// maximise grows tracks to their growth limits (§12.6).
func (a *gridAxis) maximise() {
	switch {
	case a.constraint == forMinContent:
	case a.constraint == forLayout && a.available != Indefinite:
		a.growTo(a.available)
	default:
		// Blink lets them exceed a maximum size of the grid.
		for i := range a.tracks {
			a.tracks[i].base = a.tracks[i].limit
		}
	}
}

// growTo distributes the free space of a size equally up to the growth limits.
func (a *gridAxis) growTo(size geom.Unit) {
	space := addSat(size, -a.total())
	if space <= 0 {
		return
	}
	var grow []*gridTrack
	for i := range a.tracks {
		if t := &a.tracks[i]; !t.collapsed {
			t.incurred = 0
			grow = append(grow, t)
		}
	}
	shareEqually(grow, nil, space, intrinsicMinimums)
	for _, t := range grow {
		t.base += t.incurred
	}
}

// expandFlexible sizes flexible tracks (§12.7).
func (a *gridAxis) expandFlexible(items []trackItem) {
	any := false
	for i := range a.tracks {
		any = any || a.tracks[i].max == trackFlex && !a.tracks[i].collapsed
	}
	if !any || a.constraint == forMinContent {
		return
	}
	if a.constraint == forLayout && a.available != Indefinite {
		a.applyFraction(a.findFraction(0, len(a.tracks), a.available))
		return
	}
	fr := 0.0
	for i := range a.tracks {
		if t := &a.tracks[i]; t.max == trackFlex && !t.collapsed {
			fr = math.Max(fr, float64(t.base)/math.Max(1, t.flex))
		}
	}
	for _, it := range items {
		if it.spansFlex {
			fr = math.Max(fr, a.findFraction(it.from, it.to, it.max))
		}
	}
	if a.constraint == forLayout {
		total := 0.0
		for i := range a.tracks {
			t := &a.tracks[i]
			v := float64(t.base)
			if t.max == trackFlex && !t.collapsed {
				v = math.Max(v, float64(fr*t.flex))
			}
			total += v
		}
		total += float64(a.spanGaps(0, len(a.tracks)))
		switch {
		case total < float64(a.lo):
			fr = a.findFraction(0, len(a.tracks), a.lo)
		case a.hi != infinite && total > float64(a.hi):
			fr = a.findFraction(0, len(a.tracks), a.hi)
		}
	}
	a.applyFraction(fr)
}

// findFraction returns the size of an fr, in 1/64 px, for which some tracks fill a space (§12.7.1).
func (a *gridAxis) findFraction(from, to int, space geom.Unit) float64 {
	left := addSat(space, -a.spanGaps(from, to))
	factors := 0.0
	for i := from; i < to; i++ {
		t := &a.tracks[i]
		t.frozen = t.max != trackFlex || t.collapsed
		if t.frozen {
			left = addSat(left, -t.base)
		} else {
			factors += t.flex
		}
	}
	for {
		if left < 0 {
			return 0
		}
		fr := float64(left) / math.Max(1, factors)
		again := false
		for i := from; i < to; i++ {
			t := &a.tracks[i]
			if !t.frozen && float64(fr*t.flex) < float64(t.base) {
				t.frozen, again = true, true
				left = addSat(left, -t.base)
				factors -= t.flex
			}
		}
		if !again {
			return fr
		}
	}
}

// applyFraction sets flexible tracks to fr times their factor if that is larger; rounding errors carry over to the next
// track.
func (a *gridAxis) applyFraction(fr float64) {
	rest := 0.0
	for i := range a.tracks {
		t := &a.tracks[i]
		if t.max != trackFlex || t.collapsed {
			continue
		}
		share := float64(fr*t.flex) + rest
		size := geom.Unit(math.Min(math.Floor(share+1e-9), float64(geom.MaxUnit)))
		if size >= t.base {
			t.base = size
			rest = math.Max(0, share-float64(size))
		}
	}
}

// stretchAuto distributes the remaining space to auto tracks (§12.8).
func (a *gridAxis) stretchAuto() {
	if !a.stretch || a.constraint != forLayout {
		return
	}
	size := a.available
	if size == Indefinite {
		size = a.lo
	}
	space := addSat(size, -a.total())
	var grow []*gridTrack
	for i := range a.tracks {
		if t := &a.tracks[i]; t.max == trackAuto && !t.collapsed {
			grow = append(grow, t)
		}
	}
	if space <= 0 {
		return
	}
	for i, t := range grow {
		v := space / geom.Unit(len(grow)-i)
		t.base += v
		space -= v
	}
}
