package illus

import (
	"context"
	"math"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/prompt"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Wish describes the scene.
type Wish struct {
	W, H   int
	Read   *prompt.Reading
	Colors []tint.Color // the only colours to use, nil for curated ones
	Style  string       // one of Styles; Soft adds blurs and light to flat shapes and gradients
	Rng    *num.Rand
}

// Drawn is a composed scene.
type Drawn struct {
	Scene   *canvas.Scene
	Kind    string   // landscape, space, underwater, abstract
	Crowded []string // words for things that did not fit
	Empty   bool     // the prompt names nothing that can be drawn
}

// stage is the drawing surface of a scene.
type stage struct {
	*Wish
	Digital bool    // the style is Soft
	w, h, u float64 // pixels; u is a hundredth of the shorter side
	look    look
	time    string
	scene   *canvas.Scene
	drawn   map[string]bool
	sunX    float64
	sunY    float64
	horizon float64
	haze    tint.Color
}

// Compose draws a scene; the error is the context's.
func Compose(ctx context.Context, wish Wish) (*Drawn, error) {
	s := &stage{Wish: &wish, Digital: wish.Style == Soft, w: float64(wish.W), h: float64(wish.H), scene: &canvas.Scene{W: wish.W, H: wish.H}, drawn: map[string]bool{}}
	s.u = min(s.w, s.h) / 100
	if wish.Read.Season == "" && wish.Read.Has("snow") {
		wish.Read.Season = "winter"
	}
	d := &Drawn{Scene: s.scene}
	s.time = s.chooseTime()
	s.look = chooseLook(&wish, s.time)
	s.haze = s.look.skyLow
	d.Kind = s.kind()
	switch d.Kind {
	case "space":
		s.space()
	case "underwater":
		s.underwater()
	case "abstract":
		d.Empty = !s.any(abstractThings...)
		s.abstract()
	default:
		s.landscape()
	}
	for _, t := range wish.Read.Things {
		if !s.drawn[t.Name] && !slices.Contains(d.Crowded, t.Word) && !s.sameWordDrawn(t.Word) {
			d.Crowded = append(d.Crowded, t.Word)
		}
	}
	return d, s.restyle(ctx, wish.Style, d.Kind)
}

// sameWordDrawn reports whether a word with several meanings was drawn in one of them.
func (s *stage) sameWordDrawn(word string) bool {
	return slices.ContainsFunc(s.Read.Things, func(t prompt.Thing) bool { return t.Word == word && s.drawn[t.Name] })
}

var (
	spaceThings    = []string{"planet", "galaxy", "nebula", "rocket", "satellite", "astronaut", "comet"}
	abstractThings = []string{"network", "flow", "chart", "growth", "circle", "hexagon", "square", "triangle", "spiral"}
	airThings      = []string{"star", "moon", "sun", "ufo", "rocket", "planet", "comet", "galaxy", "nebula"}
)

// kind returns the kind of scene that contains most of the requested things.
func (s *stage) kind() string {
	count := func(list []string) int {
		n := 0
		for _, name := range list {
			if s.Read.Has(name) {
				n++
			}
		}
		return n
	}
	space, abstract := count(spaceThings), count(abstractThings)
	land := len(s.Read.Things) - abstract - count(airThings) - count([]string{"satellite", "astronaut"})
	switch {
	case s.Read.Has("fish") && !s.any("boat", "lake", "river", "bird", "bridge"):
		return "underwater"
	case space > 0 && land <= 0:
		return "space"
	case abstract > 0 && land <= abstract-1 || abstract > 0 && land <= 0:
		return "abstract"
	case len(s.Read.Things) == 0 && s.Read.Time == "" && s.Read.Season == "":
		return "abstract"
	}
	return "landscape"
}

// chooseTime returns the time of day that the prompt names or suggests.
func (s *stage) chooseTime() string {
	has := s.Read.Has
	switch {
	case s.Read.Time != "":
		return s.Read.Time
	case has("aurora") || has("star") || has("moon") || has("comet") || has("campfire") || has("galaxy") || has("ufo") || slices.Contains(s.Read.Tones, "dark"):
		return "night"
	case s.Style == Silhouette: // against the light
		return []string{"sunset", "dawn", "dusk"}[s.Rng.Fork("time").Int(3)]
	case has("lightning"):
		return "dusk"
	case has("rain") || has("fog"):
		return "day"
	case has("rainbow") || has("sun") || slices.Contains(s.Read.Styles, "pastel"):
		return "day"
	case slices.Contains(s.Read.Moods, "luxury"):
		return "sunset"
	case slices.Contains(s.Read.Tones, "warm"):
		return "sunset"
	case slices.Contains(s.Read.Moods, "calm"):
		return []string{"dawn", "day"}[s.Rng.Fork("time").Int(2)]
	}
	if s.Read.Season != "" || has("forest") || has("flower") || has("blossom") || has("leaf") || has("fish") {
		return []string{"day", "day", "dawn"}[s.Rng.Fork("time").Int(3)]
	}
	return []string{"day", "day", "dawn", "sunset"}[s.Rng.Fork("time").Int(4)]
}

// any reports whether the prompt names one of the things.
func (s *stage) any(names ...string) bool { return slices.ContainsFunc(names, s.Read.Has) }

// draws reports whether a thing is requested, and marks it as drawn.
func (s *stage) draws(name string) bool {
	if s.Read.Has(name) {
		s.drawn[name] = true
		return true
	}
	return false
}

// count returns the number of things of a name to draw.
func (s *stage) count(name string, otherwise int) int {
	for _, t := range s.Read.Things {
		if t.Name == name && t.Count > 0 {
			return t.Count
		}
	}
	return otherwise
}

func (s *stage) style(name string) bool { return slices.Contains(s.Read.Styles, name) }

func (s *stage) add(shapes ...canvas.Shape) { s.scene.Add(shapes...) }

// fill draws a path in one colour.
func (s *stage) fill(p *canvas.Path, c tint.Color) {
	s.add(canvas.Shape{Path: p, Brush: canvas.Flat(c)})
}

// soft draws a path in one colour with opacity alpha.
func (s *stage) soft(p *canvas.Path, c tint.Color, alpha float64) {
	s.add(canvas.Shape{Path: p, Brush: canvas.Clear(c, alpha)})
}

// paint draws a path with a brush.
func (s *stage) paint(p *canvas.Path, b canvas.Brush) { s.add(canvas.Shape{Path: p, Brush: b}) }

// line strokes a path.
func (s *stage) line(p *canvas.Path, c tint.Color, width, alpha float64) {
	s.add(canvas.Shape{Path: p, Brush: canvas.Clear(c, alpha), Width: max(width, 0.6)})
}

// down returns a vertical gradient.
func down(y0, y1 float64, colors ...tint.Color) canvas.Brush {
	return canvas.Linear(0, y0, 0, y1, canvas.Blend(colors...)...)
}

// light adds a glow around a point: in screen mode for digital images, as a pale disc otherwise.
func (s *stage) light(x, y, r float64, c tint.Color, alpha float64) {
	shape := canvas.Shape{Path: canvas.Circle(x, y, r), Brush: canvas.Radial(x, y, r, r, canvas.Fade(c, alpha)...)}
	if s.Digital {
		shape.Mode = canvas.Screen
	}
	s.add(shape)
}

// ridge is the profile of a land form: a height for every x.
type ridge func(x float64) float64

// rolling returns a smooth ridge around y.
func (s *stage) rolling(y, amp, size float64) ridge {
	p1, p2, p3 := s.Rng.Float(), s.Rng.Float(), s.Rng.Range(0.8, 1.25)
	return func(x float64) float64 {
		t := float64(x / size * p3)
		return y + amp*(num.Sin(float64(t*0.6)+p1)+float64(0.4*num.Sin(float64(t*1.37)+p2)))/1.4
	}
}

// rough returns a rugged ridge around y.
func (s *stage) rough(y, amp, size float64, octaves int) ridge {
	seed := uint32(s.Rng.Uint64())
	return func(x float64) float64 {
		return y - float64(amp*num.Fractal(x/size, float64(seed%97), octaves, seed))
	}
}

// land returns the area under a ridge down to the bottom of the image.
func (s *stage) land(r ridge, step float64) *canvas.Path {
	p := &canvas.Path{}
	var pts []canvas.Point
	n := int(math.Ceil(s.w*1.04/step)) + 1
	for k := range n {
		x := float64(-0.02*s.w) + float64(float64(k)*step)
		pts = append(pts, canvas.P(x, r(x)))
	}
	p.Curve(pts...)
	return p.Line(pts[n-1].X, s.h*1.02).Line(pts[0].X, s.h*1.02).Close()
}

// distant returns a colour as seen through an amount t of haze, 0 to 1.
func (s *stage) distant(c tint.Color, t float64) tint.Color { return c.Mix(s.haze, t) }

// mist draws a band of haze at a height.
func (s *stage) mist(y, tall, alpha float64) {
	c := s.haze
	s.paint(canvas.Rect(0, y-tall, s.w, 2*tall), canvas.Linear(0, y-tall, 0, y+tall,
		canvas.Stop{At: 0, Color: c, Alpha: 0}, canvas.Stop{At: 0.5, Color: c, Alpha: alpha}, canvas.Stop{At: 1, Color: c, Alpha: 0}))
}
