package widget

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// task is one row of a Gantt chart; a task without an end is a milestone.
type task struct {
	Label    string   `json:"label"`
	Start    string   `json:"start"`
	End      string   `json:"end"`
	Progress *float64 `json:"progress"` // percent
	Group    string   `json:"group"`
	Color    string   `json:"color"`

	from, to float64
}

const maxTasks = 100

// tasks parses "name, start, end, progress" separated by semicolons, or JSON
// [{"label","start","end","progress","group"}].
func (c *canvas) tasks() []task {
	v := c.source()
	var all []task
	if strings.HasPrefix(v, "[") {
		if err := json.Unmarshal([]byte(v), &all); err != nil {
			c.invalid("values", v, "a JSON array of tasks", `not drawn; write [{"label":"Design","start":"2026-01-05","end":"2026-01-20"}]`)
			return nil
		}
	} else {
		for row := range strings.SplitSeq(v, ";") {
			if strings.TrimSpace(row) == "" {
				continue
			}
			var f [4]string
			for i, s := range strings.SplitN(row, ",", 4) {
				f[i] = strings.TrimSpace(s)
			}
			t := task{Label: f[0], Start: f[1], End: f[2]}
			if f[3] != "" {
				n, ok := parseNumber(strings.TrimSuffix(f[3], "%"))
				if !ok {
					c.invalid("values", f[3], "a progress in per cent", "left out; write Design, 2026-01-05, 2026-01-20, 40")
				} else {
					t.Progress = &n
				}
			}
			all = append(all, t)
		}
	}
	var out []task
	for _, t := range all {
		from, ok := moment(t.Start, false)
		if !ok {
			c.invalid("values", t.Start, "a date, as in 2026-01-05", "the task "+shorten(t.Label)+" is left out")
			continue
		}
		t.from, t.to = from, from
		if t.End != "" && t.End != t.Start || t.End != "" && len(t.End) <= 10 {
			to, ok := moment(t.End, true)
			if !ok || to <= from {
				c.invalid("values", t.End, "a date on or after the start "+t.Start, "the task "+shorten(t.Label)+" is drawn as a milestone")
				to = from
			}
			t.to = to
		}
		if len(out) == maxTasks {
			c.warn("invalid_attribute", fmt.Sprintf("chart-gantt: there are %d tasks and at most %d are drawn; use several charts", len(all), maxTasks))
			break
		}
		out = append(out, t)
	}
	return out
}

// drawGantt draws tasks as bars along a time axis.
func drawGantt(c *canvas) {
	tasks := c.tasks()
	if len(tasks) == 0 {
		c.warn("invalid_attribute", `chart-gantt: there are no tasks in the attribute values, as in values="Design, 2026-01-05, 2026-01-20, 40"; nothing is drawn`)
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	var groups []string
	for _, t := range tasks {
		lo, hi = min(lo, t.from), max(hi, t.to)
		if t.Group != "" && indexOf(groups, t.Group) < 0 {
			groups = append(groups, t.Group)
		}
	}
	if hi <= lo {
		lo, hi = lo-86400, hi+86400
	}
	palette, size := c.palette(), c.labelSize()
	x, y, w, h := 0.0, 0.0, c.w, c.h
	var entries []entry
	for i, g := range groups {
		entries = append(entries, entry{name: g, color: palette[i%len(palette)]})
	}
	c.drawLegend(&x, &y, &w, &h, entries, size)
	axis := c.flag("axis", c.w >= 160 && c.h >= 60)
	if axis {
		wide := 0.0
		for _, t := range tasks {
			wide = max(wide, c.fit(t.Label, size, 0, c.w*0.32).width)
		}
		if wide > 0 {
			x += wide + float64(size*0.9)
			w -= wide + float64(size*0.9)
		}
		y += float64(size * 1.9)
		h -= float64(size * 1.9)
	}
	end := size * 0.5
	for _, t := range tasks {
		if t.to <= t.from && t.from == hi {
			end = size * 1.3
		}
	}
	w = max(1, w-end)
	pos := func(t float64) float64 { return x + float64((t-lo)/(hi-lo)*w) }
	row := h / float64(len(tasks))
	if axis {
		for _, t := range c.timeTicks(lo, hi, w, size) {
			if c.flag("grid", true) {
				c.push(display.FillRect{Rect: rect(c.snap(pos(t.at)), y, 1, h), Brush: solid(fade(c.ink(), 26))})
			}
			at := min(max(pos(t.at), float64(t.label.width/2)), c.w-float64(t.label.width/2))
			c.drawLabel(t.label, at, y-float64(size*0.75), 0.5, fade(c.ink(), 150))
		}
	}
	thick := min(row*0.62, size*2.2)
	radius := c.number("radius", 0, 400, min(4, thick*0.3))
	every := max(1, int(math.Ceil(size*1.15/max(row, 0.01))))
	for i := range tasks {
		t := &tasks[i]
		mid := y + float64(row*(float64(i)+0.5))
		if axis && i%every == 0 {
			l := c.fit(t.Label, size, 0, c.w*0.32)
			c.drawLabel(l, x-float64(size*0.9), mid+float64(l.cap/2), 1, fade(c.ink(), 205))
		}
		if axis && i > 0 && row >= 12 {
			c.push(display.FillRect{Rect: rect(x, c.snap(y+float64(row*float64(i))), w, 1), Brush: solid(fade(c.ink(), 14))})
		}
		col := palette[0]
		if g := indexOf(groups, t.Group); g >= 0 {
			col = palette[g%len(palette)]
		}
		if t.Color != "" {
			if own, ok := c.parseColor(t.Color); ok {
				col = own
			} else {
				c.invalid("values", t.Color, "a CSS colour", "using the default")
			}
		}
		if t.to <= t.from {
			c.diamond(pos(t.from), mid, min(thick*0.55, row*0.45), col)
			continue
		}
		c.taskBar(t, pos(t.from), pos(t.to), mid, thick, radius, size, col)
	}
	if v, ok := c.text("today"); ok && v != "" {
		at, ok := moment(v, false)
		switch {
		case !ok:
			c.invalid("today", v, "a date, as in 2026-01-05", "not drawn")
		case at < lo || at > hi:
			c.invalid("today", v, "within the time of the tasks", "not drawn")
		default:
			red := display.Color{R: 0xDC, G: 0x26, B: 0x26, A: 255}
			c.push(display.FillRect{Rect: rect(c.snap(pos(at))-0.75, y-float64(size*0.35), 1.5, h+float64(size*0.35)), Brush: solid(red)})
			c.dot(c.snap(pos(at)), y-float64(size*0.35), size*0.28, red)
		}
	}
}

// taskBar draws the bar of a task with its progress.
func (c *canvas) taskBar(t *task, x0, x1, mid, thick, radius, size float64, col display.Color) {
	x0, x1 = c.snap(x0), max(c.snap(x1), c.snap(x0)+2)
	top := mid - float64(thick/2)
	if t.Progress == nil {
		c.fillRounded(x0, top, x1-x0, thick, radius, solid(col))
		return
	}
	done := min(max(*t.Progress, 0), 100) / 100
	if *t.Progress < 0 || *t.Progress > 100 {
		c.invalid("values", trimFloat(*t.Progress), "a progress from 0 to 100", "drawn at the end")
	}
	c.fillRounded(x0, top, x1-x0, thick, radius, solid(fade(col, 90)))
	if part := float64((x1 - x0) * done); part > 0.5 {
		c.fillRounded(x0, top, part, thick, min(radius, part/2), solid(col))
	}
	l := c.label(c.format().share(done), min(size*0.85, thick*0.7), 600)
	if l.width+float64(size*0.8) <= float64((x1-x0)*done) && thick > l.cap*1.4 {
		c.drawLabel(l, x0+float64((x1-x0)*done)-float64(size*0.4), mid+float64(l.cap/2), 1, onColor(col))
	}
}

func (c *canvas) diamond(x, y, r float64, col display.Color) {
	p := &display.Path{}
	p.MoveTo(pt(x, y-r))
	p.LineTo(pt(x+r, y))
	p.LineTo(pt(x, y+r))
	p.LineTo(pt(x-r, y))
	p.Close()
	c.push(display.FillPath{Path: p, Brush: solid(col)})
}
