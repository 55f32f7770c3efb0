package rendering

import (
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/engine/dom"
)

// Operation is the mode of a request.
type Operation string

// The operations.
const (
	Preview Operation = "preview"
	Queue   Operation = "render"
)

// Request is a render request that matches its schema. References and business
// rules are not checked yet.
type Request struct {
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
	Timezone  string
	Seed      *int32
	Engine    string // auto, native or browser
	// EngineVersion pins the engine; empty takes the present one.
	EngineVersion string
	OnMissing     OnMissing
	Asserts       []Assert
	LayoutReport  bool
	// Inline returns the files' bytes in the answer.
	Inline     bool
	Metadata   map[string]string
	WebhookIDs []string
	// Execute runs a request that had to wait as a job when its approval is given.
	Execute bool

	// Canonical is the canonical JSON (RFC 8785) of every member that decides the
	// output; its hash is the request's hash.
	Canonical []byte
	// Wire is the whole request as JSON: what a job keeps and reads again. It leaves Execute out.
	Wire []byte
}

// Ref names a versioned thing; Version 0 is the published one.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
}

// OutputSpec is one picture wanted. Zero values are absent members.
type OutputSpec struct {
	Name          string
	Preset        string
	Width, Height int
	Format        string
	Scale         float64
	Quality       int
	Lossless      bool
	Palette       bool
	Background    string // #RRGGBB or #RRGGBBAA
	MaxBytes      int
	// Page is the paper of a PDF, nil when it is not asked for.
	Page *PaperSpec
	// Animation says how an animation is sampled, nil when the request does not.
	Animation *AnimationSpec
}

// PaperSpec is the paper of a PDF: CSS lengths or the name of a size; "" leaves it to the output.
type PaperSpec struct{ Size, Margin string }

// OnMissing says what a missing thing does: "error", or what is done instead.
type OnMissing struct{ Variable, Glyph, Image string }

// Result is a finished or queued render: exactly one of the two is set.
type Result struct {
	Render *Render
	Job    *Job
}
