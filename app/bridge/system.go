package bridge

import (
	"context"
	"time"

	"github.com/platenhq/platen/app/surface/system"
	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// Accounts returns the credits as the admin service reads them.
func Accounts(m *credits.Module) system.Accounts { return accounts{m} }

type accounts struct{ module *credits.Module }

func (a accounts) Account(ctx context.Context, ws ident.Workspace) (*authv1.AdminCredits, time.Time, error) {
	b, now, err := a.module.Balance(ctx, ws)
	return &authv1.AdminCredits{Available: b.Available, Held: b.Held, Spent: b.Spent, Granted: b.Granted}, now, err
}

// Browser returns the browser engine as the system service reports it.
func Browser(m *rendering.Module) system.Browser { return browser{m} }

type browser struct{ module *rendering.Module }

func (b browser) Status() system.BrowserStatus {
	s := b.module.Browser()
	return system.BrowserStatus{Configured: s.Configured, Problem: s.Problem, Version: s.Version, Sandbox: s.Sandbox, Running: s.Running, Pool: s.Pool,
		Jobs: s.Jobs, Starts: s.Starts, LastError: s.LastError}
}

func (b browser) Restart() { b.module.RestartBrowser() }

// Provider returns the external provider of images as the system service reports it.
func Provider(m *ai.Module) system.Provider { return provider{m} }

type provider struct{ module *ai.Module }

func (p provider) State(ctx context.Context) (system.ProviderState, bool) {
	s, ok := p.module.External(ctx)
	return system.ProviderState{Name: s.Name, Model: s.Model, Problem: s.Problem}, ok
}
