package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"

	"github.com/platenhq/platen/app/review"
	"github.com/platenhq/platen/app/session"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/audit"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/rpc"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
)

// reviewPages are the pages on which people decide.
func (a *App) reviewPages(trusted []netip.Prefix) (*review.Pages, error) {
	sessions := session.New(a.Auth, a.Secrets, a.Config.BaseURL, func(r *http.Request) netip.Addr { return rpc.ClientIP(r, trusted) })
	return review.New(review.Config{Approvals: a.approvals, Proofs: proofs{a.rendering}, Sessions: sessions, Decided: a.decidedOnPage, Log: a.Telemetry.Log})
}

// decidedOnPage leaves the audit entry that the check chain leaves for requests.
func (a *App) decidedOnPage(ctx context.Context, v approvals.Approval) error {
	who := ident.Must(ctx)
	return a.Audit.Append(ctx, audit.Change{Workspace: who.Workspace, Mode: who.Mode, Actor: who.Actor(), Action: "approvals.decide_on_page", Subject: v.ID,
		After: map[string]any{"status": string(v.Status), "approvals_received": int64(v.Received), "required_approvals": int64(v.RequiredApprovals)}})
}

// proofs draws what approvals are about, on the service's own account.
type proofs struct{ module *rendering.Module }

func (p proofs) Proof(ctx context.Context, a approvals.Approval, n int) ([]byte, error) {
	request, output := a.Request, n
	var err error
	var req *rendering.Request
	switch a.Action {
	case approvals.Render:
		req, err = renderingrpc.Decode(request)
	case approvals.Sign:
		var batch struct{ Items []json.RawMessage }
		if err := json.Unmarshal(request, &batch); err != nil {
			return nil, fmt.Errorf("reading a batch: %w", err)
		}
		if n < 0 || n >= len(batch.Items) {
			return nil, fault.NotFound(fault.ImageNotFound)
		}
		req, err = renderRequest(batch.Items[n])
		output = 0
	default:
		return nil, fault.NotFound(fault.ImageNotFound)
	}
	if err != nil {
		return nil, err
	}
	made, err := p.module.Proof(ident.With(ctx, ident.System(a.Workspace, a.Mode)), req, output)
	return made.PNG, err
}
