package raster

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// noise holds the lattice of Perlin noise of one seed (Filter Effects 1 §9.20).
type noise struct {
	selector [514]int
	gradient [4][514][2]float64
}

const latticeSize = 256

// random is the Park–Miller generator prescribed by the specification.
func random(seed int64) int64 {
	const m, a, q, r = 2147483647, 16807, 127773, 2836
	if seed = a*(seed%q) - r*(seed/q); seed <= 0 {
		seed += m
	}
	return seed
}

func newNoise(start int32) *noise {
	seed := int64(start)
	if seed <= 0 {
		seed = -(seed % (2147483647 - 1)) + 1
	}
	seed = min(seed, 2147483647-1)
	n := &noise{}
	for k := range n.gradient {
		for i := range latticeSize {
			n.selector[i] = i
			g := &n.gradient[k][i]
			for j := range g {
				seed = random(seed)
				g[j] = float64(seed%(2*latticeSize)-latticeSize) / latticeSize
			}
			if s := math.Sqrt(float64(g[0]*g[0]) + float64(g[1]*g[1])); s > 0 {
				g[0], g[1] = g[0]/s, g[1]/s
			}
		}
	}
	for i := latticeSize - 1; i > 0; i-- {
		seed = random(seed)
		j := int(seed % latticeSize)
		n.selector[i], n.selector[j] = n.selector[j], n.selector[i]
	}
	for i := range latticeSize + 2 {
		n.selector[latticeSize+i] = n.selector[i]
		for k := range n.gradient {
			n.gradient[k][latticeSize+i] = n.gradient[k][i]
		}
	}
	return n
}

// stitching wraps lattice points so that noise is periodic over a tile.
type stitching struct{ w, h, x, y int }

// at returns the noise of the four channels at a point.
func (n *noise) at(x, y float64, s *stitching) (out [4]float64) {
	// Offset to make all lattice coordinates positive.
	x, y = x+4096, y+4096
	fx, fy := math.Floor(x), math.Floor(y)
	x0, y0 := int(fx), int(fy)
	x1, y1 := x0+1, y0+1
	rx, ry := x-fx, y-fy
	if s != nil {
		if x0 >= s.x {
			x0 -= s.w
		}
		if x1 >= s.x {
			x1 -= s.w
		}
		if y0 >= s.y {
			y0 -= s.h
		}
		if y1 >= s.y {
			y1 -= s.h
		}
	}
	i, j := n.selector[x0&255], n.selector[x1&255]
	b00, b10 := n.selector[i+y0&255], n.selector[j+y0&255]
	b01, b11 := n.selector[i+y1&255], n.selector[j+y1&255]
	sx, sy := float64(float64(rx*rx)*(3-float64(2*rx))), float64(float64(ry*ry)*(3-float64(2*ry)))
	for k := range out {
		g := &n.gradient[k]
		u := float64(rx*g[b00][0]) + float64(ry*g[b00][1])
		v := float64((rx-1)*g[b10][0]) + float64(ry*g[b10][1])
		a := u + float64(sx*(v-u))
		u = float64(rx*g[b01][0]) + float64((ry-1)*g[b01][1])
		v = float64((rx-1)*g[b11][0]) + float64((ry-1)*g[b11][1])
		b := u + float64(sx*(v-u))
		out[k] = a + float64(sy*(b-a))
	}
	return out
}

// turbulence fills s with noise. As in browsers a pixel's noise is sampled at its centre in user units, at any scale.
func (e *executor) turbulence(ctx context.Context, s *surface, t *display.Turbulence, m transform) {
	toUser, ok := m.Mul(t.Matrix).Invert()
	if !ok || t.FrequencyX < 0 || t.FrequencyY < 0 {
		return
	}
	fx, fy := min(t.FrequencyX, 1<<10), min(t.FrequencyY, 1<<10)
	n := newNoise(t.Seed)
	var first *stitching
	if w, h := t.Tile.X1.Float()-t.Tile.X0.Float(), t.Tile.Y1.Float()-t.Tile.Y0.Float(); t.Stitch && w > 0 && h > 0 {
		w, h = math.Floor(w+0.5), math.Floor(h+0.5)
		fx, fy = wholePeriods(fx, w), wholePeriods(fy, h)
		first = &stitching{w: int(float64(w*fx) + 0.5), h: int(float64(h*fy) + 0.5)}
		first.x, first.y = first.w+4096, first.h+4096
	}
	octaves := min(max(t.Octaves, 0), 10) // further octaves contribute less than one level
	bounded := func(v float64) float64 { return min(max(v, -1<<22), 1<<22) }
	e.pixelRows(ctx, s, func(px, py int) uint32 {
		x, y := toUser.Apply(float64(px)+0.5, float64(py)+0.5)
		x, y = float64(bounded(x+noiseOffset)*fx), float64(bounded(y+noiseOffset)*fy)
		var sum [4]float64
		ratio := 1.0
		var st *stitching
		if first != nil {
			c := *first
			st = &c
		}
		for range octaves {
			v := n.at(math.Mod(x, 1<<20), math.Mod(y, 1<<20), st)
			for k := range sum {
				w := v[k]
				if !t.Fractal {
					w = math.Abs(w)
				}
				sum[k] += float64(w * ratio)
			}
			x, y, ratio = x*2, y*2, ratio/2
			if st != nil {
				st.w, st.h = 2*st.w, 2*st.h
				st.x, st.y = 2*st.x-4096, 2*st.y-4096
			}
		}
		var c [4]int64
		for k := range c {
			w := sum[k]
			if t.Fractal {
				w = float64(w*0.5) + 0.5
			}
			c[k] = int64(byteOf(float64(min(max(w, 0), 1)*255))) << 8
		}
		return premultiply8(c)
	})
}

// noiseOffset is the offset from a pixel's position to the noise sample, in user units.
const noiseOffset = 0.5

// wholePeriods adjusts a frequency so that a whole number of periods fits a length.
func wholePeriods(f, length float64) float64 {
	if f == 0 || length <= 0 {
		return f
	}
	low, high := math.Floor(float64(length*f))/length, math.Ceil(float64(length*f))/length
	if low > 0 && f/low < high/f {
		return low
	}
	return high
}
