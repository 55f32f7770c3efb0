package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Fragment is a laid-out piece of a box. Positions are relative to the parent fragment's border-box corner. Most boxes
// have one fragment; inline boxes have one per line.
type Fragment struct {
	Kind FragmentKind
	// Box is the box of the fragment; nil for lines.
	Box *Box
	// Offset is the border box's corner in the parent fragment.
	Offset geom.Point
	// Size is the border box.
	Size geom.Size
	// Border, Padding and Margin are the used values.
	Border, Padding, Margin geom.Edges
	Children                []*Fragment

	// FirstBaseline and LastBaseline are distances from the border box's top; NoBaseline when the fragment has none.
	FirstBaseline, LastBaseline geom.Unit

	// Runs are a text fragment's glyph runs in visual order, with X from the
	// fragment's left edge; the baseline is at FirstBaseline.
	Runs []PlacedRun
	// Turned is set when a text fragment's line runs from top to bottom: runs and baseline are those before it was
	// rotated clockwise.
	Turned bool
	// TurnedLeft is set when it runs from bottom to top instead.
	TurnedLeft bool
	// Ellipsis marks text inserted by text-overflow or line-clamp.
	Ellipsis bool
	// OmitLeft and OmitRight are set when an inline fragment continues on another line at that side: it has no border,
	// padding or margin there.
	OmitLeft, OmitRight bool
	// OmitTop and OmitBottom are set when a block continues in another column at that side.
	OmitTop, OmitBottom bool
	// Content is the rectangle of a replaced box's image (after object-fit; the painter clips it to the content box),
	// relative to the border box's corner.
	Content geom.Rect
	// Overflow is the scrollable overflow, for layout reports, relative to the border box.
	Overflow geom.Rect
	// Collapsed holds the borders of a table in the collapsing model.
	Collapsed *CollapsedBorders
	// Legend is the rectangle where the legend of a fieldset interrupts its border, from the border box's corner;
	// LegendShift is the offset of the border and background below that corner.
	Legend      geom.Rect
	LegendShift geom.Unit
	// legendEnd is the lower end of the legend and the top border: absolutely positioned boxes stay below it.
	legendEnd geom.Unit
	// Rules are the rules in the gaps between the children, in the order of painting.
	Rules []Rule
	// Fit is the font size selected by -svc-text-fit, 0 when it did not apply.
	Fit float64
	// TextScale is the factor of the font size of a text fragment by text-fit, 0 for none.
	TextScale float64
	// Hidden is set when the box takes up space but is not painted: it is after an ellipsis or after the end of clamped
	// lines.
	Hidden bool
	// strips holds the strips of a multi-column container's columns, which pages divide again.
	strips []columnStrip
	// repeated marks a copy of a fragment that another page also shows: a fixed box, a table's header or footer.
	repeated bool
	// pushed is set for a fragment that begins a column.
	pushed bool
	// spill is the part of the height below the end of a column, where nothing else is: of content higher than a column.
	spill geom.Unit
	// lowered is the distance by which floats moved a block that split inline boxes below the top of its line.
	lowered geom.Unit
	// Breaks holds the page breaks inside a box that repeats its edges on each page (box-decoration-break: clone); nil
	// for other boxes.
	Breaks *PageBreaks
	// Clamped is set when lines were cut off by line-clamp or hidden overflow.
	Clamped bool

	// grid is the grid layout of the fragment, kept until its absolutely positioned descendants are placed, which may
	// refer to its lines.
	grid *gridder
	// lineBaseline is the baseline of an inline-block around the content, which treats lines and boxes differently from
	// LastBaseline.
	lineBaseline geom.Unit
	// follows is the anchor that determines the fragment's position, nil if there is none.
	follows *anchorBox
	// pending holds absolutely positioned descendants without a containing block yet.
	pending []outOfFlow
	// contentHeight is the border-box height required by the content.
	contentHeight geom.Unit
}

// NoBaseline marks a missing baseline.
const NoBaseline = geom.Unit(-1 << 31)

// FragmentKind is the kind of a fragment.
type FragmentKind uint8

// The fragment kinds.
const (
	BoxFragment    FragmentKind = iota // a block-level, atomic inline or positioned box
	LineFragment                       // a line box
	InlineFragment                     // a piece of an inline box on one line
	TextFragment                       // glyph runs
)

// PlacedRun is a positioned glyph run of a text fragment.
type PlacedRun struct {
	text.Run
	X geom.Unit
	// Source is the paragraph's text; Run.Start and Run.End are byte offsets in it.
	Source string
}

// CollapsedBorders holds the collapsed borders of a table.
type CollapsedBorders struct {
	Edges []CollapsedEdge
}

// CollapsedEdge is one straight piece of a collapsed border, in the table
// fragment's space, centred on the grid line.
type CollapsedEdge struct {
	Rect geom.Rect
	Side int // style.Top … style.Left: the side whose style applies
	From *Box
}
