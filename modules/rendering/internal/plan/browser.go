package plan

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// browserProperties are the properties that a browser renders and native does not. Any other property that native does
// not know is more often a mistake.
var browserProperties = map[string]bool{
	"columns": true, "column-count": true, "column-width": true, "column-fill": true, "column-span": true, "column-rule": true,
	"writing-mode": true, "text-orientation": true, "text-combine-upright": true, "ruby-position": true, "ruby-align": true,
	"text-emphasis": true, "text-emphasis-style": true, "text-emphasis-color": true, "text-emphasis-position": true,
	"shape-outside": true, "shape-margin": true, "shape-image-threshold": true, "initial-letter": true, "hyphens": true, "hyphenate-character": true,
	"perspective": true, "perspective-origin": true, "transform-style": true, "backface-visibility": true,
	"offset": true, "offset-path": true, "offset-distance": true, "offset-rotate": true, "offset-anchor": true, "offset-position": true,
	"anchor-name": true, "position-anchor": true, "position-area": true, "position-try": true, "corner-shape": true,
	"text-box": true, "text-box-trim": true, "text-box-edge": true, "zoom": true, "-webkit-box-reflect": true, "text-spacing-trim": true,
	"math-style": true, "math-depth": true, "backdrop-filter": true, "mask": true, "mask-image": true, "clip-path": true, "border-image": true,
	"font-palette": true, "font-variant-alternates": true, "hanging-punctuation": true, "container": true, "container-type": true,
}

// browserFunctions are parts of values that a browser renders and native may not.
var browserFunctions = []string{
	"rotate3d(", "rotatex(", "rotatey(", "translate3d(", "translatez(", "scale3d(", "scalez(", "matrix3d(", "perspective(",
	"image-set(", "paint(", "cross-fade(", "element(", "shape(", "ray(", "anchor(", "anchor-size(", "sibling-index(", "random(", "if(",
	"vertical-rl", "vertical-lr", "sideways-rl", "masonry", "subgrid", "ruby", "run-in",
}

// browserFeatures names what a document uses that native does not draw and browsers do; "" for none.
func browserFeatures(warnings []dom.Warning) string {
	var found []string
	for _, w := range warnings {
		name := ""
		switch w.Code {
		case "unsupported_property":
			name = between(w.Message, "the property ", " ")
			if !browserProperties[name] {
				continue
			}
		case "unsupported_value":
			property, value, _ := strings.Cut(w.Message, ": ")
			value, _, _ = strings.Cut(value, " is not")
			if lower := strings.ToLower(value); !slices.ContainsFunc(browserFunctions, func(f string) bool { return strings.Contains(lower, f) }) {
				continue
			}
			name = property + ": " + value
		case "unsupported_rule":
			name = "@" + strings.TrimRight(between(w.Message, "@", " "), ":;,")
			if !slices.Contains([]string{"@container", "@scope", "@starting-style", "@property", "@position-try", "@counter-style", "@font-palette-values", "@font-feature-values"}, name) {
				continue
			}
		default:
			continue
		}
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) > 5 {
		found = append(found[:5], "…")
	}
	return strings.Join(found, ", ")
}

// between returns the part of s after the first start, up to end.
func between(s, start, end string) string {
	_, s, ok := strings.Cut(s, start)
	if !ok {
		return ""
	}
	s, _, _ = strings.Cut(s, end)
	return s
}
