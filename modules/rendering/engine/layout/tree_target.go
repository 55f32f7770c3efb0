package layout

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// target returns the text of target-counter() or target-text(): the page on which another element of the document
// begins, or its text (CSS Generated Content for Paged Media 3 §3).
func (t *treeBuilder) target(n dom.NodeID, it *style.ContentItem) string {
	id, inner := strings.CutPrefix(it.Text, "#")
	node := dom.None
	for i := range t.doc.Nodes {
		if inner && id != "" && t.doc.Nodes[i].ID == id {
			node = dom.NodeID(i)
			break
		}
	}
	warn := func(why string) string {
		t.l.warnings = append(t.l.warnings, dom.Warning{Code: "unsupported_value", Path: t.doc.Node(n).Path, Message: "content: " + why})
		return ""
	}
	switch {
	case node == dom.None:
		return warn("the document has no element " + it.Text + " to refer to")
	case it.Kind == style.ContentTargetText:
		return t.wordsOf(node)
	case it.Counter != "page":
		return warn("target-counter() of the counter " + it.Counter + " is not supported; page is")
	}
	t.l.needsPages = true
	page := 1
	if t.l.in.PageOf != nil {
		page = t.l.in.PageOf(node)
	}
	return FormatCounter(it.ListStyle, page)
}

// wordsOf returns the text of an element, with single spaces.
func (t *treeBuilder) wordsOf(node dom.NodeID) string {
	var b strings.Builder
	var walk func(dom.NodeID)
	walk = func(id dom.NodeID) {
		x := t.doc.Node(id)
		if x.Type == dom.Text {
			b.WriteString(x.Text)
		}
		for c := x.FirstChild; c != dom.None; c = t.doc.Node(c).Next {
			walk(c)
		}
	}
	walk(node)
	return strings.Join(strings.Fields(b.String()), " ")
}
