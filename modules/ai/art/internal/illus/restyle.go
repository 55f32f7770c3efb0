package illus

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// The styles of scenes, named as the styles of figures.
const (
	Flat       = "flat"
	Soft       = "soft"
	Line       = "line"
	Paper      = "paper"
	Halftone   = "halftone"
	Silhouette = "silhouette"
)

// Styles returns the styles of scenes, in a fixed order.
func Styles() []string { return []string{Flat, Soft, Line, Paper, Halftone, Silhouette} }

// restyle redraws a composed scene in a style.
func (s *stage) restyle(ctx context.Context, style, kind string) error {
	shapes := s.scene.Shapes
	r := restyler{stage: s, out: &canvas.Scene{W: s.scene.W, H: s.scene.H}}
	switch style {
	case Line:
		r.lines(shapes)
	case Paper:
		r.papers(shapes)
	case Halftone:
		if err := r.halftone(ctx, shapes); err != nil {
			return err
		}
	case Silhouette:
		if kind == "landscape" {
			return nil
		}
		r.shadows(shapes)
	default:
		return nil
	}
	s.scene.Shapes = r.out.Shapes
	return nil
}

// restyler redraws the shapes of a scene.
type restyler struct {
	*stage
	out *canvas.Scene
}

// covers reports whether a path covers the whole image.
func (r *restyler) covers(p *canvas.Path) bool {
	x0, y0, x1, y1 := p.Bounds()
	return x0 <= 0.5 && y0 <= 0.5 && x1 >= r.w-0.5 && y1 >= r.h-0.5
}

// solid is the opacity from which a shape is a thing rather than light, haze or shade.
const solid = 0.55

// plain reports whether a shape is a filled or stroked thing, and not light, haze or shade.
func plain(s *canvas.Shape) bool {
	if s.Mode == canvas.Screen || s.Blur > 0 {
		return false
	}
	if s.Children != nil {
		return true
	}
	_, alpha := s.Brush.Main()
	fades, _ := s.Brush.Fades()
	return !fades && float64(alpha*opacity(s)) >= solid
}

// glow reports whether a shape is light or haze that fades away.
func glow(s *canvas.Shape) bool {
	if s.Path == nil || s.Mode == canvas.Screen {
		return false
	}
	fades, _ := s.Brush.Fades()
	return fades
}

// beam reports whether a shape is light or haze in a direction, such as the beam of a lighthouse.
func beam(s *canvas.Shape) bool {
	if !glow(s) {
		return false
	}
	_, radiates := s.Brush.Fades()
	return !radiates
}

// thread reports whether a shape is a thin transparent line, such as rain.
func thread(s *canvas.Shape, width float64) bool {
	return s.Path != nil && s.Width > 0 && s.Width < float64(width*2.6) && !plain(s)
}

func opacity(s *canvas.Shape) float64 {
	if s.Opacity == 0 {
		return 1
	}
	return s.Opacity
}

// ends returns the paper and the ink of a print: the lightest and the darkest colour of the look, for a night the other
// way round.
func (r *restyler) ends() (paper, ink tint.Color) {
	dark, light := r.look.dark, r.look.light
	if len(r.Colors) > 0 {
		sorted := tint.ByLightness(r.Colors)
		dark, light = sorted[0], sorted[len(sorted)-1]
	}
	if dark.Lab().L > 0.36 {
		dark = dark.At(0.27)
	}
	if o := light.Lab(); o.L < 0.93 {
		light = tint.Lab{L: 0.965, A: float64(o.A * 0.3), B: float64(o.B * 0.3)}.Color()
	}
	if r.look.night {
		return dark, light
	}
	return light, dark
}

// lines draws outlines with a wash of each thing's colour.
func (r *restyler) lines(shapes []canvas.Shape) {
	paper, ink := r.ends()
	width := max(r.u*0.34, 1)
	wash := func(c tint.Color) tint.Color { return c.Mix(paper, 0.78) }
	var draw func(list []canvas.Shape) []canvas.Shape
	draw = func(list []canvas.Shape) (out []canvas.Shape) {
		for k := range list {
			s := &list[k]
			switch fades := glow(s); {
			case fades: // a wash without an outline
				out = append(out, canvas.Shape{Path: s.Path, Width: s.Width, Brush: s.Brush.Recolored(func(c tint.Color) tint.Color { return c.Mix(paper, 0.45) })})
				continue
			case thread(s, width):
				out = append(out, canvas.Shape{Path: s.Path, Brush: canvas.Clear(ink, 0.55), Width: num.Clamp(s.Width, width*0.4, width)})
				continue
			case !plain(s):
				continue
			}
			if s.Children != nil {
				if kids := draw(s.Children); len(kids) > 0 {
					out = append(out, canvas.Shape{Clip: s.Clip, Children: kids})
				}
				continue
			}
			c, _ := s.Brush.Main()
			x0, y0, x1, y1 := s.Path.Bounds()
			switch {
			case r.covers(s.Path):
				out = append(out, canvas.Shape{Path: s.Path, Brush: s.Brush.Recolored(func(c tint.Color) tint.Color { return c.Mix(paper, 0.9) })})
			case s.Width > float64(width*2.6):
				out = append(out, canvas.Shape{Path: s.Path, Brush: canvas.Flat(ink), Width: s.Width + width},
					canvas.Shape{Path: s.Path, Brush: canvas.Flat(wash(c)), Width: s.Width - width})
			case s.Width > 0:
				out = append(out, canvas.Shape{Path: s.Path, Brush: canvas.Clear(ink, 0.8), Width: num.Clamp(s.Width, width*0.5, width)})
			case max(x1-x0, y1-y0) < float64(width*2.4):
				out = append(out, canvas.Shape{Path: s.Path, Brush: canvas.Clear(ink, 0.75)})
			default:
				thin := width
				if max(x1-x0, y1-y0) < float64(width*12) {
					thin = width * 0.6
				}
				// The fill covers the inner half of the line, and with it the lines where contours of one shape overlap.
				out = append(out, canvas.Shape{Path: s.Path, Brush: canvas.Flat(ink), Width: 2 * thin}, canvas.Shape{Path: s.Path, Brush: canvas.Flat(wash(c))})
			}
		}
		return out
	}
	r.out.Add(canvas.Shape{Path: canvas.Rect(0, 0, r.w, r.h), Brush: canvas.Flat(paper)})
	r.out.Add(draw(shapes)...)
}

// The paper style gives a shadow of its own to at most maxSheets shapes, the largest ones; blurs cost time.
const maxSheets = 48

// papers draws stacked sheets of paper: flat colours, each sheet with a shadow on those below and a light edge.
func (r *restyler) papers(shapes []canvas.Shape) {
	_, shadow := r.ends()
	if r.look.night {
		shadow = r.look.dark
	}
	if shadow.Lab().L > 0.3 {
		shadow = shadow.At(0.2)
	}
	size := func(s *canvas.Shape) float64 {
		p := s.Path
		if s.Children != nil {
			p = s.Clip
		}
		if p == nil || !plain(s) || s.Width > 0 || r.covers(p) {
			return 0
		}
		x0, y0, x1, y1 := p.Bounds()
		x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, r.w), min(y1, r.h)
		return max(x1-x0, 0) * max(y1-y0, 0)
	}
	var sizes []float64
	for k := range shapes {
		sizes = append(sizes, size(&shapes[k]))
	}
	ordered := slices.Clone(sizes)
	slices.Sort(ordered)
	least := float64(r.u * r.u * 6)
	if n := len(ordered); n > maxSheets {
		least = max(least, ordered[n-maxSheets])
	}
	var flatten func(s canvas.Shape) canvas.Shape
	flatten = func(s canvas.Shape) canvas.Shape {
		if s.Children != nil {
			kids := make([]canvas.Shape, 0, len(s.Children))
			for _, c := range s.Children {
				kids = append(kids, flatten(c))
			}
			s.Children = kids
			return s
		}
		if c, alpha := s.Brush.Main(); plain(&s) {
			s.Brush = canvas.Clear(c, max(alpha, 0.96))
		}
		return s
	}
	for k := range shapes {
		s := shapes[k]
		switch {
		case s.Children == nil && r.covers(s.Path) && plain(&s):
			r.sheets(s, shadow)
			continue
		case beam(&s) || thread(&s, r.u*0.34):
			r.out.Add(s)
			continue
		case !plain(&s):
			continue
		case s.Children != nil && s.Clip == nil:
			r.out.Add(flatten(s))
			continue
		}
		if sizes[k] < least || sizes[k] == 0 {
			r.out.Add(flatten(s))
			continue
		}
		path := s.Path
		if s.Children != nil {
			// The outline of a clipped thing is that of its first child, unless that is shade on the thing.
			if path = s.Children[0].Path; path == nil || !within(path, s.Clip) {
				r.out.Add(flatten(s))
				continue
			}
		}
		_, y0, _, y1 := path.Bounds()
		d := float64(r.u * 1.1)
		m := canvas.Matrix{A: 1, D: 1, E: d * 0.4, F: d * 0.9}
		if y1 >= r.h { // land shows its upper edge only
			m.F = -d * 0.35
		} else if y1-y0 < float64(r.u*8) {
			d *= 0.6
			m.E, m.F = d*0.4, d*0.9
		}
		cast := canvas.Shape{Blur: d * 0.9, Opacity: 0.36, Children: []canvas.Shape{{Path: path.Apply(m), Brush: canvas.Flat(shadow)}}}
		if s.Children != nil {
			cast = canvas.Shape{Clip: canvas.Rect(-r.w, -r.h, 3*r.w, 3*r.h), Children: []canvas.Shape{cast}}
		}
		r.out.Add(cast, flatten(s))
		if s.Children == nil {
			r.out.Add(canvas.Shape{Clip: path, Children: []canvas.Shape{{Path: path, Brush: canvas.Clear(r.look.light, 0.26), Width: max(r.u*0.3, 0.8)}}})
		}
	}
}

// sheets draws the sky as nested sheets around the light.
func (r *restyler) sheets(sky canvas.Shape, shadow tint.Color) {
	const n = 5
	x, y := r.sunX, r.sunY
	if r.horizon >= r.h { // a scene without a horizon
		x, y = r.w*0.5, r.h*0.46
	}
	rng := r.Rng.Fork("sheets")
	far := max(num.Hypot(max(x, r.w-x), r.h*0.8), r.h)
	for k := range n {
		t := float64(k) / (n - 1)
		c := sky.Brush.At(t)
		if k == 0 {
			r.out.Add(canvas.Shape{Path: sky.Path, Brush: canvas.Flat(c)})
			continue
		}
		radius := float64(far * (0.98 - float64(0.72*t)))
		var pts []canvas.Point
		turn := rng.Float()
		for i := range 11 {
			sin, cos := num.SinCos(turn + float64(i)/11)
			d := radius * (1 + rng.Range(-0.05, 0.05))
			pts = append(pts, canvas.P(x+float64(d*cos), y+float64(d*sin)))
		}
		hole := canvas.Loop(pts...)
		d := float64(r.u * 1.4)
		ring := canvas.Rect(-2*r.w, -2*r.h, 5*r.w, 5*r.h)
		slices.Reverse(pts)
		ring.Add(canvas.Loop(pts...))
		r.out.Add(canvas.Shape{Path: hole, Brush: canvas.Flat(c)},
			canvas.Shape{Clip: hole, Children: []canvas.Shape{
				{Blur: d, Opacity: 0.28, Children: []canvas.Shape{{Path: ring.Apply(canvas.Matrix{A: 1, D: 1, E: d * 0.4, F: d * 0.9}), Brush: canvas.Flat(shadow)}}},
			}})
	}
}

// halftone prints the scene with light tints of its colours under a screen of dots, whose size is the darkness.
func (r *restyler) halftone(ctx context.Context, shapes []canvas.Shape) error {
	paper, ink := r.ends()
	pitch := max(r.u*1.5, 2.4)
	whole := canvas.Scene{W: r.scene.W, H: r.scene.H, Shapes: shapes}
	k := min(2/pitch, 1)
	small, err := whole.Preview(ctx, k)
	if err != nil {
		return err
	}
	tone := make([]float64, small.W*small.H)
	ordered := make([]float64, 0, len(tone))
	for i := range tone {
		p := small.Pix[4*i:]
		l := tint.Color{R: uint8(p[0] >> 8), G: uint8(p[1] >> 8), B: uint8(p[2] >> 8)}.Lab().L
		if r.look.night {
			l = 1 - l
		}
		tone[i] = l
		ordered = append(ordered, l)
	}
	slices.Sort(ordered)
	lo, hi := ordered[len(ordered)/50], ordered[len(ordered)*49/50]
	if hi-lo < 0.15 {
		hi = lo + 0.15
	}
	// The tints of things keep their hue; the dots add the darkness.
	tints := func(c tint.Color) tint.Color {
		o := c.Lab()
		if r.look.night {
			o.L = 0.14 + float64(0.46*o.L)
		} else {
			o.L = 0.5 + float64(0.47*o.L)
		}
		return o.Color()
	}
	var recolor func(s canvas.Shape) canvas.Shape
	recolor = func(s canvas.Shape) canvas.Shape {
		if s.Children != nil {
			kids := make([]canvas.Shape, len(s.Children))
			for i, c := range s.Children {
				kids[i] = recolor(c)
			}
			s.Children = kids
			return s
		}
		if !r.covers(s.Path) {
			if c, alpha := s.Brush.Main(); plain(&s) {
				s.Brush = canvas.Clear(tints(c), alpha)
				return s
			}
		}
		s.Brush = s.Brush.Recolored(tints)
		return s
	}
	r.out.Add(canvas.Shape{Path: canvas.Rect(0, 0, r.w, r.h), Brush: canvas.Flat(paper)})
	for _, s := range shapes {
		if plain(&s) || beam(&s) || thread(&s, r.u*0.34) {
			r.out.Add(recolor(s))
		}
	}
	screen := &canvas.Path{}
	rows, cols := int(r.h/pitch*2)+2, int(r.w/pitch)+2
	for row := range rows {
		for col := range cols {
			x, y := float64(float64(col)*pitch), float64(float64(row)*pitch/2)
			if row%2 == 1 {
				x += float64(pitch / 2)
			}
			px, py := min(int(x*k), small.W-1), min(int(y*k), small.H-1)
			dark := 1 - num.Clamp((tone[py*small.W+px]-lo)/(hi-lo), 0, 1)
			if radius := float64(0.74*dark) - 0.12; radius > 0.1 {
				screen.Add(canvas.Circle(x, y, pitch*0.5*min(radius, 0.6)))
			}
		}
	}
	r.out.Add(canvas.Shape{Path: screen, Brush: canvas.Clear(ink, 0.7)})
	return nil
}

// shadows draws the things of a scene without a horizon dark on a light ground, with hints of their parts. Landscapes
// have a look of their own instead.
func (r *restyler) shadows(shapes []canvas.Shape) {
	dark := r.look.dark.At(min(r.look.dark.Lab().L, 0.2))
	low, high, area := 1.0, 0.0, 0.0
	for k := range shapes {
		if s := &shapes[k]; s.Children == nil && plain(s) && !r.covers(s.Path) {
			c, _ := s.Brush.Main()
			low, high = min(low, c.Lab().L), max(high, c.Lab().L)
			if x0, y0, x1, y1 := s.Path.Bounds(); s.Width == 0 {
				area += float64((x1 - x0) * (y1 - y0))
			}
		}
	}
	hint := 0.34
	if area > float64(r.w*r.h) { // things that leave no ground, such as tiles
		hint = 0.9
	}
	ground := func(c tint.Color) tint.Color {
		o := c.Lab()
		o.L = 0.62 + float64(0.34*o.L)
		return o.Color()
	}
	var recolor func(s canvas.Shape, behind bool) canvas.Shape
	recolor = func(s canvas.Shape, behind bool) canvas.Shape {
		if s.Children != nil {
			kids := make([]canvas.Shape, len(s.Children))
			for i, c := range s.Children {
				kids[i] = recolor(c, behind)
			}
			s.Children = kids
			return s
		}
		if behind {
			s.Brush = s.Brush.Recolored(ground)
			return s
		}
		s.Brush = s.Brush.Recolored(func(c tint.Color) tint.Color {
			t := num.Clamp((c.Lab().L-low)/max(high-low, 0.1), 0, 1)
			return dark.Mix(r.look.light, float64(t*t*hint))
		})
		return s
	}
	for _, s := range shapes {
		p := s.Path
		if p == nil {
			p = s.Clip
		}
		behind := p == nil || r.covers(p) || !plain(&s)
		if x0, y0, x1, y1 := bounds(p); !behind && (x1-x0)*(y1-y0) > float64(r.w*r.h*0.3) {
			behind = true // a panel
		}
		r.out.Add(recolor(s, behind))
	}
}

// within reports whether the box of a path is in that of another.
func within(p, q *canvas.Path) bool {
	x0, y0, x1, y1 := p.Bounds()
	a0, b0, a1, b1 := q.Bounds()
	return x0 >= a0 && y0 >= b0 && x1 <= a1 && y1 <= b1
}

func bounds(p *canvas.Path) (x0, y0, x1, y1 float64) {
	if p == nil {
		return 0, 0, 0, 0
	}
	return p.Bounds()
}
