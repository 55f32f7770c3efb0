package paint

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/style"
)

// paintDashes paints a dotted or dashed side: straight along the middle of the
// strip, or along the rounded middle line, clipped to the side.
func (p *painter) paintDashes(clip *clipChain, b style.Border, side int, outer display.RRect, box geom.Rect, w [4]geom.Unit, square bool) {
	if square {
		o := outer.Rect
		inner := insetRect(o, geom.Edges{Top: w[0], Right: w[1], Bottom: w[2], Left: w[3]})
		r := sideRect(side, o, inner)
		p.strokeSide(clip, b, geom.Rect{X: geom.Unit(r.X0 / 16), Y: geom.Unit(r.Y0 / 16), W: geom.Unit((r.X1 - r.X0) / 16), H: geom.Unit((r.Y1 - r.Y0) / 16)}, side == style.Top || side == style.Bottom)
		return
	}
	half := geom.Edges{Top: w[0] / 2, Right: w[1] / 2, Bottom: w[2] / 2, Left: w[3] / 2}
	mid := ring(outer, half)
	path := rrectPath(mid)
	clip = clip.with(display.PushClipPath{Path: mitrePath(side, outer, ring(outer, geom.Edges{Top: w[0], Right: w[1], Bottom: w[2], Left: w[3]}))})
	stroke := dashStroke(b.Style, w[side].Float(), perimeter(mid), true)
	p.emit(clip, display.StrokePath{Path: path, Stroke: stroke, Brush: solid(b.Color)})
}

// strokeSide strokes the middle of a strip.
func (p *painter) strokeSide(clip *clipChain, b style.Border, r geom.Rect, horizontal bool) {
	thick, length := r.W, r.H
	from := geom.Point{X: r.X + r.W/2, Y: r.Y}
	to := geom.Point{X: from.X, Y: r.MaxY()}
	if horizontal {
		thick, length = r.H, r.W
		from = geom.Point{X: r.X, Y: r.Y + r.H/2}
		to = geom.Point{X: r.MaxX(), Y: from.Y}
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

// dashStroke chooses dashes and gaps that fill a length evenly, with the
// proportions browsers use: dashes of 2 widths (3 below 3 px) and gaps of 1 (2);
// dots of one width, round above 3 px.
func dashStroke(kind style.LineStyle, width, length float64, closed bool) display.Stroke {
	s := display.Stroke{Width: display.FromFloat(width), Cap: display.Butt, MiterLimit: 4}
	if kind == style.LineDotted && width > 3 {
		s.Cap = display.RoundCap
		gap := bestGap(length, width, width, closed)
		// A hair of a dash, and a hair less from dot to dot, so that the last dot is
		// not lost to rounding.
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

// bestGap returns the gap nearest to the wanted one with which dashes fill the
// length exactly, ending on a dash when the line is open.
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

// kappa is the control point distance of a quarter circle by one cubic.
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

// perimeter approximates the length of a rounded rectangle's outline, with
// Ramanujan's second-order mean for each quarter ellipse.
func perimeter(r display.RRect) float64 {
	w, h := (r.X1 - r.X0).Float(), (r.Y1 - r.Y0).Float()
	sum := 2 * (w + h)
	for _, c := range r.Radii {
		a, b := c.X.Float(), c.Y.Float()
		root := math.Sqrt((float64(a*a) + float64(b*b)) / 2)
		quarter := float64(math.Pi / 4 * (float64((a+b)/2) + root))
		sum += quarter - (a + b)
	}
	return sum
}
