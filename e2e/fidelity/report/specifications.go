package main

import "strings"

// specification is a section of the published report.
type specification struct {
	title string
	// cases are prefixes of the names of its golden cases; the longest prefix of all decides.
	cases []string
}

// specifications are the sections in order.
var specifications = []specification{
	{"CSS Backgrounds and Borders", []string{"background-", "border-", "box-shadow", "box-reflect", "corner-shape", "edges-"}},
	{"CSS Images", []string{"gradient-", "cross-fade", "image", "object-view-box"}},
	{"CSS Color and Color Adjustment", []string{"background-color", "color-", "printing-", "canvas-root", "form-accent"}},
	{"Compositing and Blending", []string{"background-blend", "backdrop-blend", "isolated-", "opacity-blend"}},
	{"Filter Effects", []string{"filter", "backdrop-", "blur-"}},
	{"CSS Masking", []string{"clip-", "mask-", "reference"}},
	{"CSS Transforms", []string{"transform", "perspective", "cube"}},
	{"Motion Path", []string{"offset-path"}},
	{"CSS Animations and Transitions", []string{"animation"}},
	{"CSS 2.2 visual formatting", []string{"block", "body-overflow", "br-", "margin-trim", "margins-", "nowrap-", "stacking", "zoom"}},
	{"CSS Overflow and Positioned Layout", []string{"overflow", "sticky", "line-clamp", "text-overflow"}},
	{"CSS Anchor Positioning", []string{"anchor-"}},
	{"CSS Flexible Box Layout", []string{"flex"}},
	{"CSS Grid Layout", []string{"grid", "subgrid"}},
	{"CSS tables", []string{"table"}},
	{"CSS Gap Decorations", []string{"gap-"}},
	{"CSS Multi-column Layout and Fragmentation", []string{"columns", "decoration-break"}},
	{"CSS Containment and Conditional Rules", []string{"contain"}},
	{"CSS Shapes", []string{"shape-"}},
	{"CSS Lists and Counter Styles", []string{"list", "counter-"}},
	{"CSS Cascade, Scoping, Values", []string{"css-", "shadow-tree"}},
	{"CSS Pseudo-Elements", []string{"first-line", "details", "generated-"}},
	{"CSS Basic User Interface and HTML form controls", []string{"form-", "field", "date-", "select-", "outlines"}},
	{"HTML rendering and quirks mode", []string{"quirks-", "iframe", "link-", "image-source", "no-source", "align-quirks"}},
	{"CSS Text", []string{"text-align", "text-fit", "text-hyphenation", "text-justify", "text-spacing", "text-scripts"}},
	{"CSS Text Decoration", []string{"decoration-", "text-decoration", "text-emphasis"}},
	{"CSS Fonts", []string{"font-", "bold-", "cjk-", "geometric-", "text-emoji"}},
	{"CSS Inline Layout", []string{"initial-", "text-box"}},
	{"CSS Ruby", []string{"ruby"}},
	{"CSS Writing Modes", []string{"vertical-"}},
	{"MathML Core", []string{"mathml"}},
	{"SVG 2", []string{"svg-", "stroke-"}},
	{"Generated elements, Tailwind utilities and Lottie, as Chromium draws their expansion", []string{"widget-", "ai-", "utilities", "lottie", "card-"}},
}

// specificationOf returns the index of the section of a golden case, -1 if it has none.
func specificationOf(name string) int {
	section, length := -1, 0
	for i, s := range specifications {
		for _, prefix := range s.cases {
			if strings.HasPrefix(name, prefix) && len(prefix) > length {
				section, length = i, len(prefix)
			}
		}
	}
	return section
}
