package app

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/clock"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
)

// system implements platen.api.v1.SystemService: what the process tells about itself.
type system struct{ app *App }

// firstReleased is the day the first API version was published.
var firstReleased = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// GetApiVersions lists the values that X-API-Version may take.
func (s *system) GetApiVersions(context.Context, *apiv1.GetApiVersionsRequest) (*apiv1.ApiVersions, error) {
	return &apiv1.ApiVersions{
		CurrentVersion: auth.FirstVersion,
		SupportedVersions: []*apiv1.ApiVersion{{
			Version: auth.FirstVersion, Status: apiv1.ApiVersionStatus_API_VERSION_STATUS_CURRENT, ReleasedAt: timestamppb.New(firstReleased),
		}},
		ChangelogUrl: s.app.Config.BaseURL + "/docs/changelog",
	}, nil
}

// GetHealth answers as soon as the process serves.
func (s *system) GetHealth(context.Context, *apiv1.GetHealthRequest) (*apiv1.Health, error) {
	return s.health(apiv1.HealthStatus_HEALTH_STATUS_OK), nil
}

// GetDetailedHealth asks every part how it is.
func (s *system) GetDetailedHealth(ctx context.Context, _ *apiv1.GetDetailedHealthRequest) (*apiv1.Health, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	h := s.health(apiv1.HealthStatus_HEALTH_STATUS_OK)
	pool := s.app.DB.Pool().Stat()
	h.Checks = []*apiv1.HealthCheck{
		check("database", func() error { return s.app.DB.Ping(ctx) }, map[string]any{
			"connections": float64(pool.TotalConns()), "idle": float64(pool.IdleConns()), "max": float64(pool.MaxConns())}),
		check("blob_store", func() error { return s.app.blobs.Ready(ctx) }, nil),
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

// GetBrowserHealth tells how the browser engine is. It starts no browser.
func (s *system) GetBrowserHealth(context.Context, *apiv1.GetBrowserHealthRequest) (*apiv1.Health, error) {
	return s.browser(""), nil
}

// ReinitBrowser replaces every browser process and tells how the engine is then.
func (s *system) ReinitBrowser(context.Context, *apiv1.ReinitBrowserRequest) (*apiv1.Health, error) {
	if !s.app.rendering.Browser().Configured {
		s.app.rendering.RestartBrowser() // looks for one that was installed since
		return s.browser(""), nil
	}
	s.app.rendering.RestartBrowser()
	return s.browser("Every browser process was recycled; the next render starts a fresh one."), nil
}

// browser is the health of the browser engine: not configured, degraded when it cannot be used, else well,
// whether or not a process runs at the moment.
func (s *system) browser(note string) *apiv1.Health {
	c := s.browserCheck(note)
	h := s.health(c.Status)
	h.Checks = []*apiv1.HealthCheck{c}
	return h
}

func (s *system) browserCheck(note string) *apiv1.HealthCheck {
	b := s.app.rendering.Browser()
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

// aiCheck tells how the external provider of pictures is: not configured, down when it does not answer, else well.
func (s *system) aiCheck(ctx context.Context) *apiv1.HealthCheck {
	p, ok := s.app.ai.External(ctx)
	c := &apiv1.HealthCheck{Name: "ai_provider", Status: apiv1.HealthStatus_HEALTH_STATUS_OK}
	note := ""
	switch {
	case !ok:
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_NOT_CONFIGURED, "No external provider is configured; pictures are drawn by the built-in generator."
	case p.Problem != "":
		c.Status, note = apiv1.HealthStatus_HEALTH_STATUS_DOWN, "The provider cannot be used: "+p.Problem
	}
	if note != "" {
		c.Message = &note
	}
	c.Facts, _ = structpb.NewStruct(map[string]any{"configured": ok, "provider": p.Name, "model": p.Model, "generator": art.Version})
	return c
}

func (s *system) health(status apiv1.HealthStatus) *apiv1.Health {
	return &apiv1.Health{Status: status, Version: Version, Time: timestamppb.New(clock.Now())}
}

func check(name string, ask func() error, facts map[string]any) *apiv1.HealthCheck {
	start := clock.Now()
	err := ask()
	ms := float64(clock.Now().Sub(start).Microseconds()) / 1000
	c := &apiv1.HealthCheck{Name: name, Status: apiv1.HealthStatus_HEALTH_STATUS_OK, LatencyMs: &ms}
	if err != nil {
		c.Status = apiv1.HealthStatus_HEALTH_STATUS_DOWN
		message := "The part does not answer; the log says why."
		c.Message = &message
	}
	c.Facts, _ = structpb.NewStruct(facts)
	return c
}
