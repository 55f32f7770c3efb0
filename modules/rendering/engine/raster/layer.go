package raster

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/limit"
)

// layerCommand draws commands offscreen and composites the result.
type layerCommand struct {
	content irect // bounds of the commands
	area    irect // bounds of the result
	outside irect // the enclosing area, without the layer's own bounds
	clip    *clip
	cmds    []command
	opacity uint32
	blend   display.Blend

	filters      []filter
	backdrop     []filter
	backdropClip *shape
	backdropArea irect
	// backdropGap is the distance, in sizes of the area, from its right and bottom edges to where a blur mirrors it.
	backdropGap float64

	mask          []command
	hasMask       bool
	maskLuminance bool
	flat          bool // a plain group: its commands can be drawn directly
}

// layer compiles PushLayer and updates s to the state inside the layer.
func (c *compiler) layer(ctx context.Context, s *state, op display.PushLayer) (*layerCommand, error) {
	l := &layerCommand{clip: s.clip, opacity: uint32(op.Opacity), blend: op.Blend, maskLuminance: op.MaskLuminance, outside: s.area}
	var err error
	if l.filters, err = c.filters(ctx, op.Filters, s.t, s.area); err != nil {
		return nil, err
	}
	if l.backdrop, err = c.filters(ctx, op.Backdrop, s.t, s.area); err != nil {
		return nil, err
	}
	if len(l.backdrop) > 0 {
		l.backdrop = append(l.backdrop, l.filters...)
	}
	rx, ry := reach(l.filters)
	l.content = s.area.grow(rx, ry)
	if op.Bounds != (display.Rect{}) {
		l.content = l.content.intersect(s.t.bounds(op.Bounds))
	}
	if s.area.empty() {
		l.content = irect{}
	}
	l.area = irect{}
	if !l.content.empty() {
		l.area = l.content.grow(rx, ry).intersect(s.area)
	}
	if op.Mask != nil {
		l.hasMask = true
		cmds, err := c.list(ctx, op.Mask, s.t, l.area)
		if err != nil {
			return nil, fmt.Errorf("compile mask: %w", err)
		}
		l.mask = cmds
	}
	if len(l.backdrop) > 0 {
		l.backdropArea = l.area
		if op.BackdropClip != nil {
			var b shapeBuilder
			b.rrect(*op.BackdropClip, s.t, false)
			l.backdropClip = b.finish(display.NonZero)
			l.backdropArea = l.backdropClip.bounds.intersect(s.area)
		}
		// Chromium mirrors at the edges of the area scaled once more, from its left and top: what is between is transparent.
		if k, ok := s.t.uprightScale(); ok && k > 1 {
			l.backdropGap = k - 1
		}
		l.area = l.area.union(l.backdropArea)
		l.content = l.content.union(l.backdropArea)
	}
	if clears(l.blend) {
		l.area = s.area
	}
	l.flat = l.opacity == 255 && l.blend == display.Normal && len(l.filters) == 0 && len(l.backdrop) == 0 && !l.hasMask && s.clip == nil
	if l.flat {
		s.area = l.content
		return l, nil
	}
	s.clip, s.area = nil, l.content
	return l, nil
}

// finish appends the closed layer to the surrounding commands.
func (l *layerCommand) finish(around, inside []command) []command {
	if l.flat {
		for _, c := range inside {
			if k, ok := c.(*layerCommand); ok && k.blends() {
				l.flat = false
			}
			if _, ok := c.(barrier); ok {
				l.flat = false
			}
		}
		if l.flat {
			return append(around, inside...)
		}
	}
	keeps := clears(l.blend)
	for _, f := range l.filters {
		keeps = keeps || f.graph != nil // a graph can produce pixels without input
	}
	if l.area.empty() || ((l.opacity == 0 || len(inside) == 0 && len(l.backdrop) == 0) && !keeps) {
		return around
	}
	l.cmds = inside
	l.shrink(inside)
	if len(l.filters) > 0 || len(l.backdrop) > 0 || hasBarrier(inside) || hasBarrier(l.mask) {
		return append(around, &wholeLayer{l})
	}
	return append(around, l)
}

// clears reports whether a mode changes what is outside the layer's content.
func clears(b display.Blend) bool {
	return b == display.SourceIn || b == display.DestinationIn || b == display.SourceOut
}

// blends reports whether the layer blends with the content beneath it.
func (l *layerCommand) blends() bool { return l.blend != display.Normal }

func hasBarrier(cmds []command) bool {
	for _, c := range cmds {
		if _, ok := c.(barrier); ok {
			return true
		}
	}
	return false
}

func (l *layerCommand) bounds() irect { return l.area }

// draw renders and composites one strip of the layer.
func (l *layerCommand) draw(w *worker, to *surface, area irect) {
	s := w.layer(area)
	drawAll(w, l.cmds, s, l.content)
	if l.hasMask {
		m := w.layer(area)
		drawAll(w, l.mask, m, area)
		applyMask(s, m, l.maskLuminance)
		w.dropLayer(m)
	}
	compositeCommand{src: s, area: area, clip: l.clip, opacity: l.opacity, blend: l.blend}.draw(w, to, area)
	w.dropLayer(s)
}

func drawAll(w *worker, cmds []command, to *surface, area irect) {
	area = area.intersect(to.area)
	for _, c := range cmds {
		if part := area.intersect(c.bounds()); !part.empty() {
			c.draw(w, to, part)
		}
	}
}

// wholeLayer is a layer that needs all of its rows, or all rows beneath it, before any can be drawn.
type wholeLayer struct{ *layerCommand }

func (l *wholeLayer) readsTarget() bool { return len(l.backdrop) > 0 }

func (l *wholeLayer) prepare(ctx context.Context, e *executor, to *surface) (command, error) {
	if len(l.backdrop) > 0 {
		return l.withBackdrop(ctx, e, to)
	}
	cmds := l.cmds
	out := compositeCommand{area: l.area, clip: l.clip, opacity: l.opacity, blend: l.blend}
	area := l.content.union(l.area.intersect(to.area))
	filters := l.filters
	var s *surface
	var err error
	if len(filters) > 0 && filters[0].kind == display.Blur && !hasBarrier(cmds) {
		// A wide blur of plain content does not need the content at full size.
		if p := e.blurCommands(ctx, cmds, l.content, area, filters[0]); p != nil {
			if len(filters) == 1 && !l.hasMask {
				out.src = p
				return out, ctx.Err()
			}
			if s, err = e.surface(area); err != nil {
				return nil, err
			}
			e.enlarge(ctx, p, s)
			filters = filters[1:]
		}
	}
	if s == nil {
		if s, err = e.surface(area); err != nil {
			return nil, err
		}
		if err := e.run(ctx, cmds, s.part(l.content), nil); err != nil {
			return nil, err
		}
	}
	for _, f := range filters {
		if err := f.apply(ctx, e, s); err != nil {
			return nil, err
		}
	}
	if l.hasMask {
		m, err := e.surface(l.area)
		if err != nil {
			return nil, err
		}
		if err := e.run(ctx, l.mask, m, nil); err != nil {
			return nil, err
		}
		e.rows(ctx, l.area.y0, l.area.y1, func(y0, y1 int) {
			part := irect{l.area.x0, y0, l.area.x1, y1}
			applyMask(s.part(part), m.part(part), l.maskLuminance)
		})
		e.drop(m)
	}
	e.drop(s) // maxHeld bounds the layers that await compositing
	out.src = s
	return out, nil
}

// withBackdrop composites a filtered backdrop and then the layer's content, each with the layer's filters, mask, clip and
// opacity, as in Chromium. Only the content is blended, and backdrop filters nested in it see nothing but the content.
func (l *wholeLayer) withBackdrop(ctx context.Context, e *executor, to *surface) (command, error) {
	b, err := e.backdrop(ctx, l.layerCommand, to)
	if err != nil {
		return nil, err
	}
	content := *l.layerCommand
	content.backdrop = nil
	rest, err := content.ready(ctx, e, to)
	if err != nil || b == nil {
		return rest, err
	}
	if !l.hasMask {
		b.clip, b.opacity = l.clip, l.opacity
		return pair{b, rest}, nil
	}
	backdrop := &layerCommand{content: b.area, area: b.area, clip: l.clip, opacity: l.opacity, cmds: []command{b}, mask: l.mask, hasMask: true, maskLuminance: l.maskLuminance}
	first, err := backdrop.ready(ctx, e, to)
	if err != nil {
		return nil, err
	}
	return pair{first, rest}, nil
}

// ready returns the layer as a command that can be drawn by strips.
func (l *layerCommand) ready(ctx context.Context, e *executor, to *surface) (command, error) {
	if len(l.filters) == 0 && !hasBarrier(l.cmds) && !hasBarrier(l.mask) {
		return l, nil
	}
	return (&wholeLayer{l}).prepare(ctx, e, to)
}

// pair is two commands drawn in sequence.
type pair struct{ first, second command }

func (p pair) bounds() irect { return p.first.bounds().union(p.second.bounds()) }

func (p pair) draw(w *worker, to *surface, area irect) {
	drawAll(w, []command{p.first, p.second}, to, area)
}

// surface returns a transparent surface, if the layer budget allows.
func (e *executor) surface(area irect) (*surface, error) {
	if area.empty() {
		area = irect{area.x0, area.y0, area.x0, area.y0}
	}
	n := int64(area.w()) * int64(area.h()) * 4
	if n > e.budget {
		return nil, tooComplex(&limit.Error{
			Counted: "layer_bytes", Count: n, Limit: e.budget,
			Hint: "nest fewer layers, filters, masks and blended elements, or use a smaller canvas",
		})
	}
	e.budget -= n
	return newSurface(area), nil
}

func (e *executor) drop(s *surface) { e.budget += int64(len(s.pix)) }

// part returns a view of the pixels of area ⊆ s.area.
func (s *surface) part(area irect) *surface {
	area = area.intersect(s.area)
	if area.empty() {
		return &surface{area: irect{area.x0, area.y0, area.x0, area.y0}, stride: s.stride}
	}
	at := (area.y0-s.area.y0)*s.stride + (area.x0-s.area.x0)*4
	return &surface{area: area, stride: s.stride, pix: s.pix[at:]}
}

// backdrop returns a command that paints the filtered pixels beneath a layer. As in browsers only the pixels beneath
// the element itself are used, mirrored at its left and top edges, and at or beyond the others.
func (e *executor) backdrop(ctx context.Context, l *layerCommand, to *surface) (*backdropCommand, error) {
	area := l.backdropArea.intersect(to.area)
	if area.empty() {
		return nil, nil
	}
	out := &backdropCommand{area: area, shape: l.backdropClip, opacity: 255}
	wide := area // to where the pixels are mirrored
	if l.backdropGap > 0 {
		// A gap as wide as the blurs reach hides the mirror image.
		rx, ry := reach(l.backdrop)
		wide.x1 += min(int(math.Ceil(float64(l.backdropGap*float64(area.w())))), rx)
		wide.y1 += min(int(math.Ceil(float64(l.backdropGap*float64(area.h())))), ry)
	}
	f := l.backdrop[0]
	blurs := len(l.backdrop) == 1 && f.kind == display.Blur && max(f.sx, f.sy) >= narrowLimit // only
	s := to.part(area)
	if !blurs || wide != area {
		copied, err := e.surface(wide)
		if err != nil {
			return nil, err
		}
		defer e.drop(copied)
		for y := area.y0; y < area.y1; y++ {
			copy(copied.row(y, area.x0, area.x1), s.row(y, area.x0, area.x1))
		}
		s = copied
	}
	if blurs {
		x, y := newAxisBlur(f.sx), newAxisBlur(f.sy)
		out.src = &blurred{e.blurPlane(ctx, e.down(ctx, s, x.shift, y.shift), x, y, true), wide, x.shift, y.shift}
		return out, ctx.Err()
	}
	for _, f := range l.backdrop {
		f.mirror = true
		if err := f.apply(ctx, e, s); err != nil {
			return nil, err
		}
	}
	out.src = s
	return out, nil
}

// backdropCommand paints rendered pixels inside a shape.
type backdropCommand struct {
	src   rowSource
	area  irect
	shape *shape // nil: the area
	// clip and opacity are the layer's when the backdrop is not part of it.
	clip    *clip
	opacity uint32
}

func (c *backdropCommand) bounds() irect { return c.area }

func (c *backdropCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area), c.clip, paint{brush: sourceBrush{c.src, w, c.opacity}})
	if c.shape == nil {
		for y := p.area.y0; y < p.area.y1; y++ {
			p.span(y, p.area.x0, p.area.x1, 255)
		}
	} else {
		w.acc.fill(c.shape, p.area, p)
	}
	w.done(p)
}

// sourceBrush paints rendered pixels in place.
type sourceBrush struct {
	src     rowSource
	w       *worker
	opacity uint32
}

func (b sourceBrush) opaque() bool { return false }

func (b sourceBrush) fill(dst []byte, x, y int) {
	copy(dst, b.src.pixels(b.w, y, x, x+len(dst)/4))
	if b.opacity == 255 {
		return
	}
	for i := 0; i+4 <= len(dst); i += 4 {
		binary.LittleEndian.PutUint32(dst[i:], scalePixel(binary.LittleEndian.Uint32(dst[i:]), b.opacity))
	}
}

// applyMask multiplies s by the alpha or the luminance of m.
func applyMask(s, m *surface, luminance bool) {
	for y := s.area.y0; y < s.area.y1; y++ {
		dst := s.row(y, s.area.x0, s.area.x1)
		for i := 0; i < len(dst); i += 4 {
			x := s.area.x0 + i/4
			cov := uint32(0)
			if x >= m.area.x0 && x < m.area.x1 && y >= m.area.y0 && y < m.area.y1 {
				p := m.row(y, x, x+1)
				cov = uint32(p[3])
				if luminance {
					cov = uint32(Luminance(p[0], p[1], p[2])) // that of a premultiplied colour includes the alpha
				}
			}
			if cov != 255 {
				for k := range 4 {
					dst[i+k] = uint8(mul255(uint32(dst[i+k]), cov))
				}
			}
		}
	}
}

// Luminance returns the luminance of a colour for masks (CSS Masking 1 §7.10).
func Luminance(r, g, b uint8) uint8 {
	return uint8((uint32(r)*13933 + uint32(g)*46871 + uint32(b)*4732 + 1<<15) >> 16)
}
