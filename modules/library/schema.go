package library

// Schema describes the data of a template as a JSON Schema (2020-12).
func Schema(title string, vars map[string]*Variable) map[string]any {
	s := objectSchema(vars)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = title
	return s
}

func objectSchema(vars map[string]*Variable) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, name := range sortedNames(vars) {
		properties[name] = variableSchema(vars[name])
		if vars[name].Required && vars[name].Default == nil {
			required = append(required, name)
		}
	}
	s := map[string]any{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func variableSchema(v *Variable) map[string]any {
	s := map[string]any{"type": "string"}
	put := func(key string, value *float64) {
		if value != nil {
			s[key] = *value
		}
	}
	switch v.Type {
	case Number, Integer:
		s["type"] = string(v.Type)
		put("minimum", v.Min)
		put("maximum", v.Max)
	case Boolean:
		s["type"] = "boolean"
	case Array:
		s["type"], s["items"] = "array", variableSchema(v.Items)
		put("minItems", v.Min)
		put("maxItems", v.Max)
	case Object:
		s = objectSchema(v.Members)
	case Enum:
		list := make([]any, len(v.Enum))
		for i, e := range v.Enum {
			list[i] = e
		}
		s["enum"] = list
	case Color:
		s["pattern"], s["format"] = `^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]{3,24}|[a-z]+\(.+\))$`, "color"
	case URL:
		s["format"] = "uri-reference"
	case Image:
		s["pattern"], s["format"] = `^($|https?://|asset:|data:image/)`, "image"
	case Date:
		s["format"] = "date-or-date-time"
	case HTML:
		s["contentMediaType"] = "text/html"
	}
	if v.MaxLength > 0 {
		s["maxLength"] = float64(v.MaxLength)
	}
	if v.Description != "" {
		s["description"] = v.Description
	}
	if v.Default != nil {
		s["default"] = v.Default
	}
	if v.Example != nil {
		s["examples"] = []any{v.Example}
	}
	if v.Locked {
		s["const"], s["readOnly"] = v.Default, true
	}
	return s
}
