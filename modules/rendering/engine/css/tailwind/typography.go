package tailwind

import "strings"

// textSizes maps the names of the scale to font sizes and line heights.
var textSizes = map[string][2]string{"xs": {"0.75rem", "calc(1 / 0.75)"}, "sm": {"0.875rem", "calc(1.25 / 0.875)"}, "base": {"1rem", "1.5"},
	"lg": {"1.125rem", "calc(1.75 / 1.125)"}, "xl": {"1.25rem", "calc(1.75 / 1.25)"}, "2xl": {"1.5rem", "calc(2 / 1.5)"}, "3xl": {"1.875rem", "calc(2.25 / 1.875)"},
	"4xl": {"2.25rem", "calc(2.5 / 2.25)"}, "5xl": {"3rem", "1"}, "6xl": {"3.75rem", "1"}, "7xl": {"4.5rem", "1"}, "8xl": {"6rem", "1"}, "9xl": {"8rem", "1"}}

var leadings = map[string]string{"none": "1", "tight": "1.25", "snug": "1.375", "normal": "1.5", "relaxed": "1.625", "loose": "2"}

var trackings = map[string]string{"tighter": "-0.05em", "tight": "-0.025em", "normal": "0em", "wide": "0.025em", "wider": "0.05em", "widest": "0.1em"}

func leading(v value) string {
	if l := leadings[v.name]; l != "" {
		return l
	}
	return v.spacing()
}

func defineTypography(d *definer) {
	d.words("text", "text-align", "left center right justify start end")
	d.fn("indent", set(spacing, "text-indent"))
	d.words("align", "vertical-align", "baseline top middle bottom text-top text-bottom sub super")
	d.fn("align", set(func(v value) string { return v.arb }, "vertical-align"))
	d.fn("font", set(func(v value) string { return families[v.name] }, "font-family"))
	d.fn("text", notNegative(func(v value) string {
		if s, ok := textSizes[v.name]; ok {
			l := "var(--tw-leading, " + s[1] + ")"
			if v.modifier != "" {
				m, ok := parseValue(v.modifier, false)
				if !ok {
					return ""
				}
				if l = leading(m); l == "" {
					return ""
				}
			}
			return "font-size:" + s[0] + ";line-height:" + l + ";"
		}
		if v.isArb && (v.hint == "length" || v.hint == "percentage" || v.hint == "" && !looksLikeColor(v)) {
			if v.modifier == "" {
				return "font-size:" + v.arb + ";"
			}
			if m, ok := parseValue(v.modifier, false); ok {
				return prefixed("font-size:"+v.arb+";line-height:", leading(m), ";")
			}
		}
		return ""
	}))
	d.fn("leading", notNegative(func(v value) string {
		return prefixed("--tw-leading:", leading(v), ";line-height:"+leading(v)+";")
	}))
	d.words("font", "font-weight", "thin=100 extralight=200 light=300 normal=400 medium=500 semibold=600 bold=700 extrabold=800 black=900")
	d.fn("font", notNegative(func(v value) string {
		switch {
		case !v.isArb:
			return ""
		case isNumber(v.arb):
			return "font-weight:" + v.arb + ";"
		}
		return "font-family:" + v.arb + ";"
	}))
	d.words("font-stretch", "font-stretch", "normal condensed expanded semi-condensed semi-expanded extra-condensed extra-expanded ultra-condensed ultra-expanded")
	d.fn("font-stretch", notNegative(func(v value) string {
		if n, ok := strings.CutSuffix(v.name, "%"); ok && isNumber(n) {
			return "font-stretch:" + v.name + ";"
		}
		return prefixed("font-stretch:", v.arb, ";")
	}))
	d.fn("tracking", set(func(v value) string {
		if s := trackings[v.name]; s != "" {
			return v.sign(s)
		}
		return v.sign(v.arb)
	}, "letter-spacing"))
	d.words("text", "text-wrap", "wrap nowrap balance pretty")
	d.words("break", "word-break", "all=break-all keep=keep-all")
	d.static("break-normal", "overflow-wrap:normal;word-break:normal;")
	d.static("break-words", "overflow-wrap:break-word;")
	d.words("wrap", "overflow-wrap", "break-word anywhere normal")
	d.words("text", "text-overflow", "ellipsis clip")
	d.static("overflow-ellipsis", "text-overflow:ellipsis;")
	d.words("hyphens", "hyphens", "none manual auto")
	d.words("whitespace", "white-space", "normal nowrap pre pre-line pre-wrap break-spaces")
	d.fn("text", notNegative(set(value.color, "color")))
	d.words("", "text-transform", "uppercase lowercase capitalize normal-case=none")
	d.words("", "font-style", "italic not-italic=normal")
	d.static("normal-nums", "font-variant-numeric:normal;")
	const numeric = "font-variant-numeric:var(--tw-ordinal,) var(--tw-slashed-zero,) var(--tw-numeric-figure,) var(--tw-numeric-spacing,) var(--tw-numeric-fraction,);"
	for _, x := range [...][2]string{{"ordinal", "ordinal"}, {"slashed-zero", "slashed-zero"}, {"numeric-figure", "lining-nums"}, {"numeric-figure", "oldstyle-nums"},
		{"numeric-spacing", "proportional-nums"}, {"numeric-spacing", "tabular-nums"}, {"numeric-fraction", "diagonal-fractions"}, {"numeric-fraction", "stacked-fractions"}} {
		d.static(x[1], "--tw-"+x[0]+":"+x[1]+";"+numeric)
	}
	d.fn("font-features", set(func(v value) string { return v.arb }, "font-feature-settings"))
	d.words("", "text-decoration-line", "underline overline line-through no-underline=none")
	d.fn("decoration", notNegative(set(value.color, "text-decoration-color")))
	d.words("decoration", "text-decoration-style", "solid double dotted dashed wavy")
	d.words("decoration", "text-decoration-thickness", "auto from-font")
	d.fn("decoration", notNegative(set(func(v value) string { return v.suffix("px") }, "text-decoration-thickness")))
	d.words("underline-offset", "text-underline-offset", "auto")
	d.fn("underline-offset", set(func(v value) string { return v.suffix("px") }, "text-underline-offset"))
	d.fn("tab", notNegative(set(value.number, "tab-size")))
	d.fn("placeholder", notNegative(set(value.color, "color")))
	d.byPrefix["placeholder"][0].suffix = "::placeholder"
	d.static("content-none", "--tw-content:none;content:none;")
	d.fn("content", func(v value) string { return prefixed("--tw-content:", v.arb, ";content:var(--tw-content);") })
}
