package icon

import (
	"math"
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Badge is the shape behind an icon.
type Badge string

// The badges.
const (
	Square Badge = "square" // with rounded corners
	Disc   Badge = "circle"
	Plain  Badge = "plain" // no badge: only the drawing, in colour
	Pale   Badge = "pale"  // a light square, the drawing in colour
)

// RequestedBadge returns the badge that the words of a prompt request, "" for none.
func RequestedBadge(words []string) Badge {
	for _, w := range words {
		switch strings.TrimSuffix(w, "s") {
		case "circle", "circular", "round", "disc", "disk", "badge":
			return Disc
		case "square", "app", "rounded", "squircle":
			return Square
		case "outline", "outlined", "line", "plain", "transparent", "stroke", "minimal", "minimalist", "simple":
			return Plain
		case "pastel", "soft", "pale", "tinted", "light":
			return Pale
		}
	}
	return ""
}

// Draw composes an icon on a badge in the centre of w × h pixels. colors has at least one element.
func Draw(ic *Icon, badge Badge, colors []tint.Color, w, h int, rng *num.Rand) (*canvas.Scene, error) {
	path, err := ic.Path()
	if err != nil {
		return nil, err
	}
	s := &canvas.Scene{W: w, H: h}
	side := float64(min(w, h))
	cx, cy := float64(float64(w)/2), float64(float64(h)/2)
	r := float64(side * 0.44)
	first, second := colors[0], colors[0].Turn(0.08).Light(-0.1)
	if o := first.Lab(); o.B > 0.07 && o.A < 0.07 { // the gradient of gold goes towards orange, not green
		second = first.Turn(-0.07).Light(-0.12)
	}
	if len(colors) > 1 {
		second = colors[1]
	}
	if first.Lab().L < second.Lab().L {
		first, second = second, first
	}
	ink := tint.Hex(0xFFFFFF)
	outline := squircle(cx, cy, r)
	if badge == Disc {
		outline = canvas.Circle(cx, cy, r)
	}
	size := float64(r * 2 * 0.56)
	switch badge {
	case Plain:
		size = float64(side * 0.78)
	case Pale:
		base := first.Lab()
		face := tint.Lab{L: 0.945, A: base.A * 0.22, B: base.B * 0.22}.Color()
		low := tint.Lab{L: 0.885, A: base.A * 0.34, B: base.B * 0.34}.Color()
		s.Add(canvas.Shape{Path: outline, Brush: canvas.Linear(cx-r, cy-r, cx+r, cy+r, canvas.Blend(face, low)...)})
	default:
		middle := first.Mix(second, 0.5)
		if tint.Contrast(ink, middle) < 2.6 {
			ink = second.At(0.24)
		}
		shadow := outline.Apply(canvas.Matrix{A: 0.93, D: 0.93, E: cx * 0.07, F: float64(cy*0.07) + float64(side*0.035)})
		s.Add(canvas.Shape{Blur: side * 0.02, Opacity: 0.34, Children: []canvas.Shape{{Path: shadow, Brush: canvas.Flat(second.At(0.35))}}})
		s.Add(canvas.Shape{Path: outline, Brush: canvas.Linear(cx-float64(r*0.7), cy-r, cx+float64(r*0.7), cy+r, canvas.Blend(first.Light(0.02), middle, second)...)})
		light := tint.Hex(0xFFFFFF)
		kids := []canvas.Shape{
			{Path: canvas.Rect(cx-r, cy-r, float64(2*r), float64(2*r)), Brush: canvas.Radial(cx-float64(r*0.5), cy-float64(r*0.9), float64(r*1.5), float64(r*1.2), canvas.Fade(light, 0.34)...)},
			{Path: canvas.Circle(cx+float64(r*rng.Range(0.5, 0.9)), cy+float64(r*rng.Range(0.6, 0.95)), float64(r*rng.Range(0.65, 0.9))), Brush: canvas.Clear(light, 0.07)},
			{Path: canvas.Circle(cx-float64(r*rng.Range(0.7, 1)), cy+float64(r*rng.Range(0.3, 0.8)), float64(r*rng.Range(0.35, 0.6))), Brush: canvas.Clear(light, 0.06)},
		}
		if len(colors) > 2 {
			kids = append(kids, canvas.Shape{Path: canvas.Rect(cx-r, cy-r, float64(2*r), float64(2*r)), Brush: canvas.Radial(cx+r, cy+r, float64(r*1.3), float64(r*1.3), canvas.Fade(colors[2], 0.75)...)})
		}
		s.Add(canvas.Shape{Clip: outline, Children: kids})
		s.Add(canvas.Shape{Path: outline.Apply(canvas.Matrix{A: 0.985, D: 0.985, E: cx * 0.015, F: cy * 0.015}), Width: max(0.7, side*0.006), Brush: canvas.Linear(0, cy-r, 0, cy+r,
			canvas.Stop{At: 0, Color: light, Alpha: 0.5}, canvas.Stop{At: 0.5, Color: light, Alpha: 0.05}, canvas.Stop{At: 1, Color: light, Alpha: 0.12})})
	}
	k := size / 24
	drawing := path.Apply(canvas.Matrix{A: k, D: k, E: cx - float64(size/2), F: cy - float64(size/2)})
	if badge == Plain || badge == Pale {
		dark, bright := second, first
		if badge == Pale && tint.Contrast(bright, tint.Hex(0xF0F0F0)) < 2.4 {
			bright = bright.At(0.56)
		}
		s.Add(canvas.Shape{Path: drawing, Width: float64(2 * k), Brush: canvas.Linear(cx-float64(size/2), cy-float64(size/2), cx+float64(size/2), cy+float64(size/2), canvas.Blend(bright, dark)...)})
		return s, nil
	}
	s.Add(canvas.Shape{Path: drawing.Apply(canvas.Matrix{A: 1, D: 1, F: k * 0.7}), Width: 1.9 * k, Brush: canvas.Clear(second.At(0.2), 0.2)})
	s.Add(canvas.Shape{Path: drawing, Width: 1.9 * k, Brush: canvas.Flat(ink)})
	return s, nil
}

// squircle returns a superellipse |x|⁵ + |y|⁵ = r⁵.
func squircle(cx, cy, r float64) *canvas.Path {
	var pts []canvas.Point
	const n = 48
	for k := range n {
		sn, cs := num.SinCos(float64(k) / n)
		// Scale the direction so that |x|⁵ + |y|⁵ = 1.
		f := func(v float64) float64 { a := math.Abs(v); return float64(a * a * a * a * a) }
		d := f(sn) + f(cs)
		root := 1.0
		for range 30 { // the fifth root by Newton's method
			p := float64(root * root * root * root)
			root = (float64(4*root) + d/p) / 5
		}
		pts = append(pts, canvas.P(cx+r*cs/root, cy+r*sn/root))
	}
	return canvas.Loop(pts...)
}
