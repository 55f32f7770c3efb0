package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
)

// aiDecisions writes the ai module's decisions into the log of approvals.
type aiDecisions struct{ log *approvals.Module }

func (d aiDecisions) Record(ctx context.Context, v ai.Decision) error {
	return d.log.Record(ctx, approvals.Decision(v))
}

// aiApprovals asks for approval of pictures that are made from words.
type aiApprovals struct{ *approvals.Module }

func (a aiApprovals) Require(ctx context.Context, v ai.Action) (string, error) {
	return a.Module.Require(ctx, approvals.Action{Name: approvals.AIGenerate, Brands: v.Brands, Formats: []string{"png"}, Request: v.Request, Bound: v.Bound})
}

// aiPolicy judges prompts and pictures.
type aiPolicy struct{ *policy.Module }

// aiPictures has the rendering module write and keep pictures.
type aiPictures struct{ module *rendering.Module }

func (p aiPictures) Write(ctx context.Context, v ai.Pixels, marked bool) ([]byte, error) {
	return p.module.WritePixels(ctx, v.Pix, v.Width, v.Height, marked)
}

func (p aiPictures) Mark(ctx context.Context, svg []byte, width, height int) ([]byte, error) {
	return p.module.MarkSVG(ctx, svg, width, height)
}

func (p aiPictures) Read(ctx context.Context, file []byte, width, height int) (ai.Pixels, error) {
	pix, err := p.module.FitPicture(ctx, file, width, height)
	return ai.Pixels{Width: width, Height: height, Pix: pix}, err
}

func (p aiPictures) Put(ctx context.Context, file []byte, mimeType string) (string, error) {
	return p.module.Put(ctx, file, mimeType)
}

func (p aiPictures) Keep(ctx context.Context, files []ai.File) error {
	list := make([]rendering.Foreign, len(files))
	for i, f := range files {
		list[i] = rendering.Foreign{ID: f.ID, Name: f.Name, Format: f.Format, MIMEType: f.MIMEType, Width: f.Width, Height: f.Height, Bytes: f.Bytes, SHA256: f.SHA256,
			Request: f.Request, RequestHash: f.RequestHash, EngineName: f.Provider, EngineVersion: f.Model, Determinism: f.Determinism, Seed: f.Seed}
	}
	return p.module.Keep(ctx, list)
}

func (p aiPictures) URL(imageID, format string) string { return p.module.URL(imageID, format) }

func (p aiPictures) Alive(ctx context.Context, imageIDs []string) (bool, error) {
	return p.module.Alive(ctx, imageIDs)
}

// aiKits reads the colours of brand kits.
type aiKits struct{ module *brands.Module }

// firstRoles are the roles whose colours come first.
var firstRoles = []string{"primary", "secondary", "accent", "background", "surface"}

func (k aiKits) Colors(ctx context.Context, brandID string, kit *ai.Ref) (*ai.Kit, error) {
	if brandID == "" && kit == nil && len(ident.Must(ctx).Scopes.Brands()) != 1 {
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

// stylePictures serves the pictures that show tones: /cdn/styles/{tone}.png. They are public and the same from
// every process.
type stylePictures struct {
	module *ai.Module
	log    *slog.Logger
}

func (s *stylePictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, request, refused := beginPublic(w, r)
	if refused != nil {
		refusePublic(ctx, w, s.log, refused, request)
		return
	}
	h := w.Header()
	tone, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, ai.StylesPrefix), ".png")
	if !ok {
		refusePublic(ctx, w, s.log, ai.ErrStyleNotFound, request)
		return
	}
	p, err := s.module.Preview(ctx, tone)
	if err != nil {
		refusePublic(ctx, w, s.log, err, request)
		return
	}
	h.Set("Content-Type", "image/png")
	h.Set("ETag", `"`+p.SHA256+`"`)
	// Not for ever: a new version of the generator may draw it otherwise.
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(p.PNG))
}
