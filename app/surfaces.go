package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/console"
	"github.com/platenhq/platen/app/surface"
	"github.com/platenhq/platen/app/surface/connect"
	"github.com/platenhq/platen/app/surface/manual"
	"github.com/platenhq/platen/app/surface/mcp"
	"github.com/platenhq/platen/app/surface/public"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/app/surface/review"
	"github.com/platenhq/platen/app/surface/session"
	"github.com/platenhq/platen/docs"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/serve"
)

// surfaces returns what the process serves: a worker has probes only.
func (a *App) surfaces() (h surface.Handlers, metrics *rpc.Metrics, err error) {
	h.Probes = serve.Probes(a.ready, a.infra.Telemetry.Handler())
	if a.role == Worker {
		return h, nil, nil
	}
	trusted, err := a.cfg.trusted()
	if err != nil {
		return h, nil, err
	}
	metrics = rpc.NewMetrics(a.infra.Telemetry.Metrics)
	chain := a.chain(metrics, trusted)
	if err := a.api(&h, chain); err != nil {
		return h, nil, err
	}
	if h.Manual, err = manual.Handler(docs.Files); err != nil {
		return h, nil, fmt.Errorf("reading the documentation: %w", err)
	}
	if err := a.pages(&h, trusted); err != nil {
		return h, nil, err
	}
	log := a.infra.Telemetry.Log
	h.CDN = public.CDN(bridge.PublicFiles{Rendering: a.modules.rendering, Library: a.modules.library}, log)
	h.Styles = public.Styles(a.modules.ai, log)
	h.Signed = public.Signed(a.modules.signing, log, a.docURL())
	return h, metrics, nil
}

// docURL is the page that describes errors.
func (a *App) docURL() string { return a.cfg.BaseURL + "/docs/errors" }

// chain returns the checks that every request of the API passes.
func (a *App) chain(metrics *rpc.Metrics, trusted []netip.Prefix) *rpc.Chain {
	in, m := a.infra, a.modules
	m.limiter.OnFallback = metrics.LimiterFellBack
	in.Telemetry.Metrics.MustRegister(m.gate, m.submissions, m.submissionBodies, m.bodies, m.pdfs)
	return rpc.New(rpc.Config{
		Auth: m.auth, Limiter: m.limiter, Admission: m.gate, Submissions: m.submissions, SubmissionBodies: m.submissionBodies, Bodies: m.bodies, Idempotency: a.idempotency, Log: in.Telemetry.Log,
		Versions: []string{auth.FirstVersion}, Trusted: trusted, Metrics: metrics,
		Audit: &rpc.Audit{DB: in.DB, Log: in.Audit, Operator: in.Telemetry.Log},
	})
}

// api sets the handlers of the API over REST and Connect.
func (a *App) api(h *surface.Handlers, chain *rpc.Chain) error {
	table, err := connect.Operations()
	if err != nil {
		return err
	}
	services := a.services()
	facade, err := rest.New(services, rest.Config{Operations: table, DocURL: a.docURL(), Report: chain.Report})
	if err != nil {
		return err
	}
	procedures, err := connect.Handler(services, table, chain, a.docURL())
	if err != nil {
		return err
	}
	h.REST = chain.Wrap(facade.Surface(), facade)
	h.Connect = chain.Wrap(connect.Surface(table, a.docURL()), procedures)
	h.GRPC = connect.Probes(a.docURL())
	return nil
}

// pages sets the handlers of the pages for people: the review pages and the console, which calls the API through h.
func (a *App) pages(h *surface.Handlers, trusted []netip.Prefix) error {
	client := func(r *http.Request) netip.Addr { return rpc.ClientIP(r, trusted) }
	sessions := func() *session.Sessions { return session.New(a.modules.auth, a.infra.Secrets, a.cfg.BaseURL, client) }
	reviews, err := review.New(review.Config{Approvals: a.modules.executor, Proofs: bridge.Proofs(a.modules.rendering), Sessions: sessions(),
		Audit: a.infra.Audit, Log: a.infra.Telemetry.Log})
	if err != nil {
		return fmt.Errorf("reading the review pages: %w", err)
	}
	h.Review = reviews
	h.MCP = mcp.Handler(mcp.Config{Version: Version, API: h.API(), Auth: a.modules.auth, From: client, DocURL: a.docURL(), Log: a.infra.Telemetry.Log})
	h.Console, err = console.New(console.Config{Sessions: sessions().Strict(console.Cookie), Service: h.API(), Proof: reviews.ServeProof})
	if err != nil {
		return fmt.Errorf("reading the console: %w", err)
	}
	return nil
}

// handleMaintenance registers the clean-up of tables that belong to no module.
func (a *App) handleMaintenance() {
	a.idempotency = idempotency.New(a.infra.DB, a.infra.Secrets, a.infra.Queue.Leases)
	a.infra.Queue.Every("platform.cleanup", time.Hour, func(ctx context.Context, _ jobs.Tick) error {
		_, keys := a.idempotency.Sweep(ctx)
		_, buckets := ratelimit.Sweep(ctx, a.infra.DB)
		return errors.Join(keys, buckets)
	})
}
