package library

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Preview returns the picture of a version with its example data in one of the presets, drawn once.
func (m *Module) Preview(ctx context.Context, name string, number int, size, brandID string) (png []byte, err error) {
	t, v, err := m.VersionOf(ctx, name, number)
	if err != nil {
		return nil, err
	}
	if size == "" {
		if size = "og"; len(v.Sizes) > 0 {
			size = v.Sizes[0]
		}
	}
	if presets := m.needs.Inspector.Presets(); !slices.Contains(presets, size) {
		list := make([]any, len(presets))
		for i, p := range presets {
			list[i] = p
		}
		return nil, fault.Invalid(fault.Detail{Path: "query:size", Rule: "enum", Expected: list, Actual: size, Message: "size must be a preset."})
	}
	watermarked := !t.Builtin && ident.Must(ctx).Mode == ident.Test
	key := fmt.Sprintf("%s %s %v", v.SHA256, size, watermarked)
	if brandID == "" { // the kit of a brand may change
		if png, ok := m.previews.get(key); ok {
			return png, nil
		}
	}
	b, details := compile(&v.Content)
	if len(details) > 0 {
		return nil, fmt.Errorf("the stored template %s is broken: %s", t.ID, details[0].Message)
	}
	filled, err := b.fill(Values{Data: v.Example(), Empty: true})
	if err != nil {
		return nil, err
	}
	if len(filled.Details) > 0 {
		return nil, fault.Rules(filled.Details...)
	}
	request := map[string]any{"operation": "preview", "outputs": []any{map[string]any{"preset": size, "format": "png"}}, "on_missing": map[string]any{"image": "placeholder"}}
	if filled.Document != nil {
		request["document"] = filled.Document
	} else {
		request["html"] = filled.HTML
	}
	if filled.CSS != "" {
		request["css"] = filled.CSS
	}
	if brandID != "" {
		request["brand_id"] = brandID
	}
	wire, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("writing a preview's request: %w", err)
	}
	if png, err = m.needs.Pictures.Draw(ctx, wire, DrawOptions{Watermarked: watermarked}); err == nil && brandID == "" {
		m.previews.put(key, png, len(png))
	}
	return png, err
}
