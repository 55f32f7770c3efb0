package app

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/signing"
	signingrpc "github.com/platenhq/platen/modules/signing/rpc"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
	signingv1 "github.com/platenhq/platen/proto/gen/platen/signing/v1"
)

// signedPictures draws what signed URLs show with the rendering module: the content of a URL is a preview
// request of one PNG.
type signedPictures struct{ module *rendering.Module }

func (s signedPictures) Check(ctx context.Context, content []byte) (signing.Checked, error) {
	req, err := renderRequest(content)
	if err != nil {
		return signing.Checked{}, err
	}
	checked, err := s.module.Check(ctx, req)
	return signing.Checked(checked), aboutContent(err)
}

func (s signedPictures) Render(ctx context.Context, content []byte, imageID string, done func(ctx context.Context) error) error {
	req, err := renderRequest(content)
	if err != nil {
		return err
	}
	return aboutContent(s.module.RenderNamed(ctx, req, imageID, done))
}

func (s signedPictures) Location(ctx context.Context, imageID string) (string, error) {
	image, err := s.module.Image(ctx, imageID)
	if err != nil {
		return "", err
	}
	return image.URL, nil
}

// renderRequest turns the content of a signed URL into the render request that it is.
func renderRequest(content []byte) (*rendering.Request, error) {
	item := new(signingv1.SignItem)
	if problems := wire.Parse(content, item); len(problems) > 0 {
		return nil, fault.Invalid(problems...)
	}
	out := &renderingv1.Output{
		Format: renderingv1.OutputFormat_OUTPUT_FORMAT_PNG.Enum(),
		Width:  proto.Int32(signingrpc.DefaultWidth), Height: proto.Int32(signingrpc.DefaultHeight),
	}
	if item.Width != nil {
		out.Width = item.Width
	}
	if item.Height != nil {
		out.Height = item.Height
	}
	in := &renderingv1.GenerateRequest{
		Operation: renderingv1.Operation_OPERATION_PREVIEW, Data: item.Data, BrandId: item.BrandId, BrandKit: item.BrandKit,
		Overrides: item.Overrides, Outputs: []*renderingv1.Output{out}, Locale: item.Locale, Seed: item.Seed,
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

// aboutContent turns paths into the render request into paths into the content of the URL. A reference
// that does not exist gets the path of its name.
func aboutContent(err error) error {
	if err == nil {
		return nil
	}
	f := *fault.From(err)
	details := make([]fault.Detail, len(f.Details))
	for i, d := range f.Details {
		d.Path = contentPath(d.Path)
		patch := make([]fault.Op, len(d.FixPatch))
		for j, op := range d.FixPatch {
			op.Path = contentPath(op.Path)
			patch[j] = op
		}
		d.FixPatch = patch
		details[i] = d
	}
	f.Details = details
	if path, ok := referencePaths[f.Code]; ok && len(details) == 0 {
		f.Details = []fault.Detail{{Path: path, Rule: strings.ToLower(string(f.Code)), Message: f.Message}}
	}
	return &f
}

func contentPath(path string) string {
	if rest, ok := strings.CutPrefix(path, "/outputs/0"); ok {
		return rest
	}
	return path
}

var referencePaths = map[fault.Code]string{
	fault.TemplateNotFound: "/template", fault.TemplateVersionNotFound: "/template/version",
	fault.BrandNotFound: "/brand_id", fault.BrandKitNotFound: "/brand_kit",
}
