package rpc

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
)

func templateMessage(t library.Template) (*libraryv1.Template, error) {
	m := &libraryv1.Template{Object: "template", Id: t.ID, Name: t.Name, Slug: t.Slug, Description: t.Description, Tags: t.Tags, BrandId: message.Optional(t.BrandID),
		Builtin: t.Builtin, LatestVersion: int32(t.Latest), CreatedAt: timestamppb.New(t.CreatedAt), UpdatedAt: timestamppb.New(t.UpdatedAt)}
	if t.Published > 0 {
		m.PublishedVersion = proto.Int32(int32(t.Published))
	}
	var err error
	if t.Version != nil {
		m.Version, err = versionMessage(t.Version)
	}
	return m, err
}

func versionMessage(v *library.Version) (*libraryv1.TemplateVersion, error) {
	m := &libraryv1.TemplateVersion{Object: "template_version", TemplateId: v.TemplateID, Version: int32(v.Number), Html: message.Optional(v.HTML), Css: message.Optional(v.CSS),
		Sizes: v.Sizes, Notes: v.Notes, Sha256: v.SHA256, CreatedAt: timestamppb.New(v.CreatedAt), PublishedAt: message.Timestamp(v.PublishedAt), Variables: map[string]*libraryv1.Variable{}}
	var err error
	if v.Document != nil {
		if m.Document, err = wire.ParseObject(v.Document); err != nil {
			return nil, fmt.Errorf("reading a template's document: %w", err)
		}
	}
	for name, d := range v.Variables {
		if m.Variables[name], err = variableMessage(d); err != nil {
			return nil, err
		}
	}
	m.Example, err = wire.Object(v.Example())
	return m, err
}

func variableMessage(v *library.Variable) (*libraryv1.Variable, error) {
	m := &libraryv1.Variable{Type: message.Enum[libraryv1.VariableType](string(v.Type)), Min: v.Min, Max: v.Max, Enum: v.Enum, Description: message.Optional(v.Description)}
	if v.Required {
		m.Required = proto.Bool(true)
	}
	if v.Locked {
		m.Locked = proto.Bool(true)
	}
	if v.MaxLength > 0 {
		m.MaxLength = proto.Int32(int32(v.MaxLength))
	}
	var err error
	if v.Default != nil {
		if m.Default, err = wire.Value(v.Default); err != nil {
			return nil, err
		}
	}
	if v.Example != nil {
		if m.Example, err = wire.Value(v.Example); err != nil {
			return nil, err
		}
	}
	if v.Items != nil {
		if m.Items, err = variableMessage(v.Items); err != nil {
			return nil, err
		}
	}
	for name, member := range v.Members {
		if m.Members == nil {
			m.Members = map[string]*libraryv1.Variable{}
		}
		if m.Members[name], err = variableMessage(member); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func variables(in map[string]*libraryv1.Variable) map[string]*library.Variable {
	if len(in) == 0 {
		return nil
	}
	out := make(map[string]*library.Variable, len(in))
	for name, v := range in {
		out[name] = variable(v)
	}
	return out
}

func variable(v *libraryv1.Variable) *library.Variable {
	out := &library.Variable{Type: library.Type(wire.EnumName(v.GetType())), Required: v.GetRequired(), Locked: v.GetLocked(), MaxLength: int(v.GetMaxLength()),
		Min: v.Min, Max: v.Max, Enum: v.GetEnum(), Description: v.GetDescription(), Members: variables(v.GetMembers())}
	if v.Default != nil {
		out.Default = wire.Plain(v.Default)
	}
	if v.Example != nil {
		out.Example = wire.Plain(v.Example)
	}
	if v.Items != nil {
		out.Items = variable(v.Items)
	}
	return out
}

func document(s *structpb.Struct) json.RawMessage {
	if s == nil {
		return nil
	}
	return wire.Encode(s)
}

func assetMessage(a library.Asset) *libraryv1.Asset {
	return &libraryv1.Asset{Object: "asset", Id: a.ID, Name: a.Name, MimeType: a.MIMEType, Bytes: a.Bytes, Width: int32(a.Width), Height: int32(a.Height), Sha256: a.SHA256,
		SourceUrl: message.Optional(a.SourceURL), LicenseId: message.Optional(a.LicenseID), BrandId: message.Optional(a.BrandID), Reference: "asset:" + a.ID, CreatedAt: timestamppb.New(a.CreatedAt)}
}

func fontMessage(f library.Font) *libraryv1.Font {
	m := &libraryv1.Font{Object: "font", Id: f.ID, Family: f.Family, Style: message.Enum[libraryv1.FontStyle](f.Style), WeightMin: int32(f.WeightMin), WeightMax: int32(f.WeightMax),
		Format: f.Format, Bytes: f.Bytes, Sha256: f.SHA256, Glyphs: int32(f.Glyphs), Variable: !f.Bundled && f.WeightMax > f.WeightMin, Bundled: f.Bundled, LicenseId: message.Optional(f.LicenseID)}
	if !f.Bundled {
		m.CreatedAt = timestamppb.New(f.CreatedAt)
	}
	return m
}

func licenseMessage(l library.License) *libraryv1.License {
	return &libraryv1.License{Object: "license", Id: l.ID, Name: l.Name, Kind: l.Kind, CommercialUse: l.CommercialUse, ExpiresAt: message.Timestamp(l.ExpiresAt),
		Attribution: l.Attribution, Url: l.URL, CreatedAt: timestamppb.New(l.CreatedAt), UpdatedAt: timestamppb.New(l.UpdatedAt)}
}
