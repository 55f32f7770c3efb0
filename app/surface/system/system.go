// Package system implements the services that describe the process itself: its API versions and health, the operator's
// overview, and the audit log.
package system

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/blob"
	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/pg"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// Versions are the versions that the services report.
type Versions struct {
	Binary, API, Engine string
	// Generator is the version of the built-in image generator.
	Generator string
}

// Config is what the services need. Every member is required.
type Config struct {
	Versions Versions
	// BaseURL is the service's address for clients, without a trailing slash.
	BaseURL  string
	DB       *pg.DB
	Blobs    *blob.Store
	Browser  Browser
	Provider Provider
}

// Browser is the browser engine.
type Browser interface {
	Status() BrowserStatus
	// Restart replaces every browser process: idle ones immediately, busy ones after their document. Without a browser it
	// looks for one that was installed since.
	Restart()
}

// BrowserStatus describes the browser engine.
type BrowserStatus struct {
	// Configured reports whether a browser was found; Problem says why it cannot be used.
	Configured       bool
	Problem          string
	Version, Sandbox string
	// Running is the number of processes, Pool their limit; Jobs and Starts count since this process began.
	Running, Pool int
	Jobs, Starts  int64
	LastError     string
}

// Provider is the external provider of images.
type Provider interface {
	// State returns the provider's state; ok is false if none is configured.
	State(ctx context.Context) (p ProviderState, ok bool)
}

// ProviderState describes the external provider; Problem is "" if it can be used.
type ProviderState struct{ Name, Model, Problem string }

// System implements platen.api.v1.SystemService.
type System struct{ cfg Config }

// New returns the service.
func New(c Config) *System { return &System{c} }

// firstReleased is the day the first API version was published.
var firstReleased = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// GetApiVersions lists the values that X-API-Version may take.
func (s *System) GetApiVersions(context.Context, *apiv1.GetApiVersionsRequest) (*apiv1.ApiVersions, error) {
	return &apiv1.ApiVersions{
		CurrentVersion: s.cfg.Versions.API,
		SupportedVersions: []*apiv1.ApiVersion{{
			Version: s.cfg.Versions.API, Status: apiv1.ApiVersionStatus_API_VERSION_STATUS_CURRENT, ReleasedAt: timestamppb.New(firstReleased),
		}},
		ChangelogUrl: s.cfg.BaseURL + "/docs/changelog",
	}, nil
}

// GetHealth responds as soon as the process serves.
func (s *System) GetHealth(context.Context, *apiv1.GetHealthRequest) (*apiv1.Health, error) {
	return s.health(apiv1.HealthStatus_HEALTH_STATUS_OK), nil
}

// GetDetailedHealth checks every dependency.
func (s *System) GetDetailedHealth(ctx context.Context, _ *apiv1.GetDetailedHealthRequest) (*apiv1.Health, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	h := s.health(apiv1.HealthStatus_HEALTH_STATUS_OK)
	pool := s.cfg.DB.Pool().Stat()
	h.Checks = []*apiv1.HealthCheck{
		check("database", func() error { return s.cfg.DB.Alive(ctx) }, map[string]any{
			"connections": float64(pool.TotalConns()), "idle": float64(pool.IdleConns()), "max": float64(pool.MaxConns())}),
		check("blob_store", func() error { return s.cfg.Blobs.Ready(ctx) }, nil),
		s.browserCheck(""),
		s.aiCheck(ctx),
	}
	for _, c := range h.Checks {
		if c.Status == apiv1.HealthStatus_HEALTH_STATUS_DOWN {
			h.Status = apiv1.HealthStatus_HEALTH_STATUS_DEGRADED
		}
	}
	return h, nil
}

// GetBrowserHealth returns the health of the browser engine. It starts no browser.
func (s *System) GetBrowserHealth(context.Context, *apiv1.GetBrowserHealthRequest) (*apiv1.Health, error) {
	return s.browser(""), nil
}

// ReinitBrowser replaces every browser process and returns the health of the engine afterwards.
func (s *System) ReinitBrowser(context.Context, *apiv1.ReinitBrowserRequest) (*apiv1.Health, error) {
	if !s.cfg.Browser.Status().Configured {
		s.cfg.Browser.Restart()
		return s.browser(""), nil
	}
	s.cfg.Browser.Restart()
	return s.browser("Every browser process was recycled; the next render starts a fresh one."), nil
}

// browser returns the health of the browser engine: not configured, degraded if it cannot be used, otherwise ok, whether
// or not a process runs at the moment.
func (s *System) browser(note string) *apiv1.Health {
	c := s.browserCheck(note)
	h := s.health(c.Status)
	h.Checks = []*apiv1.HealthCheck{c}
	return h
}

func (s *System) browserCheck(note string) *apiv1.HealthCheck {
	b := s.cfg.Browser.Status()
	c := &apiv1.HealthCheck{Name: "browser", Status: apiv1.HealthStatus_HEALTH_STATUS_OK}
	switch {
	case !b.Configured:
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_NOT_CONFIGURED, "No browser is configured; documents are drawn by the native engine."
	case b.Problem != "":
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_DEGRADED, "The browser cannot be used, and documents are drawn by the native engine: "+b.Problem
	}
	if note != "" {
		c.Message = &note
	}
	c.Facts, _ = structpb.NewStruct(map[string]any{
		"configured": b.Configured, "running": float64(b.Running), "pool": float64(b.Pool), "version": b.Version, "sandbox": b.Sandbox,
		"jobs_since_start": float64(b.Jobs), "browser_starts": float64(b.Starts), "last_error": b.LastError,
	})
	return c
}

// aiCheck returns the health of the external provider of images: not configured, down if it does not respond, otherwise
// ok.
func (s *System) aiCheck(ctx context.Context) *apiv1.HealthCheck {
	p, ok := s.cfg.Provider.State(ctx)
	c := &apiv1.HealthCheck{Name: "ai_provider", Status: apiv1.HealthStatus_HEALTH_STATUS_OK}
	note := ""
	switch {
	case !ok:
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_NOT_CONFIGURED, "No external provider is configured; images are drawn by the built-in generator."
	case p.Problem != "":
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_DOWN, "The provider cannot be used: "+p.Problem
	}
	if note != "" {
		c.Message = &note
	}
	c.Facts, _ = structpb.NewStruct(map[string]any{"configured": ok, "provider": p.Name, "model": p.Model, "generator": s.cfg.Versions.Generator})
	return c
}

func (s *System) health(status apiv1.HealthStatus) *apiv1.Health {
	return &apiv1.Health{Status: status, Version: s.cfg.Versions.Binary, Time: timestamppb.New(clock.Now())}
}

func check(name string, ask func() error, facts map[string]any) *apiv1.HealthCheck {
	start := clock.Now()
	err := ask()
	ms := float64(clock.Now().Sub(start).Microseconds()) / 1000
	c := &apiv1.HealthCheck{Name: name, Status: apiv1.HealthStatus_HEALTH_STATUS_OK, LatencyMs: &ms}
	if err != nil {
		c.Status = apiv1.HealthStatus_HEALTH_STATUS_DOWN
		message := "The part does not respond; the log says why."
		c.Message = &message
	}
	c.Facts, _ = structpb.NewStruct(facts)
	return c
}
