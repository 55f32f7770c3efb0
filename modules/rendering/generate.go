package rendering

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/jobs"
	"github.com/platenhq/platen/modules/platform/killpoint"
	"github.com/platenhq/platen/modules/rendering/internal/draw"
	"github.com/platenhq/platen/modules/rendering/internal/plan"
	"github.com/platenhq/platen/modules/rendering/internal/queue"
	"github.com/platenhq/platen/modules/rendering/internal/record"
	"github.com/platenhq/platen/modules/rendering/internal/store"
)

// Respond stores the response to a request under its idempotency key, in the transaction of ctx.
type Respond func(ctx context.Context, r Result) error

// Generate renders a request immediately or queues it. All checks precede the first write, and the response is stored
// in the same transaction as the result.
func (m *Module) Generate(ctx context.Context, req *Request, respond Respond) (Result, error) {
	if err := m.checkWebhooks(ctx, req); err != nil { // references are checked before rules
		return Result{}, err
	}
	p, docs, err := m.plan(ctx, req, plan.Options{ApproveLocks: true})
	defer docs.Close()
	if err != nil {
		return Result{}, m.recordRejection(ctx, req, p, err)
	}
	ident.Belongs(ctx, p.BrandID)
	approval, err := m.needs.Approvals.Require(ctx, p.Action())
	if err != nil {
		return Result{}, err
	}
	if req.Operation == Queue {
		return m.enqueue(ctx, p, docs, approval, respond)
	}
	return m.preview(ctx, p, docs, approval, respond)
}

// checkWebhooks returns a WebhookNotFound fault that locates each of the request's webhooks that does not exist.
func (m *Module) checkWebhooks(ctx context.Context, req *Request) error {
	if len(req.WebhookIDs) == 0 {
		return nil
	}
	return fault.Relocate(m.needs.Announce.CheckWebhooks(ctx, req.WebhookIDs), func(d *fault.Detail) {
		d.Rebase(fault.Under("/webhook_ids"))
	})
}

// plan builds the plan of a request and opens its documents. With an error, the plan is that of plan.Builder.Build, and
// so are the documents.
func (m *Module) plan(ctx context.Context, req *Request, o plan.Options) (*plan.Plan, *draw.Documents, error) {
	var docs *draw.Documents
	p, err := m.builder.Build(ctx, req, o, func(p *plan.Plan) plan.Documents {
		files := m.inputs.Open(ident.Must(ctx).Workspace)
		open := m.engines.Open
		if o.Stored != nil {
			open = m.engines.OpenQueued
		}
		docs = open(p, files)
		return docs
	})
	return p, docs, err
}

// recordRejection records that a policy or a brand lock rejected a request, and returns the reason; p is the plan as
// far as it was built, or nil.
func (m *Module) recordRejection(ctx context.Context, req *Request, p *plan.Plan, why error) error {
	f := fault.From(why)
	if f.Code != fault.PolicyViolation && f.Code != fault.StyleLockViolation {
		return why
	}
	who := ident.Must(ctx)
	rules := make([]any, 0, len(f.Details))
	for i := range f.Details {
		if i < 20 {
			rules = append(rules, f.Details[i].Rule)
		}
	}
	sum := sha256.Sum256(req.Wire)
	brand := ""
	if p != nil {
		brand = p.BrandID
	}
	err := m.needs.Decisions.Record(ctx, Decision{
		ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, BrandID: brand, Actor: who.Actor(), Action: "render." + string(req.Operation), Outcome: "refused",
		Facts: map[string]any{"code": string(f.Code), "rules": rules, "request_sha256": hex.EncodeToString(sum[:])},
	})
	if err != nil {
		return err
	}
	return why
}

// enqueue stores a job with its hold and its response in one transaction.
func (m *Module) enqueue(ctx context.Context, p *plan.Plan, docs *draw.Documents, approval string, respond Respond) (Result, error) {
	if err := docs.OpenAll(ctx); err != nil {
		return Result{}, err
	}
	var out Result
	row := newJob(p, ident.Must(ctx))
	m.submitted.Put(row.ID, p.Request) // before the commit, after which a worker may begin
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if err := m.needs.Approvals.Use(ctx, approval, row.ID); err != nil {
			return err
		}
		if err := m.insertJob(ctx, p, row); err != nil {
			return err
		}
		out = Result{Job: m.recorder.Job(row)}
		return respond(ctx, out)
	})
	killpoint.Reach(killpoint.AfterSubmitCommit)
	if err == nil {
		docs.HandOver()
	} else {
		m.submitted.Take(row.ID)
	}
	return out, err
}

// insertJob stores a job with its hold, in the transaction of ctx, and notifies the workers. The hold is made first:
// with too few credits nothing is written.
func (m *Module) insertJob(ctx context.Context, p *plan.Plan, row *store.Job) error {
	who := ident.Must(ctx)
	if who.Mode == ident.Live {
		hold, err := m.needs.Credits.HoldFor(ctx, who.Workspace, p.Credits, row.ID, m.cfg.jobHold())
		if err != nil {
			return err
		}
		row.HoldID, row.CreditsReserved = hold, p.Credits
	}
	row.Trace = jobs.Trace(ctx)
	if err := m.store.InsertJob(ctx, row, queue.Expiry); err != nil {
		return err
	}
	killpoint.Reach(killpoint.AfterJobInsertBeforeCommit)
	return queue.Waiting(ctx, m.db, row.EngineName)
}

// PlanApproved builds the plan of an approved request, as of now, and returns the hash of what it renders and a
// function that queues it as a job in the transaction of ctx, regardless of its operation. When the error of enqueue is
// a fault, nothing was written.
func (m *Module) PlanApproved(ctx context.Context, req *Request) (requestHash string, enqueue func(ctx context.Context) (jobID string, err error), err error) {
	p, docs, err := m.plan(ctx, req, plan.Options{ApproveLocks: true})
	defer docs.Close()
	if err != nil {
		return "", nil, err
	}
	if err := docs.OpenAll(ctx); err != nil {
		return "", nil, err
	}
	return p.Hash, func(ctx context.Context) (string, error) {
		row := newJob(p, ident.Must(ctx))
		return row.ID, m.insertJob(ctx, p, row)
	}, nil
}

func newJob(p *plan.Plan, who *ident.Principal) *store.Job {
	// Strings and numbers always marshal.
	pins, _ := json.Marshal(p.Pins)
	warnings, _ := json.Marshal(append([]Warning{}, p.Warnings...))
	return &store.Job{
		ID: ident.New(ident.Job), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), BrandID: p.BrandID, Status: string(Queued),
		Request: p.Request.Wire, RequestHash: p.Hash, EngineName: p.Engine.Name, EngineVersion: p.Engine.Version, Seed: p.Seed,
		Total: len(p.Outputs), Outputs: json.RawMessage("[]"), Warnings: warnings, Sequence: 1,
		Metadata: record.Metadata(p.Original.Metadata), Pins: pins, WebhookIDs: append([]string{}, p.Original.WebhookIDs...), Actor: who.Actor(),
	}
}
