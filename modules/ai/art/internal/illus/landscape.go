package illus

import (
	"math"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// landscape draws from back to front: sky, distant land, water, near land with the things on it, the foreground, the
// weather.
func (s *stage) landscape() {
	rng := s.Rng.Fork("landscape")
	sea := s.any("sea", "beach", "island", "whale", "cliff") || s.any("boat", "lighthouse") && !s.any("lake", "river")
	lake := s.any("lake") && !sea
	wet := sea || lake
	skyOnly := s.any("balloon", "airplane", "cloud", "bird", "rainbow") && !s.anyLand()
	s.horizon = float64(s.h * rng.Range(0.56, 0.62))
	switch {
	case skyOnly:
		s.horizon = float64(s.h * 0.84)
	case sea && s.any("beach"):
		s.horizon = float64(s.h * 0.52)
	case s.Read.Has("city") && !wet && !s.any("road", "river", "bridge", "hill", "field"):
		s.horizon = float64(s.h * 0.8)
	case s.any("field", "road", "flower", "river"):
		s.horizon = float64(s.h * 0.54)
	}
	s.sky()
	mirror := len(s.scene.Shapes)
	base := s.horizon
	// Distant land.
	if s.draws("mountain") || s.Read.Season == "winter" && !s.anyLand() {
		s.mountains(base + s.u)
	}
	if s.draws("volcano") {
		s.volcano(base + s.u)
	}
	if s.draws("canyon") {
		s.canyon(base + s.u)
	}
	if s.draws("city") {
		s.city(base + s.u)
	}
	plain := !s.any("mountain", "volcano", "canyon", "city", "waterfall")
	if plain && !sea && !s.any("dune", "pyramid") {
		s.farHills(base)
	}
	if s.draws("pyramid") {
		n := s.count("pyramid", 3)
		for k := range n {
			i := n - 1 - k
			s.pyramid(s.w*(0.42+float64(0.24*float64(i)*float64(1-2*(i&1)))), base+float64(s.u*(3-float64(i))), s.u*(58-float64(17*float64(i))), 0.1+float64(0.16*float64(i)))
		}
	}
	if s.draws("waterfall") {
		s.waterfall(base + float64(s.u*4))
	}
	if lake && s.any("forest", "pine", "tree") {
		s.belt(func(float64) float64 { return base + float64(s.u*0.4) }, s.u*9, s.distant(s.look.leafDark, 0.3), !s.Read.Has("tree") || s.Read.Has("pine"))
	}
	if s.draws("turbine") && sea {
		s.turbines(func(float64) float64 { return base + s.u }, s.u*24)
	}
	if wet {
		s.draws("sea")
		s.draws("lake")
		if sea && plain {
			mirror = -1
		}
		s.water(base, mirror)
		s.onWater(rng, sea)
	}
	if s.draws("bridge") {
		if !wet {
			s.water(base, mirror)
			wet = true
		}
		s.bridge(base - float64(s.u*3))
	}
	if s.draws("cliff") && !s.Read.Has("lighthouse") {
		x, top := s.cliffAt(rng.Sign(), base-float64(s.u*14))
		s.standOn(rng, func(float64) float64 { return top }, x, s.u*15)
	}
	if s.draws("lighthouse") {
		s.draws("cliff")
		side := 1.0
		if s.sunX > s.w/2 {
			side = -1
		}
		x, y := s.cliffAt(side, base-float64(s.u*5))
		s.lighthouse(x, y, s.u*46)
	}
	s.inAir(rng)
	switch {
	case s.Read.Has("dune") || s.Read.Has("pyramid"):
		s.draws("dune")
		s.dunes()
		near := s.rolling(s.h*0.9, s.u, s.w*0.5)
		s.standOn(rng, near, s.w*0.5, s.u*22)
		s.foreground(rng, near)
	case sea && s.draws("beach"):
		s.beach()
		s.shore(rng)
	case sea || skyOnly:
		near := func(float64) float64 { return float64(s.h * 1.02) }
		if s.any("house", "village", "tent", "campfire", "tree", "palm", "flower", "castle", "windmill", "pine", "grass", "car") {
			ground := s.rolling(s.h*0.86, s.u*4, s.w*0.6)
			s.paint(s.land(ground, s.u*4), down(s.h*0.8, s.h, s.look.ground, s.look.low))
			s.standOn(rng, ground, s.w*0.7, s.u*20)
			s.foreground(rng, ground)
		} else {
			s.foreground(rng, near)
		}
	case wet:
		ground := s.rolling(s.h*0.9, s.u*4, s.w*0.55)
		s.paint(s.land(ground, s.u*4), down(s.h*0.84, s.h, s.look.ground, s.look.low))
		s.standOn(rng, ground, s.w*0.66, s.u*22)
		s.foreground(rng, ground)
	default:
		s.nearLand(rng)
	}
	s.weather()
	s.finish()
}

// anyLand reports whether the prompt names something that stands on land.
func (s *stage) anyLand() bool {
	for _, t := range s.Read.Things {
		switch t.Name {
		case "balloon", "airplane", "cloud", "bird", "rainbow", "sun", "moon", "star", "wind", "rain", "snow", "lightning", "aurora", "fog", "ufo", "comet", "planet", "galaxy", "nebula", "butterfly":
		default:
			if !slices.Contains(abstractThings, t.Name) {
				return true
			}
		}
	}
	return false
}

// farHills draws distant hills if nothing else is there.
func (s *stage) farHills(base float64) {
	if s.style("minimal") {
		return
	}
	for k := range 3 {
		t := float64(float64(k) / 2)
		r := s.rolling(base-float64(s.u*(9-float64(4*float64(k)))), s.u*(5-float64(k)), s.w*(0.42-float64(0.06*float64(k))))
		c := s.look.far.Mix(s.look.near, 0.35*t)
		s.paint(s.land(r, s.u*4), down(base-float64(s.u*16), base+float64(s.u*4), s.distant(c, 0.34-float64(0.12*t)), s.distant(c, 0.6-float64(0.2*t))))
	}
}

// nearLand draws the ground of a scene without water: hills towards the viewer, or a field.
func (s *stage) nearLand(rng *num.Rand) {
	l := &s.look
	s.draws("hill")
	field := s.draws("field")
	forest := s.draws("forest")
	tongue := s.any("road", "river")
	layers := 4
	if field || tongue {
		layers = 2
	}
	var ridges []ridge
	stand := 1
	for k := range layers {
		t := float64(k) / float64(layers)
		y := num.Mix(s.horizon+float64(s.u*1), s.h*0.9, t)
		if field || tongue {
			y = s.horizon + float64(s.u*(1+float64(float64(k)*4)))
		}
		amp := float64(s.u * num.Mix(3, 5.5, t))
		r := s.rolling(y, amp, s.w*num.Mix(0.34, 0.62, t))
		ridges = append(ridges, r)
		c := l.ground.Mix(l.low, t*0.85)
		if forest {
			s.belt(r, s.u*num.Mix(8, 17, t), s.distant(l.leafDark.Mix(l.leaf, 0.3*(1-t)), 0.5*(1-t)), !s.Read.Has("tree") && (s.Read.Has("pine") || s.Read.Season == "winter" || s.Read.Season != "autumn" && rng.Chance(0.8)))
		}
		s.paint(s.land(r, float64(s.u*4)), down(y-amp, y+float64(s.u*22), s.distant(c.Light(0.04), float64(0.42*(1-t))), s.distant(c.Light(-0.04), float64(0.25*(1-t)))))
		if k == 0 && s.draws("turbine") {
			s.turbines(r, s.u*26)
		}
		if k == stand-1 && layers > 2 {
			s.scatter(rng, r, s.u*7, 0.4)
		}
		if s.Digital && k < layers-1 && !s.style("minimal") {
			s.mist(y+float64(s.u*6), s.u*5, 0.16)
		}
		if k == stand {
			if field && s.furrowed() {
				crop := l.second.Mix(l.ground, 0.35)
				for _, t := range s.Read.Things {
					if t.Name == "field" && (t.Word == "lavender" || t.Word == "lavender field") && len(s.Colors) == 0 {
						crop = tint.Hex(0x8E6BC4).Mix(l.low, 0.15)
					}
				}
				s.rows(y+float64(s.u*2), crop)
			}
			if s.draws("river") {
				s.river(y + float64(s.u*3))
			}
			if s.draws("road") {
				s.road(y + float64(s.u*3))
			}
			s.standOn(rng, func(x float64) float64 { return r(x) + float64(s.u*2) }, s.w*0.68, s.u*24)
		}
	}
	last := ridges[len(ridges)-1]
	if field || tongue {
		last = s.rolling(s.h*0.95, s.u*2, s.w*0.5)
	}
	s.foreground(rng, last)
}

// furrowed reports whether the field is tilled rather than a meadow.
func (s *stage) furrowed() bool {
	for _, t := range s.Read.Things {
		if t.Name == "field" {
			return !slices.Contains([]string{"meadow", "prairie", "grassland", "steppe", "savanna", "savannah", "pasture", "plain", "meadows", "plains", "rural"}, t.Word)
		}
	}
	return true
}

// standOn draws houses, mills, castles, tents and cars on a ridge around x.
func (s *stage) standOn(rng *num.Rand, r ridge, x, size float64) {
	flip := s.sunX > s.w/2
	if flip {
		x = s.w - x
	}
	x = num.Clamp(x, s.w*0.16, s.w*0.84)
	other := s.w - x
	if s.draws("castle") {
		s.castle(x, r(x)+s.u, size*1.9)
		x, other = other, x
	}
	if s.draws("windmill") {
		for k := range s.count("windmill", 1) {
			xx := x + float64(float64(k)*s.u*24*float64(1-2*(k&1)))
			s.windmill(xx, r(xx)+float64(s.u*1.5), size*(1.35-float64(0.2*float64(k))))
		}
		x, other = other, x
	}
	if s.draws("village") {
		for k := range 7 {
			xx := x + float64((float64(k)-3)*size*0.62)
			s.house(rng, xx, r(xx)+float64(s.u*(0.5+float64(1.6*float64(k&1)))), size*rng.Range(0.5, 0.72))
		}
		s.drawn["house"] = true
	} else if s.draws("house") {
		n := s.count("house", 1)
		for k := range n {
			xx := x + float64((float64(k)-float64(float64(n-1)/2))*size*1.15)
			s.house(rng, xx, r(xx)+float64(s.u*1), size*num.Mix(1, 0.7, num.Clamp(float64(n-1)/5, 0, 1)))
		}
		x = other
	}
	if s.draws("tent") {
		for k := range s.count("tent", 1) {
			xx := x + float64(float64(k)*size*1.15)
			s.tent(xx, r(xx)+float64(s.u*2), size*0.95)
		}
	}
	if s.draws("campfire") {
		xx := num.Mix(x, s.w/2, 0.7)
		s.campfire(xx, r(xx)+float64(s.u*6), s.u*6)
	}
	if s.draws("car") {
		s.car(s.w*0.5, min(r(s.w*0.5)+float64(s.u*14), s.h*0.93), size*0.9)
	}
}

// turbines draws a row of wind turbines.
func (s *stage) turbines(r ridge, k float64) {
	n := s.count("turbine", 4)
	for i := range n {
		t := (float64(i) + 0.6) / float64(n)
		x := float64(s.w * (0.08 + float64(0.84*t)))
		d := num.Mix(1, 0.6, float64(i&1))
		s.turbine(x, r(x)+s.u, k*d*1.2, 0.25*(1-d))
	}
}

// scatter draws small trees on a distant ridge.
func (s *stage) scatter(rng *num.Rand, r ridge, size, haze float64) {
	if s.any("dune", "cactus") || s.style("minimal") {
		return
	}
	for range 11 {
		x := float64(rng.Float() * s.w)
		if s.any("pine") || s.Read.Season == "winter" {
			s.pine(rng, x, r(x)+float64(s.u*1.2), size*rng.Range(0.8, 1.4), haze)
		} else {
			s.crown(rng, x, r(x)+float64(s.u*1), size*rng.Range(0.7, 1.2), haze, s.look.leaf, s.look.leafDark)
		}
	}
}

// onWater draws boats, islands and whales on the water.
func (s *stage) onWater(rng *num.Rand, sea bool) {
	depth := s.h - s.horizon
	if s.draws("island") {
		n := s.count("island", 1)
		for k := range n {
			x := float64(s.w * (0.36 + float64(0.3*float64(k)*float64(1-2*(k&1)))))
			s.island(x, s.horizon+float64(depth*(0.14+float64(0.05*float64(k&1)))), s.u*(24-float64(4*float64(min(k, 3)))))
		}
	}
	if s.draws("whale") {
		s.whale(s.w*0.44, s.horizon+float64(depth*0.42), s.u*52)
	}
	if s.draws("boat") {
		n := s.count("boat", 1)
		for k := range n {
			t := num.Mix(0.4, 0.1, float64(k)/float64(max(n, 2)))
			x := s.w - s.sunX + float64(rng.Range(-6, 6)*s.u)
			if k > 0 {
				x = float64(s.w * rng.Range(0.1, 0.9))
			}
			if s.any("lighthouse", "whale") && k == 0 {
				x = s.sunX
			}
			s.boat(rng, x, s.horizon+float64(depth*t), s.u*num.Mix(13, 30, t*2.2))
		}
	}
}

// inAir draws balloons, aeroplanes, birds and rockets in the sky.
func (s *stage) inAir(rng *num.Rand) {
	if s.draws("balloon") {
		n := s.count("balloon", 4)
		size := 12.5
		if n == 1 {
			size = 17
		}
		for i := range n {
			k := n - 1 - i
			x := float64(s.w * (0.1 + 0.8*(float64(k)+0.5)/float64(n) + rng.Range(-0.04, 0.04)))
			y := float64(s.horizon * (0.42 + float64(0.2*float64(k&1)) + rng.Range(-0.1, 0.1)))
			if k == 0 {
				x, y = s.w-s.sunX, float64(s.horizon*0.38)
			}
			s.balloon(rng, x, y, s.u*size*num.Mix(1, 0.32, float64(k)/float64(max(n-1, 1))))
		}
	}
	if s.draws("airplane") {
		for k := range s.count("airplane", 1) {
			s.airplane(s.w*(0.6-float64(0.2*float64(k))), s.horizon*(0.3+float64(0.13*float64(k))), s.u*(26-float64(4*float64(min(k, 4)))))
		}
	}
	if s.draws("rocket") {
		s.rocket(s.w*0.5, s.horizon*0.42, s.u*32, 0.05)
	}
	if s.draws("ufo") {
		s.ufo(s.w-s.sunX, s.horizon*0.4, s.u*13)
	}
	if s.draws("bird") {
		s.birds()
	}
	if s.draws("astronaut") {
		s.astronaut(s.w-s.sunX, s.h*0.7, s.u*24)
	}
	if s.draws("satellite") {
		s.satellite(s.w-s.sunX, s.horizon*0.25, s.u*14)
	}
}

// shore draws palms and other requested things on the beach.
func (s *stage) shore(rng *num.Rand) {
	left := rng.Chance(0.5)
	at := func(t float64) float64 {
		if left {
			return float64(s.w * t)
		}
		return float64(s.w * (1 - t))
	}
	ground := func(float64) float64 { return float64(s.h * 0.95) }
	s.draws("palm")
	n := s.count("palm", 2)
	for k := range n {
		s.palm(at(0.08+float64(0.13*float64(k))), s.h*(0.99-float64(0.03*float64(k&1))), s.u*(62-float64(9*float64(min(k, 4)))), 0)
	}
	s.standOn(rng, ground, s.w*0.7, s.u*18)
	for range 12 {
		s.soft(canvas.Ellipse(rng.Float()*s.w, s.h*rng.Range(0.95, 0.995), s.u*rng.Range(0.3, 0.9), s.u*0.3), s.look.sand.Light(-0.14), 0.8)
	}
	s.plants(rng, ground)
}

// foreground draws plants near the viewer and grass along the bottom.
func (s *stage) foreground(rng *num.Rand, r ridge) {
	s.plants(rng, r)
	l := &s.look
	if s.draws("grass") || !s.style("minimal") && !s.any("dune", "city", "pyramid", "bridge", "canyon") && s.Read.Season != "winter" && r(s.w/2) < s.h {
		s.tufts(func(x float64) float64 { return s.h + float64(s.u*0.6) }, s.u*5.5, l.low.Light(-0.02), 1)
	}
}

// plants draws the trees and flowers that the prompt requests, larger towards the front.
func (s *stage) plants(rng *num.Rand, r ridge) {
	l := &s.look
	base := func(x float64) float64 { return min(r(x)+float64(s.u*3), s.h*0.97) }
	spots := []float64{0.1, 0.88, 0.24, 0.76, 0.02, 0.98, 0.35, 0.64}
	if s.sunX < s.w/2 {
		for k := range spots {
			spots[k] = 1 - spots[k]
		}
	}
	each := func(name string, otherwise int, draw func(x, y, f float64)) {
		if !s.draws(name) {
			return
		}
		n := min(s.count(name, otherwise), len(spots))
		for k := range n {
			i := n - 1 - k
			x := float64(s.w * (spots[i] + rng.Range(-0.025, 0.025)))
			if n == 1 {
				x = float64(s.w * num.Mix(spots[2], 0.5, 0.25))
			}
			draw(x, base(x)+float64(s.u*float64(i%3)), num.Mix(1, 0.62, float64(i)/8))
		}
	}
	if s.Read.Has("forest") && !s.any("tree", "pine", "palm", "blossom", "lake", "beach") {
		for i := range 5 {
			k := 4 - i
			x := float64(s.w * (spots[k] + rng.Range(-0.03, 0.03)))
			y, f := base(x)+float64(s.u*float64(k%3)), num.Mix(1, 0.62, float64(k)/8)
			if s.Read.Season == "autumn" || s.look.leaf.Lab().L > 0.75 {
				s.crown(rng, x, y, float64(s.u*42*f), 0, l.leaf, l.leafDark)
			} else {
				s.pine(rng, x, y, float64(s.u*44*f*rng.Range(0.85, 1.1)), 0)
			}
		}
	}
	each("tree", 4, func(x, y, f float64) { s.crown(rng, x, y, s.u*40*f, 0, l.leaf, l.leafDark) })
	each("blossom", 3, func(x, y, f float64) {
		pink, rose := tint.Hex(0xF9BFD2), tint.Hex(0xE58FB0)
		if len(s.Colors) > 0 {
			pink, rose = l.accent.Mix(l.light, 0.5), l.accent
		}
		if s.Style == Silhouette {
			pink, rose = l.leaf, l.leafDark
		}
		if l.night {
			pink, rose = pink.Mix(l.near, 0.3), rose.Mix(l.near, 0.3)
		}
		s.crown(rng, x, y, s.u*42*f, 0, pink, rose)
		for range 16 {
			s.soft(canvas.Ellipse(x+float64(rng.Range(-26, 26)*s.u*f), y-float64(rng.Range(-3, 34)*s.u*f), s.u*0.55, s.u*0.35), pink, 0.9)
		}
	})
	each("pine", 6, func(x, y, f float64) { s.pine(rng, x, y, s.u*40*f*rng.Range(0.85, 1.1), 0) })
	each("palm", 3, func(x, y, f float64) { s.palm(x, y, s.u*52*f, 0) })
	each("cactus", 4, func(x, y, f float64) { s.cactus(rng, x, y, s.u*27*f, 0) })
	each("mushroom", 5, func(x, y, f float64) { s.mushroom(x, y, s.u*17*f*rng.Range(0.8, 1.1)) })
	if s.draws("leaf") {
		s.fronds()
	}
	if s.draws("flower") {
		n := s.count("flower", 0)
		wide := 54
		if n > 0 {
			wide = n
		}
		palette := []tint.Color{l.accent, l.second, l.light, l.accent.Mix(l.light, 0.4)}
		if len(s.Colors) == 0 {
			palette = append(palette, tint.Hex(0xE86A9A), tint.Hex(0xB88BE0))
		}
		if l.night || s.time == "sunset" {
			for k := range palette {
				palette[k] = palette[k].Mix(l.low, 0.22)
			}
		}
		for k := range wide {
			t := (float64(k) + 0.5) / float64(wide)
			x := float64(s.w * (float64(float64(k)*0.618034) - math.Floor(float64(float64(k)*0.618034))))
			depth := t
			k := float64(s.u * num.Mix(4, 19, depth) * rng.Range(0.85, 1.15))
			if n > 0 {
				x, k = float64(s.w*(0.5+float64((t-0.5)*0.8))), float64(s.u*34*rng.Range(0.9, 1.1))
				depth = 1
			}
			s.flower(rng, x, num.Mix(num.Mix(s.horizon, s.h, 0.42), float64(s.h*1.03), depth), k, palette[rng.Int(len(palette))])
		}
	}
	if s.draws("butterfly") {
		for k := range s.count("butterfly", 4) {
			x := float64(s.w * (0.2 + float64(0.618*float64(k)) - float64(int(0.2+float64(0.618*float64(k))))))
			s.butterfly(rng, num.Clamp(x, s.w*0.08, s.w*0.92), s.h*rng.Range(0.3, 0.72), s.u*rng.Range(7, 12), []tint.Color{l.accent, l.second, l.third}[k%3])
		}
	}
}

// finish adds the global effects of a digital image: a light overlay and a vignette.
func (s *stage) finish() {
	if !s.Digital {
		return
	}
	l := &s.look
	all := canvas.Rect(0, 0, s.w, s.h)
	if !s.any("rain", "lightning", "fog") {
		r := max(s.w, s.h)
		s.add(canvas.Shape{Path: all, Brush: canvas.Radial(s.sunX, s.sunY, r*0.75, r*0.6, canvas.Fade(l.glow, 0.26)...), Mode: canvas.Screen})
	}
	s.paint(all, canvas.Radial(s.w/2, s.h*0.46, s.w*0.78, s.h*0.8,
		canvas.Stop{At: 0, Color: l.dark, Alpha: 0}, canvas.Stop{At: 0.62, Color: l.dark, Alpha: 0}, canvas.Stop{At: 1, Color: l.dark, Alpha: 0.3}))
}
