package rendering

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/record"
)

// Needs holds the parts of other modules that this one uses, one small interface each; app adapts them. Every field is
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
	PDFs      PDFEditor
}

// Dependencies of plans.
type (
	// Templates resolves stored templates to documents.
	Templates = plan.Templates
	// Values holds the input of a template.
	Values = plan.Values
	// Filled is a filled-in template, or the rules violated by the values.
	Filled = plan.Filled
	// Source is a document in the form of a request.
	Source = plan.Source
	// Brands finds brand kits and checks documents against their locks.
	Brands = plan.Brands
	// Kit is a brand kit at an exact version.
	Kit = plan.Kit
	// Page is one output of a request after layout.
	Page = plan.Page
	// Policy checks content.
	Policy = plan.Policy
	// Content is the input of a policy check.
	Content = plan.Content
	// Passage is a piece of text and its location.
	Passage = plan.Passage
	// Action is a render that may need approval.
	Action = plan.Action
)

// Dependencies of reading the files of a request.
type (
	// Files is the content store. Keys are the hex SHA-256 of the bytes.
	Files = inputs.Files
	// Remote fetches files from the internet through the egress guard.
	Remote = inputs.Remote
)

// ErrDamaged reports that a stored file is missing or does not match its hash. Faults of Files wrap it.
var ErrDamaged = inputs.ErrDamaged

// Dependencies of recording a render.
type (
	// Decisions is the append-only log of decisions and their reasons.
	Decisions = record.Decisions
	// Decision is an entry of the decision log.
	Decision = record.Decision
)

// Assets opens and finds the uploads of a workspace.
type Assets interface {
	inputs.Assets
	plan.Fonts
}

// Art generates the backgrounds described by documents.
type Art interface {
	inputs.Art
	// Redraw generates the file of a receipt again if it was not made from a document; otherwise ok is false. The error
	// is ErrPinned for a file made by a model.
	Redraw(ctx context.Context, r *Receipt) (file []byte, ok bool, err error)
}

// Approvals handles approvals of renders. With the id "", for a render that needs no approval, its methods do nothing.
type Approvals interface {
	plan.Overrides
	// Require returns "" when no policy requires approval of the action, the id of an approval that was given and not
	// used yet, or an ApprovalRequired or Conflict fault. It must be called outside transactions.
	Require(ctx context.Context, a Action) (approvalID string, err error)
	// Reserve reserves an approval for subject, which renders outside a transaction, until Use or Release. A Conflict
	// fault reports that another request holds it.
	Reserve(ctx context.Context, approvalID, subject string) error
	// Release ends a reservation without use.
	Release(ctx context.Context, approvalID, subject string) error
	// Use marks an approval as used, in the transaction of ctx. A Conflict fault reports that another request used it
	// first.
	Use(ctx context.Context, approvalID, subject string) error
}

// Credits holds credits for a render until its outcome is known. Calls join the transaction of ctx.
type Credits interface {
	record.Credits
	// HoldFor reserves n credits and returns the hold's id, "" for n = 0. Too few credits are an InsufficientCredits
	// fault. A hold that is not resolved within life becomes void.
	HoldFor(ctx context.Context, ws ident.Workspace, n int, reference string, life time.Duration) (holdID string, err error)
}

// Announcer sends the events of jobs to webhooks.
type Announcer interface {
	record.Events
	// CheckWebhooks returns a WebhookNotFound fault, with the index of each missing webhook as a path, unless all of the
	// webhooks belong to the caller.
	CheckWebhooks(ctx context.Context, webhookIDs []string) error
}
