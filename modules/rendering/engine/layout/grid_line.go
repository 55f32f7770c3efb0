package layout

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

const (
	// maxGridTracks bounds the tracks of a template and of a span; CSS Grid 2 §7.2.3.2 and §8 permit such a limit.
	maxGridTracks = 10000
	// maxGridItemSpan bounds an item's span.
	maxGridItemSpan = 1000
)

// initialPlacement is the placement of boxes without grid properties.
var initialPlacement = &style.Grid{
	ColumnStart: style.GridLine{Auto: true}, ColumnEnd: style.GridLine{Auto: true},
	RowStart: style.GridLine{Auto: true}, RowEnd: style.GridLine{Auto: true},
}

func gridStyle(b *Box) *style.Grid {
	if b.Style.Grid != nil {
		return b.Style.Grid
	}
	return initialPlacement
}

// gridSpan is a range of tracks from the line start; lines are numbered from 0, the first of the explicit grid. Auto
// spans have no start yet.
type gridSpan struct {
	start, n int
	definite bool
}

func (s gridSpan) end() int { return s.start + s.n }

// gridTemplate is one axis of the explicit grid: its track sizes, the names of its lines, and the tracks of an auto-fit
// repeat.
type gridTemplate struct {
	sizes []style.TrackSize
	names map[string][]int
	// repeated is the range of tracks of the auto repeat.
	repeated [2]int
	autoFit  bool
	// explicit is the number of explicit tracks, from the template or the areas.
	explicit int
}

// expandTemplate expands a track list; repeats is the count of an auto repeat.
func expandTemplate(entries []style.TrackEntry, repeats int) *gridTemplate {
	t := &gridTemplate{names: map[string][]int{}}
	t.add(entries, repeats)
	return t
}

func (t *gridTemplate) add(entries []style.TrackEntry, repeats int) {
	for i := range entries {
		en := &entries[i]
		for _, n := range en.Names {
			t.name(n, len(t.sizes))
		}
		switch {
		case en.Size != nil:
			if len(t.sizes) < maxGridTracks {
				t.sizes = append(t.sizes, *en.Size)
			}
		case en.Repeat != nil:
			count := en.Repeat.Count
			auto := en.Repeat.AutoFill || en.Repeat.AutoFit
			if auto {
				count = repeats
				t.repeated[0], t.autoFit = len(t.sizes), en.Repeat.AutoFit
			}
			for range count {
				if len(t.sizes) >= maxGridTracks {
					break
				}
				t.add(en.Repeat.Entries, 0)
			}
			if auto {
				t.repeated[1] = len(t.sizes)
			}
		}
	}
}

func (t *gridTemplate) name(n string, line int) {
	if l := t.names[n]; len(l) > 0 && l[len(l)-1] == line {
		return
	}
	t.names[n] = append(t.names[n], line)
}

// addAreas adds the implicit named lines of the areas (CSS Grid 2 §7.3.2) and makes the explicit grid at least as large
// as the areas.
func (t *gridTemplate) addAreas(areas [][]string, columns bool) {
	t.explicit = len(t.sizes)
	if len(areas) == 0 {
		return
	}
	if columns {
		t.explicit = max(t.explicit, len(areas[0]))
	} else {
		t.explicit = max(t.explicit, len(areas))
	}
	type extent struct{ from, to int }
	spans := map[string]extent{}
	var order []string
	for y, row := range areas {
		for x, n := range row {
			if n == "" || n == "." {
				continue
			}
			at := y
			if columns {
				at = x
			}
			e, ok := spans[n]
			if !ok {
				order = append(order, n)
				e = extent{at, at}
			}
			spans[n] = extent{min(e.from, at), max(e.to, at)}
		}
	}
	for _, n := range order {
		t.insert(n+"-start", spans[n].from)
		t.insert(n+"-end", spans[n].to+1)
	}
}

func (t *gridTemplate) insert(n string, line int) {
	l := append(slices.Clone(t.names[n]), line)
	slices.Sort(l)
	t.names[n] = slices.Compact(l)
}

// autoRepeats returns the number of repetitions of an auto-fill or auto-fit repeat (CSS Grid 2 §7.2.3.2). size is the
// content-box size, or the maximum size if only that is known; Indefinite if neither is. least is the content-box
// minimum, used without a size.
func autoRepeats(entries []style.TrackEntry, size, least, percent, gap geom.Unit) int {
	var others, each geom.Unit
	var tracks, perRepeat geom.Unit
	found := false
	for i := range entries {
		switch en := &entries[i]; {
		case en.Size != nil:
			others = addSat(others, repeatSize(*en.Size, percent))
			tracks++
		case en.Repeat != nil && (en.Repeat.AutoFill || en.Repeat.AutoFit):
			found = true
			for _, r := range en.Repeat.Entries {
				if r.Size != nil {
					each = addSat(each, max(repeatSize(*r.Size, percent), geom.One))
					perRepeat++
				}
			}
		case en.Repeat != nil:
			for _, r := range en.Repeat.Entries {
				if r.Size != nil {
					others = addSat(others, geom.Unit(min(int64(repeatSize(*r.Size, percent))*int64(en.Repeat.Count), int64(geom.MaxUnit))))
					tracks += geom.Unit(en.Repeat.Count)
				}
			}
		}
	}
	if !found || perRepeat == 0 {
		return 0
	}
	unit := each + gap*perRepeat
	// others, with a gap after each track but the last.
	fixed := addSat(others, gap*tracks-gap)
	limit := geom.Unit(maxGridTracks) / perRepeat
	switch {
	case unit <= 0:
		return 1
	case size != Indefinite:
		return int(max(1, min(limit, (size-fixed)/unit)))
	case least > 0:
		return int(max(1, min(limit, (least-fixed+unit-1)/unit)))
	}
	return 1
}

// repeatSize returns a track's size for counting repetitions.
func repeatSize(t style.TrackSize, percent geom.Unit) geom.Unit {
	lo, hasLo := fixedLength(t.Min, percent)
	hi, hasHi := fixedLength(t.Max, percent)
	switch {
	case hasHi && hasLo:
		return max(lo, hi)
	case hasHi:
		return hi
	}
	return lo
}

// fixedLength resolves a definite length against a percentage base.
func fixedLength(v style.Length, percent geom.Unit) (geom.Unit, bool) {
	if !v.IsDefinite() || (v.HasPercent() && percent == Indefinite) {
		return 0, false
	}
	return max(0, v.Resolve(percent)), true
}

// resolveSpan resolves an item's span on an axis from its two lines (CSS Grid 2 §8.3).
func (t *gridTemplate) resolveSpan(start, end style.GridLine) gridSpan {
	if start.Span && end.Span {
		end = style.GridLine{Auto: true}
	}
	span := func(g style.GridLine) int { return min(max(1, g.N), maxGridItemSpan) }
	startFixed, endFixed := !start.Auto && !start.Span, !end.Auto && !end.Span
	switch {
	case startFixed && endFixed:
		a, b := t.line(start, "-start"), t.line(end, "-end")
		if a > b {
			a, b = b, a
		}
		if a == b {
			b = a + 1
		}
		return gridSpan{a, min(b-a, maxGridItemSpan), true}
	case startFixed:
		a := t.line(start, "-start")
		switch {
		case end.Span && end.Name != "":
			return gridSpan{a, min(t.spanTo(end, a, 1), maxGridItemSpan), true}
		case end.Span:
			return gridSpan{a, span(end), true}
		}
		return gridSpan{a, 1, true}
	case endFixed:
		b := t.line(end, "-end")
		n := 1
		switch {
		case start.Span && start.Name != "":
			n = min(t.spanTo(start, b, -1), maxGridItemSpan)
		case start.Span:
			n = span(start)
		}
		return gridSpan{b - n, n, true}
	}
	// A span for only a named line is a span of one.
	for _, g := range [2]style.GridLine{start, end} {
		if g.Span && g.Name == "" {
			return gridSpan{n: span(g)}
		}
	}
	return gridSpan{n: 1}
}

// line resolves a grid line. suffix is appended to the name of a named area.
func (t *gridTemplate) line(g style.GridLine, suffix string) int {
	if g.Name != "" && g.N == 0 {
		if l := t.names[g.Name+suffix]; len(l) > 0 {
			return l[0]
		}
	}
	n := g.N
	if n == 0 {
		n = 1
	}
	if g.Name == "" {
		if n > 0 {
			return n - 1
		}
		return t.explicit + 1 + n
	}
	lines := t.names[g.Name]
	switch {
	case n > 0 && n <= len(lines):
		return lines[n-1]
	case n > 0:
		return t.explicit + n - len(lines)
	case -n <= len(lines):
		return lines[len(lines)+n]
	}
	return n + len(lines)
}

// spanTo counts the tracks from a line to the nth line of a name in a direction; all implicit lines have every name.
func (t *gridTemplate) spanTo(g style.GridLine, from, step int) int {
	left := max(1, g.N)
	lines := t.names[g.Name]
	for n := 1; n < maxGridItemSpan; n++ {
		at := from + n*step
		_, named := slices.BinarySearch(lines, at)
		if named || at < 0 && step < 0 || at > t.explicit && step > 0 {
			if left--; left == 0 {
				return n
			}
		}
	}
	return maxGridItemSpan
}
