package ai

import (
	"context"
	"encoding/json"
	"time"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs are the module's dependencies on others; app adapts them. Every member is required.
type Needs struct {
	Credits   Credits
	Decisions Decisions
	Approvals Approvals
	Policy    Policy
	Kits      Kits
	Images    Images
}

// Credits reserves and charges credits. Calls join the transaction of ctx.
type Credits interface {
	// HoldFor reserves n credits and returns the hold's id. Too few credits is an InsufficientCredits fault. A hold
	// that is not resolved within life expires.
	HoldFor(ctx context.Context, ws ident.Workspace, n int, reference string, life time.Duration) (holdID string, err error)
	// Capture charges n of a hold and releases the rest; it is an error if the hold is already resolved.
	Capture(ctx context.Context, holdID string, n int) error
	// Void releases a hold.
	Void(ctx context.Context, holdID string) error
}

// Decisions is the append-only log of generated and rejected images. Record is the last step of a transaction.
type Decisions interface {
	Record(ctx context.Context, d Decision) error
}

// Decision is one entry of the log.
type Decision struct {
	ID        string
	Workspace ident.Workspace
	Mode      ident.Mode
	BrandID   string // that the image belongs to, "" for none
	Actor     string
	Action    string // ai.generate
	Subject   string // the image's id, "" for a refusal
	Outcome   string // completed, cached, refused
	Facts     map[string]any
}

// Approvals requires a person's approval; an id of "" means that none is needed. See the rendering module's interface
// of the same name.
type Approvals interface {
	Require(ctx context.Context, a Action) (approvalID string, err error)
	Reserve(ctx context.Context, approvalID, subject string) error
	Release(ctx context.Context, approvalID, subject string) error
	Use(ctx context.Context, approvalID, subject string) error
}

// Action is a request that may need approval.
type Action struct {
	// Brands are the brands of the request.
	Brands []string
	// Request is the request as JSON.
	Request []byte
	// Bound identifies the resolved request: its hash and the kit's version.
	Bound []string
}

// Policy checks prompts and models' output. Both return a PolicyViolation fault.
type Policy interface {
	CheckPrompt(ctx context.Context, prompt string) error
	CheckOutput(flagged []string) error
}

// Kits reads the colours of brand kits.
type Kits interface {
	// Colors returns the kit that applies to a request that names a brand, a kit, or both; nil when there is none. A
	// brand outside the caller's limit is a Forbidden fault; a missing brand or kit is a BrandNotFound or
	// BrandKitNotFound fault.
	Colors(ctx context.Context, brandID string, kit *Ref) (*Kit, error)
}

// Ref names a brand kit; Version 0 is the published one.
type Ref struct {
	ID      string `json:"id"`
	Version int    `json:"version,omitempty"`
}

// Kit is a brand kit at an exact version. Colors are #RRGGBB, in order of importance.
type Kit struct {
	Ref     Ref
	BrandID string
	Colors  []string
}

// Images decodes, encodes and stores image files.
type Images interface {
	// Write encodes pixels as a PNG, with the watermark of test mode when marked.
	Write(ctx context.Context, p Pixels, marked bool) (file []byte, err error)
	// Mark adds the watermark of test mode to an SVG.
	Mark(ctx context.Context, svg []byte, width, height int) ([]byte, error)
	// Read decodes an untrusted file under the limits of a render, scales it to cover a size and crops it around its
	// centre. It fails for a file that is not an image.
	Read(ctx context.Context, file []byte, width, height int) (Pixels, error)
	// Put stores a file under its hash; it is called before the transaction.
	Put(ctx context.Context, file []byte, mimeType string) (sha256 string, err error)
	// Keep records stored files as images with receipts, in the transaction of ctx.
	Keep(ctx context.Context, files []File) error
	// URL returns the immutable public URL of an image.
	URL(imageID, format string) string
	// Alive reports whether all of the caller's images still exist.
	Alive(ctx context.Context, imageIDs []string) (bool, error)
}

// Pixels are non-premultiplied 8-bit RGBA, 4·Width·Height bytes.
type Pixels struct {
	Width, Height int
	Pix           []byte
}

// File is an image to store.
type File struct {
	ID, Name, Format, MIMEType string
	BrandID                    string // that it belongs to, "" for none
	Width, Height, Bytes       int
	SHA256                     string
	// Request is the canonical request, RequestHash its hash.
	Request     json.RawMessage
	RequestHash string
	// Provider and Model generated the image; Determinism is computed or pinned.
	Provider, Model, Determinism string
	Seed                         int32
}
