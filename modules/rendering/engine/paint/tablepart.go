package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// isTablePart reports whether a box is a row, row group, column or column group: its background is visible in its cells
// only (CSS 2 §17.5.1).
func isTablePart(b *layout.Box) bool {
	switch b.Kind {
	case layout.TableRowBox, layout.TableSectionBox, layout.TableColumnBox:
		return true
	}
	return false
}

// cellsOf appends the cells of a row, a row group or a whole table to list.
func cellsOf(it item, list []item) []item {
	for _, c := range it.frag.Children {
		if c.Kind != layout.BoxFragment || c.Box == nil || c.Box.IsOutOfFlow() {
			continue
		}
		child := item{frag: c, at: it.at.Add(c.Offset), clip: it.clip}
		switch c.Box.Kind {
		case layout.TableCellBox:
			pieces := c.Pieces()
			for _, piece := range pieces {
				list = append(list, item{frag: piece, at: it.at.Add(piece.Offset), clip: it.clip})
			}
			if pieces == nil {
				list = append(list, child)
			}
		case layout.TableRowBox, layout.TableSectionBox:
			list = cellsOf(child, list)
		}
	}
	return list
}

// paintColumn paints the background of a column into the cells of the table that begin in it.
func (p *painter) paintColumn(table, col item) {
	s := col.frag.Box.Style
	if p.textOnly {
		return
	}
	p.visit(col.frag.Box, Decorations)
	if !hasBackground(s) {
		return
	}
	start := func(it item) geom.Unit {
		switch r := geom.RectAt(it.at, it.frag.Size); {
		case s.WritingMode != style.HorizontalTB && s.Direction == style.RTL:
			return -r.MaxY()
		case s.WritingMode != style.HorizontalTB:
			return r.Y
		case s.Direction == style.RTL:
			return -r.MaxX()
		default:
			return r.X
		}
	}
	length := col.frag.Size.W
	if s.WritingMode != style.HorizontalTB {
		length = col.frag.Size.H
	}
	first, cells := start(col), cellsOf(table, nil)
	n := 0
	for _, c := range cells {
		if at := start(c); at >= first && at < first+length {
			c.clip = col.clip
			cells[n] = c
			n++
		}
	}
	p.paintInCells(col, cells[:n])
}

// paintInCells paints the background of a table part, positioned in the part, into each of its visible cells with the
// corners of the cell.
func (p *painter) paintInCells(it item, cells []item) {
	s := it.frag.Box.Style
	if !hasBackground(s) {
		return
	}
	part := p.snap(geom.RectAt(it.at, it.frag.Size))
	if p.tile(part, cells) {
		p.paintBackground(it, part, [4]display.Point{})
		return
	}
	for _, c := range cells {
		own := c.frag.Box.Style
		if own.Visibility != style.Visible {
			continue
		}
		box := p.snap(geom.RectAt(c.at, c.frag.Size))
		radii := outerRadii(own, box.Size())
		p.blendLayers(it, s, box, func(it item) {
			if s.BackgroundColor.A > 0 {
				p.fill(it.clip, box, radii, solid(s.BackgroundColor))
			}
			for i := p.layers("background", len(s.Background)) - 1; i >= 0; i-- {
				l := s.Background[i]
				if l.Image == nil {
					continue
				}
				area := part
				if l.Attachment == style.AttachFixed {
					area = geom.Rect{W: geom.Px(p.in.Width), H: geom.Px(p.in.Height)}
				}
				p.paintLayer(it, &l, area, geom.Size{}, box, radii, s)
			}
		})
	}
}

// tile reports whether visible cells with square corners cover a table part exactly, so that its background is
// one fill.
func (p *painter) tile(part geom.Rect, cells []item) bool {
	var covered int64
	for _, c := range cells {
		s := c.frag.Box.Style
		box := p.snap(geom.RectAt(c.at, c.frag.Size))
		if s.Visibility != style.Visible || !contains(part, box) || hasRadius(outerRadii(s, box.Size())) {
			return false
		}
		covered += int64(box.W) * int64(box.H)
	}
	return covered == int64(part.W)*int64(part.H)
}
