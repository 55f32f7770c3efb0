package rest

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// ListImages pages through the images.
func (h *handlers) ListImages(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Images.ListImages)
}

// GetImage responds with the metadata of an image, or with its bytes, depending on Accept or on a file extension in
// the id.
func (h *handlers) GetImage(ctx context.Context, _ oas.GetImageParams, w http.ResponseWriter) error {
	in, err := input[renderingv1.GetImageRequest](ctx)
	if err != nil {
		return err
	}
	id, ending, file := strings.Cut(in.ImageId, ".")
	image, err := h.Images.GetImage(ctx, &renderingv1.GetImageRequest{ImageId: id})
	if err != nil {
		return err
	}
	r := httpRequest(ctx)
	if file && !endsLike(ending, image.MimeType) {
		return fault.NotFound(fault.ImageNotFound)
	}
	if !file && !wantsBytes(r.Header, image.MimeType) {
		if namesFile(r.Header) {
			return acceptFault("The image is "+image.MimeType+"; ask for that or for application/json.", image.MimeType)
		}
		return writeJSON(w, http.StatusOK, wire.Encode(image))
	}
	data, err := h.Images.DownloadImage(ctx, &renderingv1.DownloadImageRequest{ImageId: id})
	if err != nil {
		return err
	}
	return writeFile(w, r, data.MimeType, data.Sha256, data.Data)
}

// endsLike reports whether a file extension matches a media type: png for image/png, jpg and jpeg for image/jpeg.
func endsLike(ending, mediaType string) bool {
	_, subtype, _ := strings.Cut(mediaType, "/")
	subtype, _, _ = strings.Cut(subtype, "+")
	return ending == subtype || ending == "jpg" && subtype == "jpeg"
}

// DeleteImage deletes an image's bytes.
func (h *handlers) DeleteImage(ctx context.Context, _ oas.DeleteImageParams) (jx.Raw, error) {
	return call(ctx, h.Images.DeleteImage)
}

// GetImageReceipt reads the receipt of an image.
func (h *handlers) GetImageReceipt(ctx context.Context, _ oas.GetImageReceiptParams) (jx.Raw, error) {
	return call(ctx, h.Images.GetImageReceipt)
}
