package paint

import (
	"math"
	"strconv"
	"strings"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// theme holds the colours of form controls in their native appearance.
type theme struct{ line, face, white, blue, track, trackOff style.Color }

var (
	lightTheme = theme{
		line: style.Color{R: 0x76, G: 0x76, B: 0x76, A: 255}, face: style.Color{R: 0xEF, G: 0xEF, B: 0xEF, A: 255},
		white: style.Color{R: 255, G: 255, B: 255, A: 255}, blue: style.Color{G: 0x75, B: 255, A: 255}, track: style.Color{R: 0x76, G: 0x76, B: 0x76, A: 128}, trackOff: style.Color{R: 0x76, G: 0x76, B: 0x76, A: 77},
	}
	darkTheme = theme{
		line: style.Color{R: 0x85, G: 0x85, B: 0x85, A: 255}, face: style.Color{R: 0x6B, G: 0x6B, B: 0x6B, A: 255},
		white: style.Color{R: 0x3B, G: 0x3B, B: 0x3B, A: 255}, blue: style.Color{R: 0x99, G: 0xC8, B: 0xFF, A: 255}, track: style.Color{R: 0x85, G: 0x85, B: 0x85, A: 255}, trackOff: style.Color{R: 0x62, G: 0x62, B: 0x62, A: 255},
	}
)

// themeOf returns the theme for the colour scheme of a style.
func themeOf(s *style.Computed) *theme {
	if s.Dark {
		return &darkTheme
	}
	return &lightTheme
}

// legible returns the theme in which an accent colour contrasts with the part of a control that it is painted on or under: the
// other one when its own has a contrast below 3 and less than the other.
func (t *theme) legible(accent style.Color, part func(*theme) style.Color) *theme {
	other := &darkTheme
	if t == other {
		other = &lightTheme
	}
	if own := style.Contrast(accent, part(t)); own < 3 && own < style.Contrast(accent, part(other)) {
		return other
	}
	return t
}

// bar returns the colour of the empty part of a slider, meter or progress bar.
func (t *theme) bar() style.Color {
	if t == &darkTheme {
		return t.white
	}
	return t.face
}

var (
	meterLine = style.Color{R: 0xCB, G: 0xCB, B: 0xCB, A: 255}
	meterGood = style.Color{R: 0x10, G: 0x7C, B: 0x10, A: 255}
	meterFair = style.Color{R: 0xFF, G: 0xB9, A: 255}
	meterPoor = style.Color{R: 0xD8, G: 0x3B, B: 0x01, A: 255}
)

// fieldOff is the face of a disabled text field or menu.
var fieldOff = style.Color{R: 0xF5, G: 0xF5, B: 0xF5, A: 0xAD}

// paintNative paints the native background and border of a button or text field that the author has not styled, instead
// of the CSS ones, as browsers do; it reports whether it did.
func (p *painter) paintNative(it item, box geom.Rect) bool {
	b := it.frag.Box
	if b.Node == dom.None || b.Pseudo != layout.NoPseudo || it.frag.Kind != layout.BoxFragment || b.Style.NoAppearance {
		return false
	}
	node := p.in.Tree.Doc.Node(b.Node)
	if node.Namespace != dom.HTML {
		return false
	}
	s := b.Style
	kind, th := layout.InputType(node), themeOf(s)
	line := th.line
	off := style.IsDisabled(p.in.Tree.Doc, b.Node)
	switch {
	case off && s.Dark:
		line = style.Color{R: 0x62, G: 0x62, B: 0x62, A: 255}
	case off:
		line.A = 77
	}
	switch {
	case kind == "range" || kind == "checkbox" || kind == "radio":
		return true // the control covers its whole box
	case !layout.IsNative(s):
		return false
	case node.Tag == "button", kind == "submit", kind == "reset", kind == "button":
		face, rim := disabledFace(s.BackgroundColor, th, off), line
		if s.Dark {
			rim = face
		}
		p.panel(it.clip, box, face, rim)
		return true
	case kind == "color":
		rim := line
		if s.Dark {
			rim = th.face
		}
		p.panel(it.clip, box, th.face, rim)
		return true
	case node.Tag == "select" && len(s.BoxShadow) > 0:
		return false
	case node.Tag == "select":
		switch {
		case off && !s.Dark:
			p.framed(it.clip, box, fieldOff, line)
		case layout.ListRows(node) > 0:
			p.panel(it.clip, box, th.white, line)
		default:
			p.framed(it.clip, box, th.white, line)
		}
		return true
	case b.Kind == layout.BlockBox && (node.Tag == "textarea" || kind != "" && kind != "file" && kind != "image") && len(s.BoxShadow) == 0:
		face := s.BackgroundColor
		if off && !s.Dark {
			face = fieldOff
		}
		p.framed(it.clip, box, face, line)
		return true
	}
	return false
}

// disabledFace returns the face colour of a button, translucent when it is disabled.
func disabledFace(c style.Color, th *theme, off bool) style.Color {
	switch {
	case !off:
		return c
	case th == &darkTheme:
		return style.Color{R: 0x36, G: 0x36, B: 0x36, A: 255}
	}
	return style.Color{R: 0xD8, G: 0xD8, B: 0xD8, A: 0x70}
}

func corners(radius float64) [4]display.Point {
	c := display.Point{X: display.FromFloat(radius), Y: display.FromFloat(radius)}
	return [4]display.Point{c, c, c, c}
}

// outlined paints a line of one pixel inside a rounded box.
func (p *painter) outlined(clip *clipChain, box geom.Rect, radius float64, c style.Color) {
	outer := display.RRect{Rect: display.RectFrom(box), Radii: corners(radius)}
	hole := ring(outer, geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One})
	p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: solid(c)})
}

// panel paints the face and outline of a button, menu or check box: the radius of two pixels is that of the outline's
// centre line.
func (p *painter) panel(clip *clipChain, box geom.Rect, face, line style.Color) {
	p.fill(clip, box.Inset(geom.Edges{Top: geom.One / 2, Right: geom.One / 2, Bottom: geom.One / 2, Left: geom.One / 2}), corners(2), solid(face))
	p.outlined(clip, box, 2.5, line)
}

// paintArrow paints the arrow of a select.
func (p *painter) paintArrow(it item, box geom.Rect) {
	b := it.frag.Box
	if b.Node == dom.None || b.Pseudo != layout.NoPseudo || b.Kind != layout.BlockBox || it.frag.Kind != layout.BoxFragment || b.Style.NoAppearance {
		return
	}
	if n := p.in.Tree.Doc.Node(b.Node); n.Tag != "select" || n.Namespace != dom.HTML {
		return
	}
	if layout.ListRows(p.in.Tree.Doc.Node(b.Node)) > 0 {
		return
	}
	x, y := box.MaxX().Float()-9, float64((box.Y + box.H/2).Floor())
	if b.Style.Direction == style.RTL {
		x = box.X.Float() + 8
	}
	p.stroke(it.clip, 2, b.Style.Color, [][2]float64{{x - 4, y - 2}, {x, y + 2}, {x + 4, y - 2}})
}

// stroke draws a polyline.
func (p *painter) stroke(clip *clipChain, width float64, c style.Color, points [][2]float64) {
	path := &display.Path{}
	for i, q := range points {
		at := display.Point{X: display.FromFloat(q[0]), Y: display.FromFloat(q[1])}
		if i == 0 {
			path.MoveTo(at)
		} else {
			path.LineTo(at)
		}
	}
	p.emit(clip, display.StrokePath{Path: path, Stroke: display.Stroke{Width: display.FromFloat(width), MiterLimit: 4}, Brush: solid(c)})
}

// paintControl paints a check box, radio button, slider, colour well or meter.
func (p *painter) paintControl(clip *clipChain, it item, box geom.Rect) {
	b := it.frag.Box
	node := p.in.Tree.Doc.Node(b.Node)
	th := themeOf(b.Style)
	accent := th.blue
	kind := layout.InputType(node)
	if b.Style.Accent.Set {
		accent = b.Style.Accent.Color
		part := func(t *theme) style.Color { return t.white }
		if kind == "range" || node.Tag == "progress" {
			part = (*theme).bar
		}
		th = th.legible(accent, part)
	}
	line, white := th.line, th.white
	bar := barTheme{face: th.bar(), line: th.track}
	if style.IsDisabled(p.in.Tree.Doc, b.Node) {
		bar.line = th.trackOff
		if bar.face.A = 77; b.Style.Dark {
			bar.face = style.Color{R: 0x36, G: 0x36, B: 0x36, A: 255}
		}
		line = style.Color{R: 0xCB, G: 0xCB, B: 0xCB, A: 255}
		accent, white = line, style.Color{R: 0xF3, G: 0xF3, B: 0xF3, A: 255}
		if b.Style.Dark {
			line = style.Color{R: 0x62, G: 0x62, B: 0x62, A: 255}
			accent, white = style.Color{R: 0x75, G: 0x75, B: 0x75, A: 255}, th.white
		}
	}
	bar.filled = accent
	_, checked := node.Attr("checked")
	if kind == "checkbox" || kind == "radio" {
		box = square(box)
	}
	switch {
	case b.Style.NoAppearance && node.Tag != "meter":
	case kind == "checkbox" && checked:
		p.fill(clip, box, corners(2), solid(accent))
		x, y, w, h := box.X.Float(), box.Y.Float(), box.W.Float(), box.H.Float()
		at := func(fx, fy float64) [2]float64 { return [2]float64{x + float64(w*fx), y + float64(h*fy)} }
		p.stroke(clip, h*0.16, white, [][2]float64{at(0.2, 0.5), at(0.4, 0.7), at(0.8, 0.2)})
	case kind == "checkbox":
		p.panel(clip, box, th.white, line)
	case kind == "radio":
		radius := math.Min(box.W.Float(), box.H.Float()) / 2
		p.fill(clip, box, corners(radius), solid(th.white))
		if !checked {
			p.outlined(clip, box, radius, line)
			break
		}
		p.outlined(clip, box, radius, accent)
		p.fill(clip, insetBy(box, 0.2), corners(radius*0.6), solid(accent))
	case kind == "range":
		p.paintSlider(clip, box, p.snap(it.frag.Content.Move(it.at)), node, bar, b.Style.Direction == style.RTL)
	case kind == "color":
		value, _ := node.Attr("value")
		c := style.Color{A: 255}
		if v, err := strconv.ParseUint(strings.TrimPrefix(value, "#"), 16, 32); err == nil && len(value) == 7 {
			c = style.Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
		}
		swatch := box.Inset(geom.Edges{Top: geom.Px(4), Right: geom.Px(2), Bottom: geom.Px(4), Left: geom.Px(2)})
		swatch.H = max(swatch.H, geom.Px(2)) // its borders
		p.fill(clip, swatch, [4]display.Point{}, solid(style.Color{R: 0x77, G: 0x77, B: 0x77, A: 255}))
		p.fill(clip, swatch.Inset(geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One}), [4]display.Point{}, solid(c))
	case node.Tag == "meter":
		p.paintMeter(clip, box, node, th, b.Style.Direction == style.RTL)
	case node.Tag == "progress":
		p.paintProgress(clip, box, node, bar, b.Style.Direction == style.RTL)
	}
}

// square returns the largest square centred in a box.
func square(box geom.Rect) geom.Rect {
	side := min(box.W, box.H)
	return geom.Rect{X: box.X + (box.W-side)/2, Y: box.Y + (box.H-side)/2, W: side, H: side}
}

func insetBy(box geom.Rect, by float64) geom.Rect {
	x, y := geom.FromFloat(box.W.Float()*by), geom.FromFloat(box.H.Float()*by)
	return box.Inset(geom.Edges{Top: y, Right: x, Bottom: y, Left: x})
}

// halfHigh returns the middle strip of a progress bar or meter, half as high as its box.
func halfHigh(box geom.Rect) geom.Rect {
	h := box.H / 2
	return geom.Rect{X: box.X, Y: box.Y + (box.H-h)/2, W: box.W, H: h}
}

// track returns the middle strip of a slider, 8 pixels high.
func track(box geom.Rect) geom.Rect {
	h := min(box.H, geom.Px(8))
	return geom.Rect{X: box.X, Y: box.Y + geom.Px(((box.H - h) / 2).Floor()), W: box.W, H: h}
}

// part returns the left share of a rectangle.
func part(r geom.Rect, share float64) geom.Rect {
	r.W = geom.FromFloat(r.W.Float() * min(max(share, 0), 1))
	return r
}

// barTheme holds the colours of a slider's or progress bar's track: its line is painted over the filled part too.
type barTheme struct{ face, line, filled style.Color }

// paintSlider paints a slider: the track across the whole box, the thumb within the content box.
func (p *painter) paintSlider(clip *clipChain, box, content geom.Rect, n *dom.Node, c barTheme, back bool) {
	share := layout.SliderShare(n)
	t := track(box).Inset(geom.Edges{Left: geom.One, Right: geom.One})
	const size = 16 // the thumb's box; half a pixel of it is not painted at each side
	from := content.X.Float() + float64((content.W.Float()-size)*share)
	if back {
		from = content.MaxX().Float() - size - float64((content.W.Float()-size)*share)
	}
	thumb := p.snap(geom.Rect{X: geom.FromFloat(from), Y: content.Y + (content.H-geom.Px(size))/2, W: geom.Px(size), H: geom.Px(size)})
	middle := thumb.X + thumb.W/2
	filled := geom.Rect{X: t.X, Y: t.Y, W: middle - t.X, H: t.H}
	if back {
		filled.X, filled.W = middle, t.MaxX()-middle
	}
	p.paintTrack(clip, t, filled, 4, c)
	half := geom.One / 2
	thumb = thumb.Inset(geom.Edges{Top: half, Right: half, Bottom: half, Left: half})
	p.fill(clip, thumb, corners(thumb.W.Float()/2), solid(c.filled))
}

// paintProgress paints a progress bar half as high as its box; an indeterminate one in its initial state.
func (p *painter) paintProgress(clip *clipChain, box geom.Rect, n *dom.Node, c barTheme, back bool) {
	t := halfHigh(box)
	share := layout.ProgressShare(n)
	done := t
	done.W = geom.FromFloat(t.W.Float() * share)
	if back {
		done.X = t.MaxX() - done.W
	}
	p.paintTrack(clip, t, done, min(t.H, t.W).Float()/2, c)
}

// paintTrack paints the track of a slider or progress bar, its filled part and the line around both.
func (p *painter) paintTrack(clip *clipChain, t, filled geom.Rect, radius float64, c barTheme) {
	p.fill(clip, t, corners(radius), solid(c.face))
	if !filled.Empty() {
		inside := clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(t), Radii: corners(radius)}})
		p.fill(inside, filled, [4]display.Point{}, solid(c.filled))
	}
	p.outlined(clip, t, radius, c.line)
}

// paintGrip paints the two lines of the resize handle of a text area or of a box that scrolls.
func (p *painter) paintGrip(it item, box geom.Rect) {
	b := it.frag.Box
	if b.Node == dom.None || b.Pseudo != layout.NoPseudo || b.Kind != layout.BlockBox || it.frag.Kind != layout.BoxFragment || b.Style.Resize == style.ResizeNone {
		return
	}
	scrolls := b.Style.Overflow[1] != style.OverflowVisible && b.Style.Overflow[1] != style.OverflowClip
	if n := p.in.Tree.Doc.Node(b.Node); (n.Tag != "textarea" || n.Namespace != dom.HTML) && (b.Style.Resize != style.ResizeSome || !scrolls) {
		return
	}
	inner := box.Inset(it.frag.Border)
	if inner.W < geom.Px(15) || inner.H < geom.Px(15) {
		return
	}
	x, y, side := inner.MaxX().Float(), inner.MaxY().Float(), 1.0
	if b.Style.Direction == style.RTL {
		x, side = inner.X.Float(), -1
	}
	for _, from := range [...]float64{9.25, 5.25} {
		for i, c := range [...]style.Color{{A: 153}, {R: 255, G: 255, B: 255, A: 153}} { // a dark line and a light one to its right
			x := x + float64(i)
			p.stroke(it.clip, 1, c, [][2]float64{{x - float64(side*from), y - 2.25}, {x - float64(side*2), y - from}})
		}
	}
}

func (p *painter) paintMeter(clip *clipChain, box geom.Rect, n *dom.Node, th *theme, back bool) {
	gauge := layout.GaugeOf(n)
	c := [3]style.Color{meterGood, meterFair, meterPoor}[gauge.Distance]
	edge := meterLine
	if th == &darkTheme {
		c = [3]style.Color{{R: 0x74, G: 0xB3, B: 0x74, A: 255}, {R: 0xF2, G: 0xC8, B: 0x12, A: 255}, {R: 0xE9, G: 0x83, B: 0x5E, A: 255}}[gauge.Distance]
		edge = th.line
	}
	t := halfHigh(box)
	radius := float64(min(t.H, t.W).Float() * 0.5)
	p.fill(clip, t, corners(radius), solid(th.bar()))
	inner := t.Inset(geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One})
	inside := clip.with(display.PushClipRRect{RRect: display.RRect{Rect: display.RectFrom(inner), Radii: corners(max(0, radius-1))}})
	p.outlined(clip, t, radius, edge)
	filled := part(inner, gauge.Share)
	if back {
		filled.X = inner.MaxX() - filled.W
	}
	p.fill(inside, filled, [4]display.Point{}, solid(c))
}
