package bridge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/admission"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	signingrpc "github.com/platenhq/platen/modules/signing/rpc"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
)

// SigningNeeds are the parts from which Signing builds the needs of the signing module. Gate limits concurrent renders; BaseURL is the address
// of the service.
type SigningNeeds struct {
	Rendering *rendering.Module
	Gate      *admission.Gate
	Limiter   signing.Limiter
	Approvals *approvals.Module
	Library   *library.Module
	Brands    *brands.Module
	BaseURL   string
}

// Signing returns the needs of the signing module.
func Signing(cfg signing.Config, n SigningNeeds) signing.Needs {
	needs := signing.Needs{Images: signedImages{n.Rendering, n.Gate, n.Library}, Limiter: n.Limiter, Approvals: signApprovals{n.Approvals}, Assets: assetLocations{n.Library, n.BaseURL}}
	if cfg.Fallback != signing.FallbackOff {
		needs.Cards = signedCards{n.Rendering, n.Brands, n.Gate, siteName(cfg.SiteName, n.BaseURL)}
	}
	return needs
}

// signedImages renders the images of signed URLs: the content of a URL is a preview request of one PNG.
type signedImages struct {
	module  *rendering.Module
	gate    *admission.Gate
	library *library.Module
}

// Use marks the templates and the files of live URLs live, so that test credentials cannot change what the URLs show.
func (s signedImages) Use(ctx context.Context, contents [][]byte) error {
	done := map[string]bool{}
	for _, content := range contents {
		req, err := renderRequest(content)
		if err != nil {
			return err
		}
		template := ""
		if req.Template != nil && !done[req.Template.ID] {
			template = req.Template.ID
			done[template] = true
		}
		if err := s.library.Adopt(ctx, template, string(content)); err != nil {
			return err
		}
	}
	return nil
}

func (s signedImages) Check(ctx context.Context, content []byte) (signing.Checked, error) {
	req, err := renderRequest(content)
	if err != nil {
		return signing.Checked{}, err
	}
	r, err := s.module.Resolve(ctx, req)
	if err != nil {
		return signing.Checked{}, aboutContent(err)
	}
	width, height := sizeOf(&req.Outputs[0])
	return signing.Checked{Hash: r.RequestHash, Brands: r.Brands, Bound: r.Bound, Width: width, Height: height}, nil
}

func (s signedImages) Render(ctx context.Context, content []byte, imageID string, done func(ctx context.Context) error) error {
	req, err := renderRequest(content)
	if err != nil {
		return err
	}
	leave, err := s.gate.Enter(ctx, string(ident.Must(ctx).Workspace))
	if err != nil {
		return err
	}
	defer leave()
	return aboutContent(s.module.RenderNamed(ctx, req, imageID, done))
}

func (s signedImages) Location(ctx context.Context, imageID string) (string, error) {
	image, err := s.module.Image(ctx, imageID)
	if err != nil {
		return "", err
	}
	return image.URL, nil
}

// renderRequest decodes the content of a signed URL to a render request.
func renderRequest(content []byte) (*rendering.Request, error) {
	item := new(signingv1.SignItem)
	if problems := wire.Parse(content, item); len(problems) > 0 {
		return nil, fault.Invalid(problems...)
	}
	out := &renderingv1.Output{
		Format: renderingv1.OutputFormat_OUTPUT_FORMAT_PNG.Enum(),
		Width:  proto.Int32(signingrpc.DefaultWidth), Height: proto.Int32(signingrpc.DefaultHeight),
	}
	if item.Preset != nil {
		out.Preset, out.Width, out.Height = item.Preset, nil, nil
	}
	if item.Width != nil {
		out.Width = item.Width
	}
	if item.Height != nil {
		out.Height = item.Height
	}
	// The image is shown on pages of any colour.
	out.Background = proto.String("#FFFFFF")
	if item.Background != nil {
		out.Background = item.Background
	}
	in := &renderingv1.GenerateRequest{
		Operation: renderingv1.Operation_OPERATION_PREVIEW, Data: item.Data, BrandId: item.BrandId, BrandKit: item.BrandKit,
		Overrides: item.Overrides, Outputs: []*renderingv1.Output{out}, Locale: item.Locale, Seed: item.Seed, Css: item.Css,
	}
	switch source := item.Source.(type) {
	case *signingv1.SignItem_Template:
		in.Source = &renderingv1.GenerateRequest_Template{Template: source.Template}
	case *signingv1.SignItem_Document:
		in.Source = &renderingv1.GenerateRequest_Document{Document: source.Document}
	case *signingv1.SignItem_Html:
		in.Source = &renderingv1.GenerateRequest_Html{Html: source.Html}
	default:
		return nil, fmt.Errorf("a signed URL has the source %T", source)
	}
	return renderingrpc.Decode(wire.Encode(in))
}

// sizeOf returns the size of an output in CSS pixels.
func sizeOf(o *rendering.OutputSpec) (width, height int) {
	for _, p := range rendering.PresetList() {
		if p.Name == o.Preset {
			width, height = p.Width, p.Height
		}
	}
	if o.Width != 0 {
		width = o.Width
	}
	if o.Height != 0 {
		height = o.Height
	}
	return width, height
}

// aboutContent maps error paths from the render request to the content of the URL.
func aboutContent(err error) error {
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	f.Details = slices.Clone(f.Details)
	for i := range f.Details {
		f.Details[i].Rebase(fault.Within("/outputs/0"))
	}
	return &f
}

// signApprovals requests approval of signing URLs.
type signApprovals struct{ *approvals.Module }

func (s signApprovals) Require(ctx context.Context, request []byte, about signing.Checked) (string, error) {
	return s.Module.Require(ctx, approvals.Action{Name: approvals.Sign, Brands: about.Brands, Formats: []string{"png"}, Request: request, Bound: about.Bound})
}

// assetLocations returns the address of the asset that replaces the failed image of a signed URL.
type assetLocations struct {
	module  *library.Module
	baseURL string
}

func (l assetLocations) Location(ctx context.Context, assetID string) (string, error) {
	a, err := l.module.Asset(ctx, assetID)
	if err != nil {
		return "", err
	}
	return l.baseURL + "/cdn/" + a.ID + "." + assetEnding(a.MIMEType), nil
}

// assetEnding returns the extension of an asset's public name.
func assetEnding(mimeType string) string {
	switch mimeType {
	case "image/jpeg":
		return "jpg"
	case "image/svg+xml":
		return "svg"
	}
	_, ending, _ := strings.Cut(mimeType, "/")
	return ending
}
