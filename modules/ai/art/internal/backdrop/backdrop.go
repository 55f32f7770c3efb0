// Package backdrop composes backgrounds: a ground, a family of shapes outside the area reserved for text, and a veil
// that reduces detail in that area.
package backdrop

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Rect is an area in pixels.
type Rect struct{ X, Y, W, H float64 }

// Wish describes the background. Colors has at least one element.
type Wish struct {
	W, H     int
	Mood     string
	Families []string // those named by the prompt, nil for the mood's
	Dark     bool     // the prompt requests a dark ground
	Light    bool     // the prompt requests a light ground
	Colors   []tint.Color
	Rng      *num.Rand
}

// Drawn is a finished background.
type Drawn struct {
	Canvas *canvas.Canvas
	Family string
	Calm   Rect
	Ink    tint.Color
}

type drawer func(context.Context, *board)

var families = map[string]drawer{
	"blobs": blobs, "waves": waves, "bokeh": bokeh, "paper": paper, "contour": contour, "tiles": tiles,
	"triangles": triangles, "aurora": aurora, "leaks": leaks, "beams": beams, "rings": rings, "dots": dots,
	"ribbons": ribbons, "mesh": meshes, "terrain": terrain,
}

// suited maps moods to families, the most typical first.
var suited = map[string][]string{
	"professional": {"ribbons", "contour", "beams", "waves", "rings", "mesh", "tiles", "dots"},
	"energetic":    {"beams", "ribbons", "triangles", "blobs", "leaks", "rings", "dots", "waves"},
	"calm":         {"waves", "terrain", "bokeh", "aurora", "contour", "mesh", "paper", "blobs"},
	"luxury":       {"contour", "ribbons", "bokeh", "rings", "leaks", "tiles", "beams", "aurora"},
	"playful":      {"blobs", "tiles", "paper", "dots", "waves", "rings", "bokeh", "triangles"},
}

// Families returns the names of all families in a fixed order.
func Families() []string {
	return []string{"blobs", "waves", "bokeh", "paper", "contour", "tiles", "triangles", "aurora", "leaks", "beams", "rings", "dots", "ribbons", "mesh", "terrain"}
}

// board is the drawing surface of a family.
type board struct {
	w, h   float64
	u      float64 // a hundredth of the geometric mean of the sides
	mood   string
	rng    *num.Rand
	colors []tint.Color // in order of lightness, darkest first
	ramp   tint.Ramp
	accent tint.Color // the one with the highest chroma
	base   tint.Color // the ground's colour in the text area
	dark   bool
	side   int // side of the text: 0 left, 1 right, 2 top, 3 bottom
	calm   Rect
	veil   float64 // opacity of the base over the text area, 0 to 1
	scene  *canvas.Scene
	under  *canvas.Canvas // a prerendered ground, nil for none
	err    error
}

// Compose draws a background.
func Compose(ctx context.Context, wish Wish) (*Drawn, error) {
	b := newBoard(ctx, wish)
	names := slices.DeleteFunc(slices.Clone(wish.Families), func(f string) bool { return families[f] == nil })
	if len(names) == 0 {
		names = suited[wish.Mood]
	}
	if len(names) == 0 {
		names = Families()
	}
	name := names[wish.Rng.Int(len(names))]
	families[name](ctx, b)
	if b.err != nil {
		return nil, b.err
	}
	c, err := b.raster(ctx)
	if err != nil {
		return nil, err
	}
	ink, err := b.drawVeil(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Drawn{c, name, b.calm, ink}, nil
}

func newBoard(ctx context.Context, wish Wish) *board {
	b := &board{w: float64(wish.W), h: float64(wish.H), mood: wish.Mood, rng: wish.Rng, colors: tint.ByLightness(wish.Colors), veil: 0.5}
	b.u = num.Hypot(b.w, b.h) / 141
	b.ramp = tint.NewRamp(b.colors)
	b.accent = b.colors[0]
	for _, c := range b.colors {
		if l := c.Lab(); l.Chroma() > b.accent.Lab().Chroma() && l.L > 0.3 {
			b.accent = c
		}
	}
	lo, hi := b.colors[0].Lab().L, b.colors[len(b.colors)-1].Lab().L
	b.dark = wish.Mood == "luxury" || wish.Mood == "energetic" && wish.Rng.Chance(0.7) || wish.Mood == "professional" && wish.Rng.Chance(0.6)
	if lo > 0.5 && hi > 0.8 {
		b.dark = false
	}
	if hi < 0.75 {
		b.dark = true
	}
	if wish.Dark || wish.Light {
		b.dark = wish.Dark
	}
	if b.dark {
		b.base = b.colors[0]
		if l := b.base.Lab(); l.L > 0.40 {
			b.base = b.base.At(0.34)
		}
	} else {
		b.base = b.colors[len(b.colors)-1]
		// A light ground is a tint of its lightest colour rather than an unrelated colour.
		if l := b.base.Lab(); l.Chroma() > 0.05 || l.L < 0.92 {
			b.base = tint.Lab{L: max(0.955, l.L), A: l.A * 0.36, B: l.B * 0.36}.Color()
		}
	}
	b.place()
	b.scene = &canvas.Scene{W: wish.W, H: wish.H}
	return b
}

// place chooses the area reserved for text.
func (b *board) place() {
	aspect := b.w / b.h
	switch {
	case aspect >= 1.25:
		b.side = 0
		if b.rng.Chance(0.25) {
			b.side = 1
		}
	case b.rng.Chance(0.65):
		b.side = 2
	default:
		b.side = 3
	}
	b.placeText()
}

// placeText computes the text rectangle for the side.
func (b *board) placeText() {
	switch b.side {
	case 0:
		b.calm = Rect{0.06 * b.w, 0.14 * b.h, 0.5 * b.w, 0.72 * b.h}
	case 1:
		b.calm = Rect{0.44 * b.w, 0.14 * b.h, 0.5 * b.w, 0.72 * b.h}
	case 2:
		b.calm = Rect{0.08 * b.w, 0.07 * b.h, 0.84 * b.w, 0.42 * b.h}
	default:
		b.calm = Rect{0.08 * b.w, 0.51 * b.h, 0.84 * b.w, 0.42 * b.h}
	}
}

// detailAt returns the amount of detail allowed at a point: 0 inside the text area, 1 far from it.
func (b *board) detailAt(x, y float64) float64 {
	x, y = x/b.w, y/b.h
	switch b.side {
	case 0:
		return num.Smooth(0.36, 0.86, x+float64((y-0.5)*0.22))
	case 1:
		return num.Smooth(0.36, 0.86, 1-x+float64((y-0.5)*0.22))
	case 2:
		return num.Smooth(0.32, 0.84, y+float64((x-0.5)*0.14))
	}
	return num.Smooth(0.32, 0.84, 1-y+float64((x-0.5)*0.14))
}

// outsideText returns a random point outside the text area, more likely far from it.
func (b *board) outsideText() (x, y float64) {
	for range 24 {
		x, y = float64(b.rng.Range(-0.02, 1.02)*b.w), float64(b.rng.Range(-0.02, 1.02)*b.h)
		if v := b.detailAt(x, y); b.rng.Float() < v*(2-v) {
			return x, y
		}
	}
	return b.oppositeCenter()
}

// oppositeCenter returns the centre of the side opposite the text.
func (b *board) oppositeCenter() (x, y float64) {
	switch b.side {
	case 0:
		return float64(b.w * 0.92), float64(b.h * 0.5)
	case 1:
		return float64(b.w * 0.08), float64(b.h * 0.5)
	case 2:
		return float64(b.w * 0.5), float64(b.h * 0.92)
	}
	return float64(b.w * 0.5), float64(b.h * 0.08)
}

// corner returns a corner opposite the text.
func (b *board) corner() (x, y float64) {
	first := b.rng.Chance(0.5)
	pick := func(p, q float64) float64 {
		if first {
			return p
		}
		return q
	}
	switch b.side {
	case 0:
		return b.w, pick(0, b.h)
	case 1:
		return 0, pick(0, b.h)
	case 2:
		return pick(0, b.w), b.h
	}
	return pick(0, b.w), 0
}

// tone returns the colour at t along the ramp: 0 is the ground's end, 1 the opposite one.
func (b *board) tone(t float64) tint.Color {
	lo, hi := b.base.Lab().L, b.ramp[len(b.ramp)-1].L
	if !b.dark {
		hi = b.ramp[0].L
	}
	return b.ramp.At(num.Mix(lo, hi, t))
}

// ground fills the background with the base colour and a soft light.
func (b *board) ground() {
	x, y := b.oppositeCenter()
	step := 0.11
	b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Brush: canvas.Flat(b.base)})
	b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Brush: canvas.Radial(x, y, b.w*0.95, b.h*1.1, fadeTo(b.tone(step), 0.95)...)})
}

func (b *board) add(s ...canvas.Shape) { b.scene.Add(s...) }

// fadeTo returns stops from a colour with opacity alpha to the same colour fully transparent.
func fadeTo(c tint.Color, alpha float64) []canvas.Stop {
	var out []canvas.Stop
	for k := range 9 {
		t := float64(float64(k) / 8)
		out = append(out, canvas.Stop{At: t, Color: c, Alpha: float64(alpha * (1 - num.Smooth(0, 1, t)))})
	}
	return out
}

// raster draws the scene over the prerendered ground.
func (b *board) raster(ctx context.Context) (*canvas.Canvas, error) {
	c, err := b.scene.Raster(ctx)
	if err != nil {
		return nil, err
	}
	if b.under != nil {
		b.under.Lay(c)
		c = b.under
	}
	return c, nil
}

// drawVeil draws the veil over the text area with the family's opacity, raises the opacity until one text colour has
// enough contrast everywhere in it, and returns that colour.
func (b *board) drawVeil(ctx context.Context, c *canvas.Canvas) (tint.Color, error) {
	strength := b.veil
	for {
		if strength > 0 {
			s := canvas.Scene{W: c.W, H: c.H}
			s.Add(b.veilShape(strength))
			if err := s.RasterOn(ctx, c); err != nil {
				return tint.Color{}, err
			}
		}
		if ink, ok := b.ink(c); ok {
			return ink, nil
		}
		if strength == 1 {
			ink, _ := b.ink(c)
			return ink, nil
		}
		strength = min(1, strength+0.3)
	}
}

// veilShape returns the shape of the veil.
func (b *board) veilShape(strength float64) canvas.Shape {
	var brush canvas.Brush
	stops := func() []canvas.Stop {
		var out []canvas.Stop
		for k := range 10 {
			t := float64(k) / 9
			out = append(out, canvas.Stop{At: t, Color: b.base, Alpha: float64(strength * (1 - num.Smooth(num.Mix(0.45, 0.75, strength), 1, t)))})
		}
		return out
	}()
	switch b.side {
	case 0:
		brush = canvas.Linear(0, 0, b.w*0.78, b.h*0.1, stops...)
	case 1:
		brush = canvas.Linear(b.w, 0, b.w*0.22, b.h*0.1, stops...)
	case 2:
		brush = canvas.Linear(0, 0, b.w*0.06, b.h*0.72, stops...)
	default:
		brush = canvas.Linear(0, b.h, b.w*0.06, b.h*0.28, stops...)
	}
	return canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Brush: brush}
}

// ink returns the text colour with the best contrast in the text area and reports whether the contrast suffices (4.5,
// WCAG 2.2 1.4.3, plus a margin for grain) in all of it.
func (b *board) ink(c *canvas.Canvas) (tint.Color, bool) {
	light, dark := b.ramp[len(b.ramp)-1].Color(), b.ramp[0].Color()
	candidates := []tint.Color{light.At(0.98), light, dark, dark.At(0.2), tint.Hex(0xFFFFFF), tint.Hex(0x0B0B0F)}
	// Contrast is monotonic in luminance: it suffices to check the darkest and the lightest point.
	darkest, lightest := 1.0, 0.0
	for y := int(b.calm.Y); y < int(b.calm.Y+b.calm.H); y++ {
		for x := int(b.calm.X); x < int(b.calm.X+b.calm.W); x++ {
			p := c.Pix[4*(y*c.W+x):]
			v := tint.Color{R: uint8(p[0] >> 8), G: uint8(p[1] >> 8), B: uint8(p[2] >> 8)}.Luminance()
			darkest, lightest = min(darkest, v), max(lightest, v)
		}
	}
	worst := make([]float64, len(candidates))
	for k, ink := range candidates {
		v := ink.Luminance()
		switch {
		case v >= lightest:
			worst[k] = (v + 0.05) / (lightest + 0.05)
		case v <= darkest:
			worst[k] = (darkest + 0.05) / (v + 0.05)
		}
	}
	for k, v := range worst {
		if v >= 5.6 {
			return candidates[k], true
		}
	}
	best := 0
	for k, v := range worst {
		if v > worst[best] {
			best = k
		}
	}
	return candidates[best], false
}
