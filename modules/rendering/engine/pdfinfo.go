package engine

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/vector"
)

// metadata sets the title, the language and further facts of a document.
func (p *Drawing) metadata(o *vector.Options) {
	o.Title, o.Language = p.doc.Title, p.doc.Lang
	for id := range p.doc.Nodes {
		n := &p.doc.Nodes[id]
		if n.Type != dom.Element || n.Tag != "meta" {
			continue
		}
		name, _ := n.Attr("name")
		content, _ := n.Attr("content")
		switch strings.ToLower(name) {
		case "author":
			o.Author = join(o.Author, content)
		case "description":
			o.Subject = join(o.Subject, content)
		case "keywords":
			o.Keywords = join(o.Keywords, content)
		}
	}
}

// describe sets a PDF's metadata, bookmarks and link targets from the document.
func (p *Drawing) describe(o *vector.Options) {
	p.metadata(o)
	o.Tags = p.tag
	links := map[string]bool{}
	for id := range p.doc.Nodes {
		if href, ok := p.doc.Nodes[id].Attr("href"); ok && len(href) > 1 && href[0] == '#' {
			links[href[1:]] = true
		}
	}
	o.Targets = map[string]vector.Target{}
	for _, b := range p.boxes {
		n := p.doc.Node(b.Node)
		target := p.target(b)
		if _, have := o.Targets[n.ID]; n.ID != "" && links[n.ID] && !have {
			o.Targets[n.ID] = target
		}
		if name, _ := n.Attr("name"); n.Tag == "a" && links[name] && name != "" {
			if _, have := o.Targets[name]; !have {
				o.Targets[name] = target
			}
		}
		if level, label := p.bookmark(b.Node); level > 0 && label != "" {
			o.Outline = append(o.Outline, vector.Bookmark{Level: level, Title: label, Target: target})
		}
	}
	if p.pagination == nil {
		o.Outline = nil // a single card needs no outline
	} else {
		o.Pages = p.pagination.pageBoxes()
	}
}

func join(a, b string) string {
	b = strings.Join(strings.Fields(b), " ")
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// target returns the position of an element in the file.
func (p *Drawing) target(b layout.ElementBox) vector.Target {
	t := vector.Target{X: b.Rect.X.Float(), Y: b.Rect.Y.Float()}
	if g := p.pagination; g != nil {
		t.Page = g.pageAt(b)
		s := &g.sheets[t.Page]
		t.X += float64(s.Left) + s.outset()
		t.Y += float64(s.Top) + s.outset() - g.pages[t.Page].Top.Float()
	}
	return t
}

// bookmark returns the level and the label of an element's bookmark; 0 if there is none. Headings have one unless
// bookmark-level specifies otherwise (GCPM 3 §6).
func (p *Drawing) bookmark(node dom.NodeID) (level int, label string) {
	s := p.tree.Styles[node]
	if s == nil || s.BookmarkLevel < 0 || s.Visibility != style.Visible {
		return 0, ""
	}
	level = s.BookmarkLevel
	if tag := p.doc.Node(node).Tag; level == 0 && len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
		level = int(tag[1] - '0')
	}
	if level == 0 {
		return 0, ""
	}
	if s.BookmarkLabel == nil {
		return level, textOf(p.doc, node)
	}
	var b strings.Builder
	for _, it := range s.BookmarkLabel {
		if it.Kind == style.ContentSelf {
			b.WriteString(textOf(p.doc, node))
		} else {
			b.WriteString(it.Text)
		}
	}
	return level, b.String()
}
