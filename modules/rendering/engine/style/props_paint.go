package style

import (
	"maps"
	"strings"

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
	r.foreign("-webkit-backdrop-filter", "backdrop-filter")
	kw(r, "mix-blend-mode", noInherits, func(s *Computed) *BlendMode { return &s.Blend }, blendModes)
	def(r, "clip-path", noInherits, func(s *Computed) **ClipPath { return &s.ClipPath }, (*parser).clipPath)
	r.alias("-webkit-clip-path", "clip-path")
	def(r, "border-shape", noInherits, func(s *Computed) **BorderShape { return &s.BorderShape }, (*parser).borderShape)
	def(r, "object-fit", noInherits, func(s *Computed) *ObjectFit { return &s.ObjectFit }, words[ObjectFit]{
		"fill": FitFill, "contain": FitContain, "cover": FitCover, "none": FitNatural, "scale-down": FitScaleDown}.parse)
	def(r, "object-position", noInherits, func(s *Computed) *[2]Length { return &s.ObjectPosition }, (*parser).position)
	def(r, "object-view-box", noInherits, func(s *Computed) **Shape { return &s.ObjectViewBox }, func(p *parser) (value[*Shape], bool) {
		if p.Ident("none") {
			return constant[*Shape](nil), true
		}
		switch css.Lower(p.Peek().Value) {
		case "inset", "rect", "xywh":
		default:
			return nil, false
		}
		v, ok := p.shape()
		return func(b *builder) *Shape { s := v(b); return &s }, ok
	})
	kw(r, "image-rendering", inherits, func(s *Computed) *ImageRendering { return &s.ImageRendering }, words[ImageRendering]{
		"auto": RenderAuto, "smooth": RenderAuto, "high-quality": RenderAuto, "optimizequality": RenderAuto, "optimizespeed": RenderAuto,
		"pixelated": RenderPixelated, "crisp-edges": RenderCrispEdges, "-webkit-optimize-contrast": RenderAuto})
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
	// A control with an appearance has the native look of browsers.
	def(r, "appearance", noInherits, func(s *Computed) *bool { return &s.NoAppearance }, func(p *parser) (value[bool], bool) {
		id := strings.ToLower(p.AnyIdent())
		return func(b *builder) bool {
			b.out.AsButton = id == "button"
			return id == "none"
		}, id != ""
	})
	kw(r, "field-sizing", noInherits, func(s *Computed) *bool { return &s.FitsContent }, words[bool]{"fixed": false, "content": true})
	r.alias("-webkit-appearance", "appearance")
	kw(r, "resize", noInherits, func(s *Computed) *Resize { return &s.Resize }, words[Resize]{"none": ResizeNone, "both": ResizeSome, "horizontal": ResizeSome,
		"vertical": ResizeSome, "block": ResizeSome, "inline": ResizeSome})
	r.alias("-moz-appearance", "appearance")
	def(r, "accent-color", inherits, func(s *Computed) *Accent { return &s.Accent }, func(p *parser) (value[Accent], bool) {
		if p.Ident("auto") {
			return constant(Accent{}), true
		}
		v, ok := p.color()
		return func(b *builder) Accent { return Accent{v(b), true} }, ok
	})
	defineZoom(r)
	defineColorScheme(r)
	defineContainers(r)
	kw(r, "image-orientation", inherits, func(s *Computed) *bool { return &s.Unturned }, words[bool]{"from-image": false, "none": true})
	def(r, "clip", noInherits, func(s *Computed) **[4]Length { return &s.inner.clip }, parseClip)
	defineReflect(r)
	defineTransform(r)
}

// parseClip parses the clip property of CSS 2 §11.1.2; edges are offsets from the top left corner of the border box.
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

// backgroundBlends maps the values of background-blend-mode: the blend modes without compositing.
var backgroundBlends = func() words[BlendMode] {
	w := maps.Clone(blendModes)
	delete(w, "plus-lighter")
	return w
}()

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

// shadows parses a shadow list; the second result tells which colours follow currentcolor.
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
		if !strings.HasPrefix(u, "#") {
			return nil, false // filters of other documents
		}
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
