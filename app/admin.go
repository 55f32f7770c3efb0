package app

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/auth"
	authrpc "github.com/platenhq/platen/modules/auth/rpc"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// admin implements platen.auth.v1.AdminService: what whoever runs a workspace asks of the whole process.
type admin struct{ app *App }

// GetAdminOverview tells how the workspace and the service are.
func (a *admin) GetAdminOverview(ctx context.Context, _ *authv1.GetAdminOverviewRequest) (*authv1.AdminOverview, error) {
	p := ident.Must(ctx)
	ws, err := a.app.Auth.Workspace(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	balance, now, err := a.app.Credits.Balance(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	live, test, err := a.app.Auth.CountKeys(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	return &authv1.AdminOverview{
		Object: "admin_overview", Version: Version, EngineVersion: rendering.EngineVersion(), Livemode: p.Mode.Livemode(),
		Workspace: &authv1.Workspace{Object: "workspace", Id: string(ws.ID), Name: ws.Name, ApiVersion: ws.APIVersion, CreatedAt: timestamppb.New(ws.CreatedAt)},
		Credits:   &authv1.AdminCredits{Available: balance.Available, Held: balance.Held, Spent: balance.Spent, Granted: balance.Granted},
		Keys:      &authv1.AdminKeys{Live: int32(live), Test: int32(test)},
		Time:      timestamppb.New(now),
	}, nil
}

// CreateTestKey makes a test key with the default scopes.
func (a *admin) CreateTestKey(ctx context.Context, _ *authv1.CreateTestKeyRequest) (*authv1.ApiKey, error) {
	return a.mint(ctx, ident.Test, "made by /admin/create-key", nil, "")
}

// CreateLiveKey makes a live key; only a live token can.
func (a *admin) CreateLiveKey(ctx context.Context, in *authv1.CreateLiveKeyRequest) (*authv1.ApiKey, error) {
	if ident.Must(ctx).Mode != ident.Live {
		return nil, fault.New(fault.Forbidden, "A test key cannot make a live key.").With(fault.Detail{Path: "header:Authorization", Rule: "mode", Message: "Use a live key to make a live key."})
	}
	return a.mint(ctx, ident.Live, in.Name, in.Scopes, in.GetBrandId())
}

// mint makes a key of the caller's workspace. admin:write may give every right, but a caller that is
// narrowed to brands cannot make a key that is not.
func (a *admin) mint(ctx context.Context, mode ident.Mode, name string, scopes []string, brand string) (*authv1.ApiKey, error) {
	p := ident.Must(ctx)
	if len(scopes) == 0 {
		scopes = ident.DefaultScopes()
	}
	if brand != "" {
		if !p.Scopes.AllowBrand(brand) {
			return nil, fault.New(fault.Forbidden, "The calling token is limited to other brands.")
		}
		scopes = append(scopes[:len(scopes):len(scopes)], "brand:"+brand)
	} else {
		for _, id := range p.Scopes.Brands() {
			scopes = append(scopes[:len(scopes):len(scopes)], "brand:"+id)
		}
	}
	return idempotency.Do(ctx, a.app.DB, http.StatusCreated, func(ctx context.Context) (*authv1.ApiKey, error) {
		key, text, err := a.app.Auth.CreateKey(ctx, auth.NewKey{Workspace: p.Workspace, Mode: mode, Name: name, Scopes: scopes, CreatedBy: p.Actor()})
		if err != nil {
			return nil, err
		}
		return authrpc.Shown(key, text), nil
	})
}
