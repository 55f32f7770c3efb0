package surface_test

import (
	"context"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"

	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
	creditsv1 "github.com/platenhq/platen/proto/gen/platen/credits/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// fill sets every field of m to a value of its type, and strings with a single valid value to that.
func fill(m protoreflect.Message, depth int) {
	switch m.Descriptor().FullName() {
	case "google.protobuf.Timestamp":
		m.Set(m.Descriptor().Fields().ByName("seconds"), protoreflect.ValueOfInt64(1767323045))
		m.Set(m.Descriptor().Fields().ByName("nanos"), protoreflect.ValueOfInt32(123456000))
		return
	case "google.protobuf.Value":
		m.Set(m.Descriptor().Fields().ByName("string_value"), protoreflect.ValueOfString("v"))
		return
	}
	if depth == 0 {
		return
	}
	for i := range m.Descriptor().Fields().Len() {
		f := m.Descriptor().Fields().Get(i)
		switch {
		case f.IsMap():
			v := m.Mutable(f).Map().NewValue()
			if f.MapValue().Message() != nil {
				fill(v.Message(), depth-1)
			} else {
				v = one(f.MapValue())
			}
			m.Mutable(f).Map().Set(protoreflect.ValueOfString("k").MapKey(), v)
		case f.IsList() && f.Message() != nil:
			fill(m.Mutable(f).List().AppendMutable().Message(), depth-1)
		case f.IsList():
			m.Mutable(f).List().Append(one(f))
		case f.Message() != nil:
			fill(m.Mutable(f).Message(), depth-1)
		default:
			m.Set(f, one(f))
		}
	}
}

func one(f protoreflect.FieldDescriptor) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(true)
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(1)
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(7)
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(1 << 40)
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(1.5)
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes([]byte("PNG"))
	}
	rules, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	if c := rules.GetString().GetConst(); c != "" {
		return protoreflect.ValueOfString(c)
	}
	return protoreflect.ValueOfString("s")
}

func answerWith[T any, M interface {
	*T
	proto.Message
}](c *canned) (*T, error) {
	c.runs.Add(1)
	if f := c.fail.Load(); f != nil {
		return nil, f
	}
	m := new(T)
	fill(M(m).ProtoReflect(), 6)
	return m, nil
}

func (c *canned) Generate(_ context.Context, in *renderingv1.GenerateRequest) (*renderingv1.GenerateResponse, error) {
	if in.Operation == renderingv1.Operation_OPERATION_RENDER {
		job, err := answerWith[renderingv1.RenderJob](c)
		if err != nil {
			return nil, err
		}
		job.Id, job.Error, job.StartedAt = "job_1", nil, nil
		return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Job{Job: job}}, nil
	}
	render, err := answerWith[renderingv1.Render](c)
	if err != nil {
		return nil, err
	}
	o := render.Outputs[0]
	o.MimeType, o.PdfId = "image/png", nil
	if in.Delivery.GetMode() != renderingv1.DeliveryMode_DELIVERY_MODE_INLINE {
		o.Data = nil
	}
	return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Render{Render: render}}, nil
}

func (c *canned) GetRenderJob(context.Context, *renderingv1.GetRenderJobRequest) (*renderingv1.RenderJob, error) {
	return answerWith[renderingv1.RenderJob](c)
}

func (c *canned) ListRenderJobs(_ context.Context, in *renderingv1.ListRenderJobsRequest) (*renderingv1.ListRenderJobsResponse, error) {
	out, err := answerWith[renderingv1.ListRenderJobsResponse](c)
	if err == nil && in.Limit != nil { // shows what arrived
		out.Data[0].Seed = in.GetLimit()
		out.Data[0].Metadata = in.Metadata
		out.Data[0].CreatedAt = in.CreatedAfter
		out.Data[0].Status = in.GetStatus()
	}
	return out, err
}

func (c *canned) CancelRenderJob(context.Context, *renderingv1.CancelRenderJobRequest) (*renderingv1.RenderJob, error) {
	return answerWith[renderingv1.RenderJob](c)
}

func (c *canned) WatchRenderJob(ctx context.Context, in *renderingv1.WatchRenderJobRequest, out *connect.ServerStream[renderingv1.RenderJobEvent]) error {
	return c.Watch(ctx, in, out.Send)
}

func (c *canned) Watch(_ context.Context, in *renderingv1.WatchRenderJobRequest, send func(*renderingv1.RenderJobEvent) error) error {
	if f := c.fail.Load(); f != nil {
		return f
	}
	for i, kind := range []renderingv1.JobEventKind{renderingv1.JobEventKind_JOB_EVENT_KIND_STATUS, renderingv1.JobEventKind_JOB_EVENT_KIND_DONE} {
		if n := int64(i + 1); n > in.GetAfterSequence() {
			if err := send(&renderingv1.RenderJobEvent{Kind: kind, Sequence: n}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *canned) ListImages(context.Context, *renderingv1.ListImagesRequest) (*renderingv1.ListImagesResponse, error) {
	return answerWith[renderingv1.ListImagesResponse](c)
}

func (c *canned) GetImage(_ context.Context, in *renderingv1.GetImageRequest) (*renderingv1.Image, error) {
	image, err := answerWith[renderingv1.Image](c)
	if err == nil {
		image.Id, image.MimeType = in.ImageId, "image/png"
	}
	return image, err
}

func (c *canned) DownloadImage(context.Context, *renderingv1.DownloadImageRequest) (*renderingv1.DownloadImageResponse, error) {
	return &renderingv1.DownloadImageResponse{Data: []byte("PNG"), MimeType: "image/png", Sha256: "abc"}, nil
}

func (c *canned) DeleteImage(context.Context, *renderingv1.DeleteImageRequest) (*renderingv1.DeleteImageResponse, error) {
	return answerWith[renderingv1.DeleteImageResponse](c)
}

func (c *canned) GetImageReceipt(context.Context, *renderingv1.GetImageReceiptRequest) (*renderingv1.Receipt, error) {
	return answerWith[renderingv1.Receipt](c)
}

func (c *canned) GetPdf(context.Context, *renderingv1.GetPdfRequest) (*renderingv1.Pdf, error) {
	return answerWith[renderingv1.Pdf](c)
}

func (c *canned) DownloadPdf(context.Context, *renderingv1.DownloadPdfRequest) (*renderingv1.DownloadPdfResponse, error) {
	return &renderingv1.DownloadPdfResponse{Data: []byte("%PDF"), MimeType: "application/pdf", Sha256: "abc"}, nil
}

func (c *canned) MergePdfs(context.Context, *renderingv1.MergePdfsRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) SplitPdf(context.Context, *renderingv1.SplitPdfRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) RotatePdf(context.Context, *renderingv1.RotatePdfRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) StampPdf(context.Context, *renderingv1.StampPdfRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) EncryptPdf(context.Context, *renderingv1.EncryptPdfRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) DecryptPdf(context.Context, *renderingv1.DecryptPdfRequest) (*renderingv1.PdfEdit, error) {
	return answerWith[renderingv1.PdfEdit](c)
}

func (c *canned) GetApiVersions(context.Context, *apiv1.GetApiVersionsRequest) (*apiv1.ApiVersions, error) {
	return answerWith[apiv1.ApiVersions](c)
}

func (c *canned) GetHealth(context.Context, *apiv1.GetHealthRequest) (*apiv1.Health, error) {
	return answerWith[apiv1.Health](c)
}

func (c *canned) GetDetailedHealth(context.Context, *apiv1.GetDetailedHealthRequest) (*apiv1.Health, error) {
	return answerWith[apiv1.Health](c)
}

func (c *canned) GetBrowserHealth(context.Context, *apiv1.GetBrowserHealthRequest) (*apiv1.Health, error) {
	return answerWith[apiv1.Health](c)
}

func (c *canned) ReinitBrowser(context.Context, *apiv1.ReinitBrowserRequest) (*apiv1.Health, error) {
	return answerWith[apiv1.Health](c)
}

func (c *canned) CreateApiKey(context.Context, *authv1.CreateApiKeyRequest) (*authv1.ApiKey, error) {
	return answerWith[authv1.ApiKey](c)
}

func (c *canned) ListApiKeys(context.Context, *authv1.ListApiKeysRequest) (*authv1.ListApiKeysResponse, error) {
	return answerWith[authv1.ListApiKeysResponse](c)
}

func (c *canned) GetApiKey(context.Context, *authv1.GetApiKeyRequest) (*authv1.ApiKey, error) {
	return answerWith[authv1.ApiKey](c)
}

func (c *canned) RotateApiKey(context.Context, *authv1.RotateApiKeyRequest) (*authv1.ApiKey, error) {
	return answerWith[authv1.ApiKey](c)
}

func (c *canned) RevokeApiKey(context.Context, *authv1.RevokeApiKeyRequest) (*authv1.ApiKey, error) {
	return answerWith[authv1.ApiKey](c)
}

func (c *canned) GetWorkspace(context.Context, *authv1.GetWorkspaceRequest) (*authv1.Workspace, error) {
	return answerWith[authv1.Workspace](c)
}

func (c *canned) GetUsage(context.Context, *creditsv1.GetUsageRequest) (*creditsv1.Usage, error) {
	return answerWith[creditsv1.Usage](c)
}

func (c *canned) ListLedgerEntries(context.Context, *creditsv1.ListLedgerEntriesRequest) (*creditsv1.ListLedgerEntriesResponse, error) {
	return answerWith[creditsv1.ListLedgerEntriesResponse](c)
}

func (c *canned) ListUsageDays(context.Context, *creditsv1.ListUsageDaysRequest) (*creditsv1.ListUsageDaysResponse, error) {
	return answerWith[creditsv1.ListUsageDaysResponse](c)
}
