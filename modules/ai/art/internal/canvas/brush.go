package canvas

import (
	"math"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Stop is a colour of a gradient at an offset from 0 to 1.
type Stop struct {
	At    float64
	Color tint.Color
	Alpha float64
}

type brushKind byte

const (
	flat brushKind = iota
	linear
	radial
)

// Brush is the paint of a shape: a colour or a gradient, in scene pixels.
type Brush struct {
	kind   brushKind
	stops  []Stop
	x1, y1 float64 // linear: the start; radial: the centre
	x2, y2 float64 // linear: the end; radial: the radii
	turn   float64 // radial: turns of the ellipse
}

// Flat returns a brush of one colour.
func Flat(c tint.Color) Brush { return Brush{stops: []Stop{{0, c, 1}}} }

// Clear returns a brush of one colour with opacity alpha.
func Clear(c tint.Color, alpha float64) Brush { return Brush{stops: []Stop{{0, c, alpha}}} }

// Linear returns a linear gradient along the line from x1, y1 to x2, y2.
func Linear(x1, y1, x2, y2 float64, stops ...Stop) Brush {
	return Brush{kind: linear, x1: x1, y1: y1, x2: x2, y2: y2, stops: ease(stops)}
}

// Radial returns a radial gradient from a centre to an ellipse.
func Radial(cx, cy, rx, ry float64, stops ...Stop) Brush {
	return Brush{kind: radial, x1: cx, y1: cy, x2: max(rx, 0.01), y2: max(ry, 0.01), stops: ease(stops)}
}

// Turned returns a radial brush with its ellipse rotated clockwise, in turns.
func (b Brush) Turned(turns float64) Brush {
	b.turn = turns
	return b
}

// Fade returns stops of one colour whose opacity falls from alpha to 0 along a smooth curve.
func Fade(c tint.Color, alpha float64) []Stop {
	const n = 8
	out := make([]Stop, 0, n+1)
	for k := range n + 1 {
		t := float64(float64(k) / n)
		s := float64((1 - t) * (1 - t))
		out = append(out, Stop{t, c, alpha * s * (0.4 + float64(0.6*(1-t)))})
	}
	return out
}

// Blend returns evenly spaced stops of the colours.
func Blend(colors ...tint.Color) []Stop {
	out := make([]Stop, len(colors))
	for k, c := range colors {
		at := 0.0
		if len(colors) > 1 {
			at = float64(k) / float64(len(colors)-1)
		}
		out[k] = Stop{at, c, 1}
	}
	return out
}

// ease inserts stops, mixed in OKLab, between those of different colours, so that the sRGB interpolation of SVG
// approximates interpolation in OKLab.
func ease(stops []Stop) []Stop {
	var out []Stop
	for k, s := range stops {
		if k > 0 {
			p := stops[k-1]
			if p.Color != s.Color && s.At-p.At > 0.02 {
				a, b := p.Color.Lab(), s.Color.Lab()
				for _, t := range [3]float64{0.25, 0.5, 0.75} {
					out = append(out, Stop{num.Mix(p.At, s.At, t), a.Mix(b, t).Color(), num.Mix(p.Alpha, s.Alpha, t)})
				}
			}
		}
		out = append(out, s)
	}
	return out
}

const lutSize = 1024

// sampler evaluates a brush at the pixels of a canvas that shows the scene at scale k.
type sampler struct {
	kind   brushKind
	color  [4]uint32 // flat: r, g, b 0…65535, alpha 0…65536
	lut    [][4]uint32
	ox, oy float64 // t of linear = ox·x + oy·y + c
	c      float64
	m      Matrix  // radial: maps to the unit circle
	cx, cy float64 // radial: the centre and half the size of the box
	hx, hy float64
}

func (b Brush) sampler(k, opacity float64) *sampler {
	s := &sampler{kind: b.kind}
	entry := func(c tint.Color, a float64) [4]uint32 {
		return [4]uint32{uint32(c.R) * 257, uint32(c.G) * 257, uint32(c.B) * 257, uint32(float64(num.Clamp(a*opacity, 0, 1)*65536) + 0.5)}
	}
	if b.kind == flat || len(b.stops) == 1 {
		s.kind = flat
		s.color = entry(b.stops[0].Color, b.stops[0].Alpha)
		return s
	}
	s.lut = make([][4]uint32, lutSize+1)
	i := 0
	for n := range s.lut {
		t := float64(float64(n) / lutSize)
		for i+1 < len(b.stops)-1 && b.stops[i+1].At <= t {
			i++
		}
		p, q := b.stops[i], b.stops[i+1]
		f := 0.0
		if q.At > p.At {
			f = num.Clamp((t-p.At)/(q.At-p.At), 0, 1)
		} else if t >= q.At {
			f = 1
		}
		ch := func(a, b uint8) uint32 { return uint32(float64(num.Mix(float64(a), float64(b), f)*257) + 0.5) }
		s.lut[n] = [4]uint32{ch(p.Color.R, q.Color.R), ch(p.Color.G, q.Color.G), ch(p.Color.B, q.Color.B),
			uint32(float64(num.Clamp(num.Mix(p.Alpha, q.Alpha, f)*opacity, 0, 1)*65536) + 0.5)}
	}
	if b.kind == linear {
		dx, dy := float64((b.x2-b.x1)*k), float64((b.y2-b.y1)*k)
		l := float64(dx*dx) + float64(dy*dy)
		if l < 1e-9 {
			l = 1e-9
		}
		s.ox, s.oy = dx/l, dy/l
		s.c = float64((0.5-float64(b.x1*k))*s.ox) + float64((0.5-float64(b.y1*k))*s.oy)
		return s
	}
	sn, cs := num.SinCos(b.turn)
	rx, ry := float64(b.x2*k), float64(b.y2*k)
	s.cx, s.cy = float64(b.x1*k), float64(b.y1*k)
	s.hx, s.hy = num.Hypot(rx*cs, ry*sn), num.Hypot(rx*sn, ry*cs)
	s.m = Matrix{A: cs / rx, C: sn / rx, B: -sn / ry, D: cs / ry}
	x, y := 0.5-float64(b.x1*k), 0.5-float64(b.y1*k)
	s.m.E, s.m.F = float64(s.m.A*x)+float64(s.m.C*y), float64(s.m.B*x)+float64(s.m.D*y)
	return s
}

// at returns the colour at the centre of a pixel: r, g, b up to 65535, alpha up to 65536.
func (s *sampler) at(x, y int) *[4]uint32 {
	switch s.kind {
	case linear:
		t := num.Clamp(float64(s.ox*float64(x))+float64(s.oy*float64(y))+s.c, 0, 1)
		return &s.lut[int(t*lutSize)]
	case radial:
		fx, fy := float64(x), float64(y)
		u := float64(s.m.A*fx) + float64(s.m.C*fy) + s.m.E
		v := float64(s.m.B*fx) + float64(s.m.D*fy) + s.m.F
		t := min(math.Sqrt(float64(u*u)+float64(v*v)), 1)
		return &s.lut[int(t*lutSize)]
	}
	return &s.color
}

// reach returns the bounds in pixels outside which the brush is transparent.
func (s *sampler) reach(w, h int) (left, top, right, bottom int) {
	if s.kind != radial || s.lut[lutSize][3] != 0 {
		return 0, 0, w, h
	}
	bound := func(c, r float64, n int) (int, int) {
		return int(num.Clamp(math.Floor(c-float64(r))-1, 0, float64(n))), int(num.Clamp(math.Ceil(c+float64(r))+1, 0, float64(n)))
	}
	left, right = bound(s.cx, s.hx, w)
	top, bottom = bound(s.cy, s.hy, h)
	return left, top, right, bottom
}

// Main returns the colour of the middle of the brush and its greatest opacity.
func (b Brush) Main() (tint.Color, float64) {
	alpha := 0.0
	for _, s := range b.stops {
		alpha = max(alpha, s.Alpha)
	}
	return b.stops[len(b.stops)/2].Color, alpha
}

// Fades reports whether a gradient becomes nearly transparent, as light and haze do, and whether it does so from a centre.
func (b Brush) Fades() (fades, radiates bool) {
	for _, s := range b.stops {
		fades = fades || s.Alpha < 0.4 && len(b.stops) > 1
	}
	return fades, fades && b.kind == radial
}

// Recolored returns the brush with every colour replaced by f.
func (b Brush) Recolored(f func(tint.Color) tint.Color) Brush {
	stops := make([]Stop, len(b.stops))
	for k, s := range b.stops {
		s.Color = f(s.Color)
		stops[k] = s
	}
	b.stops = stops
	return b
}

// At returns the colour at t, 0 to 1, of the brush.
func (b Brush) At(t float64) tint.Color {
	for k := 1; k < len(b.stops); k++ {
		if p, q := b.stops[k-1], b.stops[k]; t <= q.At && q.At > p.At {
			return p.Color.Mix(q.Color, num.Clamp((t-p.At)/(q.At-p.At), 0, 1))
		}
	}
	return b.stops[len(b.stops)-1].Color
}
