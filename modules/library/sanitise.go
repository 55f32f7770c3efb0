package library

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// textLevel are the elements allowed in values of type html; of their attributes only lang and dir are kept.
var textLevel = map[atom.Atom]bool{atom.B: true, atom.Strong: true, atom.I: true, atom.Em: true, atom.U: true, atom.S: true, atom.Del: true, atom.Ins: true, atom.Mark: true,
	atom.Small: true, atom.Sub: true, atom.Sup: true, atom.Code: true, atom.Kbd: true, atom.Br: true, atom.Span: true, atom.P: true, atom.Ul: true, atom.Ol: true, atom.Li: true,
	atom.Blockquote: true, atom.Bdi: true, atom.Bdo: true, atom.Ruby: true, atom.Rt: true, atom.Rp: true, atom.Wbr: true, atom.Q: true, atom.Cite: true, atom.Abbr: true}

// sanitise returns the text-level markup of s, well formed. Other elements are replaced by their content, except
// scripts and style sheets, which are removed entirely.
func sanitise(s string) string {
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return html.EscapeString(s)
	}
	var b strings.Builder
	for _, n := range nodes {
		writeSafe(&b, n)
	}
	return b.String()
}

func writeSafe(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(html.EscapeString(n.Data))
		return
	case n.Type != html.ElementNode, n.Namespace != "", n.DataAtom == atom.Script, n.DataAtom == atom.Style, n.DataAtom == atom.Template, n.DataAtom == atom.Title, n.DataAtom == atom.Textarea:
		return
	}
	keep := textLevel[n.DataAtom]
	if keep {
		b.WriteString("<" + n.Data)
		for _, a := range n.Attr {
			if a.Namespace == "" && (a.Key == "lang" || a.Key == "dir") {
				b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
			}
		}
		b.WriteString(">")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		writeSafe(b, c)
	}
	if keep && n.DataAtom != atom.Br && n.DataAtom != atom.Wbr {
		b.WriteString("</" + n.Data + ">")
	}
}
