package rpc

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/pg"
	"github.com/platenhq/platen/modules/platform/rpc/message"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// Issuers implements platen.auth.v1.JwtIssuerService.
type Issuers struct {
	module *auth.Issuers
	db     *pg.DB
}

// NewIssuers returns the service over m.
func NewIssuers(m *auth.Issuers, db *pg.DB) *Issuers { return &Issuers{m, db} }

// CreateJwtIssuer registers an issuer.
func (i *Issuers) CreateJwtIssuer(ctx context.Context, in *authv1.CreateJwtIssuerRequest) (*authv1.JwtIssuer, error) {
	n := auth.NewIssuer{Issuer: in.Issuer, JWKSURL: in.JwksUrl}
	if len(in.DefaultScopes) > 0 {
		n.DefaultScopes = in.DefaultScopes
	}
	for _, a := range in.Algorithms {
		n.Algorithms = append(n.Algorithms, wire.EnumName(a))
	}
	return idempotency.Do(ctx, i.db, http.StatusCreated, func(ctx context.Context) (*authv1.JwtIssuer, error) {
		issuer, err := i.module.Create(ctx, n)
		if err != nil {
			return nil, err
		}
		return issuerMessage(issuer), nil
	})
}

// ListJwtIssuers pages through the issuers, newest first.
func (i *Issuers) ListJwtIssuers(ctx context.Context, in *authv1.ListJwtIssuersRequest) (*authv1.ListJwtIssuersResponse, error) {
	list, err := i.module.List(ctx, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &authv1.ListJwtIssuersResponse{Page: message.Page(list)}
	for _, issuer := range list.Items {
		out.Data = append(out.Data, issuerMessage(issuer))
	}
	return out, nil
}

// GetJwtIssuer reads an issuer.
func (i *Issuers) GetJwtIssuer(ctx context.Context, in *authv1.GetJwtIssuerRequest) (*authv1.JwtIssuer, error) {
	issuer, err := i.module.Get(ctx, in.IssuerId)
	if err != nil {
		return nil, err
	}
	return issuerMessage(issuer), nil
}

// DeleteJwtIssuer removes an issuer: its JWTs are refused from now on.
func (i *Issuers) DeleteJwtIssuer(ctx context.Context, in *authv1.DeleteJwtIssuerRequest) (*authv1.DeleteJwtIssuerResponse, error) {
	if issuer, err := i.module.Get(ctx, in.IssuerId); err == nil { // otherwise the change itself is refused
		audit.BeforeMessage(ctx, issuerMessage(issuer))
	}
	if err := i.module.Delete(ctx, in.IssuerId); err != nil {
		return nil, err
	}
	return &authv1.DeleteJwtIssuerResponse{Object: "jwt_issuer", Id: in.IssuerId, Deleted: true}, nil
}

func issuerMessage(i auth.Issuer) *authv1.JwtIssuer {
	m := &authv1.JwtIssuer{Object: "jwt_issuer", Id: i.ID, Issuer: i.Issuer, JwksUrl: i.JWKSURL, Audience: i.Audience, DefaultScopes: i.DefaultScopes, Ceiling: i.Ceiling,
		Livemode: i.Mode.Livemode(), CreatedAt: timestamppb.New(i.CreatedAt)}
	for _, name := range i.Algorithms {
		for n := range authv1.JwtAlgorithm_name {
			if a := authv1.JwtAlgorithm(n); wire.EnumName(a) == name && n != 0 {
				m.Algorithms = append(m.Algorithms, a)
			}
		}
	}
	return m
}
