// Package app is the process: it opens the floor, builds the modules on it, ties them together and serves
// them. New wires, Run runs, Close undoes New; reading this file from top to bottom is reading a start.
package app

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/platenhq/platen/app/manual"
	"github.com/platenhq/platen/app/rest"
	"github.com/platenhq/platen/docs"
	"github.com/platenhq/platen/modules/ai"
	airpc "github.com/platenhq/platen/modules/ai/rpc"
	"github.com/platenhq/platen/modules/approvals"
	approvalsrpc "github.com/platenhq/platen/modules/approvals/rpc"
	"github.com/platenhq/platen/modules/auth"
	authrpc "github.com/platenhq/platen/modules/auth/rpc"
	"github.com/platenhq/platen/modules/brands"
	brandsrpc "github.com/platenhq/platen/modules/brands/rpc"
	creditsrpc "github.com/platenhq/platen/modules/credits/rpc"
	"github.com/platenhq/platen/modules/library"
	libraryrpc "github.com/platenhq/platen/modules/library/rpc"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/egress"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/serve"
	"github.com/platenhq/platen/modules/policy"
	policyrpc "github.com/platenhq/platen/modules/policy/rpc"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	signingrpc "github.com/platenhq/platen/modules/signing/rpc"
	"github.com/platenhq/platen/modules/webhooks"
	webhooksrpc "github.com/platenhq/platen/modules/webhooks/rpc"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// App is one process of the service.
type App struct {
	*Floor
	role      Role
	out       io.Writer
	listener  *pg.Listener
	blobs     *blob.Store
	webhooks  *webhooks.Module
	rendering *rendering.Module
	library   *library.Module
	approvals *approvals.Module
	policy    *policy.Module
	brands    *brands.Module
	signing   *signing.Module
	ai        *ai.Module
	issuers   *auth.Issuers
	server    *serve.Server
}

// New wires a process and opens its port; it works nothing yet. When a step fails, what the earlier ones
// opened is closed again.
func New(ctx context.Context, cfg Config, o Options) (_ *App, err error) {
	if o.Role == "" {
		o.Role = All
	}
	if o.Out == nil {
		o.Out = io.Discard
	}
	floor, err := OpenFloor(ctx, cfg, o.Log)
	if err != nil {
		return nil, err
	}
	a := &App{Floor: floor, role: o.Role, out: o.Out, listener: pg.NewListener(floor.DB, floor.Telemetry.Log)}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()

	// The port comes first: its number decides the base URL that the modules put into links.
	routes := &routes{ServeMux: http.NewServeMux()}
	a.server = serve.New(cfg.Serve, routes, floor.Telemetry.Log)
	if err := a.server.Listen(ctx); err != nil {
		return nil, err
	}
	a.onClose(a.server.Close)
	if a.Config.BaseURL == "" {
		a.Config.BaseURL = baseURLFor(a.server.Addr())
	}

	if a.blobs, err = blob.Open(ctx, cfg.BlobURL, filepath.Join(cfg.DataDir, "blobs")); err != nil {
		return nil, fmt.Errorf("PLATEN_BLOB_URL: %w", err)
	}
	a.onClose(a.blobs.Close)
	idem := idempotency.New(a.DB, a.Secrets)
	a.handleMaintenance(idem)

	guard := egress.New(cfg.Egress)
	a.issuers = auth.NewIssuers(auth.IssuerDeps{DB: a.DB, Cursors: a.Cursors, Guard: guard, Audience: cfg.Audience})
	a.Auth.Tokens = a.issuers
	encoder := renderingrpc.Encoder{BaseURL: a.Config.BaseURL}
	events, checks := &kitEvents{}, &kitChecks{}
	a.brands = brands.New(brands.Needs{Styles: cssOfEngine{}, Announcer: events, Renderer: checks, Gate: kitGate{a}, Assets: kitAssets{a}}, brands.Deps{DB: a.DB, Cursors: a.Cursors})
	a.webhooks = webhooks.New(cfg.Webhooks, webhooks.Needs{
		Brands: a.brands, Workspaces: workspaces{a.Auth}, Examples: examples{a.DB, encoder},
	}, webhooks.Deps{DB: a.DB, Queue: a.Queue, Secrets: a.Secrets, Cursors: a.Cursors, Guard: guard, Log: floor.Telemetry.Log})
	events.webhooks = a.webhooks
	a.Credits.Announce = creditEvents{a.webhooks}
	settings := cfg.Rendering
	settings.BaseURL = a.Config.BaseURL
	seed := a.Secrets.Key("rendering.receipts")
	settings.ReceiptKey = ed25519.NewKeyFromSeed(seed[:])
	runs := &renders{out: encoder}
	a.approvals = approvals.New(approvals.Needs{Announce: approvalEvents{a.webhooks}, Renders: runs},
		approvals.Deps{DB: a.DB, Cursors: a.Cursors, BaseURL: a.Config.BaseURL})
	drawn := &sketches{}
	a.library, err = library.New(library.Needs{Brands: a.brands, Files: files{a.blobs}, Remote: newRemote(guard), Inspector: inspector{}, Pictures: drawn, Gate: templateGate{a}},
		library.Deps{DB: a.DB, Cursors: a.Cursors})
	if err != nil {
		return nil, err
	}
	if a.policy, err = policy.New(cfg.Policy, policy.Deps{DB: a.DB, Listener: a.listener, Guard: guard, Log: floor.Telemetry.Log}); err != nil {
		return nil, err
	}
	a.rendering, err = rendering.New(settings, rendering.Needs{
		Credits:   a.Credits,
		Decisions: decisions{a.approvals},
		Files:     files{a.blobs},
		Remote:    newRemote(guard),
		Announce:  announcer{a.webhooks, encoder},
		Templates: templates{a.library}, Brands: renderKits{a.brands}, Assets: a.library, Policy: contentPolicy{a.policy}, Approvals: renderApprovals{a.approvals},
		Art: Backgrounds{},
	}, rendering.Deps{DB: a.DB, Queue: a.Queue, Listener: a.listener, Cursors: a.Cursors, Log: floor.Telemetry.Log, Decode: renderingrpc.Decode})
	if err != nil {
		return nil, err
	}
	a.onClose(a.rendering.Close)
	runs.module, checks.module, drawn.module = a.rendering, a.rendering, a.rendering
	painting := cfg.AI
	painting.BaseURL = a.Config.BaseURL
	a.ai, err = ai.New(painting, ai.Needs{Credits: a.Credits, Decisions: aiDecisions{a.approvals}, Approvals: aiApprovals{a.approvals},
		Policy: aiPolicy{a.policy}, Kits: aiKits{a.brands}, Pictures: aiPictures{a.rendering}}, ai.Deps{DB: a.DB, Guard: guard, Log: floor.Telemetry.Log})
	if err != nil {
		return nil, err
	}

	probes := serve.Probes(a.ready, floor.Telemetry.Handler())
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		routes.Handle(path, probes)
	}
	if a.role != Worker {
		if err := a.mount(routes, idem); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// routes are what the process serves. Signed URLs do not pass the mux, which would answer an unclean path
// with a redirect to a clean one.
type routes struct {
	*http.ServeMux
	signed http.Handler // nil in workers
}

func (r *routes) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if r.signed != nil && strings.HasPrefix(req.URL.Path, signing.Prefix) {
		r.signed.ServeHTTP(w, req)
		return
	}
	r.ServeMux.ServeHTTP(w, req)
}

// mount puts both surfaces behind one check chain.
func (a *App) mount(routes *routes, idem *idempotency.Store) error {
	trusted, err := a.Config.trusted()
	if err != nil {
		return err
	}
	metrics := rpc.NewMetrics(a.Telemetry.Metrics)
	limiter := ratelimit.New(a.DB, a.Config.Rates)
	limiter.OnFallback = metrics.LimiterFellBack
	chain := rpc.New(rpc.Config{
		Auth: a.Auth, Limiter: limiter, Idempotency: idem, Log: a.Telemetry.Log,
		Versions: []string{auth.FirstVersion}, Trusted: trusted, Metrics: metrics,
		Audit: &rpc.Audit{DB: a.DB, Log: a.Audit, Operator: a.Telemetry.Log},
	})
	a.signing = signing.New(signing.Needs{Pictures: signedPictures{a.rendering}, Limiter: limiter, Approvals: signApprovals{a.approvals},
		Assets: assetLocations{a.library, a.Config.BaseURL}}, signing.Deps{
		DB: a.DB, Listener: a.listener, Secrets: a.Secrets, Cursors: a.Cursors, Log: a.Telemetry.Log, BaseURL: a.Config.BaseURL})
	a.listener.Subscribe(rendering.ImagesChannel, a.signing.ForgetImage)
	table, err := Operations()
	if err != nil {
		return err
	}
	render := renderingrpc.New(a.rendering, a.Config.BaseURL)
	render.Balance = func(ctx context.Context, ws ident.Workspace) (int64, error) {
		b, _, err := a.Credits.Balance(ctx, ws)
		return b.Available, err
	}
	pictures := airpc.New(a.ai)
	pictures.Balance = render.Balance
	permission := approvalsrpc.New(a.approvals, a.DB)
	docURL := a.Config.BaseURL + "/docs/errors"
	services := rest.Services{
		Rendering: render, Images: render, PDFs: render, System: &system{app: a},
		Keys: authrpc.NewKeys(a.Auth, a.DB), Workspaces: authrpc.NewWorkspaces(a.Auth), Usage: creditsrpc.NewUsage(a.Credits),
		Webhooks: webhooksrpc.NewWebhooks(a.webhooks, a.DB),
		Brands:   brandsrpc.NewBrands(a.brands, a.DB), BrandKits: brandsrpc.NewKits(a.brands, a.DB),
		Signing: signingrpc.NewSigning(a.signing, a.DB), SigningKeys: signingrpc.NewKeys(a.signing, a.DB),
		Issuers: authrpc.NewIssuers(a.issuers, a.DB), Admin: &admin{app: a}, Audit: &auditLog{a.Audit, a.Cursors},
		Templates: libraryrpc.NewTemplates(a.library, a.DB), Assets: libraryrpc.NewAssets(a.library, a.DB),
		Fonts: libraryrpc.NewFonts(a.library, a.DB), Licenses: libraryrpc.NewLicenses(a.library, a.DB),
		Tools:     renderingrpc.NewTools(a.rendering, func(ctx context.Context, f *fault.Error) *apiv1.Error { return rest.Error(f, requestID(ctx), docURL) }, rest.Status),
		Approvals: permission, Policies: permission, Drafts: permission, Decisions: permission,
		ContentPolicy: policyrpc.New(a.policy, a.DB),
		AI:            pictures,
	}
	facade, err := rest.New(services, rest.Config{Operations: table, DocURL: docURL, Report: chain.Report})
	if err != nil {
		return err
	}
	procedures, err := ConnectHandler(services, chain, docURL)
	if err != nil {
		return err
	}
	restSide := chain.Wrap(facade.Surface(), facade)
	connectSide := chain.Wrap(ConnectSurface(table, docURL), procedures)
	probes := ProbeHandler()
	routes.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/platen."):
			connectSide.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/grpc."):
			probes.ServeHTTP(w, r)
		default:
			restSide.ServeHTTP(w, r)
		}
	})
	pages, err := manual.Handler(docs.Files)
	if err != nil {
		return err
	}
	for _, path := range manual.Paths() {
		routes.Handle(path, pages)
	}
	reviews, err := a.reviewPages(trusted)
	if err != nil {
		return fmt.Errorf("reading the review pages: %w", err)
	}
	routes.Handle("/review", reviews)
	routes.Handle("/review/", reviews)
	desk, err := a.consolePages(routes, reviews, trusted)
	if err != nil {
		return fmt.Errorf("reading the console: %w", err)
	}
	routes.Handle("/console", desk)
	routes.Handle("/console/", desk)
	routes.Handle(ai.StylesPrefix, metrics.Around("public", ai.StylesPrefix, &stylePictures{module: a.ai, log: a.Telemetry.Log}))
	routes.Handle("/cdn/", metrics.Around("public", "/cdn/", &cdn{module: a.rendering, assets: a.library, log: a.Telemetry.Log}))
	routes.signed = metrics.Around("public", signing.Prefix, &signedURLs{module: a.signing, log: a.Telemetry.Log, docURL: docURL})
	return nil
}

// ready reports why the process cannot take requests.
func (a *App) ready(ctx context.Context) error {
	if !a.server.Ready() {
		return errors.New("starting or draining")
	}
	return a.DB.Ping(ctx)
}

// URL returns where clients reach the process.
func (a *App) URL() string { return a.Config.BaseURL }

// Run makes the first workspace if there is none, serves and works until ctx ends, then drains: requests
// first, running jobs last.
func (a *App) Run(ctx context.Context) error {
	first, err := a.firstStart(ctx)
	if err != nil {
		return err
	}
	stop := a.background(ctx)
	defer stop()
	if a.role != API {
		if err := a.Queue.Start(ctx); err != nil {
			return err
		}
		defer func() {
			limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), 25*time.Second)
			defer cancel()
			if err := a.Queue.Stop(limit); err != nil {
				a.Telemetry.Log.Error("stopping the queue", "error", err)
			}
		}()
	}
	a.welcome(first)
	a.Telemetry.Log.Info("serving", "address", a.server.Addr().String(), "role", string(a.role), "version", Version)
	return a.server.Serve(ctx)
}

// background starts what runs beside serving and returns how to end it, which waits.
func (a *App) background(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { a.listener.Run(ctx) })
	running.Go(func() {
		if err := a.Auth.Run(ctx, a.listener); err != nil {
			a.Telemetry.Log.Warn("writing last uses", "error", err)
		}
	})
	if a.Cluster != nil {
		running.Go(func() {
			a.Cluster.Keep(ctx, func(err error) { a.Telemetry.Log.Error("the embedded database is down", "error", err) })
		})
	}
	return func() { cancel(); running.Wait() }
}

// handleMaintenance registers the clean-up that belongs to no module.
func (a *App) handleMaintenance(idem *idempotency.Store) {
	jobs.Handle(a.Queue, func(ctx context.Context, _ jobs.Job[cleanup]) error {
		_, keys := idem.Sweep(ctx)
		_, buckets := ratelimit.Sweep(ctx, a.DB)
		return errors.Join(keys, buckets)
	}, jobs.HandleOptions[cleanup]{})
	a.Queue.Every(time.Hour, cleanup{}, jobs.Options{Queue: jobs.Maintenance})
}

type cleanup struct{}

func (cleanup) Kind() string { return "platform.cleanup" }
