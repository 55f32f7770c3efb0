package rest

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

// CreateTemplate stores a template.
func (h *handlers) CreateTemplate(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Templates.CreateTemplate)
}

// ListTemplates pages through the templates.
func (h *handlers) ListTemplates(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Templates.ListTemplates)
}

// GetTemplate reads a template.
func (h *handlers) GetTemplate(ctx context.Context, _ oas.GetTemplateParams) (jx.Raw, error) {
	return call(ctx, h.Templates.GetTemplate)
}

// UpdateTemplate changes the metadata of a template.
func (h *handlers) UpdateTemplate(ctx context.Context, _ oas.UpdateTemplateParams) (jx.Raw, error) {
	return call(ctx, h.Templates.UpdateTemplate)
}

// DeleteTemplate removes a template.
func (h *handlers) DeleteTemplate(ctx context.Context, _ oas.DeleteTemplateParams) (jx.Raw, error) {
	return call(ctx, h.Templates.DeleteTemplate)
}

// CreateTemplateVersion adds a version.
func (h *handlers) CreateTemplateVersion(ctx context.Context, _ oas.CreateTemplateVersionParams) (jx.Raw, error) {
	return call(ctx, h.Templates.CreateTemplateVersion)
}

// ListTemplateVersions pages through the versions.
func (h *handlers) ListTemplateVersions(ctx context.Context, _ oas.ListTemplateVersionsParams) (jx.Raw, error) {
	return call(ctx, h.Templates.ListTemplateVersions)
}

// GetTemplateVersion reads a version.
func (h *handlers) GetTemplateVersion(ctx context.Context, _ oas.GetTemplateVersionParams) (jx.Raw, error) {
	return call(ctx, h.Templates.GetTemplateVersion)
}

// PublishTemplate publishes a version.
func (h *handlers) PublishTemplate(ctx context.Context, _ oas.PublishTemplateParams) (jx.Raw, error) {
	return call(ctx, h.Templates.PublishTemplate)
}

// GetTemplateSchema responds with the JSON Schema of a template's data.
func (h *handlers) GetTemplateSchema(ctx context.Context, _ oas.GetTemplateSchemaParams, w http.ResponseWriter) error {
	in, err := input[libraryv1.GetTemplateSchemaRequest](ctx)
	if err != nil {
		return err
	}
	out, err := h.Templates.GetTemplateSchema(ctx, in)
	if err != nil {
		return err
	}
	body := wire.Encode(out.Schema)
	w.Header().Set("Content-Type", "application/schema+json")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
	return nil
}

// GetTemplatePreview responds with the image of a template.
func (h *handlers) GetTemplatePreview(ctx context.Context, _ oas.GetTemplatePreviewParams, w http.ResponseWriter) error {
	in, err := input[libraryv1.GetTemplatePreviewRequest](ctx)
	if err != nil {
		return err
	}
	out, err := h.Templates.GetTemplatePreview(ctx, in)
	if err != nil {
		return err
	}
	return writeFile(w, httpRequest(ctx), out.MimeType, out.Sha256, out.Data)
}
