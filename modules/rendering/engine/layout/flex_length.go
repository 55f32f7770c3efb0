package layout

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// breakLines collects items into lines no longer than length (CSS Flexbox §9.3).
func (f *flexer) breakLines(length geom.Unit) {
	if len(f.items) == 0 {
		return
	}
	if !f.wrap {
		f.lines = []flexLine{{items: f.items}}
		return
	}
	if f.b.Style.FlexBalance && length != Indefinite && length < geom.MaxUnit {
		f.balanceLines(length)
		return
	}
	start, used := 0, geom.Unit(0)
	for i, it := range f.items {
		outer := addSat(it.hypothetical, f.mainMargins(it))
		next := addSat(used, outer)
		if i > start {
			next = addSat(next, f.mainGap)
		}
		if i > start && next > length {
			f.lines = append(f.lines, flexLine{items: f.items[start:i]})
			start, next = i, outer
		}
		used = next
	}
	f.lines = append(f.lines, flexLine{items: f.items[start:]})
}

// balanceLines collects items into lines no longer than length with the minimal sum of the squares of their free space
// in pixels; of equal solutions, earlier lines are longer (flex-wrap: balance).
func (f *flexer) balanceLines(length geom.Unit) {
	n := len(f.items)
	cost, next := make([]int64, n+1), make([]int, n)
	for i := n - 1; i >= 0; i-- {
		f.l.step(f.b)
		cost[i] = -1
		used := geom.Unit(0)
		for j := i; j < n; j++ {
			used = addSat(used, addSat(f.items[j].hypothetical, f.mainMargins(f.items[j])))
			if j > i {
				if used = addSat(used, f.mainGap); used > length {
					break
				}
			}
			room := int64(max(0, length-used).Floor())
			if c := cost[j+1] + room*room; cost[i] < 0 || c <= cost[i] {
				cost[i], next[i] = c, j+1
			}
		}
	}
	for i := 0; i < n; i = next[i] {
		f.lines = append(f.lines, flexLine{items: f.items[i:next[i]]})
	}
}

// usedMainSize returns the container's inner main size; if it is indefinite, that of the longest line, clamped to the
// container's limits.
func (f *flexer) usedMainSize() geom.Unit {
	size := f.mainSize()
	if size != Indefinite {
		return size
	}
	for i := range f.lines {
		size = max(size, f.hypotheticalLength(f.lines[i].items))
	}
	if f.row {
		return size
	}
	in := f.e.inner().Vertical()
	return max(0, f.l.resolveHeight(f.b, f.s, f.e, f.width, addSat(max(0, size), in))-in)
}

// hypotheticalLength returns the sum of outer hypothetical main sizes and gaps.
func (f *flexer) hypotheticalLength(items []*flexItem) geom.Unit {
	var sum geom.Unit
	for i, it := range items {
		if i > 0 {
			sum = addSat(sum, f.mainGap)
		}
		sum = addSat(sum, it.hypothetical+f.mainMargins(it))
	}
	return sum
}

// resolveLengths resolves the main size of every item of a line (CSS Flexbox §9.7). size is the container's inner main
// size.
func (f *flexer) resolveLengths(items []*flexItem, size geom.Unit) {
	var hypothetical, around geom.Unit // sum of outer sizes; margins and gaps
	for i, it := range items {
		if i > 0 {
			around = addSat(around, f.mainGap)
		}
		around = addSat(around, f.mainMargins(it))
		hypothetical = addSat(hypothetical, it.hypothetical)
	}
	room := addSat(size, -around)
	grow := hypothetical < room
	free := room
	for _, it := range items {
		factor := it.shrink
		if grow {
			factor = it.grow
		}
		it.frozen = factor <= 0 || (grow && it.base > it.hypothetical) || (!grow && it.base < it.hypothetical)
		if it.frozen {
			it.main = it.hypothetical
			free = addSat(free, -it.main)
		} else {
			free = addSat(free, -it.base)
		}
	}
	initial := free
	for _, it := range items {
		it.sized = true
	}
	for range len(items) + 1 {
		if !f.distribute(items, room, initial, grow) {
			return
		}
	}
}

// distribute performs one iteration of the loop in §9.7: it distributes the free space to the unfrozen items and
// freezes those that violate a limit. It reports whether another iteration is needed.
func (f *flexer) distribute(items []*flexItem, room, initial geom.Unit, grow bool) bool {
	free := room
	sum, weighted := 0.0, 0.0
	unfrozen := 0
	for _, it := range items {
		if it.frozen {
			free = addSat(free, -it.main)
			continue
		}
		unfrozen++
		free = addSat(free, -it.base)
		if grow {
			sum += it.grow
		} else {
			sum += it.shrink
			weighted += float64(it.shrink * f.innerBase(it).Float())
		}
	}
	if unfrozen == 0 {
		return false
	}
	if sum < 1 {
		if part := geom.FromFloat(initial.Float() * sum); abs(part) < abs(free) {
			free = part
		}
	}
	var violation geom.Unit
	rest := 0.0 // the rounding error of the preceding items, in 1/64 px
	for _, it := range items {
		if it.frozen {
			continue
		}
		extra := 0.0
		switch {
		case grow && free > 0 && sum > 0:
			extra = free.Float() * it.grow / sum
		case !grow && free < 0 && weighted > 0:
			extra = free.Float() * it.shrink * f.innerBase(it).Float() / weighted
		}
		share := float64(extra*64) + rest
		whole := math.Round(share)
		rest = share - whole
		it.main = addSat(it.base, geom.Unit(min(max(whole, -float64(geom.MaxUnit)), float64(geom.MaxUnit))))
		violation = addSat(violation, clampSize(it.main, it.lo, it.hi)-it.main)
	}
	for _, it := range items {
		if it.frozen {
			continue
		}
		clamped := clampSize(it.main, it.lo, it.hi)
		it.frozen = violation == 0 || (violation > 0 && clamped > it.main) || (violation < 0 && clamped < it.main)
		it.main = clamped
	}
	return violation != 0
}

// innerBase returns an item's content-box base size, the weight of shrinking.
func (f *flexer) innerBase(it *flexItem) geom.Unit {
	if f.row {
		return max(0, it.base-it.e.inner().Horizontal())
	}
	return max(0, it.base-it.e.inner().Vertical())
}

func abs(v geom.Unit) geom.Unit {
	if v < 0 {
		return -v
	}
	return v
}
