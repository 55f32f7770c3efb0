package widget

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// spot is one point of a scatter chart; its size is missing when all sizes are equal.
type spot struct {
	X      *float64 `json:"x"`
	Y      *float64 `json:"y"`
	Size   *float64 `json:"size"`
	Label  string   `json:"label"`
	Series string   `json:"series"`
}

// cloud is one series of a scatter chart.
type cloud struct {
	name  string
	spots []spot
}

// clouds parses the points of a scatter chart: x y, or x y size, separated by commas, with semicolons between series,
// or JSON: [[x,y],[x,y,size]], [{"x","y","size","label","series"}] or [{"name","values":[[x,y]]}].
func (c *canvas) clouds() []cloud {
	v := c.source()
	var out []cloud
	add := func(name string, s spot) {
		for _, f := range []*float64{s.X, s.Y, s.Size} {
			if f != nil && !inRange(*f) {
				c.notANumber(trimFloat(*f))
				return
			}
		}
		for i := range out {
			if out[i].name == name {
				out[i].spots = append(out[i].spots, s)
				return
			}
		}
		if len(out) < maxSeries {
			out = append(out, cloud{name, []spot{s}})
		}
	}
	if strings.HasPrefix(v, "[") {
		var rows []json.RawMessage
		if err := json.Unmarshal([]byte(v), &rows); err != nil {
			c.invalid("values", v, "a JSON array of points", `not drawn; write [{"x":1,"y":2}]`)
			return nil
		}
		for i, raw := range rows[:min(len(rows), maxValues)] {
			var list []float64
			var group struct {
				Name   string
				Values [][]float64
			}
			var s spot
			switch {
			case json.Unmarshal(raw, &list) == nil && len(list) >= 2:
				add("", spotOf(list))
			case json.Unmarshal(raw, &group) == nil && group.Values != nil:
				for _, p := range group.Values {
					if len(p) >= 2 {
						add(firstOf(group.Name, fmt.Sprint("\x00", i)), spotOf(p))
					}
				}
			case json.Unmarshal(raw, &s) == nil && s.X != nil && s.Y != nil:
				add(s.Series, s)
			default:
				c.invalid("values", string(raw), `a point {"x","y"} or [x,y]`, "left out")
			}
		}
	} else {
		for k, row := range strings.Split(v, ";")[:min(maxSeries, strings.Count(v, ";")+1)] {
			for s := range strings.SplitSeq(row, ",") {
				var list []float64
				for f := range strings.FieldsSeq(s) {
					n, ok := parseNumber(f)
					if !ok {
						c.notANumber(f)
						list = nil
						break
					}
					list = append(list, n)
				}
				if len(list) >= 2 {
					add(fmt.Sprint("\x00", k), spotOf(list))
				} else if strings.TrimSpace(s) != "" {
					c.invalid("values", strings.TrimSpace(s), "a point of two numbers", `left out; write x y between commas, as in values="1 2, 3 4"`)
				}
			}
		}
	}
	names, _ := c.text("series")
	for i, name := range c.names(names) {
		if i < len(out) && name != "" {
			out[i].name = name
		}
	}
	left := maxValues
	for i := range out {
		out[i].name = strings.SplitN(out[i].name, "\x00", 2)[0]
		out[i].spots = out[i].spots[:min(len(out[i].spots), left)]
		left -= len(out[i].spots)
	}
	return out
}

func spotOf(list []float64) spot {
	s := spot{X: &list[0], Y: &list[1]}
	if len(list) > 2 {
		s.Size = &list[2]
	}
	return s
}

// drawScatter draws points by two values, as bubbles with a third.
func drawScatter(c *canvas) {
	clouds := c.clouds()
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	largest, n := 0.0, 0
	for _, g := range clouds {
		for _, s := range g.spots {
			x0, x1, y0, y1 = min(x0, *s.X), max(x1, *s.X), min(y0, *s.Y), max(y1, *s.Y)
			n++
			if s.Size != nil {
				largest = max(largest, *s.Size)
			}
		}
	}
	if n == 0 {
		c.warn("invalid_attribute", c.node.Tag+`: there are no points in the attribute values, as in values="1 2, 3 4"; nothing is drawn`)
		return
	}
	room := 0.05
	if largest > 0 {
		room = 0.14
	}
	xLog, yLog := c.axisLog("x-scale", x0), c.axisLog("scale", y0)
	x0, x1 = margin(x0, x1, room, xLog)
	y0, y1 = margin(y0, y1, room, yLog)
	a0, a1 := c.span(x0, x1, "x")
	if xLog && a0 <= 0 {
		a0 = x0
	}
	lowest := -greatest
	if xLog {
		lowest = smallest
	}
	if yLog {
		y0, y1 = c.spanAbove(y0, y1)
	} else {
		y0, y1 = c.span(y0, y1, "y")
	}
	across := scale{lo: c.number("x-min", lowest, greatest, a0), hi: c.number("x-max", lowest, greatest, a1), log: xLog}
	palette := c.palette()
	o := plan{lo: y0, hi: y1, across: &across, log: yLog}
	for i, g := range clouds {
		if g.name != "" {
			o.entries = append(o.entries, entry{name: g.name, color: palette[i%len(palette)]})
		}
	}
	p := c.frame(o)
	most := min(p.w, p.h)
	radius := c.number("radius", 0.5, 200, max(2, min(5, most/45)))
	if n > 200 {
		radius = min(radius, 3)
	}
	biggest := c.number("max-radius", 1, 500, most*0.12)
	size := func(s *spot) float64 {
		if largest <= 0 || s.Size == nil {
			return radius
		}
		return max(1.5, biggest*math.Sqrt(max(*s.Size, 0)/largest)) // areas are proportional
	}
	type placed struct {
		x, y, r float64
		label   string
		col     display.Color
	}
	var all []placed
	for i, g := range clouds {
		col := palette[i%len(palette)]
		if c.flag("trend", false) {
			c.trend(g.spots, p, col)
		}
		for k := range g.spots {
			s := &g.spots[k]
			if *s.X < p.across.lo || *s.X > p.across.hi || *s.Y < p.scale.lo || *s.Y > p.scale.hi {
				continue
			}
			all = append(all, placed{p.across.pos(*s.X), p.scale.pos(*s.Y), size(s), s.Label, col})
		}
	}
	// Large bubbles are drawn first, so that they do not cover small ones.
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(b.r, a.r) })
	for _, at := range all {
		if largest <= 0 {
			c.dot(at.x, at.y, at.r, fade(at.col, 215))
			continue
		}
		c.dot(at.x, at.y, at.r, fade(at.col, 150))
		ring := &display.Path{}
		circle(ring, at.x, at.y, at.r)
		c.push(display.StrokePath{Path: ring, Brush: solid(at.col), Stroke: display.Stroke{Width: display.FromFloat(1.25), MiterLimit: 4}})
	}
	// A label is drawn only where it overlaps no point and no other label.
	taken := make([]area, 0, len(all))
	for _, a := range all {
		taken = append(taken, area{a.x - a.r, a.y - a.r, 2 * a.r, 2 * a.r})
	}
	small := p.size * 0.9
	for _, a := range all {
		if a.label == "" {
			continue
		}
		l := c.fit(a.label, small, 500, p.w/3)
		if l.width+4 < 2*a.r && l.cap*2 < 2*a.r && largest > 0 {
			c.drawLabel(l, a.x, a.y+float64(l.cap/2), 0.5, c.ink())
			continue
		}
		h := l.cap + 3
		for _, at := range [4][2]float64{{a.x + a.r + 4, a.y - float64(h/2)}, {a.x - a.r - 4 - l.width, a.y - float64(h/2)}, {a.x - float64(l.width/2), a.y - a.r - 3 - h}, {a.x - float64(l.width/2), a.y + a.r + 3}} {
			b := area{at[0], at[1], l.width, h}
			if b.x >= p.x && b.x+b.w <= c.w && b.y >= 0 && b.y+b.h <= p.y+p.h && !touches(b, taken) {
				c.drawLabel(l, b.x, b.y+float64(h/2)+float64(l.cap/2), 0, fade(c.ink(), 220))
				taken = append(taken, b)
				break
			}
		}
	}
	c.drawMarks(p, nil)
}

func touches(b area, others []area) bool {
	for _, o := range others {
		if b.x < o.x+o.w && b.x+b.w > o.x && b.y < o.y+o.h && b.y+b.h > o.y {
			return true
		}
	}
	return false
}

// axisLog reports whether an axis is logarithmic whose least value is lo.
func (c *canvas) axisLog(name string, lo float64) bool {
	if !c.logarithmic(name) {
		return false
	}
	if lo <= 0 {
		c.warn("invalid_attribute", c.node.Tag+": "+name+`="log" needs values above zero; the axis is linear`)
		return false
	}
	return true
}

// margin extends an interval by a fraction of its length, without crossing zero; a logarithmic one is extended by its
// rounded ends only.
func margin(lo, hi, part float64, log bool) (a, b float64) {
	if log {
		return lo, hi
	}
	by := float64((hi - lo) * part)
	if by == 0 {
		by = max(1, math.Abs(lo)*0.1)
	}
	a, b = lo-by, hi+by
	if lo >= 0 && (a < 0 || lo < (hi-lo)*0.6) {
		a = 0
	}
	return a, b
}

// trend draws the least-squares line of points.
func (c *canvas) trend(spots []spot, p *frame, col display.Color) {
	n := float64(len(spots))
	if n < 2 {
		return
	}
	// Positions are computed with, so that the line is straight on logarithmic axes too.
	var mx, my, xx, xy float64
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range spots {
		x, y := p.across.at(*spots[i].X), p.scale.at(*spots[i].Y)
		mx, my = mx+x/n, my+y/n
		lo, hi = min(lo, x), max(hi, x)
	}
	for i := range spots {
		dx := p.across.at(*spots[i].X) - mx
		xx, xy = xx+float64(dx*dx), xy+float64(dx*(p.scale.at(*spots[i].Y)-my))
	}
	if xx == 0 {
		return
	}
	at := func(x float64) display.Point {
		x = min(max(x, p.x), p.x+p.w)
		return pt(x, min(max(my+float64((x-mx)*(xy/xx)), p.y), p.y+p.h))
	}
	line := &display.Path{}
	line.MoveTo(at(lo))
	line.LineTo(at(hi))
	dash := []display.Coord{display.FromFloat(6), display.FromFloat(4)}
	c.push(display.StrokePath{Path: line, Brush: solid(col), Stroke: display.Stroke{Width: display.FromFloat(1.75), MiterLimit: 4, Dash: dash}})
}
