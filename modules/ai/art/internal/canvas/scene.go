package canvas

import (
	"context"

	"github.com/platenhq/platen/modules/ai/art/internal/num"
)

// Mode is the blend mode of a shape.
type Mode byte

// The blend modes.
const (
	Over   Mode = iota // source-over
	Screen             // screen
)

// Shape is a filled path, or a stroked one when Width is positive (round caps and joins), or a group when Children is
// set: the children are drawn together, then clipped, blurred and faded.
type Shape struct {
	Path    *Path
	Brush   Brush
	Width   float64
	Opacity float64 // 0 means 1
	Mode    Mode

	Children []Shape
	Clip     *Path
	Blur     float64 // standard deviation in pixels
}

func (s *Shape) opacity() float64 {
	if s.Opacity == 0 {
		return 1
	}
	return num.Clamp(s.Opacity, 0, 1)
}

// Scene is a list of shapes from back to front, on a transparent canvas of W × H pixels.
type Scene struct {
	W, H   int
	Shapes []Shape
}

// Add appends shapes.
func (s *Scene) Add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }

// Canvas is an image of premultiplied 16-bit RGBA pixels.
type Canvas struct {
	W, H int
	Pix  []uint16
}

// NewCanvas returns a transparent canvas.
func NewCanvas(w, h int) *Canvas { return &Canvas{w, h, make([]uint16, 4*w*h)} }

// Raster draws the scene; it stops with the context's error when ctx ends.
func (s *Scene) Raster(ctx context.Context) (*Canvas, error) {
	c := NewCanvas(s.W, s.H)
	if err := s.RasterOn(ctx, c); err != nil {
		return nil, err
	}
	return c, nil
}

// painter draws a scene's shapes on a canvas that shows it at scale k.
type painter struct {
	canvas *Canvas
	k      float64
	cover  cover
	clip   []uint16    // coverage of the clip, nil for none
	spare  *[][]uint16 // cleared masks of the canvas's size for reuse
}

func (p *painter) draw(ctx context.Context, s *Shape) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.Children != nil {
		return p.group(ctx, s)
	}
	if s.Path.Empty() {
		return nil
	}
	contours := s.Path.flatten(p.k)
	if s.Width > 0 {
		var area []contour
		for _, c := range contours {
			area = append(area, outline(c, s.Width*p.k)...)
		}
		contours = area
	}
	if !p.cover.begin(contours) {
		return nil
	}
	b := s.Brush.sampler(p.k, s.opacity())
	left, top, right, bottom := b.reach(p.canvas.W, p.canvas.H)
	for y := max(p.cover.y0, top); y < min(p.cover.y1, bottom); y++ {
		row, from, to := p.cover.line(y)
		from, to = max(from, left-p.cover.x0), min(to, right-p.cover.x0)
		if from >= to {
			continue
		}
		x0 := p.cover.x0
		if p.clip != nil {
			clip := p.clip[y*p.canvas.W+x0:]
			for k := from; k < to; k++ {
				row[k] = (row[k]*uint32(clip[k]) + 32768) >> 16
			}
		}
		pix := p.canvas.Pix[4*(y*p.canvas.W+x0):]
		if s.Mode == Screen {
			for k := from; k < to; k++ {
				if row[k] > 0 {
					screen(pix[4*k:4*k+4], b.at(x0+k, y), row[k])
				}
			}
			continue
		}
		if b.kind == flat || b.kind == linear && b.ox == 0 {
			c := b.at(0, y)
			for k := from; k < to; k++ {
				if row[k] > 0 {
					over(pix[4*k:4*k+4], c, row[k])
				}
			}
			continue
		}
		for k := from; k < to; k++ {
			if row[k] > 0 {
				over(pix[4*k:4*k+4], b.at(x0+k, y), row[k])
			}
		}
	}
	return nil
}

// over composites a colour on a pixel (source-over) at a coverage of 0 to 65536.
func over(d []uint16, c *[4]uint32, cov uint32) {
	a := c[3]
	if cov < 65536 {
		a = (a*cov + 32768) >> 16
	}
	if a >= 65536 {
		d[0], d[1], d[2], d[3] = uint16(c[0]), uint16(c[1]), uint16(c[2]), 65535
		return
	}
	b := 65536 - a
	d[0] = uint16((c[0]*a + uint32(d[0])*b + 32768) >> 16)
	d[1] = uint16((c[1]*a + uint32(d[1])*b + 32768) >> 16)
	d[2] = uint16((c[2]*a + uint32(d[2])*b + 32768) >> 16)
	d[3] = uint16((65535*a + uint32(d[3])*b + 32768) >> 16)
}

// screen blends a colour with a pixel in screen mode.
func screen(d []uint16, c *[4]uint32, cov uint32) {
	a := (c[3]>>1*(cov>>1) + 8192) >> 14
	for k := range 3 {
		s := (c[k]*a + 32768) >> 16
		d[k] = uint16(min(65535, uint32(d[k])+s-(uint32(d[k])*s+32768)>>16))
	}
}

// group draws the children on a layer of their own, or directly on the canvas when there is only a clip.
func (p *painter) group(ctx context.Context, s *Shape) error {
	if s.Blur <= 0 && s.opacity() == 1 {
		q := *p
		if s.Clip != nil {
			mask, used := p.clipMask(s.Clip)
			q.clip = mask
			defer p.release(mask, used)
		}
		for i := range s.Children {
			if err := q.draw(ctx, &s.Children[i]); err != nil {
				return err
			}
		}
		return nil
	}
	// A wide blur hides detail: its layer is reduced by a power of two.
	down := 1
	for s.Blur*p.k/float64(down) > 3 && down < 16 {
		down *= 2
	}
	w, h := (p.canvas.W+down-1)/down, (p.canvas.H+down-1)/down
	sigma := s.Blur * p.k / float64(down)
	margin := 0
	if sigma > 0 {
		margin = int(sigma*3) + 2
	}
	layer := NewCanvas(w+2*margin, h+2*margin)
	q := painter{canvas: layer, k: p.k / float64(down), cover: cover{w: layer.W, h: layer.H}, spare: &[][]uint16{}}
	for i := range s.Children {
		child := s.Children[i]
		if margin > 0 {
			child = child.moved(float64(margin) / q.k)
		}
		if err := q.draw(ctx, &child); err != nil {
			return err
		}
	}
	layer.blur(sigma)
	clip := p.clip
	if s.Clip != nil {
		mask, used := p.clipMask(s.Clip)
		clip = mask
		defer p.release(mask, used)
	}
	return p.lay(ctx, layer, down, margin, uint32(float64(s.opacity()*65536)+0.5), clip, s.Mode)
}

// moved returns the shape translated by d in both axes.
func (s Shape) moved(d float64) Shape {
	m := Matrix{1, 0, 0, 1, d, d}
	if s.Path != nil {
		s.Path = s.Path.Apply(m)
	}
	if s.Clip != nil {
		s.Clip = s.Clip.Apply(m)
	}
	s.Brush.x1, s.Brush.y1 = s.Brush.x1+d, s.Brush.y1+d
	if s.Brush.kind == linear {
		s.Brush.x2, s.Brush.y2 = s.Brush.x2+d, s.Brush.y2+d
	}
	if s.Children != nil {
		kids := make([]Shape, len(s.Children))
		for k, c := range s.Children {
			kids[k] = c.moved(d)
		}
		s.Children = kids
	}
	return s
}

// box is a rectangle in pixels.
type box struct{ x0, y0, x1, y1 int }

// clipMask returns the coverage of a path intersected with the current clip, and the box where it may be non-zero.
func (p *painter) clipMask(path *Path) ([]uint16, box) {
	var mask []uint16
	if n := len(*p.spare); n > 0 {
		mask, *p.spare = (*p.spare)[n-1], (*p.spare)[:n-1]
	} else {
		mask = make([]uint16, p.canvas.W*p.canvas.H)
	}
	if !p.cover.begin(path.flatten(p.k)) {
		return mask, box{}
	}
	used := box{p.cover.x0, p.cover.y0, p.cover.x1, p.cover.y1}
	for y := used.y0; y < used.y1; y++ {
		row, from, to := p.cover.line(y)
		at := y*p.canvas.W + used.x0
		for k := from; k < to; k++ {
			v := min(row[k], 65535)
			if p.clip != nil {
				v = (v*uint32(p.clip[at+k]) + 32768) >> 16
			}
			mask[at+k] = uint16(v)
		}
	}
	return mask, used
}

// release clears a mask for the next clip.
func (p *painter) release(mask []uint16, used box) {
	for y := used.y0; y < used.y1; y++ {
		clear(mask[y*p.canvas.W+used.x0 : y*p.canvas.W+used.x1])
	}
	*p.spare = append(*p.spare, mask)
}

// lay composites a layer, reduced by down and with a margin, on the canvas.
func (p *painter) lay(ctx context.Context, layer *Canvas, down, margin int, opacity uint32, clip []uint16, mode Mode) error {
	unit := 256 / down
	for y := range p.canvas.H {
		if y&63 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		// The pixel's centre in 256ths of the layer's pixels.
		fy := y*unit + unit/2 - 128 + margin*256
		if down == 1 {
			fy = (y + margin) * 256
		}
		y0 := min(max(fy>>8, 0), layer.H-1)
		y1 := min(y0+1, layer.H-1)
		ty := uint32(fy & 255)
		top, bottom := layer.Pix[4*y0*layer.W:4*(y0+1)*layer.W], layer.Pix[4*y1*layer.W:4*(y1+1)*layer.W]
		for x := range p.canvas.W {
			fx := x*unit + unit/2 - 128 + margin*256
			if down == 1 {
				fx = (x + margin) * 256
			}
			x0 := min(max(fx>>8, 0), layer.W-1)
			x1 := min(x0+1, layer.W-1)
			tx := uint32(fx & 255)
			if top[4*x0+3]|top[4*x1+3]|bottom[4*x0+3]|bottom[4*x1+3] == 0 {
				continue
			}
			m := opacity
			i := y*p.canvas.W + x
			if clip != nil {
				m = (m*uint32(clip[i]) + 32768) >> 16
			}
			var v [4]uint32
			for ch := range 4 {
				a := uint32(top[4*x0+ch])*(256-tx) + uint32(top[4*x1+ch])*tx
				b := uint32(bottom[4*x0+ch])*(256-tx) + uint32(bottom[4*x1+ch])*tx
				c := (a>>8*(256-ty) + b>>8*ty) >> 8
				v[ch] = uint32(uint64(c) * uint64(m) >> 16)
			}
			d := p.canvas.Pix[4*i : 4*i+4]
			if mode == Screen {
				for ch := range 3 {
					d[ch] = uint16(min(65535, uint32(d[ch])+v[ch]-(uint32(d[ch])*v[ch]+32768)>>16))
				}
				continue
			}
			rest := 65536 - v[3]
			for ch := range 4 {
				d[ch] = uint16(min(65535, v[ch]+(uint32(d[ch])*rest+32768)>>16))
			}
		}
	}
	return nil
}

// Preview draws the scene scaled by k, at most 1.
func (s *Scene) Preview(ctx context.Context, k float64) (*Canvas, error) {
	c := NewCanvas(max(int(float64(float64(s.W)*k)+0.5), 1), max(int(float64(float64(s.H)*k)+0.5), 1))
	return c, s.on(ctx, c, k)
}

// RasterOn draws the scene over a canvas of the same size.
func (s *Scene) RasterOn(ctx context.Context, c *Canvas) error { return s.on(ctx, c, 1) }

func (s *Scene) on(ctx context.Context, c *Canvas, k float64) error {
	p := painter{canvas: c, k: k, cover: cover{w: c.W, h: c.H}, spare: &[][]uint16{}}
	for i := range s.Shapes {
		if err := p.draw(ctx, &s.Shapes[i]); err != nil {
			return err
		}
	}
	return nil
}

// Lay composites an image of the same size over c.
func (c *Canvas) Lay(top *Canvas) {
	for k := 0; k < len(c.Pix); k += 4 {
		if top.Pix[k+3] == 0 {
			continue
		}
		rest := 65536 - uint32(top.Pix[k+3])
		for ch := range 4 {
			c.Pix[k+ch] = uint16(min(65535, uint32(top.Pix[k+ch])+(uint32(c.Pix[k+ch])*rest+32768)>>16))
		}
	}
}

// Mirrored returns the shape reflected about the line at y, its height multiplied by k.
func (s Shape) Mirrored(y, k float64) Shape {
	m := Matrix{1, 0, 0, -k, 0, y + float64(y*k)}
	if s.Path != nil {
		s.Path = s.Path.Apply(m)
	}
	if s.Clip != nil {
		s.Clip = s.Clip.Apply(m)
	}
	b := &s.Brush
	switch b.kind {
	case linear:
		b.y1, b.y2 = m.F-float64(k*b.y1), m.F-float64(k*b.y2)
	case radial:
		b.y1, b.y2, b.turn = m.F-float64(k*b.y1), float64(b.y2*k), -b.turn
	}
	if s.Children != nil {
		kids := make([]Shape, len(s.Children))
		for i, c := range s.Children {
			kids[i] = c.Mirrored(y, k)
		}
		s.Children = kids
	}
	return s
}
