package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// growRows increases the heights of the rows [from, to) until they are need high including spacing. Rows with a
// percentage of base grow to it first; then, for a row-spanning cell, those where other spans start; then rows with
// content and auto height; then empty ones; then all (not specified by CSS Tables 3 §3.10.1).
func (t *tableLayout) growRows(from, to int, need geom.Unit, spanning bool, base geom.Unit) {
	if to <= from {
		return
	}
	_, sy := t.g.spacing()
	rows := t.state[from:to]
	lack := func(r *rowState) geom.Unit {
		if r.percent <= 0 || base == Indefinite {
			return 0
		}
		return max(0, percentOf(r.percent, base)-r.height)
	}
	const (
		full = iota
		empty
		constrainedFull
		constrainedEmpty
	)
	kind := make([]int, len(rows))
	heights := make([]geom.Unit, len(rows))
	lacks := make([]geom.Unit, len(rows))
	var have, lacking geom.Unit
	for i := range rows {
		r := &rows[i]
		have = addSat(have, r.height)
		lacks[i] = lack(r)
		lacking = addSat(lacking, lacks[i])
		isEmpty := r.height == 0 && lacks[i] == 0
		fixed := r.constrained && (r.percent < 0 || base != Indefinite)
		switch {
		case isEmpty && fixed:
			kind[i] = constrainedEmpty
		case isEmpty:
			kind[i] = empty
		case fixed:
			kind[i] = constrainedFull
		}
	}
	room := need - sy*geom.Unit(len(rows)-1) - have
	if room <= 0 {
		return
	}
	grow := func(by, amount geom.Unit, weights []geom.Unit, want func(i int) bool) {
		picked := make([]bool, len(rows))
		more := make([]geom.Unit, len(rows))
		for i := range rows {
			picked[i] = want(i)
		}
		if weights == nil {
			weights = make([]geom.Unit, len(rows))
		}
		spreadLast(more, weights, picked, amount)
		for i := range rows {
			rows[i].height = max(0, rows[i].height+more[i])
		}
		room -= by
	}
	count := func(want func(i int) bool) (n int) {
		for i := range rows {
			if want(i) {
				n++
			}
		}
		return n
	}
	if lacking > 0 {
		amount := min(lacking, room)
		grow(amount, amount, lacks, func(i int) bool { return lacks[i] > 0 })
		if room <= 0 {
			return
		}
	}
	for i := range rows {
		heights[i] = rows[i].height
	}
	opens := func(i int) bool { return spanning && i > 0 && rows[i].opens }
	isFull := func(i int) bool { return kind[i] == full }
	isEmpty := func(i int) bool { return kind[i] == empty || kind[i] == constrainedEmpty }
	empties := count(isEmpty)
	switch {
	case count(opens) > 0:
		grow(room, room, nil, opens)
	case count(isFull) > 0:
		grow(room, room, heights, isFull)
	case empties == len(rows) && spanning:
		rows[len(rows)-1].height += room
	case empties > 0 && !spanning:
		// All other rows have specified heights.
		if loose := func(i int) bool { return kind[i] == empty }; count(loose) > 0 {
			isEmpty = loose
		}
		grow(room, room, nil, isEmpty)
	default:
		grow(room, room, heights, func(i int) bool { return kind[i] == full || kind[i] == constrainedFull })
	}
}

// growTable distributes the excess of the table's height over that of its row groups.
func (t *tableLayout) growTable() {
	l, b := t.l, t.g.box
	if l.quirks && len(t.g.sections) == 0 {
		return // empty tables have no height in quirks mode
	}
	in := t.edges.inner().Vertical()
	switch _, definite := l.definiteHeight(b, t.space, t.edges, t.width); {
	case t.space.FixedHeight:
		t.least = t.space.Available.H
	case definite:
		t.least = l.resolveHeight(b, t.space, t.edges, t.width, in)
	default:
		if _, ok := l.borderBoxHeight(b, b.Style.MinHeight, t.space, t.edges); !ok || t.space.IgnoreMinMax {
			return
		}
		t.least = l.resolveHeight(b, t.space, t.edges, t.width, in)
	}
	var have geom.Unit
	for i := range t.sections {
		have = addSat(have, t.sections[i].height)
	}
	if room := max(0, t.least-in); room > have {
		t.growSections(room)
	}
}

// growSections increases the heights of the row groups to that of the table: those with percentages first, then bodies
// before headers and footers, those of auto height before others.
func (t *tableLayout) growSections(room geom.Unit) {
	if len(t.sections) == 0 {
		return
	}
	_, sy := t.g.spacing()
	room = max(0, room-sy*geom.Unit(len(t.sections)+1))
	n := len(t.sections)
	have := func() (sum geom.Unit) {
		for i := range t.sections {
			sum = addSat(sum, t.sections[i].height)
		}
		return sum
	}
	if room <= have() {
		return
	}
	add := func(picked []bool, weights []geom.Unit, amount geom.Unit) {
		more := make([]geom.Unit, n)
		spreadLast(more, weights, picked, amount)
		for i := range t.sections {
			if picked[i] {
				t.sections[i].height = max(0, t.sections[i].height+more[i])
				t.sections[i].grown = true
			}
		}
	}
	picked, weights := make([]bool, n), make([]geom.Unit, n)
	var lacking geom.Unit
	for i := range t.sections {
		if s := &t.sections[i]; s.percent >= 0 {
			picked[i] = true
			weights[i] = max(0, percentOf(s.percent, room)-s.height)
			lacking = addSat(lacking, weights[i])
		}
	}
	if lacking > 0 {
		add(picked, weights, min(lacking, room-have()))
	}
	bodies := false
	for i := range t.sections {
		bodies = bodies || t.g.sections[i].body
	}
	kind := func(i int) int {
		switch s := &t.sections[i]; {
		case bodies && !t.g.sections[i].body:
			return 3
		case s.percent >= 0:
			return 2
		case s.constrained:
			return 1
		}
		return 0
	}
	best := 3
	for i := range t.sections {
		best = min(best, kind(i))
	}
	for i := range t.sections {
		picked[i] = kind(i) == best
		weights[i] = t.sections[i].height
	}
	if rest := room - have(); rest > 0 {
		add(picked, weights, rest)
	}
	for i := range t.sections {
		if s := &t.sections[i]; s.grown {
			sec := &t.g.sections[i]
			t.growRows(sec.start, sec.start+sec.rows, s.height, false, s.height)
		}
	}
}

// rowPlaces computes the positions of rows and row groups; rows with visibility: collapse have zero height, and there
// is no spacing before a group without rows.
func (t *tableLayout) rowPlaces() {
	_, sy := t.g.spacing()
	if len(t.g.columns) == 0 {
		sy = 0
	}
	y := t.edges.inner().Top
	for i := range t.sections {
		s, sec := &t.sections[i], &t.g.sections[i]
		if sec.rows > 0 {
			y += sy
		}
		s.y = y
		if sec.rows == 0 {
			y += s.height
			continue
		}
		first := true
		for k := sec.start; k < sec.start+sec.rows; k++ {
			r := &t.state[k]
			if !first && !r.collapsed {
				y += sy
			}
			r.y = y
			y += r.height
			first = first && r.collapsed
		}
		s.height = y - s.y
	}
	if len(t.sections) > 0 {
		y += sy
	}
	t.frag.Size.H = max(y+t.edges.inner().Bottom, t.least, 0)
}

// collapseColumns removes the widths of columns with visibility: collapse after the rows have been measured with them
// (CSS Tables 3 §4.3).
func (t *tableLayout) collapseColumns() {
	any := false
	for i := range t.g.columns {
		any = any || t.g.columns[i].collapsed
	}
	if !any {
		return
	}
	t.widths = append([]geom.Unit(nil), t.widths...)
	end := t.placeColumnStarts(func(i int) bool { return t.g.columns[i].collapsed })
	t.width = end + t.edges.inner().Horizontal()
	if t.space.FixedWidth {
		t.width = max(t.width, t.space.Available.W)
	}
	t.frag.Size.W = t.width
}
