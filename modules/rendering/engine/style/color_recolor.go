package style

import (
	"fmt"
	"strings"
)

// Recolored serializes background layers as a value of background-image with every colour replaced. It returns false
// when a layer cannot be serialized.
func Recolored(layers []Layer, replace func(Color) Color) (string, bool) {
	var out []string
	for i := range layers {
		text, ok := layers[i].Image.recolored(replace)
		if !ok {
			return "", false
		}
		out = append(out, text)
	}
	if len(out) == 0 {
		return "none", true
	}
	return strings.Join(out, ", "), true
}

func (i *Image) recolored(replace func(Color) Color) (string, bool) {
	switch {
	case i == nil:
		return "none", true
	case i.URL != "":
		if strings.ContainsAny(i.URL, "\"\\\n") {
			return "", false
		}
		return `url("` + i.URL + `")`, true
	case i.Solid != nil:
		c := colorText(replace(*i.Solid))
		return "linear-gradient(" + c + ", " + c + ")", true
	case i.Gradient != nil:
		return i.Gradient.recolored(replace)
	}
	return "", false
}

var spaceNames = [...]string{"srgb", "srgb-linear", "oklab", "oklch", "lab", "lch", "hsl", "hwb", "xyz", "xyz-d50",
	"display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020"}
var hueNames = [...]string{"shorter", "longer", "increasing", "decreasing"}
var extentNames = [...]string{"farthest-corner", "closest-side", "closest-corner", "farthest-side"}

func (g *Gradient) recolored(replace func(Color) Color) (string, bool) {
	var head []string
	name := ""
	switch g.Kind {
	case GradientLinear:
		name = "linear-gradient"
		if g.ByCorner || g.ToX != 0 || g.ToY != 0 {
			to := "to"
			to += map[int8]string{-1: " top", 1: " bottom"}[g.ToY]
			to += map[int8]string{-1: " left", 1: " right"}[g.ToX]
			head = append(head, to)
		} else {
			head = append(head, num(g.Angle)+"deg")
		}
	case GradientRadial:
		name = "radial-gradient"
		if g.Extent == ExtentExplicit {
			size := lengthText(g.Radius[0], "")
			if !g.Circle {
				size += " " + lengthText(g.Radius[1], "")
			}
			head = append(head, size)
		} else {
			shape := "ellipse "
			if g.Circle {
				shape = "circle "
			}
			head = append(head, shape+extentNames[g.Extent])
		}
		head = append(head, "at "+lengthText(g.Center[0], "")+" "+lengthText(g.Center[1], ""))
	case GradientConic:
		name = "conic-gradient"
		head = append(head, "from "+num(g.Angle)+"deg", "at "+lengthText(g.Center[0], "")+" "+lengthText(g.Center[1], ""))
	default:
		return "", false
	}
	if g.Space != InSRGB {
		in := "in " + spaceNames[g.Space]
		if g.Space == InOKLCH || g.Space == InLCH || g.Space == InHSL || g.Space == InHWB {
			in += " " + hueNames[g.Hue] + " hue"
		}
		head = append(head, in)
	}
	if g.Repeating {
		name = "repeating-" + name
	}
	parts := []string{strings.Join(head, " ")}
	for _, s := range g.Stops {
		t := ""
		if !s.Hint {
			t = colorText(replace(s.Color))
		}
		if !s.Pos.IsAuto() {
			t = strings.TrimSpace(t + " " + lengthText(s.Pos, ""))
		}
		parts = append(parts, t)
	}
	return fmt.Sprintf("%s(%s)", name, strings.Join(parts, ", ")), true
}
