package style

import (
	"slices"
	"strconv"
)

// Anchoring holds the properties of anchor positioning (CSS Anchor Positioning 1), which are not inherited.
type Anchoring struct {
	Names []string // anchor-name
	// ScopeAll and Scope are anchor-scope.
	ScopeAll bool
	Scope    []string
	Target   string // position-anchor: the name of the default anchor, "" for none
	Area     PositionArea
	Order    TryOrder
	// ShowsClipped and HidesOverflow are position-visibility: whether the box is shown although its default anchor is
	// clipped, and hidden where it overflows.
	ShowsClipped, HidesOverflow bool
	// Functions is set when an inset, a margin or a size contains anchor() or anchor-size().
	Functions bool
	// Options holds the computed position-try-fallbacks of an absolutely positioned box.
	Options []TryOption

	fallbacks []tryFallback
	tree      int32 // whose @position-try rules the fallbacks name
}

// Scopes reports whether the element limits the use of an anchor name to its subtree.
func (a *Anchoring) Scopes(name string) bool {
	return a != nil && (a.ScopeAll || slices.Contains(a.Scope, name))
}

// Positions reports whether the properties affect the position of the box, and not only that of others.
func (a *Anchoring) Positions() bool {
	return a != nil && (a.Target != "" || a.Functions || len(a.Options) > 0 || a.HidesOverflow)
}

// TryOrder is position-try-order: the options are tried in descending order of this size of the available space.
type TryOrder uint8

// The orders; the zero value is normal.
const (
	TryInOrder TryOrder = iota
	TryMostWidth
	TryMostHeight
	TryMostBlockSize
	TryMostInlineSize
)

// anchoring returns the anchor positioning part of the style for writing.
func (b *builder) anchoring() *Anchoring {
	if !b.anchoringOwned {
		a := Anchoring{}
		if b.out.Anchoring != nil {
			a = *b.out.Anchoring
		}
		b.out.Anchoring, b.anchoringOwned = &a, true
	}
	return b.out.Anchoring
}

// defineAnchor defines the properties of anchor positioning.
func defineAnchor(r *registry) {
	add := func(name string, parse func(p *parser) (func(b *builder, a *Anchoring), bool), copyTo func(dst, src *Anchoring)) {
		r.add(property{
			name: name, phase: phaseRest,
			parse: func(p *parser) (setter, bool) {
				f, ok := parse(p)
				return func(b *builder) { f(b, b.anchoring()) }, ok
			},
			copy: func(dst, src *Computed) {
				if dst.Anchoring == nil && src.Anchoring == nil {
					return
				}
				var d, s Anchoring
				if dst.Anchoring != nil {
					d = *dst.Anchoring
				}
				if src.Anchoring != nil {
					s = *src.Anchoring
				}
				copyTo(&d, &s)
				dst.Anchoring = &d
			},
		})
	}
	add("anchor-name", func(p *parser) (func(*builder, *Anchoring), bool) {
		names, ok := p.dashedNames()
		return func(b *builder, a *Anchoring) { a.Names = b.scoped(names) }, ok
	}, func(d, s *Anchoring) { d.Names = s.Names })
	add("anchor-scope", func(p *parser) (func(*builder, *Anchoring), bool) {
		if p.Ident("all") {
			return func(_ *builder, a *Anchoring) { a.ScopeAll, a.Scope = true, nil }, true
		}
		names, ok := p.dashedNames()
		return func(b *builder, a *Anchoring) { a.ScopeAll, a.Scope = false, b.scoped(names) }, ok
	}, func(d, s *Anchoring) { d.ScopeAll, d.Scope = s.ScopeAll, s.Scope })
	add("position-anchor", func(p *parser) (func(*builder, *Anchoring), bool) {
		// Implicit anchors (auto) belong to popovers, which a still image does not have.
		if _, ok := p.oneOf("normal", "none", "auto"); ok {
			return func(_ *builder, a *Anchoring) { a.Target = "" }, true
		}
		name, ok := p.dashed()
		return func(b *builder, a *Anchoring) { a.Target = b.scopedName(name) }, ok
	}, func(d, s *Anchoring) { d.Target = s.Target })
	add("position-area", func(p *parser) (func(*builder, *Anchoring), bool) {
		if p.Ident("none") {
			return func(_ *builder, a *Anchoring) { a.Area = PositionArea{} }, true
		}
		area, ok := p.positionArea()
		return func(_ *builder, a *Anchoring) { a.Area = area }, ok
	}, func(d, s *Anchoring) { d.Area = s.Area })
	add("position-visibility", func(p *parser) (func(*builder, *Anchoring), bool) {
		if p.Ident("always") {
			return func(_ *builder, a *Anchoring) { a.ShowsClipped, a.HidesOverflow = true, false }, true
		}
		anchors := p.Ident("anchors-visible")
		overflow := p.Ident("no-overflow")
		anchors = anchors || p.Ident("anchors-visible")
		return func(_ *builder, a *Anchoring) { a.ShowsClipped, a.HidesOverflow = !anchors, overflow }, anchors || overflow
	}, func(d, s *Anchoring) { d.ShowsClipped, d.HidesOverflow = s.ShowsClipped, s.HidesOverflow })
	add("position-try-order", func(p *parser) (func(*builder, *Anchoring), bool) {
		v, ok := p.tryOrder()
		return func(_ *builder, a *Anchoring) { a.Order = v }, ok
	}, func(d, s *Anchoring) { d.Order = s.Order })
	add("position-try-fallbacks", func(p *parser) (func(*builder, *Anchoring), bool) {
		list, ok := p.tryFallbacks()
		return func(b *builder, a *Anchoring) { a.fallbacks, a.tree = list, b.tree }, ok
	}, func(d, s *Anchoring) { d.fallbacks, d.tree = s.fallbacks, s.tree })
	r.short("position-try", "position-try-order position-try-fallbacks", func(p *parser, set func(string, setter)) bool {
		if order, ok := p.tryOrder(); ok {
			set("position-try-order", func(b *builder) { b.anchoring().Order = order })
		}
		list, ok := p.tryFallbacks()
		set("position-try-fallbacks", func(b *builder) { b.anchoring().fallbacks, b.anchoring().tree = list, b.tree })
		return ok
	})
}

// scopedName returns a name of the tree of the declaration: names of shadow trees are different from equal ones of the
// document (CSS Scoping 1 §3.3.2).
func (b *builder) scopedName(name string) string {
	if b.tree <= 0 || name == "" {
		return name
	}
	return name + " " + strconv.Itoa(int(b.tree))
}

func (b *builder) scoped(names []string) []string {
	if b.tree <= 0 {
		return names
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = b.scopedName(n)
	}
	return out
}

// dashedNames parses none or a list of names.
func (p *parser) dashedNames() ([]string, bool) {
	if p.Ident("none") {
		return nil, true
	}
	var names []string
	for {
		name, ok := p.dashed()
		if !ok {
			return nil, false
		}
		names = append(names, name)
		if !p.Comma() {
			return names, true
		}
	}
}

func (p *parser) tryOrder() (TryOrder, bool) {
	v, ok := (words[TryOrder]{"normal": TryInOrder, "most-width": TryMostWidth, "most-height": TryMostHeight,
		"most-block-size": TryMostBlockSize, "most-inline-size": TryMostInlineSize}).parse(p)
	if !ok {
		return 0, false
	}
	return v(nil), true
}

// anchorLengths returns the lengths of a style that may contain anchor functions.
func (s *Computed) anchorLengths() []*Length {
	out := make([]*Length, 0, 14)
	for i := range s.Inset {
		out = append(out, &s.Inset[i], &s.Margin[i])
	}
	return append(out, &s.Width, &s.Height, &s.MinWidth, &s.MinHeight, &s.MaxWidth, &s.MaxHeight)
}

// isAnchored reports whether a style contains anchor functions.
func (s *Computed) isAnchored() bool {
	return slices.ContainsFunc(s.anchorLengths(), func(l *Length) bool { return l.HasAnchor() })
}

// finishAnchors computes the options of an absolutely positioned box; other boxes have no anchors. important holds the
// properties whose declaration is important.
func (b *builder) finishAnchors(important []propID) {
	s := b.out
	inherited := b.parent != nil && b.parent.Anchoring != nil && b.parent.Anchoring.Functions
	if s.Anchoring == nil && !b.anchored && !inherited {
		return
	}
	positioned := s.Position == PositionAbsolute || s.Position == PositionFixed
	if (b.anchored || inherited) && s.isAnchored() {
		if !b.anchored {
			b.c.warn("unsupported_value", b.el.Path, "inherit: anchor functions of the parent are not inherited as lengths; they are resolved again for this element")
		}
		if !positioned {
			s.SetAnchors(func(AnchorProperty, *AnchorRef) (float64, bool) { return 0, false })
		} else {
			b.anchoring().Functions = true
		}
	}
	if a := s.Anchoring; a != nil && positioned && len(a.fallbacks) > 0 {
		b.anchoring().Options = b.tryOptions(a.fallbacks, important)
	}
}

// AnchorProperty describes the property that contains an anchor function.
type AnchorProperty struct {
	Vertical bool // the axis
	Inset    bool
	End      bool // right or bottom
}

// SetAnchors replaces the anchor functions of the style by the pixels that of returns for them. A declaration with a
// function without value is invalid: its property has the initial value.
func (s *Computed) SetAnchors(of func(AnchorProperty, *AnchorRef) (float64, bool)) {
	set := func(l *Length, p AnchorProperty, initial Length) {
		v, ok := l.WithAnchors(func(r *AnchorRef) (float64, bool) { return of(p, r) })
		if !ok {
			v = initial
		}
		*l = v
	}
	for side := range s.Inset {
		p := AnchorProperty{Vertical: side == Top || side == Bottom, End: side == Right || side == Bottom}
		set(&s.Margin[side], p, Pixels(0))
		p.Inset = true
		set(&s.Inset[side], p, Length{})
	}
	for i, l := range [...]*Length{&s.Width, &s.Height, &s.MinWidth, &s.MinHeight, &s.MaxWidth, &s.MaxHeight} {
		set(l, AnchorProperty{Vertical: i%2 == 1}, Length{})
	}
}
