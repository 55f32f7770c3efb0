package rpc

import (
	"context"
	"net/http"
	"strconv"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// MergePdfs implements PdfService.
func (s *Service) MergePdfs(ctx context.Context, in *renderingv1.MergePdfsRequest) (*renderingv1.PdfEdit, error) {
	r := &rendering.PDFRequest{Operation: rendering.MergePDFs}
	for _, f := range in.GetFiles() {
		r.Files = append(r.Files, pdfSource(f))
	}
	return s.editPDF(ctx, r, in.GetTarget())
}

// SplitPdf implements PdfService.
func (s *Service) SplitPdf(ctx context.Context, in *renderingv1.SplitPdfRequest) (*renderingv1.PdfEdit, error) {
	r := onePDF(rendering.SplitPDF, in.GetFile())
	r.Every, r.Pages = int(given(in.Every, 1)), in.GetPages()
	if in.Every != nil && in.Pages != nil {
		return nil, rendering.ErrPDFSplit
	}
	return s.editPDF(ctx, r, in.GetTarget())
}

// RotatePdf implements PdfService.
func (s *Service) RotatePdf(ctx context.Context, in *renderingv1.RotatePdfRequest) (*renderingv1.PdfEdit, error) {
	r := onePDF(rendering.RotatePDF, in.GetFile())
	r.By, r.Pages = int(given(in.By, 90)), in.GetPages()
	return s.editPDF(ctx, r, in.GetTarget())
}

// StampPdf implements PdfService.
func (s *Service) StampPdf(ctx context.Context, in *renderingv1.StampPdfRequest) (*renderingv1.PdfEdit, error) {
	r := onePDF(rendering.StampPDF, in.GetFile())
	r.Text, r.Position, r.Pages, r.Behind = in.GetText(), "center", in.GetPages(), in.GetBehind()
	r.Opacity, r.Angle, r.Size, r.Color, r.Scale = given(in.Opacity, 1), in.GetAngle(), int(given(in.Size, 48)), given(in.Color, "#808080"), given(in.Scale, 0.5)
	if in.Position != nil {
		r.Position = wire.EnumName(in.GetPosition())
	}
	if i := in.GetImage(); i != nil {
		r.Image = &rendering.PDFImage{AssetID: i.GetAssetId(), ImageID: i.GetImageId(), Data: i.GetData()}
	}
	if f := in.GetPdf(); f != nil {
		overlay := pdfSource(f)
		r.Overlay = &overlay
	}
	return s.editPDF(ctx, r, in.GetTarget())
}

// EncryptPdf implements PdfService.
func (s *Service) EncryptPdf(ctx context.Context, in *renderingv1.EncryptPdfRequest) (*renderingv1.PdfEdit, error) {
	r := onePDF(rendering.EncryptPDF, in.GetFile())
	r.OwnerPassword, r.UserPassword = in.GetOwnerPassword(), in.GetUserPassword()
	for _, p := range in.GetAllow() {
		r.Allow = append(r.Allow, wire.EnumName(p))
	}
	return s.editPDF(ctx, r, in.GetTarget())
}

// DecryptPdf implements PdfService.
func (s *Service) DecryptPdf(ctx context.Context, in *renderingv1.DecryptPdfRequest) (*renderingv1.PdfEdit, error) {
	r := onePDF(rendering.DecryptPDF, in.GetFile())
	r.OwnerPassword = in.GetOwnerPassword()
	return s.editPDF(ctx, r, in.GetTarget())
}

// given returns a field's value, or its default.
func given[T any](v *T, otherwise T) T {
	if v == nil {
		return otherwise
	}
	return *v
}

func onePDF(op rendering.PDFOperation, f *renderingv1.PdfSource) *rendering.PDFRequest {
	return &rendering.PDFRequest{Operation: op, Files: []rendering.PDFSource{pdfSource(f)}}
}

func pdfSource(f *renderingv1.PdfSource) rendering.PDFSource {
	return rendering.PDFSource{PDFID: f.GetPdfId(), Data: f.GetData()}
}

// editPDF runs the use case.
func (s *Service) editPDF(ctx context.Context, r *rendering.PDFRequest, target *renderingv1.PdfTarget) (*renderingv1.PdfEdit, error) {
	r.Name, r.BrandID = target.GetName(), target.GetBrandId()
	ctx = s.observe(ctx)
	e, err := s.module.EditPDF(ctx, r, func(ctx context.Context, e *rendering.PDFEdit) error {
		return idempotency.Complete(ctx, http.StatusOK, pdfEdit(e))
	})
	if err != nil {
		return nil, err
	}
	s.charged(ctx, e.CreditsCharged)
	return pdfEdit(e), nil
}

// observe returns the context of a use case that may charge credits.
func (s *Service) observe(ctx context.Context) context.Context {
	if s.balance == nil {
		return ctx
	}
	return s.balance.Observe(ctx)
}

// charged sets the headers, on every surface, with the credits that a request cost and the remaining ones.
func (s *Service) charged(ctx context.Context, credits int) {
	call := rpc.CallFrom(ctx)
	if call == nil {
		return
	}
	call.Header().Set("X-Credits-Charged", strconv.Itoa(credits))
	if s.balance == nil {
		return
	}
	if left, err := s.balance.Available(ctx, ident.Must(ctx).Workspace); err == nil { // the response is complete without the balance
		call.Header().Set("X-Credits-Remaining", strconv.FormatInt(left, 10))
	}
}

func pdfEdit(e *rendering.PDFEdit) *renderingv1.PdfEdit {
	m := &renderingv1.PdfEdit{Object: "pdf_edit", RequestHash: e.RequestHash, Watermarked: e.Mode == ident.Test, Livemode: e.Mode.Livemode(),
		Usage: &renderingv1.RenderUsage{CreditsCharged: int32(e.CreditsCharged)}, DecisionId: e.DecisionID}
	for i := range e.Outputs {
		o := &e.Outputs[i]
		v := &renderingv1.PdfEditOutput{Name: o.Name, PdfId: o.PDFID, MimeType: o.MIMEType, Pages: int32(o.Pages), Bytes: int64(o.Bytes), Sha256: o.SHA256, Url: o.URL}
		if o.From > 0 {
			v.FromPage, v.ToPage = proto.Int32(int32(o.From)), proto.Int32(int32(o.To))
		}
		m.Outputs = append(m.Outputs, v)
	}
	return m
}
