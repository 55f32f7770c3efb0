package illus

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// peak draws a mountain with a lit and a shaded side; snow is the fraction of its height covered by snow.
func (s *stage) peak(rng *num.Rand, x, base, half, tall float64, c tint.Color, haze, snow float64) {
	side := 1.0 // the shaded side is opposite the sun
	if s.sunX > x {
		side = -1
	}
	skew := rng.Range(-0.18, 0.18)
	ax, ay := x+float64(half*skew), base-tall
	slope := func(toX float64) []canvas.Point {
		var pts []canvas.Point
		n := 7
		for k := 1; k < n; k++ {
			t := float64(k) / float64(n)
			bulge := float64(0.10 * num.Sin(t*0.5)) // concave slopes
			px := num.Mix(ax, toX, float64(t*(1-bulge))) + float64(rng.Range(-0.035, 0.035)*half)
			pts = append(pts, canvas.P(px, num.Mix(ay, base, t)+float64(rng.Range(-0.03, 0.03)*tall)))
		}
		return append(pts, canvas.P(toX, base))
	}
	left, right := slope(x-half), slope(x+half)
	outline := []canvas.Point{}
	for k := range left {
		outline = append(outline, left[len(left)-1-k])
	}
	outline = append(outline, canvas.P(ax, ay))
	outline = append(outline, right...)
	body := canvas.Polygon(outline...)
	lit := s.distant(c.Light(0.05), haze)
	dark := s.distant(c.Light(-0.09), haze)
	// The crest runs from the summit down towards the viewer.
	crest := []canvas.Point{canvas.P(ax, ay)}
	cx := ax
	for k := 1; k <= 6; k++ {
		t := float64(k) / 6
		turn := 1.0
		if k&1 == 0 {
			turn = -0.55
		}
		cx += float64(side * half * 0.085 * turn * rng.Range(0.7, 1.3))
		crest = append(crest, canvas.P(cx, num.Mix(ay, base, t)))
	}
	shaded := append([]canvas.Point{}, crest...)
	shaded = append(shaded, canvas.P(x+float64(side*half*1.2), base), canvas.P(x+float64(side*half*1.2), ay))
	kids := []canvas.Shape{{Path: canvas.Polygon(shaded...), Brush: down(ay, base, dark, dark.Mix(s.haze, 0.18))}}
	if snow > 0 {
		cap := []canvas.Point{canvas.P(x-half, ay-1)}
		n := 9
		for k := range n + 1 {
			t := float64(k) / float64(n)
			y := ay + float64(tall*snow*rng.Range(0.72, 1))
			if k&1 == 1 {
				y = ay + float64(tall*snow*rng.Range(1.15, 1.6))
			}
			cap = append(cap, canvas.P(num.Mix(x-float64(half*0.75), x+float64(half*0.75), t), y))
		}
		cap = append(cap, canvas.P(x+half, ay-1))
		white := s.distant(s.look.light, haze*0.7)
		kids = append(kids, canvas.Shape{Path: canvas.Polygon(cap...), Brush: canvas.Flat(white)},
			canvas.Shape{Clip: canvas.Polygon(cap...), Children: []canvas.Shape{{Path: canvas.Polygon(shaded...), Brush: canvas.Clear(s.distant(s.look.skyTop.Mix(s.look.near, 0.35), 0.12), 0.42)}}})
	}
	s.paint(body, down(ay, base, lit, lit.Mix(s.haze, 0.25)))
	s.add(canvas.Shape{Clip: body, Children: kids})
}

// mountains draws ranges from far to near that end at the horizon.
func (s *stage) mountains(base float64) {
	rng := s.Rng.Fork("mountains")
	l := &s.look
	snow := 0.26
	if s.Read.Season == "winter" || s.any("snow") {
		snow = 0.42
	}
	if s.Read.Season == "summer" || s.any("dune", "beach") {
		snow = 0.14
	}
	if s.style("neon") || len(s.Colors) > 0 {
		snow = min(snow, 0.2)
	}
	for k := range 2 {
		t := float64(k) / 3
		r := s.rough(base-float64(s.horizon*(0.30-float64(0.16*t))), s.horizon*0.13, s.u*(26-float64(6*t)), 4)
		p := s.land(r, s.u*1.6)
		c := l.far.Mix(l.near, t*0.8)
		s.paint(p, down(base-float64(s.horizon*0.42), base, s.distant(c, 0.25-float64(0.2*t)), s.distant(c, 0.62-float64(0.3*t))))
	}
	n := s.count("mountain", 5)
	if n > 1 {
		n = max(n, int(float64(n)*num.Clamp(s.w/s.h/1.5, 0.6, 1.6)))
	}
	main := rng.Range(0.28, 0.45)
	if s.sunX < s.w/2 {
		main = 1 - main
	}
	order := rng.Fork("order")
	for k := range n {
		i := n - 1 - k // the tallest is drawn last, in front
		if i == 0 {
			s.peak(rng, s.w*main, base, s.u*rng.Range(42, 52), s.horizon*rng.Range(0.58, 0.68), l.near.Mix(l.far, 0.15), 0.06, snow)
			continue
		}
		t := (float64(i) - 0.5) / float64(max(1, n-1))
		x := float64(s.w * (t + order.Range(-0.08, 0.08)))
		s.peak(rng, x, base, s.u*order.Range(26, 40), s.horizon*order.Range(0.3, 0.48), l.near.Mix(l.far, order.Range(0.3, 0.6)), 0.22, snow*0.9)
	}
	s.mist(base, s.u*9, 0.55)
}

func (s *stage) volcano(base float64) {
	rng := s.Rng.Fork("volcano")
	l := &s.look
	x, half, tall := float64(s.w*rng.Range(0.38, 0.62)), float64(s.u*52), float64(s.horizon*0.58)
	top := base - tall
	m := float64(half * 0.16)
	// Smoke first, behind the crater's rim.
	for k := range 9 {
		t := float64(float64(k) / 8)
		c := l.cloud.Mix(l.near, 0.55-float64(0.3*t))
		s.soft(canvas.Circle(x+float64(s.u*(float64(t*t*16)+rng.Range(-2, 2))), top-float64(t*tall*0.5), float64(s.u*(3+float64(7*t)))), c, 0.75-float64(0.4*t))
	}
	lava := tint.Hex(0xFF6A2B)
	if len(s.Colors) > 0 {
		lava = l.accent
	}
	s.light(x, top, s.u*26, lava, 0.7)
	body := (&canvas.Path{}).Move(x-half, base).Cubic(x-float64(half*0.5), base-float64(tall*0.25), x-float64(m*1.6), top+float64(tall*0.25), x-m, top).
		Quad(x, top+float64(s.u*2.4), x+m, top).Cubic(x+float64(m*1.6), top+float64(tall*0.25), x+float64(half*0.5), base-float64(tall*0.25), x+half, base).Close()
	s.paint(body, down(top, base, l.near.Light(-0.05), l.near.Mix(s.haze, 0.35)))
	side := 1.0
	if s.sunX > x {
		side = -1
	}
	kids := []canvas.Shape{{Path: canvas.Polygon(canvas.P(x, top), canvas.P(x+float64(side*half*0.1), base-float64(tall*0.4)), canvas.P(x-float64(side*half*0.05), base), canvas.P(x+float64(side*half), base), canvas.P(x+float64(side*half), top)), Brush: canvas.Clear(l.dark, 0.22)}}
	for k := range 3 {
		px := x + float64((float64(k)-1)*m*0.6)
		var pts []canvas.Point
		for i := range 6 {
			t := float64(i) / 5
			pts = append(pts, canvas.P(px+float64((float64(k)-1)*half*0.3*t)+float64(rng.Range(-1.5, 1.5)*s.u), top+float64(t*tall*rng.Range(0.5, 0.75))))
		}
		kids = append(kids, canvas.Shape{Path: (&canvas.Path{}).Curve(pts...), Width: s.u * 1.3, Brush: canvas.Linear(0, top, 0, base, canvas.Stop{At: 0, Color: lava.Light(0.15), Alpha: 1}, canvas.Stop{At: 0.8, Color: lava, Alpha: 0.2})})
	}
	s.add(canvas.Shape{Clip: body, Children: kids})
	s.paint(canvas.Ellipse(x, top+float64(s.u*0.4), m*0.92, s.u*0.9), canvas.Flat(lava.Light(0.12)))
	s.mist(base, s.u*8, 0.5)
}

// dunes draws crests of sand, each with a shaded lee side.
func (s *stage) dunes() {
	rng := s.Rng.Fork("dunes")
	l := &s.look
	sand := l.sand.Mix(l.accent, 0.18)
	shade := l.sand.Mix(l.near, 0.45)
	for k := range 5 {
		t := float64(float64(k) / 4)
		y := num.Mix(s.horizon, s.h*0.86, float64(t*t*0.4)+float64(t*0.6))
		x := float64(s.w * rng.Range(0.15, 0.85))
		tall := float64(s.u * num.Mix(4, 17, t))
		lit := s.distant(sand.Light(float64(-0.05*t)), float64(0.5*(1-t)))
		dark := s.distant(shade.Light(-0.04*t), 0.45*(1-t))
		yl, yr := y+float64(tall*rng.Range(0.5, 0.9)), y+float64(tall*rng.Range(0.5, 0.9))
		body := (&canvas.Path{}).Move(float64(-s.w*0.1), yl).Cubic(float64(s.w*0.1), yl, x-float64(s.w*0.22), y, x, y-float64(tall*0.3)).
			Cubic(x+float64(s.w*0.14), y+float64(tall*0.1), x+float64(s.w*0.3), yr, float64(s.w*1.1), yr).Line(float64(s.w*1.1), float64(s.h*1.1)).Line(float64(-s.w*0.1), float64(s.h*1.1)).Close()
		s.paint(body, down(y-tall, y+float64(s.u*24), lit, lit.Mix(shade, 0.25)))
		lee := (&canvas.Path{}).Move(x, y-float64(tall*0.3)).Cubic(x+float64(s.w*0.14), y+float64(tall*0.1), x+float64(s.w*0.3), yr, float64(s.w*1.1), yr).Line(float64(s.w*1.1), yr+float64(s.u*26)).
			Cubic(x+float64(s.w*0.3), yr+float64(s.u*10), x+float64(s.w*0.16), y+float64(tall*1.4), x+float64(s.w*0.02), y+float64(tall*1.15)).Cubic(x-float64(s.w*0.05), y+float64(tall*0.8), x+float64(s.w*0.03), y+float64(tall*0.3), x, y-float64(tall*0.3)).Close()
		s.add(canvas.Shape{Clip: body, Children: []canvas.Shape{{Path: lee, Brush: canvas.Linear(0, y-float64(tall*0.3), 0, yr+float64(s.u*24), canvas.Stop{At: 0, Color: dark, Alpha: 0.85}, canvas.Stop{At: 1, Color: dark, Alpha: 0.1})}}})
	}
}

// canyon draws a row of flat-topped, banded rocks.
func (s *stage) canyon(base float64) {
	rng := s.Rng.Fork("canyon")
	rock := s.look.accent.Mix(s.look.near, 0.45)
	for k := range 6 {
		t := float64(k) / 5
		x, half, tall := float64(s.w*rng.Range(0, 1)), float64(s.u*rng.Range(9, 20)), float64(s.horizon*rng.Range(0.18, 0.42))
		if k == 5 {
			x, half, tall = float64(s.w*rng.Range(0.2, 0.35)), float64(s.u*17), float64(s.horizon*0.5)
		}
		c := s.distant(rock, 0.6*(1-t))
		top := base - tall
		body := canvas.Polygon(canvas.P(x-float64(half*1.7), base), canvas.P(x-float64(half*1.15), top+float64(tall*0.55)), canvas.P(x-half, top+float64(tall*0.5)), canvas.P(x-float64(half*0.92), top), canvas.P(x+float64(half*0.88), top+float64(s.u*0.5)),
			canvas.P(x+half, top+float64(tall*0.48)), canvas.P(x+float64(half*1.2), top+float64(tall*0.55)), canvas.P(x+float64(half*1.75), base))
		s.paint(body, down(top, base, c.Light(0.05), c))
		var kids []canvas.Shape
		for i := range 5 {
			kids = append(kids, canvas.Shape{Path: canvas.Rect(x-float64(2*half), top+float64(tall*(0.08+float64(0.19*float64(i)))), 4*half, tall*0.055), Brush: canvas.Clear(c.Light(-0.08), 0.6)})
		}
		sx := x + float64(half*0.25)
		if s.sunX > x {
			sx = x - float64(half*2.3)
		}
		kids = append(kids, canvas.Shape{Path: canvas.Rect(sx, top, half*2, tall), Brush: canvas.Clear(s.look.dark, 0.2)})
		s.add(canvas.Shape{Clip: body, Children: kids})
	}
}

// belt draws a distant forest along a ridge: pines or round crowns in one silhouette.
func (s *stage) belt(r ridge, tall float64, c tint.Color, pines bool) {
	rng := s.Rng.Fork("belt")
	p := &canvas.Path{}
	for x := float64(-0.03 * s.w); x < 1.03*s.w; x += float64(tall * rng.Range(0.18, 0.34)) {
		k := float64(tall * rng.Range(0.65, 1.15))
		y := r(x) + float64(tall*0.15)
		if pines {
			p.Add(canvas.Polygon(canvas.P(x-float64(k*0.24), y), canvas.P(x-float64(k*0.13), y-float64(k*0.42)), canvas.P(x-float64(k*0.17), y-float64(k*0.4)), canvas.P(x, y-k), canvas.P(x+float64(k*0.17), y-float64(k*0.4)), canvas.P(x+float64(k*0.13), y-float64(k*0.42)), canvas.P(x+float64(k*0.24), y)))
		} else {
			p.Add(canvas.Circle(x, y-float64(k*0.35), k*0.36))
		}
	}
	s.paint(p, down(r(s.w/2)-tall, r(s.w/2)+float64(tall*0.2), c, c.Mix(s.haze, 0.2)))
}

// tongue returns a winding band on the ground, such as a road or a river, from the foreground to a point on the
// horizon, and a function for its centre and half width at depth t, 0 at the horizon.
func (s *stage) tongue(x0, y0, wide float64) (path *canvas.Path, at func(t float64) (x, y, half float64)) {
	rng := s.Rng.Fork("tongue")
	phase, sway := rng.Float(), float64(s.w*rng.Range(0.13, 0.2))
	x1 := float64(s.w * rng.Range(0.35, 0.65))
	at = func(t float64) (float64, float64, float64) {
		k := float64(t * t)
		x := num.Mix(x0, x1, t) + float64(sway*num.Sin(phase+float64(0.95*(1-float64((1-t)*(1-t)))))*math.Sqrt(t)*(1-float64(0.35*t)))
		return x, num.Mix(y0, s.h*1.03, float64(0.25*t)+float64(0.75*k)), float64(wide * (0.02 + float64(0.98*k)))
	}
	var left, right []canvas.Point
	const n = 22
	for k := range n + 1 {
		x, y, half := at(float64(k) / n)
		left, right = append(left, canvas.P(x-half, y)), append(right, canvas.P(x+half, y))
	}
	path = (&canvas.Path{}).Curve(left...)
	for i := range right {
		if i == 0 {
			path.Line(right[n].X, right[n].Y)
		}
	}
	back := make([]canvas.Point, n+1)
	for k := range right {
		back[k] = right[n-k]
	}
	path.Curve(back...).Close()
	return path, at
}

// road draws a winding road with a dashed centre line.
func (s *stage) road(y0 float64) {
	p, at := s.tongue(s.w*0.5, y0, s.u*15)
	c := s.look.near.Mix(s.look.dark, 0.35).Vivid(0.5)
	s.paint(p, down(y0, s.h, s.distant(c, 0.35), c))
	for _, side := range [2]float64{-0.9, 0.9} {
		var pts []canvas.Point
		for k := range 21 {
			x, y, half := at(0.12 + 0.88*float64(k)/20)
			pts = append(pts, canvas.P(x+float64(side*half), y))
		}
		s.line((&canvas.Path{}).Curve(pts...), s.look.light, s.u*0.3, 0.55)
	}
	for k := range 13 {
		t := 0.22 + 0.78*float64(k)/13
		x, y, half := at(t)
		x2, y2, half2 := at(t + 0.026)
		s.soft(canvas.Polygon(canvas.P(x-float64(half*0.035), y), canvas.P(x+float64(half*0.035), y), canvas.P(x2+float64(half2*0.035), y2), canvas.P(x2-float64(half2*0.035), y2)), s.look.second.Mix(s.look.light, 0.6), 0.95)
	}
}

// river draws a winding river in the colours of the sky.
func (s *stage) river(y0 float64) {
	p, at := s.tongue(s.w*0.5, y0, s.u*24)
	l := &s.look
	s.add(canvas.Shape{Path: p, Width: s.u * 1.2, Brush: canvas.Clear(l.low.Light(-0.03), 0.5)})
	s.paint(p, down(y0, s.h, l.skyLow.Mix(l.water, 0.3), l.water, l.deep))
	rng := s.Rng.Fork("river")
	var kids []canvas.Shape
	for range 26 {
		t := rng.Range(0.2, 1)
		x, y, half := at(t)
		k := float64(half * rng.Range(0.15, 0.5))
		x += float64(half * rng.Range(-0.7, 0.7))
		kids = append(kids, canvas.Shape{Path: canvas.Ellipse(x, y, k, float64(s.u*0.12)+float64(k*0.02)), Brush: canvas.Clear(l.light, rng.Range(0.15, 0.45))})
	}
	s.add(canvas.Shape{Clip: p, Children: kids})
}

// rows draws the furrows of a field, which meet at the horizon.
func (s *stage) rows(y0 float64, c tint.Color) {
	rng := s.Rng.Fork("rows")
	vx := float64(s.w * rng.Range(0.35, 0.65))
	n := 13
	clip := canvas.Rect(0, y0, s.w, s.h-y0)
	var kids []canvas.Shape
	for k := -n; k < n; k++ {
		x0, x1 := vx+float64(float64(k)*s.w*0.16), vx+float64((float64(k)+0.55)*s.w*0.16)
		top := canvas.P(vx+float64(float64(k)*s.u*0.7), y0)
		kids = append(kids, canvas.Shape{Path: canvas.Polygon(top, canvas.P(top.X+float64(s.u*0.4), y0), canvas.P(x1, s.h), canvas.P(x0, s.h)),
			Brush: down(y0, s.h, s.distant(c, 0.4), c, c.Light(-0.05))})
		for i := range 22 {
			t := (float64(i) + rng.Float()) / 22
			t = float64(t * t)
			r := float64(s.u * num.Mix(0.25, 2.1, t))
			mid := num.Mix(top.X+float64(s.u*0.2), (x0+x1)/2, t)
			if mid < -r || mid > s.w+r {
				continue
			}
			kids = append(kids, canvas.Shape{Path: canvas.Ellipse(mid+float64(rng.Range(-0.5, 0.5)*r), num.Mix(y0, s.h, t), float64(r*1.1), float64(r*0.8)), Brush: canvas.Flat(s.distant(c.Light(rng.Range(-0.03, 0.08)), float64(0.35*(1-t))))})
		}
	}
	s.add(canvas.Shape{Clip: clip, Children: kids})
}

// waterfall draws a waterfall over a cliff at one side.
func (s *stage) waterfall(base float64) {
	rng := s.Rng.Fork("fall")
	l := &s.look
	x, tall, half := float64(s.w*0.5), float64(s.horizon*0.74), float64(s.u*9)
	top := base - tall
	rock := l.near.Mix(l.low, 0.3)
	for _, side := range [2]float64{-1, 1} {
		var pts []canvas.Point
		pts = append(pts, canvas.P(x+float64(side*half*0.8), base+float64(s.u*3)))
		for k := range 8 {
			t := float64(k) / 7
			pts = append(pts, canvas.P(x+float64(side*(float64(half*0.9)+float64(rng.Range(-0.8, 0.9)*s.u))), num.Mix(base, top, t)))
		}
		for k := range 7 {
			t := float64(k+1) / 7
			pts = append(pts, canvas.P(x+float64(side*num.Mix(half, float64(s.w*0.62), t)), top-float64(s.u*5*num.Sin(float64(t*0.5)))+float64(rng.Range(-2, 2)*s.u)+float64(t*tall*0.25)))
		}
		pts = append(pts, canvas.P(x+float64(side*s.w*0.7), base+float64(s.u*3)))
		body := canvas.Polygon(pts...)
		s.paint(body, down(top, base, rock.Light(0.06), rock.Light(-0.06)))
		var kids []canvas.Shape
		for range 16 {
			fx, fy := x+float64(side*rng.Range(1, 7)*half), num.Mix(top, base, rng.Float())
			k := float64(s.u * rng.Range(3, 8))
			kids = append(kids, canvas.Shape{Path: canvas.Polygon(canvas.P(fx, fy), canvas.P(fx+k, fy+float64(k*0.3)), canvas.P(fx+float64(k*0.7), fy+float64(k*1.7)), canvas.P(fx-float64(k*0.2), fy+float64(k*1.2))), Brush: canvas.Clear(rock.Light(rng.Range(-0.09, 0.08)), 0.5)})
		}
		for k := range 9 {
			t := float64((float64(k) + 0.3) / 8)
			fx := x + float64(side*num.Mix(float64(half*1.1), float64(s.w*0.6), t))
			kids = append(kids, canvas.Shape{Path: canvas.Ellipse(fx, top-float64(s.u*2)+float64(t*tall*0.25), s.u*7, s.u*3.4), Brush: canvas.Flat(l.leaf.Mix(l.leafDark, rng.Float()))})
		}
		s.add(canvas.Shape{Clip: body, Children: kids})
	}
	fall := canvas.Rect(x-float64(half*0.95), top+float64(s.u*1.5), float64(half*1.9), tall+float64(s.u*2))
	pale := l.water.Mix(l.light, 0.7)
	s.paint(fall, down(top, base, pale.Light(0.03), pale, l.light))
	for range 22 {
		fx := x + float64(rng.Range(-0.9, 0.9)*half)
		y0 := top + float64(rng.Range(0, 0.6)*tall)
		s.line((&canvas.Path{}).Move(fx, y0).Line(fx+float64(rng.Range(-0.3, 0.3)*s.u), y0+float64(tall*rng.Range(0.2, 0.4))), l.water.Mix(l.deep, 0.3), s.u*rng.Range(0.2, 0.6), 0.28)
	}
	for range 12 {
		s.soft(canvas.Circle(x+float64(rng.Range(-1.3, 1.3)*half), base+float64(rng.Range(-0.5, 2.5)*s.u), float64(s.u*rng.Range(1.5, 3.6))), l.light, rng.Range(0.25, 0.55))
	}
}
