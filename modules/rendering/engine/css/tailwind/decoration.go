package tailwind

import "strings"

// radii maps the names of the scale to border radii.
var radii = map[string]string{"": "0.25rem", "none": "0px", "xs": "0.125rem", "sm": "0.25rem", "md": "0.375rem", "lg": "0.5rem", "xl": "0.75rem",
	"2xl": "1rem", "3xl": "1.5rem", "4xl": "2rem", "full": "9999px"}

func radius(v value) string {
	if v.isArb {
		return v.arb
	}
	return radii[v.name]
}

func defineDecoration(d *definer) {
	for _, x := range []struct{ name, corners string }{{"rounded", ""}, {"rounded-s", "start-start end-start"}, {"rounded-e", "start-end end-end"},
		{"rounded-t", "top-left top-right"}, {"rounded-r", "top-right bottom-right"}, {"rounded-b", "bottom-right bottom-left"}, {"rounded-l", "top-left bottom-left"},
		{"rounded-ss", "start-start"}, {"rounded-se", "start-end"}, {"rounded-ee", "end-end"}, {"rounded-es", "end-start"},
		{"rounded-tl", "top-left"}, {"rounded-tr", "top-right"}, {"rounded-br", "bottom-right"}, {"rounded-bl", "bottom-left"}} {
		var props []string
		for _, c := range strings.Fields(x.corners) {
			props = append(props, "border-"+c+"-radius")
		}
		if props == nil {
			props = []string{"border-radius"}
		}
		d.fn(x.name, notNegative(set(radius, props...)))
	}
	sides := []struct{ name, prop string }{{"border", "border"}, {"border-x", "border-inline"}, {"border-y", "border-block"}, {"border-s", "border-inline-start"},
		{"border-e", "border-inline-end"}, {"border-bs", "border-block-start"}, {"border-be", "border-block-end"}, {"border-t", "border-top"}, {"border-r", "border-right"}, {"border-b", "border-bottom"}, {"border-l", "border-left"}}
	for _, x := range sides {
		d.fn(x.name, notNegative(func(v value) string {
			w := ""
			switch {
			case v.name == "" && !v.isArb:
				w = "1px"
			case v.isArb && (v.hint == "length" || v.hint == "line-width" || v.hint == "" && !looksLikeColor(v)):
				w = v.arb
			case isNumber(v.name):
				w = v.name + "px"
			}
			return prefixed(x.prop+"-style:var(--tw-border-style);"+x.prop+"-width:", w, ";")
		}))
	}
	for _, s := range strings.Fields("solid dashed dotted double hidden none") {
		d.static("border-"+s, "--tw-border-style:"+s+";border-style:"+s+";")
	}
	for _, x := range sides {
		d.fn(x.name, notNegative(set(value.color, x.prop+"-color")))
	}
	d.fn("bg", notNegative(set(value.color, "background-color")))
	defineGradients(d)
	d.words("bg", "background-size", "auto cover contain")
	d.words("bg", "background-attachment", "fixed local scroll")
	d.words("bg-clip", "background-clip", "border=border-box padding=padding-box content=content-box text")
	d.words("bg", "background-position", "center top top-right=top_right right bottom-right=bottom_right bottom bottom-left=bottom_left left top-left=top_left "+
		"right-top=right_top right-bottom=right_bottom left-top=left_top left-bottom=left_bottom")
	d.words("bg", "background-repeat", "no-repeat repeat repeat-x repeat-y repeat-round=round repeat-space=space")
	for _, part := range [...]string{"position", "size"} {
		d.fn("bg-"+part, notNegative(func(v value) string { return prefixed("background-"+part+":", v.arb, ";") }))
	}
	d.words("bg-origin", "background-origin", "border=border-box padding=padding-box content=content-box")
	d.words("bg-blend", "background-blend-mode", blends)
	d.fn("bg", notNegative(func(v value) string {
		switch {
		case v.hint == "length" || v.hint == "size" || v.hint == "bg-size" || v.hint == "percentage":
			return "background-size:" + v.arb + ";"
		case v.hint == "position":
			return "background-position:" + v.arb + ";"
		}
		return prefixed("background-image:", v.arb, ";")
	}))
	d.fn("fill", notNegative(func(v value) string {
		if v.name == "none" {
			return "fill:none;"
		}
		return prefixed("fill:", v.color(), ";")
	}))
	d.fn("stroke", notNegative(func(v value) string {
		if v.name == "none" {
			return "stroke:none;"
		}
		if isNumber(v.name) {
			return "stroke-width:" + v.name + ";"
		}
		if v.hint == "length" || v.hint == "number" || v.hint == "percentage" || v.hint == "" && v.arb != "" && (v.arb[0] == '.' || v.arb[0] >= '0' && v.arb[0] <= '9') {
			return "stroke-width:" + v.arb + ";"
		}
		return prefixed("stroke:", v.color(), ";")
	}))
	d.words("object", "object-fit", "contain cover fill none scale-down")
	d.words("object", "object-position", "center top right bottom left top-left=top_left top-right=top_right bottom-left=bottom_left bottom-right=bottom_right left-top=left_top right-top=right_top left-bottom=left_bottom right-bottom=right_bottom")
	d.fn("object", notNegative(set(func(v value) string { return v.arb }, "object-position")))
}

const blends = "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity"

var gradientSides = map[string]string{"t": "top", "tr": "top right", "r": "right", "br": "bottom right", "b": "bottom", "bl": "bottom left", "l": "left", "tl": "top left"}

func defineGradients(d *definer) {
	d.static("bg-none", "background-image:none;")
	space := func(v value) string { // the interpolation modifier
		switch v.modifier {
		case "":
			return "in oklab"
		case "shorter", "longer", "increasing", "decreasing":
			return "in oklch " + v.modifier + " hue"
		case "srgb", "hsl", "oklab", "oklch":
			return "in " + v.modifier
		}
		return ""
	}
	to := func(method func(value) string) maker {
		return func(v value) string {
			s, m := gradientSides[v.name], method(v)
			if s == "" || m == "" {
				return ""
			}
			return "--tw-gradient-position:to " + s + " " + m + ";background-image:linear-gradient(var(--tw-gradient-stops));"
		}
	}
	d.fn("bg-gradient-to", to(space))
	d.fn("bg-linear-to", to(space))
	d.fn("bg-linear", func(v value) string {
		if v.isArb {
			return "--tw-gradient-position:" + v.arb + ";background-image:linear-gradient(var(--tw-gradient-stops, " + v.arb + "));"
		}
		return prefixed("--tw-gradient-position:", v.suffix("deg"), " "+space(v)+";background-image:linear-gradient(var(--tw-gradient-stops));")
	})
	d.fn("bg-radial", func(v value) string {
		pos := space(v)
		if v.isArb {
			pos = v.arb
		} else if v.name != "" {
			return ""
		}
		return "--tw-gradient-position:" + pos + ";background-image:radial-gradient(var(--tw-gradient-stops));"
	})
	d.fn("bg-conic", func(v value) string {
		pos := space(v)
		switch {
		case v.isArb:
			pos = v.arb
		case v.name != "":
			if !isNumber(v.name) {
				return ""
			}
			pos = "from " + v.suffix("deg") + " " + pos
		}
		return "--tw-gradient-position:" + pos + ";background-image:conic-gradient(var(--tw-gradient-stops));"
	})
	const ends = "var(--tw-gradient-position), var(--tw-gradient-from) var(--tw-gradient-from-position), "
	const last = "var(--tw-gradient-to) var(--tw-gradient-to-position)"
	const two = "--tw-gradient-stops:var(--tw-gradient-via-stops, " + ends + last + ");"
	const three = "--tw-gradient-via-stops:" + ends + "var(--tw-gradient-via) var(--tw-gradient-via-position), " + last + ";--tw-gradient-stops:var(--tw-gradient-via-stops);"
	d.static("via-none", "--tw-gradient-via-stops:initial;")
	for _, x := range [][2]string{{"from", two}, {"to", two}, {"via", three}} {
		name, stops := x[0], x[1]
		d.fn(name, notNegative(func(v value) string {
			if p, ok := strings.CutSuffix(v.name, "%"); ok && isNumber(p) {
				return "--tw-gradient-" + name + "-position:" + v.name + ";"
			}
			return prefixed("--tw-gradient-"+name+":", v.color(), ";"+stops)
		}))
	}
}
