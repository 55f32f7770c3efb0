package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc"
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

// MergePdfs joins PDFs.
func (h *handlers) MergePdfs(ctx context.Context, w http.ResponseWriter) error {
	return editPDF(ctx, h, w, h.PDFs.MergePdfs)
}

// SplitPdf splits a PDF.
func (h *handlers) SplitPdf(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.PDFs.SplitPdf)
}

// RotatePdf turns pages.
func (h *handlers) RotatePdf(ctx context.Context, w http.ResponseWriter) error {
	return editPDF(ctx, h, w, h.PDFs.RotatePdf)
}

// StampPdf puts something on pages.
func (h *handlers) StampPdf(ctx context.Context, w http.ResponseWriter) error {
	return editPDF(ctx, h, w, h.PDFs.StampPdf)
}

// EncryptPdf encrypts a PDF.
func (h *handlers) EncryptPdf(ctx context.Context, w http.ResponseWriter) error {
	return editPDF(ctx, h, w, h.PDFs.EncryptPdf)
}

// DecryptPdf removes the encryption of a PDF.
func (h *handlers) DecryptPdf(ctx context.Context, w http.ResponseWriter) error {
	return editPDF(ctx, h, w, h.PDFs.DecryptPdf)
}

// editPDF runs a procedure with one result and responds with JSON or, if Accept prefers it, with the file. An
// unsatisfiable Accept is rejected before anything is done.
func editPDF[Req any, In message[Req]](ctx context.Context, h *handlers, w http.ResponseWriter, procedure func(context.Context, *Req) (*renderingv1.PdfEdit, error)) error {
	const file = "application/pdf"
	header := httpRequest(ctx).Header
	if namesFile(header) && quality(acceptedTypes(header), file) == 0 {
		return acceptFault("The result is "+file+"; ask for that or for application/json.", file)
	}
	in, err := input[Req](ctx)
	if err != nil {
		return err
	}
	out, err := invoke[Req, renderingv1.PdfEdit, In](ctx, in, procedure)
	if err != nil {
		return err
	}
	charged := out.GetUsage().GetCreditsCharged()
	if rpc.CallFrom(ctx).Replayed {
		charged = 0 // the first response was paid for
	}
	w.Header().Set("X-Credits-Charged", strconv.Itoa(int(charged)))
	if !wantsBytes(header, file) || len(out.Outputs) != 1 {
		return writeJSON(w, http.StatusOK, wire.Encode(out))
	}
	o := out.Outputs[0]
	data, err := h.PDFs.DownloadPdf(ctx, &renderingv1.DownloadPdfRequest{PdfId: o.PdfId})
	if err != nil {
		return err
	}
	w.Header().Set("X-Pdf-Id", o.PdfId)
	return writeFile(w, httpRequest(ctx), file, o.Sha256, data.Data)
}
