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

var textShadows = map[string]string{
	"2xs": "0px 1px 0px C(0.15)", "xs": "0px 1px 1px C(0.2)", "sm": "0px 1px 0px C(0.075), 0px 1px 1px C(0.075), 0px 2px 2px C(0.075)",
	"md": "0px 1px 1px C(0.1), 0px 1px 2px C(0.1), 0px 2px 4px C(0.1)", "lg": "0px 1px 2px C(0.1), 0px 3px 2px C(0.1), 0px 4px 8px C(0.1)",
}

// tinted replaces the placeholders C(a) of a shadow by the shadow colour, a variable whose default is black of opacity
// a, or of the modifier of the value. C(#f00) has another default.
func tinted(s, variable string, v value) string {
	for {
		i := strings.Index(s, "C(")
		if i < 0 {
			return s
		}
		end := closing(s, i+2)
		inner := s[i+2 : end]
		color := "rgb(0 0 0 / " + inner + ")"
		if !isNumber(inner) {
			color = inner
		}
		if m := percentOf(v.modifier); m != "" {
			color = "oklab(from " + color + " l a b / " + m + ")"
		}
		s = s[:i] + "var(" + variable + ", " + color + ")" + s[end+1:]
	}
}

// closing returns the index of the parenthesis that closes the one before i.
func closing(s string, i int) int {
	for depth := 1; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s) - 1
}

// tintable puts the colours of an arbitrary shadow list into placeholders; a shadow without one has the current colour.
func tintable(shadow string) string {
	var out []string
	for _, one := range splitOutside(shadow, ',') {
		fields := splitOutside(strings.TrimSpace(one), ' ')
		color, lengths := "currentcolor", fields[:0:0]
		for _, f := range fields {
			if f != "inset" && f != "" && (f[0] == '#' || f[0] >= 'a' && f[0] <= 'z') && !strings.HasPrefix(f, "calc(") && (!strings.HasPrefix(f, "var(") || len(lengths) >= 2) {
				color = f
				continue
			}
			lengths = append(lengths, f)
		}
		out = append(out, strings.Join(lengths, " ")+" C("+color+")")
	}
	return strings.Join(out, ", ")
}

// splitOutside splits at a byte outside parentheses.
func splitOutside(s string, at byte) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == at && depth == 0:
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return append(out, s[start:])
}

// tint defines the colour of a kind of shadow.
func tint(variable string) maker {
	return notNegative(func(v value) string {
		if v.name == "initial" {
			return variable + ":initial;"
		}
		return prefixed(variable+":", v.color(), ";")
	})
}

// defineMotion defines the animations of the default theme.
func defineMotion(d *definer) {
	d.words("animate", "animation", "none spin=spin_1s_linear_infinite ping=ping_1s_cubic-bezier(0,0,0.2,1)_infinite pulse=pulse_2s_cubic-bezier(0.4,0,0.6,1)_infinite bounce=bounce_1s_infinite")
	d.fn("animate", set(func(v value) string { return v.arb }, "animation"))
}

// motions holds the keyframes of the animations.
const motions = `
@keyframes spin { to { transform: rotate(360deg) } }
@keyframes ping { 75%, 100% { transform: scale(2); opacity: 0 } }
@keyframes pulse { 50% { opacity: 0.5 } }
@keyframes bounce {
	0%, 100% { transform: translateY(-25%); animation-timing-function: cubic-bezier(0.8, 0, 1, 1) }
	50% { transform: none; animation-timing-function: cubic-bezier(0, 0, 0.2, 1) }
}
`

func defineEffects(d *definer) {
	d.fn("shadow", notNegative(func(v value) string {
		s, ok := shadows[v.name]
		if v.isArb {
			if looksLikeColor(v) && !strings.Contains(v.arb, " ") {
				return ""
			}
			s, ok = tintable(v.arb), true
		}
		if !ok {
			return ""
		}
		return "--tw-shadow:" + tinted(s, "--tw-shadow-color", v) + ";" + boxShadow
	}))
	d.fn("shadow", tint("--tw-shadow-color"))
	d.fn("inset-shadow", notNegative(func(v value) string {
		s := map[string]string{"2xs": "inset 0 1px C(0.05)", "xs": "inset 0 1px 1px C(0.05)", "sm": "inset 0 2px 4px C(0.05)", "none": "0 0 #0000"}[v.name]
		if v.isArb {
			if looksLikeColor(v) && !strings.Contains(v.arb, " ") {
				return ""
			}
			s = "inset " + tintable(v.arb)
		}
		return prefixed("--tw-inset-shadow:", tinted(s, "--tw-inset-shadow-color", v), ";"+boxShadow)
	}))
	d.fn("inset-shadow", tint("--tw-inset-shadow-color"))
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
	d.static("text-shadow-none", "text-shadow:none;")
	d.fn("text-shadow", notNegative(func(v value) string {
		s := textShadows[v.name]
		if v.isArb {
			if looksLikeColor(v) && !strings.Contains(v.arb, " ") {
				return ""
			}
			s = tintable(v.arb)
		}
		return prefixed("text-shadow:", tinted(s, "--tw-text-shadow-color", v), ";")
	}))
	d.fn("text-shadow", tint("--tw-text-shadow-color"))
	d.fn("opacity", notNegative(set(value.percent, "opacity")))
	d.words("mix-blend", "mix-blend-mode", blends+" plus-lighter plus-darker")
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
	defineMotion(d)
}

var blurs = map[string]string{"": "8px", "xs": "4px", "sm": "8px", "md": "12px", "lg": "16px", "xl": "24px", "2xl": "40px", "3xl": "64px"}

var dropShadows = map[string]string{"xs": "0 1px 1px C(0.05)", "sm": "0 1px 2px C(0.15)", "md": "0 3px 3px C(0.12)", "lg": "0 4px 4px C(0.15)",
	"xl": "0 9px 7px C(0.1)", "2xl": "0 25px 25px C(0.15)", "": "0 1px 2px C(0.1)"}

// filterNames lists the filter functions in the order in which they are applied.
var filterNames = []string{"blur", "brightness", "contrast", "grayscale", "hue-rotate", "invert", "opacity", "saturate", "sepia", "drop-shadow"}

// registeredFilters declares the custom properties of the filters with a prefix.
func registeredFilters(prefix string) string {
	var sb strings.Builder
	for _, n := range filterNames {
		sb.WriteString("@property --tw-" + prefix + n + ` { syntax: "*"; inherits: false }` + "\n")
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
		if v.name == "none" {
			return "--tw-" + prefix + "blur: ;" + all
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
				if looksLikeColor(v) && !strings.Contains(v.arb, " ") {
					return ""
				}
				return put("drop-shadow", tinted(tintable(v.arb), "--tw-drop-shadow-color", v))
			}
			if v.name == "none" {
				return "--tw-drop-shadow: ;" + all
			}
			text := put("drop-shadow", tinted(dropShadows[v.name], "--tw-drop-shadow-color", v))
			if v.name == "" { // the name of version 3 has two shadows
				second := "drop-shadow(" + tinted("0 1px 1px C(0.06)", "--tw-drop-shadow-color", v) + ")"
				text = strings.Replace(text, ";", " "+second+";", 1)
			}
			return text
		}))
		d.fn("drop-shadow", tint("--tw-drop-shadow-color"))
	}
	d.static(strings.TrimSuffix(prefix+"filter", "-"), all)
	d.fn(prefix+"filter", notNegative(func(v value) string { return prefixed(prop+":", v.arb, ";") }))
	d.static(prefix+"filter-none", prop+":none;")
}
