package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/rendering"
)

// Files stores files in the blob store. Its errors are faults that clients may retry.
type Files struct{ store *blob.Store }

// NewFiles returns the files of a blob store.
func NewFiles(store *blob.Store) Files { return Files{store} }

// errStorage is the fault for a store that cannot be read or written.
var errStorage = fault.New(fault.InternalError, "The file store cannot be used at the moment. Retry with the same Idempotency-Key.").
	With(fault.Detail{Rule: "storage_unavailable", Message: "The file store cannot be read or written."}).After(10 * time.Second)

// errFile is the fault for a stored file that is missing or damaged.
var errFile = fault.New(fault.InternalError, "A stored file is missing or damaged.").
	With(fault.Detail{Rule: "file_unavailable", Message: "The stored file does not match its recorded hash."}).After(time.Minute)

// Store stores a file under its hash, which it returns.
func (f Files) Store(ctx context.Context, data []byte, mime string) (sha256 string, err error) {
	key, err := f.store.Put(ctx, data, mime)
	if err != nil {
		return "", errStorage.Because(err)
	}
	return string(key), nil
}

// Put stores a file under its hash, which the caller has computed.
func (f Files) Put(ctx context.Context, sha256 string, data []byte, mime string) error {
	key, err := f.Store(ctx, data, mime)
	if err == nil && key != sha256 {
		err = fmt.Errorf("the file is %s, not %s", key, sha256)
	}
	return err
}

// Get returns a file after checking its hash; a missing or damaged one is rendering.ErrDamaged.
func (f Files) Get(ctx context.Context, sha256 string) ([]byte, error) {
	key, ok := blob.ParseKey(sha256)
	if !ok {
		return nil, errFile.Because(rendering.ErrDamaged)
	}
	data, err := f.store.Get(ctx, key)
	switch {
	case errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrCorrupt):
		return nil, errFile.Because(fmt.Errorf("%w: %s: %w", rendering.ErrDamaged, sha256, err))
	case err != nil:
		return nil, errStorage.Because(err)
	}
	return data, nil
}

// Remote fetches files from the internet through the egress guard.
type Remote struct {
	guard  *egress.Guard
	client *http.Client
}

// NewRemote returns a Remote that follows up to three redirects.
func NewRemote(g *egress.Guard) Remote {
	return Remote{g, g.Client(egress.Options{Redirects: 3})}
}

// Fetch returns the body of a URL, up to maxBytes.
func (r Remote) Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error) {
	return r.guard.Get(ctx, r.client, url, maxBytes)
}
