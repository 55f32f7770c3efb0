// Package style computes the style of every element: user-agent sheet, author sheets, inline declarations and overrides
// through the cascade (CSS Cascade 5), custom properties, and computed values with lengths in pixels. Inheritance is
// resolved in the result.
//
// Files are grouped by stage; the specifications are those of CSS:
//
//	cascade*     rules by origin and layer (Cascade 5), selectors (Selectors 4), at-rules (Conditional 3 to 5), presentational
//	             hints and the user-agent sheet (HTML §15), utility classes, inline declarations
//	vars*        custom properties (Variables 1), registered ones (Properties and Values 1)
//	compute*     specified to computed values (Cascade 5 §4), display (Display 3 §2), flow-relative sides (Logical Properties 1)
//	props_*      the properties: their registry, names and keywords, and one file per module
//	shorthands*  shorthand properties
//	value*       lengths, units and math functions (Values 4), and serialization of values
//	color*       colours (Color 4 and 5), their spaces and mixing
//	image*       images and gradients (Images 3 and 4)
//	animate*     sampling of keyframes (Animations 1, Easing 2), interpolation
//
// Parsing into tokens and selectors belongs to css; the effect of values on boxes, to layout.
package style
