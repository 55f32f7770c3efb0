package engine

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
	"github.com/platenhq/platen/modules/rendering/engine/widget"
)

// roles maps HTML elements to standard structure types (ISO 32000-1 §14.8.4).
var roles = map[string]string{
	"h1": "H1", "h2": "H2", "h3": "H3", "h4": "H4", "h5": "H5", "h6": "H6", "p": "P", "blockquote": "BlockQuote", "pre": "Code", "caption": "Caption", "figcaption": "Caption",
	"ul": "L", "ol": "L", "li": "LI", "table": "Table", "thead": "THead", "tbody": "TBody", "tfoot": "TFoot", "tr": "TR", "td": "TD", "th": "TH",
	"section": "Sect", "article": "Art", "main": "Sect", "header": "Sect", "footer": "Sect", "aside": "Sect", "nav": "Sect", "figure": "Sect",
	"img": "Figure", "svg": "Figure", "lottie": "Figure", "qr-code": "Figure", "bar-code": "Figure", "icon": "Figure", "rating": "Figure", "progress": "Figure", "mesh-gradient": "Figure",
}

// tag returns the structure element of a node in a PDF: the nearest element with a role, "P" for text without such an
// ancestor.
func (p *Drawing) tag(node int32) vector.Tag {
	id := dom.NodeID(node - 1)
	inline := true // all elements so far are inline
	for ; id != dom.None; id = p.doc.Nodes[id].Parent {
		n := &p.doc.Nodes[id]
		if n.Type != dom.Element {
			continue
		}
		if href, ok := n.Attr("href"); inline && ok && n.Tag == "a" && href != "" {
			t := vector.Tag{ID: int32(id) + 1, Role: "Link", Text: textOf(p.doc, id)}
			if up := p.doc.Nodes[id].Parent; up != dom.None {
				t.Parent = p.tag(int32(up) + 1).ID
			}
			return t
		}
		inline = inline && p.isInline(id)
		role := p.role(id)
		if role == "" && strings.HasPrefix(n.Tag, "chart-") {
			role = "Figure"
		}
		switch {
		case role != "":
			t := vector.Tag{ID: int32(id) + 1, Role: role, Parent: p.ancestorWithRole(id)}
			switch role {
			case "Figure":
				if decorative(n) {
					return vector.Tag{}
				}
				t.Alt = alternative(p.doc, id)
				t.Text = n.Path
			case "TH":
				t.Scope = p.scope(id)
			}
			return t
		case !inline:
			return vector.Tag{ID: int32(id) + 1, Role: "P", Parent: p.ancestorWithRole(id)}
		}
	}
	return vector.Tag{}
}

// role returns the standard structure type of an element, "" if it has none.
func (p *Drawing) role(id dom.NodeID) string {
	if s := p.tree.Styles[id]; s != nil && s.Note && p.pagination != nil {
		return "Note"
	}
	return roles[p.doc.Nodes[id].Tag]
}

// decorative reports whether an image is declared as decorative.
func decorative(n *dom.Node) bool {
	if v, ok := n.Attr("aria-hidden"); ok && v == "true" {
		return true
	}
	if v, ok := n.Attr("role"); ok && (v == "presentation" || v == "none") {
		return true
	}
	alt, ok := n.Attr("alt")
	label, _ := n.Attr("aria-label")
	return ok && alt == "" && label == ""
}

// defaultAlternatives holds default descriptions of generated elements.
var defaultAlternatives = map[string]string{"qr-code": "QR code", "bar-code": "Bar code", "rating": "Rating", "progress": "Progress", "mesh-gradient": "Background", "icon": "Icon", "lottie": "Animation"}

// alternative returns the alternative text of an image, "" if the document has none.
func alternative(doc *dom.Document, id dom.NodeID) string {
	n := doc.Node(id)
	for _, name := range []string{"alt", "aria-label", "title"} {
		if v, ok := n.Attr(name); ok && v != "" {
			return v
		}
	}
	for c := n.FirstChild; c != dom.None && n.Tag == "svg"; c = doc.Node(c).Next {
		if doc.Node(c).Tag == "title" {
			return textOf(doc, c)
		}
	}
	if text := widget.Describe(doc, id); text != "" {
		return text
	}
	if what := defaultAlternatives[n.Tag]; what != "" {
		for _, name := range []string{"value", "data", "name"} {
			if v, ok := n.Attr(name); ok && v != "" {
				return what + ": " + v
			}
		}
		return what
	}
	return ""
}

// scope returns whether a header cell applies to its column or its row.
func (p *Drawing) scope(id dom.NodeID) string {
	n := p.doc.Node(id)
	switch v, _ := n.Attr("scope"); strings.ToLower(v) {
	case "row", "rowgroup":
		return "Row"
	case "col", "colgroup":
		return "Column"
	}
	row := n.Parent
	if row == dom.None || p.doc.Node(row).Tag != "tr" {
		return "Column"
	}
	for c := p.doc.Node(row).FirstChild; c != dom.None; c = p.doc.Node(c).Next {
		if p.doc.Node(c).Tag == "td" {
			return "Row"
		}
	}
	return "Column"
}

// ancestorWithRole returns the nearest ancestor with a role of its own, plus one; 0 if there is none.
func (p *Drawing) ancestorWithRole(id dom.NodeID) int32 {
	for up := p.doc.Nodes[id].Parent; up != dom.None; up = p.doc.Nodes[up].Parent {
		if n := &p.doc.Nodes[up]; n.Type == dom.Element && p.role(up) != "" {
			return int32(up) + 1
		}
	}
	return 0
}

// isInline reports whether an element is inline-level.
func (p *Drawing) isInline(id dom.NodeID) bool {
	switch p.doc.Nodes[id].Tag {
	case "span", "a", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "mark", "abbr", "time", "q", "cite", "label", "bdi", "bdo", "font", "kbd", "samp", "var", "del", "ins", "br", "wbr":
		return true
	}
	return false
}
