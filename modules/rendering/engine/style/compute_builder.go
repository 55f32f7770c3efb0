package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// builder builds one computed style. Setters write to out.
type builder struct {
	c      *computer
	out    *Computed
	parent *Computed
	el     *dom.Node
	from   dom.NodeID // of el
	pseudo bool       // out is the style of a generated box of el

	fontPhase, linePhase bool
	gridOwned            bool
	svgOwned             bool
	anchoringOwned       bool
	tree                 int32 // of the declaration being applied, see match
	anchored             bool  // a length contains an anchor function
	sizeSet              bool  // font-size was declared on this element
	absolute             bool  // registered custom properties convert relative lengths to pixels
}

// inRightToLeft reports whether the containing block of the element is right-to-left, which determines the physical side of
// flow-relative float and clear values (CSS Logical 1 §2.2).
func (b *builder) inRightToLeft() bool {
	p := b.parent
	for n := b.el; p != nil && p.Display == DisplayContents && n != nil && n.Parent != dom.None; {
		// An element without a box is not a containing block.
		n = b.c.doc.Node(n.Parent)
		if n.Parent == dom.None {
			break
		}
		p = b.c.tree.Styles[n.Parent]
	}
	return p != nil && p.Direction == RTL
}

// grid returns the grid part of the style for writing.
func (b *builder) grid() *Grid {
	if !b.gridOwned {
		g := *initialGrid
		if b.out.Grid != nil {
			g = *b.out.Grid
		}
		b.out.Grid = &g
		b.gridOwned = true
	}
	return b.out.Grid
}

// initialGrid is the grid part with initial values.
var initialGrid = &Grid{
	ColumnStart: GridLine{Auto: true}, ColumnEnd: GridLine{Auto: true},
	RowStart: GridLine{Auto: true}, RowEnd: GridLine{Auto: true},
}

// gridOf returns the grid part of a style, initialGrid if it has none.
func gridOf(s *Computed) *Grid {
	if s.Grid != nil {
		return s.Grid
	}
	return initialGrid
}

// inner holds computed values that only style computation uses.
type inner struct {
	id uint32
	// lineFactor is the factor of line-height: <number>, otherwise 0.
	lineFactor float64
	lineNumber bool
	// The features of font-feature-settings and of the font-variant-* properties.
	features                                featureSet
	position, ligatures, numeric, eastAsian string
	// borderWidth is border-width before border-style zeroes it; [4] is the outline's.
	borderWidth [5]float64
	// fontKeyword is 1…8 for font-size xx-small…xxx-large; absolute is set when the size depends on absolute lengths
	// only.
	fontKeyword int8
	fontFixed   bool
	monospace   bool
	keywords    bool // interpolate-size: allow-keywords
	// Whether the inherited colours follow currentcolor.
	fillCurrent, strokeCurrent, emphasisCurrent bool
	shadowCurrent                               []bool // one per TextShadow
	paintOrder                                  [3]uint8
	// The parts of the transform list.
	offset                   offsetValues
	translate, rotate, scale []TransformFunc
	transform                []TransformFunc
	// The element's own decoration, before propagation.
	lines         DecorationLine
	decoStyle     DecorationStyle
	decoColor     Color
	decoCurrent   bool // decoColor is currentcolor
	decoThickness Length
	underOffset   Length
	underPosition UnderlinePosition
	skipInkNone   bool
	specified     Display // display before blockification
	clampBox      bool    // display: -webkit-box
	boxVertical   bool    // -webkit-box-orient: vertical
	svg           *SVGStyle
	backgrounds   layerLists
	masks         layerLists
	borderSource  *Image
	clip          *[4]Length // the clip property as insets from the border box
	visibility    contentVisibility
	borderImage   BorderImage
	maskSource    *Image
	maskBorder    BorderImage
	content       contentValue
	animation     animationLists
	schemes       schemes
}

// initialStyle returns the style of initial values, from which the root inherits.
func (c *computer) initialStyle() *Computed {
	black := Color{A: 255}
	s := &Computed{
		Display: DisplayInline, ZAuto: true,
		ClipMargin: ClipMargin{Box: PaddingBoxArea},
		MinWidth:   Length{}, FlexShrink: 1,
		Font: Font{
			Families: []string{"Inter"}, Size: 16, Weight: 400, Stretch: 100, Optical: true,
		},
		Zoom:        1,
		ShapeMargin: Pixels(0),
		PerspectiveOrigin: [2]Length{
			Percentage(50), Percentage(50),
		},
		Color:         black,
		Direction:     c.opts.Direction,
		LineHeight:    LineHeight{Normal: true},
		LetterSpacing: Pixels(0), WordSpacing: Pixels(0), TextIndent: Pixels(0),
		TabSize:       Length{Kind: Fraction, Pct: 8},
		Hyphens:       HyphensManual,
		TextAlignLast: AlignAuto,
		Lang:          c.opts.Locale,
		TextFill:      black, EmphasisColor: black,
		TextStroke:    TextStroke{Color: black},
		ListStyleType: "disc",
		Opacity:       1,
		TransformOrigin: [2]Length{
			Percentage(50), Percentage(50),
		},
		TransformBox:   ViewBoxArea,
		ObjectPosition: [2]Length{Percentage(50), Percentage(50)},
		Orphans:        2, Widows: 2,
		JustifyItems: Alignment{}, JustifySelf: Alignment{Kind: AlignAutoSelf}, AlignSelf: Alignment{Kind: AlignAutoSelf},
	}
	for i := range 4 {
		s.Margin[i], s.Padding[i] = Pixels(0), Pixels(0)
		s.Border[i].Color = black
		s.Radius[i] = [2]Length{Pixels(0), Pixels(0)}
		s.inner.borderWidth[i] = 3
	}
	s.inner.borderWidth[4] = 3
	s.Outline.Color = black
	s.AspectRatio = AspectRatio{Auto: true}
	s.inner.fontKeyword = 4
	s.inner.offset.distance, s.inner.offset.rotate.Auto = Pixels(0), true
	s.inner.paintOrder = [3]uint8{0, 1, 2}
	s.inner.fillCurrent, s.inner.strokeCurrent, s.inner.emphasisCurrent = true, true, true
	s.inner.decoColor, s.inner.decoCurrent = black, true
	for i := range 4 {
		s.inner.borderImage.Slice[i] = Percentage(100)
		s.inner.borderImage.Width[i] = Length{Kind: Fraction, Pct: 1}
		s.inner.borderImage.Outset[i] = Length{Kind: Fraction}
	}
	s.inner.maskBorder = initialMaskBorder()
	s.inner.specified = DisplayInline
	return s
}
