package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/platenhq/platen/modules/auth"
	"github.com/platenhq/platen/modules/platform/ident"
	authv1 "github.com/platenhq/platen/proto/gen/platen/auth/v1"
)

// Workspaces implements platen.auth.v1.WorkspaceService.
type Workspaces struct{ module *auth.Module }

// NewWorkspaces returns the service over m.
func NewWorkspaces(m *auth.Module) *Workspaces { return &Workspaces{m} }

// GetWorkspace reads the caller's workspace.
func (w *Workspaces) GetWorkspace(ctx context.Context, _ *authv1.GetWorkspaceRequest) (*authv1.Workspace, error) {
	ws, err := w.module.Workspace(ctx, ident.Must(ctx).Workspace)
	if err != nil {
		return nil, err
	}
	return &authv1.Workspace{Object: "workspace", Id: string(ws.ID), Name: ws.Name, ApiVersion: ws.APIVersion, CreatedAt: timestamppb.New(ws.CreatedAt)}, nil
}
