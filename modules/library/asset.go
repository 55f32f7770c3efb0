package library

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// Asset is an image that documents reference as asset:<id>.
type Asset struct {
	ID, Name, MIMEType, SHA256, SourceURL, LicenseID, BrandID string
	Bytes                                                     int64
	Width, Height                                             int // 0 for an SVG without a size
	CreatedAt                                                 time.Time
}

// MaxAsset is the maximum size of an image in bytes.
const MaxAsset = 10 << 20

// NewAsset is the input for creating an asset: URL or Data.
type NewAsset struct {
	URL                      string
	Data                     []byte
	Name, LicenseID, BrandID string
}

func assetOf(a *store.Asset) Asset {
	return Asset{ID: a.ID, Name: a.Name, MIMEType: a.MIMEType, SHA256: a.SHA256, SourceURL: a.SourceURL, LicenseID: a.LicenseID, BrandID: a.BrandID,
		Bytes: a.Bytes, Width: a.Width, Height: a.Height, CreatedAt: a.CreatedAt}
}

// Prepared is a checked asset whose bytes are stored but which is not recorded yet.
type Prepared struct{ row *store.Asset }

// PrepareAsset fetches and checks an image and stores its bytes; it must not hold a transaction open. The errors
// are rules, ErrLicenseNotFound, ident.ErrBrand and a BrandNotFound fault.
func (m *Module) PrepareAsset(ctx context.Context, n NewAsset) (*Prepared, error) {
	brand, err := m.brand(ctx, n.BrandID)
	if err == nil {
		err = m.licensed(ctx, n.LicenseID)
	}
	if err != nil {
		return nil, err
	}
	if (n.URL == "") == (len(n.Data) == 0) {
		return nil, fault.Invalid(fault.Detail{Rule: "required", Expected: []any{"url", "data"}, Message: "Give either url or data."})
	}
	data, at := n.Data, "/data"
	if n.URL != "" {
		at = "/url"
		if data, err = m.needs.Remote.Fetch(ctx, n.URL, MaxAsset); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fault.Rules(fault.Detail{Path: at, Rule: "asset_unreachable", Message: "The address could not be read."}).Because(err)
		}
	}
	if len(data) > MaxAsset {
		return nil, fault.Rules(fault.Detail{Path: at, Rule: "max_bytes", Expected: int64(MaxAsset), Actual: int64(len(data)), Message: fmt.Sprintf("An image has at most %d bytes.", MaxAsset)})
	}
	info, err := m.needs.Inspector.Inspect(ctx, data)
	if err != nil {
		return nil, refused(err, at)
	}
	sum := sha256.Sum256(data)
	row := &store.Asset{ID: ident.New(ident.Asset), WorkspaceID: workspace(ctx), BrandID: brand, Name: assetName(n), MIMEType: info.MIMEType, Bytes: int64(len(data)),
		Width: info.Width, Height: info.Height, SHA256: hex.EncodeToString(sum[:]), SourceURL: n.URL, LicenseID: n.LicenseID, Live: tenant(ctx).Livemode()}
	if err := m.needs.Files.Put(ctx, row.SHA256, data, info.MIMEType); err != nil {
		return nil, fmt.Errorf("storing an asset: %w", err)
	}
	return &Prepared{row}, nil
}

func assetName(n NewAsset) string {
	if n.Name != "" || n.URL == "" {
		return n.Name
	}
	name, _, _ := strings.Cut(n.URL, "?")
	if name = path.Base(name); len(name) > 200 {
		name = name[:200]
	}
	return strings.ToValidUTF8(name, "")
}

func refused(err error, at string) error {
	var r *Refusal
	if errors.As(err, &r) {
		d := fault.Detail{Path: at, Rule: r.Rule, Message: r.Message}
		if r.Element != "" {
			d.Context = map[string]any{"element": r.Element}
		}
		return fault.Rules(d)
	}
	return err
}

// CreateAsset records a prepared asset in the transaction of ctx. If the brand already has an asset with the same
// bytes, that one is returned unchanged.
func (m *Module) CreateAsset(ctx context.Context, p *Prepared) (Asset, error) {
	named := p.row.LicenseID
	err := m.store.InsertAsset(ctx, p.row) // reads the row that the brand already has, whose licence may be another one
	if err == nil {
		err = m.uses(ctx, named, p.row.LicenseID)
	}
	return assetOf(p.row), err
}

// Assets pages through the assets, newest first.
func (m *Module) Assets(ctx context.Context, limit *int32, cursor *string) (page.Page[Asset], error) {
	req, err := m.pageOf(ctx, "assets.list", "", limit, cursor)
	if err != nil {
		return page.Page[Asset]{}, err
	}
	rows, err := m.store.Assets(ctx, tenant(ctx), req)
	if err != nil {
		return page.Page[Asset]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(a *store.Asset) page.Position { return page.Position{CreatedAt: a.CreatedAt, ID: a.ID} })
	return page.Map(p, assetOf), nil
}

// Asset returns an asset. The errors are ErrAssetNotFound and ident.ErrBrand.
func (m *Module) Asset(ctx context.Context, id string) (Asset, error) {
	a, err := m.store.Asset(ctx, tenant(ctx), id)
	if err != nil {
		return Asset{}, storeFault(err, ErrAssetNotFound, nil)
	}
	return assetOf(a), nil
}

// UseAsset returns an asset that an object of the caller references from now on, such as a kit's logo, and marks it
// live if the caller is. The errors are those of Asset.
func (m *Module) UseAsset(ctx context.Context, id string) (Asset, error) {
	a, err := m.store.Asset(ctx, tenant(ctx), id)
	if err == nil && !a.Live {
		err = m.Adopt(ctx, "", id)
	}
	if err != nil {
		return Asset{}, storeFault(err, ErrAssetNotFound, nil)
	}
	return assetOf(a), nil
}

// AssetBytes returns an asset with its bytes.
func (m *Module) AssetBytes(ctx context.Context, id string) (Asset, []byte, error) {
	a, err := m.Asset(ctx, id)
	if err != nil {
		return Asset{}, nil, err
	}
	data, err := m.needs.Files.Get(ctx, a.SHA256)
	if err != nil {
		return Asset{}, nil, fmt.Errorf("reading the bytes of %s: %w", id, err)
	}
	return a, data, nil
}

// Public returns an asset of any workspace by its unguessable id, for pages that show it without a token.
func (m *Module) Public(ctx context.Context, id string) (Asset, []byte, error) {
	a, err := m.store.PublicAsset(ctx, id)
	if err != nil {
		return Asset{}, nil, storeFault(err, ErrAssetNotFound, nil)
	}
	data, err := m.needs.Files.Get(ctx, a.SHA256)
	if err != nil {
		return Asset{}, nil, fmt.Errorf("reading the bytes of %s: %w", id, err)
	}
	return assetOf(a), data, nil
}

// AssetChange is a partial update of an asset; nil fields are unchanged.
type AssetChange struct{ Name, LicenseID *string }

// UpdateAsset changes an asset's metadata.
func (m *Module) UpdateAsset(ctx context.Context, id string, c AssetChange) (Asset, error) {
	a, err := m.store.LockAsset(ctx, tenant(ctx), id)
	if err != nil {
		return Asset{}, storeFault(err, ErrAssetNotFound, nil)
	}
	if err := tenant(ctx).Check(a.BrandID); err != nil {
		return Asset{}, err
	}
	if err := ident.Must(ctx).MayChange(a.Live, "this asset"); err != nil {
		return Asset{}, err
	}
	a.Live = tenant(ctx).Livemode()
	if c.Name != nil {
		a.Name = *c.Name
	}
	if c.LicenseID != nil {
		a.LicenseID = *c.LicenseID
	}
	if err := m.uses(ctx, a.LicenseID); err != nil {
		return Asset{}, err
	}
	err = m.store.UpdateAsset(ctx, a)
	return assetOf(a), err
}

// DeleteAsset deletes an asset. Its bytes remain for other workspaces that have the same image.
func (m *Module) DeleteAsset(ctx context.Context, id string) error {
	a, err := m.store.Asset(ctx, tenant(ctx), id)
	if err != nil {
		return storeFault(err, ErrAssetNotFound, nil)
	}
	if err := tenant(ctx).Check(a.BrandID); err != nil {
		return err
	}
	if err := ident.Must(ctx).MayChange(a.Live, "this asset"); err != nil {
		return err
	}
	return storeFault(m.store.DeleteAsset(ctx, tenant(ctx), id), ErrAssetNotFound, nil)
}

// Open returns the bytes of asset:asset_… or font:font_…, for rendering. The errors are ErrAssetNotFound,
// ErrFontNotFound, ident.ErrBrand, and a PolicyViolation fault when the licence does not permit use in a live render.
func (m *Module) Open(ctx context.Context, address string) ([]byte, error) {
	if id, ok := strings.CutPrefix(address, "font:"); ok {
		f, err := m.store.Font(ctx, tenant(ctx), id)
		if err != nil {
			return nil, storeFault(err, ErrFontNotFound, nil)
		}
		if err := m.permit(ctx, f.LicenseID, "the font "+f.Family); err != nil {
			return nil, err
		}
		return m.needs.Files.Get(ctx, f.SHA256)
	}
	id, _ := strings.CutPrefix(address, "asset:")
	a, err := m.store.Asset(ctx, tenant(ctx), id)
	if err != nil {
		return nil, storeFault(err, ErrAssetNotFound, nil)
	}
	if err := m.permit(ctx, a.LicenseID, "the image "+a.ID); err != nil {
		return nil, err
	}
	return m.needs.Files.Get(ctx, a.SHA256)
}
