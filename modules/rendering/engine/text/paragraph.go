// Package text turns a paragraph of styled Unicode text into positioned glyphs:
// it itemises into runs of one script, direction and face (by grapheme cluster),
// shapes them, and finds the places where lines may break (UAX #14 as Chromium
// tailors it, with dictionary breaks for Thai, Lao and Khmer). Building line
// boxes is layout's work.
//
// All results are immutable and may be shared; an Engine is safe for concurrent
// use, and its caches never change a result.
package text

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Direction is the base direction of a paragraph or the direction of a run.
type Direction uint8

// The directions.
const (
	LTR Direction = iota
	RTL
)

// Feature is an OpenType feature setting (font-feature-settings and what the
// font-variant properties represent).
type Feature struct {
	Tag   string // four bytes
	Value uint32
}

// Variation is a font-variation-settings axis value.
type Variation = font.Variation

// Slant is the font-style.
type Slant = font.Slant

// The slants.
const (
	Upright = font.Upright
	Italic  = font.Italic
	Oblique = font.Oblique
)

// Spacing is a distance between letters in 1/65536 CSS px: too fine for layout, so that hundreds of letters do
// not drift.
type Spacing int32

// SpacingOf returns px CSS pixels, which are limited to ±30000, to the nearest 1/65536.
func SpacingOf(px float64) Spacing {
	return Spacing(math.Floor(float64(min(max(px, -30000), 30000)*65536) + 0.5))
}

// Units is the spacing to the nearest unit of layout.
func (s Spacing) Units() geom.Unit { return geom.Unit((s + 1<<9) >> 10) }

// Style is all that shaping needs to know of a span of text. It is compared by
// value when spans are merged, so equal styles shape together across elements.
type Style struct {
	Families      []string // in order of preference; generic names resolve to bundled families
	Size          geom.Unit
	Weight        int     // 1–1000
	Stretch       float64 // per cent, 100 is normal
	Slant         Slant
	Lang          string // BCP 47
	LetterSpacing Spacing
	WordSpacing   Spacing
	Features      []Feature
	Variations    []Variation
	NoKerning     bool
	NoLigatures   bool // no optional ligatures and contextual forms, as letter-spacing other than 0 has it too
	Caps          Caps
	NoSynthesis   bool // no synthetic bold or oblique
	OpticalSizing bool // the size sets the opsz axis
	SizeAdjust    SizeAdjust
	Unfitted      bool // no hinting (text-rendering: geometricPrecision)
	// NoPunctuationTrim keeps full-width punctuation at its width (text-spacing-trim: space-all).
	NoPunctuationTrim bool
	Autospace         bool // text-autospace
	Orientation       Orientation
}

// WordBreak is the word-break property.
type WordBreak uint8

// The values of word-break.
const (
	BreakNormal WordBreak = iota
	BreakAll
	KeepAll
	BreakWord
)

// LineBreak is the line-break property.
type LineBreak uint8

// The values of line-break.
const (
	LineBreakAuto LineBreak = iota
	LineBreakLoose
	LineBreakNormal
	LineBreakStrict
	LineBreakAnywhere
)

// Span is a range of the paragraph's text with one style. Spans cover the text
// without gaps, in order.
type Span struct {
	Start, End int // byte offsets
	Style      *Style
	// NoWrap forbids breaks inside the span (white-space: nowrap, pre).
	NoWrap       bool
	WordBreak    WordBreak
	LineBreak    LineBreak
	Anywhere     bool // overflow-wrap: anywhere|break-word: breaks between clusters are allowed in need
	ManualHyphen bool // hyphens: manual|auto: U+00AD is a break opportunity; false = none
}

// Paragraph is the input: text after white-space collapsing and text-transform,
// with U+FFFC for every atomic inline and U+2028 (or \n) for forced breaks.
// Isolates and embeddings of the unicode-bidi property are already in the text as
// control characters (they shape to nothing).
type Paragraph struct {
	Text  string
	Spans []Span
	Base  Direction
	// AutoBase takes the base direction from the first strong character
	// (unicode-bidi: plaintext, dir=auto).
	AutoBase bool
}

// Glyph is one shaped glyph. Offsets and advance are in 1/64 px at the run's
// size, y pointing up. Fine is what the glyph's exact place is to the right of the one
// they give, in 1/65536 px.
type Glyph struct {
	ID      font.GlyphID
	Cluster int // byte offset of its cluster in the paragraph's text
	Advance geom.Unit
	XOffset geom.Unit
	YOffset geom.Unit
	Fine    int32
}

// Run is a piece of a line of one face, size and bidi level, glyphs in visual
// order (left to right). Its Start and End are byte offsets in the paragraph.
type Run struct {
	Face       *font.Face
	Style      *Style
	Size       geom.Unit // of the glyphs: may differ from Style.Size (synthesised small capitals)
	Start, End int
	Level      uint8 // bidi embedding level; odd is right to left
	Glyphs     []Glyph
	Width      geom.Unit
	Embolden   geom.Unit // extra outline weight of a synthesised bold
	Oblique    bool      // synthesised slant of 20/64 (about 14 degrees is 1/4: see display)
	// Upright runs stand upright in vertical lines: their glyphs are turned against the line, around their origins.
	Upright bool
	// Hyphen marks a run added at a soft hyphen's break.
	Hyphen bool
	// Object is the run of one U+FFFC, Tab of one U+0009: no glyphs and no
	// width, which are layout's.
	Object, Tab bool

	exact fixed // the width before rounding
}

// Break is a place where a line may end.
type Break struct {
	Pos int // byte offset: the next line starts here
	// Forced breaks must be taken (newline).
	Forced bool
	// Hyphen breaks show a hyphen when taken.
	Hyphen bool
	// Emergency breaks (overflow-wrap) are taken only when nothing else fits.
	Emergency bool
}

// Missing is a character no available face has.
type Missing struct {
	Pos  int
	Rune rune
}
