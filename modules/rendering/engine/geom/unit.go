// Package geom holds the engine's lengths, rectangles and transforms. Layout
// works in integers of 1/64 CSS pixel, as Blink's LayoutUnit does; rasterising
// works in integers of 1/256 device pixel. Floating point appears only in
// [Matrix] and in the elementary functions of this package, which give the
// same bits on every architecture.
package geom

import "math"

// Unit is a length of 1/64 CSS pixel. Arithmetic on Units saturates only where
// a function says so; layout keeps values within ±[MaxUnit].
type Unit int32

const (
	// One is one CSS pixel.
	One Unit = 64
	// MaxUnit is the largest length layout produces: about 33.5 million pixels / 2.
	MaxUnit Unit = 1<<30 - 1
)

// Px returns n whole CSS pixels, saturating.
func Px(n int) Unit {
	if n > int(MaxUnit)/64 {
		return MaxUnit
	}
	if n < -int(MaxUnit)/64 {
		return -MaxUnit
	}
	return Unit(n) * One
}

// FromFloat converts CSS pixels to a Unit, truncating toward zero like Blink's
// LayoutUnit does for specified lengths; NaN is 0 and infinities saturate.
func FromFloat(px float64) Unit { return clampFloat(float64(px * 64)) }

// FromFloatRound converts CSS pixels to the nearest Unit (ties away from zero).
func FromFloatRound(px float64) Unit { return clampFloat(math.Round(px * 64)) }

// FromFloatCeil converts CSS pixels to the smallest Unit not below px.
func FromFloatCeil(px float64) Unit { return clampFloat(math.Ceil(px * 64)) }

func clampFloat(v float64) Unit {
	switch {
	case v != v:
		return 0
	case v >= float64(MaxUnit):
		return MaxUnit
	case v <= -float64(MaxUnit):
		return -MaxUnit
	}
	return Unit(v)
}

// Float returns the length in CSS pixels, exactly.
func (u Unit) Float() float64 { return float64(float64(u) / 64) }

// Floor returns the whole pixels at or below u.
func (u Unit) Floor() int { return int(u >> 6) }

// Ceil returns the whole pixels at or above u.
func (u Unit) Ceil() int { return int((u + 63) >> 6) }

// Round returns the nearest whole pixel; halves go up, as Blink snaps.
func (u Unit) Round() int { return int((u + 32) >> 6) }

// Mul returns u × num ÷ den with an int64 product, rounded toward negative
// infinity. den must be positive.
func (u Unit) Mul(num, den Unit) Unit {
	p := int64(u) * int64(num)
	q := p / int64(den)
	if p%int64(den) < 0 {
		q--
	}
	return Unit(min(max(q, -int64(MaxUnit)), int64(MaxUnit)))
}

// Percent returns pct per cent of u; pct is in per cent (50 means half).
func (u Unit) Percent(pct float64) Unit { return FromFloat(u.Float() * pct / 100) }

// Point is a position in CSS pixels from the canvas' (or parent's) top left.
type Point struct{ X, Y Unit }

// Add returns p moved by q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns p moved by −q.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Size is a width and a height, never negative.
type Size struct{ W, H Unit }

// Rect is a rectangle by its top left corner and size.
type Rect struct{ X, Y, W, H Unit }

// RectAt returns the rectangle of size s at p.
func RectAt(p Point, s Size) Rect { return Rect{p.X, p.Y, s.W, s.H} }

// MaxX returns the right edge.
func (r Rect) MaxX() Unit { return r.X + r.W }

// MaxY returns the bottom edge.
func (r Rect) MaxY() Unit { return r.Y + r.H }

// Min returns the top left corner.
func (r Rect) Min() Point { return Point{r.X, r.Y} }

// Size returns the rectangle's size.
func (r Rect) Size() Size { return Size{r.W, r.H} }

// Empty reports whether the rectangle has no area.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Move returns r moved by p.
func (r Rect) Move(p Point) Rect { return Rect{r.X + p.X, r.Y + p.Y, r.W, r.H} }

// Inset returns r shrunk by the edges; sizes do not become negative.
func (r Rect) Inset(e Edges) Rect {
	return Rect{r.X + e.Left, r.Y + e.Top, max(0, r.W-e.Left-e.Right), max(0, r.H-e.Top-e.Bottom)}
}

// Outset returns r grown by the edges.
func (r Rect) Outset(e Edges) Rect {
	return Rect{r.X - e.Left, r.Y - e.Top, max(0, r.W+e.Left+e.Right), max(0, r.H+e.Top+e.Bottom)}
}

// Intersect returns the common part of r and s, empty (zero size) when there is none.
func (r Rect) Intersect(s Rect) Rect {
	x0, y0 := max(r.X, s.X), max(r.Y, s.Y)
	x1, y1 := min(r.MaxX(), s.MaxX()), min(r.MaxY(), s.MaxY())
	return Rect{x0, y0, max(0, x1-x0), max(0, y1-y0)}
}

// Union returns the smallest rectangle that contains r and s; an empty one is ignored.
func (r Rect) Union(s Rect) Rect {
	if r.Empty() {
		return s
	}
	if s.Empty() {
		return r
	}
	x0, y0 := min(r.X, s.X), min(r.Y, s.Y)
	return Rect{x0, y0, max(r.MaxX(), s.MaxX()) - x0, max(r.MaxY(), s.MaxY()) - y0}
}

// Edges holds four lengths, one per side.
type Edges struct{ Top, Right, Bottom, Left Unit }

// Add returns the sums per side.
func (e Edges) Add(f Edges) Edges {
	return Edges{e.Top + f.Top, e.Right + f.Right, e.Bottom + f.Bottom, e.Left + f.Left}
}

// Sides returns the lengths in the order top, right, bottom, left.
func (e Edges) Sides() [4]Unit { return [4]Unit{e.Top, e.Right, e.Bottom, e.Left} }

// Horizontal returns left + right.
func (e Edges) Horizontal() Unit { return e.Left + e.Right }

// Vertical returns top + bottom.
func (e Edges) Vertical() Unit { return e.Top + e.Bottom }
