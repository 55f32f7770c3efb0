package style

import (
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// underlying returns the value of a property without the animation, for keyframes without a first or last value and for
// animations that are added to it.
func underlying(n *dom.Node, s *Computed, property string) (string, bool) {
	if strings.HasPrefix(property, "--") {
		v, ok := s.Vars[property]
		return v, ok
	}
	if n.Namespace == dom.SVG {
		if v, ok := geometryText(n, s, property); ok {
			return v, true
		}
	}
	if f, ok := underlyingText[property]; ok {
		return f(s), true
	}
	if property == "clip-path" || property == "-webkit-clip-path" {
		return clipPathText(s.ClipPath)
	}
	if twin, ok := physicalTwin(property, s); ok {
		property = twin
	}
	return s.Text(property)
}

// physicalTwin returns the physical property that a flow-relative one stands for on an element.
func physicalTwin(name string, s *Computed) (string, bool) {
	for i, axis := range [...]string{"block", "inline"} {
		inline := i == 1
		if before, ok := strings.CutSuffix(name, axis+"-size"); ok {
			return before + map[bool]string{true: "width", false: "height"}[inline == (s.WritingMode == HorizontalTB)], true
		}
		for j, edge := range [...]string{"start", "end"} {
			before, after, ok := strings.Cut(name, axis+"-"+edge)
			if !ok {
				continue
			}
			if before == "inset-" {
				before = ""
			}
			return before + boxSides[physicalSide(inline, j == 1, s.WritingMode, s.Direction)] + after, true
		}
	}
	return "", false
}

// positionsText serializes the positions of image layers.
func positionsText(l *layerLists) string {
	parts := make([]string, max(1, len(l.x), len(l.y)))
	at := func(list []Length, i int) string {
		if len(list) == 0 {
			return "0%"
		}
		return lengthText(list[i%len(list)], "0%")
	}
	for i := range parts {
		parts[i] = at(l.x, i) + " " + at(l.y, i)
	}
	return strings.Join(parts, ", ")
}

// sizesText serializes the sizes of image layers.
func sizesText(list []BackgroundSize) string {
	return listText(list, "auto", func(b BackgroundSize) string {
		switch b.Kind {
		case SizeCover:
			return "cover"
		case SizeContain:
			return "contain"
		}
		return lengthText(b.W, "auto") + " " + lengthText(b.H, "auto")
	})
}

// variationsText serializes font-variation-settings.
func variationsText(list []Variation) string {
	if len(list) == 0 {
		return "normal"
	}
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = css.Serialize([]css.Token{{Kind: css.String, Value: v.Tag}}) + " " + num(v.Value)
	}
	return strings.Join(parts, ", ")
}

// underlyingText serializes the computed values that [Computed.Text] does not, in a form that can be interpolated.
var underlyingText = map[string]func(s *Computed) string{
	"transform":                 func(s *Computed) string { return transformText(s.inner.transform) },
	"-webkit-transform":         func(s *Computed) string { return transformText(s.inner.transform) },
	"translate":                 func(s *Computed) string { return individualText(s.inner.translate) },
	"rotate":                    func(s *Computed) string { return individualText(s.inner.rotate) },
	"scale":                     func(s *Computed) string { return individualText(s.inner.scale) },
	"filter":                    func(s *Computed) string { return filterText(s.Filter) },
	"backdrop-filter":           func(s *Computed) string { return filterText(s.BackdropFilter) },
	"min-height":                func(s *Computed) string { return lengthText(s.MinHeight, "auto") },
	"max-height":                func(s *Computed) string { return lengthText(s.MaxHeight, "none") },
	"border-right-color":        func(s *Computed) string { return colorText(s.Border[Right].Color) },
	"border-left-color":         func(s *Computed) string { return colorText(s.Border[Left].Color) },
	"fill":                      func(s *Computed) string { return paintText(&svgOf(s).Fill) },
	"stroke":                    func(s *Computed) string { return paintText(&svgOf(s).Stroke) },
	"stroke-opacity":            func(s *Computed) string { return num(svgOf(s).StrokeOpacity) },
	"stop-opacity":              func(s *Computed) string { return num(svgOf(s).StopOpacity) },
	"flood-opacity":             func(s *Computed) string { return num(svgOf(s).FloodOpacity) },
	"stop-color":                func(s *Computed) string { return colorText(svgOf(s).StopColor.Color) },
	"flood-color":               func(s *Computed) string { return colorText(svgOf(s).FloodColor) },
	"lighting-color":            func(s *Computed) string { return colorText(svgOf(s).LightingColor) },
	"stroke-dashoffset":         func(s *Computed) string { return lengthText(svgOf(s).StrokeDashoffset, "0px") },
	"stroke-miterlimit":         func(s *Computed) string { return num(svgOf(s).StrokeMiterlimit) },
	"stroke-dasharray":          func(s *Computed) string { return dashText(svgOf(s).StrokeDasharray) },
	"column-rule-color":         func(s *Computed) string { return colorText(rulesOf(s).Columns.Colors.First()) },
	"row-rule-color":            func(s *Computed) string { return colorText(rulesOf(s).Rows.Colors.First()) },
	"background-position":       func(s *Computed) string { return positionsText(&s.inner.backgrounds) },
	"mask-position":             func(s *Computed) string { return positionsText(&s.inner.masks) },
	"-webkit-mask-position":     func(s *Computed) string { return positionsText(&s.inner.masks) },
	"mask-size":                 func(s *Computed) string { return sizesText(s.inner.masks.sizes) },
	"-webkit-mask-size":         func(s *Computed) string { return sizesText(s.inner.masks.sizes) },
	"-webkit-text-stroke-width": func(s *Computed) string { return unitPx1(s.TextStroke.Width) },
	"-webkit-text-stroke-color": func(s *Computed) string { return colorText(s.TextStroke.Color) },
	"text-emphasis-color":       func(s *Computed) string { return colorText(s.EmphasisColor) },
	"border-spacing":            func(s *Computed) string { return unitPx1(s.BorderSpacing[0]) + " " + unitPx1(s.BorderSpacing[1]) },
	"shape-margin":              func(s *Computed) string { return lengthText(s.ShapeMargin, "0px") },
	"font-variation-settings":   func(s *Computed) string { return variationsText(s.Font.Variations) },
	"perspective-origin": func(s *Computed) string {
		return lengthText(s.PerspectiveOrigin[0], "50%") + " " + lengthText(s.PerspectiveOrigin[1], "50%")
	},
	"text-decoration-thickness": func(s *Computed) string {
		if s.inner.decoThickness.Kind == Content {
			return "from-font"
		}
		return lengthText(s.inner.decoThickness, "auto")
	},
	"offset-distance": func(s *Computed) string {
		if s.Offset == nil {
			return "0px"
		}
		return lengthText(s.Offset.Distance, "0px")
	},
	"perspective": func(s *Computed) string {
		return map[bool]string{true: px(s.Perspective), false: "none"}[s.Perspective > 0]
	},
	"-webkit-perspective": func(s *Computed) string {
		return map[bool]string{true: px(s.Perspective), false: "none"}[s.Perspective > 0]
	},
}

// geometryText returns the value of a geometry property of an SVG element, which its attribute specifies.
func geometryText(n *dom.Node, s *Computed, property string) (string, bool) {
	sv := svgOf(s)
	set := map[string]Length{"x": sv.GeometryX, "y": sv.GeometryY, "cx": sv.CX, "cy": sv.CY, "r": sv.R, "rx": sv.RX, "ry": sv.RY}
	v, has := n.Attr(property)
	v = strings.TrimSpace(v)
	switch property {
	case "x", "y", "cx", "cy", "r", "rx", "ry":
		if l := set[property]; !l.IsAuto() {
			return lengthText(l, "auto"), true
		}
	case "d":
		if sv.D != "" {
			v = sv.D
		} else if !has {
			return "none", true
		}
		return css.Serialize([]css.Token{{Kind: css.Function, Value: "path"}, {Kind: css.String, Value: v}, {Kind: css.RightParen}}), true
	case "width", "height":
		if !has || n.Tag == "svg" {
			return "", false
		}
	default:
		return "", false
	}
	if !has {
		v = "0"
	}
	if _, err := strconv.ParseFloat(v, 64); err == nil {
		v += "px"
	}
	return v, true
}

// individualText serializes translate, rotate or scale.
func individualText(list []TransformFunc) string {
	if len(list) != 1 {
		return "none"
	}
	switch f := &list[0]; f.Kind {
	case TransformTranslate:
		text := lengthText(f.X, "0px") + " " + lengthText(f.Y, "0px")
		if f.N[0] != 0 {
			text += " " + px(f.N[0])
		}
		return text
	case TransformRotate:
		return num(f.N[0]) + "deg"
	case TransformTurn:
		return num(f.N[0]) + " " + num(f.N[1]) + " " + num(f.N[2]) + " " + num(f.N[3]) + "deg"
	case TransformScale:
		text := num(f.N[0]) + " " + num(f.N[1])
		if f.N[2] != 1 {
			text += " " + num(f.N[2])
		}
		return text
	}
	return "none"
}

func paintText(p *Paint) string {
	switch p.Kind {
	case PaintColor:
		return colorText(p.Color)
	case PaintNone:
		return "none"
	case PaintContextFill:
		return "context-fill"
	case PaintContextStroke:
		return "context-stroke"
	}
	return `url("#` + p.URL + `")`
}

func dashText(list []Length) string {
	if len(list) == 0 {
		return "none"
	}
	parts := make([]string, len(list))
	for i, l := range list {
		parts[i] = lengthText(l, "0px")
	}
	return strings.Join(parts, ", ")
}

// filterText serializes a list of filter functions.
func filterText(list []Filter) string {
	if len(list) == 0 {
		return "none"
	}
	parts := make([]string, len(list))
	for i := range list {
		f := &list[i]
		switch f.Kind {
		case FilterBlur:
			parts[i] = "blur(" + unitPx1(f.Blur) + ")"
		case FilterDropShadow:
			parts[i] = "drop-shadow(" + shadowText([]Shadow{f.Shadow}, false) + ")"
		case FilterHueRotate:
			parts[i] = "hue-rotate(" + num(f.Amount) + "deg)"
		default:
			if f.URL != "" {
				parts[i] = `url("` + f.URL + `")`
				continue
			}
			parts[i] = keyOf(filterKinds, f.Kind) + "(" + num(f.Amount) + ")"
		}
	}
	return strings.Join(parts, " ")
}
