package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// columnHeight returns the specified height of the columns of a container, or that of a container that wraps columns into
// rows (CSS Multi-column Layout 2 §3.4); false if there is none. limit is the definite height of the container's content.
func (c *container) columnHeight(limit geom.Unit) (geom.Unit, bool) {
	st := c.box.Style
	if st.ColumnHeight.IsDefinite() {
		if hasSpanner(c.box) {
			c.l.warnOnce(c.box, "unsupported_value", "column-height has no effect in a container with column-span: all")
			return 0, false
		}
		return max(geom.One, st.ColumnHeight.Resolve(0)), true
	}
	if st.ColumnWrap == style.ColumnWrapRows && limit != Indefinite && !hasSpanner(c.box) {
		return max(geom.One, limit), true
	}
	return 0, false
}

func hasSpanner(b *Box) bool {
	for _, c := range b.Children {
		if !c.columnRun && c.Kind != MarkerBox {
			return true
		}
	}
	return false
}

// wrapColumns places sections of a strip in rows of columns of a height. The last row is balanced unless columns are
// filled sequentially.
func (c *container) wrapColumns(strip *Fragment, row columnRow, height geom.Unit) {
	l, at := c.l, c.top()
	gap := rowGapBetweenColumns(c.box.Style, c.space.Percent.H)
	record := columnStrip{strip: strip, row: row, left: c.left, right: c.right, rtl: c.rtl}
	div := l.divideColumns(strip, height, maxColumns)
	perRow := row.n
	if c.box.Style.ColumnWrap == style.ColumnNoWrap {
		perRow = max(perRow, div.n) // the columns overflow
	}
	rows := (div.n + perRow - 1) / perRow
	var columns slicer
	for r := range rows {
		first, n := r*perRow, min(perRow, div.n-r*perRow)
		part := div
		if n <= row.n && r == rows-1 && !c.box.Style.ColumnFillAuto {
			rest := strip
			if r > 0 {
				rest = restOf(div, &columns, div.top(first))
			}
			part = l.divideColumns(rest, c.balanceColumns(rest, row.n, height), row.n)
			first, n = 0, min(part.n, row.n)
		}
		filled := 0
		for k := range n {
			if !l.spend(c.box, 32*len(strip.Children)) {
				return
			}
			move := geom.Point{X: record.x(k), Y: at - part.top(first+k)}
			start, end := part.top(first+k), part.top(first+k+1)
			if first+k == 0 && r == 0 {
				start = -geom.MaxUnit
			}
			if r == rows-1 && k == n-1 {
				end = geom.MaxUnit
			}
			for _, piece := range columns.children(part.strip, start, end, columnEnd{end, end}) {
				piece.Offset = piece.Offset.Add(move)
				c.frag.Children = append(c.frag.Children, piece)
				filled = k + 1
			}
			for _, o := range strip.pending {
				// In the balanced row, the position is that in columns of the full height.
				if y := div.moved(o.Static.Y); inColumn(div, y, r*perRow+k) {
					o.Static.Y, o.HasArea = y-div.top(r*perRow+k)+part.top(first+k), false
					o.Static = o.Static.Add(move)
					c.frag.pending = append(c.frag.pending, o)
				}
			}
		}
		c.placed = append(c.placed, columnsPlaced{at: at, end: at + height, n: filled, wrapped: r > 0})
		at = addSat(at, height+gap)
	}
	if c.frag.FirstBaseline == NoBaseline && strip.FirstBaseline != NoBaseline {
		c.frag.FirstBaseline = c.top() + strip.FirstBaseline
		c.frag.LastBaseline, c.frag.lineBaseline = c.frag.FirstBaseline, c.frag.FirstBaseline
	}
	c.y, c.strut, c.absorbing, c.filled = addSat(at, -gap), strut{}, false, true
}

// inColumn reports whether a height of a divided strip is in column k.
func inColumn(d *dividedStrip, y geom.Unit, k int) bool { return y >= d.top(k) && y < d.top(k+1) }

// restOf returns the content of a divided strip from a height on.
func restOf(d *dividedStrip, columns *slicer, from geom.Unit) *Fragment {
	rest := *d.strip
	rest.pending = nil
	rest.Size.H = max(0, d.strip.Size.H-from)
	rest.Children = columns.children(d.strip, from, geom.MaxUnit, columnEnd{geom.MaxUnit, geom.MaxUnit})
	for _, piece := range rest.Children {
		piece.Offset.Y -= from
	}
	return &rest
}
