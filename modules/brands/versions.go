package brands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/platenhq/platen/modules/brands/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Status is the state of a version.
type Status string

// The states.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

// KitRecord is a kit with one of its versions.
type KitRecord struct {
	ID, BrandID, Name string
	// Published is the version in force, 0 for none; Latest is the newest one.
	Published, Latest    int
	Current              KitVersion
	CreatedAt, UpdatedAt time.Time
	Warnings             []Warning // of an import
}

// KitVersion is a version of a kit with its content.
type KitVersion struct {
	KitID, BrandID string
	Version        int
	Status         Status
	Kit            Kit
	CreatedAt      time.Time
	PublishedAt    *time.Time
}

func (m *Module) version(k *store.Kit, v *store.Version) (KitVersion, error) {
	out := KitVersion{KitID: k.ID, BrandID: k.BrandID, Version: v.Version, Status: Status(v.Status), CreatedAt: v.CreatedAt, PublishedAt: v.PublishedAt}
	if err := json.Unmarshal(v.Body, &out.Kit); err != nil {
		return out, fmt.Errorf("reading version %d of %s: %w", v.Version, k.ID, err)
	}
	out.Kit.normal()
	return out, nil
}

// body validates a kit and returns its stored form and hash. The error is a VALIDATION_FAILED with every violation.
func (m *Module) body(ctx context.Context, k *Kit) (text json.RawMessage, sum string, err error) {
	_, details := Compile(m.needs.Styles, k)
	if len(details) == 0 {
		if details, err = m.checkLogos(ctx, k); err != nil {
			return nil, "", err
		}
	}
	if len(details) > 0 {
		return nil, "", fault.Rules(details...)
	}
	if text, err = json.Marshal(k); err != nil {
		return nil, "", fmt.Errorf("writing a kit: %w", err)
	}
	h := sha256.Sum256(text)
	return text, hex.EncodeToString(h[:]), nil
}

// checkLogos reports logos whose assets do not exist.
func (m *Module) checkLogos(ctx context.Context, k *Kit) (details []fault.Detail, err error) {
	for i, l := range k.Logos {
		known, err := m.needs.Assets.Known(ctx, l.Asset)
		if err != nil {
			return nil, err
		}
		if !known {
			details = append(details, fault.Detail{Path: fault.Pointer("logos", i, "asset"), Rule: "asset_unknown", Actual: l.Asset,
				Message: "The asset does not exist; upload the logo first, or omit it."})
		}
	}
	return details, nil
}

// owned returns the brand of a new kit.
func (m *Module) owned(ctx context.Context, t ident.Tenant, brandID string) (*store.Brand, error) {
	if brandID == "" {
		if len(t.Brands()) != 1 {
			return nil, fault.Invalid(fault.Detail{Path: "/brand_id", Rule: "required", Message: "brand_id is required: the brand of the kit."})
		}
		brandID = t.Brands()[0]
	}
	b, err := m.store.LockBrand(ctx, t, brandID)
	return b, brandFault(t, err)
}

// CreateKit creates a kit with a draft as its first version. It needs an open transaction. The errors are
// ErrBrandNotFound, ErrForbidden and the kit's violations, with paths into it.
func (m *Module) CreateKit(ctx context.Context, brandID, name string, kit Kit) (KitRecord, error) {
	t := tenant(ctx)
	b, err := m.owned(ctx, t, brandID)
	if err != nil {
		return KitRecord{}, err
	}
	text, sum, err := m.body(ctx, &kit)
	if err != nil {
		return KitRecord{}, err
	}
	if t.Livemode() && !b.Live { // the brand now has a live kit
		b.Live = true
		if err := m.store.UpdateBrand(ctx, b); err != nil {
			return KitRecord{}, brandFault(t, err)
		}
	}
	k := &store.Kit{ID: ident.New(ident.Kit), WorkspaceID: string(t.Workspace()), BrandID: b.ID, Name: name, Latest: 1, Live: t.Livemode()}
	if err := m.store.InsertKit(ctx, k); err != nil {
		return KitRecord{}, err
	}
	v := &store.Version{KitID: k.ID, Version: 1, Status: string(Draft), Body: text, SHA256: sum}
	if err := m.store.InsertVersion(ctx, v); err != nil {
		return KitRecord{}, err
	}
	return m.record(ctx, k)
}

// record returns a kit with its current version.
func (m *Module) record(ctx context.Context, k *store.Kit) (KitRecord, error) {
	out := KitRecord{ID: k.ID, BrandID: k.BrandID, Name: k.Name, Published: k.Published, Latest: k.Latest, CreatedAt: k.CreatedAt, UpdatedAt: k.UpdatedAt}
	n := k.Published
	if n == 0 {
		n = k.Latest
	}
	v, err := m.store.Version(ctx, k, n)
	if err == nil {
		out.Current, err = m.version(k, v)
	}
	return out, err
}

// Kits pages through the kits, newest first; brandID "" includes those of every brand.
func (m *Module) Kits(ctx context.Context, brandID string, limit *int32, cursor *string) (page.Page[KitRecord], error) {
	t := tenant(ctx)
	var none page.Page[KitRecord]
	req, err := m.cursors.Request(m.scope(ctx, "brand_kits.list", brandID), limit, cursor)
	if err != nil {
		return none, err
	}
	rows, err := m.store.Kits(ctx, t, brandID, req)
	if err != nil {
		return none, err
	}
	p := page.Cut(m.cursors, req, rows, func(k *store.Kit) page.Position { return page.Position{CreatedAt: k.CreatedAt, ID: k.ID} })
	out := page.Page[KitRecord]{Items: make([]KitRecord, len(p.Items)), HasMore: p.HasMore, Next: p.Next, Prev: p.Prev}
	for i, k := range p.Items {
		if out.Items[i], err = m.record(ctx, k); err != nil {
			return none, err
		}
	}
	return out, nil
}

// Kit returns a kit. The errors are ErrKitNotFound and ErrForbidden.
func (m *Module) Kit(ctx context.Context, id string) (KitRecord, error) {
	t := tenant(ctx)
	k, err := m.store.Kit(ctx, t, id)
	if err != nil {
		return KitRecord{}, kitFault(t, err)
	}
	return m.record(ctx, k)
}

// Versions pages through a kit's versions, newest first. The errors are those of Kit.
func (m *Module) Versions(ctx context.Context, id string, limit *int32, cursor *string) (page.Page[KitVersion], error) {
	t := tenant(ctx)
	var none page.Page[KitVersion]
	k, err := m.store.Kit(ctx, t, id)
	if err != nil {
		return none, kitFault(t, err)
	}
	req, err := m.cursors.Request(m.scope(ctx, "brand_kits.versions", id), limit, cursor)
	if err != nil {
		return none, err
	}
	rows, err := m.store.Versions(ctx, k, req)
	if err != nil {
		return none, err
	}
	p := page.Cut(m.cursors, req, rows, func(v *store.Version) page.Position { return page.Position{CreatedAt: v.CreatedAt, ID: v.Place} })
	out := page.Page[KitVersion]{Items: make([]KitVersion, len(p.Items)), HasMore: p.HasMore, Next: p.Next, Prev: p.Prev}
	for i, v := range p.Items {
		if out.Items[i], err = m.version(k, v); err != nil {
			return none, err
		}
	}
	return out, nil
}

// Version returns a version of a kit. The errors are those of Kit.
func (m *Module) Version(ctx context.Context, id string, version int) (KitVersion, error) {
	t := tenant(ctx)
	k, err := m.store.Kit(ctx, t, id)
	if err != nil {
		return KitVersion{}, kitFault(t, err)
	}
	v, err := m.store.Version(ctx, k, version)
	if err != nil {
		return KitVersion{}, kitFault(ident.Tenant{}, err)
	}
	return m.version(k, v)
}

// KitChange is a partial update of a kit; nil fields are unchanged.
type KitChange struct {
	Colors     *Colors
	Typography *Typography
	Logos      []Logo
	Layout     *Layout
	Locks      []Lock
}

// ToKit returns a kit with only the members of the change.
func (c *KitChange) ToKit() Kit {
	var k Kit
	c.apply(&k)
	return k
}

func (c *KitChange) apply(k *Kit) {
	if c.Colors != nil {
		k.Colors = *c.Colors
	}
	if c.Typography != nil {
		k.Typography = *c.Typography
	}
	if c.Logos != nil {
		k.Logos = c.Logos
	}
	if c.Layout != nil {
		k.Layout = *c.Layout
	}
	if c.Locks != nil {
		k.Locks = c.Locks
	}
}

// changeable locks a kit that the caller may change, and marks it live if the caller is.
func (m *Module) changeable(ctx context.Context, id string) (*store.Kit, error) {
	t := tenant(ctx)
	k, err := m.store.LockKit(ctx, t, id)
	if err != nil {
		return nil, kitFault(t, err)
	}
	if err := ident.Must(ctx).MayChange(k.Live, "this brand kit or its versions"); err != nil {
		return nil, err
	}
	if t.Livemode() && !k.Live {
		k.Live = true
		err = m.store.UpdateKit(ctx, k)
	}
	return k, err
}

// CreateVersion creates a draft from the newest version with the change applied. It needs an open transaction. The
// errors are those of Kit and the violations.
func (m *Module) CreateVersion(ctx context.Context, id string, c KitChange) (KitVersion, error) {
	k, err := m.changeable(ctx, id)
	if err != nil {
		return KitVersion{}, err
	}
	last, err := m.store.Version(ctx, k, k.Latest)
	if err != nil {
		return KitVersion{}, err
	}
	from, err := m.version(k, last)
	if err != nil {
		return KitVersion{}, err
	}
	c.apply(&from.Kit)
	text, sum, err := m.body(ctx, &from.Kit)
	if err != nil {
		return KitVersion{}, err
	}
	k.Latest++
	v := &store.Version{KitID: k.ID, Version: k.Latest, Status: string(Draft), Body: text, SHA256: sum}
	if err := m.store.InsertVersion(ctx, v); err != nil {
		return KitVersion{}, err
	}
	if err := m.store.UpdateKit(ctx, k); err != nil {
		return KitVersion{}, err
	}
	return m.version(k, v)
}

// locked returns a version after locking its kit.
func (m *Module) locked(ctx context.Context, id string, version int) (*store.Kit, *store.Version, error) {
	k, err := m.changeable(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	v, err := m.store.Version(ctx, k, version)
	return k, v, kitFault(ident.Tenant{}, err)
}

// UpdateVersion changes a draft. It needs an open transaction. The errors are those of Kit, ErrNotDraft and the
// violations.
func (m *Module) UpdateVersion(ctx context.Context, id string, version int, c KitChange) (KitVersion, error) {
	k, v, err := m.locked(ctx, id, version)
	if err != nil {
		return KitVersion{}, err
	}
	if v.Status != string(Draft) {
		return KitVersion{}, ErrNotDraft
	}
	out, err := m.version(k, v)
	if err != nil {
		return KitVersion{}, err
	}
	c.apply(&out.Kit)
	if v.Body, v.SHA256, err = m.body(ctx, &out.Kit); err != nil {
		return KitVersion{}, err
	}
	return out, m.store.UpdateVersion(ctx, v)
}

// Publish makes a draft the version in force. Publishing the version in force again changes nothing. The first version
// that a brand publishes makes its kit the brand's default, except for a kit of test credentials and a live brand. It
// needs an open transaction. The errors are those of Kit, ErrArchived and those of the Gate.
func (m *Module) Publish(ctx context.Context, id string, version int) (KitVersion, error) {
	k, v, err := m.locked(ctx, id, version)
	if err != nil {
		return KitVersion{}, err
	}
	switch Status(v.Status) {
	case Archived:
		return KitVersion{}, ErrArchived
	case Published:
		return m.version(k, v)
	}
	requested, err := m.version(k, v)
	if err != nil {
		return KitVersion{}, err
	}
	if err := m.needs.Gate.Allow(ctx, requested); err != nil {
		return KitVersion{}, err
	}
	if err := m.store.Publish(ctx, v); err != nil {
		return KitVersion{}, err
	}
	k.Published = max(k.Published, v.Version)
	if err := m.store.UpdateKit(ctx, k); err != nil {
		return KitVersion{}, err
	}
	b, err := m.store.LockBrand(ctx, tenant(ctx), k.BrandID)
	if err != nil {
		return KitVersion{}, err
	}
	if b.DefaultKit == "" && (k.Live || !b.Live) { // a kit of test credentials is not in force for a live brand
		b.DefaultKit, b.Live = k.ID, b.Live || k.Live
		if err := m.store.UpdateBrand(ctx, b); err != nil {
			return KitVersion{}, err
		}
	}
	out, err := m.version(k, v)
	if err != nil {
		return KitVersion{}, err
	}
	who := ident.Must(ctx)
	return out, m.needs.Announcer.KitPublished(ctx, who.Workspace, who.Mode, out)
}

// Archive archives a version. The newest remaining published version comes into force. It needs an open transaction.
// The errors are those of Kit.
func (m *Module) Archive(ctx context.Context, id string, version int) (KitVersion, error) {
	k, v, err := m.locked(ctx, id, version)
	if err != nil {
		return KitVersion{}, err
	}
	v.Status = string(Archived)
	if err := m.store.UpdateVersion(ctx, v); err != nil {
		return KitVersion{}, err
	}
	if k.Published == v.Version {
		if k.Published, err = m.store.NewestPublished(ctx, k); err != nil {
			return KitVersion{}, err
		}
		if err := m.store.UpdateKit(ctx, k); err != nil {
			return KitVersion{}, err
		}
	}
	return m.version(k, v)
}
