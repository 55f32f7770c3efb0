package bridge

import (
	"context"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
)

// PublicFiles finds the files of the CDN: rendered images and PDFs, and assets.
type PublicFiles struct {
	Rendering *rendering.Module
	Library   *library.Module
}

// Public returns a file by its unguessable id and its extension.
func (p PublicFiles) Public(ctx context.Context, id, ext string) (*rendering.PublicFile, error) {
	if !ident.Valid(ident.Asset, id) {
		return p.Rendering.Public(ctx, id, ext)
	}
	a, data, err := p.Library.Public(ctx, id)
	if err == nil && assetEnding(a.MIMEType) != ext {
		err = fault.NotFound(fault.ImageNotFound)
	}
	return &rendering.PublicFile{MIMEType: a.MIMEType, SHA256: a.SHA256, Data: data, Modified: a.CreatedAt}, err
}
