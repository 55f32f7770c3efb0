// Package layout places boxes: it builds the box tree from computed styles and lays out block, inline, flex, grid,
// table, float and absolutely positioned boxes into fragments with absolute geometry. It is a constraint-space layout:
// a box and a [Space] in, an immutable [Fragment] out, so that measurement and layout are the same function and results
// are cached by their input.
//
// Files are grouped by what they lay out; the specifications are those of CSS:
//
//	tree_*       from elements to boxes: display, anonymous boxes (CSS 2.1 §9.2.1.1), generated content (Content 3), counters
//	             and markers (Lists 3, Counter Styles 3), missing table boxes (Tables 3 §2.2)
//	layout.go    [Layout]; work.go its limits
//	box_*        common to all boxes: used edges and sizes (2.1 §10, Sizing 3 and 4, Box Alignment 3), [Space], placing
//	             children, vertical writing modes (Writing Modes 4)
//	block*       block formatting contexts (2.1 §9.4.1), collapsing margins (§8.3.1), floats (§9.5), fieldsets (HTML §15.3.13)
//	inline_*     inline formatting contexts (2.1 §9.4.2): items, white space and transforms (Text 3 §2 to §4), line breaks and
//	             their balance (Text 3 §5, Text 4 §6), alignment (2.1 §10.8, Inline 3), ellipsis and clamp (Overflow 3 and 4),
//	             first line and letter (Pseudo-elements 4 §2), cloned edges (Fragmentation 3 §5.4), text fitted to its box
//	flex*        flex containers (Flexbox 1 §9)
//	grid*        grid containers (Grid 2 §7 to §12)
//	table*       tables (2.1 §17, Tables 3 §3 and §4)
//	multicol*    columns (Multi-column Layout 1)
//	position_*   absolute and sticky boxes (Positioned Layout 3), anchors and their areas, functions and fallbacks (Anchor
//	             Positioning 1)
//	intrinsic*   min-content and max-content sizes (Sizing 3 §5), natural sizes of images, SVG and form controls
//	result_*     results: [Fragment], element boxes, facts and pieces of text, pages
//
// The appearance of fragments belongs to paint, the meaning of properties to style, the measurement of text to text.
package layout
