package engine

import (
	"regexp"
	"strings"
	"sync"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Text is a piece of a document's text: all the text of one paragraph-like element, including its inline elements, the
// value of a widget, or a string that a style sheet generates.
type Text struct {
	// Path is the location of the element, as in warnings.
	Path string
	Text string
}

// inlineTags holds the elements that do not separate words.
var inlineTags = map[string]bool{
	"a": true, "abbr": true, "b": true, "bdi": true, "bdo": true, "cite": true, "code": true, "data": true, "del": true, "dfn": true, "em": true,
	"font": true, "i": true, "ins": true, "kbd": true, "label": true, "mark": true, "q": true, "s": true, "samp": true, "small": true, "span": true,
	"strong": true, "sub": true, "sup": true, "time": true, "tspan": true, "u": true, "var": true, "wbr": true,
}

// textAttributes holds the attributes of widgets whose values are drawn, as text or as encoded data.
var textAttributes = []string{"value", "label", "labels", "title", "data", "caption", "prompt"}

// generated finds the strings of content declarations.
var generated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)content\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`)
})

// Texts returns the document's text in document order, for content checks. Text hidden by styles is included.
func (d *Document) Texts() []Text {
	var out []Text
	doc := d.tree.Doc
	var visit func(id dom.NodeID)
	visit = func(id dom.NodeID) {
		n := &doc.Nodes[id]
		if n.Type != dom.Element || notText[n.Tag] {
			return
		}
		if strings.Contains(n.Tag, "-") {
			for _, name := range textAttributes {
				if v, ok := n.Attr(name); ok && strings.TrimSpace(v) != "" {
					out = append(out, Text{n.Path, v})
				}
			}
		}
		if hasOwnText(doc, n) {
			var b strings.Builder
			gather(doc, id, &b)
			if t := strings.Join(strings.Fields(b.String()), " "); t != "" {
				out = append(out, Text{n.Path, t})
			}
			return
		}
		for c := n.FirstChild; c != dom.None; c = doc.Nodes[c].Next {
			visit(c)
		}
	}
	visit(doc.Root)
	for _, sheet := range doc.Sheets {
		for _, m := range generated().FindAllStringSubmatch(sheet.Text, -1) {
			if t := strings.TrimSpace(m[1][1 : len(m[1])-1]); t != "" {
				out = append(out, Text{sheet.Path, t})
			}
		}
	}
	return out
}

// hasOwnText reports whether an element has text or inline elements as children.
func hasOwnText(doc *dom.Document, n *dom.Node) bool {
	for c := n.FirstChild; c != dom.None; c = doc.Nodes[c].Next {
		if k := &doc.Nodes[c]; k.Type == dom.Text && strings.TrimSpace(k.Text) != "" || k.Type == dom.Element && inlineTags[k.Tag] {
			return true
		}
	}
	return false
}

// gather appends the text of an element; elements that are not inline separate words.
func gather(doc *dom.Document, id dom.NodeID, b *strings.Builder) {
	for c := doc.Nodes[id].FirstChild; c != dom.None; c = doc.Nodes[c].Next {
		n := &doc.Nodes[c]
		switch {
		case n.Type == dom.Text:
			b.WriteString(n.Text)
		case n.Type != dom.Element || notText[n.Tag]:
		case inlineTags[n.Tag]:
			gather(doc, c, b)
		default:
			b.WriteByte(' ')
			gather(doc, c, b)
			b.WriteByte(' ')
		}
	}
}
