package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
)

// Library returns the needs of the library module.
func Library(b *brands.Directory, f Files, r Remote, a *approvals.Module) library.Needs {
	return library.Needs{Brands: b, Files: f, Remote: r, Inspector: inspector{}, Gate: templateGate{a}}
}

// inspector inspects uploads with the engine's decoders and limits.
type inspector struct{}

func (inspector) Inspect(ctx context.Context, data []byte) (library.ImageInfo, error) {
	info, err := engine.InspectImage(ctx, data)
	if err != nil {
		return library.ImageInfo{}, refusal(err)
	}
	return library.ImageInfo{MIMEType: info.MIMEType, Width: info.Width, Height: info.Height}, nil
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
	return library.FaceInfo{Family: wire.Clean(d.Family), Style: style, WeightMin: d.WeightMin, WeightMax: d.WeightMax, Format: d.Container, Glyphs: d.Glyphs}, nil
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
		return &library.Refusal{Rule: e.Rule, Message: e.Message, Element: e.Element}
	}
	return err
}

// TemplateRenderer returns the renderer of template previews.
func TemplateRenderer(m *rendering.Module) library.Renderer { return templateRenderer{m} }

type templateRenderer struct{ module *rendering.Module }

func (s templateRenderer) Draw(ctx context.Context, request []byte, o library.DrawOptions) ([]byte, error) {
	req, err := renderingrpc.Decode(request)
	if err != nil {
		return nil, fmt.Errorf("reading a preview's request: %w", err)
	}
	return s.module.Draft(ctx, req, o.Watermarked)
}

// templateGate requests approval of publishing templates.
type templateGate struct{ module *approvals.Module }

func (g templateGate) Allow(ctx context.Context, p library.Publication) error {
	// A template that is created and published in one request has no id yet: its name identifies it.
	request, err := json.Marshal(map[string]any{"template": p.Name, "version": p.Version, "brand_id": p.BrandID, "content": json.RawMessage(p.Content)})
	if err != nil {
		return err
	}
	return g.module.Allow(ctx, approvals.Action{Name: approvals.TemplatePublish, Brands: named(p.BrandID), Subject: p.Name, Request: request, Bound: []string{p.SHA256}}, p.TemplateID)
}
