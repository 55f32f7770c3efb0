package widget

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/svg"
)

// The outlines of the rating icons on a 24 × 24 grid.
const (
	starPath  = "M12 1.9l2.95 6.2a1 1 0 0 0 .75.55l6.75.98a.6.6 0 0 1 .33 1.02l-4.9 4.8a1 1 0 0 0-.29.88l1.16 6.75a.6.6 0 0 1-.87.63l-6.05-3.18a1 1 0 0 0-.93 0l-6.05 3.18a.6.6 0 0 1-.87-.63l1.16-6.75a1 1 0 0 0-.29-.88l-4.9-4.8a.6.6 0 0 1 .33-1.02l6.75-.98a1 1 0 0 0 .75-.55z"
	heartPath = "M12 21.6c-.35 0-.7-.13-.97-.37C5.2 16.1 1.4 12.7 1.4 8.5 1.4 5.1 4 2.5 7.35 2.5c1.85 0 3.55.85 4.65 2.25 1.1-1.4 2.8-2.25 4.65-2.25 3.35 0 5.95 2.6 5.95 6 0 4.2-3.8 7.6-9.63 12.73-.27.24-.62.37-.97.37z"
	diskPath  = "M12 1.5a10.5 10.5 0 0 1 0 21a10.5 10.5 0 0 1 0-21z"
)

// drawRating draws value of max icons in color and the rest in track, by default a faint color; a fractional icon is
// split.
func drawRating(c *canvas) {
	most := int(c.number("max", 1, 20, 5))
	value := c.number("value", 0, float64(most), 0)
	shapes := map[string]string{"star": starPath, "heart": heartPath, "circle": diskPath}
	d := shapes[c.choice("icon", "star", "heart", "circle")]
	col := c.accent()
	track := c.color("track", fade(c.screen(c.style.Color), 46))
	cell := c.w / float64(most)
	gap := c.number("gap", 0, 100, cell*0.1)
	side := max(0, min(cell-gap, c.h))
	pitch := side + gap
	used := float64(pitch*float64(most)) - gap
	x0 := float64((c.w - used) / 2)
	for i := range most {
		x := x0 + float64(pitch*float64(i))
		k := side / 24
		path, err := svg.ParsePath(d, geom.Matrix{A: k, D: k, E: x, F: (c.h - side) / 2})
		if err != nil {
			return
		}
		part := min(max(value-float64(i), 0), 1)
		switch part {
		case 0:
			c.push(display.FillPath{Path: path, Brush: solid(track)})
		case 1:
			c.push(display.FillPath{Path: path, Brush: solid(col)})
		default:
			// Both parts meet on a device pixel, to avoid a seam.
			cut := c.snap(x + float64(side*part))
			c.clipped(rect(x, 0, cut-x, c.h), display.FillPath{Path: path, Brush: solid(col)})
			c.clipped(rect(cut, 0, x+side-cut, c.h), display.FillPath{Path: path, Brush: solid(track)})
		}
	}
}

func (c *canvas) clipped(r display.Rect, op display.Op) {
	c.push(display.PushClipRRect{RRect: display.RRect{Rect: r}})
	c.push(op)
	c.push(display.Pop{})
}

// accent returns the attribute color, or the color property.
func (c *canvas) accent() display.Color {
	return c.color("color", c.screen(c.style.Color))
}

// drawProgress draws value of max as a bar or a ring in color over a track. text shows the percentage in the middle of
// a ring.
func drawProgress(c *canvas) {
	most := c.number("max", 1e-9, 1e12, 1)
	if _, ok := c.text("max"); !ok {
		if v, _ := c.text("value"); v != "" {
			if f, ok := parseNumber(v); ok && f > 1 {
				most = 100
			}
		}
	}
	share := min(max(c.number("value", 0, most, 0)/most, 0), 1)
	col := c.accent()
	track := c.color("track", fade(c.screen(c.style.Color), 36))
	if c.choice("shape", "bar", "ring") == "ring" {
		c.progressRing(share, col, track)
		return
	}
	thick := c.number("thickness", 0.5, 4096, c.h)
	thick = min(thick, c.h)
	y := (c.h - thick) / 2
	radius := min(c.number("radius", 0, 4096, thick/2), thick/2)
	c.fillRounded(0, y, c.w, thick, radius, solid(track))
	if share == 0 {
		return
	}
	// A rounded bar is at least as long as its two caps.
	w := max(float64(c.w*share), min(2*radius, c.w))
	c.fillRounded(0, y, w, thick, radius, solid(col))
}

func (c *canvas) progressRing(share float64, col, track display.Color) {
	side := min(c.w, c.h)
	thick := min(c.number("thickness", 0.5, 4096, side*0.11), side/2)
	r := (side - thick) / 2
	cx, cy := float64(c.w/2), float64(c.h/2)
	full := &display.Path{}
	circle(full, cx, cy, r)
	pen := display.Stroke{Width: display.FromFloat(thick), Cap: display.RoundCap, Join: display.RoundJoin, MiterLimit: 4}
	c.push(display.StrokePath{Path: full, Stroke: pen, Brush: solid(track)})
	switch {
	case share >= 1:
		c.push(display.StrokePath{Path: full, Stroke: pen, Brush: solid(col)})
	case share > 0:
		arc := &display.Path{}
		x, y := polar(cx, cy, r, 0)
		arc.MoveTo(pt(x, y))
		arcTo(arc, cx, cy, r, 0, 360*share)
		c.push(display.StrokePath{Path: arc, Stroke: pen, Brush: solid(col)})
	}
	if !c.flag("text", false) {
		return
	}
	l := c.label(trimFloat(math.Round(share*100))+"%", side*0.24, 0)
	c.drawLabel(l, cx, cy+float64(l.cap/2), 0.5, c.screen(c.style.Color))
}
