package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// defineZoom defines zoom (CSS Viewport 1 §4), the factor of the lengths of an element and its descendants.
func defineZoom(r *registry) {
	r.add(property{name: "zoom", phase: phaseZoom, copy: func(_, _ *Computed) {}, parse: func(p *parser) (setter, bool) {
		if p.Ident("normal") || p.Ident("reset") {
			return func(*builder) {}, true
		}
		v, ok := p.numberOrPercent()
		if !ok {
			return nil, false
		}
		return func(b *builder) {
			if f := v(b); f > 0 && !b.insideSVG() {
				b.out.Zoom = min(max(float64(b.parent.Zoom*f), 1e-3), 1e3)
			}
		}, true
	}})
}

// insideSVG reports whether the element is inside an svg element, which is zoomed as a whole.
func (b *builder) insideSVG() bool {
	if b.el == nil || b.el.Namespace != dom.SVG || b.el.Parent == dom.None {
		return false
	}
	return b.c.doc.Node(b.el.Parent).Namespace == dom.SVG
}

// zoomed multiplies an absolute length by the zoom.
func (b *builder) zoomed(v float64) float64 {
	if b == nil || b.out == nil {
		return v
	}
	return float64(v * b.out.Zoom)
}

// enterZoom rescales the inherited lengths to the element's own zoom.
func (b *builder) enterZoom() {
	s := b.out
	if b.insideSVG() && b.el.Tag != "foreignObject" {
		s.Zoom = 1
	}
	if s.Zoom == 1 && b.parent.Zoom == 1 {
		return
	}
	for i := range s.inner.borderWidth {
		s.inner.borderWidth[i] = snapLine(s.inner.borderWidth[i] * s.Zoom)
	}
	ratio := s.Zoom / b.parent.Zoom
	if ratio == 1 {
		return
	}
	b.parent = zoomedParent(b.parent, ratio)
	for _, id := range props.inherited {
		props.props[id].copy(s, b.parent)
	}
}

// zoomedParent returns a parent's style as inherited by a child of another zoom.
func zoomedParent(parent *Computed, f float64) *Computed {
	p := *parent
	length := func(l Length) Length {
		switch l.Kind {
		case Px:
			l.Px = float64(l.Px * f)
		case Calc:
			l.Calc = &CalcNode{Op: CalcScale, Px: f, Args: []CalcNode{*l.Calc}}
		}
		return l
	}
	unit := func(u geom.Unit) geom.Unit { return geom.FromFloatRound(u.Float() * f) }
	p.Font.Size = float64(p.Font.Size * f)
	p.LineHeight.Px = float64(p.LineHeight.Px * f)
	p.MinFontSize, p.MaxFontSize = float64(p.MinFontSize*f), float64(p.MaxFontSize*f)
	p.LetterSpacing, p.WordSpacing = length(p.LetterSpacing), length(p.WordSpacing)
	p.TextIndent, p.TabSize = length(p.TextIndent), length(p.TabSize)
	p.BorderSpacing = [2]geom.Unit{unit(p.BorderSpacing[0]), unit(p.BorderSpacing[1])}
	p.TextStroke.Width = unit(p.TextStroke.Width)
	p.inner.underOffset = length(p.inner.underOffset)
	p.TextShadow = append([]Shadow(nil), p.TextShadow...)
	for i := range p.TextShadow {
		s := &p.TextShadow[i]
		s.X, s.Y, s.Blur = unit(s.X), unit(s.Y), unit(s.Blur)
	}
	return &p
}
