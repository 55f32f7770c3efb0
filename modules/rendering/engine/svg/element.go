package svg

import (
	"fmt"
	"math"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// PaintElement draws an svg element of a styled document into a box of w × h at
// the origin, by its viewBox and preserveAspectRatio.
func PaintElement(tree *style.Tree, node dom.NodeID, w, h geom.Unit, ctx Context) (*display.List, []dom.Warning) {
	p := &painter{tree: tree, ctx: ctx, list: &display.List{Width: w.Ceil(), Height: h.Ceil()}}
	m := viewTransform(tree.Doc.Node(node), w.Float(), h.Float())
	p.children(node, m)
	return p.list, p.warnings
}

// painter draws one svg element. Geometry is mapped to the box as it is read, so
// that small viewBoxes keep their precision.
type painter struct {
	tree     *style.Tree
	ctx      Context
	list     *display.List
	warnings []dom.Warning
}

// viewTransform maps user units to the box (SVG 2 §8.6).
func viewTransform(n *dom.Node, w, h float64) geom.Matrix {
	value, ok := n.Attr("viewBox")
	if !ok {
		value, ok = n.Attr("viewbox")
	}
	s := scanner{s: value}
	var box [4]float64
	for i := range box {
		s.commaSpace()
		v, found := s.number()
		if !found {
			return geom.Identity()
		}
		box[i] = v
	}
	if !ok || box[2] <= 0 || box[3] <= 0 {
		return geom.Identity()
	}
	sx, sy := w/box[2], h/box[3]
	align, _ := n.Attr("preserveAspectRatio")
	if !strings.Contains(align, "none") {
		k := math.Min(sx, sy)
		if strings.Contains(align, "slice") {
			k = math.Max(sx, sy)
		}
		sx, sy = k, k
	}
	at := func(free float64, low, high string) float64 {
		switch {
		case strings.Contains(align, low):
			return 0
		case strings.Contains(align, high):
			return free
		}
		return free / 2
	}
	dx := at(w-float64(box[2]*sx), "xMin", "xMax")
	dy := at(h-float64(box[3]*sy), "YMin", "YMax")
	return geom.Matrix{A: sx, D: sy, E: dx - float64(box[0]*sx), F: dy - float64(box[1]*sy)}
}

func (p *painter) children(node dom.NodeID, m geom.Matrix) {
	for c := p.tree.Doc.Node(node).FirstChild; c != dom.None; c = p.tree.Doc.Node(c).Next {
		if p.tree.Doc.Node(c).Type == dom.Element {
			p.element(c, m)
		}
	}
}

// element draws one element and what is inside it.
func (p *painter) element(id dom.NodeID, m geom.Matrix) {
	n, s := p.tree.Doc.Node(id), p.tree.Styles[id]
	if s == nil || s.Display == style.DisplayNone {
		return
	}
	if t, ok := n.Attr("transform"); ok {
		m = m.Mul(ParseTransform(t))
	}
	if s.Opacity < 1 {
		p.list.Ops = append(p.list.Ops, display.PushLayer{
			Bounds: display.Rect{X1: display.FromFloat(float64(p.list.Width)), Y1: display.FromFloat(float64(p.list.Height))}, Opacity: uint8(math.Floor(s.Opacity*255 + 0.5)),
		})
		defer func() { p.list.Ops = append(p.list.Ops, display.Pop{}) }()
	}
	switch n.Tag {
	case "g", "a", "svg":
		p.children(id, m)
	case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
		if s.Visibility == style.Visible {
			p.shape(n, s, m)
		}
	case "defs", "title", "desc", "metadata", "style", "symbol", "linearGradient", "radialGradient", "clipPath", "mask", "pattern", "marker", "filter":
	default:
		p.warn(n, fmt.Sprintf("<%s> inside svg is not drawn", n.Tag))
	}
}

func (p *painter) warn(n *dom.Node, message string) {
	p.warnings = append(p.warnings, dom.Warning{Code: "unsupported_element", Path: n.Path, Message: message})
}

// shape fills and strokes a basic shape.
func (p *painter) shape(n *dom.Node, s *style.Computed, m geom.Matrix) {
	path, err := ParsePath(outline(n), m)
	if err != nil {
		p.warnings = append(p.warnings, dom.Warning{Code: "invalid_path", Path: n.Path, Message: err.Error()})
	}
	if len(path.Verbs) == 0 {
		return
	}
	sv := s.SVG
	if sv == nil {
		sv = &style.SVGStyle{Fill: style.Paint{Kind: style.PaintColor, Color: style.Color{A: 255}}, FillOpacity: 1}
	}
	if c, ok := p.paint(n, &sv.Fill, sv.FillOpacity); ok {
		rule := display.NonZero
		if sv.FillEvenOdd {
			rule = display.EvenOdd
		}
		p.list.Ops = append(p.list.Ops, display.FillPath{Path: path, Rule: rule, Brush: display.Solid{Color: c}})
	}
	if c, ok := p.paint(n, &sv.Stroke, sv.StrokeOpacity); ok {
		k := math.Sqrt(math.Abs(float64(m.A*m.D) - float64(m.B*m.C)))
		stroke := display.Stroke{
			Width: display.FromFloat(sv.StrokeWidth.Px * k), Cap: display.Cap(sv.StrokeLinecap), Join: display.Join(sv.StrokeLinejoin),
			MiterLimit: sv.StrokeMiterlimit, DashOffset: display.FromFloat(sv.StrokeDashoffset.Px * k),
		}
		for _, d := range sv.StrokeDasharray {
			stroke.Dash = append(stroke.Dash, display.FromFloat(d.Px*k))
		}
		if stroke.Width > 0 {
			p.list.Ops = append(p.list.Ops, display.StrokePath{Path: path, Stroke: stroke, Brush: display.Solid{Color: c}})
		}
	}
}

// paint returns the colour of a fill or stroke; ok is false when there is none.
func (p *painter) paint(n *dom.Node, paint *style.Paint, opacity float64) (display.Color, bool) {
	c := paint.Color
	switch paint.Kind {
	case style.PaintNone:
		return display.Color{}, false
	case style.PaintURL:
		p.warn(n, "paint server "+paint.URL+" is not drawn")
		if paint.Fallback == nil {
			return display.Color{}, false
		}
		c = *paint.Fallback
	}
	c.A = uint8(math.Floor(float64(c.A)*min(max(opacity, 0), 1) + 0.5))
	return display.Color{R: c.R, G: c.G, B: c.B, A: c.A}, c.A > 0
}

// outline is a basic shape as path data (SVG 2 §10).
func outline(n *dom.Node) string {
	num := func(name string) float64 {
		v, _ := n.Attr(name)
		s := scanner{s: strings.TrimSpace(v)}
		f, _ := s.number()
		return f
	}
	switch n.Tag {
	case "path":
		d, _ := n.Attr("d")
		return d
	case "rect":
		return rectPath(n, num)
	case "circle":
		r := num("r")
		return ellipsePath(num("cx"), num("cy"), r, r)
	case "ellipse":
		return ellipsePath(num("cx"), num("cy"), num("rx"), num("ry"))
	case "line":
		return fmt.Sprintf("M%g %gL%g %g", num("x1"), num("y1"), num("x2"), num("y2"))
	}
	points, _ := n.Attr("points")
	if strings.TrimSpace(points) == "" {
		return ""
	}
	if n.Tag == "polygon" {
		return "M" + points + "Z"
	}
	return "M" + points
}

func rectPath(n *dom.Node, num func(string) float64) string {
	x, y, w, h := num("x"), num("y"), num("width"), num("height")
	if w <= 0 || h <= 0 {
		return ""
	}
	_, hasX := n.Attr("rx")
	_, hasY := n.Attr("ry")
	rx, ry := num("rx"), num("ry")
	if !hasX {
		rx = ry
	}
	if !hasY {
		ry = rx
	}
	rx, ry = min(rx, w/2), min(ry, h/2)
	if rx <= 0 || ry <= 0 {
		return fmt.Sprintf("M%g %gh%gv%gh%gz", x, y, w, h, -w)
	}
	a := fmt.Sprintf("a%g %g 0 0 1", rx, ry)
	return fmt.Sprintf("M%g %gh%g%s %g %gv%g%s %g %gh%g%s %g %gv%g%s %g %gz",
		x+rx, y, w-2*rx, a, rx, ry, h-2*ry, a, -rx, ry, -(w - 2*rx), a, -rx, -ry, -(h - 2*ry), a, rx, -ry)
}

func ellipsePath(cx, cy, rx, ry float64) string {
	if rx <= 0 || ry <= 0 {
		return ""
	}
	return fmt.Sprintf("M%g %ga%g %g 0 0 1 %g 0a%g %g 0 0 1 %g 0z", cx-rx, cy, rx, ry, 2*rx, rx, ry, -2*rx)
}

// ParseTransform reads a transform attribute (SVG 2 §8.5); what follows an error
// is left out.
func ParseTransform(value string) geom.Matrix {
	m := geom.Identity()
	s := scanner{s: value}
	for {
		s.commaSpace()
		start := s.i
		for !s.done() && isNameByte(s.s[s.i]) {
			s.i++
		}
		name := s.s[start:s.i]
		s.space()
		if name == "" || s.done() || s.s[s.i] != '(' {
			return m
		}
		s.i++
		var a []float64
		for {
			s.commaSpace()
			v, ok := s.number()
			if !ok {
				break
			}
			a = append(a, v)
		}
		s.space()
		if s.done() || s.s[s.i] != ')' {
			return m
		}
		s.i++
		f, ok := transformFunction(name, a)
		if !ok {
			return m
		}
		m = m.Mul(f)
	}
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func transformFunction(name string, a []float64) (geom.Matrix, bool) {
	arg := func(i int, missing float64) float64 {
		if i < len(a) {
			return a[i]
		}
		return missing
	}
	if len(a) == 0 {
		return geom.Matrix{}, false
	}
	switch name {
	case "translate":
		return geom.Translate(a[0], arg(1, 0)), true
	case "scale":
		return geom.Scale(a[0], arg(1, a[0])), true
	case "rotate":
		x, y := arg(1, 0), arg(2, 0)
		return geom.Translate(x, y).Mul(geom.Rotate(a[0])).Mul(geom.Translate(-x, -y)), true
	case "skewX":
		s, c := geom.SinCosDeg(a[0])
		return geom.Matrix{A: 1, C: s / c, D: 1}, c != 0
	case "skewY":
		s, c := geom.SinCosDeg(a[0])
		return geom.Matrix{A: 1, B: s / c, D: 1}, c != 0
	case "matrix":
		if len(a) == 6 {
			return geom.Matrix{A: a[0], B: a[1], C: a[2], D: a[3], E: a[4], F: a[5]}, true
		}
	}
	return geom.Matrix{}, false
}
