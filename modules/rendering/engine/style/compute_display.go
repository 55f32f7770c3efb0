package style

import "github.com/platenhq/platen/modules/rendering/engine/css"

// displayWords maps the single keywords of display that have a value of their own.
var displayWords = map[string]Display{
	"none": DisplayNone, "contents": DisplayContents, "inline": DisplayInline, "block": DisplayBlock, "flow-root": DisplayFlowRoot,
	"inline-block": DisplayInlineBlock, "flex": DisplayFlex, "inline-flex": DisplayInlineFlex, "grid": DisplayGrid,
	"inline-grid": DisplayInlineGrid, "list-item": DisplayListItem, "table": DisplayTable, "inline-table": DisplayInlineTable,
	"table-row-group": DisplayTableRowGroup, "table-header-group": DisplayTableHeaderGroup, "table-footer-group": DisplayTableFooterGroup,
	"table-row": DisplayTableRow, "table-column-group": DisplayTableColumnGroup, "table-column": DisplayTableColumn,
	"table-cell": DisplayTableCell, "table-caption": DisplayTableCaption, "-webkit-flex": DisplayFlex, "-webkit-inline-flex": DisplayInlineFlex,
	"-webkit-box": DisplayFlex, "-webkit-inline-box": DisplayInlineFlex,
}

// parseDisplay parses display with its two-keyword syntax (CSS Display 3 §2).
func parseDisplay(p *parser) (setter, bool) {
	set := func(d Display, box bool) (setter, bool) {
		return func(b *builder) { b.out.Display, b.out.inner.specified, b.out.inner.clampBox = d, d, box }, true
	}
	var names []string
	for p.Peek().Kind == css.Ident {
		names = append(names, p.AnyIdent())
	}
	if len(names) == 1 {
		d, ok := displayWords[names[0]]
		if ok {
			return set(d, names[0] == "-webkit-box" || names[0] == "-webkit-inline-box")
		}
	}
	if len(names) == 0 || len(names) > 3 {
		return nil, false
	}
	outer, in, item := "", "", false
	for _, n := range names {
		switch n {
		case "block", "inline":
			if outer != "" {
				return nil, false
			}
			outer = n
		case "flow", "flow-root", "table", "flex", "grid", "ruby":
			if in != "" {
				return nil, false
			}
			in = n
		case "list-item":
			if item {
				return nil, false
			}
			item = true
		default:
			return nil, false
		}
	}
	d, ok := combineDisplay(outer, in, item)
	if !ok {
		return nil, false
	}
	if in == "ruby" {
		p.note = "ruby is laid out inline"
	}
	return set(d, false)
}

func combineDisplay(outer, in string, item bool) (Display, bool) {
	inline := outer == "inline" || outer == "" && in == "ruby"
	pick := func(block, inl Display) (Display, bool) {
		if inline {
			return inl, true
		}
		return block, true
	}
	if item {
		if in != "" && in != "flow" && in != "flow-root" {
			return 0, false
		}
		return pick(DisplayListItem, DisplayInlineListItem)
	}
	switch in {
	case "", "flow":
		return pick(DisplayBlock, DisplayInline)
	case "flow-root":
		return pick(DisplayFlowRoot, DisplayInlineBlock)
	case "table":
		return pick(DisplayTable, DisplayInlineTable)
	case "flex":
		return pick(DisplayFlex, DisplayInlineFlex)
	case "grid":
		return pick(DisplayGrid, DisplayInlineGrid)
	case "ruby":
		return pick(DisplayBlock, DisplayInline)
	}
	return 0, false
}

// blockify returns the block-level equivalent of a display value (CSS Display 3 §2.7).
func blockify(d Display) Display {
	switch d {
	case DisplayInline, DisplayTableRowGroup, DisplayTableHeaderGroup, DisplayTableFooterGroup, DisplayTableRow,
		DisplayTableColumnGroup, DisplayTableColumn, DisplayTableCell, DisplayTableCaption:
		return DisplayBlock
	case DisplayInlineBlock: // for legacy reasons not flow-root
		return DisplayBlock
	case DisplayInlineFlex:
		return DisplayFlex
	case DisplayInlineGrid:
		return DisplayGrid
	case DisplayInlineTable:
		return DisplayTable
	case DisplayInlineListItem:
		return DisplayListItem
	}
	return d
}

// inlineLevel reports whether a display value is inline-level.
func inlineLevel(d Display) bool {
	switch d {
	case DisplayInline, DisplayInlineBlock, DisplayInlineFlex, DisplayInlineGrid, DisplayInlineTable, DisplayInlineListItem:
		return true
	}
	return false
}
