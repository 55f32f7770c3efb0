package layout

// occupancy records the occupied cells of a grid: one bit set per row of the major axis, grown as needed.
type occupancy struct{ rows [][]uint64 }

// fits reports whether a block of cells is free.
func (o *occupancy) fits(major, majorSpan, minor, minorSpan int) bool {
	for r := major; r < major+majorSpan && r < len(o.rows); r++ {
		row := o.rows[r]
		for c := minor; c < minor+minorSpan; c++ {
			if c>>6 < len(row) && row[c>>6]&(1<<(c&63)) != 0 {
				return false
			}
		}
	}
	return true
}

// take marks a block of cells as occupied.
func (o *occupancy) take(major, majorSpan, minor, minorSpan int) {
	for len(o.rows) < major+majorSpan {
		o.rows = append(o.rows, nil)
	}
	for r := major; r < major+majorSpan; r++ {
		for len(o.rows[r])<<6 < minor+minorSpan {
			o.rows[r] = append(o.rows[r], 0)
		}
		for c := minor; c < minor+minorSpan; c++ {
			o.rows[r][c>>6] |= 1 << (c & 63)
		}
	}
}

// full reports whether the first n cells of a row are occupied.
func (o *occupancy) full(major, n int) bool {
	if major >= len(o.rows) || len(o.rows[major])<<6 < n {
		return false
	}
	row := o.rows[major]
	for ; n >= 64; n -= 64 {
		if row[0] != ^uint64(0) {
			return false
		}
		row = row[1:]
	}
	return n == 0 || row[0]&(1<<n-1) == 1<<n-1
}

// placer runs the auto-placement algorithm (CSS Grid 2 §8.5) on items whose
// spans are resolved. Major is the axis along which auto-flow adds tracks: rows for
// grid-auto-flow: row.
type placer struct {
	items        []*gridItem
	major, minor int // axes: 0 columns, 1 rows
	dense        bool
	taken        occupancy
	// first is the lowest line of each axis; spans are relative to it during placement.
	first [2]int
	// minorEnd is the number of minor tracks.
	minorEnd int
	step     func() bool
}

// place resolves the span of every item on both axes and returns the first and the last line of each axis.
func (p *placer) place(explicit [2]int) (first, last [2]int) {
	last = explicit
	for _, it := range p.items {
		for a := range 2 {
			if s := it.span[a]; s.definite {
				first[a] = min(first[a], s.start)
				last[a] = max(last[a], s.end())
			}
		}
	}
	p.first = first
	for _, it := range p.items {
		if s := it.span[p.minor]; !s.definite {
			last[p.minor] = max(last[p.minor], first[p.minor]+s.n)
		}
	}
	p.minorEnd = last[p.minor] - first[p.minor]
	for _, it := range p.items {
		if it.span[0].definite && it.span[1].definite {
			p.fix(it, it.span[p.major].start-first[p.major], it.span[p.minor].start-first[p.minor])
		}
	}
	p.lockedToMajor()
	p.rest()
	for _, it := range p.items {
		last[p.major] = max(last[p.major], it.span[p.major].end())
		last[p.minor] = max(last[p.minor], it.span[p.minor].end())
	}
	// Without an explicit grid, there are only the tracks that items occupy.
	for a := range explicit {
		if explicit[a] == 0 && len(p.items) > 0 {
			last[a] = first[a] + 1
			for _, it := range p.items {
				last[a] = max(last[a], it.span[a].end())
			}
		}
	}
	return first, last
}

func (p *placer) fix(it *gridItem, major, minor int) {
	mj, mn := &it.span[p.major], &it.span[p.minor]
	p.taken.take(major, mj.n, minor, mn.n)
	*mj = gridSpan{major + p.first[p.major], mj.n, true}
	*mn = gridSpan{minor + p.first[p.minor], mn.n, true}
}

// lockedToMajor places the items with a definite major position (§8.5 step 1).
func (p *placer) lockedToMajor() {
	cursor := map[int]int{}
	for _, it := range p.items {
		if !it.span[p.major].definite || it.span[p.minor].definite {
			continue
		}
		major := it.span[p.major].start - p.first[p.major]
		minor := 0
		if !p.dense {
			minor = cursor[major]
		}
		for p.step() && !p.taken.fits(major, it.span[p.major].n, minor, it.span[p.minor].n) {
			minor++
		}
		p.fix(it, major, minor)
		cursor[major] = it.span[p.minor].end() - p.first[p.minor]
		p.minorEnd = max(p.minorEnd, cursor[major])
	}
}

// rest places the remaining items (§8.5 step 4).
func (p *placer) rest() {
	major, minor := 0, 0
	open := 0 // the rows before this one are full
	for _, it := range p.items {
		if it.span[p.major].definite {
			continue
		}
		if p.dense {
			major, minor = 0, 0
		}
		n, m := it.span[p.major].n, it.span[p.minor].n
		if it.span[p.minor].definite {
			at := it.span[p.minor].start - p.first[p.minor]
			if !p.dense && at < minor {
				major++
			}
			minor = at
			for p.step() && !p.taken.fits(major, n, minor, m) {
				major++
			}
		} else {
			if p.dense {
				for p.taken.full(open, p.minorEnd) {
					open++
				}
				major = open
			}
			for p.step() && (minor+m > p.minorEnd || !p.taken.fits(major, n, minor, m)) {
				if minor++; minor+m > p.minorEnd {
					major, minor = major+1, 0
				}
			}
		}
		p.fix(it, major, minor)
	}
}
