package illus

import (
	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// lit returns 1 when the light comes from the right of x, else -1.
func (s *stage) lit(x float64) float64 {
	if s.sunX > x {
		return 1
	}
	return -1
}

// autumn are the colours of trees in autumn.
var autumn = []tint.Color{tint.Hex(0xE8A83A), tint.Hex(0xE2762C), tint.Hex(0xCF4A2C), tint.Hex(0xF0C34E)}

// crown draws a tree with a round crown; k is its height.
func (s *stage) crown(rng *num.Rand, x, y, k, haze float64, leaf, shade tint.Color) {
	l := &s.look
	if s.Read.Season == "autumn" && len(s.Colors) == 0 && s.Style != Silhouette {
		leaf = leaf.Mix(autumn[rng.Int(len(autumn))], 0.6)
		shade = shade.Mix(leaf, 0.35)
	}
	leaf, shade = s.distant(leaf, haze), s.distant(shade, haze)
	trunk := s.distant(l.trunk, haze)
	s.fill(canvas.Polygon(canvas.P(x-float64(k*0.045), y+float64(k*0.01)), canvas.P(x-float64(k*0.025), y-float64(k*0.5)), canvas.P(x+float64(k*0.025), y-float64(k*0.5)), canvas.P(x+float64(k*0.045), y+float64(k*0.01))), trunk)
	s.line((&canvas.Path{}).Move(x, y-float64(k*0.3)).Line(x+float64(k*0.12), y-float64(k*0.46)), trunk, k*0.025, 1)
	head := &canvas.Path{}
	n := 5 + rng.Int(2)
	type disc struct{ x, y, r float64 }
	var discs []disc
	for i := range n {
		sn, cs := num.SinCos(float64(i)/float64(n) + 0.1)
		discs = append(discs, disc{x + float64(cs*k*0.19), y - float64(k*0.66) + float64(sn*k*0.15), k * rng.Range(0.15, 0.2)})
	}
	discs = append(discs, disc{x, y - float64(k*0.68), k * 0.22})
	for _, d := range discs {
		head.Add(canvas.Circle(d.x, d.y, d.r))
	}
	side := s.lit(x)
	s.paint(head, canvas.Linear(x+float64(side*k*0.3), y-k, x-float64(side*k*0.3), y-float64(k*0.35), canvas.Blend(leaf.Light(0.02), shade)...))
	var kids []canvas.Shape
	for i, d := range discs {
		if i%2 == 0 {
			kids = append(kids, canvas.Shape{Path: canvas.Circle(d.x+float64(side*d.r*0.3), d.y-float64(d.r*0.3), d.r*0.72), Brush: canvas.Clear(leaf.Light(0.06), 0.5)})
		}
	}
	s.add(canvas.Shape{Clip: head, Children: kids})
}

// pine draws a conifer; k is its height.
func (s *stage) pine(rng *num.Rand, x, y, k, haze float64) {
	l := &s.look
	leaf, shade := s.distant(l.leafDark.Mix(l.leaf, 0.35), haze), s.distant(l.leafDark, haze)
	s.fill(canvas.Rect(x-float64(k*0.03), y-float64(k*0.16), k*0.06, k*0.17), s.distant(l.trunk, haze))
	snowy := s.any("snow") || s.Read.Season == "winter"
	side := s.lit(x)
	for i := range 4 {
		t := float64(i) / 3
		top, bottom := y-float64(k*(0.46+float64(0.54*t))), y-float64(k*(0.10+float64(0.62*t*0.85)))
		half := float64(k * num.Mix(0.26, 0.12, t) * rng.Range(0.93, 1.07))
		if i == 3 {
			top = y - k
		}
		p := (&canvas.Path{}).Move(x, top).Quad(x+float64(half*0.35), (top+bottom)/2, x+half, bottom).Quad(x, bottom+float64(k*0.045), x-half, bottom).Quad(x-float64(half*0.35), (top+bottom)/2, x, top).Close()
		s.fill(p, leaf)
		s.add(canvas.Shape{Clip: p, Children: []canvas.Shape{{Path: canvas.Polygon(canvas.P(x, top), canvas.P(x-float64(side*half*1.2), bottom-float64(k*0.02)), canvas.P(x-float64(side*half), bottom+float64(k*0.1)), canvas.P(x+float64(side*half*0.15), bottom+float64(k*0.1))), Brush: canvas.Clear(shade, 0.9)}}})
		if snowy {
			s.add(canvas.Shape{Clip: p, Children: []canvas.Shape{{Path: (&canvas.Path{}).Move(x-float64(half*1.2), top-1).Line(x+float64(half*1.2), top-1).Line(x+float64(half*0.55), top+float64((bottom-top)*0.62)).Line(x+float64(half*0.2), top+float64((bottom-top)*0.45)).Line(x-float64(half*0.15), top+float64((bottom-top)*0.7)).Line(x-float64(half*0.5), top+float64((bottom-top)*0.5)).Close(), Brush: canvas.Clear(l.light, 0.92)}}})
		}
	}
}

// palm draws a palm tree bent by the wind; k is its height.
func (s *stage) palm(x, y, k, haze float64) {
	rng := s.Rng.Fork("palm" + string(rune('a'+int(num.Clamp(x/s.w*25, 0, 25)))))
	l := &s.look
	lean := float64(rng.Range(0.08, 0.28) * rng.Sign() * k)
	tx, ty := x+lean, y-k
	trunk := s.distant(l.trunk, haze)
	s.paint((&canvas.Path{}).Move(x-float64(k*0.045), y).Cubic(x-float64(k*0.02), y-float64(k*0.4), tx-float64(lean*0.35), ty+float64(k*0.3), tx-float64(k*0.018), ty).Line(tx+float64(k*0.018), ty).Cubic(tx-float64(lean*0.3)+float64(k*0.03), ty+float64(k*0.3), x+float64(k*0.03), y-float64(k*0.4), x+float64(k*0.045), y).Close(),
		canvas.Linear(x-float64(k*0.05), 0, x+float64(k*0.05)+lean, 0, canvas.Blend(trunk.Light(0.05), trunk)...))
	n := 9
	for i := range n {
		a := -0.5 + 0.02 + float64(float64(i)/float64(n-1)*0.48) + rng.Range(-0.015, 0.015) // turns, over the top
		sn, cs := num.SinCos(a)
		long := float64(k * rng.Range(0.42, 0.54))
		ex, ey := tx+float64(cs*long), ty+float64(sn*long*0.55)+float64(long*0.42)
		mx, my := tx+float64(cs*long*0.55), ty+float64(sn*long*0.75)-float64(long*0.1)
		c := s.distant(l.leaf, haze)
		if i&1 == 1 {
			c = s.distant(l.leafDark, haze)
		}
		nx, ny := float64((ey-ty)*0.16), float64(-(ex-tx)*0.16)
		s.fill((&canvas.Path{}).Move(tx, ty).Cubic(mx+float64(nx*0.6), my+float64(ny*0.6), mx+nx, my+ny, ex, ey).Cubic(mx-nx, my-ny, mx-float64(nx*1.1), my-float64(ny*1.1), tx, ty).Close(), c)
	}
	for i := range 3 {
		s.fill(canvas.Circle(tx+float64((float64(i)-1)*k*0.035), ty+float64(k*0.03), k*0.03), trunk.Light(-0.04))
	}
}

// cactus draws a saguaro; k is its height.
func (s *stage) cactus(rng *num.Rand, x, y, k, haze float64) {
	c := s.distant(s.look.leafDark.Mix(s.look.leaf, 0.4), haze)
	w := float64(k * 0.17)
	arms := func(c tint.Color, w, off float64, alpha float64) {
		s.line((&canvas.Path{}).Move(x+off, y+float64(w*0.2)).Line(x+off, y-k+float64(w/2)), c, w, alpha)
		s.line((&canvas.Path{}).Move(x+off, y-float64(k*0.36)).Line(x+off+float64(k*0.12), y-float64(k*0.36)).Cubic(x+off+float64(k*0.25), y-float64(k*0.36), x+off+float64(k*0.25), y-float64(k*0.4), x+off+float64(k*0.25), y-float64(k*0.47)).Line(x+off+float64(k*0.25), y-float64(k*0.66)), c, w*0.72, alpha)
		s.line((&canvas.Path{}).Move(x+off, y-float64(k*0.26)).Line(x+off-float64(k*0.1), y-float64(k*0.26)).Cubic(x+off-float64(k*0.23), y-float64(k*0.26), x+off-float64(k*0.23), y-float64(k*0.32), x+off-float64(k*0.23), y-float64(k*0.38)).Line(x+off-float64(k*0.23), y-float64(k*0.52)), c, w*0.68, alpha)
	}
	arms(c, w, 0, 1)
	arms(c.Light(0.07), w*0.22, s.lit(x)*w*0.2, 0.7)
	if rng.Chance(0.6) {
		s.fill(canvas.Circle(x, y-k, w*0.3), s.distant(s.look.accent, haze))
	}
}

// flower draws a flower on a stem; k is its height.
func (s *stage) flower(rng *num.Rand, x, y, k float64, c tint.Color) {
	l := &s.look
	bend := float64(rng.Range(-0.12, 0.12) * k)
	tx, ty := x+bend, y-k
	s.line((&canvas.Path{}).Move(x, y).Quad(x, y-float64(k*0.5), tx, ty), l.leafDark.Mix(l.leaf, 0.5), k*0.045, 1)
	for _, side := range [2]float64{-1, 1} {
		yy := y - float64(k*rng.Range(0.22, 0.45))
		s.fill((&canvas.Path{}).Move(x, yy).Quad(x+float64(side*k*0.1), yy-float64(k*0.16), x+float64(side*k*0.26), yy-float64(k*0.14)).Quad(x+float64(side*k*0.16), yy+float64(k*0.02), x, yy).Close(), l.leaf)
	}
	r := float64(k * 0.2)
	switch rng.Int(3) {
	case 0: // a daisy
		n := 8 + rng.Int(4)
		for i := range n {
			m := canvas.Place(tx, ty, 1, float64(i)/float64(n))
			s.fill(canvas.Ellipse(r*0.72, 0, r*0.5, r*0.2).Apply(m), c)
		}
		s.fill(canvas.Circle(tx, ty, r*0.36), l.second.Mix(l.sun, 0.3))
	case 1: // a tulip
		s.fill((&canvas.Path{}).Move(tx-float64(r*0.75), ty-float64(r*0.9)).Cubic(tx-float64(r*0.9), ty+float64(r*0.7), tx+float64(r*0.9), ty+float64(r*0.7), tx+float64(r*0.75), ty-float64(r*0.9)).Line(tx+float64(r*0.36), ty-float64(r*0.3)).Line(tx, ty-float64(r*1.1)).Line(tx-float64(r*0.36), ty-float64(r*0.3)).Close(), c)
		s.soft((&canvas.Path{}).Move(tx, ty-float64(r*1.1)).Cubic(tx+float64(r*0.7), ty-float64(r*0.3), tx+float64(r*0.5), ty+float64(r*0.4), tx, ty+float64(r*0.42)).Cubic(tx-float64(r*0.5), ty+float64(r*0.4), tx-float64(r*0.7), ty-float64(r*0.3), tx, ty-float64(r*1.1)).Close(), c.Light(0.07), 0.8)
	default: // a poppy
		for i := range 5 {
			m := canvas.Place(tx, ty, 1, float64(i)/5+0.05)
			s.fill(canvas.Circle(r*0.5, 0, r*0.52).Apply(m), c.Light([]float64{0, 0.03, -0.03, 0.02, -0.02}[i]))
		}
		s.fill(canvas.Circle(tx, ty, r*0.3), l.dark.Mix(c, 0.3))
	}
}

// mushroom draws a mushroom with a spotted cap; k is its height.
func (s *stage) mushroom(x, y, k float64) {
	l := &s.look
	s.paint((&canvas.Path{}).Move(x-float64(k*0.13), y).Cubic(x-float64(k*0.1), y-float64(k*0.3), x-float64(k*0.09), y-float64(k*0.4), x-float64(k*0.1), y-float64(k*0.6)).Line(x+float64(k*0.1), y-float64(k*0.6)).Cubic(x+float64(k*0.09), y-float64(k*0.4), x+float64(k*0.1), y-float64(k*0.3), x+float64(k*0.13), y).Close(),
		canvas.Linear(x-float64(k*0.13), 0, x+float64(k*0.13), 0, canvas.Blend(l.wall.Light(0.02), l.wall.Light(-0.1))...))
	c := l.roof.Mix(l.accent, 0.4)
	cap := (&canvas.Path{}).Move(x-float64(k*0.48), y-float64(k*0.5)).Cubic(x-float64(k*0.46), y-float64(k*1.12), x+float64(k*0.46), y-float64(k*1.12), x+float64(k*0.48), y-float64(k*0.5)).Quad(x, y-float64(k*0.42), x-float64(k*0.48), y-float64(k*0.5)).Close()
	s.paint(cap, canvas.Linear(x, y-k, x, y-float64(k*0.45), canvas.Blend(c.Light(0.06), c.Light(-0.06))...))
	var kids []canvas.Shape
	for _, d := range [][3]float64{{-0.2, -0.72, 0.08}, {0.1, -0.83, 0.09}, {0.3, -0.62, 0.06}, {-0.36, -0.56, 0.05}, {0.02, -0.6, 0.05}} {
		kids = append(kids, canvas.Shape{Path: canvas.Ellipse(x+float64(d[0]*k), y+float64(d[1]*k), d[2]*k, d[2]*k*0.8), Brush: canvas.Clear(l.light, 0.92)})
	}
	s.add(canvas.Shape{Clip: cap, Children: kids})
}

// tufts draws blades of grass along the bottom.
func (s *stage) tufts(r ridge, tall float64, c tint.Color, dense float64) {
	rng := s.Rng.Fork("tufts")
	p := &canvas.Path{}
	for x := float64(-0.02 * s.w); x < 1.02*s.w; x += tall * 0.16 / dense {
		k, bend := float64(tall*rng.Range(0.4, 1)), float64(tall*rng.Range(-0.35, 0.35))
		y := r(x) + float64(tall*0.15)
		w := float64(tall * 0.05)
		p.Add((&canvas.Path{}).Move(x-w, y).Quad(x-float64(w*0.5)+float64(bend*0.2), y-float64(k*0.6), x+bend, y-k).Quad(x+float64(w*0.5)+float64(bend*0.2), y-float64(k*0.5), x+w, y).Close())
	}
	y := r(s.w / 2)
	s.paint(p, down(y-tall, y, c.Light(0.05), c))
}

// fronds draws large leaves that frame the image from below.
func (s *stage) fronds() {
	rng := s.Rng.Fork("fronds")
	l := &s.look
	for i := range 10 {
		t := float64(i) / 9
		x := float64(s.w * num.Mix(-0.02, 1.02, t))
		edge := float64(2*t) - 1
		long := float64(s.u * (16 + float64(22*edge*edge)) * rng.Range(0.85, 1.15))
		turn := -0.25 + float64(edge*0.07) + rng.Range(-0.05, 0.05)
		m := canvas.Place(x, s.h+float64(s.u*2), long, turn)
		c := l.leaf.Mix(l.leafDark, rng.Float())
		leaf := (&canvas.Path{}).Move(0, 0).Cubic(0.25, -0.26, 0.7, -0.24, 1, 0).Cubic(0.7, 0.24, 0.25, 0.26, 0, 0).Close().Apply(m)
		s.fill(leaf, c)
		s.add(canvas.Shape{Clip: leaf, Children: []canvas.Shape{{Path: canvas.Rect(0, 0, 1, 0.5).Apply(m), Brush: canvas.Clear(c.Light(-0.06), 0.8)}}})
		s.line((&canvas.Path{}).Move(0.02, 0).Line(0.95, 0).Apply(m), c.Light(0.1), long*0.014, 0.8)
		for k := range 5 {
			v := 0.18 + float64(0.15*float64(k))
			s.line((&canvas.Path{}).Move(v, 0).Line(v+0.13, -0.14).Move(v, 0).Line(v+0.13, 0.14).Apply(m), c.Light(0.08), long*0.008, 0.5)
		}
	}
}
