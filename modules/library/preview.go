package library

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/platform/cache"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Previews renders previews of templates. It is separate from Module because it depends on rendering, which depends on
// Module. It is safe for concurrent use.
type Previews struct {
	module   *Module
	renderer Renderer
	cache    *cache.Cache[string, []byte]
}

// Renderer renders requests.
type Renderer interface {
	// Draw renders a request with one output, given as JSON, with the kit of the brand it names. Nothing is stored or
	// charged.
	Draw(ctx context.Context, request []byte, o DrawOptions) (file []byte, err error)
}

// DrawOptions are the options of a preview.
type DrawOptions struct {
	// Watermarked adds the watermark of test keys.
	Watermarked bool
}

// NewPreviews returns a Previews for m's templates.
func NewPreviews(m *Module, r Renderer) *Previews {
	return &Previews{m, r, cache.New[string](cache.Options[[]byte]{Entries: 256, MaxCost: 24 << 20, Cost: func(png []byte) int { return len(png) }})}
}

// Preview returns the image of a version with its example data in one of the presets. Previews without a brand are
// cached.
func (p *Previews) Preview(ctx context.Context, name string, number int, size, brandID string) (png []byte, err error) {
	t, v, err := p.module.VersionOf(ctx, name, number)
	if err != nil {
		return nil, err
	}
	if size == "" {
		if size = "og"; len(v.Sizes) > 0 {
			size = v.Sizes[0]
		}
	}
	if presets := p.module.needs.Inspector.Presets(); !slices.Contains(presets, size) {
		list := make([]any, len(presets))
		for i, name := range presets {
			list[i] = name
		}
		return nil, fault.Invalid(fault.Detail{Path: "query:size", Rule: "enum", Expected: list, Actual: size, Message: "size must be a preset."})
	}
	watermarked := !t.Builtin && ident.Must(ctx).Mode == ident.Test
	key := fmt.Sprintf("%s %s %v", v.SHA256, size, watermarked)
	// Previews with a brand are not cached, since its kit may change; a caller limited to a brand gets that brand by
	// default.
	cached := brandID == "" && !tenant(ctx).Limited()
	if cached {
		if png, ok := p.cache.Get(key); ok {
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
	if png, err = p.renderer.Draw(ctx, wire, DrawOptions{Watermarked: watermarked}); err == nil && cached {
		p.cache.Add(key, png)
	}
	return png, err
}
