package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Indefinite marks an unknown size: an auto block size, or an unconstrained available size.
const Indefinite = geom.Unit(-1 << 31)

// Space is the input of a layout: the constraints of the formatting context. It is comparable, so results are cached by
// (box, space).
type Space struct {
	// Available is the remaining size of the containing block's content box; W is never Indefinite for block layout. H
	// may be.
	Available geom.Size
	// Percent is the base of percentages; H is Indefinite when the containing
	// block's height depends on its content.
	Percent geom.Size
	// Quirky is set when Percent.H is a base of heights in quirks mode only: not of insets, nor of the limits of
	// replaced boxes.
	Quirky bool
	// FixedWidth and FixedHeight impose Available as the border-box size (flex
	// and grid items after sizing, stretched boxes, absolutely positioned boxes
	// with both insets).
	FixedWidth, FixedHeight bool
	// IndefiniteFixedHeight is set when an imposed height is not a base of children's percentages (CSS Flexbox §9.8).
	IndefiniteFixedHeight bool
	// ShrinkToFit makes width: auto fit-content instead of fill-available
	// (floats, inline-blocks, absolutely positioned boxes, flex items with auto
	// margins).
	ShrinkToFit bool
	// StretchHeight makes height: auto fill Available.H minus the margins (grid items).
	StretchHeight bool
	// NamedStretch is set when StretchHeight results from an explicit keyword: an aspect ratio then implies an
	// automatic minimum width.
	NamedStretch bool
	// NewContext makes the box establish an independent formatting context, isolated from the parent's floats and
	// margins.
	NewContext bool
	// IgnoreMinMax ignores min-/max- constraints (the flex algorithm applies them itself).
	IgnoreMinMax bool
	// AutoHeight ignores the height property: the height is that of the content (flex-basis: content in columns, table
	// cells when their row is measured).
	AutoHeight bool
	// TableCell is set for the content of a table cell: percentage heights in it behave as auto while the row is
	// measured.
	TableCell bool
	// Subgrid identifies the parent tracks that a subgrid uses, 0 for none.
	Subgrid int32
}

// Sizes holds the min-content and max-content size of a box.
type Sizes struct{ Min, Max geom.Unit }

// plus returns the sizes with v added to both.
func (s Sizes) plus(v geom.Unit) Sizes { return Sizes{s.Min + v, s.Max + v} }

// union returns the larger of each size.
func (s Sizes) union(t Sizes) Sizes { return Sizes{max(s.Min, t.Min), max(s.Max, t.Max)} }

// fit returns the fit-content size in an available width (CSS Sizing 3 §2.1).
func (s Sizes) fit(available geom.Unit) geom.Unit { return min(s.Max, max(s.Min, available)) }
