// Package display defines the display list: the operations that paint an image in painting order, free of CSS and text
// layout. It is the engine's central interface: the rasteriser, the PDF and SVG writers, the watermark, contrast
// checks, caches and goldens all consume it. A list is immutable once built and may be shared.
//
// Coordinates are in 1/1024 CSS pixel ([Coord]) in the space set by the enclosing [PushTransform] operations; the
// canvas' corner is (0, 0).
package display

import (
	"sort"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/image"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// Coord is a coordinate of 1/1024 CSS pixel.
type Coord int32

// FromUnit converts a layout length, exactly.
func FromUnit(u geom.Unit) Coord { return Coord(min(max(int64(u)*16, -1<<31), 1<<31-1)) }

// FromFloat converts CSS pixels to the nearest Coord, clamped; NaN is 0.
func FromFloat(px float64) Coord {
	v := float64(px * 1024)
	switch {
	case v != v:
		return 0
	case v >= 1<<31-1:
		return 1<<31 - 1
	case v <= -1<<31:
		return -1 << 31
	case v < 0:
		return Coord(v - 0.5)
	}
	return Coord(v + 0.5)
}

// Float returns c in CSS pixels.
func (c Coord) Float() float64 { return float64(float64(c) / 1024) }

// Point is a position.
type Point struct{ X, Y Coord }

// Rect is a rectangle given by two corners, X0 ≤ X1 and Y0 ≤ Y1.
type Rect struct{ X0, Y0, X1, Y1 Coord }

// RectFrom converts a layout rectangle.
func RectFrom(r geom.Rect) Rect {
	return Rect{FromUnit(r.X), FromUnit(r.Y), FromUnit(r.MaxX()), FromUnit(r.MaxY())}
}

// Empty reports whether r has no area.
func (r Rect) Empty() bool { return r.X0 >= r.X1 || r.Y0 >= r.Y1 }

// RRect is a rectangle with elliptical corners: top left, top right, bottom right, bottom left; X and Y radii. Radii
// are already reduced to fit.
type RRect struct {
	Rect
	Radii [4]Point
}

// Color is non-premultiplied sRGB, 8 bits per channel. An Ink beside a colour is the same colour in printing inks, which only
// PDF has; the zero value is none.
type Color struct{ R, G, B, A uint8 }

// List is the display list of an image.
type List struct {
	// Width and Height are the canvas in CSS pixels.
	Width, Height int
	Ops           []Op
	// Links are the hyperlinks of PDF output.
	Links []Link
	// Marks associate the operations with elements, in order. They do not affect painting.
	Marks []Mark
}

// Mark associates the operations from Op up to the next mark with an element.
type Mark struct {
	Op   int
	Node int32 // plus one, as in Glyphs
}

// NodeAt returns the element of operation i, plus one; 0 if no mark applies.
func (l *List) NodeAt(i int) int32 {
	n := sort.Search(len(l.Marks), func(k int) bool { return l.Marks[k].Op > i })
	if n == 0 {
		return 0
	}
	return l.Marks[n-1].Node
}

// Link is a hyperlink region in canvas coordinates.
type Link struct {
	Area Rect
	URL  string
	// Node is the link element, plus one, as in Glyphs.
	Node int32
}

// Op is one painting operation. The set is closed: the types in this package.
type Op interface{ op() }

// Verb is one step of a [Path].
type Verb uint8

// The verbs and the number of points each takes from Path.Points.
const (
	MoveTo  Verb = iota // 1
	LineTo              // 1
	QuadTo              // 2
	CubicTo             // 3
	Close               // 0
)

// Path is a sequence of subpaths. Open subpaths are closed when filled.
type Path struct {
	Verbs  []Verb
	Points []Point
}

// MoveTo starts a subpath.
func (p *Path) MoveTo(a Point) { p.Verbs = append(p.Verbs, MoveTo); p.Points = append(p.Points, a) }

// LineTo adds a line.
func (p *Path) LineTo(a Point) { p.Verbs = append(p.Verbs, LineTo); p.Points = append(p.Points, a) }

// QuadTo adds a quadratic Bézier curve.
func (p *Path) QuadTo(a, b Point) {
	p.Verbs = append(p.Verbs, QuadTo)
	p.Points = append(p.Points, a, b)
}

// CubicTo adds a cubic Bézier curve.
func (p *Path) CubicTo(a, b, c Point) {
	p.Verbs = append(p.Verbs, CubicTo)
	p.Points = append(p.Points, a, b, c)
}

// Close closes the subpath.
func (p *Path) Close() { p.Verbs = append(p.Verbs, Close) }

// FillRule selects the windings that are inside.
type FillRule uint8

// The fill rules.
const (
	NonZero FillRule = iota
	EvenOdd
)

// Brush is the fill of a shape: [Solid], [*Gradient] or [*Pattern].
type Brush interface{ brush() }

// Solid is a uniform colour.
type Solid struct {
	Color Color
	Ink   ink.Ink
}

// GradientKind is the geometry of a gradient.
type GradientKind uint8

// The gradient kinds.
const (
	Linear GradientKind = iota
	Radial
	Conic
)

// ColorSpace is the space in which colours are interpolated.
type ColorSpace uint8

// The interpolation spaces (CSS Color 4 §12).
const (
	SRGB ColorSpace = iota
	SRGBLinear
	OKLab
	OKLCH
	Lab
	LCH
	HSL
	HWB
)

// Spread selects the colour outside the first and last stop.
type Spread uint8

// The spreads.
const (
	Pad Spread = iota
	Repeat
	Reflect
)

// Stop is a colour at an offset of the gradient line, in 1/65536. Offsets do not decrease and may be outside [0, 1] for
// CSS lengths.
type Stop struct {
	Offset int32
	Color  Color
	Ink    ink.Ink
}

// Gradient is a linear, radial or conic gradient in the operation's space. Linear: P0 to P1. Radial: from the circle
// P0, R0 to the circle P1, R1 (CSS: P0 = P1 and R0 = 0; SVG: P0 is the focus). Conic: centre P0, from Angle degrees,
// clockwise from the top. Transform maps the gradient's own space, in which the points are given, to the operation's
// (ellipses, gradientTransform); the zero matrix is the identity. A gradient without stops paints nothing.
type Gradient struct {
	Kind   GradientKind
	P0, P1 Point
	R0, R1 Coord
	Angle  float64
	Stops  []Stop
	Space  ColorSpace
	Hue    hue.Arc
	Spread Spread
	// Straight interpolates without premultiplying, as SVG gradients do.
	Straight  bool
	Transform geom.Matrix
}

// Pattern is an image repeated over the plane. Tile is one repetition in the operation's space; Step is the distance
// between repetitions (≥ the tile's size for background-repeat: space).
type Pattern struct {
	Image            *image.Bitmap
	List             *List // instead of Image: drawn in each tile with its origin at the tile's corner, clipped to the tile
	Tile             Rect
	Step             Point
	RepeatX, RepeatY bool
	Sampling         Sampling
	Transform        geom.Matrix
	// Projection, unless nil, shows the tile of a List once, in perspective.
	Projection *Projection
}

// Projection is a projective view of a tile: Matrix maps the tile's space to the operation's. Positions of the tile are
// painted only if a·x + b·y + c ≥ 0 for all cuts.
type Projection struct {
	Matrix geom.Homography
	Cuts   [][3]float64
}

// Sampling is how images are scaled.
type Sampling uint8

// The samplings: smooth (area averaging when shrinking, bilinear when enlarging), nearest for image-rendering:
// pixelated.
const (
	Smooth Sampling = iota
	Nearest
)

func (Solid) brush()     {}
func (*Gradient) brush() {}
func (*Pattern) brush()  {}

// FillRect fills an axis-aligned rectangle; the fast path of [FillPath].
type FillRect struct {
	Rect  Rect
	Brush Brush
}

// FillRRect fills a rounded rectangle or, with Hole set, the ring between the two (borders).
type FillRRect struct {
	RRect RRect
	Hole  *RRect
	Brush Brush
}

// FillPath fills a path.
type FillPath struct {
	Path  *Path
	Rule  FillRule
	Brush Brush
	// Aliased paints whole pixels: those whose centre is inside.
	Aliased bool
}

// Cap is the end of a stroke.
type Cap uint8

// The caps.
const (
	Butt Cap = iota
	RoundCap
	SquareCap
)

// Join is the corner of a stroke.
type Join uint8

// The joins.
const (
	Miter Join = iota
	RoundJoin
	BevelJoin
)

// Stroke holds the parameters of a stroke.
type Stroke struct {
	Width      Coord
	Cap        Cap
	Join       Join
	MiterLimit float64
	Dash       []Coord
	DashOffset Coord
}

// StrokePath strokes a path.
type StrokePath struct {
	Path   *Path
	Stroke Stroke
	Brush  Brush
	// Aliased paints whole pixels: those whose centre is inside the stroke.
	Aliased bool
}

// Glyph is one glyph of a run: its glyph index in the face and its origin on the baseline, in the operation's space.
type Glyph struct {
	ID   uint32
	X, Y Coord
	// Cluster is the byte offset into Glyphs.Text of the cluster it belongs to.
	Cluster int32
}

// Glyphs draws a run of glyphs of one face and size. Colour glyphs use their own paint, with Brush as the foreground
// colour. Text is the source text, for PDF.
type Glyphs struct {
	Face   *font.Face
	Size   geom.Unit
	Glyphs []Glyph
	Brush  Brush
	Text   string
	// SpaceAfter reports that white space without a glyph follows Text, at the end of a line.
	SpaceAfter bool
	// Stroke, when set, strokes the outlines instead of filling them (paint-order is expressed by two operations).
	Stroke *Stroke
	// Embolden and Oblique are synthesised styles: additional outline weight as a Coord and slant as a tangent in
	// 1/65536; zero for real faces.
	Embolden Coord
	Oblique  int32
	// Node is the document node of the text, plus one, for tagged PDF; 0 for decoration.
	Node int32
}

// DrawImage draws the part Src (in image pixels ×1024) of an image into Dst.
type DrawImage struct {
	Image    *image.Bitmap
	Src, Dst Rect
	Sampling Sampling
	// Node is the image's element, plus one, as in Glyphs.
	Node int32
}

// Shadow is a blurred rounded rectangle (box-shadow). Outer shadows are drawn only outside Clip; inset ones only inside
// Clip, as the inverse of RRect.
type Shadow struct {
	RRect RRect
	Clip  RRect
	Inset bool
	// Sigma is the Gaussian's standard deviation: half the CSS blur radius.
	Sigma Coord
	Color Color
	Ink   ink.Ink
}

// PushTransform multiplies the current transform from the right.
type PushTransform struct {
	Matrix geom.Matrix
	// Node, when set, marks the operations inside as the image of an element, as in Glyphs.
	Node int32
}

// PushClipRRect intersects the clip with a rounded rectangle.
type PushClipRRect struct{ RRect RRect }

// PushClipPath intersects the clip with a path.
type PushClipPath struct {
	Path *Path
	Rule FillRule
}

// Blend is a mode of Compositing and Blending 1.
type Blend uint8

// The blend modes; the zero value is normal source-over.
const (
	Normal Blend = iota
	Multiply
	Screen
	Overlay
	Darken
	Lighten
	ColorDodge
	ColorBurn
	HardLight
	SoftLight
	Difference
	Exclusion
	Hue
	Saturation
	ColorBlend
	Luminosity
	PlusLighter
	// SourceIn and the following modes are for masks and SVG filters.
	SourceIn
	DestinationIn
	DestinationOut
	Xor
	SourceOut
	SourceAtop
)

// FilterKind is a kind of filter function.
type FilterKind uint8

// The filter functions.
const (
	Blur FilterKind = iota
	DropShadow
	// ColorMatrix implements all colour functions (brightness, contrast, hue-rotate…) as a 4×5 matrix.
	ColorMatrix
	// ComponentTransfer maps each channel by a table of 256 entries.
	ComponentTransfer
	// GraphFilter is an SVG filter.
	GraphFilter
)

// Filter is one filter function. Color matrices are row-major 4×5 in 1/65536 on
// non-premultiplied sRGB 0…255 channels, the fifth column in 1/65536 of 255.
type Filter struct {
	Kind           FilterKind
	SigmaX, SigmaY Coord
	// Round makes a blur circular in the image whatever the transform, as that of shadows.
	Round  bool
	DX, DY Coord
	Color  Color
	Ink    ink.Ink
	Matrix [20]int32
	Tables *[4][256]uint8
	Graph  *Graph
}

// PushLayer starts an offscreen layer that [Pop] composites. Bounds limits the layer's content, in the current space.
// Backdrop first filters the content beneath the layer inside BackdropClip. Mask, when set, multiplies the layer by the
// mask list's alpha (or luminance).
type PushLayer struct {
	Bounds        Rect
	Opacity       uint8 // 255 is opaque
	Blend         Blend
	Filters       []Filter
	Backdrop      []Filter
	BackdropClip  *RRect
	Mask          *List
	MaskLuminance bool
}

// Pop ends the innermost Push operation.
type Pop struct{}

func (FillRect) op()      {}
func (FillRRect) op()     {}
func (FillPath) op()      {}
func (StrokePath) op()    {}
func (Glyphs) op()        {}
func (DrawImage) op()     {}
func (Shadow) op()        {}
func (PushTransform) op() {}
func (PushClipRRect) op() {}
func (PushClipPath) op()  {}
func (PushLayer) op()     {}
func (Pop) op()           {}
