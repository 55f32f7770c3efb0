package dom

import (
	"strings"

	"golang.org/x/net/html"
)

// Shadow is a shadow tree of the document. The arena holds the flat tree: the content of a shadow tree is below its
// host, and slotted nodes are below their slot (CSS Scoping 1 §3.4). Node.Tree is the tree that a node belongs to.
type Shadow struct {
	Host NodeID
	// Light holds the element children of the host in the order of the markup, whether slotted or not.
	Light []NodeID
}

// shadowTree is a shadow tree under construction.
type shadowTree struct {
	number int32 // index in Document.Shadows, from 1
	outer  *shadowTree
	light  []*html.Node
	taken  map[string]bool       // names of the slots so far
	placed map[*html.Node]NodeID // light children added to the flat tree; None for text
}

// shadowHosts holds the built-in elements that can have a shadow tree; so can every element with a dash in its name
// (DOM §4.9).
var shadowHosts = map[string]bool{"article": true, "aside": true, "blockquote": true, "body": true, "div": true, "footer": true, "h1": true,
	"h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "header": true, "main": true, "nav": true, "p": true, "section": true, "span": true}

// declaresShadow reports whether an element is a template that declares a shadow tree.
func declaresShadow(n *html.Node) bool {
	mode := strings.ToLower(attribute(n, "shadowrootmode"))
	return n.Type == html.ElementNode && n.Namespace == "" && n.Data == "template" && (mode == "open" || mode == "closed")
}

// declaredShadow returns the template that declares the shadow tree of an element, nil for none (HTML §13.2.6.4.4).
func declaredShadow(n *html.Node) *html.Node {
	if n.Namespace != "" || !shadowHosts[n.Data] && !strings.Contains(n.Data, "-") {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if declaresShadow(c) {
			return c
		}
	}
	return nil
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

// shadow adds the shadow tree of a host, with the host's children in its slots.
func (b *builder) shadow(n, template *html.Node, host NodeID, depth int) error {
	b.doc.Shadows = append(b.doc.Shadows, Shadow{Host: host})
	t := &shadowTree{number: int32(len(b.doc.Shadows)), outer: b.within, taken: map[string]bool{}, placed: map[*html.Node]NodeID{}}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c != template {
			t.light = append(t.light, c)
		}
	}
	b.within = t
	for c := template.FirstChild; c != nil; c = c.NextSibling {
		if err := b.html(c, host, depth+1); err != nil {
			return err
		}
	}
	b.within = t.outer
	sh := &b.doc.Shadows[t.number-1]
	for _, c := range t.light {
		id, ok := t.placed[c]
		if !ok && c.Type == html.ElementNode {
			id = NodeID(len(b.doc.Nodes))
			if err := b.html(c, host, depth+1); err != nil {
				return err
			}
			sh = &b.doc.Shadows[t.number-1]
			if id == NodeID(len(b.doc.Nodes)) {
				continue
			}
			b.unlinkLast(host)
			if b.doc.Unslotted == nil {
				b.doc.Unslotted = map[NodeID]bool{}
			}
			b.doc.Unslotted[id] = true
		} else if !ok {
			continue
		}
		if id != None {
			sh.Light = append(sh.Light, id)
		}
	}
	return nil
}

// unlinkLast removes the last child of a node from its children; the child keeps its parent.
func (b *builder) unlinkLast(parent NodeID) {
	p := &b.doc.Nodes[parent]
	last := &b.doc.Nodes[p.LastChild]
	if p.LastChild = last.Prev; p.LastChild == None {
		p.FirstChild = None
	} else {
		b.doc.Nodes[p.LastChild].Next = None
	}
	last.Prev = None
}

// assigned returns the children of the host that are assigned to a slot: those that name it, for the first slot of that
// name.
func (t *shadowTree) assigned(slot *html.Node) []*html.Node {
	name := attribute(slot, "name")
	if t.taken[name] {
		return nil
	}
	t.taken[name] = true
	var out []*html.Node
	for _, c := range t.light {
		switch c.Type {
		case html.TextNode:
			if name == "" {
				out = append(out, c)
			}
		case html.ElementNode:
			if attribute(c, "slot") == name {
				out = append(out, c)
			}
		}
	}
	return out
}

// slot adds the children of a slot: the assigned nodes, or its fallback content.
func (b *builder) slot(n *html.Node, id NodeID, depth int) error {
	t := b.within
	assigned := t.assigned(n)
	if len(assigned) == 0 {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if err := b.html(c, id, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	b.within = t.outer
	defer func() { b.within = t }()
	for _, c := range assigned {
		next := NodeID(len(b.doc.Nodes))
		if err := b.html(c, id, depth+1); err != nil {
			return err
		}
		if t.placed[c] = None; c.Type == html.ElementNode && NodeID(len(b.doc.Nodes)) > next {
			t.placed[c] = next
		}
	}
	return nil
}

// treeNumber returns the number of the tree under construction, 0 for the document.
func (b *builder) treeNumber() int32 {
	if b.within == nil {
		return 0
	}
	return b.within.number
}
