package illus

import (
	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// water draws a water surface from y0 to the bottom: the inverted sky, reflections of the shapes at its edge, the sun's
// glitter path, and ripples that grow towards the viewer. mirror is the index of the first shape of the scene to
// reflect.
func (s *stage) water(y0 float64, mirror int) {
	rng := s.Rng.Fork("water")
	l := &s.look
	area := canvas.Rect(0, y0, s.w, s.h-y0+1)
	s.paint(area, down(y0, s.h, l.skyLow.Mix(l.water, 0.45), l.water, l.deep))
	if mirror >= 0 {
		var kids []canvas.Shape
		for _, shape := range s.scene.Shapes[mirror : len(s.scene.Shapes)-1] {
			kids = append(kids, shape.Mirrored(y0, 0.8))
		}
		s.add(canvas.Shape{Clip: area, Children: []canvas.Shape{{Children: kids, Opacity: 0.42}}})
		s.paint(area, canvas.Linear(0, y0, 0, s.h, canvas.Stop{At: 0, Color: l.water, Alpha: 0.12}, canvas.Stop{At: 0.6, Color: l.water, Alpha: 0.55}, canvas.Stop{At: 1, Color: l.deep, Alpha: 0.9}))
	}
	depth := s.h - y0
	ripple := func(x, t, long, alpha float64, bright bool) {
		y := y0 + float64(depth*t)
		tall := float64(s.u * num.Mix(0.10, 0.62, t))
		c := l.light.Mix(l.skyLow, 0.4)
		if !bright {
			c = l.deep
		}
		p := (&canvas.Path{}).Move(x-long, y).Quad(x, y-tall, x+long, y).Quad(x, y+float64(tall*0.7), x-long, y).Close()
		s.soft(p, c, alpha)
	}
	for range 60 {
		t := float64(rng.Float() * rng.Float())
		ripple(float64(rng.Float()*s.w), 0.02+float64(0.95*t), float64(s.u*num.Mix(1.5, 11, t)*rng.Range(0.6, 1.3)), rng.Range(0.10, 0.3), rng.Chance(0.6))
	}
	if s.time == "day" && !s.any("sun", "moon") || s.any("rain", "lightning") || s.any("fog") && !s.any("sun", "moon") {
		return
	}
	// The glitter path of the sun or moon.
	for range 46 {
		t := rng.Float()
		t *= t
		spread := float64(s.u * num.Mix(5, 15, t))
		x := s.sunX + float64((rng.Float()+rng.Float()-1)*spread)
		y := y0 + float64(depth*(0.015+float64(0.9*t)))
		long, tall := float64(s.u*num.Mix(1.5, 5.5, t)*rng.Range(0.5, 1.3)), float64(s.u*num.Mix(0.14, 0.5, t))
		s.soft((&canvas.Path{}).Move(x-long, y).Quad(x, y-tall, x+long, y).Quad(x, y+tall, x-long, y).Close(), l.sun, float64(rng.Range(0.35, 0.85)*(1-float64(0.5*t))))
	}
	if s.Digital {
		s.add(canvas.Shape{Path: area, Brush: canvas.Radial(s.sunX, y0, s.u*20, depth*0.9, canvas.Fade(l.glow, 0.4)...), Mode: canvas.Screen})
	}
}

// beach draws the near shore: wet sand, foam, dry sand.
func (s *stage) beach() {
	rng := s.Rng.Fork("beach")
	l := &s.look
	side := rng.Sign()
	edge := func(off float64) *canvas.Path {
		var pts []canvas.Point
		for k := range 11 {
			t := float64(float64(k)/10*1.1) - 0.05
			u := t
			if side < 0 {
				u = 1 - t
			}
			y := float64(s.h*(0.97-float64(0.22*u*u))) + off + float64(s.u*1.6*num.Sin(float64(t*1.6)+0.2))
			pts = append(pts, canvas.P(t*s.w, y))
		}
		return (&canvas.Path{}).Curve(pts...).Line(s.w*1.1, s.h*1.1).Line(-s.w*0.1, s.h*1.1).Close()
	}
	s.soft(edge(-s.u*4.2), l.water.Mix(l.light, 0.45), 0.5)
	s.soft(edge(-s.u*1.8), l.light, 0.9)
	s.fill(edge(-s.u*0.7), l.sand.Light(-0.09))
	s.paint(edge(s.u*2), down(s.h*0.74, s.h, l.sand.Light(0.03), l.sand.Light(-0.03)))
}

// island draws an island with palms in the sea.
func (s *stage) island(x, y, k float64) {
	l := &s.look
	rng := s.Rng.Fork("island")
	s.paint((&canvas.Path{}).Move(x-float64(k*1.25), y).Cubic(x-float64(k*0.8), y-float64(k*0.12), x+float64(k*0.8), y-float64(k*0.12), x+float64(k*1.25), y).Cubic(x+float64(k*0.6), y+float64(k*0.06), x-float64(k*0.6), y+float64(k*0.06), x-float64(k*1.25), y).Close(), canvas.Flat(s.distant(l.sand, 0.1)))
	s.paint((&canvas.Path{}).Move(x-float64(k*0.95), y-float64(k*0.04)).Cubic(x-float64(k*0.6), y-float64(k*0.42), x-float64(k*0.1), y-float64(k*0.5), x+float64(k*0.15), y-float64(k*0.3)).Cubic(x+float64(k*0.45), y-float64(k*0.34), x+float64(k*0.75), y-float64(k*0.2), x+float64(k*0.95), y-float64(k*0.04)).Close(),
		down(y-float64(k*0.5), y, s.distant(l.leaf, 0.15), s.distant(l.leafDark, 0.1)))
	s.drawn["palm"] = true
	for i := range 3 {
		s.palm(x+float64(k*(float64(i)-1)*0.42), y-float64(k*0.2), k*rng.Range(0.55, 0.8), 0.12)
	}
}

// cliffAt draws a headland at a side, with its top at y.
func (s *stage) cliffAt(side, y float64) (x, top float64) {
	rng := s.Rng.Fork("cliff")
	l := &s.look
	edge := float64(s.w * 0.27)
	at := func(d float64) float64 {
		if side < 0 {
			return d
		}
		return s.w - float64(d)
	}
	pts := []canvas.Point{canvas.P(at(-5), y+float64(s.u*1)), canvas.P(at(edge*0.5), y-float64(s.u*0.6)), canvas.P(at(edge), y+float64(s.u*0.8))}
	var face []canvas.Point
	base := s.horizon + float64((s.h-s.horizon)*0.5)
	for k := range 7 {
		t := float64(k+1) / 7
		face = append(face, canvas.P(at(edge+float64(s.u*(float64(t*7)+rng.Range(-1.4, 1.4)))), num.Mix(y+float64(s.u*2), base, t)))
	}
	pts = append(pts, face...)
	pts = append(pts, canvas.P(at(edge*0.5), base+float64(s.u*5)), canvas.P(at(-5), base+float64(s.u*7)))
	body := canvas.Polygon(pts...)
	rock := l.near.Mix(l.sand, 0.25)
	s.paint(body, down(y, base, rock.Light(0.04), rock.Light(-0.08)))
	var kids []canvas.Shape
	for range 14 {
		fx, fy, k := at(rng.Range(0, 1.3)*edge), num.Mix(y, base, rng.Float()), float64(s.u*rng.Range(3, 8))
		kids = append(kids, canvas.Shape{Path: canvas.Polygon(canvas.P(fx, fy), canvas.P(fx+k, fy+float64(k*0.5)), canvas.P(fx+float64(k*0.6), fy+float64(k*1.9)), canvas.P(fx-float64(k*0.3), fy+k)), Brush: canvas.Clear(rock.Light(rng.Range(-0.1, 0.07)), 0.55)})
	}
	turf := (&canvas.Path{}).Curve(canvas.P(at(-9), y-float64(s.u*1)), canvas.P(at(edge*0.5), y-float64(s.u*1.5)), canvas.P(at(edge*1.1), y+float64(s.u*0.2))).
		Line(at(edge*1.1), y+float64(s.u*2.4))
	for k := range 8 {
		t := float64(float64(k+1) / 8)
		bump := float64(s.u * 1.2)
		if k&1 == 0 {
			bump = float64(s.u * 3.4)
		}
		turf.Line(at(float64(edge*1.1*(1-t))-float64(9*t)), y+bump+float64(s.u*1))
	}
	kids = append(kids, canvas.Shape{Path: turf.Close(), Brush: down(y-float64(s.u*2), y+float64(s.u*4), l.ground, l.leafDark)})
	s.add(canvas.Shape{Clip: body, Children: kids})
	for range 9 {
		s.soft(canvas.Ellipse(at(edge*rng.Range(0, 1.35)), base+float64(s.u*rng.Range(2, 6)), s.u*rng.Range(2, 6), s.u*0.5), l.light, 0.6)
	}
	return at(edge * 0.55), y - float64(s.u*0.4)
}
