// Package rpc serves the library module to REST and Connect.
package rpc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

// Templates implements platen.library.v1.TemplateService.
type Templates struct {
	module   *library.Module
	previews *library.Previews
	db       *pg.DB
}

// NewTemplates returns the service over m and p.
func NewTemplates(m *library.Module, p *library.Previews, db *pg.DB) *Templates {
	return &Templates{m, p, db}
}

// CreateTemplate stores a template.
func (s *Templates) CreateTemplate(ctx context.Context, in *libraryv1.CreateTemplateRequest) (*libraryv1.Template, error) {
	n := library.NewTemplate{Name: in.Name, Slug: in.GetSlug(), Description: in.GetDescription(), Tags: in.Tags, BrandID: in.GetBrandId(), Publish: in.GetPublish(),
		Content: library.Content{HTML: in.GetHtml(), Document: document(in.Document), CSS: in.GetCss(), Variables: variables(in.Variables), Sizes: in.Sizes, Notes: in.GetNotes()}}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*libraryv1.Template, error) {
		t, err := s.module.CreateTemplate(ctx, n)
		if err != nil {
			return nil, err
		}
		return templateMessage(t)
	})
}

// ListTemplates pages through the templates.
func (s *Templates) ListTemplates(ctx context.Context, in *libraryv1.ListTemplatesRequest) (*libraryv1.ListTemplatesResponse, error) {
	p, err := s.module.Templates(ctx, in.GetBuiltin(), in.GetTag(), in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &libraryv1.ListTemplatesResponse{Page: message.Page(p)}
	for _, t := range p.Items {
		m, err := templateMessage(t)
		if err != nil {
			return nil, err
		}
		out.Data = append(out.Data, m)
	}
	return out, nil
}

// GetTemplate reads a template.
func (s *Templates) GetTemplate(ctx context.Context, in *libraryv1.GetTemplateRequest) (*libraryv1.Template, error) {
	t, err := s.module.Template(ctx, in.TemplateId)
	if err != nil {
		return nil, err
	}
	return templateMessage(t)
}

// before records a template's previous state for the audit log.
func (s *Templates) before(ctx context.Context, id string) {
	if t, err := s.module.Template(ctx, id); err == nil {
		t.Version = nil
		if m, err := templateMessage(t); err == nil {
			audit.BeforeMessage(ctx, m)
		}
	}
}

// UpdateTemplate changes a template's metadata.
func (s *Templates) UpdateTemplate(ctx context.Context, in *libraryv1.UpdateTemplateRequest) (*libraryv1.Template, error) {
	c := in.GetChange()
	change := library.TemplateChange{Name: c.Name, Slug: c.Slug, Description: c.Description, BrandID: c.BrandId, Tags: c.Tags}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*libraryv1.Template, error) {
		s.before(ctx, in.TemplateId)
		t, err := s.module.UpdateTemplate(ctx, in.TemplateId, change)
		if err != nil {
			return nil, err
		}
		return templateMessage(t)
	})
}

// DeleteTemplate removes a template.
func (s *Templates) DeleteTemplate(ctx context.Context, in *libraryv1.DeleteTemplateRequest) (*libraryv1.DeleteTemplateResponse, error) {
	s.before(ctx, in.TemplateId)
	var id string
	err := s.db.InTx(ctx, func(ctx context.Context) (err error) {
		id, err = s.module.DeleteTemplate(ctx, in.TemplateId)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &libraryv1.DeleteTemplateResponse{Object: "template", Id: id, Deleted: true}, nil
}

// CreateTemplateVersion adds a version.
func (s *Templates) CreateTemplateVersion(ctx context.Context, in *libraryv1.CreateTemplateVersionRequest) (*libraryv1.TemplateVersion, error) {
	c := in.GetContent()
	content := library.Content{HTML: c.GetHtml(), Document: document(c.Document), CSS: c.GetCss(), Variables: variables(c.Variables), Sizes: c.Sizes, Notes: c.GetNotes()}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*libraryv1.TemplateVersion, error) {
		v, err := s.module.CreateVersion(ctx, in.TemplateId, content, c.GetPublish())
		if err != nil {
			return nil, err
		}
		return versionMessage(v)
	})
}

// ListTemplateVersions pages through the versions.
func (s *Templates) ListTemplateVersions(ctx context.Context, in *libraryv1.ListTemplateVersionsRequest) (*libraryv1.ListTemplateVersionsResponse, error) {
	p, err := s.module.Versions(ctx, in.TemplateId, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &libraryv1.ListTemplateVersionsResponse{Page: message.Page(p)}
	for _, v := range p.Items {
		m, err := versionMessage(v)
		if err != nil {
			return nil, err
		}
		out.Data = append(out.Data, m)
	}
	return out, nil
}

// GetTemplateVersion reads a version.
func (s *Templates) GetTemplateVersion(ctx context.Context, in *libraryv1.GetTemplateVersionRequest) (*libraryv1.TemplateVersion, error) {
	_, v, err := s.module.VersionOf(ctx, in.TemplateId, int(in.Version))
	if err != nil {
		return nil, err
	}
	return versionMessage(v)
}

// PublishTemplate publishes a version.
func (s *Templates) PublishTemplate(ctx context.Context, in *libraryv1.PublishTemplateRequest) (*libraryv1.Template, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*libraryv1.Template, error) {
		s.before(ctx, in.TemplateId)
		t, err := s.module.Publish(ctx, in.TemplateId, int(in.GetPublication().GetVersion()))
		if err != nil {
			return nil, err
		}
		return templateMessage(t)
	})
}

// GetTemplateSchema returns the JSON Schema of a version's data.
func (s *Templates) GetTemplateSchema(ctx context.Context, in *libraryv1.GetTemplateSchemaRequest) (*libraryv1.GetTemplateSchemaResponse, error) {
	t, v, err := s.module.VersionOf(ctx, in.TemplateId, int(in.GetVersion()))
	if err != nil {
		return nil, err
	}
	schema, err := wire.Object(library.Schema(t.Name, v.Variables))
	return &libraryv1.GetTemplateSchemaResponse{Schema: schema}, err
}

// GetTemplatePreview returns the preview image of a version.
func (s *Templates) GetTemplatePreview(ctx context.Context, in *libraryv1.GetTemplatePreviewRequest) (*libraryv1.GetTemplatePreviewResponse, error) {
	data, err := s.previews.Preview(ctx, in.TemplateId, int(in.GetVersion()), in.GetSize(), in.GetBrandId())
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return &libraryv1.GetTemplatePreviewResponse{Data: data, MimeType: "image/png", Sha256: hex.EncodeToString(sum[:])}, nil
}
