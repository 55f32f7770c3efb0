package backdrop

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// beams draws bands of light across the image, or rays from a corner.
func beams(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.35
	order := b.standing()
	if b.mood == "playful" || b.rng.Chance(0.25) {
		cx, cy := b.corner()
		cx, cy = num.Mix(cx, b.w/2, 0.1), num.Mix(cy, b.h/2, 0.2)
		n := 18
		for k := range n {
			a0, a1 := (float64(k)+0.0)/float64(n), (float64(k)+0.5)/float64(n)
			l := float64(b.u * 240)
			s0, c0 := num.SinCos(a0)
			s1, c1 := num.SinCos(a1)
			c := order[k%min(len(order), 2)]
			b.add(canvas.Shape{Path: canvas.Polygon(canvas.P(cx, cy), canvas.P(cx+float64(l*c0), cy+float64(l*s0)), canvas.P(cx+float64(l*c1), cy+float64(l*s1))),
				Brush: canvas.Radial(cx, cy, b.u*105, b.u*105, canvas.Stop{At: 0, Color: c, Alpha: 0.95}, canvas.Stop{At: 0.5, Color: c, Alpha: 0.55}, canvas.Stop{At: 1, Color: c, Alpha: 0.06})})
		}
		b.add(canvas.Shape{Path: canvas.Circle(cx, cy, b.u*15), Brush: canvas.Radial(cx, cy, b.u*15, b.u*15, canvas.Blend(order[0].Light(0.1), order[0])...)})
		return
	}
	turn := b.rng.Range(0.09, 0.15)
	if b.side == 1 {
		turn = -turn
	}
	s, c := num.SinCos(turn)
	for k := range 15 {
		x, y := b.outsideText()
		width := float64(b.u * num.Mix(0.5, 15, b.rng.Float()*b.rng.Float()))
		long := float64(b.u * b.rng.Range(60, 150))
		col := order[k%len(order)]
		alpha := b.rng.Range(0.35, 0.95)
		hx, hy := float64(-s*long/2), float64(c*long/2) // along the band
		wx, wy := float64(c*width/2), float64(s*width/2)
		p := canvas.Polygon(canvas.P(x-hx-wx, y-hy-wy), canvas.P(x-hx+wx, y-hy+wy), canvas.P(x+hx+wx, y+hy+wy), canvas.P(x+hx-wx, y+hy-wy))
		b.add(canvas.Shape{Path: p, Brush: canvas.Linear(x-hx, y-hy, x+hx, y+hy,
			canvas.Stop{At: 0, Color: col, Alpha: 0}, canvas.Stop{At: 0.55, Color: col, Alpha: alpha * 0.5}, canvas.Stop{At: 0.97, Color: col, Alpha: alpha}, canvas.Stop{At: 1, Color: col, Alpha: alpha})})
	}
	for range 6 {
		x, y := b.outsideText()
		long := float64(b.u * b.rng.Range(20, 60))
		col := b.tone(0.95)
		p := (&canvas.Path{}).Move(x+float64(s*long/2), y-float64(c*long/2)).Line(x-float64(s*long/2), y+float64(c*long/2))
		b.add(canvas.Shape{Path: p, Width: max(0.8, b.u*0.14), Brush: canvas.Linear(x+float64(s*long/2), y-float64(c*long/2), x-float64(s*long/2), y+float64(c*long/2),
			canvas.Stop{At: 0, Color: col, Alpha: 0}, canvas.Stop{At: 0.9, Color: col, Alpha: 0.8}, canvas.Stop{At: 1, Color: col, Alpha: 0})})
	}
}

// rings draws arcs about a corner, with small discs on them.
func rings(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.45
	order := b.standing()
	cx, cy := b.corner()
	cx, cy = num.Mix(cx, b.w/2, b.rng.Range(0.02, 0.2)), num.Mix(cy, b.h/2, b.rng.Range(0.1, 0.5))
	bold := b.mood == "playful" || b.mood == "energetic"
	r := float64(b.u * 5.0)
	b.add(canvas.Shape{Path: canvas.Circle(cx, cy, r*9), Brush: canvas.Radial(cx, cy, r*9, r*9, canvas.Fade(order[0], 0.55)...)})
	b.add(canvas.Shape{Path: canvas.Circle(cx, cy, r), Brush: canvas.Linear(cx-r, cy-r, cx+r, cy+r, canvas.Blend(order[0].Light(0.06), order[min(1, len(order)-1)])...)})
	for k := range 15 {
		r += float64(b.u * b.rng.Range(3.2, 6.5))
		c := order[k%len(order)]
		fade := 1 - float64(k)/18
		width := float64(b.u * b.rng.Range(0.12, 0.5))
		if bold {
			width = float64(b.u * b.rng.Range(0.6, 2.8))
		}
		angle := b.rng.Float()
		s, co := num.SinCos(angle)
		b.add(canvas.Shape{Path: canvas.Circle(cx, cy, r), Width: max(1, width), Brush: canvas.Linear(cx-float64(r*co), cy-float64(r*s), cx+float64(r*co), cy+float64(r*s),
			canvas.Stop{At: 0, Color: c, Alpha: 0.95 * fade}, canvas.Stop{At: 0.7, Color: c, Alpha: 0.4 * fade}, canvas.Stop{At: 1, Color: c, Alpha: 0.05})})
		for range 1 + b.rng.Int(2) {
			s, co := num.SinCos(b.rng.Float())
			x, y := cx+float64(r*co), cy+float64(r*s)
			if b.detailAt(x, y) < 0.3 {
				continue
			}
			b.add(canvas.Shape{Path: canvas.Circle(x, y, b.u*b.rng.Range(0.4, 1.3)), Brush: canvas.Flat(order[(k+1)%len(order)])})
		}
	}
}

// dots draws a halftone: dots of a rotated grid that grow with the distance from the text.
func dots(_ context.Context, b *board) {
	b.ground()
	b.veil = 0
	order := b.standing()
	step := float64(b.u * b.rng.Range(2.5, 3.4))
	s, c := num.SinCos(b.rng.Range(0.03, 0.1))
	seed := uint32(b.rng.Uint64())
	n := int(math.Ceil(num.Hypot(b.w, b.h)/step/2)) + 1
	one, two := order[0], order[min(1, len(order)-1)]
	freq := 1 / (b.u * 38)
	groups := map[int]*canvas.Path{}
	const shades = 12
	for i := -n; i <= n; i++ {
		for k := -n; k <= n; k++ {
			fx, fy := float64(float64(i)*step), float64(float64(k)*step)
			x, y := float64(b.w/2)+float64(c*fx)-float64(s*fy), float64(b.h/2)+float64(s*fx)+float64(c*fy)
			if x < -step || y < -step || x > b.w+step || y > b.h+step {
				continue
			}
			f := num.Fractal(x*freq, y*freq, 2, seed)
			v := float64(b.detailAt(x, y) * num.Clamp(0.66+float64(f*0.75), 0, 1))
			r := float64(step * 0.56 * math.Sqrt(v))
			if r < b.u*0.12 {
				continue
			}
			shade := int(num.Clamp((0.5+float64(0.8*num.Noise(float64(x*freq*0.7)+5, y*freq*0.7, seed+7)))*shades, 0, shades-1))
			if groups[shade] == nil {
				groups[shade] = &canvas.Path{}
			}
			groups[shade].Add(canvas.Circle(x, y, r))
		}
	}
	for k := range shades {
		if p := groups[k]; p != nil {
			b.add(canvas.Shape{Path: p, Brush: canvas.Flat(one.Mix(two, float64(k)/(shades-1)))})
		}
	}
}

// ribbons draws bundles of fine lines between two curves, like silk.
func ribbons(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.45
	order := b.standing()
	tilt := b.rng.Range(-0.22, 0.22)
	for sheaf := range 3 {
		c, d := order[sheaf%len(order)], order[(sheaf+1)%len(order)]
		middle := 0.5 + b.rng.Range(-0.16, 0.16)
		if b.side >= 2 {
			middle = 0.76 + b.rng.Range(-0.08, 0.08)
			if b.side == 3 {
				middle = 1 - middle
			}
		}
		wave := func() func(t float64) float64 {
			p1, p2 := b.rng.Float(), b.rng.Float()
			a1, a2 := b.rng.Range(0.08, 0.2), b.rng.Range(0.02, 0.06)
			cycles := float64(b.rng.Range(0.55, 0.95) * max(0.8, num.Clamp(b.w/b.h*0.6, 0.6, 1.6)))
			return func(t float64) float64 {
				return middle + float64(tilt*(t-0.5)) + float64(a1*num.Sin(float64(t*cycles)+p1)) + float64(a2*num.Sin(float64(t*cycles*2.2)+p2))
			}
		}
		from, to := wave(), wave()
		const lines = 54
		for k := range lines {
			t := float64(k) / (lines - 1)
			var pts []canvas.Point
			for i := range 15 {
				x := float64(float64(i)/14*1.1) - 0.05
				pts = append(pts, canvas.P(x*b.w, num.Mix(from(x), to(x), t)*b.h))
			}
			col := c.Mix(d, t)
			a := 0.18 + float64(0.62*num.Sin(t*0.5))
			x1, x2 := 0.0, b.w
			if b.side == 1 {
				x1, x2 = b.w, 0
			}
			b.add(canvas.Shape{Path: (&canvas.Path{}).Curve(pts...), Width: max(0.7, b.u*0.13), Brush: canvas.Linear(x1, 0, x2, 0,
				canvas.Stop{At: 0, Color: col, Alpha: a * 0.3}, canvas.Stop{At: 0.68, Color: col.Light(0.05), Alpha: a}, canvas.Stop{At: 1, Color: col, Alpha: a * 0.55})})
		}
	}
}

// triangles draws a faceted ground: flat under the text, in relief elsewhere.
func triangles(_ context.Context, b *board) {
	b.veil = 0.1
	b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Brush: canvas.Flat(b.base)})
	step := float64(b.u * b.rng.Range(10, 15))
	cols, rows := int(b.w/step)+3, int(b.h/step)+3
	pts := make([]canvas.Point, cols*rows)
	for r := range rows {
		for k := range cols {
			shift := 0.0
			if r&1 == 1 {
				shift = 0.5
			}
			pts[r*cols+k] = canvas.P((float64(k)-1+shift+b.rng.Range(-0.32, 0.32))*step, (float64(r)-1+b.rng.Range(-0.32, 0.32))*step)
		}
	}
	order := b.standing()
	seed := uint32(b.rng.Uint64())
	facet := func(p, q, r canvas.Point) {
		x, y := (p.X+q.X+r.X)/3, (p.Y+q.Y+r.Y)/3
		busy := b.detailAt(x, y)
		f := num.Clamp(0.5+float64(0.9*num.Fractal(x/b.u/42, y/b.u/42, 2, seed)), 0, 0.999)
		i := float64(f * float64(len(order)-1))
		c := order[int(i)].Mix(order[min(int(i)+1, len(order)-1)], i-math.Floor(i))
		// The light comes from the upper left.
		nx := float64((q.Y-p.Y)*0.7) + float64((r.Y-p.Y)*0.3)
		c = c.Light(num.Clamp(nx/step*0.10, -0.09, 0.09) + b.rng.Range(-0.035, 0.035))
		c = b.base.Mix(c, busy)
		b.add(canvas.Shape{Path: canvas.Polygon(p, q, r), Brush: canvas.Flat(c)},
			canvas.Shape{Path: canvas.Polygon(p, q, r), Brush: canvas.Flat(c), Width: 0.7})
	}
	for r := range rows - 1 {
		for k := range cols - 1 {
			a, c, d, e := pts[r*cols+k], pts[r*cols+k+1], pts[(r+1)*cols+k], pts[(r+1)*cols+k+1]
			if r&1 == 0 {
				facet(a, c, d)
				facet(c, e, d)
			} else {
				facet(a, c, e)
				facet(a, e, d)
			}
		}
	}
}

// tiles draws a grid of simple shapes that thins out towards the text.
func tiles(_ context.Context, b *board) {
	b.ground()
	b.veil = 0
	order := b.standing()
	if b.mood == "luxury" {
		b.fans()
		return
	}
	side := math.Round(b.u * b.rng.Range(9, 13))
	cols, rows := int(b.w/side)+1, int(b.h/side)+1
	x0, y0 := float64((b.w-float64(float64(cols)*side))/2), float64((b.h-float64(float64(rows)*side))/2)
	for r := range rows {
		for k := range cols {
			x, y := x0+float64(float64(k)*side), y0+float64(float64(r)*side)
			if b.rng.Float() > float64(1.5*b.detailAt(x+float64(side/2), y+float64(side/2)))-0.22 {
				continue
			}
			i := b.rng.Int(len(order))
			ground, figure := order[i], order[(i+1+b.rng.Int(max(1, len(order)-1)))%len(order)]
			if b.mood == "professional" || b.mood == "calm" {
				ground, figure = b.tone(b.rng.Range(0.06, 0.3)), b.tone(b.rng.Range(0.35, 0.7))
			}
			m := canvas.Place(x+float64(side/2), y+float64(side/2), side/2, float64(b.rng.Int(4))/4)
			put := func(p *canvas.Path, c canvas.Brush) { b.add(canvas.Shape{Path: p.Apply(m), Brush: c}) }
			put(canvas.Rect(-1, -1, 2.01, 2.01), canvas.Flat(ground))
			switch b.rng.Int(8) {
			case 0:
				put(quarter(-1, -1, 2), canvas.Flat(figure))
			case 1:
				put(quarter(-1, -1, 2), canvas.Flat(figure))
				put(quarter(-1, -1, 1), canvas.Flat(ground))
			case 2:
				put(canvas.Circle(0, 0, 0.62), canvas.Flat(figure))
			case 3:
				put(canvas.Polygon(canvas.P(-1, -1), canvas.P(1, -1), canvas.P(-1, 1)), canvas.Flat(figure))
			case 4:
				put(half(-1, 0, 1), canvas.Flat(figure))
				put(half(-1, 0, 0.5), canvas.Flat(ground))
			case 5:
				put(quarter(-1, -1, 1), canvas.Flat(figure))
				put(quarter(1, 1, -1), canvas.Flat(figure))
			case 6:
				for i := range 3 {
					put(canvas.Rect(-1, -1+float64(float64(i)*0.75), 2, 0.4), canvas.Flat(figure))
				}
			case 7:
				put(canvas.Circle(0, 0, 0.8), canvas.Flat(figure))
				put(canvas.Circle(0, 0, 0.36), canvas.Flat(ground))
			}
		}
	}
}

// quarter returns a quarter disc with its corner at x, y; a negative radius mirrors it.
func quarter(x, y, r float64) *canvas.Path {
	const k = 0.5522847498307936
	return (&canvas.Path{}).Move(x, y).Line(x+r, y).Cubic(x+r, y+float64(r*k), x+float64(r*k), y+r, x, y+r).Close()
}

// half returns a half disc to the right of x.
func half(x, y, r float64) *canvas.Path {
	const k = 0.5522847498307936
	return (&canvas.Path{}).Move(x, y-r).Cubic(x+float64(r*k), y-r, x+r, y-float64(r*k), x+r, y).Cubic(x+r, y+float64(r*k), x+float64(r*k), y+r, x, y+r).Close()
}

// fans draws an Art Deco scale pattern in fine lines.
func (b *board) fans() {
	b.veil = 0.55
	r := float64(b.u * b.rng.Range(7, 9))
	rows := int(b.h/r)*2 + 4
	cols := int(b.w/r/2) + 3
	for k := range rows {
		for i := range cols {
			x := float64(float64(i-1) * 2 * r)
			if k&1 == 1 {
				x += r
			}
			y := float64((float64(k) - 1) * r * 0.62)
			busy := b.detailAt(x, y)
			if busy < 0.04 {
				continue
			}
			c := b.tone(0.45 + float64(0.5*busy))
			b.add(canvas.Shape{Path: canvas.Circle(x, y, r), Brush: canvas.Radial(x, y, r, r, canvas.Blend(b.base.Mix(b.tone(0.25), busy), b.base)...)})
			for n := range 5 {
				f := 1 - float64(float64(n)*0.2)
				b.add(canvas.Shape{Path: canvas.Circle(x, y, r*f), Width: max(0.8, b.u*0.13), Brush: canvas.Clear(c, (0.25+float64(0.75*busy))*(0.35+float64(0.65*f)))})
			}
		}
	}
}
