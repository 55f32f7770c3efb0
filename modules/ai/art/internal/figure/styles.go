package figure

import (
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// standing adds the figure's shadow on the ground.
func (s *stage) standing(p *spot, c tint.Color, alpha float64) {
	s.wash(canvas.Ellipse(p.x, p.y+float64(p.side*0.008), p.side*0.4, p.side*0.032), c, alpha)
}

// flat draws plain colours with one half darker.
func (s *stage) flat() {
	if s.Behind != nil {
		s.add(s.Behind...)
	} else {
		s.backdrop(canvas.Flat(s.ink.ground))
		s.fill(s.blob("blob", 1.06, 0.07), s.ink.blob)
		s.confetti(11)
	}
	for k := range s.spots {
		p := &s.spots[k]
		s.standing(p, s.ink.shadow, 0.16)
		m := p.matrix()
		for _, q := range p.parts {
			path := q.path.Apply(m)
			s.fill(path, s.ink.of(q))
			x0, y0, x1, y1 := path.Bounds()
			if q.line != nil || x1-x0 < float64(p.side*0.12) || y1-y0 < float64(p.side*0.05) {
				continue
			}
			mid := x0 + float64((x1-x0)*0.56)
			s.add(canvas.Shape{Clip: path, Children: []canvas.Shape{
				{Path: canvas.Rect(mid, y0, x1-mid+1, y1-y0), Brush: canvas.Clear(s.ink.dark, 0.075)},
			}})
		}
	}
}

// soft draws rounded volumes lit from the upper left, with soft shadows.
func (s *stage) soft() {
	if s.Behind != nil {
		s.add(s.Behind...)
	} else {
		s.backdrop(canvas.Linear(0, 0, s.w, s.h, canvas.Blend(s.ink.ground, s.ink.ground.Mix(s.ink.one, 0.1))...))
		cx, cy, rx, ry := s.extent()
		r := float64(max(rx, ry) * 1.5)
		s.add(canvas.Shape{Path: canvas.Circle(cx, cy, r), Brush: canvas.Radial(cx, cy, r, r, canvas.Fade(s.ink.one, 0.34)...)})
	}
	for k := range s.spots {
		p := &s.spots[k]
		s.add(canvas.Shape{Blur: p.side * 0.018, Children: []canvas.Shape{
			{Path: canvas.Ellipse(p.x, p.y+float64(p.side*0.01), p.side*0.37, p.side*0.03), Brush: canvas.Clear(s.ink.shadow, 0.42)},
		}})
		m := p.matrix()
		for _, q := range p.parts {
			path, c := q.path.Apply(m), s.ink.of(q)
			x0, y0, x1, y1 := path.Bounds()
			s.add(canvas.Shape{Path: path, Brush: canvas.Linear(x0, y0, x0+float64((x1-x0)*0.5), y1, canvas.Blend(c.Mix(s.ink.light, 0.2), c, c.Mix(s.ink.dark, 0.2))...)})
			if q.line != nil || x1-x0 < float64(p.side*0.14) || y1-y0 < float64(p.side*0.09) {
				continue
			}
			// A highlight along the upper left edge, and shade along the lower right.
			d := float64(p.side * 0.012)
			s.add(canvas.Shape{Clip: path, Children: []canvas.Shape{
				{Blur: d, Opacity: 0.4, Children: []canvas.Shape{{Path: path.Apply(canvas.Matrix{A: 1, D: 1, E: -d, F: -d}), Brush: canvas.Flat(s.ink.dark), Width: d * 1.4}}},
				{Blur: d * 0.6, Opacity: 0.5, Children: []canvas.Shape{{Path: path.Apply(canvas.Matrix{A: 1, D: 1, E: d * 0.5, F: d * 0.5}), Brush: canvas.Flat(s.ink.light), Width: d}}},
			}})
		}
	}
}

// lines draws outlines with one colour offset from them.
func (s *stage) lines() {
	ink := s.ink.dark
	if s.ink.night {
		ink = s.ink.light
	}
	if s.Behind != nil {
		s.add(s.Behind...)
	} else {
		s.backdrop(canvas.Flat(s.ink.ground))
		s.fill(s.blob("blob", 0.98, 0.08), s.ink.blob)
	}
	width := max(s.u*0.62, 1)
	for k := range s.spots {
		p := &s.spots[k]
		m := p.matrix()
		d := float64(p.side * 0.02)
		for _, q := range p.parts {
			q = q.moved(m)
			path, c := q.path, s.ink.ground
			switch {
			case q.role == '3':
				c = s.ink.three
			case q.role == 'k' || q.line != nil && q.role == 'n':
				c = ink
			case q.shade == 0 && strings.IndexByte("1royibgl", q.role) >= 0:
				// The colour is offset from the line, as in misregistered print.
				s.fill(path, s.ink.ground)
				s.add(canvas.Shape{Clip: path, Children: []canvas.Shape{{Path: path.Apply(canvas.Matrix{A: 1, D: 1, E: d, F: d}), Brush: canvas.Flat(s.ink.of(q).Mix(s.ink.ground, 0.45))}}})
				if q.line == nil {
					s.edge(q, ink, width)
					continue
				}
				c = s.ink.of(q).Mix(s.ink.ground, 0.45)
			}
			switch {
			case c == ink:
				s.fill(path, c)
			case q.line == nil:
				s.fill(path, c)
				s.edge(q, ink, width)
			default:
				s.edge(q, ink, width)
				s.core(q, c, width)
			}
		}
		if s.Behind != nil {
			continue
		}
		// A dashed ground line.
		y := p.y + float64(width/2)
		for _, part := range [][2]float64{{-0.47, -0.36}, {-0.33, 0.3}, {0.34, 0.38}, {0.41, 0.48}} {
			s.add(canvas.Shape{Path: (&canvas.Path{}).Move(p.x+float64(p.side*part[0]), y).Line(p.x+float64(p.side*part[1]), y), Brush: canvas.Flat(ink), Width: width})
		}
	}
}

// edge draws the outline of a part; the outline of a line overlaps it, and core covers the overlap.
func (s *stage) edge(q part, c tint.Color, width float64) {
	if q.line != nil {
		s.add(canvas.Shape{Path: q.line, Brush: canvas.Flat(c), Width: q.width + width})
		return
	}
	s.add(canvas.Shape{Path: q.path, Brush: canvas.Flat(c), Width: width})
}

// core draws the inside of a line drawn by edge.
func (s *stage) core(q part, c tint.Color, width float64) {
	s.add(canvas.Shape{Path: q.line, Brush: canvas.Flat(c), Width: max(q.width-width, width*0.4)})
}

// paper draws stacked sheets of paper.
func (s *stage) paper() {
	if s.Behind != nil {
		s.add(s.Behind...)
	} else {
		s.frame()
	}
	for k := range s.spots {
		p := &s.spots[k]
		m := p.matrix()
		s.castShadow(p.whole(), float64(p.side*0.016), 0.42)
		for _, q := range p.parts {
			path := q.path.Apply(m)
			x0, y0, x1, y1 := path.Bounds()
			if x1-x0 > float64(p.side*0.05) && y1-y0 > float64(p.side*0.03) {
				s.castShadow(path, float64(p.side*0.007), 0.34)
			}
			s.fill(path, s.ink.of(q))
			if q.line != nil {
				continue
			}
			// The cut edge has a highlight.
			s.add(canvas.Shape{Clip: path, Children: []canvas.Shape{{Path: path, Brush: canvas.Clear(s.ink.light, 0.3), Width: max(p.side*0.006, 0.7)}}})
		}
	}
}

// frame draws sheets, each with a hole, deeper towards the figures.
func (s *stage) frame() {
	outer := s.ink.ground
	inner := s.ink.one.Mix(s.ink.light, 0.16)
	s.backdrop(canvas.Flat(outer))
	const sheets = 4
	for k := range sheets {
		t := float64(k+1) / sheets
		c := outer.Mix(inner, t*0.9)
		hole := s.blob("sheet"+string(rune('0'+k)), 1.17-float64(t*0.13), 0.045)
		d := float64(s.u * 0.9)
		s.add(canvas.Shape{Path: hole, Brush: canvas.Flat(c)})
		// The sheet above casts its shadow into the hole.
		ring := canvas.Rect(-s.w, -s.h, 3*s.w, 3*s.h).Add(reversed(hole))
		s.add(canvas.Shape{Clip: hole, Children: []canvas.Shape{
			{Blur: d, Opacity: 0.34, Children: []canvas.Shape{{Path: ring.Apply(canvas.Matrix{A: 1, D: 1, E: d * 0.5, F: d}), Brush: canvas.Flat(s.ink.shadow)}}},
		}})
	}
}

// castShadow adds the shadow of a sheet at a height d above the one below.
func (s *stage) castShadow(path *canvas.Path, d, alpha float64) {
	s.add(canvas.Shape{Blur: d * 0.8, Opacity: alpha, Children: []canvas.Shape{{Path: path.Apply(canvas.Matrix{A: 1, D: 1, E: d * 0.45, F: d}), Brush: canvas.Flat(s.ink.shadow)}}})
}

// reversed returns the path as polygons of negative area.
func reversed(p *canvas.Path) *canvas.Path {
	out := &canvas.Path{}
	for _, line := range p.Polylines() {
		line = clockwise(line)
		back := make([]canvas.Point, len(line))
		for k, q := range line {
			back[len(line)-1-k] = q
		}
		out.Add(canvas.Polygon(back...))
	}
	return out
}

// halftone imitates a print with few inks: dots for tones, colours offset from their lines.
func (s *stage) halftone() {
	pitch := max(s.u*2.3, 2.2)
	if s.Behind != nil {
		s.add(s.Behind...)
	} else {
		s.disc(pitch)
	}
	for k := range s.spots {
		s.printed(&s.spots[k], pitch)
	}
}

// disc draws a disc behind the figures with dots around it.
func (s *stage) disc(pitch float64) {
	s.backdrop(canvas.Flat(s.ink.ground))
	cx, cy, rx, ry := s.extent()
	r := min(max(rx, ry), float64(s.h*0.45))
	s.fill(canvas.Circle(cx, cy, r*1.04), s.ink.two)
	around := room{cx - float64(r*1.3), cy - float64(r*1.3), r * 2.6, r * 2.6}
	// Dots grow towards the lower right and extend beyond the disc.
	s.fill(dots(around, pitch, func(x, y float64) float64 {
		dx, dy := (x-cx)/r, (y-cy)/r
		d := num.Hypot(dx, dy)
		if d > 1.24 {
			return 0
		}
		t := float64((dx+dy)*0.62) + 0.12
		if d > 1.04 {
			t = float64(t * (1.24 - d) / 0.2)
		}
		return t
	}), s.ink.three)
}

// printed draws a figure as a print.
func (s *stage) printed(p *spot, pitch float64) {
	m := p.matrix()
	// A paper-coloured border separates the figure from the dots.
	for _, q := range p.parts {
		s.edge(q.moved(m), s.ink.light, p.side*0.03)
	}
	line := max(p.side*0.009, 0.8)
	slip := canvas.Matrix{A: 1, D: 1, E: p.side * 0.008, F: p.side * 0.006}
	ink := s.ink.dark
	if s.ink.night {
		ink = s.ink.ground.Mix(s.ink.dark, 0.5)
	}
	box := room{p.x - float64(p.side/2), p.y - float64(p.side*0.86), p.side, p.side}
	fine := max(pitch*0.62, p.side*0.013)
	for _, q := range p.parts {
		q = q.moved(m)
		path, c := q.path, s.ink.of(q)
		if q.line != nil {
			s.edge(q, ink, line)
			s.core(q, c, line)
			continue
		}
		x0, y0, x1, y1 := path.Bounds()
		s.fill(path, s.ink.light)
		shade := []canvas.Shape{{Path: path.Apply(slip), Brush: canvas.Flat(c)}}
		if q.role != 'k' && x1-x0 > float64(p.side*0.1) && y1-y0 > float64(p.side*0.06) {
			screen := dots(room{snap(x0, box.x, fine), snap(y0, box.y, fine), x1 - x0 + float64(2*fine), y1 - y0 + float64(2*fine)}, fine, func(x, y float64) float64 {
				return float64((float64((x-x0)/(x1-x0)*0.7)+float64((y-y0)/(y1-y0)*0.6))*1.15) - 0.62
			})
			shade = append(shade, canvas.Shape{Path: screen, Brush: canvas.Clear(ink, 0.82)})
		}
		s.add(canvas.Shape{Clip: path, Children: shade})
		s.add(canvas.Shape{Path: path, Brush: canvas.Flat(ink), Width: line})
	}
}

// snap returns the last point not after v on a grid that starts at from.
func snap(v, from, step float64) float64 {
	n := int((v - from) / step)
	return from + float64(float64(n)*step)
}

// silhouette draws dark figures in front of a low sun.
func (s *stage) silhouette() {
	sky, low := s.ink.one.Mix(s.ink.light, 0.62), s.ink.three.Mix(s.ink.light, 0.7)
	disc := s.ink.light.Mix(s.ink.three, 0.1)
	dark := s.ink.dark
	if s.ink.night {
		sky, low, disc, dark = s.ink.ground, s.ink.ground.Mix(s.ink.one, 0.5), s.ink.three.Mix(s.ink.light, 0.5), s.ink.ground.Mix(s.ink.dark, 0.6).At(0.13)
	}
	for k := range s.spots {
		s.spots[k].y = max(s.spots[k].y, float64(s.h*0.86))
	}
	if s.Behind != nil {
		s.add(s.Behind...)
		s.shadows(dark, low)
		return
	}
	y := s.spots[0].y
	s.backdrop(canvas.Linear(0, 0, 0, y, canvas.Blend(sky, low)...))
	cx, cy, rx, ry := s.extent()
	s.fill(canvas.Circle(cx, cy+float64(ry*0.06), max(ry, rx*0.8)*1.02), disc)
	for k, alpha := range []float64{0.3, 0.55} {
		rng := s.Rng.Fork("hill" + string(rune('0'+k)))
		amp, base := float64(s.u*(7-float64(float64(k)*3))), y-float64(s.u*(7-float64(float64(k)*4)))
		s.fill(s.hill(rng, base, amp), low.Mix(dark, alpha*0.8))
	}
	s.fill(s.hill(s.Rng.Fork("ground"), y+float64(s.u*0.5), s.u*0.8), dark)
	s.shadows(dark, low)
}

// shadows draws the figures in a dark colour, with hints of their parts.
func (s *stage) shadows(dark, low tint.Color) {
	for k := range s.spots {
		p := &s.spots[k]
		m := p.matrix()
		s.fill(p.whole(), dark)
		for _, q := range p.parts {
			path := q.path.Apply(m)
			// Light parts show the sky; the others are separated by a thin highlight.
			switch q.role {
			case 'w', 't':
				s.fill(path, low.Mix(dark, 0.3))
			case 'k':
				s.fill(path, dark)
			case '3':
				s.fill(path, dark.Mix(s.ink.three, 0.5))
			default:
				s.fill(path, dark.Mix(low, float64(s.ink.tone(q)*0.13)))
			}
		}
	}
}

// hill returns rolling land below y.
func (s *stage) hill(rng *num.Rand, y, amp float64) *canvas.Path {
	p := &canvas.Path{}
	var pts []canvas.Point
	a, b := rng.Float(), rng.Float()
	const n = 14
	for k := range n + 1 {
		t := float64(k) / n
		x := float64(-0.05*s.w) + float64(1.1*s.w*t)
		v := num.Sin(a+float64(t*1.3)) + float64(0.5*num.Sin(b+float64(t*2.9)))
		pts = append(pts, canvas.P(x, y-float64(amp*v)))
	}
	p.Curve(pts...)
	return p.Line(s.w*1.06, s.h*1.05).Line(-0.06*s.w, s.h*1.05).Close()
}
