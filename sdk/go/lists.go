package platen

import (
	"context"
	"iter"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	approvalsv1 "github.com/platenhq/platen/proto/gen/platen/approvals/v1"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
	webhooksv1 "github.com/platenhq/platen/proto/gen/platen/webhooks/v1"
)

// Each of these fetches pages as the loop continues, retries as every call does, and yields an error once, last.

// RenderJobs yields every job that filter selects, newest first.
func (c *Client) RenderJobs(ctx context.Context, filter *renderingv1.ListRenderJobsRequest) iter.Seq2[*renderingv1.RenderJob, error] {
	return all[*renderingv1.RenderJob](ctx, filter, c.Rendering.ListRenderJobs)
}

// AllImages yields every image that filter selects, newest first.
func (c *Client) AllImages(ctx context.Context, filter *renderingv1.ListImagesRequest) iter.Seq2[*renderingv1.Image, error] {
	return all[*renderingv1.Image](ctx, filter, c.Images.ListImages)
}

// AllSigningKeys yields every signing key.
func (c *Client) AllSigningKeys(ctx context.Context, filter *signingv1.ListSigningKeysRequest) iter.Seq2[*signingv1.SigningKey, error] {
	return all[*signingv1.SigningKey](ctx, filter, c.SigningKeys.ListSigningKeys)
}

// AllWebhooks yields every webhook.
func (c *Client) AllWebhooks(ctx context.Context, filter *webhooksv1.ListWebhooksRequest) iter.Seq2[*webhooksv1.Webhook, error] {
	return all[*webhooksv1.Webhook](ctx, filter, c.Webhooks.ListWebhooks)
}

// Deliveries yields the deliveries of a webhook that filter selects.
func (c *Client) Deliveries(ctx context.Context, filter *webhooksv1.ListDeliveriesRequest) iter.Seq2[*webhooksv1.WebhookDelivery, error] {
	return all[*webhooksv1.WebhookDelivery](ctx, filter, c.Webhooks.ListDeliveries)
}

// DeadLetters yields every event that could not be delivered.
func (c *Client) DeadLetters(ctx context.Context, filter *webhooksv1.ListDeadLettersRequest) iter.Seq2[*webhooksv1.DeadLetter, error] {
	return all[*webhooksv1.DeadLetter](ctx, filter, c.Webhooks.ListDeadLetters)
}

// AllBrands yields every brand.
func (c *Client) AllBrands(ctx context.Context, filter *brandsv1.ListBrandsRequest) iter.Seq2[*brandsv1.Brand, error] {
	return all[*brandsv1.Brand](ctx, filter, c.Brands.ListBrands)
}

// AllBrandKits yields every brand kit that filter selects.
func (c *Client) AllBrandKits(ctx context.Context, filter *brandsv1.ListBrandKitsRequest) iter.Seq2[*brandsv1.BrandKit, error] {
	return all[*brandsv1.BrandKit](ctx, filter, c.BrandKits.ListBrandKits)
}

// BrandKitVersions yields every version of a kit.
func (c *Client) BrandKitVersions(ctx context.Context, filter *brandsv1.ListBrandKitVersionsRequest) iter.Seq2[*brandsv1.BrandKitVersion, error] {
	return all[*brandsv1.BrandKitVersion](ctx, filter, c.BrandKits.ListBrandKitVersions)
}

// AllTemplates yields every template that filter selects.
func (c *Client) AllTemplates(ctx context.Context, filter *libraryv1.ListTemplatesRequest) iter.Seq2[*libraryv1.Template, error] {
	return all[*libraryv1.Template](ctx, filter, c.Templates.ListTemplates)
}

// TemplateVersions yields every version of a template.
func (c *Client) TemplateVersions(ctx context.Context, filter *libraryv1.ListTemplateVersionsRequest) iter.Seq2[*libraryv1.TemplateVersion, error] {
	return all[*libraryv1.TemplateVersion](ctx, filter, c.Templates.ListTemplateVersions)
}

// AllAssets yields every asset.
func (c *Client) AllAssets(ctx context.Context, filter *libraryv1.ListAssetsRequest) iter.Seq2[*libraryv1.Asset, error] {
	return all[*libraryv1.Asset](ctx, filter, c.Assets.ListAssets)
}

// AllFonts yields every font that filter selects.
func (c *Client) AllFonts(ctx context.Context, filter *libraryv1.ListFontsRequest) iter.Seq2[*libraryv1.Font, error] {
	return all[*libraryv1.Font](ctx, filter, c.Fonts.ListFonts)
}

// AllLicenses yields every licence.
func (c *Client) AllLicenses(ctx context.Context, filter *libraryv1.ListLicensesRequest) iter.Seq2[*libraryv1.License, error] {
	return all[*libraryv1.License](ctx, filter, c.Licenses.ListLicenses)
}

// AllApprovals yields every approval that filter selects.
func (c *Client) AllApprovals(ctx context.Context, filter *approvalsv1.ListApprovalsRequest) iter.Seq2[*approvalsv1.Approval, error] {
	return all[*approvalsv1.Approval](ctx, filter, c.Approvals.ListApprovals)
}

// AllApprovalPolicies yields every approval policy.
func (c *Client) AllApprovalPolicies(ctx context.Context, filter *approvalsv1.ListApprovalPoliciesRequest) iter.Seq2[*approvalsv1.ApprovalPolicy, error] {
	return all[*approvalsv1.ApprovalPolicy](ctx, filter, c.ApprovalPolicies.ListApprovalPolicies)
}

// AllDrafts yields every draft that filter selects.
func (c *Client) AllDrafts(ctx context.Context, filter *approvalsv1.ListDraftsRequest) iter.Seq2[*approvalsv1.Draft, error] {
	return all[*approvalsv1.Draft](ctx, filter, c.Drafts.ListDrafts)
}

// AllDecisions yields every decision that filter selects.
func (c *Client) AllDecisions(ctx context.Context, filter *approvalsv1.ListDecisionsRequest) iter.Seq2[*approvalsv1.Decision, error] {
	return all[*approvalsv1.Decision](ctx, filter, c.Decisions.ListDecisions)
}

// APIKeys yields every API key of the workspace, newest first.
func (c *Client) APIKeys(ctx context.Context) iter.Seq2[*authv1.ApiKey, error] {
	return all[*authv1.ApiKey](ctx, &authv1.ListApiKeysRequest{}, c.Keys.ListApiKeys)
}

// AllIssuers yields every JWT issuer.
func (c *Client) AllIssuers(ctx context.Context, filter *authv1.ListJwtIssuersRequest) iter.Seq2[*authv1.JwtIssuer, error] {
	return all[*authv1.JwtIssuer](ctx, filter, c.Issuers.ListJwtIssuers)
}

// UsageDays yields what was spent day by day, as filter selects.
func (c *Client) UsageDays(ctx context.Context, filter *creditsv1.ListUsageDaysRequest) iter.Seq2[*creditsv1.UsageDay, error] {
	return all[*creditsv1.UsageDay](ctx, filter, c.Usage.ListUsageDays)
}

// Ledger yields every movement of credits, newest first.
func (c *Client) Ledger(ctx context.Context) iter.Seq2[*creditsv1.LedgerEntry, error] {
	return all[*creditsv1.LedgerEntry](ctx, &creditsv1.ListLedgerEntriesRequest{}, c.Usage.ListLedgerEntries)
}

// AuditEntries yields every audit entry that filter selects.
func (c *Client) AuditEntries(ctx context.Context, filter *apiv1.ListAuditEntriesRequest) iter.Seq2[*apiv1.AuditEntry, error] {
	return all[*apiv1.AuditEntry](ctx, filter, c.Audit.ListAuditEntries)
}
