// Package app is the process: it opens the infrastructure, constructs the modules on it, and serves them. New constructs,
// Run runs, Close undoes New.
package app

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/platenhq/platen/app/infra"
	"github.com/platenhq/platen/app/operator"
	"github.com/platenhq/platen/app/surface"
	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/serve"
)

// App is one process of the service.
type App struct {
	// Operator changes the installation: keys, workspaces, credits.
	*operator.Operator

	cfg     Config
	role    Role
	out     io.Writer
	infra   *infra.Infra
	blobs   *blob.Store
	modules *modules
	server  *serve.Server

	idempotency *idempotency.Store
}

// New constructs a process and opens its port, without serving. On an error it closes what it has opened.
func New(ctx context.Context, cfg Config, o Options) (_ *App, err error) {
	o.setDefaults()
	in, err := infra.Open(ctx, cfg.Infra, infra.Options{Telemetry: cfg.Telemetry, Jobs: cfg.Jobs, Version: Version, Log: o.Log})
	if err != nil {
		return nil, err
	}
	a := &App{cfg: cfg, role: o.Role, out: o.Out, infra: in}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	listener, err := a.listen(ctx) // before the modules, whose links contain the port
	if err != nil {
		return nil, err
	}
	if a.blobs, err = in.OpenBlobs(ctx, cfg.Infra); err != nil {
		return nil, err
	}
	if a.modules, err = newModules(a.cfg, in, a.blobs); err != nil {
		return nil, err
	}
	a.Operator = newOperator(in, a.modules.auth, a.modules.credits)
	a.handleMaintenance()
	surfaces, metrics, err := a.surfaces()
	if err != nil {
		return nil, err
	}
	if err := a.serveOn(listener, surface.Routes(surfaces, metrics)); err != nil {
		return nil, err
	}
	return a, nil
}

// serveOn makes the server, which does not serve yet.
func (a *App) serveOn(l net.Listener, routes http.Handler) error {
	trusted, err := a.cfg.trusted()
	if err != nil {
		return err
	}
	a.server = serve.New(a.cfg.Serve, l, pg.LimitWaits(a.cfg.DatabaseWait, routes), serve.Options{
		Refusal: rest.Malformed, Busy: rest.Busy(a.docURL()), Log: a.infra.Telemetry.Log,
		Unlimited: func(ip netip.Addr) bool {
			return ip.IsLoopback() || slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(ip) })
		},
	})
	a.infra.OnClose(a.server.Close)
	a.infra.Telemetry.Metrics.MustRegister(a.server.Metrics())
	return nil
}

// listen opens the port. Its number determines the base URL if none is configured.
func (a *App) listen(ctx context.Context) (net.Listener, error) {
	l, err := serve.Listen(ctx, a.cfg.Serve)
	if err != nil {
		return nil, err
	}
	a.infra.OnClose(func() error {
		if err := l.Close(); !errors.Is(err, net.ErrClosed) { // closed by the server otherwise
			return err
		}
		return nil
	})
	if a.cfg.BaseURL == "" {
		a.cfg.BaseURL = baseURLFor(l.Addr())
	}
	return l, nil
}

// ready returns why the process cannot serve requests.
func (a *App) ready(ctx context.Context) error {
	if !a.server.Ready() {
		return errors.New("starting or draining")
	}
	if err := a.infra.DB.Alive(ctx); err != nil {
		return err
	}
	return a.blobs.Ready(ctx)
}

// URL returns where clients reach the process.
func (a *App) URL() string { return a.cfg.BaseURL }

// Run creates the default workspace at the first start, serves requests and runs jobs until ctx ends, then drains: requests first,
// running jobs last.
func (a *App) Run(ctx context.Context) error {
	first, err := a.FirstStart(ctx)
	if err != nil {
		return err
	}
	stop := a.background(ctx)
	defer stop()
	if a.role != API {
		if err := a.infra.Queue.Start(ctx); err != nil {
			return err
		}
		defer a.stopQueue(ctx)
	}
	if err := a.welcome(ctx, first); err != nil {
		return err
	}
	a.infra.Telemetry.Log.Info("serving", "address", a.server.Addr().String(), "role", string(a.role), "version", Version)
	return a.server.Serve(ctx)
}

func (a *App) stopQueue(ctx context.Context) {
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), 25*time.Second)
	defer cancel()
	if err := a.infra.Queue.Stop(limit); err != nil {
		a.infra.Telemetry.Log.Error("stopping the queue", "error", err)
	}
}

// background starts the background tasks and returns a function that stops them and waits for their end.
func (a *App) background(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { a.infra.Listener.Run(ctx) })
	running.Go(func() {
		if err := a.Auth.Run(ctx, a.infra.Listener); err != nil {
			a.infra.Telemetry.Log.Warn("writing last uses", "error", err)
		}
	})
	if a.infra.Cluster != nil {
		running.Go(func() {
			a.infra.Cluster.Supervise(ctx, func(err error) { a.infra.Telemetry.Log.Error("the embedded database is down", "error", err) })
		})
	}
	return func() { cancel(); running.Wait() }
}

// Close releases what New opened, in reverse order.
func (a *App) Close() error { return a.infra.Close() }
