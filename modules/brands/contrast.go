package brands

import "math"

// textColor checks the colour of an element's text against its locks and the contrast locks.
func (j *evaluation) textColor(e int, text, fill *slot) {
	el := &j.elements[e]
	var least []*lock
	if el.Text != "" {
		for _, l := range j.kit.locks {
			if l.Target == Contrast && (l.sel == nil || j.page.Match(l.sel, e)) {
				least = append(least, l)
			}
		}
	}
	if text == nil && len(least) == 0 {
		return
	}
	values := j.page.Values(e, "color")
	if len(values) == 0 {
		return
	}
	if text == nil {
		text = &slot{longhand: "color", values: values[:1]}
	}
	clipped := false
	for i := range values {
		clipped = clipped || values[i].Stop
		if values[i].Longhand == "-webkit-text-fill-color" && fill == nil {
			fill = &slot{longhand: values[i].Longhand, values: values[i : i+1]}
		}
	}
	shown := text
	if fill != nil {
		shown = fill
	}
	behind, known := j.backdrop(e)
	opacity := j.opacity(e)
	if len(least) > 0 && (!known || clipped) {
		j.note("contrast_not_judged", j.pathOf(e), "The contrast of "+j.page.Selector(e)+" was not checked: its text is on an image or filled with one.")
		least = nil
	}
	need := 0.0
	for _, l := range least {
		if l.Severity != Warn {
			need = max(need, l.low.n)
		}
	}
	measured := worst(shown.values[0].Color, behind, opacity)
	enough := func(c Color) bool { return worst(c, behind, opacity) >= need }
	colorsKept := j.satisfied(text.locks, text.values) && (fill == nil || j.satisfied(fill.locks, fill.values))
	if colorsKept && measured >= need {
		for _, l := range least {
			if measured < l.low.n { // a lock of severity warning
				j.record(j.contrastFinding(e, l, measured, nil))
			}
		}
		return
	}
	both := &slot{longhand: "color", values: text.values, locks: text.locks}
	if fill != nil {
		for _, l := range fill.locks {
			if !has(both.locks, l) {
				both.locks = append(both.locks, l)
			}
		}
	}
	// If an override already sets the colour and the contrast is still too low, the background has changed since, so
	// another colour may fail as well: the element gets its own background instead.
	again := need > 0 && measured < need && j.request.declares(j, e, "color")
	fix, broken := j.choose(e, both, func(c *choice) bool {
		return !again && c.values[0].Color.A == 255 && enough(c.values[0].Color) || need == 0
	})
	var fixes []decl
	var others []change
	if fix == nil && need > 0 {
		if fix, fixes = j.plate(e, both, need); fix != nil {
			others = j.opaque(e)
		}
	}
	impossible := fix == nil && need > 0
	if impossible { // no colour that the other locks allow has enough contrast: these locks take precedence
		fix, broken = j.choose(e, both, nil)
	}
	if fix != nil {
		color := fix.values[0].Color
		j.colored[e] = color
		plated := len(fixes) > 0
		fixes = append([]decl{{"color", fix.css}}, fixes...)
		if fill != nil || plated { // even if it equals color now, it may be declared separately
			fixes = append(fixes, decl{"-webkit-text-fill-color", fix.css})
		}
	}
	for _, s := range []*slot{text, fill} {
		if s == nil {
			continue
		}
		var mine []*lock
		for _, l := range broken {
			if has(s.locks, l) && !l.passes(j.kit.Kit, s.values) {
				mine = append(mine, l)
			}
		}
		for _, f := range j.broken(e, s, mine, fixes) {
			j.record(f)
		}
	}
	for _, l := range least {
		switch {
		case measured >= l.low.n:
		case impossible && l.Severity != Warn:
			j.note("lock_overruled", j.pathOf(e), "No colour that the other locks allow on "+j.page.Selector(e)+" has the contrast that "+l.ID+" requires; it was not applied there.")
		default:
			f := j.contrastFinding(e, l, measured, fixes)
			f.others = others
			j.record(f)
		}
	}
}

// opaque returns the changes that make an element and its ancestors opaque.
func (j *evaluation) opaque(e int) []change {
	var out []change
	for up := e; up >= 0; up = j.elements[up].Parent {
		of := 1.0
		if p := j.elements[up].Parent; p >= 0 {
			of = j.elements[p].Opacity
		}
		if j.elements[up].Opacity < of-1e-9 {
			out = append(out, change{selector: j.page.Selector(up), decls: []decl{{"opacity", "1"}}})
			j.solid[up] = true
		}
	}
	return out
}

func has(list []*lock, l *lock) bool {
	for _, m := range list {
		if m == l {
			return true
		}
	}
	return false
}

// choose is like solve for a slot that may have no locks.
func (j *evaluation) choose(e int, s *slot, also func(*choice) bool) (*choice, []*lock) {
	if len(s.locks) > 0 {
		return j.solve(e, s, also)
	}
	free := &slot{longhand: s.longhand, values: s.values, locks: []*lock{{Lock: &Lock{Mode: Forbid}, kind: ColorKind}}}
	fix, _ := j.solve(e, free, also)
	return fix, nil
}

func (j *evaluation) contrastFinding(e int, l *lock, measured float64, fixes []decl) *finding {
	return &finding{lock: l, element: e, property: "color", expected: l.low.n, actual: []string{number(math.Floor(measured*100) / 100)}, fixes: fixes}
}

// backdrop returns the colours behind an element's text after the fixes.
func (j *evaluation) backdrop(e int) ([]Color, bool) {
	return j.page.Backdrop(e, func(i int, c Color, stop bool) Color {
		if f := j.painted[i]; f != nil {
			return f(c, stop)
		}
		return c
	})
}

// opacity returns an element's opacity after the fixes.
func (j *evaluation) opacity(e int) float64 {
	for up := e; up >= 0; up = j.elements[up].Parent {
		if j.solid[up] {
			return 1
		}
	}
	return j.elements[e].Opacity
}

// plate adds a background colour directly behind the text and chooses a text colour with enough contrast on it; nil
// when the locks allow no such pair.
func (j *evaluation) plate(e int, text *slot, need float64) (*choice, []decl) {
	back := &slot{longhand: "background-color"}
	for _, l := range j.kit.locks {
		if l.kind == ColorKind && (l.Property == "background-color" || l.Property == "background") && (l.sel == nil || j.page.Match(l.sel, e)) {
			back.locks = append(back.locks, l)
		}
	}
	back.values = append(back.values, j.page.Values(e, "background-color")...)
	var plate *choice
	fix, _ := j.choose(e, text, func(c *choice) bool {
		front := c.values[0].Color
		if front.A < 255 {
			return false
		}
		found, _ := j.choose(e, back, func(b *choice) bool {
			return len(b.values) > 0 && b.values[0].Color.A == 255 && contrast(front, b.values[0].Color) >= need
		})
		if found != nil {
			plate = found
		}
		return found != nil
	})
	if fix == nil {
		return nil, nil
	}
	// The last plate tried may belong to another text colour than the chosen one.
	front := fix.values[0].Color
	plate, _ = j.choose(e, back, func(b *choice) bool {
		return len(b.values) > 0 && b.values[0].Color.A == 255 && contrast(front, b.values[0].Color) >= need
	})
	color := plate.values[0].Color
	j.paint(e, func(_ Color, stop bool) Color {
		if stop {
			return Color{}
		}
		return color
	})
	return fix, []decl{{"background-color", plate.css}, {"background-image", "none"}, {"background-clip", "border-box"}}
}
