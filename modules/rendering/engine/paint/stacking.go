package paint

import (
	"context"
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// item is a fragment to paint, with the position of its border box on the canvas and its clip.
type item struct {
	frag *layout.Fragment
	at   geom.Point
	clip *clipChain
	z    int32
	lead geom.Unit // the distance of the content of the line to the next whole pixel
}

// isContext reports whether a fragment starts a stacking context.
func isContext(f *layout.Fragment) bool {
	if f.Box == nil || f.Kind == layout.TextFragment || f.Kind == layout.LineFragment {
		return false
	}
	s := f.Box.Style
	if f.Box.Parent == nil || s.Position == style.PositionFixed || s.Position == style.PositionSticky {
		return true
	}
	if !s.ZAuto && (s.Position != style.PositionStatic || isFlexOrGridItem(f.Box)) {
		return true
	}
	if s.Perspective > 0 || s.Preserve3D || s.BackfaceHidden && f.Box.Parent.Style.Preserves3D() {
		return true
	}
	return hasEffect(f) || s.Isolate || s.WillChange&style.WillStack != 0 || s.Contain&(style.ContainPaint|style.ContainLayout) != 0
}

// hasEffect reports whether a group effect applies to the fragment's content.
func hasEffect(f *layout.Fragment) bool {
	s := f.Box.Style
	return s.Opacity < 1 || len(s.Filter) > 0 || len(s.BackdropFilter) > 0 || s.Blend != style.BlendNormal ||
		s.ClipPath != nil || len(s.Mask) > 0 || s.MaskBorder != nil || s.Reflect != nil || (len(s.Transform) > 0 && isTransformable(f))
}

// isMoved reports whether a fragment has a property of transforms: fixed backgrounds inside scroll with it.
func isMoved(f *layout.Fragment) bool {
	s := f.Box.Style
	return isTransformable(f) && (len(s.Transform) > 0 || s.Perspective > 0 || s.Preserve3D || s.WillChange&(style.WillContain|style.WillBackdropRoot) == style.WillContain)
}

// isTransformable reports whether transforms apply: all boxes but inline ones
// and table columns (CSS Transforms 1 §2).
func isTransformable(f *layout.Fragment) bool {
	return f.Kind == layout.BoxFragment && f.Box.Kind != layout.TableColumnBox
}

func isPositioned(b *layout.Box) bool {
	return b.Kind != layout.TextBox && b.Style.Position != style.PositionStatic
}

func isFlexOrGridItem(b *layout.Box) bool {
	return b.Parent != nil && (b.Parent.Kind == layout.FlexBox || b.Parent.Kind == layout.GridBox) && !b.IsOutOfFlow()
}

// isDeferred reports whether a fragment is painted by its stacking context instead of in the flow of its parent.
func isDeferred(f *layout.Fragment) bool {
	if f.Box == nil || f.Kind == layout.TextFragment || f.Kind == layout.LineFragment {
		return false
	}
	return isPositioned(f.Box) || isContext(f)
}

// isAtomic reports whether a fragment in the flow is painted atomically: floats, inline-level blocks, flex and grid
// items.
func isAtomic(f *layout.Fragment) bool {
	if f.Kind != layout.BoxFragment {
		return false
	}
	return f.Box.IsFloat() || f.Box.IsInlineLevel() || isFlexOrGridItem(f.Box)
}

// paintContext paints a stacking context with its effects.
func (p *painter) paintContext(ctx context.Context, it item) {
	if ctx.Err() != nil {
		return
	}
	if it.frag == p.in.Layout.Root {
		p.paintRoot(ctx, it)
		return
	}
	p.paintGroup(ctx, it)
}

// paintRoot paints the canvas and the root's stacking context inside the root's filters and blending, as in Chromium.
func (p *painter) paintRoot(ctx context.Context, it item) {
	s := it.frag.Box.Style
	layer := display.PushLayer{Bounds: everywhere, Opacity: 255, Blend: blends[s.Blend], Filters: p.filters(it, s.Filter)}
	if layer.Blend == display.Normal && len(layer.Filters) == 0 {
		p.paintPage(ctx, it)
		return
	}
	p.group(it.clip, layer, func() {
		it.clip = p.base
		p.paintPage(ctx, it)
	})
}

// paintPage paints the canvas and the root's stacking context. The images of the canvas are inside the root's opacity,
// clip path and mask; its colour is not, nor is the canvas transformed, as in Chromium.
func (p *painter) paintPage(ctx context.Context, it item) {
	s := it.frag.Box.Style
	hasImage := slices.ContainsFunc(p.canvasStyle(it.frag).Background, func(l style.Layer) bool { return l.Image != nil })
	if !hasImage || len(s.Transform) > 0 || s.HasDepth() {
		p.paintCanvas(it, true, true)
		p.paintGroup(ctx, it)
		return
	}
	p.paintCanvas(it, true, false)
	p.withEffects(it, func(clip *clipChain) {
		it.clip = clip
		p.paintCanvas(it, false, true)
		p.paintContents(ctx, it, p.deferred(it))
	})
}

// paintGroup paints the content of a stacking context inside its effects.
func (p *painter) paintGroup(ctx context.Context, it item) {
	it.at = p.origin(it.frag, it.at)
	if isMoved(it.frag) {
		p.moved++
		defer func() { p.moved-- }()
	}
	if p.space != nil && p.space.deep && it.frag.Kind == layout.BoxFragment && !p.textOnly && p.is3D(it) {
		p.paintInSpace(ctx, it)
		return
	}
	p.withEffects(it, func(clip *clipChain) {
		it.clip = clip
		p.paintContents(ctx, it, p.deferred(it))
	})
}

// is3D reports whether a stacking context has a 3-D transform or is in a parent's perspective.
func (p *painter) is3D(it item) bool {
	if it.frag.Box.Style.HasDepth() {
		return true
	}
	parent := parentOf(it.frag.Box)
	return parent != nil && parent.Style.Perspective > 0 && len(it.frag.Box.Style.Transform) > 0
}

// paintContents paints a stacking context without its effects; deferred holds the items painted outside of the flow.
func (p *painter) paintContents(ctx context.Context, it item, deferred []item) {
	n := 0
	for n < len(deferred) && deferred[n].z < 0 {
		n++
	}
	if it.frag.Kind == layout.BoxFragment {
		p.paintDecorations(it)
	}
	for _, d := range deferred[:n] {
		p.paintDeferred(ctx, d)
	}
	p.paintFlow(it)
	for _, d := range deferred[n:] {
		p.paintDeferred(ctx, d)
	}
	p.paintOutline(it)
}

func (p *painter) paintDeferred(ctx context.Context, it item) {
	if isContext(it.frag) {
		p.paintContext(ctx, it)
		return
	}
	p.paintAtomic(it)
}

// paintAtomic paints a fragment and its flow atomically.
func (p *painter) paintAtomic(it item) {
	if it.frag.Kind == layout.BoxFragment {
		p.paintDecorations(it)
	}
	p.paintFlow(it)
	p.paintOutline(it)
}

// paintFlow paints the content of a fragment: block backgrounds, floats, then inline content.
func (p *painter) paintFlow(it item) {
	if it.frag.Kind == layout.InlineFragment {
		p.paintInline(it)
		return
	}
	p.walk(it, backgrounds)
	p.walk(it, floats)
	p.walk(it, foreground)
}

type phase uint8

const (
	backgrounds phase = iota
	floats
	foreground
)

// walk paints the in-flow fragments below an item for one phase.
func (p *painter) walk(it item, ph phase) {
	f := it.frag
	if ph == foreground {
		p.paintReplaced(it)
		if f.Collapsed != nil {
			p.paintCollapsed(it)
		}
	}
	clip := p.contentClip(it)
	for _, c := range f.Children {
		child := item{frag: c, at: it.at.Add(c.Offset), clip: clip}
		switch {
		case isDeferred(c):
		case c.Kind == layout.LineFragment:
			p.walkLine(child, ph)
		case c.Box != nil && c.Box.IsFloat():
			if ph == floats {
				p.paintAtomic(child)
			}
		case isAtomic(c):
			if ph == foreground {
				p.paintAtomic(child)
			}
		case c.Kind == layout.TextFragment || c.Kind == layout.InlineFragment:
			if ph == foreground {
				p.paintInline(child)
			}
		default:
			switch {
			case ph != backgrounds:
			case c.Kind == layout.BoxFragment && c.Box.Kind == layout.TableColumnBox:
				p.paintColumn(it, child)
			default:
				p.paintDecorations(child)
			}
			p.walk(child, ph)
			if ph == foreground {
				p.paintOutline(child)
			}
		}
	}
}

// walkLine paints a line's inline content in the foreground phase and the floats anchored in it in the float phase.
func (p *painter) walkLine(it item, ph phase) {
	start := it.at.Y
	for i, c := range it.frag.Children {
		if y := it.at.Y + c.Offset.Y; i == 0 || y < start {
			start = y
		}
	}
	for _, c := range it.frag.Children {
		child := item{frag: c, at: it.at.Add(c.Offset), clip: it.clip, lead: p.snapUnit(start) - start}
		switch {
		case isDeferred(c):
		case c.Box != nil && c.Box.IsFloat() && c.Kind == layout.BoxFragment:
			if ph == floats {
				p.paintAtomic(child)
			}
		case c.Kind == layout.InlineFragment && ph == floats:
			p.walkLine(child, ph)
		case ph == foreground:
			p.paintInline(child)
		}
	}
}

// paintInline paints an inline-level fragment: decorations first, then content.
func (p *painter) paintInline(it item) {
	if it.frag.Hidden {
		return
	}
	switch it.frag.Kind {
	case layout.TextFragment:
		p.paintText(it)
		return
	case layout.BoxFragment:
		p.paintAtomic(it)
		return
	}
	if it.frag.Kind == layout.InlineFragment {
		p.paintDecorations(it)
	}
	for _, c := range it.frag.Children {
		if isDeferred(c) || (c.Kind == layout.BoxFragment && c.Box.IsFloat()) {
			continue
		}
		p.paintInline(item{frag: c, at: it.at.Add(c.Offset), clip: it.clip, lead: it.lead})
	}
	p.paintOutline(it)
}

// collect appends the deferred fragments of a stacking context. Positioned fragments that do not create a context are
// entered, since their positioned descendants belong to the same context.
func (p *painter) collect(it item, out *[]item) {
	clip := p.contentClip(it)
	for _, c := range it.frag.Children {
		if c.Hidden {
			continue
		}
		child := item{frag: c, at: it.at.Add(c.Offset), clip: clip}
		if isDeferred(c) {
			if isContext(c) {
				if !c.Box.Style.ZAuto {
					child.z = c.Box.Style.ZIndex
				}
				*out = append(*out, child)
				continue
			}
			*out = append(*out, child)
		}
		if len(c.Children) > 0 {
			p.collect(child, out)
		}
	}
}

// contentClip returns the clip for a fragment's children: its own clip, and its padding box when its overflow is
// clipped.
func (p *painter) contentClip(it item) *clipChain {
	f := it.frag
	if f.Kind != layout.BoxFragment || f.Box == nil {
		return it.clip
	}
	s := f.Box.Style
	if s.Overflow == [2]style.Overflow{} && s.Contain&style.ContainPaint == 0 || p.clipsAtViewport(f.Box) {
		return it.clip
	}
	r := p.snap(geom.RectAt(it.at, f.Size))
	contained := s.Contain&style.ContainPaint != 0
	reference, margin := style.PaddingBoxArea, geom.Unit(0)
	if s.Overflow == [2]style.Overflow{style.OverflowClip, style.OverflowClip} || s.Overflow == [2]style.Overflow{} && contained {
		reference, margin = s.ClipMargin.Box, s.ClipMargin.Margin
	}
	outer := outerRadii(s, r.Size())
	if reference == style.BorderBoxArea {
		for i, padding := range innerRadii(outer, f.Border) {
			if padding == (display.Point{}) {
				outer[i] = padding // Chromium grows the corners of the padding box, and a square one stays square
			}
		}
	}
	inner, radii := p.clipArea(it, r, outer, reference)
	if margin > 0 {
		inner, radii = outset(inner, margin), growRadii(radii, display.FromUnit(margin))
	}
	const far = geom.Unit(1 << 24)
	if s.Overflow[0] == style.OverflowVisible && !contained {
		inner.X, inner.W, radii = inner.X-far, inner.W+2*far, [4]display.Point{}
	}
	if s.Overflow[1] == style.OverflowVisible && !contained {
		inner.Y, inner.H, radii = inner.Y-far, inner.H+2*far, [4]display.Point{}
	}
	key := clipKey{f, it.clip}
	if c, ok := p.clips[key]; ok {
		return c
	}
	c := it.clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(inner), Radii: radii}})
	if s.BorderShape != nil {
		c = p.borderShapeClip(it)
	} else if isShaped(s, radii) {
		c = it.clip.with(display.PushClipPath{Path: contour(s, display.RectFrom(r), outerRadii(s, r.Size()), f.Border)})
	}
	if p.clips == nil {
		p.clips = map[clipKey]*clipChain{}
	}
	p.clips[key] = c
	return c
}

// clipKey identifies the clip of a fragment, so that its phases share it.
type clipKey struct {
	frag   *layout.Fragment
	parent *clipChain
}

// clipsAtViewport reports whether the overflow of a box is propagated to the canvas (that of html, or of body when
// html's is visible: CSS Overflow 3 §3.3), which clips anyway.
func (p *painter) clipsAtViewport(b *layout.Box) bool {
	doc := p.in.Tree.Doc
	if b.Pseudo != layout.NoPseudo {
		return false
	}
	if b.Node == doc.Root {
		return true
	}
	return b.Node == doc.Body && p.in.Tree.Styles[doc.Root] != nil && p.in.Tree.Styles[doc.Root].Overflow == [2]style.Overflow{}
}
