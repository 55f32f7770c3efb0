package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// Box is a node of the box tree: an element's principal box, a pseudo-element's,
// an anonymous one, or a run of text. The tree is built once; layout never
// changes it.
type Box struct {
	Kind     BoxKind
	Style    *style.Computed
	Node     dom.NodeID // the element; dom.None for anonymous boxes
	Pseudo   PseudoKind
	Parent   *Box
	Children []*Box
	// Text is a text box' text, before white-space processing.
	Text string
	// Replaced is set for images and generated graphics.
	Replaced *Replaced
	// Index is the box' place in tree order, for painting order and caches.
	Index int32
	// InlineChildren says that all in-flow children are inline-level (an inline
	// formatting context); otherwise all are block-level.
	InlineChildren bool
	// Symbol names the shape of a marker (disc, circle, square, disclosure-open,
	// disclosure-closed, image): it is set on the marker and on the ReplacedBox
	// inside, whose Replaced.Element is "marker" and which the painter draws.
	Symbol string

	// Before and After are set on a piece of an inline box that was split around a
	// block: the box goes on before or after this piece, which has no edge there.
	Before, After bool
	// splitParent is the inline box a block-level box broke out of: its relative
	// position moves this one too.
	splitParent *Box
	// collapsed are the border widths in the collapsing table model.
	collapsed *geom.Edges
	// span holds a cell's or column's spans, rowspan 0 meaning the rest.
	colSpan, rowSpan int
	// wrapper says that a TableBox is only the wrapper of captions and a table.
	wrapper bool
	// bare says that an inline box has nothing of its own to draw or to make room
	// for: its rectangle is that of what it holds.
	bare bool
	// legend is the child that lies across the top border of a fieldset.
	legend *Box
	// first is what the first line is made of when ::first-line styles it.
	first *Box
	// multicol says that the children are columnRuns, whose content goes into columns,
	// and what spans the columns.
	multicol, columnRun bool
	// leader is the pattern of a leader(), which is repeated to fill its line.
	leader string
	// fits says that an automatic width fits the content although the box is a block: of
	// form controls.
	fits bool
	math *mathInfo // of parts of formulas
	// outside says that a marker hangs outside its list item.
	outside bool
	// mode is the vertical writing mode that an OrthogonalBox turns by; inverse says
	// that its content is horizontal, in a vertical space.
	mode    style.WritingMode
	inverse bool
	cache   boxCache
}

// BoxKind says how a box lays out its children (its inner display type).
type BoxKind uint8

// The box kinds.
const (
	BlockBox BoxKind = iota // block container: block or inline formatting context
	InlineBox
	TextBox
	LineBreakBox // br
	ReplacedBox
	FlexBox
	GridBox
	TableBox        // the table grid box' wrapper
	TableSectionBox // row group
	TableRowBox
	TableCellBox
	TableColumnBox // also column groups
	TableCaptionBox
	MarkerBox
	RubyBox       // a base and its annotation, side by side with other text
	MathBox       // a part of a formula
	OrthogonalBox // its only child's lines run across the writing mode around it
)

// PseudoKind says which generated box a Box is.
type PseudoKind uint8

// The pseudo-elements.
const (
	NoPseudo PseudoKind = iota
	BeforePseudo
	AfterPseudo
	MarkerPseudo
	FirstLetterPseudo
	FootnoteCallPseudo
	FootnoteMarkerPseudo
)

// Replaced is a replaced element's natural size and what it shows.
type Replaced struct {
	// Width, Height are the natural size in CSS px; 0 with the Has flags false when there is none.
	Width, Height       geom.Unit
	HasWidth, HasHeight bool
	// RatioW, RatioH are the natural aspect ratio; 0 when there is none.
	RatioW, RatioH float64
	// View is the part of the image that object-view-box shows, x, y, width and height as
	// fractions; nil is all of it. The sizes above are the part's.
	View *[4]float64
	// URL is the image's address as written; empty for inline svg and generators.
	URL string
	// Element is "svg" or a generator's tag (qr-code…), empty for images.
	Element string
	zoom    float64 // of the box' style
	// Missing says the image could not be had; the box shows its alt text.
	Missing bool
}

// InFlow reports whether the box takes part in its parent's flow (neither
// floated nor absolutely positioned).
func (b *Box) InFlow() bool { return !b.IsFloat() && !b.IsOutOfFlow() }

// IsFloat reports whether the box floats.
func (b *Box) IsFloat() bool {
	return b.Kind != TextBox && b.Style.Float != style.FloatNone && !b.IsOutOfFlow()
}

// IsOutOfFlow reports whether the box is absolutely positioned or fixed.
func (b *Box) IsOutOfFlow() bool {
	return b.Kind != TextBox && (b.Style.Position == style.PositionAbsolute || b.Style.Position == style.PositionFixed)
}

// IsInlineLevel reports whether the box takes part in an inline formatting context.
func (b *Box) IsInlineLevel() bool {
	switch b.Kind {
	case TextBox, InlineBox, LineBreakBox:
		return true
	}
	switch b.Style.Display {
	case style.DisplayInline, style.DisplayInlineBlock, style.DisplayInlineFlex, style.DisplayInlineGrid, style.DisplayInlineTable, style.DisplayInlineListItem:
		return true
	}
	return false
}
