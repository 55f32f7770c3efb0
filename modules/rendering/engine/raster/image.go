package raster

import (
	"context"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// scaledKey identifies a part of a bitmap: halved level times, or, if reduced is set, its sides divided by a power of
// two and rounded up.
type scaledKey struct {
	image          imageKey
	x0, y0, x1, y1 int
	level          int
	reduced        bool
}

// image compiles DrawImage: the rectangle filled with the image, whose edge pixels are extended so that antialiased
// edges keep their colour.
func (c *compiler) image(cmds []command, s *state, op display.DrawImage) ([]command, error) {
	p, err := textureOf(op.Image)
	if err != nil {
		return nil, err
	}
	if op.Dst.Empty() || op.Src.Empty() || p.w == 0 || p.h == 0 {
		return cmds, nil
	}
	// The crop, in whole source pixels.
	x0, y0 := clampInt(int(op.Src.X0>>10), 0, p.w-1), clampInt(int(op.Src.Y0>>10), 0, p.h-1)
	x1, y1 := clampInt(int(op.Src.X1+1023)>>10, x0+1, p.w), clampInt(int(op.Src.Y1+1023)>>10, y0+1, p.h)
	b := &sampler{src: p, smooth: op.Sampling == display.Smooth}
	b.x, b.y = axis{lo: x0, hi: x1}, axis{lo: y0, hi: y1}
	// Local CSS pixels to source pixels.
	kx := (op.Src.X1 - op.Src.X0).Float() / (op.Dst.X1 - op.Dst.X0).Float()
	ky := (op.Src.Y1 - op.Src.Y0).Float() / (op.Dst.Y1 - op.Dst.Y0).Float()
	m := geom.Matrix{A: kx, D: ky,
		E: op.Src.X0.Float() - float64(op.Dst.X0.Float()*kx),
		F: op.Src.Y0.Float() - float64(op.Dst.Y0.Float()*ky)}
	if !c.place(b, s.t, m, op.Image) {
		return cmds, nil
	}
	return c.rect(cmds, s, op.Dst, paint{brush: b}), nil
}

func clampInt(v, lo, hi int) int { return max(lo, min(v, hi)) }

func textureOf(b *image.Bitmap) (*texture, error) {
	if b == nil || b.Width < 0 || b.Height < 0 || len(b.Pix) < b.Width*b.Height*4 {
		return nil, fmt.Errorf("image without pixels: %w", ErrBadOp)
	}
	return &texture{w: b.Width, h: b.Height, stride: b.Width * 4, pix: b.Pix, opaque: b.Opaque}, nil
}

// place sets the sampler's map from device pixels, given the map from local CSS pixels to image pixels. An image that
// is drawn smaller is first reduced by the largest power of two that leaves it at least as large as on the device. ok is
// false when the transform is singular.
func (c *compiler) place(b *sampler, t transform, m geom.Matrix, key *image.Bitmap) bool {
	inv, ok := t.Invert()
	if !ok {
		return false
	}
	m = m.Mul(inv)
	if b.smooth {
		// Image pixels per device pixel along each image axis.
		kx, ky := geom.Hypot(m.A, m.C), geom.Hypot(m.B, m.D)
		cw, ch := b.x.hi-b.x.lo, b.y.hi-b.y.lo
		if level := levelFor(cw, ch, target(cw, kx), target(ch, ky)); level > 0 {
			k := scaledKey{imageKeyOf(key), b.x.lo, b.y.lo, b.x.hi, b.y.hi, level, true}
			b.src = c.reduced(b.src, k)
			fx, fy := float64(b.src.w)/float64(cw), float64(b.src.h)/float64(ch)
			m = geom.Scale(fx, fy).Mul(geom.Translate(-float64(k.x0), -float64(k.y0))).Mul(m)
			b.x.lo, b.x.hi, b.y.lo, b.y.hi = 0, b.src.w, 0, b.src.h
			b.x.period, b.x.size = scaleFixed(b.x.period, fx), scaleFixed(b.x.size, fx)
			b.y.period, b.y.size = scaleFixed(b.y.period, fy), scaleFixed(b.y.size, fy)
		}
	}
	// Centres of device pixels.
	u, v := m.Apply(0.5, 0.5)
	b.u0, b.ux, b.uy = fixed32(u), fixed32(m.A), fixed32(m.C)
	b.v0, b.vx, b.vy = fixed32(v), fixed32(m.B), fixed32(m.D)
	// Round positions within an epsilon of a pixel's centre or edge to it.
	b.u0, b.v0 = (b.u0+1<<9)&^(1<<10-1), (b.v0+1<<9)&^(1<<10-1)
	return true
}

func scaleFixed(v int64, k float64) int64 {
	return int64(math.Floor(float64(float64(v)*k) + 0.5))
}

// target returns the number of device pixels covered by n image pixels, at k image pixels per device pixel.
func target(n int, k float64) int {
	return int(min(math.Floor(float64(n)/max(k, 1)+0.5), float64(n)))
}

// reduced returns a part of an image whose sides are divided by a power of two and rounded up, from the cache if
// possible. As in Chromium, sides that such a power does not divide are interpolated from the next larger mipmap level.
func (c *compiler) reduced(p *texture, k scaledKey) *texture {
	w, h := k.x1-k.x0, k.y1-k.y0
	to := [2]int{reduced(w, k.level), reduced(h, k.level)}
	mipmap := k
	mipmap.reduced, mipmap.level = false, mipmapFor(w, h, to[0], to[1])
	if to[0]<<k.level == w && to[1]<<k.level == h {
		return c.shrunk(p, mipmap)
	}
	return c.cached(k, func() *texture {
		if mipmap.level == 0 {
			return p.resized(k.x0, k.y0, k.x1, k.y1, to[0], to[1])
		}
		from := c.shrunk(p, mipmap)
		return from.resized(0, 0, from.w, from.h, to[0], to[1])
	})
}

// shrunk returns a part of an image, halved, from the cache if possible. All levels are cached: other sizes of the same
// image start from them.
func (c *compiler) shrunk(p *texture, k scaledKey) *texture {
	if k.level == 0 {
		return p
	}
	return c.cached(k, func() *texture {
		above := k
		above.level--
		out := c.shrunk(p, above)
		if above.level == 0 {
			return out.halved(k.x0, k.y0, k.x1, k.y1)
		}
		return out.halved(0, 0, out.w, out.h)
	})
}

// cached returns a scaled image from the cache, or makes it.
func (c *compiler) cached(k scaledKey, scale func() *texture) *texture {
	if k.image == (imageKey{}) {
		return scale()
	}
	if s, ok := c.cache.images.get(k); ok {
		return s
	}
	out := scale()
	c.cache.images.put(k, out, len(out.pix))
	return out
}

// pattern compiles a repeated image.
func (c *compiler) pattern(ctx context.Context, g *display.Pattern, s *state) (paint, error) {
	if g.Tile.Empty() {
		return paint{}, nil
	}
	if g.Projection != nil && g.List != nil {
		return c.projection(ctx, g, s)
	}
	inner := g.Transform
	if inner == (geom.Matrix{}) {
		inner = geom.Identity()
	}
	t := transform{s.t.Mul(inner)}
	tw, th := (g.Tile.X1 - g.Tile.X0).Float(), (g.Tile.Y1 - g.Tile.Y0).Float()
	var p *texture
	var err error
	if g.List != nil {
		p, err = c.tile(ctx, g.List, t, tw, th)
	} else {
		p, err = textureOf(g.Image)
	}
	if err != nil || p == nil || p.w == 0 || p.h == 0 {
		return paint{}, err
	}
	b := &sampler{src: p, smooth: g.Sampling == display.Smooth}
	kx, ky := float64(p.w)/tw, float64(p.h)/th
	b.x = patternAxis(p.w, tw, g.Step.X.Float(), kx, g.RepeatX)
	b.y = patternAxis(p.h, th, g.Step.Y.Float(), ky, g.RepeatY)
	m := geom.Matrix{A: kx, D: ky, E: -float64(g.Tile.X0.Float() * kx), F: -float64(g.Tile.Y0.Float() * ky)}
	if !c.place(b, t, m, g.Image) {
		return paint{}, nil
	}
	return paint{brush: b}, nil
}

func patternAxis(n int, tile, step, k float64, repeat bool) axis {
	a := axis{hi: n, size: int64(n) << 32}
	if !repeat {
		a.bounded = true
		return a
	}
	if step <= tile {
		a.period, a.joined = a.size, true
		return a
	}
	a.period = int64(min(float64(step*k), 1<<28) * unit)
	a.bounded = true
	return a
}

// tile renders a pattern's list at its device size.
func (c *compiler) tile(ctx context.Context, l *display.List, t transform, tw, th float64) (*texture, error) {
	if l.Width <= 0 || l.Height <= 0 {
		return nil, nil
	}
	sx, sy := t.scales()
	w, h := math.Ceil(float64(tw*sx)-1e-6), math.Ceil(float64(th*sy)-1e-6)
	if !(float64(w*h) <= maxPattern) {
		return nil, fmt.Errorf("pattern tile of %v×%v pixels: %w", w, h, ErrTooComplex)
	}
	area := irect{0, 0, max(1, int(w)), max(1, int(h))}
	held := c.textures
	if err := c.hold(int64(area.x1) * int64(area.y1)); err != nil {
		return nil, err
	}
	scale := transform{geom.Scale(float64(area.x1)/float64(l.Width), float64(area.y1)/float64(l.Height))}
	cmds, err := c.list(ctx, l, scale, area)
	if err != nil {
		return nil, fmt.Errorf("compile pattern: %w", err)
	}
	e := &executor{workers: max(1, c.workers), budget: c.budget}
	to, err := e.surface(area)
	if err != nil {
		return nil, err
	}
	if err := e.run(ctx, cmds, to, nil); err != nil {
		return nil, err
	}
	c.textures = held + int64(area.x1)*int64(area.y1) // without the textures of cmds
	return &texture{w: area.x1, h: area.y1, stride: to.stride, pix: to.pix, opaque: opaque(to.pix)}, nil
}
