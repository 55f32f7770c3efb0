package vector

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/raster"
)

// SVG writes a list as an SVG 2 document of l.Width·Scale × l.Height·Scale pixels. Text is converted to outlines, each
// glyph defined once, or remains text if o.Text is set; o.Title and o.Subject are its title and description. It fails
// with ErrUnbalanced, ErrTooDeep, the errors of the rasteriser, of o.PNG, or of ctx.
func SVG(ctx context.Context, l *display.List, o Options) ([]byte, error) {
	w := &svgWriter{o: &o, width: l.Width, height: l.Height, glyphs: map[glyphKey]string{}, images: map[*image.Bitmap]string{}}
	ops := withBackground(l, o.Background)
	if o.Text {
		w.filled = filledNodes(ops)
	}
	if n := flattenUpTo(ops, true); n > 0 {
		if _, err := matching(ops); err != nil {
			return nil, err
		}
		if err := w.pixels(ctx, geom.Identity(), ops[:n], float64(2*o.scale())); err != nil {
			return nil, err
		}
		ops = ops[n:]
	}
	if err := w.list(ctx, ops, geom.Identity(), 0); err != nil {
		return nil, err
	}
	for _, link := range l.Links {
		if link.Area.Empty() || !safeLink(link.URL) {
			continue
		}
		fmt.Fprintf(&w.body, `<a href="%s"><rect`, escape(link.URL))
		w.rect(link.Area)
		w.body.WriteString(` fill-opacity="0"/></a>`)
	}
	var out bytes.Buffer
	k := o.scale()
	fonts, body := w.withFonts(w.body.Bytes())
	style := ""
	if fonts != "" {
		style = ` style="` + textStyle + `"`
	}
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %d %d"%s>`, num(float64(float64(l.Width)*k)), num(float64(float64(l.Height)*k)), l.Width, l.Height, style)
	for _, m := range [2][2]string{{"title", o.Title}, {"desc", o.Subject}} {
		if text := strings.Join(strings.Fields(m[1]), " "); text != "" {
			fmt.Fprintf(&out, "<%s>%s</%s>", m[0], escape(text), m[0])
		}
	}
	out.WriteString(fonts)
	if w.defs.Len() > 0 {
		fmt.Fprintf(&out, "<defs>%s</defs>", w.defs.Bytes())
	}
	out.Write(body)
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

// safeLink reports whether a URL is permitted as a link: scripts are not.
func safeLink(url string) bool {
	for _, p := range []string{"http://", "https://", "mailto:", "tel:"} {
		if len(url) >= len(p) && strings.EqualFold(url[:len(p)], p) {
			return true
		}
	}
	return false
}

type glyphKey struct {
	face    *font.Face
	id      uint32
	size    geom.Unit
	oblique int32
}

type svgWriter struct {
	spent         int64 // cost of rasterised parts, see raster.Options
	o             *Options
	width, height int
	defs, body    bytes.Buffer
	next          int
	glyphs        map[glyphKey]string
	images        map[*image.Bitmap]string
	// The rest is for text as text: the fonts, the open element, the nodes with filled text, and the number of enclosing
	// masks, inside of which nothing can be selected.
	fonts  []*textFont
	line   textLine
	filled map[int32]bool
	masks  int
	// unseen leaves out text that cannot be text, since it is transparent.
	unseen bool
}

func (w *svgWriter) id(prefix string) string {
	w.next++
	return prefix + strconv.Itoa(w.next)
}

// list writes operations; m is the transform from their space to the canvas.
func (w *svgWriter) list(ctx context.Context, ops []display.Op, m geom.Matrix, depth int) error {
	if depth > maxLists {
		return ErrTooDeep
	}
	pairs, err := matching(ops)
	if err != nil {
		return err
	}
	type level struct {
		m   geom.Matrix
		end string
	}
	var open []level
	for i := 0; i < len(ops); i++ {
		if i&63 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		before := m
		if _, glyphs := ops[i].(display.Glyphs); !glyphs {
			w.endText()
		}
		switch op := ops[i].(type) {
		case display.PushTransform:
			if m = m.Mul(op.Matrix); !usable(op.Matrix) || !usable(m) {
				m, i = before, pairs[i]
				continue
			}
			w.body.WriteString(`<g`)
			w.transform("transform", op.Matrix)
			w.described(op.Node)
			open = append(open, level{before, "</g>"})
		case display.PushClipRRect:
			w.clip(func(p pen) { traceRRect(op.RRect, p) }, display.NonZero)
			open = append(open, level{before, "</g>"})
		case display.PushClipPath:
			w.clip(func(p pen) { tracePath(op.Path, p) }, op.Rule)
			open = append(open, level{before, "</g>"})
		case display.PushLayer:
			if hasGraph(op.Filters) {
				if err := w.pixels(ctx, m, ops[i:pairs[i]+1], float64(2*w.o.scale())); err != nil {
					return err
				}
				i = pairs[i]
				continue
			}
			if err := w.layer(ctx, &op, m, depth); err != nil {
				return err
			}
			open = append(open, level{before, "</g>"})
		case display.Pop:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			m = last.m
			w.body.WriteString(last.end)
		default:
			if err := w.op(ctx, op, m); err != nil {
				return err
			}
		}
	}
	w.endText()
	return nil
}

// described closes the start tag of a group and adds the text alternative of a figure, if the document has one.
func (w *svgWriter) described(node int32) {
	if w.o.Tags != nil && node > 0 {
		if t := w.o.Tags(node); t.Role == "Figure" && t.Alt != "" {
			fmt.Fprintf(&w.body, ` role="img"><title>%s</title>`, escape(t.Alt))
			return
		}
	}
	w.body.WriteByte('>')
}

func (w *svgWriter) transform(name string, m geom.Matrix) {
	if m.IsIdentity() {
		return
	}
	fmt.Fprintf(&w.body, ` %s="%s"`, name, matrixText(m))
}

func matrixText(m geom.Matrix) string {
	if m.IsTranslation() {
		return "translate(" + num(m.E) + " " + num(m.F) + ")"
	}
	b := []byte("matrix(")
	for i, v := range []float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendDecimal(b, v, 7)
	}
	return string(append(b, ')'))
}

func (w *svgWriter) clip(trace func(pen), rule display.FillRule) {
	id := w.id("c")
	var d svgPath
	trace(&d)
	clip := ""
	if rule == display.EvenOdd {
		clip = ` clip-rule="evenodd"`
	}
	fmt.Fprintf(&w.defs, `<clipPath id="%s"><path d="%s"%s/></clipPath>`, id, d.b, clip)
	fmt.Fprintf(&w.body, `<g clip-path="url(#%s)">`, id)
}

func (w *svgWriter) rect(r display.Rect) {
	fmt.Fprintf(&w.body, ` x="%s" y="%s" width="%s" height="%s"`, num(r.X0.Float()), num(r.Y0.Float()), num(r.X1.Float()-r.X0.Float()), num(r.Y1.Float()-r.Y0.Float()))
}

func (w *svgWriter) op(ctx context.Context, op display.Op, m geom.Matrix) error {
	switch o := op.(type) {
	case display.FillRect:
		if o.Rect.Empty() {
			return nil
		}
		return w.fill(ctx, op, o.Brush, display.NonZero, m, func(p pen) { traceRect(o.Rect, p) })
	case display.FillRRect:
		rule := display.NonZero
		if o.Hole != nil {
			rule = display.EvenOdd
		}
		return w.fill(ctx, op, o.Brush, rule, m, func(p pen) {
			traceRRect(o.RRect, p)
			if o.Hole != nil && !o.Hole.Empty() {
				traceRRect(*o.Hole, p)
			}
		})
	case display.FillPath:
		if o.Aliased {
			w.body.WriteString(`<g shape-rendering="crispEdges">`)
			defer w.body.WriteString("</g>")
		}
		return w.fill(ctx, op, o.Brush, o.Rule, m, func(p pen) { tracePath(o.Path, p) })
	case display.StrokePath:
		paint, ok, err := w.paint(ctx, "stroke", o.Brush)
		if err != nil || !ok {
			return w.orPixels(ctx, err, op, m)
		}
		var d svgPath
		tracePath(o.Path, &d)
		crisp := ""
		if o.Aliased {
			crisp = ` shape-rendering="crispEdges"`
		}
		fmt.Fprintf(&w.body, `<path d="%s" fill="none"%s%s%s/>`, d.b, paint, strokeText(&o.Stroke), crisp)
	case display.Glyphs:
		return w.text(ctx, &o, m)
	case display.DrawImage:
		return w.image(ctx, &o)
	default:
		return w.orPixels(ctx, nil, op, m)
	}
	return nil
}

func (w *svgWriter) orPixels(ctx context.Context, err error, op display.Op, m geom.Matrix) error {
	if err != nil {
		return err
	}
	return w.pixels(ctx, m, []display.Op{op}, resolution(op, w.o.scale()))
}

// pixels embeds operations as a raster image.
func (w *svgWriter) pixels(ctx context.Context, m geom.Matrix, ops []display.Op, scale float64) error {
	s, err := draw(ctx, w.width, w.height, m, ops, scale, &w.spent)
	if err != nil || s == nil {
		return err
	}
	inv, ok := m.Invert()
	if !ok {
		return nil
	}
	w.body.WriteString("<g")
	w.transform("transform", inv)
	w.body.WriteByte('>')
	err = w.image(ctx, &display.DrawImage{Image: s.bitmap, Src: display.Rect{X1: display.Coord(s.bitmap.Width * 1024), Y1: display.Coord(s.bitmap.Height * 1024)}, Dst: s.area})
	w.body.WriteString("</g>")
	return err
}

func (w *svgWriter) fill(ctx context.Context, op display.Op, b display.Brush, rule display.FillRule, m geom.Matrix, trace func(pen)) error {
	paint, ok, err := w.paint(ctx, "fill", b)
	if err != nil || !ok {
		return w.orPixels(ctx, err, op, m)
	}
	var d svgPath
	trace(&d)
	if rule == display.EvenOdd {
		paint += ` fill-rule="evenodd"`
	}
	fmt.Fprintf(&w.body, `<path d="%s"%s/>`, d.b, paint)
	return nil
}

// paint returns the attributes of a brush; ok is false for brushes that SVG cannot express.
func (w *svgWriter) paint(ctx context.Context, name string, b display.Brush) (attrs string, ok bool, err error) {
	switch b := b.(type) {
	case display.Solid:
		return colorText(name, b.Color), true, nil
	case *display.Gradient:
		if b == nil || len(b.Stops) == 0 {
			return "", false, nil
		}
		id, err := w.gradient(ctx, b)
		return " " + name + `="url(#` + id + `)"`, id != "", err
	}
	return "", false, nil
}

func colorText(name string, c display.Color) string {
	attr := name
	if name == "stop" || name == "flood" {
		attr += "-color"
	}
	s := fmt.Sprintf(` %s="#%02x%02x%02x"`, attr, c.R, c.G, c.B)
	if c.A != 255 {
		s += fmt.Sprintf(` %s-opacity="%s"`, name, num(float64(c.A)/255))
	}
	return s
}

func (w *svgWriter) gradient(ctx context.Context, g *display.Gradient) (string, error) {
	t := orIdentity(g.Transform)
	same := g.P0 == g.P1 && (g.Kind == display.Linear || g.R0 == g.R1)
	if g.Kind == display.Conic || !usable(t) || same || g.R0 < 0 || g.R1 < 0 {
		return "", nil
	}
	stops, err := ramp(ctx, g)
	if err != nil {
		return "", err
	}
	// SVG offsets are in [0, 1]: move the gradient line to the stops.
	first, last := float64(float64(stops[0].Offset)/65536), float64(float64(stops[len(stops)-1].Offset)/65536)
	if last-first < 1e-4 || g.Spread == display.Pad && first >= 0 && last <= 1 {
		first, last = 0, 1
	}
	along := func(a, b display.Coord, at float64) float64 { return a.Float() + float64((b.Float()-a.Float())*at) }
	r0, r1 := along(g.R0, g.R1, first), along(g.R0, g.R1, last)
	if g.Kind == display.Radial && (r0 < 0 || r1 <= r0) {
		return "", nil
	}
	id := w.id("p")
	x0, y0, x1, y1 := along(g.P0.X, g.P1.X, first), along(g.P0.Y, g.P1.Y, first), along(g.P0.X, g.P1.X, last), along(g.P0.Y, g.P1.Y, last)
	tag := "linearGradient"
	if g.Kind == display.Radial {
		tag = "radialGradient"
		fmt.Fprintf(&w.defs, `<radialGradient id="%s" gradientUnits="userSpaceOnUse" cx="%s" cy="%s" r="%s" fx="%s" fy="%s" fr="%s"`, id, num(x1), num(y1), num(r1), num(x0), num(y0), num(r0))
	} else {
		fmt.Fprintf(&w.defs, `<linearGradient id="%s" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s"`, id, num(x0), num(y0), num(x1), num(y1))
	}
	if !t.IsIdentity() {
		fmt.Fprintf(&w.defs, ` gradientTransform="%s"`, matrixText(t))
	}
	switch g.Spread {
	case display.Repeat:
		w.defs.WriteString(` spreadMethod="repeat"`)
	case display.Reflect:
		w.defs.WriteString(` spreadMethod="reflect"`)
	}
	w.defs.WriteByte('>')
	for _, s := range stops {
		at := (float64(float64(s.Offset)/65536) - first) / (last - first)
		fmt.Fprintf(&w.defs, `<stop offset="%s"%s/>`, string(appendDecimal(nil, at, 6)), colorText("stop", s.Color))
	}
	fmt.Fprintf(&w.defs, `</%s>`, tag)
	return id, nil
}

func strokeText(s *display.Stroke) string {
	var b strings.Builder
	fmt.Fprintf(&b, ` stroke-width="%s"`, num(s.Width.Float()))
	switch s.Cap {
	case display.RoundCap:
		b.WriteString(` stroke-linecap="round"`)
	case display.SquareCap:
		b.WriteString(` stroke-linecap="square"`)
	}
	switch s.Join {
	case display.RoundJoin:
		b.WriteString(` stroke-linejoin="round"`)
	case display.BevelJoin:
		b.WriteString(` stroke-linejoin="bevel"`)
	}
	if s.MiterLimit >= 1 {
		fmt.Fprintf(&b, ` stroke-miterlimit="%s"`, num(s.MiterLimit))
	}
	if dash := dashes(s); len(dash) > 0 {
		b.WriteString(` stroke-dasharray="`)
		for i, d := range dash {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(num(d))
		}
		fmt.Fprintf(&b, `" stroke-dashoffset="%s"`, num(s.DashOffset.Float()))
	}
	return b.String()
}

// dashes returns a valid dash pattern, or none.
func dashes(s *display.Stroke) []float64 {
	var out []float64
	sum := 0.0
	for _, d := range s.Dash {
		if d < 0 {
			return nil
		}
		sum += d.Float()
		out = append(out, d.Float())
	}
	if sum < 0.01 {
		return nil
	}
	return out
}

func (w *svgWriter) text(ctx context.Context, o *display.Glyphs, m geom.Matrix) error {
	if o.Face == nil || o.Size <= 0 || len(o.Glyphs) == 0 {
		return nil
	}
	name := "fill"
	if o.Stroke != nil {
		name = "stroke"
	}
	paint, ok, err := w.paint(ctx, name, o.Brush)
	if err != nil || !ok || colored(o) {
		w.endText()
		return w.orPixels(ctx, err, *o, m)
	}
	attrs := paint
	solid, isSolid := o.Brush.(display.Solid)
	switch {
	case o.Stroke != nil:
		attrs += ` fill="none"` + strokeText(o.Stroke)
	case o.Embolden > 0 && isSolid:
		// Fill and stroke overlap, so the opacity applies to the group.
		c := solid.Color
		c.A = 255
		attrs = colorText("fill", c) + colorText("stroke", c) + ` stroke-width="` + num(o.Embolden.Float()) + `"`
		if solid.Color.A != 255 {
			attrs += ` opacity="` + num(float64(solid.Color.A)/255) + `"`
		}
	case o.Embolden > 0:
		attrs += strings.Replace(paint, " fill=", " stroke=", 1) + ` stroke-width="` + num(o.Embolden.Float()) + `"`
	}
	if w.textOf(o, attrs, !isSolid || o.Stroke != nil || o.Embolden > 0) {
		return nil
	}
	w.endText()
	if w.unseen {
		return nil
	}
	k := o.Size.Float() / unitsPerEm(o.Face)
	slant := float64(o.Oblique) / 65536
	if !isSolid {
		// A gradient must not move with the glyphs, so the run is a single path.
		var d svgPath
		for _, g := range o.Glyphs {
			traceGlyph(o.Face.Outline(g.ID), g.X.Float(), g.Y.Float(), k, slant, &d)
		}
		fmt.Fprintf(&w.body, `<path d="%s"%s/>`, d.b, attrs)
		return nil
	}
	fmt.Fprintf(&w.body, `<g%s>`, attrs)
	for _, g := range o.Glyphs {
		key := glyphKey{o.Face, g.ID, o.Size, o.Oblique}
		id, done := w.glyphs[key]
		if !done {
			var d svgPath
			traceGlyph(o.Face.Outline(g.ID), 0, 0, k, slant, &d)
			if len(d.b) > 0 {
				id = w.id("g")
				fmt.Fprintf(&w.defs, `<path id="%s" d="%s"/>`, id, d.b)
			}
			w.glyphs[key] = id
		}
		if id != "" {
			fmt.Fprintf(&w.body, `<use href="#%s" x="%s" y="%s"/>`, id, num(g.X.Float()), num(g.Y.Float()))
		}
	}
	w.body.WriteString("</g>")
	return nil
}

func (w *svgWriter) image(ctx context.Context, o *display.DrawImage) error {
	if o.Image == nil || o.Dst.Empty() || o.Src.Empty() || o.Image.Width <= 0 || o.Image.Height <= 0 {
		return nil
	}
	id, done := w.images[o.Image]
	if !done {
		png, err := w.o.PNG(ctx, &raster.Pixmap{Width: o.Image.Width, Height: o.Image.Height, Pix: o.Image.Pix, Opaque: o.Image.Opaque})
		if err != nil {
			return fmt.Errorf("embedding an image: %w", err)
		}
		id = w.id("i")
		w.images[o.Image] = id
		fmt.Fprintf(&w.defs, `<image id="%s" width="%d" height="%d" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`, id, o.Image.Width, o.Image.Height, base64.StdEncoding.EncodeToString(png))
	}
	w.body.WriteString("<svg")
	w.rect(o.Dst)
	fmt.Fprintf(&w.body, ` viewBox="%s %s %s %s" preserveAspectRatio="none"`, num(o.Src.X0.Float()), num(o.Src.Y0.Float()), num(o.Src.X1.Float()-o.Src.X0.Float()), num(o.Src.Y1.Float()-o.Src.Y0.Float()))
	if o.Sampling == display.Nearest {
		w.body.WriteString(` image-rendering="pixelated"`)
	}
	fmt.Fprintf(&w.body, `><use href="#%s"/></svg>`, id)
	return nil
}

// svgPath collects path data.
type svgPath struct{ b []byte }

func (p *svgPath) put(c byte, v ...float64) {
	p.b = append(p.b, c)
	for i, x := range v {
		if i > 0 {
			p.b = append(p.b, ' ')
		}
		p.b = appendDecimal(p.b, x, 3)
	}
}
func (p *svgPath) move(x, y float64)             { p.put('M', x, y) }
func (p *svgPath) line(x, y float64)             { p.put('L', x, y) }
func (p *svgPath) quad(a, b, x, y float64)       { p.put('Q', a, b, x, y) }
func (p *svgPath) cube(a, b, c, d, x, y float64) { p.put('C', a, b, c, d, x, y) }
func (p *svgPath) closed()                       { p.b = append(p.b, 'Z') }

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string {
	clean := strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return escaper.Replace(clean)
}
