package approvals

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/platenhq/platen/modules/approvals/internal/store"
	"github.com/platenhq/platen/modules/platform/canonical"
	"github.com/platenhq/platen/modules/platform/fault"
	"github.com/platenhq/platen/modules/platform/ident"
	"github.com/platenhq/platen/modules/platform/pg"
)

// Action is something that may need approval.
type Action struct {
	// Name is one of the actions above.
	Name string
	// Brands and Formats are those of the request; the conditions of policies match them.
	Brands, Formats []string
	// Subject identifies the affected object, such as a template's id: reviewers see the changes since the last
	// approved request with the same subject. "" uses the brands.
	Subject string
	// Request is the complete request as JSON. Reviewers see it, and an approval is bound to it.
	Request []byte
	// Bound lists further values that an approval is bound to: the hash of the resolved request and the exact versions
	// it names.
	Bound []string
	// RequestHash is the hash of the resolved render request, "" for actions that render nothing.
	RequestHash string
	// Execute runs the request as a render job once it is approved.
	Execute bool
}

// fingerprint returns the hash of a request: workspace, mode, action, canonical body and versions.
func fingerprint(who *ident.Principal, a Action) ([]byte, error) {
	v, err := canonical.Parse(a.Request, canonical.Limits{Depth: 256, Members: 1 << 20, Items: 1 << 20})
	if err != nil {
		return nil, fmt.Errorf("canonicalising a request for approval: %w", err)
	}
	h := sha256.New()
	bound := a.Bound
	if t := who.Tenant(); t.Limited() { // under another brand limit the same request yields another brand's object
		bound = append(slices.Clone(bound), "brands "+strings.Join(t.Brands(), ","))
	}
	for _, part := range append([]string{"platen-approval-v1", string(who.Workspace), string(who.Mode), a.Name, string(v.Bytes())}, bound...) {
		fmt.Fprintf(h, "%d:%s\n", len(part), part)
	}
	return h.Sum(nil), nil
}

// Require returns "" when no policy requires approval of the action, or the id of a granted approval that is still
// unused. Otherwise the error is ErrRejected, ErrExpired, or an ApprovalRequired fault with the pending approval, which
// is the same on every retry. The action must not run before its transaction has called Use.
//
// Call it after every other check. The pending approval is stored even though the request fails: it is written outside
// the transaction of ctx, on a second connection, so call Require before the transaction begins where possible.
func (m *Module) Require(ctx context.Context, a Action) (approvalID string, err error) {
	t := tenant(ctx)
	p, err := m.policyFor(ctx, a.Name, a.Brands, a.Formats)
	if errors.Is(err, store.ErrGone) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	who := ident.Must(ctx)
	mark, err := fingerprint(who, a)
	if err != nil {
		return "", err
	}
	for range 3 {
		r, err := m.store.Latest(ctx, t, mark)
		if err != nil && !errors.Is(err, store.ErrGone) {
			return "", err
		}
		if err != nil || r.Status == string(Used) {
			if err := m.requestApproval(pg.Outside(ctx), who, p, a, mark); err != nil {
				return "", err
			}
			continue // read it back, or the one that a concurrent request inserted
		}
		switch status(r) {
		case Approved:
			return r.ID, nil
		case Rejected:
			return "", withApprovalID(ErrRejected, r.ID)
		case Expired:
			return "", withApprovalID(ErrExpired, r.ID)
		}
		if a.Execute && !r.Execute {
			if err := m.store.Execute(pg.Outside(ctx), r); err != nil {
				return "", err
			}
		}
		return "", m.required(r)
	}
	return "", errors.New("approvals: a request's approvals are used as fast as they are created")
}

// RequiresApproval reports whether a policy requires approval of an action.
func (m *Module) RequiresApproval(ctx context.Context, action string, brands, formats []string) (bool, error) {
	_, err := m.policyFor(ctx, action, brands, formats)
	if errors.Is(err, store.ErrGone) {
		return false, nil
	}
	return err == nil, err
}

// Allow combines Require and Use for an action that runs entirely in the transaction of ctx: it returns nil when no
// policy requires approval, or consumes the granted one. Call it before the transaction locks what publishing approval
// events locks (webhooks, the decision log).
func (m *Module) Allow(ctx context.Context, a Action, subject string) error {
	id, err := m.Require(ctx, a)
	if err != nil {
		return err
	}
	return m.Use(ctx, id, subject)
}

// withApprovalID adds the approval's id to a conflict fault.
func withApprovalID(f *fault.Error, id string) error {
	d := f.Details[0]
	d.Context = map[string]any{"approval_id": id}
	c := *f
	c.Details = []fault.Detail{d}
	return &c
}

// required returns the error for a request with a pending approval.
func (m *Module) required(r *store.Approval) error {
	return fault.New(fault.ApprovalRequired, "This needs a person's approval. Send the same request again after it is given.").With(
		fault.Detail{Rule: "approval_required", Message: "Open review_url as an approver to decide."}).WithApproval(fault.Approval{
		ID: r.ID, Action: r.Action, Status: string(Pending), ReviewURL: m.ReviewURL(r.ID), RequiredApprovers: r.Approvers,
		RequiredApprovals: r.RequiredApprovals, Received: r.Received, ExpiresAt: r.ExpiresAt})
}

// requestApproval stores a pending approval and publishes its event, unless a concurrent request did so first.
func (m *Module) requestApproval(ctx context.Context, who *ident.Principal, p *store.Policy, a Action, mark []byte) error {
	brands := append([]string{}, slices.Compact(slices.Sorted(slices.Values(a.Brands)))...)
	subject := a.Subject
	if subject == "" {
		subject = fmt.Sprint(brands)
	}
	r := &store.Approval{ID: ident.New(ident.Approval), WorkspaceID: string(who.Workspace), Livemode: who.Mode.Livemode(), PolicyID: p.ID,
		Action: a.Name, Fingerprint: mark, RequiredApprovals: p.RequiredApprovals, Approvers: p.Approvers, PreventSelf: p.PreventSelf, ExpiresAfter: store.Hours(p.ExpiresAfterHours),
		Requester: who.Actor(), People: names(who), Brands: brands, RequesterBrands: append([]string{}, who.Tenant().Brands()...), Subject: subject, Request: a.Request, RequestHash: a.RequestHash, Execute: a.Execute}
	return m.open(ctx, r)
}

func (m *Module) open(ctx context.Context, r *store.Approval) error {
	return m.db.InTx(ctx, func(ctx context.Context) error {
		fresh, err := m.store.InsertApproval(ctx, r)
		if err != nil || !fresh {
			return err
		}
		if err := m.needs.Announce.Approval(ctx, EventRequested, m.approval(r)); err != nil {
			return err
		}
		return m.Record(ctx, Decision{ID: ident.New(ident.Decision), Workspace: ident.Workspace(r.WorkspaceID), Mode: modeOf(r.Livemode), BrandID: singleBrand(r.Brands), Actor: ident.Must(ctx).Actor(),
			Action: "approval.request", Subject: r.ID, Outcome: "pending",
			Facts: map[string]any{"action": r.Action, "policy_id": r.PolicyID, "request_hash": r.RequestHash, "required_approvals": int64(r.RequiredApprovals)}})
	})
}

// reservation is the lease time of a reserved approval.
const reservation = 90 * time.Second

// Reserve leases a granted approval to subject, work that is about to run outside a transaction, for 90 seconds. The
// error is ErrUsed when it was used or is reserved for another subject. Reserve of "" does nothing.
func (m *Module) Reserve(ctx context.Context, approvalID, subject string) error {
	if approvalID == "" {
		return nil
	}
	return used(m.store.Reserve(ctx, tenant(ctx), approvalID, subject, reservation))
}

// Release ends the reservation of a subject that did not run. Release of "" does nothing.
func (m *Module) Release(ctx context.Context, approvalID, subject string) error {
	if approvalID == "" {
		return nil
	}
	return m.store.Release(ctx, tenant(ctx), approvalID, subject)
}

// Use marks a granted approval as used by subject, in the transaction of ctx, which executes the action. The error is
// ErrUsed when it was used, has expired, or is reserved for another subject. Use of "" does nothing.
func (m *Module) Use(ctx context.Context, approvalID, subject string) error {
	if approvalID == "" {
		return nil
	}
	return used(m.store.Use(ctx, tenant(ctx), approvalID, subject))
}

func used(err error) error {
	if errors.Is(err, store.ErrGone) {
		return ErrUsed
	}
	return err
}
