// Package mesh computes gradients over a control mesh in OKLab.
package mesh

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/ai/art/internal/canvas"
	"github.com/platenhq/platen/modules/ai/art/internal/num"
	"github.com/platenhq/platen/modules/ai/art/internal/tint"
)

// Point is a control point; coordinates are fractions of the width and height.
type Point struct {
	X, Y  float64
	Color tint.Color
	lab   tint.Lab
	reach float64
}

// Mesh is a gradient: control points and a low-frequency wave that distorts the plane between them.
type Mesh struct {
	Points []Point
	aspect float64
	phase  [6]float64
	bend   float64
}

// New places the control points of an image with the aspect ratio width/height: a jittered grid that extends beyond the
// edges, with its colours in order of lightness along a random direction.
func New(colors []tint.Color, aspect float64, rng *num.Rand) *Mesh {
	m := &Mesh{aspect: aspect, bend: 0.045}
	for k := range m.phase {
		m.phase[k] = rng.Float()
	}
	if len(colors) == 1 {
		c := colors[0]
		colors = []tint.Color{c, c.Light(0.12), c.Light(-0.12)}
	}
	cols := int(num.Clamp(math.Floor(math.Sqrt(12*aspect)+0.5), 2, 6))
	rows := int(num.Clamp(math.Floor(12/float64(cols)+0.5), 2, 6))
	order := tint.ByLightness(colors)
	dy, dx := num.SinCos(rng.Float())
	for row := range rows {
		for col := range cols {
			u, v := (float64(col)+0.5)/float64(cols), (float64(row)+0.5)/float64(rows)
			// Colours follow a direction from dark to light; some points deviate from the order for variety.
			t := 0.5 + float64((u-0.5)*dx*0.9) + float64((v-0.5)*dy*0.9) + rng.Range(-0.3, 0.3)
			i := int(num.Clamp(math.Floor(t*float64(len(order))), 0, float64(len(order)-1)))
			if rng.Chance(0.12) {
				i = rng.Int(len(order))
			}
			lab := order[i].Lab()
			lab.L = num.Clamp(lab.L+rng.Range(-0.03, 0.03), 0, 1)
			x := float64((float64(col)+0.5+rng.Range(-0.34, 0.34))/float64(cols)*1.24) - 0.12
			y := float64((float64(row)+0.5+rng.Range(-0.34, 0.34))/float64(rows)*1.24) - 0.12
			m.Points = append(m.Points, Point{x, y, lab.Color(), lab, rng.Range(0.8, 1.35) / float64(rows)})
		}
	}
	return m
}

// warp returns the distortion of the plane at a point.
func (m *Mesh) warp(x, y float64) (dx, dy float64) {
	dx = float64(num.Sin(float64(y*0.9)+m.phase[0])*m.bend) + float64(num.Sin(float64(x*0.7)+float64(y*1.7)+m.phase[1])*m.bend*0.6)
	dy = float64(num.Sin(float64(x*1.1)+m.phase[2])*m.bend) + float64(num.Sin(float64(y*0.8)-float64(x*1.5)+m.phase[3])*m.bend*0.6)
	return dx, dy
}

// At returns the colour at a point given as fractions of the width and height: the mean of the control points, weighted
// by proximity. A mean of opposite hues would be grey, so most of the lost chroma is restored.
func (m *Mesh) At(x, y float64) tint.Lab {
	wx, wy := m.warp(x, y)
	x, y = x+wx, y+wy
	var sum, l, a, b, chroma float64
	for i := range m.Points {
		p := &m.Points[i]
		dx, dy := float64((x-p.X)*m.aspect), y-p.Y
		d := (float64(dx*dx) + float64(dy*dy)) / (p.reach * p.reach)
		w := 1 / ((d + 0.55) * (d + 0.55))
		sum += w
		l += float64(w * p.lab.L)
		a += float64(w * p.lab.A)
		b += float64(w * p.lab.B)
		chroma += float64(w * math.Sqrt(float64(p.lab.A*p.lab.A)+float64(p.lab.B*p.lab.B)))
	}
	l, a, b, chroma = l/sum, a/sum, b/sum, chroma/sum
	if c := math.Sqrt(float64(a*a) + float64(b*b)); c > 0.012 && chroma > c {
		k := min(1+float64((chroma/c-1)*0.6), 1.6)
		a, b = float64(a*k), float64(b*k)
	}
	return tint.Lab{L: l, A: a, B: b}
}

// cellOf returns the spacing in pixels, a power of two, of the points where the field is evaluated, and its logarithm.
func cellOf(w, h int) (cell int, shift uint) {
	for shift = 1; shift < 3 && min(w, h) >= 60<<(shift+1); shift++ {
	}
	return 1 << shift, shift
}

// Paint returns the image; it stops with the context's error when ctx ends.
func (m *Mesh) Paint(ctx context.Context, w, h int) (*canvas.Canvas, error) {
	c := canvas.NewCanvas(w, h)
	cell, shift := cellOf(w, h)
	nx, ny := (w+cell-1)/cell+1, (h+cell-1)/cell+1
	node := func(line [][3]int32, row int) {
		for i := range nx {
			lab := m.At(float64(i*cell)/float64(w), float64(row*cell)/float64(h))
			r, g, b := lab.RGB16()
			line[i] = [3]int32{int32(r), int32(g), int32(b)}
		}
	}
	top, bottom := make([][3]int32, nx), make([][3]int32, nx)
	node(bottom, 0)
	for row := range ny - 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		top, bottom = bottom, top
		node(bottom, row+1)
		for k := range min(cell, h-row*cell) {
			y := row*cell + k
			pix := c.Pix[4*y*w : 4*(y+1)*w]
			ty := int32(2*k+1) << (6 - shift) // of 128
			for i := range nx - 1 {
				var v, d [3]int32
				for ch := range 3 {
					p := (top[i][ch]*(128-ty) + bottom[i][ch]*ty) >> 7
					q := (top[i+1][ch]*(128-ty) + bottom[i+1][ch]*ty) >> 7
					d[ch] = (q - p) << (6 - shift) // per pixel, in 64ths
					v[ch] = p<<6 + d[ch]>>1
				}
				for x := i * cell; x < min((i+1)*cell, w); x++ {
					q := pix[4*x : 4*x+4]
					q[0], q[1], q[2], q[3] = uint16(v[0]>>6), uint16(v[1]>>6), uint16(v[2]>>6), 65535
					v[0], v[1], v[2] = v[0]+d[0], v[1]+d[1], v[2]+d[2]
				}
			}
		}
	}
	return c, nil
}

// Placed returns the control points at their positions in the image.
func (m *Mesh) Placed() []Point {
	out := make([]Point, len(m.Points))
	for k, p := range m.Points {
		x, y := p.X, p.Y
		for range 4 {
			dx, dy := m.warp(x, y)
			x, y = p.X-dx, p.Y-dy
		}
		p.X, p.Y = x, y
		out[k] = p
	}
	return out
}

// CSS returns an approximation as the value of a CSS background: a radial gradient per control point over a vertical
// linear gradient of the mean colours at the top, middle and bottom.
func (m *Mesh) CSS() string {
	var b strings.Builder
	placed := m.Placed()
	for _, p := range placed {
		r := float64(p.reach * 100 * 1.35)
		fmt.Fprintf(&b, "radial-gradient(%.1f%% %.1f%% at %.1f%% %.1f%%, %s 0%%, %sB3 30%%, %s59 60%%, %s00 100%%), ",
			r/m.aspect*1.2, r*1.2, p.X*100, p.Y*100, p.Color, p.Color, p.Color, p.Color)
	}
	mean := func(y float64) tint.Color {
		var s tint.Lab
		for k := range 8 {
			q := m.At((float64(k)+0.5)/8, y)
			s.L, s.A, s.B = s.L+float64(q.L/8), s.A+float64(q.A/8), s.B+float64(q.B/8)
		}
		return s.Color()
	}
	fmt.Fprintf(&b, "linear-gradient(180deg, %s 0%%, %s 50%%, %s 100%%)", mean(0.08), mean(0.5), mean(0.92))
	return b.String()
}
