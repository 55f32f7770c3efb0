package layout

import (
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// tableLayout is the layout of a table at a width.
type tableLayout struct {
	l        *layouter
	g        *tableGrid
	frag     *Fragment
	space    Space
	edges    boxEdges
	width    geom.Unit
	widths   []geom.Unit // of the columns
	starts   []geom.Unit // of the columns, from the inner edge of border and padding in logical order
	state    []rowState
	sections []sectionState
	cells    []cellState
	least    geom.Unit // required height, including border and padding
}

type rowState struct {
	height      geom.Unit
	y           geom.Unit // from the border box
	constrained bool      // a row or cell height is specified
	percent     float32   // of the table's height; negative: unspecified
	opens       bool      // a row-spanning cell starts here
	collapsed   bool
}

type sectionState struct {
	height      geom.Unit
	y           geom.Unit // from the border box
	percent     float32
	constrained bool
	grown       bool // its rows have not been grown to its height yet
}

type cellState struct {
	cell *tableCell
	frag *Fragment // from measurement
}

// columns computes the columns' widths and positions.
func (t *tableLayout) columns() {
	in := t.edges.inner()
	room := max(0, t.width-in.Horizontal()-t.g.gaps())
	if t.g.fixed {
		t.widths = distributeFixed(t.g.columns, room)
	} else {
		t.widths = distribute(t.g.columns, room, true)
	}
	end := t.placeColumnStarts(nil)
	if len(t.g.columns) > 0 {
		t.width = end + in.Horizontal()
	}
	t.frag.Size.W = t.width
}

// placeColumnStarts computes the starts of columns; merged or hidden ones have zero width. It returns the width of the
// grid including spacing.
func (t *tableLayout) placeColumnStarts(hidden func(i int) bool) geom.Unit {
	sx, _ := t.g.spacing()
	x, first := sx, true
	t.starts = make([]geom.Unit, len(t.widths))
	for i := range t.widths {
		none := t.g.columns[i].mergeable && t.widths[i] == 0
		if hidden != nil && hidden(i) {
			t.widths[i], none = 0, true
		}
		if !none && !first {
			x += sx
		}
		t.starts[i] = x
		x += t.widths[i]
		first = first && none
	}
	return x + sx
}

// columnX returns the position of columns [from, to) from the border box's left edge.
func (t *tableLayout) columnX(from, to int) (x, w geom.Unit) {
	start, end := t.starts[from], t.starts[to-1]+t.widths[to-1]
	w = end - start
	if t.g.box.Style.Direction == style.RTL {
		return t.width - t.edges.inner().Right - end, w
	}
	return t.edges.inner().Left + start, w
}

// rows measures all cells and computes the rows' heights.
func (t *tableLayout) rows() {
	t.state = make([]rowState, len(t.g.rows))
	t.cells = make([]cellState, len(t.g.cells))
	t.measureCells()
	for i := range t.g.sections {
		t.sections = append(t.sections, t.sectionHeight(i))
	}
	t.growTable()
	for i := range t.state {
		r := &t.state[i]
		if !r.collapsed {
			continue
		}
		if _, sy := t.g.spacing(); t.least != 0 {
			t.least -= r.height
			if len(t.state) > 1 {
				t.least -= sy
			}
		}
		r.height = 0
	}
}

// measureCells lays out the cells at auto height and sets the heights of the rows.
func (t *tableLayout) measureCells() {
	ascents := make([]geom.Unit, len(t.state))
	descents := make([]geom.Unit, len(t.state))
	aligned := make([]bool, len(t.state))
	for i := range t.state {
		r := &t.state[i]
		r.percent = -1
		row := &t.g.rows[i]
		r.collapsed = row.box.Style.Visibility == style.Collapse || row.section.Style.Visibility == style.Collapse
	}
	for i, c := range t.g.cells {
		if !t.l.step(c.box) {
			return
		}
		cs := &t.cells[i]
		cs.cell = c
		cs.frag = t.l.layout(c.box, t.cellSpace(c, Indefinite, false))
		r := &t.state[c.row]
		if alignsBaseline(c.box) && hasContent(cs.frag) {
			base := cellBaseline(cs.frag)
			descent := cs.frag.Size.H - base
			if c.rowSpan > 1 {
				descent = 0
			}
			if !aligned[c.row] {
				ascents[c.row], descents[c.row] = base, descent
			}
			aligned[c.row] = true
			ascents[c.row] = max(ascents[c.row], base)
			if c.rowSpan == 1 {
				descents[c.row] = max(descents[c.row], descent)
			}
		}
		if c.rowSpan > 1 {
			r.opens = true
			continue
		}
		specified, has := t.cellHeight(c)
		switch h := c.box.Style.Height; {
		case has:
			r.constrained = true
		case h.Kind == style.Percent:
			r.constrained = true
			r.percent = max(r.percent, float32(h.Pct))
		}
		r.height = max(r.height, cs.frag.Size.H, specified)
	}
	for i := range t.state {
		r := &t.state[i]
		h := t.g.rows[i].box.Style.Height
		if v, ok := pixels(h); ok {
			r.constrained = true
			r.height = max(r.height, v)
		} else if h.Kind == style.Percent {
			r.constrained = true
			r.percent = max(r.percent, float32(h.Pct))
		}
		if aligned[i] {
			r.height = max(r.height, addSat(ascents[i], descents[i]))
		}
	}
}

// hasContent reports whether a cell has any content that could have a baseline.
func hasContent(f *Fragment) bool { return len(f.Children) > 0 || len(f.pending) > 0 }

func alignsBaseline(b *Box) bool {
	switch b.Style.VerticalAlign.Kind {
	case style.VATop, style.VABottom, style.VAMiddle:
		return false
	}
	return true
}

// cellBaseline returns the baseline of a cell's first line, or the bottom of its content box if it has none (CSS 2.1
// §17.5.3).
func cellBaseline(f *Fragment) geom.Unit {
	if f.FirstBaseline != NoBaseline {
		return f.FirstBaseline
	}
	return f.contentHeight - f.Border.Bottom - f.Padding.Bottom
}

// cellSpace returns the space of a cell at its width; a height other than Indefinite is imposed. grown is set when that
// exceeds the content's height.
func (t *tableLayout) cellSpace(c *tableCell, height geom.Unit, grown bool) Space {
	_, w := t.columnX(c.col, c.col+c.colSpan)
	base := max(0, t.width-t.edges.inner().Horizontal())
	if sx, _ := t.g.spacing(); height != Indefinite {
		base = max(0, base-2*sx) // Blink: percentages refer to the final row
	}
	s := Space{
		Available: geom.Size{W: w, H: height}, Percent: geom.Size{W: base, H: Indefinite},
		FixedWidth: true, NewContext: true, AutoHeight: true, IgnoreMinMax: true,
	}
	if height != Indefinite {
		s.FixedHeight, s.AutoHeight = true, false
		// Percentages of content resolve only below a specified height that takes effect.
		_, own := pixels(c.box.Style.Height)
		s.IndefiniteFixedHeight = !own && (t.g.box.Style.Height.IsAuto() || !grown)
	}
	return s
}

// cellHeight returns the specified height of a cell in pixels. Quirks mode includes border and padding (Quirks Mode
// Standard §3.9).
func (t *tableLayout) cellHeight(c *tableCell) (geom.Unit, bool) {
	h, ok := pixels(c.box.Style.Height)
	if !ok {
		return 0, false
	}
	inner := t.l.edges(c.box, max(0, t.width-t.edges.inner().Horizontal())).inner().Vertical()
	if t.l.quirks {
		return max(h, inner), true
	}
	return t.l.toBorderBox(c.box, h, inner), true
}

// sectionHeight applies row-spanning cells and the height of a row group to its rows.
func (t *tableLayout) sectionHeight(n int) sectionState {
	_, sy := t.g.spacing()
	sec := &t.g.sections[n]
	rows := t.state[sec.start : sec.start+sec.rows]
	var total float32
	for i := range rows {
		if r := &rows[i]; r.percent >= 0 {
			r.percent = min(100-total, r.percent)
			total += r.percent
		}
	}
	s := sectionState{percent: -1}
	for i := range rows {
		s.height = addSat(s.height, rows[i].height) // without row-spanning cells, as in Chromium
	}
	var spanning []int
	for i, c := range t.g.cells {
		if c.rowSpan > 1 && c.row >= sec.start && c.row < sec.start+sec.rows && t.cells[i].frag != nil {
			spanning = append(spanning, i)
		}
	}
	sort.SliceStable(spanning, func(i, j int) bool {
		return t.g.cells[spanning[i]].rowSpan < t.g.cells[spanning[j]].rowSpan
	})
	for _, i := range spanning {
		c := t.g.cells[i]
		specified, _ := t.cellHeight(c)
		t.growRows(c.row, c.row+c.rowSpan, max(t.cells[i].frag.Size.H, specified), true, Indefinite)
	}
	s.height = addSat(s.height, sy*geom.Unit(max(0, sec.rows-1)))
	h := sec.box.Style.Height
	if v, ok := pixels(h); ok {
		s.constrained = true
		if v > s.height {
			t.growRows(sec.start, sec.start+sec.rows, v, false, v)
			s.height = v
		}
	} else if h.Kind == style.Percent {
		s.constrained, s.percent = true, float32(h.Pct)
	}
	return s
}
