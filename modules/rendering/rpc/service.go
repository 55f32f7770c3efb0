// Package rpc is the rendering module's Connect service: it converts messages to requests and results to messages, and
// contains no business logic.
package rpc

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Service implements RenderService, ImageService and PdfService.
type Service struct {
	module  *rendering.Module
	out     Encoder
	balance Balance
}

// Balance reads the available credits of workspaces, for the header X-Credits-Remaining.
type Balance interface {
	// Observe returns a context in which Available needs no query after a charge.
	Observe(ctx context.Context) context.Context
	// Available returns the available credits of a workspace.
	Available(ctx context.Context, ws ident.Workspace) (int64, error)
}

// New returns the service over a module. baseURL is the public URL of the service; a nil balance omits
// X-Credits-Remaining.
func New(m *rendering.Module, baseURL string, balance Balance) *Service {
	return &Service{module: m, out: Encoder{BaseURL: baseURL}, balance: balance}
}

// Generate implements RenderService.
func (s *Service) Generate(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.GenerateResponse, error) {
	req, err := fromRequest(in)
	if err != nil {
		return nil, err
	}
	ctx = s.observe(ctx)
	result, err := s.module.Generate(ctx, req, func(ctx context.Context, r rendering.Result) error {
		status := http.StatusOK
		if r.Job != nil {
			status = http.StatusAccepted
		}
		return idempotency.Complete(ctx, status, withoutFiles(s.out.Result(r)))
	})
	if err != nil {
		return nil, err
	}
	s.credits(ctx, result)
	timings(ctx, result)
	return s.out.Result(result), nil
}

// withoutFiles removes the files from a response: they are in the content store, from which Restore reads them.
func withoutFiles(m *renderingv1.GenerateResponse) *renderingv1.GenerateResponse {
	for _, o := range m.GetRender().GetOutputs() {
		if o.Data != nil {
			o.Data = []byte{}
		}
	}
	return m
}

// Restore inserts the files removed by withoutFiles into a stored response.
func (s *Service) Restore(ctx context.Context, response proto.Message) error {
	m, ok := response.(*renderingv1.GenerateResponse)
	if !ok {
		return nil
	}
	for _, o := range m.GetRender().GetOutputs() {
		if o.Data == nil || len(o.Data) > 0 {
			continue
		}
		data, err := s.module.File(ctx, o.GetImageId()+o.GetPdfId(), o.GetSha256())
		if err != nil {
			return err
		}
		o.Data = data
	}
	return nil
}

// credits sets the headers with the credits that the request cost. A job has no cost yet: its credits are held.
func (s *Service) credits(ctx context.Context, r rendering.Result) {
	charged := 0
	if r.Render != nil {
		charged = r.Render.CreditsCharged
	}
	s.charged(ctx, charged)
}

// timings sets the Server-Timing header of a preview.
func timings(ctx context.Context, r rendering.Result) {
	call := rpc.CallFrom(ctx)
	if call == nil || r.Render == nil || r.Render.Cached {
		return
	}
	t := r.Render.Timings
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	call.Header().Set("Server-Timing", fmt.Sprintf("open;dur=%.1f, draw;dur=%.1f, encode;dur=%.1f, store;dur=%.1f", ms(t.Open), ms(t.Draw), ms(t.Encode), ms(t.Store)))
}

// GetRenderJob implements RenderService.
func (s *Service) GetRenderJob(ctx context.Context, in *renderingv1.GetRenderJobRequest) (*renderingv1.RenderJob, error) {
	j, err := s.module.Wait(ctx, in.GetJobId(), time.Duration(in.GetWait())*time.Second)
	if err != nil {
		return nil, err
	}
	return s.out.Job(j), nil
}

// ListRenderJobs implements RenderService.
func (s *Service) ListRenderJobs(ctx context.Context, in *renderingv1.ListRenderJobsRequest) (*renderingv1.ListRenderJobsResponse, error) {
	l := rendering.List{Limit: in.Limit, Cursor: in.Cursor, Metadata: in.GetMetadata()}
	if in.Status != nil {
		l.Status = wire.EnumName(in.GetStatus())
	}
	if in.CreatedAfter != nil {
		t := in.GetCreatedAfter().AsTime()
		l.CreatedAfter = &t
	}
	p, err := s.module.Jobs(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &renderingv1.ListRenderJobsResponse{Page: message.Page(p)}
	for _, j := range p.Items {
		out.Data = append(out.Data, s.out.Job(j))
	}
	return out, nil
}

// CancelRenderJob implements RenderService.
func (s *Service) CancelRenderJob(ctx context.Context, in *renderingv1.CancelRenderJobRequest) (*renderingv1.RenderJob, error) {
	j, err := s.module.Cancel(ctx, in.GetJobId(), func(ctx context.Context, j *rendering.Job) error {
		return idempotency.Complete(ctx, http.StatusOK, s.out.Job(j))
	})
	if err != nil {
		return nil, err
	}
	return s.out.Job(j), nil
}

// WatchRenderJob implements RenderService.
func (s *Service) WatchRenderJob(ctx context.Context, in *renderingv1.WatchRenderJobRequest, stream *connect.ServerStream[renderingv1.RenderJobEvent]) error {
	return s.Watch(ctx, in, stream.Send)
}

// Watch sends a job's events: its current state first, then a status for every change, every image once it is recorded,
// and the end. It implements WatchRenderJob for callers with another kind of stream.
func (s *Service) Watch(ctx context.Context, in *renderingv1.WatchRenderJobRequest, send func(*renderingv1.RenderJobEvent) error) error {
	first := true
	return s.module.Watch(ctx, in.GetJobId(), in.GetAfterSequence(), func(j *rendering.Job) error {
		m := s.out.Job(j)
		event := func(k renderingv1.JobEventKind, o *renderingv1.RenderedOutput) error {
			return send(&renderingv1.RenderJobEvent{Kind: k, Sequence: j.Sequence, Job: m, Output: o})
		}
		if first || !j.Status.Terminal() {
			if err := event(renderingv1.JobEventKind_JOB_EVENT_KIND_STATUS, nil); err != nil {
				return err
			}
		}
		first = false
		if !j.Status.Terminal() {
			return nil
		}
		for _, o := range m.Outputs {
			if err := event(renderingv1.JobEventKind_JOB_EVENT_KIND_OUTPUT, o); err != nil {
				return err
			}
		}
		return event(renderingv1.JobEventKind_JOB_EVENT_KIND_DONE, nil)
	})
}

// ListImages implements ImageService.
func (s *Service) ListImages(ctx context.Context, in *renderingv1.ListImagesRequest) (*renderingv1.ListImagesResponse, error) {
	l := rendering.List{Limit: in.Limit, Cursor: in.Cursor}
	if in.Format != nil {
		l.Format = wire.EnumName(in.GetFormat())
	}
	if in.CreatedAfter != nil {
		t := in.GetCreatedAfter().AsTime()
		l.CreatedAfter = &t
	}
	p, err := s.module.Images(ctx, l)
	if err != nil {
		return nil, err
	}
	out := &renderingv1.ListImagesResponse{Page: message.Page(p)}
	for _, i := range p.Items {
		out.Data = append(out.Data, s.out.Image(i))
	}
	return out, nil
}

// GetImage implements ImageService.
func (s *Service) GetImage(ctx context.Context, in *renderingv1.GetImageRequest) (*renderingv1.Image, error) {
	i, err := s.module.Image(ctx, in.GetImageId())
	if err != nil {
		return nil, err
	}
	return s.out.Image(i), nil
}

// DownloadImage implements ImageService.
func (s *Service) DownloadImage(ctx context.Context, in *renderingv1.DownloadImageRequest) (*renderingv1.DownloadImageResponse, error) {
	i, data, err := s.module.ImageBytes(ctx, in.GetImageId())
	if err != nil {
		return nil, err
	}
	return &renderingv1.DownloadImageResponse{Data: data, MimeType: i.MIMEType, Sha256: i.SHA256}, nil
}

// DeleteImage implements ImageService.
func (s *Service) DeleteImage(ctx context.Context, in *renderingv1.DeleteImageRequest) (*renderingv1.DeleteImageResponse, error) {
	out := &renderingv1.DeleteImageResponse{Object: "image", Id: in.GetImageId(), Deleted: true}
	err := s.module.DeleteImage(ctx, in.GetImageId(), func(ctx context.Context) error {
		return idempotency.Complete(ctx, http.StatusOK, out)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// GetImageReceipt implements ImageService.
func (s *Service) GetImageReceipt(ctx context.Context, in *renderingv1.GetImageReceiptRequest) (*renderingv1.Receipt, error) {
	data, err := s.module.Receipt(ctx, in.GetImageId())
	if err != nil {
		return nil, err
	}
	return toReceipt(data)
}

// GetPdf implements PdfService.
func (s *Service) GetPdf(ctx context.Context, in *renderingv1.GetPdfRequest) (*renderingv1.Pdf, error) {
	i, err := s.module.PDF(ctx, in.GetPdfId())
	if err != nil {
		return nil, err
	}
	return s.out.PDF(i), nil
}

// DownloadPdf implements PdfService.
func (s *Service) DownloadPdf(ctx context.Context, in *renderingv1.DownloadPdfRequest) (*renderingv1.DownloadPdfResponse, error) {
	i, data, err := s.module.PDFBytes(ctx, in.GetPdfId())
	if err != nil {
		return nil, err
	}
	return &renderingv1.DownloadPdfResponse{Data: data, MimeType: i.MIMEType, Sha256: i.SHA256}, nil
}
