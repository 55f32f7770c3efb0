// Package svg converts inline svg elements and SVG images to display operations: static SVG 2 without scripts, external
// references or animation. Features that an image uses and that are not drawn are reported as warnings.
package svg

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
	// ErrTooLarge: the image exceeds the limit of bytes or elements.
	ErrTooLarge = errors.New("svg image too large")
	// ErrForbidden: the image contains external entities or, with [Limits.Strict], scripts, event handlers, embedded
	// documents or external references.
	ErrForbidden = errors.New("svg image holds what images may not")
	// ErrInvalid: the markup has no svg element.
	ErrInvalid = errors.New("not an svg image")
)

// Limits bounds an image. Zero values select the defaults.
type Limits struct {
	MaxBytes    int // default 1 MiB
	MaxElements int // default 10,000, before and after the expansion of use elements
	// Strict rejects an image with scripts, event handlers, embedded documents or external references, which otherwise
	// are ignored with a warning.
	Strict bool
}

// Context provides text and images for drawing svg; without Text and Fonts no text is drawn.
type Context struct {
	Text  *text.Engine
	Fonts *font.Set
	// Metrics provides font metrics for the units that depend on them; nil estimates them.
	Metrics style.FontMetrics
	// Images returns the bitmap of a URL other than a data: URL, nil if there is none. It is nil for SVG images, which
	// can only use data: URLs.
	Images func(url string) *image.Bitmap
	// Decode decodes the image of a data: URL; nil uses [image.Decode] without limits on time or on the number of
	// images.
	Decode func(data []byte) (*image.Bitmap, error)
	// Decorate returns the background, borders and shadows of a w × h box at the origin, for the root of an image; nil
	// omits them.
	Decorate func(s *style.Computed, w, h geom.Unit) *display.List
	// Foreign lays out and draws the content of a foreignObject element of a document in a w × h box at the origin with
	// its fonts; nil omits it.
	Foreign func(tree *style.Tree, fonts *font.Set, node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning)
	// OpenFonts opens the fonts that an SVG image embeds as data: URLs; nil ignores them.
	OpenFonts func(faces []style.FontFace) *font.Set
	// At is the time of the animations of an SVG image in seconds; nil is after the finite CSS animations have ended and
	// at the start of animation elements.
	At *float64
	// Stop ends drawing early when it returns an error; the list is then incomplete. nil never stops. It is nil for SVG
	// images, whose drawings are shared by callers.
	Stop func() error
	// outer holds the fonts of images that embed none.
	outer *font.Set
}

// seconds returns the time of animation elements.
func (c *Context) seconds() float64 {
	if c.At == nil {
		return 0
	}
	return max(0, *c.At)
}

func (c *Context) decode(data []byte) (*image.Bitmap, error) {
	if c.Decode != nil {
		return c.Decode(data)
	}
	return image.Decode(context.Background(), data, image.Limits{})
}

// PaintElement draws an svg element of a styled document into a w × h box at the origin, by its viewBox and
// preserveAspectRatio. It is deterministic and stateless.
func PaintElement(tree *style.Tree, node dom.NodeID, w, h geom.Unit, ctx Context) (*display.List, []dom.Warning) {
	p := newPainter(tree, ctx)
	return p.root(node, w.Float(), h.Float(), nil), p.warnings
}

// Image is a parsed SVG image. It is immutable and safe for concurrent use.
type Image struct {
	tree   *style.Tree
	doc    *dom.Document // before viewport units are resolved
	units  bool          // styles depend on the size of the viewport
	root   dom.NodeID
	size   int
	ctx    Context
	nested int
	moves  bool
}

// Parse parses an SVG image; ctx draws its text. Malformed markup is repaired as in HTML; an image that violates the
// limits is rejected with [ErrTooLarge], [ErrForbidden] or [ErrInvalid]. The warnings name features that are not drawn,
// and the scripts and external references that are ignored.
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
	in := inspection{strict: l.Strict}
	doc, root, err := in.read(data, l)
	if err != nil {
		return nil, nil, err
	}
	if err := in.document(doc, nested); err != nil {
		return nil, nil, err
	}
	_, moves := Animation(doc)
	ApplySMIL(doc, ctx.seconds())
	w, h := 300.0, 150.0
	if r := layout.NaturalSVG(doc.Node(root)); r.HasWidth && r.HasHeight {
		w, h = r.Width.Float(), r.Height.Float()
	}
	units := usesViewport(data)
	tree, err := styled(doc, root, w, h, units, &ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("styling an svg image: %w", err)
	}
	if nested == 0 {
		ctx.outer = ctx.Fonts
	}
	if ctx.Fonts = ctx.outer; ctx.OpenFonts != nil && len(tree.FontFaces) > 0 {
		ctx.Fonts = ctx.OpenFonts(tree.FontFaces)
	}
	ctx.Images, ctx.Stop = nil, nil
	img := &Image{tree: tree, doc: doc, units: units, root: root, size: len(data) * 4, ctx: ctx, nested: nested, moves: moves || tree.AnimationTime() > 0}
	_, warnings, fits := img.draw(max(1, w), max(1, h), false)
	if !fits {
		return nil, nil, fmt.Errorf("more than %d elements after use is expanded: %w", maxElements, ErrTooLarge)
	}
	return img, slices.Concat(in.warnings, tree.Warnings, warnings), nil
}

// draw paints the image into a w × h box, or onto a canvas of this size if it is a document; fits is false when the
// expansion of use elements exceeds the limit.
func (i *Image) draw(w, h float64, document bool) (list *display.List, warnings []dom.Warning, fits bool) {
	tree := i.tree
	var natural *[4]float64
	if r := i.Natural(); !document && r.HasWidth && r.HasHeight && r.Width > 0 && r.Height > 0 {
		// An image without a viewBox scales by its natural size.
		natural = &[4]float64{0, 0, r.Width.Float(), r.Height.Float()}
	} else if i.units {
		if t, err := styled(i.doc, i.root, w, h, true, &i.ctx); err == nil {
			tree = t
		}
	}
	p := newPainter(tree, i.ctx)
	p.nested, p.file = i.nested, true
	list = p.page(i.root, w, h, natural)
	return list, p.warnings, p.left >= 0
}

// Moves reports whether the image depends on [Context.At].
func (i *Image) Moves() bool { return i.moves }

// Size returns the approximate memory size of the image in bytes.
func (i *Image) Size() int { return i.size }

// Natural returns the natural size and ratio of the image (SVG 2 §8.2).
func (i *Image) Natural() layout.Replaced {
	return layout.NaturalSVG(i.tree.Doc.Node(i.root))
}

// Paint returns the image fitted into a box of w × h at the origin.
func (i *Image) Paint(w, h geom.Unit) *display.List {
	list, _, _ := i.draw(w.Float(), h.Float(), false)
	return isolate(list)
}

// PaintDocument returns the image as an embedded document on a canvas of w × h.
func (i *Image) PaintDocument(w, h geom.Unit) *display.List {
	list, _, _ := i.draw(w.Float(), h.Float(), true)
	return isolate(list)
}

// isolate makes an image whose elements blend an isolated group: they do not blend with the page.
func isolate(list *display.List) *display.List {
	blends := func(op display.Op) bool {
		l, ok := op.(display.PushLayer)
		return ok && l.Blend != display.Normal
	}
	if slices.ContainsFunc(list.Ops, blends) {
		isolated := *list
		isolated.Ops = slices.Concat([]display.Op{display.PushLayer{Opacity: 255}}, list.Ops, []display.Op{display.Pop{}})
		return &isolated
	}
	return list
}
