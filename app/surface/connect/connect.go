// Package connect serves the API over Connect, gRPC and gRPC-Web.
package connect

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"connectrpc.com/connect"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect"
	"connectrpc.com/otelconnect"
	"go.opentelemetry.io/otel/propagation"

	"github.com/platenhq/platen/app/surface/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/proto/gen/platen/ai/v1/aiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/api/v1/apiv1connect"
	"github.com/platenhq/platen/proto/gen/platen/approvals/v1/approvalsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/auth/v1/authv1connect"
	"github.com/platenhq/platen/proto/gen/platen/brands/v1/brandsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/credits/v1/creditsv1connect"
	"github.com/platenhq/platen/proto/gen/platen/library/v1/libraryv1connect"
	"github.com/platenhq/platen/proto/gen/platen/policy/v1/policyv1connect"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/signing/v1/signingv1connect"
	"github.com/platenhq/platen/proto/gen/platen/webhooks/v1/webhooksv1connect"
)

// Surface is the Connect, gRPC and gRPC-Web side of the check chain.
func Surface(table rpc.Table, docURL string) rpc.Surface {
	writer := connect.NewErrorWriter()
	return rpc.Surface{
		Name:    "connect",
		Resolve: table.Connect,
		WriteError: func(w http.ResponseWriter, r *http.Request, f *fault.Error) {
			err := Error(r.Context(), f, docURL)
			if writer.IsSupported(r) {
				_ = writer.Write(w, r, err)
				return
			}
			rest.WriteError(w, f, RequestID(r.Context()), docURL) // not a Connect client
		},
		FrameError: func(ctx context.Context, f *fault.Error) error { return Error(ctx, f, docURL) },
	}
}

// Handler serves the procedures of s over Connect, gRPC and gRPC-Web. The chain's middleware must
// run before it.
func Handler(s rest.Services, table rpc.Table, chain *rpc.Chain, docURL string) (http.Handler, error) {
	// The chain has already started the request's span, which is the parent.
	tracing, err := otelconnect.NewInterceptor(otelconnect.WithTrustRemote(),
		otelconnect.WithPropagator(propagation.NewCompositeTextMapPropagator()),
		otelconnect.WithoutMetrics())
	if err != nil {
		return nil, fmt.Errorf("tracing Connect: %w", err)
	}
	check := chain.Interceptor(func(ctx context.Context, f *fault.Error) error { return Error(ctx, f, docURL) })
	options := []connect.HandlerOption{
		connect.WithCodec(wire.Codec{}),
		connect.WithCodec(wire.Binary{}),
		connect.WithInterceptors(tracing, check),
		rpc.Gzip(table, func(f *fault.Error) error { return Error(context.Background(), f, docURL) }),
	}
	mux := http.NewServeMux()
	mux.Handle(renderingv1connect.NewRenderServiceHandler(s.Rendering, options...))
	mux.Handle(renderingv1connect.NewImageServiceHandler(s.Images, options...))
	mux.Handle(renderingv1connect.NewPdfServiceHandler(s.PDFs, options...))
	mux.Handle(apiv1connect.NewSystemServiceHandler(s.System, options...))
	mux.Handle(apiv1connect.NewAuditServiceHandler(s.Audit, options...))
	mux.Handle(authv1connect.NewApiKeyServiceHandler(s.Keys, options...))
	mux.Handle(authv1connect.NewWorkspaceServiceHandler(s.Workspaces, options...))
	mux.Handle(creditsv1connect.NewUsageServiceHandler(s.Usage, options...))
	mux.Handle(signingv1connect.NewSigningServiceHandler(s.Signing, options...))
	mux.Handle(signingv1connect.NewSigningKeyServiceHandler(s.SigningKeys, options...))
	mux.Handle(authv1connect.NewJwtIssuerServiceHandler(s.Issuers, options...))
	mux.Handle(authv1connect.NewAdminServiceHandler(s.Admin, options...))
	mux.Handle(webhooksv1connect.NewWebhookServiceHandler(s.Webhooks, options...))
	mux.Handle(brandsv1connect.NewBrandServiceHandler(s.Brands, options...))
	mux.Handle(brandsv1connect.NewBrandKitServiceHandler(s.BrandKits, options...))
	mux.Handle(libraryv1connect.NewTemplateServiceHandler(s.Templates, options...))
	mux.Handle(libraryv1connect.NewAssetServiceHandler(s.Assets, options...))
	mux.Handle(libraryv1connect.NewFontServiceHandler(s.Fonts, options...))
	mux.Handle(libraryv1connect.NewLicenseServiceHandler(s.Licenses, options...))
	mux.Handle(renderingv1connect.NewToolServiceHandler(s.Tools, options...))
	mux.Handle(approvalsv1connect.NewApprovalServiceHandler(s.Approvals, options...))
	mux.Handle(approvalsv1connect.NewApprovalPolicyServiceHandler(s.Policies, options...))
	mux.Handle(approvalsv1connect.NewDraftServiceHandler(s.Drafts, options...))
	mux.Handle(approvalsv1connect.NewDecisionServiceHandler(s.Decisions, options...))
	mux.Handle(policyv1connect.NewContentPolicyServiceHandler(s.ContentPolicy, options...))
	mux.Handle(aiv1connect.NewAiServiceHandler(s.AI, options...))
	return mux, nil
}

// Probes serves gRPC reflection and grpc.health.v1, which are outside the chain and need no token:
// they expose only the public protos, and whether the process serves.
func Probes(docURL string) http.Handler {
	names := make([]string, len(protoServices))
	for i, s := range protoServices {
		names[i] = string(s.FullName())
	}
	bounds := rpc.Gzip(nil, func(f *fault.Error) error { return Error(context.Background(), f, docURL) })
	mux := http.NewServeMux()
	mux.Handle(grpchealth.NewHandler(grpchealth.NewStaticChecker(names...), bounds))
	reflector := grpcreflect.NewStaticReflector(names...)
	mux.Handle(grpcreflect.NewHandlerV1(reflector, bounds))
	mux.Handle(grpcreflect.NewHandlerV1Alpha(reflector, bounds))
	return http.MaxBytesHandler(mux, rpc.DefaultMaxBody)
}

// connectCodes maps the kinds of faults to Connect codes. The fault's code is in the detail.
var connectCodes = map[fault.Kind]connect.Code{
	fault.KindInvalid:         connect.CodeInvalidArgument,
	fault.KindUnauthenticated: connect.CodeUnauthenticated,
	fault.KindPayment:         connect.CodeFailedPrecondition,
	fault.KindForbidden:       connect.CodePermissionDenied,
	fault.KindNotFound:        connect.CodeNotFound,
	fault.KindConflict:        connect.CodeAborted,
	fault.KindLimited:         connect.CodeResourceExhausted,
	fault.KindInternal:        connect.CodeInternal,
}

// Error is the only place that converts a fault to a Connect error: its kind determines the code, and the
// detail is the same platen.api.v1.Error as in REST.
func Error(ctx context.Context, f *fault.Error, docURL string) *connect.Error {
	code, ok := connectCodes[f.Kind()]
	if !ok {
		code = connect.CodeInternal
	}
	err := connect.NewError(code, fmt.Errorf("%s: %s", f.Code, f.Message))
	if detail, e := connect.NewErrorDetail(rest.Error(f, RequestID(ctx), docURL)); e == nil {
		err.AddDetail(detail)
	}
	if f.RetryAfter > 0 {
		err.Meta().Set("Retry-After", strconv.Itoa(rpc.Seconds(f.RetryAfter)))
	}
	return err
}

// RequestID returns the id of the request in ctx, "" outside of one.
func RequestID(ctx context.Context) string {
	if call := rpc.CallFrom(ctx); call != nil {
		return call.RequestID
	}
	return ""
}
