package style

import (
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// geometryBoxes maps the reference boxes of clip-path and masks.
var geometryBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea, "margin-box": MarginBoxArea,
	"fill-box": FillBoxArea, "stroke-box": StrokeBoxArea, "view-box": ViewBoxArea}

func (p *parser) clipPath() (value[*ClipPath], bool) {
	if p.Ident("none") {
		return constant((*ClipPath)(nil)), true
	}
	if u, ok := p.url(); ok {
		if !strings.HasPrefix(u, "#") {
			return nil, false // clip paths of other documents
		}
		return constant(&ClipPath{URL: u}), true
	}
	var shape value[Shape]
	box, hasBox := BorderBoxArea, false
	for !p.AtEnd() {
		if v, ok := geometryBoxes.parse(p); ok && !hasBox {
			box, hasBox = v(nil), true
			continue
		}
		s, ok := p.shape()
		if !ok || shape != nil {
			return nil, false
		}
		shape = s
	}
	return func(b *builder) *ClipPath {
		c := &ClipPath{Box: box}
		if shape != nil {
			s := shape(b)
			c.Shape = &s
		}
		return c
	}, shape != nil || hasBox
}

// shape parses a basic shape (CSS Shapes 1 §3).
func (p *parser) shape() (value[Shape], bool) {
	t := p.Peek()
	if t.Kind != css.Function {
		return nil, false
	}
	save := p.I
	name := css.Lower(t.Value)
	q := p.in(p.Block())
	var v value[Shape]
	ok := false
	switch name {
	case "inset", "rect", "xywh":
		v, ok = q.insetShape(name)
	case "circle", "ellipse":
		v, ok = q.roundShape(name)
	case "polygon":
		v, ok = q.polygon()
	case "path":
		v, ok = q.pathShape()
	case "shape":
		v, ok = q.commandShape()
	}
	if !ok || !q.AtEnd() {
		p.I = save
		return nil, false
	}
	return v, true
}

func (p *parser) insetShape(name string) (value[Shape], bool) {
	var sides []value[Length]
	k := allowPercent | allowNegative
	if name == "rect" {
		k |= allowAuto
	}
	for len(sides) < 4 {
		l, ok := p.length(k)
		if !ok {
			break
		}
		sides = append(sides, l)
	}
	if len(sides) == 0 || name != "inset" && len(sides) != 4 {
		return nil, false
	}
	radius := func(*builder) [4][2]Length { return squareCorners() }
	if p.Ident("round") {
		r, ok := p.radii()
		if !ok {
			return nil, false
		}
		radius = r
	}
	return func(b *builder) Shape {
		s := Shape{Kind: ShapeInset, Radius: radius(b)}
		for i := range 4 {
			s.Inset[i] = sides[sideIndex(len(sides), i)](b)
		}
		switch name {
		case "xywh": // x y w h → insets from each edge
			x, y, w, h := s.Inset[0], s.Inset[1], s.Inset[2], s.Inset[3]
			s.Inset = [4]Length{y, minus100(addLengths(x, w)), minus100(addLengths(y, h)), x}
		case "rect":
			for i, l := range s.Inset {
				switch {
				case l.IsAuto():
					s.Inset[i] = Pixels(0)
				case i == Right || i == Bottom:
					s.Inset[i] = minus100(l)
				}
			}
		}
		return s
	}, true
}

// sideIndex returns the index of the value for a side in a list of n values for top, right, bottom, left.
func sideIndex(n, side int) int {
	switch {
	case side < n:
		return side
	case side == Left && n > 1:
		return Right
	case side == Bottom:
		return Top
	}
	return 0
}

func addLengths(a, c Length) Length {
	na, nc := lengthNode(a), lengthNode(c)
	if na.Op == CalcLinear && nc.Op == CalcLinear {
		sum := CalcNode{Op: CalcLinear, Px: na.Px + nc.Px, Pct: na.Pct + nc.Pct}
		switch {
		case sum.Pct == 0:
			return Pixels(sum.Px)
		case sum.Px == 0:
			return Percentage(sum.Pct)
		}
		return Length{Kind: Calc, Calc: &sum}
	}
	return Length{Kind: Calc, Calc: &CalcNode{Op: CalcSum, Args: []CalcNode{na, nc}}}
}

func lengthNode(l Length) CalcNode {
	switch l.Kind {
	case Percent:
		return CalcNode{Op: CalcLinear, Pct: l.Pct}
	case Calc:
		return *l.Calc
	}
	return CalcNode{Op: CalcLinear, Px: l.Px}
}

// radii parses the value of border-radius: up to four values, a slash, up to four values.
func (p *parser) radii() (value[[4][2]Length], bool) {
	read := func() []value[Length] {
		var out []value[Length]
		for len(out) < 4 {
			l, ok := p.length(allowPercent)
			if !ok {
				break
			}
			out = append(out, l)
		}
		return out
	}
	x := read()
	y := x
	if len(x) == 0 {
		return nil, false
	}
	if p.Slash() {
		if y = read(); len(y) == 0 {
			return nil, false
		}
	}
	return func(b *builder) [4][2]Length {
		var out [4][2]Length
		for i := range 4 {
			out[i] = [2]Length{x[sideIndex(len(x), i)](b), y[sideIndex(len(y), i)](b)}
		}
		return out
	}, true
}

func (p *parser) roundShape(name string) (value[Shape], bool) {
	type radius struct {
		ext RadialExtent
		len value[Length]
	}
	n := 1
	if name == "ellipse" {
		n = 2
	}
	var rs []radius
	for len(rs) < n {
		if v, ok := sideWords.parse(p); ok {
			rs = append(rs, radius{ext: v(nil)})
			continue
		}
		l, ok := p.length(allowPercent)
		if !ok {
			break
		}
		rs = append(rs, radius{ExtentExplicit, l})
	}
	if len(rs) == 1 && n == 2 {
		return nil, false
	}
	if len(rs) == 0 {
		rs = []radius{{ext: ClosestSide}, {ext: ClosestSide}}
	}
	if len(rs) == 1 {
		rs = append(rs, rs[0])
	}
	center := constant([2]Length{Percentage(50), Percentage(50)})
	if p.Ident("at") {
		c, ok := p.position()
		if !ok {
			return nil, false
		}
		center = c
	}
	return func(b *builder) Shape {
		s := Shape{Kind: ShapeCircle, Center: center(b), ExtentX: rs[0].ext, ExtentY: rs[1].ext}
		if n == 2 {
			s.Kind = ShapeEllipse
		}
		if rs[0].len != nil {
			s.RadiusX = rs[0].len(b)
		}
		if rs[1].len != nil {
			s.RadiusY = rs[1].len(b)
		}
		return s
	}, true
}

func (p *parser) fillRule() (evenOdd, ok bool) {
	id, found := p.oneOf("nonzero", "evenodd")
	if !found {
		return false, true
	}
	return id == "evenodd", p.Comma()
}

func (p *parser) polygon() (value[Shape], bool) {
	evenOdd, ok := p.fillRule()
	if !ok {
		return nil, false
	}
	if p.Ident("round") {
		return nil, false
	}
	var pts [][2]value[Length]
	for {
		x, ok1 := p.length(allowPercent | allowNegative)
		y, ok2 := p.length(allowPercent | allowNegative)
		if !ok1 || !ok2 || len(pts) > 10000 {
			return nil, false
		}
		pts = append(pts, [2]value[Length]{x, y})
		if !p.Comma() {
			break
		}
	}
	return func(b *builder) Shape {
		s := Shape{Kind: ShapePolygon, EvenOdd: evenOdd}
		for _, pt := range pts {
			s.Points = append(s.Points, [2]Length{pt[0](b), pt[1](b)})
		}
		return s
	}, true
}

func (p *parser) pathShape() (value[Shape], bool) {
	evenOdd, ok := p.fillRule()
	if !ok {
		return nil, false
	}
	d, ok := p.str()
	return func(b *builder) Shape {
		return Shape{Kind: ShapePath, EvenOdd: evenOdd, Path: d, PathScale: b.zoomed(1)}
	}, ok
}
