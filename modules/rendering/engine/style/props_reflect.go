package style

// Reflection is -webkit-box-reflect: a mirrored copy of an element next to its border box.
type Reflection struct {
	Side   ReflectSide
	Offset Length       // from the border box; percentages refer to its size across the side
	Mask   *BorderImage // over the border box, mirrored with it; nil for none
}

// ReflectSide is the side of the border box on which a reflection is drawn.
type ReflectSide uint8

// The sides.
const (
	ReflectAbove ReflectSide = iota
	ReflectBelow
	ReflectLeft
	ReflectRight
)

var reflectSides = words[ReflectSide]{"above": ReflectAbove, "below": ReflectBelow, "left": ReflectLeft, "right": ReflectRight}

func defineReflect(r *registry) {
	def(r, "-webkit-box-reflect", noInherits, func(s *Computed) **Reflection { return &s.Reflect }, (*parser).reflection)
}

func (p *parser) reflection() (value[*Reflection], bool) {
	if p.Ident("none") {
		return constant((*Reflection)(nil)), true
	}
	side, ok := reflectSides.parse(p)
	if !ok {
		return nil, false
	}
	offset, hasOffset := p.length(allowPercent | allowNegative)
	const prefix = "-webkit-mask-box-image-"
	var mask []setter
	if !p.AtEnd() && !readSlices(p, prefix, func(_ string, f setter) { mask = append(mask, f) }) {
		return nil, false
	}
	return func(b *builder) *Reflection {
		out := &Reflection{Side: side(b), Offset: Pixels(0)}
		if hasOffset {
			out.Offset = offset(b)
		}
		if len(mask) > 0 {
			// The setters write a mask border, so they are given a style of their own.
			inner, own := *b, *b.out
			own.inner.maskSource, own.inner.maskBorder = nil, initialMaskBorder()
			inner.out = &own
			for _, f := range mask {
				f(&inner)
			}
			out.Mask = own.inner.maskBorderImage()
		}
		return out
	}, true
}

// initialMaskBorder returns the initial values of the longhands of -webkit-mask-box-image without a source.
func initialMaskBorder() BorderImage {
	var m BorderImage
	for i := range 4 {
		m.Slice[i], m.Width[i], m.Outset[i] = Pixels(0), Length{Kind: Auto}, Pixels(0)
	}
	return m
}
