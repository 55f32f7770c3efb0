package illus

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// city draws a skyline in three depths on a base line.
func (s *stage) city(base float64) {
	rng := s.Rng.Fork("city")
	l := &s.look
	for depth := range 3 {
		t := float64(float64(depth) / 2)
		haze := 0.62 - float64(0.31*float64(depth))
		block := l.near.Mix(l.deep, 0.35)
		if l.night {
			block = l.near.Mix(l.wall, 0.25)
		}
		x := float64(-0.02 * s.w)
		for x < 1.02*s.w {
			w := float64(s.u * num.Mix(6, 9.5, t) * rng.Range(0.75, 1.35))
			// Buildings in the centre are the tallest.
			mid := 1 - float64(math.Abs(x/s.w-0.5)*1.1)
			tall := float64(s.horizon * num.Mix(0.62, 0.38, t) * rng.Range(0.45, 1.05) * (0.45 + float64(0.75*mid)))
			if rng.Chance(0.10) {
				tall *= 1.35
			}
			c := s.distant(block.Light(rng.Range(-0.04, 0.05)), haze)
			s.tower(rng, x, base, w, tall, c, haze, depth)
			x += float64(w * rng.Range(0.92, 1.12))
			if depth == 2 && rng.Chance(0.22) {
				x += float64(w * 0.7)
			}
		}
		if depth < 2 {
			s.mist(base-float64(s.horizon*0.02), s.horizon*0.12, 0.35)
		}
	}
}

// tower draws a building with a shaded side, windows and a roof.
func (s *stage) tower(rng *num.Rand, x, base, w, tall float64, c tint.Color, haze float64, depth int) {
	l := &s.look
	top := base - tall
	body := canvas.Rect(x, top, w, tall+2)
	kind := rng.Int(6)
	switch kind {
	case 0: // set back twice
		body = canvas.Polygon(canvas.P(x, base), canvas.P(x, top+float64(tall*0.3)), canvas.P(x+float64(w*0.15), top+float64(tall*0.3)), canvas.P(x+float64(w*0.15), top+float64(tall*0.1)), canvas.P(x+float64(w*0.3), top+float64(tall*0.1)), canvas.P(x+float64(w*0.3), top),
			canvas.P(x+float64(w*0.7), top), canvas.P(x+float64(w*0.7), top+float64(tall*0.1)), canvas.P(x+float64(w*0.85), top+float64(tall*0.1)), canvas.P(x+float64(w*0.85), top+float64(tall*0.3)), canvas.P(x+w, top+float64(tall*0.3)), canvas.P(x+w, base))
		s.line((&canvas.Path{}).Move(x+float64(w/2), top).Line(x+float64(w/2), top-float64(tall*0.16)), c, float64(w*0.06), 1)
	case 1: // slanted roof
		body = canvas.Polygon(canvas.P(x, base), canvas.P(x, top+float64(w*0.5)), canvas.P(x+w, top), canvas.P(x+w, base))
	case 2:
		s.line((&canvas.Path{}).Move(x+float64(w*0.3), top).Line(x+float64(w*0.3), top-float64(w*0.7)), c, w*0.05, 1)
		s.fill(canvas.Rect(x+float64(w*0.55), top-float64(w*0.18), w*0.3, w*0.2), c)
	case 3: // a dome
		body.Add(canvas.Ellipse(x+float64(w/2), top, float64(w*0.42), float64(w*0.34)))
	}
	s.paint(body, down(top, base, c.Light(0.035), c, c.Mix(s.haze, 0.22)))
	side := s.lit(x)
	sx := x
	if side < 0 {
		sx = x + float64(w*0.62)
	}
	panes := &canvas.Path{}
	step := w / float64(3+rng.Int(3))
	tallStep := float64(step * rng.Range(1.1, 1.5))
	chance := 0.62
	if l.night {
		chance = 0.42
	}
	for y := top + float64(tallStep*0.8); y < base-tallStep; y += tallStep {
		for px := x + float64(step*0.25); px < x+w-float64(step*0.5); px += step {
			if rng.Chance(chance) {
				panes.Add(canvas.Rect(px, y, step*0.5, tallStep*0.5))
			}
		}
	}
	pane, alpha := c.Light(0.13), 0.75
	if l.night {
		pane, alpha = l.window, num.Mix(0.9, 0.35, haze)
	} else if depth == 2 {
		pane, alpha = l.skyLow, 0.5
	}
	s.add(canvas.Shape{Clip: body, Children: []canvas.Shape{
		{Path: canvas.Rect(sx, top-tall, w*0.38, tall*2.1), Brush: canvas.Clear(c.Light(-0.05), 0.6)},
		{Path: panes, Brush: canvas.Clear(pane, alpha)},
	}})
}

// house draws a house at x, y; k is its width.
func (s *stage) house(rng *num.Rand, x, y, k float64) {
	l := &s.look
	side := s.lit(x)
	wall, roof := l.wall, l.roof.Light(rng.Range(-0.03, 0.03))
	if rng.Chance(0.35) {
		wall = l.wall.Mix(l.second, 0.25)
	}
	h := float64(k * 0.52)
	// The gable is lit, the long side is in half shade.
	gx, gw := x+float64(side*k*0.24), float64(k*0.52)
	long := canvas.Rect(x-float64(k*0.5), y-h, k, h+float64(k*0.03))
	s.paint(long, down(y-h, y, wall.Light(-0.07), wall.Light(-0.10)))
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.56), y-h), canvas.P(x-float64(k*0.44), y-h-float64(k*0.36)), canvas.P(x+float64(k*0.44), y-h-float64(k*0.36)), canvas.P(x+float64(k*0.56), y-h)), roof.Light(-0.04))
	s.fill(canvas.Rect(x-float64(side*k*0.3), y-h-float64(k*0.5), k*0.1, k*0.3), roof.Mix(l.dark, 0.35))
	s.fill(canvas.Polygon(canvas.P(gx-float64(gw/2), y+float64(k*0.03)), canvas.P(gx-float64(gw/2), y-h), canvas.P(gx, y-h-float64(k*0.36)), canvas.P(gx+float64(gw/2), y-h), canvas.P(gx+float64(gw/2), y+float64(k*0.03))), wall)
	s.line((&canvas.Path{}).Move(gx-float64(gw*0.6), y-h+float64(k*0.05)).Line(gx, y-h-float64(k*0.37)).Line(gx+float64(gw*0.6), y-h+float64(k*0.05)), roof.Light(0.03), k*0.06, 1)
	pane := l.window
	s.fill(canvas.RoundRect(gx-float64(k*0.06), y-float64(k*0.25), k*0.13, k*0.28, k*0.02), l.trunk)
	for _, w := range [][2]float64{{gx - float64(k*0.19), y - float64(h*0.75)}, {gx + float64(k*0.1), y - float64(h*0.75)}, {x - float64(side*k*0.22), y - float64(h*0.62)}, {x - float64(side*k*0.42), y - float64(h*0.62)}} {
		s.fill(canvas.Rect(w[0], w[1], k*0.1, k*0.12), pane)
		s.line((&canvas.Path{}).Move(w[0]+float64(k*0.05), w[1]).Line(w[0]+float64(k*0.05), w[1]+float64(k*0.12)), wall.Light(-0.04), k*0.012, 1)
	}
	s.fill(canvas.Circle(gx, y-h-float64(k*0.08), k*0.05), pane)
	if l.night {
		s.light(x, y-float64(h*0.5), k*0.9, l.window, 0.35)
	}
	if s.Read.Season == "winter" || s.any("snow") {
		s.fill(canvas.Polygon(canvas.P(x-float64(k*0.56), y-h-float64(k*0.01)), canvas.P(x-float64(k*0.45), y-h-float64(k*0.39)), canvas.P(x+float64(k*0.45), y-h-float64(k*0.39)), canvas.P(x+float64(k*0.56), y-h-float64(k*0.01)), canvas.P(x+float64(k*0.4), y-h-float64(k*0.06)), canvas.P(x, y-h-float64(k*0.02)), canvas.P(x-float64(k*0.3), y-h-float64(k*0.07))), l.light)
		s.fill(canvas.Polygon(canvas.P(gx-float64(gw/2), y-h), canvas.P(gx, y-h-float64(k*0.36)), canvas.P(gx+float64(gw/2), y-h)), wall)
		s.line((&canvas.Path{}).Move(gx-float64(gw*0.6), y-h+float64(k*0.03)).Line(gx, y-h-float64(k*0.39)).Line(gx+float64(gw*0.6), y-h+float64(k*0.03)), l.light, k*0.06, 1)
	}
}

// bridge draws a bridge on two pylons across the image; y is the height of its deck.
func (s *stage) bridge(y float64) {
	l := &s.look
	c := l.accent.Mix(l.roof, 0.4)
	if l.night || s.time == "sunset" {
		c = l.accent.Mix(l.dark, 0.45)
	}
	tall := float64(s.horizon * 0.46)
	deck := float64(s.u * 1.7)
	pylons := [2]float64{s.w * 0.24, s.w * 0.76}
	foot := y + float64(s.u*11)
	cable := func(x0, y0, x1, y1, sag float64) {
		mx, my := float64((x0+x1)/2), max(y0, y1)+sag
		s.line((&canvas.Path{}).Move(x0, y0).Quad(mx, my, x1, y1), c, s.u*0.55, 1)
		n := int(math.Abs(x1-x0) / (s.u * 3.2))
		for k := 1; k < n; k++ {
			t := float64(k) / float64(n)
			hy := float64((1-t)*(1-t)*y0) + float64(2*t*(1-t)*my) + float64(t*t*y1)
			hx := float64((1-t)*(1-t)*x0) + float64(2*t*(1-t)*mx) + float64(t*t*x1)
			s.line((&canvas.Path{}).Move(hx, hy).Line(hx, y), c, s.u*0.18, 0.8)
		}
	}
	top := y - tall
	cable(pylons[0], top, pylons[1], top, tall*0.78)
	cable(-s.w*0.14, y-s.u, pylons[0], top, -tall*0.36)
	cable(pylons[1], top, s.w*1.14, y-s.u, -tall*0.36)
	s.paint(canvas.Rect(-5, y, s.w+10, deck), down(y, y+deck, c, c.Light(-0.08)))
	for _, x := range pylons {
		side := s.lit(x)
		for _, d := range [2]float64{-1.9, 1.9} {
			w := float64(s.u * 1.25)
			s.fill(canvas.Polygon(canvas.P(x+float64(d*s.u*0.8)-float64(w/2), top), canvas.P(x+float64(d*s.u*0.8)+float64(w/2), top), canvas.P(x+float64(d*s.u)+float64(w*0.65), foot), canvas.P(x+float64(d*s.u)-float64(w*0.65), foot)), c.Light(float64(d*side*0.016)))
		}
		for _, f := range [3]float64{0.02, 0.3, 0.62} {
			s.fill(canvas.Rect(x-float64(s.u*1.9), top+float64(tall*f), s.u*3.8, s.u*1), c.Light(-0.03))
		}
		s.fill(canvas.Rect(x-float64(s.u*3.6), foot-float64(s.u*0.8), s.u*7.2, s.u*2.2), l.near.Mix(l.dark, 0.3))
	}
}

// lighthouse draws a lighthouse at x, y; k is its height.
func (s *stage) lighthouse(x, y, k float64) {
	l := &s.look
	red := l.roof.Mix(l.accent, 0.5)
	side := s.lit(x)
	if l.night || s.time == "sunset" || s.time == "dawn" {
		for _, d := range [2]float64{-1, 1} {
			ly := y - float64(k*0.87)
			s.paint(canvas.Polygon(canvas.P(x, ly-float64(k*0.015)), canvas.P(x+float64(d*s.w), ly-float64(k*0.32)), canvas.P(x+float64(d*s.w), ly+float64(k*0.10)), canvas.P(x, ly+float64(k*0.015))),
				canvas.Linear(x, 0, x+float64(d*s.w*0.75), 0, canvas.Stop{At: 0, Color: l.window, Alpha: 0.6}, canvas.Stop{At: 1, Color: l.window, Alpha: 0}))
		}
	}
	body := canvas.Polygon(canvas.P(x-float64(k*0.105), y), canvas.P(x-float64(k*0.065), y-float64(k*0.8)), canvas.P(x+float64(k*0.065), y-float64(k*0.8)), canvas.P(x+float64(k*0.105), y))
	s.fill(body, l.wall.Mix(l.light, 0.5))
	var kids []canvas.Shape
	for i := range 3 {
		yy := y - float64(k*(0.08+float64(0.27*float64(i))))
		kids = append(kids, canvas.Shape{Path: canvas.Rect(x-float64(k*0.2), yy-float64(k*0.135), k*0.4, k*0.135), Brush: canvas.Flat(red)})
	}
	kids = append(kids, canvas.Shape{Path: canvas.Rect(x-float64(k*0.2), y-k, k*0.4, k), Brush: canvas.Linear(x+float64(side*k*0.1), 0, x-float64(side*k*0.1), 0, canvas.Stop{At: 0, Color: l.dark, Alpha: 0}, canvas.Stop{At: 0.45, Color: l.dark, Alpha: 0}, canvas.Stop{At: 1, Color: l.dark, Alpha: 0.35})})
	s.add(canvas.Shape{Clip: body, Children: kids})
	s.fill(canvas.Rect(x-float64(k*0.1), y-float64(k*0.82), k*0.2, k*0.03), l.dark.Mix(red, 0.3))
	s.fill(canvas.Rect(x-float64(k*0.05), y-float64(k*0.93), k*0.1, k*0.11), l.window.Mix(l.light, 0.25))
	for i := range 3 {
		s.line((&canvas.Path{}).Move(x+float64(k*0.05*(float64(i)-1)), y-float64(k*0.93)).Line(x+float64(k*0.05*(float64(i)-1)), y-float64(k*0.82)), l.dark.Mix(red, 0.3), k*0.012, 1)
	}
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.075), y-float64(k*0.925)), canvas.P(x, y-float64(k*1.02)), canvas.P(x+float64(k*0.075), y-float64(k*0.925))), red)
	s.fill(canvas.RoundRect(x-float64(k*0.03), y-float64(k*0.1), k*0.06, k*0.11, k*0.03), l.dark.Mix(l.trunk, 0.5))
	s.fill(canvas.Rect(x-float64(k*0.015), y-float64(k*0.48), k*0.03, k*0.05), l.dark.Mix(l.trunk, 0.5))
	if l.night || s.time == "sunset" {
		s.light(x, y-float64(k*0.87), k*0.5, l.window, 0.8)
	}
}

// windmill draws a windmill with four sails; k is the height of its body.
func (s *stage) windmill(x, y, k float64) {
	l := &s.look
	side := s.lit(x)
	body := (&canvas.Path{}).Move(x-float64(k*0.24), y).Quad(x-float64(k*0.15), y-float64(k*0.5), x-float64(k*0.13), y-float64(k*0.8)).Line(x+float64(k*0.13), y-float64(k*0.8)).Quad(x+float64(k*0.15), y-float64(k*0.5), x+float64(k*0.24), y).Close()
	s.paint(body, canvas.Linear(x+float64(side*k*0.2), 0, x-float64(side*k*0.2), 0, canvas.Blend(l.wall, l.wall.Mix(l.near, 0.45))...))
	s.fill((&canvas.Path{}).Move(x-float64(k*0.16), y-float64(k*0.79)).Cubic(x-float64(k*0.14), y-float64(k*1.02), x+float64(k*0.14), y-float64(k*1.02), x+float64(k*0.16), y-float64(k*0.79)).Close(), l.roof)
	s.fill(canvas.RoundRect(x-float64(k*0.05), y-float64(k*0.2), k*0.1, k*0.21, k*0.05), l.trunk)
	s.fill(canvas.Rect(x-float64(k*0.03), y-float64(k*0.52), k*0.06, k*0.08), l.window)
	hub := canvas.P(x, y-float64(k*0.84))
	turn := s.Rng.Fork("mill").Range(0.03, 0.2)
	for i := range 4 {
		m := canvas.Place(hub.X, hub.Y, k, turn+float64(float64(i)/4))
		s.line((&canvas.Path{}).Move(0, 0).Line(0.66, 0).Apply(m), l.trunk, k*0.025, 1)
		s.soft(canvas.Polygon(canvas.P(0.14, 0), canvas.P(0.66, 0), canvas.P(0.66, 0.13), canvas.P(0.14, 0.13)).Apply(m), l.light.Mix(l.wall, 0.4), 0.92)
		for j := range 4 {
			v := 0.14 + float64(0.173*float64(j))
			s.line((&canvas.Path{}).Move(v, 0).Line(v, 0.13).Apply(m), l.trunk, k*0.011, 1)
		}
		s.line((&canvas.Path{}).Move(0.14, 0.065).Line(0.66, 0.065).Apply(m), l.trunk, k*0.009, 1)
	}
	s.fill(canvas.Circle(hub.X, hub.Y, k*0.035), l.trunk.Light(-0.05))
}

// turbine draws a wind turbine; k is the height of its mast.
func (s *stage) turbine(x, y, k, haze float64) {
	white := s.distant(s.look.light, haze)
	shade := s.distant(s.look.light.Mix(s.look.near, 0.3), haze)
	s.paint(canvas.Polygon(canvas.P(x-float64(k*0.022), y), canvas.P(x-float64(k*0.010), y-k), canvas.P(x+float64(k*0.010), y-k), canvas.P(x+float64(k*0.022), y)), canvas.Linear(x-float64(k*0.02), 0, x+float64(k*0.02), 0, canvas.Blend(white, shade)...))
	turn := s.Rng.Fork("turbine").Float() + float64(x/s.w*0.37)
	for i := range 3 {
		m := canvas.Place(x, y-k, k*0.52, turn+float64(i)/3)
		s.fill((&canvas.Path{}).Move(0, -0.012).Cubic(0.2, -0.07, 0.4, -0.05, 1, -0.008).Line(1, 0.008).Cubic(0.5, 0.03, 0.2, 0.04, 0, 0.02).Close().Apply(m), white)
	}
	s.fill(canvas.Circle(x, y-k, k*0.026), shade)
}

// castle draws a castle on a rise; k is its width.
func (s *stage) castle(x, y, k float64) {
	l := &s.look
	c := l.wall.Mix(l.near, 0.22)
	side := s.lit(x)
	wall := func(cx, w, h float64, c tint.Color) {
		p := &canvas.Path{}
		p.Add(canvas.Rect(cx-float64(w/2), y-h, w, h+float64(k*0.02)))
		n := max(2, int(w/(k*0.05)))
		for i := range n {
			if i&1 == 0 {
				p.Add(canvas.Rect(cx-float64(w/2)+float64(i)*w/float64(n), y-h-float64(k*0.03), w/float64(n), k*0.035))
			}
		}
		s.paint(p, canvas.Linear(cx+float64(side*w/2), 0, cx-float64(side*w/2), 0, canvas.Blend(c.Light(0.03), c.Light(-0.08))...))
	}
	roof := func(cx, w, h, tall float64) {
		s.fill(canvas.Polygon(canvas.P(cx-float64(w*0.62), y-h), canvas.P(cx, y-h-tall), canvas.P(cx+float64(w*0.62), y-h)), l.roof)
		s.soft(canvas.Polygon(canvas.P(cx, y-h), canvas.P(cx, y-h-tall), canvas.P(cx-float64(side*w*0.62), y-h)), l.dark, 0.22)
		s.line((&canvas.Path{}).Move(cx, y-h-tall).Line(cx, y-h-tall-float64(k*0.07)), l.trunk, k*0.008, 1)
		s.fill(canvas.Polygon(canvas.P(cx, y-h-tall-float64(k*0.07)), canvas.P(cx+float64(k*0.07), y-h-tall-float64(k*0.05)), canvas.P(cx, y-h-tall-float64(k*0.03))), l.accent)
	}
	wall(x-float64(k*0.13), k*0.12, k*0.72, c.Light(-0.05))
	roof(x-float64(k*0.13), k*0.12, k*0.72, k*0.2)
	wall(x+float64(k*0.13), k*0.13, k*0.58, c.Light(-0.04))
	roof(x+float64(k*0.13), k*0.13, k*0.58, k*0.18)
	wall(x, k*0.5, k*0.42, c.Light(-0.02))
	wall(x, k*0.86, k*0.26, c)
	for _, t := range [][3]float64{{-0.43, 0.14, 0.46}, {0.43, 0.14, 0.46}, {-0.24, 0.11, 0.54}, {0.25, 0.11, 0.5}} {
		wall(x+float64(t[0]*k), t[1]*k, t[2]*k, c.Light(0.01))
		roof(x+float64(t[0]*k), t[1]*k, float64(t[2]*k)+float64(k*0.01), k*0.17)
	}
	s.fill((&canvas.Path{}).Move(x-float64(k*0.07), y+float64(k*0.02)).Line(x-float64(k*0.07), y-float64(k*0.1)).Cubic(x-float64(k*0.07), y-float64(k*0.19), x+float64(k*0.07), y-float64(k*0.19), x+float64(k*0.07), y-float64(k*0.1)).Line(x+float64(k*0.07), y+float64(k*0.02)).Close(), l.dark.Mix(l.trunk, 0.5))
	for _, w := range [][2]float64{{-0.43, 0.34}, {0.43, 0.34}, {-0.24, 0.44}, {0.25, 0.4}, {-0.13, 0.6}, {0.13, 0.5}, {-0.06, 0.33}, {0.06, 0.33}} {
		s.fill(canvas.RoundRect(x+float64(w[0]*k)-float64(k*0.012), y-float64(w[1]*k), k*0.024, k*0.06, k*0.012), l.window)
	}
}

// tent draws a ridge tent; k is its width.
func (s *stage) tent(x, y, k float64) {
	l := &s.look
	c := l.accent
	if l.night {
		s.light(x, y-float64(k*0.25), k*1.1, l.window, 0.5)
	}
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.1), y-float64(k*0.62)), canvas.P(x+float64(k*0.42), y-float64(k*0.55)), canvas.P(x+float64(k*0.72), y), canvas.P(x+float64(k*0.25), y)), c.Light(-0.10))
	s.paint(canvas.Polygon(canvas.P(x-float64(k*0.5), y), canvas.P(x-float64(k*0.1), y-float64(k*0.62)), canvas.P(x+float64(k*0.27), y)), down(y-float64(k*0.62), y, c.Light(0.05), c))
	inner := l.window
	if !l.night {
		inner = l.dark.Mix(c, 0.35)
	}
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.1), y-float64(k*0.5)), canvas.P(x-float64(k*0.24), y), canvas.P(x+float64(k*0.04), y)), inner)
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.1), y-float64(k*0.5)), canvas.P(x+float64(k*0.04), y), canvas.P(x+float64(k*0.1), y)), c.Light(0.1))
}

// campfire draws a campfire at x, y; k is its height.
func (s *stage) campfire(x, y, k float64) {
	rng := s.Rng.Fork("fire")
	fire, mid, hot := tint.Hex(0xF4511E), tint.Hex(0xFF9F1C), tint.Hex(0xFFE27A)
	if len(s.Colors) > 0 {
		fire, mid, hot = s.look.accent, s.look.accent.Mix(s.look.light, 0.4), s.look.light
	}
	s.light(x, y-float64(k*0.4), k*3.6, mid, 0.6)
	for i, c := range []tint.Color{fire, mid, hot} {
		f := 1 - float64(0.29*float64(i))
		s.fill((&canvas.Path{}).Move(x-float64(k*0.34*f), y).Cubic(x-float64(k*0.55*f), y-float64(k*0.4*f), x-float64(k*0.1*f), y-float64(k*0.5*f), x-float64(k*0.05*f), y-float64(k*f)).
			Cubic(x+float64(k*0.3*f), y-float64(k*0.75*f), x+float64(k*0.5*f), y-float64(k*0.35*f), x+float64(k*0.34*f), y).Close(), c)
	}
	for _, d := range [2]float64{-1, 1} {
		s.line((&canvas.Path{}).Move(x-float64(d*k*0.5), y+float64(k*0.1)).Line(x+float64(d*k*0.45), y-float64(k*0.06)), s.look.trunk, k*0.13, 1)
	}
	for range 9 {
		s.soft(canvas.Circle(x+float64(rng.Range(-0.6, 0.6)*k), y-float64(k*rng.Range(1, 2.4)), k*0.03), hot, rng.Range(0.4, 0.9))
	}
}

// pyramid draws a pyramid with a lit and a shaded face; k is its width.
func (s *stage) pyramid(x, y, k, haze float64) {
	c := s.distant(s.look.sand.Mix(s.look.accent, 0.22), haze)
	side := s.lit(x)
	tall := float64(k * 0.62)
	s.fill(canvas.Polygon(canvas.P(x-float64(k/2), y), canvas.P(x, y-tall), canvas.P(x+float64(k/2), y)), c)
	s.fill(canvas.Polygon(canvas.P(x-float64(side*k*0.5), y), canvas.P(x, y-tall), canvas.P(x-float64(side*k*0.14), y+float64(k*0.02))), c.Light(-0.13))
	for i := range 9 {
		t := float64(i+1) / 10
		s.line((&canvas.Path{}).Move(x-float64(k/2*t), y-float64(tall*(1-t))).Line(x+float64(k/2*t), y-float64(tall*(1-t))), c.Light(-0.06), k*0.004, 0.5)
	}
}
