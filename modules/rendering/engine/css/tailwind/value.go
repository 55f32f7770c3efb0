package tailwind

import (
	"strconv"
	"strings"
)

// value is the part of a class after the utility's name.
type value struct {
	name     string // "4", "red-500", "1/2"
	arb      string // content of [...] or var() of (...)
	isArb    bool
	hint     string // data type hint of an arbitrary value: [length:var(--x)]
	modifier string // after the slash
	neg      bool
}

func parseValue(s string, neg bool) (value, bool) {
	v := value{neg: neg}
	if strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(") {
		end := closingBracket(s)
		if end < 0 {
			return v, false
		}
		if rest := s[end+1:]; rest != "" {
			m, ok := strings.CutPrefix(rest, "/")
			if !ok {
				return v, false
			}
			v.modifier = m
		}
		a, ok := arbitrary("[" + s[1:end] + "]")
		if !ok {
			return v, false
		}
		if h, rest, ok := strings.Cut(a, ":"); ok && isHint(h) {
			v.hint, a = h, rest
		}
		if s[0] == '(' {
			a = "var(" + a + ")"
		}
		v.arb, v.isArb = a, true
		return v, true
	}
	v.name = s
	// A slash between two numbers is a fraction, otherwise it begins a modifier.
	if a, m, ok := strings.Cut(s, "/"); ok {
		_, err1 := strconv.Atoi(a)
		_, err2 := strconv.Atoi(m)
		if err1 != nil || err2 != nil {
			v.name, v.modifier = a, m
		}
	}
	return v, true
}

// closingBracket returns the index of the bracket that closes the one at the beginning, -1 if there is none.
func closingBracket(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func isHint(h string) bool {
	switch h {
	case "length", "color", "percentage", "number", "size", "position", "image", "url", "family-name", "angle", "integer", "bg-size", "shadow", "line-width", "absolute-size", "relative-size", "generic-name", "weight":
		return true
	}
	return false
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.ContainsAny(s, "eExXpPnNiI_")
}

func (v value) sign(s string) string {
	if v.neg && s != "" {
		return "calc(" + s + " * -1)"
	}
	return s
}

// spacing parses a value of the spacing scale: quarter rems, px, fractions, full, arbitrary.
func (v value) spacing() string {
	if v.isArb {
		return v.sign(v.arb)
	}
	switch v.name {
	case "px":
		return v.sign("1px")
	case "full":
		return v.sign("100%")
	case "0":
		return "0px"
	}
	if a, b, ok := strings.Cut(v.name, "/"); ok && isNumber(a) && isNumber(b) {
		return v.sign("calc(" + a + " / " + b + " * 100%)")
	}
	if isNumber(v.name) && v.name[0] != '-' && v.name[0] != '+' {
		return v.sign("calc(0.25rem * " + v.name + ")")
	}
	return ""
}

var containers = map[string]string{"3xs": "16rem", "2xs": "18rem", "xs": "20rem", "sm": "24rem", "md": "28rem", "lg": "32rem", "xl": "36rem",
	"2xl": "42rem", "3xl": "48rem", "4xl": "56rem", "5xl": "64rem", "6xl": "72rem", "7xl": "80rem"}

// size parses a width or height; axis is w or h and selects the viewport keywords.
func (v value) size(axis string) string {
	if s := v.spacing(); s != "" {
		return s
	}
	switch v.name {
	case "auto", "none":
		return v.name
	case "screen":
		return "100v" + axis
	case "lh":
		if axis == "h" {
			return "1lh"
		}
		return ""
	case "svw", "svh", "lvw", "lvh", "dvw", "dvh":
		return "100" + v.name
	case "min", "max", "fit":
		return v.name + "-content"
	case "prose":
		return "65ch"
	}
	if s, ok := strings.CutPrefix(v.name, "screen-"); ok {
		return breakpoints[s]
	}
	if axis == "w" {
		return containers[v.name]
	}
	return ""
}

// number parses a bare number or an arbitrary value.
func (v value) number() string {
	switch {
	case v.isArb:
		return v.arb
	case isNumber(v.name):
		if v.neg {
			return "-" + v.name
		}
		return v.name
	}
	return ""
}

// suffix parses a number and appends a unit.
func (v value) suffix(unit string) string {
	if v.isArb {
		return v.sign(v.arb)
	}
	if isNumber(v.name) {
		return v.sign(v.name + unit)
	}
	return ""
}

// percent parses 50 as 50%.
func (v value) percent() string {
	if v.isArb {
		return v.arb
	}
	if isNumber(v.name) {
		return v.name + "%"
	}
	return ""
}

var shades = map[string]int{"50": 0, "100": 1, "200": 2, "300": 3, "400": 4, "500": 5, "600": 6, "700": 7, "800": 8, "900": 9, "950": 10}

// color parses a colour of the palette or an arbitrary one, with an optional /opacity.
func (v value) color() string {
	c := ""
	switch {
	case v.isArb:
		if !looksLikeColor(v) {
			return ""
		}
		c = v.arb
	case v.name == "black":
		c = "#000"
	case v.name == "white":
		c = "#fff"
	case v.name == "transparent":
		return "transparent"
	case v.name == "current":
		c = "currentcolor"
	case v.name == "inherit":
		return "inherit"
	default:
		name, shade, _ := strings.Cut(v.name, "-")
		p, ok := palette[name]
		i, ok2 := shades[shade]
		if !ok || !ok2 {
			return ""
		}
		c = "oklch(" + p[i] + ")"
	}
	if v.modifier == "" {
		return c
	}
	m := percentOf(v.modifier)
	if m == "" {
		return ""
	}
	return "color-mix(in oklab, " + c + " " + m + ", transparent)"
}

// percentOf returns an opacity modifier as a percentage; "" for one that is none.
func percentOf(modifier string) string {
	a, ok := arbitrary(modifier)
	if !ok && strings.HasPrefix(modifier, "(") && strings.HasSuffix(modifier, ")") {
		if a, ok = arbitrary("[" + modifier[1:len(modifier)-1] + "]"); ok {
			return "var(" + a + ")"
		}
	}
	switch {
	case ok && isNumber(a):
		f, _ := strconv.ParseFloat(a, 64)
		return strconv.FormatFloat(f*100, 'f', -1, 64) + "%"
	case ok:
		return a
	case isNumber(modifier):
		return modifier + "%"
	}
	return ""
}

func looksLikeColor(v value) bool {
	if v.hint != "" {
		return v.hint == "color"
	}
	a := strings.ToLower(v.arb)
	if strings.HasPrefix(a, "#") {
		return true
	}
	for _, f := range []string{"rgb", "hsl", "hwb", "lab(", "lch(", "oklab(", "oklch(", "color(", "color-mix(", "var(", "light-dark("} {
		if strings.HasPrefix(a, f) {
			return true
		}
	}
	// A colour name: letters only.
	for i := 0; i < len(a); i++ {
		if a[i] < 'a' || a[i] > 'z' {
			return false
		}
	}
	return true
}
