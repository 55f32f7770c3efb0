package brands

// Styles parses and compares CSS values.
type Styles interface {
	// Sort returns how the values of a property are compared; NoSort for an unknown one.
	Sort(property string) Sort
	// Longhands returns the properties that a property represents.
	Longhands(property string) []string
	// Color reads a CSS colour.
	Color(text string) (Color, bool)
	// Canonical returns a value of a longhand in computed form; false if it is invalid.
	Canonical(longhand, text string) (string, bool)
	// Selector reads a selector list.
	Selector(text string) (Selector, error)
}

// Selector is a parsed selector list of Styles.
type Selector interface {
	// Specificity orders selectors (Selectors 4 section 17).
	Specificity() uint32
}

// Sort is what values are compared as.
type Sort uint8

// The sorts.
const (
	NoSort Sort = iota
	ColorSort
	NumberSort
	FamilySort
	WordSort
)

// Color is non-premultiplied sRGB.
type Color struct{ R, G, B, A uint8 }

// Value is one computed value of an element. Px, Em, Percent and Number give a number in the units that
// Units has.
type Value struct {
	Longhand                string
	Stop                    bool // one of the colours of an image or a shadow
	Color                   Color
	Px, Em, Percent, Number float64
	Units                   Units
	Text                    string
}

// Units is a set of units.
type Units uint8

// The units a number can be given in.
const (
	UnitPx Units = 1 << iota
	UnitEm
	UnitPercent
	UnitNumber
)

// Area is a rectangle in CSS pixels from the canvas' corner.
type Area struct{ X, Y, W, H float64 }

func (a Area) empty() bool { return a.W <= 0 || a.H <= 0 }

// Element is an element, or a generated box, that is shown.
type Element struct {
	Parent  int // index, -1 for the first
	Tag, ID string
	Pseudo  string
	// Path is its place in the resolved request: a JSON Pointer for trees.
	Path    string
	Text    string
	Box     Area
	Letters Area
	Picture string
	// Position is the computed position; Moved reports whether a transform moves it.
	Position string
	Moved    bool
	Opacity  float64
}

// Page is one laid-out output. It is used by one goroutine.
type Page interface {
	// Output is its name.
	Output() string
	// Size is the canvas in CSS pixels.
	Size() (width, height float64)
	// Elements are in document order, parents first.
	Elements() []Element
	// Match reports whether an element matches a selector of Styles.
	Match(s Selector, i int) bool
	// Selector returns a selector that matches an element and nothing else.
	Selector(i int) string
	// Paints reports whether an element shows a property.
	Paints(i int, property string) bool
	// Values returns the computed values of a property.
	Values(i int, property string) []Value
	// DeclaredIn reports whether an element has its value of a longhand from a style sheet of the request.
	DeclaredIn(sheet string, i int, longhand string) bool
	// Backdrop returns the colours that may be behind an element's text; known is false when an image is.
	Backdrop(i int, replace func(j int, c Color, stop bool) Color) (colors []Color, known bool)
	// Recolored writes the background images of an element with every colour replaced.
	Recolored(i int, replace func(Color) Color) (string, bool)
}
