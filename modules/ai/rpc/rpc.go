// Package rpc serves the ai module to REST and Connect.
package rpc

import (
	"context"
	"net/http"
	"strconv"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	aiv1 "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// Service implements platen.ai.v1.AiService.
type Service struct {
	module  *ai.Module
	balance Balance
}

// Balance reads the available credits of workspaces, for the header X-Credits-Remaining.
type Balance interface {
	// Observe returns a context in which Available needs no query after a charge.
	Observe(ctx context.Context) context.Context
	// Available returns the available credits of a workspace.
	Available(ctx context.Context, ws ident.Workspace) (int64, error)
}

// New returns the service over m; a nil balance omits X-Credits-Remaining.
func New(m *ai.Module, balance Balance) *Service { return &Service{module: m, balance: balance} }

// Generate generates an image from a prompt.
func (s *Service) Generate(ctx context.Context, in *aiv1.GenerateRequest) (*aiv1.AiImage, error) {
	r := &ai.Request{Kind: art.Image, Prompt: in.Prompt, Substyle: short(in.Substyle), Colors: in.Colors, Width: int(in.GetWidth()), Height: int(in.GetHeight()), Seed: in.Seed}
	return s.generate(ctx, in, r, in.BrandId, in.BrandKit)
}

// GenerateBackground generates a background.
func (s *Service) GenerateBackground(ctx context.Context, in *aiv1.GenerateBackgroundRequest) (*aiv1.AiImage, error) {
	r := &ai.Request{Kind: art.Background, Prompt: in.GetPrompt(), Mood: short(in.Mood), Colors: in.Colors, Width: int(in.GetWidth()), Height: int(in.GetHeight()), Seed: in.Seed}
	return s.generate(ctx, in, r, in.BrandId, in.BrandKit)
}

// GenerateMeshGradient generates a mesh gradient.
func (s *Service) GenerateMeshGradient(ctx context.Context, in *aiv1.GenerateMeshGradientRequest) (*aiv1.AiImage, error) {
	r := &ai.Request{Kind: art.Mesh, Tone: short(in.Tone), Colors: in.Colors, Width: int(in.GetWidth()), Height: int(in.GetHeight()), Seed: in.Seed, Grain: in.Grain}
	return s.generate(ctx, in, r, in.BrandId, in.BrandKit)
}

func (s *Service) generate(ctx context.Context, in proto.Message, r *ai.Request, brandID *string, kit *renderingv1.BrandKitRef) (*aiv1.AiImage, error) {
	if n := utf8.RuneCountInString(r.Prompt); len(r.Prompt) > art.MaxPrompt {
		return nil, fault.Invalid(fault.Detail{Path: "/prompt", Rule: "max_length", Expected: int64(2000), Actual: int64(n), Message: "The prompt is too long."})
	}
	if brandID != nil {
		r.BrandID = *brandID
	}
	if kit != nil {
		r.BrandKit = &ai.Ref{ID: kit.Id, Version: int(kit.GetVersion())}
	}
	r.Wire = wire.Encode(in)
	if s.balance != nil {
		ctx = s.balance.Observe(ctx)
	}
	i, err := s.module.Generate(ctx, r, func(ctx context.Context, i *ai.Image) error {
		return idempotency.Complete(ctx, http.StatusOK, message(i))
	})
	if err != nil {
		return nil, err
	}
	s.credits(ctx, i)
	return message(i), nil
}

// credits sets the headers with the image's charge and the remaining balance.
func (s *Service) credits(ctx context.Context, i *ai.Image) {
	call := rpc.CallFrom(ctx)
	if call == nil {
		return
	}
	call.Header().Set("X-Credits-Charged", strconv.Itoa(i.Credits))
	if s.balance == nil {
		return
	}
	if left, err := s.balance.Available(ctx, ident.Must(ctx).Workspace); err == nil { // the header is optional
		call.Header().Set("X-Credits-Remaining", strconv.FormatInt(left, 10))
	}
}

// ListGradientStyles returns every tone.
func (s *Service) ListGradientStyles(context.Context, *aiv1.ListGradientStylesRequest) (*aiv1.ListGradientStylesResponse, error) {
	out := &aiv1.ListGradientStylesResponse{}
	for _, st := range s.module.Styles() {
		out.Data = append(out.Data, style(st))
	}
	return out, nil
}

// GetGradientStyle returns one tone.
func (s *Service) GetGradientStyle(_ context.Context, in *aiv1.GetGradientStyleRequest) (*aiv1.GradientStyle, error) {
	st, err := s.module.Style(in.Tone)
	if err != nil {
		return nil, err
	}
	return style(st), nil
}

// GetCapabilities returns what can be generated and by which provider.
func (s *Service) GetCapabilities(ctx context.Context, _ *aiv1.GetCapabilitiesRequest) (*aiv1.Capabilities, error) {
	out := &aiv1.Capabilities{
		Object: "ai_capabilities", Operations: []string{"generate", "generate_background", "mesh_gradient"}, Formats: []string{"png", "svg"},
		Limits: &aiv1.AiLimits{MinSide: 256, MaxSide: 2048, MaxPromptLength: 2000, MaxColors: art.MaxColors},
	}
	for _, name := range ai.Substyles() {
		c := &aiv1.SubstyleCapability{Substyle: enum[aiv1.Substyle](name)}
		if by := s.module.Maker(name); by != "" {
			c.Available, c.Provider = true, &by
		}
		out.Substyles = append(out.Substyles, c)
	}
	for _, m := range art.Moods() {
		out.Moods = append(out.Moods, enum[aiv1.Mood](m.Name))
	}
	for _, t := range art.Tones() {
		out.Tones = append(out.Tones, enum[aiv1.Tone](t.Name))
	}
	for _, p := range s.module.Providers(ctx) {
		m := &aiv1.AiProvider{Name: p.Name, Status: p.Status}
		for _, name := range p.Substyles {
			m.Substyles = append(m.Substyles, enum[aiv1.Substyle](name))
		}
		out.Providers = append(out.Providers, m)
	}
	return out, nil
}
