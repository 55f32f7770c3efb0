package library

import "math"

// sample returns a valid value for a declaration, for the preview of a template.
func sample(v *Variable) any {
	for _, known := range []any{v.Example, v.Default} {
		if known != nil {
			return known
		}
	}
	switch v.Type {
	case Number, Integer:
		n := 1.0
		if v.Min != nil {
			n = math.Ceil(max(n, *v.Min))
		}
		if v.Max != nil {
			n = math.Floor(min(n, *v.Max))
		}
		return n
	case Boolean:
		return true
	case Color:
		return "#0F172A"
	case URL:
		return "https://example.com/"
	case Image:
		return "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
	case Date:
		return "2026-01-01"
	case Enum:
		return v.Enum[0]
	case Array:
		n := 0
		if v.Min != nil {
			n = int(min(*v.Min, 100))
		}
		out := make([]any, n)
		for i := range out {
			out[i] = sample(v.Items)
		}
		return out
	case Object:
		out := map[string]any{}
		for name, m := range v.Members {
			if m.Required {
				out[name] = sample(m)
			}
		}
		return out
	}
	return cut("Text", v.MaxLength)
}
