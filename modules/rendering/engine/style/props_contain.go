package style

// defineContainment defines containment and the intrinsic sizes used under size containment (CSS Containment 2, Sizing
// 4 §5).
func defineContainment(r *registry) {
	def(r, "contain", noInherits, func(s *Computed) *Contain { return &s.Contain }, parseContain)
	def(r, "content-visibility", noInherits, func(s *Computed) *contentVisibility { return &s.inner.visibility },
		words[contentVisibility]{"visible": contentVisible, "auto": contentAuto, "hidden": contentHidden}.parse)
	for i, name := range []string{"contain-intrinsic-width", "contain-intrinsic-height"} {
		def(r, name, noInherits, func(s *Computed) *Length { return &s.ContainIntrinsic[i] }, func(p *parser) (value[Length], bool) {
			p.Ident("auto") // the last remembered size, which never exists here
			return p.length(allowNone)
		})
	}
}

// contentVisibility is content-visibility.
type contentVisibility uint8

// The values of content-visibility. In a still image all content is relevant to the user, so auto shows it.
const (
	contentVisible contentVisibility = iota
	contentAuto
	contentHidden
)

// applyContainment adds the containment implied by other properties.
func (s *Computed) applyContainment() {
	switch s.Container {
	case InlineSizeContainer:
		s.Contain |= ContainInlineSize | ContainStyle
	case SizeContainer:
		s.Contain |= ContainSize | ContainStyle
	}
	if s.inner.visibility == contentVisible || s.Display == DisplayInline || s.Display == DisplayContents || s.Display == DisplayNone {
		return
	}
	s.Contain |= ContainLayout | ContainPaint | ContainStyle
	if s.inner.visibility == contentHidden {
		s.Contain |= ContainSize
		s.SkipsContent = true
	}
}

func parseContain(p *parser) (value[Contain], bool) {
	if p.Ident("none") {
		return constant(Contain(0)), true
	}
	if p.Ident("strict") {
		return constant(ContainSize | ContainLayout | ContainPaint | ContainStyle), true
	}
	if p.Ident("content") {
		return constant(ContainLayout | ContainPaint | ContainStyle), true
	}
	w := words[Contain]{"size": ContainSize, "inline-size": ContainInlineSize, "layout": ContainLayout, "paint": ContainPaint, "style": ContainStyle}
	var set Contain
	for !p.AtEnd() {
		v, ok := w.parse(p)
		if !ok || set&v(nil) != 0 {
			return nil, false
		}
		set |= v(nil)
	}
	return constant(set), set != 0
}
