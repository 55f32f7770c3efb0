// Package svg turns inline svg elements and SVG pictures into display
// operations: static SVG 2 without scripts, external references or animation.
// What a picture uses and is not drawn is a warning that names it.
package svg

import (
	"context"
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
	// ErrForbidden: scripts, event handlers, entities or external references.
	ErrForbidden = errors.New("svg picture holds what pictures may not")
	// ErrInvalid: no svg element.
	ErrInvalid = errors.New("not an svg picture")
)

// Limits bound a picture. Zero values mean the defaults.
type Limits struct {
	MaxBytes    int // default 1 MiB
	MaxElements int // default 10,000, before and after use elements are expanded
}

// Context is what drawing text and pictures inside svg needs; without Text and
// Fonts no text is drawn.
type Context struct {
	Text  *text.Engine
	Fonts *font.Set
	// Images returns the bitmap behind an address that is not a data: URL, nil when
	// there is none. Pictures have no Images: they show data: URLs only.
	Images func(url string) *image.Bitmap
	// Decode decodes the picture in a data: URL; nil stands for [image.Decode] without a
	// bound on time or on many pictures.
	Decode func(data []byte) (*image.Bitmap, error)
}

func (c *Context) decode(data []byte) (*image.Bitmap, error) {
	if c.Decode != nil {
		return c.Decode(data)
	}
	return image.Decode(context.Background(), data, image.Limits{})
}

// PaintElement draws an svg element of a styled document into a box of w × h at
// the origin, by its viewBox and preserveAspectRatio. It is deterministic and
// keeps no state.
func PaintElement(tree *style.Tree, node dom.NodeID, w, h geom.Unit, ctx Context) (*display.List, []dom.Warning) {
	p := newPainter(tree, ctx)
	return p.root(node, w.Float(), h.Float(), nil), p.warnings
}

// Image is a parsed SVG picture. It is immutable and safe for concurrent use.
type Image struct {
	tree   *style.Tree
	root   dom.NodeID
	size   int
	ctx    Context
	nested int
}

// Parse reads an SVG picture; ctx draws its text. Malformed markup is repaired as
// in HTML; what the limits or the security rules forbid is refused with
// [ErrTooLarge], [ErrForbidden] or [ErrInvalid], never stripped. The warnings name
// what the picture uses and is not drawn.
func Parse(data []byte, l Limits, ctx Context) (*Image, []dom.Warning, error) {
	return parse(data, l, ctx, 0)
}

func parse(data []byte, l Limits, ctx Context, nested int) (*Image, []dom.Warning, error) {
	if l.MaxBytes == 0 {
		l.MaxBytes = 1 << 20
	}
	if l.MaxElements == 0 {
		l.MaxElements = maxElements
	}
	if len(data) > l.MaxBytes {
		return nil, nil, fmt.Errorf("%d bytes, at most %d: %w", len(data), l.MaxBytes, ErrTooLarge)
	}
	doc, root, err := read(data, l)
	if err != nil {
		return nil, nil, err
	}
	if err := refuse(doc); err != nil {
		return nil, nil, err
	}
	tree, err := style.Compute(doc, style.Options{Width: 300, Height: 150, Scale: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("styling an svg picture: %w", err)
	}
	ctx.Images = nil
	img := &Image{tree: tree, root: root, size: len(data) * 4, ctx: ctx, nested: nested}
	r := img.Natural()
	w, h := 300.0, 150.0
	if r.HasWidth && r.HasHeight {
		w, h = r.Width.Float(), r.Height.Float()
	}
	_, warnings, fits := img.draw(max(1, w), max(1, h))
	if !fits {
		return nil, nil, fmt.Errorf("more than %d elements after use is expanded: %w", maxElements, ErrTooLarge)
	}
	return img, append(append([]dom.Warning(nil), tree.Warnings...), warnings...), nil
}

// draw paints the picture into a w × h box; fits is false when use elements expand
// to too many.
func (i *Image) draw(w, h float64) (list *display.List, warnings []dom.Warning, fits bool) {
	p := newPainter(i.tree, i.ctx)
	p.nested = i.nested
	var fallback *[4]float64
	if r := i.Natural(); r.HasWidth && r.HasHeight && r.Width > 0 && r.Height > 0 {
		// A picture without a viewBox scales by its natural size.
		fallback = &[4]float64{0, 0, r.Width.Float(), r.Height.Float()}
	}
	list = p.root(i.root, w, h, fallback)
	return list, p.warnings, p.left >= 0
}

// Size is about how many bytes of memory the picture takes.
func (i *Image) Size() int { return i.size }

// Natural returns the picture's natural size and ratio (SVG 2 §8.2).
func (i *Image) Natural() layout.Replaced {
	return layout.NaturalSVG(i.tree.Doc.Node(i.root))
}

// Paint returns the picture fitted into a box of w × h at the origin.
func (i *Image) Paint(w, h geom.Unit) *display.List {
	list, _, _ := i.draw(w.Float(), h.Float())
	return list
}
