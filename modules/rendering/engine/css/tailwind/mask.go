package tailwind

import "strings"

// A mask is the intersection of three images: a linear gradient or the four edges, a radial and a conic gradient. Each
// is opaque unless a utility sets it.
const (
	maskImage = "mask-image:var(--tw-mask-linear), var(--tw-mask-radial), var(--tw-mask-conic);mask-composite:intersect;"
	maskEdges = "--tw-mask-linear:var(--tw-mask-left), var(--tw-mask-right), var(--tw-mask-bottom), var(--tw-mask-top);"
)

// maskShapes holds the layers besides the edges: the arguments of their gradients before the stops.
var maskShapes = [...][2]string{
	{"linear", "var(--tw-mask-linear-position)"},
	{"radial", "var(--tw-mask-radial-shape) var(--tw-mask-radial-size) at var(--tw-mask-radial-position)"},
	{"conic", "from var(--tw-mask-conic-position)"},
}

// registeredMasks declares the custom properties of masks.
func registeredMasks() string {
	var b strings.Builder
	put := func(name, initial string) {
		b.WriteString("@property --tw-mask-" + name + ` { syntax: "*"; inherits: false`)
		if initial != "" {
			b.WriteString("; initial-value: " + initial)
		}
		b.WriteString(" }\n")
	}
	ends := func(name string) {
		put(name+"-from-position", "0%")
		put(name+"-to-position", "100%")
		put(name+"-from-color", "black")
		put(name+"-to-color", "transparent")
	}
	for _, name := range [...]string{"linear", "radial", "conic", "left", "right", "bottom", "top"} {
		put(name, "linear-gradient(#fff, #fff)")
		ends(name)
	}
	put("linear-position", "0deg")
	put("conic-position", "0deg")
	put("radial-shape", "ellipse")
	put("radial-size", "farthest-corner")
	put("radial-position", "center")
	for _, shape := range maskShapes {
		put(shape[0]+"-stops", "")
	}
	return b.String()
}

// maskEnd returns a maker for the colour or the position of one end of gradients.
func maskEnd(end string, names []string, gradient func(name string) string) maker {
	return notNegative(func(v value) string {
		part, text := "-position", ""
		switch {
		case v.isArb && looksLikeColor(v), !v.isArb && v.color() != "":
			part, text = "-color", v.color()
		case strings.HasSuffix(v.name, "%") && isNumber(strings.TrimSuffix(v.name, "%")):
			text = v.name
		default:
			text = v.spacing()
		}
		if text == "" {
			return ""
		}
		var b strings.Builder
		b.WriteString(maskImage)
		for _, name := range names {
			b.WriteString(gradient(name) + "--tw-mask-" + name + "-" + end + part + ":" + text + ";")
		}
		return b.String()
	})
}

func maskStops(name string) string {
	v := "var(--tw-mask-" + name
	return v + "-from-color) " + v + "-from-position), " + v + "-to-color) " + v + "-to-position)"
}

func defineMasks(d *definer) {
	d.static("mask-none", "mask-image:none;")
	edge := func(name string) string {
		return "--tw-mask-" + name + ":linear-gradient(to " + name + ", " + maskStops(name) + ");"
	}
	for _, side := range [...]struct{ name, edges string }{{"t", "top"}, {"r", "right"}, {"b", "bottom"}, {"l", "left"}, {"x", "right left"}, {"y", "top bottom"}} {
		for _, end := range [...]string{"from", "to"} {
			stop := maskEnd(end, strings.Fields(side.edges), edge)
			d.fn("mask-"+side.name+"-"+end, func(v value) string { return prefixed(maskEdges, stop(v), "") })
		}
	}
	for _, shape := range maskShapes {
		name, before := shape[0], shape[1]
		gradient := func(string) string {
			return "--tw-mask-" + name + "-stops:" + before + ", " + maskStops(name) + ";--tw-mask-" + name + ":" + name + "-gradient(var(--tw-mask-" + name + "-stops));"
		}
		for _, end := range [...]string{"from", "to"} {
			d.fn("mask-"+name+"-"+end, maskEnd(end, []string{name}, gradient))
		}
		if name == "radial" {
			continue
		}
		d.fn("mask-"+name, func(v value) string {
			position := "--tw-mask-" + name + "-position"
			return prefixed(maskImage+"--tw-mask-"+name+":"+name+"-gradient(var(--tw-mask-"+name+"-stops, var("+position+")));"+position+":", v.suffix("deg"), ";")
		})
	}
	d.fn("mask-radial", func(v value) string {
		return prefixed(maskImage+"--tw-mask-radial:radial-gradient(var(--tw-mask-radial-stops, var(--tw-mask-radial-size)));--tw-mask-radial-size:", v.arb, ";")
	})
	const sides = "top top-right=top_right right bottom-right=bottom_right bottom bottom-left=bottom_left left top-left=top_left center"
	d.words("mask-radial", "--tw-mask-radial-size", "closest-side farthest-side closest-corner farthest-corner")
	d.words("mask-radial-at", "--tw-mask-radial-position", sides)
	d.fn("mask-radial-at", set(func(v value) string { return v.arb }, "--tw-mask-radial-position"))
	d.words("mask", "--tw-mask-radial-shape", "circle ellipse")
	d.words("mask", "mask-composite", "add subtract intersect exclude")
	d.words("mask", "mask-mode", "alpha luminance match=match-source")
	d.words("mask-type", "mask-type", "alpha luminance")
	d.words("mask", "mask-size", "auto cover contain")
	d.words("mask", "mask-position", sides)
	d.words("mask", "mask-repeat", "repeat no-repeat repeat-x repeat-y repeat-round=round repeat-space=space")
	d.words("mask-clip", "mask-clip", "border=border-box padding=padding-box content=content-box fill=fill-box stroke=stroke-box view=view-box")
	d.words("mask", "mask-clip", "no-clip")
	d.words("mask-origin", "mask-origin", "border=border-box padding=padding-box content=content-box fill=fill-box stroke=stroke-box view=view-box")
	d.fn("mask-size", set(func(v value) string { return v.arb }, "mask-size"))
	d.fn("mask-position", set(func(v value) string { return v.arb }, "mask-position"))
	d.fn("mask", func(v value) string {
		switch v.hint {
		case "length", "size", "bg-size", "percentage":
			return "mask-size:" + v.arb + ";"
		case "position":
			return "mask-position:" + v.arb + ";"
		}
		return prefixed("mask-image:", v.arb, ";")
	})
}
