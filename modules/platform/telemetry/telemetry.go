// Package telemetry provides structured logs with the request id, traces that follow a request through HTTP,
// SQL and jobs, and Prometheus metrics without tenant labels.
//
// It exports no secrets: log attributes are masked by name and by the format of their value, and spans carry
// no statement text and no bodies.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// Config selects what is recorded and where it is sent.
type Config struct {
	LogLevel  string `env:"PLATEN_LOG_LEVEL" default:"info" doc:"debug, info, warn or error."`
	LogFormat string `env:"PLATEN_LOG_FORMAT" default:"json" doc:"json or text."`
	Endpoint  string `env:"OTEL_EXPORTER_OTLP_ENDPOINT" doc:"Where traces go (OTLP over HTTP). Unset: none are sent. The other OTEL_* variables work as OpenTelemetry documents them."`
}

// Validate reports unknown levels and formats.
func (c Config) Validate() error {
	var problems []error
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		problems = append(problems, fmt.Errorf("PLATEN_LOG_LEVEL: %q is not debug, info, warn or error", c.LogLevel))
	}
	if c.LogFormat != "json" && c.LogFormat != "text" {
		problems = append(problems, fmt.Errorf("PLATEN_LOG_FORMAT: %q is not json or text", c.LogFormat))
	}
	return errors.Join(problems...)
}

// Telemetry holds the logger, the tracer and the metrics registry of a process.
type Telemetry struct {
	Log *slog.Logger
	// Metrics is the registry that /metrics serves.
	Metrics *prometheus.Registry
	tracer  *sdktrace.TracerProvider
}

// New sets up logs on w and, when an endpoint is configured, traces. The caller closes it.
func New(ctx context.Context, c Config, version string, w io.Writer) (*Telemetry, error) {
	t := &Telemetry{Log: NewLogger(w, c), Metrics: prometheus.NewRegistry()}
	// The heap after a collection shows growth that its size at any moment hides.
	live := collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile(`^/gc/heap/live:bytes$`)}
	t.Metrics.MustRegister(collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(live)), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	otel.SetTextMapPropagator(propagation.TraceContext{})
	if c.Endpoint == "" {
		return t, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("setting up traces: %w", err)
	}
	res, err := resource.New(ctx, resource.WithFromEnv(), resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "platen"), attribute.String("service.version", version)))
	if err != nil && res == nil {
		return nil, fmt.Errorf("describing the process to traces: %w", err)
	}
	t.tracer = sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(res))
	otel.SetTracerProvider(t.tracer)
	return t, nil
}

// Close flushes buffered data, until ctx ends.
func (t *Telemetry) Close(ctx context.Context) error {
	if t.tracer == nil {
		return nil
	}
	if err := t.tracer.Shutdown(ctx); err != nil {
		return fmt.Errorf("flushing traces: %w", err)
	}
	return nil
}

// Handler serves the metrics in the Prometheus text format.
func (t *Telemetry) Handler() http.Handler {
	return promhttp.HandlerFor(t.Metrics, promhttp.HandlerOpts{})
}
