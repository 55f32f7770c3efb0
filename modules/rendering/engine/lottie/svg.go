package lottie

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// SVG returns a frame of the animation as an SVG document. The error wraps ErrLimit.
func (a *Animation) SVG(frame float64) ([]byte, error) {
	w := &writer{animation: a}
	var content strings.Builder
	if err := w.layers(&content, a.layers, frame, 0); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s">`, num(a.Width), num(a.Height), num(a.Width), num(a.Height))
	if w.defs.Len() > 0 {
		b.WriteString("<defs>" + w.defs.String() + "</defs>")
	}
	b.WriteString(content.String())
	b.WriteString("</svg>")
	return []byte(b.String()), nil
}

// writer writes one frame.
type writer struct {
	animation       *Animation
	defs            strings.Builder
	ids             int
	nodes, vertices int
}

// id returns a new ID.
func (w *writer) id() string {
	w.ids++
	return "n" + strconv.Itoa(w.ids)
}

// count counts a node and returns the error of a limit.
func (w *writer) count() error {
	if w.nodes++; w.nodes > maxNodes {
		return fmt.Errorf("%w: a frame has more than %d layers, groups and paths", ErrLimit, maxNodes)
	}
	return nil
}

// num formats a number with at most 5 decimals.
func num(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "0"
	}
	s := strings.TrimRight(strconv.FormatFloat(v, 'f', 5, 64), "0")
	if s = strings.TrimSuffix(s, "."); s == "-0" {
		return "0"
	}
	return s
}

// layers writes the layers of a composition at a frame; the first is on top.
func (w *writer) layers(b *strings.Builder, layers []*layer, frame float64, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%w: compositions are nested more than %d levels deep", ErrLimit, maxDepth)
	}
	for i := len(layers) - 1; i >= 0; i-- {
		l := layers[i]
		if l.isMatte || !l.shownAt(frame) {
			continue
		}
		if l.matte == 0 {
			if err := w.layer(b, layers, l, frame, depth); err != nil {
				return err
			}
			continue
		}
		matte := matteOf(layers, i)
		if matte == nil || !matte.shownAt(frame) {
			if l.matte == invertedAlphaMatte || l.matte == invertedLumaMatte {
				if err := w.layer(b, layers, l, frame, depth); err != nil {
					return err
				}
			}
			continue
		}
		var content strings.Builder
		if err := w.layer(&content, layers, matte, frame, depth); err != nil {
			return err
		}
		fmt.Fprintf(b, `<g mask="url(#%s)">`, w.matte(l.matte, content.String()))
		if err := w.layer(b, layers, l, frame, depth); err != nil {
			return err
		}
		b.WriteString("</g>")
	}
	return nil
}

func (l *layer) shownAt(frame float64) bool { return l.start <= frame && frame < l.end }

func matteOf(layers []*layer, i int) *layer {
	l := layers[i]
	if l.matteOf < 0 {
		if i == 0 {
			return nil
		}
		return layers[i-1]
	}
	for _, other := range layers {
		if other.index == l.matteOf && other != l {
			return other
		}
	}
	return nil
}

// matte defines the mask of a track matte and returns its ID.
func (w *writer) matte(kind int, content string) string {
	id := w.id()
	const region = ` maskUnits="userSpaceOnUse" x="-16384" y="-16384" width="32768" height="32768" mask-type=`
	const all = `<rect x="-16384" y="-16384" width="32768" height="32768" fill="%s"/>`
	// matrix applies a colour matrix to the content.
	matrix := func(values, content string) string {
		f := w.id()
		fmt.Fprintf(&w.defs, `<filter id="%s" filterUnits="userSpaceOnUse" x="0" y="0" width="%s" height="%s" color-interpolation-filters="sRGB"><feColorMatrix values="%s"/></filter>`,
			f, num(w.animation.Width), num(w.animation.Height), values)
		return fmt.Sprintf(`<g filter="url(#%s)">%s</g>`, f, content)
	}
	switch kind {
	case lumaMatte:
		content = `<mask id="` + id + `"` + region + `"luminance">` + content
	case invertedAlphaMatte:
		content = `<mask id="` + id + `"` + region + `"luminance">` + fmt.Sprintf(all, "#fff") + matrix("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0", content)
	case invertedLumaMatte:
		content = `<mask id="` + id + `"` + region + `"luminance">` + fmt.Sprintf(all, "#fff") + matrix("-1 0 0 0 1 0 -1 0 0 1 0 0 -1 0 1 0 0 0 1 0", content)
	default:
		content = `<mask id="` + id + `"` + region + `"alpha">` + content
	}
	w.defs.WriteString(content + "</mask>")
	return id
}

// layer writes one layer with the transforms of its parents, its opacity, masks and blend mode.
func (w *writer) layer(b *strings.Builder, layers []*layer, l *layer, frame float64, depth int) error {
	if err := w.count(); err != nil {
		return err
	}
	if l.kind == nullLayer || l.kind == audioLayer {
		return nil
	}
	var chain []string
	for at, seen := l, 0; at != nil && seen < 64; seen++ {
		chain = append(chain, at.transform.attribute(frame))
		at = find(layers, at.parent)
	}
	b.WriteString(`<g transform="`)
	for i := len(chain) - 1; i >= 0; i-- {
		b.WriteString(chain[i])
	}
	b.WriteString(`"`)
	writeOpacity(b, l.transform.opacity.number(frame, 100)/100)
	if l.blend != "" {
		b.WriteString(` style="mix-blend-mode:` + l.blend + `"`)
	}
	b.WriteString(">")
	masks, err := w.masks(b, l, frame)
	if err != nil {
		return err
	}
	if err := w.content(b, l, frame, depth); err != nil {
		return err
	}
	b.WriteString(strings.Repeat("</g>", masks) + "</g>")
	return nil
}

func find(layers []*layer, index int) *layer {
	if index < 0 {
		return nil
	}
	for _, l := range layers {
		if l.index == index {
			return l
		}
	}
	return nil
}

func writeOpacity(b *strings.Builder, opacity float64) {
	if opacity = max(0, min(opacity, 1)); opacity < 1 {
		b.WriteString(` opacity="` + num(opacity) + `"`)
	}
}

// masks opens a group for each mask that the content is drawn through and returns their number. Masks that add or
// subtract share one; one that intersects has its own.
func (w *writer) masks(b *strings.Builder, l *layer, frame float64) (groups int, err error) {
	var content strings.Builder
	close := func() {
		if content.Len() == 0 {
			return
		}
		id := w.id()
		fmt.Fprintf(&w.defs, `<mask id="%s" maskUnits="userSpaceOnUse" x="-16384" y="-16384" width="32768" height="32768">%s</mask>`, id, content.String())
		fmt.Fprintf(b, `<g mask="url(#%s)">`, id)
		content.Reset()
		groups++
	}
	const all = `M-16384 -16384H16384V16384H-16384Z`
	for i := range l.masks {
		m := &l.masks[i]
		if m.mode == "n" || m.mode == "" {
			continue
		}
		p := m.path.pathAt(frame)
		if p == nil {
			continue
		}
		var d strings.Builder
		if m.inverted {
			d.WriteString(all)
		}
		if err := w.path(&d, p); err != nil {
			return groups, err
		}
		switch m.mode {
		case "i":
			close()
		case "s":
			if content.Len() == 0 {
				content.WriteString(`<path fill="#fff" d="` + all + `"/>`)
			}
		}
		color := "#fff"
		if m.mode == "s" {
			color = "#000"
		}
		fmt.Fprintf(&content, `<path fill="%s" fill-rule="%s" d="%s"`, color, map[bool]string{true: "evenodd", false: "nonzero"}[m.inverted], d.String())
		if o := m.opacity.number(frame, 100); o < 100 {
			fmt.Fprintf(&content, ` fill-opacity="%s"`, num(max(0, o)/100))
		}
		content.WriteString("/>")
	}
	close()
	return groups, nil
}

// content writes what a layer shows, in its own coordinates.
func (w *writer) content(b *strings.Builder, l *layer, frame float64, depth int) error {
	switch l.kind {
	case solidLayer:
		fmt.Fprintf(b, `<rect width="%s" height="%s" fill="%s"/>`, num(max(0, l.width)), num(max(0, l.height)), l.color)
	case imageLayer:
		if a := w.animation.assets[l.reference]; a != nil && a.url != "" {
			fmt.Fprintf(b, `<image width="%s" height="%s" preserveAspectRatio="xMidYMid slice" href="%s"/>`, num(max(0, a.width)), num(max(0, a.height)), html.EscapeString(a.url))
		}
	case shapeLayer:
		s := &shapeWriter{writer: w, frame: frame}
		return s.items(b, l.shapes, nil, nil, geom.Identity(), 0)
	case textLayer:
		w.text(b, l, frame)
	case compositionLayer:
		a := w.animation.assets[l.reference]
		if a == nil {
			return nil
		}
		inner := (frame - l.offset) / l.stretch
		if l.remap.has() {
			inner = float64(l.remap.number(frame, 0) * w.animation.rate)
		}
		id := w.id()
		fmt.Fprintf(&w.defs, `<clipPath id="%s"><path d="M0 0H%sV%sH0Z"/></clipPath>`, id, num(l.width), num(l.height))
		fmt.Fprintf(b, `<g clip-path="url(#%s)">`, id)
		if err := w.layers(b, a.layers, inner, depth+1); err != nil {
			return err
		}
		b.WriteString("</g>")
	}
	return nil
}

// text writes the lines of a text.
func (w *writer) text(b *strings.Builder, l *layer, frame float64) {
	var d *textDocument
	for i := range l.texts {
		if d == nil || l.texts[i].frame <= frame {
			d = &l.texts[i]
		}
	}
	if d == nil {
		return
	}
	f, ok := w.animation.fonts[d.font]
	if !ok {
		f = newFont("sans-serif", "")
	}
	anchor := map[int]string{1: "end", 2: "middle"}[d.justify]
	if anchor == "" {
		anchor = "start"
	}
	fmt.Fprintf(b, `<text xml:space="preserve" font-family="%s" font-weight="%s" font-size="%s" text-anchor="%s" letter-spacing="%s"`, html.EscapeString(f.family), f.weight, num(d.size), anchor, num(float64(d.tracking*d.size)/1000))
	if f.isItalic {
		b.WriteString(` font-style="italic"`)
	}
	if len(d.fill) >= 3 {
		b.WriteString(` fill="` + paintOf(d.fill) + `"`)
	} else {
		b.WriteString(` fill="none"`)
	}
	if len(d.stroke) >= 3 && d.strokeWidth > 0 {
		fmt.Fprintf(b, ` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, paintOf(d.stroke), num(d.strokeWidth))
	}
	b.WriteString(">")
	for i, line := range strings.FieldsFunc(strings.ReplaceAll(d.text, "\r\n", "\n"), func(r rune) bool { return r == '\r' || r == '\n' || r == 3 }) {
		fmt.Fprintf(b, `<tspan x="0" y="%s">%s</tspan>`, num(float64(float64(i)*d.lineHeight)), html.EscapeString(printable(line)))
	}
	b.WriteString("</text>")
}

// printable removes characters that XML does not permit.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// attribute returns the transform as the value of an SVG attribute.
func (t *transform) attribute(frame float64) string {
	a, p, s := t.anchor.point(frame, 0, 0), t.position.point(frame, 0, 0), t.scale.point(frame, 100, 100)
	r, skew := t.rotation.number(frame, 0), t.skew.number(frame, 0)
	var b strings.Builder
	if p != (point{}) {
		b.WriteString("translate(" + num(p.x) + " " + num(p.y) + ")")
	}
	if r != 0 {
		b.WriteString("rotate(" + num(r) + ")")
	}
	if skew != 0 {
		axis := t.skewAxis.number(frame, 0)
		b.WriteString("rotate(" + num(-axis) + ")skewX(" + num(-skew) + ")rotate(" + num(axis) + ")")
	}
	if s != (point{100, 100}) {
		b.WriteString("scale(" + num(s.x/100) + " " + num(s.y/100) + ")")
	}
	if a != (point{}) {
		b.WriteString("translate(" + num(-a.x) + " " + num(-a.y) + ")")
	}
	return b.String()
}

// matrix returns the transform as a matrix.
func (t *transform) matrix(frame float64) geom.Matrix {
	a, p, s := t.anchor.point(frame, 0, 0), t.position.point(frame, 0, 0), t.scale.point(frame, 100, 100)
	m := geom.Translate(p.x, p.y).Mul(geom.Rotate(t.rotation.number(frame, 0)))
	if skew := t.skew.number(frame, 0); skew != 0 {
		axis := t.skewAxis.number(frame, 0)
		sin, cos := geom.SinCosDeg(-skew)
		if cos == 0 {
			return geom.Scale(0, 0)
		}
		m = m.Mul(geom.Rotate(-axis)).Mul(geom.Matrix{A: 1, C: sin / cos, D: 1}).Mul(geom.Rotate(axis))
	}
	return m.Mul(geom.Scale(s.x/100, s.y/100)).Mul(geom.Translate(-a.x, -a.y))
}

// path writes path data.
func (w *writer) path(b *strings.Builder, p *path) error {
	if w.vertices += len(p.vertices); w.vertices > maxVertices {
		return fmt.Errorf("%w: the paths of a frame have more than %d vertices", ErrLimit, maxVertices)
	}
	for i := range p.vertices {
		if i == 0 {
			b.WriteString("M" + num(p.vertices[0].at.x) + " " + num(p.vertices[0].at.y))
			continue
		}
		w.curve(b, &p.vertices[i-1], &p.vertices[i])
	}
	if p.closed && len(p.vertices) > 0 {
		w.curve(b, &p.vertices[len(p.vertices)-1], &p.vertices[0])
		b.WriteString("Z")
	}
	return nil
}

func (w *writer) curve(b *strings.Builder, from, to *vertex) {
	if from.out == from.at && to.in == to.at {
		b.WriteString("L" + num(to.at.x) + " " + num(to.at.y))
		return
	}
	b.WriteString("C" + num(from.out.x) + " " + num(from.out.y) + " " + num(to.in.x) + " " + num(to.in.y) + " " + num(to.at.x) + " " + num(to.at.y))
}

// paintOf returns a colour of components from 0 to 1 (0 to 255 in files of old versions). A fourth component repeats the
// opacity of the style and is ignored, as by the reference player.
func paintOf(c []float64) string {
	if len(c) < 3 {
		return "#000000"
	}
	k := 255.0
	if c[0] > 1 || c[1] > 1 || c[2] > 1 {
		k = 1
	}
	byteOf := func(v float64) uint8 { return uint8(max(0, min(math.Floor(float64(v*k)+0.5), 255))) }
	return fmt.Sprintf("#%02x%02x%02x", byteOf(c[0]), byteOf(c[1]), byteOf(c[2]))
}
