package rpc

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	brandsv1 "github.com/platenhq/platen/proto/gen/platen/brands/v1"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// changeOf converts the given members of a kit.
func changeOf(colors *brandsv1.KitColors, typography *brandsv1.KitTypography, logos []*brandsv1.KitLogo, layout *brandsv1.KitLayout, locks []*brandsv1.KitLock) brands.KitChange {
	var c brands.KitChange
	if colors != nil {
		c.Colors = &brands.Colors{Palette: colors.Palette, Roles: colors.Roles, NeutralsAllowed: colors.GetNeutralsAllowed()}
	}
	if typography != nil {
		c.Typography = &brands.Typography{Roles: map[string]brands.TypeRole{}}
		for _, f := range typography.Fonts {
			c.Typography.Fonts = append(c.Typography.Fonts, brands.Font{Family: f.Family, Fallback: f.Fallback})
		}
		for name, r := range typography.Roles {
			c.Typography.Roles[name] = brands.TypeRole{Family: r.Family, Weight: int(r.GetWeight())}
		}
	}
	for _, l := range logos {
		c.Logos = append(c.Logos, brands.Logo{Name: l.Name, Asset: l.Asset, MinWidth: l.GetMinWidth(), ClearSpace: l.GetClearSpace()})
	}
	if layout != nil {
		c.Layout = &brands.Layout{SafeArea: layout.GetSafeArea(), CornerRadius: layout.CornerRadius}
	}
	for _, l := range locks {
		lock := brands.Lock{ID: l.GetId(), Selector: l.GetSelector(), Property: l.GetProperty(), Target: l.GetTarget(), Mode: wire.EnumName(l.Mode),
			Value: l.Value.AsInterface(), Min: l.Min.AsInterface(), Max: l.Max.AsInterface()}
		if l.Severity != nil {
			lock.Severity = wire.EnumName(*l.Severity)
		}
		c.Locks = append(c.Locks, lock)
	}
	return c
}

func record(k brands.KitRecord) *brandsv1.BrandKit {
	m := &brandsv1.BrandKit{Object: "brand_kit", Id: k.ID, BrandId: k.BrandID, Name: k.Name, LatestVersion: int32(k.Latest), Current: version(k.Current),
		CreatedAt: timestamppb.New(k.CreatedAt), UpdatedAt: timestamppb.New(k.UpdatedAt), Warnings: warnings(k.Warnings)}
	if k.Published > 0 {
		m.PublishedVersion = proto.Int32(int32(k.Published))
	}
	return m
}

// version converts a version to its API message.
func version(v brands.KitVersion) *brandsv1.BrandKitVersion {
	k := v.Kit
	m := &brandsv1.BrandKitVersion{Object: "brand_kit_version", KitId: v.KitID, Version: int32(v.Version), Status: message.Enum[brandsv1.BrandKitStatus](string(v.Status)),
		Colors:     &brandsv1.KitColors{Palette: k.Colors.Palette, Roles: k.Colors.Roles, NeutralsAllowed: &k.Colors.NeutralsAllowed},
		Typography: &brandsv1.KitTypography{Roles: map[string]*brandsv1.KitTypeRole{}}, Layout: &brandsv1.KitLayout{SafeArea: message.Optional(k.Layout.SafeArea), CornerRadius: k.Layout.CornerRadius},
		CreatedAt: timestamppb.New(v.CreatedAt), PublishedAt: message.Timestamp(v.PublishedAt)}
	for _, f := range k.Typography.Fonts {
		m.Typography.Fonts = append(m.Typography.Fonts, &brandsv1.KitFont{Family: f.Family, Fallback: f.Fallback})
	}
	for name, r := range k.Typography.Roles {
		role := &brandsv1.KitTypeRole{Family: r.Family}
		if r.Weight > 0 {
			role.Weight = proto.Int32(int32(r.Weight))
		}
		m.Typography.Roles[name] = role
	}
	for _, l := range k.Logos {
		logo := &brandsv1.KitLogo{Name: l.Name, Asset: l.Asset}
		if l.MinWidth > 0 {
			logo.MinWidth = &l.MinWidth
		}
		if l.ClearSpace > 0 {
			logo.ClearSpace = &l.ClearSpace
		}
		m.Logos = append(m.Logos, logo)
	}
	for _, l := range k.Locks {
		m.Locks = append(m.Locks, &brandsv1.KitLock{Id: message.Optional(l.ID), Selector: message.Optional(l.Selector), Property: message.Optional(l.Property), Target: message.Optional(l.Target),
			Mode: message.Enum[brandsv1.LockMode](l.Mode), Value: jsonValue(l.Value), Min: jsonValue(l.Min), Max: jsonValue(l.Max), Severity: message.Enum[brandsv1.LockSeverity](l.Severity).Enum()})
	}
	return m
}

// Version returns a version as clients see it, as JSON.
func Version(v brands.KitVersion) []byte { return wire.Encode(version(v)) }

func jsonValue(v any) *structpb.Value {
	if v == nil {
		return nil
	}
	return wire.ValueOrNull(v)
}

func warnings(list []brands.Warning) []*renderingv1.Warning {
	var out []*renderingv1.Warning
	for _, w := range list {
		out = append(out, &renderingv1.Warning{Code: w.Code, Path: w.Path, Message: w.Message})
	}
	return out
}
