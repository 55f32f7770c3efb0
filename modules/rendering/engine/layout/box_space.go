package layout

import "github.com/platenhq/platen/modules/rendering/engine/geom"

// Indefinite marks a size that is not known: an auto block size, or an
// unconstrained available size.
const Indefinite = geom.Unit(-1 << 31)

// Space is the input of a layout: what the formatting context offers a box. It is
// comparable, so results are cached by (box, space).
type Space struct {
	// Available is the containing block's content box less what is taken
	// already; W is never Indefinite for block layout. H may be.
	Available geom.Size
	// Percent is the base of percentages; H is Indefinite when the containing
	// block's height depends on its content.
	Percent geom.Size
	// Quirky says that Percent.H is a base of heights in quirks mode only: none of insets,
	// or of the limits of replaced boxes.
	Quirky bool
	// FixedWidth and FixedHeight impose Available as the border-box size (flex
	// and grid items after sizing, stretched boxes, absolutely positioned boxes
	// with both insets).
	FixedWidth, FixedHeight bool
	// IndefiniteFixedHeight says that percentages of children do not resolve
	// against an imposed height (CSS Flexbox §9.8).
	IndefiniteFixedHeight bool
	// ShrinkToFit makes width: auto fit-content instead of fill-available
	// (floats, inline-blocks, absolutely positioned boxes, flex items with auto
	// margins).
	ShrinkToFit bool
	// StretchHeight makes height: auto fill Available.H less the margins (grid items).
	StretchHeight bool
	// NamedStretch says that StretchHeight was asked for by name: an aspect ratio then
	// brings an automatic minimum width.
	NamedStretch bool
	// NewContext says that the box starts a formatting context of its own, so
	// nothing of the parent's floats or margins reaches in.
	NewContext bool
	// IgnoreMinMax leaves out min-/max- constraints (the flex algorithm applies its own).
	IgnoreMinMax bool
	// AutoHeight ignores the height property: the box is as high as its content
	// (flex-basis: content in columns, table cells when their row is measured).
	AutoHeight bool
	// TableCell says that the box is a table cell's content: percentage heights
	// inside count as auto while the row is measured.
	TableCell bool
	// Subgrid is the number of the tracks that a subgrid takes of its parent, 0 for none.
	Subgrid int32
}

// Sizes are a box' min-content and max-content sizes.
type Sizes struct{ Min, Max geom.Unit }

// plus returns the sizes with v added to both.
func (s Sizes) plus(v geom.Unit) Sizes { return Sizes{s.Min + v, s.Max + v} }

// union returns the larger of each.
func (s Sizes) union(t Sizes) Sizes { return Sizes{max(s.Min, t.Min), max(s.Max, t.Max)} }

// fit returns the fit-content size in an available width (CSS Sizing 3 §2.1).
func (s Sizes) fit(available geom.Unit) geom.Unit { return min(s.Max, max(s.Min, available)) }
