package paint

import (
	"slices"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintReplaced paints an image, an inline svg or a generated graphic into its
// content box.
func (p *painter) paintReplaced(it item) {
	f := it.frag
	if f.Kind != layout.BoxFragment || f.Box.Replaced == nil || p.textOnly {
		return
	}
	s := f.Box.Style
	if s.Visibility != style.Visible || f.Box.Replaced.Missing {
		return
	}
	p.visit(f.Box, Content)
	outer := p.snap(geom.RectAt(it.at, f.Size))
	edges := f.Border.Add(f.Padding)
	box := outer.Inset(edges)
	if box.Empty() {
		return
	}
	if f.Box.Replaced.Element == layout.ControlElement {
		if layout.InputType(p.in.Tree.Doc.Node(f.Box.Node)) == "range" && !s.NoAppearance {
			box = outer // the padding is covered too
		}
		p.paintControl(it.clip, it, box)
		return
	}
	clip := it.clip
	if radii := outerRadii(s, outer.Size()); isShaped(s, radii) {
		clip = clip.with(display.PushClipPath{Path: contour(s, display.RectFrom(outer), radii, edges)})
	} else if radii = innerRadii(radii, edges); hasRadius(radii) {
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box), Radii: radii}})
	}
	r := f.Box.Replaced
	if f.Box.Symbol != "" {
		p.paintSymbol(clip, it, box)
		return
	}
	if r.Element != "" {
		size := box.Size()
		if r.Element == "svg" { // starts on a whole pixel, but keeps its exact size
			size = geom.Size{W: f.Size.W - edges.Left - edges.Right, H: f.Size.H - edges.Top - edges.Bottom}
		}
		p.paintInlineGraphic(clip, it, box, size)
		return
	}
	if r.URL == "" {
		p.paintNoImage(clip, f.Box, box)
		return
	}
	if p.in.Images == nil {
		return
	}
	pic, ok := p.in.Images.Image(r.URL)
	if !ok {
		return
	}
	dst := p.snap(f.Content.Move(it.at))
	if v := r.View; v != nil { // the whole image: pixels outside its view are visible where the box has room
		w, h := dst.W.Float()/v[2], dst.H.Float()/v[3]
		dst = geom.Rect{X: dst.X - geom.FromFloat(w*v[0]), Y: dst.Y - geom.FromFloat(h*v[1]), W: geom.FromFloat(w), H: geom.FromFloat(h)}
	}
	switch {
	case pic.Bitmap != nil:
		p.drawBitmap(clip, f.Box, pic.Bitmap, dst, box)
	case pic.Vector != nil:
		if d, ok := pic.Vector.(Document); ok && p.embeds(f.Box.Node) { // object-fit does not apply to a document
			clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box)}})
			p.place(clip, f.Box.Node, d.PaintDocument(box.W, box.H), box)
			return
		}
		if !contains(box, dst) {
			clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box)}})
		}
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(dst)}})
		p.place(clip, f.Box.Node, pic.Vector.Paint(dst.W, dst.H), dst)
	}
}

// embeds reports whether an element shows SVG as a document instead of as an image.
func (p *painter) embeds(id dom.NodeID) bool {
	if id == dom.None {
		return false
	}
	n := p.in.Tree.Doc.Node(id)
	return n.Namespace == dom.HTML && (n.Tag == "object" || n.Tag == "embed")
}

// paintSymbol paints the disc, circle or square of a list marker into its box, whose height is the font's ascent, with
// the proportions of browsers.
func (p *painter) paintSymbol(clip *clipChain, it item, box geom.Rect) {
	ascent := geom.Unit(box.H.Round())
	mode := it.frag.Box.Style.WritingMode
	if mode != style.HorizontalTB {
		ascent = geom.Unit(box.W.Round())
	}
	side := (ascent*2/3 + 1) / 2
	over := geom.Px(int(3 * (ascent - ascent*2/3) / 2))
	r := geom.Rect{X: box.X + geom.One, Y: box.Y + over, W: geom.Px(int(side)), H: geom.Px(int(side))}
	switch mode {
	case style.HorizontalTB:
	case style.SidewaysLR:
		r.X, r.Y = box.X+over, box.MaxY()-geom.One-r.H
	default:
		r.X, r.Y = box.MaxX()-over-r.W, box.Y+geom.One
		if !it.frag.Box.Style.IsSideways() {
			r.X = box.X + geom.Px((box.W-r.W+geom.One).Floor()/2) // on the central baseline
		}
	}
	half := display.FromUnit(r.W) / 2
	round := [4]display.Point{{X: half, Y: half}, {X: half, Y: half}, {X: half, Y: half}, {X: half, Y: half}}
	brush := solid(it.frag.Box.Style.Color)
	switch it.frag.Box.Symbol {
	case "disclosure-open", "disclosure-closed":
		p.paintDisclosure(clip, it, box)
	case "calendar", "clock":
		p.paintPickerMark(clip, it, box)
	case "broken-image":
		p.paintBrokenImage(clip, box)
	case "circle":
		outer := display.RRect{Rect: display.RectFrom(r), Radii: round}
		hole := ring(outer, geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One})
		p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: brush})
	case "square":
		p.fill(clip, r, [4]display.Point{}, brush)
	default:
		p.fill(clip, r, round, brush)
	}
}

// paintDisclosure paints the triangle of a summary, which is on the baseline and points down when its details element
// is open, else in the inline direction.
func (p *painter) paintDisclosure(clip *clipChain, it item, box geom.Rect) {
	s := it.frag.Box.Style
	side := box.W.Float()
	x, y := box.X.Float(), box.MaxY().Float()-side
	// Chromium's equilateral triangles.
	corners := [3][2]float64{{0, 0}, {0.86, 0.5}, {0, 1}}
	switch {
	case it.frag.Box.Symbol == "disclosure-open":
		corners = [3][2]float64{{0, 0.07}, {1, 0.07}, {0.5, 0.93}}
	case s.Direction == style.RTL:
		corners = [3][2]float64{{1, 0}, {0.14, 0.5}, {1, 1}}
	}
	path := &display.Path{}
	for i, c := range corners {
		q := display.Point{X: display.FromFloat(x + float64(side*c[0])), Y: display.FromFloat(y + float64(side*c[1]))}
		if i == 0 {
			path.MoveTo(q)
		} else {
			path.LineTo(q)
		}
	}
	path.Close()
	p.emit(clip, display.FillPath{Path: path, Brush: solid(s.Color)})
}

// paintInlineGraphic paints an inline svg or generated graphic of a size at the corner of a box, which clips it.
func (p *painter) paintInlineGraphic(clip *clipChain, it item, box geom.Rect, size geom.Size) {
	if p.in.Inline == nil {
		return
	}
	zoom := it.frag.Box.Style.Zoom
	list, warnings := p.in.Inline.Inline(it.frag.Box.Node, geom.FromFloatRound(size.W.Float()/zoom), geom.FromFloatRound(size.H.Float()/zoom))
	p.warnings = append(p.warnings, warnings...)
	if list == nil {
		return
	}
	if s := it.frag.Box.Style; s.Overflow != [2]style.Overflow{} {
		clip = clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(box)}})
	}
	if zoom != 1 {
		scaled := *list
		scaled.Ops = slices.Concat([]display.Op{display.PushTransform{Matrix: geom.Scale(zoom, zoom)}}, list.Ops, []display.Op{display.Pop{}})
		list = &scaled
	}
	p.place(clip, it.frag.Box.Node, list, box)
}

// place appends a list drawn at the origin, translated to a box's corner.
func (p *painter) place(clip *clipChain, node dom.NodeID, list *display.List, box geom.Rect) {
	p.group(clip, display.PushTransform{Matrix: geom.Translate(box.X.Float(), box.Y.Float()), Node: int32(node) + 1}, func() {
		p.list.Ops = append(p.list.Ops, list.Ops...)
	})
}

// drawBitmap draws a bitmap fitted to dst and clipped to box.
func (p *painter) drawBitmap(clip *clipChain, of *layout.Box, b *image.Bitmap, dst, box geom.Rect) {
	op := display.DrawImage{
		Image: b, Node: int32(of.Node) + 1, Dst: display.RectFrom(dst),
		Src: display.Rect{X1: display.Coord(b.Width) * 1024, Y1: display.Coord(b.Height) * 1024},
	}
	if of.Style.ImageRendering.Nearest() {
		op.Sampling = display.Nearest
	}
	if dst.W <= 0 || dst.H <= 0 {
		return
	}
	if !contains(box, dst) { // crop the source instead of clipping
		part := dst.Intersect(box)
		if part.Empty() {
			return
		}
		op = cropped(op, dst, part)
	}
	p.emit(clip, op)
}

func crop(at, of geom.Unit, pixels int) display.Coord {
	return display.Coord(int64(at) * int64(pixels) * 1024 / int64(of))
}
