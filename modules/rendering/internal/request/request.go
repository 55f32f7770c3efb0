package request

import (
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Operation is the mode of a request.
type Operation string

// The operations.
const (
	Preview Operation = "preview" // render now and return the files in the response
	Queue   Operation = "render"  // render as a job
)

// Request is a render request that matches its schema. References and business rules are not checked yet.
type Request struct {
	// Unowned says that nothing of the render is stored, so that it belongs to no brand.
	Unowned   bool
	Operation Operation
	// Exactly one of Template, Document and HTML is set.
	Template  *Ref
	Document  *dom.Tree
	HTML      string
	CSS       string
	Data      map[string]any
	Overrides []engine.Override
	BrandID   string
	BrandKit  *Ref
	Outputs   []OutputSpec
	Locale    string
	Direction string // ltr, rtl, auto or empty
	// ColorScheme is the preferred colour scheme: light, dark or empty, which is light.
	ColorScheme string
	Timezone    string
	Seed        *int32
	Engine      string // auto, native or browser
	// EngineVersion pins the engine; empty takes the current one.
	EngineVersion string
	OnMissing     OnMissing
	Asserts       []Assert
	LayoutReport  bool
	// Inline returns the files' bytes in the response.
	Inline     bool
	Metadata   map[string]string
	WebhookIDs []string
	// Execute runs a request that needs approval as a job when the approval is given.
	Execute bool

	// Canonical is the canonical JSON (RFC 8785) of every member that decides the
	// output; its hash is the request's hash.
	Canonical []byte
	// Wire is the whole request as JSON: what a job stores and decodes later. It leaves Execute out.
	Wire []byte
}

// Ref names a versioned object; Version 0 is the published one.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
}

// OutputSpec is one requested output. Zero values are absent members.
type OutputSpec struct {
	Name          string
	Preset        string
	Width, Height int
	Format        string
	Scale         float64
	Quality       int
	Lossless      bool
	Palette       bool
	Effort        string // normal, best or empty, which is normal
	Background    string // #RRGGBB, #RRGGBBAA or transparent
	MaxBytes      int
	// AutoHeight makes the canvas as tall as the document, with Height as the least. Trim cuts the file to what is painted.
	AutoHeight, Trim bool
	// Page is the paper of a PDF, nil when the request has none.
	Page *PaperSpec
	// PDF says what a PDF conforms to and what is attached to it, nil when the request does not.
	PDF *PDFSpec
	// Animation says how an animation is sampled, nil when the request does not.
	Animation *AnimationSpec
	// At is the moment of a still in seconds, nil when the request leaves it to the engine.
	At *float64
}

// PaperSpec is the paper of a PDF: CSS lengths or the name of a size; "" leaves it to the output.
type PaperSpec struct{ Size, Margin string }

// AnimationSpec says how an animation is sampled. Zero values are absent members.
type AnimationSpec struct {
	FPS      float64
	Duration float64 // seconds
	Loops    int     // 0 repeats without end
}

// OnMissing says what a missing variable, glyph or image does: "error", or what takes its place.
type OnMissing struct{ Variable, Glyph, Image string }

// Assert is a set of conditions on the layout of one node; zero values are conditions that are not set.
type Assert struct {
	Node        string
	MaxLines    int
	NotClipped  bool
	MinContrast float64 // of the node's text and that of everything in it
	MinFontSize float64 // CSS pixels
	Fits        bool
	Visible     bool
	// Fonts are the families that its text may be set in; an empty list allows all.
	Fonts []string
}

// Empty reports whether the assertion sets no condition.
func (a *Assert) Empty() bool {
	return a.MaxLines == 0 && !a.NotClipped && a.MinContrast == 0 && a.MinFontSize == 0 && !a.Fits && !a.Visible && len(a.Fonts) == 0
}

// Warning is something the caller may want to fix.
type Warning struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// Warnings converts the engine's warnings.
func Warnings(list []dom.Warning) []Warning {
	out := make([]Warning, 0, len(list))
	for _, w := range list {
		out = append(out, Warning{Code: w.Code, Path: w.Path, Message: w.Message})
	}
	return out
}
