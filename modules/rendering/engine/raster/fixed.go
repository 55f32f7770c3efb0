package raster

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/display"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// fix is a device coordinate of 1/256 pixel.
type fix = int32

const (
	fixOne = 256
	// fixLimit bounds device coordinates (4 million pixels), so that the product of two of them and a row fits 64 bits.
	fixLimit = 1 << 30
)

// irect is a rectangle of whole device pixels, half open.
type irect struct{ x0, y0, x1, y1 int }

func (r irect) empty() bool { return r.x0 >= r.x1 || r.y0 >= r.y1 }
func (r irect) w() int      { return r.x1 - r.x0 }
func (r irect) h() int      { return r.y1 - r.y0 }

func (r irect) intersect(s irect) irect {
	return irect{max(r.x0, s.x0), max(r.y0, s.y0), min(r.x1, s.x1), min(r.y1, s.y1)}
}

func (r irect) union(s irect) irect {
	if r.empty() {
		return s
	}
	if s.empty() {
		return r
	}
	return irect{min(r.x0, s.x0), min(r.y0, s.y0), max(r.x1, s.x1), max(r.y1, s.y1)}
}

func (r irect) grow(x, y int) irect { return irect{r.x0 - x, r.y0 - y, r.x1 + x, r.y1 + y} }

func (r irect) contains(s irect) bool {
	return s.x0 >= r.x0 && s.y0 >= r.y0 && s.x1 <= r.x1 && s.y1 <= r.y1
}

// toFix rounds a value in 1/256 pixel and clamps it.
func toFix(v float64) fix {
	switch {
	case v != v:
		return 0
	case v >= fixLimit:
		return fixLimit
	case v <= -fixLimit:
		return -fixLimit
	}
	return fix(math.Floor(v + 0.5))
}

// fpoint is a device point in 1/256 pixel.
type fpoint struct{ x, y fix }

// transform maps an operation's coordinates to the device.
type transform struct {
	geom.Matrix // CSS pixels to device pixels
}

// point maps a display-list point.
func (t transform) point(p display.Point) fpoint {
	x, y := float64(p.X), float64(p.Y)
	// 1/1024 px in, 1/256 px out; the power-of-two scale factors are exact.
	return fpoint{
		toFix(float64(t.A*0.25*x) + float64(t.C*0.25*y) + float64(t.E*256)),
		toFix(float64(t.B*0.25*x) + float64(t.D*0.25*y) + float64(t.F*256)),
	}
}

// origin returns the device pixel of a glyph's origin: the nearest quarter pixel horizontally, the nearest whole pixel
// vertically.
func (t transform) origin(gx, gy display.Coord) (x int, quarter uint8, y int) {
	at := func(a, b, c float64) int64 { // 1/1024 px
		v := float64(a*float64(gx)) + float64(b*float64(gy)) + float64(c*1024)
		if v != v {
			return 0
		}
		return int64(math.Floor(min(max(v, -4*fixLimit), 4*fixLimit)))
	}
	across, down := at(t.A, t.C, t.E)+128, at(t.B, t.D, t.F)+512
	return int(across >> 10), uint8(across >> 8 & 3), int(down >> 10)
}

// glyphAligned snaps the origin to where browsers place a glyph's mask: to the nearest quarter pixel along the
// baseline, and, if the baseline is axis-aligned, to the nearest pixel across it.
func (t transform) glyphAligned() transform {
	quarter := func(v float64) float64 { return math.Floor(float64(v*4)+0.5) / 4 }
	whole := func(v float64) float64 { return math.Floor(v + 0.5) }
	switch {
	case t.B == 0 && t.C == 0:
		t.E, t.F = quarter(t.E), whole(t.F)
	case t.A == 0 && t.D == 0:
		t.E, t.F = whole(t.E), quarter(t.F)
	default:
		t.E, t.F = quarter(t.E), quarter(t.F)
	}
	return t
}

// float maps a point in CSS pixels to 1/256 device pixels.
func (t transform) float(x, y float64) fpoint {
	dx, dy := t.Apply(x, y)
	return fpoint{toFix(float64(dx * 256)), toFix(float64(dy * 256))}
}

// frect is a device rectangle in 1/256 pixel.
type frect struct{ x0, y0, x1, y1 fix }

// rect maps a rectangle by an axis-aligned transform.
func (t transform) rect(r display.Rect) frect {
	a := t.point(display.Point{X: r.X0, Y: r.Y0})
	b := t.point(display.Point{X: r.X1, Y: r.Y1})
	return frect{min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)}
}

// bounds returns the pixels that the transformed r can touch.
func (t transform) bounds(r display.Rect) irect {
	ps := [4]fpoint{
		t.point(display.Point{X: r.X0, Y: r.Y0}), t.point(display.Point{X: r.X1, Y: r.Y0}),
		t.point(display.Point{X: r.X1, Y: r.Y1}), t.point(display.Point{X: r.X0, Y: r.Y1}),
	}
	f := frect{ps[0].x, ps[0].y, ps[0].x, ps[0].y}
	for _, p := range ps[1:] {
		f = frect{min(f.x0, p.x), min(f.y0, p.y), max(f.x1, p.x), max(f.y1, p.y)}
	}
	return f.outer()
}

// outer returns the pixels r touches.
func (r frect) outer() irect {
	return irect{int(r.x0 >> 8), int(r.y0 >> 8), int((r.x1 + 255) >> 8), int((r.y1 + 255) >> 8)}
}

// aligned reports whether all sides lie on pixel boundaries.
func (r frect) aligned() bool { return (r.x0|r.y0|r.x1|r.y1)&255 == 0 }

// scales returns the lengths of the images of the unit vectors.
func (t transform) scales() (x, y float64) {
	return geom.Hypot(t.A, t.B), geom.Hypot(t.C, t.D)
}

// uprightScale returns the scale of a transform that only translates and scales uniformly; ok is false for any other.
func (t transform) uprightScale() (s float64, ok bool) {
	if t.B != 0 || t.C != 0 || t.A != t.D || !(t.A > 0) {
		return 0, false
	}
	return t.A, true
}

// finite reports whether all coefficients are finite and of usable magnitude.
func (t transform) finite() bool {
	for _, v := range [6]float64{t.A, t.B, t.C, t.D, t.E, t.F} {
		if !(math.Abs(v) < 1e12) {
			return false
		}
	}
	return true
}

// floorDiv returns a/b rounded toward negative infinity, b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
