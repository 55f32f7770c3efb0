package raster

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// light renders the lighting of in's alpha as a height map.
func (e *executor) light(ctx context.Context, out, in *surface, l *display.Lighting, t transform) {
	kx, ky := t.scales()
	k := math.Sqrt((float64(kx*kx) + float64(ky*ky)) / 2)
	place := func(p [3]float64) [3]float64 {
		x, y := t.Apply(p[0], p[1])
		return [3]float64{x, y, float64(p[2] * k)}
	}
	position, target := place(l.Position), place(l.Target)
	toTarget := normalized([3]float64{target[0] - position[0], target[1] - position[1], target[2] - position[2]})
	depth := float64(float64(l.Depth*k) / 255)
	color := [3]float64{float64(l.Color.R), float64(l.Color.G), float64(l.Color.B)}
	e.pixelRows(ctx, out, func(x, y int) uint32 {
		height := float64(depth * float64(in.at(x, y)>>24))
		n := normal(in, x, y, depth)
		to := l.Direction
		if l.Light != display.DistantLight {
			to = normalized([3]float64{position[0] - float64(x) - 0.5, position[1] - float64(y) - 0.5, position[2] - height})
		}
		strength := 1.0
		if l.Light == display.SpotLight {
			strength = spot(-dot(to, toTarget), l)
		}
		shine := dot(n, to)
		if l.Specular {
			shine = dot(n, normalized([3]float64{to[0], to[1], to[2] + 1}))
			if shine > 0 && l.Exponent != 1 {
				shine = geom.Pow(shine, l.Exponent)
			}
		}
		shine = max(0, float64(float64(l.Constant*shine)*strength))
		var c [3]uint32
		for i := range c {
			c[i] = uint32(byteOf(float64(shine * color[i])))
		}
		a := uint32(255)
		if l.Specular {
			a = max(c[0], c[1], c[2])
		}
		return c[0] | c[1]<<8 | c[2]<<16 | a<<24
	})
}

// coneEdge softens the edge of a spot light's cone.
const coneEdge = 0.016

// spot returns the strength of a spot light, given the cosine of the angle to its axis.
func spot(cos float64, l *display.Lighting) float64 {
	if cos <= 0 || cos < l.Cone {
		return 0
	}
	s := 1.0
	if l.Focus != 0 {
		s = geom.Pow(cos, l.Focus)
	}
	if l.Cone > -1 && cos < l.Cone+coneEdge {
		s = float64(s * ((cos - l.Cone) / coneEdge))
	}
	return s
}

// normal returns the surface normal at a pixel, by the specification's Sobel kernels for the interior, the edges and
// the corners.
func normal(s *surface, x, y int, depth float64) [3]float64 {
	a := s.area
	l, r, u, d := 1, 1, 1, 1
	if x <= a.x0 {
		l = 0
	}
	if x >= a.x1-1 {
		r = 0
	}
	if y <= a.y0 {
		u = 0
	}
	if y >= a.y1-1 {
		d = 0
	}
	at := func(dx, dy int) int { return int(s.at(x+dx, y+dy) >> 24) }
	// Differences across columns, weighted over the available rows, and vice versa.
	gx, wx := 2*(at(r, 0)-at(-l, 0)), 2
	gy, wy := 2*(at(0, d)-at(0, -u)), 2
	if u == 1 {
		gx, wx = gx+at(r, -1)-at(-l, -1), wx+1
	}
	if d == 1 {
		gx, wx = gx+at(r, 1)-at(-l, 1), wx+1
	}
	if l == 1 {
		gy, wy = gy+at(-1, d)-at(-1, -u), wy+1
	}
	if r == 1 {
		gy, wy = gy+at(1, d)-at(1, -u), wy+1
	}
	return normalized([3]float64{
		float64(-depth * (float64(2*gx) / float64(wx*max(l+r, 1)))),
		float64(-depth * (float64(2*gy) / float64(wy*max(u+d, 1)))),
		1,
	})
}

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

func normalized(v [3]float64) [3]float64 {
	n := math.Sqrt(dot(v, v))
	if n == 0 {
		return [3]float64{0, 0, 1}
	}
	return [3]float64{v[0] / n, v[1] / n, v[2] / n}
}
