package system

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/auth"
	authrpc "github.com/platenhq/platen/modules/auth/rpc"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// Accounts reads the credits of workspaces.
type Accounts interface {
	// Account returns the credits of a workspace, and the database time they were read at.
	Account(ctx context.Context, ws ident.Workspace) (*authv1.AdminCredits, time.Time, error)
}

// Admin implements platen.auth.v1.AdminService, for the operators of a workspace.
type Admin struct {
	auth     *auth.Module
	accounts Accounts
	db       *pg.DB
	versions Versions
}

// NewAdmin returns the service.
func NewAdmin(a *auth.Module, accounts Accounts, db *pg.DB, v Versions) *Admin {
	return &Admin{a, accounts, db, v}
}

// GetAdminOverview returns the state of the workspace and of the service.
func (a *Admin) GetAdminOverview(ctx context.Context, _ *authv1.GetAdminOverviewRequest) (*authv1.AdminOverview, error) {
	p := ident.Must(ctx)
	if err := p.Tenant().CheckWhole(); err != nil {
		return nil, err
	}
	ws, err := a.auth.Workspace(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	account, now, err := a.accounts.Account(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	live, test, err := a.auth.CountKeys(ctx, p.Workspace)
	if err != nil {
		return nil, err
	}
	return &authv1.AdminOverview{
		Object: "admin_overview", Version: a.versions.Binary, EngineVersion: a.versions.Engine, Livemode: p.Mode.Livemode(),
		Workspace: &authv1.Workspace{Object: "workspace", Id: string(ws.ID), Name: ws.Name, ApiVersion: ws.APIVersion, CreatedAt: timestamppb.New(ws.CreatedAt)},
		Credits:   account,
		Keys:      &authv1.AdminKeys{Live: int32(live), Test: int32(test)},
		Time:      timestamppb.New(now),
	}, nil
}

// CreateTestKey creates a test key with those default scopes that the caller has.
func (a *Admin) CreateTestKey(ctx context.Context, _ *authv1.CreateTestKeyRequest) (*authv1.ApiKey, error) {
	return a.mint(ctx, auth.Mint{Mode: ident.Test, Name: "made by /admin/create-key"})
}

// CreateLiveKey creates a live key; it requires a live token.
func (a *Admin) CreateLiveKey(ctx context.Context, in *authv1.CreateLiveKeyRequest) (*authv1.ApiKey, error) {
	return a.mint(ctx, auth.Mint{Mode: ident.Live, Name: in.Name, Scopes: authrpc.RequestedScopes(in.Scopes), Brand: in.GetBrandId()})
}

func (a *Admin) mint(ctx context.Context, n auth.Mint) (*authv1.ApiKey, error) {
	return idempotency.Do(ctx, a.db, http.StatusCreated, func(ctx context.Context) (*authv1.ApiKey, error) {
		key, text, err := a.auth.MintKey(ctx, n)
		if err != nil {
			return nil, err
		}
		return authrpc.Shown(key, text), nil
	})
}
