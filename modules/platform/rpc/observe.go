package rpc

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/platenhq/platen/modules/platform/clock"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Metrics counts requests by surface, operation and outcome; no label names a tenant.
type Metrics struct {
	duration *prometheus.HistogramVec
	fallback prometheus.Counter
}

// NewMetrics registers the chain's metrics.
func NewMetrics(r prometheus.Registerer) *Metrics {
	m := &Metrics{
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "platen_request_duration_seconds", Help: "Time from the first header to the last byte of the response.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"surface", "operation", "status", "code"}),
		fallback: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "platen_rate_limit_fallback_total", Help: "Decisions made by the local limiter because the database did not respond in time.",
		}),
	}
	r.MustRegister(m.duration, m.fallback)
	return m
}

// LimiterFellBack counts a decision of the local limiter; it fits ratelimit.Limiter.OnFallback.
func (m *Metrics) LimiterFellBack(error) { m.fallback.Inc() }

func (m *Metrics) observe(surface string, call *Call, status int, d time.Duration) {
	if m == nil {
		return
	}
	op := "none"
	if call.Operation != nil {
		op = call.Operation.Procedure
	}
	m.duration.WithLabelValues(surface, op, strconv.Itoa(status), call.status).Observe(d.Seconds())
}

// trace starts the span of a request and returns the function that ends it.
func trace(ctx context.Context, surface string, r *http.Request) (context.Context, func(*Call, int)) {
	ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.HeaderCarrier(r.Header))
	ctx, span := otel.Tracer("platen/rpc").Start(ctx, r.Method+" "+surface, oteltrace.WithSpanKind(oteltrace.SpanKindServer))
	return ctx, func(call *Call, status int) {
		if call.Operation != nil {
			span.SetName(call.Operation.Procedure)
		}
		span.SetAttributes(attribute.Int("http.response.status_code", status), attribute.String("platen.request_id", call.RequestID))
		if status >= 500 {
			span.SetStatus(codes.Error, call.status)
		}
		span.End()
	}
}

// clientGone is the status of a request whose client disconnected before the response: it is only recorded. Such a request
// is not a failure of the service.
const clientGone = 499

// outcome returns the status to record for a request that ended with a status.
func outcome(r *http.Request, call *Call, status int) int {
	if status >= http.StatusInternalServerError && errors.Is(context.Cause(r.Context()), context.Canceled) {
		call.status = ""
		return clientGone
	}
	return status
}

func (c *Chain) log(r *http.Request, s Surface, call *Call, status int, d time.Duration) {
	level := slog.LevelInfo
	if fault.Code(call.status).Kind() == fault.KindInternal && call.status != "" {
		level = slog.LevelError
	}
	if !c.cfg.Log.Enabled(r.Context(), level) {
		return
	}
	op := ""
	if call.Operation != nil {
		op = call.Operation.Procedure
	}
	attrs := []slog.Attr{
		slog.String("surface", s.Name), slog.String("method", r.Method), slog.String("operation", op), slog.Int("status", status),
		slog.Float64("ms", float64(d.Microseconds())/1000), slog.String("ip", call.ClientIP.String()),
	}
	if call.status != "" {
		attrs = append(attrs, slog.String("code", call.status))
	}
	if p := ident.From(r.Context()); p != nil {
		attrs = append(attrs, slog.String("workspace", string(p.Workspace)), slog.String("mode", string(p.Mode)), slog.String("actor", p.Actor()))
	}
	if call.Replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	c.cfg.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// recorder records the status; it forwards the methods that streams need.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Flush sends buffered data; Connect requires this method.
func (r *recorder) Flush() {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	_ = http.NewResponseController(r.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Around counts the requests of a handler outside the chain, such as public files, under surface and
// operation. It adds nothing to a request but the count.
func (m *Metrics) Around(surface, operation string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := clock.Now()
		out := &recorder{ResponseWriter: w}
		defer func() {
			m.duration.WithLabelValues(surface, operation, strconv.Itoa(out.status), "").Observe(clock.Now().Sub(start).Seconds())
		}()
		next.ServeHTTP(out, r)
	})
}
