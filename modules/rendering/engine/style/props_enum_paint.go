package style

// Resize is the resize property.
type Resize uint8

// The values of Resize; the zero value is the user-agent sheet's for text areas, which have a handle, and for other
// elements, which have none.
const (
	ResizeDefault Resize = iota
	ResizeNone
	ResizeSome
)

// Box is a reference box.
type Box uint8

// The values of Box; the zero value is the initial value unless the property defines another.
const (
	BorderBoxArea Box = iota
	PaddingBoxArea
	ContentBoxArea
	MarginBoxArea
	TextArea
	FillBoxArea
	StrokeBoxArea
	ViewBoxArea
	NoClipArea
	BorderArea     // the area covered by the border
	HalfBorderArea // half-border-box: to the middle of the border
)

// Repeat is one axis of background-repeat.
type Repeat uint8

// The values of Repeat; the zero value is the initial value unless the property defines another.
const (
	RepeatOn Repeat = iota
	RepeatNone
	RepeatSpace
	RepeatRound
)

// BackgroundSizeKind is background-size.
type BackgroundSizeKind uint8

// The values of BackgroundSizeKind; the zero value is the initial value unless the property defines another.
const (
	SizeExplicit BackgroundSizeKind = iota
	SizeCover
	SizeContain
)

// GradientKind is the geometry of a gradient.
type GradientKind uint8

// The values of GradientKind; the zero value is the initial value unless the property defines another.
const (
	GradientLinear GradientKind = iota
	GradientRadial
	GradientConic
)

// InterpolationSpace is a colour interpolation space.
type InterpolationSpace uint8

// The values of InterpolationSpace; the zero value is the initial value unless the property defines another.
const (
	InSRGB InterpolationSpace = iota
	InSRGBLinear
	InOKLab
	InOKLCH
	InLab
	InLCH
	InHSL
	InHWB
	InXYZ
	InXYZ50
	InDisplayP3
	InDisplayP3Linear
	InA98RGB
	InProPhotoRGB
	InRec2020
)

// RadialExtent is a radial extent.
type RadialExtent uint8

// The values of RadialExtent; the zero value is the initial value unless the property defines another.
const (
	FarthestCorner RadialExtent = iota
	ClosestSide
	ClosestCorner
	FarthestSide
	ExtentExplicit
)

// BorderRepeat is border-image-repeat.
type BorderRepeat uint8

// The values of BorderRepeat; the zero value is the initial value unless the property defines another.
const (
	BorderStretch BorderRepeat = iota
	BorderRepeatTile
	BorderRound
	BorderSpace
)

// FilterKind is a filter function.
type FilterKind uint8

// The values of FilterKind; the zero value is the initial value unless the property defines another.
const (
	FilterBlur FilterKind = iota
	FilterBrightness
	FilterContrast
	FilterDropShadow
	FilterGrayscale
	FilterHueRotate
	FilterInvert
	FilterOpacity
	FilterSaturate
	FilterSepia
	FilterURL
)

// BlendMode is a blend mode.
type BlendMode uint8

// The values of BlendMode; the zero value is the initial value unless the property defines another.
const (
	BlendNormal BlendMode = iota
	BlendMultiply
	BlendScreen
	BlendOverlay
	BlendDarken
	BlendLighten
	BlendColorDodge
	BlendColorBurn
	BlendHardLight
	BlendSoftLight
	BlendDifference
	BlendExclusion
	BlendHue
	BlendSaturation
	BlendColor
	BlendLuminosity
	BlendPlusLighter
)

// MaskComposite is mask-composite.
type MaskComposite uint8

// The values of MaskComposite; the zero value is the initial value unless the property defines another.
const (
	CompositeAdd MaskComposite = iota
	CompositeSubtract
	CompositeIntersect
	CompositeExclude
)

// ShapeKind is a basic shape.
type ShapeKind uint8

// The values of ShapeKind; the zero value is the initial value unless the property defines another.
const (
	ShapeInset ShapeKind = iota
	ShapeCircle
	ShapeEllipse
	ShapePolygon
	ShapePath
	ShapeCommands // shape(); see PathData
)

// TransformKind is a transform function.
type TransformKind uint8

// The values of TransformKind; the zero value is the initial value unless the property defines another.
const (
	TransformTranslate TransformKind = iota
	TransformScale
	TransformRotate
	TransformSkew
	TransformMatrix
	TransformTurn        // rotation about the axis N[0], N[1], N[2] by N[3] degrees
	TransformPerspective // from a distance of N[0]
	TransformMatrix3D    // M
	TransformOffset      // the transform of the offset properties: see Offset
)

// ObjectFit is object-fit.
type ObjectFit uint8

// The values of ObjectFit; the zero value is the initial value unless the property defines another.
const (
	FitFill ObjectFit = iota
	FitContain
	FitCover
	FitNatural
	FitScaleDown
)

// ImageRendering is image-rendering.
type ImageRendering uint8

// The values of ImageRendering; the zero value is the initial value unless the property defines another.
const (
	RenderAuto ImageRendering = iota
	RenderPixelated
	RenderCrispEdges
)

// Nearest reports whether images are scaled without interpolation.
func (r ImageRendering) Nearest() bool { return r == RenderPixelated || r == RenderCrispEdges }

// Break is a fragmentation break value.
type Break uint8

// NotePolicy selects what moves to the next page with a footnote that does not fit.
type NotePolicy uint8

// The values of footnote-policy.
const (
	NoteAuto  NotePolicy = iota // nothing, the footnote continues there
	NoteLine                    // the line with its call
	NoteBlock                   // the block with its call
)

// The values of Break; the zero value is the initial value unless the property defines another.
const (
	BreakAuto Break = iota
	BreakAvoid
	BreakPage
	BreakAlways
	BreakLeft
	BreakRight
	BreakColumn
	BreakAvoidColumn
)

// PaintKind is an SVG paint's kind.
type PaintKind uint8

// The values of PaintKind; the zero value is the initial value unless the property defines another.
const (
	PaintNone PaintKind = iota
	PaintColor
	PaintURL
	PaintContextFill
	PaintContextStroke
)

// AlignKind is an alignment keyword.
type AlignKind uint8

// The values of AlignKind; the zero value is the initial value unless the property defines another.
const (
	AlignNormal AlignKind = iota
	AlignAutoSelf
	AlignStretch
	AlignBaseline
	AlignLastBaseline
	AlignCenterBox
	AlignStartBox
	AlignEndBox
	AlignSelfStart
	AlignSelfEnd
	AlignFlexStart
	AlignFlexEnd
	AlignLeftBox
	AlignRightBox
	AlignSpaceBetween
	AlignSpaceAround
	AlignSpaceEvenly
)

// Alignment is an alignment keyword with its safe or unsafe modifier.
type Alignment struct {
	Kind AlignKind
	// Safe and Unsafe are the specified overflow positions.
	Safe, Unsafe bool
	// Anchor is set for anchor-center: the centre is that of the default anchor, if there is one.
	Anchor bool
}

// UnderlinePosition is a set of the keywords of text-underline-position.
type UnderlinePosition uint8

// The keywords of UnderlinePosition; the zero value is auto.
const (
	UnderlineUnder UnderlinePosition = 1 << iota
	UnderlineFromFont
	UnderlineLeft
	UnderlineRight
)

// DecorationLine is a set of text decoration lines.
type DecorationLine uint8

// The lines of DecorationLine.
const (
	Underline DecorationLine = 1 << iota
	Overline
	LineThrough
)

// Contain is the contain property as a set.
type Contain uint8

// The members of Contain.
const (
	ContainSize Contain = 1 << iota
	ContainInlineSize
	ContainLayout
	ContainPaint
	ContainStyle
)

// WillChange is the set of effects of will-change.
type WillChange uint8

// The effects of will-change: a stacking context, a backdrop root, a containing block for fixed descendants.
const (
	WillStack WillChange = 1 << iota
	WillBackdropRoot
	WillContain
)

// RubyAlign is the ruby-align property.
type RubyAlign uint8

// The values of RubyAlign; the zero value is the initial one.
const (
	RubySpaceAround RubyAlign = iota
	RubyStart
	RubyCenter
	RubySpaceBetween
)
