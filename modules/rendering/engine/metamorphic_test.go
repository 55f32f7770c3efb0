package engine_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/platenhq/platen/modules/rendering/engine"
)

// rewritings holds changes of a document that must not change a pixel.
var rewritings = []struct {
	name string
	// rewrite modifies the tree and reports whether there was anything to modify.
	rewrite func(root *html.Node) bool
}{
	{"serialised and parsed again", func(*html.Node) bool { return true }},
	{"with comments before the elements", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool {
			return n.Type == html.ElementNode && n.Parent.Type == html.ElementNode && n.Parent.DataAtom != atom.Html
		}, func(n *html.Node) {
			n.Parent.InsertBefore(&html.Node{Type: html.CommentNode, Data: "note"}, n)
		})
	}},
	{"with comments within the text", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.Type == html.TextNode && isFlow(n.Parent) && len(n.Data) > 1 }, func(n *html.Node) {
			at := len(n.Data) / 2
			for at < len(n.Data) && !utf8.RuneStart(n.Data[at]) {
				at++
			}
			if at == len(n.Data) {
				return
			}
			rest := &html.Node{Type: html.TextNode, Data: n.Data[at:]}
			n.Data = n.Data[:at]
			n.Parent.InsertBefore(rest, n.NextSibling)
			n.Parent.InsertBefore(&html.Node{Type: html.CommentNode, Data: "note"}, rest)
		})
	}},
	{"with every style sheet twice", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.DataAtom == atom.Style && n.Namespace == "" && n.FirstChild != nil }, func(n *html.Node) {
			twin := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style, Attr: slices.Clone(n.Attr)}
			twin.AppendChild(&html.Node{Type: html.TextNode, Data: n.FirstChild.Data})
			n.Parent.InsertBefore(twin, n.NextSibling)
		})
	}},
	{"with the attributes in reverse order", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return len(n.Attr) > 1 }, func(n *html.Node) { slices.Reverse(n.Attr) })
	}},
	{"with rules that match nothing", func(root *html.Node) bool {
		return eachNode(root, func(n *html.Node) bool { return n.DataAtom == atom.Head }, func(n *html.Node) {
			style := &html.Node{Type: html.ElementNode, Data: "style", DataAtom: atom.Style}
			style.AppendChild(&html.Node{Type: html.TextNode, Data: ".no-such-class, #no-such-id > *, no-such-element { color: red !important; display: none }"})
			n.AppendChild(style)
		})
	}},
}

// isFlow reports whether the element's text is laid out as lines of adjacent nodes.
func isFlow(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Style, atom.Script, atom.Title, atom.Textarea, atom.Option, atom.Template, atom.Noscript, atom.Iframe, atom.Head, atom.Html:
		return false
	}
	return n.Namespace == ""
}

// eachNode applies change to every node that fits accepts, in document order, and reports whether there was one.
func eachNode(root *html.Node, fits func(*html.Node) bool, change func(*html.Node)) bool {
	var list []*html.Node
	for n := range root.Descendants() {
		if fits(n) {
			list = append(list, n)
		}
	}
	for _, n := range list {
		change(n)
	}
	return len(list) > 0
}

// TestRewritingADocumentKeepsItsPixels rewrites every golden document in ways that have no meaning in CSS and HTML.
func TestRewritingADocumentKeepsItsPixels(t *testing.T) {
	t.Parallel()
	e := engine.New(engine.Options{})
	for _, c := range goldenCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			source := read(t, c.html)
			w, h := canvasOf(source)
			// A fragment is rendered as a standards document, but after parsing it is a document without a doctype.
			if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(string(source))), "<!doctype") {
				source = append([]byte("<!doctype html>"), source...)
			}
			want, err := renderSize(e, source, w, h)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rewritings {
				root, err := html.Parse(bytes.NewReader(source))
				if err != nil {
					t.Fatal(err)
				}
				if !r.rewrite(root) {
					continue
				}
				var b bytes.Buffer
				if err := html.Render(&b, root); err != nil {
					t.Fatal(err)
				}
				if got, err := renderSize(e, b.Bytes(), w, h); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s: the image differs (%v): %s", r.name, err, contrast(t, c.name+" "+r.name, want, got))
				}
			}
		})
	}
}
