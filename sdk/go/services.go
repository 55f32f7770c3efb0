package platen

import (
	"connectrpc.com/connect"

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

// Client calls the service. It is safe for concurrent use. The fields are the generated clients, one for every
// service of the API; the methods add what takes more than one call.
type Client struct {
	// Rendering renders synchronously or as jobs; Preview, Start, WaitForJob and Watch are shorthands.
	Rendering renderingv1connect.RenderServiceClient
	// Tools validates and compiles requests, and lists what the service supports; all of it is free of charge.
	Tools renderingv1connect.ToolServiceClient
	// Images reads and deletes stored images, and returns their receipts.
	Images renderingv1connect.ImageServiceClient
	// PDFs reads stored PDFs, and merges, splits, rotates, stamps, encrypts and decrypts PDFs.
	PDFs renderingv1connect.PdfServiceClient
	// AI generates images from words and seeds.
	AI aiv1connect.AiServiceClient
	// Signing mints image URLs; URLSigner does it without a call.
	Signing signingv1connect.SigningServiceClient
	// SigningKeys manages the secrets that URLs are signed with.
	SigningKeys signingv1connect.SigningKeyServiceClient
	// Webhooks manages the URLs that receive events, deliveries and dead letters.
	Webhooks webhooksv1connect.WebhookServiceClient
	// Brands manages brands.
	Brands brandsv1connect.BrandServiceClient
	// BrandKits manages kits, their versions and locks.
	BrandKits brandsv1connect.BrandKitServiceClient
	// Templates manages templates and their versions.
	Templates libraryv1connect.TemplateServiceClient
	// Assets stores images that documents use.
	Assets libraryv1connect.AssetServiceClient
	// Fonts keeps fonts beside the bundled ones.
	Fonts libraryv1connect.FontServiceClient
	// Licenses keeps the terms of assets and fonts.
	Licenses libraryv1connect.LicenseServiceClient
	// Approvals is where people decide what waits for them.
	Approvals approvalsv1connect.ApprovalServiceClient
	// ApprovalPolicies says which actions need approval.
	ApprovalPolicies approvalsv1connect.ApprovalPolicyServiceClient
	// Drafts keeps requests that people work on.
	Drafts approvalsv1connect.DraftServiceClient
	// Decisions reads the record of what was allowed, refused and done.
	Decisions approvalsv1connect.DecisionServiceClient
	// ContentPolicy manages the rules for the text of images and prompts.
	ContentPolicy policyv1connect.ContentPolicyServiceClient
	// Keys manages API keys.
	Keys authv1connect.ApiKeyServiceClient
	// Issuers manages whose JWTs are accepted.
	Issuers authv1connect.JwtIssuerServiceClient
	// Workspaces reads the caller's workspace.
	Workspaces authv1connect.WorkspaceServiceClient
	// Usage reports the credits of the workspace and their use.
	Usage creditsv1connect.UsageServiceClient
	// Audit reports who changed what.
	Audit apiv1connect.AuditServiceClient
	// Admin is for the administrators of a workspace; it needs the scope admin.
	Admin authv1connect.AdminServiceClient
	// System reports versions and health.
	System apiv1connect.SystemServiceClient
}

// clients makes every generated client over one HTTP client.
func clients(c connect.HTTPClient, at string, with connect.ClientOption) *Client {
	return &Client{
		Rendering:        renderingv1connect.NewRenderServiceClient(c, at, with),
		Tools:            renderingv1connect.NewToolServiceClient(c, at, with),
		Images:           renderingv1connect.NewImageServiceClient(c, at, with),
		PDFs:             renderingv1connect.NewPdfServiceClient(c, at, with),
		AI:               aiv1connect.NewAiServiceClient(c, at, with),
		Signing:          signingv1connect.NewSigningServiceClient(c, at, with),
		SigningKeys:      signingv1connect.NewSigningKeyServiceClient(c, at, with),
		Webhooks:         webhooksv1connect.NewWebhookServiceClient(c, at, with),
		Brands:           brandsv1connect.NewBrandServiceClient(c, at, with),
		BrandKits:        brandsv1connect.NewBrandKitServiceClient(c, at, with),
		Templates:        libraryv1connect.NewTemplateServiceClient(c, at, with),
		Assets:           libraryv1connect.NewAssetServiceClient(c, at, with),
		Fonts:            libraryv1connect.NewFontServiceClient(c, at, with),
		Licenses:         libraryv1connect.NewLicenseServiceClient(c, at, with),
		Approvals:        approvalsv1connect.NewApprovalServiceClient(c, at, with),
		ApprovalPolicies: approvalsv1connect.NewApprovalPolicyServiceClient(c, at, with),
		Drafts:           approvalsv1connect.NewDraftServiceClient(c, at, with),
		Decisions:        approvalsv1connect.NewDecisionServiceClient(c, at, with),
		ContentPolicy:    policyv1connect.NewContentPolicyServiceClient(c, at, with),
		Keys:             authv1connect.NewApiKeyServiceClient(c, at, with),
		Issuers:          authv1connect.NewJwtIssuerServiceClient(c, at, with),
		Workspaces:       authv1connect.NewWorkspaceServiceClient(c, at, with),
		Usage:            creditsv1connect.NewUsageServiceClient(c, at, with),
		Audit:            apiv1connect.NewAuditServiceClient(c, at, with),
		Admin:            authv1connect.NewAdminServiceClient(c, at, with),
		System:           apiv1connect.NewSystemServiceClient(c, at, with),
	}
}
