package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/css"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// definePaint defines effects, clipping, transforms and replaced content.
func definePaint(r *registry) {
	def(r, "opacity", noInherits, func(s *Computed) *float64 { return &s.Opacity }, func(p *parser) (value[float64], bool) {
		v, ok := p.numberOrPercent()
		return func(b *builder) float64 { return min(max(v(b), 0), 1) }, ok
	})
	def(r, "box-shadow", noInherits, func(s *Computed) *[]Shadow { return &s.BoxShadow }, func(p *parser) (value[[]Shadow], bool) {
		v, ok := p.shadows(boxShadow)
		return func(b *builder) []Shadow { s, _ := v(b); return s }, ok
	})
	r.alias("-webkit-box-shadow", "box-shadow")
	def(r, "filter", noInherits, func(s *Computed) *[]Filter { return &s.Filter }, (*parser).filters)
	r.alias("-webkit-filter", "filter")
	def(r, "backdrop-filter", noInherits, func(s *Computed) *[]Filter { return &s.BackdropFilter }, (*parser).filters)
	r.alias("-webkit-backdrop-filter", "backdrop-filter")
	kw(r, "mix-blend-mode", noInherits, func(s *Computed) *BlendMode { return &s.Blend }, blendModes)
	def(r, "clip-path", noInherits, func(s *Computed) **ClipPath { return &s.ClipPath }, (*parser).clipPath)
	r.alias("-webkit-clip-path", "clip-path")
	def(r, "object-fit", noInherits, func(s *Computed) *ObjectFit { return &s.ObjectFit }, words[ObjectFit]{
		"fill": FitFill, "contain": FitContain, "cover": FitCover, "none": FitNatural, "scale-down": FitScaleDown}.parse)
	def(r, "object-position", noInherits, func(s *Computed) *[2]Length { return &s.ObjectPosition }, (*parser).position)
	kw(r, "image-rendering", inherits, func(s *Computed) *ImageRendering { return &s.ImageRendering }, words[ImageRendering]{
		"auto": RenderAuto, "smooth": RenderAuto, "high-quality": RenderAuto, "optimizequality": RenderAuto, "optimizespeed": RenderAuto,
		"pixelated": RenderPixelated, "crisp-edges": RenderCrispEdges, "-webkit-optimize-contrast": RenderCrispEdges})
	def(r, "-svc-focus", noInherits, func(s *Computed) *Focus { return &s.Focus }, func(p *parser) (value[Focus], bool) {
		if p.Ident("auto") {
			return constant(Focus{}), true
		}
		if p.Ident("entropy") {
			return constant(Focus{Entropy: true, Set: true}), true
		}
		v, ok := p.position()
		return func(b *builder) Focus { l := v(b); return Focus{Set: true, X: l[0], Y: l[1]} }, ok
	})
	def(r, "clip", noInherits, func(s *Computed) **[4]Length { return &s.inner.clip }, parseClip)
	defineTransform(r)
}

// parseClip reads the clip property of CSS 2 §11.1.2; edges count from the top left
// corner of the border box.
func parseClip(p *parser) (value[*[4]Length], bool) {
	if p.Ident("auto") {
		return constant((*[4]Length)(nil)), true
	}
	f, ok := p.Func("rect")
	if !ok {
		return nil, false
	}
	q := p.in(f)
	var edges [4]value[Length]
	for i := range edges {
		if edges[i], ok = q.length(allowAuto | allowNegative); !ok {
			return nil, false
		}
		if i < 3 {
			q.Comma()
		}
	}
	return func(b *builder) *[4]Length {
		var out [4]Length
		for i, e := range edges {
			l := e(b)
			switch {
			case l.IsAuto():
				out[i] = Pixels(0)
			case i == Right || i == Bottom:
				out[i] = minus100(l)
			default:
				out[i] = l
			}
		}
		return &out
	}, q.AtEnd()
}

func squareCorners() [4][2]Length {
	return [4][2]Length{{Pixels(0), Pixels(0)}, {Pixels(0), Pixels(0)}, {Pixels(0), Pixels(0)}, {Pixels(0), Pixels(0)}}
}

var blendModes = words[BlendMode]{"normal": BlendNormal, "multiply": BlendMultiply, "screen": BlendScreen, "overlay": BlendOverlay,
	"darken": BlendDarken, "lighten": BlendLighten, "color-dodge": BlendColorDodge, "color-burn": BlendColorBurn, "hard-light": BlendHardLight,
	"soft-light": BlendSoftLight, "difference": BlendDifference, "exclusion": BlendExclusion, "hue": BlendHue, "saturation": BlendSaturation,
	"color": BlendColor, "luminosity": BlendLuminosity, "plus-lighter": BlendPlusLighter}

type shadowKind uint8

const (
	boxShadow shadowKind = iota
	textShadow
	dropShadow
)

// shadows reads a shadow list; the second result tells which colours follow currentcolor.
func (p *parser) shadows(kind shadowKind) (func(b *builder) ([]Shadow, []bool), bool) {
	if p.Ident("none") {
		return func(*builder) ([]Shadow, []bool) { return nil, nil }, true
	}
	var list []func(b *builder) (Shadow, bool)
	for {
		s, ok := p.shadow(kind)
		if !ok {
			return nil, false
		}
		list = append(list, s)
		if !p.Comma() {
			break
		}
	}
	return func(b *builder) ([]Shadow, []bool) {
		out, cur := make([]Shadow, len(list)), make([]bool, len(list))
		for i, f := range list {
			out[i], cur[i] = f(b)
		}
		return out, cur
	}, true
}

func (p *parser) shadow(kind shadowKind) (func(b *builder) (Shadow, bool), bool) {
	inset, current := false, true
	color := value[Color](func(b *builder) Color { return b.out.Color })
	var lens []value[geom.Unit]
	hasColor := false
	for !p.AtEnd() && p.Peek().Kind != css.Comma {
		if kind == boxShadow && !inset && p.Ident("inset") {
			inset = true
			continue
		}
		if len(lens) == 0 {
			for len(lens) < 4 {
				k := allowNegative
				if len(lens) == 2 {
					k = 0
				}
				l, ok := p.units(k)
				if !ok {
					break
				}
				lens = append(lens, l)
			}
			if len(lens) > 0 {
				continue
			}
		}
		cur := p.colorIsCurrent()
		c, ok := p.color()
		if !ok || hasColor {
			return nil, false
		}
		color, current, hasColor = c, cur, true
	}
	if len(lens) < 2 || kind != boxShadow && len(lens) > 3 {
		return nil, false
	}
	return func(b *builder) (Shadow, bool) {
		s := Shadow{X: lens[0](b), Y: lens[1](b), Color: color(b), Inset: inset}
		if len(lens) > 2 {
			s.Blur = lens[2](b)
		}
		if len(lens) > 3 {
			s.Spread = lens[3](b)
		}
		return s, current
	}, true
}

func (p *parser) filters() (value[[]Filter], bool) {
	if p.Ident("none") {
		return constant([]Filter(nil)), true
	}
	var list []value[Filter]
	for !p.AtEnd() {
		f, ok := p.filter()
		if !ok {
			return nil, false
		}
		list = append(list, f)
	}
	return func(b *builder) []Filter {
		out := make([]Filter, len(list))
		for i, f := range list {
			out[i] = f(b)
		}
		return out
	}, len(list) > 0
}

var filterKinds = map[string]FilterKind{"blur": FilterBlur, "brightness": FilterBrightness, "contrast": FilterContrast, "drop-shadow": FilterDropShadow,
	"grayscale": FilterGrayscale, "hue-rotate": FilterHueRotate, "invert": FilterInvert, "opacity": FilterOpacity, "saturate": FilterSaturate, "sepia": FilterSepia}

func (p *parser) filter() (value[Filter], bool) {
	if u, ok := p.url(); ok {
		return constant(Filter{Kind: FilterURL, URL: u}), true
	}
	t := p.Peek()
	if t.Kind != css.Function {
		return nil, false
	}
	kind, ok := filterKinds[css.Lower(t.Value)]
	if !ok {
		return nil, false
	}
	q := p.in(p.Block())
	switch kind {
	case FilterBlur:
		if q.AtEnd() {
			return constant(Filter{Kind: kind}), true
		}
		v, ok := q.units(0)
		return func(b *builder) Filter { return Filter{Kind: kind, Blur: v(b)} }, ok && q.AtEnd()
	case FilterDropShadow:
		v, ok := q.shadow(dropShadow)
		return func(b *builder) Filter { s, _ := v(b); return Filter{Kind: kind, Shadow: s} }, ok && q.AtEnd()
	case FilterHueRotate:
		if q.AtEnd() {
			return constant(Filter{Kind: kind}), true
		}
		v, ok := q.angle(zeroAllowed)
		return func(b *builder) Filter { return Filter{Kind: kind, Amount: v(b)} }, ok && q.AtEnd()
	}
	if q.AtEnd() {
		return constant(Filter{Kind: kind, Amount: 1}), true
	}
	if t := q.Peek(); (t.Kind == css.Number || t.Kind == css.Percentage) && t.Num < 0 {
		return nil, false
	}
	v, ok := q.numberOrPercent()
	return func(b *builder) Filter {
		a := max(0, v(b))
		switch kind {
		case FilterGrayscale, FilterInvert, FilterOpacity, FilterSepia:
			a = min(a, 1)
		}
		return Filter{Kind: kind, Amount: a}
	}, ok && q.AtEnd()
}

// geometryBoxes are the reference boxes of clip-path and masks.
var geometryBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea, "margin-box": MarginBoxArea,
	"fill-box": FillBoxArea, "stroke-box": StrokeBoxArea, "view-box": ViewBoxArea}

func (p *parser) clipPath() (value[*ClipPath], bool) {
	if p.Ident("none") {
		return constant((*ClipPath)(nil)), true
	}
	if u, ok := p.url(); ok {
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

// shape reads a basic shape (CSS Shapes 1 §3).
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

// sideIndex expands one to four values to the sides top, right, bottom, left.
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

// radii reads the value of border-radius: up to four, a slash, up to four.
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
		if v, ok := extentWords.parse(p); ok {
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
	return constant(Shape{Kind: ShapePath, EvenOdd: evenOdd, Path: d}), ok
}

// defineTransform defines the transform properties.
func defineTransform(r *registry) {
	list := func(name string, get func(*Computed) *[]TransformFunc, parse func(p *parser) (value[[]TransformFunc], bool)) {
		def(r, name, noInherits, get, func(p *parser) (value[[]TransformFunc], bool) {
			if p.Ident("none") {
				return constant([]TransformFunc(nil)), true
			}
			return parse(p)
		})
	}
	list("transform", func(s *Computed) *[]TransformFunc { return &s.inner.transform }, (*parser).transforms)
	r.alias("-webkit-transform", "transform")
	list("translate", func(s *Computed) *[]TransformFunc { return &s.inner.translate }, func(p *parser) (value[[]TransformFunc], bool) {
		x, ok := p.length(allowPercent | allowNegative)
		if !ok {
			return nil, false
		}
		y, ok := p.length(allowPercent | allowNegative)
		if !ok {
			y = constant(Pixels(0))
		} else if z, ok := p.pixels(allowNegative); ok {
			_ = z
			p.note = "the z part of translate has no effect"
		}
		return func(b *builder) []TransformFunc {
			return []TransformFunc{{Kind: TransformTranslate, X: x(b), Y: y(b)}}
		}, true
	})
	list("scale", func(s *Computed) *[]TransformFunc { return &s.inner.scale }, func(p *parser) (value[[]TransformFunc], bool) {
		x, ok := p.numberOrPercent()
		if !ok {
			return nil, false
		}
		y, ok := p.numberOrPercent()
		if !ok {
			y = x
		} else if _, ok := p.numberOrPercent(); ok {
			p.note = "the z part of scale has no effect"
		}
		return func(b *builder) []TransformFunc {
			return []TransformFunc{{Kind: TransformScale, N: [6]float64{x(b), y(b)}}}
		}, true
	})
	list("rotate", func(s *Computed) *[]TransformFunc { return &s.inner.rotate }, (*parser).rotation)
	def(r, "transform-origin", noInherits, func(s *Computed) *[2]Length { return &s.TransformOrigin }, func(p *parser) (value[[2]Length], bool) {
		v, ok := p.positionOf(2)
		if ok && !p.AtEnd() {
			// The third value is a length along z; it has no effect on a 2-D transform.
			_, ok = p.pixels(allowNegative)
		}
		return v, ok
	})
	r.alias("-webkit-transform-origin", "transform-origin")
	kw(r, "transform-box", noInherits, func(s *Computed) *Box { return &s.TransformBox }, geometryBoxes)
}

// rotation reads the rotate property: an angle with an axis before or behind it.
func (p *parser) rotation() (value[[]TransformFunc], bool) {
	axis := func() (z float64, plane, ok bool) {
		if id, ok := p.oneOf("x", "y", "z"); ok {
			return 1, id == "z", true
		}
		save := p.I
		v, ok := args3(p)
		if !ok {
			p.I = save
			return 0, false, false
		}
		return v[2], v[0] == 0 && v[1] == 0, true
	}
	z, plane, given := axis()
	a, ok := p.angle(zeroNeeds)
	if !ok {
		return nil, false
	}
	if !given {
		if z, plane, given = axis(); !given {
			z, plane = 1, true
		}
	}
	if !plane {
		p.note = "rotation out of the plane is not supported"
		return constant([]TransformFunc(nil)), true
	}
	sign := math.Copysign(1, z)
	return func(b *builder) []TransformFunc {
		return []TransformFunc{{Kind: TransformRotate, N: [6]float64{sign * a(b)}}}
	}, true
}

// args3 reads three plain numbers.
func args3(p *parser) (v [3]float64, ok bool) {
	for i := range v {
		t := p.Next()
		if t.Kind != css.Number {
			return v, false
		}
		v[i] = t.Num
	}
	return v, true
}

func (p *parser) transforms() (value[[]TransformFunc], bool) {
	var list []value[TransformFunc]
	for !p.AtEnd() {
		t := p.Peek()
		if t.Kind != css.Function {
			return nil, false
		}
		q := p.in(p.Block())
		f, ok := q.transformFunc(css.Lower(t.Value))
		if !ok || !q.AtEnd() {
			return nil, false
		}
		if q.note != "" {
			p.note = q.note
		}
		list = append(list, f)
	}
	return func(b *builder) []TransformFunc {
		out := make([]TransformFunc, len(list))
		for i, f := range list {
			out[i] = f(b)
		}
		return out
	}, len(list) > 0
}

// args reads n comma-separated values with read.
func args[T any](p *parser, least, most int, read func() (value[T], bool)) ([]value[T], bool) {
	var out []value[T]
	for len(out) < most {
		v, ok := read()
		if !ok {
			return nil, false
		}
		out = append(out, v)
		if !p.Comma() {
			break
		}
	}
	return out, len(out) >= least
}

func (p *parser) transformFunc(name string) (value[TransformFunc], bool) {
	const threeD = "only the two-dimensional part has an effect"
	switch name {
	case "translate", "translatex", "translatey", "translatez", "translate3d":
		return p.translateFunc(name)
	case "scale", "scalex", "scaley", "scalez", "scale3d":
		most := map[string]int{"scale": 2, "scale3d": 3}[name]
		v, ok := args(p, max(1, most-1), max(1, most), p.numberOrPercent)
		if name == "scale" && !ok || name == "scale3d" && len(v) != 3 || !ok {
			return nil, false
		}
		if name == "scalez" || name == "scale3d" {
			p.note = threeD
		}
		return func(b *builder) TransformFunc {
			x := v[0](b)
			f := TransformFunc{Kind: TransformScale, N: [6]float64{x, x}}
			switch {
			case name == "scalex":
				f.N[1] = 1
			case name == "scaley":
				f.N[0] = 1
			case name == "scalez":
				f.N[0], f.N[1] = 1, 1
			case len(v) > 1:
				f.N[1] = v[1](b)
			}
			return f
		}, true
	case "rotate", "rotatez":
		a, ok := p.angle(zeroAllowed)
		return func(b *builder) TransformFunc {
			return TransformFunc{Kind: TransformRotate, N: [6]float64{a(b)}}
		}, ok
	case "rotatex", "rotatey":
		a, ok := p.angle(zeroAllowed)
		p.note = threeD
		// Seen from the front without perspective, a turn about x squeezes y.
		return func(b *builder) TransformFunc {
			_, c := geom.SinCosDeg(a(b))
			if name == "rotatex" {
				return TransformFunc{Kind: TransformScale, N: [6]float64{1, c}}
			}
			return TransformFunc{Kind: TransformScale, N: [6]float64{c, 1}}
		}, ok
	case "skew", "skewx", "skewy":
		most := 1
		if name == "skew" {
			most = 2
		}
		v, ok := args(p, 1, most, func() (value[float64], bool) { return p.angle(zeroAllowed) })
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformSkew}
			f.N[0] = v[0](b)
			if name == "skewy" {
				f.N[0], f.N[1] = 0, f.N[0]
			}
			if len(v) > 1 {
				f.N[1] = v[1](b)
			}
			return f
		}, ok
	case "matrix", "matrix3d":
		n := 6
		if name == "matrix3d" {
			n = 16
			p.note = threeD
		}
		v, ok := args(p, n, n, p.anyNumber)
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformMatrix}
			index := [6]int{0, 1, 2, 3, 4, 5}
			if n == 16 {
				index = [6]int{0, 1, 4, 5, 12, 13}
			}
			for i, j := range index {
				f.N[i] = v[j](b)
			}
			return f
		}, ok
	case "rotate3d":
		v, ok := args(p, 3, 3, p.anyNumber)
		if !ok {
			return nil, false
		}
		a, ok := p.angle(zeroAllowed)
		p.note = threeD
		return func(b *builder) TransformFunc {
			f := TransformFunc{Kind: TransformRotate}
			if x, y, z := v[0](b), v[1](b), v[2](b); x == 0 && y == 0 && z != 0 {
				f.N[0] = math.Copysign(1, z) * a(b)
			}
			return f
		}, ok
	case "perspective":
		p.note = threeD
		if !p.Ident("none") {
			if _, ok := p.pixels(0); !ok {
				return nil, false
			}
		}
		return constant(TransformFunc{Kind: TransformScale, N: [6]float64{1, 1}}), true
	}
	return nil, false
}

func (p *parser) translateFunc(name string) (value[TransformFunc], bool) {
	most := map[string]int{"translate": 2, "translate3d": 3}[name]
	least := 1
	if most == 3 {
		least = 3
	}
	v, ok := args(p, least, max(1, most), func() (value[Length], bool) { return p.length(allowPercent | allowNegative) })
	if name == "translatez" || name == "translate3d" {
		p.note = "only the two-dimensional part has an effect"
	}
	return func(b *builder) TransformFunc {
		f := TransformFunc{Kind: TransformTranslate, X: Pixels(0), Y: Pixels(0)}
		switch name {
		case "translatey":
			f.Y = v[0](b)
		case "translatez":
		default:
			f.X = v[0](b)
		}
		if len(v) > 1 {
			f.Y = v[1](b)
		}
		return f
	}, ok
}
