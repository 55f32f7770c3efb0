package layout

import "github.com/platenhq/platen/modules/rendering/engine/dom"

// NaturalSVG returns the natural size and ratio of an svg element (SVG 2 §8.2).
func NaturalSVG(n *dom.Node) Replaced {
	var r Replaced
	svgSize(n, &r)
	return r
}
