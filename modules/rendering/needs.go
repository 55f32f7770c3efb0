package rendering

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/engine"
)

// Needs is what the module asks of others; app adapts them. Every member is
// required.
type Needs struct {
	Credits   Credits
	Decisions Decisions
	Files     Files
	Remote    Remote
	Announce  Announcer
	Templates Templates
	Brands    Brands
	Assets    Assets
	Policy    Policy
	Approvals Approvals
	Art       Art
}

// Templates turns stored templates into documents.
type Templates interface {
	// Find resolves a reference to an exact version. A missing one is a TemplateNotFound or
	// TemplateVersionNotFound fault.
	Find(ctx context.Context, ref Ref) (Ref, error)
	// Fill puts values into a version that Find returned. Broken rules of the values are the Details, with
	// paths into the render request (`/data/title`).
	Fill(ctx context.Context, exact Ref, in Values) (Filled, error)
}

// Values are what a template is filled with.
type Values struct {
	Data     map[string]any
	Locale   string
	Timezone string
	// Missing is what a variable without a value does: error or empty.
	Missing string
}

// Filled is a template with its values in: the members `html` or `document`, and `css`, of a render request
// as JSON, or the rules that the values break.
type Filled struct {
	Source   Source
	Details  []fault.Detail
	Warnings []Warning
}

// Source is what a request renders, as the request says it: exactly one of HTML and Document is set.
type Source struct {
	HTML     string
	Document json.RawMessage
	CSS      string
}

// Brands knows brand kits and judges documents by them.
type Brands interface {
	// Find returns the kit that applies to a request that names a brand, a kit, or both; nil when the brand has
	// none. A caller who is narrowed to one brand names it by naming none. A brand the caller is not narrowed to is a Forbidden fault, whether it exists or not; otherwise
	// what is missing is a BrandNotFound or BrandKitNotFound fault.
	Find(ctx context.Context, brandID string, kit *Ref) (*Kit, error)
	// Check returns every lock that the laid-out pages of a request break, and what is broken but only worth a
	// warning. The details' paths and patches point into the render request asked.
	Check(ctx context.Context, kit *Kit, asked *Request, pages []Page) ([]fault.Detail, []Warning, error)
}

// Kit is a brand kit at an exact version.
type Kit struct {
	Ref     Ref
	BrandID string
	// CSS puts the kit's tokens on the root element as custom properties.
	CSS string
	// Locked says that there is something to check.
	Locked bool
	// Body is the kit as its owner wrote it.
	Body json.RawMessage
	// Judge is what Check judges by; it is the Brands' own.
	Judge any
}

// Page is one output of a request after layout, for those who judge it.
type Page struct {
	Output  Output
	Index   int // of the output in the request
	Picture *engine.Picture
}

// Assets opens what a workspace uploaded.
type Assets interface {
	// Open returns the bytes that `asset:asset_…` or `font:font_…` names; a missing one is an AssetNotFound or
	// FontNotFound fault, one that a live render may not use by its licence a PolicyViolation fault.
	Open(ctx context.Context, url string) ([]byte, error)
	// Faces returns a style sheet with an @font-face rule for each face the workspace uploaded whose family is
	// mentioned.
	Faces(ctx context.Context, mentioned func(family string) bool) (css string, err error)
}

// Policy judges content.
type Policy interface {
	// Check returns a PolicyViolation fault, with paths into the render request, for content the workspace may
	// not render.
	Check(ctx context.Context, c Content) error
}

// Art draws the backgrounds that documents describe.
type Art interface {
	// Draw returns the picture file that an address (engine.ArtScheme) describes: the same bytes for ever. The
	// warnings say what it was asked for and does not show.
	Draw(ctx context.Context, address string) (file []byte, warnings []string, err error)
}

// Content is what a policy looks at.
type Content struct {
	Asked *Request
	// Text is what the pictures say, with the paths of what says it: values of a template first.
	Text []Passage
}

// Passage is a piece of text and where it stands: a path into the request, and for markup the element's path.
type Passage struct{ Path, Node, Text string }

// Approvals asks people for permission. An id of "" means that none is needed: its calls do nothing.
type Approvals interface {
	// Require returns "" when no policy asks for approval of the action, the id of an approval that was given
	// and not used yet, or an ApprovalRequired, or Conflict, fault. It is called outside transactions.
	Require(ctx context.Context, a Action) (approvalID string, err error)
	// MayOverride reports whether a policy lets people approve the render although it breaks locks of its kit.
	MayOverride(ctx context.Context, a Action) (bool, error)
	// Reserve keeps an approval for subject, what renders outside a transaction, until Use or Release. A Conflict
	// fault says that another request has it.
	Reserve(ctx context.Context, approvalID, subject string) error
	// Release gives an approval back that was not used after all.
	Release(ctx context.Context, approvalID, subject string) error
	// Use marks an approval as used, in the transaction of ctx. A Conflict fault says that another request used
	// it first.
	Use(ctx context.Context, approvalID, subject string) error
}

// Action is a render that may need approval.
type Action struct {
	// Override says that locks are broken, which the approval allows.
	Override bool
	Brands   []string
	Formats  []string
	// Subject is what the request is about: its template, "" for none.
	Subject string
	// Request is the request as JSON, for those who decide and for running it after the decision.
	Request []byte
	// Bound is what the request resolves to: the hash of what it renders and the versions it was resolved with.
	Bound []string
	// RequestHash names what it renders.
	RequestHash string
	// Execute runs the request as a job when the approval is given.
	Execute bool
}

// Credits holds money for a render until its outcome is known. Calls join the
// transaction of ctx.
type Credits interface {
	// Hold reserves n credits and returns the hold's id; n of 0 returns "". Too few
	// credits is an InsufficientCredits fault.
	Hold(ctx context.Context, ws ident.Workspace, n int, reference string) (holdID string, err error)
	// Capture charges n of a hold and frees the rest. A hold that is already
	// resolved stays as it is.
	Capture(ctx context.Context, holdID string, n int) error
	// Void frees a hold.
	Void(ctx context.Context, holdID string) error
}

// Decisions keeps the append-only record of what was allowed and why. Record
// joins the transaction of ctx and is its last step: it locks the head of the
// workspace's chain.
type Decisions interface {
	Record(ctx context.Context, d Decision) error
}

// Decision is one entry of the record.
type Decision struct {
	ID        string // dec_…, made by the caller
	Workspace ident.Workspace
	Mode      ident.Mode
	Actor     string
	Action    string // render.preview, render.job
	Subject   string // rnd_… or job_…
	Outcome   string // allowed, refused, completed, failed
	// Facts are plain JSON values: engine and why, fonts, request hash, outputs.
	Facts map[string]any
}

// Files is the content store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	Put(ctx context.Context, sha256 string, data []byte, mime string) error
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote reads files from the internet through the egress guard. Problems are
// one error; callers see the rule asset_unreachable.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// Announcer tells of finished jobs, in the transaction of ctx.
type Announcer interface {
	// Known returns a WebhookNotFound fault unless the caller has every one of the webhooks.
	Known(ctx context.Context, webhookIDs []string) error
	// JobEnded is called with render.completed, render.failed or render.canceled.
	JobEnded(ctx context.Context, event string, job *Job) error
}
