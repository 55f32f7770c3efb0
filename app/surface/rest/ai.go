package rest

import (
	"context"
	"net/http"
	"strconv"

	"github.com/go-faster/jx"

	"github.com/platenhq/platen/app/surface/rest/internal/oas"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	aiv1 "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

const (
	pngType = "image/png"
	svgType = "image/svg+xml"
)

// GenerateAiImage creates an image from a prompt.
func (h *handlers) GenerateAiImage(ctx context.Context, w http.ResponseWriter) error {
	in, err := input[aiv1.GenerateRequest](ctx)
	if err != nil {
		return err
	}
	drawn := in.Substyle != nil && (in.GetSubstyle() == aiv1.Substyle_SUBSTYLE_VECTOR_ILLUSTRATION || in.GetSubstyle() == aiv1.Substyle_SUBSTYLE_ICON)
	return answerAI(ctx, h, w, in, drawn, h.AI.Generate)
}

// GenerateAiBackground creates a background.
func (h *handlers) GenerateAiBackground(ctx context.Context, w http.ResponseWriter) error {
	in, err := input[aiv1.GenerateBackgroundRequest](ctx)
	if err != nil {
		return err
	}
	return answerAI(ctx, h, w, in, false, h.AI.GenerateBackground)
}

// GenerateMeshGradient creates a mesh gradient.
func (h *handlers) GenerateMeshGradient(ctx context.Context, w http.ResponseWriter) error {
	in, err := input[aiv1.GenerateMeshGradientRequest](ctx)
	if err != nil {
		return err
	}
	return answerAI(ctx, h, w, in, false, h.AI.GenerateMeshGradient)
}

// answerAI runs a procedure that generates an image and responds with JSON or, when Accept names a file type, with the
// bytes. vector is true if an SVG is possible. An unsatisfiable Accept is rejected before anything is generated.
func answerAI[Req any, In message[Req]](ctx context.Context, h *handlers, w http.ResponseWriter, in *Req, vector bool, procedure func(context.Context, *Req) (*aiv1.AiImage, error)) error {
	header := httpRequest(ctx).Header
	file := ""
	if namesFile(header) {
		entries := acceptedTypes(header)
		png, svg := quality(entries, pngType), quality(entries, svgType)
		switch {
		case vector && svg > png:
			file = svgType
		case png > 0:
			file = pngType
		default:
			return acceptFault("The image is "+pngType+"; ask for that or for application/json.", pngType)
		}
	}
	out, err := invoke[Req, aiv1.AiImage, In](ctx, in, procedure)
	if err != nil {
		return err
	}
	charged := out.GetCreditsCharged()
	if rpc.CallFrom(ctx).Replayed {
		charged = 0 // the first response was paid for
	}
	w.Header().Set("X-Credits-Charged", strconv.Itoa(int(charged)))
	id, sum := out.GetId(), out.GetSha256()
	if file == svgType {
		if out.Vector == nil {
			return acceptFault("This image has no SVG; ask for "+pngType+".", pngType)
		}
		id, sum = out.Vector.Id, out.Vector.Sha256
	}
	if file == "" {
		return writeJSON(w, http.StatusOK, wire.Encode(out))
	}
	data, err := h.Images.DownloadImage(ctx, &renderingv1.DownloadImageRequest{ImageId: id})
	if err != nil {
		return err
	}
	w.Header().Set("X-Image-Id", id)
	return writeFile(w, httpRequest(ctx), file, sum, data.Data)
}

// ListGradientStyles lists every tone.
func (h *handlers) ListGradientStyles(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.AI.ListGradientStyles)
}

// GetGradientStyle reads one tone.
func (h *handlers) GetGradientStyle(ctx context.Context, _ oas.GetGradientStyleParams) (jx.Raw, error) {
	return call(ctx, h.AI.GetGradientStyle)
}

// GetAiCapabilities returns what can be generated.
func (h *handlers) GetAiCapabilities(ctx context.Context) (jx.Raw, error) {
	return call(ctx, h.AI.GetCapabilities)
}
