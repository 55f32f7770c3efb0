package paint

import (
	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintBorders paints the four sides of a border box; open sides are omitted.
func (p *painter) paintBorders(clip *clipChain, s *style.Computed, box geom.Rect, radii [4]display.Point, widths geom.Edges, open [4]bool) {
	if s.BorderImage != nil && p.paintBorderImage(clip, s, box, widths) {
		return
	}
	w := widths.Sides()
	visible, meets := [4]bool{}, [4]bool{} // sides that are drawn, and sides that mitre the corners with their neighbours
	any, same := false, true
	first := -1
	for i := range 4 {
		b := s.Border[i]
		meets[i] = w[i] > 0 && !open[i] && b.Style != style.LineNone && b.Style != style.LineHidden
		visible[i] = meets[i] && b.Color.A > 0
		if visible[i] {
			any = true
			if first < 0 {
				first = i
			}
			same = same && b.Style == s.Border[first].Style && b.Color == s.Border[first].Color
		}
	}
	if !any || box.Empty() {
		return
	}
	outer := display.RRect{Rect: display.RectFrom(box), Radii: radii}
	// Sides that are not drawn but have a width still shape the inner edge.
	inner := ring(outer, widths)
	all := same
	for i := range 4 {
		all = all && (visible[i] || w[i] == 0)
	}
	if all {
		b := s.Border[first]
		switch b.Style {
		case style.LineSolid:
			p.emit(clip, display.FillRRect{RRect: outer, Hole: &inner, Brush: solid(b.Color)})
			return
		case style.LineDouble:
			o := ring(outer, geom.Edges{Top: third(w[0], 1), Right: third(w[1], 1), Bottom: third(w[2], 1), Left: third(w[3], 1)})
			i := ring(outer, geom.Edges{Top: third(w[0], 2), Right: third(w[1], 2), Bottom: third(w[2], 2), Left: third(w[3], 2)})
			p.emit(clip, display.FillRRect{RRect: outer, Hole: &o, Brush: solid(b.Color)})
			p.emit(clip, display.FillRRect{RRect: i, Hole: &inner, Brush: solid(b.Color)})
			return
		}
	}
	if alpha := dashOpacity(s.Border, visible); alpha < 255 && !hasRadius(radii) {
		lines := s.Border
		for i := range lines {
			lines[i].Color.A = 255
		}
		p.group(clip, display.PushLayer{Bounds: outer.Rect, Opacity: alpha}, func() { p.paintDashes(p.base, lines, outer, inner, w, visible) })
	} else {
		p.paintDashes(clip, s.Border, outer, inner, w, visible)
	}
	for i := range 4 {
		if visible[i] {
			p.paintSide(clip, s, i, outer, inner, w, meets)
		}
	}
}

// dashOpacity returns the opacity that all dotted and dashed sides share, 255 if they differ. Their overlap in the
// corners must not be visible, so they are painted in one layer of this opacity.
func dashOpacity(border [4]style.Border, visible [4]bool) uint8 {
	alpha, sides := uint8(255), 0
	for i, b := range border {
		if !visible[i] || b.Style != style.LineDotted && b.Style != style.LineDashed {
			continue
		}
		if sides > 0 && b.Color.A != alpha {
			return 255
		}
		alpha = b.Color.A
		sides++
	}
	if sides < 2 {
		return 255
	}
	return alpha
}

// third divides a double border: each line is a third of the width in whole CSS pixels, at least one; k is 1 for the
// end of the outer line and 2 for the start of the inner.
func third(u, k geom.Unit) geom.Unit {
	line := min(u, max(geom.One, geom.Px((u/3).Round())))
	if k == 1 {
		return line
	}
	return u - line
}

func ring(outer display.RRect, e geom.Edges) display.RRect {
	return display.RRect{Rect: insetRect(outer.Rect, e), Radii: innerRadii(outer.Radii, e)}
}

// paintSide paints one side, mitred against its neighbours, including transparent ones.
func (p *painter) paintSide(clip *clipChain, s *style.Computed, side int, outer, inner display.RRect, w [4]geom.Unit, meets [4]bool) {
	b := s.Border[side]
	square := !hasRadius(outer.Radii)
	mitre := b.Color.A < 255 || !square || b.Style >= style.LineGroove
	prev, next := (side+3)%4, (side+1)%4
	for _, n := range []int{prev, next} {
		if meets[n] && (s.Border[n].Color != b.Color || s.Border[n].Style != b.Style) {
			mitre = true
		}
	}
	if b.Style == style.LineDotted || b.Style == style.LineDashed {
		return // painted together with the sides of the same style
	}
	if mitre {
		clip = clip.with(display.PushClipPath{Path: mitrePath(side, outer, inner)})
	}
	fill := func(o, i display.RRect, c style.Color) {
		if square {
			r := sideRect(side, o.Rect, i.Rect)
			p.emit(clip, display.FillRect{Rect: r, Brush: solid(c)})
			return
		}
		hole := i
		p.emit(clip, display.FillRRect{RRect: o, Hole: &hole, Brush: solid(c)})
	}
	edges := func(part func(geom.Unit) geom.Unit) display.RRect {
		return ring(outer, geom.Edges{Top: part(w[0]), Right: part(w[1]), Bottom: part(w[2]), Left: part(w[3])})
	}
	// The two lines of a groove meet in the middle, rounded up on the top and left sides.
	half := func() display.RRect {
		middle := func(u geom.Unit) geom.Unit { return p.snapUnit(u / 2) }
		return ring(outer, geom.Edges{Top: middle(w[0]), Right: w[1] - middle(w[1]), Bottom: w[2] - middle(w[2]), Left: middle(w[3])})
	}
	shade := func(dark bool) style.Color {
		if !b.Current || s.Display >= style.DisplayTable && s.Display <= style.DisplayTableCell {
			if !b.Color.Ink.IsZero() {
				p.warn("unsupported_value", "/css", "border-style: groove, ridge, inset and outset have screen colours in the PDF, not printing inks")
			}
			return shade(b.Color, dark)
		}
		// Browsers replace an unspecified colour of these styles by a fixed one, except in tables.
		if dark {
			return style.Color{R: 0x9A, G: 0x9A, B: 0x9A, A: 255}
		}
		return style.Color{R: 0xEE, G: 0xEE, B: 0xEE, A: 255}
	}
	switch b.Style {
	case style.LineDouble:
		fill(outer, edges(func(u geom.Unit) geom.Unit { return third(u, 1) }), b.Color)
		fill(edges(func(u geom.Unit) geom.Unit { return third(u, 2) }), inner, b.Color)
	case style.LineGroove, style.LineRidge:
		lit := side == style.Bottom || side == style.Right
		if b.Style == style.LineRidge {
			lit = !lit
		}
		fill(outer, half(), shade(!lit))
		fill(half(), inner, shade(lit))
	case style.LineInset:
		fill(outer, inner, shade(side == style.Top || side == style.Left))
	case style.LineOutset:
		fill(outer, inner, shade(side == style.Bottom || side == style.Right))
	default:
		fill(outer, inner, b.Color)
	}
}

// shade returns the dark or light colour of a 3-D border: the value (the largest channel) changes by 0.33 down or up,
// as in Chromium. Colours too dark to be darkened are lightened first, and colours that are almost white stay as the light
// one.
func shade(c style.Color, dark bool) style.Color {
	const almostWhite = 1.192 // contrast to white
	if !dark && style.Contrast(c, style.Color{R: 255, G: 255, B: 255, A: 255}) < almostWhite {
		return c
	}
	if c.R <= 32 && c.G <= 32 && c.B <= 32 {
		c.R, c.G, c.B = c.R+84, c.G+84, c.B+84
		if dark {
			return c
		}
	}
	v := 100 * max(int(c.R), int(c.G), int(c.B))
	to := min(25500, v+8415)
	if dark {
		to = max(0, v-8415)
	}
	channel := func(x uint8) uint8 { return uint8(min(255, int(x)*to*256/(v*255))) }
	return style.Color{R: channel(c.R), G: channel(c.G), B: channel(c.B), A: c.A}
}

// sideRect returns the full strip of a side between two axis-aligned rectangles.
func sideRect(side int, o, i display.Rect) display.Rect {
	switch side {
	case style.Top:
		return display.Rect{X0: o.X0, Y0: o.Y0, X1: o.X1, Y1: i.Y0}
	case style.Right:
		return display.Rect{X0: i.X1, Y0: o.Y0, X1: o.X1, Y1: o.Y1}
	case style.Bottom:
		return display.Rect{X0: o.X0, Y0: i.Y1, X1: o.X1, Y1: o.Y1}
	}
	return display.Rect{X0: o.X0, Y0: o.Y0, X1: i.X0, Y1: o.Y1}
}

// mitrePath returns the region of a side: its strip bounded by the lines from the outer through the inner corners,
// extended to the middle of the box so that rounded corners are mitred too.
func mitrePath(side int, o, i display.RRect) *display.Path {
	outer := [4]display.Point{{X: o.X0, Y: o.Y0}, {X: o.X1, Y: o.Y0}, {X: o.X1, Y: o.Y1}, {X: o.X0, Y: o.Y1}}
	inner := [4]display.Point{{X: i.X0, Y: i.Y0}, {X: i.X1, Y: i.Y0}, {X: i.X1, Y: i.Y1}, {X: i.X0, Y: i.Y1}}
	a, b := side, (side+1)%4
	pa, pb := extend(outer[a], inner[a], o.Rect, i, a), extend(outer[b], inner[b], o.Rect, i, b)
	path := &display.Path{}
	path.MoveTo(outer[a])
	path.LineTo(pa)
	path.LineTo(pb)
	path.LineTo(outer[b])
	path.Close()
	return path
}

// extend moves the inner end of a mitre line to the end of the inner curve if the corner is rounded.
func extend(from, to display.Point, o display.Rect, i display.RRect, corner int) display.Point {
	r := i.Radii[corner]
	if r.X == 0 || r.Y == 0 {
		return to
	}
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	if dx == 0 && dy == 0 {
		return to
	}
	k := 1.0
	if dx != 0 {
		k = max(k, 1+float64(r.X)/abs(dx))
	}
	if dy != 0 {
		k = max(k, 1+float64(r.Y)/abs(dy))
	}
	// Not past the middle: the regions of the sides must not overlap.
	if dx != 0 {
		k = min(k, float64(o.X1-o.X0)/2/abs(dx))
	}
	if dy != 0 {
		k = min(k, float64(o.Y1-o.Y0)/2/abs(dy))
	}
	k = max(k, 1)
	return display.Point{X: from.X + display.Coord(dx*k), Y: from.Y + display.Coord(dy*k)}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
