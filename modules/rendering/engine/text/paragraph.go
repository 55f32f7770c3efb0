// Package text converts a paragraph of styled Unicode text to positioned glyphs: it itemises it into runs of a single
// script, direction and face (by grapheme cluster), shapes them, and finds line break opportunities (UAX #14 as
// tailored by Chromium, with dictionary breaks for Thai, Lao and Khmer). Line boxes are built by layout.
//
// All results are immutable and may be shared; an Engine is safe for concurrent use, and its caches do not affect
// results.
package text

import (
	"math"

	"github.com/platenhq/platen/modules/rendering/engine/font"
	"github.com/platenhq/platen/modules/rendering/engine/fontrule"
	"github.com/platenhq/platen/modules/rendering/engine/geom"
)

// Direction is the base direction of a paragraph or the direction of a run.
type Direction uint8

// The directions.
const (
	LTR Direction = iota
	RTL
)

// Feature is an OpenType feature setting (font-feature-settings, or a font-variant property).
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

// Spacing is a letter spacing in 1/65536 CSS px: finer than layout's unit, so that errors do not accumulate over
// hundreds of letters.
type Spacing int32

// SpacingOf converts px CSS pixels, clamped to ±30000, to the nearest 1/65536.
func SpacingOf(px float64) Spacing {
	return Spacing(math.Floor(float64(min(max(px, -30000), 30000)*65536) + 0.5))
}

// Units returns the spacing rounded to layout's unit.
func (s Spacing) Units() geom.Unit { return geom.Unit((s + 1<<9) >> 10) }

// Style holds the properties that affect shaping. Spans are merged if their styles are equal by value, so text shapes
// across element boundaries.
type Style struct {
	Families      []string // in order of preference; generic names resolve to bundled families
	Size          geom.Unit
	Exact         float64 // the size in px before it was rounded, see [ExactSizeOf]; 0: Size
	Weight        int     // 1–1000
	Stretch       float64 // per cent, 100 is normal
	Slant         Slant
	Lang          string // BCP 47
	LetterSpacing Spacing
	WordSpacing   Spacing
	Features      []Feature
	Variations    []Variation
	NoKerning     bool
	NoLigatures   bool // no optional ligatures and contextual forms, also implied by nonzero letter-spacing
	Caps          Caps
	NoSynthesis   NoSynthesis
	OpticalSizing bool // set the opsz axis to the size
	SizeAdjust    SizeAdjust
	Emoji         font.Presentation    // font-variant-emoji
	Alternates    *fontrule.Alternates // font-variant-alternates, nil: normal
	Palette       *fontrule.Palette    // font-palette, nil: normal
	Unfitted      bool                 // no hinting (text-rendering: geometricPrecision)
	// NoPunctuationTrim keeps full-width punctuation at full width (text-spacing-trim: space-all).
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

// Span is a range of the paragraph's text with a single style. Spans are in order and cover the text without gaps.
type Span struct {
	Start, End int // byte offsets
	Style      *Style
	// NoWrap forbids breaks inside the span (white-space: nowrap, pre).
	NoWrap       bool
	WordBreak    WordBreak
	LineBreak    LineBreak
	Anywhere     bool // overflow-wrap: anywhere|break-word: emergency breaks between clusters
	ManualHyphen bool // hyphens: manual|auto: U+00AD is a break opportunity; false: none
}

// Paragraph is the input: text after white-space collapsing and text-transform, with U+FFFC for every atomic inline and
// U+2028 (or \n) for forced breaks. Isolates and embeddings of the unicode-bidi property are part of the text as
// control characters, which have no glyphs.
type Paragraph struct {
	Text  string
	Spans []Span
	Base  Direction
	// AutoBase determines the base direction from the first strong character (unicode-bidi: plaintext, dir=auto).
	AutoBase bool
	// Justify selects the justification opportunities of the lines.
	Justify Justification
}

// Justification is the text-justify property.
type Justification uint8

// The values of text-justify.
const (
	JustifyAuto Justification = iota
	JustifyNone
	JustifyWords
	JustifyCharacters
)

// Glyph is one shaped glyph. Offsets and advance are in 1/64 px at the run's size, y pointing up. Fine is the
// horizontal distance, in 1/65536 px, from the rounded position to the exact one.
type Glyph struct {
	ID      font.GlyphID
	Cluster int // byte offset of its cluster in the paragraph's text
	Advance geom.Unit
	XOffset geom.Unit
	YOffset geom.Unit
	Fine    int32
}

// Run is a part of a line with a single face, size and bidi level; its glyphs are in visual order (left to right).
// Start and End are byte offsets in the paragraph.
type Run struct {
	Face       *font.Face
	Style      *Style
	Size       geom.Unit // of the glyphs: differs from Style.Size for synthesised small capitals
	Start, End int
	Level      uint8 // bidi embedding level; odd means right to left
	Glyphs     []Glyph
	Width      geom.Unit
	Embolden   geom.Unit // additional outline weight of a synthesised bold
	Oblique    bool      // synthesised slant of 20/64 (about 14 degrees is 1/4: see display)
	// Upright runs are upright in vertical lines: their glyphs are rotated against the line, around their origins.
	Upright bool
	// Hyphen marks a run inserted at a soft hyphen.
	Hyphen bool
	// Object is the run of one U+FFFC, Tab that of one U+0009: without glyphs and with zero width, which layout sets.
	Object, Tab bool
	// SpaceAfter marks the last run of a line whose trailing white space was removed.
	SpaceAfter bool

	exact fixed // the width before rounding
}

// Break is a line break opportunity.
type Break struct {
	Pos int // byte offset: the next line starts here
	// Forced breaks are mandatory (newline).
	Forced bool
	// Hyphen breaks show a hyphen when used.
	Hyphen bool
	// Emergency breaks (overflow-wrap) are used only if no other break fits.
	Emergency bool
}

// Missing is a character that no available face has.
type Missing struct {
	Pos  int
	Rune rune
}
