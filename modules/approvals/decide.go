package approvals

import (
	"context"
	"slices"
	"strings"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/idempotency"
	"github.com/platenhq/platen/modules/platform/ident"
)

// Executor decides approvals and publishes drafts, which run the stored requests. It is separate from Module because it
// depends on rendering, which depends on Module. It is safe for concurrent use.
type Executor struct {
	*Module
	renders Renders
}

// NewExecutor returns an Executor for m's approvals and drafts.
func NewExecutor(m *Module, r Renders) *Executor { return &Executor{m, r} }

// Decide records the caller's verdict on an approval; the caller must be a person. The last approval needed makes it
// approved, one rejection makes it rejected. With Execute the request is queued as a job in the same transaction; if it
// can no longer run, the approval records the reason and remains valid for the requester.
//
// respond runs in the transaction, after everything else. The errors are ErrApprovalNotFound, ErrOwnRequest,
// ErrNoPerson, ErrNoApprover, ErrExpired, ErrDecided and ErrReviewed.
func (m *Executor) Decide(ctx context.Context, id string, v Verdict, comment string, respond func(ctx context.Context, a Approval) error) (Approval, error) {
	r, err := m.store.Approval(ctx, tenant(ctx), id)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	if err := m.eligible(ctx, r); err != nil {
		return Approval{}, err
	}
	var job *prepared
	if v == Approve && r.Execute { // only the locked row shows whether this is the last approval needed
		if job, err = m.prepare(ctx, r); err != nil {
			return Approval{}, err
		}
	}
	var out Approval
	err = m.db.InTx(ctx, func(ctx context.Context) error {
		if err := idempotency.Claim(ctx); err != nil {
			return err
		}
		if out, err = m.decide(ctx, id, v, comment, job); err != nil {
			return err
		}
		return respond(ctx, out)
	})
	return out, err
}

// eligible returns the reason why the caller may not decide, nil if it may.
func (m *Module) eligible(ctx context.Context, r *store.Approval) error {
	who := ident.Must(ctx)
	switch {
	case r.PreventSelf && overlap(people(who), r.People):
		return ErrOwnRequest
	case !isPerson(who):
		return ErrNoPerson
	case !who.Scopes.Allow("approvals:decide"):
		return ErrNoScope
	case !mayDecide(who, r.Approvers):
		return ErrNoApprover
	}
	return undecided(r)
}

func undecided(r *store.Approval) error {
	switch status(r) {
	case Pending:
		return nil
	case Expired:
		return ErrExpired
	default:
		return ErrDecided
	}
}

// prepared is a request that is ready to be queued, or the reason why it is not.
type prepared struct {
	enqueue func(ctx context.Context) (jobID string, err error)
	refused string
}

// prepare checks the stored request against the current state, outside the transaction that will queue it.
func (m *Executor) prepare(ctx context.Context, r *store.Approval) (*prepared, error) {
	ctx = ident.With(ctx, requester(r))
	hash, enqueue, err := m.renders.Prepare(ctx, r.Request)
	switch {
	case err != nil && fault.From(err).Kind() == fault.KindInternal:
		return nil, err
	case err != nil:
		return &prepared{refused: fault.From(err).Message}, nil
	case hash != r.RequestHash:
		return &prepared{refused: "What the request names has changed since the request."}, nil
	}
	return &prepared{enqueue: enqueue}, nil
}

// singleBrand returns the single brand of a list, "" when there is none or more than one.
func singleBrand(brands []string) string {
	if len(brands) == 1 {
		return brands[0]
	}
	return ""
}

// requester returns the principal under which a request runs; its permissions were checked when the request was made.
func requester(r *store.Approval) *ident.Principal {
	p := ident.System(ident.Workspace(r.WorkspaceID), modeOf(r.Livemode))
	p.Scopes = p.Scopes.LimitedTo(r.RequesterBrands...)
	if id, ok := strings.CutPrefix(r.Requester, "key:"); ok {
		p.Kind, p.KeyID = ident.KindKey, id
	} else if id, ok := strings.CutPrefix(r.Requester, "user:"); ok {
		p.Kind, p.Subject = ident.KindJWT, id
	}
	return p
}

// decide performs Decide's transaction.
func (m *Module) decide(ctx context.Context, id string, v Verdict, comment string, job *prepared) (Approval, error) {
	who := ident.Must(ctx)
	r, err := m.store.LockApproval(ctx, tenant(ctx), id)
	if err != nil {
		return Approval{}, knownApproval(err)
	}
	if err := undecided(r); err != nil {
		return Approval{}, err
	}
	if slices.ContainsFunc(r.Reviews, func(v *store.Review) bool { return overlap(people(who), v.People) }) {
		return Approval{}, ErrReviewed
	}
	review := &store.Review{ApprovalID: r.ID, Reviewer: person(who), People: names(who), Verdict: string(v), Comment: comment}
	fresh, err := m.store.Review(ctx, review)
	if err != nil {
		return Approval{}, err
	}
	if !fresh {
		return Approval{}, ErrReviewed
	}
	r.Reviews = append(r.Reviews, review)
	switch {
	case v == Reject:
		r.Status = string(Rejected)
	default:
		if r.Received++; r.Received >= r.RequiredApprovals {
			r.Status = string(Approved)
		}
	}
	if err := m.store.Settle(ctx, r); err != nil {
		return Approval{}, err
	}
	if r.Status == string(Approved) && r.Execute {
		if err := m.execute(ctx, r, job); err != nil {
			return Approval{}, err
		}
	}
	if r.Status != string(Pending) {
		if err := m.needs.Announce.Approval(ctx, EventDecided, m.approval(r)); err != nil {
			return Approval{}, err
		}
	}
	facts := map[string]any{"action": r.Action, "request_hash": r.RequestHash, "approvals_received": int64(r.Received), "required_approvals": int64(r.RequiredApprovals)}
	if comment != "" {
		facts["comment"] = comment
	}
	if r.UsedBy != "" {
		facts["executed_as"] = r.UsedBy
	}
	return m.withRequest(r), m.Record(ctx, Decision{ID: ident.New(ident.Decision), Workspace: who.Workspace, Mode: who.Mode, BrandID: singleBrand(r.Brands), Actor: who.Actor(),
		Action: "approval." + string(v), Subject: r.ID, Outcome: r.Status, Facts: facts})
}

// execute queues the request as a job and marks the approval as used by it, or records why it cannot run.
func (m *Module) execute(ctx context.Context, r *store.Approval, job *prepared) error {
	if job == nil {
		// Another reviewer requested execution after the request was prepared; the requester sends the request again.
		return nil
	}
	refused := job.refused
	if refused == "" {
		jobID, err := job.enqueue(ident.With(ctx, requester(r)))
		if err == nil {
			if err := m.store.Use(ctx, tenant(ctx), r.ID, jobID); err != nil {
				return used(err)
			}
			now, err := m.db.Now(ctx)
			r.Status, r.UsedBy, r.UsedAt = string(Used), jobID, &now
			return err
		}
		f := fault.From(err)
		if f.Kind() == fault.KindInternal {
			return err
		}
		refused = f.Message
	}
	r.ExecutionError = refused
	return m.store.Settle(ctx, r)
}

// MayDecide returns the reason why the caller may not decide an approval, nil if it may. The errors are those of
// Decide.
func (m *Module) MayDecide(ctx context.Context, id string) error {
	r, err := m.store.Approval(ctx, tenant(ctx), id)
	if err != nil {
		return knownApproval(err)
	}
	return m.eligible(ctx, r)
}
