package illus

import (
	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// sky draws the sky and its celestial bodies.
func (s *stage) sky() {
	l := &s.look
	s.paint(canvas.Rect(0, 0, s.w, s.h), down(0, s.horizon*1.02, l.skyTop, l.skyMid, l.skyLow))
	rng := s.Rng.Fork("sky")
	s.sunX = float64(s.w * rng.Range(0.60, 0.78))
	if rng.Chance(0.4) {
		s.sunX = s.w - s.sunX
	}
	switch s.time {
	case "day":
		s.sunY = float64(s.horizon * 0.34)
	case "dawn", "sunset":
		s.sunY = float64(s.horizon * rng.Range(0.72, 0.84))
	case "dusk":
		s.sunY = float64(s.horizon * 0.95)
	default:
		s.sunY = float64(s.horizon * rng.Range(0.26, 0.38))
	}
	if stars := s.draws("star"); stars || l.night && !s.any("rain", "cloud", "fog", "lightning") {
		s.stars(160, s.horizon)
	}
	if s.draws("galaxy") || s.draws("nebula") {
		s.milkyWay()
	}
	if s.draws("aurora") {
		s.aurora()
	}
	s.celestial()
	if s.draws("planet") {
		s.planet(s.w-s.sunX, s.horizon*0.3, s.u*11, l.accent, l.second, true)
	}
	if s.draws("comet") {
		for k := range s.count("comet", 2) {
			s.comet(s.w*(0.25+float64(0.3*float64(k))+rng.Range(-0.05, 0.05)), s.horizon*rng.Range(0.15, 0.4), s.u*rng.Range(14, 26))
		}
	}
	if s.draws("rainbow") {
		s.rainbow()
	}
	overcast := s.any("rain", "lightning") || s.Read.Has("cloud") && s.Read.Has("fog")
	switch {
	case overcast:
		s.draws("cloud")
		s.clouds(9, true)
	case s.draws("cloud"):
		s.clouds(7, false)
	case s.time == "night" || s.style("minimal"):
	case s.any("snow"):
		s.clouds(5, false)
	default:
		s.clouds(3, false)
	}
	if s.draws("lightning") {
		flash := s.Rng.Fork("bolt")
		for range s.count("lightning", 2) {
			s.bolt(flash, s.w*rng.Range(0.15, 0.85), s.horizon*0.2, s.horizon*rng.Range(0.9, 1))
		}
	}
}

// stars scatters n stars above y = below.
func (s *stage) stars(n int, below float64) {
	rng := s.Rng.Fork("stars")
	area := s.w * below / 120000
	for range int(num.Clamp(float64(n)*area, 40, 420)) {
		x, y := float64(rng.Float()*s.w), float64(rng.Float()*rng.Float()*below*1.1)
		r := float64(s.u * rng.Range(0.05, 0.16))
		if rng.Chance(0.06) {
			r *= 2
			s.light(x, y, r*6, s.look.light, 0.35)
		}
		s.soft(canvas.Circle(x, y, max(0.45, r)), s.look.light, rng.Range(0.35, 0.95))
	}
}

// celestial draws the sun or the moon.
func (s *stage) celestial() {
	l := &s.look
	night := s.time == "night"
	if night && s.Read.Has("sun") && !s.Read.Has("moon") {
		night = false
	}
	s.draws("moon")
	s.draws("sun")
	x, y := s.sunX, s.sunY
	if s.any("rain", "lightning") && !s.any("moon", "sun", "rainbow") {
		return
	}
	if night || s.Read.Has("moon") && !s.Read.Has("sun") {
		r := float64(s.u * 6)
		s.light(x, y, r*5.5, l.glow, 0.55)
		s.fill(canvas.Circle(x, y, r), l.sun)
		clip := canvas.Circle(x, y, r)
		shade := l.sun.Mix(l.skyMid, 0.28)
		s.add(canvas.Shape{Clip: clip, Children: []canvas.Shape{
			{Path: canvas.Circle(x-float64(r*0.35), y-float64(r*0.2), r*0.24), Brush: canvas.Clear(shade, 0.7)}, {Path: canvas.Circle(x+float64(r*0.3), y+float64(r*0.35), r*0.3), Brush: canvas.Clear(shade, 0.6)},
			{Path: canvas.Circle(x+float64(r*0.25), y-float64(r*0.45), r*0.14), Brush: canvas.Clear(shade, 0.6)}, {Path: canvas.Circle(x-float64(r*0.2), y+float64(r*0.5), r*0.12), Brush: canvas.Clear(shade, 0.6)},
			{Path: canvas.Rect(x-r, y-r, float64(2*r), float64(2*r)), Brush: canvas.Radial(x-float64(r*0.4), y-float64(r*0.4), float64(r*1.9), float64(r*1.9), canvas.Stop{At: 0, Color: shade, Alpha: 0}, canvas.Stop{At: 0.5, Color: shade, Alpha: 0}, canvas.Stop{At: 1, Color: shade, Alpha: 0.8})},
		}})
		return
	}
	r := float64(s.u * 5.5)
	if s.time == "sunset" || s.time == "dawn" {
		r = float64(s.u * 8.5)
	}
	if s.style("retro") || s.style("neon") {
		r = float64(s.u * 15)
		y = float64(s.horizon * 0.74)
		s.sunY = y
		s.light(x, y, r*2.4, l.glow, 0.5)
		s.paint(canvas.Circle(x, y, r), down(y-r, y+r, l.sun, l.accent))
		if s.style("neon") { // the stripes of a retro sunset
			for k := range 6 {
				t := float64(k) / 6
				yy := y + float64(r*(0.05+float64(0.95*t)))
				var c tint.Color = l.skyMid.Mix(l.skyLow, num.Clamp((yy/s.horizon-0.5)*2, 0, 1))
				s.add(canvas.Shape{Clip: canvas.Circle(x, y, float64(r*1.01)), Children: []canvas.Shape{{Path: canvas.Rect(x-r, yy, float64(2*r), float64(r*(0.03+float64(0.07*t)))), Brush: canvas.Flat(c)}}})
			}
		}
		return
	}
	s.light(x, y, max(s.w, s.h)*0.55, l.glow, 0.5)
	s.light(x, y, r*4, l.glow, 0.6)
	if !s.Digital {
		s.soft(canvas.Circle(x, y, r*1.9), l.sun, 0.22)
		s.soft(canvas.Circle(x, y, r*1.4), l.sun, 0.35)
	}
	s.fill(canvas.Circle(x, y, r), l.sun)
}

// clouds draws clouds in the sky; a heavy sky is overcast at the top.
func (s *stage) clouds(n int, heavy bool) {
	rng := s.Rng.Fork("clouds")
	c := s.look.cloud
	if heavy {
		c = s.look.cloud.Mix(s.look.dark, 0.12)
		for k := range n {
			t := float64(k) / float64(n)
			s.cloud(rng, s.w*(t+rng.Range(-0.06, 0.1)), s.horizon*rng.Range(0.10, 0.36), s.u*rng.Range(24, 40), c.Mix(s.look.dark, rng.Range(0, 0.22)), 0.95, 0)
		}
		return
	}
	for k := range n {
		t := (float64(k) + 0.5) / float64(n)
		y := float64(s.horizon * rng.Range(0.14, 0.62))
		size := float64(s.u * num.Mix(22, 10, y/s.horizon) * rng.Range(0.7, 1.15))
		s.cloud(rng, s.w*(t+rng.Range(-0.14, 0.14)), y, size, c, num.Mix(0.95, 0.7, y/s.horizon), 0.85)
	}
}

// cloud draws overlapping discs on a flat base, lit from above; foot is the fraction of the opacity that remains at the
// base.
func (s *stage) cloud(rng *num.Rand, x, y, size float64, c tint.Color, alpha, foot float64) {
	p := &canvas.Path{}
	n := 5 + rng.Int(3)
	for k := range n {
		t := float64((float64(k)+0.5)/float64(n)*2) - 1
		r := float64(size * (0.14 + float64(0.20*(1-float64(t*t)))) * rng.Range(0.85, 1.2))
		p.Add(canvas.Circle(x+float64(t*size*0.78), y-float64(r*0.85), r))
	}
	p.Add(canvas.RoundRect(x-float64(size*0.95), y-float64(size*0.15), size*1.9, size*0.15, size*0.075))
	under := c.Mix(s.look.skyMid, 0.5)
	clip := canvas.Rect(x-float64(size*2), y-float64(size*2), size*4, size*2)
	s.add(canvas.Shape{Clip: clip, Children: []canvas.Shape{{Path: p, Brush: canvas.Linear(0, y-float64(size*0.6), 0, y,
		canvas.Stop{At: 0, Color: c, Alpha: alpha}, canvas.Stop{At: 0.55, Color: c, Alpha: alpha}, canvas.Stop{At: 1, Color: under, Alpha: alpha * foot})}}})
}

func (s *stage) rainbow() {
	cx, cy, r := float64(s.w*0.42), float64(s.horizon*1.05), min(s.w*0.46, s.horizon*0.92)
	bands := []uint32{0xF2545B, 0xF9A03F, 0xF7DC5A, 0x63C982, 0x4AA8E0, 0x8B6FD1}
	for k, rgb := range bands {
		c := tint.Hex(rgb)
		if len(s.Colors) > 0 {
			c = tint.NewRamp(s.Colors).At(0.45 + float64(0.08*float64(k)))
		}
		rr := r - float64(float64(k)*s.u*1.9)
		s.add(canvas.Shape{Path: canvas.Circle(cx, cy, rr), Width: float64(s.u * 1.95), Brush: canvas.Linear(0, cy-r, 0, cy,
			canvas.Stop{At: 0, Color: c, Alpha: 0.75}, canvas.Stop{At: 0.6, Color: c, Alpha: 0.55}, canvas.Stop{At: 1, Color: c, Alpha: 0.1})})
	}
}

// bolt draws a lightning flash between two heights.
func (s *stage) bolt(rng *num.Rand, x, y0, y1 float64) {
	var left, right []canvas.Point
	const n = 8
	for k := range n + 1 {
		t := float64(float64(k) / n)
		x += float64(rng.Range(-5, 5) * s.u)
		w := float64(s.u * 0.75 * (1 - t))
		y := num.Mix(y0, y1, t) + float64(rng.Range(-1, 1)*s.u)
		left, right = append(left, canvas.P(x-w, y)), append(right, canvas.P(x+w, y))
	}
	for k := range right {
		left = append(left, right[len(right)-1-k])
	}
	c := s.look.second.Mix(s.look.light, 0.6)
	s.light(x, (y0+y1)/2, (y1-y0)*0.6, c, 0.5)
	s.line(canvas.Polygon(left...), c, s.u*0.9, 0.25)
	s.fill(canvas.Polygon(left...), c)
}

// aurora draws curtains of light in the night sky.
func (s *stage) aurora() {
	rng := s.Rng.Fork("aurora")
	colors := []tint.Color{tint.Hex(0x3DF5A6), tint.Hex(0x35D6D0), tint.Hex(0x8A6BFF)}
	if len(s.Colors) > 0 {
		colors = []tint.Color{s.look.accent, s.look.second, s.look.third}
	}
	var kids []canvas.Shape
	for layer := range 3 {
		p1, p2, seed := rng.Float(), rng.Float(), uint32(rng.Uint64())
		c, d := colors[layer%3], colors[(layer+1)%3]
		const n = 90
		step := s.w * 1.1 / n
		for k := range n {
			x := float64(-0.05*s.w) + float64(float64(k)*step)
			t := x / s.w
			y := float64(s.horizon * (0.74 - float64(0.15*float64(layer)) + float64(0.12*num.Sin(float64(t*1.1)+p1)) + float64(0.05*num.Sin(float64(t*2.9)+p2))))
			f := 0.5 + float64(0.5*num.Fractal(t*10, float64(layer)*5, 3, seed))
			top := y - float64(s.horizon*(0.28+float64(0.38*f)))
			lean := float64(s.u * 4 * num.Sin(t+p2))
			kids = append(kids, canvas.Shape{Path: canvas.Polygon(canvas.P(x, y), canvas.P(x+float64(step*1.5), y), canvas.P(x+float64(step*1.5)+lean, top), canvas.P(x+lean, top)),
				Brush: canvas.Linear(0, y, 0, top, canvas.Stop{At: 0, Color: c, Alpha: 0}, canvas.Stop{At: 0.08, Color: c, Alpha: 0.42 * f},
					canvas.Stop{At: 0.45, Color: c.Mix(d, 0.6), Alpha: 0.22 * f}, canvas.Stop{At: 1, Color: d, Alpha: 0})})
		}
	}
	if s.Digital {
		s.add(canvas.Shape{Children: kids, Blur: s.u * 0.9, Mode: canvas.Screen})
		return
	}
	s.add(kids...)
}

// milkyWay draws a slanted band of light with stars in it.
func (s *stage) milkyWay() {
	rng := s.Rng.Fork("milky")
	cx, cy := float64(s.w*0.4), float64(s.horizon*0.45)
	for k := range 5 {
		c := []tint.Color{s.look.accent, s.look.third, s.look.glow, s.look.accent, s.look.light}[k]
		x, y := cx+float64(rng.Range(-8, 8)*s.u), cy+float64(rng.Range(-8, 8)*s.u)
		shape := canvas.Shape{Path: canvas.Rect(0, 0, s.w, s.horizon*1.05), Brush: canvas.Radial(x, y, s.w*0.6, s.u*rng.Range(6, 16), canvas.Fade(c, 0.38)...).Turned(-0.09)}
		if s.Digital {
			shape.Mode = canvas.Screen
		}
		s.add(shape)
	}
	for range 220 {
		d := rng.Range(-1, 1)
		off := float64((rng.Float() + rng.Float() - 1) * s.u * 11)
		sn, cs := num.SinCos(-0.09)
		x, y := cx+float64(d*s.w*0.6*cs)-float64(off*sn), cy+float64(d*s.w*0.6*sn)+float64(off*cs)
		if y < s.horizon {
			s.soft(canvas.Circle(x, y, max(0.4, s.u*rng.Range(0.05, 0.14))), s.look.light, rng.Range(0.3, 0.9))
		}
	}
}

// comet draws a head with a tail to the upper left.
func (s *stage) comet(x, y, long float64) {
	sn, cs := num.SinCos(0.08)
	tx, ty := x-float64(long*cs), y-float64(long*sn)
	w := float64(s.u * 0.45)
	s.paint(canvas.Polygon(canvas.P(x+float64(w*sn), y-float64(w*cs)), canvas.P(x-float64(w*sn), y+float64(w*cs)), canvas.P(tx, ty)),
		canvas.Linear(x, y, tx, ty, canvas.Stop{At: 0, Color: s.look.light, Alpha: 0.95}, canvas.Stop{At: 1, Color: s.look.light, Alpha: 0}))
	s.fill(canvas.Circle(x, y, w), s.look.light)
	s.light(x, y, w*7, s.look.glow, 0.6)
}

// weather draws precipitation and wind in front of everything.
func (s *stage) weather() {
	rng := s.Rng.Fork("weather")
	if s.draws("fog") {
		for k := range 5 {
			y := num.Mix(s.horizon-float64(s.u*12), s.h*0.95, float64(k)/4)
			s.mist(y, s.u*rng.Range(7, 13), 0.5)
		}
	}
	if s.draws("rain") {
		for range int(150 * num.Clamp(s.w*s.h/(s.u*s.u*15000), 0.6, 2)) {
			x, y := float64(rng.Range(-0.05, 1.1)*s.w), float64(rng.Range(-0.05, 1)*s.h)
			k := float64(rng.Range(2.5, 6) * s.u)
			s.line((&canvas.Path{}).Move(x, y).Line(x-float64(k*0.28), y+k), s.look.light, float64(s.u*0.16), rng.Range(0.18, 0.5))
		}
	}
	if s.draws("snow") || s.Read.Season == "winter" && !s.style("minimal") {
		for range int(130 * num.Clamp(s.w*s.h/(s.u*s.u*15000), 0.6, 2)) {
			x, y := float64(rng.Float()*s.w), float64(rng.Float()*s.h)
			s.soft(canvas.Circle(x, y, s.u*num.Mix(0.18, 0.8, rng.Float()*rng.Float())), tint.Hex(0xFFFFFF).Mix(s.look.light, 0.5), rng.Range(0.5, 0.95))
		}
	}
	if s.draws("wind") {
		for range 7 {
			x, y, k := float64(rng.Range(0, 0.7)*s.w), float64(rng.Range(0.15, 0.75)*s.h), float64(s.u*rng.Range(12, 26))
			r := float64(s.u * rng.Range(1.4, 2.6))
			p := (&canvas.Path{}).Move(x, y).Cubic(x+float64(k*0.4), y-float64(s.u*1.5), x+float64(k*0.7), y+float64(s.u*1.5), x+k, y).
				Cubic(x+k+float64(r*1.6), y-float64(r*0.6), x+k+float64(r*1.2), y-float64(r*2.4), x+k, y-float64(r*2)).Cubic(x+k-float64(r*0.9), y-float64(r*1.7), x+k-float64(r*0.4), y-float64(r*0.7), x+k+float64(r*0.2), y-float64(r*0.9))
			s.line(p, s.look.light, s.u*0.4, 0.6)
		}
	}
}
