package brands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// color resolves a colour reference of a kit: a role, a name of the palette, or a CSS colour.
func (k *Kit) color(styles Styles, name string) (Color, bool) {
	for range 2 {
		if to, ok := k.Colors.Roles[name]; ok {
			name = to
			continue
		}
		break
	}
	if c, ok := k.Colors.Palette[name]; ok {
		name = c
	}
	return styles.Color(name)
}

// families formats a font's family and its fallbacks as a value of font-family.
func (k *Kit) families(family string) string {
	names := []string{family}
	for _, f := range k.Typography.Fonts {
		if strings.EqualFold(f.Family, family) {
			names = append(names, f.Fallback...)
		}
	}
	for i, n := range names {
		names[i] = quoteFamily(n)
	}
	return strings.Join(names, ", ")
}

// generics are the generic family keywords of font-family.
var generics = map[string]bool{"serif": true, "sans-serif": true, "monospace": true, "cursive": true, "fantasy": true, "system-ui": true,
	"ui-serif": true, "ui-sans-serif": true, "ui-monospace": true, "ui-rounded": true, "math": true, "emoji": true, "fangsong": true}

func quoteFamily(name string) string {
	if generics[strings.ToLower(name)] {
		return strings.ToLower(name)
	}
	return `"` + strings.NewReplacer(`\`, "", `"`, "", "\n", " ").Replace(name) + `"`
}

// tokens returns a style sheet that sets the kit's values as custom properties on the root element, ordered by name.
func (k *Kit) tokens(styles Styles) string {
	vars := map[string]string{}
	for name := range k.Colors.Palette {
		if c, ok := k.color(styles, name); ok {
			vars["--brand-"+name] = c.hex()
		}
	}
	for name := range k.Colors.Roles {
		if c, ok := k.color(styles, name); ok {
			vars["--brand-"+name] = c.hex()
		}
	}
	for name, role := range k.Typography.Roles {
		vars["--brand-font-"+name] = k.families(role.Family)
		if role.Weight > 0 {
			vars["--brand-font-weight-"+name] = strconv.Itoa(role.Weight)
		}
	}
	for _, l := range k.Logos {
		vars["--brand-logo-"+l.Name] = "url(asset:" + l.Asset + ")"
		if l.MinWidth > 0 {
			vars["--brand-logo-"+l.Name+"-min-width"] = number(l.MinWidth) + "px"
		}
	}
	for i, r := range k.Layout.CornerRadius {
		vars["--brand-radius-"+strconv.Itoa(i)] = r
	}
	if k.Layout.SafeArea != "" {
		vars["--brand-safe-area"] = k.Layout.SafeArea
	}
	if len(vars) == 0 {
		return ""
	}
	names := make([]string, 0, len(vars))
	for n := range vars {
		names = append(names, n)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(":root{")
	for _, n := range names {
		fmt.Fprintf(&b, "%s:%s;", n, vars[n])
	}
	b.WriteString("}")
	return b.String()
}

// number formats a number with at most three decimals.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', 3, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}
