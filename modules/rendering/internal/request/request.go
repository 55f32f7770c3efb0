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

// Request is a render request that matches its schema. References and business rules have not been checked yet.
type Request struct {
	// Unowned is set when nothing of the render is stored, so that it belongs to no brand.
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
	// ColorScheme is the preferred colour scheme: light, dark or empty, which means light.
	ColorScheme string
	Timezone    string
	Seed        *int32
	Engine      string // auto, native or browser
	// EngineVersion pins the engine; empty selects the current version.
	EngineVersion string
	OnMissing     OnMissing
	Asserts       []Assert
	LayoutReport  bool
	// Inline includes the files in the response.
	Inline     bool
	Metadata   map[string]string
	WebhookIDs []string
	// Execute runs a request that needs approval as a job once it is approved.
	Execute bool

	// Canonical is the canonical JSON (RFC 8785) of every field that affects the output; its hash is the request's
	// hash.
	Canonical []byte
	// Wire is the complete request as JSON, which a job stores and decodes later. It omits Execute.
	Wire []byte
}

// Ref refers to a versioned object; Version 0 is the published one.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
}

// OutputSpec is one requested output. Zero values are absent fields.
type OutputSpec struct {
	Name          string
	Preset        string
	Width, Height int
	Format        string
	Scale         float64
	Quality       int
	Lossless      bool
	Palette       bool
	Effort        string // normal, best or empty, which means normal
	Background    string // a CSS colour
	MaxBytes      int
	// AutoHeight sets the height of the canvas to that of the document, with Height as the minimum. Trim crops the file
	// to its painted part.
	AutoHeight, Trim bool
	// Page is the paper of a PDF, nil if unspecified.
	Page *PaperSpec
	// PDF selects the conformance and the attachments of a PDF, nil if unspecified.
	PDF     *PDFSpec
	SVGText string // outlines, text or empty, which means outlines
	// Animation configures the sampling of an animation, nil if unspecified.
	Animation *AnimationSpec
	// At is the time of a still in seconds, nil if unspecified.
	At *float64
}

// PaperSpec is the paper of a PDF: CSS lengths or the name of a size; "" leaves it to the output.
type PaperSpec struct{ Size, Margin string }

// AnimationSpec configures the sampling of an animation. Zero values are absent fields.
type AnimationSpec struct {
	FPS      float64
	Duration float64 // seconds
	Loops    int     // 0 repeats forever
}

// OnMissing selects the treatment of a missing variable, glyph or image: "error", or a replacement.
type OnMissing struct{ Variable, Glyph, Image string }

// Assert is a set of conditions on the layout of one node; zero values are unset conditions.
type Assert struct {
	Node        string
	MaxLines    int
	NotClipped  bool
	MinContrast float64 // of the node's text and that of its descendants
	MinFontSize float64 // CSS pixels
	Fits        bool
	Visible     bool
	// Fonts holds the families permitted for its text; an empty list permits all.
	Fonts []string
}

// Empty reports whether the assertion sets no condition.
func (a *Assert) Empty() bool {
	return a.MaxLines == 0 && !a.NotClipped && a.MinContrast == 0 && a.MinFontSize == 0 && !a.Fits && !a.Visible && len(a.Fonts) == 0
}

// Warning reports something that the caller may want to fix.
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
