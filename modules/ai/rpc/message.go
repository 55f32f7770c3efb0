package rpc

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/ai"
	"github.com/platenhq/platen/modules/ai/art"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	aiv1 "github.com/platenhq/platen/proto/gen/platen/ai/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

var kinds = map[art.Kind]aiv1.AiImageKind{
	art.Image: aiv1.AiImageKind_AI_IMAGE_KIND_IMAGE, art.Background: aiv1.AiImageKind_AI_IMAGE_KIND_BACKGROUND, art.Mesh: aiv1.AiImageKind_AI_IMAGE_KIND_MESH_GRADIENT,
}

// message converts an image to its API message.
func message(i *ai.Image) *aiv1.AiImage {
	m := &aiv1.AiImage{
		Object: "ai_image", Id: i.ID, Kind: kinds[i.Kind], Url: i.URL, Format: "png", Width: int32(i.Width), Height: int32(i.Height), Bytes: int64(i.Bytes),
		Sha256: i.SHA256, Seed: i.Seed, Colors: i.Colors, Provider: i.Provider, Model: i.Model, Determinism: aiv1.Determinism_DETERMINISM_COMPUTED,
		Safety: &aiv1.Safety{Decision: "allowed"}, CreditsCharged: int32(i.Credits), Livemode: i.Mode == ident.Live, Watermarked: i.Mode == ident.Test,
		CreatedAt: timestamppb.New(i.CreatedAt), RequestHash: i.RequestHash, Cached: i.Cached, DecisionId: i.DecisionID,
	}
	if i.Determinism == ai.Pinned {
		m.Determinism = aiv1.Determinism_DETERMINISM_PINNED
	}
	switch i.Kind {
	case art.Image:
		s := aiv1.Substyle_SUBSTYLE_DIGITAL_ILLUSTRATION
		if i.Request.Substyle != "" {
			s = enum[aiv1.Substyle](i.Request.Substyle)
		}
		m.Substyle = &s
	case art.Background:
		if i.Mood != "" {
			mood := enum[aiv1.Mood](i.Mood)
			m.Mood = &mood
		}
	}
	if i.Request.Prompt != "" {
		m.Prompt = &i.Request.Prompt
	}
	for _, s := range i.Palette {
		v := &aiv1.ColorShare{Hex: s.Hex, Share: s.Share}
		if s.Nearest != "" {
			v.Nearest, v.DeltaEOk = &s.Nearest, &s.Distance
		}
		m.PaletteMeasured = append(m.PaletteMeasured, v)
	}
	m.PaletteDeltaEOk = i.Distance
	if i.CSS != "" {
		m.Css = &i.CSS
	}
	for _, p := range i.Points {
		m.Points = append(m.Points, &aiv1.GradientPoint{Color: p.Color, X: p.X, Y: p.Y})
	}
	for _, w := range i.Warnings {
		v := &aiv1.AiWarning{Code: w.Code, Path: "/prompt", Message: w.Message}
		if w.Word != "" {
			v.Word = &w.Word
		}
		m.Warnings = append(m.Warnings, v)
	}
	if c := i.Calm; c != nil {
		m.Calm = &aiv1.CalmArea{X: int32(c.X), Y: int32(c.Y), Width: int32(c.Width), Height: int32(c.Height), TextColor: c.Ink}
	}
	if i.Composition != "" {
		m.Composition = &i.Composition
	}
	if v := i.Vector; v != nil {
		m.Vector = &aiv1.AiVector{Id: v.ID, Url: i.VectorURL, Bytes: int64(v.Bytes), Sha256: v.SHA256}
	}
	if k := i.Kit; k != nil {
		version := int32(k.Version)
		m.BrandKit = &renderingv1.BrandKitRef{Id: k.ID, Version: &version}
	}
	return m
}

func style(s ai.Style) *aiv1.GradientStyle {
	m := &aiv1.GradientStyle{Tone: enum[aiv1.Tone](s.Name), Name: title(s.Name), Description: s.Description, PreviewUrl: s.PreviewURL}
	for _, p := range s.Palettes {
		q := &aiv1.Palette{Name: p.Name}
		for _, c := range p.Colors {
			q.Colors = append(q.Colors, c.String())
		}
		m.Palettes = append(m.Palettes, q)
	}
	return m
}

func title(name string) string { return string(name[0]-'a'+'A') + name[1:] }

// short returns the JSON name of an enum value, "" for nil.
func short[E protoreflect.Enum](e *E) string {
	if e == nil {
		return ""
	}
	return wire.EnumName(*e)
}

// enum returns the value with a JSON name. The names are constants of the module, so it panics for an unknown one.
func enum[E interface {
	~int32
	protoreflect.Enum
}](name string) E {
	var unspecified E
	n, ok := wire.EnumNumber(unspecified.Descriptor(), name)
	if !ok {
		panic(fmt.Sprintf("%s has no value %q", unspecified.Descriptor().FullName(), name))
	}
	return E(n)
}
