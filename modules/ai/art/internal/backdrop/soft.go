package backdrop

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/mesh"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// blob returns a closed irregular outline about a centre.
func (b *board) blob(cx, cy, r, wobble float64) *canvas.Path {
	n := 6 + b.rng.Int(3)
	start := b.rng.Float()
	var pts []canvas.Point
	for k := range n {
		s, c := num.SinCos(start + (float64(k)+b.rng.Range(-0.18, 0.18))/float64(n))
		d := float64(r * (1 + b.rng.Range(-wobble, wobble)))
		pts = append(pts, canvas.P(cx+float64(d*c), cy+float64(d*s)))
	}
	return canvas.Loop(pts...)
}

// blobs draws large soft shapes at the border, with echoing outlines.
func blobs(_ context.Context, b *board) {
	b.ground()
	b.veil = 0
	cx, cy := b.corner()
	type spot struct{ x, y, r float64 }
	spots := []spot{{cx, cy, b.u * b.rng.Range(46, 58)}}
	ox, oy := b.w-cx, b.h-cy
	if b.side <= 1 {
		ox = cx
	} else {
		oy = cy
	}
	spots = append(spots, spot{num.Mix(ox, cx, 0.08), num.Mix(oy, cy, 0.04), b.u * b.rng.Range(24, 32)})
	fx, fy := b.oppositeCenter()
	spots = append(spots, spot{fx + float64(b.rng.Range(-4, 4)*b.u), fy + float64(b.rng.Range(-10, 10)*b.u), b.u * b.rng.Range(11, 17)})
	order := b.standing()
	for k, s := range spots {
		c := order[k%len(order)]
		d := order[(k+1)%len(order)]
		p := b.blob(s.x, s.y, s.r, 0.16)
		b.shadow(p, b.u*0.5, b.u*1.2, b.u*2.4, 0.28)
		b.add(canvas.Shape{Path: p, Brush: canvas.Linear(s.x-s.r, s.y-s.r, s.x+s.r, s.y+s.r, canvas.Blend(c.Mix(d, 0.12), c, c.Mix(d, 0.45))...)})
		if k < 2 {
			b.add(canvas.Shape{Path: b.blob(s.x, s.y, s.r*1.12, 0.12), Brush: canvas.Clear(c, 0.55), Width: max(1, b.u*0.22)})
		}
	}
	for range 7 {
		x, y := b.outsideText()
		if b.detailAt(x, y) < 0.6 {
			continue
		}
		b.add(canvas.Shape{Path: canvas.Circle(x, y, b.u*b.rng.Range(0.5, 1.5)), Brush: canvas.Clear(order[b.rng.Int(len(order))], 0.9)})
	}
	x, y := b.w-cx, b.h-cy
	b.add(canvas.Shape{Path: b.blob(x, y, b.u*9, 0.15), Brush: canvas.Clear(order[1%len(order)], 0.85)})
	// The small shape in the text's corner stays outside the text area.
	if b.side <= 1 {
		b.calm.Y, b.calm.H = float64(0.2*b.h), float64(0.6*b.h)
	}
}

// standing returns the colours that contrast with the ground, in descending order of chroma.
func (b *board) standing() []tint.Color {
	var out []tint.Color
	ground := b.base.Lab()
	for _, c := range b.colors {
		if tint.Distance(c.Lab(), ground) > 0.1 {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		out = append(out, b.tone(0.5))
	}
	if len(out) == 1 {
		out = append(out, b.tone(0.4), b.tone(0.75))
	}
	for i := 1; i < len(out); i++ {
		for k := i; k > 0 && out[k].Lab().Chroma() > out[k-1].Lab().Chroma(); k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	return out
}

// shadow draws the shadow of a path, offset by dx, dy.
func (b *board) shadow(p *canvas.Path, dx, dy, blur, alpha float64) {
	c := b.ramp[0].Color().At(0.12)
	b.add(canvas.Shape{Blur: blur, Opacity: alpha, Children: []canvas.Shape{{Path: p.Apply(canvas.Place(dx, dy, 1, 0)), Brush: canvas.Flat(c)}}})
}

// bokeh draws out-of-focus lights: a hazy layer and a sharp one.
func bokeh(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.2
	mode := canvas.Over
	if b.dark {
		mode = canvas.Screen
	}
	order := b.standing()
	if !b.dark { // dark lights on a light ground look like stains
		if light := slices.DeleteFunc(slices.Clone(order), func(c tint.Color) bool { return c.Lab().L < 0.55 }); len(light) > 0 {
			order = light
		}
	}
	for range 4 {
		x, y := b.outsideText()
		r := float64(b.u * b.rng.Range(25, 45))
		b.add(canvas.Shape{Path: canvas.Circle(x, y, r), Brush: canvas.Radial(x, y, r, r, canvas.Fade(b.pick(order), 0.4)...), Mode: mode})
	}
	layer := func(n int, lo, hi, blur, alpha float64) {
		var kids []canvas.Shape
		for range n {
			x, y := b.outsideText()
			r := float64(b.u * num.Mix(lo, hi, b.rng.Float()*b.rng.Float()))
			a := float64(alpha * b.rng.Range(0.35, 1) * (0.25 + float64(0.75*b.detailAt(x, y))))
			c := b.pick(order)
			edge := c.Light(0.08)
			kids = append(kids, canvas.Shape{Path: canvas.Circle(x, y, r), Mode: mode, Brush: canvas.Radial(x, y, r, r,
				canvas.Stop{At: 0, Color: c, Alpha: a * 0.55}, canvas.Stop{At: 0.82, Color: c, Alpha: a * 0.7},
				canvas.Stop{At: 0.94, Color: edge, Alpha: a}, canvas.Stop{At: 1, Color: edge, Alpha: a * 0.5})})
		}
		if blur > 0 {
			for k := range kids {
				kids[k].Mode = canvas.Over
			}
			b.add(canvas.Shape{Children: kids, Blur: blur, Mode: mode})
			return
		}
		b.add(kids...)
	}
	layer(16, 5, 13, b.u*1.1, 0.42)
	layer(20, 2.2, 8, b.u*0.2, 0.5)
	layer(30, 0.5, 2.6, 0, 0.8)
}

func (b *board) pick(colors []tint.Color) tint.Color { return colors[b.rng.Int(len(colors))] }

// leaks draws wide light leaks from the border, as on film.
func leaks(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.15
	order := b.standing()
	mode := canvas.Over
	if b.dark {
		mode = canvas.Screen
	}
	cx, cy := b.corner()
	for k := range 6 {
		x, y := num.Mix(cx, b.w/2, b.rng.Range(-0.25, 0.35)), num.Mix(cy, b.h/2, b.rng.Range(-0.35, 1.2))
		r := float64(b.u * b.rng.Range(28, 62))
		c := order[k%len(order)]
		b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Mode: mode,
			Brush: canvas.Radial(x, y, r*b.rng.Range(0.35, 0.6), r*1.5, fadeTo(c, b.rng.Range(0.55, 0.9))...).Turned(b.rng.Range(-0.09, 0.09))})
	}
	for range 5 {
		x, y := num.Mix(cx, b.w/2, b.rng.Range(0, 0.5)), float64(b.rng.Range(-0.1, 1.1)*b.h)
		c := b.pick(order).Light(0.12)
		r := float64(b.u * b.rng.Range(30, 80))
		b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Mode: mode,
			Brush: canvas.Radial(x, y, r, b.u*b.rng.Range(0.6, 3), fadeTo(c, b.rng.Range(0.16, 0.4))...).Turned(-0.06)})
	}
	b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Mode: mode, Brush: canvas.Radial(cx, cy, b.u*40, b.u*40, canvas.Fade(b.tone(0.9), 0.7)...)})
}

// aurora draws curtains of light: strips along a curve, brightest at the lower edge.
func aurora(_ context.Context, b *board) {
	b.ground()
	b.veil = 0.15
	order := b.standing()
	mode := canvas.Over
	if b.dark {
		mode = canvas.Screen
		if b.side >= 2 {
			b.side = 3
			b.placeText()
		}
	}
	var kids []canvas.Shape
	for layer := range 4 {
		c := order[layer%len(order)]
		d := order[(layer+1)%len(order)]
		base := float64(b.h * (0.52 + float64(0.13*float64(layer))))
		if b.side == 3 {
			base = float64(b.h * (0.26 + float64(0.09*float64(layer))))
		}
		p1, p2, p3 := b.rng.Float(), b.rng.Float(), uint32(b.rng.Uint64())
		tall := float64(b.h * b.rng.Range(0.42, 0.62))
		const strips = 84
		step := b.w * 1.1 / strips
		for k := range strips {
			x := float64(-0.05*b.w) + float64(float64(k)*step)
			t := x / b.w
			y := base + float64(b.h*0.10*num.Sin(float64(t*1.1)+p1)) + float64(b.h*0.045*num.Sin(float64(t*2.7)+p2))
			n := 0.5 + float64(0.5*num.Fractal(t*9, float64(layer)*7, 3, p3))
			a := float64(0.5 * n * (0.2 + float64(0.8*b.detailAt(x, b.h*0.5))))
			top := y - float64(tall*(0.55+float64(0.7*n)))
			lean := float64(b.u * 5 * num.Sin(float64(t*0.8)+p2))
			p := canvas.Polygon(canvas.P(x, y), canvas.P(x+float64(step*1.6), y), canvas.P(x+float64(step*1.6)+lean, top), canvas.P(x+lean, top))
			kids = append(kids, canvas.Shape{Path: p, Brush: canvas.Linear(0, y, 0, top,
				canvas.Stop{At: 0, Color: c, Alpha: 0}, canvas.Stop{At: 0.07, Color: c, Alpha: a}, canvas.Stop{At: 0.4, Color: c.Mix(d, 0.5), Alpha: a * 0.55}, canvas.Stop{At: 1, Color: d, Alpha: 0})})
		}
	}
	b.add(canvas.Shape{Children: kids, Blur: b.u * 1.1, Mode: mode})
	if b.dark {
		for range 90 {
			x, y := float64(b.rng.Float()*b.w), float64(b.rng.Float()*b.h)
			if c := b.calm; x > c.X-b.u && x < c.X+c.W+b.u && y > c.Y-b.u && y < c.Y+c.H+b.u {
				continue
			}
			b.add(canvas.Shape{Path: canvas.Circle(x, y, max(0.5, b.u*b.rng.Range(0.06, 0.18))), Brush: canvas.Clear(b.tone(1), b.rng.Range(0.1, 0.6)), Mode: canvas.Screen})
		}
	}
}

// meshes draws a mesh gradient that fades into the ground under the text.
func meshes(ctx context.Context, b *board) {
	b.veil = 0.4
	m := mesh.New(b.standing(), b.w/b.h, b.rng)
	b.under, b.err = m.Paint(ctx, int(b.w), int(b.h))
}
