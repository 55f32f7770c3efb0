package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Image is a stored picture or PDF as clients see it.
type Image struct {
	Rendered
	ID            string
	RenderID      string
	JobID         string
	RequestHash   string
	EngineName    string
	EngineVersion string
	Seed          int32
	Watermarked   bool
	Mode          ident.Mode
	CreatedAt     time.Time
	Metadata      map[string]string
}

// kind is what a stored file is, with the fault for one that is not there.
type kind struct {
	name    string
	missing *fault.Error
}

var (
	pictures = kind{"image", errImageNotFound}
	pdfs     = kind{"pdf", errPDFNotFound}
)

// Image returns what is known of a picture.
func (m *Module) Image(ctx context.Context, id string) (*Image, error) {
	return m.stored(ctx, pictures, id)
}

// PDF returns what is known of a PDF.
func (m *Module) PDF(ctx context.Context, id string) (*Image, error) { return m.stored(ctx, pdfs, id) }

func (m *Module) stored(ctx context.Context, k kind, id string) (*Image, error) {
	row, err := m.row(ctx, k, id)
	if err != nil {
		return nil, err
	}
	return m.image(row), nil
}

func (m *Module) row(ctx context.Context, k kind, id string) (*store.Image, error) {
	row, err := m.store.Image(ctx, tenant(ident.Must(ctx)), k.name, id)
	if errors.Is(err, store.ErrGone) {
		return nil, k.missing
	}
	return row, err
}

// ImageBytes returns the file of a picture; PDFBytes that of a PDF.
func (m *Module) ImageBytes(ctx context.Context, id string) (*Image, []byte, error) {
	return m.bytes(ctx, pictures, id)
}

// PDFBytes returns the file of a PDF.
func (m *Module) PDFBytes(ctx context.Context, id string) (*Image, []byte, error) {
	return m.bytes(ctx, pdfs, id)
}

func (m *Module) bytes(ctx context.Context, k kind, id string) (*Image, []byte, error) {
	row, err := m.row(ctx, k, id)
	if err != nil {
		return nil, nil, err
	}
	data, err := m.needs.Files.Get(ctx, row.SHA256)
	if err != nil {
		return nil, nil, fmt.Errorf("reading a stored file: %w", err)
	}
	return m.image(row), data, nil
}

// PublicFile is a file as the public address serves it.
type PublicFile struct {
	MIMEType string
	SHA256   string // hex
	Modified time.Time
	Data     []byte
}

// Public returns the file behind a public address by its unguessable id; the
// extension must be the format's. The caller must not change the data.
func (m *Module) Public(ctx context.Context, id, ext string) (*PublicFile, error) {
	if file := m.files.get(id, ext); file != nil {
		return file, nil
	}
	epoch := m.files.epoch()
	row, err := m.store.PublicImage(ctx, id)
	if errors.Is(err, store.ErrGone) || err == nil && formats[row.Format].ext != ext {
		return nil, errImageNotFound
	}
	if err != nil {
		return nil, err
	}
	data, err := m.needs.Files.Get(ctx, row.SHA256)
	if err != nil {
		return nil, fmt.Errorf("reading a stored file: %w", err)
	}
	file := &PublicFile{MIMEType: row.MIMEType, SHA256: row.SHA256, Modified: row.CreatedAt, Data: data}
	m.files.put(id, ext, file, epoch)
	return file, nil
}

// Images returns a page of pictures, newest first.
func (m *Module) Images(ctx context.Context, l List) (page.Page[*Image], error) {
	req, err := m.cursors.Request(l.scope(ctx, "rendering.images"), l.Limit, l.Cursor)
	if err != nil {
		return page.Page[*Image]{}, err
	}
	rows, err := m.store.Images(ctx, tenant(ident.Must(ctx)), store.ImageFilter{Format: l.Format, CreatedAfter: l.CreatedAfter}, req)
	if err != nil {
		return page.Page[*Image]{}, err
	}
	cut := page.Cut(m.cursors, req, rows, func(r *store.Image) page.Position { return page.Position{CreatedAt: r.CreatedAt, ID: r.ID} })
	return page.Map(cut, m.image), nil
}

// DeleteImage removes a picture from sight and leaves a tombstone. The bytes
// stay while other pictures share them.
func (m *Module) DeleteImage(ctx context.Context, id string, answer func(ctx context.Context) error) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		err := m.store.DeleteImage(ctx, tenant(ident.Must(ctx)), id)
		if errors.Is(err, store.ErrGone) {
			return errImageNotFound
		}
		if err != nil {
			return err
		}
		m.db.AfterCommit(ctx, func() { m.files.drop(id) })
		if err := m.db.Notify(ctx, ImagesChannel, id); err != nil {
			return err
		}
		return answer(ctx)
	})
}

// Receipt returns the signed receipt of a picture as JSON.
func (m *Module) Receipt(ctx context.Context, id string) ([]byte, error) {
	row, err := m.row(ctx, pictures, id)
	if err != nil {
		return nil, err
	}
	return row.Receipt, nil
}

func (m *Module) image(r *store.Image) *Image {
	i := &Image{
		ID: r.ID, RenderID: r.RenderID, JobID: r.JobID, RequestHash: r.RequestHash, EngineName: r.EngineName, EngineVersion: r.EngineVersion,
		Seed: r.Seed, Watermarked: r.Watermarked, CreatedAt: r.CreatedAt, Mode: ident.Test,
		Rendered: Rendered{
			Name: r.Name, Format: r.Format, MIMEType: r.MIMEType, Width: r.Width, Height: r.Height, Bytes: r.Bytes, SHA256: r.SHA256, Pages: r.Pages,
		},
	}
	if r.Livemode {
		i.Mode = ident.Live
	}
	if r.Kind == pdfs.name {
		i.PDFID = r.ID
	} else {
		i.ImageID = r.ID
	}
	i.URL = m.url(&i.Rendered)
	_ = json.Unmarshal(r.Metadata, &i.Metadata) // written by this module
	return i
}

// remote returns the content of an address: what it held when it was first read.
func (m *Module) remote(ctx context.Context, ws ident.Workspace, url string) ([]byte, error) {
	pinned, err := m.store.Snapshot(ctx, string(ws), url)
	if err == nil {
		return m.needs.Files.Get(ctx, pinned.SHA256)
	}
	if !errors.Is(err, store.ErrGone) {
		return nil, err
	}
	data, err := m.needs.Remote.Fetch(ctx, url, maxRemoteBytes)
	if err != nil {
		return nil, err
	}
	hash := SHA256(data)
	if err := m.needs.Files.Put(ctx, hash, data, "application/octet-stream"); err != nil {
		return nil, err
	}
	pinned, err = m.store.Pin(ctx, &store.Snapshot{WorkspaceID: string(ws), URL: url, SHA256: hash, Bytes: int64(len(data))})
	if err != nil {
		return nil, err
	}
	if pinned.SHA256 == hash {
		return data, nil
	}
	return m.needs.Files.Get(ctx, pinned.SHA256) // another request was first
}
