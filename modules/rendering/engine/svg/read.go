package svg

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// read parses the markup of a picture and finds its outermost svg element.
func read(data []byte, l Limits) (*dom.Document, dom.NodeID, error) {
	head := data
	start := bytes.Index(data, []byte("<svg"))
	if start < 0 {
		return nil, dom.None, ErrInvalid
	}
	head = data[:start]
	if bytes.Contains(head, []byte("<!ENTITY")) {
		return nil, dom.None, fmt.Errorf("entity declarations: %w", ErrForbidden)
	}
	doc, err := dom.ParseHTML(string(data[start:]), dom.Limits{MaxNodes: 2 * l.MaxElements, MaxDepth: maxNesting})
	if err != nil {
		return nil, dom.None, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	root, elements := dom.None, 0
	for i := range doc.Nodes {
		if n := &doc.Nodes[i]; n.Type == dom.Element {
			elements++
			if n.Tag == "svg" && root == dom.None {
				root = dom.NodeID(i)
			}
		}
	}
	if root == dom.None {
		return nil, dom.None, ErrInvalid
	}
	if elements > l.MaxElements {
		return nil, dom.None, fmt.Errorf("%d elements, at most %d: %w", elements, l.MaxElements, ErrTooLarge)
	}
	return doc, root, nil
}

// refuse looks for what a picture may not hold: scripts, event handlers and
// references that leave the file.
func refuse(doc *dom.Document) error {
	for _, w := range doc.Warnings {
		if w.Code == "script_ignored" || w.Code == "script_dropped" {
			return fmt.Errorf("a script element: %w", ErrForbidden)
		}
	}
	for _, s := range doc.Sheets {
		if err := refuseCSS(s.Text); err != nil {
			return err
		}
	}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element {
			continue
		}
		switch n.Tag {
		case "script", "iframe", "embed", "object", "handler":
			return fmt.Errorf("a %s element: %w", n.Tag, ErrForbidden)
		}
		if err := refuseCSS(n.Inline); err != nil {
			return err
		}
		for _, a := range n.Attrs {
			if err := refuseAttribute(n, a); err != nil {
				return err
			}
		}
	}
	return nil
}

func refuseAttribute(n *dom.Node, a dom.Attr) error {
	name := strings.ToLower(a.Name)
	value := strings.TrimSpace(a.Value)
	switch {
	case len(name) > 2 && strings.HasPrefix(name, "on"):
		return fmt.Errorf("the event handler %s: %w", name, ErrForbidden)
	case name == "href" || name == "xlink:href" || name == "src":
		if scheme, _, ok := strings.Cut(strings.ToLower(value), ":"); ok && (scheme == "javascript" || scheme == "vbscript") {
			return fmt.Errorf("a %s: address: %w", scheme, ErrForbidden)
		}
		// A link is not followed; everything else must be in the file.
		if n.Tag == "a" || value == "" || strings.HasPrefix(value, "#") || strings.HasPrefix(strings.ToLower(value), "data:") {
			return nil
		}
		return fmt.Errorf("the external reference %.80q: %w", value, ErrForbidden)
	case strings.Contains(strings.ToLower(value), "url("):
		return refuseCSS(value)
	}
	return nil
}

// refuseCSS looks for addresses outside the file in declarations and sheets.
func refuseCSS(css string) error {
	low := strings.ToLower(css)
	if strings.Contains(low, "@import") {
		return fmt.Errorf("an @import rule: %w", ErrForbidden)
	}
	for rest := low; ; {
		i := strings.Index(rest, "url(")
		if i < 0 {
			return nil
		}
		rest = rest[i+4:]
		v := strings.TrimLeft(rest, " \t\r\n\f\"'")
		if !strings.HasPrefix(v, "#") && !strings.HasPrefix(v, "data:") && !strings.HasPrefix(v, ")") {
			return fmt.Errorf("the external reference %.80q: %w", v, ErrForbidden)
		}
	}
}
