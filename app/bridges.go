package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
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

// announcer tells receivers of finished jobs, in the form that polling shows.
type announcer struct {
	webhooks *webhooks.Module
	out      renderingrpc.Encoder
}

func (a announcer) JobEnded(ctx context.Context, event string, job *rendering.Job) error {
	fact := webhooks.Fact{Workspace: job.Workspace, Mode: job.Mode, Event: event,
		Data: func(brevity int) (json.RawMessage, error) { return jobData(a.out.Job(job), brevity), nil }}
	if len(job.WebhookIDs) > 0 {
		fact.Only = job.WebhookIDs
	}
	return a.webhooks.Announce(ctx, fact)
}

func (a announcer) Known(ctx context.Context, ids []string) error { return a.webhooks.Known(ctx, ids) }

// jobData is a job as a payload's data, which marks it truncated where brevity leaves something out: the
// warnings, then the labels and the places of an error, then the outputs. The job's link has all of it.
func jobData(job *renderingv1.RenderJob, brevity int) json.RawMessage {
	if brevity > 0 {
		job.Warnings = nil
	}
	if brevity > 1 {
		job.Metadata = nil
		if job.Error != nil {
			job.Error.Details = nil
		}
	}
	if brevity > 2 {
		job.Outputs = nil
	}
	data := append([]byte(`{"job":`), wire.Encode(job)...)
	if brevity > 0 {
		data = append(data, `,"truncated":true`...)
	}
	return append(data, '}')
}

// examples makes the finished job that a test call of a webhook tells of.
type examples struct {
	db  *pg.DB
	out renderingrpc.Encoder
}

func (e examples) Completed(ctx context.Context, ws ident.Workspace, mode ident.Mode) (json.RawMessage, error) {
	now, err := e.db.Now(ctx)
	if err != nil {
		return nil, err
	}
	began := now.Add(-80 * time.Millisecond)
	id, sum := ident.New(ident.Image), sha256.Sum256([]byte("example"))
	hash := hex.EncodeToString(sum[:])
	job := &rendering.Job{ID: ident.New(ident.Job), Workspace: ws, Mode: mode, Status: rendering.Completed, RequestHash: "sha256:" + hash,
		EngineName: "native", EngineVersion: "native-1", Seed: 42, Completed: 1, Total: 1, Attempts: 1, Sequence: 3,
		CreatedAt: began, StartedAt: &began, FinishedAt: &now, Metadata: map[string]string{"example": "true"},
		Outputs: []rendering.Rendered{{Name: "og", ImageID: id, Format: "png", MIMEType: "image/png", Width: 1200, Height: 630, Bytes: 21345,
			SHA256: hash, URL: e.out.BaseURL + "/cdn/" + id + ".png"}}}
	return jobData(e.out.Job(job), 0), nil
}

// workspaces tells the API version a workspace is pinned to.
type workspaces struct{ auth *auth.Module }

func (w workspaces) APIVersion(ctx context.Context, id ident.Workspace) (string, error) {
	ws, err := w.auth.Workspace(ctx, id)
	return ws.APIVersion, err
}
