// Package svg turns inline svg elements and SVG pictures into display
// operations: a static subset of SVG 2 without scripts, external references or
// animation. What a picture uses and is not drawn is a warning that names it.
package svg

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Errors of [Parse]; test with errors.Is.
var (
	// ErrTooLarge: more bytes or elements than a picture may have.
	ErrTooLarge = errors.New("svg picture too large")
	// ErrForbidden: scripts or external references.
	ErrForbidden = errors.New("svg picture holds what pictures may not")
	// ErrInvalid: no svg element.
	ErrInvalid = errors.New("not an svg picture")
)

// Limits bound a picture. Zero values mean the defaults.
type Limits struct {
	MaxBytes    int // default 1 MiB
	MaxElements int // default 10,000, after use elements are expanded
}

// Context is what drawing text and pictures inside svg needs.
type Context struct {
	Text  *text.Engine
	Fonts *font.Set
	// Images returns the bitmap behind an address, nil when there is none.
	Images func(url string) *image.Bitmap
}

// Image is a parsed SVG picture. It is immutable and safe for concurrent use.
type Image struct {
	tree *style.Tree
	root dom.NodeID
	size int
}

// Parse reads an SVG picture. Malformed markup is repaired as in HTML; what the
// limits or the security rules forbid is refused, never stripped.
func Parse(data []byte, l Limits) (*Image, []dom.Warning, error) {
	if l.MaxBytes == 0 {
		l.MaxBytes = 1 << 20
	}
	if l.MaxElements == 0 {
		l.MaxElements = 10_000
	}
	if len(data) > l.MaxBytes {
		return nil, nil, fmt.Errorf("%d bytes, at most %d: %w", len(data), l.MaxBytes, ErrTooLarge)
	}
	start := bytes.Index(data, []byte("<svg"))
	if start < 0 {
		return nil, nil, ErrInvalid
	}
	doc, err := dom.ParseHTML(string(data[start:]), dom.Limits{MaxNodes: l.MaxElements, MaxDepth: 256})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	root := dom.None
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Type == dom.Element && n.Tag == "svg" && root == dom.None {
			root = dom.NodeID(i)
		}
	}
	if root == dom.None {
		return nil, nil, ErrInvalid
	}
	for _, w := range doc.Warnings {
		if w.Code == "script_dropped" {
			return nil, nil, fmt.Errorf("a script element: %w", ErrForbidden)
		}
	}
	tree, err := style.Compute(doc, style.Options{Width: 300, Height: 150, Scale: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("styling an svg picture: %w", err)
	}
	return &Image{tree: tree, root: root, size: len(data) * 4}, tree.Warnings, nil
}

// Size is about how many bytes of memory the picture takes.
func (i *Image) Size() int { return i.size }

// Natural returns the picture's natural size and ratio (SVG 2 §8.2).
func (i *Image) Natural() layout.Replaced {
	return layout.NaturalSVG(i.tree.Doc.Node(i.root))
}

// Paint returns the picture fitted into a box of w × h at the origin.
func (i *Image) Paint(w, h geom.Unit) *display.List {
	list, _ := PaintElement(i.tree, i.root, w, h, Context{})
	return list
}
