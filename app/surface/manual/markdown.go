package manual

import (
	"bytes"
	stdhtml "html"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

// repository is the target of links out of the folder docs.
const repository = "https://github.com/platenhq/platen/blob/main/"

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe())) // the pages are ours

// frame returns a page around a title and the HTML of its body. It is no html/template: see app/surface/review.
func frame(title, body string) []byte {
	return []byte(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>` + stdhtml.EscapeString(title) + ` · Platen</title><link rel="stylesheet" href="/docs/viewer/page.css">
<nav><a href="/docs/guides">Platen</a> <a href="/docs/guides">Guides</a> <a href="/docs">API</a> <a href="/docs/errors">Errors</a> <a href="/docs/cli">CLI</a> <a href="/console">Console</a></nav>
<main>` + body + `</main>
`)
}

// render returns a page of the folder docs as HTML. Links to other pages lead to where those are served.
func render(name string, source []byte) ([]byte, error) {
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{seen: map[string]bool{}}))))
	title := name
	var elsewhere []*ast.Image
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 && title == name {
				title = string(n.Lines().Value(source))
			}
		case *ast.Link:
			n.Destination = []byte(resolve(name, string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(resolve(name, string(n.Destination)))
			if bytes.Contains(n.Destination, []byte("://")) {
				elsewhere = append(elsewhere, n)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	for _, n := range elsewhere {
		linkTo(n)
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, tree); err != nil {
		return nil, err
	}
	return frame(title, body.String()), nil
}

// linkTo replaces an image that this service does not have, and that its pages may thus not load, by a link to it.
func linkTo(n *ast.Image) {
	link := ast.NewLink()
	link.Destination, link.Title = n.Destination, n.Title
	for c := n.FirstChild(); c != nil; c = n.FirstChild() {
		link.AppendChild(link, c)
	}
	n.Parent().ReplaceChild(n.Parent(), n, link)
}

// resolve returns the target of a link on the page.
func resolve(page, link string) string {
	if strings.HasPrefix(link, "#") || strings.HasPrefix(link, "/") || strings.Contains(link, "://") {
		return link
	}
	file, anchor, _ := strings.Cut(link, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	target := path.Join("docs", path.Dir(page), file)
	inside, ok := strings.CutPrefix(target, "docs/")
	switch {
	case !ok:
		return repository + target + anchor
	case path.Ext(inside) == ".md" && !strings.HasPrefix(inside, "pictures/"):
		return address(inside) + anchor
	case path.Ext(inside) == ".png":
		return "/docs/" + inside
	default:
		return repository + target + anchor
	}
}

// anchors names headings as GitHub does, except for codes, which keep their capitals.
type anchors struct{ seen map[string]bool }

// Generate returns the id of a heading.
func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	s := string(value)
	if strings.ToUpper(s) != s || strings.Contains(s, " ") {
		s = strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || r > 127 || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			b.WriteRune(r)
		}
	}
	id := b.String()
	for a.seen[id] {
		id += "-1"
	}
	a.seen[id] = true
	return []byte(id)
}

// Put records an id that is already in use.
func (a *anchors) Put(value []byte) { a.seen[string(value)] = true }
