package rest

import (
	"context"
	"net/http"
	"strings"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// GetPdf responds with the metadata of a PDF, or with its bytes, depending on Accept or on an id that ends in .pdf.
func (h *handlers) GetPdf(ctx context.Context, _ oas.GetPdfParams, w http.ResponseWriter) error {
	in, err := input[renderingv1.GetPdfRequest](ctx)
	if err != nil {
		return err
	}
	id, ending, file := strings.Cut(in.PdfId, ".")
	if file && ending != "pdf" {
		return fault.NotFound(fault.PDFNotFound)
	}
	r := httpRequest(ctx)
	if !file && !wantsBytes(r.Header, "application/pdf") {
		pdf, err := h.PDFs.GetPdf(ctx, &renderingv1.GetPdfRequest{PdfId: id})
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, wire.Encode(pdf))
	}
	data, err := h.PDFs.DownloadPdf(ctx, &renderingv1.DownloadPdfRequest{PdfId: id})
	if err != nil {
		return err
	}
	return writeFile(w, r, data.MimeType, data.Sha256, data.Data)
}
