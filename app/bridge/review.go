package bridge

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/platenhq/platen/app/surface/review"
	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
)

// Proofs returns the renderer of the review pages' proofs; they are not charged to the workspace.
func Proofs(m *rendering.Module) review.Proofs { return proofs{m} }

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
	made, err := p.module.ReviewImage(ident.With(ctx, ident.System(a.Workspace, a.Mode)), req, output)
	return made.PNG, err
}
