package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintCanvas paints the canvas background: the root's, or body's when the root has none (CSS Backgrounds 3 §2.11). It
// covers the canvas and is positioned relative to the root's box.
func (p *painter) paintCanvas(it item, color, images bool) {
	s := p.canvasStyle(it.frag)
	p.visit(p.canvasBox, Decorations)
	canvas := geom.Rect{W: geom.Px(p.in.Width), H: geom.Px(p.in.Height)}
	p.blendLayers(it, s, canvas, func(it item) {
		if color && s.BackgroundColor.A > 0 {
			p.emit(it.clip, display.FillRect{Rect: display.RectFrom(canvas), Brush: solid(s.BackgroundColor)})
		}
		for i := p.layers("background", len(s.Background)) - 1; i >= 0; i-- {
			l := s.Background[i]
			if l.Image == nil || !images {
				continue
			}
			area := p.snap(p.referenceBox(it, l.Origin))
			if l.Attachment == style.AttachFixed {
				area = canvas
			}
			p.paintLayer(it, &l, area, geom.Size{}, canvas, [4]display.Point{}, s)
		}
	})
}

// canvasStyle returns the style with the canvas background and sets canvasBox to its box. Nothing is propagated from a
// body while it or the root is contained (CSS Containment 2 §2).
func (p *painter) canvasStyle(root *layout.Fragment) *style.Computed {
	p.canvasBox = root.Box
	if !hasBackground(root.Box.Style) && root.Box.Style.Contain == 0 {
		for _, c := range inVertical(root).Children {
			b := c.Box
			if b != nil && b.Node >= 0 && b.Node == p.in.Tree.Doc.Body && b.Pseudo == layout.NoPseudo && b.Style.Contain == 0 {
				p.canvasBox = b
			}
		}
	}
	return p.canvasBox.Style
}

// inVertical returns the fragment with the content of the root: in a vertical document it is a fragment inside the
// root's.
func inVertical(root *layout.Fragment) *layout.Fragment {
	if root.Box.Kind == layout.OrthogonalBox && len(root.Children) > 0 {
		return root.Children[0]
	}
	return root
}

func hasBackground(s *style.Computed) bool {
	if s.BackgroundColor.A > 0 {
		return true
	}
	for i := range s.Background {
		if s.Background[i].Image != nil {
			return true
		}
	}
	return false
}

// paintBackground paints a box's background colour and layers, the last layer first.
func (p *painter) paintBackground(it item, box geom.Rect, radii [4]display.Point) {
	s := it.frag.Box.Style
	if !hasBackground(s) {
		return
	}
	p.blendLayers(it, s, box, func(it item) { p.backgroundLayers(it, s, box, radii) })
}

// blendLayers runs draw in a separate layer if background layers blend: they blend with each other and the background
// colour, never with the backdrop of the element (Compositing and Blending 1 §4.3).
func (p *painter) blendLayers(it item, s *style.Computed, box geom.Rect, draw func(item)) {
	blends := func(l style.Layer) bool { return l.Image != nil && l.Blend != style.BlendNormal }
	if p.textOnly || !slices.ContainsFunc(s.Background, blends) {
		draw(it)
		return
	}
	p.group(it.clip, display.PushLayer{Bounds: display.RectFrom(box), Opacity: 255}, func() {
		it.clip = p.base
		draw(it)
	})
}

// backgroundLayers paints the background colour and the layers, the last layer first.
func (p *painter) backgroundLayers(it item, s *style.Computed, box geom.Rect, radii [4]display.Point) {
	if s.BackgroundColor.A > 0 {
		p.throughClip(it, box, radii, s.BackgroundClip, func(it item, r geom.Rect, rad [4]display.Point) {
			p.fill(it.clip, r, rad, solid(s.BackgroundColor))
		})
	}
	for i := p.layers("background", len(s.Background)) - 1; i >= 0; i-- {
		l := s.Background[i]
		if l.Image == nil {
			continue
		}
		whole, piece := p.unbroken(it.frag, box)
		area := areaOf(whole, piece, l.Origin)
		var snapped geom.Size
		if piece == it.frag {
			snapped = geom.Size{W: whole.W - piece.Size.W, H: whole.H - piece.Size.H}
		}
		switch {
		case l.Attachment == style.AttachFixed && p.moved == 0:
			area = geom.Rect{W: geom.Px(p.in.Width), H: geom.Px(p.in.Height)}
			snapped = geom.Size{}
		case l.Attachment == style.AttachLocal && scrolls(s):
			area = areaOf(p.scrolled(it.frag, box), it.frag, l.Origin)
			snapped = geom.Size{}
			if l.Clip == style.BorderBoxArea {
				l.Clip = style.PaddingBoxArea
			}
		}
		draw := func(it item) {
			p.throughClip(it, box, radii, l.Clip, func(it item, r geom.Rect, rad [4]display.Point) {
				p.paintLayer(it, &l, area, snapped, r, rad, s)
			})
		}
		if l.Blend == style.BlendNormal || l.Clip != style.TextArea && l.Clip != style.BorderArea {
			draw(it)
			continue
		}
		// The layer blends outside the layer of the text or border mask.
		blend := blends[l.Blend]
		l.Blend = style.BlendNormal
		p.group(it.clip, display.PushLayer{Bounds: display.RectFrom(box), Opacity: 255, Blend: blend}, func() {
			it := it
			it.clip = p.base
			draw(it)
		})
	}
}

// scrolls reports whether a box is a scroll container.
func scrolls(s *style.Computed) bool {
	return s.Overflow[0] != style.OverflowVisible && s.Overflow[0] != style.OverflowClip || s.Overflow[1] != style.OverflowVisible && s.Overflow[1] != style.OverflowClip
}

// scrolled returns the border box of a scroll container, extended to the whole of its content and, behind what is in
// flow, its padding. Content beyond the start sides cannot be scrolled to.
func (p *painter) scrolled(f *layout.Fragment, box geom.Rect) geom.Rect {
	left, right, bottom := f.Border.Left, f.Size.W-f.Border.Right, f.Size.H-f.Border.Bottom
	for _, c := range f.Children {
		o := c.Overflow
		if o.Empty() || c.Box != nil && c.Box.Style.Overflow != [2]style.Overflow{} {
			o = geom.Rect{W: c.Size.W, H: c.Size.H}
		}
		o = o.Move(c.Offset)
		left, right, bottom = min(left, o.X), max(right, o.MaxX()), max(bottom, o.MaxY())
		if c.Kind == layout.BoxFragment && c.Box != nil && !c.Box.IsOutOfFlow() {
			left = min(left, c.Offset.X-c.Margin.Left-f.Padding.Left)
			right = max(right, c.Offset.X+c.Size.W+c.Margin.Right+f.Padding.Right)
			bottom = max(bottom, c.Offset.Y+c.Size.H+c.Margin.Bottom+f.Padding.Bottom)
		}
	}
	if f.Box.Style.Direction == style.RTL {
		left -= f.Border.Left
		box.X, box.W = box.X+p.snapUnit(left), box.W-p.snapUnit(left)
	} else {
		box.W = max(box.W, p.snapUnit(right+f.Border.Right))
	}
	box.H = max(box.H, p.snapUnit(bottom+f.Border.Bottom))
	return box
}

// throughClip draws a background layer clipped by background-clip; it passes the rectangle and corners to fill to draw.
func (p *painter) throughClip(it item, box geom.Rect, radii [4]display.Point, clip style.Box, draw func(it item, r geom.Rect, radii [4]display.Point)) {
	switch clip {
	case style.TextArea:
		p.throughText(it, func(clip *clipChain) {
			it.clip = clip
			draw(it, box, [4]display.Point{})
		})
	case style.BorderArea:
		p.throughBorder(it, box, radii, func(clip *clipChain) {
			it.clip = clip
			draw(it, box, [4]display.Point{})
		})
	default:
		r, rad := p.clipArea(it, box, radii, clip)
		draw(it, r, rad)
	}
}

// areaOf returns the snapped padding, content or border box of a fragment.
func areaOf(box geom.Rect, f *layout.Fragment, b style.Box) geom.Rect {
	switch b {
	case style.PaddingBoxArea:
		return box.Inset(f.Border)
	case style.ContentBoxArea:
		return box.Inset(f.Border.Add(f.Padding))
	}
	return box
}

func (p *painter) clipArea(it item, box geom.Rect, radii [4]display.Point, b style.Box) (geom.Rect, [4]display.Point) {
	switch b {
	case style.PaddingBoxArea:
		return box.Inset(it.frag.Border), innerRadii(radii, it.frag.Border)
	case style.ContentBoxArea:
		e := it.frag.Border.Add(it.frag.Padding)
		return box.Inset(e), innerRadii(radii, e)
	}
	return box, radii
}

func (p *painter) fill(clip *clipChain, r geom.Rect, radii [4]display.Point, b display.Brush) {
	if r.Empty() {
		return
	}
	if hasRadius(radii) {
		p.emit(clip, display.FillRRect{RRect: display.RRect{Rect: display.RectFrom(r), Radii: radii}, Brush: b})
		return
	}
	p.emit(clip, display.FillRect{Rect: display.RectFrom(r), Brush: b})
}

// throughText draws inside a layer that is masked by the box's text.
func (p *painter) throughText(it item, draw func(*clipChain)) {
	mask := p.sublist(func() {
		was := p.textOnly
		p.textOnly = true
		inner := it
		inner.clip = nil
		p.paintFlow(inner)
		p.textOnly = was
	})
	bounds := display.RectFrom(p.snap(geom.RectAt(it.at, it.frag.Size)))
	p.group(it.clip, display.PushLayer{Bounds: bounds, Opacity: 255, Mask: mask}, func() { draw(p.base) })
}

// throughBorder draws inside a layer that is masked by the box's border, treated as opaque (CSS Backgrounds 4 §2.3).
func (p *painter) throughBorder(it item, box geom.Rect, radii [4]display.Point, draw func(*clipChain)) {
	line := *it.frag.Box.Style
	line.BorderImage = nil
	for i := range line.Border {
		line.Border[i].Color = style.Color{A: 255}
	}
	mask := p.sublist(func() { p.paintBorders(nil, &line, box, radii, it.frag.Border, openSides(it.frag)) })
	p.group(it.clip, display.PushLayer{Bounds: display.RectFrom(box), Opacity: 255, Mask: mask}, func() { draw(p.base) })
}

// paintLayer paints one background layer: the image positioned and sized in
// area, repeated over and clipped to paintRect. Both have grown by snapped when they were snapped to pixels.
func (p *painter) paintLayer(it item, l *style.Layer, area geom.Rect, snapped geom.Size, paintRect geom.Rect, radii [4]display.Point, s *style.Computed) {
	draw := func(clip *clipChain) {
		if b := p.layerBrush(it, s, l, area, snapped, paintRect); b != nil {
			p.fillLayer(clip, b, paintRect, radii)
		}
	}
	if l.Blend != style.BlendNormal && !p.textOnly {
		p.group(it.clip, display.PushLayer{Bounds: display.RectFrom(paintRect), Opacity: 255, Blend: blends[l.Blend]}, func() { draw(p.base) })
		return
	}
	draw(it.clip)
}

// layerFill is the brush of a layer and, for images that do not repeat, the only rectangle that it covers. A bitmap that
// is drawn once has an operation too; the brush is for rounded corners.
type layerFill struct {
	brush display.Brush
	only  *geom.Rect
	once  *display.DrawImage
}

func (p *painter) fillLayer(clip *clipChain, b *layerFill, r geom.Rect, radii [4]display.Point) {
	if b.only == nil || (b.once == nil || hasRadius(radii)) && contains(*b.only, r) {
		p.fill(clip, r, radii, b.brush)
		return
	}
	if hasRadius(radii) {
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(r), Radii: radii}})
	}
	if b.once != nil {
		p.emit(clip, *b.once)
		return
	}
	if part := r.Intersect(*b.only); !part.Empty() {
		p.emit(clip, display.FillRect{Rect: display.RectFrom(part), Brush: b.brush})
	}
}

// drawnOnce returns the operation that draws a bitmap at one if it covers the whole of r, or the part of r where it does
// not repeat; nil if it does not. As in Chromium only the part of the image that is visible in r before r was snapped is
// sampled, and that part fills r.
func (p *painter) drawnOnce(b *image.Bitmap, one, r geom.Rect, snapped geom.Size, rx, ry bool) (op *display.DrawImage, dst geom.Rect) {
	x, y := p.visible(one.X, one.W, r.X, r.W, snapped.W, rx), p.visible(one.Y, one.H, r.Y, r.H, snapped.H, ry)
	exact := geom.Rect{X: x.at, Y: y.at, W: x.size, H: y.size}
	dst = geom.Rect{X: x.snapped, Y: y.snapped, W: x.snappedSize, H: y.snappedSize}
	if exact.Empty() || dst.Empty() || !contains(one, exact) {
		return nil, dst
	}
	out := cropped(display.DrawImage{Image: b}, one, exact)
	out.Src, out.Dst = nearIntegral(out.Src), display.RectFrom(dst)
	return &out, dst
}

// span is a range along one axis: where an image is visible, exactly and on whole pixels.
type span struct{ at, size, snapped, snappedSize geom.Unit }

// visible returns the part of [from, from+length), which has grown by snapped, that a tile covers: all of it if the tile
// repeats.
func (p *painter) visible(at, tile, from, length, snapped geom.Unit, repeat bool) span {
	if repeat {
		return span{from, length - snapped, from, length}
	}
	start, end := max(at, from), min(at+tile, from+length)
	s := span{at: start, size: min(end, from+length-snapped) - start, snapped: start}
	if at > from {
		s.snapped = p.snapUnit(start)
		end = min(s.snapped+tile, from+length)
	}
	s.snappedSize = p.snapUnit(end) - s.snapped
	return s
}

// cropped returns the operation that draws the part of an image that is visible in part, when the whole covers dst.
func cropped(op display.DrawImage, dst, part geom.Rect) display.DrawImage {
	op.Dst = display.RectFrom(part)
	op.Src = display.Rect{
		X0: crop(part.X-dst.X, dst.W, op.Image.Width), X1: crop(part.MaxX()-dst.X, dst.W, op.Image.Width),
		Y0: crop(part.Y-dst.Y, dst.H, op.Image.Height), Y1: crop(part.MaxY()-dst.Y, dst.H, op.Image.Height),
	}
	return op
}

func contains(outer, inner geom.Rect) bool {
	return outer.X <= inner.X && outer.Y <= inner.Y && outer.MaxX() >= inner.MaxX() && outer.MaxY() >= inner.MaxY()
}

// uncropped returns where the whole image of a cropped operation would be.
func uncropped(op *display.DrawImage) geom.Rect {
	axis := func(dst0, dst1, src0, src1 display.Coord, pixels int) (at, size geom.Unit) {
		k := (dst1 - dst0).Float() / (src1 - src0).Float()
		return geom.FromFloatRound(dst0.Float() - float64(src0.Float()*k)), geom.FromFloatRound(float64(pixels) * k)
	}
	x, w := axis(op.Dst.X0, op.Dst.X1, op.Src.X0, op.Src.X1, op.Image.Width)
	y, h := axis(op.Dst.Y0, op.Dst.Y1, op.Src.Y0, op.Src.Y1, op.Image.Height)
	return geom.Rect{X: x, Y: y, W: w, H: h}
}

// nearIntegral rounds a rectangle of source pixels whose edges are all within a 64th of whole pixels, as in Chromium, so
// that sprites do not show their neighbours.
func nearIntegral(r display.Rect) display.Rect {
	out := r
	for _, edge := range []*display.Coord{&out.X0, &out.Y0, &out.X1, &out.Y1} {
		whole := (*edge + 512) &^ 1023
		if d := *edge - whole; d >= 16 || d <= -16 {
			return r
		}
		*edge = whole
	}
	return out
}

// layerBrush sizes and places a layer's image (CSS Backgrounds 3 §3.6–3.9).
func (p *painter) layerBrush(it item, s *style.Computed, l *style.Layer, area geom.Rect, snapped geom.Size, paintRect geom.Rect) *layerFill {
	pic, ok := p.resolveImage(it, s, l.Image)
	if !ok || area.Empty() {
		return nil
	}
	whole := geom.Size{W: area.W - snapped.W, H: area.H - snapped.H}
	tile := layerSize(l, pic, area.Size(), whole, it.frag.Box.Style.Zoom)
	before, repeat := tile, l.Repeat
	roundTile(&tile, repeat, l, area.Size())
	if tile.W <= 0 || tile.H <= 0 {
		return nil
	}
	exact := tile
	if p.snapStep == geom.One { // Chromium aligns single tiles to whole pixels
		if repeat[0] == style.RepeatNone || repeat[0] != style.RepeatRound && p.snapUnit(tile.W) == area.W {
			tile.W = max(geom.One, p.snapUnit(tile.W))
		}
		if repeat[1] == style.RepeatNone || repeat[1] != style.RepeatRound && p.snapUnit(tile.H) == area.H {
			tile.H = max(geom.One, p.snapUnit(tile.H))
		}
	}
	placed := tile
	if repeat[0] == style.RepeatRound { // Chromium places tiles by their size before rounding
		placed.W = before.W
	}
	if repeat[1] == style.RepeatRound {
		placed.H = before.H
	}
	if pic.bitmap != nil { // of a bitmap only the visible part is aligned
		placed = geom.Size{W: placed.W + exact.W - tile.W, H: placed.H + exact.H - tile.H}
	}
	room := whole // in which repeated images are placed
	if repeat[0] == style.RepeatNone {
		room.W = area.W
	}
	if repeat[1] == style.RepeatNone {
		room.H = area.H
	}
	at := geom.Point{
		X: area.X + geom.FromFloat(lengthFloat(l.Position[0], room.W-placed.W)),
		Y: area.Y + geom.FromFloat(lengthFloat(l.Position[1], room.H-placed.H)),
	}
	step := geom.Point{X: tile.W, Y: tile.H}
	var off geom.Point // spaced tiles begin off the edge by what the box is snapped, as in Chromium
	if l.Attachment != style.AttachFixed {
		off = geom.Point{X: p.snapUnit(it.at.X) - it.at.X, Y: p.snapUnit(it.at.Y) - it.at.Y}
	}
	spaceOut(&at.X, &step.X, &repeat[0], area.X+off.X, whole.W, tile.W)
	spaceOut(&at.Y, &step.Y, &repeat[1], area.Y+off.Y, whole.H, tile.H)
	if pic.bitmap != nil {
		rx, ry := repeat[0] != style.RepeatNone, repeat[1] != style.RepeatNone
		if op, only := p.drawnOnce(pic.bitmap, geom.RectAt(at, exact), paintRect, snapped, rx, ry); op != nil {
			op.Sampling, op.Node = p.sampling(it), int32(it.frag.Box.Node)+1
			return &layerFill{brush: pic.brush(uncropped(op), p.sampling(it)), only: &only, once: op}
		}
	}
	// Only single tiles are placed on whole pixels.
	if repeat[0] == style.RepeatNone {
		at.X = p.snapUnit(at.X)
	}
	if repeat[1] == style.RepeatNone {
		at.Y = p.snapUnit(at.Y)
	}
	one := geom.RectAt(at, tile)
	rx, ry := repeat[0] != style.RepeatNone, repeat[1] != style.RepeatNone
	// An image that covers the area along an axis is not repeated there.
	rx = rx && (one.X > paintRect.X || one.MaxX() < paintRect.MaxX())
	ry = ry && (one.Y > paintRect.Y || one.MaxY() < paintRect.MaxY())
	if !rx && !ry {
		only := one
		return &layerFill{brush: pic.brush(one, p.sampling(it)), only: &only}
	}
	fill := &layerFill{brush: pic.pattern(one, step, rx, ry, p.sampling(it))}
	if !rx || !ry {
		only := paintRect
		if !rx {
			only.X, only.W = one.X, one.W
		}
		if !ry {
			only.Y, only.H = one.Y, one.H
		}
		fill.only = &only
	}
	return fill
}

// layerSize applies background-size to an image's natural size. Percentages refer to whole, which is the area before it
// was snapped to pixels.
func layerSize(l *style.Layer, pic *cssImage, area, whole geom.Size, zoom float64) geom.Size {
	w, h, hasW, hasH, rw, rh := pic.natural()
	if zoom != 1 {
		w, h = geom.FromFloatRound(w.Float()*zoom), geom.FromFloatRound(h.Float()*zoom)
	}
	switch l.Size.Kind {
	case style.SizeContain, style.SizeCover:
		if rw <= 0 || rh <= 0 {
			return area
		}
		contain := l.Size.Kind == style.SizeContain
		size := fitted(area, rw, rh, contain)
		if contain { // Chromium rounds the side that does not fill the area
			size = geom.Size{W: max(geom.One, geom.Px(size.W.Round())), H: max(geom.One, geom.Px(size.H.Round()))}
		}
		return size
	}
	sw, sh := l.Size.W, l.Size.H
	out := geom.Size{W: sw.Resolve(whole.W), H: sh.Resolve(whole.H)}
	switch {
	case sw.IsAuto() && sh.IsAuto():
		switch {
		case hasW && hasH:
			return geom.Size{W: w, H: h}
		case hasW && rw > 0:
			return geom.Size{W: w, H: geom.FromFloat(w.Float() * rh / rw)}
		case hasH && rh > 0:
			return geom.Size{W: geom.FromFloat(h.Float() * rw / rh), H: h}
		case rw > 0 && rh > 0:
			return fitted(area, rw, rh, true)
		case hasW:
			return geom.Size{W: w, H: area.H}
		case hasH:
			return geom.Size{W: area.W, H: h}
		}
		return area
	case sw.IsAuto():
		switch {
		case rw > 0 && rh > 0:
			out.W = geom.FromFloat(out.H.Float() * rw / rh)
		case hasW:
			out.W = w
		default:
			out.W = area.W
		}
	case sh.IsAuto():
		switch {
		case rw > 0 && rh > 0:
			out.H = geom.FromFloat(out.W.Float() * rh / rw)
		case hasH:
			out.H = h
		default:
			out.H = area.H
		}
	}
	return out
}

// fitted returns the size of an aspect ratio that is contained in the area, or covers it.
func fitted(area geom.Size, rw, rh float64, contain bool) geom.Size {
	byW := geom.Size{W: area.W, H: geom.FromFloat(area.W.Float() * rh / rw)}
	if (byW.H <= area.H) == contain {
		return byW
	}
	return geom.Size{W: geom.FromFloat(area.H.Float() * rw / rh), H: area.H}
}

// roundTile applies background-repeat: round.
func roundTile(tile *geom.Size, repeat [2]style.Repeat, l *style.Layer, area geom.Size) {
	fit := func(t, a geom.Unit) geom.Unit {
		if t <= 0 {
			return t
		}
		n := max(1, (2*a+t)/(2*t))
		return a / n
	}
	before := *tile
	if repeat[0] == style.RepeatRound {
		tile.W = fit(tile.W, area.W)
		if repeat[1] != style.RepeatRound && l.Size.Kind == style.SizeExplicit && l.Size.H.IsAuto() && before.W > 0 {
			tile.H = before.H.Mul(tile.W, before.W)
		}
	}
	if repeat[1] == style.RepeatRound {
		tile.H = fit(tile.H, area.H)
		if repeat[0] != style.RepeatRound && l.Size.Kind == style.SizeExplicit && l.Size.W.IsAuto() && before.H > 0 {
			tile.W = before.W.Mul(tile.H, before.H)
		}
	}
}

// spaceOut applies background-repeat: space in one axis.
func spaceOut(at, step *geom.Unit, r *style.Repeat, origin, area, tile geom.Unit) {
	if *r != style.RepeatSpace {
		return
	}
	n := area / tile
	if n < 2 {
		*r = style.RepeatNone
		return
	}
	*at = origin
	*step = tile + (area-n*tile)/(n-1)
}

func (p *painter) sampling(it item) display.Sampling {
	if it.frag.Box.Style.ImageRendering.Nearest() {
		return display.Nearest
	}
	return display.Smooth
}
