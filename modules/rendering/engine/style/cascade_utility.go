package style

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css/tailwind"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// wantsUtilities reports whether a document opts in to utility classes: html, body
// or the first element in body has the class tw.
func wantsUtilities(doc *dom.Document) bool {
	ids := []dom.NodeID{doc.Root, doc.Body}
	for c := doc.Nodes[doc.Body].FirstChild; c != dom.None; c = doc.Nodes[c].Next {
		if n := &doc.Nodes[c]; n.Type == dom.Element && n.Tag != "style" {
			ids = append(ids, c)
			break
		}
	}
	for _, id := range ids {
		if slices.Contains(doc.Nodes[id].Classes, "tw") {
			return true
		}
	}
	return false
}

// utilities adds the rules of the utility classes in use. It warns about a class that resembles a utility but is not
// one, unless a sheet of the document uses the class.
func (c *computer) utilities() {
	var classes []string
	where := map[string]string{}
	for i := range c.doc.Nodes {
		n := &c.doc.Nodes[i]
		for _, cl := range n.Classes {
			if _, ok := where[cl]; !ok && cl != "tw" {
				where[cl] = n.Path
				classes = append(classes, cl)
			}
		}
	}
	text, unknown := tailwind.Sheet(classes)
	c.sb.add(text, "utilities", originAuthor)
	for _, cl := range unknown {
		if strings.ContainsAny(cl, "-:[/") && !c.named(cl) {
			c.warn("unsupported_class", where[cl], "the class "+clipText(cl)+" is no utility class that is known; it was ignored")
		}
	}
}

// named reports whether a sheet mentions a class.
func (c *computer) named(class string) bool {
	for _, list := range [][]dom.Sheet{c.opts.ExtraSheets, c.doc.Sheets} {
		for _, s := range list {
			if strings.Contains(s.Text, "."+class) {
				return true
			}
		}
	}
	return false
}

// UtilitySheet returns the rules of the utility classes of a document that opts in to them, else "".
func UtilitySheet(doc *dom.Document) string {
	if !wantsUtilities(doc) {
		return ""
	}
	var classes []string
	seen := map[string]bool{"tw": true}
	for i := range doc.Nodes {
		for _, class := range doc.Nodes[i].Classes {
			if !seen[class] {
				seen[class] = true
				classes = append(classes, class)
			}
		}
	}
	text, _ := tailwind.Sheet(classes)
	return text
}
