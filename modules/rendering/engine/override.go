package engine

import (
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Override changes one node of a document, selected by its id, or every node that a selector matches. It takes
// precedence over every declaration of the document; of two overrides the later one wins.
type Override struct {
	Node string
	// Selector is a CSS selector list in place of Node; it may end in ::before, ::after or ::marker, for Style only.
	Selector string
	Style    []dom.Attr // declarations
	Attrs    []dom.Attr
	Text     *string // replaces the content
	Hidden   *bool
}

// applyOverrides applies overrides to a newly parsed document that is not shared yet, and returns their declarations.
func applyOverrides(doc *dom.Document, overrides []Override) ([]style.Override, error) {
	if len(overrides) == 0 {
		return nil, nil
	}
	var out []style.Override
	for i := range overrides {
		o := &overrides[i]
		targets, err := overrideTargets(doc, o, i)
		if err != nil {
			return nil, err
		}
		text := important(o.Style)
		for _, at := range targets {
			if text != "" {
				at.Declarations, at.Path = text, fmt.Sprintf("/overrides/%d/style", i)
				out = append(out, at)
			}
			if at.Pseudo != css.PseudoNone {
				continue
			}
			n := &doc.Nodes[at.Node]
			if o.Hidden != nil && *o.Hidden {
				n.Inline += ";display:none !important"
			}
			for _, a := range o.Attrs {
				setAttr(n, a)
			}
			if o.Text != nil {
				replaceText(doc, at.Node, *o.Text)
			}
		}
	}
	return out, nil
}

// overrideTargets returns the targets of an override; finding none is an error.
func overrideTargets(doc *dom.Document, o *Override, i int) ([]style.Override, error) {
	if o.Selector == "" {
		id := findByID(doc, o.Node)
		if id == dom.None {
			return nil, &Error{Rule: "node_not_found", Path: fmt.Sprintf("/overrides/%d/node", i), Message: fmt.Sprintf("no element of the document has the id %q", o.Node)}
		}
		return []style.Override{{Node: id}}, nil
	}
	path := fmt.Sprintf("/overrides/%d/selector", i)
	sels, err := style.ParseSelectors(o.Selector)
	if err != nil {
		return nil, &Error{Rule: "selector", Path: path, Message: "the selector is not understood: " + err.Error(), Cause: err}
	}
	var out []style.Override
	finder := style.NewFinder(doc)
	for id := range doc.Nodes {
		if doc.Nodes[id].Type != dom.Element {
			continue
		}
		for _, pe := range []css.PseudoElement{css.PseudoNone, css.PseudoBefore, css.PseudoAfter, css.PseudoMarker} {
			if finder.Matches(sels, dom.NodeID(id), pe) {
				out = append(out, style.Override{Node: dom.NodeID(id), Pseudo: pe})
			}
		}
	}
	if len(out) == 0 {
		return nil, &Error{Rule: "node_not_found", Path: path, Message: fmt.Sprintf("no element of the document matches %q", o.Selector)}
	}
	return out, nil
}

// important returns declarations that take precedence over all others of a document.
func important(decls []dom.Attr) string {
	var b strings.Builder
	for _, d := range decls {
		value := strings.TrimSpace(d.Value)
		if at := strings.LastIndexByte(value, '!'); at >= 0 && strings.EqualFold(strings.TrimSpace(value[at+1:]), "important") {
			value = strings.TrimSpace(value[:at])
		}
		b.WriteString(d.Name + ":" + value + " !important;")
	}
	return b.String()
}

func findByID(doc *dom.Document, id string) dom.NodeID {
	for i := range doc.Nodes {
		if doc.Nodes[i].Type == dom.Element && doc.Nodes[i].ID == id && id != "" {
			return dom.NodeID(i)
		}
	}
	return dom.None
}

func setAttr(n *dom.Node, a dom.Attr) {
	for i := range n.Attrs {
		if n.Attrs[i].Name == a.Name {
			n.Attrs[i].Value = a.Value
			return
		}
	}
	n.Attrs = append(n.Attrs, a)
}

// replaceText makes a text node the only child of an element; the former children stay in the arena, unlinked.
func replaceText(doc *dom.Document, id dom.NodeID, text string) {
	child := dom.NodeID(len(doc.Nodes))
	doc.Nodes = append(doc.Nodes, dom.Node{
		Type: dom.Text, Text: text, Path: doc.Nodes[id].Path,
		Parent: id, FirstChild: dom.None, LastChild: dom.None, Prev: dom.None, Next: dom.None,
	})
	doc.Nodes[id].FirstChild, doc.Nodes[id].LastChild = child, child
}
