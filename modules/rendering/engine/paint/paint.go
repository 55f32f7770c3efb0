// Package paint converts fragments to a display list, in the order of CSS 2.2 Appendix E: stacking contexts, then
// blocks, floats, inline content and positioned boxes. Boxes are snapped to CSS pixels as in Chromium.
package paint

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Images provides the images of a document, by URL as written.
type Images interface {
	// Image returns the decoded image; ok is false if there is none, which layout has already reported.
	Image(url string) (p Image, ok bool)
}

// Image is a raster or vector image: one of the two fields is set.
type Image struct {
	Bitmap *image.Bitmap
	Vector Vector
}

// Vector draws a vector image into a box.
type Vector interface {
	// Paint returns the image fitted into a w × h box with its corner at the origin, in CSS pixels.
	Paint(w, h geom.Unit) *display.List
}

// Document is a vector image that can be drawn as an embedded document too.
type Document interface {
	// PaintDocument returns the document drawn on a w × h canvas with its corner at the origin, in CSS pixels: it is not
	// stretched to it.
	PaintDocument(w, h geom.Unit) *display.List
}

// Inline draws inline svg elements and generated graphics.
type Inline interface {
	// Inline returns the image of an element for a w × h content box.
	Inline(node dom.NodeID, w, h geom.Unit) (*display.List, []dom.Warning)
}

// Input is the complete input of painting.
type Input struct {
	Tree   *style.Tree
	Layout *layout.Result
	Text   *text.Engine
	Fonts  *font.Set
	Images Images
	Inline Inline
	// References draws the referenced elements of filter, clip-path and mask; nil ignores the references.
	References *svg.References
	// Width and Height are the canvas in CSS pixels.
	Width, Height int
	// Visit, if set, receives every part of a box in painting order.
	Visit func(b *layout.Box, part Part)
}

// Part is the part of a box that is painted.
type Part uint8

// The parts: background and borders, the image of a replaced box, and text.
const (
	Decorations Part = iota
	Content
	Letters
)

// visit reports a part to Visit.
func (p *painter) visit(b *layout.Box, part Part) {
	p.mark(b)
	if p.in.Visit != nil {
		p.in.Visit(b, part)
	}
}

// Paint returns the document's display list. It fails only when ctx ends.
func Paint(ctx context.Context, in Input) (*display.List, []dom.Warning, error) {
	p := &painter{in: in, snapStep: geom.One}
	p.list = &display.List{Width: in.Width, Height: in.Height}
	if root := in.Layout.Root; root.Box != nil {
		p.groups = findGroups(in.Tree, root)
		p.space = p.findSpace(in.Tree, root)
		p.paintContext(ctx, item{frag: root, at: root.Offset})
	}
	p.setClip(nil)
	return p.list, p.warnings, ctx.Err()
}

// painter is the state of one Paint call. It is not safe for concurrent use.
type painter struct {
	in       Input
	list     *display.List
	warnings []dom.Warning
	warned   map[string]bool
	// moved counts the enclosing boxes with properties of transforms.
	moved int
	// snapStep is the grid of snapped positions: a CSS pixel, at every scale.
	snapStep geom.Unit

	// clip is the clip that is currently pushed; base is the part that cannot be popped because a layer or transform
	// was pushed above it.
	clip, base *clipChain
	clips      map[clipKey]*clipChain
	// canvasBox is the box whose background is painted on the canvas.
	canvasBox *layout.Box
	// pieces holds the fragments of boxes that are broken over lines or columns.
	pieces map[*layout.Box][]*layout.Fragment
	// outlines holds the fragments of outlined inline boxes that are broken over lines.
	outlines map[*layout.Box][]item
	groups   groups
	space    *space // nil without 3-D transforms and motion paths
	// reflected counts the operations that reflections repeat.
	reflected int
	// textOnly paints glyphs in opaque black and nothing else (background-clip: text).
	textOnly bool
}

// mark sets the element that the following operations belong to.
func (p *painter) mark(b *layout.Box) {
	for b != nil && b.Node == dom.None {
		b = b.Parent
	}
	if b == nil {
		return
	}
	node := int32(b.Node) + 1
	if n := len(p.list.Marks); n > 0 && p.list.Marks[n-1].Node == node {
		return
	}
	p.list.Marks = append(p.list.Marks, display.Mark{Op: len(p.list.Ops), Node: node})
}

// warn records a warning, deduplicated by code, path and message.
func (p *painter) warn(code, path, message string) {
	key := code + "\x00" + path + "\x00" + message
	if p.warned[key] {
		return
	}
	if p.warned == nil {
		p.warned = map[string]bool{}
	}
	p.warned[key] = true
	p.warnings = append(p.warnings, dom.Warning{Code: code, Path: path, Message: message})
}

func (p *painter) path(b *layout.Box) string {
	for ; b != nil; b = b.Parent {
		if b.Node != dom.None {
			return p.in.Tree.Doc.Node(b.Node).Path
		}
	}
	return ""
}

// emit appends an operation under the clip of the fragment being painted.
func (p *painter) emit(c *clipChain, op display.Op) {
	p.setClip(c)
	p.list.Ops = append(p.list.Ops, op)
}

// clipChain is a stack of clips shared by the fragments below it.
type clipChain struct {
	parent *clipChain
	op     display.Op
	depth  int
}

func (c *clipChain) with(op display.Op) *clipChain {
	d := 1
	if c != nil {
		d = c.depth + 1
	}
	return &clipChain{parent: c, op: op, depth: d}
}

// setClip pops and pushes clips until exactly those of c are in force; clips below the base stay.
func (p *painter) setClip(c *clipChain) {
	if p.clip == c {
		return
	}
	common := commonAncestor(p.clip, c)
	for x := p.clip; x != common && x != p.base; x = x.parent {
		p.list.Ops = append(p.list.Ops, display.Pop{})
	}
	var push []*clipChain
	for x := c; x != common && x != p.base && x != nil; x = x.parent {
		push = append(push, x)
	}
	for i := len(push) - 1; i >= 0; i-- {
		p.list.Ops = append(p.list.Ops, push[i].op)
	}
	p.clip = c
}

func commonAncestor(a, b *clipChain) *clipChain {
	for a != b {
		switch {
		case a == nil || b == nil:
			return nil
		case a.depth > b.depth:
			a = a.parent
		case b.depth > a.depth:
			b = b.parent
		default:
			a, b = a.parent, b.parent
		}
	}
	return a
}

// group calls draw between a push and its Pop; clips set inside are popped first.
func (p *painter) group(c *clipChain, push display.Op, draw func()) {
	p.setClip(c)
	p.list.Ops = append(p.list.Ops, push)
	base := p.base
	p.base = p.clip
	draw()
	p.setClip(p.base)
	p.base = base
	p.list.Ops = append(p.list.Ops, display.Pop{})
}

// sublist returns the operations of draw as a list.
func (p *painter) sublist(draw func()) *display.List {
	list, clip, base := p.list, p.clip, p.base
	p.list, p.clip, p.base = &display.List{Width: p.in.Width, Height: p.in.Height}, nil, nil
	draw()
	p.setClip(nil)
	sub := p.list
	p.list, p.clip, p.base = list, clip, base
	return sub
}
