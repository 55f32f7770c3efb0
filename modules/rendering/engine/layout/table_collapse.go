package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// collapseColumns takes the room of columns with visibility: collapse away once
// rows are measured with it (CSS Tables 3 §4.3).
func (t *tableLayout) collapseColumns() {
	hidden := func(i int) bool {
		c := &t.g.columns[i]
		return c.box != nil && c.box.Style.Visibility == style.Collapse || c.group != nil && c.group.Style.Visibility == style.Collapse
	}
	sx, _ := t.g.spacing()
	any, removed := false, geom.Unit(0)
	widths := append([]geom.Unit(nil), t.widths...)
	for i := range widths {
		if hidden(i) {
			any = true
			removed += widths[i] + sx
			widths[i] = 0
		}
	}
	if !any {
		return
	}
	t.widths = widths
	x, seen := t.edges.inner().Left+sx, false
	for k := range widths {
		i := k
		if t.g.box.Style.Direction == style.RTL {
			i = len(widths) - 1 - k
		}
		if seen && !hidden(i) {
			x += sx
		}
		t.xs[i] = x
		x += widths[i]
		seen = seen || !hidden(i)
	}
	t.width = max(t.edges.inner().Horizontal(), t.width-removed)
	t.frag.Size.W = t.width
}

// rowPlaces finds where rows lie; those with visibility: collapse take no room.
func (t *tableLayout) rowPlaces() {
	_, sy := t.g.spacing()
	if len(t.g.columns) == 0 {
		sy = 0
	}
	y := t.edges.inner().Top
	var removed geom.Unit
	seen := false // a visible row of the section
	group, bare := 0, t.bare
	for i := range t.state {
		r := &t.state[i]
		row := &t.g.rows[i]
		if row.first {
			// Row groups without rows come before it.
			for ; t.g.box.Children[group] != row.section; group++ {
				if c := t.g.box.Children[group]; c.Kind == TableSectionBox && len(c.Children) == 0 && len(bare) > 0 {
					y += bare[0]
					bare = bare[1:]
				}
			}
		}
		hidden := row.box.Style.Visibility == style.Collapse || row.section.Style.Visibility == style.Collapse
		if row.first {
			seen = false
			y += sy
		} else if seen && !hidden {
			y += sy
		}
		if hidden {
			removed += r.height
			r.height = 0
		}
		if !row.first && (!seen || hidden) {
			removed += sy
		}
		seen = seen || !hidden
		r.y = y
		y += r.height
	}
	if removed > 0 {
		t.frag.Size.H = max(t.edges.inner().Vertical(), t.frag.Size.H-removed)
	}
}
