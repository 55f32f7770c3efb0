package brands

// Kit is the content of a version of a brand kit. The member names are those of its JSON, the form in which it
// is stored, compared and hashed.
type Kit struct {
	Colors     Colors     `json:"colors"`
	Typography Typography `json:"typography"`
	Logos      []Logo     `json:"logos"`
	Layout     Layout     `json:"layout"`
	Locks      []Lock     `json:"locks"`
}

// Colors are named colours (#RRGGBB or any CSS colour) and what they are for: a role names a colour of the
// palette, or another colour.
type Colors struct {
	Palette map[string]string `json:"palette"`
	Roles   map[string]string `json:"roles"`
	// NeutralsAllowed lets black, white and greys pass the locks of mode allow.
	NeutralsAllowed bool `json:"neutrals_allowed"`
}

// Typography are the fonts and what they are for.
type Typography struct {
	Fonts []Font              `json:"fonts"`
	Roles map[string]TypeRole `json:"roles"`
}

// Font is a family with the fallbacks for characters it lacks.
type Font struct {
	Family   string   `json:"family"`
	Fallback []string `json:"fallback"`
}

// TypeRole is a font at a weight; a Weight of 0 leaves the weight open.
type TypeRole struct {
	Family string `json:"family"`
	Weight int    `json:"weight,omitempty"`
}

// Logo is an image of the brand and the rules for showing it.
type Logo struct {
	Name  string `json:"name"`
	Asset string `json:"asset"`
	// MinWidth is the smallest width in CSS pixels, 0 for any.
	MinWidth float64 `json:"min_width,omitempty"`
	// ClearSpace is the margin around it that text and images keep free, as a fraction of its width.
	ClearSpace float64 `json:"clear_space,omitempty"`
}

// Layout are measures: SafeArea is a CSS length, or per cent of the canvas' sides, CornerRadius lengths.
type Layout struct {
	SafeArea     string   `json:"safe_area,omitempty"`
	CornerRadius []string `json:"corner_radius"`
}

// Lock is a rule about what a document looks like: of the elements that Selector matches, or of all that
// show the property, for a Property; or of a Target of the layout.
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

// subject is what a lock is about, as rules name it.
func (l *Lock) subject() string {
	if l.Target != "" {
		return l.Target
	}
	return l.Property
}

// items is a value as a list.
func items(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// normal fills in what JSON may leave out, so that equal kits are equal.
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
