package style

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// table writes the declarations of table parts (HTML §15.3.11).
func (h *hinter) table() {
	n := h.n
	switch n.Tag {
	case "table":
		h.tableElement()
		return
	case "caption":
		if v, _ := h.attr("align"); strings.EqualFold(v, "bottom") {
			h.put("caption-side", "bottom")
		}
		h.align("")
		return
	}
	h.color("bgcolor", "background-color")
	h.background()
	h.align("")
	if v, ok := h.attr("valign"); ok {
		switch l := strings.ToLower(v); l {
		case "top", "middle", "bottom", "baseline":
			h.put("vertical-align", l)
		case "center":
			h.put("vertical-align", "middle")
		}
	}
	h.nonZero("width", "width")
	h.nonZero("height", "height")
	if n.Tag != "td" && n.Tag != "th" {
		switch n.Tag {
		case "thead", "tbody", "tfoot", "colgroup":
			h.groupRules()
		}
		return
	}
	if _, ok := h.attr("nowrap"); ok {
		h.put("white-space", "nowrap")
	}
	h.cell()
}

// nonZero is size, with zero treated as absent.
func (h *hinter) nonZero(attr, prop string) {
	if v, ok := h.attr(attr); ok {
		if d, ok := dimension(v); ok && strings.Trim(d, "0.px%") != "" {
			h.put(prop, d)
		}
	}
}

func (h *hinter) tableElement() {
	h.nonZero("width", "width")
	h.nonZero("height", "height")
	h.color("bgcolor", "background-color")
	h.color("bordercolor", "border-color")
	h.background()
	if v, ok := h.attr("cellspacing"); ok {
		if d, ok := dimension(v); ok && strings.HasSuffix(d, "px") {
			h.put("border-spacing", d)
		}
	}
	switch v, _ := h.attr("align"); strings.ToLower(v) {
	case "left", "right":
		h.put("float", strings.ToLower(v))
	case "center", "middle":
		h.put("margin-inline", "auto")
	}
	rules, _ := h.attr("rules")
	if rulesKnown(rules) {
		h.put("border-collapse", "collapse")
	}
	w := borderAttr(h.n)
	frame, _ := h.attr("frame")
	_, framed := frameSides[strings.ToLower(frame)]
	_, coloured := h.attr("bordercolor")
	switch {
	case framed:
	case w > 0 && coloured:
		h.put("border-style", "solid")
	case w > 0:
		h.put("border-style", "outset")
	case rulesKnown(rules):
		h.put("border-style", "hidden") // takes precedence over the borders of cells
	}
	for _, a := range h.n.Attrs { // frame and border both set the widths: the last one does
		switch {
		case a.Name == "frame":
			h.frame(strings.ToLower(strings.TrimSpace(a.Value)))
		case a.Name == "border" && w >= 0:
			h.put("border-width", strconv.Itoa(w)+"px")
		}
	}
}

func rulesKnown(v string) bool {
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "none", "groups", "rows", "cols", "all":
		return true
	}
	return false
}

// frameSides maps the values of the frame attribute to the initials of the sides that have a border.
var frameSides = map[string]string{"void": "", "above": "t", "below": "b", "hsides": "tb", "vsides": "lr", "lhs": "l", "rhs": "r", "box": "tblr", "border": "tblr"}

func (h *hinter) frame(v string) {
	s, ok := frameSides[v]
	if !ok {
		return
	}
	for _, side := range sideNames {
		style := "hidden"
		if strings.Contains(s, side[:1]) {
			style = "solid"
		}
		h.put("border-"+side+"-style", style)
		h.put("border-"+side+"-width", "thin")
	}
}

// borderAttr returns a table's border attribute in pixels: −1 if absent, 1 if it is not a number.
func borderAttr(n *dom.Node) int {
	v, ok := n.Attr("border")
	if !ok {
		return -1
	}
	if w, ok := dom.Integer(v); ok && w >= 0 {
		return min(w, 10000)
	}
	return 1
}

// ownTable returns the table of a table part.
func (h *hinter) ownTable() *dom.Node {
	for p := h.n.Parent; p != dom.None; p = h.doc.Nodes[p].Parent {
		n := &h.doc.Nodes[p]
		switch n.Tag {
		case "table":
			return n
		case "tr", "tbody", "thead", "tfoot":
		default:
			return nil
		}
	}
	return nil
}

// cell writes the declarations of a table's attributes for its cells.
func (h *hinter) cell() {
	t := h.ownTable()
	if t == nil {
		return
	}
	if v, ok := t.Attr("cellpadding"); ok {
		px, ok := dom.Integer(v)
		if !ok && v == "" {
			px = 1
		}
		h.put("padding", strconv.Itoa(max(0, px))+"px")
	}
	rules, _ := t.Attr("rules")
	switch strings.ToLower(strings.TrimSpace(rules)) {
	case "none", "groups":
		h.put("border-style", "none")
	case "rows":
		h.put("border-width", "1px 0")
		h.put("border-style", "solid none")
		h.put("border-color", "inherit")
	case "cols":
		h.put("border-width", "0 1px")
		h.put("border-style", "none solid")
		h.put("border-color", "inherit")
	case "all":
		h.put("border", "1px solid")
		h.put("border-color", "inherit")
	default:
		if borderAttr(t) > 0 {
			style := "inset"
			if _, ok := t.Attr("bordercolor"); ok {
				style = "solid"
			}
			h.put("border", "1px "+style)
			h.put("border-color", "inherit")
		}
	}
}

// groupRules writes the borders of row and column groups for rules=groups.
func (h *hinter) groupRules() {
	t := h.ownTable()
	if t == nil {
		return
	}
	if v, _ := t.Attr("rules"); !strings.EqualFold(strings.TrimSpace(v), "groups") {
		return
	}
	if h.n.Tag == "colgroup" {
		h.put("border-inline", "1px solid")
	} else {
		h.put("border-top", "1px solid")
		h.put("border-bottom", "1px solid")
	}
	h.put("border-color", "inherit")
}
