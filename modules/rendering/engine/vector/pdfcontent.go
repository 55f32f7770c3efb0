package vector

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// pdfContent is the content stream of a page or a form under construction.
type pdfContent struct {
	spent         *int64 // cost of the rasterised parts of the page, see raster.Options
	p             *pdfWriter
	width, height int
	b             bytes.Buffer
	used          [6][]int // object numbers by kind of resource
	// hidden is above 0 while only text is written, invisibly, over an image of it.
	hidden int
	// state is the graphics state set by the stream, saved the states at each open q, and run the open text object.
	// zoom is the number of canvas pixels per pixel of a pattern tile, 0 meaning 1, and lists is the nesting depth of
	// pattern tiles.
	zoom  float64
	lists int
	state graphicsState
	saved []graphicsState
	run   textRun
	// parents is the stream's key in the structure's parent tree plus one; 0 before anything is marked.
	parents int
	// untagged reports whether the stream is decoration; inFigure is above 0 inside the image of an element.
	untagged bool
	inFigure int
	// inArtifact reports whether an artifact is open.
	inArtifact bool
}

// The kinds of resources and the prefixes of their names.
const (
	resFont = iota
	resObject
	resState
	resPattern
	resShading
	resSpace
)

var resources = [6][2]string{{"Font", "F"}, {"XObject", "X"}, {"ExtGState", "G"}, {"Pattern", "P"}, {"Shading", "S"}, {"ColorSpace", "C"}}

// use records a resource and returns its name.
func (c *pdfContent) use(kind, ref int) string {
	if !slices.Contains(c.used[kind], ref) {
		c.used[kind] = append(c.used[kind], ref)
	}
	return fmt.Sprintf("/%s%d", resources[kind][1], ref)
}

func (c *pdfContent) resources() string {
	var b strings.Builder
	for kind, refs := range c.used {
		deviceSpaces := ""
		if kind == resSpace {
			deviceSpaces = c.p.defaultSpaces()
		}
		if len(refs) == 0 && deviceSpaces == "" {
			continue
		}
		fmt.Fprintf(&b, "/%s <<%s", resources[kind][0], deviceSpaces)
		for _, r := range refs {
			fmt.Fprintf(&b, " /%s%d %d 0 R", resources[kind][1], r, r)
		}
		b.WriteString(" >> ")
	}
	return b.String()
}

// place holds the transforms from the operations' space to the canvas and to the stream's initial space.
type place struct{ full, local geom.Matrix }

func (s place) mul(m geom.Matrix) place { return place{s.full.Mul(m), s.local.Mul(m)} }

func matrixNumbers(m geom.Matrix) string {
	var b []byte
	for i, v := range []float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendDecimal(b, v, 7)
	}
	return string(b)
}

func (c *pdfContent) matrix(m geom.Matrix) {
	if !m.IsIdentity() {
		c.b.WriteString(matrixNumbers(m) + " cm\n")
	}
}

func (c *pdfContent) gs(dict string) {
	c.b.WriteString(c.use(resState, c.p.shared("<< /Type /ExtGState "+dict+" >>")) + " gs\n")
}

// list writes operations.
func (c *pdfContent) list(ctx context.Context, ops []display.Op, at place, depth int) error {
	if depth > maxLists*4 {
		return ErrTooDeep
	}
	pairs, err := matching(ops)
	if err != nil {
		return err
	}
	type group struct {
		at     place
		figure bool
	}
	var open []group
	for i := 0; i < len(ops); i++ {
		if i&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch ops[i].(type) {
		case display.Glyphs:
		case display.PushTransform, display.PushClipRRect, display.PushClipPath, display.PushLayer, display.Pop:
			c.endText()
			c.endArtifact()
		default:
			c.endText()
		}
		switch op := ops[i].(type) {
		case display.PushTransform:
			next := at.mul(op.Matrix)
			if !usable(op.Matrix) || !usable(next.full) || !usable(next.local) {
				i = pairs[i]
				continue
			}
			g := group{at, c.mark(op.Node)}
			if g.figure {
				c.inFigure++
			}
			open = append(open, g)
			at = next
			c.save()
			c.matrix(op.Matrix)
		case display.PushClipRRect:
			open = append(open, group{at: at})
			c.clip(func(p pen) { traceRRect(op.RRect, p) }, display.NonZero)
		case display.PushClipPath:
			open = append(open, group{at: at})
			c.clip(func(p pen) { tracePath(op.Path, p) }, op.Rule)
		case display.PushLayer:
			if err := c.layer(ctx, &op, ops[i+1:pairs[i]], at, depth); err != nil {
				return err
			}
			i = pairs[i]
		case display.Pop:
			g := open[len(open)-1]
			at, open = g.at, open[:len(open)-1]
			c.restore()
			if g.figure {
				c.inFigure--
				c.b.WriteString("EMC\n")
			}
		default:
			if err := c.op(ctx, op, at); err != nil {
				return err
			}
		}
	}
	c.endText()
	c.endArtifact()
	return nil
}

func (c *pdfContent) clip(trace func(pen), rule display.FillRule) {
	c.save()
	d := pdfPath{b: &c.b}
	trace(&d)
	if !d.any {
		c.b.WriteString("0 0 0 0 re ")
	}
	if rule == display.EvenOdd {
		c.b.WriteString("W* n\n")
	} else {
		c.b.WriteString("W n\n")
	}
}

// everywhere is a bounding box that contains every canvas.
const everywhere = "-32000 -32000 32000 32000"

// form writes operations as a transparency group.
func (c *pdfContent) form(ctx context.Context, ops []display.Op, at place, depth int, untagged bool) (int, error) {
	inner := c.inside(untagged)
	if err := inner.list(ctx, ops, place{at.full, geom.Identity()}, depth+1); err != nil {
		return 0, err
	}
	return inner.finished(), nil
}

// inside starts the content of a form of this stream.
func (c *pdfContent) inside(untagged bool) *pdfContent {
	return &pdfContent{p: c.p, spent: c.spent, zoom: c.zoom, lists: c.lists, width: c.width, height: c.height, hidden: c.hidden, untagged: c.untagged || untagged, inFigure: c.inFigure}
}

// finished writes the content as a transparency group.
func (c *pdfContent) finished() int {
	ref := c.group(c.p.blending)
	if c.parents != 0 {
		c.p.placed[c.parents] = placed{page: c.p.current, form: ref}
	}
	return ref
}

func (c *pdfContent) group(space string) int {
	return c.p.stream(c.formDict(everywhere)+fmt.Sprintf(" /Group << /S /Transparency /CS %s /I true >>", space), c.b.Bytes(), 1, 0)
}

// formDict returns the form dictionary for the content, without brackets.
func (c *pdfContent) formDict(bounds string) string {
	return fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [%s] /Resources << %s >>%s", bounds, c.resources(), c.streamParents())
}

func (c *pdfContent) op(ctx context.Context, op display.Op, at place) error {
	text, isText := op.(display.Glyphs)
	if isText {
		return c.text(ctx, &text, at)
	}
	if c.hidden > 0 {
		return nil
	}
	if o, ok := op.(display.DrawImage); !ok || c.tagOf(o.Node).ID == 0 {
		c.artifact()
	}
	switch o := op.(type) {
	case display.FillRect:
		if o.Rect.Empty() {
			return nil
		}
		return c.fill(ctx, op, o.Brush, display.NonZero, at, func(p pen) { traceRect(o.Rect, p) })
	case display.FillRRect:
		rule := display.NonZero
		if o.Hole != nil {
			rule = display.EvenOdd
			if sides := openFrame(&o); sides != nil {
				return c.fill(ctx, op, o.Brush, display.NonZero, at, func(p pen) {
					for _, r := range sides {
						traceRect(r, p)
					}
				})
			}
		}
		return c.fill(ctx, op, o.Brush, rule, at, func(p pen) {
			traceRRect(o.RRect, p)
			if o.Hole != nil && !o.Hole.Empty() {
				traceRRect(*o.Hole, p)
			}
		})
	case display.FillPath:
		return c.fill(ctx, op, o.Brush, o.Rule, at, func(p pen) { tracePath(o.Path, p) })
	case display.StrokePath:
		ok, err := c.paint(ctx, o.Brush, at, c.canvas(at), true)
		if err != nil || !ok {
			return c.orPixels(ctx, err, op, at)
		}
		c.stroke(&o.Stroke)
		d := pdfPath{b: &c.b}
		tracePath(o.Path, &d)
		c.b.WriteString("S\n")
		c.restore()
	case display.Shadow:
		return c.shadow(ctx, &o, at)
	case display.DrawImage:
		if c.mark(o.Node) {
			defer c.b.WriteString("EMC\n")
		}
		return c.image(&o)
	default:
		return c.orPixels(ctx, nil, op, at)
	}
	return nil
}

func (c *pdfContent) fill(ctx context.Context, op display.Op, b display.Brush, rule display.FillRule, at place, trace func(pen)) error {
	solid, plain := b.(display.Solid)
	if plain {
		c.setFill(solid)
	} else {
		reach := c.painted(at, trace)
		if reach.empty() {
			return nil
		}
		if p, ok := b.(*display.Pattern); ok {
			ok, err := c.pattern(ctx, p, rule, at, reach, trace)
			if err != nil || !ok {
				return c.orPixels(ctx, err, op, at)
			}
			return nil
		}
		if g, ok := b.(*display.Gradient); ok && g != nil {
			if ok, err := c.bands(ctx, g, rule, at, reach, trace); err != nil || ok {
				return err
			}
		}
		if ok, err := c.paint(ctx, b, at, reach, false); err != nil || !ok {
			return c.orPixels(ctx, err, op, at)
		}
	}
	if r, isRect := op.(display.FillRect); isRect {
		c.rectangle(r.Rect)
	} else {
		trace(&pdfPath{b: &c.b})
	}
	if rule == display.EvenOdd {
		c.b.WriteString("f*\n")
	} else {
		c.b.WriteString("f\n")
	}
	if !plain {
		c.restore()
	}
	return nil
}

// paint opens a graphics state with a brush for painting inside reach; ok is false, and nothing is opened, for brushes
// that PDF cannot express.
func (c *pdfContent) paint(ctx context.Context, b display.Brush, at place, reach box, stroke bool) (ok bool, err error) {
	rgb, pattern := "rg", "/Pattern cs %s scn\n"
	if stroke {
		rgb, pattern = "RG", "/Pattern CS %s SCN\n"
	}
	switch b := b.(type) {
	case display.Solid:
		c.save()
		c.setAlpha(b.Color.A)
		if !b.Ink.IsZero() {
			c.inkColor(b.Ink, stroke)
		} else {
			c.b.WriteString(rgbText(b.Color) + " " + rgb + "\n")
		}
		return true, nil
	case *display.Gradient:
		colors, alphas, m, err := c.p.shadings(ctx, b, reach)
		if err != nil || colors == 0 || !usable(at.local.Mul(m)) {
			return false, err
		}
		c.save()
		c.setAlpha(255)
		if alphas != 0 {
			inner := &pdfContent{p: c.p}
			inner.matrix(m)
			inner.b.WriteString(inner.use(resShading, alphas) + " sh\n")
			c.gs(fmt.Sprintf("/SMask << /S /Luminosity /G %d 0 R >>", inner.group("/DeviceGray")))
		}
		ref := c.p.shared(fmt.Sprintf("<< /Type /Pattern /PatternType 2 /Shading %d 0 R /Matrix [%s] >>", colors, matrixNumbers(at.local.Mul(m))))
		fmt.Fprintf(&c.b, pattern, c.use(resPattern, ref))
		return true, nil
	}
	return false, nil
}

func rgbText(k display.Color) string {
	return num(float64(k.R)/255) + " " + num(float64(k.G)/255) + " " + num(float64(k.B)/255)
}

func (c *pdfContent) stroke(s *display.Stroke) {
	fmt.Fprintf(&c.b, "%s w %d J %d j\n", num(max(0, s.Width.Float())), min(s.Cap, 2), min(s.Join, 2))
	if s.MiterLimit >= 1 {
		c.b.WriteString(num(s.MiterLimit) + " M\n")
	}
	if d := dashes(s); len(d) > 0 {
		c.b.WriteByte('[')
		period := 0.0
		for _, v := range d {
			c.b.WriteString(num(v) + " ")
			period += 2 * v // twice the array, since the dashes of an odd one alternate
		}
		phase := math.Mod(s.DashOffset.Float(), period)
		if phase < 0 {
			phase += period
		}
		c.b.WriteString("] " + num(phase) + " d\n")
	}
}

// pdfPath writes path operators.
type pdfPath struct {
	b      *bytes.Buffer
	any    bool
	px, py float64
}

func (d *pdfPath) put(op string, v ...float64) {
	var buf [96]byte
	b := buf[:0]
	for _, x := range v {
		b = append(appendDecimal(b, x, 3), ' ')
	}
	d.b.Write(append(append(b, op...), '\n'))
	d.any = true
	d.px, d.py = v[len(v)-2], v[len(v)-1]
}
func (d *pdfPath) move(x, y float64)             { d.put("m", x, y) }
func (d *pdfPath) line(x, y float64)             { d.put("l", x, y) }
func (d *pdfPath) cube(a, b, e, f, x, y float64) { d.put("c", a, b, e, f, x, y) }
func (d *pdfPath) closed()                       { d.b.WriteString("h\n") }
func (d *pdfPath) quad(a, b, x, y float64) {
	d.cube(d.px+float64((a-d.px)*2/3), d.py+float64((b-d.py)*2/3), x+float64((a-x)*2/3), y+float64((b-y)*2/3), x, y)
}
