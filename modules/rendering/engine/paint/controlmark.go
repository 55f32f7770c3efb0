package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/layout"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintPickerMark paints the calendar or clock icon of a date field, which browsers define on a square of 24 units.
func (p *painter) paintPickerMark(clip *clipChain, it item, box geom.Rect) {
	ink := style.Color{A: 255}
	if it.frag.Box.Style.Dark {
		ink = style.Color{R: 255, G: 255, B: 255, A: 255}
	}
	brush := solid(ink)
	unit := min(box.W, box.H).Float() / 24
	if it.frag.Box.Symbol == "calendar" {
		unit = unit * 15 / 16 // its image is wider than high, and aligned to the top
	}
	left, top := box.X.Float()+float64((box.W.Float()-float64(24*unit))/2), box.Y.Float()
	rect := func(x0, y0, x1, y1 float64) display.Rect {
		return display.Rect{X0: display.FromFloat(left + float64(x0*unit)), Y0: display.FromFloat(top + float64(y0*unit)),
			X1: display.FromFloat(left + float64(x1*unit)), Y1: display.FromFloat(top + float64(y1*unit))}
	}
	if it.frag.Box.Symbol == "calendar" {
		outer := display.RRect{Rect: rect(2, 3, 22, 23), Radii: corners(2 * unit)}
		hole := display.RRect{Rect: rect(4, 8, 20, 21)}
		p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: brush})
		p.emit(clip, display.FillRRect{RRect: display.RRect{Rect: rect(5, 1, 7, 3)}, Brush: brush})
		p.emit(clip, display.FillRRect{RRect: display.RRect{Rect: rect(17, 1, 19, 3)}, Brush: brush})
		return
	}
	outer := display.RRect{Rect: rect(2, 2, 22, 22), Radii: corners(10 * unit)}
	hole := display.RRect{Rect: rect(4, 4, 20, 20), Radii: corners(8 * unit)}
	p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: brush})
	hands := &display.Path{}
	for i, q := range [...][2]float64{{12.5, 7}, {11, 7}, {11, 13}, {16.25, 16.15}, {17, 14.92}, {12.5, 12.25}} {
		at := display.Point{X: display.FromFloat(left + float64(q[0]*unit)), Y: display.FromFloat(top + float64(q[1]*unit))}
		if i == 0 {
			hands.MoveTo(at)
		} else {
			hands.LineTo(at)
		}
	}
	hands.Close()
	p.emit(clip, display.FillPath{Path: hands, Brush: brush})
}

// paintNoImage paints the frame of an img element without an image, and if it has a source that is empty the icon of a
// failed image.
func (p *painter) paintNoImage(clip *clipChain, b *layout.Box, box geom.Rect) {
	side := geom.Px(layout.BrokenMark)
	outer := display.RRect{Rect: display.RectFrom(box)}
	hole := ring(outer, geom.Edges{Top: geom.One, Right: geom.One, Bottom: geom.One, Left: geom.One})
	p.emit(clip, display.FillRRect{RRect: outer, Hole: &hole, Brush: solid(style.Color{R: 192, G: 192, B: 192, A: 255})})
	doc := p.in.Tree.Doc
	node := doc.Node(b.Node)
	_, src := node.Attr("src")
	_, set := node.Attr("srcset")
	if !src && !set && (node.Parent == dom.None || doc.Node(node.Parent).Tag != "picture") || box.W < side || box.H < side {
		return
	}
	mark := geom.Rect{X: box.X + geom.Px(2), Y: box.Y + geom.Px(2), W: side, H: side}
	if b.Style.Direction == style.RTL {
		mark.X = box.MaxX() - geom.Px(2) - side
	}
	p.paintBrokenImage(clip.with(display.PushClipRRect{RRect: outer}), mark)
}

// paintBrokenImage paints the icon of an image that failed to load: a sheet with a folded corner and a landscape.
func (p *painter) paintBrokenImage(clip *clipChain, box geom.Rect) {
	part := func(c style.Color, points ...[2]float64) {
		path := &display.Path{}
		for i, q := range points {
			at := display.Point{X: display.FromFloat(box.X.Float() + q[0]), Y: display.FromFloat(box.Y.Float() + q[1])}
			if i == 0 {
				path.MoveTo(at)
			} else {
				path.LineTo(at)
			}
		}
		path.Close()
		p.emit(clip, display.FillPath{Path: path, Brush: solid(c)})
	}
	grey, white := style.Color{R: 0x9E, G: 0x9E, B: 0x9E, A: 255}, style.Color{R: 255, G: 255, B: 255, A: 255}
	part(grey, [2]float64{0, 0}, [2]float64{11, 0}, [2]float64{16, 5}, [2]float64{16, 9}, [2]float64{9, 16}, [2]float64{0, 16})
	part(grey, [2]float64{16, 12}, [2]float64{16, 16}, [2]float64{12, 16})
	part(white, [2]float64{1, 1}, [2]float64{10, 1}, [2]float64{15, 6}, [2]float64{15, 9}, [2]float64{9, 15}, [2]float64{1, 15})
	part(style.Color{R: 0xC9, G: 0xDC, B: 0xF7, A: 255}, [2]float64{2, 2}, [2]float64{10, 2}, [2]float64{14, 6}, [2]float64{14, 9}, [2]float64{13, 10}, [2]float64{2, 10})
	part(white, [2]float64{2, 5}, [2]float64{4, 3}, [2]float64{6, 3}, [2]float64{8, 5}, [2]float64{8, 6}, [2]float64{2, 6})
	part(style.Color{R: 0x5F, G: 0xB0, B: 0x45, A: 255}, [2]float64{2, 14}, [2]float64{6, 10}, [2]float64{11, 10}, [2]float64{7, 14})
}
