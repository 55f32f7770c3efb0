package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
)

// AI returns the needs of the AI module.
func AI(c *credits.Module, a *approvals.Module, p *policy.Module, b *brands.Module, r *rendering.Module) ai.Needs {
	return ai.Needs{Credits: c, Decisions: aiDecisions{a}, Approvals: aiApprovals{a}, Policy: p, Kits: aiKits{b}, Images: aiImages{r}}
}

// aiDecisions writes the ai module's decisions into the log of approvals.
type aiDecisions struct{ log *approvals.Module }

func (d aiDecisions) Record(ctx context.Context, v ai.Decision) error {
	return d.log.Record(ctx, approvals.Decision(v))
}

// aiApprovals requests approval of images that are generated from prompts.
type aiApprovals struct{ *approvals.Module }

func (a aiApprovals) Require(ctx context.Context, v ai.Action) (string, error) {
	return a.Module.Require(ctx, approvals.Action{Name: approvals.AIGenerate, Brands: v.Brands, Formats: []string{"png"}, Request: v.Request, Bound: v.Bound})
}

// aiImages has the rendering module encode and store images.
type aiImages struct{ module *rendering.Module }

func (p aiImages) Write(ctx context.Context, v ai.Pixels, marked bool) ([]byte, error) {
	return p.module.WritePixels(ctx, v.Pix, v.Width, v.Height, marked)
}

func (p aiImages) Mark(ctx context.Context, svg []byte, width, height int) ([]byte, error) {
	return p.module.MarkSVG(ctx, svg, width, height)
}

func (p aiImages) Read(ctx context.Context, file []byte, width, height int) (ai.Pixels, error) {
	pix, err := p.module.FitImage(ctx, file, width, height)
	return ai.Pixels{Width: width, Height: height, Pix: pix}, err
}

func (p aiImages) Put(ctx context.Context, file []byte, mimeType string) (string, error) {
	return p.module.Put(ctx, file, mimeType)
}

func (p aiImages) Keep(ctx context.Context, files []ai.File) error {
	list := make([]rendering.ExternalImage, len(files))
	for i, f := range files {
		list[i] = rendering.ExternalImage{ID: f.ID, BrandID: f.BrandID, Name: f.Name, Format: f.Format, MIMEType: f.MIMEType, Width: f.Width, Height: f.Height, Bytes: f.Bytes, SHA256: f.SHA256,
			Request: f.Request, RequestHash: f.RequestHash, EngineName: f.Provider, EngineVersion: f.Model, Determinism: f.Determinism, Seed: f.Seed}
	}
	return p.module.SaveExternal(ctx, list)
}

func (p aiImages) URL(imageID, format string) string { return p.module.URL(imageID, format) }

func (p aiImages) Alive(ctx context.Context, imageIDs []string) (bool, error) {
	return p.module.Alive(ctx, imageIDs)
}

// aiKits reads the colours of brand kits.
type aiKits struct{ module *brands.Module }

// firstRoles are the roles whose colours come first.
var firstRoles = []string{"primary", "secondary", "accent", "background", "surface"}

func (k aiKits) Colors(ctx context.Context, brandID string, kit *ai.Ref) (*ai.Kit, error) {
	if brandID == "" && kit == nil && len(ident.Must(ctx).Tenant().Brands()) != 1 {
		return nil, nil
	}
	var ref ai.Ref
	if kit != nil {
		ref = *kit
	}
	found, err := k.module.Find(ctx, brandID, ref.ID, ref.Version)
	if err != nil || found == nil {
		return nil, err
	}
	var body brands.Kit
	if err := json.Unmarshal(found.Body, &body); err != nil {
		return nil, fmt.Errorf("reading a kit: %w", err)
	}
	return &ai.Kit{Ref: ai.Ref{ID: found.KitID, Version: found.Version}, BrandID: found.BrandID, Colors: kitColors(&body)}, nil
}

// kitColors are the colours of a kit as #RRGGBB, those of its main roles first, then the palette by name; none
// twice. Translucent ones are left out.
func kitColors(kit *brands.Kit) []string {
	var out []string
	add := func(name string) {
		if text, ok := kit.Colors.Palette[name]; ok {
			name = text
		}
		c, ok := cssOfEngine{}.Color(name)
		hex := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
		if ok && c.A == 255 && !slices.Contains(out, hex) {
			out = append(out, hex)
		}
	}
	for _, role := range firstRoles {
		if name, ok := kit.Colors.Roles[role]; ok {
			add(name)
		}
	}
	names := make([]string, 0, len(kit.Colors.Palette))
	for name := range kit.Colors.Palette {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		add(name)
	}
	return out
}
