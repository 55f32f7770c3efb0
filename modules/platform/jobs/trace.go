package jobs

import (
	"context"
	"encoding/json"
	"maps"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/platenhq/platen/modules/platform/telemetry"
)

// Trace returns a JSON object that links later work to the trace and request of ctx; nil if there is nothing to
// link.
func Trace(ctx context.Context) []byte {
	carrier := propagation.MapCarrier{}
	otel.GetTextMapPropagator().Inject(ctx, carrier)
	meta := map[string]string{}
	maps.Copy(meta, carrier)
	if id := telemetry.RequestID(ctx); id != "" {
		meta["request_id"] = id
	}
	if len(meta) == 0 {
		return nil
	}
	b, _ := json.Marshal(meta)
	return b
}

// Continue returns a context of the request in which Trace was called, with a span for one attempt at its work, and
// the function that ends the span.
func Continue(ctx context.Context, trace []byte, kind, queue string, attempt int) (context.Context, func(error)) {
	meta := map[string]any{}
	_ = json.Unmarshal(trace, &meta)
	carrier := propagation.MapCarrier{}
	for k, v := range meta {
		if s, ok := v.(string); ok {
			carrier[k] = s
		}
	}
	ctx = otel.GetTextMapPropagator().Extract(ctx, carrier)
	if id := carrier["request_id"]; id != "" {
		ctx = telemetry.WithRequestID(ctx, id)
	}
	ctx, span := otel.Tracer("platen/jobs").Start(ctx, "job "+kind, oteltrace.WithSpanKind(oteltrace.SpanKindConsumer),
		oteltrace.WithAttributes(attribute.String("queue", queue), attribute.Int("attempt", attempt)))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "job failed")
		}
		span.End()
	}
}
