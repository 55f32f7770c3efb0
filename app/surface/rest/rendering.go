package rest

import (
	"context"
	"net/http"
	"strconv"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Generate renders a request. A preview responds with JSON or, when Accept matches its only output,
// with the bytes; a render responds with its job.
func (h *handlers) Generate(ctx context.Context, w http.ResponseWriter) error {
	in, err := input[renderingv1.GenerateRequest](ctx)
	if err != nil {
		return err
	}
	r := httpRequest(ctx)
	inline := in.Delivery.GetMode() == renderingv1.DeliveryMode_DELIVERY_MODE_INLINE
	file := in.Operation != renderingv1.Operation_OPERATION_RENDER && namesFile(r.Header)
	if file {
		if err := oneFile(in, r.Header); err != nil {
			return err
		}
		mode := renderingv1.DeliveryMode_DELIVERY_MODE_INLINE
		in.Delivery = &renderingv1.Delivery{Mode: &mode}
	}
	out, err := invoke(ctx, in, h.Rendering.Generate)
	if err != nil {
		return err
	}
	if job := out.GetJob(); job != nil {
		w.Header().Set("Location", "/api/v1/facade/render-jobs/"+job.Id)
		w.Header().Set("Retry-After", "1")
		return writeJSON(w, http.StatusAccepted, wire.Encode(job))
	}
	render := out.GetRender()
	charged := render.GetUsage().GetCreditsCharged()
	if rpc.CallFrom(ctx).Replayed {
		charged = 0 // the first response was paid for
	}
	w.Header().Set("X-Credits-Charged", strconv.Itoa(int(charged)))
	if file && len(render.GetOutputs()) == 1 {
		w.Header().Set("X-Render-Id", render.Id)
		return h.writeOutput(ctx, w, render.Outputs[0])
	}
	if !inline { // a replayed response may contain bytes that an earlier request selected
		for _, o := range render.GetOutputs() {
			o.Data = nil
		}
	}
	return writeJSON(w, http.StatusOK, wire.Encode(render))
}

// oneFile checks, before anything is rendered and charged, that the request has one output of the type that Accept
// names.
func oneFile(in *renderingv1.GenerateRequest, header http.Header) error {
	if len(in.Outputs) > 1 {
		return acceptFault("Bytes can be the response to one output only; ask for application/json.", "application/json")
	}
	var format renderingv1.OutputFormat
	if len(in.Outputs) == 1 { // otherwise the default output
		format = in.Outputs[0].GetFormat()
	}
	if format == renderingv1.OutputFormat_OUTPUT_FORMAT_UNSPECIFIED {
		format = renderingv1.OutputFormat_OUTPUT_FORMAT_PNG
	}
	mediaType, ok := mediaTypes[format]
	if ok && quality(acceptedTypes(header), mediaType) == 0 {
		return acceptFault("The output is "+mediaType+"; ask for that or for application/json.", mediaType)
	}
	return nil
}

var mediaTypes = map[renderingv1.OutputFormat]string{
	renderingv1.OutputFormat_OUTPUT_FORMAT_PNG:  "image/png",
	renderingv1.OutputFormat_OUTPUT_FORMAT_JPEG: "image/jpeg",
	renderingv1.OutputFormat_OUTPUT_FORMAT_WEBP: "image/webp",
	renderingv1.OutputFormat_OUTPUT_FORMAT_AVIF: "image/avif",
	renderingv1.OutputFormat_OUTPUT_FORMAT_GIF:  "image/gif",
	renderingv1.OutputFormat_OUTPUT_FORMAT_APNG: "image/apng",
	renderingv1.OutputFormat_OUTPUT_FORMAT_MP4:  "video/mp4",
	renderingv1.OutputFormat_OUTPUT_FORMAT_WEBM: "video/webm",
	renderingv1.OutputFormat_OUTPUT_FORMAT_SVG:  "image/svg+xml",
	renderingv1.OutputFormat_OUTPUT_FORMAT_PDF:  "application/pdf",
}

// writeOutput responds with the file of an output, from the store when the response does not contain it.
func (h *handlers) writeOutput(ctx context.Context, w http.ResponseWriter, o *renderingv1.RenderedOutput) error {
	data := o.Data
	switch {
	case len(data) > 0:
	case o.PdfId != nil:
		file, err := h.PDFs.DownloadPdf(ctx, &renderingv1.DownloadPdfRequest{PdfId: *o.PdfId})
		if err != nil {
			return err
		}
		data = file.Data
	default:
		file, err := h.Images.DownloadImage(ctx, &renderingv1.DownloadImageRequest{ImageId: o.GetImageId()})
		if err != nil {
			return err
		}
		data = file.Data
	}
	return writeFile(w, httpRequest(ctx), o.MimeType, o.Sha256, data)
}

// ListRenderJobs pages through the jobs.
func (h *handlers) ListRenderJobs(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.Rendering.ListRenderJobs)
}

// GetRenderJob reads a job, optionally waiting for its end.
func (h *handlers) GetRenderJob(ctx context.Context, _ oas.GetRenderJobParams) (jx.Raw, error) {
	return call(ctx, h.Rendering.GetRenderJob)
}

// CancelRenderJob cancels a job.
func (h *handlers) CancelRenderJob(ctx context.Context, _ oas.CancelRenderJobParams) (jx.Raw, error) {
	return call(ctx, h.Rendering.CancelRenderJob)
}

// WatchRenderJob streams a job's changes as server-sent events.
func (h *handlers) WatchRenderJob(ctx context.Context, _ oas.WatchRenderJobParams, w http.ResponseWriter) error {
	in, err := input[renderingv1.WatchRenderJobRequest](ctx)
	if err != nil {
		return err
	}
	if last := httpRequest(ctx).Header.Get("Last-Event-ID"); last != "" {
		if n, err := strconv.ParseInt(last, 10, 64); err == nil && n >= 0 {
			in.AfterSequence = &n
		}
	}
	return streamEvents(ctx, w, func(ctx context.Context, send func(event) error) error {
		return h.Rendering.Watch(ctx, in, func(e *renderingv1.RenderJobEvent) error {
			return send(event{name: wire.EnumName(e.Kind), id: e.Sequence, data: wire.Encode(e)})
		})
	})
}
