package bridge

import (
	"context"
	"encoding/json"

	"github.com/platenhq/platen/modules/approvals"
	"github.com/platenhq/platen/modules/brands"
	"github.com/platenhq/platen/modules/credits"
	"github.com/platenhq/platen/modules/library"
	"github.com/platenhq/platen/modules/platform/rpc/wire"
	"github.com/platenhq/platen/modules/policy"
	"github.com/platenhq/platen/modules/rendering"
	renderingrpc "github.com/platenhq/platen/modules/rendering/rpc"
	"github.com/platenhq/platen/modules/webhooks"
	renderingv1 "github.com/platenhq/platen/proto/gen/platen/rendering/v1"
)

// RenderingNeeds are the parts from which Rendering builds the needs of the rendering module.
type RenderingNeeds struct {
	Files     Files
	Remote    Remote
	Encoder   renderingrpc.Encoder // of the jobs in webhook events
	Credits   *credits.Module
	Approvals *approvals.Module
	Webhooks  *webhooks.Module
	Library   *library.Module
	Brands    *brands.Module
	Policy    *policy.Module
	PDFs      rendering.PDFEditor
}

// Rendering returns the needs of the rendering module.
func Rendering(n RenderingNeeds) rendering.Needs {
	return rendering.Needs{
		Credits: n.Credits, Decisions: decisions{n.Approvals}, Files: n.Files, Remote: n.Remote, Announce: announcer{n.Webhooks, n.Encoder},
		Templates: templates{n.Library}, Brands: renderKits{n.Brands}, Assets: n.Library, Policy: contentPolicy{n.Policy},
		Approvals: renderApprovals{n.Approvals}, Art: Backgrounds{}, PDFs: n.PDFs,
	}
}

// decisions writes the rendering module's decisions into the log of approvals.
type decisions struct{ log *approvals.Module }

func (d decisions) Record(ctx context.Context, v rendering.Decision) error {
	return d.log.Record(ctx, approvals.Decision(v))
}

// announcer enqueues the webhook events of finished jobs. Their data is a job as the API returns it.
type announcer struct {
	webhooks *webhooks.Module
	out      renderingrpc.Encoder
}

func (a announcer) JobEnded(ctx context.Context, event string, job *rendering.Job) error {
	fact := webhooks.Fact{Workspace: job.Workspace, Mode: job.Mode, Event: event, BrandID: job.BrandID,
		Data: func(brevity int) (json.RawMessage, error) { return jobData(a.out.Job(job), brevity), nil }}
	if len(job.WebhookIDs) > 0 {
		fact.Only = job.WebhookIDs
	}
	return a.webhooks.Announce(ctx, fact)
}

func (a announcer) CheckWebhooks(ctx context.Context, ids []string) error {
	return a.webhooks.CheckIDs(ctx, ids)
}

// jobData returns a job as a payload's data, marked as truncated where brevity omits something: the
// warnings, then the labels and the details of an error, then the outputs. The full job is at its link.
func jobData(job *renderingv1.RenderJob, brevity int) json.RawMessage {
	if brevity > 0 {
		job.Warnings = nil
	}
	if brevity > 1 {
		job.Metadata = nil
		if job.Error != nil {
			job.Error.Details = nil
		}
	}
	if brevity > 2 {
		job.Outputs = nil
	}
	data := append([]byte(`{"job":`), wire.Encode(job)...)
	if brevity > 0 {
		data = append(data, `,"truncated":true`...)
	}
	return append(data, '}')
}
