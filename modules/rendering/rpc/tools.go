package rpc

import (
	"context"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/rendering"
	"github.com/platenhq/platen/modules/rendering/engine"
	apiv1 "github.com/platenhq/platen/proto/gen/platen/api/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Tools implements ToolService.
type Tools struct {
	module *rendering.Module
	// fault converts a fault to its message.
	fault func(ctx context.Context, f *fault.Error) *apiv1.Error
	// status returns the HTTP status of an error.
	status func(error) int
}

// NewTools returns the service over a module; both functions are required.
func NewTools(m *rendering.Module, show func(ctx context.Context, f *fault.Error) *apiv1.Error, status func(error) int) *Tools {
	return &Tools{m, show, status}
}

// Validate implements ToolService.
func (t *Tools) Validate(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.ValidateResponse, error) {
	req, err := fromRequest(in)
	if err != nil {
		return nil, err
	}
	f, err := t.module.Validate(ctx, req)
	if err != nil {
		return nil, err
	}
	out := &renderingv1.ValidateResponse{Object: "validation", Valid: f.Fault == nil, Warnings: warnings(f.Warnings)}
	if f.Fault != nil {
		out.Error = t.fault(ctx, f.Fault)
		out.Errors = out.Error.Details
		for _, d := range out.Errors {
			out.FixPatch = append(out.FixPatch, d.FixPatch...)
		}
	}
	if r := f.Resolved; r != nil {
		out.Resolved = &renderingv1.Resolution{RequestHash: r.RequestHash, Seed: r.Seed, Engine: engineOf(r.EngineName, r.EngineVersion), Template: templateRef(r.Pins), BrandKit: kitRef(r.Pins)}
	}
	if f.Outputs > 0 {
		out.Estimate = &renderingv1.Estimate{Credits: int32(f.Credits), Outputs: int32(f.Outputs), Pixels: f.Pixels}
	}
	for i := range f.Reports {
		out.LayoutReport = append(out.LayoutReport, layoutReport(&f.Reports[i]))
	}
	return out, nil
}

// Compile implements ToolService.
func (t *Tools) Compile(ctx context.Context, in *renderingv1.GenerateRequest) (*renderingv1.CompileResponse, error) {
	req, err := fromRequest(in)
	if err != nil {
		return nil, err
	}
	r, warned, err := t.module.Compile(ctx, req)
	if err != nil {
		return nil, err
	}
	out := &renderingv1.CompileResponse{Object: "compilation", RequestHash: r.RequestHash, Seed: r.Seed, Engine: engineOf(r.EngineName, r.EngineVersion),
		Template: templateRef(r.Pins), BrandKit: kitRef(r.Pins), Warnings: warnings(warned)}
	out.Request, err = wire.ParseObject(r.Request)
	return out, err
}

func templateRef(p rendering.Pins) *renderingv1.TemplateRef {
	if p.Template == nil {
		return nil
	}
	return &renderingv1.TemplateRef{Id: p.Template.ID, Version: proto.Int32(int32(p.Template.Version))}
}

func kitRef(p rendering.Pins) *renderingv1.BrandKitRef {
	if p.BrandKit == nil {
		return nil
	}
	return &renderingv1.BrandKitRef{Id: p.BrandKit.ID, Version: proto.Int32(int32(p.BrandKit.Version))}
}

// GetReference implements ToolService.
func (t *Tools) GetReference(context.Context, *renderingv1.GetReferenceRequest) (*renderingv1.Reference, error) {
	out := &renderingv1.Reference{Object: "reference", Engine: engineOf("native", rendering.EngineVersion()), Fonts: engine.Families(),
		CssProperties: engine.Properties(), Elements: engine.Elements(), Scopes: ident.KnownScopes()}
	for _, f := range rendering.FormatList() {
		out.Formats = append(out.Formats, &renderingv1.ReferenceFormat{Name: f.Name, MimeType: f.MIMEType, Alpha: f.Alpha, MaxSide: int32(f.MaxSide)})
	}
	for _, p := range rendering.PresetList() {
		m := &renderingv1.ReferencePreset{Name: p.Name, Width: int32(p.Width), Height: int32(p.Height)}
		if p.MaxBytes > 0 {
			m.MaxBytes = proto.Int32(int32(p.MaxBytes))
		}
		out.Presets = append(out.Presets, m)
	}
	for _, e := range fault.Entries() {
		out.ErrorCodes = append(out.ErrorCodes, &renderingv1.ReferenceCode{Code: string(e.Code), Status: int32(t.status(fault.New(e.Code, e.Meaning))), Meaning: e.Meaning})
	}
	for _, l := range t.module.LimitList() {
		out.Limits = append(out.Limits, &renderingv1.ReferenceLimit{Name: l.Name, Value: l.Value, Unit: l.Unit})
	}
	return out, nil
}
