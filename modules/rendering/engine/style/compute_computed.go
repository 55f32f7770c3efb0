package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
	"github.com/platenhq/platen/modules/rendering/engine/hue"
	"github.com/platenhq/platen/modules/rendering/engine/ink"
)

// Color is a computed colour: non-premultiplied sRGB. currentcolor is resolved.
type Color struct {
	R, G, B, A uint8
	// Ink is the colour in printing inks, whose fallback the channels are; the zero value is none.
	Ink ink.Ink
}

// Accent is accent-color; if not Set, the browser's default.
type Accent struct {
	Color Color
	Set   bool
}

// ClipMargin is overflow-clip-margin: content is clipped at the distance Margin outside Box, the padding, content or
// border box.
type ClipMargin struct {
	Box    Box
	Margin geom.Unit
}

// Computed is the computed style of one element or pseudo-element. Inheritance is resolved in every field. It is
// immutable and may be shared by elements with equal styles.
type Computed struct {
	// Box generation and position.
	Display      Display
	Position     Position
	Float        Float
	FloatIgnored bool // the element is an item with a float that has no effect
	Clear        Clear
	BoxSizing    BoxSizing
	Visibility   Visibility
	Overflow     [2]Overflow // x, y
	ClipMargin   ClipMargin
	ZIndex       int32
	ZAuto        bool
	Order        int32
	Isolate      bool
	WillChange   WillChange
	Contain      Contain
	// ContainIntrinsic is the intrinsic width and height of the content under size containment; Auto is none.
	ContainIntrinsic [2]Length
	// SkipsContent is set when the content of an element is neither laid out nor drawn.
	SkipsContent   bool
	Container      ContainerType // container-type
	ContainerNames []string
	Blockified     bool // display was changed by float, position or a flex/grid parent
	WasInline      bool // the display before blockification was inline-level (static position)

	Inset       [4]Length // top, right, bottom, left
	Margin      [4]Length
	QuirkMargin [4]bool // set for user-agent margins that quirks mode drops at the edges of body and table cells
	Padding     [4]Length
	Width       Length
	Height      Length
	MinWidth    Length // Auto = auto
	MinHeight   Length
	MaxWidth    Length // Auto = none
	MaxHeight   Length
	AspectRatio AspectRatio
	Anchoring   *Anchoring // nil: all initial

	// Flex, grid and alignment.
	FlexDirection  FlexDirection
	FlexWrap       FlexWrap
	FlexBalance    bool // flex-wrap: balance
	FlexGrow       float64
	FlexShrink     float64
	FlexBasis      Length // Auto or Content or a length
	JustifyContent Alignment
	AlignContent   Alignment
	JustifyItems   Alignment
	AlignItems     Alignment
	JustifySelf    Alignment
	AlignSelf      Alignment
	RowGap         Length // Auto = normal
	ColumnGap      Length
	Grid           *Grid     // nil: all initial
	GapRules       *GapRules // nil: all initial
	// Multi-column (nil fields are auto).
	ColumnCount int
	// ColumnSpanAll is column-span: all, ColumnFillAuto column-fill: auto.
	ColumnSpanAll, ColumnFillAuto bool
	ColumnWidth                   Length
	// ColumnHeight is the height of columns, ColumnWrap whether they continue in further rows.
	ColumnHeight Length
	ColumnWrap   ColumnWrap

	// Zoom is the factor of the element's lengths: the product of zoom on the element and its ancestors.
	Zoom float64

	// Inline formatting and text.
	Font        Font
	Color       Color
	Dark        bool // drawn in the dark colour scheme
	Direction   Direction
	UnicodeBidi UnicodeBidi
	WritingMode WritingMode
	// TextOrientation and TextCombine have an effect in vertical modes.
	TextOrientation TextOrientation
	TextCombine     bool
	// LineBaseline is set by layout for an inline box whose own orientation has another baseline than its line.
	LineBaseline  LineBaseline
	LineHeight    LineHeight
	LetterSpacing Length
	WordSpacing   Length
	MathStyle     MathStyle
	MathDepth     MathDepth
	InitialLetter InitialLetter // of ::first-letter
	TextBoxTrim   TextBoxTrim
	// MarginTrim holds the block edges at which margins of the content are trimmed.
	MarginTrim     TextBoxTrim
	TextBoxOver    TextEdge // text-box-edge
	TextBoxUnder   TextEdge
	TextAlign      TextAlign
	TextAlignLast  TextAlign
	TextJustify    TextJustify
	RubyAlign      RubyAlign
	RubyUnder      bool // ruby-position: under
	RubyApart      bool // ruby-overhang: none
	TextIndent     Length
	IndentHanging  bool
	IndentEachLine bool
	TextTransform  TextTransform
	TextSecurity   string // -webkit-text-security: what each character is drawn as, "" for itself
	WhiteSpace     WhiteSpaceCollapse
	NoWrap         bool // text-wrap-mode: nowrap
	TextWrap       TextWrapStyle
	TabSize        Length // Fraction kind: a multiple of the space advance
	WordBreak      WordBreak
	// NoPunctuationTrim is text-spacing-trim: space-all; Autospace text-autospace.
	NoPunctuationTrim, Autospace bool
	LineBreak                    LineBreak
	OverflowWrap                 OverflowWrap
	Hyphens                      Hyphens
	HyphenChar                   string // "" = auto
	VerticalAlign                VerticalAlign
	TextOverflow                 string // "" = clip, otherwise the string shown (an ellipsis)
	LineClamp                    int    // 0 = none
	BoxDecoClone                 bool
	TextFit                      TextFit // -svc-text-fit
	LineFit                      LineFit // text-fit
	MinFontSize                  float64
	MaxFontSize                  float64
	Lang                         string
	Quotes                       []string     // open, close, open, close…; nil = auto
	Decorations                  []Decoration // all that apply to this element's text, outermost first
	EmphasisMark                 string
	EmphasisColor                Color // of the mark, color by default
	EmphasisUnder                bool  // text-emphasis-position: under
	TextShadow                   []Shadow
	TextStroke                   TextStroke
	TextFill                     Color // -webkit-text-fill-color, color by default
	StrokeFirst                  bool  // paint-order: stroke

	// Lists, counters, tables.
	ListStyleType    string // a counter style's name, or a string when ListStyleString
	ListStyleString  bool
	ListStyleImage   *Image
	ListInside       bool
	CounterReset     []Counter
	CounterIncrement []Counter
	CounterSet       []Counter
	TableLayoutFixed bool
	BorderCollapse   bool
	BorderSpacing    [2]geom.Unit // horizontal, vertical
	CaptionBottom    bool
	EmptyCellsHide   bool

	// Painting of boxes.
	Opacity      float64
	Resize       Resize
	NoAppearance bool // appearance: none: a form control is drawn by CSS only
	AsButton     bool // appearance: button
	FitsContent  bool // field-sizing: content
	// AuthorBackground and AuthorBorder are set on a form control whose background or border has a declaration by the
	// author, which ends its native look.
	AuthorBackground, AuthorBorder bool
	Accent                         Accent  // of form controls
	Background                     []Layer // first is on top; BackgroundColor is below the last
	BackgroundColor                Color
	BackgroundClip                 Box // of the colour: the last layer's clip
	Border                         [4]Border
	Radius                         [4][2]Length // top left, top right, bottom right, bottom left; x, y
	CornerShape                    *[4]float64  // see Corner; nil: all round
	BorderImage                    *BorderImage
	MaskBorder                     *BorderImage // a nine-slice mask; nil for none
	Reflect                        *Reflection  // nil for none
	Outline                        Border
	OutlineOffset                  geom.Unit
	BoxShadow                      []Shadow
	Filter                         []Filter
	BackdropFilter                 []Filter
	Blend                          BlendMode
	ClipPath                       *ClipPath
	BorderShape                    *BorderShape // nil: none
	ShapeOutside                   *ClipPath    // of floats
	ShapeMargin                    Length
	Mask                           []Layer
	Transform                      []TransformFunc // translate, rotate, scale and transform in their order
	TransformOrigin                [2]Length
	// TransformOriginZ and Perspective are in CSS pixels; a Perspective of 0 is none.
	TransformOriginZ, Perspective float64
	PerspectiveOrigin             [2]Length
	Preserve3D                    bool // transform-style: preserve-3d; see Preserves3D
	BackfaceHidden                bool
	Offset                        *Offset // nil without an offset-path
	TransformBox                  Box
	ObjectFit                     ObjectFit
	ObjectViewBox                 *Shape // an inset of the natural image; nil is the whole image
	ObjectPosition                [2]Length
	Focus                         Focus // -svc-focus
	ImageRendering                ImageRendering
	Unturned                      bool // image-orientation: none; see ImageAddress

	// Break control for paged output.
	BreakBefore, BreakAfter Break
	BreakInside             Break
	Orphans, Widows         int
	// Page is the page type of the element's pages, "" to use the parent's.
	Page string
	// StringSet holds the named strings that the element sets, Running the name under which element() shows it in
	// margin boxes instead of in the flow, "" if it is in the flow.
	StringSet []NamedString
	Running   string
	// BookmarkLevel is the level of the element's bookmark, 0 for its heading's and -1 for none; BookmarkLabel is its
	// label, nil for the element's text.
	BookmarkLevel int
	BookmarkLabel []ContentItem
	// Note is set for a footnote (float: footnote); NotePolicy selects what moves to the next page with a footnote that
	// does not fit.
	Note       bool
	NotePolicy NotePolicy

	// SVG presentation (nil outside svg content).
	SVG *SVGStyle

	// Animations that apply (for animated formats); empty otherwise.
	Animations []Animation

	// Vars holds the computed custom properties by name (with the dashes).
	Vars map[string]string

	inner inner
}

// The sides of four-sided properties.
const (
	Top = iota
	Right
	Bottom
	Left
)

// AspectRatio is the aspect-ratio property; W is 0 for auto. If Auto is set with a ratio, the natural ratio of a
// replaced element takes precedence.
type AspectRatio struct {
	W, H float64
	Auto bool
}

// Font is the computed font.
type Font struct {
	Families    []string // lower-cased only for generic names
	Size        float64  // px
	Weight      int
	Stretch     float64
	Slant       Slant
	Features    []Feature
	Variations  []Variation
	Palette     *fontrule.Palette // nil: normal
	Emoji       EmojiVariant
	Alternates  *fontrule.Alternates // nil: normal
	KerningNone bool
	Caps        Caps
	NoSynthesis NoSynthesis
	Optical     bool // font-optical-sizing: auto
	SizeAdjust  SizeAdjust
	Precise     bool // text-rendering: geometricPrecision
}

// NoSynthesis is the set of forms that font-synthesis forbids; the values are those of text.NoSynthesis.
type NoSynthesis uint8

// The forms.
const (
	NoSyntheticWeight NoSynthesis = 1 << iota
	NoSyntheticStyle
	NoSyntheticCaps
)

// Caps is font-variant-caps; the values are those of text.Caps.
type Caps uint8

// SizeAdjust is font-size-adjust; the fields and values are those of text.SizeAdjust.
type SizeAdjust struct {
	Metric   uint8
	Value    float64
	FromFont bool
}

// Feature is an OpenType feature value.
type Feature struct {
	Tag   string
	Value uint32
}

// Variation is a variation axis value.
type Variation struct {
	Tag   string
	Value float64
}

// LineHeight is the computed line height in px, with numbers multiplied by the font size, or Normal.
type LineHeight struct {
	Normal bool
	Px     float64
	Factor float64 // the number, 0 for lengths
}

// Used returns the height in layout units, unless Normal. As in browsers, a length is rounded to a unit; for a number,
// the font size is rounded, and its product with the number as a percentage, in single precision, is not.
func (h LineHeight) Used() geom.Unit {
	if h.Factor == 0 {
		return geom.FromFloatRound(h.Px)
	}
	size, percent := float32(geom.FromFloatRound(h.Px/h.Factor).Float()), float32(h.Factor*100)
	return geom.FromFloat(float64(float32(size*percent) / 100))
}

// VerticalAlign is a keyword or an offset upwards in pixels (percentages of the line height are resolved).
type VerticalAlign struct {
	Kind  VerticalAlignKind
	Raise geom.Unit
}

// Decoration is one text decoration line with the style of the element that declares it.
type Decoration struct {
	Line      DecorationLine // bit set
	Style     DecorationStyle
	Color     Color
	Thickness Length // Auto = auto; Content = from-font; percentages of 1em resolved
	Offset    Length // text-underline-offset
	Position  UnderlinePosition
	SkipInk   bool
	FontSize  float64 // of the declaring element
}

// TextStroke is -webkit-text-stroke.
type TextStroke struct {
	Width geom.Unit
	Color Color
}

// Shadow is a box-shadow or text-shadow layer.
type Shadow struct {
	X, Y, Blur, Spread geom.Unit
	Color              Color
	Inset              bool
}

// Border is one side; Width is the used width (0 when the style is none or hidden), snapped as Chromium does.
type Border struct {
	Width geom.Unit
	Style LineStyle
	Color Color
	// Current is set when the colour is currentcolor.
	Current bool
}

// Image is a CSS <image>: exactly one field is set.
type Image struct {
	URL       string // as written
	Gradient  *Gradient
	Element   string // a generator's element (mesh-gradient)
	CrossFade []CrossFade
	Solid     *Color // image(color)
}

// CrossFade is one component of cross-fade().
type CrossFade struct {
	Image  Image
	Weight float64 // 0–1
}

// Gradient is a computed <gradient>; lengths are resolved against the box later.
type Gradient struct {
	Kind      GradientKind
	Repeating bool
	Space     InterpolationSpace
	Implied   bool // the colours imply the space, no interpolation method does
	Hue       hue.Arc
	// Linear: Angle in degrees unless Corner; ToX, ToY ∈ −1, 0, 1 name sides or a corner.
	Angle    float64
	ByCorner bool
	ToX, ToY int8
	// Line, if set, holds the two ends of the gradient line of a linear gradient.
	Line *[2][2]Length
	// Radial and conic.
	Center [2]Length
	Circle bool
	Extent RadialExtent
	Radius [2]Length // when Extent is ExtentExplicit
	Stops  []GradientStop
}

// GradientStop is a colour stop, or a hint when Hint. Pos is Auto when not given; in conic gradients Pct is a
// percentage of the full turn.
type GradientStop struct {
	Color Color
	Pos   Length
	Hint  bool
	// exact is the colour if Color cannot represent it: outside sRGB, or with missing components.
	exact *fcolor
}

// Attachment is background-attachment: what the image is positioned in and moves with.
type Attachment uint8

// The attachments: the box, its scrolled content, and the viewport.
const (
	AttachScroll Attachment = iota
	AttachLocal
	AttachFixed
)

// Layer is one layer of background or mask.
type Layer struct {
	Image      *Image // nil: none
	Position   [2]Length
	Size       BackgroundSize
	Repeat     [2]Repeat
	Origin     Box
	Clip       Box
	Attachment Attachment
	Blend      BlendMode     // background-blend-mode
	Mode       MaskMode      // mask-mode
	Composite  MaskComposite // mask-composite
}

// MaskMode is mask-mode.
type MaskMode uint8

// The values of [MaskMode]; match-source is the luminance for a mask element of that mask-type, else the alpha channel.
const (
	MaskMatchSource MaskMode = iota
	MaskAlphaChannel
	MaskLuminance
)

// Luminance reports the mask value of a source whose own type is luminance or alpha.
func (m MaskMode) Luminance(source bool) bool {
	return m == MaskLuminance || m == MaskMatchSource && source
}

// BackgroundSize is background-size.
type BackgroundSize struct {
	Kind BackgroundSizeKind
	W, H Length // of SizeExplicit; Auto allowed
}

// BorderImage is border-image.
type BorderImage struct {
	Source Image
	Slice  [4]Length // Px numbers of image pixels, or per cent
	Fill   bool
	Width  [4]Length // Fraction = multiples of the border width
	Outset [4]Length
	Repeat [2]BorderRepeat
}

// Filter is one filter function. Amount is a number (1 = 100 %), degrees for hue-rotate.
type Filter struct {
	Kind   FilterKind
	Amount float64
	Blur   geom.Unit
	Shadow Shadow
	URL    string // url(#id): an SVG filter of the document
}

// ClipPath is clip-path: a shape in a reference box, or the URL of a clipPath element.
type ClipPath struct {
	Shape *Shape
	Box   Box
	URL   string
}

// Shape is a basic shape.
type Shape struct {
	Kind    ShapeKind
	Inset   [4]Length
	Radius  [4][2]Length
	Center  [2]Length
	RadiusX Length // circle and ellipse; extents by ExtentX, ExtentY
	RadiusY Length
	ExtentX RadialExtent
	ExtentY RadialExtent
	EvenOdd bool
	Points  [][2]Length // polygon
	Path    string      // SVG path data
	// PathScale is the factor of the lengths in Path.
	PathScale float64
	// commands holds the commands of shape().
	commands []shapeCommand
}

// TransformFunc is one transform function. Args: translate x, y are X, Y and z is N[0];
// scale, skew (degrees), rotate (degrees, N[0]), matrix use N.
type TransformFunc struct {
	Kind TransformKind
	X, Y Length
	N    [6]float64
	M    *geom.Matrix4
}

// Focus is -svc-focus: the part of a cropped image to keep visible.
type Focus struct {
	Entropy bool
	Set     bool
	X, Y    Length
}

// Counter is a counter-reset, -increment or -set entry.
type Counter struct {
	Name  string
	Value int
}

// Animation is one animation of an element with its keyframes.
type Animation struct {
	Name            string
	Duration, Delay float64 // seconds
	Iterations      float64 // negative: infinite
	Direction       uint8   // normal, reverse, alternate, alternate-reverse
	Fill            uint8   // none, forwards, backwards, both
	Timing          string
	Composition     uint8 // replace, add, accumulate
	// Paused is animation-play-state: paused; Detached is set for a timeline other than that of the document, which
	// never advances in a document without scrolling.
	Paused, Detached bool
}
