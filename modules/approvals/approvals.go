package approvals

import (
	"context"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Module keeps policies, approvals, drafts and the decision log. It is safe for concurrent use. Its use cases
// serve the workspace, mode and brands of the caller in ctx.
type Module struct {
	needs      Needs
	db         *pg.DB
	store      *store.Store
	cursors    *page.Sealer
	baseURL    string
	noPolicies *cache.Cache[ident.Workspace, struct{}] // workspaces known to have no policies
}

// Deps is the infrastructure that the module uses.
type Deps struct {
	DB *pg.DB
	// Listener may be nil in a process that serves no requests.
	Listener *pg.Listener
	Cursors  *page.Sealer
	// BaseURL is the public address of the service, without a trailing slash.
	BaseURL string
}

// New returns the module. It starts nothing.
func New(needs Needs, d Deps) *Module {
	m := &Module{needs: needs, db: d.DB, store: store.New(d.DB), cursors: d.Cursors, baseURL: d.BaseURL, noPolicies: newNoPolicies()}
	if d.Listener != nil {
		d.Listener.Subscribe(policiesChannel, func(string) { m.noPolicies.Drop("") })
	}
	return m
}

func tenant(ctx context.Context) ident.Tenant { return ident.Must(ctx).Tenant() }

func modeOf(livemode bool) ident.Mode {
	if livemode {
		return ident.Live
	}
	return ident.Test
}

// ReviewURL returns the page on which an approval is decided.
func (m *Module) ReviewURL(id string) string { return m.baseURL + "/review/" + id }
