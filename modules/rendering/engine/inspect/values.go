package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// ValueKind is the type that the values of a property are compared as.
type ValueKind uint8

// The types of values.
const (
	NoKind ValueKind = iota // not a supported property
	ColorKind
	NumberKind
	FamilyKind  // names of font families, in order
	KeywordKind // compared as text
)

// Value is one computed value of a property.
type Value struct {
	// Longhand is the property to declare to change this value.
	Longhand string
	// Stop is set for a colour stop of a gradient.
	Stop  bool
	Color style.Color
	// Px is the value in CSS pixels, Em in font sizes, Percent of the box, Number without a unit; Units tells which of
	// them are set.
	Px, Em, Percent, Number float64
	Units                   Units
	// Text is the value as getComputedStyle serializes it.
	Text string
}

// Units is the set of units that a number is available in.
type Units uint8

// The units.
const (
	UnitPx Units = 1 << iota
	UnitEm
	UnitPercent
	UnitNumber
)

// colorFamilies maps the properties that are compared as colours to their longhands.
var colorFamilies = map[string][]string{
	"color":                     {"color"},
	"background":                {"background-color", "background-image"},
	"background-color":          {"background-color"},
	"background-image":          {"background-image"},
	"border-color":              {"border-top-color", "border-right-color", "border-bottom-color", "border-left-color"},
	"border-top-color":          {"border-top-color"},
	"border-right-color":        {"border-right-color"},
	"border-bottom-color":       {"border-bottom-color"},
	"border-left-color":         {"border-left-color"},
	"outline-color":             {"outline-color"},
	"text-decoration-color":     {"text-decoration-color"},
	"-webkit-text-fill-color":   {"-webkit-text-fill-color"},
	"-webkit-text-stroke-color": {"-webkit-text-stroke-color"},
	"text-shadow":               {"text-shadow"},
	"box-shadow":                {"box-shadow"},
	"fill":                      {"fill"},
	"stroke":                    {"stroke"},
}

// numbers holds the longhands that are compared as numbers.
var numbers = map[string]bool{
	"font-size": true, "font-weight": true, "font-stretch": true, "line-height": true, "letter-spacing": true, "word-spacing": true, "text-indent": true,
	"border-top-left-radius": true, "border-top-right-radius": true, "border-bottom-right-radius": true, "border-bottom-left-radius": true,
	"border-top-width": true, "border-right-width": true, "border-bottom-width": true, "border-left-width": true, "outline-width": true,
	"padding-top": true, "padding-right": true, "padding-bottom": true, "padding-left": true,
	"margin-top": true, "margin-right": true, "margin-bottom": true, "margin-left": true,
	"row-gap": true, "column-gap": true, "opacity": true, "stroke-width": true,
}

// textual holds the properties that are visible on text only.
var textual = map[string]bool{
	"color": true, "font-family": true, "font-size": true, "font-weight": true, "font-stretch": true, "line-height": true, "letter-spacing": true, "word-spacing": true,
	"text-transform": true, "text-align": true, "text-indent": true, "text-decoration": true, "text-decoration-line": true, "text-decoration-color": true,
	"text-decoration-style": true, "text-underline-offset": true, "text-shadow": true, "white-space-collapse": true, "text-wrap-mode": true, "text-wrap-style": true,
	"word-break": true, "overflow-wrap": true, "-webkit-text-fill-color": true, "-webkit-text-stroke-color": true,
}

// KindOf returns the type that the values of a property are compared as.
func KindOf(property string) ValueKind {
	if colorFamilies[property] != nil {
		return ColorKind
	}
	if property == "font-family" {
		return FamilyKind
	}
	longhands := style.Longhands(property)
	if len(longhands) == 0 || slices.ContainsFunc(longhands, func(l string) bool { return !style.Written(l) }) {
		return NoKind
	}
	if !slices.ContainsFunc(longhands, func(l string) bool { return !numbers[l] }) {
		return NumberKind
	}
	return KeywordKind
}

// Paints reports whether a property is visible on an element: text properties on text, colours where they are painted,
// the shape of corners where there is a background or border to round.
func (v *View) Paints(i int, property string) bool {
	e := &v.Elements[i]
	if e.Opacity == 0 || e.Style.Visibility != style.Visible {
		return false
	}
	s := e.Style
	switch {
	case textual[property]:
		return e.Text != ""
	case property == "fill" || property == "stroke" || property == "stroke-width":
		return e.Shape
	case e.Shape:
		return false
	case strings.Contains(property, "radius"):
		return !e.Box.Empty() && (s.BackgroundColor.A > 0 || len(s.Background) > 0 || len(s.BoxShadow) > 0 || bordered(s) || e.Image != "")
	case colorFamilies[property] != nil, strings.HasPrefix(property, "border") && strings.HasSuffix(property, "width"):
		return true // only painted colours have values
	}
	return !e.Box.Empty()
}

func bordered(s *style.Computed) bool {
	for _, b := range s.Border {
		if b.Width > 0 && b.Color.A > 0 {
			return true
		}
	}
	return false
}

// Values returns the distinct computed values of a property on an element, of every longhand, corner, side and colour
// stop. Borders without a width have none.
func (v *View) Values(i int, property string) []Value {
	e := &v.Elements[i]
	switch KindOf(property) {
	case ColorKind:
		return v.colors(e, property)
	case FamilyKind:
		out := make([]Value, len(e.Style.Font.Families))
		for j, f := range e.Style.Font.Families {
			out[j] = Value{Longhand: "font-family", Text: f}
		}
		return out
	case NumberKind:
		return numbersOf(e, style.Longhands(property))
	case KeywordKind:
		var out []Value
		for _, l := range style.Longhands(property) {
			text, _ := e.Style.Text(l)
			out = append(out, Value{Longhand: l, Text: text})
		}
		return out
	}
	return nil
}

func (v *View) colors(e *Element, property string) []Value {
	var out []Value
	s := e.Style
	put := func(longhand string, c style.Color, stop bool) {
		out = append(out, Value{Longhand: longhand, Color: c, Stop: stop, Text: ColorText(c)})
	}
	for _, l := range colorFamilies[property] {
		switch l {
		case "color":
			put(l, s.Color, false)
			if e.Text == "" {
				break
			}
			if s.TextFill != s.Color {
				put("-webkit-text-fill-color", s.TextFill, false)
			}
			for j := range s.Background {
				if s.TextFill.A < 255 && s.Background[j].Clip == style.TextArea {
					stops(s.Background[j].Image, func(c style.Color) { put("background-image", c, true) })
				}
			}
		case "background-color":
			put(l, s.BackgroundColor, false)
		case "background-image":
			for j := range s.Background {
				stops(s.Background[j].Image, func(c style.Color) { put(l, c, true) })
			}
		case "border-top-color", "border-right-color", "border-bottom-color", "border-left-color":
			side := slices.Index(borderSides, strings.TrimSuffix(strings.TrimPrefix(l, "border-"), "-color"))
			if s.Border[side].Width > 0 {
				put(l, s.Border[side].Color, false)
			}
		case "outline-color":
			if s.Outline.Width > 0 {
				put(l, s.Outline.Color, false)
			}
		case "text-decoration-color":
			// Lines propagated from an ancestor have the ancestor's colours.
			if line, _ := s.Text("text-decoration-line"); line != "none" && len(s.Decorations) > 0 {
				put(l, s.Decorations[len(s.Decorations)-1].Color, false)
			}
		case "-webkit-text-fill-color":
			put(l, s.TextFill, false)
		case "-webkit-text-stroke-color":
			if s.TextStroke.Width > 0 {
				put(l, s.TextStroke.Color, false)
			}
		case "text-shadow":
			for _, sh := range s.TextShadow {
				put(l, sh.Color, true)
			}
		case "box-shadow":
			for _, sh := range s.BoxShadow {
				put(l, sh.Color, true)
			}
		case "fill", "stroke":
			if s.SVG == nil {
				break
			}
			paint := s.SVG.Fill
			if l == "stroke" {
				paint = s.SVG.Stroke
			}
			if paint.Kind == style.PaintColor && (l == "fill" || s.SVG.StrokeWidth.Px > 0 || s.SVG.StrokeWidth.HasPercent()) {
				put(l, paint.Color, false)
			}
		}
	}
	return out
}

var borderSides = []string{"top", "right", "bottom", "left"}

// stops passes the colours of a gradient, or of a solid colour as an image, to put.
func stops(img *style.Image, put func(style.Color)) {
	switch {
	case img == nil:
	case img.Solid != nil:
		put(*img.Solid)
	case img.Gradient != nil:
		for _, s := range img.Gradient.Stops {
			if !s.Hint {
				put(s.Color)
			}
		}
	default:
		for j := range img.CrossFade {
			stops(&img.CrossFade[j].Image, put)
		}
	}
}

// ColorText formats a colour as #RRGGBB, or #RRGGBBAA when it is not opaque; a spot ink as its function.
func ColorText(c style.Color) string {
	const hex = "0123456789ABCDEF"
	b := []byte{'#', hex[c.R>>4], hex[c.R&15], hex[c.G>>4], hex[c.G&15], hex[c.B>>4], hex[c.B&15]}
	if c.A != 255 {
		b = append(b, hex[c.A>>4], hex[c.A&15])
	}
	if r := c.Ink.Recipe(); r.Spot != "" {
		return fmt.Sprintf(`-platen-spot("%s", %g, %s)`, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(r.Spot), r.Tint, b)
	}
	return string(b)
}

func numbersOf(e *Element, longhands []string) []Value {
	var out []Value
	for _, l := range longhands {
		text, _ := e.Style.Text(l)
		if strings.HasSuffix(l, "-width") && text == "0px" && strings.HasPrefix(l, "border-") {
			continue
		}
		parts := strings.Fields(text)
		if strings.Contains(text, "(") {
			parts = []string{text}
		}
		for j, part := range parts {
			if j > 0 && part == parts[0] {
				continue
			}
			val := numberOf(l, part)
			val.Text = part
			size := e.Style.Font.Size
			if val.Units&UnitPx != 0 && size > 0 {
				val.Em, val.Units = val.Px/size, val.Units|UnitEm
				if l == "line-height" {
					val.Number, val.Units = val.Px/size, val.Units|UnitNumber
				}
			}
			if strings.HasSuffix(l, "-radius") {
				side := e.Box.W
				if j > 0 {
					side = e.Box.H
				}
				switch {
				case val.Units&UnitPx != 0 && side > 0:
					val.Percent, val.Units = val.Px*100/side, val.Units|UnitPercent
				case val.Units&UnitPercent != 0:
					val.Px, val.Units = val.Percent*side/100, val.Units|UnitPx
				}
			}
			out = append(out, val)
		}
	}
	return out
}

// numberOf parses a computed number; keywords that are equivalent to a number are converted.
func numberOf(longhand, text string) Value {
	v := Value{Longhand: longhand}
	if text == "normal" && (longhand == "letter-spacing" || strings.HasSuffix(longhand, "-gap")) {
		text = "0px"
	}
	for _, u := range []struct {
		suffix string
		unit   Units
		to     *float64
	}{{"px", UnitPx, &v.Px}, {"%", UnitPercent, &v.Percent}, {"", UnitNumber, &v.Number}} {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		if f, err := strconv.ParseFloat(number, 64); err == nil {
			*u.to, v.Units = f, u.unit
			return v
		}
	}
	return v
}
