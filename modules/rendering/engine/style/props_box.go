package style

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// sideNames is in the order of [Top] to [Left].
var sideNames = [4]string{"top", "right", "bottom", "left"}

// defineBox defines box generation, position, margins, borders and sizes.
func defineBox(r *registry) {
	r.add(property{
		name: "display", phase: phaseRest,
		parse: parseDisplay,
		copy: func(d, s *Computed) {
			d.Display, d.inner.specified, d.inner.clampBox = s.inner.specified, s.inner.specified, s.inner.clampBox
		},
	})
	positions := words[Position]{
		"static": PositionStatic, "relative": PositionRelative, "absolute": PositionAbsolute, "fixed": PositionFixed, "sticky": PositionSticky}
	r.add(property{
		name: "position", phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			if name, ok := p.running(); ok {
				return func(b *builder) {
					if b.c.opts.Print { // a canvas has no margin boxes
						b.out.Position, b.out.Running = PositionAbsolute, name
					}
				}, true
			}
			v, ok := positions.parse(p)
			if !ok {
				return nil, false
			}
			return func(b *builder) { b.out.Position, b.out.Running = v(b), "" }, true
		},
		copy: func(d, s *Computed) { d.Position, d.Running = s.Position, s.Running },
	})
	def(r, "float", noInherits, func(s *Computed) *Float { return &s.Float }, func(p *parser) (value[Float], bool) {
		id, ok := p.oneOf("none", "left", "right", "inline-start", "inline-end", "footnote")
		return func(b *builder) Float {
			rtl := b.inRightToLeft()
			switch {
			case id == "left", id == "inline-start" && !rtl, id == "inline-end" && rtl:
				return FloatLeft
			case id == "none":
				return FloatNone
			case id == "footnote":
				return FloatFootnote
			}
			return FloatRight
		}, ok
	})
	def(r, "clear", noInherits, func(s *Computed) *Clear { return &s.Clear }, func(p *parser) (value[Clear], bool) {
		id, ok := p.oneOf("none", "left", "right", "both", "inline-start", "inline-end")
		return func(b *builder) Clear {
			rtl := b.inRightToLeft()
			switch {
			case id == "none":
				return ClearNone
			case id == "both":
				return ClearBoth
			case id == "left", id == "inline-start" && !rtl, id == "inline-end" && rtl:
				return ClearLeft
			}
			return ClearRight
		}, ok
	})
	kw(r, "box-sizing", noInherits, func(s *Computed) *BoxSizing { return &s.BoxSizing }, words[BoxSizing]{
		"content-box": ContentBox, "border-box": BorderBox})
	kw(r, "visibility", inherits, func(s *Computed) *Visibility { return &s.Visibility }, words[Visibility]{
		"visible": Visible, "hidden": Hidden, "collapse": Collapse})
	overflow := words[Overflow]{"visible": OverflowVisible, "hidden": OverflowHidden, "clip": OverflowClip,
		"scroll": OverflowScroll, "auto": OverflowAuto, "overlay": OverflowAuto}
	kw(r, "overflow-x", noInherits, func(s *Computed) *Overflow { return &s.Overflow[0] }, overflow)
	kw(r, "overflow-y", noInherits, func(s *Computed) *Overflow { return &s.Overflow[1] }, overflow)
	def(r, "overflow-clip-margin", noInherits, func(s *Computed) *ClipMargin { return &s.ClipMargin }, func(p *parser) (value[ClipMargin], bool) {
		box, hasBox := layerBoxes.parse(p)
		v, ok := p.units(0)
		if !ok {
			v = constant(geom.Unit(0))
		}
		if !hasBox {
			box, hasBox = layerBoxes.parse(p)
		}
		if !hasBox {
			box, hasBox = constant(PaddingBoxArea), ok
		}
		return func(b *builder) ClipMargin { return ClipMargin{box(b), v(b)} }, hasBox
	})
	r.add(property{
		name: "z-index", phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			if p.Ident("auto") {
				return func(b *builder) { b.out.ZIndex, b.out.ZAuto = 0, true }, true
			}
			v, ok := p.integer(math.MinInt32)
			return func(b *builder) { b.out.ZIndex, b.out.ZAuto = int32(v(b)), false }, ok
		},
		copy: func(d, s *Computed) { d.ZIndex, d.ZAuto = s.ZIndex, s.ZAuto },
	})
	def(r, "order", noInherits, func(s *Computed) *int32 { return &s.Order }, func(p *parser) (value[int32], bool) {
		v, ok := p.integer(math.MinInt32)
		return func(b *builder) int32 { return int32(v(b)) }, ok
	})
	kw(r, "isolation", noInherits, func(s *Computed) *bool { return &s.Isolate }, words[bool]{"auto": false, "isolate": true})
	def(r, "will-change", noInherits, func(s *Computed) *WillChange { return &s.WillChange }, parseWillChange)
	defineContainment(r)

	length := func(name string, get func(*Computed) *Length, k lengthKinds) {
		def(r, name, noInherits, get, func(p *parser) (value[Length], bool) { return p.length(k) })
	}
	for i, side := range sideNames {
		length(side, func(s *Computed) *Length { return &s.Inset[i] }, allowPercent|allowNegative|allowAuto|allowAnchor|allowAnchorSize)
		length("margin-"+side, func(s *Computed) *Length { return &s.Margin[i] }, allowPercent|allowNegative|allowAuto|allowAnchorSize)
		length("padding-"+side, func(s *Computed) *Length { return &s.Padding[i] }, allowPercent)
		defineBorderSide(r, i, "border-"+side)
	}
	length("width", func(s *Computed) *Length { return &s.Width }, allowPercent|allowAuto|allowSizing|allowAnchorSize)
	length("height", func(s *Computed) *Length { return &s.Height }, allowPercent|allowAuto|allowSizing|allowAnchorSize)
	length("min-width", func(s *Computed) *Length { return &s.MinWidth }, allowPercent|allowAuto|allowSizing|allowAnchorSize)
	length("min-height", func(s *Computed) *Length { return &s.MinHeight }, allowPercent|allowAuto|allowSizing|allowAnchorSize)
	length("max-width", func(s *Computed) *Length { return &s.MaxWidth }, allowPercent|allowNone|allowSizing|allowAnchorSize)
	length("max-height", func(s *Computed) *Length { return &s.MaxHeight }, allowPercent|allowNone|allowSizing|allowAnchorSize)
	kw(r, "interpolate-size", inherits, func(s *Computed) *bool { return &s.inner.keywords }, words[bool]{"numeric-only": false, "allow-keywords": true})
	def(r, "aspect-ratio", noInherits, func(s *Computed) *AspectRatio { return &s.AspectRatio }, parseAspectRatio)

	for i, name := range [4]string{"top-left", "top-right", "bottom-right", "bottom-left"} {
		def(r, "border-"+name+"-radius", noInherits, func(s *Computed) *[2]Length { return &s.Radius[i] }, func(p *parser) (value[[2]Length], bool) {
			x, ok := p.length(allowPercent)
			if !ok {
				return nil, false
			}
			y, ok := p.length(allowPercent)
			if !ok {
				y = x
			}
			return func(b *builder) [2]Length { return [2]Length{x(b), y(b)} }, true
		})
	}
	defineBorderSide(r, 4, "outline")
	def(r, "outline-offset", noInherits, func(s *Computed) *geom.Unit { return &s.OutlineOffset }, func(p *parser) (value[geom.Unit], bool) {
		v, ok := p.units(allowNegative)
		if !ok {
			return nil, false
		}
		return func(b *builder) geom.Unit { // snapped like a width, away from zero below one pixel
			px := v(b).Float()
			return geom.FromFloat(math.Copysign(snapLine(math.Abs(px)), px))
		}, true
	})
}

func borderOf(s *Computed, i int) *Border {
	if i == 4 {
		return &s.Outline
	}
	return &s.Border[i]
}

var lineStyles = words[LineStyle]{"none": LineNone, "hidden": LineHidden, "dotted": LineDotted, "dashed": LineDashed, "solid": LineSolid,
	"double": LineDouble, "groove": LineGroove, "ridge": LineRidge, "inset": LineInset, "outset": LineOutset}

// focusRing is the colour of the outline of a focused element, -webkit-focus-ring-color.
var focusRing = Color{R: 16, G: 16, B: 16, A: 255}

// defineBorderSide defines width, style and colour of a border side or the outline.
func defineBorderSide(r *registry, i int, name string) {
	def(r, name+"-width", noInherits, func(s *Computed) *float64 { return &s.inner.borderWidth[i] }, parseLineWidth)
	def(r, name+"-style", noInherits, func(s *Computed) *LineStyle { return &borderOf(s, i).Style }, func(p *parser) (value[LineStyle], bool) {
		if i == 4 {
			if p.Ident("auto") {
				return constant(LineAuto), true
			}
			if p.Ident("hidden") {
				return nil, false
			}
		}
		return lineStyles.parse(p)
	})
	def(r, name+"-color", noInherits, func(s *Computed) *Color { return &borderOf(s, i).Color }, func(p *parser) (value[Color], bool) {
		if i == 4 && p.Ident("-webkit-focus-ring-color") {
			return constant(focusRing), true
		}
		save := p.I
		current := p.Ident("currentcolor")
		p.I = save
		v, ok := p.color()
		return func(b *builder) Color {
			borderOf(b.out, i).Current = current
			return v(b)
		}, ok
	})
	r.mod(func(p *property) {
		p.initial = func(b *builder) { o := borderOf(b.out, i); o.Color, o.Current = b.out.Color, true }
		p.copy = func(dst, src *Computed) {
			d, s := borderOf(dst, i), borderOf(src, i)
			d.Color, d.Current = s.Color, s.Current
		}
	})
}

// parseLineWidth parses a <line-width>, snapped to CSS pixels as in Chromium at every scale of a screenshot: values
// below one pixel become one, others are floored.
func parseLineWidth(p *parser) (value[float64], bool) {
	if id, ok := p.oneOf("thin", "medium", "thick"); ok {
		px := map[string]float64{"thin": 1, "medium": 3, "thick": 5}[id]
		return func(b *builder) float64 { return snapLine(b.zoomed(px)) }, true
	}
	v, ok := p.pixels(0)
	if !ok {
		return nil, false
	}
	return func(b *builder) float64 { return snapLine(v(b)) }, true
}

func snapLine(px float64) float64 {
	if px > 0 && px < 1 {
		return 1
	}
	return math.Floor(px)
}

func parseAspectRatio(p *parser) (value[AspectRatio], bool) {
	auto := p.Ident("auto")
	w, ok := p.number(0)
	if !ok {
		return constant(AspectRatio{Auto: true}), auto
	}
	h := constant(1.0)
	if p.Slash() {
		if h, ok = p.number(0); !ok {
			return nil, false
		}
	}
	auto = p.Ident("auto") || auto
	return func(b *builder) AspectRatio {
		a := AspectRatio{W: w(b), H: h(b), Auto: auto}
		if a.W == 0 || a.H == 0 { // degenerate: behaves as auto
			a = AspectRatio{Auto: true}
		}
		return a
	}, true
}

// willChange maps properties to the effects of naming them in will-change (CSS Will Change 1 §2): those of any value
// but the initial one.
var willChange = map[string]WillChange{
	"opacity": WillStack | WillBackdropRoot, "clip-path": WillStack | WillBackdropRoot,
	"mask": WillStack | WillBackdropRoot, "mask-image": WillStack | WillBackdropRoot, "mask-border": WillStack | WillBackdropRoot,
	"-webkit-mask": WillStack | WillBackdropRoot, "-webkit-mask-image": WillStack | WillBackdropRoot,
	"-webkit-mask-box-image": WillStack | WillBackdropRoot, "mix-blend-mode": WillStack | WillBackdropRoot,
	"filter": WillStack | WillBackdropRoot | WillContain, "-webkit-box-reflect": WillStack, "backdrop-filter": WillStack | WillBackdropRoot | WillContain,
	"transform": WillStack | WillContain, "-webkit-transform": WillStack | WillContain, "translate": WillStack | WillContain,
	"rotate": WillStack | WillContain, "scale": WillStack | WillContain, "offset-path": WillStack | WillContain,
	"perspective": WillStack | WillContain, "transform-style": WillStack | WillContain,
	"isolation": WillStack, "position": WillStack, "z-index": WillStack, "view-transition-name": WillStack, "contain": 0,
}

func parseWillChange(p *parser) (value[WillChange], bool) {
	var set WillChange
	for {
		id := p.AnyIdent()
		switch id {
		case "", "none", "all", "initial", "inherit", "unset", "revert", "default":
			return nil, false
		}
		set |= willChange[id]
		if !p.Comma() {
			return constant(set), true
		}
	}
}
