// Package brands keeps brands and their kits, and judges documents by a kit's locks.
//
// A kit says which colours, fonts, logos and measures a brand has, and which of them are locked. Its versions
// are drafts until they are published and never change afterwards. Compile understands a kit once; Judge
// looks at the laid-out pages of a render request, names every lock that an element breaks, and gives each a
// patch of the request that mends it (judge.go, solve.go, contrast.go, layoutlock.go, patch.go).
//
// Tables (schema brands): brand, kit, version. It tells brand_kit.published through Announcer. What it needs
// to know of CSS and of a page it asks for (Styles, Page): the engine that draws answers.
package brands
