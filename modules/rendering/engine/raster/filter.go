package raster

import (
	"context"
	"encoding/binary"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
)

// maxSigma is the maximum standard deviation of a blur in device pixels (as in Chromium's software renderer).
const maxSigma = 532

// filter is a compiled filter function, in device pixels.
type filter struct {
	kind   display.FilterKind
	sx, sy float64 // standard deviations in pixels
	dx, dy int
	color  uint32
	matrix *[20]int32
	tables *[4][256]uint8
	graph  *graph
	mirror bool // for backdrops: pixels beyond the edge are mirrored instead of transparent
}

// filters compiles filter functions for the pixels of area.
func (c *compiler) filters(ctx context.Context, fs []display.Filter, t transform, area irect) ([]filter, error) {
	var out []filter
	for i, f := range fs {
		if f.Kind != display.GraphFilter {
			out = append(out, compileFilters(fs[i:i+1], t)...)
			continue
		}
		if f.Graph == nil {
			continue
		}
		g, err := c.graph(ctx, f.Graph, t, area)
		if err != nil {
			return nil, err
		}
		out = append(out, filter{kind: f.Kind, graph: g})
	}
	return out, nil
}

// compileFilters compiles filter functions other than graphs.
func compileFilters(fs []display.Filter, t transform) []filter {
	if len(fs) == 0 {
		return nil
	}
	kx, ky := t.scales()
	var out []filter
	for _, f := range fs {
		c := filter{kind: f.Kind}
		kx, ky := kx, ky
		if f.Round && kx != ky {
			kx = math.Sqrt(float64(kx * ky))
			ky = kx
		}
		c.sx = max(0, min(float64(f.SigmaX.Float()*kx), maxSigma))
		c.sy = max(0, min(float64(f.SigmaY.Float()*ky), maxSigma))
		switch f.Kind {
		case display.Blur:
			if c.sx == 0 && c.sy == 0 {
				continue
			}
		case display.DropShadow:
			x, y := f.DX.Float(), f.DY.Float()
			dx, dy := float64(t.A*x)+float64(t.C*y), float64(t.B*x)+float64(t.D*y)
			c.dx, c.dy = int(toFix(float64(dx*256))+128)>>8, int(toFix(float64(dy*256))+128)>>8
			c.color = premultiply(f.Color)
		case display.ColorMatrix:
			m := f.Matrix
			c.matrix = &m
		case display.ComponentTransfer:
			if f.Tables == nil {
				continue
			}
			c.tables = f.Tables
		default:
			continue
		}
		out = append(out, c)
	}
	return out
}

// reach returns how far the filters spread pixels.
func reach(fs []filter) (x, y int) {
	// Successive blurs equal one blur with the sum of their variances.
	var vx, vy float64
	blurs := 0
	flush := func() {
		if blurs > 1 {
			x, y = x+blurReach(math.Sqrt(vx))+blurs, y+blurReach(math.Sqrt(vy))+blurs
		}
		vx, vy, blurs = 0, 0, 0
	}
	for i, f := range fs {
		if f.kind == display.Blur && f.graph == nil && (blurs > 0 || i+1 < len(fs) && fs[i+1].kind == display.Blur) {
			vx, vy, blurs = vx+float64(f.sx*f.sx), vy+float64(f.sy*f.sy), blurs+1
			continue
		}
		flush()
		if f.graph != nil {
			x, y = x+f.graph.rx, y+f.graph.ry
			continue
		}
		rx, ry := blurReach(f.sx), blurReach(f.sy)
		if f.kind == display.DropShadow {
			rx, ry = rx+abs(f.dx), ry+abs(f.dy)
		}
		x, y = x+rx, y+ry
	}
	flush()
	return min(x, maxReach), min(y, maxReach)
}

// maxReach bounds how far outside its content a layer is drawn: larger shadows are outside every canvas.
const maxReach = 1 << 15

func blurReach(sigma float64) int { return int(math.Ceil(float64(3 * sigma))) }

func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}

func (f filter) apply(ctx context.Context, e *executor, s *surface) error {
	switch f.kind {
	case display.Blur:
		e.blur(ctx, s, f.sx, f.sy, f.mirror)
	case display.DropShadow:
		return f.dropShadow(ctx, e, s)
	case display.GraphFilter:
		return f.graph.apply(ctx, e, s)
	case display.ColorMatrix:
		e.rows(ctx, s.area.y0, s.area.y1, func(y0, y1 int) {
			for y := y0; y < y1; y++ {
				matrixRow(s.row(y, s.area.x0, s.area.x1), f.matrix)
			}
		})
	case display.ComponentTransfer:
		e.rows(ctx, s.area.y0, s.area.y1, func(y0, y1 int) {
			for y := y0; y < y1; y++ {
				transferRow(s.row(y, s.area.x0, s.area.x1), f.tables)
			}
		})
	}
	return ctx.Err()
}

// dropShadow composites the blurred, coloured and offset alpha of s beneath it.
func (f filter) dropShadow(ctx context.Context, e *executor, s *surface) error {
	shadow, err := e.surface(s.area)
	if err != nil {
		return err
	}
	defer e.drop(shadow)
	inner := irect{s.area.x0 + f.dx, s.area.y0 + f.dy, s.area.x1 + f.dx, s.area.y1 + f.dy}.intersect(s.area)
	for y := inner.y0; y < inner.y1; y++ {
		dst := shadow.row(y, inner.x0, inner.x1)
		src := s.row(y-f.dy, inner.x0-f.dx, inner.x1-f.dx)
		for i := 0; i+4 <= len(dst); i += 4 {
			if a := src[i+3]; a != 0 {
				binary.LittleEndian.PutUint32(dst[i:], scalePixel(f.color, uint32(a)))
			}
		}
	}
	e.blur(ctx, shadow, f.sx, f.sy, false)
	e.rows(ctx, s.area.y0, s.area.y1, func(y0, y1 int) {
		for y := y0; y < y1; y++ {
			dst, under := s.row(y, s.area.x0, s.area.x1), shadow.row(y, s.area.x0, s.area.x1)
			for i := 0; i+4 <= len(dst); i += 4 {
				p, q := binary.LittleEndian.Uint32(dst[i:]), binary.LittleEndian.Uint32(under[i:])
				if q != 0 && p>>24 != 255 {
					binary.LittleEndian.PutUint32(dst[i:], overPixel(p, q))
				}
			}
		}
	})
	return ctx.Err()
}

// matrixRow applies a 4×5 colour matrix (Filter Effects 1 §9.6).
func matrixRow(row []byte, m *[20]int32) {
	for i := 0; i+4 <= len(row); i += 4 {
		p := binary.LittleEndian.Uint32(row[i:])
		if p == 0 && m[19] <= 0 {
			continue
		}
		c := straight8(p)
		var out [4]int64
		for k := range out {
			r := m[k*5 : k*5+5]
			v := int64(r[0])*int64(c[0]) + int64(r[1])*int64(c[1]) + int64(r[2])*int64(c[2]) + int64(r[3])*int64(c[3]) + int64(r[4])*65280
			// Channels are 8.8, coefficients 16.16.
			out[k] = min(max(v>>16, 0), 65280)
		}
		binary.LittleEndian.PutUint32(row[i:], premultiply8(out))
	}
}

// transferRow maps each non-premultiplied channel by a table.
func transferRow(row []byte, t *[4][256]uint8) {
	for i := 0; i+4 <= len(row); i += 4 {
		c := straight8(binary.LittleEndian.Uint32(row[i:]))
		var out [4]int64
		for k := range out {
			out[k] = int64(t[k][min((c[k]+128)>>8, 255)]) << 8
		}
		binary.LittleEndian.PutUint32(row[i:], premultiply8(out))
	}
}

// straight8 returns the non-premultiplied channels in 8.8, 0…65280.
func straight8(p uint32) [4]uint32 {
	a := p >> 24
	if a == 0 {
		return [4]uint32{}
	}
	c := [4]uint32{p & 255, p >> 8 & 255, p >> 16 & 255, a << 8}
	for k := range 3 {
		c[k] = min((c[k]*65280+a/2)/a, 65280)
	}
	return c
}

// premultiply8 returns the inverse of straight8.
func premultiply8(c [4]int64) uint32 {
	a := (c[3] + 128) >> 8
	var p uint32
	for k := range 3 {
		v := (c[k]*c[3] + 65280*128) / (65280 * 256)
		p |= uint32(min(v, a)) << (8 * k)
	}
	return p | uint32(a)<<24
}
