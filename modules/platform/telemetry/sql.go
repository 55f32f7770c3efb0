package telemetry

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// SQL creates a span per statement, named after its first word only: statement texts may contain data. It is a
// pgx.QueryTracer and a pgx.BatchTracer: a batch is one span.
type SQL struct{}

// TraceQueryStart begins the span when a trace is being recorded.
func (SQL) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	verb, _, _ := strings.Cut(strings.TrimLeft(d.SQL, " \t\n-"), " ")
	ctx, span := otel.Tracer("platen/sql").Start(ctx, "sql "+strings.ToUpper(verb), trace.WithSpanKind(trace.SpanKindClient))
	return context.WithValue(ctx, spanKey{}, span)
}

// TraceQueryEnd ends the span.
func (SQL) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryEndData) {
	span, ok := ctx.Value(spanKey{}).(trace.Span)
	if !ok {
		return
	}
	if d.Err != nil {
		span.SetStatus(codes.Error, "statement failed")
	}
	span.End()
}

// TraceBatchStart begins the span when a trace is being recorded.
func (s SQL) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	if !trace.SpanFromContext(ctx).IsRecording() {
		return ctx
	}
	ctx, span := otel.Tracer("platen/sql").Start(ctx, "sql BATCH", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.Int("db.operation.batch.size", d.Batch.Len())))
	return context.WithValue(ctx, spanKey{}, span)
}

// TraceBatchQuery does nothing: a batch is one span.
func (SQL) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd ends the span.
func (s SQL) TraceBatchEnd(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchEndData) {
	s.TraceQueryEnd(ctx, c, pgx.TraceQueryEndData{Err: d.Err})
}

type spanKey struct{}
