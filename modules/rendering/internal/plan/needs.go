package plan

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering/engine"
	"github.com/platenhq/platen/modules/rendering/internal/request"
)

// Templates resolves stored templates to documents.
type Templates interface {
	// Find resolves a reference to an exact version and returns the brand of the template, "" for none. A missing one
	// is a TemplateNotFound or TemplateVersionNotFound fault, one of a brand outside the caller's limit a Forbidden
	// fault.
	Find(ctx context.Context, ref request.Ref) (exact request.Ref, brandID string, err error)
	// Fill fills in a version that Find returned. Rules violated by the values are the Details, with paths into the
	// render request (`/data/title`).
	Fill(ctx context.Context, exact request.Ref, in Values) (Filled, error)
}

// Values holds the input of a template.
type Values struct {
	Data     map[string]any
	Locale   string
	Timezone string
	// Missing selects the treatment of a variable without a value: error or empty.
	Missing string
}

// Filled is a filled-in template: the fields `html` or `document`, and `css`, of a render request, or the rules
// violated by the values.
type Filled struct {
	Source   Source
	Details  []fault.Detail
	Warnings []request.Warning
}

// Source is a document in the form of a request: exactly one of HTML and Document is set.
type Source struct {
	HTML     string
	Document json.RawMessage
	CSS      string
}

// Brands finds brand kits and checks documents against their locks.
type Brands interface {
	// Find returns the kit for a request with a brand, a kit, or both; nil when the brand has none. For a caller
	// limited to one brand, brandID "" is that brand. A brand outside the caller's limit is a Forbidden fault, whether
	// it exists or not; any other missing one is a BrandNotFound or BrandKitNotFound fault.
	Find(ctx context.Context, brandID string, kit *request.Ref) (*Kit, error)
	// Check returns every lock that the laid-out pages of a request break, and warnings. The paths and patches of the
	// details refer to req.
	Check(ctx context.Context, kit *Kit, req *request.Request, pages []Page) ([]fault.Detail, []request.Warning, error)
}

// Kit is a brand kit at an exact version.
type Kit struct {
	Ref     request.Ref
	BrandID string
	// CSS declares the kit's tokens as custom properties on the root element.
	CSS string
	// Locked is set when the kit has locks to check.
	Locked bool
	// Body is the kit as its owner submitted it.
	Body json.RawMessage
	// Evaluate is private data of the Brands implementation for Check.
	Evaluate any
}

// Page is one output of a request after layout.
type Page struct {
	Output  request.Output
	Index   int // of the output in the request
	Drawing *engine.Drawing
}

// Fonts provides the fonts uploaded by a workspace.
type Fonts interface {
	// Faces returns a style sheet with an @font-face rule for each uploaded face for whose family mentioned returns
	// true.
	Faces(ctx context.Context, mentioned func(family string) bool) (css string, err error)
}

// Policy checks content.
type Policy interface {
	// Check returns a PolicyViolation fault, with paths into the render request, for content that the workspace must
	// not render.
	Check(ctx context.Context, c Content) error
}

// Content is the input of a policy check.
type Content struct {
	Request *request.Request
	// Text is the text of the images with its source paths: values of a template first.
	Text []Passage
}

// Passage is a piece of text and its location: a path into the request, and for markup the element's path.
type Passage struct{ Path, Node, Text string }

// Overrides determines which broken locks may be approved.
type Overrides interface {
	// MayOverride reports whether a policy permits approving a render that breaks locks of its kit.
	MayOverride(ctx context.Context, a Action) (bool, error)
}

// Action is a render that may need approval.
type Action struct {
	// Override is set when the render breaks locks, which the approval then permits.
	Override bool
	Brands   []string
	Formats  []string
	// Subject is the request's template, "" for none.
	Subject string
	// Request is the request as JSON, for the approvers and for running it after the approval.
	Request []byte
	// Bound is the resolution of the request: the hash of what it renders and the versions that it was resolved with.
	Bound []string
	// RequestHash is the hash of what it renders.
	RequestHash string
	// Execute runs the request as a job once it is approved.
	Execute bool
}

// Engines describes the renderers of this process.
type Engines interface {
	// BrowserAvailable reports whether documents can be rendered with a browser.
	BrowserAvailable() bool
	// Version returns the version of an engine, "" for a browser that is not available.
	Version(engine string) string
	// Formats returns the sorted names of the available formats.
	Formats() []string
}

// Documents opens and lays out the documents of a plan's outputs, each at most once. Errors are faults with paths into the
// request that the caller sent.
type Documents interface {
	// FetchUploads reads the uploaded assets and fonts that the documents reference.
	FetchUploads(ctx context.Context) error
	// Fit sets the height of output i, which is automatic, to that of its document.
	Fit(ctx context.Context, i int) error
	// Open returns the parsed and styled document of output i.
	Open(ctx context.Context, i int) (*engine.Document, error)
	// Layout returns the laid-out document of output i.
	Layout(ctx context.Context, i int) (*engine.Drawing, error)
	// Output returns output i with the margins that its document sets.
	Output(i int) *request.Output
}
