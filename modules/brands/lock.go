package brands

import (
	"math"
	"strconv"
	"strings"
)

// lockValue is one parsed value of a lock.
type lockValue struct {
	css   string // as written in a declaration
	color Color
	unit  Units // the unit of n; 0 for keywords
	n     float64
	text  string // of keywords and families: in computed form
}

// lock is a compiled lock.
type lock struct {
	*Lock
	index     int
	sel       Selector // nil for none
	kind      ValueKind
	neutrals  bool // black, white and greys are exempt
	values    []lockValue
	low, high *lockValue // of range, min and max
	cells     []cell
	names     []string // of logos
}

// precedes reports whether a lock takes precedence over another one when both cannot be satisfied: errors before
// warnings, then the more specific selector, then the later one.
func (l *lock) precedes(m *lock) bool {
	if (l.Severity == Warn) != (m.Severity == Warn) {
		return m.Severity == Warn
	}
	if a, b := l.specificity(), m.specificity(); a != b {
		return a > b
	}
	return l.index > m.index
}

func (l *lock) specificity() uint64 {
	if l.sel == nil {
		return 0
	}
	return uint64(l.sel.Specificity()) + 1
}

// near is the tolerance for comparing numbers: computed values have three decimals.
const near = 0.011

// in returns a value's number in a unit.
func (v *Value) in(u Units) (float64, bool) {
	if v.Units&u == 0 {
		return 0, false
	}
	switch u {
	case UnitPx:
		return v.Px, true
	case UnitEm:
		return v.Em, true
	case UnitPercent:
		return v.Percent, true
	}
	return v.Number, true
}

func slack(u Units) float64 {
	if u == UnitEm || u == UnitNumber {
		return near / 10
	}
	return near
}

// same reports whether a value equals the expected one.
func (w *lockValue) same(s ValueKind, v *Value) bool {
	switch s {
	case ColorKind:
		return v.Color == w.color
	case NumberKind:
		n, ok := v.in(w.unit)
		return ok && math.Abs(n-w.n) <= slack(w.unit)
	}
	return strings.EqualFold(v.Text, w.text)
}

// passes reports whether the values of a property on an element satisfy the lock. The values are those of one longhand;
// for font-family, all family names.
func (l *lock) passes(k *Kit, values []Value) bool {
	if l.kind == FamilyKind {
		return l.familyPasses(k, values)
	}
	for i := range values {
		if !l.valuePasses(&values[i]) {
			return false
		}
	}
	return true
}

func (l *lock) valuePasses(v *Value) bool {
	if l.kind == ColorKind && v.Color.A == 0 && !(l.Mode == Exact && l.sel != nil) {
		return true // paints nothing
	}
	listed := false
	for i := range l.values {
		listed = listed || l.values[i].same(l.kind, v)
	}
	// What a spot ink prints is not known: only its replacement on screens is compared.
	switch l.Mode {
	case Exact:
		return listed && !v.Spot
	case Allow:
		return (listed || l.neutrals && v.Color.neutral()) && !v.Spot
	case Forbid:
		return !listed
	}
	if l.low != nil {
		if n, ok := v.in(l.low.unit); !ok || n < l.low.n-slack(l.low.unit) {
			return false
		}
	}
	if l.high != nil {
		if n, ok := v.in(l.high.unit); !ok || n > l.high.n+slack(l.high.unit) {
			return false
		}
	}
	return true
}

// familyPasses checks font-family: the first family must be an allowed one; those after it serve missing characters and
// may be any of the kit's fallbacks.
func (l *lock) familyPasses(k *Kit, values []Value) bool {
	if len(values) == 0 {
		return l.Mode == Forbid
	}
	listed := func(v *Value) bool {
		for i := range l.values {
			if l.values[i].same(FamilyKind, v) {
				return true
			}
		}
		return false
	}
	if l.Mode == Forbid {
		for i := range values {
			if listed(&values[i]) {
				return false
			}
		}
		return true
	}
	if !listed(&values[0]) {
		return false
	}
	for i := range values[1:] {
		v := &values[1+i]
		if !listed(v) && !generics[strings.ToLower(v.Text)] && !k.fallback(v.Text) {
			return false
		}
	}
	return true
}

func (k *Kit) fallback(family string) bool {
	for _, f := range k.Typography.Fonts {
		for _, b := range f.Fallback {
			if strings.EqualFold(b, family) {
				return true
			}
		}
	}
	return false
}

// expected returns the lock's expected value as plain JSON.
func (l *lock) expected() any {
	list := make([]any, len(l.values))
	for i := range l.values {
		list[i] = l.values[i].css
	}
	switch l.Mode {
	case Exact:
		if len(list) == 1 {
			return list[0]
		}
		return list
	case Allow:
		return list
	case Forbid:
		return map[string]any{"not": list}
	case Min:
		return l.low.css
	case Max:
		return l.high.css
	}
	return map[string]any{"min": l.low.css, "max": l.high.css}
}

// lengths maps the absolute CSS length units to pixels (CSS Values 4 section 6).
var lengths = map[string]float64{"px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "rem": 16}

// split separates a number from the unit that follows it.
func split(text string) (n float64, unit string, ok bool) {
	text = strings.TrimSpace(text)
	end := len(text)
	for end > 0 && (text[end-1] == '%' || 'a' <= text[end-1]|0x20 && text[end-1]|0x20 <= 'z') {
		end--
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	return n, strings.ToLower(text[end:]), err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) && math.Abs(n) < 1e6
}

// unitless are the longhands whose numbers have no unit.
var unitless = map[string]bool{"font-weight": true, "line-height": true, "opacity": true, "stroke-width": true}

// parseNumber parses a lock's number for a longhand. If it is invalid, fix is the probably intended value.
func parseNumber(styles Styles, longhand string, v any) (w lockValue, fix string, ok bool) {
	text := ""
	switch v := v.(type) {
	case string:
		text = strings.TrimSpace(v)
	case float64:
		text = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return w, "", false
	}
	n, unit, isNumber := split(text)
	if !isNumber {
		canonical, known := styles.Canonical(longhand, text)
		if !known {
			return w, "", false
		}
		if n, unit, isNumber = split(canonical); !isNumber {
			return w, "", false
		}
		text = canonical
	}
	w = lockValue{css: text, n: n}
	switch px, isLength := lengths[unit]; {
	case isLength && longhand != "font-weight" && longhand != "opacity":
		w.unit, w.n = UnitPx, n*px
	case unit == "em" && longhand == "line-height":
		w.unit = UnitNumber
		w.css = number(n)
	case unit == "em" && longhand != "font-size" && longhand != "font-weight" && longhand != "opacity":
		w.unit = UnitEm
	case unit == "%" && (longhand == "line-height" || longhand == "opacity"):
		w.unit, w.n = UnitNumber, n/100
		w.css = number(n / 100)
	case unit == "%" && longhand != "font-size" && longhand != "font-weight" && !strings.HasSuffix(longhand, "spacing"):
		w.unit = UnitPercent
	case unit == "" && unitless[longhand]:
		w.unit = UnitNumber
		if longhand == "stroke-width" {
			w.unit, w.css = UnitPx, number(n)+"px"
		}
	case unit == "" && n == 0:
		w.unit, w.css = UnitPx, "0px"
	case unit == "":
		return w, number(n) + "px", false
	default:
		return w, "", false
	}
	return w, "", true
}
