package style

// Display is the display property's result after blockification; the outer type of table parts is implied.
type Display uint8

// The values of Display; the zero value is the initial one unless the property says otherwise.
const (
	DisplayNone Display = iota
	DisplayContents
	DisplayInline
	DisplayBlock
	DisplayFlowRoot
	DisplayInlineBlock
	DisplayFlex
	DisplayInlineFlex
	DisplayGrid
	DisplayInlineGrid
	DisplayListItem
	DisplayTable
	DisplayInlineTable
	DisplayTableRowGroup
	DisplayTableHeaderGroup
	DisplayTableFooterGroup
	DisplayTableRow
	DisplayTableColumnGroup
	DisplayTableColumn
	DisplayTableCell
	DisplayTableCaption
	DisplayInlineListItem
)

// Position is the position property.
type Position uint8

// The values of Position; the zero value is the initial one unless the property says otherwise.
const (
	PositionStatic Position = iota
	PositionRelative
	PositionAbsolute
	PositionFixed
	PositionSticky
)

// Float is the float property.
type Float uint8

// The values of Float; the zero value is the initial one unless the property says otherwise.
const (
	FloatNone Float = iota
	FloatLeft
	FloatRight
)

// Clear is the clear property.
type Clear uint8

// The values of Clear; the zero value is the initial one unless the property says otherwise.
const (
	ClearNone Clear = iota
	ClearLeft
	ClearRight
	ClearBoth
)

// BoxSizing is the box-sizing property.
type BoxSizing uint8

// The values of BoxSizing; the zero value is the initial one unless the property says otherwise.
const (
	ContentBox BoxSizing = iota
	BorderBox
)

// Visibility is the visibility property.
type Visibility uint8

// The values of Visibility; the zero value is the initial one unless the property says otherwise.
const (
	Visible Visibility = iota
	Hidden
	Collapse
)

// Overflow is one axis of the overflow property.
type Overflow uint8

// The values of Overflow; the zero value is the initial one unless the property says otherwise.
const (
	OverflowVisible Overflow = iota
	OverflowHidden
	OverflowClip
	OverflowScroll
	OverflowAuto
)

// FlexDirection is the flex-direction property.
type FlexDirection uint8

// The values of FlexDirection; the zero value is the initial one unless the property says otherwise.
const (
	FlexRow FlexDirection = iota
	FlexRowReverse
	FlexColumn
	FlexColumnReverse
)

// FlexWrap is the flex-wrap property.
type FlexWrap uint8

// The values of FlexWrap; the zero value is the initial one unless the property says otherwise.
const (
	FlexNoWrap FlexWrap = iota
	FlexWrapOn
	FlexWrapReverse
)

// Direction is the direction property.
type Direction uint8

// The values of Direction; the zero value is the initial one unless the property says otherwise.
const (
	LTR Direction = iota
	RTL
)

// UnicodeBidi is the unicode-bidi property.
type UnicodeBidi uint8

// The values of UnicodeBidi; the zero value is the initial one unless the property says otherwise.
const (
	BidiNormal UnicodeBidi = iota
	BidiEmbed
	BidiIsolate
	BidiOverride
	BidiIsolateOverride
	BidiPlaintext
)

// WritingMode is the writing-mode property.
type WritingMode uint8

// The values of WritingMode; the zero value is the initial one unless the property says otherwise.
const (
	HorizontalTB WritingMode = iota
	VerticalRL
	VerticalLR
)

// TextAlign is the text-align and text-align-last properties.
type TextAlign uint8

// The values of TextAlign; the zero value is the initial one unless the property says otherwise.
const (
	AlignStart TextAlign = iota
	AlignEnd
	AlignLeft
	AlignRight
	AlignCenter
	AlignJustify
	AlignAuto
	AlignWebkitLeft
	AlignWebkitCenter
	AlignWebkitRight
)

// TextTransform is the text-transform property.
type TextTransform uint8

// The values of TextTransform; the zero value is the initial one unless the property says otherwise.
const (
	TransformNone TextTransform = iota
	Uppercase
	Lowercase
	Capitalize
)

// WhiteSpaceCollapse is the white-space-collapse property.
type WhiteSpaceCollapse uint8

// The values of WhiteSpaceCollapse; the zero value is the initial one unless the property says otherwise.
const (
	WSCollapse WhiteSpaceCollapse = iota
	WSPreserve
	WSPreserveBreaks
	WSBreakSpaces
	WSPreserveSpaces
)

// TextWrapStyle is the text-wrap-style property.
type TextWrapStyle uint8

// The values of TextWrapStyle; the zero value is the initial one unless the property says otherwise.
const (
	WrapAuto TextWrapStyle = iota
	WrapBalance
	WrapPretty
	WrapStable
)

// WordBreak is the word-break property.
type WordBreak uint8

// The values of WordBreak; the zero value is the initial one unless the property says otherwise.
const (
	WordNormal WordBreak = iota
	WordBreakAll
	WordKeepAll
	WordBreakWord
)

// LineBreak is the line-break property.
type LineBreak uint8

// The values of LineBreak; the zero value is the initial one unless the property says otherwise.
const (
	LineBreakAuto LineBreak = iota
	LineBreakLoose
	LineBreakNormal
	LineBreakStrict
	LineBreakAnywhere
)

// OverflowWrap is the overflow-wrap property.
type OverflowWrap uint8

// The values of OverflowWrap; the zero value is the initial one unless the property says otherwise.
const (
	WrapNormal OverflowWrap = iota
	WrapBreakWord
	WrapAnywhere
)

// Hyphens is the hyphens property.
type Hyphens uint8

// The values of Hyphens; the zero value is the initial one unless the property says otherwise.
const (
	HyphensManual Hyphens = iota
	HyphensNone
	HyphensAuto
)

// VerticalAlignKind is a vertical-align keyword.
type VerticalAlignKind uint8

// The values of VerticalAlignKind; the zero value is the initial one unless the property says otherwise.
const (
	VABaseline VerticalAlignKind = iota
	VASub
	VASuper
	VATop
	VATextTop
	VAMiddle
	VABottom
	VATextBottom
	VALength
)

// TextFit is -svc-text-fit.
type TextFit uint8

// The values of TextFit; the zero value is the initial one unless the property says otherwise.
const (
	FitNone TextFit = iota
	FitShrink
	FitGrow
)

// DecorationStyle is text-decoration-style.
type DecorationStyle uint8

// The values of DecorationStyle; the zero value is the initial one unless the property says otherwise.
const (
	DecorationSolid DecorationStyle = iota
	DecorationDouble
	DecorationDotted
	DecorationDashed
	DecorationWavy
)

// LineStyle is a border or outline style.
type LineStyle uint8

// The values of LineStyle; the zero value is the initial one unless the property says otherwise.
const (
	LineNone LineStyle = iota
	LineHidden
	LineDotted
	LineDashed
	LineSolid
	LineDouble
	LineGroove
	LineRidge
	LineInset
	LineOutset
	LineAuto // of outlines: a focus ring
)

// Slant is font-style.
type Slant uint8

// The values of Slant; the zero value is the initial one unless the property says otherwise.
const (
	SlantNormal Slant = iota
	SlantItalic
	SlantOblique
)

// EmojiVariant is font-variant-emoji.
type EmojiVariant uint8

// The values of EmojiVariant; the zero value is the initial one unless the property says otherwise.
const (
	EmojiNormal EmojiVariant = iota
	EmojiUnicode
)

// Box is a reference box.
type Box uint8

// The values of Box; the zero value is the initial one unless the property says otherwise.
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
	BorderArea // what the border covers
)

// Repeat is one axis of background-repeat.
type Repeat uint8

// The values of Repeat; the zero value is the initial one unless the property says otherwise.
const (
	RepeatOn Repeat = iota
	RepeatNone
	RepeatSpace
	RepeatRound
)

// BackgroundSizeKind is background-size.
type BackgroundSizeKind uint8

// The values of BackgroundSizeKind; the zero value is the initial one unless the property says otherwise.
const (
	SizeExplicit BackgroundSizeKind = iota
	SizeCover
	SizeContain
)

// GradientKind is the geometry of a gradient.
type GradientKind uint8

// The values of GradientKind; the zero value is the initial one unless the property says otherwise.
const (
	GradientLinear GradientKind = iota
	GradientRadial
	GradientConic
)

// InterpolationSpace is a colour interpolation space.
type InterpolationSpace uint8

// The values of InterpolationSpace; the zero value is the initial one unless the property says otherwise.
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
)

// HueMethod is a hue interpolation method.
type HueMethod uint8

// The values of HueMethod; the zero value is the initial one unless the property says otherwise.
const (
	HueShorter HueMethod = iota
	HueLonger
	HueIncreasing
	HueDecreasing
)

// RadialExtent is a radial extent.
type RadialExtent uint8

// The values of RadialExtent; the zero value is the initial one unless the property says otherwise.
const (
	FarthestCorner RadialExtent = iota
	ClosestSide
	ClosestCorner
	FarthestSide
	ExtentExplicit
)

// BorderRepeat is border-image-repeat.
type BorderRepeat uint8

// The values of BorderRepeat; the zero value is the initial one unless the property says otherwise.
const (
	BorderStretch BorderRepeat = iota
	BorderRepeatTile
	BorderRound
	BorderSpace
)

// FilterKind is a filter function.
type FilterKind uint8

// The values of FilterKind; the zero value is the initial one unless the property says otherwise.
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

// The values of BlendMode; the zero value is the initial one unless the property says otherwise.
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

// The values of MaskComposite; the zero value is the initial one unless the property says otherwise.
const (
	CompositeAdd MaskComposite = iota
	CompositeSubtract
	CompositeIntersect
	CompositeExclude
)

// ShapeKind is a basic shape.
type ShapeKind uint8

// The values of ShapeKind; the zero value is the initial one unless the property says otherwise.
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

// The values of TransformKind; the zero value is the initial one unless the property says otherwise.
const (
	TransformTranslate TransformKind = iota
	TransformScale
	TransformRotate
	TransformSkew
	TransformMatrix
	TransformTurn        // about the axis N[0], N[1], N[2] by N[3] degrees
	TransformPerspective // from a distance of N[0]
	TransformMatrix3D    // M
	TransformOffset      // where the offset properties put the element: see Offset
)

// ObjectFit is object-fit.
type ObjectFit uint8

// The values of ObjectFit; the zero value is the initial one unless the property says otherwise.
const (
	FitFill ObjectFit = iota
	FitContain
	FitCover
	FitNatural
	FitScaleDown
)

// ImageRendering is image-rendering.
type ImageRendering uint8

// The values of ImageRendering; the zero value is the initial one unless the property says otherwise.
const (
	RenderAuto ImageRendering = iota
	RenderPixelated
	RenderCrispEdges
)

// Break is a fragmentation break value.
type Break uint8

// The values of Break; the zero value is the initial one unless the property says otherwise.
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

// The values of PaintKind; the zero value is the initial one unless the property says otherwise.
const (
	PaintNone PaintKind = iota
	PaintColor
	PaintURL
	PaintContextFill
	PaintContextStroke
)

// AlignKind is an alignment keyword.
type AlignKind uint8

// The values of AlignKind; the zero value is the initial one unless the property says otherwise.
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

// Alignment is a keyword with its safe or unsafe modifier.
type Alignment struct {
	Kind AlignKind
	// Safe and Unsafe are the overflow positions that were given.
	Safe, Unsafe bool
}

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

// WillChange is what will-change creates by itself.
type WillChange uint8

// The effects of will-change: a stacking context, a root of backdrops, a containing
// block of fixed descendants.
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
