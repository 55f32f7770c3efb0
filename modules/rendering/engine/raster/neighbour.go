package raster

import (
	"context"
	"encoding/binary"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// morphology sets out to the minimum or maximum channels of in within the radii (Filter Effects 1 §9.16). The cost does
// not depend on the radii.
func (e *executor) morphology(ctx context.Context, out, in *surface, rx, ry int, dilate bool) {
	if rx == 0 && ry == 0 {
		copyInto(out, in, 0, 0)
		return
	}
	area := out.area
	// Columns first, for all pixels that the rows will read.
	wide := area.grow(min(rx, maxGraphReach), 0)
	mid := &surface{area: wide, stride: wide.w() * 4, pix: make([]byte, wide.w()*wide.h()*4)}
	var w extreme
	for x := wide.x0; x < wide.x1 && ctx.Err() == nil; x++ {
		w.run(area.y0, area.y1, ry, dilate, func(y int) uint32 { return in.at(x, y) }, func(y int, p uint32) {
			binary.LittleEndian.PutUint32(mid.row(y, x, x+1), p)
		})
	}
	for y := area.y0; y < area.y1 && ctx.Err() == nil; y++ {
		w.run(area.x0, area.x1, rx, dilate, func(x int) uint32 { return mid.at(x, y) }, func(x int, p uint32) {
			binary.LittleEndian.PutUint32(out.row(y, x, x+1), p)
		})
	}
}

// extreme computes minima or maxima of a moving window by van Herk's algorithm (1992): running extremes from both ends
// of blocks of the window's length are combined.
type extreme struct{ forward, backward []uint32 }

func (w *extreme) run(from, to, r int, dilate bool, get func(int) uint32, put func(int, uint32)) {
	n, size := to-from+2*r, 2*r+1
	if cap(w.forward) < n {
		w.forward, w.backward = make([]uint32, n), make([]uint32, n)
	}
	f, b := w.forward[:n], w.backward[:n]
	pick := least
	if dilate {
		pick = greatest
	}
	for i := range n {
		p := get(from - r + i)
		b[i] = p
		if i%size != 0 {
			p = pick(p, f[i-1])
		}
		f[i] = p
	}
	for i := n - 2; i >= 0; i-- {
		if (i+1)%size != 0 {
			b[i] = pick(b[i], b[i+1])
		}
	}
	for i := range to - from {
		put(from+i, pick(b[i], f[i+2*r]))
	}
}

func least(p, q uint32) uint32 {
	return min(p&255, q&255) | min(p&0xff00, q&0xff00) | min(p&0xff0000, q&0xff0000) | min(p&0xff000000, q&0xff000000)
}

func greatest(p, q uint32) uint32 {
	return max(p&255, q&255) | max(p&0xff00, q&0xff00) | max(p&0xff0000, q&0xff0000) | max(p&0xff000000, q&0xff000000)
}

// convolve sums weighted neighbours (Filter Effects 1 §9.9).
func (e *executor) convolve(ctx context.Context, out, in *surface, c *display.Convolve) {
	edge := in.area
	if edge.empty() {
		edge = out.area
	}
	get := func(x, y int) uint32 {
		switch c.Edge {
		case display.EdgeDuplicate:
			x, y = min(max(x, edge.x0), edge.x1-1), min(max(y, edge.y0), edge.y1-1)
		case display.EdgeWrap:
			x, y = edge.x0+modulo(x-edge.x0, edge.w()), edge.y0+modulo(y-edge.y0, edge.h())
		}
		return in.at(x, y)
	}
	e.pixelRows(ctx, out, func(x, y int) uint32 {
		var sum [4]float64
		for i := range c.Rows {
			for j := range c.Columns {
				k := c.Kernel[i*c.Columns+j]
				if k == 0 {
					continue
				}
				p := get(x-c.TargetX+j, y-c.TargetY+i)
				if p == 0 {
					continue
				}
				if c.PreserveAlpha {
					s := straight8(p)
					for n := range 3 {
						sum[n] += float64(k * (float64(s[n]) / 256))
					}
					continue
				}
				for n := range sum {
					sum[n] += float64(k * float64(p>>(8*n)&255))
				}
			}
		}
		bias := float64(c.Bias * 255)
		if c.PreserveAlpha {
			a := in.at(x, y) >> 24
			var v [4]int64
			for n := range 3 {
				v[n] = int64(byteOf(sum[n]+bias)) << 8
			}
			v[3] = int64(a) << 8
			return premultiply8(v)
		}
		a := uint32(byteOf(sum[3] + bias))
		return min(uint32(byteOf(sum[0]+bias)), a) | min(uint32(byteOf(sum[1]+bias)), a)<<8 | min(uint32(byteOf(sum[2]+bias)), a)<<16 | a<<24
	})
}

// displace fetches the pixels of in at offsets given by channels of by (Filter Effects 1 §9.10), in 1/256 pixels.
func (e *executor) displace(ctx context.Context, out, in, by *surface, d *display.Displace, kx, ky float64) {
	sx, sy := int64(toFix(float64(float64(d.Scale*kx)*256))), int64(toFix(float64(float64(d.Scale*ky)*256)))
	e.pixelRows(ctx, out, func(x, y int) uint32 {
		c := straight8(by.at(x, y))
		// A channel is 0…65280; its midpoint means no displacement.
		dx := floorDiv(sx*(int64(c[d.X])-32640), 65280)
		dy := floorDiv(sy*(int64(c[d.Y])-32640), 65280)
		return in.at(x+int((dx+128)>>8), y+int((dy+128)>>8))
	})
}
