package svg

import "github.com/platenhq/platen/modules/rendering/engine/display"

// ContinueLinear converts a filter list so that the functions after a filter element operate in the colour space of
// its last primitive, as in Chromium: sRGB is restored before the next filter element and at the end.
func ContinueLinear(list []display.Filter) []display.Filter {
	var out []display.Filter
	linear := false
	convert := func(t *[4][256]uint8) {
		out = append(out, display.Filter{Kind: display.ComponentTransfer, Tables: t})
	}
	for i, f := range list {
		if f.Graph != nil && linear {
			convert(encodingTables())
			linear = false
		}
		out = append(out, f)
		if f.Graph == nil || i+1 == len(list) || list[i+1].Graph != nil {
			continue
		}
		if n := len(f.Graph.Steps); n > 0 && f.Graph.Steps[n-1].Linear {
			convert(linearTables())
			linear = true
		}
	}
	if linear {
		convert(encodingTables())
	}
	return out
}
