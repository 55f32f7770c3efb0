package app

import (
	"context"
	"fmt"
	"net/http"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/rendering"
)

// This file holds every adapter between modules; no other one knows two modules at once, but for the lists
// in app.go. rendering's need for credits is met by the credits module as it is.

// decisions writes the rendering module's decisions into the log of approvals.
type decisions struct{ log *approvals.Module }

func (d decisions) Record(ctx context.Context, v rendering.Decision) error {
	return d.log.Record(ctx, approvals.Decision(v))
}

// files keeps rendered files in the blob store.
type files struct{ store *blob.Store }

func (f files) Put(ctx context.Context, sha256 string, data []byte, mime string) error {
	key, err := f.store.Put(ctx, data, mime)
	if err != nil {
		return err
	}
	if string(key) != sha256 {
		return fmt.Errorf("the file is %s, not %s", key, sha256)
	}
	return nil
}

func (f files) Get(ctx context.Context, sha256 string) ([]byte, error) {
	key, ok := blob.ParseKey(sha256)
	if !ok {
		return nil, blob.ErrNotFound
	}
	return f.store.Get(ctx, key)
}

// remote reads files from the internet through the egress guard.
type remote struct {
	guard  *egress.Guard
	client *http.Client
}

func newRemote(g *egress.Guard) remote {
	return remote{g, g.Client(egress.Options{Redirects: 3})}
}

func (r remote) Fetch(ctx context.Context, url string, maxBytes int64) ([]byte, error) {
	return r.guard.Get(ctx, r.client, url, maxBytes)
}

// silence is the announcer of an installation in which nobody listens to finished jobs.
type silence struct{}

func (silence) JobEnded(context.Context, string, *rendering.Job) error { return nil }
