package tailwind

import "strings"

func spacing(v value) string { return v.spacing() }

func autoSpacing(v value) string {
	if v.name == "auto" && !v.neg {
		return "auto"
	}
	return v.spacing()
}

func defineLayout(d *definer) {
	d.static("not-sr-only", "position:static;width:auto;height:auto;padding:0;margin:0;overflow:visible;clip-path:none;white-space:normal;")
	d.static("sr-only", "position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border-width:0;")
	d.words("", "visibility", "visible invisible=hidden collapse")
	d.words("", "position", "static fixed absolute relative sticky")
	for _, x := range []struct {
		name  string
		props []string
	}{{"inset", []string{"inset"}}, {"inset-x", []string{"inset-inline"}}, {"inset-y", []string{"inset-block"}}, {"start", []string{"inset-inline-start"}},
		{"end", []string{"inset-inline-end"}}, {"top", []string{"top"}}, {"right", []string{"right"}}, {"bottom", []string{"bottom"}}, {"left", []string{"left"}}} {
		d.fn(x.name, set(autoSpacing, x.props...))
	}
	d.words("", "isolation", "isolate isolation-auto=auto")
	d.words("z", "z-index", "auto")
	d.fn("z", set(value.number, "z-index"))
	d.words("order", "order", "first=-9999 last=9999 none=0")
	d.fn("order", set(value.number, "order"))
	d.fn("col-span", func(v value) string {
		if v.name == "full" {
			return "grid-column:1 / -1;"
		}
		return set(func(v value) string { return prefixed("span ", v.number(), " / span "+v.number()) }, "grid-column")(v)
	})
	d.words("col", "grid-column", "auto")
	d.words("col-start", "grid-column-start", "auto")
	d.words("col-end", "grid-column-end", "auto")
	d.words("row", "grid-row", "auto")
	d.words("row-start", "grid-row-start", "auto")
	d.words("row-end", "grid-row-end", "auto")
	for _, x := range [][2]string{{"col", "grid-column"}, {"row", "grid-row"}} {
		d.fn(x[0], set(func(v value) string { return v.number() }, x[1]))
	}
	d.fn("col-start", set(value.number, "grid-column-start"))
	d.fn("col-end", set(value.number, "grid-column-end"))
	d.fn("row-span", func(v value) string {
		if v.name == "full" {
			return "grid-row:1 / -1;"
		}
		return set(func(v value) string { return prefixed("span ", v.number(), " / span "+v.number()) }, "grid-row")(v)
	})
	d.fn("row-start", set(value.number, "grid-row-start"))
	d.fn("row-end", set(value.number, "grid-row-end"))
	d.words("float", "float", "start=inline-start end=inline-end right left none")
	d.words("clear", "clear", "start=inline-start end=inline-end right left both none")
	for _, x := range [][2]string{{"m", "margin"}, {"mx", "margin-inline"}, {"my", "margin-block"}, {"ms", "margin-inline-start"}, {"me", "margin-inline-end"},
		{"mt", "margin-top"}, {"mr", "margin-right"}, {"mb", "margin-bottom"}, {"ml", "margin-left"}} {
		d.fn(x[0], set(autoSpacing, x[1]))
	}
	widths := ""
	for _, name := range [...]string{"2xl", "xl", "lg", "md", "sm"} { // each inside the next smaller one
		widths = "@media (width >= " + breakpoints[name] + "){max-width:" + breakpoints[name] + ";" + widths + "}"
	}
	d.static("container", "width:100%;"+widths)
	d.words("box", "box-sizing", "border=border-box content=content-box")
	d.fn("line-clamp", func(v value) string {
		if v.name == "none" {
			return "overflow:visible;display:block;-webkit-line-clamp:none;"
		}
		return prefixed("overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:", v.number(), ";")
	})
	d.words("", "display", "block inline-block inline flex inline-flex table inline-table table-caption table-cell table-column table-column-group "+
		"table-footer-group table-header-group table-row-group table-row flow-root grid inline-grid contents list-item hidden=none")
	d.words("aspect", "aspect-ratio", "auto square=1_/_1 video=16_/_9")
	d.fn("aspect", func(v value) string {
		if a, b, ok := strings.Cut(v.name, "/"); ok && isNumber(a) && isNumber(b) {
			return "aspect-ratio:" + a + " / " + b + ";"
		}
		return prefixed("aspect-ratio:", v.arb, ";")
	})
	w := func(v value) string { return v.size("w") }
	h := func(v value) string { return v.size("h") }
	d.fn("size", notNegative(set(w, "width", "height")))
	d.fn("h", notNegative(set(h, "height")))
	d.fn("max-h", notNegative(set(h, "max-height")))
	d.fn("min-h", notNegative(set(h, "min-height")))
	d.fn("w", notNegative(set(w, "width")))
	d.fn("max-w", notNegative(set(w, "max-width")))
	d.fn("min-w", notNegative(set(w, "min-width")))
	d.words("table", "table-layout", "auto fixed")
	d.words("caption", "caption-side", "top bottom")
	d.words("border", "border-collapse", "collapse separate")
	const borderSpacing = "border-spacing:var(--tw-border-spacing-x) var(--tw-border-spacing-y);"
	d.fn("border-spacing", notNegative(func(v value) string {
		return prefixed("--tw-border-spacing-x:", v.spacing(), ";--tw-border-spacing-y:"+v.spacing()+";"+borderSpacing)
	}))
	for _, axis := range [...]string{"x", "y"} {
		d.fn("border-spacing-"+axis, notNegative(func(v value) string { return prefixed("--tw-border-spacing-"+axis+":", v.spacing(), ";"+borderSpacing) }))
	}
	d.fn("zoom", notNegative(set(value.percent, "zoom")))
	d.words("contain", "contain", "none content strict size inline-size layout paint style")
	d.fn("contain", set(func(v value) string { return v.arb }, "contain"))
	d.words("break-after", "break-after", pageBreaks)
	d.words("break-before", "break-before", pageBreaks)
	d.words("break-inside", "break-inside", "auto avoid avoid-page avoid-column")
	d.words("box-decoration", "-webkit-box-decoration-break", "slice clone")
	d.words("", "resize", "resize=both resize-none=none resize-x=horizontal resize-y=vertical")
	d.words("appearance", "appearance", "none auto")
	d.words("field-sizing", "field-sizing", "fixed content")
	d.words("scheme", "color-scheme", "normal dark light light-dark=light_dark only-dark=only_dark only-light=only_light")
	d.fn("accent", notNegative(func(v value) string {
		if v.name == "auto" {
			return "accent-color:auto;"
		}
		return prefixed("accent-color:", v.color(), ";")
	}))
	defineContainers(d)
	defineLogical(d)
	defineTransforms(d)
	defineDepth(d)
}

const pageBreaks = "auto avoid all avoid-page page left right column"

// defineContainers defines the containers of container queries, with a name as the modifier.
func defineContainers(d *definer) {
	for _, x := range [][2]string{{"@container", "inline-size"}, {"@container-normal", "normal"}, {"@container-size", "size"}} {
		d.fn(x[0], notNegative(func(v value) string {
			kind := x[1]
			switch {
			case v.isArb:
				kind = v.arb
			case v.name != "":
				return ""
			}
			if v.modifier == "" {
				return "container-type:" + kind + ";"
			}
			return "container-type:" + kind + ";container-name:" + escaped(v.modifier) + ";"
		}))
	}
}

// prefixed returns before + s + after, or "" when s is empty.
func prefixed(before, s, after string) string {
	if s == "" {
		return ""
	}
	return before + s + after
}

func defineTransforms(d *definer) {
	d.words("origin", "transform-origin", "center top top-right=top_right right bottom-right=bottom_right bottom bottom-left=bottom_left left top-left=top_left")
	d.fn("origin", set(func(v value) string { return v.arb }, "transform-origin"))
	const translate = "translate:var(--tw-translate-x) var(--tw-translate-y);"
	d.fn("translate", func(v value) string {
		return prefixed("--tw-translate-x:", v.spacing(), ";--tw-translate-y:"+v.spacing()+";"+translate)
	})
	d.fn("translate-x", func(v value) string { return prefixed("--tw-translate-x:", v.spacing(), ";"+translate) })
	d.fn("translate-y", func(v value) string { return prefixed("--tw-translate-y:", v.spacing(), ";"+translate) })
	scale := func(v value) string {
		if v.isArb {
			return v.arb
		}
		return v.suffix("%")
	}
	d.fn("scale", func(v value) string {
		if v.isArb {
			return "scale:" + v.arb + ";"
		}
		s := scale(v)
		return prefixed("--tw-scale-x:", s, ";--tw-scale-y:"+s+";--tw-scale-z:"+s+";scale:var(--tw-scale-x) var(--tw-scale-y);")
	})
	d.fn("scale-x", func(v value) string {
		return prefixed("--tw-scale-x:", scale(v), ";scale:var(--tw-scale-x) var(--tw-scale-y);")
	})
	d.fn("scale-y", func(v value) string {
		return prefixed("--tw-scale-y:", scale(v), ";scale:var(--tw-scale-x) var(--tw-scale-y);")
	})
	d.fn("rotate", set(func(v value) string { return v.suffix("deg") }, "rotate"))
	d.fn("skew-x", func(v value) string { return prefixed("--tw-skew-x:skewX(", v.suffix("deg"), ");"+transform) })
	d.fn("skew-y", func(v value) string { return prefixed("--tw-skew-y:skewY(", v.suffix("deg"), ");"+transform) })
	d.fn("skew", func(v value) string {
		return prefixed("--tw-skew-x:skewX(", v.suffix("deg"), ");--tw-skew-y:skewY("+v.suffix("deg")+");"+transform)
	})
	d.fn("transform", set(func(v value) string { return v.arb }, "transform"))
	d.words("transform", "transform", "none")
	d.static("transform", transform)
}
