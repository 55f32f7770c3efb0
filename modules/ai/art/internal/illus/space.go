package illus

import (
	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// space draws a scene without ground: stars, nebulae, celestial bodies, spacecraft.
func (s *stage) space() {
	l := &s.look
	if len(s.Colors) == 0 && !s.style("neon") && !s.style("retro") && !s.style("pastel") {
		*l = looks["night"][s.Rng.Fork("space").Int(2)]
		l.style(s.Wish)
		l.accent, l.second, l.third = tint.Hex(0xFF6F61), tint.Hex(0xFFC857), tint.Hex(0x5AC8E8)
	}
	rng := s.Rng.Fork("bodies")
	s.horizon = s.h
	s.sunX, s.sunY = float64(s.w*0.1), float64(s.h*0.05)
	top := l.skyTop
	if len(s.Colors) > 0 && !l.night {
		top = l.near
	}
	s.paint(canvas.Rect(0, 0, s.w, s.h), canvas.Linear(0, 0, s.w*0.5, s.h, canvas.Blend(top, top.Mix(l.skyMid, 0.75), top.Mix(l.skyMid, 0.3))...))
	for _, name := range []string{"star", "night", "nebula"} {
		s.draws(name)
	}
	glows := []tint.Color{l.skyLow, l.third, l.accent, l.skyMid}
	for k := range 5 {
		c := glows[k%len(glows)]
		x, y := float64(rng.Range(0.1, 0.9)*s.w), float64(rng.Range(0.1, 0.9)*s.h)
		shape := canvas.Shape{Path: canvas.Rect(0, 0, s.w, s.h), Brush: canvas.Radial(x, y, s.u*rng.Range(45, 80), s.u*rng.Range(18, 34), canvas.Fade(c, 0.34)...).Turned(rng.Range(-0.15, 0.1))}
		if s.Digital {
			shape.Mode = canvas.Screen
		}
		s.add(shape)
	}
	s.stars(240, s.h*1.2)
	if s.draws("galaxy") {
		s.galaxy(s.w*0.5, s.h*0.46, s.u*42)
	}
	if s.draws("sun") {
		s.light(s.w*0.12, s.h*0.14, s.u*60, l.second, 0.8)
		s.fill(canvas.Circle(s.w*0.12, s.h*0.14, s.u*9), l.second.Mix(l.light, 0.5))
	}
	craft := s.any("rocket", "astronaut", "satellite", "ufo")
	planets := 0
	if s.draws("planet") {
		planets = s.count("planet", 3)
	} else if craft && !s.any("galaxy", "moon") {
		planets = 2
	}
	palette := [][2]tint.Color{{l.accent, l.second}, {l.third, l.light}, {l.skyLow, l.accent}, {l.second, l.accent}}
	turn := rng.Int(4)
	places := [][3]float64{{0.72, 0.40, 19}, {0.2, 0.75, 9}, {0.36, 0.2, 5.5}, {0.9, 0.84, 7}, {0.08, 0.34, 4}, {0.55, 0.9, 3.5}, {0.93, 0.12, 4.5}, {0.5, 0.08, 3}}
	if craft {
		places[0] = [3]float64{0.8, 0.84, 27}
		places[1] = [3]float64{0.16, 0.24, 8}
	}
	for k := range min(planets, len(places)) {
		p := palette[(k+turn)%len(palette)]
		s.planet(s.w*(places[k][0]+rng.Range(-0.03, 0.03)), s.h*(places[k][1]+rng.Range(-0.03, 0.03)), s.u*places[k][2], p[0], p[1], k%3 == 0 && !craft || k == 1 && craft)
	}
	if s.draws("moon") {
		s.moon(s.w*0.76, s.h*0.72, s.u*24)
	}
	if s.draws("comet") {
		for k := range s.count("comet", 3) {
			s.comet(s.w*(0.3+float64(0.22*float64(k))+rng.Range(-0.05, 0.05)), s.h*rng.Range(0.2, 0.7), s.u*rng.Range(18, 34))
		}
	}
	if s.draws("satellite") {
		s.satellite(s.w*0.3, s.h*0.34, s.u*22)
	}
	if s.draws("ufo") {
		s.ufo(s.w*0.52, s.h*0.3, s.u*15)
	}
	if s.draws("rocket") {
		s.rocket(s.w*0.46, s.h*0.48, s.u*36, 0.09)
	}
	if s.draws("astronaut") {
		x := float64(s.w * 0.4)
		if s.drawn["rocket"] {
			x = float64(s.w * 0.2)
		}
		s.astronaut(x, s.h*0.55, s.u*30)
	}
}

// planet draws a banded planet lit from the upper left, with or without a ring.
func (s *stage) planet(x, y, r float64, c, d tint.Color, ringed bool) {
	rng := s.Rng.Fork("planet" + string(rune('a'+int(num.Clamp(r, 0, 25)))))
	l := &s.look
	m := canvas.Place(x, y, r, -0.055)
	ring := func(front bool) {
		if !ringed {
			return
		}
		half := canvas.Rect(-3, -3, 6, 3)
		if front {
			half = canvas.Rect(-3, 0, 6, 3)
		}
		s.add(canvas.Shape{Clip: half.Apply(m), Children: []canvas.Shape{
			{Path: canvas.Ellipse(0, 0, 1.75, 0.42).Apply(m), Width: r * 0.17, Brush: canvas.Clear(d.Mix(l.light, 0.25), 0.9)},
			{Path: canvas.Ellipse(0, 0, 2.02, 0.5).Apply(m), Width: r * 0.06, Brush: canvas.Clear(c.Mix(l.light, 0.4), 0.7)},
		}})
	}
	s.light(x, y, r*1.7, c, 0.45)
	ring(false)
	ball := canvas.Circle(x, y, r)
	s.fill(ball, c)
	var kids []canvas.Shape
	yy := -1.0
	for yy < 1 {
		tall := rng.Range(0.08, 0.26)
		col := c.Mix(d, rng.Range(0, 0.75))
		kids = append(kids, canvas.Shape{Path: (&canvas.Path{}).Move(-1.1, yy).Cubic(-0.4, yy+0.11, 0.4, yy+0.11, 1.1, yy).Line(1.1, yy+tall).Cubic(0.4, yy+tall+0.11, -0.4, yy+tall+0.11, -1.1, yy+tall).Close().Apply(m), Brush: canvas.Clear(col, 0.85)})
		yy += float64(tall * rng.Range(1, 1.7))
	}
	kids = append(kids, canvas.Shape{Path: canvas.Ellipse(0.32, 0.3, 0.2, 0.1).Apply(m), Brush: canvas.Clear(d, 0.8)})
	kids = append(kids, canvas.Shape{Path: canvas.Rect(x-r, y-r, 2*r, 2*r), Brush: canvas.Radial(x-float64(r*0.42), y-float64(r*0.45), r*1.75, r*1.75,
		canvas.Stop{At: 0, Color: l.light, Alpha: 0.35}, canvas.Stop{At: 0.3, Color: l.dark, Alpha: 0}, canvas.Stop{At: 0.6, Color: l.dark, Alpha: 0.28}, canvas.Stop{At: 1, Color: l.dark, Alpha: 0.85})})
	s.add(canvas.Shape{Clip: ball, Children: kids})
	ring(true)
}

// moon draws a large cratered sphere.
func (s *stage) moon(x, y, r float64) {
	rng := s.Rng.Fork("craters")
	l := &s.look
	base := l.sun.Mix(l.cloud, 0.25)
	s.light(x, y, r*1.9, l.glow, 0.5)
	ball := canvas.Circle(x, y, r)
	s.fill(ball, base)
	var kids []canvas.Shape
	for range 22 {
		a, d := rng.Float(), float64(r*rng.Range(0, 0.92))
		sn, cs := num.SinCos(a)
		k := float64(r * rng.Range(0.04, 0.17) * (1 - 0.5*d/r))
		cx, cy := x+float64(d*cs), y+float64(d*sn)
		kids = append(kids, canvas.Shape{Path: canvas.Circle(cx, cy, k), Brush: canvas.Flat(base.Light(-0.10))},
			canvas.Shape{Path: canvas.Circle(cx+float64(k*0.14), cy+float64(k*0.14), k*0.84), Brush: canvas.Flat(base.Light(-0.055))})
	}
	kids = append(kids, canvas.Shape{Path: canvas.Rect(x-r, y-r, 2*r, 2*r), Brush: canvas.Radial(x-float64(r*0.4), y-float64(r*0.45), r*1.8, r*1.8,
		canvas.Stop{At: 0, Color: l.light, Alpha: 0.3}, canvas.Stop{At: 0.3, Color: l.dark, Alpha: 0}, canvas.Stop{At: 0.65, Color: l.dark, Alpha: 0.25}, canvas.Stop{At: 1, Color: l.dark, Alpha: 0.85})})
	s.add(canvas.Shape{Clip: ball, Children: kids})
}

// galaxy draws a spiral of stars around a bright core, seen at an angle.
func (s *stage) galaxy(x, y, r float64) {
	rng := s.Rng.Fork("galaxy")
	l := &s.look
	m := canvas.Matrix{A: r, B: r * 0.28, C: -r * 0.2, D: r * 0.5, E: x, F: y}
	glow := func(rx, ry float64, c tint.Color, a float64) {
		shape := canvas.Shape{Path: canvas.Rect(0, 0, s.w, s.h), Brush: canvas.Radial(x, y, rx, ry, canvas.Fade(c, a)...).Turned(0.05)}
		if s.Digital {
			shape.Mode = canvas.Screen
		}
		s.add(shape)
	}
	glow(r*1.25, r*0.62, l.third, 0.5)
	glow(r*0.8, r*0.42, l.accent, 0.5)
	var kids []canvas.Shape
	for range 1500 {
		arm := float64(float64(rng.Int(2)) / 2)
		t := rng.Float()
		a := arm + float64(t*0.95) + float64((rng.Float()+rng.Float()-1)*0.07)
		d := 0.08 + float64(t*0.98) + float64((rng.Float()+rng.Float()-1)*0.10)
		sn, cs := num.SinCos(a)
		p := canvas.P(d*cs, d*sn)
		c := l.light
		switch rng.Int(4) {
		case 0:
			c = l.third.Mix(l.light, 0.4)
		case 1:
			c = l.accent.Mix(l.light, 0.3)
		}
		px, py := float64(m.A*p.X)+float64(m.C*p.Y)+m.E, float64(m.B*p.X)+float64(m.D*p.Y)+m.F
		kids = append(kids, canvas.Shape{Path: canvas.Circle(px, py, max(0.4, s.u*num.Mix(0.06, 0.26, rng.Float()*rng.Float()))), Brush: canvas.Clear(c, rng.Range(0.35, 0.95))})
	}
	s.add(kids...)
	glow(r*0.34, r*0.22, l.second, 1)
	glow(r*0.2, r*0.14, l.light, 1)
}

func (s *stage) satellite(x, y, k float64) {
	l := &s.look
	m := canvas.Place(x, y, k, -0.07)
	panel := l.third.Mix(l.deep, 0.45)
	s.line((&canvas.Path{}).Move(-0.6, 0).Line(0.6, 0).Apply(m), l.cloud, k*0.03, 1)
	for _, d := range [2]float64{-1, 1} {
		s.fill(canvas.Rect(float64(d*0.47)-0.27, -0.16, 0.54, 0.32).Apply(m), panel)
		for i := range 5 {
			v := float64(d*0.47) - 0.27 + float64(0.54*float64(i)/4)
			s.line((&canvas.Path{}).Move(v, -0.16).Line(v, 0.16).Apply(m), l.light, k*0.008, 0.55)
		}
		s.line((&canvas.Path{}).Move(float64(d*0.47)-0.27, 0).Line(float64(d*0.47)+0.27, 0).Apply(m), l.light, k*0.008, 0.55)
	}
	s.fill(canvas.RoundRect(-0.13, -0.2, 0.26, 0.4, 0.03).Apply(m), l.light.Mix(l.second, 0.35))
	s.soft(canvas.Rect(0.02, -0.2, 0.11, 0.4).Apply(m), l.dark, 0.28)
	s.fill((&canvas.Path{}).Move(-0.14, 0.34).Cubic(-0.1, 0.22, 0.1, 0.22, 0.14, 0.34).Close().Apply(m), l.cloud)
	s.line((&canvas.Path{}).Move(0, 0.2).Line(0, 0.42).Apply(m), l.cloud, k*0.02, 1)
	s.fill(canvas.Circle(0, 0.43, 0.025).Apply(m), l.accent)
}

func (s *stage) ufo(x, y, k float64) {
	l := &s.look
	s.paint(canvas.Polygon(canvas.P(x-float64(k*0.4), y+float64(k*0.1)), canvas.P(x+float64(k*0.4), y+float64(k*0.1)), canvas.P(x+float64(k*1.1), y+float64(k*2.6)), canvas.P(x-float64(k*1.1), y+float64(k*2.6))),
		canvas.Linear(0, y, 0, y+float64(k*2.6), canvas.Stop{At: 0, Color: l.window, Alpha: 0.7}, canvas.Stop{At: 1, Color: l.window, Alpha: 0}))
	s.fill((&canvas.Path{}).Move(x-float64(k*0.42), y-float64(k*0.1)).Cubic(x-float64(k*0.4), y-float64(k*0.65), x+float64(k*0.4), y-float64(k*0.65), x+float64(k*0.42), y-float64(k*0.1)).Close(), l.third.Mix(l.light, 0.5))
	s.paint(canvas.Ellipse(x, y, k, k*0.26), down(y-float64(k*0.26), y+float64(k*0.26), l.light.Mix(l.cloud, 0.3), l.cloud.Mix(l.dark, 0.4)))
	for i := range 6 {
		s.fill(canvas.Circle(x+float64(k*(float64(i)-2.5)*0.29), y+float64(k*0.06), k*0.06), l.second)
	}
}

// astronaut draws a floating astronaut; k is the height of the figure.
func (s *stage) astronaut(x, y, k float64) {
	l := &s.look
	m := canvas.Place(x, y, k, 0.04)
	suit, shade := l.light, l.light.Mix(l.near, 0.3)
	limb := func(c tint.Color, w float64, pts ...canvas.Point) {
		s.line((&canvas.Path{}).Curve(pts...).Apply(m), c, w*k, 1)
	}
	s.fill(canvas.RoundRect(-0.2, -0.22, 0.4, 0.36, 0.06).Apply(m), shade.Light(-0.1))
	limb(shade, 0.12, canvas.P(0.12, -0.12), canvas.P(0.26, -0.02), canvas.P(0.36, -0.12))
	limb(suit, 0.12, canvas.P(-0.12, -0.12), canvas.P(-0.28, -0.16), canvas.P(-0.34, -0.3))
	limb(shade, 0.13, canvas.P(0.08, 0.14), canvas.P(0.15, 0.3), canvas.P(0.1, 0.44))
	limb(suit, 0.13, canvas.P(-0.07, 0.14), canvas.P(-0.12, 0.32), canvas.P(-0.22, 0.42))
	s.fill(canvas.RoundRect(-0.16, -0.2, 0.32, 0.4, 0.12).Apply(m), suit)
	s.soft(canvas.RoundRect(0.02, -0.2, 0.14, 0.4, 0.07).Apply(m), l.near, 0.22)
	s.fill(canvas.RoundRect(-0.07, -0.05, 0.14, 0.1, 0.02).Apply(m), l.accent)
	s.fill(canvas.Circle(0, -0.33, 0.19).Apply(m), suit)
	visor := canvas.RoundRect(-0.135, -0.44, 0.27, 0.21, 0.1).Apply(m)
	s.fill(visor, l.dark.Mix(l.third, 0.3))
	s.add(canvas.Shape{Clip: visor, Children: []canvas.Shape{{Path: canvas.Ellipse(-0.05, -0.42, 0.12, 0.07).Apply(m), Brush: canvas.Clear(l.third.Mix(l.light, 0.5), 0.8)}}})
	for _, p := range [][2]float64{{0.36, -0.12}, {-0.34, -0.3}, {0.1, 0.44}, {-0.22, 0.42}} {
		s.fill(canvas.Circle(p[0], p[1], 0.068).Apply(m), l.accent)
	}
}

// underwater draws a scene below the surface.
func (s *stage) underwater() {
	rng := s.Rng.Fork("underwater")
	l := &s.look
	s.horizon = s.h
	for _, n := range []string{"sea", "fish", "beach", "lake"} {
		s.draws(n)
	}
	top, mid, deep := tint.Hex(0x7FE0E6), tint.Hex(0x1E93BE), tint.Hex(0x0B2F63)
	if l.night {
		top, mid, deep = tint.Hex(0x2C6FA8), tint.Hex(0x143C78), tint.Hex(0x071535)
	}
	if len(s.Colors) > 0 {
		top, mid, deep = l.skyLow, l.water, l.deep
	}
	s.haze = mid
	s.paint(canvas.Rect(0, 0, s.w, s.h), down(0, s.h, top, mid, deep))
	var rays []canvas.Shape
	for range 8 {
		x, w := float64(rng.Range(-0.1, 0.9)*s.w), float64(s.u*rng.Range(4, 12))
		shape := canvas.Shape{Path: canvas.Polygon(canvas.P(x, 0), canvas.P(x+w, 0), canvas.P(x+float64(w*2.5)+float64(s.u*22), float64(s.h*0.85)), canvas.P(x+float64(s.u*12), float64(s.h*0.85))),
			Brush: canvas.Linear(0, 0, 0, s.h*0.85, canvas.Stop{At: 0, Color: top, Alpha: 0.4}, canvas.Stop{At: 1, Color: top, Alpha: 0})}
		if s.Digital {
			s.add(canvas.Shape{Children: []canvas.Shape{shape}, Blur: s.u * 1.2})
		} else {
			s.add(shape)
		}
	}
	if s.Digital {
		rays = []canvas.Shape{{Children: rays, Blur: float64(s.u * 1.2)}}
	}
	s.add(rays...)
	for depth := range 3 {
		t := float64(float64(depth) / 2)
		r := s.rolling(s.h*num.Mix(0.8, 0.93, t), s.u*num.Mix(6, 3, t), s.w*num.Mix(0.35, 0.6, t))
		c := deep.Mix(l.sand.Mix(deep, 0.35), t)
		s.paint(s.land(r, s.u*4), down(s.h*0.75, s.h, c, c.Light(-0.04)))
		for range 9 {
			x := float64(rng.Range(0, 1) * s.w)
			coral := []tint.Color{tint.Hex(0xFF7A6B), tint.Hex(0xF5A65B), tint.Hex(0xB56BD6), tint.Hex(0x3CC0A0)}[rng.Int(4)]
			if len(s.Colors) > 0 {
				coral = []tint.Color{l.accent, l.second, l.third, l.leaf}[rng.Int(4)]
			}
			coral = coral.Mix(mid, 0.75-float64(0.65*t))
			y, k := r(x)+s.u, float64(s.u*rng.Range(6, 13)*num.Mix(0.6, 1.2, t))
			if rng.Chance(0.5) {
				for i := range 4 { // weed
					dx := float64((float64(i) - 1.5) * k * 0.12)
					green := l.leaf.Mix(mid, 0.6-float64(0.5*t))
					s.line((&canvas.Path{}).Curve(canvas.P(x+dx, y), canvas.P(x+dx+float64(k*0.1), y-float64(k*0.35)), canvas.P(x+dx-float64(k*0.08), y-float64(k*0.7)), canvas.P(x+dx+float64(k*0.08), y-float64(k*rng.Range(0.9, 1.3)))), green, float64(k*0.09), 1)
				}
				continue
			}
			for i := range 5 { // coral
				a := -0.25 + float64((float64(i)-2)*0.055)
				sn, cs := num.SinCos(a)
				ex, ey := x+float64(cs*k*0.8), y+float64(sn*k*0.8)
				s.line((&canvas.Path{}).Move(x, y).Quad(x, y-float64(k*0.4), ex, ey), coral, k*0.11, 1)
				s.line((&canvas.Path{}).Move((x+ex)/2, float64((y+ey)/2)-float64(k*0.1)).Line(float64((x+ex)/2)+float64(k*0.16), ey-float64(k*0.02)), coral, float64(k*0.08), 1)
			}
		}
	}
	colors := [][2]tint.Color{{tint.Hex(0xFF8A3D), tint.Hex(0xFFF1DA)}, {tint.Hex(0xFFC94A), tint.Hex(0x2D5FA8)}, {tint.Hex(0xF46A8B), tint.Hex(0xFFD6C2)}, {tint.Hex(0x7FD6F2), tint.Hex(0x20558F)}}
	if len(s.Colors) > 0 {
		colors = [][2]tint.Color{{l.accent, l.light}, {l.second, l.deep}, {l.third, l.light}}
	}
	if s.draws("whale") {
		s.fish(rng, s.w*0.62, s.h*0.3, -s.u*46, deep.Light(0.08), deep)
	}
	n := s.count("fish", 9)
	for k := range n {
		p := colors[rng.Int(len(colors))]
		size := float64(s.u * num.Mix(6, 17, float64(k)/float64(max(n, 2)-1)))
		if n <= 2 {
			size = float64(s.u * 30)
		}
		if rng.Chance(0.4) {
			size = -size
		}
		far := num.Clamp(0.5-float64(float64(k)/float64(n)*0.55), 0, 0.5)
		s.fish(rng, float64(s.w*((float64(float64(k)*0.618)+0.3)-float64(int(float64(float64(k)*0.618)+0.3)))*0.84)+float64(s.w*0.08), s.h*rng.Range(0.14, 0.7), size, p[0].Mix(mid, far), p[1].Mix(mid, far))
	}
	for range 34 {
		x, y, r := float64(rng.Float()*s.w), float64(rng.Float()*s.h*0.85), float64(s.u*rng.Range(0.3, 1.3))
		s.soft(canvas.Circle(x, y, r), l.light, 0.16)
		s.add(canvas.Shape{Path: canvas.Circle(x, y, r), Width: max(0.6, r*0.12), Brush: canvas.Clear(l.light, 0.5)})
		s.soft(canvas.Circle(x-float64(r*0.35), y-float64(r*0.35), float64(r*0.2)), l.light, 0.8)
	}
}
