package rendering

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/inputs"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/record"
)

// Needs are the parts of other modules that this one uses, one small interface each; app adapts them. Every member is
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

// What the plan of a request needs.
type (
	// Templates turns stored templates into documents.
	Templates = plan.Templates
	// Values are what a template is filled with.
	Values = plan.Values
	// Filled is a template with its values, or the rules that the values break.
	Filled = plan.Filled
	// Source is a document as a request contains it.
	Source = plan.Source
	// Brands finds brand kits and checks documents against their locks.
	Brands = plan.Brands
	// Kit is a brand kit at an exact version.
	Kit = plan.Kit
	// Page is one output of a request after layout.
	Page = plan.Page
	// Policy checks content.
	Policy = plan.Policy
	// Content is what a policy checks.
	Content = plan.Content
	// Passage is a piece of text and its place.
	Passage = plan.Passage
	// Action is a render that may need approval.
	Action = plan.Action
)

// What reading the files of a request needs.
type (
	// Files is the content store. Keys are the hex SHA-256 of the bytes.
	Files = inputs.Files
	// Remote reads files from the internet through the egress guard.
	Remote = inputs.Remote
)

// ErrDamaged says that a stored file is missing or does not have its hash. Faults of Files wrap it.
var ErrDamaged = inputs.ErrDamaged

// What recording a render needs.
type (
	// Decisions is the append-only record of what was allowed and why.
	Decisions = record.Decisions
	// Decision is one entry of the record.
	Decision = record.Decision
)

// Assets opens and finds what a workspace uploaded.
type Assets interface {
	inputs.Assets
	plan.Fonts
}

// Art draws the backgrounds that documents describe.
type Art interface {
	inputs.Art
	// Redraw draws the file of a receipt again that was not made from a document; ok is false for the others. The error
	// is ErrPinned for what a model made.
	Redraw(ctx context.Context, r *Receipt) (file []byte, ok bool, err error)
}

// Approvals asks people for permission. With the id "", for a render that needs no approval, its calls do nothing.
type Approvals interface {
	plan.Overrides
	// Require returns "" when no policy requires approval of the action, the id of an approval that was given and not
	// used yet, or an ApprovalRequired or Conflict fault. It is called outside transactions.
	Require(ctx context.Context, a Action) (approvalID string, err error)
	// Reserve reserves an approval for subject, which renders outside a transaction, until Use or Release. A Conflict
	// fault says that another request has it.
	Reserve(ctx context.Context, approvalID, subject string) error
	// Release ends a reservation without use.
	Release(ctx context.Context, approvalID, subject string) error
	// Use marks an approval as used, in the transaction of ctx. A Conflict fault says that another request used it first.
	Use(ctx context.Context, approvalID, subject string) error
}

// Credits holds money for a render until its outcome is known. Calls join the transaction of ctx.
type Credits interface {
	record.Credits
	// HoldFor reserves n credits and returns the hold's id; n of 0 returns "". Too few credits is an InsufficientCredits
	// fault. A hold that is not resolved within life is void.
	HoldFor(ctx context.Context, ws ident.Workspace, n int, reference string, life time.Duration) (holdID string, err error)
}

// Announcer sends the events of jobs to webhooks.
type Announcer interface {
	record.Events
	// Known returns a WebhookNotFound fault unless the caller has every one of the webhooks.
	Known(ctx context.Context, webhookIDs []string) error
}
