package svg

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// read parses the markup of an image and returns its outermost svg element.
func read(data []byte, l Limits) (*dom.Document, dom.NodeID, error) {
	data, err := rewriteMarkup(data)
	if err != nil {
		return nil, dom.None, err
	}
	start := bytes.Index(data, []byte("<svg"))
	if start < 0 {
		return nil, dom.None, ErrInvalid
	}
	if err := prolog(data[:start]); err != nil {
		return nil, dom.None, err
	}
	doc, err := dom.ParseHTML(string(data[start:]), dom.Limits{MaxNodes: 2 * l.MaxElements, MaxDepth: maxNesting})
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

// maxCharacters bounds the text of an image file, in characters.
const maxCharacters = 100_000
