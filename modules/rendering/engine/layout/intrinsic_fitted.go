package layout

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Form controls with field-sizing: content (CSS Basic User Interface 4 §7.2), which their text sizes instead of the
// attributes size, cols and rows.

// caretRoom is the width that a field keeps for the caret when it has no value, in px.
const caretRoom = 1

// fieldRoom prepares the line of a field of one line and returns an invisible block for the least width of the field:
// room for the caret, and for the buttons of the kinds that have some, which a value is beside and a placeholder is not.
func (t *treeBuilder) fieldRoom(st *style.Computed, line *Box, kind, value string) *Box {
	buttons := fieldButtons(st, kind)
	if value != "" {
		line.Style.Padding[endSide(st)] = style.Pixels(buttons)
		return t.strut(st, 0, 0)
	}
	return t.strut(st, geom.FromFloat(caretRoom+buttons), 0)
}

// fieldButtons returns the width of the invisible buttons of a field in px: the steps of a number, the cross that
// empties a search.
func fieldButtons(st *style.Computed, kind string) float64 {
	switch kind {
	case "number":
		return 15
	case "search":
		const usual, most, margin = 9, 21, 4
		return margin + math.Round(min(usual*st.Font.Size/13, most))
	}
	return 0
}

// fittedArea creates a textarea of the size of its text, an empty one with room for the caret.
func (t *treeBuilder) fittedArea(n dom.NodeID, st *style.Computed, inner *Box) *Box {
	last := inner.Children[len(inner.Children)-1]
	if strings.HasSuffix(last.Text, "\n") {
		last.Text += "\u200b" // the line after a final line break
	}
	return t.field(n, st, inner, t.strut(st, geom.Px(caretRoom), 0))
}

// fittedMenu creates a select of the size of the shown option, of no line where that has no text.
func (t *treeBuilder) fittedMenu(n dom.NodeID, st *style.Computed, line *Box, shown string) *Box {
	if shown == "" {
		line.Children, line.Style.Height = nil, style.Pixels(0)
	}
	return t.field(n, st, line)
}
