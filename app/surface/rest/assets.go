package rest

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

// CreateAsset stores an image.
func (h *handlers) CreateAsset(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Assets.CreateAsset)
}

// ListAssets pages through the assets.
func (h *handlers) ListAssets(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Assets.ListAssets)
}

// UpdateAsset changes the metadata of an asset.
func (h *handlers) UpdateAsset(ctx context.Context, _ oas.UpdateAssetParams) (jx.Raw, error) {
	return call(ctx, h.Assets.UpdateAsset)
}

// DeleteAsset removes an asset.
func (h *handlers) DeleteAsset(ctx context.Context, _ oas.DeleteAssetParams) (jx.Raw, error) {
	return call(ctx, h.Assets.DeleteAsset)
}

// GetAsset responds with the metadata of an asset, or with its bytes, depending on Accept.
func (h *handlers) GetAsset(ctx context.Context, _ oas.GetAssetParams, w http.ResponseWriter) error {
	in, err := input[libraryv1.GetAssetRequest](ctx)
	if err != nil {
		return err
	}
	asset, err := h.Assets.GetAsset(ctx, in)
	if err != nil {
		return err
	}
	r := httpRequest(ctx)
	if !wantsBytes(r.Header, asset.MimeType) {
		if namesFile(r.Header) {
			return acceptFault("The asset is "+asset.MimeType+"; ask for that or for application/json.", asset.MimeType)
		}
		return writeJSON(w, http.StatusOK, wire.Encode(asset))
	}
	file, err := h.Assets.DownloadAsset(ctx, &libraryv1.DownloadAssetRequest{AssetId: in.AssetId})
	if err != nil {
		return err
	}
	// An SVG is a document: opened by itself it must neither run nor load anything.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	return writeFile(w, r, file.MimeType, file.Sha256, file.Data)
}
