package tailwind

import "strings"

// shadows maps the names of the scale to box shadows; C(a) is a placeholder for the shadow colour, black of opacity a
// by default.
var shadows = map[string]string{
	"2xs": "0 1px C(0.05)", "xs": "0 1px 2px 0 C(0.05)", "": "0 1px 3px 0 C(0.1), 0 1px 2px -1px C(0.1)", "sm": "0 1px 3px 0 C(0.1), 0 1px 2px -1px C(0.1)",
	"md": "0 4px 6px -1px C(0.1), 0 2px 4px -2px C(0.1)", "lg": "0 10px 15px -3px C(0.1), 0 4px 6px -4px C(0.1)",
	"xl": "0 20px 25px -5px C(0.1), 0 8px 10px -6px C(0.1)", "2xl": "0 25px 50px -12px C(0.25)", "inner": "inset 0 2px 4px 0 C(0.05)", "none": "0 0 #0000",
}

const boxShadow = "box-shadow:var(--tw-inset-shadow), var(--tw-inset-ring-shadow), var(--tw-ring-offset-shadow), var(--tw-ring-shadow), var(--tw-shadow);"

// tinted replaces the placeholders C(a) of a shadow by the shadow colour, a variable that defaults to black of opacity
// a.
func tinted(s, variable string) string {
	for {
		i := strings.Index(s, "C(")
		if i < 0 {
			return s
		}
		end := i + strings.IndexByte(s[i:], ')')
		s = s[:i] + "var(" + variable + ", rgb(0 0 0 / " + s[i+2:end] + "))" + s[end+1:]
	}
}

func defineEffects(d *definer) {
	d.fn("shadow", notNegative(func(v value) string {
		s, ok := shadows[v.name]
		if v.isArb {
			if looksLikeColor(v) && !strings.Contains(v.arb, " ") {
				return ""
			}
			s, ok = v.arb, true
		}
		if !ok {
			return ""
		}
		return "--tw-shadow:" + tinted(s, "--tw-shadow-color") + ";" + boxShadow
	}))
	d.fn("shadow", notNegative(set(value.color, "--tw-shadow-color")))
	d.fn("inset-shadow", notNegative(func(v value) string {
		s := map[string]string{"2xs": "inset 0 1px C(0.05)", "xs": "inset 0 1px 1px C(0.05)", "sm": "inset 0 2px 4px C(0.05)", "none": "0 0 #0000"}[v.name]
		if v.isArb {
			s = "inset " + v.arb
		}
		return prefixed("--tw-inset-shadow:", tinted(s, "--tw-inset-shadow-color"), ";"+boxShadow)
	}))
	width := func(v value) string {
		switch {
		case v.name == "" && !v.isArb:
			return "1px"
		case v.isArb && !looksLikeColor(v):
			return v.arb
		case isNumber(v.name):
			return v.name + "px"
		}
		return ""
	}
	d.static("ring-inset", "--tw-ring-inset:inset;")
	d.fn("ring-offset", notNegative(func(v value) string {
		if w := width(v); w != "" {
			return "--tw-ring-offset-width:" + w + ";--tw-ring-offset-shadow:var(--tw-ring-inset,) 0 0 0 var(--tw-ring-offset-width) var(--tw-ring-offset-color);"
		}
		return prefixed("--tw-ring-offset-color:", v.color(), ";")
	}))
	d.fn("ring", notNegative(func(v value) string {
		return prefixed("--tw-ring-shadow:var(--tw-ring-inset,) 0 0 0 calc(", width(v), " + var(--tw-ring-offset-width)) var(--tw-ring-color, currentcolor);"+boxShadow)
	}))
	d.fn("ring", notNegative(set(value.color, "--tw-ring-color")))
	d.fn("inset-ring", notNegative(func(v value) string {
		return prefixed("--tw-inset-ring-shadow:inset 0 0 0 ", width(v), " var(--tw-inset-ring-color, currentcolor);"+boxShadow)
	}))
	d.fn("inset-ring", notNegative(set(value.color, "--tw-inset-ring-color")))
	d.fn("text-shadow", notNegative(func(v value) string {
		s := map[string]string{"2xs": "0px 1px 0px rgb(0 0 0 / 0.15)", "xs": "0px 1px 1px rgb(0 0 0 / 0.2)",
			"sm": "0px 1px 0px rgb(0 0 0 / 0.075), 0px 1px 1px rgb(0 0 0 / 0.075), 0px 2px 2px rgb(0 0 0 / 0.075)",
			"md": "0px 1px 1px rgb(0 0 0 / 0.1), 0px 1px 2px rgb(0 0 0 / 0.1), 0px 2px 4px rgb(0 0 0 / 0.1)",
			"lg": "0px 1px 2px rgb(0 0 0 / 0.1), 0px 3px 2px rgb(0 0 0 / 0.1), 0px 4px 8px rgb(0 0 0 / 0.1)", "none": "none"}[v.name]
		return prefixed("text-shadow:", s+v.arb, ";")
	}))
	d.fn("opacity", notNegative(set(value.percent, "opacity")))
	d.words("mix-blend", "mix-blend-mode", blends+" plus-lighter")
	d.static("outline-none", "--tw-outline-style:none;outline-style:none;")
	d.static("outline-hidden", "outline-style:none;")
	for _, s := range strings.Fields("solid dashed dotted double") {
		d.static("outline-"+s, "--tw-outline-style:"+s+";outline-style:"+s+";")
	}
	d.fn("outline-offset", set(func(v value) string { return v.suffix("px") }, "outline-offset"))
	d.fn("outline", notNegative(func(v value) string {
		return prefixed("outline-style:var(--tw-outline-style);outline-width:", width(v), ";")
	}))
	d.fn("outline", notNegative(set(value.color, "outline-color")))
	defineFilters(d, "", "filter")
	defineFilters(d, "backdrop-", "backdrop-filter")
	for _, n := range strings.Fields("transition transition-all transition-colors transition-opacity transition-shadow transition-transform transition-none " +
		"ease-linear ease-in ease-out ease-in-out select-none select-text select-all select-auto cursor-pointer cursor-default cursor-auto pointer-events-none pointer-events-auto animate-none") {
		d.static(n, "--tw-none:0;")
	}
	for _, n := range []string{"duration", "delay"} {
		d.fn(n, func(value) string { return "--tw-none:0;" })
	}
}

var blurs = map[string]string{"": "8px", "none": "0", "xs": "4px", "sm": "8px", "md": "12px", "lg": "16px", "xl": "24px", "2xl": "40px", "3xl": "64px"}

var dropShadows = map[string]string{"xs": "0 1px 1px C(0.05)", "sm": "0 1px 2px C(0.15)", "md": "0 3px 3px C(0.12)", "lg": "0 4px 4px C(0.15)",
	"xl": "0 9px 7px C(0.1)", "2xl": "0 25px 25px C(0.15)", "none": "0 0 #0000", "": "0 1px 2px C(0.1)"}

// filterNames lists the filter functions in the order in which they are applied.
var filterNames = []string{"blur", "brightness", "contrast", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia", "drop-shadow"}

// registeredFilters declares the custom properties of the filters.
func registeredFilters() string {
	var sb strings.Builder
	for _, prefix := range []string{"", "backdrop-"} {
		for _, n := range filterNames {
			sb.WriteString("@property --tw-" + prefix + n + ` { syntax: "*"; inherits: false }` + "\n")
		}
	}
	return sb.String()
}

// defineFilters defines the filter utilities, which combine in one property.
func defineFilters(d *definer, prefix, prop string) {
	all := prop + ":"
	for _, n := range filterNames {
		all += " var(--tw-" + prefix + n + ",)"
	}
	all += ";"
	put := func(name, arg string) string {
		return prefixed("--tw-"+prefix+name+":"+name+"(", arg, ");"+all)
	}
	d.fn(prefix+"blur", notNegative(func(v value) string {
		if v.isArb {
			return put("blur", v.arb)
		}
		return put("blur", blurs[v.name])
	}))
	for _, n := range []string{"brightness", "contrast", "saturate", "opacity"} {
		if n == "opacity" && prefix == "" {
			continue // the unprefixed name is the property
		}
		d.fn(prefix+n, notNegative(func(v value) string { return put(n, v.percent()) }))
	}
	for _, n := range []string{"grayscale", "invert", "sepia"} {
		d.fn(prefix+n, notNegative(func(v value) string {
			if v.name == "" && !v.isArb {
				return put(n, "100%")
			}
			return put(n, v.percent())
		}))
	}
	d.fn(prefix+"hue-rotate", func(v value) string { return put("hue-rotate", v.suffix("deg")) })
	if prefix == "" {
		d.fn("drop-shadow", notNegative(func(v value) string {
			if v.isArb {
				return put("drop-shadow", v.arb)
			}
			return put("drop-shadow", tinted(dropShadows[v.name], "--tw-drop-shadow-color"))
		}))
	}
	d.static(strings.TrimSuffix(prefix+"filter", "-"), all)
	d.static(prefix+"filter-none", prop+":none;")
}
