package bridge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
)

// Webhooks returns the needs of the webhooks module.
func Webhooks(b *brands.Directory, a *auth.Module, db *pg.DB, out renderingrpc.Encoder) webhooks.Needs {
	return webhooks.Needs{Brands: b, Workspaces: workspaces{a}, Examples: examples{db, out}}
}

// examples creates the example job of a webhook's test event.
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

// workspaces returns the API version that a workspace is pinned to.
type workspaces struct{ auth *auth.Module }

func (w workspaces) APIVersion(ctx context.Context, id ident.Workspace) (string, error) {
	ws, err := w.auth.Workspace(ctx, id)
	return ws.APIVersion, err
}
