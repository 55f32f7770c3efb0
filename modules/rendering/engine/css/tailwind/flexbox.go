package tailwind

import "strings"

func defineFlexbox(d *definer) {
	d.words("flex", "flex", "auto initial=0_auto none 1")
	d.fn("flex", notNegative(func(v value) string {
		if a, b, ok := strings.Cut(v.name, "/"); ok && isNumber(a) && isNumber(b) {
			return "flex:" + v.spacing() + ";"
		}
		return prefixed("flex:", v.number(), ";")
	}))
	for _, x := range []string{"shrink", "grow"} {
		d.static(x, "flex-"+x+":1;")
		d.static("flex-"+x, "flex-"+x+":1;")
		d.fn(x, notNegative(set(value.number, "flex-"+x)))
		d.fn("flex-"+x, notNegative(set(value.number, "flex-"+x)))
	}
	d.fn("basis", notNegative(set(func(v value) string { return v.size("w") }, "flex-basis")))
	d.static("list-image-none", "list-style-image:none;")
	d.fn("list-image", set(func(v value) string { return v.arb }, "list-style-image"))
	d.words("columns", "columns", "auto")
	d.words("list", "list-style-position", "inside outside")
	d.words("list", "list-style-type", "none disc decimal")
	d.fn("list", notNegative(set(func(v value) string { return v.arb }, "list-style-type")))
	d.fn("columns", notNegative(func(v value) string {
		if c := containers[v.name]; c != "" {
			return "columns:" + c + ";"
		}
		return prefixed("columns:", v.number(), ";")
	}))
	d.words("grid-flow", "grid-auto-flow", "row col=column dense row-dense=row_dense col-dense=column_dense")
	auto := func(v value) string {
		switch v.name {
		case "auto":
			return "auto"
		case "min", "max":
			return v.name + "-content"
		case "fr":
			return "minmax(0, 1fr)"
		}
		return v.arb
	}
	d.fn("auto-cols", set(auto, "grid-auto-columns"))
	d.fn("auto-rows", set(auto, "grid-auto-rows"))
	tracks := func(v value) string {
		switch v.name {
		case "none", "subgrid":
			return v.name
		}
		if v.isArb {
			return v.arb
		}
		if isNumber(v.name) && !v.neg {
			return "repeat(" + v.name + ", minmax(0, 1fr))"
		}
		return ""
	}
	d.fn("grid-cols", set(tracks, "grid-template-columns"))
	d.fn("grid-rows", set(tracks, "grid-template-rows"))
	d.words("flex", "flex-direction", "row row-reverse col=column col-reverse=column-reverse")
	d.words("flex", "flex-wrap", "wrap wrap-reverse nowrap")
	d.words("place-content", "place-content", "center start end center-safe=safe_center end-safe=safe_end between=space-between around=space-around evenly=space-evenly baseline stretch")
	d.words("place-items", "place-items", "start end center center-safe=safe_center end-safe=safe_end baseline stretch")
	d.words("content", "align-content", "normal center center-safe=safe_center start=flex-start end=flex-end end-safe=safe_flex-end between=space-between around=space-around evenly=space-evenly baseline stretch")
	d.words("items", "align-items", "start=flex-start end=flex-end center center-safe=safe_center end-safe=safe_flex-end baseline baseline-last=last_baseline stretch")
	d.words("justify", "justify-content", "normal start=flex-start end=flex-end end-safe=safe_flex-end center center-safe=safe_center between=space-between around=space-around evenly=space-evenly stretch baseline")
	d.words("justify-items", "justify-items", "normal start end end-safe=safe_end center center-safe=safe_center stretch")
	d.fn("gap", notNegative(set(spacing, "gap")))
	d.fn("gap-x", notNegative(set(spacing, "column-gap")))
	d.fn("gap-y", notNegative(set(spacing, "row-gap")))
	width := func(v value) string {
		if v.name == "" && !v.isArb {
			return "1px"
		}
		return v.suffix("px")
	}
	// The part of a space at the end of a child, or at its start when the order is reversed.
	parts := func(variable, start, end, space string) string {
		reverse := "var(" + variable + ")"
		return prefixed(variable+":0;"+start+":calc(", space, " * "+reverse+");") + prefixed(end+":calc(", space, " * calc(1 - "+reverse+"));")
	}
	for _, axis := range [...][2]string{{"x", "inline"}, {"y", "block"}} {
		space, divide := "--tw-space-"+axis[0]+"-reverse", "--tw-divide-"+axis[0]+"-reverse"
		d.child("space-"+axis[0], func(v value) string {
			return parts(space, "margin-"+axis[1]+"-start", "margin-"+axis[1]+"-end", v.spacing())
		})
		d.child("divide-"+axis[0], func(v value) string {
			return prefixed("border-"+axis[1]+"-style:var(--tw-border-style);", parts(divide, "border-"+axis[1]+"-start-width", "border-"+axis[1]+"-end-width", width(v)), "")
		})
	}
	for _, n := range [...]string{"space-x", "space-y", "divide-x", "divide-y"} {
		d.child(n+"-reverse", func(v value) string {
			return prefixed("", map[bool]string{true: "--tw-" + n + "-reverse:1;"}[v.name == "" && !v.isArb], "")
		})
	}
	d.child("divide", notNegative(set(value.color, "border-color")))
	for _, s := range strings.Fields("solid dashed dotted double hidden none") {
		d.child("divide-"+s, func(v value) string {
			return prefixed("", map[bool]string{true: "--tw-border-style:" + s + ";border-style:" + s + ";"}[v.name == "" && !v.isArb], "")
		})
	}
	d.words("place-self", "place-self", "auto start end end-safe=safe_end center center-safe=safe_center stretch")
	d.words("self", "align-self", "auto start=flex-start end=flex-end end-safe=safe_flex-end center center-safe=safe_center stretch baseline baseline-last=last_baseline")
	d.words("justify-self", "justify-self", "auto start=flex-start end=flex-end end-safe=safe_flex-end center center-safe=safe_center stretch")
	for _, axis := range []string{"", "-x", "-y"} {
		d.words("overflow"+axis, "overflow"+axis, "auto hidden clip visible scroll")
	}
	d.static("truncate", "overflow:hidden;text-overflow:ellipsis;white-space:nowrap;")
	for _, x := range [][2]string{{"p", "padding"}, {"px", "padding-inline"}, {"py", "padding-block"}, {"ps", "padding-inline-start"}, {"pe", "padding-inline-end"},
		{"pt", "padding-top"}, {"pr", "padding-right"}, {"pb", "padding-bottom"}, {"pl", "padding-left"}} {
		d.fn(x[0], notNegative(set(spacing, x[1])))
	}
}

// child defines a utility that applies to all children but the last.
func (d *definer) child(prefix string, m maker) {
	d.fn(prefix, m)
	list := d.byPrefix[prefix]
	list[len(list)-1].suffix = " > :not(:last-child)"
}
