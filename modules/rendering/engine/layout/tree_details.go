package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// defaultSummary is the text of a details element without a summary.
const defaultSummary = "Details"

// children creates the raw boxes of an element's children.
func (t *treeBuilder) children(n dom.NodeID, st *style.Computed, depth int) []*Box {
	if node := t.doc.Node(n); node.Namespace == dom.HTML && node.Tag == "details" {
		return t.details(n, st, depth)
	}
	return t.childrenBut(n, dom.None, st, depth)
}

// childrenBut is children without one of them.
func (t *treeBuilder) childrenBut(n, skip dom.NodeID, st *style.Computed, depth int) (raw []*Box) {
	for c := t.doc.Node(n).FirstChild; c != dom.None && t.err == nil; c = t.doc.Node(c).Next {
		switch child := t.doc.Node(c); {
		case c == skip:
		case child.Type == dom.Text && child.Text != "":
			raw = append(raw, t.textOf(n, st, t.newBox(Box{Kind: TextBox, Style: st, Node: c, Text: child.Text})))
		case child.Type == dom.Element:
			raw = append(raw, t.element(c, depth+1)...)
		}
	}
	return raw
}

// details creates the boxes of a details element: its first summary or a default one, and if it is open a block of the
// other content (HTML §15.3.6).
func (t *treeBuilder) details(n dom.NodeID, st *style.Computed, depth int) []*Box {
	node := t.doc.Node(n)
	_, open := node.Attr("open")
	summary := dom.SummaryOf(t.doc, n)
	var raw []*Box
	if summary != dom.None {
		raw = t.element(summary, depth+1)
	} else {
		raw = t.defaultSummary(n, st, open)
	}
	if content := t.tree.DetailsContent[n]; content != nil && content.Display != style.DisplayNone {
		var inside []*Box
		if !content.SkipsContent {
			inside = t.childrenBut(n, summary, content, depth)
		}
		return append(raw, t.finish(Box{Style: content, Node: dom.None, Pseudo: PartPseudo, colSpan: 1, rowSpan: 1}, inside)...)
	}
	if !open {
		return raw
	}
	return append(raw, t.anonymous(BlockBox, st, style.DisplayBlock, t.childrenBut(n, summary, st, depth)))
}

// defaultSummary creates the boxes of the summary that a details element without one has.
func (t *treeBuilder) defaultSummary(n dom.NodeID, st *style.Computed, open bool) []*Box {
	own := inheritedStyle(st, style.DisplayListItem)
	own.ListStyleType, own.ListStyleString, own.ListStyleImage, own.ListInside = "disclosure-closed", false, nil, true
	if open {
		own.ListStyleType = "disclosure-open"
	}
	var raw []*Box
	if m := t.markerBox(n, own, nil); m != nil {
		raw = append(raw, m)
	}
	raw = append(raw, t.generatedText(n, own, defaultSummary))
	return t.finish(Box{Style: own, Node: dom.None, colSpan: 1, rowSpan: 1}, raw)
}
