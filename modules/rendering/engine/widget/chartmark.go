package widget

import (
	"encoding/json"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// mark is a reference line at a value, or a band between two values.
type mark struct {
	Value *float64 `json:"value"`
	From  *float64 `json:"from"`
	To    *float64 `json:"to"`
	At    string   `json:"at"` // name of a category
	Label string   `json:"label"`
	Color string   `json:"color"`
	Axis  string   `json:"axis"` // x, y or second
}

// marks parses the attribute reference: values with names, as in 20:Target,35:Limit, or a JSON array of
// {"value","label","color","axis"}, {"from","to",…} and {"at",…}.
func (c *canvas) marks() []mark {
	if c.marksRead {
		return c.references
	}
	c.marksRead = true
	v, ok := c.text("reference")
	if !ok || v == "" {
		return nil
	}
	var out []mark
	if strings.HasPrefix(v, "[") || strings.HasPrefix(v, "{") {
		if strings.HasPrefix(v, "{") {
			v = "[" + v + "]"
		}
		if err := json.Unmarshal([]byte(v), &out); err != nil {
			c.invalid("reference", v, `a JSON array of {"value","label"}`, `not drawn; write 20:Target, or [{"value":20,"label":"Target"}]`)
			return nil
		}
	} else {
		for s := range strings.SplitSeq(v, ",") {
			number, name, _ := strings.Cut(s, ":")
			f, ok := parseNumber(number)
			if !ok {
				c.invalid("reference", s, "a number with a name", "left out; write 20:Target")
				continue
			}
			out = append(out, mark{Value: &f, Label: strings.TrimSpace(name)})
		}
	}
	c.references = out[:min(len(out), 12)]
	return c.references
}

// span extends the range of an axis to include its reference lines.
func (c *canvas) span(lo, hi float64, axis string) (float64, float64) {
	for _, m := range c.marks() {
		if (m.Axis == axis || m.Axis == "" && axis == "y") && m.At == "" {
			for _, v := range []*float64{m.Value, m.From, m.To} {
				if v != nil {
					lo, hi = min(lo, *v), max(hi, *v)
				}
			}
		}
	}
	return lo, hi
}

// spanAbove is span for a logarithmic axis: marks that are not above zero do not count.
func (c *canvas) spanAbove(lo, hi float64) (float64, float64) {
	a, b := c.span(lo, hi, "y")
	if a <= 0 {
		a = lo
	}
	return a, b
}

// scaleOf returns the scale of a mark, and whether it is horizontal.
func (p *frame) scaleOf(m *mark) (s *scale, along bool) {
	switch {
	case m.Axis == "x" && p.across != nil:
		return p.across, true
	case m.Axis == "second" && p.second != nil:
		return p.second, false
	case m.Axis == "x":
		return nil, false
	}
	return &p.scale, p.horizontal
}

func (c *canvas) markColor(m *mark) display.Color {
	if m.Color != "" {
		if col, ok := c.parseColor(m.Color); ok {
			return col
		}
		c.invalid("reference", m.Color, "a CSS colour", "using the text's")
	}
	return c.ink()
}

// drawBands fills the bands between two values, below the chart.
func (c *canvas) drawBands(p *frame) {
	for i := range c.marks() {
		m := &c.marks()[i]
		s, along := p.scaleOf(m)
		if m.From == nil || m.To == nil || s == nil {
			continue
		}
		col := c.markColor(m)
		a, b := s.pos(*m.From), s.pos(*m.To)
		a, b = min(a, b), max(a, b)
		area := rect(p.x, a, p.w, b-a)
		l := c.fit(m.Label, p.size*0.9, 600, p.w/2)
		if along {
			area = rect(a, p.y, b-a, p.h)
			l = c.fit(m.Label, p.size*0.9, 600, b-a-p.size)
		}
		c.push(display.FillRect{Rect: area, Brush: solid(fade(col, 26))})
		if along {
			c.drawLabel(l, a+float64(p.size*0.5), p.y+l.cap+float64(p.size*0.4), 0, fade(col, 210))
		} else if b-a > p.size*1.4 {
			c.drawLabel(l, p.x+p.w-float64(p.size*0.5), a+l.cap+float64(p.size*0.4), 1, fade(col, 210))
		}
	}
}

// drawMarks draws the reference lines over the chart, with labels that do not overlap each other.
func (c *canvas) drawMarks(p *frame, labels []string) {
	type flag struct{ at, lo, hi float64 }
	var flags []flag
	for i := range c.marks() {
		m := &c.marks()[i]
		col := c.markColor(m)
		s, along := p.scaleOf(m)
		var at float64
		switch {
		case m.At != "":
			k := indexOf(labels, m.At)
			if k < 0 {
				c.invalid("reference", m.At, "one of the labels", "not drawn")
				continue
			}
			at, along = p.place(k), !p.horizontal
		case m.Value == nil || s == nil:
			if m.From == nil {
				c.warn("invalid_attribute", c.node.Tag+`: a line of the attribute reference has no place on this axis; name a value, as in [{"value":20}], or a label, as in [{"at":"Mar"}]`)
			}
			continue
		case *m.Value < s.lo || *m.Value > s.hi:
			c.invalid("reference", trimFloat(*m.Value), "between "+trimFloat(s.lo)+" and "+trimFloat(s.hi)+", the ends of the axis", "not drawn")
			continue
		default:
			at = s.pos(*m.Value)
		}
		at = c.snap(at-0.75) + 0.75
		path := &display.Path{}
		if along {
			path.MoveTo(pt(at, p.y))
			path.LineTo(pt(at, p.y+p.h))
		} else {
			path.MoveTo(pt(p.x, at))
			path.LineTo(pt(p.x+p.w, at))
		}
		dash := []display.Coord{display.FromFloat(5), display.FromFloat(4)}
		c.push(display.StrokePath{Path: path, Brush: solid(fade(col, 215)), Stroke: display.Stroke{Width: display.FromFloat(1.5), MiterLimit: 4, Dash: dash}})
		if m.Label == "" {
			continue
		}
		small := float64(p.size * 0.88)
		l := c.fit(m.Label, small, 600, max(p.w/2, small*3))
		w, h := l.width+float64(small*0.9), float64(small*1.5)
		x, y := p.x+p.w-w, at-h-2
		if along {
			x, y = min(max(at-float64(w/2), p.x), p.x+p.w-w), p.y
		} else {
			if y < p.y-small {
				y = at + 2
			}
			// At the end of the line, or at the first position that covers no text.
			for _, part := range [5]float64{1, 0, 0.75, 0.5, 0.25} {
				if at := p.x + float64((p.w-w)*part); !c.coversText(area{at, y, w, h}) {
					x = at
					break
				}
			}
		}
		for _, f := range flags {
			if lo, hi := x, x+w; y < f.at+h && y+h > f.at && lo < f.hi && hi > f.lo {
				y = f.at + h + 2
			}
		}
		flags = append(flags, flag{y, x, x + w})
		c.fillRounded(x, y, w, h, small*0.35, solid(col))
		c.drawLabel(l, x+float64(w/2), y+float64(h/2)+float64(l.cap/2), 0.5, onColor(col))
	}
}

// coversText reports whether an area covers text.
func (c *canvas) coversText(b area) bool {
	for _, t := range c.texts {
		if !t.turned && b.x < t.left+t.width && b.x+b.w > t.left && b.y < t.base && b.y+b.h > t.base-t.cap {
			return true
		}
	}
	return false
}

func indexOf(list []string, s string) int {
	for i, v := range list {
		if v == s {
			return i
		}
	}
	return -1
}

// onColor returns black or white, whichever has more contrast on a colour.
func onColor(col display.Color) display.Color {
	y := float64(0.2126*linear(col.R)) + float64(0.7152*linear(col.G)) + float64(0.0722*linear(col.B))
	if y > 0.32 {
		return display.Color{R: 0x0F, G: 0x17, B: 0x2A, A: 255}
	}
	return display.Color{R: 255, G: 255, B: 255, A: 255}
}
