package connect

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/platenhq/platen/modules/platform/ratelimit"
	"github.com/platenhq/platen/modules/platform/rpc"
	aiv1 "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
	policyv1 "github.com/platenhq/platen/proto/gen/platen/policy/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	"github.com/platenhq/platen/proto/gen/platen/rendering/v1/renderingv1connect"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
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

// Operations returns the check chain's table of procedures.
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
