package css

// Specificity packs the specificity of a selector into a comparable number: 10 bits each for ids, classes and types.
type Specificity uint32

// NewSpecificity packs the three counts, each saturating at 1023.
func NewSpecificity(ids, classes, types int) Specificity {
	return Specificity(min(ids, 1023)<<20 | min(classes, 1023)<<10 | min(types, 1023))
}

// Counts unpacks the three counts.
func (s Specificity) Counts() (ids, classes, types int) {
	return int(s >> 20), int(s >> 10 & 1023), int(s & 1023)
}

// Add returns the component-wise sum of two specificities.
func (s Specificity) Add(o Specificity) Specificity {
	a, b, c := s.Counts()
	d, e, f := o.Counts()
	return NewSpecificity(a+d, b+e, c+f)
}

// PseudoElement is the pseudo-element at the end of a selector.
type PseudoElement uint8

// The pseudo-elements. PseudoOther is a valid pseudo-element that the engine never draws.
const (
	PseudoNone PseudoElement = iota
	PseudoBefore
	PseudoAfter
	PseudoMarker
	PseudoFirstLine
	PseudoFirstLetter
	PseudoPlaceholder
	PseudoDetailsContent
	PseudoFootnoteCall
	PseudoFootnoteMarker
	// The parts of form controls.
	PseudoProgressInner
	PseudoProgressBar
	PseudoProgressValue
	PseudoMeterInner
	PseudoMeterBar
	PseudoMeterOptimum
	PseudoMeterSuboptimum
	PseudoMeterEvenLessGood
	PseudoSliderContainer
	PseudoSliderTrack
	PseudoSliderThumb
	PseudoFileButton
	PseudoOther
)

// controlParts holds the names of the parts of form controls.
var controlParts = map[string]PseudoElement{
	"-webkit-progress-inner-element": PseudoProgressInner, "-webkit-progress-bar": PseudoProgressBar, "-webkit-progress-value": PseudoProgressValue,
	"-webkit-meter-inner-element": PseudoMeterInner, "-webkit-meter-bar": PseudoMeterBar, "-webkit-meter-optimum-value": PseudoMeterOptimum,
	"-webkit-meter-suboptimum-value": PseudoMeterSuboptimum, "-webkit-meter-even-less-good-value": PseudoMeterEvenLessGood,
	"-webkit-slider-container": PseudoSliderContainer, "-webkit-slider-runnable-track": PseudoSliderTrack, "-webkit-slider-thumb": PseudoSliderThumb,
	"file-selector-button": PseudoFileButton, "-webkit-file-upload-button": PseudoFileButton,
}

// Combinator joins a compound selector to the one on its left.
type Combinator uint8

// The combinators; NoCombinator belongs to the leftmost compound.
const (
	NoCombinator Combinator = iota
	Descendant
	Child
	NextSibling
	LaterSibling
	// SlotOf leads from a slotted element to its slot, HostOf from a part of a shadow tree to the host.
	SlotOf
	HostOf
)

// Selector is a complex selector, its compounds ordered from right (the subject) to left.
type Selector struct {
	Compounds   []Compound
	Pseudo      PseudoElement
	Specificity Specificity
	// Leading is the combinator before the leftmost compound; used in :has() only.
	Leading Combinator
	// Name is the name of a pseudo-element that is not drawn here.
	Name string
}

// Compound is a compound selector with the combinator to its left neighbour.
type Compound struct {
	Tag        string // as written; "" is universal
	TagLower   string
	Space      Namespace
	ID         string // the first id, for fast rejection
	Classes    []string
	Simples    []Simple // everything else
	Combinator Combinator
	// Never is set when the compound cannot match in a static image (:hover).
	Never bool
	// Host is set when the compound can match the host of the shadow tree that its sheet is in.
	Host bool
	// Names holds the names of ::part().
	Names []string
}

// SimpleKind is the kind of a simple selector that is not a type, id or class.
type SimpleKind uint8

// The kinds of simple selectors.
const (
	AttrExists SimpleKind = iota
	AttrEquals
	AttrIncludes
	AttrDash
	AttrPrefix
	AttrSuffix
	AttrSubstring
	MatchesAny // :is, :where and &
	MatchesNone
	Has
	NthChild
	NthLastChild
	NthOfType
	NthLastOfType
	OnlyChild
	OnlyOfType
	Empty
	Root
	Scope
	Lang
	Dir
	AnyLink
	Checked
	Disabled
	Enabled
	ExtraID // a second id
	Defined
	NeverMatches
	Host        // :host, :host() with its argument in Sel
	HostContext // :host-context()
	State       // a state of a form control, named by Name
)

// Simple is a simple selector.
type Simple struct {
	Kind SimpleKind
	Name string // attribute name, lower case
	// NameCase is the attribute name as written, for elements with case.
	NameCase string
	Value    string
	Fold     bool // the i flag
	Keep     bool // the s flag
	A, B     int  // An+B
	Sel      []Selector
	Values   []string
}
