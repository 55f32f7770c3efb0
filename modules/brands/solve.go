package brands

import (
	"math"
	"slices"
	"strings"
)

// choice is a candidate value for a slot.
type choice struct {
	css    string
	values []Value
}

// solve returns the violated locks of a slot and the value nearest to the current one that satisfies as many locks as
// possible. Of contradicting locks the one with the higher precedence applies; the other is skipped with a warning.
// also, if not nil, filters the candidates.
func (j *evaluation) solve(e int, s *slot, also func(c *choice) bool) (fix *choice, broken []*lock) {
	choices := j.choices(e, s)
	fits := func(list []*lock) []*choice {
		var out []*choice
		for i := range choices {
			if j.satisfied(list, choices[i].values) {
				out = append(out, &choices[i])
			}
		}
		return out
	}
	locks := slices.Clone(s.locks)
	slices.SortStableFunc(locks, func(a, b *lock) int {
		switch {
		case a.precedes(b):
			return -1
		case b.precedes(a):
			return 1
		}
		return 0
	})
	var heeded []*lock
	for _, l := range locks {
		with := append(slices.Clone(heeded), l)
		if len(fits(with)) == 0 {
			if len(heeded) == 0 {
				heeded = with // no candidate satisfies it: it is reported without a fix
				continue
			}
			j.note("lock_overruled", j.pathOf(e), "The lock "+l.ID+" conflicts with one that takes precedence on "+j.page.Selector(e)+" and was not applied there.")
			continue
		}
		heeded = with
	}
	for _, l := range heeded {
		if !l.passes(j.kit.Kit, s.values) {
			broken = append(broken, l)
		}
	}
	best := math.Inf(1)
	for _, c := range fits(heeded) {
		if also != nil && !also(c) {
			continue
		}
		if d := candidateDistance(s.values, c.values); d < best {
			fix, best = c, d
		}
	}
	slices.SortFunc(broken, func(a, b *lock) int { return a.index - b.index })
	return fix, broken
}

// candidateDistance returns the distance of a candidate from the current value.
func candidateDistance(have, choice []Value) float64 {
	if len(have) == 0 || len(choice) == 0 {
		return 1
	}
	a, b := &have[0], &choice[0]
	switch {
	case a.Units&b.Units&UnitPx != 0:
		return math.Abs(a.Px - b.Px)
	case a.Units&b.Units&UnitNumber != 0:
		return math.Abs(a.Number - b.Number)
	case a.Units != 0 || b.Units != 0:
		return 1e6
	case a.Color != b.Color:
		return a.Color.distance(b.Color)
	case !strings.EqualFold(a.Text, b.Text):
		return 1
	}
	return 0
}

// choices returns the candidate values for a slot: the current value, the locks' values and the kit's values.
func (j *evaluation) choices(e int, s *slot) []choice {
	out := []choice{{values: s.values}}
	if len(s.values) > 0 {
		out[0].css = s.values[0].Text
	}
	sort := s.locks[0].kind
	k := j.kit.Kit
	switch sort {
	case ColorKind:
		put := func(c Color) {
			out = append(out, choice{c.hex(), []Value{{Longhand: s.longhand, Stop: s.stop, Color: c, Text: c.hex()}}})
		}
		for _, l := range s.locks {
			for i := range l.values {
				put(l.values[i].color)
			}
		}
		for _, name := range sorted(k.Colors.Palette) {
			if c, ok := k.color(j.styles, name); ok {
				put(c)
			}
		}
		for _, grey := range []uint8{0, 255, 17, 238, 51, 204, 85, 170, 119, 136} {
			put(Color{grey, grey, grey, 255})
		}
		for _, c := range []Color{{15, 23, 42, 255}, {30, 64, 175, 255}, {127, 29, 29, 255}, {20, 83, 45, 255}, {248, 250, 252, 255}, {254, 243, 199, 255}} {
			put(c)
		}
	case NumberKind:
		size, side := j.fontSize(e), j.elements[e].Box.W
		for _, l := range s.locks {
			wants := slices.Clone(l.values)
			for _, w := range []*lockValue{l.low, l.high} {
				if w != nil {
					wants = append(wants, *w)
				}
			}
			for _, w := range wants {
				out = append(out, numberChoice(s.longhand, w, size, side))
				for _, step := range []float64{1, -1, 2, -2, 4, -4, 100, -100} {
					if w.unit == UnitEm || w.unit == UnitNumber && s.longhand != "font-weight" {
						step /= 10
					}
					if l.Mode == Forbid && w.n+step >= 0 && !(s.longhand == "opacity" && w.n+step > 1) {
						near := w
						near.n += step
						near.css = number(near.n) + map[Units]string{UnitPx: "px", UnitEm: "em", UnitPercent: "%"}[w.unit]
						out = append(out, numberChoice(s.longhand, near, size, side))
					}
				}
			}
		}
	case FamilyKind:
		put := func(css string) {
			out = append(out, choice{css, familyValues(css)})
		}
		for _, l := range s.locks {
			if l.Mode == Forbid {
				continue
			}
			for i := range l.values {
				put(l.values[i].css)
			}
		}
		for _, f := range k.Typography.Fonts {
			put(k.families(f.Family))
			put(quoteFamily(f.Family))
		}
		for _, f := range []string{"Inter", "Noto Sans", "Noto Serif", "sans-serif", "serif", "monospace"} {
			put(quoteFamily(f))
		}
	case KeywordKind:
		words := []string{}
		for _, l := range s.locks {
			if l.Mode != Forbid {
				for i := range l.values {
					words = append(words, l.values[i].css)
				}
			}
		}
		words = append(words, "initial", "none", "normal", "auto", "0", "start", "left", "center", "uppercase", "lowercase", "capitalize", "visible", "hidden", "solid", "dashed", "wrap", "nowrap")
		for _, w := range words {
			if text, ok := j.styles.Canonical(s.longhand, w); ok {
				out = append(out, choice{w, []Value{{Longhand: s.longhand, Text: text}}})
			}
		}
	}
	return out
}

// numberChoice returns a candidate for a number, converted to every unit that can be derived for the element.
func numberChoice(longhand string, w lockValue, size, side float64) choice {
	v := Value{Longhand: longhand, Text: w.css, Units: w.unit}
	switch w.unit {
	case UnitPx:
		v.Px = w.n
		if size > 0 && longhand != "font-size" {
			v.Em, v.Units = w.n/size, v.Units|UnitEm
			if longhand == "line-height" {
				v.Number, v.Units = w.n/size, v.Units|UnitNumber
			}
		}
		if side > 0 && strings.HasSuffix(longhand, "-radius") {
			v.Percent, v.Units = w.n*100/side, v.Units|UnitPercent
		}
	case UnitEm:
		v.Em, v.Px, v.Units = w.n, w.n*size, v.Units|UnitPx
	case UnitPercent:
		v.Percent = w.n
		if side > 0 && strings.HasSuffix(longhand, "-radius") {
			v.Px, v.Units = w.n*side/100, v.Units|UnitPx
		}
	case UnitNumber:
		v.Number = w.n
		if longhand == "line-height" && size > 0 {
			v.Px, v.Em, v.Units = w.n*size, w.n, v.Units|UnitPx|UnitEm
		}
	}
	return choice{w.css, []Value{v}}
}

// fontSize returns an element's font size in CSS pixels.
func (j *evaluation) fontSize(e int) float64 {
	if v := j.page.Values(e, "font-size"); len(v) > 0 {
		return v[0].Px
	}
	return 16
}

// familyValues parses a font-family value written by families or quoteFamily.
func familyValues(css string) []Value {
	var out []Value
	for name := range strings.SplitSeq(css, ",") {
		out = append(out, Value{Longhand: "font-family", Text: strings.Trim(strings.TrimSpace(name), `"`)})
	}
	return out
}
