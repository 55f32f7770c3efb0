package style

// Display is the display property's result after blockification; the outer type of table parts is implied.
type Display uint8

// The values of Display; the zero value is the initial value unless the property defines another.
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

// The values of Position; the zero value is the initial value unless the property defines another.
const (
	PositionStatic Position = iota
	PositionRelative
	PositionAbsolute
	PositionFixed
	PositionSticky
)

// Float is the float property.
type Float uint8

// The values of Float; the zero value is the initial value unless the property defines another.
const (
	FloatNone Float = iota
	FloatLeft
	FloatRight
	FloatFootnote // replaced when the style is finished
)

// Clear is the clear property.
type Clear uint8

// The values of Clear; the zero value is the initial value unless the property defines another.
const (
	ClearNone Clear = iota
	ClearLeft
	ClearRight
	ClearBoth
)

// BoxSizing is the box-sizing property.
type BoxSizing uint8

// The values of BoxSizing; the zero value is the initial value unless the property defines another.
const (
	ContentBox BoxSizing = iota
	BorderBox
)

// Visibility is the visibility property.
type Visibility uint8

// The values of Visibility; the zero value is the initial value unless the property defines another.
const (
	Visible Visibility = iota
	Hidden
	Collapse
)

// Overflow is one axis of the overflow property.
type Overflow uint8

// The values of Overflow; the zero value is the initial value unless the property defines another.
const (
	OverflowVisible Overflow = iota
	OverflowHidden
	OverflowClip
	OverflowScroll
	OverflowAuto
)

// FlexDirection is the flex-direction property.
type FlexDirection uint8

// The values of FlexDirection; the zero value is the initial value unless the property defines another.
const (
	FlexRow FlexDirection = iota
	FlexRowReverse
	FlexColumn
	FlexColumnReverse
)

// FlexWrap is the flex-wrap property.
type FlexWrap uint8

// The values of FlexWrap; the zero value is the initial value unless the property defines another.
const (
	FlexNoWrap FlexWrap = iota
	FlexWrapOn
	FlexWrapReverse
)

// Direction is the direction property.
type Direction uint8

// The values of Direction; the zero value is the initial value unless the property defines another.
const (
	LTR Direction = iota
	RTL
)

// UnicodeBidi is the unicode-bidi property.
type UnicodeBidi uint8

// The values of UnicodeBidi; the zero value is the initial value unless the property defines another.
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

// The values of WritingMode; the zero value is the initial value unless the property defines another.
const (
	HorizontalTB WritingMode = iota
	VerticalRL
	VerticalLR
	SidewaysRL
	SidewaysLR
)

// TextOrientation is the text-orientation property.
type TextOrientation uint8

// The values of TextOrientation; the zero value is the initial one.
const (
	OrientMixed TextOrientation = iota
	OrientUpright
	OrientSideways
)

// IsSideways reports whether all characters of lines in a vertical mode are rotated with the line.
func (s *Computed) IsSideways() bool {
	return s.WritingMode >= SidewaysRL || s.TextOrientation == OrientSideways
}

// LineBaseline is the dominant baseline of a line in a vertical mode.
type LineBaseline uint8

// The values of LineBaseline; the zero value is that of the style's own orientation.
const (
	OwnBaseline LineBaseline = iota
	CentralBaseline
	AlphabeticBaseline
)

// TextAlign is the text-align and text-align-last properties.
type TextAlign uint8

// The values of TextAlign; the zero value is the initial value unless the property defines another.
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

// The values of TextTransform; the zero value is the initial value unless the property defines another.
const (
	TransformNone TextTransform = iota
	Uppercase
	Lowercase
	Capitalize
)

// WhiteSpaceCollapse is the white-space-collapse property.
type WhiteSpaceCollapse uint8

// The values of WhiteSpaceCollapse; the zero value is the initial value unless the property defines another.
const (
	WSCollapse WhiteSpaceCollapse = iota
	WSPreserve
	WSPreserveBreaks
	WSBreakSpaces
	WSPreserveSpaces
)

// TextWrapStyle is the text-wrap-style property.
type TextWrapStyle uint8

// The values of TextWrapStyle; the zero value is the initial value unless the property defines another.
const (
	WrapAuto TextWrapStyle = iota
	WrapBalance
	WrapPretty
	WrapStable
)

// WordBreak is the word-break property.
type WordBreak uint8

// The values of WordBreak; the zero value is the initial value unless the property defines another.
const (
	WordNormal WordBreak = iota
	WordBreakAll
	WordKeepAll
	WordBreakWord
	WordAutoPhrase
)

// LineBreak is the line-break property.
type LineBreak uint8

// The values of LineBreak; the zero value is the initial value unless the property defines another.
const (
	LineBreakAuto LineBreak = iota
	LineBreakLoose
	LineBreakNormal
	LineBreakStrict
	LineBreakAnywhere
)

// OverflowWrap is the overflow-wrap property.
type OverflowWrap uint8

// The values of OverflowWrap; the zero value is the initial value unless the property defines another.
const (
	WrapNormal OverflowWrap = iota
	WrapBreakWord
	WrapAnywhere
)

// Hyphens is the hyphens property.
type Hyphens uint8

// The values of Hyphens; the zero value is the initial value unless the property defines another.
const (
	HyphensManual Hyphens = iota
	HyphensNone
	HyphensAuto
)

// VerticalAlignKind is a vertical-align keyword.
type VerticalAlignKind uint8

// The values of VerticalAlignKind; the zero value is the initial value unless the property defines another.
const (
	VABaseline VerticalAlignKind = iota
	VASub
	VASuper
	VATop
	VATextTop
	VAMiddle
	VABottom
	VATextBottom
	VABaselineMiddle // the value of align="middle" on images: the centre of the box is at the baseline
	VALength
)

// TextFit is -svc-text-fit.
type TextFit uint8

// The values of TextFit; the zero value is the initial value unless the property defines another.
const (
	FitNone TextFit = iota
	FitShrink
	FitGrow
)

// ColumnWrap is column-wrap.
type ColumnWrap uint8

// The values of ColumnWrap; auto wraps columns of a specified height.
const (
	ColumnWrapAuto ColumnWrap = iota
	ColumnNoWrap
	ColumnWrapRows
)

// DecorationStyle is text-decoration-style.
type DecorationStyle uint8

// The values of DecorationStyle; the zero value is the initial value unless the property defines another.
const (
	DecorationSolid DecorationStyle = iota
	DecorationDouble
	DecorationDotted
	DecorationDashed
	DecorationWavy
)

// LineStyle is a border or outline style.
type LineStyle uint8

// The values of LineStyle; the zero value is the initial value unless the property defines another.
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

// The values of Slant; the zero value is the initial value unless the property defines another.
const (
	SlantNormal Slant = iota
	SlantItalic
	SlantOblique
)

// TextJustify is text-justify.
type TextJustify uint8

// The values of TextJustify.
const (
	JustifyAuto TextJustify = iota
	JustifyNone
	JustifyWords
	JustifyCharacters
)

// EmojiVariant is font-variant-emoji.
type EmojiVariant uint8

// The values of EmojiVariant; the zero value is the initial value unless the property defines another.
const (
	EmojiNormal EmojiVariant = iota
	EmojiUnicode
	EmojiText
	EmojiEmoji
)
