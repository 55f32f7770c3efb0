package library

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs are the module's dependencies on others; app adapts them. Every member is required.
type Needs struct {
	Brands    Brands
	Files     Files
	Remote    Remote
	Inspector Inspector
	Gate      Gate
}

// Brands looks up brands.
type Brands interface {
	Exists(ctx context.Context, ws ident.Workspace, brandID string) (bool, error)
}

// Files is the content-addressed store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	Put(ctx context.Context, sha256 string, data []byte, mime string) error
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote fetches files from the internet through the egress guard.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// Inspector inspects files under the same limits as rendering.
type Inspector interface {
	// Inspect identifies the format of an image file; the error is a *Refusal when the file is rejected.
	Inspect(ctx context.Context, data []byte) (ImageInfo, error)
	// Face inspects a font file; the error is a *Refusal when the file is rejected.
	Face(data []byte) (FaceInfo, error)
	// Catalogue returns the bundled families, one entry per slant, without Format and Glyphs.
	Catalogue() []FaceInfo
	// Presets returns the names of the size presets.
	Presets() []string
}

// Refusal is the reason why a file is rejected. Rule is a stable identifier, Message a sentence for the caller, and
// Element the offending tag inside the file, "" when there is none.
type Refusal struct{ Rule, Message, Element string }

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

// ImageInfo describes an image; Width and Height are 0 for an SVG without a size.
type ImageInfo struct {
	MIMEType      string
	Width, Height int
}

// FaceInfo describes a font file.
type FaceInfo struct {
	Family, Style        string // normal or italic
	WeightMin, WeightMax int
	Format               string // ttf, otf, woff, woff2
	Glyphs               int
}

// Gate requires approval before a template is published.
type Gate interface {
	// Allow joins the transaction of ctx. It returns nil when no policy requires approval, or consumes one that was
	// granted; otherwise it returns an ApprovalRequired or Conflict fault.
	Allow(ctx context.Context, p Publication) error
}

// Publication is a version that is about to be published.
type Publication struct {
	TemplateID, Name, BrandID string
	Version                   int
	SHA256                    string // of the version's content
	// Content is the content as JSON, for reviewers.
	Content []byte
}
