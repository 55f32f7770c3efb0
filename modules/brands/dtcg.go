package brands

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/platform/fault"
)

// token is a design token with the type inherited from its groups.
type token struct {
	path  []string
	typ   string
	value any
}

// fromDTCG parses design tokens (designtokens.org format module): colours, font families, weights and typography, and
// dimensions whose name contains radius. A token's name is the path of its groups joined by dashes.
func fromDTCG(styles Styles, text string) (*imported, error) {
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil || len(doc) == 0 {
		return nil, unreadable("a file of design tokens", err)
	}
	im := &imported{}
	im.kit.normal()
	im.name, _ = doc["$description"].(string)
	tokens := map[string]*token{}
	collect(doc, nil, "", tokens)
	if len(tokens) == 0 {
		return nil, unreadable("a file of design tokens", nil)
	}
	for _, name := range sorted(tokens) {
		t := tokens[name]
		value := follow(tokens, t.value, 0)
		typ := t.typ
		if alias, ok := t.value.(string); ok && typ == "" {
			if to := tokens[strings.Trim(alias, "{}")]; to != nil {
				typ = to.typ
			}
		}
		im.token(styles, t.path, typ, value)
	}
	return im, nil
}

func collect(group map[string]any, path []string, typ string, into map[string]*token) {
	if t, ok := group["$type"].(string); ok {
		typ = t
	}
	if v, ok := group["$value"]; ok {
		into[strings.Join(path, ".")] = &token{path: append([]string(nil), path...), typ: typ, value: v}
		return
	}
	if len(path) >= maxDepth {
		return
	}
	for _, name := range sorted(group) {
		if child, ok := group[name].(map[string]any); ok && !strings.HasPrefix(name, "$") {
			collect(child, append(path, name), typ, into)
		}
	}
}

// follow resolves aliases of the form {group.token}.
func follow(tokens map[string]*token, v any, depth int) any {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "{") && strings.HasSuffix(v, "}") {
			if t := tokens[v[1:len(v)-1]]; t != nil {
				return follow(tokens, t.value, depth+1)
			}
			return nil
		}
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[k] = follow(tokens, x, depth+1)
		}
		return out
	}
	return v
}

func (im *imported) token(styles Styles, path []string, typ string, value any) {
	name, pointer := tokenOf(strings.Join(path, "-")), "/"+strings.Join(path, "/")
	switch typ {
	case "color":
		if c, ok := tokenColor(styles, value); ok {
			im.kit.Colors.Palette[name] = c.hex()
			return
		}
		im.warn(pointer, fmt.Sprintf("%v is not a supported colour.", value))
	case "fontFamily":
		if family, rest := tokenFamily(value); family != "" {
			im.font(family, rest...)
			im.kit.Typography.Roles[name] = TypeRole{Family: family}
			return
		}
		im.warn(pointer, "The value is not a font family.")
	case "typography":
		m, _ := value.(map[string]any)
		if family, rest := tokenFamily(m["fontFamily"]); family != "" {
			im.font(family, rest...)
			im.kit.Typography.Roles[name] = TypeRole{Family: family, Weight: weightOf(m["fontWeight"])}
			return
		}
		im.warn(pointer, "The typography token has no font family.")
	case "dimension":
		text, ok := value.(string)
		if m, isMap := value.(map[string]any); isMap {
			n, _ := m["value"].(float64)
			unit, _ := m["unit"].(string)
			text, ok = number(n)+unit, unit != ""
		}
		if _, _, isLength := parseNumber(styles, "border-top-left-radius", text); ok && isLength && strings.Contains(strings.ToLower(name), "radi") {
			im.kit.Layout.CornerRadius = append(im.kit.Layout.CornerRadius, text)
			return
		}
		im.warn(pointer, "Dimensions other than radii have no place in a kit.")
	default:
		im.warn(pointer, "Tokens of the type "+fault.Pointer(typ)[1:]+" have no place in a kit.")
	}
}

// tokenColor parses a colour: a CSS colour, or the object form in sRGB.
func tokenColor(styles Styles, v any) (Color, bool) {
	if text, ok := v.(string); ok {
		return styles.Color(text)
	}
	m, _ := v.(map[string]any)
	parts, _ := m["components"].([]any)
	space, _ := m["colorSpace"].(string)
	if len(parts) == 3 && (space == "srgb" || space == "display-p3" || space == "srgb-linear") {
		alpha := 1.0
		if a, ok := m["alpha"].(float64); ok {
			alpha = a
		}
		return styles.Color(fmt.Sprintf("color(%s %v %v %v / %v)", space, parts[0], parts[1], parts[2], alpha))
	}
	if hex, ok := m["hex"].(string); ok {
		return styles.Color(hex)
	}
	return Color{}, false
}

func tokenFamily(v any) (family string, rest []string) {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v), nil
	case []any:
		for i, x := range v {
			s, ok := x.(string)
			switch {
			case !ok:
				return "", nil
			case i == 0:
				family = s
			case len(rest) < 20:
				rest = append(rest, s)
			}
		}
	}
	return family, rest
}
