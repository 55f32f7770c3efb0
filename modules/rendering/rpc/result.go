package rpc

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Encoder converts results to messages.
type Encoder struct {
	// BaseURL is the public URL of the service, without a trailing slash.
	BaseURL string
}

// Result converts the result of a request to its response.
func (e Encoder) Result(r rendering.Result) *renderingv1.GenerateResponse {
	if r.Job != nil {
		return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Job{Job: e.Job(r.Job)}}
	}
	return &renderingv1.GenerateResponse{Result: &renderingv1.GenerateResponse_Render{Render: e.render(r.Render)}}
}

func (e Encoder) render(r *rendering.Render) *renderingv1.Render {
	m := &renderingv1.Render{
		Object: "render", Id: r.ID, Operation: renderingv1.Operation_OPERATION_PREVIEW, Status: renderingv1.RenderStatus_RENDER_STATUS_COMPLETED,
		RequestHash: r.RequestHash, Engine: engineOf(r.EngineName, r.EngineVersion), Seed: r.Seed, Outputs: outputs(r.Outputs), Warnings: warnings(r.Warnings),
		Watermarked: r.Mode == ident.Test, Livemode: r.Mode.Livemode(), DecisionId: r.DecisionID, Metadata: r.Metadata,
		Usage: &renderingv1.RenderUsage{CreditsCharged: int32(r.CreditsCharged), Cached: r.Cached},
	}
	if t := r.Pins.Template; t != nil {
		m.Template = &renderingv1.TemplateRef{Id: t.ID, Version: proto.Int32(int32(t.Version))}
	}
	if k := r.Pins.BrandKit; k != nil {
		m.BrandKit = &renderingv1.BrandKitRef{Id: k.ID, Version: proto.Int32(int32(k.Version))}
	}
	for _, report := range r.Reports {
		m.LayoutReport = append(m.LayoutReport, layoutReport(&report))
	}
	return m
}

func layoutReport(r *rendering.Report) *renderingv1.LayoutReport {
	m := &renderingv1.LayoutReport{Output: r.Output, Width: int32(r.Width), Height: int32(r.Height)}
	for _, b := range r.Boxes {
		box := &renderingv1.LayoutBox{Tag: b.Tag, X: b.X, Y: b.Y, Width: b.Width, Height: b.Height}
		if b.ID != "" {
			box.Id = proto.String(b.ID)
		}
		if b.Class != "" {
			box.Class = proto.String(b.Class)
		}
		if b.Lines > 0 || b.Clipped {
			box.Lines, box.Fonts, box.Text = proto.Int32(int32(b.Lines)), b.Fonts, proto.String(b.Text)
			box.Clipped = proto.Bool(b.Clipped)
			if b.FontSize > 0 {
				box.FontSize = proto.Float64(b.FontSize)
			}
			if b.Contrast > 0 {
				box.Contrast = proto.Float64(b.Contrast)
			}
		}
		if b.Overflow {
			box.Overflow = proto.Bool(true)
		}
		m.Boxes = append(m.Boxes, box)
	}
	return m
}

// Job converts a job to its message.
func (e Encoder) Job(j *rendering.Job) *renderingv1.RenderJob {
	self := e.BaseURL + "/api/v1/facade/render-jobs/" + j.ID
	m := &renderingv1.RenderJob{
		Object: "render_job", Id: j.ID, Status: message.Enum[renderingv1.RenderStatus](string(j.Status)), Operation: renderingv1.Operation_OPERATION_RENDER,
		RequestHash: j.RequestHash, Engine: engineOf(j.EngineName, j.EngineVersion), Seed: j.Seed,
		Progress: progress(j),
		Outputs:  outputs(j.Outputs), Warnings: warnings(j.Warnings), Error: failure(j.Error), Attempts: int32(j.Attempts), Sequence: j.Sequence,
		CreatedAt: timestamppb.New(j.CreatedAt), StartedAt: message.Timestamp(j.StartedAt), FinishedAt: message.Timestamp(j.FinishedAt), ExpiresAt: message.Timestamp(j.ExpiresAt),
		Usage:    &renderingv1.JobUsage{CreditsReserved: int32(j.CreditsReserved), CreditsCharged: int32(j.CreditsCharged)},
		Links:    &renderingv1.JobLinks{Self: self, Events: self + "/events", Cancel: self + "/cancel"},
		Metadata: j.Metadata, Watermarked: j.Mode == ident.Test, Livemode: j.Mode.Livemode(),
	}
	if j.DecisionID != "" {
		m.DecisionId = proto.String(j.DecisionID)
	}
	return m
}

// Image converts a stored image to its message.
func (e Encoder) Image(i *rendering.Image) *renderingv1.Image {
	m := &renderingv1.Image{
		Object: "image", Id: i.ID, Url: i.URL, Format: message.Enum[renderingv1.OutputFormat](i.Format), MimeType: i.MIMEType,
		Width: int32(i.Width), Height: int32(i.Height), Bytes: int64(i.Bytes), Sha256: i.SHA256, Name: i.Name, RequestHash: i.RequestHash,
		Engine: engineOf(i.EngineName, i.EngineVersion), Seed: i.Seed, Watermarked: i.Watermarked, Livemode: i.Mode.Livemode(),
		CreatedAt: timestamppb.New(i.CreatedAt), Metadata: i.Metadata,
	}
	m.RenderId, m.JobId = message.Optional(i.RenderID), message.Optional(i.JobID)
	return m
}

// PDF converts a stored PDF to its message.
func (e Encoder) PDF(i *rendering.Image) *renderingv1.Pdf {
	m := &renderingv1.Pdf{
		Object: "pdf", Id: i.ID, Url: i.URL, MimeType: i.MIMEType, Pages: int32(i.Pages), Bytes: int64(i.Bytes), Sha256: i.SHA256, Name: i.Name,
		RequestHash: i.RequestHash, Engine: engineOf(i.EngineName, i.EngineVersion), Seed: i.Seed, Watermarked: i.Watermarked,
		Livemode: i.Mode.Livemode(), CreatedAt: timestamppb.New(i.CreatedAt), Metadata: i.Metadata,
	}
	m.RenderId, m.JobId = message.Optional(i.RenderID), message.Optional(i.JobID)
	return m
}

func engineOf(name, version string) *renderingv1.Engine {
	return &renderingv1.Engine{Name: name, Version: version}
}

func outputs(list []rendering.Rendered) []*renderingv1.RenderedOutput {
	out := make([]*renderingv1.RenderedOutput, 0, len(list))
	for i := range list {
		r := &list[i]
		m := &renderingv1.RenderedOutput{
			Name: r.Name, ImageId: message.Optional(r.ImageID), PdfId: message.Optional(r.PDFID), Format: message.Enum[renderingv1.OutputFormat](r.Format),
			MimeType: r.MIMEType, Width: int32(r.Width), Height: int32(r.Height), Bytes: int64(r.Bytes), Sha256: r.SHA256, Url: r.URL, Data: r.Data,
		}
		if r.Pages > 0 {
			m.Pages = proto.Int32(int32(r.Pages))
		}
		out = append(out, m)
	}
	return out
}

func warnings(list []rendering.Warning) []*renderingv1.Warning {
	out := make([]*renderingv1.Warning, 0, len(list))
	for _, w := range list {
		out = append(out, &renderingv1.Warning{Code: w.Code, Path: w.Path, Message: w.Message})
	}
	return out
}

// failure returns the reason why a job failed.
func failure(f *fault.Error) *apiv1.Error {
	if f == nil {
		return nil
	}
	m := &apiv1.Error{Code: string(f.Code), Message: f.Message}
	for _, d := range f.Details {
		m.Details = append(m.Details, wire.Detail(d))
	}
	return m
}

func progress(j *rendering.Job) *renderingv1.JobProgress {
	p := &renderingv1.JobProgress{Completed: int32(j.Completed), Total: int32(j.Total)}
	if j.FramesTotal > 0 {
		p.Frames = &renderingv1.FrameProgress{Completed: int32(j.FramesCompleted), Total: int32(j.FramesTotal)}
	}
	return p
}

// toReceipt decodes a stored receipt.
func toReceipt(data []byte) (*renderingv1.Receipt, error) {
	m := new(renderingv1.Receipt)
	if details := wire.Decode(data, m); len(details) > 0 {
		return nil, fmt.Errorf("reading a stored receipt: %s at %s", details[0].Message, details[0].Path)
	}
	return m, nil
}
