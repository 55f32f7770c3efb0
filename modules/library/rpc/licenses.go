package rpc

import (
	"context"
	"net/http"
	"time"

	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/page"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	libraryv1 "github.com/platenhq/platen/proto/gen/platen/library/v1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Licenses implements platen.library.v1.LicenseService.
type Licenses struct {
	module *library.Module
	db     *pg.DB
}

// NewLicenses returns the service over m.
func NewLicenses(m *library.Module, db *pg.DB) *Licenses { return &Licenses{m, db} }

func moment(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	at := t.AsTime()
	return &at
}

// CreateLicense stores a licence.
func (s *Licenses) CreateLicense(ctx context.Context, in *libraryv1.CreateLicenseRequest) (*libraryv1.License, error) {
	n := library.License{Name: in.Name, Kind: in.Kind, CommercialUse: in.CommercialUse == nil || *in.CommercialUse, ExpiresAt: moment(in.ExpiresAt), Attribution: in.GetAttribution(), URL: in.GetUrl()}
	return idempotency.Do(ctx, s.db, http.StatusCreated, func(ctx context.Context) (*libraryv1.License, error) {
		l, err := s.module.CreateLicense(ctx, n)
		return licenseMessage(l), err
	})
}

// ListLicenses pages through the licences.
func (s *Licenses) ListLicenses(ctx context.Context, in *libraryv1.ListLicensesRequest) (*libraryv1.ListLicensesResponse, error) {
	p, err := s.module.Licenses(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	return &libraryv1.ListLicensesResponse{Data: page.Map(p, licenseMessage).Items, Page: message.Page(p)}, nil
}

// GetLicense reads a licence.
func (s *Licenses) GetLicense(ctx context.Context, in *libraryv1.GetLicenseRequest) (*libraryv1.License, error) {
	l, err := s.module.License(ctx, in.LicenseId)
	if err != nil {
		return nil, err
	}
	return licenseMessage(l), nil
}

// UpdateLicense changes a licence.
func (s *Licenses) UpdateLicense(ctx context.Context, in *libraryv1.UpdateLicenseRequest) (*libraryv1.License, error) {
	c := in.GetChange()
	change := library.LicenseChange{Name: c.Name, Kind: c.Kind, Attribution: c.Attribution, URL: c.Url, CommercialUse: c.CommercialUse, ExpiresAt: moment(c.ExpiresAt)}
	return idempotency.Do(ctx, s.db, http.StatusOK, func(ctx context.Context) (*libraryv1.License, error) {
		if old, err := s.module.License(ctx, in.LicenseId); err == nil {
			audit.BeforeMessage(ctx, licenseMessage(old))
		}
		l, err := s.module.UpdateLicense(ctx, in.LicenseId, change)
		return licenseMessage(l), err
	})
}

// DeleteLicense removes a licence.
func (s *Licenses) DeleteLicense(ctx context.Context, in *libraryv1.DeleteLicenseRequest) (*libraryv1.DeleteLicenseResponse, error) {
	if old, err := s.module.License(ctx, in.LicenseId); err == nil {
		audit.BeforeMessage(ctx, licenseMessage(old))
	}
	if err := s.module.DeleteLicense(ctx, in.LicenseId); err != nil {
		return nil, err
	}
	return &libraryv1.DeleteLicenseResponse{Object: "license", Id: in.LicenseId, Deleted: true}, nil
}
