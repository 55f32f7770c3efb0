package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// columnEnd holds the start of the next column's content, and the bottom edge of this column, to which a continued
// block extends.
type columnEnd struct{ next, edge geom.Unit }

// slicer cuts the content of columns out of a strip.
type slicer struct {
	reaches map[*Fragment]geom.Unit // of fragments with overflow
}

// children returns copies of the parts of a fragment's children between two heights: lines and unbreakable
// fragments by their start, blocks truncated. Blocks of auto height extend to the start of the next column's content.
func (s *slicer) children(f *Fragment, from, to geom.Unit, end columnEnd) []*Fragment {
	var out []*Fragment
	for _, c := range f.Children {
		d := *c
		top := c.Offset.Y - flowShift(c).Y
		bottom := top + c.Size.H - c.spill
		if top == bottom && divisible(c) {
			if c.pushed && top >= from && top < end.next || !c.pushed && (top > from || from < 0) && top <= end.next {
				out = append(out, &d)
			}
			continue
		}
		reach := top + s.flowReach(c)
		if !divisible(c) || top >= from && max(bottom, reach) <= to {
			if top >= from && top < to {
				out = append(out, &d)
			}
			continue
		}
		if max(bottom, reach) <= from || top >= to {
			continue
		}
		d.Children = s.children(c, from-top, to-top, columnEnd{end.next - top, end.edge - top})
		if bottom > to {
			d.Size.H = max(to, min(bottom, end.edge)) - top
			if c.Box.Kind == TableSectionBox {
				// It ends with its last row, and the space below that, not with the column.
				last := d.Size.H
				for _, row := range d.Children {
					last = row.Offset.Y + row.Size.H
				}
				if t := c.Box.Parent; t != nil && !t.Style.BorderCollapse {
					last += t.Style.BorderSpacing[1]
				}
				d.Size.H = min(d.Size.H, last)
			}
			d.OmitBottom = true
			d.Border.Bottom, d.Padding.Bottom, d.Margin.Bottom = 0, 0, 0
			for _, child := range d.Children {
				if child.spill > 0 && c.Box.Style.Height.IsAuto() {
					d.Size.H = max(d.Size.H, child.Offset.Y+child.Size.H)
				}
			}
		}
		if len(d.Rules) > 0 {
			d.Rules = cutRules(d.Rules, max(0, from-top), d.Size.H)
		}
		if cut := from - top; cut > 0 {
			d.Offset.Y, d.Size.H = d.Offset.Y+cut, max(0, d.Size.H-cut)
			d.OmitTop = true
			d.Border.Top, d.Padding.Top, d.Margin.Top = 0, 0, 0
			for _, child := range d.Children {
				child.Offset.Y -= cut
			}
		}
		if d.Collapsed != nil {
			d.Collapsed = d.Collapsed.between(from-top, to-top)
			if cut := from - top; cut > 0 {
				for i := range d.Collapsed.Edges {
					d.Collapsed.Edges[i].Rect.Y -= cut
				}
			}
		}
		d.Overflow = scrollableOverflow(&d)
		out = append(out, &d)
	}
	return out
}

// flowReach returns the lower end of a fragment with the content that overflows a specified height, which continues in
// the next columns too.
func (s *slicer) flowReach(f *Fragment) geom.Unit {
	bottom := f.Size.H - f.spill
	if !divisible(f) || f.Overflow.MaxY() <= bottom {
		return bottom
	}
	if known, ok := s.reaches[f]; ok {
		return known
	}
	for _, c := range f.Children {
		if c.Kind == LineFragment || c.Kind == BoxFragment && c.Box != nil && !c.Box.IsOutOfFlow() {
			bottom = max(bottom, c.Offset.Y-flowShift(c).Y+s.flowReach(c))
		}
	}
	if s.reaches == nil {
		s.reaches = map[*Fragment]geom.Unit{}
	}
	s.reaches[f] = bottom
	return bottom
}

// divisible reports whether a column break may be inside a fragment.
func divisible(f *Fragment) bool {
	if f.Kind != BoxFragment || f.Box == nil || f.Box.IsOutOfFlow() || f.Turned {
		return false
	}
	switch f.Box.Kind {
	case BlockBox, FlexBox, GridBox, TableRowBox, TableCellBox:
		return !clips(f.Box.Style)
	case TableBox, TableSectionBox:
		return true
	}
	return false
}

// firstRowEnd returns the end of a table's first row, 0 if it has none or is not divided.
func firstRowEnd(table *Fragment) geom.Unit {
	for _, section := range table.Children {
		if section.Box != nil && section.Box.Kind == TableSectionBox && len(section.Children) > 0 && divisible(table) {
			row := section.Children[0]
			return section.Offset.Y + row.Offset.Y + row.Size.H
		}
	}
	return 0
}

// between returns the collapsed borders between two heights of a table; those between the rows at an end are part of both
// columns.
func (b *CollapsedBorders) between(from, to geom.Unit) *CollapsedBorders {
	out := &CollapsedBorders{}
	for _, e := range b.Edges {
		middle := e.Rect.Y + e.Rect.H/2
		along := e.Side == style.Top || e.Side == style.Bottom
		if middle > from && middle < to || along && (abs(middle-from) <= 1 || abs(middle-to) <= 1) {
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}
