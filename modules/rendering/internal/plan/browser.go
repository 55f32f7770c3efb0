package plan

import (
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// browserProperties holds the properties that a browser supports and native does not. Any other property unknown to
// native is more likely a mistake.
var browserProperties = map[string]bool{
	"baseline-source": true, "-webkit-box-direction": true, "-webkit-box-ordinal-group": true,
}

// browserFunctions holds functions in values that a browser supports and native may not.
var browserFunctions = []string{"image-set(", "paint(", "cross-fade(", "element(", "shape(", "ray(", "random(", "if(", "run-in"}

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
