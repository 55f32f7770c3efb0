package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/css"
)

// layerLists holds the comma-separated lists of background-* or mask-*; they are combined to layers after the cascade,
// repeated to the number of images.
type layerLists struct {
	images     []*Image
	x, y       []Length
	sizes      []BackgroundSize
	repeats    [][2]Repeat
	origins    []Box
	clips      []Box
	attachment []Attachment
	blends     []BlendMode
	modes      []MaskMode
	composite  []MaskComposite
}

// list defines a property whose value is a comma-separated list.
func list[T any](r *registry, name string, get func(*Computed) *[]T, parse func(p *parser) (value[T], bool)) {
	listUpTo(r, name, maxListItems, get, parse)
}

var attachments = words[Attachment]{"scroll": AttachScroll, "local": AttachLocal, "fixed": AttachFixed}

// maxListItems bounds the items of a list: every element has a copy of its lists.
const maxListItems = 1000

// listUpTo defines a list property of at most most items; a longer value is not supported.
func listUpTo[T any](r *registry, name string, most int, get func(*Computed) *[]T, parse func(p *parser) (value[T], bool)) {
	def(r, name, noInherits, get, func(p *parser) (value[[]T], bool) {
		var vs []value[T]
		for {
			v, ok := parse(p)
			if !ok || len(vs) == most {
				return nil, false
			}
			vs = append(vs, v)
			if !p.Comma() {
				break
			}
		}
		return func(b *builder) []T {
			out := make([]T, len(vs))
			for i, v := range vs {
				out[i] = v(b)
			}
			return out
		}, true
	})
}

var layerBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea}
var clipBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea, "text": TextArea, "border-area": BorderArea}
var maskBoxes = words[Box]{"border-box": BorderBoxArea, "padding-box": PaddingBoxArea, "content-box": ContentBoxArea,
	"fill-box": FillBoxArea, "stroke-box": StrokeBoxArea, "view-box": ViewBoxArea, "border": BorderBoxArea, "padding": PaddingBoxArea, "content": ContentBoxArea}

func defineBackground(r *registry) {
	def(r, "background-color", noInherits, func(s *Computed) *Color { return &s.BackgroundColor }, (*parser).color)
	defineLayers(r, "background-", func(s *Computed) *layerLists { return &s.inner.backgrounds })
	list(r, "background-clip", func(s *Computed) *[]Box { return &s.inner.backgrounds.clips }, clipBoxes.parse)
	r.alias("-webkit-background-clip", "background-clip")
	list(r, "background-origin", func(s *Computed) *[]Box { return &s.inner.backgrounds.origins }, layerBoxes.parse)
	r.alias("-webkit-background-origin", "background-origin")
	r.alias("-webkit-background-size", "background-size")
	list(r, "background-attachment", func(s *Computed) *[]Attachment { return &s.inner.backgrounds.attachment }, attachments.parse)
	list(r, "background-blend-mode", func(s *Computed) *[]BlendMode { return &s.inner.backgrounds.blends }, backgroundBlends.parse)
	defineLayers(r, "mask-", func(s *Computed) *layerLists { return &s.inner.masks })
	list(r, "mask-clip", func(s *Computed) *[]Box { return &s.inner.masks.clips }, func(p *parser) (value[Box], bool) {
		if p.Ident("no-clip") {
			return constant(NoClipArea), true
		}
		if p.Ident("text") {
			return constant(TextArea), true
		}
		return maskBoxes.parse(p)
	})
	list(r, "mask-origin", func(s *Computed) *[]Box { return &s.inner.masks.origins }, maskBoxes.parse)
	list(r, "mask-mode", func(s *Computed) *[]MaskMode { return &s.inner.masks.modes }, maskModes.parse)
	list(r, "mask-composite", func(s *Computed) *[]MaskComposite { return &s.inner.masks.composite }, words[MaskComposite]{"add": CompositeAdd,
		"subtract": CompositeSubtract, "intersect": CompositeIntersect, "exclude": CompositeExclude, "source-over": CompositeAdd,
		"source-out": CompositeSubtract, "source-in": CompositeIntersect, "xor": CompositeExclude}.parse)
	for _, n := range []string{"image", "position", "position-x", "position-y", "size", "repeat", "clip", "origin", "composite"} {
		r.alias("-webkit-mask-"+n, "mask-"+n)
	}
	defineBorderImage(r)
}

var maskModes = words[MaskMode]{"match-source": MaskMatchSource, "alpha": MaskAlphaChannel, "luminance": MaskLuminance}

func defineLayers(r *registry, prefix string, get func(*Computed) *layerLists) {
	list(r, prefix+"image", func(s *Computed) *[]*Image { return &get(s).images }, (*parser).imageOrNone)
	axis := func(start, end string) func(p *parser) (value[Length], bool) {
		return func(p *parser) (value[Length], bool) {
			id, ok := p.oneOf(start, end, "center")
			switch {
			case !ok:
				return p.length(allowPercent | allowNegative)
			case id == "center":
				return constant(Percentage(50)), true
			}
			off, ok := p.length(allowPercent | allowNegative)
			switch {
			case !ok && id == start:
				return constant(Percentage(0)), true
			case !ok:
				return constant(Percentage(100)), true
			case id == end:
				return fromEnd(off), true
			}
			return off, true
		}
	}
	list(r, prefix+"position-x", func(s *Computed) *[]Length { return &get(s).x }, axis("left", "right"))
	list(r, prefix+"position-y", func(s *Computed) *[]Length { return &get(s).y }, axis("top", "bottom"))
	list(r, prefix+"size", func(s *Computed) *[]BackgroundSize { return &get(s).sizes }, (*parser).layerSize)
	list(r, prefix+"repeat", func(s *Computed) *[][2]Repeat { return &get(s).repeats }, (*parser).layerRepeat)
}

func (p *parser) layerSize() (value[BackgroundSize], bool) {
	if p.Ident("cover") {
		return constant(BackgroundSize{Kind: SizeCover}), true
	}
	if p.Ident("contain") {
		return constant(BackgroundSize{Kind: SizeContain}), true
	}
	w, ok := p.length(allowPercent | allowAuto)
	if !ok {
		return nil, false
	}
	h, ok := p.length(allowPercent | allowAuto)
	if !ok {
		h = constant(Length{})
	}
	return func(b *builder) BackgroundSize { return BackgroundSize{W: w(b), H: h(b)} }, true
}

func (p *parser) layerRepeat() (value[[2]Repeat], bool) {
	if p.Ident("repeat-x") {
		return constant([2]Repeat{RepeatOn, RepeatNone}), true
	}
	if p.Ident("repeat-y") {
		return constant([2]Repeat{RepeatNone, RepeatOn}), true
	}
	w := words[Repeat]{"repeat": RepeatOn, "no-repeat": RepeatNone, "space": RepeatSpace, "round": RepeatRound}
	x, ok := w.parse(p)
	if !ok {
		return nil, false
	}
	y, ok := w.parse(p)
	if !ok {
		y = x
	}
	return constant([2]Repeat{x(nil), y(nil)}), true
}

func nth[T any](list []T, i int, initial T) T {
	if len(list) == 0 {
		return initial
	}
	return list[i%len(list)]
}

// layers combines the lists to layers; mask selects the initial boxes.
func (l *layerLists) layers(mask bool) []Layer {
	n := len(l.images)
	any := false
	for _, img := range l.images {
		any = any || img != nil
	}
	if !any {
		return nil
	}
	origin, clip := PaddingBoxArea, BorderBoxArea
	if mask {
		origin = BorderBoxArea
	}
	out := make([]Layer, n)
	for i := range out {
		out[i] = Layer{
			Image:      l.images[i],
			Position:   [2]Length{nth(l.x, i, Percentage(0)), nth(l.y, i, Percentage(0))},
			Size:       nth(l.sizes, i, BackgroundSize{}),
			Repeat:     nth(l.repeats, i, [2]Repeat{}),
			Origin:     nth(l.origins, i, origin),
			Clip:       nth(l.clips, i, clip),
			Attachment: nth(l.attachment, i, AttachScroll),
			Blend:      nth(l.blends, i, BlendNormal),
			Mode:       nth(l.modes, i, MaskMatchSource),
			Composite:  nth(l.composite, i, CompositeAdd),
		}
	}
	return out
}

// backgroundClip returns the clip of the background colour, that of the bottom layer.
func (l *layerLists) backgroundClip() Box {
	return nth(l.clips, max(len(l.images), 1)-1, BorderBoxArea)
}

// layerSpec is one parsed layer of the background or mask shorthand.
type layerSpec struct {
	image      value[*Image]
	pos        value[[2]Length]
	size       value[BackgroundSize]
	repeat     value[[2]Repeat]
	attachment value[Attachment]
	boxes      []Box
	color      value[Color]
	mode       value[MaskMode]
	composite  value[MaskComposite]
}

func (p *parser) layer(mask, last bool) (layerSpec, bool) {
	var l layerSpec
	n := 0
	for ; !p.AtEnd() && p.Peek().Kind != css.Comma; n++ {
		if l.image == nil {
			if v, ok := p.imageOrNone(); ok {
				l.image = v
				continue
			}
		}
		if l.repeat == nil {
			if v, ok := p.layerRepeat(); ok {
				l.repeat = v
				continue
			}
		}
		if !mask && l.attachment == nil {
			if v, ok := attachments.parse(p); ok {
				l.attachment = v
				continue
			}
		}
		if mask {
			if v, ok := maskModes.parse(p); ok && l.mode == nil {
				l.mode = v
				continue
			}
			if v, ok := (words[MaskComposite]{"add": CompositeAdd, "subtract": CompositeSubtract, "intersect": CompositeIntersect, "exclude": CompositeExclude}).parse(p); ok && l.composite == nil {
				l.composite = v
				continue
			}
			if p.Ident("no-clip") {
				l.boxes = append(l.boxes, NoClipArea)
				continue
			}
		}
		boxes := clipBoxes
		if mask {
			boxes = maskBoxes
		}
		if v, ok := boxes.parse(p); ok {
			if len(l.boxes) == 2 {
				return l, false
			}
			l.boxes = append(l.boxes, v(nil))
			continue
		}
		if l.pos == nil {
			save := p.I
			if v, ok := p.layerPosition(); ok {
				l.pos = v
				if p.Slash() {
					if l.size, ok = p.layerSize(); !ok {
						return l, false
					}
				}
				continue
			}
			p.I = save
		}
		if !mask && last && l.color == nil {
			if v, ok := p.color(); ok {
				l.color = v
				continue
			}
		}
		return l, false
	}
	return l, n > 0
}

// layersShorthand parses background or mask.
func layersShorthand(p *parser, prefix string, set func(string, setter)) bool {
	mask := prefix == "mask-"
	get := func(s *Computed) *layerLists { return &s.inner.backgrounds }
	if mask {
		get = func(s *Computed) *layerLists { return &s.inner.masks }
	}
	parts := p.SplitCommas()
	var specs []layerSpec
	for i := range parts {
		q := p.in(parts[i])
		l, ok := q.layer(mask, i == len(parts)-1)
		if !ok || !q.AtEnd() {
			return false
		}
		specs = append(specs, l)
	}
	if len(specs) == 0 {
		return false
	}
	p.I = len(p.T)
	origin := PaddingBoxArea
	if mask {
		origin = BorderBoxArea
	}
	set(prefix+"image", func(b *builder) {
		out := make([]*Image, len(specs))
		for i, l := range specs {
			if l.image != nil {
				out[i] = l.image(b)
			}
		}
		get(b.out).images = out
	})
	position := func(axis int) func(b *builder) []Length {
		return func(b *builder) []Length {
			out := make([]Length, len(specs))
			for i, l := range specs {
				out[i] = Percentage(0)
				if l.pos != nil {
					out[i] = l.pos(b)[axis]
				}
			}
			return out
		}
	}
	px, py := position(0), position(1)
	set(prefix+"position-x", func(b *builder) { get(b.out).x = px(b) })
	set(prefix+"position-y", func(b *builder) { get(b.out).y = py(b) })
	set(prefix+"size", func(b *builder) {
		out := make([]BackgroundSize, len(specs))
		for i, l := range specs {
			if l.size != nil {
				out[i] = l.size(b)
			}
		}
		get(b.out).sizes = out
	})
	repeats := make([][2]Repeat, len(specs))
	origins, clips := make([]Box, len(specs)), make([]Box, len(specs))
	attached, modes, comp := make([]Attachment, len(specs)), make([]MaskMode, len(specs)), make([]MaskComposite, len(specs))
	for i, l := range specs {
		if l.repeat != nil {
			repeats[i] = l.repeat(nil)
		}
		origins[i], clips[i] = origin, BorderBoxArea
		switch len(l.boxes) {
		case 1:
			clips[i] = l.boxes[0]
			switch l.boxes[0] {
			case TextArea, NoClipArea:
			case BorderArea:
				origins[i] = BorderBoxArea
			default:
				origins[i] = l.boxes[0]
			}
		case 2:
			origins[i], clips[i] = l.boxes[0], l.boxes[1]
		}
		if l.attachment != nil {
			attached[i] = l.attachment(nil)
		}
		if l.mode != nil {
			modes[i] = l.mode(nil)
		}
		if l.composite != nil {
			comp[i] = l.composite(nil)
		}
	}
	set(prefix+"repeat", func(b *builder) { get(b.out).repeats = repeats })
	set(prefix+"origin", func(b *builder) { get(b.out).origins = origins })
	set(prefix+"clip", func(b *builder) { get(b.out).clips = clips })
	if mask {
		set("mask-mode", func(b *builder) { b.out.inner.masks.modes = modes })
		set("mask-composite", func(b *builder) { b.out.inner.masks.composite = comp })
		return true
	}
	set("background-attachment", func(b *builder) { b.out.inner.backgrounds.attachment = attached })
	if c := specs[len(specs)-1].color; c != nil {
		set("background-color", func(b *builder) { b.out.BackgroundColor = c(b) })
	}
	return true
}

func defineBorderImage(r *registry) {
	defineSlices(r, "border-image-", func(s *Computed) **Image { return &s.inner.borderSource }, func(s *Computed) *BorderImage { return &s.inner.borderImage })
	defineSlices(r, "-webkit-mask-box-image-", func(s *Computed) **Image { return &s.inner.maskSource }, func(s *Computed) *BorderImage { return &s.inner.maskBorder })
	for _, part := range [...]string{"source", "slice", "width", "outset", "repeat"} {
		r.foreign("mask-border-"+part, "-webkit-mask-box-image-"+part)
	}
}

// defineSlices defines the longhands of a border image or a mask border: prefix ends with a hyphen, source and slices
// return the fields.
func defineSlices(r *registry, prefix string, source func(*Computed) **Image, slices func(*Computed) *BorderImage) {
	def(r, prefix+"source", noInherits, source, (*parser).imageOrNone)
	r.add(property{
		name: prefix + "slice", phase: phaseRest,
		parse: func(p *parser) (setter, bool) {
			v, fill, ok := p.borderSlice()
			return func(b *builder) { o := slices(b.out); o.Slice, o.Fill = v(b), fill }, ok
		},
		copy: func(d, s *Computed) {
			to, from := slices(d), slices(s)
			to.Slice, to.Fill = from.Slice, from.Fill
		},
	})
	four := func(name string, get func(*Computed) *[4]Length, k lengthKinds) {
		def(r, name, noInherits, get, func(p *parser) (value[[4]Length], bool) { return p.fourNumbers(k) })
	}
	four(prefix+"width", func(s *Computed) *[4]Length { return &slices(s).Width }, allowPercent|allowAuto)
	four(prefix+"outset", func(s *Computed) *[4]Length { return &slices(s).Outset }, 0)
	def(r, prefix+"repeat", noInherits, func(s *Computed) *[2]BorderRepeat { return &slices(s).Repeat }, func(p *parser) (value[[2]BorderRepeat], bool) {
		w := words[BorderRepeat]{"stretch": BorderStretch, "repeat": BorderRepeatTile, "round": BorderRound, "space": BorderSpace}
		x, ok := w.parse(p)
		if !ok {
			return nil, false
		}
		y, ok := w.parse(p)
		if !ok {
			y = x
		}
		return constant([2]BorderRepeat{x(nil), y(nil)}), true
	})
}

// fourNumbers parses one to four lengths, or numbers as multiples (Fraction).
func (p *parser) fourNumbers(k lengthKinds) (value[[4]Length], bool) {
	var vs []value[Length]
	for len(vs) < 4 {
		if n, ok := p.number(0); ok {
			vs = append(vs, func(b *builder) Length { return Length{Kind: Fraction, Pct: n(b)} })
			continue
		}
		l, ok := p.length(k)
		if !ok {
			break
		}
		vs = append(vs, l)
	}
	return func(b *builder) (out [4]Length) {
		for i := range 4 {
			out[i] = vs[sideIndex(len(vs), i)](b)
		}
		return out
	}, len(vs) > 0
}

func (p *parser) borderSlice() (value[[4]Length], bool, bool) {
	fill := p.Ident("fill")
	var vs []value[Length]
	for len(vs) < 4 {
		if t := p.Peek(); t.Kind == css.Percentage && t.Num >= 0 {
			p.I++
			vs = append(vs, constant(Percentage(t.Num)))
			continue
		}
		n, ok := p.number(0)
		if !ok {
			break
		}
		vs = append(vs, func(b *builder) Length { return Pixels(n(b)) })
	}
	if !fill {
		fill = p.Ident("fill")
	}
	return func(b *builder) (out [4]Length) {
		for i := range 4 {
			out[i] = vs[sideIndex(len(vs), i)](b)
		}
		return out
	}, fill, len(vs) > 0
}
