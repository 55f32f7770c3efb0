package style

// BorderShape is border-shape: the outline of a box, or the outlines of both edges of its border.
type BorderShape struct {
	Outer              Shape
	Inner              *Shape
	OuterBox, InnerBox Box
}

// borderShape parses none, or one or two shapes, each with a reference box.
func (p *parser) borderShape() (value[*BorderShape], bool) {
	if p.Ident("none") {
		return constant((*BorderShape)(nil)), true
	}
	part := func() (shape value[Shape], box Box, named, ok bool) {
		if shape, ok = p.shape(); !ok {
			return nil, 0, false, false
		}
		if p.Ident("half-border-box") {
			return shape, HalfBorderArea, true, true
		}
		if v, ok := geometryBoxes.parse(p); ok {
			return shape, v(nil), true, true
		}
		return shape, BorderBoxArea, false, true
	}
	outer, outerBox, named, ok := part()
	if !ok {
		return nil, false
	}
	if p.AtEnd() {
		if !named {
			outerBox = HalfBorderArea
		}
		return func(b *builder) *BorderShape { return &BorderShape{Outer: outer(b), OuterBox: outerBox} }, true
	}
	inner, innerBox, named, ok := part()
	if !named {
		innerBox = PaddingBoxArea
	}
	return func(b *builder) *BorderShape {
		in := inner(b)
		return &BorderShape{Outer: outer(b), OuterBox: outerBox, Inner: &in, InnerBox: innerBox}
	}, ok
}
