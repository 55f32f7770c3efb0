package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Kits implements platen.brands.v1.BrandKitService.
type Kits struct {
	module  *brands.Module
	checker *brands.Checker
	db      *pg.DB
}

// NewKits returns the service over m and c.
func NewKits(m *brands.Module, c *brands.Checker, db *pg.DB) *Kits { return &Kits{m, c, db} }

// CreateBrandKit creates a kit.
func (s *Kits) CreateBrandKit(ctx context.Context, in *brandsv1.CreateBrandKitRequest) (*brandsv1.BrandKit, error) {
	change := changeOf(in.Colors, in.Typography, in.Logos, in.Layout, in.Locks)
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*brandsv1.BrandKit, error) {
		k, err := s.module.CreateKit(ctx, in.GetBrandId(), in.Name, change.ToKit())
		return record(k), err
	})
}

// ImportBrandKit creates a kit from a file.
func (s *Kits) ImportBrandKit(ctx context.Context, in *brandsv1.ImportBrandKitRequest) (*brandsv1.BrandKit, error) {
	what := brands.Import{BrandID: in.GetBrandId(), KitID: in.GetKitId(), Name: in.GetName(), Content: in.Content, DTCG: in.Format == brandsv1.ImportFormat_IMPORT_FORMAT_DTCG}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*brandsv1.BrandKit, error) {
		k, err := s.module.Import(ctx, what)
		return record(k), err
	})
}

// ListBrandKits pages through the kits.
func (s *Kits) ListBrandKits(ctx context.Context, in *brandsv1.ListBrandKitsRequest) (*brandsv1.ListBrandKitsResponse, error) {
	p, err := s.module.Kits(ctx, in.GetBrandId(), in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &brandsv1.ListBrandKitsResponse{Data: page.Map(p, record).Items, Page: message.Page(p)}, nil
}

// GetBrandKit reads a kit.
func (s *Kits) GetBrandKit(ctx context.Context, in *brandsv1.GetBrandKitRequest) (*brandsv1.BrandKit, error) {
	k, err := s.module.Kit(ctx, in.KitId)
	if err != nil {
		return nil, err
	}
	return record(k), nil
}

// ListBrandKitVersions pages through the versions of a kit.
func (s *Kits) ListBrandKitVersions(ctx context.Context, in *brandsv1.ListBrandKitVersionsRequest) (*brandsv1.ListBrandKitVersionsResponse, error) {
	p, err := s.module.Versions(ctx, in.KitId, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &brandsv1.ListBrandKitVersionsResponse{Data: page.Map(p, version).Items, Page: message.Page(p)}, nil
}

// CreateBrandKitVersion creates a draft.
func (s *Kits) CreateBrandKitVersion(ctx context.Context, in *brandsv1.CreateBrandKitVersionRequest) (*brandsv1.BrandKitVersion, error) {
	c := in.GetContent()
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*brandsv1.BrandKitVersion, error) {
		v, err := s.module.CreateVersion(ctx, in.KitId, changeOf(c.GetColors(), c.GetTypography(), c.GetLogos(), c.GetLayout(), c.GetLocks()))
		return version(v), err
	})
}

// GetBrandKitVersion reads a version.
func (s *Kits) GetBrandKitVersion(ctx context.Context, in *brandsv1.GetBrandKitVersionRequest) (*brandsv1.BrandKitVersion, error) {
	v, err := s.module.Version(ctx, in.KitId, int(in.Version))
	if err != nil {
		return nil, err
	}
	return version(v), nil
}

// UpdateBrandKitVersion changes a draft.
func (s *Kits) UpdateBrandKitVersion(ctx context.Context, in *brandsv1.UpdateBrandKitVersionRequest) (*brandsv1.BrandKitVersion, error) {
	c := in.GetContent()
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*brandsv1.BrandKitVersion, error) {
		v, err := s.module.UpdateVersion(ctx, in.KitId, int(in.Version), changeOf(c.GetColors(), c.GetTypography(), c.GetLogos(), c.GetLayout(), c.GetLocks()))
		return version(v), err
	})
}

// PublishBrandKitVersion publishes a draft.
func (s *Kits) PublishBrandKitVersion(ctx context.Context, in *brandsv1.PublishBrandKitVersionRequest) (*brandsv1.BrandKitVersion, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*brandsv1.BrandKitVersion, error) {
		v, err := s.module.Publish(ctx, in.KitId, int(in.Version))
		return version(v), err
	})
}

// ArchiveBrandKitVersion archives a version.
func (s *Kits) ArchiveBrandKitVersion(ctx context.Context, in *brandsv1.ArchiveBrandKitVersionRequest) (*brandsv1.BrandKitVersion, error) {
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*brandsv1.BrandKitVersion, error) {
		v, err := s.module.Archive(ctx, in.KitId, int(in.Version))
		return version(v), err
	})
}

// DiffBrandKit compares two versions.
func (s *Kits) DiffBrandKit(ctx context.Context, in *brandsv1.DiffBrandKitRequest) (*brandsv1.BrandKitDiff, error) {
	n, list, err := s.module.Diff(ctx, in.KitId, int(in.Against), int(in.GetVersion()))
	if err != nil {
		return nil, err
	}
	out := &brandsv1.BrandKitDiff{Object: "brand_kit_diff", KitId: in.KitId, Against: in.Against, Version: int32(n)}
	for _, d := range list {
		m := &brandsv1.BrandKitDifference{Path: d.Path, Change: d.Change}
		if d.Change != "added" {
			m.Before = wire.ValueOrNull(d.Before)
		}
		if d.Change != "removed" {
			m.After = wire.ValueOrNull(d.After)
		}
		out.Changes = append(out.Changes, m)
	}
	return out, nil
}

// CheckBrandKit checks a document against a kit.
func (s *Kits) CheckBrandKit(ctx context.Context, in *brandsv1.CheckBrandKitRequest) (*brandsv1.BrandKitVerdict, error) {
	ref, v, err := s.checker.Check(ctx, in.KitId, int(in.GetCheck().GetVersion()), func(version int) []byte {
		return wire.Encode(checkRequest(in.KitId, version, in.GetCheck()))
	})
	if err != nil {
		return nil, err
	}
	out := &brandsv1.BrandKitVerdict{Object: "brand_kit_verdict", Valid: len(v.Errors) == 0,
		BrandKit: &renderingv1.BrandKitRef{Id: in.KitId, Version: proto.Int32(int32(ref["version"].(int64)))}, Warnings: warnings(v.Warnings)}
	for _, d := range v.Errors {
		out.Errors = append(out.Errors, wire.Detail(d))
	}
	return out, nil
}

// checkRequest returns the render request that a check lays out.
func checkRequest(kitID string, version int, c *brandsv1.KitCheck) *renderingv1.GenerateRequest {
	in := &renderingv1.GenerateRequest{Operation: renderingv1.Operation_OPERATION_PREVIEW, BrandKit: &renderingv1.BrandKitRef{Id: kitID, Version: proto.Int32(int32(version))},
		Css: c.Css, Data: c.Data, Overrides: c.Overrides, Outputs: c.Outputs, Locale: c.Locale}
	if len(in.Outputs) == 0 {
		in.Outputs = []*renderingv1.Output{{Preset: renderingv1.Preset_PRESET_OG.Enum()}}
	}
	switch source := c.Source.(type) {
	case *brandsv1.KitCheck_Template:
		in.Source = &renderingv1.GenerateRequest_Template{Template: source.Template}
	case *brandsv1.KitCheck_Document:
		in.Source = &renderingv1.GenerateRequest_Document{Document: source.Document}
	case *brandsv1.KitCheck_Html:
		in.Source = &renderingv1.GenerateRequest_Html{Html: source.Html}
	}
	return in
}
