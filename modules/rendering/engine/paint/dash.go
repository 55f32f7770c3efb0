package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintDashes paints the dotted and dashed sides of a border: straight along the middle
// of the strip, or along the rounded middle line when the inner edge is round at one of
// the side's corners. Sides that look the same share the rounded line.
func (p *painter) paintDashes(clip *clipChain, border [4]style.Border, outer, inner display.RRect, w [4]geom.Unit, visible [4]bool) {
	drawn := [4]bool{}
	for side := range 4 {
		b := border[side]
		if !visible[side] || drawn[side] || b.Style != style.LineDotted && b.Style != style.LineDashed {
			continue
		}
		if !isArced(inner, side) {
			p.straightDashes(clip, border, side, outer, inner, visible)
			continue
		}
		area, sides := &display.Path{}, 0
		for k := side; k < 4; k++ {
			if visible[k] && border[k].Style == b.Style && border[k].Color == b.Color && w[k] == w[side] && isArced(inner, k) {
				drawn[k] = true
				sides++
				m := mitrePath(k, outer, inner)
				area.Verbs, area.Points = append(area.Verbs, m.Verbs...), append(area.Points, m.Points...)
			}
		}
		// Chromium snaps the centre line to whole pixels, and clips dashes wider than the border to the border area.
		mid := ring(outer, geom.Edges{Top: middle(w[0]), Right: middle(w[1]), Bottom: middle(w[2]), Left: middle(w[3])})
		stroke := dashStroke(b.Style, w[side].Float(), perimeter(mid), true)
		on := clip.with(display.PushClipRRect{RRect: outer})
		if stroke.Cap != display.RoundCap {
			stroke.Width = stroke.Width * 11 / 5
			on = clip.with(display.PushClipPath{Path: ringPath(outer, inner), Rule: display.EvenOdd})
		}
		if sides < 4 {
			on = on.with(display.PushClipPath{Path: area})
		}
		p.emit(on, display.StrokePath{Path: rrectPath(mid), Stroke: stroke, Brush: solid(b.Color)})
	}
}

// middle returns the distance of a border's centre line from the outer edge.
func middle(w geom.Unit) geom.Unit { return geom.Px((w / 2).Floor()) }

// isArced reports whether the inner edge is rounded at either corner of a side.
func isArced(inner display.RRect, side int) bool {
	return inner.Radii[side] != (display.Point{}) || inner.Radii[(side+1)%4] != (display.Point{})
}

// straightDashes paints one side along the middle of its strip.
func (p *painter) straightDashes(clip *clipChain, border [4]style.Border, side int, outer, inner display.RRect, visible [4]bool) {
	b := border[side]
	if hasRadius(outer.Radii) {
		clip = clip.with(display.PushClipRRect{RRect: outer})
		for _, n := range [2]int{(side + 3) % 4, (side + 1) % 4} {
			if visible[n] && (border[n].Style != b.Style || border[n].Color != b.Color) {
				clip = clip.with(display.PushClipPath{Path: mitrePath(side, outer, inner)})
				break
			}
		}
	}
	r := sideRect(side, outer.Rect, inner.Rect)
	p.strokeSide(clip, b, geom.Rect{X: geom.Unit(r.X0 / 16), Y: geom.Unit(r.Y0 / 16), W: geom.Unit((r.X1 - r.X0) / 16), H: geom.Unit((r.Y1 - r.Y0) / 16)}, side == style.Top || side == style.Bottom)
}

// ringPath outlines both edges of a border, to be filled by the even-odd rule.
func ringPath(outer, inner display.RRect) *display.Path {
	path, hole := rrectPath(outer), rrectPath(inner)
	path.Verbs, path.Points = append(path.Verbs, hole.Verbs...), append(path.Points, hole.Points...)
	return path
}

// strokeSide strokes the centre line of a strip.
func (p *painter) strokeSide(clip *clipChain, b style.Border, r geom.Rect, horizontal bool) {
	thick, length := r.W, r.H
	from := geom.Point{X: r.X + r.W/2, Y: r.Y}
	to := geom.Point{X: from.X, Y: r.MaxY()}
	if horizontal {
		thick, length = r.H, r.W
		from = geom.Point{X: r.X, Y: r.Y + r.H/2}
		to = geom.Point{X: r.MaxX(), Y: from.Y}
	}
	if w, n := thick.Float(), length.Float(); b.Style == style.LineDotted && w >= 1 && w <= 3 && n > 3*w && n <= maxSquareDots && w == math.Floor(w) && n == math.Floor(n) {
		p.emit(clip, display.FillPath{Path: squareDots(r, int(w), int(n), horizontal), Brush: solid(b.Color)})
		return
	}
	stroke := dashStroke(b.Style, thick.Float(), length.Float(), false)
	if stroke.Cap == display.RoundCap { // dots lie inside the strip
		if horizontal {
			from.X, to.X = from.X+thick/2, to.X-thick/2
		} else {
			from.Y, to.Y = from.Y+thick/2, to.Y-thick/2
		}
	}
	path := &display.Path{}
	path.MoveTo(display.Point{X: display.FromUnit(from.X), Y: display.FromUnit(from.Y)})
	path.LineTo(display.Point{X: display.FromUnit(to.X), Y: display.FromUnit(to.Y)})
	p.emit(clip, display.StrokePath{Path: path, Stroke: stroke, Brush: solid(b.Color)})
}

// maxSquareDots is the length in pixels up to which the dots of a line are separate shapes. Those of longer lines are the
// dashes of a stroke, which the painter need not list and whose number the raster limits.
const maxSquareDots = 1 << 15

// squareDots returns the dots of a line of 1 to 3 px that is longer than three dots. As in Chromium, they are on whole
// pixels: one at each end, and between them as many as fit at distances of one dot. What is left goes to the first and
// the last distance; where those would exceed it by half a dot of 3 px, the dots at the ends are longer.
func squareDots(r geom.Rect, w, length int, horizontal bool) *display.Path {
	path := &display.Path{}
	dot := func(at, size int) {
		q := geom.Rect{X: r.X + geom.Px(at), Y: r.Y, W: geom.Px(size), H: r.H}
		if !horizontal {
			q = geom.Rect{X: r.X, Y: r.Y + geom.Px(at), W: r.W, H: geom.Px(size)}
		}
		appendContours(path, [][]geom.Point{{{X: q.X, Y: q.Y}, {X: q.MaxX(), Y: q.Y}, {X: q.MaxX(), Y: q.MaxY()}, {X: q.X, Y: q.MaxY()}}}, 0)
	}
	inside := length - 2*w
	n := inside / (2 * w)
	if w == 3 {
		n = (inside - 1) / 6
	}
	first, end := 0, w
	switch rest := inside - (2*n-1)*w; { // the first and the last distance
	case w == 1:
		first = rest - 1
	case w == 2:
		first = [...]int{1, 1, 2, 3}[rest-2]
	default:
		first = [...]int{2, 2, 3, 4, 4, 4}[rest-4]
		if rest == 9 {
			end++
		}
	}
	dot(0, end)
	for i := range n {
		dot(w+first+2*w*i, w)
	}
	dot(length-end, end)
	return path
}

// dashStroke returns dashes and gaps that fill a length evenly, with the proportions of browsers: dashes of 2 widths (3
// below 3 px) and gaps of 1 (2); dots of one width, round above 3 px.
func dashStroke(kind style.LineStyle, width, length float64, closed bool) display.Stroke {
	s := display.Stroke{Width: display.FromFloat(width), Cap: display.Butt, MiterLimit: 4}
	if kind == style.LineDotted && width > 3 {
		s.Cap = display.RoundCap
		gap := bestGap(length, width, width, closed)
		// Dashes of minimal length, with a period shortened by two units so that rounding does not drop the last dot.
		s.Dash = []display.Coord{1, max(1, display.FromFloat(width+gap)-2)}
		return s
	}
	dash, gap := width, width
	if kind == style.LineDashed {
		if width >= 3 {
			dash, gap = 2*width, width
		} else {
			dash, gap = 3*width, 2*width
		}
	}
	switch {
	case length <= 2*dash:
		return s // no room for a gap: solid
	case length <= float64(2*dash)+gap:
		k := length / (float64(2*dash) + gap)
		dash, gap = dash*k, gap*k
	default:
		gap = bestGap(length, dash, gap, closed)
	}
	s.Dash = []display.Coord{max(1, display.FromFloat(dash)), max(1, display.FromFloat(gap))}
	return s
}

// bestGap returns the gap nearest to the given one with which dashes fill the length exactly; an open line ends on a
// dash.
func bestGap(length, dash, gap float64, closed bool) float64 {
	available := length
	if !closed {
		available += gap
	}
	low := math.Floor(available / (dash + gap))
	high := low + 1
	lowGaps, highGaps := low, high
	if !closed {
		lowGaps, highGaps = low-1, high-1
	}
	if lowGaps <= 0 {
		return gap
	}
	lowGap := (length - float64(low*dash)) / lowGaps
	highGap := (length - float64(high*dash)) / highGaps
	if highGap <= 0 || abs(lowGap-gap) < abs(highGap-gap) {
		return lowGap
	}
	return highGap
}

// kappa is the control point distance for a cubic approximation of a quarter circle of radius 1.
const kappa = 0.5522847498307936

// rrectPath outlines a rounded rectangle clockwise from the top left.
func rrectPath(r display.RRect) *display.Path {
	p := &display.Path{}
	k := func(c display.Coord) display.Coord { return c - display.FromFloat(c.Float()*kappa) }
	tl, tr, br, bl := r.Radii[0], r.Radii[1], r.Radii[2], r.Radii[3]
	p.MoveTo(display.Point{X: r.X0 + tl.X, Y: r.Y0})
	p.LineTo(display.Point{X: r.X1 - tr.X, Y: r.Y0})
	p.CubicTo(display.Point{X: r.X1 - k(tr.X), Y: r.Y0}, display.Point{X: r.X1, Y: r.Y0 + k(tr.Y)}, display.Point{X: r.X1, Y: r.Y0 + tr.Y})
	p.LineTo(display.Point{X: r.X1, Y: r.Y1 - br.Y})
	p.CubicTo(display.Point{X: r.X1, Y: r.Y1 - k(br.Y)}, display.Point{X: r.X1 - k(br.X), Y: r.Y1}, display.Point{X: r.X1 - br.X, Y: r.Y1})
	p.LineTo(display.Point{X: r.X0 + bl.X, Y: r.Y1})
	p.CubicTo(display.Point{X: r.X0 + k(bl.X), Y: r.Y1}, display.Point{X: r.X0, Y: r.Y1 - k(bl.Y)}, display.Point{X: r.X0, Y: r.Y1 - bl.Y})
	p.LineTo(display.Point{X: r.X0, Y: r.Y0 + tl.Y})
	p.CubicTo(display.Point{X: r.X0, Y: r.Y0 + k(tl.Y)}, display.Point{X: r.X0 + k(tl.X), Y: r.Y0}, display.Point{X: r.X0 + tl.X, Y: r.Y0})
	p.Close()
	return p
}

// perimeter returns the length of a rounded rectangle's outline in whole CSS pixels as Chromium measures it: quarter
// ellipses approximated by chords within half a pixel in x and y, and the sum rounded down.
func perimeter(r display.RRect) float64 {
	w, h := (r.X1 - r.X0).Float(), (r.Y1 - r.Y0).Float()
	sum := 2 * (w + h)
	for _, c := range r.Radii {
		a, b := c.X.Float(), c.Y.Float()
		sum += arcChords(a, b, 0, 90, 0) - (a + b)
	}
	return math.Floor(sum)
}

// arcChords returns the approximate length of the part of an ellipse between two angles, by chords.
func arcChords(a, b, from, to float64, depth int) float64 {
	at := func(deg float64) (x, y float64) {
		s, c := geom.SinCosDeg(deg)
		return float64(a * c), float64(b * s)
	}
	middle := (from + to) / 2
	x0, y0 := at(from)
	x1, y1 := at(to)
	xm, ym := at(middle)
	if depth < 12 && max(math.Abs(xm-float64((x0+x1)/2)), math.Abs(ym-float64((y0+y1)/2))) > 0.5 {
		return arcChords(a, b, from, middle, depth+1) + arcChords(a, b, middle, to, depth+1)
	}
	return math.Sqrt(float64((x1-x0)*(x1-x0)) + float64((y1-y0)*(y1-y0)))
}
