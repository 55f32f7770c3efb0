package library

import (
	"context"

	"github.com/platenhq/platen/modules/platform/ident"
)

// Needs is what the module asks of others; app adapts them. Every member is required.
type Needs struct {
	Brands    Brands
	Files     Files
	Remote    Remote
	Inspector Inspector
	Pictures  Pictures
	Gate      Gate
}

// Brands knows which brands there are.
type Brands interface {
	Exists(ctx context.Context, ws ident.Workspace, brandID string) (bool, error)
}

// Files is the content store. Keys are the hex SHA-256 of the bytes.
type Files interface {
	Put(ctx context.Context, sha256 string, data []byte, mime string) error
	Get(ctx context.Context, sha256 string) ([]byte, error)
}

// Remote reads files from the internet through the egress guard.
type Remote interface {
	Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error)
}

// Inspector looks into files with the guards that rendering has.
type Inspector interface {
	// Picture tells what a file is by its bytes; a *Refusal says why it is not taken.
	Picture(ctx context.Context, data []byte) (PictureInfo, error)
	// Face tells what a font file holds; a *Refusal says why it is not taken.
	Face(data []byte) (FaceInfo, error)
	// Catalogue returns the bundled families, one for each slant: of its facts Format and Glyphs are empty.
	Catalogue() []FaceInfo
	// Presets returns the names of the sizes there are.
	Presets() []string
}

// Refusal is a file that is not taken. Rule is stable, Message a sentence for whoever uploads.
type Refusal struct{ Rule, Message string }

// Error implements error.
func (r *Refusal) Error() string { return r.Message }

// PictureInfo is what a picture is; Width and Height are 0 for an SVG without a size.
type PictureInfo struct {
	MIMEType      string
	Width, Height int
}

// FaceInfo is what a font file holds.
type FaceInfo struct {
	Family, Style        string // normal or italic
	WeightMin, WeightMax int
	Format               string // ttf, otf, woff, woff2
	Glyphs               int
}

// Pictures draws requests.
type Pictures interface {
	// Draw renders a request of one output, as JSON, without keeping or charging anything, with the kit of the
	// brand it names. A watermark is for those who have not paid.
	Draw(ctx context.Context, request []byte, o DrawOptions) (file []byte, err error)
}

// DrawOptions say how a picture is drawn.
type DrawOptions struct {
	// Watermarked draws as for a test key.
	Watermarked bool
}

// Gate asks people before a template is published.
type Gate interface {
	// Allow joins the transaction of ctx. It returns nil when no policy asks for approval, or uses up one that was
	// given; otherwise an ApprovalRequired or Conflict fault.
	Allow(ctx context.Context, p Publication) error
}

// Publication is a version that is about to be published.
type Publication struct {
	TemplateID, Name, BrandID string
	Version                   int
	SHA256                    string // of the version's content
	// Content is the content as JSON, for those who decide.
	Content []byte
}
