package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
)

// templates turns the library's templates into documents for renders.
type templates struct{ module *library.Module }

func (t templates) Find(ctx context.Context, ref rendering.Ref) (rendering.Ref, error) {
	exact, err := t.module.Resolve(ctx, ref.ID, ref.Version)
	return rendering.Ref{ID: exact.ID, Version: exact.Version}, err
}

func (t templates) Fill(ctx context.Context, exact rendering.Ref, in rendering.Values) (rendering.Filled, error) {
	f, err := t.module.Fill(ctx, library.Exact{ID: exact.ID, Version: exact.Version},
		library.Values{Data: in.Data, Locale: in.Locale, Timezone: in.Timezone, Empty: in.Missing == "empty"})
	if err != nil {
		return rendering.Filled{}, err
	}
	out := rendering.Filled{Source: rendering.Source{HTML: f.HTML, Document: f.Document, CSS: f.CSS}, Details: f.Details}
	for _, w := range f.Warnings {
		out.Warnings = append(out.Warnings, rendering.Warning(w))
	}
	return out, nil
}

// inspector looks into uploads with the engine's own guards.
type inspector struct{}

func (inspector) Picture(ctx context.Context, data []byte) (library.PictureInfo, error) {
	info, err := engine.InspectPicture(ctx, data)
	if err != nil {
		return library.PictureInfo{}, refusal(err)
	}
	return library.PictureInfo{MIMEType: info.MIMEType, Width: info.Width, Height: info.Height}, nil
}

func (inspector) Face(data []byte) (library.FaceInfo, error) {
	d, err := engine.InspectFont(data)
	if err != nil {
		return library.FaceInfo{}, refusal(err)
	}
	style := "normal"
	if d.Italic {
		style = "italic"
	}
	return library.FaceInfo{Family: d.Family, Style: style, WeightMin: d.WeightMin, WeightMax: d.WeightMax, Format: d.Container, Glyphs: d.Glyphs}, nil
}

func (inspector) Catalogue() []library.FaceInfo {
	var out []library.FaceInfo
	for _, f := range engine.FontCatalogue() {
		info := library.FaceInfo{Family: f.Name, Style: "normal", WeightMin: f.WeightMin, WeightMax: f.WeightMax}
		if f.Italic {
			info.Style = "italic"
		}
		out = append(out, info)
	}
	return out
}

func (inspector) Presets() []string { return rendering.Presets() }

func refusal(err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		return &library.Refusal{Rule: e.Rule, Message: e.Message}
	}
	return err
}

// sketches draws previews of templates. The rendering module is there once the process is wired.
type sketches struct{ module *rendering.Module }

func (s *sketches) Draw(ctx context.Context, request []byte, o library.DrawOptions) ([]byte, error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return nil, fmt.Errorf("reading a preview's request: %w", err)
	}
	return s.module.Sketch(ctx, req, rendering.SketchOptions{Watermarked: o.Watermarked})
}

// assetLocations tells where a signed URL finds the asset that stands in for its picture.
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

// assetEnding is how the public name of an asset ends.
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
