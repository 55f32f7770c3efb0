package telemetry

import (
	"context"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.opentelemetry.io/otel/trace"
)

// NewLogger returns a logger that writes to w, adds the request and trace ids of the context and masks
// secrets. It is safe for concurrent use.
func NewLogger(w io.Writer, c Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // Validate has rejected other values
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: mask}
	var h slog.Handler = slog.NewJSONHandler(w, o)
	if c.LogFormat == "text" {
		h = slog.NewTextHandler(w, o)
	}
	return slog.New(contextual{h})
}

// contextual adds the ids of the context.
type contextual struct{ slog.Handler }

func (h contextual) Handle(ctx context.Context, r slog.Record) error {
	r = r.Clone()
	r.Message = Mask(r.Message)
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	if sc := trace.SpanContextFromContext(ctx); sc.HasTraceID() {
		r.AddAttrs(slog.String("trace_id", sc.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

func (h contextual) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextual{h.Handler.WithAttrs(attrs)}
}

func (h contextual) WithGroup(name string) slog.Handler { return contextual{h.Handler.WithGroup(name)} }

// secretNames are attributes whose values must never be logged.
var secretNames = []string{"authorization", "cookie", "secret", "token", "password", "pepper", "api_key", "signing_key"}

func mask(_ []string, a slog.Attr) slog.Attr {
	if slices.Contains(secretNames, strings.ToLower(a.Key)) {
		return slog.String(a.Key, "***")
	}
	switch v := a.Value.Any().(type) {
	case string:
		return slog.String(a.Key, Mask(v))
	case error:
		return slog.String(a.Key, Mask(v.Error()))
	default:
		return a
	}
}

// secretShapes matches the formats of our secrets and of common third-party ones, anywhere in a text.
var secretShapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(svc|legacy)_(live|test)_[0-9A-Za-z]{6,}|(whsec|ssk)_[0-9A-Za-z_\-]{6,}|eyJ[\w\-]{8,}\.[\w\-]{8,}\.[\w\-]+|(?i:bearer) +[^\s"]{8,}|(postgres(?:ql)?://[^:/@\s]*:)[^@\s]+@`)
})

// Mask returns s with everything in the format of a secret replaced.
func Mask(s string) string {
	if !strings.ContainsAny(s, "_ .:") {
		return s
	}
	return secretShapes().ReplaceAllString(s, "${4}***")
}
