package brands

import (
	"slices"
	"strconv"
)

// decl is a CSS declaration of a fix.
type decl struct{ property, value string }

// finding is a violation of a lock by an element on a page.
type finding struct {
	lock     *lock
	page     int
	element  int
	selector string // of the element, the same on every page
	property string // the longhand that violates the lock, "" for layout
	rule     string
	actual   []string
	expected any
	message  string
	outputs  []string
	// fixes resolve the violation: declarations of the element itself; others are changes of other elements.
	fixes  []decl
	others []change
}

// change is the part of a fix that applies to one element.
type change struct {
	selector string
	decls    []decl
	attrs    []decl
	hidden   bool
}

// evaluation checks the pages of one request.
type evaluation struct {
	kit      *Compiled
	styles   Styles
	request  *request
	pages    []Page
	page     Page
	number   int // of the page
	elements []Element
	findings []*finding
	byKey    map[string]*finding
	notes    []note
	noted    map[string]bool
	// painted maps elements to their backgrounds after the fixes.
	painted map[int]func(c Color, stop bool) Color
	colored map[int]Color // the text's colour after the fixes
	solid   map[int]bool  // elements that the fixes make opaque
}

// note is a warning that is not a violation of a lock.
type note struct{ code, path, message string }

// all checks every page.
func (j *evaluation) all() {
	j.byKey, j.noted = map[string]*finding{}, map[string]bool{}
	for i, p := range j.pages {
		j.page, j.number, j.elements = p, i, p.Elements()
		j.painted, j.colored, j.solid = map[int]func(Color, bool) Color{}, map[int]Color{}, map[int]bool{}
		for e := range j.elements {
			j.properties(e)
		}
		j.layout()
	}
}

func (j *evaluation) note(code, path, message string) {
	if key := code + message; !j.noted[key] {
		j.noted[key] = true
		j.notes = append(j.notes, note{code, path, message})
	}
}

// record records a finding, merging the same finding on several pages.
func (j *evaluation) record(f *finding) {
	f.page, f.selector = j.number, j.page.Selector(f.element)
	if f.rule == "" {
		f.rule = "brand_lock." + f.lock.subject() + "." + f.lock.Mode
	}
	key := f.lock.ID + "\x00" + f.selector + "\x00" + f.property
	if had := j.byKey[key]; had != nil {
		if out := j.page.Output(); !slices.Contains(had.outputs, out) {
			had.outputs = append(had.outputs, out)
		}
		for _, a := range f.actual {
			if !slices.Contains(had.actual, a) {
				had.actual = append(had.actual, a)
			}
		}
		if len(had.fixes) == 0 {
			had.fixes = f.fixes
		}
		return
	}
	f.outputs = []string{j.page.Output()}
	j.byKey[key] = f
	j.findings = append(j.findings, f)
}

// slot is one constrained value of an element: a longhand, a colour stop, a corner's axis.
type slot struct {
	longhand string
	stop     bool
	values   []Value
	locks    []*lock
	subjects []string // the locked properties, one for each lock
}

// properties checks an element against the locks of properties and of contrast.
func (j *evaluation) properties(e int) {
	var slots []*slot
	byKey := map[string]*slot{}
	for _, l := range j.kit.locks {
		if l.Property == "" {
			continue
		}
		if l.sel != nil && !j.page.Match(l.sel, e) || l.sel == nil && !j.page.Paints(e, l.Property) {
			continue
		}
		values := j.page.Values(e, l.Property)
		if l.kind == FamilyKind {
			values = values[:min(len(values), 64)]
			byKey = j.slot(byKey, &slots, "font-family", values, l)
			continue
		}
		seen := map[string]int{}
		for i := range values {
			key := values[i].Longhand
			if values[i].Stop {
				key += "#" + values[i].Text
			}
			seen[key]++
			if !values[i].Stop && seen[key] > 1 {
				key += "/" + strconv.Itoa(seen[key])
			}
			byKey = j.slot(byKey, &slots, key, values[i:i+1], l)
		}
	}
	// Backgrounds come first: contrast is checked against their new values.
	rank := func(s *slot) int {
		switch s.longhand {
		case "background-color":
			return 0
		case "background-image":
			return 1
		case "color":
			return 3
		case "-webkit-text-fill-color":
			return 4
		}
		return 2
	}
	slices.SortStableFunc(slots, func(a, b *slot) int { return rank(a) - rank(b) })
	stops := map[Color]Color{}
	var broken []*finding
	for _, s := range slots {
		if s.longhand == "color" || s.longhand == "-webkit-text-fill-color" {
			break
		}
		broken = append(broken, j.solveSlot(e, s, stops)...)
	}
	if len(stops) > 0 {
		j.recolor(e, stops, broken)
	}
	var text, fill *slot
	for _, s := range slots {
		switch s.longhand {
		case "color":
			text = s
		case "-webkit-text-fill-color":
			fill = s
		}
	}
	j.textColor(e, text, fill)
	for _, f := range broken {
		j.record(f)
	}
}

func (j *evaluation) slot(byKey map[string]*slot, slots *[]*slot, key string, values []Value, l *lock) map[string]*slot {
	s := byKey[key]
	if s == nil {
		s = &slot{longhand: "font-family", values: values}
		if len(values) > 0 {
			s.longhand, s.stop = values[0].Longhand, values[0].Stop
		}
		byKey[key] = s
		*slots = append(*slots, s)
	}
	if !slices.Contains(s.locks, l) {
		s.locks, s.subjects = append(s.locks, l), append(s.subjects, l.Property)
	}
	return byKey
}

// solveSlot checks one slot and finds the value that fixes it. Changes of colour stops are collected in stops.
func (j *evaluation) solveSlot(e int, s *slot, stops map[Color]Color) []*finding {
	if j.satisfied(s.locks, s.values) {
		return nil
	}
	fix, broken := j.solve(e, s, nil)
	if len(broken) == 0 {
		return nil
	}
	var fixes []decl
	switch {
	case fix == nil:
	case s.stop && s.longhand == "background-image":
		stops[s.values[0].Color] = fix.values[0].Color
	case s.stop:
		fixes = []decl{{s.longhand, "none"}}
	default:
		fixes = []decl{{s.longhand, fix.css}}
		if s.longhand == "background-color" {
			color := fix.values[0].Color
			j.paint(e, func(c Color, stop bool) Color {
				if stop {
					return c
				}
				return color
			})
		}
	}
	return j.broken(e, s, broken, fixes)
}

func (j *evaluation) paint(e int, f func(c Color, stop bool) Color) {
	if before := j.painted[e]; before != nil {
		j.painted[e] = func(c Color, stop bool) Color { return f(before(c, stop), stop) }
		return
	}
	j.painted[e] = f
}

// recolor builds the fix of an element's background images and attaches it to the findings about them.
func (j *evaluation) recolor(e int, stops map[Color]Color, broken []*finding) {
	replace := func(c Color) Color {
		if to, ok := stops[c]; ok {
			return to
		}
		return c
	}
	text, ok := j.page.Recolored(e, replace)
	if !ok {
		text = "none"
	}
	j.paint(e, func(c Color, stop bool) Color {
		if !stop {
			return c
		}
		if !ok {
			return Color{}
		}
		return replace(c)
	})
	for _, f := range broken {
		if f.element == e && f.property == "background-image" && f.fixes == nil {
			f.fixes = []decl{{"background-image", text}}
		}
	}
}

func (j *evaluation) satisfied(locks []*lock, values []Value) bool {
	for _, l := range locks {
		if !l.passes(j.kit.Kit, values) {
			return false
		}
	}
	return true
}

// broken returns the findings of a slot.
func (j *evaluation) broken(e int, s *slot, locks []*lock, fixes []decl) []*finding {
	out := make([]*finding, 0, len(locks))
	for _, l := range locks {
		f := &finding{lock: l, element: e, property: s.longhand, expected: l.expected(), fixes: fixes}
		if s.longhand == "font-family" {
			f.actual = []string{familyText(s.values)}
		} else {
			for i := range s.values {
				f.actual = append(f.actual, s.values[i].Text)
			}
		}
		out = append(out, f)
	}
	return out
}

func familyText(values []Value) string {
	text := ""
	for i := range values {
		if i > 0 {
			text += ", "
		}
		text += quoteFamily(values[i].Text)
	}
	return text
}
