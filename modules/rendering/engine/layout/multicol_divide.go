package layout

import (
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// dividedStrip is the content of columns, moved so that nothing unbreakable is across a multiple of their height.
type dividedStrip struct {
	strip  *Fragment
	height geom.Unit
	n      int
	end    geom.Unit // of the content
	// short is the smallest additional height with which a column would include more content, MaxUnit if there is none.
	short geom.Unit
	moves []columnMove // sorted by from
	// violated is set if a column begins where that was to be avoided.
	violated bool
}

// columnMove is the new position of a fragment of a strip.
type columnMove struct{ from, to geom.Unit }

// divideColumns divides a strip into columns of a height like a document into pages. The shortages of the first counted
// columns are examined.
func (l *layouter) divideColumns(strip *Fragment, height geom.Unit, counted int) *dividedStrip {
	height = max(height, geom.One)
	p := newColumnPager(height)
	p.counted = counted
	d := &dividedStrip{height: height, strip: p.fragment(strip, 0)}
	d.end = stripEnd(d.strip)
	d.note(strip, d.strip, 0, 0)
	sort.SliceStable(d.moves, func(i, j int) bool { return d.moves[i].from < d.moves[j].from })
	d.n = min(max(int((d.end-1)/height), p.forcedLast, p.reached)+1, maxColumns)
	d.n = max(d.n, 1)
	d.short, d.violated = p.short, p.violated
	return d
}

func newColumnPager(height geom.Unit) *pager {
	p := newPager(func(PageKind) geom.Unit { return height }, maxColumns)
	p.columnar, p.forcedLast, p.short = true, -1, geom.MaxUnit
	p.page(0)
	return p
}

// stripEnd returns the end of a strip's content, without the margin at its end, which has no column of its own.
func stripEnd(strip *Fragment) geom.Unit {
	extent := paginator{columns: true}
	for _, c := range strip.Children {
		extent.walk(c, geom.Point{}, geom.MaxUnit)
		if inFlow(c) {
			extent.bottom = max(extent.bottom, c.Offset.Y-relativeY(c)+c.Size.H)
		}
	}
	return max(0, extent.bottom)
}

// top returns the start of column k.
func (d *dividedStrip) top(k int) geom.Unit {
	return geom.Unit(min(int64(k)*int64(d.height), int64(geom.MaxUnit)))
}

// note records the positions of the descendants of f, at a height, and of its copy d.
func (d *dividedStrip) note(f, moved *Fragment, y, to geom.Unit) {
	if f == moved || len(f.Children) > len(moved.Children) {
		if y != to {
			d.moves = append(d.moves, columnMove{y, to})
		}
		return
	}
	extra := len(moved.Children) - len(f.Children) // repeated headers precede the rows
	for i, c := range f.Children {
		m := moved.Children[i]
		if extra > 0 && f.Box != nil && f.Box.Kind == TableBox {
			continue
		}
		d.moves = append(d.moves, columnMove{y + c.Offset.Y, to + m.Offset.Y})
		d.note(c, m, y+c.Offset.Y, to+m.Offset.Y)
	}
}

// moved returns the new position of a point of the strip.
func (d *dividedStrip) moved(y geom.Unit) geom.Unit {
	i := sort.Search(len(d.moves), func(i int) bool { return d.moves[i].from > y })
	if i == 0 {
		return y
	}
	return y + d.moves[i-1].to - d.moves[i-1].from
}

// lacks records that content up to a height does not fit on a page.
func (p *pager) lacks(page int, bottom geom.Unit) {
	if p.columnar && page < p.counted {
		if by := bottom - p.end(page); by > 0 {
			p.short = min(p.short, by)
		}
	}
}

// balanceColumns returns the height of n columns of a strip: starting with an equal share of the content, it grows by the
// smallest shortage until everything fits, as in browsers.
func (c *container) balanceColumns(strip *Fragment, n int, limit geom.Unit) geom.Unit {
	p := newColumnPager(geom.MaxUnit)
	height := max(geom.One, p.share(strip, n), p.least(strip))
	for range 200 {
		if limit != Indefinite && height >= limit {
			return limit
		}
		if !c.l.spend(c.box, len(p.needs)) {
			break
		}
		d := c.l.divideColumns(strip, height, n)
		if !c.l.spend(c.box, 32*len(d.moves)) || d.n <= n && !d.violated || d.short == geom.MaxUnit {
			break
		}
		height = addSat(height, max(1, d.short))
	}
	return height
}

// share returns the height with which the sections of a strip between forced breaks fit into n columns if they can be
// divided anywhere.
func (p *pager) share(strip *Fragment, n int) geom.Unit {
	var sections []geom.Unit
	from, end := geom.Unit(0), geom.Unit(0)
	var placed *Fragment
	for _, c := range strip.Children {
		if !inFlow(c) {
			continue
		}
		top := c.Offset.Y - relativeY(c)
		if placed != nil && p.forcedBetween(placed, c) != style.BreakAuto {
			sections = append(sections, end-from)
			from = top - collapsedTop(c)
		}
		placed, end = c, top+c.Size.H+max(0, c.Margin.Bottom)
	}
	sections = append(sections, max(strip.Size.H, stripEnd(strip))-from)
	columns := make([]geom.Unit, len(sections))
	tallest := 0
	for used := 0; ; used++ {
		tallest = 0
		for i, s := range sections {
			if used == 0 {
				columns[i] = 1
			}
			if (s+columns[i]-1)/columns[i] > (sections[tallest]+columns[tallest]-1)/columns[tallest] {
				tallest = i
			}
		}
		if used+len(sections) >= n {
			break
		}
		columns[tallest]++
	}
	return (sections[tallest] + columns[tallest] - 1) / columns[tallest]
}

// severalLines reports whether a fragment is a paragraph of several lines, between which a column ends rather than in the
// edges below them.
func severalLines(f *Fragment) bool {
	lines, only := 0, (*Fragment)(nil)
	for _, c := range f.Children {
		switch {
		case c.Kind == LineFragment:
			lines++
		case inFlow(c) && only != nil:
			return false
		case inFlow(c):
			only = c
		}
	}
	return lines > 1 || lines == 0 && only != nil && severalLines(only)
}

// least returns the height of the largest part of a fragment that cannot be divided.
func (p *pager) least(f *Fragment) geom.Unit {
	v := p.need(f, 0)
	if !p.breakable(f) || p.avoids(f.Box.Style.BreakInside) {
		return v
	}
	if lines := newLineCounter(f); len(lines.lines) > 1 {
		n := len(lines.lines)
		end, first := lines.lines[n-1], lines.lines[min(n-1, max(n-lines.widows, lines.orphans))]
		v = max(v, end.Offset.Y+end.Size.H-first.Offset.Y)
	}
	var placed *Fragment
	last := lastFlowing(f)
	for i, c := range f.Children {
		if c.Kind == LineFragment {
			v = max(v, c.Size.H)
			if i == last {
				v = max(v, c.Size.H+p.trailing(f))
			}
		}
		if c.Kind != BoxFragment || c.Box == nil || c.Box.IsOutOfFlow() {
			continue
		}
		if !inFlow(c) && hasLines(f) {
			continue // as in browsers, a float among lines does not determine the height of columns
		}
		v = max(v, p.least(c))
		if !inFlow(c) {
			continue
		}
		if placed != nil && p.forcedBetween(placed, c) != style.BreakAuto {
			v = max(v, collapsedTop(c)+p.need(c, 0))
		}
		if i == last && p.need(c, 0) >= c.Size.H && !severalLines(c) {
			v = max(v, c.Size.H+p.trailing(f))
		}
		placed = c
	}
	return v
}
