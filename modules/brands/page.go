package brands

// Styles parses and compares CSS values.
type Styles interface {
	// Kind returns how the values of a property are compared; NoSort for an unknown one.
	Kind(property string) ValueKind
	// Longhands returns the longhands that a property sets.
	Longhands(property string) []string
	// Color parses a CSS colour.
	Color(text string) (Color, bool)
	// Canonical returns a value of a longhand in computed form; false if it is invalid.
	Canonical(longhand, text string) (string, bool)
	// Selector parses a selector list.
	Selector(text string) (Selector, error)
}

// Selector is a parsed selector list of Styles.
type Selector interface {
	// Specificity orders selectors (Selectors 4 section 17).
	Specificity() uint32
}

// ValueKind is the type as which values are compared.
type ValueKind uint8

// The kinds of values.
const (
	NoKind ValueKind = iota
	ColorKind
	NumberKind
	FamilyKind
	KeywordKind
)

// Color is non-premultiplied sRGB.
type Color struct{ R, G, B, A uint8 }

// Value is one computed value of an element. Px, Em, Percent and Number hold a number in the units listed in Units.
type Value struct {
	Longhand                string
	Stop                    bool // one of the colours of an image or a shadow
	Color                   Color
	Spot                    bool // a spot ink: Color is only what replaces it on screens
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

// Area is a rectangle in CSS pixels, relative to the top left corner of the canvas.
type Area struct{ X, Y, W, H float64 }

func (a Area) empty() bool { return a.W <= 0 || a.H <= 0 }

// Element is a rendered element or generated box.
type Element struct {
	Parent  int // index, -1 for the first
	Tag, ID string
	Pseudo  string
	// Path is the location in the resolved request: a JSON Pointer for trees.
	Path    string
	Text    string
	Box     Area
	Letters Area
	Image   string
	// Position is the computed position; Moved reports whether a transform applies.
	Position string
	Moved    bool
	Opacity  float64
}

// Page is one laid-out output. It is not safe for concurrent use.
type Page interface {
	// Output returns the output's name.
	Output() string
	// Size returns the canvas size in CSS pixels.
	Size() (width, height float64)
	// Elements returns the elements in document order, parents first.
	Elements() []Element
	// Match reports whether an element matches a selector of Styles.
	Match(s Selector, i int) bool
	// Selector returns a selector that matches only the given element.
	Selector(i int) string
	// Paints reports whether a property has a visible effect on an element.
	Paints(i int, property string) bool
	// Values returns the computed values of a property.
	Values(i int, property string) []Value
	// DeclaredIn reports whether a style sheet of the request declares an element's value of a longhand.
	DeclaredIn(sheet string, i int, longhand string) bool
	// Backdrop returns the colours that may be behind an element's text; known is false when an image is behind it.
	Backdrop(i int, replace func(j int, c Color, stop bool) Color) (colors []Color, known bool)
	// Recolored returns the background images of an element with every colour replaced.
	Recolored(i int, replace func(Color) Color) (string, bool)
}
