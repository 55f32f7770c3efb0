package raster

import (
	"context"
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
)

// maxPaintDepth bounds the nesting of a colour glyph's paint tree.
const maxPaintDepth = 64

// bitmapKey identifies a decoded bitmap glyph.
type bitmapKey struct {
	face *font.Face
	id   font.GlyphID
	size geom.Unit
}

// colorGlyph draws a colour glyph; ok is false when the glyph has no colours. The text's alpha applies to the whole
// glyph, the text's colour to paints that refer to the foreground.
func (c *compiler) colorGlyph(ctx context.Context, cmds []command, s *state, op *display.Glyphs, g display.Glyph) (out []command, ok bool, err error) {
	text := display.Color{A: 255}
	if b, ok := op.Brush.(display.Solid); ok {
		text = b.Color
	}
	var l display.List
	if ok, err := c.strikeGlyph(ctx, &l, s, op, g); err != nil {
		return nil, true, err
	} else if !ok {
		if ok = c.ownColors(ctx, &l, s, op, g, text); !ok {
			return cmds, false, nil
		}
	}
	if len(l.Ops) == 0 || text.A == 0 {
		return cmds, true, nil
	}
	if text.A != 255 {
		l.Ops = append(append([]display.Op{display.PushLayer{Opacity: text.A, Bounds: glyphBox(op, g)}}, l.Ops...), display.Pop{})
	}
	more, err := c.ops(ctx, &l, *s)
	if err != nil {
		return nil, true, err
	}
	return append(cmds, more...), true, nil
}

// ownColors adds a glyph's paint tree or bitmap; false when it has neither.
func (c *compiler) ownColors(ctx context.Context, l *display.List, s *state, op *display.Glyphs, g display.Glyph, text display.Color) bool {
	sx, sy := s.t.scales()
	size := geom.FromFloatCeil(float64(op.Size.Float() * max(sx, sy)))
	glyph, ok := op.Face.ColorGlyph(g.ID, size)
	if !ok {
		return false
	}
	if glyph.Bitmap != nil {
		c.bitmapGlyph(ctx, l, op, g, glyph.Bitmap, size)
	} else {
		t := treePainter{list: l, face: op.Face, text: display.Color{R: text.R, G: text.G, B: text.B, A: 255}}
		upem := op.Face.Metrics().UnitsPerEm
		if upem <= 0 {
			return true
		}
		e := float64(upem)
		t.bounds = [4]float64{-e, -e, 2 * e, 2 * e}
		if glyph.HasClip {
			t.bounds = glyph.Clip
		}
		k := op.Size.Float() / e
		slant := float64(op.Oblique) / 65536
		x, y := g.X.Float(), g.Y.Float()
		if up, ok := s.t.uprightScale(); ok {
			px, quarter, py := s.t.origin(g.X, g.Y)
			x, y = (float64(px)+float64(float64(quarter)/4)-s.t.E)/up, (float64(py)-s.t.F)/up
		}
		t.add(display.PushTransform{Matrix: geom.Matrix{A: k, C: float64(k * slant), D: -k, E: x, F: y}})
		t.paint(glyph.Paint, 0)
		t.add(display.Pop{})
	}
	return true
}

// glyphBox returns a conservative bounding box of any glyph.
func glyphBox(op *display.Glyphs, g display.Glyph) display.Rect {
	e := display.FromUnit(op.Size)
	return display.Rect{X0: g.X - e, Y0: g.Y - 2*e, X1: g.X + 2*e, Y1: g.Y + e}
}

func (c *compiler) bitmapGlyph(ctx context.Context, l *display.List, op *display.Glyphs, g display.Glyph, b *font.GlyphBitmap, size geom.Unit) {
	key := bitmapKey{op.Face, g.ID, size}
	img, ok := c.cache.bitmaps.get(key)
	if !ok {
		var err error
		if img, err = image.Decode(ctx, b.PNG, image.Limits{}); err != nil || b.PPEM <= 0 {
			img = &image.Bitmap{} // an invalid image draws nothing
		}
		c.cache.bitmaps.put(key, img, len(img.Pix))
	}
	if img.Width == 0 || img.Height == 0 {
		return
	}
	k := op.Size.Float() / float64(b.PPEM)
	x, y := g.X.Float()+float64(float64(b.Left)*k), g.Y.Float()-float64(float64(b.Top)*k)
	l.Ops = append(l.Ops, display.DrawImage{
		Image: img,
		Src:   display.Rect{X1: display.FromFloat(float64(img.Width)), Y1: display.FromFloat(float64(img.Height))},
		Dst: display.Rect{X0: display.FromFloat(x), Y0: display.FromFloat(y),
			X1: display.FromFloat(x + float64(float64(img.Width)*k)), Y1: display.FromFloat(y + float64(float64(img.Height)*k))},
	})
}

// treePainter converts a paint tree to operations in font units, y up.
type treePainter struct {
	list   *display.List
	face   *font.Face
	text   display.Color
	bounds [4]float64
}

func (t *treePainter) add(ops ...display.Op) { t.list.Ops = append(t.list.Ops, ops...) }

func (t *treePainter) box() display.Rect {
	b := t.bounds
	return display.Rect{X0: display.FromFloat(b[0]), Y0: display.FromFloat(b[1]), X1: display.FromFloat(b[2]), Y1: display.FromFloat(b[3])}
}

func (t *treePainter) paint(p font.ColorPaint, depth int) {
	if depth > maxPaintDepth {
		return
	}
	switch p := p.(type) {
	case *font.PaintLayers:
		for _, l := range p.Layers {
			t.paint(l, depth+1)
		}
	case *font.PaintGlyph:
		o := t.face.Outline(p.Glyph)
		if o == nil {
			return
		}
		path := fontPath(o)
		if b := t.brush(p.Paint); b != nil {
			t.add(display.FillPath{Path: path, Brush: b})
			return
		}
		t.add(display.PushClipPath{Path: path})
		t.paint(p.Paint, depth+1)
		t.add(display.Pop{})
	case *font.PaintTransform:
		t.add(display.PushTransform{Matrix: p.Matrix})
		inv, ok := p.Matrix.Invert()
		before := t.bounds
		if ok {
			t.bounds = mapBounds(inv, before)
			t.paint(p.Paint, depth+1)
		}
		t.bounds = before
		t.add(display.Pop{})
	case *font.PaintComposite:
		t.composite(p, depth)
	default:
		if b := t.brush(p); b != nil {
			t.add(display.FillRect{Rect: t.box(), Brush: b})
		}
	}
}

// mapBounds returns the bounding box of a transformed box.
func mapBounds(m geom.Matrix, b [4]float64) [4]float64 {
	x, y := m.Apply(b[0], b[1])
	r := [4]float64{x, y, x, y}
	for _, q := range [3][2]float64{{b[2], b[1]}, {b[2], b[3]}, {b[0], b[3]}} {
		x, y = m.Apply(q[0], q[1])
		r = [4]float64{min(r[0], x), min(r[1], y), max(r[2], x), max(r[3], y)}
	}
	return r
}

// composite draws a composite node inside a layer of its own (COLR's PaintComposite).
func (t *treePainter) composite(p *font.PaintComposite, depth int) {
	layer := func(mode display.Blend, paint font.ColorPaint, more func()) {
		t.add(display.PushLayer{Bounds: t.box(), Opacity: 255, Blend: mode})
		t.paint(paint, depth+1)
		if more != nil {
			more()
		}
		t.add(display.Pop{})
	}
	onto := func(below, above font.ColorPaint, mode display.Blend) {
		layer(display.Normal, below, func() { layer(mode, above, nil) })
	}
	atop := func(below, above font.ColorPaint) {
		layer(display.Normal, below, func() {
			layer(display.Normal, above, func() { layer(display.DestinationIn, below, nil) })
		})
	}
	src, dst := p.Source, p.Backdrop
	switch p.Mode {
	case font.CompositeClear:
	case font.CompositeSrc:
		t.paint(src, depth+1)
	case font.CompositeDest:
		t.paint(dst, depth+1)
	case font.CompositeSrcOver:
		layer(display.Normal, dst, func() { t.paint(src, depth+1) })
	case font.CompositeDestOver:
		layer(display.Normal, src, func() { t.paint(dst, depth+1) })
	case font.CompositeSrcOut:
		onto(src, dst, display.DestinationOut)
	case font.CompositeSrcAtop:
		atop(dst, src)
	case font.CompositeDestAtop:
		atop(src, dst)
	default:
		if mode, ok := compositeBlends[p.Mode]; ok {
			onto(dst, src, mode)
		}
	}
}

var compositeBlends = map[font.CompositeMode]display.Blend{
	font.CompositeSrcIn: display.SourceIn, font.CompositeDestIn: display.DestinationIn,
	font.CompositeDestOut: display.DestinationOut, font.CompositeXor: display.Xor, font.CompositePlus: display.PlusLighter,
	font.CompositeScreen: display.Screen, font.CompositeOverlay: display.Overlay, font.CompositeDarken: display.Darken,
	font.CompositeLighten: display.Lighten, font.CompositeColorDodge: display.ColorDodge, font.CompositeColorBurn: display.ColorBurn,
	font.CompositeHardLight: display.HardLight, font.CompositeSoftLight: display.SoftLight, font.CompositeDifference: display.Difference,
	font.CompositeExclusion: display.Exclusion, font.CompositeMultiply: display.Multiply, font.CompositeHue: display.Hue,
	font.CompositeSaturation: display.Saturation, font.CompositeColor: display.ColorBlend, font.CompositeLuminosity: display.Luminosity,
}

// brush returns the brush of a node that fills the plane; nil for other nodes.
func (t *treePainter) brush(p font.ColorPaint) display.Brush {
	switch p := p.(type) {
	case *font.PaintSolid:
		return display.Solid{Color: t.color(p.Color)}
	case *font.PaintLinear:
		g := t.gradient(display.Linear, p.Stops, p.Extend, 0, 1)
		// The bands are parallel to P0–P2: take P1 − P0 across them.
		dx, dy := p.X1-p.X0, p.Y1-p.Y0
		nx, ny := p.Y2-p.Y0, p.X0-p.X2
		if n := float64(nx*nx) + float64(ny*ny); n > 0 {
			k := (float64(dx*nx) + float64(dy*ny)) / n
			dx, dy = float64(nx*k), float64(ny*k)
		}
		g.P0 = display.Point{X: display.FromFloat(p.X0), Y: display.FromFloat(p.Y0)}
		g.P1 = display.Point{X: display.FromFloat(p.X0 + dx), Y: display.FromFloat(p.Y0 + dy)}
		return g
	case *font.PaintRadial:
		g := t.gradient(display.Radial, p.Stops, p.Extend, 0, 1)
		g.P0 = display.Point{X: display.FromFloat(p.X0), Y: display.FromFloat(p.Y0)}
		g.P1 = display.Point{X: display.FromFloat(p.X1), Y: display.FromFloat(p.Y1)}
		g.R0, g.R1 = display.FromFloat(p.R0), display.FromFloat(p.R1)
		return g
	case *font.PaintSweep:
		// Conic gradients start at −y and turn toward +x: with y up that is from
		// below, counter-clockwise, a quarter turn before COLR's zero.
		g := t.gradient(display.Conic, p.Stops, p.Extend, p.Start/360, p.End/360)
		g.P0 = display.Point{X: display.FromFloat(p.X), Y: display.FromFloat(p.Y)}
		g.Angle = 90
		return g
	}
	return nil
}

// gradient returns a gradient whose offsets 0 and 1 are at from and to.
func (t *treePainter) gradient(kind display.GradientKind, stops []font.ColorStop, extend font.Extend, from, to float64) *display.Gradient {
	g := &display.Gradient{Kind: kind}
	switch extend {
	case font.ExtendRepeat:
		g.Spread = display.Repeat
	case font.ExtendReflect:
		g.Spread = display.Reflect
	}
	for i := range stops {
		s := &stops[i]
		if to < from {
			s = &stops[len(stops)-1-i]
		}
		at := from + float64((to-from)*s.Offset)
		at = max(-16384, min(math.Floor(float64(at*65536)+0.5)/65536, 16383))
		g.Stops = append(g.Stops, display.Stop{Offset: int32(at * 65536), Color: t.color(s.Color)})
	}
	return g
}

func (t *treePainter) color(c font.PaletteColor) display.Color {
	if c.Foreground {
		f := t.text
		f.A = uint8(mul255(uint32(f.A), uint32(c.A)))
		return f
	}
	return display.Color{R: c.R, G: c.G, B: c.B, A: c.A}
}

// fontPath converts an outline to a path in font units, y up.
func fontPath(o *font.Outline) *display.Path {
	p := &display.Path{}
	at := func(q font.SegmentPoint) display.Point {
		return display.Point{X: display.Coord(clamp64(int64(q.X) * 16)), Y: display.Coord(clamp64(int64(q.Y) * 16))}
	}
	for i := range o.Segments {
		g := &o.Segments[i]
		switch g.Op {
		case font.SegmentMove:
			p.MoveTo(at(g.Args[0]))
		case font.SegmentLine:
			p.LineTo(at(g.Args[0]))
		case font.SegmentQuad:
			p.QuadTo(at(g.Args[0]), at(g.Args[1]))
		case font.SegmentCube:
			p.CubicTo(at(g.Args[0]), at(g.Args[1]), at(g.Args[2]))
		}
	}
	return p
}

func clamp64(v int64) int64 { return max(-1<<31, min(v, 1<<31-1)) }
