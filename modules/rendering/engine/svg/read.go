package svg

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// read parses the markup of an image and returns its outermost svg element.
func (in *inspection) read(data []byte, l Limits) (*dom.Document, dom.NodeID, error) {
	source, err := expandEntities(data)
	if err != nil {
		return nil, dom.None, err
	}
	data = unprefixed(source)
	start := bytes.Index(data, []byte("<svg"))
	if start < 0 {
		return nil, dom.None, ErrInvalid
	}
	if err := in.prolog(data[:start]); err != nil {
		return nil, dom.None, err
	}
	limits := dom.Limits{MaxNodes: 2 * l.MaxElements, MaxDepth: maxNesting}
	// The HTML parser does not nest elements of other namespaces as XML does: it is used only for what is not well-formed.
	doc, err := dom.ParseSVG(string(source), limits)
	if err != nil {
		in.warnings = append(in.warnings, dom.Warning{Code: "svg_malformed", Message: "the file is not well-formed XML with svg in the namespace http://www.w3.org/2000/svg as its root: browsers show it as a broken image"})
		doc, err = dom.ParseHTML(string(data[start:]), limits)
	}
	if err != nil {
		return nil, dom.None, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	root, elements, characters := dom.None, 0, 0
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type != dom.Element {
			if n.Parent == dom.None || doc.Nodes[n.Parent].Tag != "style" {
				characters += utf8.RuneCountInString(n.Text)
			}
			continue
		}
		elements++
		if n.Tag == "svg" && root == dom.None {
			root = dom.NodeID(i)
		}
	}
	if root == dom.None {
		return nil, dom.None, ErrInvalid
	}
	if elements > l.MaxElements {
		return nil, dom.None, fmt.Errorf("%d elements, at most %d: %w", elements, l.MaxElements, ErrTooLarge)
	}
	if characters > maxCharacters {
		return nil, dom.None, fmt.Errorf("%d characters of text, at most %d: %w", characters, maxCharacters, ErrTooLarge)
	}
	return doc, root, nil
}

// HasForeignObject reports whether a file may contain a foreignObject element.
func HasForeignObject(data []byte) bool {
	return bytes.Contains(data, []byte("foreignObject")) || bytes.Contains(bytes.ToLower(data), []byte("foreignobject"))
}

// maxCharacters bounds the text of an image file, in characters.
const maxCharacters = 100_000
