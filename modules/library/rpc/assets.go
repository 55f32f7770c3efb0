package rpc

import (
	"context"
	"net/http"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

// Assets implements platen.library.v1.AssetService.
type Assets struct {
	module *library.Module
	db     *pg.DB
}

// NewAssets returns the service over m.
func NewAssets(m *library.Module, db *pg.DB) *Assets { return &Assets{m, db} }

// CreateAsset stores an image.
func (s *Assets) CreateAsset(ctx context.Context, in *libraryv1.CreateAssetRequest) (*libraryv1.Asset, error) {
	p, err := s.module.PrepareAsset(ctx, library.NewAsset{URL: in.GetUrl(), Data: in.GetData(), Name: in.GetName(), LicenseID: in.GetLicenseId(), BrandID: in.GetBrandId()})
	if err != nil {
		return nil, err
	}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*libraryv1.Asset, error) {
		a, err := s.module.CreateAsset(ctx, p)
		return assetMessage(a), err
	})
}

// ListAssets pages through the assets.
func (s *Assets) ListAssets(ctx context.Context, in *libraryv1.ListAssetsRequest) (*libraryv1.ListAssetsResponse, error) {
	p, err := s.module.Assets(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &libraryv1.ListAssetsResponse{Data: page.Map(p, assetMessage).Items, Page: message.Page(p)}, nil
}

// GetAsset returns an asset's metadata.
func (s *Assets) GetAsset(ctx context.Context, in *libraryv1.GetAssetRequest) (*libraryv1.Asset, error) {
	a, err := s.module.Asset(ctx, in.AssetId)
	if err != nil {
		return nil, err
	}
	return assetMessage(a), nil
}

// DownloadAsset returns an asset's bytes.
func (s *Assets) DownloadAsset(ctx context.Context, in *libraryv1.DownloadAssetRequest) (*libraryv1.DownloadAssetResponse, error) {
	a, data, err := s.module.AssetBytes(ctx, in.AssetId)
	if err != nil {
		return nil, err
	}
	return &libraryv1.DownloadAssetResponse{Data: data, MimeType: a.MIMEType, Sha256: a.SHA256}, nil
}

// UpdateAsset changes an asset's metadata.
func (s *Assets) UpdateAsset(ctx context.Context, in *libraryv1.UpdateAssetRequest) (*libraryv1.Asset, error) {
	c := in.GetChange()
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*libraryv1.Asset, error) {
		if old, err := s.module.Asset(ctx, in.AssetId); err == nil {
			audit.BeforeMessage(ctx, assetMessage(old))
		}
		a, err := s.module.UpdateAsset(ctx, in.AssetId, library.AssetChange{Name: c.Name, LicenseID: c.LicenseId})
		return assetMessage(a), err
	})
}

// DeleteAsset removes an asset.
func (s *Assets) DeleteAsset(ctx context.Context, in *libraryv1.DeleteAssetRequest) (*libraryv1.DeleteAssetResponse, error) {
	if old, err := s.module.Asset(ctx, in.AssetId); err == nil {
		audit.BeforeMessage(ctx, assetMessage(old))
	}
	if err := s.module.DeleteAsset(ctx, in.AssetId); err != nil {
		return nil, err
	}
	return &libraryv1.DeleteAssetResponse{Object: "asset", Id: in.AssetId, Deleted: true}, nil
}
