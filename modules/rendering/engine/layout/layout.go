package layout

import (
	"context"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Input is all that a layout depends on.
type Input struct {
	Tree   *style.Tree
	Text   *text.Engine
	Fonts  *font.Set
	Images ImageSizer
	// Width and Height are the canvas in CSS pixels: the initial containing block.
	Width, Height int
	// MaxBoxes bounds the box tree; 0 means 20,000.
	MaxBoxes int
}

// ImageSizer tells natural sizes of pictures by the URL as written.
type ImageSizer interface {
	// NaturalSize returns the natural size; ok is false when there is no such picture.
	NaturalSize(url string) (r Replaced, ok bool)
}

// Result is a laid-out document.
type Result struct {
	// Root is the fragment of the html element, at its place on the canvas.
	Root *Fragment
	// Fixed are the fragments of fixed boxes not inside Root, in tree order.
	Boxes    []*Box
	Warnings []dom.Warning
	Missing  []text.Missing
}

// ElementBox is an element's border box in canvas coordinates, after layout and
// before transforms: an inline element's is the union of its fragments.
type ElementBox struct {
	Node dom.NodeID
	Rect geom.Rect
}

// layouter holds one layout's state. It is used by one goroutine.
type layouter struct {
	ctx context.Context
	in  Input
}
