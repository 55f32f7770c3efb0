package app

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/platenhq/platen/app/bridge"
	"github.com/platenhq/platen/app/infra"
	"github.com/platenhq/platen/app/operator"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Installation is an installation opened for its operator, without serving it.
type Installation struct {
	*operator.Operator
	infra *infra.Infra
}

// OpenInstallation opens the installation, and migrates its database. It works beside a running service. The caller closes
// the result.
func OpenInstallation(ctx context.Context, cfg Config, log io.Writer) (*Installation, error) {
	in, err := infra.Open(ctx, cfg.Infra, infra.Options{Telemetry: cfg.Telemetry, Jobs: cfg.Jobs, Version: Version, Log: log})
	if err != nil {
		return nil, err
	}
	return &Installation{newOperator(in, newAuth(cfg, in, nil), newCredits(cfg, in, credits.Needs{})), in}, nil
}

// Close releases what OpenInstallation opened.
func (i *Installation) Close() error { return i.infra.Close() }

func newOperator(in *infra.Infra, a *auth.Module, c *credits.Module) *operator.Operator {
	return &operator.Operator{DB: in.DB, Audit: in.Audit, Auth: a, Credits: bridge.OperatorCredits(c)}
}

// newAuth returns the auth module; tokens verifies JWTs, nil rejects them.
func newAuth(cfg Config, in *infra.Infra, tokens auth.TokenVerifier) *auth.Module {
	m := auth.New(cfg.Auth, auth.Deps{DB: in.DB, Secrets: in.Secrets, Cursors: in.Cursors, Clock: clock.System(), Log: in.Telemetry.Log, Tokens: tokens})
	in.Telemetry.Metrics.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "platen_auth_uses_delayed_total", Help: "Last uses of keys that could not be written when they were due; they are kept and written later.",
	}, func() float64 { return float64(m.UsesDelayed()) }))
	return m
}

func newCredits(cfg Config, in *infra.Infra, n credits.Needs) *credits.Module {
	return credits.New(cfg.Credits, n, credits.Deps{DB: in.DB, Queue: in.Queue, Cursors: in.Cursors})
}

// SignInURL returns the address at which a browser redeems a sign-in link. The link is the fragment, which browsers
// send to no server; the page exchanges it.
func SignInURL(baseURL, link string) string { return baseURL + "/console/#" + link }

// signIn returns the address that signs in the owner of the default workspace, "" in production, where logs are
// collected, and in an installation without that workspace.
func (a *App) signIn(ctx context.Context) (string, error) {
	if a.cfg.Egress.Environment == "production" {
		return "", nil
	}
	ws, err := a.Auth.WorkspaceByName(ctx, auth.DefaultWorkspace)
	if errors.Is(err, auth.ErrWorkspaceNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	link, err := a.SignIn(ctx, ws.ID, ident.Live)
	if err != nil {
		return "", err
	}
	return SignInURL(a.URL(), link), nil
}

// welcome prints first steps, and the keys of a first start.
func (a *App) welcome(ctx context.Context, k *operator.FirstKeys) error {
	if a.role == Worker {
		fmt.Fprintf(a.out, "\nPlaten %s works jobs; probes at %s\n", Version, baseURLFor(a.server.Addr()))
		return nil
	}
	address, err := a.signIn(ctx)
	if err != nil {
		return fmt.Errorf("making a sign-in to the console: %w", err)
	}
	console := a.URL() + "/console   (`platen console` prints an address that signs you in)"
	if address != "" {
		console = address + "\n            (signs you in, once, within ten minutes; `platen console` prints another)"
	}
	if k == nil {
		fmt.Fprintf(a.out, "\nPlaten %s serves %s\n\n  console   %s\n\n  platen keys create --mode test    creates another key\n\n", Version, a.URL(), console)
		return nil
	}
	fmt.Fprintf(a.out, `
Platen %s serves %s

  live key  %s   (charges credits; the workspace "default" has %d)
  test key  %s   (free, watermarked)
  console   %s

The keys are not shown again. Your first card:

  curl -sS %s/api/v1/facade/generate \
    -H "Authorization: Bearer %s" -H "Content-Type: application/json" -H "Accept: image/png" \
    -d '%s' -o card.png

`, Version, a.URL(), k.Live, operator.FirstCredits, k.Test, console, a.URL(), k.Live, firstCard)
	return nil
}

// firstCard is the request of the welcome text; a test sends it.
const firstCard = `{"operation":"preview","outputs":[{"name":"card","preset":"og","format":"png"}],"html":"<div class=\"card\"><p class=\"tag\">PLATEN</p><h1>Hello, image</h1><p class=\"sub\">One request, one deterministic 1200×630 card.</p></div>","css":"body{margin:0}.card{width:1200px;height:630px;box-sizing:border-box;padding:88px;display:flex;flex-direction:column;justify-content:center;background:linear-gradient(135deg,#0F172A,#1E3A8A 55%,#38BDF8);color:#F8FAFC;font-family:Inter}.tag{margin:0 0 24px;font-size:26px;font-weight:600;letter-spacing:8px;color:#7DD3FC}h1{margin:0 0 24px;font-size:104px;line-height:1.05;font-weight:800}.sub{margin:0;font-size:36px;color:#CBD5E1}"}`
