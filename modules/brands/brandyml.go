package brands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/platenhq/platen/modules/platform/fault"
)

// imported is the result of reading a file.
type imported struct {
	name     string
	kit      Kit
	warnings []Warning
}

func (im *imported) warn(path, message string) {
	im.warnings = append(im.warnings, Warning{"import_left_out", path, message})
}

func unreadable(what string, err error) error {
	return fault.Rules(fault.Detail{Path: "/content", Rule: "import_format", Message: "The content is not " + what + "."}).Because(err)
}

// maxDepth bounds the nesting of an imported file.
const maxDepth = 32

// fromBrandYML reads a _brand.yml (posit-dev.github.io/brand-yml): the palette and colour roles, fonts and typography
// roles. Logos are separate files and are not imported.
func fromBrandYML(styles Styles, text string) (*imported, error) {
	var doc map[string]any
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil || len(doc) == 0 {
		return nil, unreadable("a brand.yml file", err)
	}
	im := &imported{}
	im.kit.normal()
	meta, _ := doc["meta"].(map[string]any)
	im.name = nameOf(meta["name"])
	im.yamlColors(styles, doc["color"])
	im.yamlFonts(doc["typography"])
	for _, member := range sorted(doc) {
		switch member {
		case "meta", "color", "typography":
		case "logo":
			im.warn("/logo", "Logos are files beside the brand.yml: upload them as assets and name them in the kit.")
		default:
			im.warn("/"+member, member+" does not apply to images and was ignored.")
		}
	}
	return im, nil
}

func nameOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for _, k := range []string{"short", "full"} {
			if s, ok := v[k].(string); ok {
				return s
			}
		}
	}
	return ""
}

var notToken = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9_-]+`) })

// tokenOf converts a name to one that is valid in a CSS custom property.
func tokenOf(name string) string {
	name = strings.Trim(notToken().ReplaceAllString(name, "-"), "-_")
	if name == "" || !('a' <= name[0]|0x20 && name[0]|0x20 <= 'z') {
		name = "c-" + name
	}
	return strings.TrimRight(name[:min(len(name), 64)], "-")
}

func (im *imported) yamlColors(styles Styles, v any) {
	color, _ := v.(map[string]any)
	palette, _ := color["palette"].(map[string]any)
	raw := map[string]string{}
	for _, name := range sorted(palette) {
		raw[name] = fmt.Sprint(palette[name])
	}
	for _, role := range sorted(color) {
		if text, ok := color[role].(string); ok && role != "palette" {
			raw["\x00"+role] = text
		}
	}
	// resolve follows references to a colour.
	resolve := func(text string) (Color, bool) {
		for range 8 {
			next, ok := raw[text]
			if !ok || next == text {
				if next, ok = raw["\x00"+text]; !ok || next == text {
					break
				}
			}
			text = next
		}
		return styles.Color(text)
	}
	for _, name := range sorted(palette) {
		if c, ok := resolve(raw[name]); ok {
			im.kit.Colors.Palette[tokenOf(name)] = c.hex()
		} else {
			im.warn(fault.Pointer("color", "palette", name), raw[name]+" is not a colour.")
		}
	}
	for _, role := range sorted(color) {
		text, ok := raw["\x00"+role]
		if !ok {
			if role != "palette" {
				im.warn(fault.Pointer("color", role), "The value is not a colour.")
			}
			continue
		}
		c, ok := resolve(text)
		_, taken := im.kit.Colors.Palette[tokenOf(role)]
		_, inPalette := im.kit.Colors.Palette[tokenOf(text)]
		switch {
		case !ok:
			im.warn(fault.Pointer("color", role), text+" is not a colour.")
		case taken && tokenOf(text) != tokenOf(role):
			im.warn(fault.Pointer("color", role), "The palette already has a colour of this name, which was kept.")
		case inPalette:
			im.kit.Colors.Roles[tokenOf(role)] = tokenOf(text)
		default:
			im.kit.Colors.Roles[tokenOf(role)] = c.hex()
		}
	}
}

// yamlRoles maps the typography roles of brand.yml to those of kits.
var yamlRoles = [][2]string{{"base", "body"}, {"headings", "heading"}, {"monospace", "mono"}, {"monospace-inline", "mono-inline"}, {"monospace-block", "mono-block"}, {"link", "link"}}

func (im *imported) yamlFonts(v any) {
	t, _ := v.(map[string]any)
	fonts, _ := t["fonts"].([]any)
	for _, f := range fonts {
		if m, ok := f.(map[string]any); ok {
			if family, _ := m["family"].(string); family != "" {
				im.font(family)
			}
		}
	}
	if len(fonts) > 0 {
		im.warn("/typography/fonts", "Font files are not imported: families that are not bundled need an upload.")
	}
	for _, role := range yamlRoles {
		switch r := t[role[0]].(type) {
		case string:
			im.font(r)
			im.kit.Typography.Roles[role[1]] = TypeRole{Family: r}
		case map[string]any:
			family, _ := r["family"].(string)
			if family == "" {
				continue
			}
			im.font(family)
			im.kit.Typography.Roles[role[1]] = TypeRole{Family: family, Weight: weightOf(r["weight"])}
		}
	}
}

// font adds a family unless it is listed already.
func (im *imported) font(family string, fallback ...string) {
	if !slices.ContainsFunc(im.kit.Typography.Fonts, func(f Font) bool { return strings.EqualFold(f.Family, family) }) {
		im.kit.Typography.Fonts = append(im.kit.Typography.Fonts, Font{Family: family, Fallback: append([]string{}, fallback...)})
	}
}

// weights maps the names of font weights in brand.yml and design tokens to numbers.
var weights = map[string]int{"thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300, "normal": 400, "regular": 400, "book": 400, "medium": 500,
	"semi-bold": 600, "demi-bold": 600, "bold": 700, "extra-bold": 800, "ultra-bold": 800, "black": 900, "heavy": 900, "extra-black": 950, "ultra-black": 950}

func weightOf(v any) int {
	switch v := v.(type) {
	case int:
		return v
	case float64:
		return int(v)
	case string:
		return weights[strings.ToLower(v)]
	case []any:
		if len(v) > 0 {
			return weightOf(v[0])
		}
	}
	return 0
}
