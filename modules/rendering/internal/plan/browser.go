package plan

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// browserProperties are the properties that a browser renders and native does not. Any other property that native does
// not know is more often a mistake.
var browserProperties = map[string]bool{
	"anchor-name": true, "anchor-scope": true, "position-anchor": true, "position-area": true, "position-try": true, "position-try-fallbacks": true,
	"-webkit-box-reflect": true, "math-style": true, "math-depth": true, "font-palette": true, "font-variant-alternates": true,
}

// browserFunctions are parts of values that a browser renders and native may not.
var browserFunctions = []string{"image-set(", "paint(", "cross-fade(", "element(", "shape(", "ray(", "anchor(", "anchor-size(", "random(", "if(", "run-in"}

// browserRules are the at-rules that a browser applies and native does not.
var browserRules = []string{"@position-try", "@font-palette-values", "@font-feature-values"}

// browserFeatures names what a document uses that native does not draw and browsers do; "" for none.
func browserFeatures(warnings []dom.Warning) string {
	var found []string
	for _, w := range warnings {
		name := w.Subject
		switch w.Code {
		case "unsupported_property":
			if !browserProperties[name] {
				continue
			}
		case "unsupported_value":
			if lower := strings.ToLower(w.Value); name == "" || !slices.ContainsFunc(browserFunctions, func(f string) bool { return strings.Contains(lower, f) }) {
				continue
			}
			name += ": " + w.Value
		case "unsupported_rule":
			if !slices.Contains(browserRules, name) {
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
