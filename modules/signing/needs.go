package signing

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/ratelimit"
)

// Needs are the module's dependencies on others; app adapts them. Every member but Cards is required.
type Needs struct {
	Images    Images
	Limiter   Limiter
	Approvals Approvals
	Assets    Assets
	// Cards renders fallback cards; nil responds to a failure with its error.
	Cards Cards
}

// Cards renders the cards that are shown in place of images that cannot be rendered.
type Cards interface {
	// Card renders a card as PNG for the principal of ctx. It stores and charges nothing.
	Card(ctx context.Context, spec CardSpec) ([]byte, error)
}

// Assets resolves images that a workspace uploaded.
type Assets interface {
	// Location returns the public address of an asset; the error is an AssetNotFound fault when the workspace
	// has none of that id.
	Location(ctx context.Context, assetID string) (string, error)
}

// Checked is the result of checking a content.
type Checked struct {
	// Hash identifies the image that the content renders.
	Hash string
	// Brands are the brands that the content uses, Bound the versions that it names.
	Brands, Bound []string
	// Width and Height are the image's size for meta tags, in CSS pixels.
	Width, Height int
}

// Approvals requires human approval to mint. An id of "" means that none is needed.
type Approvals interface {
	// Require returns "", the id of an approval that was given and not used yet, or an ApprovalRequired, or
	// Conflict, fault. request is the whole batch as JSON; it is called outside transactions.
	Require(ctx context.Context, request []byte, about Checked) (approvalID string, err error)
	// Use marks an approval as used, in the transaction of ctx.
	Use(ctx context.Context, approvalID, subject string) error
}

// Images renders the images of signed URLs. Content is the canonical JSON of a sign item without ref, form
// and expires_at. The image belongs to the principal of ctx.
type Images interface {
	// Check returns the errors of a content, as faults whose paths point into it.
	Check(ctx context.Context, content []byte) (Checked, error)
	// Use records, in the transaction of ctx, that URLs of the contents exist from now on.
	Use(ctx context.Context, contents [][]byte) error
	// Render draws a content as the image of the given id and charges it. done runs in the transaction that
	// records the image; its error rolls everything back.
	Render(ctx context.Context, content []byte, imageID string, done func(ctx context.Context) error) error
	// Location returns the public address of a stored image; the error is a not-found fault when it is not
	// there or was deleted.
	Location(ctx context.Context, imageID string) (string, error)
}

// Limiter admits first fetches.
type Limiter interface {
	Take(ctx context.Context, p *ident.Principal, cat ratelimit.Category) ratelimit.Decision
}
