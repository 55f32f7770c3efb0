// Package style computes the style of every element: user-agent sheet, author
// sheets, inline declarations and overrides through the cascade (CSS Cascade 5),
// custom properties, and computed values with lengths in pixels. What comes out
// needs no look at a parent any more.
//
// Files are grouped by stage; the specifications are those of CSS:
//
//	cascade*     rules by origin and layer (Cascade 5), selectors (Selectors 4), at-rules (Conditional 3 to 5), presentational
//	             hints and the user-agent sheet (HTML §15), utility classes, inline declarations
//	vars*        custom properties (Variables 1), registered ones (Properties and Values 1)
//	compute*     specified to computed values (Cascade 5 §4), display (Display 3 §2), flow-relative sides (Logical Properties 1)
//	props_*      the properties: their registry, names and keywords, and a file for each module they come from
//	shorthands*  shorthand properties
//	value*       lengths, units and math functions (Values 4), and writing values back
//	color*       colours (Color 4 and 5), their spaces and mixing
//	image*       images and gradients (Images 3 and 4)
//	animate*     keyframes at a moment (Animations 1, Easing 2), interpolation
//
// Parsing into tokens and selectors belongs to css; what boxes do with the values, to layout.
package style
