package plan

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Templates turns stored templates into documents.
type Templates interface {
	// Find resolves a reference to an exact version and returns the brand of the template, "" for none. A missing one is
	// a TemplateNotFound or TemplateVersionNotFound fault, one of a brand the caller is not limited to a Forbidden fault.
	Find(ctx context.Context, ref request.Ref) (exact request.Ref, brandID string, err error)
	// Fill puts values into a version that Find returned. Rules that the values break are the Details, with paths into
	// the render request (`/data/title`).
	Fill(ctx context.Context, exact request.Ref, in Values) (Filled, error)
}

// Values are what a template is filled with.
type Values struct {
	Data     map[string]any
	Locale   string
	Timezone string
	// Missing says what a variable without a value does: error or empty.
	Missing string
}

// Filled is a template with its values: the members `html` or `document`, and `css`, of a render request, or the rules
// that the values break.
type Filled struct {
	Source   Source
	Details  []fault.Detail
	Warnings []request.Warning
}

// Source is a document as a request contains it: exactly one of HTML and Document is set.
type Source struct {
	HTML     string
	Document json.RawMessage
	CSS      string
}

// Brands finds brand kits and checks documents against their locks.
type Brands interface {
	// Find returns the kit that applies to a request that names a brand, a kit, or both; nil when the brand has none. For
	// a caller limited to one brand, brandID "" is that brand. A brand the caller is not limited to is a Forbidden fault,
	// whether it exists or not; any other missing one is a BrandNotFound or BrandKitNotFound fault.
	Find(ctx context.Context, brandID string, kit *request.Ref) (*Kit, error)
	// Check returns every lock that the laid-out pages of a request break, and warnings. The paths and patches of the
	// details point into the render request asked.
	Check(ctx context.Context, kit *Kit, asked *request.Request, pages []Page) ([]fault.Detail, []request.Warning, error)
}

// Kit is a brand kit at an exact version.
type Kit struct {
	Ref     request.Ref
	BrandID string
	// CSS sets the kit's tokens on the root element as custom properties.
	CSS string
	// Locked says that the kit has locks to check.
	Locked bool
	// Body is the kit as its owner wrote it.
	Body json.RawMessage
	// Judge is for the implementation of Brands: what Check checks with.
	Judge any
}

// Page is one output of a request after layout.
type Page struct {
	Output  request.Output
	Index   int // of the output in the request
	Drawing *engine.Drawing
}

// Fonts finds the fonts that a workspace uploaded.
type Fonts interface {
	// Faces returns a style sheet with an @font-face rule for each uploaded face whose family is mentioned.
	Faces(ctx context.Context, mentioned func(family string) bool) (css string, err error)
}

// Policy checks content.
type Policy interface {
	// Check returns a PolicyViolation fault, with paths into the render request, for content the workspace may not render.
	Check(ctx context.Context, c Content) error
}

// Content is what a policy checks.
type Content struct {
	Asked *request.Request
	// Text is the text of the images with the paths it comes from: values of a template first.
	Text []Passage
}

// Passage is a piece of text and its place: a path into the request, and for markup the element's path.
type Passage struct{ Path, Node, Text string }

// Overrides says which broken locks people may approve.
type Overrides interface {
	// MayOverride reports whether a policy lets people approve the render although it breaks locks of its kit.
	MayOverride(ctx context.Context, a Action) (bool, error)
}

// Action is a render that may need approval.
type Action struct {
	// Override says that the render breaks locks, which the approval then allows.
	Override bool
	Brands   []string
	Formats  []string
	// Subject is the request's template, "" for none.
	Subject string
	// Request is the request as JSON, for the approvers and for running it after the approval.
	Request []byte
	// Bound is what the request resolves to: the hash of what it renders and the versions it was resolved with.
	Bound []string
	// RequestHash names what it renders.
	RequestHash string
	// Execute runs the request as a job when the approval is given.
	Execute bool
}

// Engines says what this process can render with.
type Engines interface {
	// BrowserAvailable reports whether documents can be rendered with a browser.
	BrowserAvailable() bool
	// Version returns the version of an engine, "" for a browser that is not there.
	Version(engine string) string
	// Formats returns the names of the formats that can be written, sorted.
	Formats() []string
}

// Documents opens and lays out the documents of a plan's outputs, each at most once. Errors are faults with paths into the
// request that the caller sent.
type Documents interface {
	// FetchUploads reads the uploaded assets and fonts that the documents name.
	FetchUploads(ctx context.Context) error
	// Fit makes output i, whose height is automatic, as tall as its document.
	Fit(ctx context.Context, i int) error
	// Open returns the parsed and styled document of output i.
	Open(ctx context.Context, i int) (*engine.Document, error)
	// Layout returns the laid-out document of output i.
	Layout(ctx context.Context, i int) (*engine.Drawing, error)
	// Output returns output i with the margins that its document sets.
	Output(i int) *request.Output
}
