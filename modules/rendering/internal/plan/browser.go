package plan

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// browserProperties holds the properties that a browser supports and native does not. Any other property unknown to
// native is more likely a mistake.
var browserProperties = map[string]bool{
	"anchor-name": true, "anchor-scope": true, "position-anchor": true, "position-area": true, "position-try": true, "position-try-fallbacks": true,
	"math-style": true, "math-depth": true, "font-palette": true, "font-variant-alternates": true,
}

// browserFunctions holds functions in values that a browser supports and native may not.
var browserFunctions = []string{"image-set(", "paint(", "cross-fade(", "element(", "shape(", "ray(", "anchor(", "anchor-size(", "random(", "if(", "run-in"}

// browserRules holds the at-rules that a browser supports and native does not.
var browserRules = []string{"@position-try", "@font-palette-values", "@font-feature-values"}

// browserFeatures returns the features of a document that native does not support and browsers do; "" if there are
// none.
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
