package engine

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// roles are the standard structure types (ISO 32000-1 §14.8.4) of HTML elements.
var roles = map[string]string{
	"h1": "H1", "h2": "H2", "h3": "H3", "h4": "H4", "h5": "H5", "h6": "H6", "p": "P", "blockquote": "BlockQuote", "pre": "Code", "caption": "Caption", "figcaption": "Caption",
	"ul": "L", "ol": "L", "li": "LI", "table": "Table", "thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR", "td": "TD", "th": "TH",
	"section": "Sect", "article": "Art", "main": "Sect", "header": "Sect", "footer": "Sect", "aside": "Sect", "nav": "Sect", "figure": "Sect",
	"img": "Figure", "svg": "Figure", "picture": "Figure", "qr-code": "Figure", "bar-code": "Figure", "icon": "Figure", "rating": "Figure", "progress": "Figure", "mesh-gradient": "Figure",
}

// tag returns what represents a node in the structure of a PDF: the nearest element with a role, "P" for text
// that no such element is around.
func (p *Picture) tag(node int32) vector.Tag {
	id := dom.NodeID(node - 1)
	inline := true
	for ; id != dom.None; id = p.doc.Nodes[id].Parent {
		n := &p.doc.Nodes[id]
		if n.Type != dom.Element {
			continue
		}
		role := roles[n.Tag]
		if role == "" && strings.HasPrefix(n.Tag, "chart-") {
			role = "Figure"
		}
		switch {
		case role != "":
			t := vector.Tag{ID: int32(id) + 1, Role: role, Parent: p.above(id)}
			if role == "Figure" {
				t.Alt, _ = n.Attr("alt")
				if label, ok := n.Attr("aria-label"); ok && t.Alt == "" {
					t.Alt = label
				}
			}
			return t
		case inline && !p.isInline(id):
			return vector.Tag{ID: int32(id) + 1, Role: "P", Parent: p.above(id)}
		}
	}
	return vector.Tag{}
}

// above returns the nearest element around one that has a role of its own, plus one; 0 for none.
func (p *Picture) above(id dom.NodeID) int32 {
	for up := p.doc.Nodes[id].Parent; up != dom.None; up = p.doc.Nodes[up].Parent {
		if n := &p.doc.Nodes[up]; n.Type == dom.Element && roles[n.Tag] != "" {
			return int32(up) + 1
		}
	}
	return 0
}

// isInline reports whether an element is a part of the line around it.
func (p *Picture) isInline(id dom.NodeID) bool {
	switch p.doc.Nodes[id].Tag {
	case "span", "a", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "mark", "abbr", "time", "q", "cite", "label", "bdi", "bdo", "font", "kbd", "samp", "var", "del", "ins", "br", "wbr":
		return true
	}
	return false
}
