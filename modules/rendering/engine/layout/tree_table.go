package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// isTablePart reports whether a box must be inside a table.
func isTablePart(b *Box) bool {
	switch b.Kind {
	case TableSectionBox, TableRowBox, TableCellBox, TableColumnBox, TableCaptionBox:
		return b.InFlow()
	}
	return false
}

// wrapTableParts wraps runs of table parts outside a table in an anonymous one (CSS Tables 3 §2.2.3, missing parents).
func (t *treeBuilder) wrapTableParts(raw []*Box, st *style.Computed, display style.Display) []*Box {
	any := false
	for _, c := range raw {
		any = any || isTablePart(c)
	}
	if !any {
		return raw
	}
	var out []*Box
	for i := 0; i < len(raw); {
		if !isTablePart(raw[i]) {
			out = append(out, raw[i])
			i++
			continue
		}
		end := i + 1
		for j := i + 1; j < len(raw); j++ {
			if isTablePart(raw[j]) {
				end = j + 1
			} else if !isBlank(raw[j]) {
				break
			}
		}
		out = append(out, t.table(Box{Kind: TableBox, Style: inheritedStyle(st, display), Node: -1}, raw[i:end]))
		i = end
	}
	return out
}

// wrapOthers wraps runs of children that are not of the given kind in anonymous boxes of that kind; blank text between
// parts is removed.
func (t *treeBuilder) wrapOthers(raw []*Box, st *style.Computed, kind BoxKind, display style.Display, want BoxKind) []*Box {
	var out, run []*Box
	flush := func() {
		blank := true
		for _, c := range run {
			blank = blank && isBlank(c)
		}
		if !blank {
			b := t.anonymous(kind, st, display, run)
			b.colSpan, b.rowSpan = 1, 1
			out = append(out, b)
		}
		run = nil
	}
	for _, c := range raw {
		if c.Kind == want && c.InFlow() {
			flush()
			out = append(out, c)
			continue
		}
		run = append(run, c)
	}
	flush()
	return out
}

// table creates a table box: it completes columns, row groups and cells, and adds a wrapper if there are captions.
func (t *treeBuilder) table(b Box, raw []*Box) *Box {
	var captions, columns, sections, run []*Box
	flush := func() {
		blank := true
		for _, c := range run {
			blank = blank && isBlank(c)
		}
		if !blank {
			sections = append(sections, t.anonymous(TableSectionBox, b.Style, style.DisplayTableRowGroup, run))
		}
		run = nil
	}
	var outOfFlow []*Box
	for _, c := range raw {
		switch {
		case c.IsOutOfFlow():
			outOfFlow = append(outOfFlow, c)
		case c.Kind == TableCaptionBox && c.InFlow():
			captions = append(captions, c)
		case c.Kind == TableColumnBox && c.InFlow():
			flush()
			columns = append(columns, c)
		case c.Kind == TableSectionBox && c.InFlow():
			flush()
			sections = append(sections, c)
		default:
			run = append(run, c)
		}
	}
	flush()
	table := t.newBox(b)
	table.Kind = TableBox
	table.Children = append(append(append(table.Children, columns...), orderSections(sections)...), outOfFlow...)
	if table.Style.BorderCollapse {
		collapseBorders(table)
	}
	if len(captions) == 0 {
		return table
	}
	return t.captioned(table, captions)
}

// orderSections moves the first header group to the top and the first footer
// group to the bottom (CSS 2.1 §17.2).
func orderSections(in []*Box) []*Box {
	var head, foot *Box
	var body []*Box
	for _, s := range in {
		switch {
		case s.Style.Display == style.DisplayTableHeaderGroup && head == nil:
			head = s
		case s.Style.Display == style.DisplayTableFooterGroup && foot == nil:
			foot = s
		default:
			body = append(body, s)
		}
	}
	var out []*Box
	if head != nil {
		out = append(out, head)
	}
	out = append(out, body...)
	if foot != nil {
		out = append(out, foot)
	}
	return out
}

// captioned splits a table's style between a wrapper, which is positioned and contains captions and grid, and the grid,
// which has the borders and backgrounds (CSS Tables 3 §3.1).
func (t *treeBuilder) captioned(table *Box, captions []*Box) *Box {
	s := table.Style
	outer := inheritedStyle(s, s.Display)
	outer.Position, outer.Float, outer.Clear, outer.Inset, outer.Margin = s.Position, s.Float, s.Clear, s.Inset, s.Margin
	outer.ZIndex, outer.ZAuto, outer.Order, outer.Isolate, outer.WillChange = s.ZIndex, s.ZAuto, s.Order, s.Isolate, s.WillChange
	outer.Opacity, outer.Filter, outer.BackdropFilter, outer.Blend = s.Opacity, s.Filter, s.BackdropFilter, s.Blend
	outer.ClipPath, outer.Mask, outer.MaskBorder, outer.Reflect = s.ClipPath, s.Mask, s.MaskBorder, s.Reflect
	outer.Transform, outer.TransformOrigin, outer.TransformBox = s.Transform, s.TransformOrigin, s.TransformBox
	outer.VerticalAlign = s.VerticalAlign
	// Sizes are those of the table's border box; its edges are resolved when needed.
	outer.Width, outer.MinWidth, outer.MaxWidth, outer.BoxSizing = s.Width, s.MinWidth, s.MaxWidth, s.BoxSizing
	outer.Height, outer.MinHeight, outer.MaxHeight = s.Height, s.MinHeight, s.MaxHeight
	outer.AlignSelf, outer.JustifySelf, outer.FlexGrow, outer.FlexShrink, outer.FlexBasis, outer.Grid = s.AlignSelf, s.JustifySelf, s.FlexGrow, s.FlexShrink, s.FlexBasis, s.Grid
	outer.WasInline, outer.Blockified = s.WasInline, s.Blockified
	outer.Anchoring = s.Anchoring

	inner := *s
	inner.Display = style.DisplayTable
	inner.Position, inner.Float, inner.Clear, inner.Margin = style.PositionStatic, style.FloatNone, style.ClearNone, outer.Padding
	inner.ZAuto, inner.ZIndex, inner.Isolate, inner.WillChange, inner.Opacity = true, 0, false, 0, 1
	inner.Filter, inner.BackdropFilter, inner.Blend, inner.ClipPath, inner.Mask, inner.Transform = nil, nil, 0, nil, nil, nil
	inner.MaskBorder, inner.Reflect, inner.Anchoring = nil, nil, nil
	inner.VerticalAlign = style.VerticalAlign{}
	table.Style = &inner

	w := t.newBox(Box{Kind: TableBox, Style: outer, Node: table.Node, Pseudo: table.Pseudo, wrapper: true})
	for _, c := range captions {
		if !c.Style.CaptionBottom {
			w.Children = append(w.Children, c)
		}
	}
	w.Children = append(w.Children, table)
	for _, c := range captions {
		if c.Style.CaptionBottom {
			w.Children = append(w.Children, c)
		}
	}
	return w
}
