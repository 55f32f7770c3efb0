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
	// Text is the content of a text box, before white space processing.
	Text string
	// Replaced is set for images and generated graphics.
	Replaced *Replaced
	// Index is the box's position in tree order, for painting order and caches.
	Index int32
	// InlineChildren is set when all in-flow children are inline-level (an inline formatting context); otherwise all
	// are block-level.
	InlineChildren bool
	// Symbol names the shape of a marker (disc, circle, square, disclosure-open,
	// disclosure-closed, image): it is set on the marker and on the ReplacedBox
	// inside, whose Replaced.Element is "marker" and which the painter draws.
	Symbol string

	// Before and After are set on a piece of an inline box that was split around a block: the box continues before or
	// after this piece, which has no edge there.
	Before, After bool
	// splitParent is the inline box that a block-level box split: its relative offset applies to this box too.
	splitParent *Box
	// collapsed holds the border widths in the collapsing table model.
	collapsed *geom.Edges
	// colSpan and rowSpan are a cell's or column's spans; rowSpan 0 extends to the end of the row group.
	colSpan, rowSpan int
	// wrapper is set for a TableBox that wraps captions and a table.
	wrapper bool
	// bare is set for an inline box that neither paints nor takes up space itself: its rectangle is that of its
	// content.
	bare bool
	// legend is the child that overlaps the top border of a fieldset.
	legend *Box
	// first is the content of the first line when ::first-line styles it.
	first *Box
	// multicol is set when the children are columnRuns, whose content is divided into columns, and column spanners.
	multicol, columnRun bool
	// paged is the adaptation of a float to the end of a page.
	paged FloatFix
	// holds is set for the boxes around a float that ends its page.
	holds bool
	// leader is the pattern of a leader(), which is repeated to fill its line.
	leader string
	// fits is set when an auto width fits the content although the box is block-level, as for form controls.
	fits bool
	// compressible is set for controls whose min-content contribution is zero for a percentage width.
	compressible bool
	math         *mathInfo // parts of formulas
	// outside is set for a marker outside its list item.
	outside bool
	// mode is the vertical writing mode of an OrthogonalBox; inverse is set when its content is horizontal, in a
	// vertical space.
	mode    style.WritingMode
	inverse bool
	// crossed is the block with the content of a table cell whose writing mode is not the table's.
	crossed *Box
	// mirrored is set for the axes that the vertical writing mode of a box reverses in its parent's.
	mirrored [2]bool
	cache    boxCache
}

// BoxKind determines how a box lays out its children (its inner display type).
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
	TableBox        // the table wrapper box
	TableSectionBox // row group
	TableRowBox
	TableCellBox
	TableColumnBox // also column groups
	TableCaptionBox
	MarkerBox
	RubyBox       // a base and its annotation, as an atomic inline
	MathBox       // a part of a formula
	OrthogonalBox // the lines of its only child are orthogonal to the writing mode around it
)

// PseudoKind is the kind of a generated box.
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
	PartPseudo // a part of a form control
)

// Replaced describes a replaced element: its natural size and its image.
type Replaced struct {
	// Width and Height are the natural size in CSS px; the Has flags are false for a missing dimension.
	Width, Height       geom.Unit
	HasWidth, HasHeight bool
	// RatioW, RatioH are the natural aspect ratio; 0 when there is none.
	RatioW, RatioH float64
	// ViewBox is the size of an SVG image's viewBox.
	ViewBox [2]float64
	// View is the part of the image that object-view-box selects, x, y, width and height as fractions; nil is the whole
	// image. The sizes above are those of the part.
	View *[4]float64
	// URL is the image's URL as written; empty for inline svg and generated graphics.
	URL string
	// Element is "svg" or a generator's tag (qr-code…), empty for images.
	Element string
	zoom    float64 // of the box's style
	// Missing is set when the image is unavailable; the box shows its alt text.
	Missing bool
	// Fills is set for controls that are stretched by default where boxes without a natural size are.
	Fills bool
	// Block is set for meters and progress bars, whose auto width is that of a block container without content.
	Block bool
}

// InFlow reports whether the box is in its parent's flow (neither floated nor absolutely positioned).
func (b *Box) InFlow() bool { return !b.IsFloat() && !b.IsOutOfFlow() }

// IsFloat reports whether the box floats.
func (b *Box) IsFloat() bool {
	return b.Kind != TextBox && b.Style.Float != style.FloatNone && !b.IsOutOfFlow()
}

// IsOutOfFlow reports whether the box is absolutely positioned or fixed.
func (b *Box) IsOutOfFlow() bool {
	return b.Kind != TextBox && (b.Style.Position == style.PositionAbsolute || b.Style.Position == style.PositionFixed)
}

// IsInlineLevel reports whether the box participates in an inline formatting context.
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
