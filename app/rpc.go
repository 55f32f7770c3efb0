package app

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
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/app/rest"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	aiv1 "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	"github.com/platenhq/platen/proto/gen/platen/ai/v1/aiv1connect"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	"github.com/platenhq/platen/proto/gen/platen/api/v1/apiv1connect"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	"github.com/platenhq/platen/proto/gen/platen/approvals/v1/approvalsv1connect"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	"github.com/platenhq/platen/proto/gen/platen/auth/v1/authv1connect"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	"github.com/platenhq/platen/proto/gen/platen/brands/v1/brandsv1connect"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	"github.com/platenhq/platen/proto/gen/platen/credits/v1/creditsv1connect"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
	"github.com/platenhq/platen/proto/gen/platen/library/v1/libraryv1connect"
	policyv1 "github.com/platenhq/platen/proto/gen/platen/policy/v1"
	"github.com/platenhq/platen/proto/gen/platen/policy/v1/policyv1connect"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	"github.com/platenhq/platen/proto/gen/platen/signing/v1/signingv1connect"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
	"github.com/platenhq/platen/proto/gen/platen/webhooks/v1/webhooksv1connect"
)

// protoServices lists the services that Connect and REST serve.
var protoServices = []protoreflect.ServiceDescriptor{
	renderingv1.File_platen_rendering_v1_render_proto.Services().ByName("RenderService"),
	renderingv1.File_platen_rendering_v1_image_proto.Services().ByName("ImageService"),
	renderingv1.File_platen_rendering_v1_pdf_proto.Services().ByName("PdfService"),
	apiv1.File_platen_api_v1_system_proto.Services().ByName("SystemService"),
	authv1.File_platen_auth_v1_api_key_proto.Services().ByName("ApiKeyService"),
	authv1.File_platen_auth_v1_workspace_proto.Services().ByName("WorkspaceService"),
	creditsv1.File_platen_credits_v1_usage_proto.Services().ByName("UsageService"),
	signingv1.File_platen_signing_v1_signing_proto.Services().ByName("SigningService"),
	signingv1.File_platen_signing_v1_signing_proto.Services().ByName("SigningKeyService"),
	authv1.File_platen_auth_v1_jwt_issuer_proto.Services().ByName("JwtIssuerService"),
	authv1.File_platen_auth_v1_admin_proto.Services().ByName("AdminService"),
	webhooksv1.File_platen_webhooks_v1_webhook_proto.Services().ByName("WebhookService"),
	brandsv1.File_platen_brands_v1_brand_proto.Services().ByName("BrandService"),
	brandsv1.File_platen_brands_v1_brand_kit_proto.Services().ByName("BrandKitService"),
	libraryv1.File_platen_library_v1_template_proto.Services().ByName("TemplateService"),
	libraryv1.File_platen_library_v1_asset_proto.Services().ByName("AssetService"),
	libraryv1.File_platen_library_v1_font_proto.Services().ByName("FontService"),
	libraryv1.File_platen_library_v1_license_proto.Services().ByName("LicenseService"),
	renderingv1.File_platen_rendering_v1_tools_proto.Services().ByName("ToolService"),
	approvalsv1.File_platen_approvals_v1_approval_proto.Services().ByName("ApprovalService"),
	approvalsv1.File_platen_approvals_v1_policy_proto.Services().ByName("ApprovalPolicyService"),
	approvalsv1.File_platen_approvals_v1_draft_proto.Services().ByName("DraftService"),
	approvalsv1.File_platen_approvals_v1_decision_proto.Services().ByName("DecisionService"),
	policyv1.File_platen_policy_v1_policy_proto.Services().ByName("ContentPolicyService"),
	aiv1.File_platen_ai_v1_ai_proto.Services().ByName("AiService"),
	apiv1.File_platen_api_v1_audit_proto.Services().ByName("AuditService"),
}

// Operations returns what the check chain knows of every procedure.
func Operations() (rpc.Table, error) {
	var all []*rpc.Operation
	for _, s := range protoServices {
		ops, err := rpc.Describe(s)
		if err != nil {
			return nil, fmt.Errorf("describing the operations: %w", err)
		}
		all = append(all, ops...)
	}
	table, err := rpc.NewTable(all...)
	if err != nil {
		return nil, err
	}
	table[renderingv1connect.RenderServiceGenerateProcedure].Categorise = func(m proto.Message) ratelimit.Category {
		if in, ok := m.(*renderingv1.GenerateRequest); ok && in.Operation == renderingv1.Operation_OPERATION_RENDER {
			return ratelimit.Render
		}
		return ratelimit.Preview
	}
	return table, nil
}

// ConnectSurface is the Connect, gRPC and gRPC-Web side of the check chain.
func ConnectSurface(table rpc.Table, docURL string) rpc.Surface {
	writer := connect.NewErrorWriter()
	return rpc.Surface{
		Name:    "connect",
		Resolve: table.Connect,
		WriteError: func(w http.ResponseWriter, r *http.Request, f *fault.Error) {
			err := ConnectError(r.Context(), f, docURL)
			if writer.IsSupported(r) {
				_ = writer.Write(w, r, err)
				return
			}
			rest.WriteError(w, f, requestID(r.Context()), docURL) // not a Connect client
		},
	}
}

// ConnectHandler serves the procedures of s over Connect, gRPC and gRPC-Web. The chain's middleware must
// stand before it.
func ConnectHandler(s rest.Services, chain *rpc.Chain, docURL string) (http.Handler, error) {
	// The chain has begun the request's span already: no other parent is looked for.
	tracing, err := otelconnect.NewInterceptor(otelconnect.WithTrustRemote(),
		otelconnect.WithPropagator(propagation.NewCompositeTextMapPropagator()),
		otelconnect.WithoutMetrics())
	if err != nil {
		return nil, fmt.Errorf("tracing Connect: %w", err)
	}
	check := chain.Interceptor(func(ctx context.Context, f *fault.Error) error { return ConnectError(ctx, f, docURL) })
	options := []connect.HandlerOption{
		connect.WithCodec(wire.Codec{}),
		connect.WithInterceptors(tracing, check),
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

// ProbeHandler serves gRPC reflection and grpc.health.v1, which stand outside the chain and need no token:
// they tell what the public protos tell, and whether the process serves.
func ProbeHandler() http.Handler {
	names := make([]string, len(protoServices))
	for i, s := range protoServices {
		names[i] = string(s.FullName())
	}
	mux := http.NewServeMux()
	mux.Handle(grpchealth.NewHandler(grpchealth.NewStaticChecker(names...)))
	reflector := grpcreflect.NewStaticReflector(names...)
	mux.Handle(grpcreflect.NewHandlerV1(reflector))
	mux.Handle(grpcreflect.NewHandlerV1Alpha(reflector))
	return mux
}

// connectCodes is the Connect code of every kind of fault. The fault's own code is in the detail.
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

// ConnectError is the only place where Connect turns a fault into an error: its kind gives the code, and a
// platen.api.v1.Error, the same that REST shows, is the detail.
func ConnectError(ctx context.Context, f *fault.Error, docURL string) *connect.Error {
	code, ok := connectCodes[f.Kind()]
	if !ok {
		code = connect.CodeInternal
	}
	err := connect.NewError(code, fmt.Errorf("%s: %s", f.Code, f.Message))
	if detail, e := connect.NewErrorDetail(rest.Error(f, requestID(ctx), docURL)); e == nil {
		err.AddDetail(detail)
	}
	if f.RetryAfter > 0 {
		err.Meta().Set("Retry-After", strconv.Itoa(rpc.Seconds(f.RetryAfter)))
	}
	return err
}

func requestID(ctx context.Context) string {
	if call := rpc.CallFrom(ctx); call != nil {
		return call.RequestID
	}
	return ""
}
