package rendering

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/request"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// kind is the kind of a stored file, with the fault for a missing one.
type kind struct {
	name    string
	missing *fault.Error
}

var (
	images = kind{record.KindImage, errImageNotFound}
	pdfs   = kind{record.KindPDF, errPDFNotFound}
)

// Image returns the metadata of an image.
func (m *Module) Image(ctx context.Context, id string) (*Image, error) {
	return m.stored(ctx, images, id)
}

// PDF returns the metadata of a PDF.
func (m *Module) PDF(ctx context.Context, id string) (*Image, error) { return m.stored(ctx, pdfs, id) }

func (m *Module) stored(ctx context.Context, k kind, id string) (*Image, error) {
	row, err := m.row(ctx, k, id)
	if err != nil {
		return nil, err
	}
	return m.recorder.Image(row), nil
}

// row returns the row of a stored file without its receipt.
func (m *Module) row(ctx context.Context, k kind, id string) (*store.Image, error) {
	row, err := m.store.ImageInfo(ctx, ident.Must(ctx).Tenant(), k.name, id)
	if errors.Is(err, store.ErrGone) {
		return nil, k.missing
	}
	return row, err
}

// ImageBytes returns the metadata and the file of an image.
func (m *Module) ImageBytes(ctx context.Context, id string) (*Image, []byte, error) {
	return m.bytes(ctx, images, id)
}

// PDFBytes returns the metadata and the file of a PDF.
func (m *Module) PDFBytes(ctx context.Context, id string) (*Image, []byte, error) {
	return m.bytes(ctx, pdfs, id)
}

func (m *Module) bytes(ctx context.Context, k kind, id string) (*Image, []byte, error) {
	row, err := m.row(ctx, k, id)
	if err != nil {
		return nil, nil, err
	}
	data, err := m.repairs.file(ctx, row.ID, row.SHA256)
	if err != nil {
		return nil, nil, err
	}
	return m.recorder.Image(row), data, nil
}

// File returns the file of an image or PDF of the caller by its id and hash, even if the image was deleted in the
// meantime.
func (m *Module) File(ctx context.Context, id, sha256 string) ([]byte, error) {
	return m.repairs.file(ctx, id, sha256)
}

// ImagesChannel notifies processes of deleted images; the payload is the id.
const ImagesChannel = "rendering_images"

// maxCachedFile is the maximal size of a cached file: for larger ones, reading is a small part of the response time.
const maxCachedFile = 1 << 20

// fileCache caches the most requested public files, limited by total bytes, by id and extension; their tag is the id.
type fileCache = cache.Cache[string, *PublicFile]

func newFileCache(limit int) *fileCache {
	return cache.New[string](cache.Options[*PublicFile]{MaxCost: limit, Cost: func(f *PublicFile) int { return len(f.Data) + 512 }, Tag: func(f *PublicFile) string { return f.id }})
}

// PublicFile is a file with the metadata served at its public URL.
type PublicFile struct {
	MIMEType string
	SHA256   string // hex
	Modified time.Time
	Data     []byte
	id       string
}

// Public returns the file of a public URL by its unguessable id; the extension must be the format's. The caller must
// not modify the data.
func (m *Module) Public(ctx context.Context, id, ext string) (*PublicFile, error) {
	if file, ok := m.files.Get(id + "." + ext); ok {
		return file, nil
	}
	epoch := m.files.Epoch()
	row, err := m.store.PublicImage(ctx, id)
	if errors.Is(err, store.ErrGone) || err == nil && request.FormatByName(row.Format).Extension != ext {
		return nil, errImageNotFound
	}
	if err != nil {
		return nil, err
	}
	data, err := m.repairs.file(ctx, row.ID, row.SHA256)
	if err != nil {
		return nil, err
	}
	file := &PublicFile{MIMEType: row.MIMEType, SHA256: row.SHA256, Modified: row.CreatedAt, Data: data, id: row.ID}
	if len(data) <= maxCachedFile {
		m.files.Put(id+"."+ext, file, epoch)
	}
	return file, nil
}

// Images returns a page of images, newest first.
func (m *Module) Images(ctx context.Context, l List) (page.Page[*Image], error) {
	req, err := m.cursors.Request(l.scope(ctx, "rendering.images"), l.Limit, l.Cursor)
	if err != nil {
		return page.Page[*Image]{}, err
	}
	rows, err := m.store.Images(ctx, ident.Must(ctx).Tenant(), store.ImageFilter{Format: l.Format, CreatedAfter: l.CreatedAfter}, req)
	if err != nil {
		return page.Page[*Image]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(r *store.Image) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(cut, m.recorder.Image), nil
}

// DeleteImage deletes an image and leaves a tombstone. The file is kept while other images refer to it.
func (m *Module) DeleteImage(ctx context.Context, id string, respond func(ctx context.Context) error) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		row, err := m.row(ctx, images, id)
		if err != nil {
			return err
		}
		ident.Belongs(ctx, row.BrandID)
		err = m.store.DeleteImage(ctx, ident.Must(ctx).Tenant(), id)
		if errors.Is(err, store.ErrGone) {
			return errImageNotFound
		}
		if err != nil {
			return err
		}
		m.db.AfterCommit(ctx, func() { m.files.Drop(id) })
		if err := m.db.Notify(ctx, ImagesChannel, id); err != nil {
			return err
		}
		return respond(ctx)
	})
}

// Put stores a file under its hash, which it returns. It does not join a transaction.
func (m *Module) Put(ctx context.Context, data []byte, mimeType string) (sha256 string, err error) {
	if sha256, err = m.needs.Files.Store(ctx, data, mimeType); err != nil {
		return "", fmt.Errorf("storing a file: %w", err)
	}
	return sha256, nil
}

// SaveExternal records images of other modules, whose bytes Put has stored, as images of the caller's workspace, each
// with a signed receipt, in the transaction of ctx. The other module records the decision.
func (m *Module) SaveExternal(ctx context.Context, list []ExternalImage) error {
	return m.recorder.SaveExternal(ctx, list)
}

// Alive reports whether none of the caller's images was deleted.
func (m *Module) Alive(ctx context.Context, imageIDs []string) (bool, error) {
	n, err := m.store.Alive(ctx, ident.Must(ctx).Tenant(), imageIDs)
	return n == len(imageIDs), err
}

// URL returns the immutable public URL of an image.
func (m *Module) URL(imageID, format string) string {
	return m.recorder.URL(&Rendered{ImageID: imageID, Format: format})
}

// WritePixels encodes 8-bit RGBA with straight alpha as a PNG file, with the test mark if marked.
func (m *Module) WritePixels(ctx context.Context, pix []byte, width, height int, marked bool) ([]byte, error) {
	return draw.WritePixels(ctx, m.engines.Native, pix, width, height, marked)
}

// MarkSVG adds the test mark to an SVG file.
func (m *Module) MarkSVG(ctx context.Context, svg []byte, width, height int) ([]byte, error) {
	return draw.MarkSVG(ctx, m.engines.Native, svg, width, height)
}

// FitImage decodes an untrusted image file under the limits of a render and returns 8-bit RGBA with straight alpha of
// the given size: the image scaled to cover it and cropped to the centre. A file that is not an image is an
// [*engine.Error].
func (m *Module) FitImage(ctx context.Context, file []byte, width, height int) (pix []byte, err error) {
	return draw.FitImage(ctx, m.engines.Native, file, width, height)
}
