package rpc

import (
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// fromPDF converts the PDF standards and attachments of a request.
func fromPDF(in *renderingv1.PdfSetup) *rendering.PDFSpec {
	out := &rendering.PDFSpec{Forms: in.GetForms()}
	for _, s := range in.GetStandards() {
		out.Standards = append(out.Standards, wire.EnumName(s))
	}
	for _, a := range in.GetAttachments() {
		out.Attachments = append(out.Attachments, rendering.PDFAttachment{
			Name: a.GetName(), MediaType: a.GetMediaType(), Data: a.GetData(), Description: a.GetDescription(), Relationship: wire.EnumName(a.GetRelationship()),
		})
	}
	if v := in.GetInvoice(); v != nil {
		out.Invoice = &rendering.PDFInvoice{XML: v.GetXml(), Profile: wire.EnumName(v.GetProfile())}
	}
	if v := in.GetOutputIntent(); v != nil {
		out.Intent = &rendering.PDFIntent{Profile: v.GetProfile(), Condition: v.GetCondition()}
	}
	return out
}
