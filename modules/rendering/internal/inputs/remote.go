package inputs

import (
	"context"
	"errors"

	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering/internal/request"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// unreachable is the error of a URL that could not be read, which on_missing handles. Errors of the database and of the
// content store are not of this type.
type unreachable struct{ error }

// remote returns the content of a URL at its first read.
func (r *Reader) remote(ctx context.Context, ws ident.Workspace, url string) ([]byte, error) {
	pinned, err := r.Store.Snapshot(ctx, string(ws), url)
	if err == nil {
		return r.snapshot(ctx, pinned)
	}
	if !errors.Is(err, store.ErrGone) {
		return nil, err
	}
	data, err := r.Remote.Fetch(ctx, url, request.MaxRemoteBytes)
	if err != nil {
		return nil, unreachable{err}
	}
	hash, err := r.Files.Store(ctx, data, "application/octet-stream")
	if err != nil {
		return nil, err
	}
	pinned, err = r.Store.Pin(ctx, &store.Snapshot{WorkspaceID: string(ws), URL: url, SHA256: hash, Bytes: int64(len(data))})
	if err != nil {
		return nil, err
	}
	if pinned.SHA256 == hash {
		return data, nil
	}
	return r.snapshot(ctx, pinned) // another request pinned it first
}

// snapshot reads the pinned content of a URL. A damaged one is fetched again and must have the same bytes.
func (r *Reader) snapshot(ctx context.Context, pinned *store.Snapshot) ([]byte, error) {
	data, err := r.Files.Get(ctx, pinned.SHA256)
	if !errors.Is(err, ErrDamaged) {
		return data, err
	}
	again, e := r.Remote.Fetch(ctx, pinned.URL, request.MaxRemoteBytes)
	if e != nil || SHA256(again) != pinned.SHA256 {
		return nil, err
	}
	_, err = r.Files.Store(ctx, again, "application/octet-stream")
	return again, err
}
