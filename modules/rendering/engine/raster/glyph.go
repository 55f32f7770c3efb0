package raster

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hint"
)

// maxMaskSize is the maximum size of text drawn with cached masks, in device pixels per em; larger glyphs are filled as
// paths, without text gamma, as in browsers.
const maxMaskSize = 256

// glyphKey identifies a mask: everything it depends on.
type glyphKey struct {
	face     *font.Face
	id       font.GlyphID
	ppem     int32 // device pixels per em, in 1/1024
	quarter  uint8 // horizontal subpixel position, in quarter pixels
	embolden display.Coord
	oblique  int32
	hints    *hint.Face // nil: unhinted
}

// glyphMask is a glyph's coverage; (x, y) is its top left pixel relative to the pixel of the origin.
type glyphMask struct {
	x, y, w, h int
	pix        []uint8
}

// placedGlyph is a mask positioned at a device pixel.
type placedGlyph struct {
	mask *glyphMask
	x, y int
}

// glyphCommand draws a run of masks.
type glyphCommand struct {
	glyphs []placedGlyph
	area   irect
	clip   *clip
	paint  paint
	gamma  *[256]uint8
}

func (c *glyphCommand) bounds() irect { return c.area }

func (c *glyphCommand) draw(w *worker, to *surface, area irect) {
	p := w.painter(to, area.intersect(c.area), c.clip, c.paint)
	p.gamma = c.gamma
	direct := p.clip == nil && c.paint.brush == nil
	for i := range c.glyphs {
		g := &c.glyphs[i]
		m := g.mask
		y0, y1 := max(g.y+m.y, p.area.y0), min(g.y+m.y+m.h, p.area.y1)
		x := g.x + m.x
		x0, x1 := max(x, p.area.x0), min(x+m.w, p.area.x1)
		if y0 >= y1 || x0 >= x1 {
			continue
		}
		for y := y0; y < y1; y++ {
			at := (y - g.y - m.y) * m.w
			cov := m.pix[at+x0-x : at+x1-x]
			if direct {
				overGlyphRow(to.row(y, x0, x1), c.paint.color, cov, c.gamma)
			} else {
				p.mask(y, x0, cov)
			}
		}
	}
	w.done(p)
}

// overGlyphRow composites one row of a mask, as overSolidMask does.
func overGlyphRow(dst []byte, color uint32, cov []uint8, gamma *[256]uint8) {
	var toned [64]uint8
	for len(cov) > 0 {
		n := min(len(cov), len(toned))
		for i, c := range cov[:n] {
			toned[i] = gamma[c]
		}
		overSolidMask(dst[:n*4], color, toned[:n])
		dst, cov = dst[n*4:], cov[n:]
	}
}

// glyphs compiles a glyph run.
func (c *compiler) glyphs(ctx context.Context, cmds []command, s *state, op display.Glyphs) ([]command, error) {
	if len(op.Glyphs) == 0 || op.Size <= 0 {
		return cmds, nil
	}
	if op.Face == nil {
		return nil, ErrBadOp
	}
	p, err := c.paint(ctx, op.Brush, s)
	if err != nil {
		return nil, err
	}
	gamma := textGammaFor(p)
	sx, sy := s.t.scales()
	size := float64(op.Size.Float() * max(sx, sy))
	if size > maxMaskSize {
		gamma = nil
	}
	k, upright := s.t.uprightScale()
	ppem := int32(0)
	if upright && gamma != nil {
		ppem = int32(math.Floor(float64(float64(op.Size.Float()*k)*1024) + 0.5))
	}
	colored := op.Face.HasColor() && op.Stroke == nil
	var hints *hint.Face
	if ppem != 0 && op.Embolden == 0 && op.Oblique == 0 && !op.Face.IsUnfitted() {
		hints = c.faceHints(op.Face)
	}
	run := &glyphCommand{clip: s.clip, paint: p, gamma: gamma}
	for i, g := range op.Glyphs {
		if i&63 == 63 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if colored {
			more, ok, err := c.colorGlyph(ctx, cmds, s, &op, g)
			if err != nil {
				return nil, err
			}
			if ok {
				cmds = more
				continue
			}
		}
		if ppem == 0 || op.Stroke != nil {
			var err error
			if cmds, err = c.glyphPath(cmds, s, &op, g, p, gamma, glyphKey{face: op.Face, id: g.ID, ppem: ppem, hints: hints}); err != nil {
				return nil, err
			}
			continue
		}
		x, quarter, y := s.t.origin(g.X, g.Y)
		m := c.glyphMask(glyphKey{op.Face, g.ID, ppem, quarter, display.FromFloat(float64(op.Embolden.Float() * k)), op.Oblique, hints})
		if m.w == 0 {
			continue
		}
		pg := placedGlyph{m, x, y}
		area := irect{pg.x + m.x, y + m.y, pg.x + m.x + m.w, y + m.y + m.h}.intersect(s.area)
		if area.empty() {
			continue
		}
		if run.glyphs == nil {
			run.glyphs = make([]placedGlyph, 0, len(op.Glyphs)-i)
		}
		run.glyphs = append(run.glyphs, pg)
		run.area = run.area.union(area)
	}
	if len(run.glyphs) == 0 || p.invisible() {
		return cmds, nil
	}
	return append(cmds, run), nil
}

// glyphMask returns a mask from the cache, creating it if missing.
func (c *compiler) glyphMask(k glyphKey) *glyphMask {
	if m, ok := c.cache.glyphs.get(k); ok {
		return m
	}
	m := newGlyphMask(k, &c.acc)
	c.cache.glyphs.put(k, m, len(m.pix))
	return m
}

// faceHints returns a face's hinter from the cache, creating it if missing.
func (c *compiler) faceHints(f *font.Face) *hint.Face {
	if h, ok := c.cache.hints.get(f); ok {
		return h
	}
	h := hint.New(f)
	c.cache.hints.put(f, h, h.Size())
	return h
}

// outline returns the glyph's contours, and the stem hints if the face is CFF and hinted.
func (k *glyphKey) outline() (*font.Outline, *font.Stems) {
	if k.hints != nil && k.face.IsCFF() {
		return k.face.HintedOutline(k.id)
	}
	return k.face.Outline(k.id), nil
}

// drawTo draws the glyph's contours in 1/256 pixel, hinted and shifted right by shift.
func (k *glyphKey) drawTo(b pen, o *font.Outline, stems *font.Stems, shift fix) {
	div := int64(k.face.Metrics().UnitsPerEm) * 256
	scale := func(v int64) fix {
		return fix(min(max(floorDiv(v*int64(k.ppem)+div/2, div), -fixLimit), fixLimit))
	}
	if stems != nil {
		hint.DrawStems(hintPen{b}, o, stems, k.face.Metrics().UnitsPerEm, k.ppem, func(x int32) int32 { return scale(int64(x)) + shift })
		return
	}
	if k.hints.Draw(hintPen{b}, k.id, o, k.ppem, shift) {
		return
	}
	outlineTo(b, o, func(p font.SegmentPoint) fpoint {
		x := int64(p.X) + int64(p.Y)*int64(k.oblique)>>16
		return fpoint{scale(x) + shift, -scale(int64(p.Y))}
	})
}

func newGlyphMask(k glyphKey, acc *accumulator) *glyphMask {
	o, stems := k.outline()
	upem := int64(k.face.Metrics().UnitsPerEm)
	if o == nil || upem <= 0 {
		return &glyphMask{}
	}
	shift := fix(k.quarter) * 64
	var b textBuilder
	k.drawTo(&b, o, stems, shift)
	sh := b.finish()
	if k.embolden > 0 {
		px := float64(k.ppem) / 1024 / float64(upem) / 64
		path := outlinePath(o, px, k.oblique)
		if w, err := strokeShape(path, display.Stroke{Width: k.embolden}, transform{geom.Translate(float64(shift)/256, 0)}); err == nil {
			sh = emboldened(sh, w)
		}
	}
	area := sh.bounds
	if area.empty() || area.w()*area.h() > 16*maxMaskSize*maxMaskSize {
		return &glyphMask{}
	}
	var m maskRows
	m.reset(area)
	acc.fill(sh, area, &m)
	return &glyphMask{x: area.x0, y: area.y0, w: area.w(), h: area.h(), pix: m.pix}
}

// emboldened combines a filled outline with its stroke; both must have the same winding direction, or they would
// cancel.
func emboldened(fill, stroke *shape) *shape {
	lines := append([]line(nil), fill.lines...)
	flip := windsRight(fill.lines) != windsRight(stroke.lines)
	for _, l := range stroke.lines {
		if flip {
			l = line{l.x1, l.y1, l.x0, l.y0}
		}
		lines = append(lines, l)
	}
	return &shape{lines: lines, bounds: linesBounds(lines)}
}

// pen receives contours.
type pen interface {
	moveTo(p fpoint)
	lineTo(p fpoint)
	quadTo(c, p fpoint)
	cubicTo(c, e, p fpoint)
}

// hintPen passes hinted contours to a pen.
type hintPen struct{ to pen }

func (p hintPen) MoveTo(a hint.Point)    { p.to.moveTo(fpoint{a.X, a.Y}) }
func (p hintPen) LineTo(a hint.Point)    { p.to.lineTo(fpoint{a.X, a.Y}) }
func (p hintPen) QuadTo(c, a hint.Point) { p.to.quadTo(fpoint{c.X, c.Y}, fpoint{a.X, a.Y}) }
func (p hintPen) CubicTo(c, d, a hint.Point) {
	p.to.cubicTo(fpoint{c.X, c.Y}, fpoint{d.X, d.Y}, fpoint{a.X, a.Y})
}

// pathPen converts contours in device pixels to a path in CSS pixels of size device pixels each.
type pathPen struct {
	path display.Path
	size float64
	open bool
}

func (b *pathPen) at(p fpoint) display.Point {
	unit := 256 * b.size
	return display.Point{X: display.FromFloat(float64(p.x) / unit), Y: display.FromFloat(float64(p.y) / unit)}
}

func (b *pathPen) moveTo(p fpoint) {
	b.close()
	b.open = true
	b.path.MoveTo(b.at(p))
}

func (b *pathPen) lineTo(p fpoint)        { b.path.LineTo(b.at(p)) }
func (b *pathPen) quadTo(c, p fpoint)     { b.path.QuadTo(b.at(c), b.at(p)) }
func (b *pathPen) cubicTo(c, e, p fpoint) { b.path.CubicTo(b.at(c), b.at(e), b.at(p)) }

func (b *pathPen) close() {
	if b.open {
		b.path.Close()
	}
}

func (b *pathPen) finish() *display.Path {
	b.close()
	return &b.path
}

// outlineTo draws a glyph's contours with a pen.
func outlineTo(b pen, o *font.Outline, at func(font.SegmentPoint) fpoint) {
	for i := range o.Segments {
		g := &o.Segments[i]
		switch g.Op {
		case font.SegmentMove:
			b.moveTo(at(g.Args[0]))
		case font.SegmentLine:
			b.lineTo(at(g.Args[0]))
		case font.SegmentQuad:
			b.quadTo(at(g.Args[0]), at(g.Args[1]))
		case font.SegmentCube:
			b.cubicTo(at(g.Args[0]), at(g.Args[1]), at(g.Args[2]))
		}
	}
}

// outlinePath converts an outline to a path in pixels, y down, with px pixels per 1/64 font unit.
func outlinePath(o *font.Outline, px float64, oblique int32) *display.Path {
	p := &display.Path{}
	slant := float64(oblique) / 65536
	at := func(q font.SegmentPoint) display.Point {
		x := float64(q.X) + float64(float64(q.Y)*slant)
		return display.Point{X: display.FromFloat(float64(x * px)), Y: display.FromFloat(-float64(float64(q.Y) * px))}
	}
	open := false
	for i := range o.Segments {
		g := &o.Segments[i]
		switch g.Op {
		case font.SegmentMove:
			if open {
				p.Close()
			}
			open = true
			p.MoveTo(at(g.Args[0]))
		case font.SegmentLine:
			p.LineTo(at(g.Args[0]))
		case font.SegmentQuad:
			p.QuadTo(at(g.Args[0]), at(g.Args[1]))
		case font.SegmentCube:
			p.CubicTo(at(g.Args[0]), at(g.Args[1]), at(g.Args[2]))
		}
	}
	if open {
		p.Close()
	}
	return p
}

// glyphPath draws one glyph as a shape: large, rotated or stroked text. Stroked glyphs use the hinted contours of k, if
// any.
func (c *compiler) glyphPath(cmds []command, s *state, op *display.Glyphs, g display.Glyph, p paint, gamma *[256]uint8, k glyphKey) ([]command, error) {
	o := op.Face.Outline(g.ID)
	upem := op.Face.Metrics().UnitsPerEm
	if o == nil || upem <= 0 {
		return cmds, nil
	}
	px := op.Size.Float() / float64(upem) / 64
	t := transform{s.t.Mul(geom.Translate(g.X.Float(), g.Y.Float()))}
	if gamma != nil {
		t = t.glyphAligned()
	}
	var sh *shape
	if op.Stroke != nil {
		var path *display.Path
		if k.hints != nil {
			o, stems := k.outline()
			b := pathPen{size: t.A}
			k.drawTo(&b, o, stems, 0)
			path = b.finish()
		} else {
			path = outlinePath(o, px, op.Oblique)
		}
		var err error
		if sh, err = strokeShape(path, *op.Stroke, t); err != nil {
			return nil, err
		}
	} else {
		slant := float64(op.Oblique) / 65536
		var b shapeBuilder
		outlineTo(&b, o, func(q font.SegmentPoint) fpoint {
			x := float64(q.X) + float64(float64(q.Y)*slant)
			return t.float(float64(x*px), -float64(float64(q.Y)*px))
		})
		sh = b.finish(display.NonZero)
		if op.Embolden > 0 {
			w, err := strokeShape(outlinePath(o, px, op.Oblique), display.Stroke{Width: op.Embolden}, t)
			if err != nil {
				return nil, err
			}
			sh = emboldened(sh, w)
		}
	}
	c.lines += len(sh.lines)
	area := sh.bounds.intersect(s.area)
	if area.empty() || p.invisible() {
		return cmds, nil
	}
	return append(cmds, &shapeCommand{shape: sh, area: area, clip: s.clip, paint: p, gamma: gamma}), nil
}
