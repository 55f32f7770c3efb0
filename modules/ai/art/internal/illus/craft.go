package illus

import (
	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// boat draws a sailing boat at x, y with its reflection; k is its height.
func (s *stage) boat(rng *num.Rand, x, y, k float64) {
	l := &s.look
	hull := l.roof.Mix(l.accent, 0.5)
	sail := l.light.Mix(l.wall, 0.3)
	if s.time == "sunset" || l.night {
		hull = hull.Mix(l.dark, 0.4)
	}
	for i := range 6 { // the reflection in the water
		t := float64(i) / 5
		s.soft(canvas.Ellipse(x+float64(rng.Range(-0.1, 0.1)*k), y+float64(k*(0.10+float64(0.42*t))), k*(0.34-float64(0.22*t)), k*0.02), sail.Mix(l.deep, 0.25), 0.5-float64(0.35*t))
	}
	s.line((&canvas.Path{}).Move(x, y-float64(k*0.1)).Line(x, y-k), l.trunk, k*0.022, 1)
	s.paint((&canvas.Path{}).Move(x+float64(k*0.03), y-float64(k*0.95)).Quad(x+float64(k*0.4), y-float64(k*0.5), x+float64(k*0.42), y-float64(k*0.2)).Quad(x+float64(k*0.2), y-float64(k*0.15), x+float64(k*0.03), y-float64(k*0.18)).Close(), canvas.Linear(x, 0, x+float64(k*0.4), 0, canvas.Blend(sail, sail.Light(-0.06))...))
	s.fill((&canvas.Path{}).Move(x-float64(k*0.03), y-float64(k*0.85)).Quad(x-float64(k*0.15), y-float64(k*0.45), x-float64(k*0.32), y-float64(k*0.2)).Quad(x-float64(k*0.15), y-float64(k*0.16), x-float64(k*0.03), y-float64(k*0.18)).Close(), sail.Mix(l.second, 0.45))
	s.paint((&canvas.Path{}).Move(x-float64(k*0.42), y-float64(k*0.12)).Line(x+float64(k*0.48), y-float64(k*0.12)).Cubic(x+float64(k*0.42), y+float64(k*0.01), x+float64(k*0.36), y+float64(k*0.05), x+float64(k*0.28), y+float64(k*0.05)).Line(x-float64(k*0.28), y+float64(k*0.05)).Cubic(x-float64(k*0.36), y+float64(k*0.04), x-float64(k*0.4), y-float64(k*0.04), x-float64(k*0.42), y-float64(k*0.12)).Close(), down(y-float64(k*0.12), y+float64(k*0.05), hull, hull.Light(-0.08)))
	s.line((&canvas.Path{}).Move(x-float64(k*0.4), y-float64(k*0.085)).Line(x+float64(k*0.46), y-float64(k*0.085)), l.light, k*0.02, 0.8)
	s.soft(canvas.Ellipse(x, y+float64(k*0.055), k*0.5, k*0.018), l.light, 0.5)
}

// balloon draws a hot-air balloon; k is the radius of its envelope.
func (s *stage) balloon(rng *num.Rand, x, y, k float64) {
	l := &s.look
	sets := [][3]tint.Color{{l.accent, l.second, l.light}, {l.third, l.light, l.second}, {l.roof, l.second, l.accent}, {l.second, l.accent, l.light}}
	set := sets[rng.Int(len(sets))]
	env := (&canvas.Path{}).Move(x, y-k).Cubic(x+float64(k*0.62), y-k, x+k, y-float64(k*0.5), x+k, y).Cubic(x+k, y+float64(k*0.5), x+float64(k*0.42), y+float64(k*0.85), x+float64(k*0.2), y+float64(k*1.22)).
		Line(x-float64(k*0.2), y+float64(k*1.22)).Cubic(x-float64(k*0.42), y+float64(k*0.85), x-k, y+float64(k*0.5), x-k, y).Cubic(x-k, y-float64(k*0.5), x-float64(k*0.62), y-k, x, y-k).Close()
	for _, d := range [4]float64{-0.17, -0.08, 0.08, 0.17} {
		s.line((&canvas.Path{}).Move(x+float64(d*k), y+float64(k*1.2)).Line(x+float64(d*k*0.8), y+float64(k*1.56)), l.trunk, k*0.02, 1)
	}
	s.fill(env, set[0])
	var kids []canvas.Shape
	gore := func(d float64, c tint.Color) {
		kids = append(kids, canvas.Shape{Path: (&canvas.Path{}).Move(x, y-k).Cubic(x+float64(d*k*0.8), y-k, x+float64(d*k*1.25), y-float64(k*0.4), x+float64(d*k*1.25), y).Cubic(x+float64(d*k*1.2), y+float64(k*0.6), x+float64(d*k*0.3), y+float64(k*0.9), x+float64(d*k*0.24), y+float64(k*1.3)).Line(x-float64(d*k*0.24), y+float64(k*1.3)).
			Cubic(x-float64(d*k*0.3), y+float64(k*0.9), x-float64(d*k*1.2), y+float64(k*0.6), x-float64(d*k*1.25), y).Cubic(x-float64(d*k*1.25), y-float64(k*0.4), x-float64(d*k*0.8), y-k, x, y-k).Close(), Brush: canvas.Flat(c)})
	}
	gore(0.62, set[1])
	gore(0.36, set[2])
	gore(0.15, set[0])
	if rng.Chance(0.5) {
		kids = append(kids, canvas.Shape{Path: canvas.Rect(x-k, y-float64(k*0.08), 2*k, k*0.3), Brush: canvas.Clear(set[1], 0.9)})
	}
	side := s.lit(x)
	kids = append(kids, canvas.Shape{Path: canvas.Rect(x-k, y-k, 2*k, 2.4*k), Brush: canvas.Radial(x+float64(side*k*0.4), y-float64(k*0.4), k*1.7, k*1.9,
		canvas.Stop{At: 0, Color: l.light, Alpha: 0.25}, canvas.Stop{At: 0.35, Color: l.dark, Alpha: 0}, canvas.Stop{At: 1, Color: l.dark, Alpha: 0.38})})
	s.add(canvas.Shape{Clip: env, Children: kids})
	s.paint(canvas.RoundRect(x-float64(k*0.15), y+float64(k*1.54), k*0.3, k*0.24, k*0.05), down(y+float64(k*1.54), y+float64(k*1.78), l.trunk.Light(0.08), l.trunk))
}

// airplane draws an aeroplane climbing to the right; k is its length.
func (s *stage) airplane(x, y, k float64) {
	l := &s.look
	m := canvas.Place(x, y, k, -0.035)
	body, shade := l.light, l.light.Mix(l.near, 0.35)
	trail := (&canvas.Path{}).Move(-0.45, 0.01).Line(-3.2, 0.06).Apply(m)
	sx, sy, ex, ey := x-float64(k*0.45), y, x-float64(k*3.2), y+float64(k*0.7)
	s.add(canvas.Shape{Path: trail, Width: k * 0.05, Brush: canvas.Linear(sx, sy, ex, ey, canvas.Stop{At: 0, Color: l.light, Alpha: 0.75}, canvas.Stop{At: 1, Color: l.light, Alpha: 0})})
	s.fill((&canvas.Path{}).Move(-0.06, -0.02).Line(-0.24, -0.3).Line(-0.17, -0.3).Line(0.16, -0.03).Close().Apply(m), shade)
	s.fill((&canvas.Path{}).Move(-0.48, -0.02).Line(-0.56, -0.2).Line(-0.47, -0.2).Line(-0.32, -0.04).Close().Apply(m), l.accent)
	fuselage := (&canvas.Path{}).Move(-0.52, -0.035).Line(0.34, -0.075).Cubic(0.46, -0.075, 0.53, -0.02, 0.53, 0.01).Cubic(0.53, 0.05, 0.44, 0.07, 0.34, 0.07).Line(-0.3, 0.06).Cubic(-0.4, 0.05, -0.47, 0, -0.52, -0.035).Close().Apply(m)
	s.fill(fuselage, body)
	s.add(canvas.Shape{Clip: fuselage, Children: []canvas.Shape{{Path: canvas.Rect(-0.6, 0.015, 1.3, 0.1).Apply(m), Brush: canvas.Flat(shade)}, {Path: canvas.Rect(-0.6, 0.015, 1.3, 0.014).Apply(m), Brush: canvas.Flat(l.accent)}}})
	for i := range 9 {
		s.fill(canvas.Circle(-0.26+float64(0.065*float64(i)), -0.025, 0.011).Apply(m), l.near)
	}
	s.fill((&canvas.Path{}).Move(0.42, -0.055).Line(0.485, -0.025).Line(0.42, -0.02).Close().Apply(m), l.near)
	s.fill((&canvas.Path{}).Move(-0.06, 0.03).Line(-0.3, 0.28).Line(-0.2, 0.28).Line(0.18, 0.035).Close().Apply(m), shade.Light(-0.07))
	s.fill((&canvas.Path{}).Move(-0.45, 0).Line(-0.58, 0.07).Line(-0.52, 0.07).Line(-0.34, 0.01).Close().Apply(m), shade.Light(-0.05))
}

// rocket draws a rocket with the heading turn (in turns, 0 is up); k is its length.
func (s *stage) rocket(x, y, k, turn float64) {
	l := &s.look
	rng := s.Rng.Fork("rocket")
	m := canvas.Place(x, y, k, turn)
	sn, cs := num.SinCos(turn)
	hot, mid := tint.Hex(0xFFE27A), tint.Hex(0xFF8A2B)
	if len(s.Colors) > 0 {
		hot, mid = l.light, l.accent
	}
	s.light(x-float64(sn*k*0.7), y+float64(cs*k*0.7), k*0.75, mid, 0.7)
	for i, c := range []tint.Color{mid, hot, l.light} {
		f := 1 - float64(0.28*float64(i))
		s.paint((&canvas.Path{}).Move(-0.11*f, 0.42).Cubic(-0.2*f, 0.65, -0.04*f, float64(0.75*f)+0.2, 0, 0.42+float64(0.62*f)).Cubic(0.04*f, float64(0.75*f)+0.2, 0.2*f, 0.65, 0.11*f, 0.42).Close().Apply(m),
			canvas.Linear(x-float64(sn*k*0.42), y+float64(cs*k*0.42), x-float64(sn*k*1.04), y+float64(cs*k*1.04), canvas.Stop{At: 0, Color: c, Alpha: 1}, canvas.Stop{At: 0.5, Color: c, Alpha: 0.9}, canvas.Stop{At: 1, Color: c, Alpha: 0.25}))
	}
	for range 8 {
		t := rng.Range(0.9, 1.5)
		s.soft(canvas.Circle(rng.Range(-0.12, 0.12), t, float64(0.03*rng.Float())+0.012).Apply(m), l.light, 0.5)
	}
	fin := l.accent
	s.fill((&canvas.Path{}).Move(-0.14, 0.12).Cubic(-0.3, 0.2, -0.32, 0.35, -0.3, 0.5).Cubic(-0.22, 0.42, -0.16, 0.4, -0.1, 0.38).Close().Apply(m), fin)
	s.fill((&canvas.Path{}).Move(0.14, 0.12).Cubic(0.3, 0.2, 0.32, 0.35, 0.3, 0.5).Cubic(0.22, 0.42, 0.16, 0.4, 0.1, 0.38).Close().Apply(m), fin.Light(-0.08))
	body := (&canvas.Path{}).Move(0, -0.55).Cubic(0.14, -0.42, 0.19, -0.2, 0.19, 0).Cubic(0.19, 0.18, 0.15, 0.32, 0.11, 0.4).Line(-0.11, 0.4).Cubic(-0.15, 0.32, -0.19, 0.18, -0.19, 0).Cubic(-0.19, -0.2, -0.14, -0.42, 0, -0.55).Close().Apply(m)
	white := l.light.Mix(l.wall, 0.25)
	s.fill(body, white)
	s.add(canvas.Shape{Clip: body, Children: []canvas.Shape{
		{Path: canvas.Rect(0.04, -0.6, 0.3, 1.2).Apply(m), Brush: canvas.Clear(l.near, 0.28)},
		{Path: canvas.Rect(-0.3, -0.6, 0.6, 0.27).Apply(m), Brush: canvas.Flat(fin)},
		{Path: canvas.Rect(0.04, -0.6, 0.3, 0.27).Apply(m), Brush: canvas.Flat(fin.Light(-0.08))},
		{Path: canvas.Rect(-0.3, 0.28, 0.6, 0.045).Apply(m), Brush: canvas.Flat(fin)},
	}})
	s.fill(canvas.Circle(0, -0.1, 0.095).Apply(m), l.near.Mix(l.dark, 0.3))
	s.fill(canvas.Circle(0, -0.1, 0.07).Apply(m), l.third.Mix(l.light, 0.35))
	s.soft(canvas.Circle(-0.022, -0.122, 0.022).Apply(m), l.light, 0.9)
	s.fill((&canvas.Path{}).Move(-0.025, 0.16).Line(0.025, 0.16).Line(0.02, 0.52).Line(-0.02, 0.52).Close().Apply(m), fin.Light(-0.05))
}

// car draws a car heading right; k is its length.
func (s *stage) car(x, y, k float64) {
	l := &s.look
	m := canvas.Place(x, y, k, 0)
	c := l.accent
	s.soft(canvas.Ellipse(0, 0.0, 0.55, 0.035).Apply(m), l.dark, 0.35)
	s.fill((&canvas.Path{}).Move(-0.26, -0.22).Cubic(-0.2, -0.38, -0.14, -0.4, -0.04, -0.4).Cubic(0.1, -0.4, 0.16, -0.34, 0.26, -0.22).Close().Apply(m), c.Light(-0.04))
	s.fill((&canvas.Path{}).Move(-0.21, -0.22).Cubic(-0.17, -0.33, -0.13, -0.36, -0.06, -0.36).Line(-0.02, -0.36).Line(-0.02, -0.22).Close().Apply(m), l.skyLow.Mix(l.near, 0.25))
	s.fill((&canvas.Path{}).Move(0.01, -0.36).Cubic(0.1, -0.36, 0.14, -0.31, 0.2, -0.22).Line(0.01, -0.22).Close().Apply(m), l.skyLow.Mix(l.near, 0.25))
	s.paint((&canvas.Path{}).Move(-0.48, -0.1).Cubic(-0.5, -0.2, -0.44, -0.24, -0.32, -0.24).Line(0.26, -0.24).Cubic(0.4, -0.22, 0.5, -0.19, 0.5, -0.1).Quad(0.5, -0.06, 0.45, -0.06).Line(-0.44, -0.06).Quad(-0.48, -0.06, -0.48, -0.1).Close().Apply(m), down(y-float64(k*0.24), y-float64(k*0.06), c.Light(0.04), c.Light(-0.07)))
	for _, d := range [2]float64{-0.28, 0.28} {
		s.fill(canvas.Circle(d, -0.07, 0.085).Apply(m), l.dark)
		s.fill(canvas.Circle(d, -0.07, 0.04).Apply(m), l.light.Mix(l.near, 0.4))
	}
	s.fill(canvas.Circle(0.47, -0.15, 0.025).Apply(m), l.window.Mix(l.light, 0.4))
	if l.night {
		s.light(x+float64(k*0.6), y-float64(k*0.13), k*0.5, l.window, 0.6)
	}
}

// bird draws a gliding bird; k is its wingspan.
func (s *stage) bird(rng *num.Rand, x, y, k float64, c tint.Color) {
	m := canvas.Place(x, y, k/2, rng.Range(-0.04, 0.04))
	up := rng.Range(0.3, 0.62)
	p := (&canvas.Path{}).Move(0, 0).Cubic(0.22, -up*0.9, 0.55, -up*1.05, 1, -up*0.45).Cubic(0.62, -up*0.72, 0.34, -up*0.4, 0.06, 0.15).Line(-0.06, 0.15).
		Cubic(-0.34, -up*0.4, -0.62, -up*0.72, -1, -up*0.45).Cubic(-0.55, -up*1.05, -0.22, -up*0.9, 0, 0).Close()
	s.fill(p.Apply(m), c)
}

// birds draws a loose flock in the sky.
func (s *stage) birds() {
	rng := s.Rng.Fork("birds")
	c := s.look.dark.Mix(s.look.near, 0.4)
	if s.look.night {
		c = s.look.cloud
	}
	n := s.count("bird", 6)
	cx, cy := s.w-s.sunX, float64(s.horizon*0.36)
	if s.w < s.h {
		cx = float64(s.w * 0.4)
	}
	for k := range n {
		a := float64(k)
		d := 1.0
		if k&1 == 1 {
			d = -1
		}
		x, y := cx+float64(d*a*s.u*3.4)+float64(rng.Range(-2, 2)*s.u), cy+float64(a*s.u*1.9)+float64(rng.Range(-2, 2)*s.u)
		if n == 1 {
			x, y = cx, cy
			s.bird(rng, x, y, s.u*13, c)
			continue
		}
		s.bird(rng, x, y, s.u*rng.Range(3.6, 6), c)
	}
}

// fish draws a fish heading right or, with a negative k, left; |k| is its length.
func (s *stage) fish(rng *num.Rand, x, y, k float64, c, d tint.Color) {
	m := canvas.Matrix{A: k, D: max(k, -k), E: x, F: y}
	wag := rng.Range(-0.06, 0.06)
	s.fill((&canvas.Path{}).Move(-0.3, 0).Cubic(-0.42, -0.05, -0.48, -0.16, -0.56, -0.2+wag).Cubic(-0.5, -0.05, -0.5, 0.05, -0.56, 0.2+wag).Cubic(-0.48, 0.16, -0.42, 0.05, -0.3, 0).Close().Apply(m), d)
	s.fill((&canvas.Path{}).Move(-0.1, -0.15).Cubic(-0.05, -0.3, 0.08, -0.34, 0.02, -0.32).Cubic(0.12, -0.3, 0.16, -0.2, 0.2, -0.14).Close().Apply(m), d)
	body := (&canvas.Path{}).Move(0.5, 0.01).Cubic(0.38, -0.2, 0, -0.28, -0.36, -0.02).Cubic(-0.37, 0, -0.37, 0.02, -0.36, 0.03).Cubic(0, 0.27, 0.38, 0.2, 0.5, 0.01).Close().Apply(m)
	s.paint(body, down(y-float64(max(k, -k)*0.2), y+float64(max(k, -k)*0.2), c.Light(0.04), c.Light(-0.05)))
	s.add(canvas.Shape{Clip: body, Children: []canvas.Shape{
		{Path: (&canvas.Path{}).Move(0.2, -0.3).Quad(0.12, 0, 0.2, 0.3).Line(0.1, 0.3).Quad(0.02, 0, 0.1, -0.3).Close().Apply(m), Brush: canvas.Clear(d, 0.85)},
		{Path: (&canvas.Path{}).Move(-0.06, -0.3).Quad(-0.13, 0, -0.06, 0.3).Line(-0.16, 0.3).Quad(-0.23, 0, -0.16, -0.3).Close().Apply(m), Brush: canvas.Clear(d, 0.85)},
	}})
	s.fill((&canvas.Path{}).Move(0.1, 0.04).Cubic(0, 0.06, -0.06, 0.14, -0.04, 0.2).Cubic(0.04, 0.18, 0.1, 0.12, 0.12, 0.06).Close().Apply(m), d.Light(-0.04))
	s.fill(canvas.Circle(0.35, -0.045, 0.042).Apply(m), s.look.light)
	s.fill(canvas.Circle(0.362, -0.045, 0.022).Apply(m), s.look.dark)
}

// whale draws the back, spout and fluke of a whale; k is its length.
func (s *stage) whale(x, y, k float64) {
	l := &s.look
	c := l.deep.Mix(l.dark, 0.35)
	for i := range 7 {
		t := float64(float64(i)/6*2) - 1
		s.line((&canvas.Path{}).Move(x+float64(k*0.25), y-float64(k*0.17)).Quad(x+float64(k*(0.25+float64(t*0.05))), y-float64(k*0.45), x+float64(k*(0.25+float64(t*0.16))), y-float64(k*(0.36-float64(0.12*t*t)))), l.light, k*0.014, 0.75)
	}
	body := (&canvas.Path{}).Move(x-float64(k*0.36), y).Cubic(x-float64(k*0.22), y-float64(k*0.12), x+float64(k*0.02), y-float64(k*0.23), x+float64(k*0.24), y-float64(k*0.18)).Cubic(x+float64(k*0.38), y-float64(k*0.15), x+float64(k*0.46), y-float64(k*0.06), x+float64(k*0.46), y).Close()
	s.paint(body, down(y-float64(k*0.2), y, c.Light(0.08), c))
	s.fill(canvas.Circle(x+float64(k*0.36), y-float64(k*0.05), k*0.012), l.light)
	m := canvas.Place(x-float64(k*0.56), y, k, 0)
	s.fill((&canvas.Path{}).Move(-0.03, 0).Cubic(-0.01, -0.1, -0.02, -0.14, 0, -0.17).Cubic(-0.08, -0.16, -0.15, -0.2, -0.18, -0.27).Cubic(-0.1, -0.27, -0.03, -0.25, 0.01, -0.19).Cubic(0.05, -0.25, 0.12, -0.27, 0.19, -0.26).Cubic(0.16, -0.19, 0.1, -0.16, 0.03, -0.17).Cubic(0.04, -0.12, 0.05, -0.06, 0.06, 0).Close().Apply(m), c.Light(0.03))
	for _, d := range [2]float64{-0.54, 0.05} {
		s.soft(canvas.Ellipse(x+float64(d*k), y+float64(k*0.008), k*0.24, k*0.018), l.light, 0.65)
	}
}

// butterfly draws a butterfly with open wings; k is its wingspan.
func (s *stage) butterfly(rng *num.Rand, x, y, k float64, c tint.Color) {
	m := canvas.Place(x, y, k/2, rng.Range(-0.08, 0.08))
	for _, d := range [2]float64{-1, 1} {
		up := (&canvas.Path{}).Move(0, 0).Cubic(d*0.2, -0.7, d*0.9, -0.95, d*0.98, -0.6).Cubic(d*1.0, -0.2, d*0.5, 0.02, 0, 0.05).Close().Apply(m)
		low := (&canvas.Path{}).Move(0, 0.02).Cubic(d*0.4, 0.02, d*0.8, 0.2, d*0.68, 0.52).Cubic(d*0.5, 0.8, d*0.12, 0.5, 0, 0.1).Close().Apply(m)
		s.fill(low, c.Light(-0.06))
		s.fill(up, c)
		s.fill(canvas.Circle(d*0.66, -0.52, 0.12).Apply(m), c.Mix(s.look.light, 0.7))
		s.fill(canvas.Circle(d*0.44, 0.36, 0.09).Apply(m), c.Mix(s.look.light, 0.6))
		s.line((&canvas.Path{}).Move(0, -0.2).Quad(d*0.06, -0.45, d*0.2, -0.55).Apply(m), s.look.dark, k*0.012, 1)
	}
	s.fill(canvas.Ellipse(0, 0.03, 0.045, 0.3).Apply(m), s.look.dark)
}
