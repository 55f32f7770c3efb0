package ai

import (
	"math"
	"time"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/platform/ident"
)

// The values of Image.Determinism.
const (
	Computed = "computed" // by the built-in generator: the same bytes everywhere
	Pinned   = "pinned"   // by a model: its first response is stored
)

// Image is a generated image. The store keeps it as JSON for the next identical request.
type Image struct {
	Body
	RequestHash string     `json:"-"`
	URL         string     `json:"-"`
	VectorURL   string     `json:"-"`
	Credits     int        `json:"-"`
	Cached      bool       `json:"-"`
	Mode        ident.Mode `json:"-"`
	DecisionID  string     `json:"-"`
	Kit         *Ref       `json:"-"` // whose colours were used, nil for none
	Request     *Request   `json:"-"`
}

// Body holds the fields of an image that do not depend on the request.
type Body struct {
	ID          string        `json:"id"`
	Kind        art.Kind      `json:"kind"`
	Width       int           `json:"width"`
	Height      int           `json:"height"`
	Bytes       int           `json:"bytes"`
	SHA256      string        `json:"sha256"`
	Seed        int32         `json:"seed"`
	Mood        string        `json:"mood,omitempty"` // requested, or derived from the prompt
	Colors      []string      `json:"colors"`
	Palette     []Share       `json:"palette"`
	Distance    *float64      `json:"distance,omitempty"` // of Palette to Colors and mixtures of two, ΔE OK; nil without Colors
	Provider    string        `json:"provider"`
	Model       string        `json:"model"`
	Determinism string        `json:"determinism"`
	CSS         string        `json:"css,omitempty"`
	Points      []Point       `json:"points,omitempty"`
	Warnings    []art.Warning `json:"warnings,omitempty"`
	Calm        *Calm         `json:"calm,omitempty"`
	Composition string        `json:"composition,omitempty"`
	Vector      *Vector       `json:"vector,omitempty"`
	CreatedAt   time.Time     `json:"created_at"`
}

// Share is a colour of an image, #RRGGBB, and the part of it that has it.
type Share struct {
	Hex   string  `json:"hex"`
	Share float64 `json:"share"`
	// Of the requested or chosen colours; empty and 0 without any.
	Nearest  string  `json:"nearest,omitempty"`
	Distance float64 `json:"distance,omitempty"` // ΔE OK
}

// Point is a colour of a mesh gradient; places are parts of the sides.
type Point struct {
	Color string  `json:"color"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
}

// Calm is an area that is calm enough for text, in pixels, and a colour for it.
type Calm struct {
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Ink    string `json:"ink"`
}

// Vector is the same image as an SVG.
type Vector struct {
	ID     string `json:"id"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// ids are the stored images of an image.
func (b *Body) ids() []string {
	if b.Vector != nil {
		return []string{b.ID, b.Vector.ID}
	}
	return []string{b.ID}
}

func hexes(list []art.Color) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.String()
	}
	return out
}

// shares converts a measured palette; compared reports whether it has distances to requested or chosen colours.
func shares(list []art.Share, compared bool) []Share {
	out := make([]Share, len(list))
	for i, s := range list {
		out[i] = Share{Hex: s.Color.String(), Share: s.Share}
		if compared {
			out[i].Nearest, out[i].Distance = s.Nearest.String(), rounded(s.Distance)
		}
	}
	return out
}

// rounded returns a distance with four decimals.
func rounded(d float64) float64 { return math.Round(d*10000) / 10000 }
