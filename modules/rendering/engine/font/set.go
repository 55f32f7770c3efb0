package font

// Slant is the font-style.
type Slant uint8

// The slants.
const (
	Upright Slant = iota
	Italic
	Oblique
)

// RuneRange is an inclusive range of code points.
type RuneRange struct{ First, Last rune }

// Source is where an @font-face takes its bytes: Data (TrueType, OpenType, WOFF
// or WOFF2 file; Index chooses in a collection), or Local, a bundled family or
// full font name.
type Source struct {
	Data  []byte
	Index int
	Local string
}

// Rule is an @font-face rule (CSS Fonts 4 §4). Zero values mean what an absent
// descriptor means; ranges with equal ends are single values.
type Rule struct {
	Family                 string
	Sources                []Source // the first that opens is used
	WeightMin, WeightMax   int      // 0: 400 (auto: the variable face's whole axis)
	StretchMin, StretchMax float64  // per cent; 0: 100
	Slant                  Slant
	UnicodeRange           []RuneRange // empty: everything
	SizeAdjust             float64     // per cent; 0: 100
	AscentOverride         float64     // per cent of the size; negative or 0: none
	DescentOverride        float64
	LineGapOverride        float64
	HasAscent, HasDescent  bool // the overrides are set (0 % is meaningful)
	HasLineGap             bool
	Variations             []Variation
}

// Variation is an axis value of a variable face.
type Variation struct {
	Tag   string // four bytes
	Value float64
}

// Set is the faces a document can use: its own @font-face rules and the bundled
// catalogue. It is immutable after [NewSet] and safe for concurrent use.
type Set struct{}

// NewSet opens the rules' fonts. The Set is always usable; a rule whose sources
// all fail is left out and reported in errs, one error a rule, in order.
func NewSet(rules []Rule) (set *Set, errs []error) { return &Set{}, nil }

// Bundled is the Set with the catalogue alone.
func Bundled() *Set { return nil }

// HasFamily reports whether a family name (not a generic one) is in the set,
// ignoring case; documents get a warning for those that are not.
func (s *Set) HasFamily(name string) bool { return false }

// Families returns the names of the bundled families, sorted.
func Families() []string { return nil }

// Query is the style a face is looked up for. Families are in order of
// preference; generic names resolve to bundled families.
type Query struct {
	Families   []string
	Weight     int     // 1–1000
	Stretch    float64 // per cent
	Slant      Slant
	Lang       string // BCP 47
	Variations []Variation
}

// Match is a chosen face and what must be synthesised.
type Match struct {
	Face    *Face
	Bold    bool    // the face is lighter than asked: embolden
	Oblique bool    // the face is upright: slant
	Scale   float64 // size-adjust, 1 is none
}

// Primary returns the face the first available family gives for U+0020; it
// always finds one.
func (s *Set) Primary(q *Query) Match { return Match{} }

// Lookup returns the face for a grapheme cluster, in order of the query's
// families and then the fallback faces of its script and language; ok is false
// when no face has all of its characters (the match is then the best there is).
func (s *Set) Lookup(q *Query, cluster string) (m Match, ok bool) { return Match{}, false }
