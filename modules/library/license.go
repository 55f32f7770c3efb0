package library

import (
	"context"
	"time"

	"github.com/platenhq/platen/modules/library/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/page"
)

// License holds the licence terms of assets and fonts.
type License struct {
	ID, Name, Kind, Attribution, URL string
	CommercialUse                    bool
	ExpiresAt                        *time.Time
	CreatedAt, UpdatedAt             time.Time
}

// LicenseChange is a partial update of a licence; nil fields are unchanged.
type LicenseChange struct {
	Name, Kind, Attribution, URL *string
	CommercialUse                *bool
	ExpiresAt                    *time.Time
}

func licenseOf(l *store.License) License {
	return License{ID: l.ID, Name: l.Name, Kind: l.Kind, Attribution: l.Attribution, URL: l.URL, CommercialUse: l.CommercialUse,
		ExpiresAt: l.ExpiresAt, CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt}
}

// CreateLicense stores a licence. Id and times of n are ignored.
func (m *Module) CreateLicense(ctx context.Context, n License) (License, error) {
	if err := tenant(ctx).CheckWhole(); err != nil {
		return License{}, err
	}
	l := &store.License{ID: ident.New(ident.License), WorkspaceID: workspace(ctx), Name: n.Name, Kind: n.Kind, CommercialUse: n.CommercialUse,
		ExpiresAt: n.ExpiresAt, Attribution: n.Attribution, URL: n.URL, Live: tenant(ctx).Livemode()}
	err := m.store.InsertLicense(ctx, l)
	return licenseOf(l), err
}

// Licenses pages through the licences, newest first.
func (m *Module) Licenses(ctx context.Context, limit *int32, cursor *string) (page.Page[License], error) {
	req, err := m.pageOf(ctx, "licenses.list", "", limit, cursor)
	if err != nil {
		return page.Page[License]{}, err
	}
	rows, err := m.store.Licenses(ctx, tenant(ctx), req)
	if err != nil {
		return page.Page[License]{}, err
	}
	p := page.Cut(m.cursors, req, rows, func(l *store.License) page.Position { return page.Position{CreatedAt: l.CreatedAt, ID: l.ID} })
	return page.Map(p, licenseOf), nil
}

// License returns a licence, or ErrLicenseNotFound.
func (m *Module) License(ctx context.Context, id string) (License, error) {
	l, err := m.store.License(ctx, tenant(ctx), id)
	if err != nil {
		return License{}, storeFault(err, ErrLicenseNotFound, nil)
	}
	return licenseOf(l), nil
}

// UpdateLicense changes a licence, for everything it is attached to.
func (m *Module) UpdateLicense(ctx context.Context, id string, c LicenseChange) (License, error) {
	if err := tenant(ctx).CheckWhole(); err != nil {
		return License{}, err
	}
	l, err := m.store.LockLicense(ctx, tenant(ctx), id)
	if err != nil {
		return License{}, storeFault(err, ErrLicenseNotFound, nil)
	}
	if err := ident.Must(ctx).MayChange(l.Live, "this licence"); err != nil {
		return License{}, err
	}
	l.Live = tenant(ctx).Livemode()
	for _, f := range []struct{ to, new *string }{{&l.Name, c.Name}, {&l.Kind, c.Kind}, {&l.Attribution, c.Attribution}, {&l.URL, c.URL}} {
		if f.new != nil {
			*f.to = *f.new
		}
	}
	if c.CommercialUse != nil {
		l.CommercialUse = *c.CommercialUse
	}
	if c.ExpiresAt != nil {
		l.ExpiresAt = c.ExpiresAt
	}
	err = m.store.UpdateLicense(ctx, l)
	return licenseOf(l), err
}

// DeleteLicense deletes a licence. The errors are ErrLicenseNotFound and ErrLicenseUsed.
func (m *Module) DeleteLicense(ctx context.Context, id string) error {
	if err := tenant(ctx).CheckWhole(); err != nil {
		return err
	}
	l, err := m.store.License(ctx, tenant(ctx), id)
	if err != nil {
		return storeFault(err, ErrLicenseNotFound, nil)
	}
	if err := ident.Must(ctx).MayChange(l.Live, "this licence"); err != nil {
		return err
	}
	return storeFault(m.store.DeleteLicense(ctx, tenant(ctx), id), ErrLicenseNotFound, nil)
}

// licensed checks that the licence of a new or changed object exists; "" means no licence. It changes nothing: the
// transaction that records the object calls uses.
func (m *Module) licensed(ctx context.Context, id string) error {
	if id == "" {
		return nil
	}
	_, err := m.store.License(ctx, tenant(ctx), id)
	return storeFault(err, ErrLicenseNotFound, nil)
}

// uses marks the licences of an object live if the object is, in the transaction that records the object; "" means no
// licence. The error is ErrLicenseNotFound when one no longer exists.
func (m *Module) uses(ctx context.Context, licenses ...string) error {
	for _, id := range licenses {
		if id == "" {
			continue
		}
		l, err := m.store.License(ctx, tenant(ctx), id)
		if err == nil && tenant(ctx).Livemode() && !l.Live {
			err = m.store.AdoptLicense(ctx, tenant(ctx), id)
		}
		if err != nil {
			return storeFault(err, ErrLicenseNotFound, nil)
		}
	}
	return nil
}

// permit returns a PolicyViolation fault when a licence does not permit use in a live render.
func (m *Module) permit(ctx context.Context, licenseID, what string) error {
	if licenseID == "" || ident.Must(ctx).Mode != ident.Live {
		return nil
	}
	l, err := m.store.License(ctx, tenant(ctx), licenseID)
	if err != nil {
		return storeFault(err, ErrLicenseNotFound, nil)
	}
	facts := map[string]any{"license_id": l.ID, "license": l.Name, "kind": l.Kind}
	switch {
	case !l.CommercialUse:
		return fault.New(fault.PolicyViolation, "The licence of "+what+" does not permit commercial use.").With(fault.Detail{
			Rule: "license.commercial_use_not_permitted", Message: "The licence " + l.Name + " of " + what + " does not permit commercial use.", Context: facts})
	case l.Expired:
		return fault.New(fault.PolicyViolation, "The licence of "+what+" has expired.").With(fault.Detail{
			Rule: "license.expired", Message: "The licence " + l.Name + " of " + what + " has expired.", Context: facts})
	}
	return nil
}
