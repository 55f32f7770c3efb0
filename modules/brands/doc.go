// Package brands keeps brands and their kits, and checks documents against a kit's locks.
//
// A kit defines a brand's colours, fonts, logos and measures, and which of them are locked. Its versions
// are drafts until they are published and immutable afterwards. Compile parses a kit once; Evaluate checks
// the laid-out pages of a render request, reports every lock that an element violates, and gives each
// violation a patch of the request that fixes it (evaluate.go, solve.go, contrast.go, layoutlock.go, patch.go).
//
// Tables (schema brands): brand, kit, version. It publishes brand_kit.published through Announcer. CSS values
// and laid-out pages come from the engine through the interfaces Styles and Page.
package brands
