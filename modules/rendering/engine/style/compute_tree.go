package style

import (
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Tree is a document with its computed styles.
type Tree struct {
	Doc *dom.Document
	// Styles holds a computed style for every element by NodeID, nil for text
	// nodes and for elements below a display: none ancestor.
	Styles []*Computed
	// Before, After and Marker hold the generated boxes by their originating element.
	Before, After, Marker map[dom.NodeID]*Pseudo
	// NoteCall and NoteMarker hold ::footnote-call and ::footnote-marker by the footnote.
	NoteCall, NoteMarker map[dom.NodeID]*Pseudo
	// CounterStyles holds the document's own counter styles by name.
	CounterStyles map[string]*CounterStyle
	// OwnFontUnits is set when a length depends on the metrics of a font of FontFaces.
	OwnFontUnits bool
	// SizeQueries is set when styles depend on the sizes of containers.
	SizeQueries bool
	// FirstLetter, FirstLine, Placeholder and DetailsContent hold the styles of those pseudo-elements.
	FirstLetter, FirstLine, Placeholder, DetailsContent map[dom.NodeID]*Computed
	// Parts holds the styles of the parts of form controls.
	Parts     map[dom.NodeID]*Parts
	FontFaces []FontFace
	Keyframes map[string]*Keyframes
	// Scale is the number of device pixels per CSS pixel, at least 1.
	Scale float64
	// Pages holds the @page rules, nil if there are none.
	Pages    *PageRules
	Warnings []dom.Warning

	// registered holds the @property rules, by name.
	registered map[string]*registered
	// instances computes the styles of copied elements; nil without use elements.
	instances *instances
}

// Pseudo is a generated box: ::before, ::after, ::marker or one of a footnote.
type Pseudo struct {
	Style   *Computed
	Content []ContentItem
}

// Parts holds the styles of the parts of a form control: the container and the track of a slider, the inner element and
// the bar of a progress bar or meter, and what is on them. A file field has values only.
type Parts struct {
	Inner, Bar *Computed
	// Values holds the thumb of a slider, the value of a progress bar, the optimum, suboptimum and even less good value of
	// a meter, or the button of a file field.
	Values []*Computed
}

// ContentKind is the kind of a content item.
type ContentKind uint8

// The content items.
const (
	ContentText ContentKind = iota
	ContentCounter
	ContentCounters
	ContentImage
	ContentOpenQuote
	ContentCloseQuote
	ContentNoOpenQuote
	ContentNoCloseQuote
	ContentString        // string(): a named string of the page
	ContentElement       // element(): a running element
	ContentSelf          // content(): the element's own text
	ContentTargetCounter // target-counter(): a counter at another element
	ContentTargetText    // target-text(): the text of another element
	ContentLeader        // leader(): a pattern that fills the line
)

// ContentItem is one item of the content property, with attr() resolved to text.
type ContentItem struct {
	Kind      ContentKind
	Text      string // text, the separator of counters(), the pattern of a leader, or the URL of a target
	Counter   string // the name of a counter, string or running element
	Which     string // of string() and element(): "first", "start", "last" or "first-except"
	ListStyle string
	Image     *Image

	anonymous *CounterStyle // that of ListStyle, if it is symbols()
}

// FontFace is an @font-face rule.
type FontFace struct {
	Family          string
	Sources         []FontSource
	WeightMin       int
	WeightMax       int
	StretchMin      float64
	StretchMax      float64
	Slant           Slant
	Ranges          [][2]rune // unicode-range; empty = all
	Features        []Feature
	Variations      []Variation
	AscentOverride  float64 // percent; normal unless HasAscent
	DescentOverride float64
	LineGapOverride float64
	HasLineGap      bool
	HasAscent       bool
	HasDescent      bool
	SizeAdjust      float64 // percent, 0 = 100
	Path            string
}

// FontSource is one src entry: a URL (data:, asset:, https:) or a local() name.
type FontSource struct {
	URL, Local, Format string
}

// Keyframes is an @keyframes rule: frames in order of offset.
type Keyframes struct {
	Name   string
	Frames []Keyframe

	effects WillChange
}

// Keyframe holds the declarations at an offset between 0 and 1.
type Keyframe struct {
	Offset       float64
	Declarations string
}
