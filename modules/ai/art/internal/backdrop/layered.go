package backdrop

import (
	"context"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// crest returns a wavy line from left to right, extending slightly beyond the edges.
func (b *board) crest(y, amp, cycles float64) []canvas.Point {
	p1, p2 := b.rng.Float(), b.rng.Float()
	var pts []canvas.Point
	const n = 14
	for k := range n + 1 {
		t := float64(k) / n
		v := num.Sin(float64(t*cycles)+p1) + float64(0.35*num.Sin(float64(t*cycles*2.1)+p2))
		pts = append(pts, canvas.P((float64(t*1.08)-0.04)*b.w, y+float64(v*amp)))
	}
	return pts
}

// below returns the area under a line.
func (b *board) below(pts []canvas.Point) *canvas.Path {
	p := (&canvas.Path{}).Curve(pts...)
	return p.Line(b.w*1.1, b.h*1.2).Line(-b.w*0.1, b.h*1.2).Close()
}

// waves draws waves at the bottom, the nearest with the highest contrast.
func waves(_ context.Context, b *board) {
	b.side = 2
	b.placeText()
	if b.w > b.h*1.25 {
		b.calm = Rect{0.07 * b.w, 0.1 * b.h, 0.86 * b.w, 0.42 * b.h}
	}
	b.veil = 0
	b.ground()
	n := 5 + b.rng.Int(2)
	cycles := float64(b.rng.Range(0.7, 1.25) * max(1, b.w/b.h*0.7))
	for k := range n {
		t := (float64(k) + 1) / float64(n)
		y := float64(b.h * num.Mix(0.62, 0.98, float64(k)/float64(n-1)))
		pts := b.crest(y, b.h*num.Mix(0.055, 0.035, t), cycles*b.rng.Range(0.85, 1.2))
		p := b.below(pts)
		c, d := b.tone(0.12+float64(0.62*t)), b.tone(0.02+float64(0.50*t))
		if b.mood == "playful" || b.mood == "energetic" {
			order := b.standing()
			c = order[(k+n)%len(order)]
			d = order[(k+n+1)%len(order)]
			d = c.Mix(d, 0.4)
		}
		b.shadow(p, 0, -b.u*0.5, b.u*2.2, 0.10)
		b.add(canvas.Shape{Path: p, Brush: canvas.Linear(0, y-float64(b.h*0.06), b.w, y+float64(b.h*0.2), canvas.Blend(c, d, c.Mix(d, 0.3))...)})
		b.add(canvas.Shape{Path: (&canvas.Path{}).Curve(pts...), Width: max(1, b.u*0.16), Brush: canvas.Linear(0, 0, b.w, 0,
			canvas.Stop{At: 0, Color: b.tone(1), Alpha: 0}, canvas.Stop{At: 0.6, Color: c.Light(0.12), Alpha: 0.7}, canvas.Stop{At: 1, Color: b.tone(1), Alpha: 0})})
	}
}

// paper draws a stack of paper cut-outs lit from above.
func paper(_ context.Context, b *board) {
	b.veil = 0
	b.ground()
	n := 6
	order := b.standing()
	sheet := func(t float64, k int) tint.Color {
		if b.mood == "playful" {
			return order[k%len(order)]
		}
		return b.tone(0.14 + float64(0.66*t))
	}
	if b.rng.Chance(0.5) {
		// Sheets that enter from the side opposite the text.
		for k := range n {
			t := float64(k) / float64(n-1)
			p := b.edge(num.Mix(0.66, 0.99, t), b.u*5.5)
			b.layer(p, sheet(t, k))
		}
		return
	}
	// A hole through several sheets, deeper towards its centre, at the corner opposite the text.
	cx, cy := b.corner()
	cx, cy = num.Mix(cx, b.w/2, 0.16), num.Mix(cy, b.h/2, 0.3)
	start, seed := b.rng.Float(), uint32(b.rng.Uint64())
	for k := range n {
		t := float64(k) / float64(n-1)
		r := float64(b.u * num.Mix(54, 11, t))
		var pts []canvas.Point
		const m = 9
		for i := range m {
			s, c := num.SinCos(start + float64(i)/m)
			d := float64(r * (1 + float64(0.2*num.Noise(float64(i)*1.3, t*1.6, seed))))
			pts = append(pts, canvas.P(cx+float64(d*c), cy+float64(d*s)))
		}
		hole := canvas.Loop(pts...)
		c := sheet(t, k)
		b.add(canvas.Shape{Path: hole, Brush: canvas.Linear(cx-r, cy-r, cx+r, cy+r, canvas.Blend(c.Light(-0.03), c, c.Light(0.03))...)})
		// The sheet above casts its shadow into the hole.
		rim := canvas.Rect(-b.w, -b.h, 3*b.w, 3*b.h).Add(reversed(pts))
		dark := b.ramp[0].Color().At(0.1)
		b.add(canvas.Shape{Clip: hole, Children: []canvas.Shape{{Blur: b.u * 1.9, Opacity: 0.42,
			Children: []canvas.Shape{{Path: rim.Apply(canvas.Place(b.u*0.8, b.u*1.5, 1, 0)), Brush: canvas.Flat(dark)}}}}})
	}
}

func reversed(pts []canvas.Point) *canvas.Path {
	out := make([]canvas.Point, len(pts))
	for k, p := range pts {
		out[len(pts)-1-k] = p
	}
	return canvas.Loop(out...)
}

// edge returns the area beyond a wavy line at a fraction of the distance to the side opposite the text.
func (b *board) edge(at, amp float64) *canvas.Path {
	p1, p2 := b.rng.Float(), b.rng.Float()
	cycles := b.rng.Range(0.8, 1.3)
	var pts []canvas.Point
	for k := range 12 {
		t := float64(float64(k)/11*1.1) - 0.05
		v := float64(amp * (num.Sin(float64(t*cycles)+p1) + float64(0.3*num.Sin(float64(t*cycles*2.3)+p2))))
		switch b.side {
		case 0:
			pts = append(pts, canvas.P(float64(at*b.w)+v, float64(t*b.h)))
		case 1:
			pts = append(pts, canvas.P(float64((1-at)*b.w)+v, float64(t*b.h)))
		case 2:
			pts = append(pts, canvas.P(float64(t*b.w), float64(at*b.h)+v))
		default:
			pts = append(pts, canvas.P(float64(t*b.w), float64((1-at)*b.h)+v))
		}
	}
	p := (&canvas.Path{}).Curve(pts...)
	switch b.side {
	case 0:
		return p.Line(2*b.w, b.h*1.1).Line(2*b.w, -b.h*0.1).Close()
	case 1:
		return p.Line(-b.w, b.h*1.1).Line(-b.w, -b.h*0.1).Close()
	case 2:
		return p.Line(b.w*1.1, 2*b.h).Line(-b.w*0.1, 2*b.h).Close()
	}
	return p.Line(b.w*1.1, -b.h).Line(-b.w*0.1, -b.h).Close()
}

// layer draws a sheet and its shadow.
func (b *board) layer(p *canvas.Path, c tint.Color) {
	b.shadow(p, b.u*0.3, b.u*0.9, b.u*2.2, 0.34)
	b.add(canvas.Shape{Path: p, Brush: canvas.Linear(0, 0, b.w, b.h, canvas.Blend(c.Light(0.025), c, c.Light(-0.03))...)})
}

// terrain draws a low range of hills in haze.
func terrain(_ context.Context, b *board) {
	b.side = 2
	b.placeText()
	b.veil = 0
	if b.w > b.h*1.25 {
		b.calm = Rect{0.07 * b.w, 0.08 * b.h, 0.86 * b.w, 0.4 * b.h}
	}
	b.ground()
	horizon := float64(b.h * 0.66)
	b.add(canvas.Shape{Path: canvas.Rect(0, 0, b.w, b.h), Brush: canvas.Linear(0, b.h*0.2, 0, b.h*0.75,
		canvas.Stop{At: 0, Color: b.accent, Alpha: 0}, canvas.Stop{At: 1, Color: b.accent.Mix(b.tone(0.2), 0.5), Alpha: 0.55})})
	sx := float64(b.w * b.rng.Range(0.55, 0.85))
	r := float64(b.u * b.rng.Range(4.5, 6.5))
	glow := b.tone(0.9)
	if !b.dark {
		glow = b.base.At(0.99)
	}
	b.add(canvas.Shape{Path: canvas.Circle(sx, horizon, r*5), Brush: canvas.Radial(sx, horizon, r*5, r*5, canvas.Fade(glow, 0.8)...)})
	b.add(canvas.Shape{Path: canvas.Circle(sx, horizon-float64(r*0.2), r), Brush: canvas.Clear(glow, 0.95)})
	const n = 6
	for k := range n {
		t := float64(k) / (n - 1)
		y := num.Mix(horizon+float64(b.h*0.01), float64(b.h*0.95), t)
		seed := uint32(b.rng.Uint64())
		amp := float64(b.h * num.Mix(0.085, 0.05, t))
		var pts []canvas.Point
		for i := range 41 {
			s := float64(float64(i)/40*1.06) - 0.03
			pts = append(pts, canvas.P(s*b.w, y+float64(amp*num.Fractal(s*num.Mix(4.5, 2.2, t)*max(0.8, b.w/b.h), t*9, 3, seed))))
		}
		c := b.tone(0.16 + float64(0.74*t))
		haze := b.tone(0.06 + float64(0.5*t))
		b.add(canvas.Shape{Path: b.below(pts), Brush: canvas.Linear(0, y-amp, 0, y+float64(b.h*0.2), canvas.Blend(c, haze)...)})
	}
}
