package brands

// Kit is the content of a version of a brand kit. The member names are those of its JSON, the form in which it is
// stored, compared and hashed.
type Kit struct {
	Colors     Colors     `json:"colors"`
	Typography Typography `json:"typography"`
	Logos      []Logo     `json:"logos"`
	Layout     Layout     `json:"layout"`
	Locks      []Lock     `json:"locks"`
}

// Colors are named colours (#RRGGBB or any CSS colour) and roles, each of which names a colour of the palette or any
// other colour.
type Colors struct {
	Palette map[string]string `json:"palette"`
	Roles   map[string]string `json:"roles"`
	// NeutralsAllowed exempts black, white and greys from locks of mode allow.
	NeutralsAllowed bool `json:"neutrals_allowed"`
}

// Typography lists the fonts and their roles.
type Typography struct {
	Fonts []Font              `json:"fonts"`
	Roles map[string]TypeRole `json:"roles"`
}

// Font is a font family with its fallbacks for missing characters.
type Font struct {
	Family   string   `json:"family"`
	Fallback []string `json:"fallback"`
}

// TypeRole is a font and its weight; a Weight of 0 allows any weight.
type TypeRole struct {
	Family string `json:"family"`
	Weight int    `json:"weight,omitempty"`
}

// Logo is an image of the brand and the rules for showing it.
type Logo struct {
	Name  string `json:"name"`
	Asset string `json:"asset"`
	// MinWidth is the minimum width in CSS pixels, 0 for no minimum.
	MinWidth float64 `json:"min_width,omitempty"`
	// ClearSpace is the margin around the logo that must be free of text and images, as a fraction of its width.
	ClearSpace float64 `json:"clear_space,omitempty"`
}

// Layout holds dimensions: SafeArea is a CSS length, or per cent of the canvas' sides; CornerRadius are lengths.
type Layout struct {
	SafeArea     string   `json:"safe_area,omitempty"`
	CornerRadius []string `json:"corner_radius"`
}

// Lock is a rule about a document's appearance: for a Property, it applies to the elements that Selector matches, or to
// all elements that show the property; otherwise it applies to a Target of the layout.
type Lock struct {
	ID       string `json:"id"`
	Selector string `json:"selector,omitempty"`
	Property string `json:"property,omitempty"`
	Target   string `json:"target,omitempty"`
	Mode     string `json:"mode"`
	// Value is a string, a float64, or a list of them; Min and Max are a string or a float64; nil when absent.
	Value    any    `json:"value,omitempty"`
	Min      any    `json:"min,omitempty"`
	Max      any    `json:"max,omitempty"`
	Severity string `json:"severity,omitempty"`
}

// The modes of locks.
const (
	Exact  = "exact"
	Allow  = "allow"
	Range  = "range"
	Min    = "min"
	Max    = "max"
	Forbid = "forbid"
)

// The targets of locks.
const (
	SafeArea  = "layout.safe_area"
	Position  = "layout.position"
	LogoUsage = "logo.usage"
	Contrast  = "contrast"
)

// The severities of locks; an empty one is Error.
const (
	Error = "error"
	Warn  = "warn"
)

// subject returns the property or target that a lock constrains.
func (l *Lock) subject() string {
	if l.Target != "" {
		return l.Target
	}
	return l.Property
}

// items returns a value as a list.
func items(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// normal fills in members that JSON may omit, so that equal kits have equal JSON.
func (k *Kit) normal() {
	if k.Colors.Palette == nil {
		k.Colors.Palette = map[string]string{}
	}
	if k.Colors.Roles == nil {
		k.Colors.Roles = map[string]string{}
	}
	if k.Typography.Fonts == nil {
		k.Typography.Fonts = []Font{}
	}
	for i := range k.Typography.Fonts {
		if k.Typography.Fonts[i].Fallback == nil {
			k.Typography.Fonts[i].Fallback = []string{}
		}
	}
	if k.Typography.Roles == nil {
		k.Typography.Roles = map[string]TypeRole{}
	}
	if k.Logos == nil {
		k.Logos = []Logo{}
	}
	if k.Layout.CornerRadius == nil {
		k.Layout.CornerRadius = []string{}
	}
	if k.Locks == nil {
		k.Locks = []Lock{}
	}
	for i := range k.Locks {
		if k.Locks[i].Severity == "" {
			k.Locks[i].Severity = Error
		}
	}
}
