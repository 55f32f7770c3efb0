package style

import (
	"golang.org/x/text/unicode/bidi"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// autoDirection determines the direction of dir=auto by the first strong character in an element, skipping bdi, script,
// style and elements with a dir of their own.
func autoDirection(doc *dom.Document, top dom.NodeID) string {
	stack := []dom.NodeID{doc.Nodes[top].FirstChild}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		if id == dom.None {
			stack = stack[:len(stack)-1]
			continue
		}
		n := &doc.Nodes[id]
		stack[len(stack)-1] = n.Next
		if n.Type == dom.Text {
			if d := strongDirection(n.Text); d != "" {
				return d
			}
			continue
		}
		if _, ok := n.Attr("dir"); ok || n.Tag == "bdi" || n.Tag == "style" || n.Tag == "textarea" {
			continue
		}
		stack = append(stack, n.FirstChild)
	}
	return "ltr"
}

// strongDirection returns the direction of the first strong character, "" if there is none.
func strongDirection(s string) string {
	for len(s) > 0 {
		p, n := bidi.LookupString(s)
		if n == 0 {
			return ""
		}
		switch p.Class() {
		case bidi.L:
			return "ltr"
		case bidi.R, bidi.AL:
			return "rtl"
		}
		s = s[n:]
	}
	return ""
}
