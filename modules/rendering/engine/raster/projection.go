package raster

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// projected paints an image in perspective. inv maps centres of device pixels to homogeneous image coordinates;
// positions behind any of the cuts are not painted.
type projected struct {
	sampler
	inv  geom.Homography
	cuts [][3]float64 // in device space, times the third coordinate of inv
}

func (s *projected) opaque() bool { return s.src.opaque && len(s.cuts) == 0 }

func (s *projected) fill(dst []byte, x, y int) {
	fy := float64(y) + 0.5
	for ; len(dst) >= 4; dst, x = dst[4:], x+1 {
		fx := float64(x) + 0.5
		row := func(i int) float64 { return float64(s.inv[i]*fx) + float64(s.inv[i+1]*fy) + s.inv[i+2] }
		u, v, w := row(0), row(3), row(6)
		color := uint32(0)
		if w != 0 {
			u, v = u/w, v/w
			if s.keeps(u, v) {
				color = s.color(fixed32(u), fixed32(v))
			}
		}
		binary.LittleEndian.PutUint32(dst, color)
	}
}

// keeps reports whether an image position is in front of all cuts.
func (s *projected) keeps(u, v float64) bool {
	for _, c := range s.cuts {
		if float64(c[0]*u)+float64(c[1]*v)+c[2] < 0 {
			return false
		}
	}
	return true
}

// maxProjectedScale bounds the resolution of an image in perspective relative to the device.
const maxProjectedScale = 4

// projection compiles a list drawn in perspective.
func (c *compiler) projection(ctx context.Context, g *display.Pattern, s *state) (paint, error) {
	pr := g.Projection
	tw, th := (g.Tile.X1 - g.Tile.X0).Float(), (g.Tile.Y1 - g.Tile.Y0).Float()
	k := projectedScale(pr.Matrix, g.Tile)
	sx, sy := s.t.scales()
	most := min(maxPattern, float64(c.mostTextures-c.textures)) / 4 // planes of a crowded scene are less sharp
	for k > 1 && !(float64(tw*sx*k)*float64(th*sy*k) <= most) {
		k--
	}
	p, err := c.tile(ctx, g.List, transform{geom.Scale(float64(sx*k), float64(sy*k))}, tw, th)
	if err != nil || p == nil {
		return paint{}, err
	}
	kx, ky := float64(p.w)/tw, float64(p.h)/th
	device := geom.Matrix{A: s.t.A, B: s.t.B, C: s.t.C, D: s.t.D, E: s.t.E, F: s.t.F}
	toDevice := device.Projective().Mul(pr.Matrix)
	inv, ok := toDevice.Invert()
	if !ok {
		return paint{}, nil
	}
	x0, y0 := g.Tile.X0.Float(), g.Tile.Y0.Float()
	b := &projected{inv: geom.Matrix{A: kx, D: ky, E: -float64(x0 * kx), F: -float64(y0 * ky)}.Projective().Mul(inv)}
	b.src, b.smooth = p, true
	b.x, b.y = axis{hi: p.w}, axis{hi: p.h}
	b.uy, b.vx = 1, 1 // interpolated as finely as rotated images
	for _, q := range pr.Cuts {
		b.cuts = append(b.cuts, [3]float64{q[0] / kx, q[1] / ky, q[2] + float64(q[0]*x0) + float64(q[1]*y0)})
	}
	return paint{brush: b}, nil
}

// projectedScale returns the resolution, relative to the device, at which an image in perspective is drawn: the integer
// scale at its nearest corner.
func projectedScale(h geom.Homography, r display.Rect) float64 {
	most := 1.0
	for _, p := range [4][2]float64{{r.X0.Float(), r.Y0.Float()}, {r.X1.Float(), r.Y0.Float()}, {r.X1.Float(), r.Y1.Float()}, {r.X0.Float(), r.Y1.Float()}} {
		row := func(i int) float64 { return float64(h[i]*p[0]) + float64(h[i+1]*p[1]) + h[i+2] }
		x, y, w := row(0), row(3), row(6)
		if w < 1e-3 {
			continue
		}
		// The derivatives of the projection at that corner.
		d := func(i int) float64 {
			dx := (float64(h[i]*w) - float64(x*h[6+i])) / float64(w*w)
			dy := (float64(h[3+i]*w) - float64(y*h[6+i])) / float64(w*w)
			return geom.Hypot(dx, dy)
		}
		most = max(most, d(0), d(1))
	}
	return min(math.Floor(most+0.5), maxProjectedScale)
}
