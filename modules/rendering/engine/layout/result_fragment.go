package layout

import (
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/text"
)

// Fragment is a laid-out piece of a box. Positions are relative to the parent
// fragment's border-box corner. Most boxes have one fragment; inline boxes have
// one a line.
type Fragment struct {
	Kind FragmentKind
	// Box is what was laid out; nil for lines.
	Box *Box
	// Offset is the border box' corner in the parent fragment.
	Offset geom.Point
	// Size is the border box.
	Size geom.Size
	// Border, Padding and Margin are the used widths.
	Border, Padding, Margin geom.Edges
	Children                []*Fragment

	// FirstBaseline and LastBaseline are distances from the border box' top;
	// NoBaseline when the fragment has none.
	FirstBaseline, LastBaseline geom.Unit

	// Runs are a text fragment's glyph runs in visual order, with X from the
	// fragment's left edge; the baseline is at FirstBaseline.
	Runs []PlacedRun
	// Turned says that a text fragment's line runs from top to bottom: runs and
	// baseline are those of the fragment before it was turned clockwise.
	Turned bool
	// TurnedLeft says that it runs from bottom to top instead.
	TurnedLeft bool
	// Ellipsis marks text that text-overflow or line-clamp put in.
	Ellipsis bool
	// OmitLeft and OmitRight say that an inline fragment continues on another
	// line at that side: no border, padding or margin there.
	OmitLeft, OmitRight bool
	// Content is the image rectangle of a replaced box (after object-fit the
	// painter clips to the content box), relative to the border box' corner.
	Content geom.Rect
	// Overflow is the scrollable overflow, for layout reports, relative to the border box.
	Overflow geom.Rect
	// Collapsed holds the borders of a table in the collapsing model.
	Collapsed *CollapsedBorders
	// Legend is where the legend of a fieldset interrupts its border, from the border
	// box' corner; LegendShift is how far below that border and background begin.
	Legend      geom.Rect
	LegendShift geom.Unit
	// Fit is the font size that -svc-text-fit settled on, 0 when it did not apply.
	Fit float64
	// Hidden says that the box takes room but is not painted: an ellipsis or the
	// end of clamped lines precedes it.
	Hidden bool
	// strips are what the columns of a multi-column container were cut from, for pages to cut them again.
	strips []columnStrip
	// repeated marks a copy of what another page shows too: a fixed box, a table's header or footer.
	repeated bool
	// Breaks are where pages end and begin inside of a box that has its edges on each of them (box-decoration-break:
	// clone); nil for other boxes.
	Breaks *PageBreaks
	// Clamped says that lines were cut by line-clamp or hidden overflow.
	Clamped bool

	// grid is what laid a grid out, until its absolutely positioned descendants are
	// placed: they may name its lines.
	grid *gridder
	// lineBaseline is the baseline an inline-block around the content stands on, which
	// counts lines and boxes otherwise than LastBaseline does.
	lineBaseline geom.Unit
	// pending are absolutely positioned descendants without a containing block yet.
	pending []outOfFlow
	// contentHeight is the border-box height the content asks for.
	contentHeight geom.Unit
}

// NoBaseline marks a missing baseline.
const NoBaseline = geom.Unit(-1 << 31)

// FragmentKind is what a fragment represents.
type FragmentKind uint8

// The fragment kinds.
const (
	BoxFragment    FragmentKind = iota // a block-level, atomic inline or positioned box
	LineFragment                       // a line box
	InlineFragment                     // a piece of an inline box on one line
	TextFragment                       // glyph runs
)

// PlacedRun is a glyph run at its place in a text fragment.
type PlacedRun struct {
	text.Run
	X geom.Unit
	// Source is the paragraph's text; Run.Start and Run.End index into it.
	Source string
}

// CollapsedBorders is a table's collapsed border grid; edges between cells.
type CollapsedBorders struct {
	Edges []CollapsedEdge
}

// CollapsedEdge is one straight piece of a collapsed border, in the table
// fragment's space, centred on the grid line.
type CollapsedEdge struct {
	Rect geom.Rect
	Side int // style.Top … style.Left: the side whose style it takes
	From *Box
}
