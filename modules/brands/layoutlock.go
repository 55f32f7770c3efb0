package brands

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// layout checks the page against the locks of layout and logos.
func (j *evaluation) layout() {
	for _, l := range j.kit.locks {
		switch l.Target {
		case SafeArea:
			j.safeArea(l)
		case LogoUsage:
			j.logos(l)
		}
	}
	j.positions()
}

// logo returns the kit's logo that an element shows, nil for none.
func (j *evaluation) logo(e int) *Logo {
	for i := range j.kit.Kit.Logos {
		if l := &j.kit.Kit.Logos[i]; j.elements[e].Image == "asset:"+l.Asset {
			return l
		}
	}
	return nil
}

// pinned returns declarations that take an element out of flow, position it on the canvas and clip its overflow.
func pinned(at ...decl) []decl {
	return append([]decl{{"position", "fixed"}, {"right", "auto"}, {"bottom", "auto"}, {"margin", "0"}, {"float", "none"}, {"transform", "none"}, {"translate", "none"},
		{"rotate", "none"}, {"scale", "none"}, {"box-sizing", "border-box"}, {"overflow", "hidden"}, {"min-width", "0"}, {"min-height", "0"}, {"padding", "0"}}, at...)
}

// removeTransforms returns changes that remove the transforms of an element's ancestors.
func (j *evaluation) removeTransforms(e int) []change {
	var out []change
	if !j.elements[e].Moved {
		return nil
	}
	for up := j.elements[e].Parent; up >= 0 && j.elements[up].Moved; up = j.elements[up].Parent {
		out = append(out, change{selector: j.page.Selector(up), decls: []decl{{"transform", "none"}, {"translate", "none"}, {"rotate", "none"}, {"scale", "none"}}})
	}
	return out
}

// safeArea checks that text and logos, or the elements that the selector matches, lie within the safe area.
func (j *evaluation) safeArea(l *lock) {
	w, h := j.page.Size()
	mx, my := l.low.margins(w, h)
	for e := range j.elements {
		el := &j.elements[e]
		area := el.Letters
		switch {
		case l.sel != nil && !j.page.Match(l.sel, e):
			continue
		case l.sel != nil && area.empty(), l.sel == nil && j.logo(e) != nil:
			area = el.Box
		}
		if area.empty() || el.Opacity == 0 || (el.Tag == "html" || el.Tag == "body") && el.Letters.empty() {
			continue
		}
		left, top, right, bottom := area.X, area.Y, w-area.X-area.W, h-area.Y-area.H
		const slack = 0.1
		if left >= mx-slack && right >= mx-slack && top >= my-slack && bottom >= my-slack {
			continue
		}
		f := &finding{lock: l, element: e, expected: l.low.css,
			actual:  []string{fmt.Sprintf("top %s, right %s, bottom %s, left %s", px(top), px(right), px(bottom), px(left))},
			message: fmt.Sprintf("%s reaches into the safe area of %s.", j.page.Selector(e), l.low.css)}
		f.fixes, f.others = j.intoArea(e, area)
		j.record(f)
	}
}

func px(f float64) string { return number(math.Round(f*10)/10) + "px" }

// margins returns the horizontal and vertical margins of a safe area on a canvas.
func (w *lockValue) margins(width, height float64) (x, y float64) {
	if w.unit == UnitPercent {
		return width * w.n / 100, height * w.n / 100
	}
	return w.n, w.n
}

// strictest returns the largest safe-area margins that apply to an element: as CSS, and in pixels on this page.
func (j *evaluation) strictest(e int) (edge string, mx, my float64) {
	w, h := j.page.Size()
	var all []string
	for _, l := range j.kit.locks {
		if l.Target == SafeArea && (l.sel == nil || j.page.Match(l.sel, e)) && !slices.Contains(all, l.low.css) {
			x, y := l.low.margins(w, h)
			all, mx, my = append(all, l.low.css), max(mx, x), max(my, y)
		}
	}
	if len(all) == 1 {
		return all[0], mx, my
	}
	return "max(" + strings.Join(all, ", ") + ")", mx, my
}

// intoArea moves an element into the safe area: by the smallest relative offset if that suffices, otherwise by taking
// it out of flow.
func (j *evaluation) intoArea(e int, area Area) ([]decl, []change) {
	el := &j.elements[e]
	w, h := j.page.Size()
	edge, mx, my := j.strictest(e)
	tried := j.request.declares(j, e, "position")
	var others []change
	if el.Tag == "html" || el.Tag == "body" {
		if !j.request.declares(j, e, "padding") {
			return []decl{{"padding", px(math.Ceil(max(mx, my)))}, {"margin", "0"}, {"box-sizing", "border-box"}, {"overflow-wrap", "anywhere"}, {"text-indent", "0"}}, j.removeTransforms(e)
		}
		// With overflow set on the root element, the body's overflow is no longer propagated to the viewport.
		tried, others = true, []change{{selector: ":root", decls: []decl{{"overflow", "hidden"}}}}
	}
	if el.Pseudo == "marker" { // a marker cannot be positioned
		return []decl{{"content", "none"}}, []change{{selector: j.page.Selector(el.Parent), decls: []decl{{"list-style-type", "none"}, {"list-style-image", "none"}}}}
	}
	if to := j.cellOf(e); to != nil {
		return j.atCell(e, *to), j.removeTransforms(e)
	}
	fits := area.W <= w-2*mx && area.H <= h-2*my
	dx := math.Max(mx-area.X, 0) + math.Min(w-mx-area.X-area.W, 0)
	dy := math.Max(my-area.Y, 0) + math.Min(h-my-area.Y-area.H, 0)
	if fits && !tried && len(j.pages) == 1 && el.Position == "static" && !el.Moved && el.Pseudo == "" && !j.inMoved(e) {
		return []decl{{"position", "relative"}, {"left", px(dx)}, {"top", px(dy)}, {"right", "auto"}, {"bottom", "auto"}}, nil
	}
	left, top := edge, edge
	if len(j.pages) == 1 {
		left, top = number(clamp(area.X, mx, w-mx-area.W))+"px", number(clamp(area.Y, my, h-my-area.H))+"px"
	}
	return pinned(decl{"left", left}, decl{"top", top},
		decl{"max-width", "calc(100% - " + left + " - " + edge + ")"}, decl{"max-height", "calc(100% - " + top + " - " + edge + ")"}), append(others, j.removeTransforms(e)...)
}

// inMoved reports whether an element has an ancestor that this page's fixes move.
func (j *evaluation) inMoved(e int) bool {
	for up := j.elements[e].Parent; up >= 0; up = j.elements[up].Parent {
		selector := j.page.Selector(up)
		for _, f := range j.findings {
			if f.selector == selector && f.property == "" {
				return true
			}
		}
	}
	return false
}

// clamp limits v to [low, high]; it returns low if the range is empty.
func clamp(v, low, high float64) float64 { return max(low, min(v, high)) }

// positions checks the positions of elements. Of contradicting locks the one with the highest precedence applies.
func (j *evaluation) positions() {
	w, h := j.page.Size()
	for e := range j.elements {
		el := &j.elements[e]
		to := j.cellOf(e)
		if to == nil || el.Box.empty() {
			continue
		}
		third := func(v, size float64) int { return int(clamp(math.Floor(v*3/size), -1, 3)) }
		at := cell{third(el.Box.X+el.Box.W/2, w), third(el.Box.Y+el.Box.H/2, h)}
		actual := "outside the canvas"
		for name, c := range cells {
			if c == at {
				actual = name
			}
		}
		for _, l := range j.kit.locks {
			if l.Target != Position || !j.page.Match(l.sel, e) || slices.Contains(l.cells, at) {
				continue
			}
			if !slices.Contains(l.cells, *to) {
				j.note("lock_overruled", j.pathOf(e), "The lock "+l.ID+" conflicts with one that takes precedence on "+j.page.Selector(e)+" and was not applied there.")
				continue
			}
			j.record(&finding{lock: l, element: e, expected: l.expected(), actual: []string{actual}, fixes: j.atCell(e, *to), others: j.removeTransforms(e),
				message: fmt.Sprintf("%s is at %s; its position must be %s.", j.page.Selector(e), actual, names(l))})
		}
	}
}

// cellOf returns the cell where the layout.position locks require an element, nil when none applies: a cell that all of
// them allow, or else the first one of the lock with the highest precedence.
func (j *evaluation) cellOf(e int) *cell {
	var about []*lock
	for _, l := range j.kit.locks {
		if l.Target == Position && j.page.Match(l.sel, e) {
			about = append(about, l)
		}
	}
	slices.SortStableFunc(about, func(a, b *lock) int {
		switch {
		case a.precedes(b):
			return -1
		case b.precedes(a):
			return 1
		}
		return 0
	})
	var left []cell
	for i, l := range about {
		if i == 0 {
			left = l.cells
			continue
		}
		var both []cell
		for _, c := range left {
			if slices.Contains(l.cells, c) {
				both = append(both, c)
			}
		}
		if len(both) > 0 {
			left = both
		}
	}
	if len(left) == 0 {
		return nil
	}
	return &left[0]
}

// atCell returns declarations that place an element in a cell of the 3×3 grid, inside the safe area if there is one.
func (j *evaluation) atCell(e int, to cell) []decl {
	w, h := j.page.Size()
	el := &j.elements[e]
	away := 2.0 // per cent of the canvas
	for _, l := range j.kit.locks {
		if l.Target != SafeArea {
			continue
		}
		for _, p := range j.pages {
			pw, ph := p.Size()
			m := l.low.n
			if l.low.unit == UnitPx {
				m = max(m*100/pw, m*100/ph)
			}
			away = max(away, m+0.1)
		}
	}
	most := max(2*(33-away), 1)
	out := []decl{{"width", px(min(el.Box.W, w*most/100))}, {"height", px(min(el.Box.H, h*most/100))}, {"max-width", number(most) + "%"}, {"max-height", number(most) + "%"}}
	edge := number(away) + "%"
	for axis, at := range []int{to.column, to.row} {
		start, end := [][2]string{{"left", "right"}, {"top", "bottom"}}[axis][0], [][2]string{{"left", "right"}, {"top", "bottom"}}[axis][1]
		switch at {
		case 0:
			out = append(out, decl{start, edge}, decl{end, "auto"})
		case 1:
			out = append(out, decl{start, "0"}, decl{end, "0"}, decl{"margin-" + start, "auto"}, decl{"margin-" + end, "auto"})
		case 2:
			out = append(out, decl{start, "auto"}, decl{end, edge})
		}
	}
	return pinned(out...)
}

func names(l *lock) string {
	var out []string
	for i := range l.values {
		out = append(out, l.values[i].text)
	}
	return strings.Join(out, " or ")
}

// logos checks that only permitted logos are shown, at their minimum width and with free clear space.
func (j *evaluation) logos(l *lock) {
	for e := range j.elements {
		g := j.logo(e)
		if g == nil || l.sel != nil && !j.page.Match(l.sel, e) || j.elements[e].Box.empty() {
			continue
		}
		el := &j.elements[e]
		listed := false
		for _, n := range l.names {
			listed = listed || n == g.Name
		}
		if !listed {
			f := &finding{lock: l, element: e, property: "src", expected: l.expected(), actual: []string{g.Name}, message: "The logo " + g.Name + " may not be used here; " + names(l) + " may."}
			for i := range j.kit.Kit.Logos {
				if to := &j.kit.Kit.Logos[i]; to.Name == l.names[0] {
					f.others = []change{{selector: j.page.Selector(e), attrs: []decl{{"src", "asset:" + to.Asset}}}}
				}
			}
			j.record(f)
		}
		if el.Box.W < g.MinWidth-0.5 {
			f := &finding{lock: l, element: e, rule: "brand_lock.logo.usage.min_width", property: "width", expected: number(g.MinWidth) + "px", actual: []string{px(el.Box.W)},
				message: fmt.Sprintf("The logo %s is %s wide; it is never below %spx.", g.Name, px(el.Box.W), number(g.MinWidth))}
			f.fixes = []decl{{"width", number(g.MinWidth) + "px"}, {"min-width", number(g.MinWidth) + "px"}, {"max-width", "none"}, {"height", "auto"}, {"flex-shrink", "0"},
				{"box-sizing", "border-box"}, {"transform", "none"}, {"scale", "none"}}
			f.others = j.removeTransforms(e)
			j.record(f)
		}
		if g.ClearSpace > 0 {
			j.clearSpace(l, e, g)
		}
	}
}

// clearSpace checks that no text or image lies inside the clear space around a logo.
func (j *evaluation) clearSpace(l *lock, e int, g *Logo) {
	el := &j.elements[e]
	room := el.Box.W * g.ClearSpace
	kept := Area{el.Box.X - room, el.Box.Y - room, el.Box.W + 2*room, el.Box.H + 2*room}
	for i := range j.elements {
		other := &j.elements[i]
		area := other.Letters
		if other.Image != "" {
			area = other.Box
		}
		if i == e || area.empty() || other.Opacity == 0 || !overlaps(kept, area) || other.Pseudo != "" && other.Parent == e {
			continue
		}
		f := &finding{lock: l, element: i, rule: "brand_lock.logo.usage.clear_space", property: "clear_space", expected: number(room) + "px", actual: []string{"overlaps"},
			message: fmt.Sprintf("%s is inside the clear space of %spx around the logo %s.", j.page.Selector(i), number(room), g.Name)}
		selector := j.page.Selector(i)
		switch {
		case other.Tag == "body" || other.Tag == "html": // the text itself cannot be moved: the logo gets a margin
			logo := change{selector: j.page.Selector(e), decls: []decl{{"margin", px(math.Ceil(room + 1))}}}
			logo.hidden = j.request.declares(j, e, "margin")
			f.others = []change{logo}
		case other.Pseudo == "marker":
			f.fixes = []decl{{"content", "none"}}
			f.others = []change{{selector: j.page.Selector(other.Parent), decls: []decl{{"list-style-type", "none"}, {"list-style-image", "none"}}}}
		case other.Pseudo != "":
			f.fixes = []decl{{"content", "none"}, {"display", "none"}}
		case !j.request.declares(j, i, "margin"):
			f.fixes = []decl{{"margin", px(math.Ceil(room + 1))}}
		default:
			f.others = []change{{selector: selector, hidden: true}}
		}
		j.record(f)
	}
}

func overlaps(a, b Area) bool {
	return a.X+0.1 < b.X+b.W && b.X+0.1 < a.X+a.W && a.Y+0.1 < b.Y+b.H && b.Y+0.1 < a.Y+a.H
}
