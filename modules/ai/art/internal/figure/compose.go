package figure

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// The styles.
const (
	Flat       = "flat"
	Soft       = "soft"
	Line       = "line"
	Paper      = "paper"
	Halftone   = "halftone"
	Isometric  = "isometric"
	Silhouette = "silhouette"
)

// Styles returns the names of the styles, in a fixed order.
func Styles() []string {
	return []string{Flat, Soft, Line, Paper, Halftone, Isometric, Silhouette}
}

// Item is a figure and its count, 0 for one.
type Item struct {
	Name  string
	Count int
}

// Wish describes the scene.
type Wish struct {
	W, H   int
	Items  []Item
	Style  string
	Looks  []string     // mono, pastel
	Colors []tint.Color // the only colours to use, nil for curated ones
	Accent *tint.Color  // of the first figure
	Dark   bool
	Space  bool           // space for text is requested
	Behind []canvas.Shape // a landscape behind figures of the styles flat and soft, nil for a plain ground
	Rng    *num.Rand
}

// Drawn is a composed scene.
type Drawn struct {
	Scene   *canvas.Scene
	Crowded []string     // figures that did not fit
	Colors  []tint.Color // the colours chosen if none were given
}

// maxFigures is the maximum number of figures in an image.
const maxFigures = 5

// spot is a figure's position.
type spot struct {
	*figure
	x, y    float64 // position of the foot
	side    float64 // side of the drawing's square
	mirror  bool
	outline *canvas.Path // outline of the whole figure, computed on first use
}

// room is an area in pixels.
type room struct{ x, y, w, h float64 }

// stage is the image being composed.
type stage struct {
	*Wish
	ink   inks
	scene *canvas.Scene
	w, h  float64
	u     float64 // a hundredth of the shorter side
	place room    // area of the figures
	spots []spot
}

// Compose draws a scene.
func Compose(wish Wish) *Drawn {
	s := &stage{Wish: &wish, scene: &canvas.Scene{W: wish.W, H: wish.H}, w: float64(wish.W), h: float64(wish.H)}
	s.u = min(s.w, s.h) / 100
	s.ink = chooseInks(&wish)
	d := &Drawn{Scene: s.scene, Colors: []tint.Color{s.ink.ground, s.ink.one, s.ink.two, s.ink.three, s.ink.dark}}
	s.place = s.reserve()
	d.Crowded = s.arrange()
	switch wish.Style {
	case Soft:
		s.soft()
	case Line:
		s.lines()
	case Paper:
		s.paper()
	case Halftone:
		s.halftone()
	case Isometric:
		s.isometric()
	case Silhouette:
		s.silhouette()
	default:
		s.flat()
	}
	return d
}

// reserve returns the area of the figures: beside or below the text space of a wide or a tall image.
func (s *stage) reserve() room {
	m := float64(7 * s.u)
	if s.Behind != nil {
		side := min(s.h*0.62, s.w*0.5)
		w := min(float64(side*(1+float64(0.6*float64(min(s.figures(), maxFigures)-1)))), s.w-float64(2*m))
		return room{s.w - w - float64(0.09*s.w), float64(s.h*0.93) - float64(side*0.86), w, side}
	}
	switch aspect := s.w / s.h; {
	case aspect >= 1.3:
		w := min(s.w*0.5, s.h*1.05)
		if s.figures() > 1 {
			w = s.w * 0.58
		}
		return room{s.w - w - m, m, w, s.h - float64(2*m)}
	case aspect <= 0.8 || s.Space:
		h := min(s.h*0.6, s.w*1.05)
		return room{m, s.h - h - m, s.w - float64(2*m), h}
	}
	return room{m, m, s.w - float64(2*m), s.h - float64(2*m)}
}

// figures returns the number of requested figures.
func (s *stage) figures() (n int) {
	for _, item := range s.Items {
		n += max(item.Count, 1)
	}
	return n
}

// arrange places the figures and returns the names of those that did not fit.
func (s *stage) arrange() (crowded []string) {
	var names []string
	for _, item := range s.Items {
		n := max(item.Count, 1)
		if room := maxFigures - len(names); n > room {
			if room == 0 {
				crowded = append(crowded, item.Name)
			}
			n = room
		}
		for range n {
			names = append(names, item.Name)
		}
	}
	n := float64(len(names))
	// The squares of figures overlap slightly, since their corners are empty.
	apart := 0.76
	if n > 2 {
		apart = 0.64
	}
	side := min(s.place.h*1.06, s.place.w*1.06/(1+float64((n-1)*apart)))
	step := float64(side * apart)
	x := s.place.x + float64(s.place.w/2) - float64(step*(n-1)/2)
	y := s.place.y + float64(s.place.h/2) + float64(side*0.36)
	if s.Behind != nil {
		y = s.h * 0.93
	}
	for k, name := range names {
		scale := 1.0
		if k%2 == 1 && n > 2 {
			scale = 0.86
		}
		s.spots = append(s.spots, spot{figure: figures()[name], x: x + float64(float64(k)*step), y: y, side: side * scale, mirror: k%2 == 1 && names[k-1] == name})
	}
	return crowded
}

// matrix returns the transform from a drawing's square to the image.
func (p *spot) matrix() canvas.Matrix {
	k := p.side / size
	m := canvas.Matrix{A: k, D: k, E: p.x - float64(k*size/2), F: p.y - float64(k*foot)}
	if p.mirror {
		m.A, m.E = -k, p.x+float64(k*size/2)
	}
	return m
}

// whole returns the outlines of all parts as polygons of one orientation, so that overlaps do not become holes.
func (p *spot) whole() *canvas.Path {
	if p.outline == nil {
		p.outline = &canvas.Path{}
		m := p.matrix()
		for _, q := range p.parts {
			for _, line := range q.path.Apply(m).Polylines() {
				p.outline.Add(canvas.Polygon(clockwise(line)...))
			}
		}
	}
	return p.outline
}

// clockwise returns a polygon's points in the order that makes its area positive.
func clockwise(line []canvas.Point) []canvas.Point {
	if area(line) >= 0 {
		return line
	}
	out := make([]canvas.Point, len(line))
	for k, q := range line {
		out[len(line)-1-k] = q
	}
	return out
}

// area returns twice the signed area of a polygon.
func area(line []canvas.Point) float64 {
	sum := 0.0
	for k, a := range line {
		b := line[(k+1)%len(line)]
		sum += float64(a.X*b.Y) - float64(b.X*a.Y)
	}
	return sum
}

func (s *stage) add(shapes ...canvas.Shape) { s.scene.Add(shapes...) }

func (s *stage) fill(p *canvas.Path, c tint.Color) {
	s.add(canvas.Shape{Path: p, Brush: canvas.Flat(c)})
}

func (s *stage) wash(p *canvas.Path, c tint.Color, alpha float64) {
	s.add(canvas.Shape{Path: p, Brush: canvas.Clear(c, alpha)})
}

// backdrop fills the background.
func (s *stage) backdrop(b canvas.Brush) {
	s.add(canvas.Shape{Path: canvas.Rect(-1, -1, s.w+2, s.h+2), Brush: b})
}

// blob returns a smooth closed shape around the figures, k times their size.
func (s *stage) blob(label string, k, wobble float64) *canvas.Path {
	rng := s.Rng.Fork(label)
	cx, cy, rx, ry := s.extent()
	return s.roundish(rng, cx, cy, rx*k, ry*k, wobble)
}

// extent returns the centre and the radii of the figures' extent.
func (s *stage) extent() (cx, cy, rx, ry float64) {
	first, last := s.spots[0], s.spots[len(s.spots)-1]
	cx = float64((first.x + last.x) / 2)
	ry = float64(first.side * 0.46)
	rx = float64((last.x-first.x)/2) + ry
	return cx, first.y - float64(first.side*0.36), rx, ry
}

// roundish returns an irregular ellipse.
func (s *stage) roundish(rng *num.Rand, cx, cy, rx, ry, wobble float64) *canvas.Path {
	const n = 9
	var pts []canvas.Point
	turn := rng.Float()
	for k := range n {
		sin, cos := num.SinCos(turn + float64(k)/n)
		r := 1 + rng.Range(-wobble, wobble)
		pts = append(pts, canvas.P(cx+float64(rx*r*cos), cy+float64(ry*r*sin)))
	}
	return canvas.Loop(pts...)
}

// dots returns a grid of dots; radius returns a dot's radius at a point, as a fraction of half the pitch.
func dots(in room, pitch float64, radius func(x, y float64) float64) *canvas.Path {
	p := &canvas.Path{}
	rows := int(math.Ceil(in.h / pitch * 2))
	cols := int(math.Ceil(in.w / pitch))
	for row := range rows + 1 {
		for col := range cols + 1 {
			x := in.x + float64(float64(col)*pitch)
			if row%2 == 1 {
				x += float64(pitch / 2)
			}
			y := in.y + float64(float64(row)*pitch/2)
			if r := radius(x, y); r > 0.12 {
				p.Add(canvas.Circle(x, y, float64(pitch*0.5*min(r, 1.2))))
			}
		}
	}
	return p
}

// confetti scatters n small shapes around the figures.
func (s *stage) confetti(n int) {
	rng := s.Rng.Fork("confetti")
	cx, cy, rx, ry := s.extent()
	turn := rng.Float()
	colors := []tint.Color{s.ink.one, s.ink.two, s.ink.three}
	for k := range n {
		sin, cos := num.SinCos(turn + float64(k)/float64(n) + rng.Range(-0.02, 0.02))
		if sin > 0.55 { // below the figures is their shadow
			continue
		}
		d := rng.Range(1.06, 1.12)
		x, y, r := cx+float64(rx*d*cos), cy+float64(ry*d*sin), float64(float64(rng.Range(0.8, 1.7))*s.u)
		c := colors[k%3]
		switch k % 4 {
		case 0:
			s.fill(canvas.Circle(x, y, r), c)
		case 1:
			s.add(canvas.Shape{Path: canvas.Circle(x, y, r*1.2), Brush: canvas.Flat(c), Width: r * 0.5})
		case 2:
			s.add(canvas.Shape{Path: (&canvas.Path{}).Move(x-r, y).Line(x+r, y).Move(x, y-r).Line(x, y+r), Brush: canvas.Flat(c), Width: r * 0.55})
		default:
			s.fill(canvas.Polygon(canvas.P(x, y-float64(r*1.3)), canvas.P(x+float64(r*1.2), y+r), canvas.P(x-float64(r*1.2), y+r)), c)
		}
	}
}
