package raster

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// gradient compiles a gradient. A degenerate one (singular transform, zero length) paints its last colour, as CSS
// requires.
func (c *compiler) gradient(g *display.Gradient, t transform) paint {
	r := c.ramp(g)
	if len(g.Stops) == 0 {
		return paint{}
	}
	inv, ok := toLocal(t, g.Transform)
	if !ok {
		return paint{color: r.last}
	}
	// position = (offset − first) / (last − first), an affine map of the offset.
	lo, hi := offset(g.Stops[0]), offset(g.Stops[len(g.Stops)-1])
	p := place{scale: 1, inv: inv}
	if hi > lo {
		p.scale = 1 / (hi - lo)
	}
	p.first = lo
	switch g.Kind {
	case display.Radial:
		return radial(g, r, p)
	case display.Conic:
		b := &conicBrush{ramp: r, place: p}
		b.cx, b.cy = g.P0.X.Float(), g.P0.Y.Float()
		b.start = math.Mod(g.Angle, 360) / 360
		if b.start != b.start {
			b.start = 0
		}
		return paint{brush: b}
	}
	x0, y0 := g.P0.X.Float(), g.P0.Y.Float()
	dx, dy := g.P1.X.Float()-x0, g.P1.Y.Float()-y0
	n := float64(dx*dx) + float64(dy*dy)
	if n == 0 {
		return paint{color: r.last}
	}
	dx, dy = dx/n, dy/n
	// offset(device) = (inv(x, y) − P0) · d
	ux := float64(inv.A*dx) + float64(inv.B*dy)
	uy := float64(inv.C*dx) + float64(inv.D*dy)
	u0 := float64((inv.E-x0)*dx) + float64((inv.F-y0)*dy)
	u0 += float64(ux*0.5) + float64(uy*0.5) // pixel centres
	b := &linearBrush{
		ramp: r,
		u0:   fixed32(float64((u0 - p.first) * p.scale)),
		ux:   fixed32(float64(ux * p.scale)),
		uy:   fixed32(float64(uy * p.scale)),
	}
	if r.sharp {
		// A pixel whose centre is on a hard edge has the colour after it. Rounding of the steps, ½ per pixel, must not
		// move its position before the edge.
		b.u0 += 1 << 12
	}
	return paint{brush: b}
}

// offset returns a stop's offset along the gradient line.
func offset(s display.Stop) float64 { return float64(float64(s.Offset) / 65536) }

// fixed32 converts to 32.32 fixed point, clamped to keep sums within int64.
func fixed32(v float64) int64 {
	v = float64(v * unit)
	if v != v {
		return 0
	}
	return int64(math.Floor(max(-1<<61, min(v, 1<<61)) + 0.5))
}

// place maps device pixels to gradient space, and offsets to ramp positions.
type place struct {
	inv          geom.Matrix
	first, scale float64
}

// position converts an offset along the gradient to a ramp position.
func (p *place) position(offset float64) int64 {
	v := float64(float64((offset-p.first)*p.scale) * unit)
	return int64(max(-1<<61, min(v, 1<<61)))
}

func (c *compiler) ramp(g *display.Gradient) *ramp {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %t", g.Space, g.Spread, g.Hue, g.Straight)
	var e [8]byte
	for _, s := range g.Stops {
		binary.LittleEndian.PutUint32(e[:], uint32(s.Offset))
		e[4], e[5], e[6], e[7] = s.Color.R, s.Color.G, s.Color.B, s.Color.A
		b.Write(e[:])
	}
	key := b.String()
	if r, ok := c.cache.ramps.get(key); ok {
		return r
	}
	r := newRamp(g)
	c.cache.ramps.put(key, r, rampSize*4+len(r.pieces)*1048+len(key))
	return r
}

// linearBrush is a linear gradient: the position is affine in x and y.
type linearBrush struct {
	ramp       *ramp
	u0, ux, uy int64
}

func (b *linearBrush) opaque() bool { return b.ramp.solid }

func (b *linearBrush) fill(dst []byte, x, y int) {
	b.ramp.steps(dst, b.u0+int64(x)*b.ux+int64(y)*b.uy, b.ux)
}

// radialBrush is a radial gradient with concentric circles. Square roots are exact in IEEE arithmetic, so pixels may
// depend on them.
type radialBrush struct {
	ramp *ramp
	place
	r0, k float64 // offset = (distance − r0)·k
}

func radial(g *display.Gradient, r *ramp, p place) paint {
	x0, y0, x1, y1 := g.P0.X.Float(), g.P0.Y.Float(), g.P1.X.Float(), g.P1.Y.Float()
	r0, r1 := g.R0.Float(), g.R1.Float()
	if r0 < 0 || r1 < 0 || r0+r1 == 0 || (g.P0 == g.P1 && r0 == r1) {
		return paint{color: r.last}
	}
	if g.P0 == g.P1 {
		p.inv = geom.Translate(-x1, -y1).Mul(p.inv)
		return paint{brush: &radialBrush{ramp: r, place: p, r0: r0, k: 1 / (r1 - r0)}}
	}
	p.inv = geom.Translate(-x0, -y0).Mul(p.inv)
	return paint{brush: &focalBrush{ramp: r, place: p, dx: x1 - x0, dy: y1 - y0, r0: r0, dr: r1 - r0}}
}

func (b *radialBrush) opaque() bool { return b.ramp.solid }

func (b *radialBrush) fill(dst []byte, x, y int) {
	fy := float64(y) + 0.5
	bx := float64(b.inv.C*fy) + b.inv.E
	by := float64(b.inv.D*fy) + b.inv.F
	sx, sy := b.inv.A, b.inv.B
	k := float64(float64(b.k*b.scale) * unit)
	c := float64(float64((float64(b.r0*b.k)+b.first)*b.scale) * unit)
	table, pad := b.ramp.table, b.ramp.spread == display.Pad
	for i := 0; i+4 <= len(dst); i += 4 {
		fx := float64(x+i>>2) + 0.5
		gx, gy := float64(sx*fx)+bx, float64(sy*fx)+by
		v := float64(math.Sqrt(float64(gx*gx)+float64(gy*gy))*k) - c
		u := int64(max(-1<<61, min(v, 1<<61)))
		var p uint32
		if table != nil && pad && uint64(u) < unit {
			p = table[u>>rampShift&(rampSize-1)]
		} else {
			p = b.ramp.at(u)
		}
		binary.LittleEndian.PutUint32(dst[i:i+4], p)
	}
}

// focalBrush is a radial gradient between two circles (as in HTML canvas): the colour at a point is that of the largest
// t whose circle passes through it.
type focalBrush struct {
	ramp *ramp
	place
	dx, dy, r0, dr float64
}

func (b *focalBrush) opaque() bool { return false }

func (b *focalBrush) fill(dst []byte, x, y int) {
	fy := float64(y) + 0.5
	a := float64(b.dx*b.dx) + float64(b.dy*b.dy) - float64(b.dr*b.dr)
	for i := 0; i+4 <= len(dst); i += 4 {
		fx := float64(x+i>>2) + 0.5
		gx, gy := b.inv.Apply(fx, fy)
		// a·t² − 2·h·t + c = 0
		h := float64(gx*b.dx) + float64(gy*b.dy) + float64(b.r0*b.dr)
		c := float64(gx*gx) + float64(gy*gy) - float64(b.r0*b.r0)
		t, ok := b.root(a, h, c)
		var p uint32
		if ok {
			p = b.ramp.at(b.position(t))
		}
		binary.LittleEndian.PutUint32(dst[i:i+4], p)
	}
}

func (b *focalBrush) root(a, h, c float64) (float64, bool) {
	if math.Abs(a) < 1e-9 {
		if h == 0 {
			return 0, false
		}
		t := c / float64(2*h)
		return t, b.r0+float64(t*b.dr) >= 0
	}
	disc := float64(h*h) - float64(a*c)
	if disc < 0 {
		return 0, false
	}
	s := math.Sqrt(disc)
	t, other := (h+s)/a, (h-s)/a
	if t < other {
		t, other = other, t
	}
	if b.r0+float64(t*b.dr) >= 0 {
		return t, true
	}
	return other, b.r0+float64(other*b.dr) >= 0
}

// conicBrush is a conic gradient.
type conicBrush struct {
	ramp *ramp
	place
	cx, cy, start float64
}

func (b *conicBrush) opaque() bool { return b.ramp.solid }

func (b *conicBrush) fill(dst []byte, x, y int) {
	fy := float64(y) + 0.5
	bx := float64(b.inv.C*fy) + (b.inv.E - b.cx)
	by := float64(b.inv.D*fy) + (b.inv.F - b.cy)
	sx, sy := b.inv.A, b.inv.B
	k := float64(b.scale * unit)
	c := float64(b.first * k)
	table, pad := b.ramp.table, b.ramp.spread == display.Pad
	hint := 0
	for i := 0; i+4 <= len(dst); i += 4 {
		fx := float64(x+i>>2) + 0.5
		t := turns(float64(sx*fx)+bx, float64(sy*fx)+by) - b.start
		if t < 0 {
			t++
		}
		if t >= 1 {
			t--
		}
		u := int64(max(-1<<61, min(float64(t*k)-c, 1<<61)))
		var p uint32
		switch {
		case table != nil && pad && uint64(u) < unit:
			p = table[u>>rampShift&(rampSize-1)]
		case table != nil:
			p = b.ramp.at(u)
		case !pad:
			p, hint = b.ramp.piece(b.ramp.wrap(u), hint)
		case u < 0:
			p = b.ramp.first
		case u >= unit:
			p = b.ramp.last
		default:
			p, hint = b.ramp.piece(u, hint)
		}
		binary.LittleEndian.PutUint32(dst[i:i+4], p)
	}
}

// turns returns the angle of (x, y), clockwise from the top, in turns [0, 1). The polynomial is Abramowitz and Stegun
// 4.4.49, with an error below 2e-6 turns.
func turns(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	hi, lo := max(ax, ay), min(ax, ay)
	if hi == 0 {
		return 0
	}
	r := lo / hi
	z := float64(r * r)
	p := float64(0.0208351*z) - 0.0851330
	p = float64(p*z) + 0.1801410
	p = float64(p*z) - 0.3302995
	p = float64(p*z) + 0.9998660
	a := float64(float64(p*r) * (1 / (2 * math.Pi))) // from the nearer axis
	if ay < ax {
		a = 0.25 - a
	}
	// a is now the angle from the vertical axis.
	switch {
	case x >= 0 && y <= 0:
		return a
	case x >= 0:
		return 0.5 - a
	case y > 0:
		return 0.5 + a
	}
	return 1 - a
}
