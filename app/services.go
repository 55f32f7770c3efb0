package app

import (
	"context"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/surface/connect"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/app/surface/system"
	"github.com/platenhq/platen/modules/ai/art"
	airpc "github.com/platenhq/platen/modules/ai/rpc"
	approvalsrpc "github.com/platenhq/platen/modules/approvals/rpc"
	"github.com/platenhq/platen/modules/auth"
	authrpc "github.com/platenhq/platen/modules/auth/rpc"
	brandsrpc "github.com/platenhq/platen/modules/brands/rpc"
	creditsrpc "github.com/platenhq/platen/modules/credits/rpc"
	libraryrpc "github.com/platenhq/platen/modules/library/rpc"
	"github.com/platenhq/platen/modules/platform/fault"
	policyrpc "github.com/platenhq/platen/modules/policy/rpc"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	signingrpc "github.com/platenhq/platen/modules/signing/rpc"
	webhooksrpc "github.com/platenhq/platen/modules/webhooks/rpc"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// services returns the services of the API, which REST and Connect serve.
func (a *App) services() rest.Services {
	m, db, balance := a.modules, a.infra.DB, a.modules.credits
	versions := system.Versions{Binary: Version, API: auth.FirstVersion, Engine: rendering.EngineVersion(), Generator: art.Version}
	render := renderingrpc.New(m.rendering, a.cfg.BaseURL, balance)
	a.idempotency.Restore = render.Restore
	permission := approvalsrpc.New(m.executor, db)
	return rest.Services{
		Rendering: render, Images: render, PDFs: render, Tools: renderingrpc.NewTools(m.rendering, a.errorMessage, rest.Status),
		AI:        airpc.New(m.ai, balance),
		Templates: libraryrpc.NewTemplates(m.library, m.previews, db), Assets: libraryrpc.NewAssets(m.library, db),
		Fonts: libraryrpc.NewFonts(m.library, db), Licenses: libraryrpc.NewLicenses(m.library, db),
		Brands: brandsrpc.NewBrands(m.brands, db), BrandKits: brandsrpc.NewKits(m.brands, m.checker, db),
		Approvals: permission, Policies: permission, Drafts: permission, Decisions: permission,
		ContentPolicy: policyrpc.New(m.policy, db),
		Signing:       signingrpc.NewSigning(m.signing, db), SigningKeys: signingrpc.NewKeys(m.signing, db),
		Webhooks: webhooksrpc.NewWebhooks(m.webhooks, db),
		Keys:     authrpc.NewKeys(m.auth, db), Workspaces: authrpc.NewWorkspaces(m.auth), Issuers: authrpc.NewIssuers(m.issuers, db),
		Usage: creditsrpc.NewUsage(m.credits),
		System: system.New(system.Config{Versions: versions, BaseURL: a.cfg.BaseURL, DB: db, Blobs: a.blobs,
			Browser: bridge.Browser(m.rendering), Provider: bridge.Provider(m.ai)}),
		Admin: system.NewAdmin(m.auth, bridge.Accounts(m.credits), db, versions),
		Audit: system.NewAudit(a.infra.Audit, a.infra.Cursors),
	}
}

// errorMessage returns a fault as the API reports it.
func (a *App) errorMessage(ctx context.Context, f *fault.Error) *apiv1.Error {
	return rest.Error(f, connect.RequestID(ctx), a.docURL())
}
