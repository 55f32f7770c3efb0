package tailwind

const (
	// rotations is the transform of the utilities whose functions are not properties of their own.
	rotations = "var(--tw-rotate-x,) var(--tw-rotate-y,) var(--tw-rotate-z,) var(--tw-skew-x,) var(--tw-skew-y,);"
	transform = "transform:" + rotations
)

// defineDepth defines the transforms of three dimensions.
func defineDepth(d *definer) {
	const translate = "translate:var(--tw-translate-x) var(--tw-translate-y) var(--tw-translate-z);"
	d.static("translate-none", "translate:none;")
	d.static("translate-3d", translate)
	d.fn("translate-z", func(v value) string {
		if v.name == "full" {
			return ""
		}
		return prefixed("--tw-translate-z:", v.spacing(), ";"+translate)
	})
	const scale = "scale:var(--tw-scale-x) var(--tw-scale-y) var(--tw-scale-z);"
	d.static("scale-none", "scale:none;")
	d.static("scale-3d", scale)
	d.fn("scale-z", func(v value) string { return prefixed("--tw-scale-z:", v.suffix("%"), ";"+scale) })
	d.static("rotate-none", "rotate:none;")
	for _, axis := range [...][2]string{{"x", "rotateX("}, {"y", "rotateY("}, {"z", "rotateZ("}} {
		d.fn("rotate-"+axis[0], func(v value) string {
			return prefixed("--tw-rotate-"+axis[0]+":"+axis[1], v.suffix("deg"), ");"+transform)
		})
	}
	d.static("transform-cpu", transform)
	d.static("transform-gpu", "transform:translateZ(0) "+rotations)
	d.words("transform", "transform-style", "3d=preserve-3d flat")
	d.words("transform", "transform-box", "content=content-box border=border-box fill=fill-box stroke=stroke-box view=view-box")
	d.words("backface", "backface-visibility", "visible hidden")
	d.words("perspective", "perspective", "none")
	d.fn("perspective", set(func(v value) string { return perspectives[v.name] + v.arb }, "perspective"))
	d.words("perspective-origin", "perspective-origin", "center top top-right=top_right right bottom-right=bottom_right bottom bottom-left=bottom_left left top-left=top_left")
	d.fn("perspective-origin", set(func(v value) string { return v.arb }, "perspective-origin"))
}
