package illus

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// sets are the colours of abstract images: two for the ground, four for the figures, a light one.
var sets = [][7]uint32{
	{0x0E1B3D, 0x1F3B73, 0x4CC9F0, 0xF72585, 0xFFC857, 0x7B6CF6, 0xF5F8FF},
	{0xF7F1E6, 0xEFE3CE, 0xE4572E, 0x17616E, 0xF2B134, 0x2B2D42, 0x2B2D42},
	{0xEEF4FB, 0xD5E4F5, 0x2F6FED, 0xFF7A59, 0x14B8A6, 0x8B5CF6, 0x16305C},
	{0x1B1033, 0x3B1F6B, 0xFF6B9D, 0xFFB86B, 0x8BE9FD, 0xB388FF, 0xFFF6FB},
	{0xFFF4EC, 0xFFE0D2, 0xF25F5C, 0x247BA0, 0xFFC145, 0x70C1B3, 0x333355},
	{0x06252B, 0x0B4A50, 0x2CE0B5, 0xF9F871, 0x3DA5F4, 0xFF8A5B, 0xF0FFFB},
}

// figures holds the colours of the ground and figures of an abstract image.
type figures struct {
	a, b  tint.Color
	c     [4]tint.Color
	light tint.Color
}

func (s *stage) figures() figures {
	rng := s.Rng.Fork("set")
	set := sets[rng.Int(len(sets))]
	if s.look.night && len(s.Colors) == 0 {
		set = sets[[]int{0, 3, 5}[rng.Int(3)]]
	}
	var f figures
	if len(s.Colors) > 0 {
		r := tint.NewRamp(s.Colors)
		lo, hi := r[0].L, r[len(r)-1].L
		at := func(t float64) tint.Color { return r.At(lo + float64((hi-lo)*t)) }
		if rng.Chance(0.5) || s.look.night {
			f = figures{at(0), at(0.16), [4]tint.Color{s.look.accent, at(0.85), at(0.6), at(0.45)}, at(1)}
		} else {
			f = figures{at(1), at(0.9), [4]tint.Color{s.look.accent, at(0.2), at(0.45), at(0.65)}, at(0)}
		}
	} else {
		h := func(k int) tint.Color { return tint.Hex(set[k]) }
		f = figures{h(0), h(1), [4]tint.Color{h(2), h(3), h(4), h(5)}, h(6)}
		if s.style("pastel") || s.style("mono") {
			for _, p := range []*tint.Color{&f.a, &f.b, &f.c[0], &f.c[1], &f.c[2], &f.c[3], &f.light} {
				o := p.Lab()
				if s.style("mono") {
					o.A, o.B = 0, 0
				} else {
					o.L, o.A, o.B = 0.45+float64(0.53*o.L), float64(o.A*0.6), float64(o.B*0.6)
				}
				*p = o.Color()
			}
		}
	}
	turn := rng.Int(4)
	c := f.c
	for k := range f.c {
		f.c[k] = c[(k+turn)%4]
	}
	return f
}

// abstract draws a composition of figures without a horizon.
func (s *stage) abstract() {
	f := s.figures()
	s.look.light = f.light
	s.look.dark = f.a.At(0.12)
	s.paint(canvas.Rect(0, 0, s.w, s.h), canvas.Linear(0, 0, s.w, s.h, canvas.Blend(f.a, f.a.Mix(f.b, 0.5), f.b)...))
	s.paint(canvas.Rect(0, 0, s.w, s.h), canvas.Radial(s.w*0.72, s.h*0.3, s.w*0.6, s.h*0.7, canvas.Fade(f.c[0], 0.22)...))
	drew := false
	draw := func(name string, with func(figures)) {
		if !drew && s.draws(name) {
			with(f)
			drew = true
		}
	}
	if s.Read.Has("chart") && s.Read.Has("growth") {
		s.draws("chart")
	}
	draw("network", s.network)
	draw("growth", s.growth)
	draw("chart", s.chart)
	draw("hexagon", s.hexagons)
	draw("spiral", s.spiral)
	draw("triangle", s.facets)
	draw("square", s.squares)
	draw("circle", s.circles)
	if !drew {
		s.draws("flow")
		s.flow(f)
	}
	s.finishAbstract()
}

func (s *stage) finishAbstract() {
	if !s.Digital {
		return
	}
	s.paint(canvas.Rect(0, 0, s.w, s.h), canvas.Radial(s.w/2, s.h/2, s.w*0.8, s.h*0.8,
		canvas.Stop{At: 0, Color: s.look.dark, Alpha: 0}, canvas.Stop{At: 0.6, Color: s.look.dark, Alpha: 0}, canvas.Stop{At: 1, Color: s.look.dark, Alpha: 0.22}))
}

// network draws a network of nodes, with near ones connected and a few hubs.
func (s *stage) network(f figures) {
	rng := s.Rng.Fork("network")
	type node struct {
		x, y, r float64
		c       tint.Color
	}
	var nodes []node
	for tries := 0; tries < 600 && len(nodes) < int(46*num.Clamp(s.w/s.h*s.h/s.w+0.3, 1, 1.5)); tries++ {
		n := node{rng.Range(0.03, 0.97) * s.w, rng.Range(0.05, 0.95) * s.h, s.u * num.Mix(0.6, 2.1, rng.Float()*rng.Float()), f.c[rng.Int(4)]}
		if len(nodes) < 5 {
			n.r = float64(s.u * rng.Range(3.4, 5.2))
			n.x, n.y = float64(rng.Range(0.14, 0.86)*s.w), float64(rng.Range(0.18, 0.82)*s.h)
		}
		ok := true
		for _, m := range nodes {
			gap := float64(s.u * 7)
			if m.r > s.u*3 && n.r > s.u*3 {
				gap = float64(s.u * 30)
			}
			if num.Hypot(m.x-n.x, m.y-n.y) < gap+m.r+n.r {
				ok = false
				break
			}
		}
		if ok {
			nodes = append(nodes, n)
		}
	}
	for i, a := range nodes {
		for _, b := range nodes[:i] {
			d := num.Hypot(a.x-b.x, a.y-b.y)
			reach := float64(s.u * 23)
			if a.r > s.u*3 || b.r > s.u*3 {
				reach = float64(s.u * 32)
			}
			if d < reach {
				alpha := float64(0.75 * (1 - d/reach))
				s.add(canvas.Shape{Path: (&canvas.Path{}).Move(a.x, a.y).Line(b.x, b.y), Width: max(0.7, float64(s.u*0.28)), Brush: canvas.Linear(a.x, a.y, b.x, b.y, canvas.Stop{At: 0, Color: a.c, Alpha: alpha + 0.12}, canvas.Stop{At: 1, Color: b.c, Alpha: alpha + 0.12})})
			}
		}
	}
	for _, n := range nodes {
		if n.r > s.u*1.4 {
			s.light(n.x, n.y, n.r*3.4, n.c, 0.5)
		}
		s.paint(canvas.Circle(n.x, n.y, n.r), canvas.Linear(n.x-n.r, n.y-n.r, n.x+n.r, n.y+n.r, canvas.Blend(n.c.Mix(f.light, 0.22), n.c)...))
		if n.r > s.u*3 {
			s.soft(canvas.Circle(n.x, n.y, n.r*0.42), f.light, 0.9)
			s.add(canvas.Shape{Path: canvas.Circle(n.x, n.y, n.r*1.55), Width: s.u * 0.25, Brush: canvas.Clear(n.c, 0.6)})
		}
	}
}

// panel draws a sheet with a soft shadow, as the ground of a chart.
func (s *stage) panel(f figures, x, y, w, h float64) {
	p := canvas.RoundRect(x, y, w, h, s.u*3)
	shadow := p.Apply(canvas.Place(0, s.u*2, 1, 0))
	if s.Digital {
		s.add(canvas.Shape{Blur: s.u * 3, Opacity: 0.35, Children: []canvas.Shape{{Path: shadow, Brush: canvas.Flat(s.look.dark)}}})
	} else {
		s.soft(shadow, s.look.dark, 0.14)
	}
	face := f.a.Mix(f.light, 0.1)
	if f.a.Lab().L > 0.6 {
		face = f.a.At(0.99)
	}
	s.fill(p, face)
	for k := range 4 {
		yy := y + float64(h*(0.2+float64(0.19*float64(k))))
		s.line((&canvas.Path{}).Move(x+float64(w*0.06), yy).Line(x+float64(w*0.94), yy), f.light, s.u*0.2, 0.16)
	}
}

// growth draws rising bars under an upward curve.
func (s *stage) growth(f figures) {
	rng := s.Rng.Fork("growth")
	x, y, w, h := float64(s.w*0.12), float64(s.h*0.14), float64(s.w*0.76), float64(s.h*0.72)
	s.panel(f, x, y, w, h)
	n := 8
	base := y + float64(h*0.9)
	var tops []canvas.Point
	for k := range n {
		t := float64(k) / float64(n-1)
		bx, bw := x+float64(w*(0.07+float64(0.86*(float64(k)+0.14)/float64(n)))), float64(w*0.86/float64(n)*0.66)
		tall := float64(h * (0.14 + float64(0.5*t*t) + float64(0.08*t) + rng.Range(-0.02, 0.03)))
		c := f.c[0].Mix(f.c[1], t)
		s.paint(canvas.RoundRect(bx, base-tall, bw, tall, min(float64(bw*0.25), tall/2)), down(base-tall, base, c, c.Mix(f.a, 0.55)))
		tops = append(tops, canvas.P(bx+float64(bw/2), base-tall-float64(h*0.09)))
	}
	last := tops[n-1]
	s.add(canvas.Shape{Path: (&canvas.Path{}).Curve(tops...), Width: float64(s.u * 1.3), Brush: canvas.Linear(x, 0, x+w, 0, canvas.Blend(f.c[2], f.c[2].Mix(f.light, 0.2))...)})
	for k, p := range tops {
		if k == n-1 {
			break
		}
		s.fill(canvas.Circle(p.X, p.Y, s.u*1.35), f.c[2])
		s.fill(canvas.Circle(p.X, p.Y, s.u*0.6), f.light)
	}
	s.light(last.X, last.Y, s.u*12, f.c[2], 0.5)
	m := canvas.Place(last.X, last.Y, s.u*4.2, -0.1)
	s.fill(canvas.Polygon(canvas.P(1, 0), canvas.P(-0.55, -0.72), canvas.P(-0.25, 0), canvas.P(-0.55, 0.72)).Apply(m), f.c[2])
}

// chart draws a dashboard: bars, a ring, a line.
func (s *stage) chart(f figures) {
	rng := s.Rng.Fork("chart")
	x, y, w, h := float64(s.w*0.08), float64(s.h*0.12), float64(s.w*0.5), float64(s.h*0.76)
	s.panel(f, x, y, w, h)
	for k := range 7 {
		tall := float64(h * rng.Range(0.2, 0.68))
		bw := w * 0.86 / 7
		bx := x + float64(w*0.07) + float64(float64(k)*bw)
		c := f.c[k%2]
		s.paint(canvas.RoundRect(bx+float64(bw*0.18), y+float64(h*0.9)-tall, float64(bw*0.64), tall, float64(bw*0.14)), down(y+float64(h*0.9)-tall, y+float64(h*0.9), c, c.Mix(f.a, 0.4)))
	}
	px, pw, ph := float64(s.w*0.62), float64(s.w*0.3), float64(s.h*0.36)
	s.panel(f, px, y, pw, ph)
	r := float64(min(pw, ph) * 0.3)
	cx, cy := px+float64(pw/2), y+float64(ph/2)
	start := 0.75
	for k, share := range []float64{0.42, 0.27, 0.19, 0.12} {
		s.add(canvas.Shape{Path: arcOf(cx, cy, r, start+0.012, start+share-0.012), Width: r * 0.42, Brush: canvas.Flat(f.c[k])})
		start += share
	}
	s.panel(f, px, y+h-ph, pw, ph)
	var pts []canvas.Point
	for k := range 8 {
		t := float64(k) / 7
		pts = append(pts, canvas.P(px+float64(pw*(0.08+float64(0.84*t))), y+h-float64(ph*(0.22+float64(0.45*t)+rng.Range(-0.12, 0.12)))))
	}
	area := (&canvas.Path{}).Curve(pts...)
	area.Line(px+float64(pw*0.92), y+h-float64(ph*0.1)).Line(px+float64(pw*0.08), y+h-float64(ph*0.1)).Close()
	s.paint(area, canvas.Linear(0, y+h-ph, 0, y+h-float64(ph*0.1), canvas.Stop{At: 0, Color: f.c[3], Alpha: 0.7}, canvas.Stop{At: 1, Color: f.c[3], Alpha: 0.05}))
	s.line((&canvas.Path{}).Curve(pts...), f.c[3], s.u*0.9, 1)
	s.fill(canvas.Circle(pts[7].X, pts[7].Y, s.u*1.5), f.c[3])
	s.fill(canvas.Circle(pts[7].X, pts[7].Y, s.u*0.7), f.light)
}

// arcOf returns an open arc; angles are in turns, clockwise.
func arcOf(cx, cy, r, from, to float64) *canvas.Path {
	p := &canvas.Path{}
	n := max(2, int((to-from)*48))
	for k := range n + 1 {
		sn, cs := num.SinCos(num.Mix(from, to, float64(k)/float64(n)))
		if k == 0 {
			p.Move(cx+float64(r*cs), cy+float64(r*sn))
		} else {
			p.Line(cx+float64(r*cs), cy+float64(r*sn))
		}
	}
	return p
}

// flow draws overlapping ribbons.
func (s *stage) flow(f figures) {
	rng := s.Rng.Fork("flow")
	sunX, sunY, r := float64(s.w*rng.Range(0.58, 0.74)), float64(s.h*rng.Range(0.28, 0.4)), float64(s.u*rng.Range(15, 19))
	s.light(sunX, sunY, r*2.6, f.c[1], 0.45)
	s.paint(canvas.Circle(sunX, sunY, r), canvas.Linear(sunX-r, sunY-r, sunX+r, sunY+r, canvas.Blend(f.c[1].Mix(f.light, 0.25), f.c[1])...))
	cycles := rng.Range(0.6, 1.0)
	p1, p2 := rng.Float(), rng.Float()
	const n = 7
	for k := range n {
		t := float64(k) / (n - 1)
		var top []canvas.Point
		for i := range 13 {
			x := float64(float64(i)/12*1.1) - 0.05
			y := num.Mix(0.42, 0.95, t) + float64(0.10*num.Sin(float64(x*cycles)+p1+float64(t*0.45))) + float64(0.045*num.Sin(float64(x*cycles*2.1)+p2+float64(t*0.8)))
			top = append(top, canvas.P(x*s.w, y*s.h))
		}
		p := (&canvas.Path{}).Curve(top...).Line(s.w*1.1, s.h*1.2).Line(-s.w*0.1, s.h*1.2).Close()
		c, d := f.c[k%4], f.c[(k+1)%4]
		if s.Digital {
			s.add(canvas.Shape{Blur: s.u * 2, Opacity: 0.28, Children: []canvas.Shape{{Path: p.Apply(canvas.Place(0, -s.u*0.6, 1, 0)), Brush: canvas.Flat(s.look.dark)}}})
		}
		s.paint(p, canvas.Linear(0, s.h*0.3, s.w, s.h, canvas.Blend(c.Mix(f.light, 0.1*(1-t)), c, c.Mix(d, 0.65))...))
		s.line((&canvas.Path{}).Curve(top...), c.Mix(f.light, 0.45), s.u*0.22, 0.7)
	}
}

// circles draws a composition of discs, rings, half discs and a few lines.
func (s *stage) circles(f figures) {
	rng := s.Rng.Fork("circles")
	big := float64(s.u * rng.Range(30, 36))
	cx, cy := float64(s.w*rng.Range(0.42, 0.6)), float64(s.h*rng.Range(0.45, 0.55))
	s.paint(canvas.Circle(cx, cy, big), canvas.Linear(cx-big, cy-big, cx+big, cy+big, canvas.Blend(f.c[0].Mix(f.light, 0.12), f.c[0])...))
	for k := range 11 {
		sn, cs := num.SinCos(float64(float64(k)*0.381) + rng.Range(-0.04, 0.04))
		d := float64(big * rng.Range(0.75, 1.75))
		x, y, r := cx+float64(d*cs*max(1, float64(s.w/s.h*0.85))), cy+float64(d*sn*max(0.8, float64(s.h/s.w*0.85))), float64(s.u*num.Mix(2.5, 17, float64(rng.Float()*rng.Float())))
		c := f.c[(k+1)%4]
		m := canvas.Place(x, y, r, float64(rng.Int(8))/8)
		switch rng.Int(5) {
		case 0:
			s.add(canvas.Shape{Path: canvas.Circle(x, y, r), Width: max(1, r*0.22), Brush: canvas.Flat(c)})
		case 1:
			s.fill((&canvas.Path{}).Move(-1, 0).Cubic(-1, -0.5523, -0.5523, -1, 0, -1).Cubic(0.5523, -1, 1, -0.5523, 1, 0).Close().Apply(m), c)
		case 2:
			for i := range 4 {
				s.add(canvas.Shape{Path: canvas.Circle(x, y, r*(1-float64(0.24*float64(i)))), Width: max(0.7, r*0.06), Brush: canvas.Flat(c)})
			}
		default:
			s.add(canvas.Shape{Path: canvas.Circle(x, y, r), Brush: canvas.Linear(x-r, y-r, x+r, y+r, canvas.Stop{At: 0, Color: c.Mix(f.light, 0.15), Alpha: 0.95}, canvas.Stop{At: 1, Color: c, Alpha: 0.85})})
		}
	}
	for range 3 {
		x, y, k := float64(rng.Range(0.1, 0.9)*s.w), float64(rng.Range(0.1, 0.9)*s.h), float64(s.u*rng.Range(20, 45))
		m := canvas.Place(x, y, k, -0.125)
		s.line((&canvas.Path{}).Move(-1, 0).Line(1, 0).Apply(m), f.light, s.u*0.35, 0.85)
	}
	gx, gy := float64(s.w*0.08), float64(s.h*0.78)
	for i := range 5 {
		for k := range 5 {
			s.fill(canvas.Circle(gx+float64(float64(i)*s.u*2.6), gy+float64(float64(k)*s.u*2.6), float64(s.u*0.45)), f.light)
		}
	}
}

// hexagons draws a honeycomb with some raised, coloured cells.
func (s *stage) hexagons(f figures) {
	rng := s.Rng.Fork("hexagons")
	r := float64(s.u * rng.Range(7, 9))
	dx, dy := float64(r*math.Sqrt(3)), float64(r*1.5)
	seed := uint32(rng.Uint64())
	for row := range int(s.h/dy) + 3 {
		for col := range int(s.w/dx) + 3 {
			x, y := float64((float64(col)-1)*dx), float64((float64(row)-0.5)*dy)
			if row&1 == 1 {
				x += float64(dx / 2)
			}
			v := num.Noise(x/s.u/26, y/s.u/26, seed) + rng.Range(-0.35, 0.35)
			hex := func(k float64) *canvas.Path {
				var pts []canvas.Point
				for i := range 6 {
					sn, cs := num.SinCos(float64(i)/6 + 1.0/12)
					pts = append(pts, canvas.P(x+float64(r*k*cs), y+float64(r*k*sn)))
				}
				return canvas.Polygon(pts...)
			}
			c := f.c[rng.Int(4)]
			switch {
			case v > 0.3:
				s.paint(hex(0.93), canvas.Linear(x-r, y-r, x+r, y+r, canvas.Blend(c.Mix(f.light, 0.2), c, c.Mix(f.a, 0.25))...))
			case v > 0.02:
				s.soft(hex(0.93), c, 0.35)
			case v > -0.35:
				s.add(canvas.Shape{Path: hex(0.9), Width: max(0.8, s.u*0.22), Brush: canvas.Clear(f.light, 0.22)})
			}
		}
	}
}

// squares draws a stack of isometric blocks.
func (s *stage) squares(f figures) {
	rng := s.Rng.Fork("squares")
	r := float64(s.u * 7.5)
	c30, s30 := float64(math.Sqrt(3)/2), 0.5
	cx, cy := float64(s.w*0.5), float64(s.h*0.62)
	n := 4
	for a := -n; a <= n; a++ {
		for b := -n; b <= n; b++ {
			d := math.Abs(float64(a)) + math.Abs(float64(b))
			if d > float64(n)+1 {
				continue
			}
			tall := float64(r * num.Clamp(3.4-float64(d*0.62)+rng.Range(-0.7, 0.8), 0.25, 4))
			x, y := cx+float64(float64(a-b)*r*c30), cy+float64(float64(a+b)*r*s30)
			c := f.c[rng.Int(4)]
			top := func(k float64) []canvas.Point {
				return []canvas.Point{canvas.P(x, y-float64(r*s30)-k), canvas.P(x+float64(r*c30), y-k), canvas.P(x, y+float64(r*s30)-k), canvas.P(x-float64(r*c30), y-k)}
			}
			t, g := top(tall), top(0)
			s.fill(canvas.Polygon(t[3], t[2], g[2], g[3]), c.Light(-0.06))
			s.fill(canvas.Polygon(t[2], t[1], g[1], g[2]), c.Light(-0.15))
			s.fill(canvas.Polygon(t...), c.Light(0.06))
		}
	}
}

// facets draws a field of triangles shaded like folded paper.
func (s *stage) facets(f figures) {
	rng := s.Rng.Fork("facets")
	step := float64(s.u * 13)
	cols, rows := int(s.w/step)+3, int(s.h/step)+3
	pts := make([]canvas.Point, cols*rows)
	for k := range pts {
		pts[k] = canvas.P((float64(k%cols)-0.8+float64(0.5*float64((k/cols)&1))+rng.Range(-0.3, 0.3))*step, (float64(k/cols)-0.8+rng.Range(-0.3, 0.3))*step)
	}
	tri := func(a, b, c canvas.Point) {
		x, y := (a.X+b.X+c.X)/3/s.w, (a.Y+b.Y+c.Y)/3/s.h
		left, right := f.c[0].Mix(f.c[1], num.Clamp(y, 0, 1)), f.c[2].Mix(f.c[3], num.Clamp(y, 0, 1))
		col := left.Mix(right, num.Clamp(x, 0, 1)).Light(rng.Range(-0.09, 0.07))
		s.add(canvas.Shape{Path: canvas.Polygon(a, b, c), Brush: canvas.Flat(col)}, canvas.Shape{Path: canvas.Polygon(a, b, c), Width: 0.8, Brush: canvas.Flat(col)})
	}
	for r := range rows - 1 {
		for k := range cols - 1 {
			a, b, c, d := pts[r*cols+k], pts[r*cols+k+1], pts[(r+1)*cols+k], pts[(r+1)*cols+k+1]
			if r&1 == 0 {
				tri(a, b, c)
				tri(b, d, c)
			} else {
				tri(a, b, d)
				tri(a, d, c)
			}
		}
	}
}

// spiral draws dots along the golden angle, as in a sunflower.
func (s *stage) spiral(f figures) {
	cx, cy := float64(s.w*0.5), float64(s.h*0.5)
	const n = 460
	for k := range n {
		t := float64(k) / n
		sn, cs := num.SinCos(float64(k) * 0.38196601125)
		d := float64(math.Sqrt(t) * num.Hypot(s.w, s.h) * 0.5)
		x, y := cx+float64(d*cs), cy+float64(d*sn)
		r := float64(s.u * num.Mix(0.5, 2.3, math.Sqrt(t)))
		i := float64(t * 4)
		c := f.c[int(i)%4].Mix(f.c[(int(i)+1)%4], i-math.Floor(i))
		s.fill(canvas.Circle(x, y, r), c)
	}
}
